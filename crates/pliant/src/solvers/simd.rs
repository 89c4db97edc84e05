//! Which instructions the row kernels are compiled to, chosen when the program runs.

/// A set of vector instructions. Every level gives the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every CPU of the architecture has (SSE2 on x86-64, NEON on AArch64).
    Baseline,
    /// 256-bit vectors on x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Level {
    /// The best level this CPU has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self::Avx2;
        }
        Self::Baseline
    }

    /// Runs a kernel compiled for this level. The kernel must be `#[inline(always)]`, so that it is
    /// compiled inside the function that has the target feature.
    #[inline(always)]
    pub fn run<R>(self, kernel: impl FnOnce() -> R) -> R {
        match self {
            Self::Baseline => run_baseline(kernel),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Avx2` is only made by `detect`, on a CPU that has it.
            Self::Avx2 => unsafe { run_avx2(kernel) },
        }
    }
}

/// On its own, so that a function with many kernels stays small.
#[inline(never)]
fn run_baseline<R>(kernel: impl FnOnce() -> R) -> R {
    kernel()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn run_avx2<R>(kernel: impl FnOnce() -> R) -> R {
    kernel()
}
