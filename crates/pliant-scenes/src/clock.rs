//! Clocks: the CPU time of the stepping thread, and the time on the wall.

use std::time::Instant;

/// Two clocks read together, s.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// CPU time of this thread; wall time where the system does not tell.
    pub(crate) cpu: f64,
    /// Wall time.
    pub(crate) wall: f64,
}

impl Reading {
    pub(crate) fn since(self, start: Self) -> Self {
        Self { cpu: self.cpu - start.cpu, wall: self.wall - start.wall }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.cpu += other.cpu;
        self.wall += other.wall;
    }
}

/// Reads the clocks; zero is when it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now() }
    }

    pub(crate) fn read(&self) -> Reading {
        let wall = self.start.elapsed().as_secs_f64();
        Reading { cpu: thread_cpu_seconds().unwrap_or(wall), wall }
    }
}

#[cfg(unix)]
fn thread_cpu_seconds() -> Option<f64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a timespec of our own that outlives the call.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    (failed == 0).then_some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn thread_cpu_seconds() -> Option<f64> {
    None
}
