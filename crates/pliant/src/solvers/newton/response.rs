//! What a group of rows answers to a velocity, and how that answer changes: laws as functions.
//!
//! With the regularisation `ε` and the first guess `λ₀` of the augmented Lagrangian a row reads
//! `J v + b + γ λ + ε (λ − λ₀) = 0`. Solved for the impulse, `λ̂ = (ε λ₀ − J v − b)/(γ + ε)`, and the
//! law projects `λ̂` to what the group may carry. `∂λ/∂(Jv)` is symmetric and never positive, so the
//! whole is the gradient of a convex function: for friction the radius `μ λₙ` is given for a solve,
//! and solves are repeated with the radius they led to.

/// Which impulses a group may carry, as in [`crate::constraints::law`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Law {
    /// One row between two bounds; pushing may be softer than pulling.
    #[default]
    Interval,
    /// Rows as one, up to a length.
    Disc,
    /// Normal and two tangents: Coulomb's cone.
    Cone,
    /// Rows without bounds, each for itself.
    Exact,
    /// Its guess, whatever happens.
    Constant,
}

/// The change of a friction radius, relative, that is worth another solve; less is left to the next
/// substep.
const RADIUS_CHANGE: f64 = 0.2;
/// Friction below this share of what it may be has stuck.
const STICKS: f64 = 0.99;

/// A point that is pressed at most this many times as hard as its own fall needs is pulled by nothing else.
const ALONE: f64 = 1.5;

/// The numbers of a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Local {
    /// Its law.
    pub law: Law,
    /// How many rows.
    pub rows: usize,
    /// Bias, m/s.
    pub b: [f64; 3],
    /// Softness, 1/kg.
    pub gamma: [f64; 3],
    /// Regularisation, 1/kg.
    pub epsilon: [f64; 3],
    /// First guess, N·s.
    pub guess: [f64; 3],
    /// The law's parameters.
    pub bound: [f64; 3],
    /// How much friction a contact may carry, N·s: `μ λₙ` of the last solve.
    pub radius: f64,
    /// Friction as drag, kg: what it was by how fast the contact slipped.
    pub drag: Option<f64>,
    /// Impulse that the velocities contain already, N·s.
    pub carried: [f64; 3],
}

/// An impulse and how it falls with the velocity, `−∂λ/∂(Jv)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// N·s.
    pub impulse: [f64; 3],
    /// kg; symmetric.
    pub stiffness: [[f64; 3]; 3],
}

/// The length of a pair; the same on every platform, as `hypot` is not.
fn size(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

impl Local {
    /// Takes over the friction radius of an answer; tells whether it has changed much.
    pub fn renew_radius(&mut self, now: &Response) -> bool {
        let old = self.radius;
        self.radius = self.bound[0] * now.impulse[0];
        (self.radius - old).abs() > RADIUS_CHANGE * self.radius.max(old)
    }

    /// The answer if a contact that carried something still does, and its friction still sticks or
    /// slips as it did.
    pub fn presume(&self, rate: [f64; 3]) -> Response {
        if self.law != Law::Cone || self.guess[0] <= 0.0 {
            return self.respond(rate);
        }
        let mut out = Response::default();
        (out.impulse[0], out.stiffness[0][0]) = self.wish(0, rate, 0.0);
        let sticks = size(self.guess[1], self.guess[2]) < STICKS * self.radius;
        match self.drag {
            Some(drag) => self.drag(drag, rate, &mut out),
            None if sticks => {
                for d in 1..3 {
                    (out.impulse[d], out.stiffness[d][d]) = self.wish(d, rate, 0.0);
                }
            }
            None => out.impulse[1..].copy_from_slice(&self.guess[1..]),
        }
        out
    }

    /// The answer of one row without a guess if it still pulls, or still does not.
    pub fn presume_taut(&self, rate: [f64; 3], taut: bool) -> Response {
        let mut out = Response::default();
        let more = if taut { 0.0 } else { self.bound[2] };
        let soft = self.gamma[0] + self.epsilon[0] + more;
        out.impulse[0] = (-rate[0] - self.b[0]) / soft;
        out.stiffness[0][0] = 1.0 / soft;
        out
    }

    /// What a row would carry without limits, with more softness, and how that falls with its rate.
    fn wish(&self, d: usize, rate: [f64; 3], more: f64) -> (f64, f64) {
        let soft = self.gamma[d] + self.epsilon[d] + more;
        ((self.epsilon[d] * self.guess[d] - rate[d] - self.b[d]) / soft, 1.0 / soft)
    }

    fn drag(&self, drag: f64, rate: [f64; 3], out: &mut Response) {
        for d in 1..3 {
            out.impulse[d] = -drag * (rate[d] + self.b[d]);
            out.stiffness[d][d] = drag;
        }
    }

    /// Makes a drag of friction, as hard as the slip needs, by the rates at the start of the substep and after the free
    /// motion, for rows of the compliances `w`.
    pub fn lag_friction(&mut self, [before, free]: [[f64; 3]; 2], w: [f64; 3]) {
        let slip = |rate: [f64; 3]| size(rate[1] + self.b[1], rate[2] + self.b[2]);
        // What nothing else pulls at slips at the end as it would alone. By the slip at the start friction would be too
        // large while that grows, and hold forever what is at rest.
        let pressed = self.radius * w[0];
        let alone = pressed <= ALONE * self.bound[0] * -(free[0] + self.b[0]);
        let slip = match alone {
            true => (slip(free) - self.radius * w[1].max(w[2])).max(0.0),
            false => slip(before),
        };
        let most = 1.0 / (self.gamma[1] + self.epsilon[1]).max(1e-12);
        self.drag = Some(if slip * most > self.radius { self.radius / slip } else { most });
    }

    /// The answer to the rate `J v`.
    pub fn respond(&self, rate: [f64; 3]) -> Response {
        let mut out = Response::default();
        let wish = |d: usize, more: f64| self.wish(d, rate, more);
        match self.law {
            Law::Interval => {
                let (mut f, mut k) = wish(0, 0.0);
                if f > 0.0 {
                    (f, k) = wish(0, self.bound[2]);
                }
                let held = f.clamp(self.bound[0], self.bound[1]);
                out.impulse[0] = held;
                out.stiffness[0][0] = if held == f { k } else { 0.0 };
            }
            Law::Disc => {
                let (f, k): (Vec3, Vec3) = split(std::array::from_fn(|d| {
                    if d < self.rows { wish(d, 0.0) } else { (0.0, 0.0) }
                }));
                disc(&f, &k, 0, self.bound[0], &mut out);
            }
            Law::Exact => {
                for d in 0..self.rows {
                    (out.impulse[d], out.stiffness[d][d]) = wish(d, 0.0);
                }
            }
            Law::Constant => out.impulse = self.guess,
            Law::Cone => {
                let (normal, k) = wish(0, 0.0);
                if normal > 0.0 {
                    out.impulse[0] = normal;
                    out.stiffness[0][0] = k;
                    if let Some(drag) = self.drag {
                        self.drag(drag, rate, &mut out);
                        return out;
                    }
                    let (f, k) = split([(0.0, 0.0), wish(1, 0.0), wish(2, 0.0)]);
                    disc(&f, &k, 1, self.radius, &mut out);
                }
            }
        }
        out
    }
}

type Vec3 = [f64; 3];

fn split(pairs: [(f64, f64); 3]) -> (Vec3, Vec3) {
    (pairs.map(|p| p.0), pairs.map(|p| p.1))
}

/// Brings the components from `first` on back to a disc, and sets the derivative of that.
fn disc(f: &Vec3, k: &Vec3, first: usize, radius: f64, out: &mut Response) {
    let length = f[first..].iter().map(|x| x * x).sum::<f64>().sqrt();
    let outside = length > radius;
    let shrink = if outside { radius / length } else { 1.0 };
    for d in first..3 {
        out.impulse[d] = f[d] * shrink;
        for e in first..3 {
            let radial = if outside { f[d] * f[e] / (length * length) } else { 0.0 };
            let identity = f64::from(u8::from(d == e));
            // Rows of a disc have one softness, so the product is symmetric.
            out.stiffness[d][e] = shrink * (identity - radial) * k[d];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(law: Law) -> Local {
        Local {
            law,
            rows: if law == Law::Interval { 1 } else { 3 },
            b: [0.1, -0.2, 0.05],
            gamma: [0.01, 0.01, 0.01],
            epsilon: [0.02; 3],
            guess: [1.0, 0.5, -0.3],
            bound: [0.4, 3.0, 0.2],
            radius: 0.0,
            drag: None,
            carried: [0.0; 3],
        }
    }

    #[test]
    fn the_stiffness_is_the_derivative_of_the_impulse() {
        let d = 1e-6;
        for law in [Law::Interval, Law::Disc, Law::Exact] {
            let l = Local { bound: [2.0, 3.0, 0.2], ..local(law) };
            for rate in [[-0.2, 0.1, 0.3], [-0.9, 0.4, 0.1], [0.4, 0.0, -0.2]] {
                let r = l.respond(rate);
                for e in 0..l.rows {
                    let at = |s: f64| {
                        let mut x = rate;
                        x[e] += s;
                        l.respond(x).impulse
                    };
                    let (up, down) = (at(d), at(-d));
                    for c in 0..l.rows {
                        let slope = (up[c] - down[c]) / (2.0 * d);
                        assert!((slope + r.stiffness[c][e]).abs() < 1e-6 * (1.0 + slope.abs()));
                    }
                }
            }
        }
    }

    #[test]
    fn friction_stays_in_the_cone_and_an_open_contact_carries_nothing() {
        let l = Local { guess: [0.0; 3], ..local(Law::Cone) };
        let mut l = l;
        let first = l.respond([-1.0, 0.6, -0.9]);
        assert!(l.renew_radius(&first));
        let second = l.respond([-1.0, 0.6, -0.9]);
        assert!(!l.renew_radius(&second));
        let f = second.impulse;
        let t = (f[1] * f[1] + f[2] * f[2]).sqrt();
        assert!(f[0] > 0.0 && (t - 0.4 * f[0]).abs() < 1e-12 * f[0]);
        assert!(f[1] < 0.0 && f[2] > 0.0);
        assert_eq!(l.respond([0.5, 1.0, 0.0]), Response::default());
    }
}
