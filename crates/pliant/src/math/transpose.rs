//! From eight places of four numbers to four lanes of eight, and back.
//!
//! The compiler does not find this transposition by itself. On x86-64 in single precision it is
//! written out: with 128-bit shuffles, which every such CPU has, or 256-bit ones, half as many.

use super::Real;
use super::lanes::{Lanes, W};
use crate::solvers::simd::Level;

/// Reads the four numbers at each of eight places.
///
/// # Safety
/// `base.add(index[l])` must be readable for every lane.
#[inline(always)]
pub unsafe fn gather(base: *const [Real; 4], index: &[u32; W], level: Level) -> [Lanes; 4] {
    #[cfg(target_arch = "x86_64")]
    if !super::DOUBLE {
        // SAFETY: passed on; `Real` is `f32` here, and the level tells what the CPU has.
        return unsafe {
            match level {
                Level::Avx2 => x86::gather_wide(base.cast(), index),
                Level::Baseline => x86::gather(base.cast(), index),
            }
        };
    }
    let _ = level;
    let mut out = [Lanes::ZERO; 4];
    for l in 0..W {
        // SAFETY: the caller's promise.
        let p = unsafe { &*base.add(index[l] as usize) };
        for k in 0..4 {
            out[k].0[l] = p[k];
        }
    }
    out
}

/// Writes four numbers to each of eight places but those of index 0.
///
/// # Safety
/// `base.add(index[l])` must be writable, and written by nobody else, for every lane whose index is
/// not 0.
#[inline(always)]
pub unsafe fn scatter(base: *mut [Real; 4], index: &[u32; W], value: &[Lanes; 4], level: Level) {
    #[cfg(target_arch = "x86_64")]
    if !super::DOUBLE {
        // SAFETY: passed on; `Real` is `f32` here, and the level tells what the CPU has.
        return unsafe {
            match level {
                Level::Avx2 => x86::scatter_wide(base.cast(), index, value),
                Level::Baseline => x86::scatter(base.cast(), index, value),
            }
        };
    }
    let _ = level;
    for l in 0..W {
        if index[l] != 0 {
            let p = [value[0].0[l], value[1].0[l], value[2].0[l], value[3].0[l]];
            // SAFETY: the caller's promise.
            unsafe { *base.add(index[l] as usize) = p };
        }
    }
}

/// Adds four numbers to those at each of eight places, lane after lane: places may be the same.
///
/// # Safety
/// `base.add(index[l])` must be readable and writable, and used by nobody else, for every lane.
#[inline(always)]
pub unsafe fn scatter_add(
    base: *mut [Real; 4],
    index: &[u32; W],
    value: &[Lanes; 4],
    level: Level,
) {
    #[cfg(target_arch = "x86_64")]
    if !super::DOUBLE {
        // SAFETY: passed on; `Real` is `f32` here, and the level tells what the CPU has.
        return unsafe {
            match level {
                Level::Avx2 => x86::scatter_add_wide(base.cast(), index, value),
                Level::Baseline => x86::scatter_add(base.cast(), index, value),
            }
        };
    }
    let _ = level;
    for l in 0..W {
        // SAFETY: the caller's promise.
        let p = unsafe { &mut *base.add(index[l] as usize) };
        for k in 0..4 {
            p[k] += value[k].0[l];
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use std::arch::x86_64::{
        __m128, __m256, _mm_add_ps, _mm_loadu_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_storeu_ps,
        _mm_unpackhi_ps, _mm_unpacklo_ps, _mm256_castps128_ps256, _mm256_castps256_ps128,
        _mm256_extractf128_ps, _mm256_insertf128_ps, _mm256_loadu_ps, _mm256_shuffle_ps,
        _mm256_storeu_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    };

    use super::{Lanes, W};

    /// The transposed 4×4 matrix.
    #[inline(always)]
    fn transpose([a, b, c, d]: [__m128; 4]) -> [__m128; 4] {
        // SAFETY: SSE2 is part of every x86-64.
        unsafe {
            let (ab, cd) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d));
            let (ef, gh) = (_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
            [
                _mm_movelh_ps(ab, cd),
                _mm_movehl_ps(cd, ab),
                _mm_movelh_ps(ef, gh),
                _mm_movehl_ps(gh, ef),
            ]
        }
    }

    /// Two transposed 4×4 matrices, one in each half.
    ///
    /// # Safety
    /// The CPU must have AVX.
    #[inline(always)]
    pub unsafe fn transpose_wide([a, b, c, d]: [__m256; 4]) -> [__m256; 4] {
        // SAFETY: the caller's promise.
        unsafe {
            let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (ef, gh) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            [
                _mm256_shuffle_ps::<0x44>(ab, cd),
                _mm256_shuffle_ps::<0xee>(ab, cd),
                _mm256_shuffle_ps::<0x44>(ef, gh),
                _mm256_shuffle_ps::<0xee>(ef, gh),
            ]
        }
    }

    #[inline(always)]
    pub unsafe fn gather(base: *const [f32; 4], index: &[u32; W]) -> [Lanes; 4] {
        let half = |first: usize| {
            transpose(std::array::from_fn(|l| {
                // SAFETY: the caller's promise.
                unsafe { _mm_loadu_ps(base.add(index[first + l] as usize).cast()) }
            }))
        };
        let (low, high) = (half(0), half(4));
        std::array::from_fn(|k| {
            // SAFETY: two vectors of four `f32` are eight of them, and `Real` is `f32` here.
            unsafe { std::mem::transmute_copy::<[__m128; 2], Lanes>(&[low[k], high[k]]) }
        })
    }

    #[target_feature(enable = "avx")]
    #[inline]
    pub unsafe fn gather_wide(base: *const [f32; 4], index: &[u32; W]) -> [Lanes; 4] {
        // SAFETY: the caller's promise.
        let load = |l: usize| unsafe { _mm_loadu_ps(base.add(index[l] as usize).cast()) };
        let rows: [__m256; 4] = [
            _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(load(0)), load(4)),
            _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(load(1)), load(5)),
            _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(load(2)), load(6)),
            _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(load(3)), load(7)),
        ];
        let mut out = [Lanes::ZERO; 4];
        // SAFETY: this function needs AVX.
        let columns = unsafe { transpose_wide(rows) };
        for (lanes, column) in out.iter_mut().zip(columns) {
            // SAFETY: `Lanes` holds eight `f32` here.
            unsafe { _mm256_storeu_ps(lanes.0.as_mut_ptr().cast(), column) };
        }
        out
    }

    #[inline(always)]
    pub unsafe fn scatter(base: *mut [f32; 4], index: &[u32; W], value: &[Lanes; 4]) {
        for half in 0..2 {
            let columns = std::array::from_fn(|k| {
                let source = value[k].0.as_ptr().cast::<f32>();
                // SAFETY: `Lanes` holds eight `f32` here.
                unsafe { _mm_loadu_ps(source.add(4 * half)) }
            });
            for (l, row) in transpose(columns).into_iter().enumerate() {
                // SAFETY: the caller's promise.
                unsafe { store(base, index[4 * half + l], row) };
            }
        }
    }

    #[target_feature(enable = "avx")]
    #[inline]
    pub unsafe fn scatter_wide(base: *mut [f32; 4], index: &[u32; W], value: &[Lanes; 4]) {
        // SAFETY: `Lanes` holds eight `f32` here.
        let column = |k: usize| unsafe { _mm256_loadu_ps(value[k].0.as_ptr().cast()) };
        // SAFETY: this function needs AVX.
        let rows = unsafe { transpose_wide([column(0), column(1), column(2), column(3)]) };
        for (l, row) in rows.into_iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe {
                store(base, index[l], _mm256_castps256_ps128(row));
                store(base, index[l + 4], _mm256_extractf128_ps::<1>(row));
            }
        }
    }

    #[inline(always)]
    pub unsafe fn scatter_add(base: *mut [f32; 4], index: &[u32; W], value: &[Lanes; 4]) {
        for half in 0..2 {
            let columns = std::array::from_fn(|k| {
                let source = value[k].0.as_ptr().cast::<f32>();
                // SAFETY: `Lanes` holds eight `f32` here.
                unsafe { _mm_loadu_ps(source.add(4 * half)) }
            });
            for (l, row) in transpose(columns).iter().enumerate() {
                // SAFETY: the caller's promise.
                unsafe { add(base, index[4 * half + l], *row) };
            }
        }
    }

    #[target_feature(enable = "avx")]
    #[inline]
    pub unsafe fn scatter_add_wide(base: *mut [f32; 4], index: &[u32; W], value: &[Lanes; 4]) {
        // SAFETY: `Lanes` holds eight `f32` here.
        let column = |k: usize| unsafe { _mm256_loadu_ps(value[k].0.as_ptr().cast()) };
        // SAFETY: this function needs AVX.
        let rows = unsafe { transpose_wide([column(0), column(1), column(2), column(3)]) };
        for (l, row) in rows.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { add(base, index[l], _mm256_castps256_ps128(*row)) };
        }
        for (l, row) in rows.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { add(base, index[l + 4], _mm256_extractf128_ps::<1>(*row)) };
        }
    }

    /// Adds a quadruple.
    #[inline(always)]
    unsafe fn add(base: *mut [f32; 4], index: u32, row: __m128) {
        // SAFETY: the caller's promise.
        unsafe {
            let at = base.add(index as usize).cast();
            _mm_storeu_ps(at, _mm_add_ps(_mm_loadu_ps(at), row));
        }
    }

    /// Writes a quadruple, but not to index 0.
    #[inline(always)]
    unsafe fn store(base: *mut [f32; 4], index: u32, row: __m128) {
        if index != 0 {
            // SAFETY: the caller's promise.
            unsafe { _mm_storeu_ps(base.add(index as usize).cast(), row) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gathered_is_scattered_back() {
        for level in [Level::Baseline, Level::detect()] {
            let mut data: Vec<[Real; 4]> =
                (0..20).map(|i| [0.0, 0.1, 0.2, 0.3].map(|x| x + i as Real)).collect();
            let index = [3, 19, 7, 1, 0, 12, 5, 8];
            // SAFETY: the indices are within the data and distinct.
            let got = unsafe { gather(data.as_ptr(), &index, level) };
            for (l, &i) in index.iter().enumerate() {
                assert_eq!(got.map(|x| x.0[l]), data[i as usize]);
            }
            let doubled = got.map(|x| x + x);
            let expected = data[19].map(|x| x + x);
            // SAFETY: as above.
            unsafe { scatter(data.as_mut_ptr(), &index, &doubled, level) };
            assert_eq!(data[19], expected);
            assert_eq!(data[0][0], 0.0);
            assert_eq!(data[2][1], 2.1);
        }
    }

    #[test]
    fn what_is_added_to_one_place_adds_up() {
        for level in [Level::Baseline, Level::detect()] {
            let mut data = vec![[1.0 as Real, 2.0, 3.0, 4.0]; 3];
            let index = [2, 0, 2, 1, 2, 2, 0, 2];
            let value = [Lanes([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0]); 4];
            // SAFETY: the indices are within the data.
            unsafe { scatter_add(data.as_mut_ptr(), &index, &value, level) };
            assert_eq!(
                data,
                [[67.0, 68.0, 69.0, 70.0], [9.0, 10.0, 11.0, 12.0], [182.0, 183.0, 184.0, 185.0]]
            );
        }
    }
}
