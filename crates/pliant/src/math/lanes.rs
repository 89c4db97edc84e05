//! Eight numbers at once, on every CPU.
//!
//! Plain arrays with inlined loops: the compiler turns them into SSE2, AVX2 or NEON as the calling
//! function's target features allow. The width is fixed and nothing is fused, so every level gives
//! the same bits.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::wide::Wide;
use super::{DOUBLE, Quat, Real, Vec3};

/// Rows are solved in groups of this many.
pub const W: usize = 8;

/// One number in each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct Lanes(pub [Real; W]);

impl Default for Lanes {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Lanes {
    /// Zero in every lane.
    pub const ZERO: Self = Self([0.0; W]);
    /// One in every lane.
    pub const ONE: Self = Self([1.0; W]);

    /// The same number in every lane.
    #[inline(always)]
    pub fn splat(x: Real) -> Self {
        Self([x; W])
    }

    /// Lane by lane.
    #[inline(always)]
    pub fn map(self, f: impl Fn(Real) -> Real) -> Self {
        let mut out = self;
        for x in &mut out.0 {
            *x = f(*x);
        }
        out
    }

    /// Lane by lane with another.
    #[inline(always)]
    pub fn zip(self, other: Self, f: impl Fn(Real, Real) -> Real) -> Self {
        // By index: an iterator over an array by value leaves code behind that drops it.
        let mut out = self;
        for l in 0..W {
            out.0[l] = f(out.0[l], other.0[l]);
        }
        out
    }

    /// The smaller of two.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }

    /// The larger of two.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    /// Square root.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        self.map(Real::sqrt)
    }

    /// `self / other`.
    #[inline(always)]
    pub fn over(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }

    /// `a` where this is positive, else `b`.
    #[inline(always)]
    pub fn where_positive(self, a: Self, b: Self) -> Self {
        let mut out = b;
        for l in 0..W {
            if self.0[l] > 0.0 {
                out.0[l] = a.0[l];
            }
        }
        out
    }

    /// The sum over the lanes, always in the same order.
    #[inline(always)]
    pub fn sum(self) -> Real {
        self.0.iter().sum()
    }
}

impl Add for Lanes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Lanes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl Neg for Lanes {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// One vector in each lane.
pub type V3 = Triple<Lanes>;

/// Three components, each of eight numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Triple<T> {
    /// First components.
    pub x: T,
    /// Second components.
    pub y: T,
    /// Third components.
    pub z: T,
}

impl V3 {
    /// Zero in every lane.
    pub const ZERO: Self = Self { x: Lanes::ZERO, y: Lanes::ZERO, z: Lanes::ZERO };

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: Vec3) -> Self {
        Self::same(v)
    }

    /// The vector of one lane.
    #[inline(always)]
    pub fn lane(&self, l: usize) -> Vec3 {
        Vec3::new(self.x.0[l], self.y.0[l], self.z.0[l])
    }

    /// Writes the vector of one lane.
    #[inline(always)]
    pub fn set_lane(&mut self, l: usize, v: Vec3) {
        self.x.0[l] = v.x;
        self.y.0[l] = v.y;
        self.z.0[l] = v.z;
    }
}

impl<T: Wide> Triple<T> {
    /// The same vector in every lane.
    #[inline(always)]
    pub fn same(v: Vec3) -> Self {
        Self { x: T::splat(v.x), y: T::splat(v.y), z: T::splat(v.z) }
    }

    /// From memory.
    #[inline(always)]
    pub fn of(v: &V3) -> Self {
        Self { x: T::of(&v.x), y: T::of(&v.y), z: T::of(&v.z) }
    }

    /// The sum of the lanes.
    #[inline(always)]
    pub fn sum(self) -> Vec3 {
        let v = self.lanes();
        Vec3::new(v.x.sum(), v.y.sum(), v.z.sum())
    }

    /// To memory.
    #[inline(always)]
    pub fn lanes(self) -> V3 {
        V3 { x: self.x.lanes(), y: self.y.lanes(), z: self.z.lanes() }
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, o: Self) -> T {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    /// Vector product.
    #[inline(always)]
    pub fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }

    /// Scaled lane by lane.
    #[inline(always)]
    pub fn scale(self, s: T) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}

impl<T: Wide> Add for Triple<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl<T: Wide> Sub for Triple<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

impl<T: Wide> Neg for Triple<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}

/// One rotation in each lane, as unit quaternions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotor<T = Lanes> {
    /// Vector parts.
    pub v: Triple<T>,
    /// Scalar parts.
    pub w: T,
}

impl Default for Rotor {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rotor {
    /// No rotation in every lane.
    pub const IDENTITY: Self = Self { v: V3::ZERO, w: Lanes::ONE };

    /// The same rotation in every lane.
    #[inline(always)]
    pub fn splat(q: Quat) -> Self {
        Self { v: V3::splat(Vec3::new(q.x, q.y, q.z)), w: Lanes::splat(q.w) }
    }

    /// Writes the rotation of one lane.
    #[inline(always)]
    pub fn set_lane(&mut self, l: usize, q: Quat) {
        self.v.set_lane(l, Vec3::new(q.x, q.y, q.z));
        self.w.0[l] = q.w;
    }

    /// The rotation of one lane.
    #[inline(always)]
    pub fn lane(&self, l: usize) -> Quat {
        Quat::from_xyzw(self.v.x.0[l], self.v.y.0[l], self.v.z.0[l], self.w.0[l])
    }
}

impl<T: Wide> Rotor<T> {
    /// From memory.
    #[inline(always)]
    pub fn of(q: &Rotor) -> Self {
        Self { v: Triple::of(&q.v), w: T::of(&q.w) }
    }

    /// To memory.
    #[inline(always)]
    pub fn lanes(self) -> Rotor {
        Rotor { v: self.v.lanes(), w: self.w.lanes() }
    }

    /// The rotations by `w` (axis times angle, rad), of a tenth of a radian at most, by the series of
    /// [`rotation`](super::rotation).
    #[inline(always)]
    pub fn small(w: Triple<T>) -> Self {
        let (one, n) = (T::splat(1.0), T::splat);
        let x = n(0.25) * w.dot(w);
        let sixths = one - x * n(1.0 / 42.0) * (one - x * n(1.0 / 72.0));
        let s = one - x * n(1.0 / 6.0) * (one - x * n(1.0 / 20.0) * sixths);
        let fourths = one - x * n(1.0 / 30.0) * (one - x * n(1.0 / 56.0));
        let c = one - x * n(1.0 / 2.0) * (one - x * n(1.0 / 12.0) * fourths);
        Self { v: w.scale(n(0.5) * s), w: c }
    }

    /// Where the three axes go.
    #[inline(always)]
    pub fn axes(self) -> [Triple<T>; 3] {
        let (Triple { x, y, z }, w, one) = (self.v, self.w, T::splat(1.0));
        let [x2, y2, z2] = [x + x, y + y, z + z];
        let [xx, xy, xz] = [x * x2, x * y2, x * z2];
        let [yy, yz, zz] = [y * y2, y * z2, z * z2];
        let [wx, wy, wz] = [w * x2, w * y2, w * z2];
        [
            Triple { x: one - (yy + zz), y: xy + wz, z: xz - wy },
            Triple { x: xy - wz, y: one - (xx + zz), z: yz + wx },
            Triple { x: xz + wy, y: yz - wx, z: one - (xx + yy) },
        ]
    }

    /// Rotates a vector: `u + 2 v × (v × u + w u)`.
    #[inline(always)]
    pub fn turn(self, u: Triple<T>) -> Triple<T> {
        let t = self.v.cross(u) + u.scale(self.w);
        let t = self.v.cross(t);
        u + t + t
    }

    /// The rotation back.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        Self { v: -self.v, w: self.w }
    }

    /// This rotation after the other.
    #[inline(always)]
    pub fn after(self, o: Self) -> Self {
        Self {
            v: o.v.scale(self.w) + self.v.scale(o.w) + self.v.cross(o.v),
            w: self.w * o.w - self.v.dot(o.v),
        }
    }

    /// The rotation from these axes to those of the other, in these axes.
    #[inline(always)]
    pub fn to(self, o: Self) -> Self {
        self.inverse().after(o)
    }

    /// Where the x-axis goes.
    #[inline(always)]
    pub fn x(self) -> Triple<T> {
        self.turn(Triple::same(Vec3::X))
    }

    /// Where the y-axis goes.
    #[inline(always)]
    pub fn y(self) -> Triple<T> {
        self.turn(Triple::same(Vec3::Y))
    }

    /// Where the z-axis goes.
    #[inline(always)]
    pub fn z(self) -> Triple<T> {
        self.turn(Triple::same(Vec3::Z))
    }
}

/// The angle of `(x, y)` in (−π, π], by two halvings and a short series: the same bits on every
/// machine, error below 2e-8 rad in single precision, below 1e-15 rad in double.
#[inline(always)]
pub fn atan2<T: Wide>(y: T, x: T) -> T {
    let r = (x * x + y * y).sqrt();
    // The angle from the nearer half of the x-axis: its half has the tangent |y|/(r + |x|) ≤ 1.
    let (ax, ay) = (x.max(-x), y.max(-y));
    let t = ay.over((r + ax).max(T::splat(Real::MIN_POSITIVE)));
    let acute = T::splat(2.0) * atan_unit(t);
    let angle = x.where_positive(acute, T::splat(std::f64::consts::PI as Real) - acute);
    (-y).where_positive(-angle, angle)
}

/// `atan(t)` for `|t| ≤ 1`.
#[inline(always)]
fn atan_unit<T: Wide>(t: T) -> T {
    let u = t.over(T::splat(1.0) + (T::splat(1.0) + t * t).sqrt());
    let q = u * u;
    let mut sum = T::splat(0.0);
    for n in (0..if DOUBLE { 20 } else { 10 }).rev() {
        let term = if n % 2 == 0 { 1.0 } else { -1.0 } / (2 * n + 1) as Real;
        sum = sum * q + T::splat(term);
    }
    T::splat(2.0) * u * sum
}

/// The angle that differs from this one by whole turns and is nearest to `reference`.
#[inline(always)]
pub fn unwrap_near(angle: Lanes, reference: Lanes) -> Lanes {
    const TURN: Real = std::f64::consts::TAU as Real;
    // Numbers of this size have no digits behind the point: adding it rounds to the nearest.
    const ROUND: Real = if DOUBLE { 6_755_399_441_055_744.0 } else { 12_582_912.0 };
    let turns = (reference - angle) * Lanes::splat(1.0 / TURN);
    let whole = (turns + Lanes::splat(ROUND)) - Lanes::splat(ROUND);
    angle + whole * Lanes::splat(TURN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{rotation, sin_cos};

    #[test]
    fn the_angle_of_a_vector_is_right_all_round() {
        for i in -179..180 {
            let angle = (i as Real).to_radians();
            let (s, c) = sin_cos(angle);
            let found = atan2(Lanes::splat(3.0 * s), Lanes::splat(3.0 * c)).0[0];
            assert!((found - angle).abs() < if DOUBLE { 1e-14 } else { 2e-6 }, "{i}: {found}");
        }
    }

    #[test]
    fn an_angle_is_found_again_near_any_other() {
        let turn = std::f64::consts::TAU as Real;
        for (angle, reference, found) in [
            (3.0, -3.0, 3.0 - turn),
            (-3.0, 3.0, turn - 3.0),
            (0.1, 12.0 * turn, 0.1 + 12.0 * turn),
            (0.1, 0.2, 0.1),
        ] {
            let near = unwrap_near(Lanes::splat(angle), Lanes::splat(reference)).0[0];
            assert!((near - found).abs() < if DOUBLE { 1e-13 } else { 1e-5 }, "{near} {found}");
        }
    }

    #[test]
    fn rotors_turn_as_quaternions_do() {
        let (p, q) = (rotation(Vec3::new(0.3, -1.2, 0.4)), rotation(Vec3::new(-0.5, 0.2, 2.0)));
        let (a, b, u) = (Rotor::splat(p), Rotor::splat(q), Vec3::new(1.0, -2.0, 0.5));
        let near = |found: V3, expected: Vec3| {
            assert!((found.lane(3) - expected).length() < 1e-5, "{found:?} {expected}");
        };
        near(a.turn(V3::splat(u)), p * u);
        near(a.after(b).turn(V3::splat(u)), p * (q * u));
        near(a.to(b).turn(V3::splat(u)), p.inverse() * (q * u));
        near(a.z(), p * Vec3::Z);
        for (axis, unit) in a.axes().into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
            near(axis, p * unit);
        }
        let w = Vec3::new(0.03, -0.07, 0.05);
        near(Rotor::small(V3::splat(w)).turn(V3::splat(u)), rotation(w) * u);
    }
}
