//! Eight links at once: their function and its gradient, solved, pushed or as forces.

use std::marker::PhantomData;

use crate::constraints::bend::fold;
use crate::math::Real;
use crate::math::lanes::{Lanes, Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::state::State;

/// The nodes of a state for kernels on one thread.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    x: *const [Real; 4],
    v: *mut [Real; 4],
    f: *mut [Real; 4],
    count: usize,
    life: PhantomData<&'a mut State>,
}

impl At<'_> {
    pub(super) fn new(state: &mut State) -> Self {
        let count = state.nodes.x.len().min(state.nodes.v.len());
        let v = state.nodes.v.as_mut_ptr();
        Self { x: state.nodes.x.as_ptr(), v, f: v, count, life: PhantomData }
    }

    /// The same with forces to be added to.
    pub(super) fn with(state: &mut State, forces: &mut [[Real; 4]]) -> Self {
        let mut at = Self::new(state);
        at.count = at.count.min(forces.len());
        at.f = forces.as_mut_ptr();
        at
    }

    #[inline(always)]
    fn x<T: Wide>(&self, index: &[u32; W]) -> (Triple<T>, T) {
        debug_assert!(index.iter().all(|&i| (i as usize) < self.count));
        // SAFETY: links are checked against the slots of their body, which the state has.
        let [x, y, z, s] = unsafe { T::gather(self.x, index) };
        (Triple { x, y, z }, s)
    }

    #[inline(always)]
    fn v<T: Wide>(&self, index: &[u32; W]) -> Triple<T> {
        // SAFETY: as in `x`.
        let [x, y, z, _] = unsafe { T::gather(self.v, index) };
        Triple { x, y, z }
    }

    #[inline(always)]
    fn set_v<T: Wide>(&self, index: &[u32; W], v: Triple<T>) {
        // SAFETY: as in `x`; there is one thread, and lanes share no node but slot 0, which stays as it is.
        unsafe { T::scatter(self.v, index, [v.x, v.y, v.z, T::splat(0.0)]) };
    }

    #[inline(always)]
    fn add_f<T: Wide>(&self, index: &[u32; W], f: Triple<T>) {
        // SAFETY: as in `set_v`.
        unsafe {
            let [x, y, z, _] = T::gather(self.f, index);
            T::scatter(self.f, index, [x + f.x, y + f.y, z + f.z, T::splat(0.0)]);
        }
    }
}

/// The numbers of eight links.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Numbers {
    least: Lanes,
    most: Lanes,
    stiffness: Lanes,
    damping: Lanes,
    /// Whether all have two bounds and no damping: between these they do nothing.
    bounds: bool,
}

impl Default for Numbers {
    /// Padding.
    fn default() -> Self {
        let zero = Lanes::ZERO;
        Self { least: zero, most: zero, stiffness: Lanes::ONE, damping: zero, bounds: true }
    }
}

impl Numbers {
    /// Whether all have two bounds and no damping.
    pub(super) fn are_bounds(&self) -> bool {
        self.bounds
    }

    pub(super) fn set(&mut self, l: usize, [least, most, stiffness, damping]: [Real; 4]) {
        (self.least.0[l], self.most.0[l]) = (least, most);
        (self.stiffness.0[l], self.damping.0[l]) = (stiffness, damping);
        self.bounds &= least < most && damping == 0.0;
    }
}

/// Eight links of a kind.
pub(super) trait Block<const N: usize> {
    fn new(node: [[u32; W]; N], numbers: Numbers) -> Self;
    fn nodes(&self) -> &[[u32; W]; N];
    fn numbers(&self) -> &Numbers;
    /// The function and its gradient.
    fn measure<T: Wide>(&self, p: &[Triple<T>; N]) -> (T, [Triple<T>; N]);

    /// Whether all lanes are surely between their two bounds: there they have nothing to do.
    #[inline(always)]
    fn within<T: Wide>(&self, _: &[Triple<T>; N]) -> bool {
        false
    }
}

/// Whether eight links have two bounds each and carry nothing.
#[inline(always)]
fn idle<const N: usize>(block: &impl Block<N>, force: &[Real; W]) -> bool {
    let mut sum = 0.0;
    for f in force {
        sum += f.abs();
    }
    block.numbers().bounds && sum == 0.0
}

macro_rules! block {
    ($name:ident, $n:literal) => {
        #[derive(Clone, Debug)]
        pub(super) struct $name {
            node: [[u32; W]; $n],
            numbers: Numbers,
        }
    };
}

block!(EdgeBlock, 2);
block!(CellBlock, 4);
block!(FoldBlock, 4);

macro_rules! laid_out {
    ($n:literal) => {
        fn new(node: [[u32; W]; $n], numbers: Numbers) -> Self {
            Self { node, numbers }
        }

        #[inline(always)]
        fn nodes(&self) -> &[[u32; W]; $n] {
            &self.node
        }

        #[inline(always)]
        fn numbers(&self) -> &Numbers {
            &self.numbers
        }
    };
}

impl Block<2> for EdgeBlock {
    laid_out!(2);

    #[inline(always)]
    fn measure<T: Wide>(&self, p: &[Triple<T>; 2]) -> (T, [Triple<T>; 2]) {
        let d = p[1] - p[0];
        let length = d.dot(d).sqrt();
        let n = d.scale(T::splat(1.0).over(length.max(T::splat(Real::MIN_POSITIVE))));
        (length, [-n, n])
    }

    #[inline(always)]
    fn within<T: Wide>(&self, p: &[Triple<T>; 2]) -> bool {
        let d = p[1] - p[0];
        let (square, numbers) = (d.dot(d), &self.numbers);
        let (least, most) = (T::of(&numbers.least), T::of(&numbers.most));
        let slack = (most * most - square).min(square - least * least).lanes();
        let mut inside = numbers.bounds;
        for s in slack.0 {
            inside &= s >= 0.0;
        }
        inside
    }
}

impl Block<4> for CellBlock {
    laid_out!(4);

    #[inline(always)]
    fn measure<T: Wide>(&self, p: &[Triple<T>; 4]) -> (T, [Triple<T>; 4]) {
        let (a, b, c) = (p[1] - p[0], p[2] - p[0], p[3] - p[0]);
        let sixth = T::splat(1.0 / 6.0);
        let g = [b.cross(c).scale(sixth), c.cross(a).scale(sixth), a.cross(b).scale(sixth)];
        (a.dot(g[0]), [-(g[0] + g[1] + g[2]), g[0], g[1], g[2]])
    }
}

impl Block<4> for FoldBlock {
    laid_out!(4);

    #[inline(always)]
    fn measure<T: Wide>(&self, p: &[Triple<T>; 4]) -> (T, [Triple<T>; 4]) {
        let (angle, grad, _) = fold(p);
        (angle, grad)
    }
}

/// Eight links at the start of a substep: what every sweep needs of it.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Start<const N: usize> {
    /// From the first of their nodes to the others.
    arm: [Triple<Lanes>; N],
    grad: [Triple<Lanes>; N],
    /// Inverse masses.
    w: [Lanes; N],
    value: Lanes,
    /// `Σ w |∇C|²`.
    size: Lanes,
}

impl<const N: usize> Default for Start<N> {
    fn default() -> Self {
        let (zero, origin) = (Lanes::ZERO, Triple::ZERO);
        Self { arm: [origin; N], grad: [origin; N], w: [zero; N], value: zero, size: zero }
    }
}

impl<const N: usize> Start<N> {
    /// Of links where they are.
    #[inline(always)]
    fn of<T: Wide>(&mut self, block: &impl Block<N>, at: &At<'_>) {
        // By index throughout: what the library does with closures is not compiled for these instructions.
        let zero = T::splat(0.0);
        let mut x = [Triple { x: zero, y: zero, z: zero }; N];
        let mut w = [zero; N];
        for k in 0..N {
            let (place, s) = at.x::<T>(&block.nodes()[k]);
            (x[k], w[k]) = (place, s * s);
        }
        let (value, grad) = block.measure(&x);
        let mut size = zero;
        for k in 0..N {
            size = size + w[k] * grad[k].dot(grad[k]);
            self.arm[k] = narrow(x[k] - x[0]);
            self.grad[k] = narrow(grad[k]);
            self.w[k] = w[k].lanes();
        }
        (self.value, self.size) = (value.lanes(), size.lanes());
    }
}

#[inline(always)]
fn narrow<T: Wide>(v: Triple<T>) -> Triple<Lanes> {
    Triple { x: v.x.lanes(), y: v.y.lanes(), z: v.z.lanes() }
}

#[inline(always)]
fn widen<T: Wide>(v: &Triple<Lanes>) -> Triple<T> {
    Triple { x: T::of(&v.x), y: T::of(&v.y), z: T::of(&v.z) }
}

/// The share of its gradient at the start that a link has at least at the end: one that has turned further is pushed
/// less than it would need.
const TURNED: Real = 0.1;

/// The part of a change of force that a rigid link keeps for the next substep.
pub(super) const GAIN: Real = 0.02;

/// Changes velocities so that links hold at the end of the substep, one block after the other.
pub(super) struct Solve<'a, B, const N: usize> {
    pub(super) blocks: &'a [B],
    pub(super) starts: &'a mut [Start<N>],
    pub(super) forces: &'a mut [[Real; W]],
    pub(super) at: At<'a>,
    pub(super) h: Real,
    pub(super) share: Real,
    /// Whether the forces of before have been pushed with.
    pub(super) pushed: bool,
}

impl<B: Block<N>, const N: usize> Kernel for Solve<'_, B, N> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        let (h, share, one, zero) =
            (T::splat(self.h), T::splat(self.share), T::splat(1.0), T::splat(0.0));
        let origin = Triple { x: zero, y: zero, z: zero };
        let links = self.blocks.iter().zip(self.starts).zip(self.forces);
        for ((block, start), force) in links {
            let mut v = [origin; N];
            for k in 0..N {
                v[k] = self.at.v::<T>(&block.nodes()[k]);
            }
            if idle(block, force) {
                let mut ahead = v;
                for k in 0..N {
                    ahead[k] = self.at.x::<T>(&block.nodes()[k]).0 + v[k].scale(h);
                }
                if block.within(&ahead) {
                    continue;
                }
                start.of::<T>(block, &self.at);
            }
            let mut ahead = [origin; N];
            for k in 1..N {
                ahead[k] = widen::<T>(&start.arm[k]) + (v[k] - v[0]).scale(h);
            }
            let (end, slope) = block.measure(&ahead);
            let numbers = block.numbers();
            let (least, most) = (T::of(&numbers.least), T::of(&numbers.most));
            let damping = T::of(&numbers.damping);
            let soft = one.over(T::of(&numbers.stiffness) * h + damping);
            let mut lever = zero;
            for k in 0..N {
                lever = lever + T::of(&start.w[k]) * widen::<T>(&start.grad[k]).dot(slope[k]);
            }
            let weight = lever.max(T::of(&start.size) * T::splat(TURNED)) * h + soft;
            let old = T::of(&Lanes(*force)) * h;
            let lag = damping * soft;
            let part = weight.where_positive(share.over(weight), zero);
            let base = end - lag * T::of(&start.value) + soft * old;
            let most = old - (base - most * (one - lag)) * part;
            let least = old - (base - least * (one - lag)) * part;
            let new = most.min(zero) + least.max(zero);
            let change = new - old;
            let impulse = if self.pushed { change } else { new };
            for k in 0..N {
                let dv = widen::<T>(&start.grad[k]).scale(T::of(&start.w[k]) * impulse);
                self.at.set_v(&block.nodes()[k], v[k] + dv);
            }
            *force = (new * one.over(h)).lanes().0;
        }
    }
}

/// Looks where links are, finds what they keep of their forces, and lets them push with that.
pub(super) struct Push<'a, B, const N: usize> {
    pub(super) blocks: &'a [B],
    pub(super) starts: &'a mut [Start<N>],
    pub(super) forces: &'a mut [[Real; W]],
    /// What they pushed with at first in the last substep.
    pub(super) before: &'a mut [[Real; W]],
    pub(super) at: At<'a>,
    pub(super) h: Real,
    /// Whether they push.
    pub(super) push: bool,
}

impl<B: Block<N>, const N: usize> Kernel for Push<'_, B, N> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        let (h, one) = (T::splat(self.h), T::splat(1.0));
        let forces = self.forces.iter_mut().zip(self.before);
        let links = self.blocks.iter().zip(self.starts).zip(forces);
        for ((block, start), (force, before)) in links {
            if idle(block, force) && idle(block, before) {
                continue;
            }
            start.of::<T>(block, &self.at);
            let numbers = block.numbers();
            let soft = one.over(T::of(&numbers.stiffness) * h + T::of(&numbers.damping));
            // What its softness accounts for is kept at once, the rest little by little.
            let weight = T::of(&start.size) * h + soft;
            let own = soft.over(weight.max(T::splat(Real::MIN_POSITIVE)));
            let (new, old) = (T::of(&Lanes(*force)), T::of(&Lanes(*before)));
            let kept = old + (new - old) * (own + (one - own) * T::splat(GAIN));
            *force = kept.lanes().0;
            *before = *force;
            if self.push {
                for k in 0..N {
                    let index = &block.nodes()[k];
                    let dv = widen::<T>(&start.grad[k]).scale(T::of(&start.w[k]) * kept * h);
                    self.at.set_v(index, self.at.v::<T>(index) + dv);
                }
            }
        }
    }
}

/// Adds the forces of links where they are.
pub(super) struct Strain<'a, B, const N: usize> {
    pub(super) blocks: &'a [B],
    pub(super) at: At<'a>,
    /// Whether any is damped: else velocities are not looked at.
    pub(super) damped: bool,
}

impl<B: Block<N>, const N: usize> Kernel for Strain<'_, B, N> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        let zero = T::splat(0.0);
        for block in self.blocks {
            let mut x = [Triple { x: zero, y: zero, z: zero }; N];
            for k in 0..N {
                x[k] = self.at.x::<T>(&block.nodes()[k]).0;
            }
            let (value, grad) = block.measure(&x);
            let numbers = block.numbers();
            let excess = (value - T::of(&numbers.most)).max(zero)
                + (value - T::of(&numbers.least)).min(zero);
            let mut pull = -(T::of(&numbers.stiffness) * excess);
            if self.damped {
                let mut rate = zero;
                for k in 0..N {
                    rate = rate + grad[k].dot(self.at.v::<T>(&block.nodes()[k]));
                }
                pull = pull - T::of(&numbers.damping) * rate;
            }
            for k in 0..N {
                self.at.add_f(&block.nodes()[k], grad[k].scale(pull));
            }
        }
    }
}
