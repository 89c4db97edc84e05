//! Elasticity: the energy of a deformation, and the stress that is its derivative.
//!
//! With the deformation gradient `F`, Lamé's `μ` and `λ`, per volume at rest:
//!
//! | law | energy `ψ` |
//! |---|---|
//! | linear | `μ ‖E‖² + ½ λ tr² E`, `E = sym(R₀ᵀF) − 1`, `R₀` how the body was put: small strains without turns |
//! | co-rotational | the same with the rotation `R` of each element (Müller and Gross 2004) |
//! | neo-Hookean | `½ μ' (‖F‖² − 3) + ½ λ' (J − α)² − ½ μ' ln(‖F‖² + 1)`, `J = det F` (Smith et al. 2018) |
//!
//! The last has `α = 1 + ¾ μ'/λ'`, and `μ' = 4/3 μ`, `λ' = λ + 5/6 μ` so that all three agree for small
//! strains. It stays finite when an element is pressed flat or turned inside out, and pushes it back.
//! The derivative of the co-rotational energy by `R` vanishes, since `RᵀF` is symmetric: its stress is
//! `R (2μ E + λ tr E)`.

use serde::{Deserialize, Serialize};

use crate::math::{DMat3, DVec3, outer};

/// How a solid answers to deformation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Elasticity {
    /// Linear in the displacements.
    Linear,
    /// Linear in the axes of each turned element.
    #[default]
    Corotational,
    /// Stable neo-Hookean.
    NeoHookean,
}

impl Elasticity {
    /// Energy per volume at rest, Pa, of a deformation with rotation `r`; `lame` is `[μ, λ]`.
    pub fn energy(self, f: DMat3, r: DMat3, lame: [f64; 2]) -> f64 {
        let [mu, lambda] = lame;
        if self == Self::NeoHookean {
            let ([mu, lambda], alpha) = reparametrise(lame);
            let (square, j) = (norm_squared(f), f.determinant());
            let swell = j - alpha;
            let rest = 1.0 - alpha;
            // From the rest shape, whose energy is none.
            return 0.5 * mu * (square - 3.0) + 0.5 * lambda * (swell * swell - rest * rest)
                - 0.5 * mu * libm::log((square + 1.0) / 4.0);
        }
        let strain = strain(f, r);
        let trace = trace(strain);
        mu * norm_squared(strain) + 0.5 * lambda * trace * trace
    }

    /// First Piola-Kirchhoff stress, Pa: the derivative of the energy by `F`.
    pub fn stress(self, f: DMat3, r: DMat3, lame: [f64; 2]) -> DMat3 {
        if self == Self::NeoHookean {
            let ([mu, lambda], alpha) = reparametrise(lame);
            let shear = mu * (1.0 - 1.0 / (norm_squared(f) + 1.0));
            let (x, y, z) = (f.x_axis, f.y_axis, f.z_axis);
            let cofactor = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
            return f * shear + cofactor * (lambda * (f.determinant() - alpha));
        }
        r * hooke(r.transpose() * f - DMat3::IDENTITY, lame)
    }
}

/// `[μ', λ']` and `α` of the neo-Hookean law.
fn reparametrise([mu, lambda]: [f64; 2]) -> ([f64; 2], f64) {
    let (mu, lambda) = (4.0 / 3.0 * mu, lambda + 5.0 / 6.0 * mu);
    ([mu, lambda], 1.0 + 0.75 * mu / lambda)
}

/// `sym(RᵀF) − 1`, in rest axes.
pub fn strain(f: DMat3, r: DMat3) -> DMat3 {
    let g = r.transpose() * f;
    (g + g.transpose()) * 0.5 - DMat3::IDENTITY
}

/// `2μ sym(g) + λ tr(g)`.
pub fn hooke(g: DMat3, [mu, lambda]: [f64; 2]) -> DMat3 {
    (g + g.transpose()) * mu + DMat3::from_diagonal(DVec3::splat(lambda * trace(g)))
}

/// Stiffness between two nodes with gradients `bi` and `bj` of their shape functions (1/m), by volume times moduli.
pub fn stiffness([mu, lambda]: [f64; 2], bi: DVec3, bj: DVec3) -> DMat3 {
    DMat3::from_diagonal(DVec3::splat(mu * bi.dot(bj)))
        + outer(bj, bi) * mu
        + outer(bi, bj) * lambda
}

fn trace(m: DMat3) -> f64 {
    m.x_axis.x + m.y_axis.y + m.z_axis.z
}

fn norm_squared(m: DMat3) -> f64 {
    m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared()
}

/// The stress that matters for yield, Pa (von Mises 1913).
pub fn von_mises(cauchy: DMat3) -> f64 {
    let deviator = cauchy - DMat3::from_diagonal(DVec3::splat(trace(cauchy) / 3.0));
    (1.5 * norm_squared(deviator)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;
    use crate::math::polar::rotation_of;

    const LAWS: [Elasticity; 3] =
        [Elasticity::Linear, Elasticity::Corotational, Elasticity::NeoHookean];

    fn turned(law: Elasticity, f: DMat3) -> DMat3 {
        match law {
            Elasticity::Linear => DMat3::IDENTITY,
            _ => DMat3::from_quat(rotation_of(f, DQuat::IDENTITY)),
        }
    }

    #[test]
    fn the_stress_is_the_derivative_of_the_energy() {
        let lame = [3e4, 7e4];
        let f = DMat3::from_cols_array(&[1.1, 0.2, -0.1, 0.05, 0.9, 0.3, -0.2, 0.1, 1.2]);
        let flat = DMat3::from_cols_array(&[1.1, 0.0, 0.1, 0.0, -0.2, 0.0, 0.1, 0.0, 0.9]);
        for law in LAWS {
            for f in [f, if law == Elasticity::NeoHookean { flat } else { f }] {
                let stress = law.stress(f, turned(law, f), lame).to_cols_array();
                for k in 0..9 {
                    let at = |d: f64| {
                        let mut a = f.to_cols_array();
                        a[k] += d;
                        let f = DMat3::from_cols_array(&a);
                        law.energy(f, turned(law, f), lame)
                    };
                    let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                    assert!(
                        (slope - stress[k]).abs() < 1e-4 * 1e5,
                        "{law:?} {k}: {slope} {stress:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn all_laws_agree_for_small_strains_and_rest_at_rest() {
        let lame = [3e4, 7e4];
        let small = DMat3::from_cols_array(&[2.0, 0.5, -1.0, 0.3, -1.0, 0.7, 0.2, 0.4, 1.0]) * 1e-6;
        let linear = hooke(small, lame);
        for law in LAWS {
            let f = DMat3::IDENTITY + small;
            let stress = law.stress(f, turned(law, f), lame);
            assert!(
                norm_squared(stress - linear).sqrt() < 1e-5 * norm_squared(linear).sqrt(),
                "{law:?}"
            );
            assert!(law.energy(DMat3::IDENTITY, DMat3::IDENTITY, lame).abs() < 1e-9);
        }
    }

    #[test]
    fn a_turn_costs_no_energy_but_in_the_linear_law() {
        let r = DMat3::from_quat(DQuat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize());
        for law in LAWS {
            let energy = law.energy(r, turned(law, r), [3e4, 7e4]);
            assert_eq!(energy.abs() > 1.0, law == Elasticity::Linear, "{law:?} {energy}");
        }
    }
}
