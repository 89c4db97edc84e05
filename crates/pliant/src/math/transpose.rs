//! From eight places of four numbers to four lanes of eight, and back.
//!
//! The compiler does not find this transposition by itself; on x86-64 it is written with SSE2,
//! which every such CPU has.

use super::Real;
use super::lanes::{Lanes, W};

/// Reads the four numbers at each of eight places.
///
/// # Safety
/// `base.add(index[l])` must be readable for every lane.
#[inline(always)]
pub unsafe fn gather(base: *const [Real; 4], index: &[u32; W]) -> [Lanes; 4] {
    #[cfg(target_arch = "x86_64")]
    if !super::DOUBLE {
        // SAFETY: passed on; `Real` is `f32` here.
        return unsafe { sse2::gather(base.cast(), index) };
    }
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
pub unsafe fn scatter(base: *mut [Real; 4], index: &[u32; W], value: &[Lanes; 4]) {
    #[cfg(target_arch = "x86_64")]
    if !super::DOUBLE {
        // SAFETY: passed on; `Real` is `f32` here.
        return unsafe { sse2::scatter(base.cast(), index, value) };
    }
    for l in 0..W {
        if index[l] != 0 {
            let p = [value[0].0[l], value[1].0[l], value[2].0[l], value[3].0[l]];
            // SAFETY: the caller's promise.
            unsafe { *base.add(index[l] as usize) = p };
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128, _mm_loadu_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_storeu_ps, _mm_unpackhi_ps,
        _mm_unpacklo_ps,
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

    #[inline(always)]
    pub unsafe fn gather(base: *const [f32; 4], index: &[u32; W]) -> [Lanes; 4] {
        let mut out = [Lanes::ZERO; 4];
        for half in 0..2 {
            // SAFETY: the caller's promise.
            let rows = std::array::from_fn(|l| unsafe {
                _mm_loadu_ps(base.add(index[4 * half + l] as usize).cast())
            });
            for (lanes, column) in out.iter_mut().zip(transpose(rows)) {
                let target = lanes.0.as_mut_ptr().cast::<f32>();
                // SAFETY: `Lanes` holds eight `f32` here.
                unsafe { _mm_storeu_ps(target.add(4 * half), column) };
            }
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
                let i = index[4 * half + l];
                if i != 0 {
                    // SAFETY: the caller's promise.
                    unsafe { _mm_storeu_ps(base.add(i as usize).cast(), row) };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gathered_is_scattered_back() {
        let mut data: Vec<[Real; 4]> =
            (0..20).map(|i| [0.0, 0.1, 0.2, 0.3].map(|x| x + i as Real)).collect();
        let index = [3, 19, 7, 1, 0, 12, 5, 8];
        // SAFETY: the indices are within the data and distinct.
        let got = unsafe { gather(data.as_ptr(), &index) };
        for (l, &i) in index.iter().enumerate() {
            assert_eq!(got.map(|x| x.0[l]), data[i as usize]);
        }
        let doubled = got.map(|x| x + x);
        // SAFETY: as above.
        unsafe { scatter(data.as_mut_ptr(), &index, &doubled) };
        assert_eq!(data[19], [38.0, 38.2, 38.4, 38.6].map(|x| x as Real));
        assert_eq!(data[0][0], 0.0);
        assert_eq!(data[2][1], 2.1);
    }
}
