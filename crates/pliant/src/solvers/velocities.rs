//! The velocities that rows push, scaled so that every slot has unit mass.
//!
//! With `M = L Lᵀ`, a slot holds `u = Lᵀ v` and rows hold `J L⁻ᵀ`: then `w = J M⁻¹ Jᵀ` is a sum of
//! squares, an impulse is applied as `u += (J L⁻ᵀ)ᵀ λ`, and no kernel reads a mass. For a node
//! `L = √m`, for a frame `L = diag(√m, R √I)` with the rotation `R` to its principal axes.
//! Slot 0 of each kind is the world: it is read as zero and never written.

use std::marker::PhantomData;

use super::simd::Level;
use crate::math::lanes::{Lanes, Triple, V3, W};
use crate::math::transpose::{gather, scatter};
use crate::math::wide::Wide;
use crate::math::{Real, Vec3};

/// A node's three scaled velocities, padded for aligned loads.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub struct NodeSlot(pub [Real; 4]);

impl NodeSlot {
    /// From a vector.
    pub fn new(v: Vec3) -> Self {
        Self([v.x, v.y, v.z, 0.0])
    }

    /// As a vector.
    pub fn get(&self) -> Vec3 {
        Vec3::new(self.0[0], self.0[1], self.0[2])
    }
}

/// A frame's six scaled velocities, linear first, padded for aligned loads.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub struct FrameSlot(pub [Real; 8]);

impl FrameSlot {
    /// From a linear and an angular part.
    pub fn new(linear: Vec3, angular: Vec3) -> Self {
        Self([linear.x, linear.y, linear.z, angular.x, angular.y, angular.z, 0.0, 0.0])
    }

    /// The linear part.
    pub fn linear(&self) -> Vec3 {
        Vec3::new(self.0[0], self.0[1], self.0[2])
    }

    /// The angular part.
    pub fn angular(&self) -> Vec3 {
        Vec3::new(self.0[3], self.0[4], self.0[5])
    }
}

/// All slots: those of the bodies first, then the copies of split ones.
#[derive(Clone, Debug, Default)]
pub struct Velocities {
    /// Node slots.
    pub nodes: Vec<NodeSlot>,
    /// Frame slots.
    pub frames: Vec<FrameSlot>,
}

impl Velocities {
    /// A view that several threads may write through, each its own slots.
    pub fn share(&mut self, level: Level) -> Shared<'_> {
        Shared {
            level,
            nodes: self.nodes.as_mut_ptr(),
            node_count: self.nodes.len() as u32,
            frames: self.frames.as_mut_ptr(),
            frame_count: self.frames.len() as u32,
            life: PhantomData,
        }
    }
}

/// Slots for kernels: rows of one colour share no mobile slot, so threads never meet.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    level: Level,
    nodes: *mut NodeSlot,
    node_count: u32,
    frames: *mut FrameSlot,
    frame_count: u32,
    life: PhantomData<&'a mut Velocities>,
}

// SAFETY: threads get disjoint rows of one colour, whose mobile slots are distinct, and slot 0 is
// never written.
unsafe impl Send for Shared<'_> {}
// SAFETY: as above.
unsafe impl Sync for Shared<'_> {}

impl Shared<'_> {
    /// The velocities of one node in each lane.
    #[inline(always)]
    pub fn nodes(&self, index: &[u32; W]) -> V3 {
        debug_assert!(index.iter().all(|&i| i < self.node_count));
        // SAFETY: indices were checked against the slots when the batch was built.
        let [x, y, z, _] = unsafe { gather(self.nodes.cast::<[Real; 4]>(), index, self.level) };
        V3 { x, y, z }
    }

    /// Writes one node in each lane; the world is skipped.
    #[inline(always)]
    pub fn set_nodes(&self, index: &[u32; W], v: &V3) {
        debug_assert!(index.iter().all(|&i| i < self.node_count));
        // SAFETY: as in `nodes`; no other lane or thread has these slots.
        unsafe { scatter(self.nodes.cast(), index, &[v.x, v.y, v.z, Lanes::ZERO], self.level) };
    }

    /// The velocities, linear and angular, of one frame in each lane.
    #[inline(always)]
    pub fn frames(&self, index: &[u32; W]) -> [V3; 2] {
        debug_assert!(index.iter().all(|&i| i < self.frame_count));
        let halves = index.map(|i| 2 * i);
        // SAFETY: as in `nodes`; a frame slot is two quadruples.
        let ([x, y, z, p], [q, r, ..]) = unsafe {
            let base = self.frames.cast::<[Real; 4]>();
            (gather(base, &halves, self.level), gather(base.add(1), &halves, self.level))
        };
        [V3 { x, y, z }, V3 { x: p, y: q, z: r }]
    }

    /// Writes one frame in each lane; the world is skipped.
    #[inline(always)]
    pub fn set_frames(&self, index: &[u32; W], [v, w]: &[V3; 2]) {
        debug_assert!(index.iter().all(|&i| i < self.frame_count));
        let halves = index.map(|i| 2 * i);
        let zero = Lanes::ZERO;
        // SAFETY: as in `set_nodes`; the index of the world stays 0.
        unsafe {
            let base = self.frames.cast::<[Real; 4]>();
            scatter(base, &halves, &[v.x, v.y, v.z, w.x], self.level);
            scatter(base.add(1), &halves, &[w.y, w.z, zero, zero], self.level);
        }
    }

    /// As [`frames`](Self::frames), in the numbers of a kernel.
    #[inline(always)]
    pub fn wide_frames<T: Wide>(&self, index: &[u32; W]) -> [Triple<T>; 2] {
        debug_assert!(index.iter().all(|&i| i < self.frame_count));
        let halves = index.map(|i| 2 * i);
        // SAFETY: as in `frames`.
        let ([x, y, z, p], [q, r, ..]) = unsafe {
            let base = self.frames.cast::<[Real; 4]>();
            (T::gather(base, &halves), T::gather(base.add(1), &halves))
        };
        [Triple { x, y, z }, Triple { x: p, y: q, z: r }]
    }

    /// As [`set_frames`](Self::set_frames), in the numbers of a kernel.
    #[inline(always)]
    pub fn set_wide_frames<T: Wide>(&self, index: &[u32; W], [v, w]: [Triple<T>; 2]) {
        debug_assert!(index.iter().all(|&i| i < self.frame_count));
        let halves = index.map(|i| 2 * i);
        let zero = T::splat(0.0);
        // SAFETY: as in `set_frames`.
        unsafe {
            let base = self.frames.cast::<[Real; 4]>();
            T::scatter_mobile(base, &halves, [v.x, v.y, v.z, w.x]);
            T::scatter_mobile(base.add(1), &halves, [w.y, w.z, zero, zero]);
        }
    }
}
