//! Eight numbers at once as kernels see them: portable, or in one register.
//!
//! [`Lanes`] are plain arrays, which the compiler turns into vector instructions by itself. It does so
//! well where they come from memory. Where they come from a gather it takes them apart again, and a
//! kernel that gathers, computes a little and scatters becomes five times slower. Such kernels are
//! written for any [`Wide`], and run on [`Octet`] where there are 256-bit registers. Every operation is
//! one of IEEE 754, none is fused: both give the same bits.

use std::ops::{Add, Mul, Neg, Sub};

use super::lanes::{Lanes, Triple, W};
use super::{Real, Vec3, transpose};
use crate::solvers::simd::Level;

// Vectors that lie side by side are read and written as plain numbers.
const _: () = assert!(size_of::<Vec3>() == 3 * size_of::<Real>());

/// Eight numbers.
pub trait Wide:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// The same number in every lane.
    fn splat(x: Real) -> Self;
    /// From memory.
    fn of(lanes: &Lanes) -> Self;
    /// To memory.
    fn lanes(self) -> Lanes;
    /// The smaller of two.
    fn min(self, other: Self) -> Self;
    /// The larger of two.
    fn max(self, other: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// `self / other`.
    fn over(self, other: Self) -> Self;
    /// `a` where this is positive, else `b`.
    fn where_positive(self, a: Self, b: Self) -> Self;

    /// Whether any of them is positive.
    fn any_positive(self) -> bool;

    /// Which of them are positive, as bits.
    fn positive(self) -> u32;

    /// Reads the four numbers at each of eight places.
    ///
    /// # Safety
    /// `base.add(index[l])` must be readable for every lane.
    unsafe fn gather(base: *const [Real; 4], index: &[u32; W]) -> [Self; 4];

    /// Writes four numbers to each of eight places.
    ///
    /// # Safety
    /// `base.add(index[l])` must be writable, and written by no other thread, for every lane.
    unsafe fn scatter(base: *mut [Real; 4], index: &[u32; W], value: [Self; 4]);

    /// Writes four numbers to each of eight places but those of index 0.
    ///
    /// # Safety
    /// As for `scatter`, for every lane whose index is not 0.
    unsafe fn scatter_mobile(base: *mut [Real; 4], index: &[u32; W], value: [Self; 4]);

    /// Reads eight vectors that lie side by side.
    fn load(from: &[Vec3; W]) -> Triple<Self>;

    /// Writes eight vectors side by side.
    fn store(value: Triple<Self>, to: &mut [Vec3; W]);
}

impl Wide for Lanes {
    #[inline(always)]
    fn splat(x: Real) -> Self {
        Self([x; W])
    }

    #[inline(always)]
    fn of(lanes: &Lanes) -> Self {
        *lanes
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        self
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(Real::sqrt)
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }

    #[inline(always)]
    fn where_positive(self, a: Self, b: Self) -> Self {
        Lanes::where_positive(self, a, b)
    }

    #[inline(always)]
    fn any_positive(self) -> bool {
        self.0.iter().any(|&x| x > 0.0)
    }

    #[inline(always)]
    fn positive(self) -> u32 {
        (0..W).fold(0, |bits, l| bits | u32::from(self.0[l] > 0.0) << l)
    }

    #[inline(always)]
    unsafe fn gather(base: *const [Real; 4], index: &[u32; W]) -> [Self; 4] {
        // SAFETY: the caller's promise.
        unsafe { transpose::gather(base, index, Level::Baseline) }
    }

    #[inline(always)]
    unsafe fn scatter(base: *mut [Real; 4], index: &[u32; W], value: [Self; 4]) {
        // SAFETY: the caller's promise; place 0 is skipped, which may be written but need not.
        unsafe { transpose::scatter(base, index, &value, Level::Baseline) }
    }

    #[inline(always)]
    unsafe fn scatter_mobile(base: *mut [Real; 4], index: &[u32; W], value: [Self; 4]) {
        // SAFETY: the caller's promise.
        unsafe { transpose::scatter(base, index, &value, Level::Baseline) }
    }

    #[inline(always)]
    fn load(from: &[Vec3; W]) -> Triple<Self> {
        let mut out = Triple::ZERO;
        for l in 0..W {
            out.set_lane(l, from[l]);
        }
        out
    }

    #[inline(always)]
    fn store(value: Triple<Self>, to: &mut [Vec3; W]) {
        for l in 0..W {
            to[l] = value.lane(l);
        }
    }
}

/// Something to be done with eight numbers at once, compiled for every level.
pub trait Kernel {
    /// What it gives.
    type Out;
    /// Does it; to be marked `#[inline(always)]`.
    fn run<T: Wide>(self) -> Self::Out;
}

impl Level {
    /// Runs a kernel in the widest registers that this level has.
    #[inline(always)]
    pub fn run_kernel<K: Kernel>(self, kernel: K) -> K::Out {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Avx2 && !super::DOUBLE {
            return self.run(
                #[inline(always)]
                || kernel.run::<Octet>(),
            );
        }
        self.run(
            #[inline(always)]
            || kernel.run::<Lanes>(),
        )
    }
}

#[cfg(target_arch = "x86_64")]
pub use octet::Octet;

#[cfg(target_arch = "x86_64")]
mod octet {
    use std::arch::x86_64::*;
    use std::ops::{Add, Mul, Neg, Sub};

    use super::super::transpose::x86::transpose_wide;
    use super::{Lanes, Real, Triple, Vec3, W, Wide};

    /// Eight numbers in a 256-bit register: in single precision, inside a function compiled for AVX2.
    #[derive(Clone, Copy, Debug)]
    pub struct Octet(__m256);

    /// Implements an operation by an instruction.
    macro_rules! by {
        ($trait:ident, $name:ident, $instruction:ident) => {
            impl $trait for Octet {
                type Output = Self;
                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    // SAFETY: kernels run on octets only where the CPU has AVX2.
                    Self(unsafe { $instruction(self.0, other.0) })
                }
            }
        };
    }

    by!(Add, add, _mm256_add_ps);
    by!(Sub, sub, _mm256_sub_ps);
    by!(Mul, mul, _mm256_mul_ps);

    impl Neg for Octet {
        type Output = Self;
        #[inline(always)]
        fn neg(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
        }
    }

    // SAFETY of all below: as above; in double precision no kernel runs on octets.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Wide for Octet {
        #[inline(always)]
        fn splat(x: Real) -> Self {
            Self(unsafe { _mm256_set1_ps(x as f32) })
        }

        #[inline(always)]
        fn of(lanes: &Lanes) -> Self {
            Self(unsafe { _mm256_loadu_ps(lanes.0.as_ptr().cast()) })
        }

        #[inline(always)]
        fn lanes(self) -> Lanes {
            let mut out = Lanes::ZERO;
            unsafe { _mm256_storeu_ps(out.0.as_mut_ptr().cast(), self.0) };
            out
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Self(unsafe { _mm256_min_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Self(unsafe { _mm256_max_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn sqrt(self) -> Self {
            Self(unsafe { _mm256_sqrt_ps(self.0) })
        }

        #[inline(always)]
        fn over(self, other: Self) -> Self {
            Self(unsafe { _mm256_div_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn where_positive(self, a: Self, b: Self) -> Self {
            unsafe {
                let positive = _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, _mm256_setzero_ps());
                Self(_mm256_blendv_ps(b.0, a.0, positive))
            }
        }

        #[inline(always)]
        fn any_positive(self) -> bool {
            unsafe {
                let positive = _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, _mm256_setzero_ps());
                _mm256_movemask_ps(positive) != 0
            }
        }

        #[inline(always)]
        fn positive(self) -> u32 {
            unsafe {
                let positive = _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, _mm256_setzero_ps());
                _mm256_movemask_ps(positive) as u32
            }
        }

        #[inline(always)]
        unsafe fn gather(base: *const [Real; 4], index: &[u32; W]) -> [Self; 4] {
            let base = base.cast::<[f32; 4]>();
            let load = |l: usize| unsafe { _mm_loadu_ps(base.add(index[l] as usize).cast()) };
            let row = |l: usize| unsafe {
                _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(load(l)), load(l + 4))
            };
            // SAFETY: as above.
            let [a, b, c, d] = unsafe { transpose_wide([row(0), row(1), row(2), row(3)]) };
            [Self(a), Self(b), Self(c), Self(d)]
        }

        #[inline(always)]
        unsafe fn scatter(base: *mut [Real; 4], index: &[u32; W], value: [Self; 4]) {
            let base = base.cast::<[f32; 4]>();
            let [a, b, c, d] = value;
            // SAFETY: as above.
            let rows = unsafe { transpose_wide([a.0, b.0, c.0, d.0]) };
            for (l, row) in rows.into_iter().enumerate() {
                unsafe {
                    let (low, high) =
                        (base.add(index[l] as usize), base.add(index[l + 4] as usize));
                    _mm_storeu_ps(low.cast(), _mm256_castps256_ps128(row));
                    _mm_storeu_ps(high.cast(), _mm256_extractf128_ps::<1>(row));
                }
            }
        }

        #[inline(always)]
        unsafe fn scatter_mobile(base: *mut [Real; 4], index: &[u32; W], value: [Self; 4]) {
            let base = base.cast::<[f32; 4]>();
            let [a, b, c, d] = value;
            // SAFETY: as above.
            let rows = unsafe { transpose_wide([a.0, b.0, c.0, d.0]) };
            let store = |i: u32, row: __m128| {
                if i != 0 {
                    unsafe { _mm_storeu_ps(base.add(i as usize).cast(), row) };
                }
            };
            for (l, row) in rows.into_iter().enumerate() {
                unsafe {
                    store(index[l], _mm256_castps256_ps128(row));
                    store(index[l + 4], _mm256_extractf128_ps::<1>(row));
                }
            }
        }

        /// Three registers hold the numbers 0 to 3, 4 to 7 and 8 to 11 of the first four vectors, and in
        /// their upper halves those of the last four.
        #[inline(always)]
        fn load(from: &[Vec3; W]) -> Triple<Self> {
            let p = from.as_ptr().cast::<f32>();
            let part = |k: usize| unsafe {
                let (low, high) = (_mm_loadu_ps(p.add(k)), _mm_loadu_ps(p.add(12 + k)));
                _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(low), high)
            };
            let (a, b, c) = (part(0), part(4), part(8));
            unsafe {
                let xy = _mm256_shuffle_ps::<0b10_01_11_10>(b, c);
                let yz = _mm256_shuffle_ps::<0b01_00_10_01>(a, b);
                Triple {
                    x: Self(_mm256_shuffle_ps::<0b10_00_11_00>(a, xy)),
                    y: Self(_mm256_shuffle_ps::<0b11_01_10_00>(yz, xy)),
                    z: Self(_mm256_shuffle_ps::<0b11_00_11_01>(yz, c)),
                }
            }
        }

        #[inline(always)]
        fn store(value: Triple<Self>, to: &mut [Vec3; W]) {
            let Triple { x: Self(x), y: Self(y), z: Self(z) } = value;
            let p = to.as_mut_ptr().cast::<f32>();
            unsafe {
                let xy = _mm256_shuffle_ps::<0b10_00_10_00>(x, y);
                let yz = _mm256_shuffle_ps::<0b11_01_11_01>(y, z);
                let zx = _mm256_shuffle_ps::<0b11_01_10_00>(z, x);
                let parts = [
                    _mm256_shuffle_ps::<0b10_00_10_00>(xy, zx),
                    _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy),
                    _mm256_shuffle_ps::<0b11_01_11_01>(zx, yz),
                ];
                for (k, part) in parts.into_iter().enumerate() {
                    _mm_storeu_ps(p.add(4 * k), _mm256_castps256_ps128(part));
                    _mm_storeu_ps(p.add(12 + 4 * k), _mm256_extractf128_ps::<1>(part));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bit of everything, on places that are gathered and scattered.
    struct Everything<'a>(&'a mut [[Real; 4]]);

    impl Kernel for Everything<'_> {
        type Out = Lanes;
        #[inline(always)]
        fn run<T: Wide>(self) -> Lanes {
            let index = [3, 1, 7, 2, 9, 4, 8, 5];
            // SAFETY: there are ten places.
            let [x, y, z, w] = unsafe { T::gather(self.0.as_ptr(), &index) };
            let a = (x * y - z).over(w) + T::splat(0.3).min(x).max(-y);
            let b = a.where_positive((a * a).sqrt(), T::of(&Lanes([0.1; W])) - a);
            // SAFETY: as above, all different.
            unsafe { T::scatter(self.0.as_mut_ptr(), &index, [a, b, x - b, y * w]) };
            let index = [0, 1, 2, 3, 0, 5, 6, 7];
            // SAFETY: as above.
            unsafe { T::scatter_mobile(self.0.as_mut_ptr(), &index, [x, b, a, z]) };
            b.lanes()
        }
    }

    #[test]
    fn registers_and_arrays_give_the_same_bits() {
        let places = |i: usize, k: usize| ((i * 37 + k * 61) % 23) as Real / 7.0 - 1.3;
        let start: Vec<[Real; 4]> =
            (0..10).map(|i| std::array::from_fn(|k| places(i, k))).collect();
        let (mut one, mut two) = (start.clone(), start);
        let a = Level::Baseline.run_kernel(Everything(&mut one));
        let b = Level::detect().run_kernel(Everything(&mut two));
        assert_eq!(a.0.map(Real::to_bits), b.0.map(Real::to_bits));
        for (p, q) in one.iter().zip(&two) {
            assert_eq!(p.map(Real::to_bits), q.map(Real::to_bits));
        }
    }

    /// Whether some of eight numbers are positive, and which.
    struct AnyOf(Lanes);

    impl Kernel for AnyOf {
        type Out = (bool, u32);
        #[inline(always)]
        fn run<T: Wide>(self) -> (bool, u32) {
            (T::of(&self.0).any_positive(), T::of(&self.0).positive())
        }
    }

    #[test]
    fn one_positive_number_is_enough() {
        for level in [Level::Baseline, Level::detect()] {
            let mut lanes = Lanes([-1.0, 0.0, -0.0, -2.0, Real::NAN, -3.0, 0.0, -1.0]);
            assert_eq!(level.run_kernel(AnyOf(lanes)), (false, 0));
            for l in 0..W {
                let was = std::mem::replace(&mut lanes.0[l], 1e-30);
                assert_eq!(level.run_kernel(AnyOf(lanes)), (true, 1 << l));
                lanes.0[l] = was;
            }
        }
    }

    /// Reads vectors, and writes each a number further on and its numbers turned about.
    struct Turned<'a>(&'a [Vec3; W], &'a mut [Vec3; W]);

    impl Kernel for Turned<'_> {
        type Out = Triple<Lanes>;
        #[inline(always)]
        fn run<T: Wide>(self) -> Triple<Lanes> {
            let v = T::load(self.0);
            T::store(Triple { x: v.y, y: v.z, z: v.x + T::splat(1.0) }, self.1);
            v.lanes()
        }
    }

    #[test]
    fn vectors_side_by_side_are_read_and_written() {
        let from: [Vec3; W] = std::array::from_fn(|l| {
            let x = 10.0 * l as Real;
            Vec3::new(x, x + 1.0, x + 2.0)
        });
        for level in [Level::Baseline, Level::detect()] {
            let mut to = [Vec3::ZERO; W];
            let got = level.run_kernel(Turned(&from, &mut to));
            for l in 0..W {
                assert_eq!(got.lane(l), from[l]);
                assert_eq!(to[l], Vec3::new(from[l].y, from[l].z, from[l].x + 1.0));
            }
        }
    }
}
