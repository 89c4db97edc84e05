//! Eight numbers at once, on every CPU.
//!
//! Plain arrays with inlined loops: the compiler turns them into SSE2, AVX2 or NEON as the calling
//! function's target features allow. The width is fixed and nothing is fused, so every level gives
//! the same bits.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::{Real, Vec3};

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
        let mut out = self;
        for (x, y) in out.0.iter_mut().zip(other.0) {
            *x = f(*x, y);
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct V3 {
    /// First components.
    pub x: Lanes,
    /// Second components.
    pub y: Lanes,
    /// Third components.
    pub z: Lanes,
}

impl V3 {
    /// Zero in every lane.
    pub const ZERO: Self = Self { x: Lanes::ZERO, y: Lanes::ZERO, z: Lanes::ZERO };

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: Vec3) -> Self {
        Self { x: Lanes::splat(v.x), y: Lanes::splat(v.y), z: Lanes::splat(v.z) }
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

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, o: Self) -> Lanes {
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
    pub fn scale(self, s: Lanes) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}

impl Add for V3 {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl Sub for V3 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

impl Neg for V3 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}
