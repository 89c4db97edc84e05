//! Kernels of brushes: eight points are looked at, pushed and rubbed at once.

use super::surface::{Surface, distances};
use super::{Active, Brush, MARGIN, MOST, OUT, PINCH, Rigid, SHARE};
use crate::collision::collider::Collider;
use crate::constraints::Substep;
use crate::math::lanes::{Lanes, Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::weave::Nodes;

/// Finds the gaps of the nodes of a brush.
pub(super) struct Look<'a> {
    pub(super) brush: &'a mut Brush,
    /// Its place.
    pub(super) i: usize,
    pub(super) blocks: &'a [[u32; W]],
    pub(super) rigid: Rigid,
    pub(super) collider: &'a Collider,
    pub(super) surface: Surface,
    pub(super) nodes: Nodes<'a>,
    pub(super) props: &'a [Vec3],
    pub(super) h: Real,
    pub(super) out: &'a mut Vec<Active>,
}

impl Kernel for Look<'_> {
    type Out = u32;
    #[inline(always)]
    fn run<T: Wide>(self) -> u32 {
        let Self { brush, rigid, nodes, .. } = self;
        let mut closing = 0;
        for k in 0..brush.blocks.len() {
            let (block, due) = brush.blocks[k];
            if brush.travel < due {
                continue;
            }
            let node = self.blocks[block as usize];
            let (x, s) = nodes.x::<T>(&node);
            let (gap, normal) = brush.gap(&self.surface, self.collider, block, x);
            let gaps = gap.lanes();
            let least = gaps.0.iter().copied().fold(Real::INFINITY, Real::min);
            brush.blocks[k].1 = brush.travel - brush.step + least - MARGIN;
            if least > brush.step {
                continue;
            }
            let r = x - Triple::same(rigid.x);
            let rate = normal.dot(nodes.v(&node) - rigid.velocity(r));
            let ahead = (gap + rate * T::splat(self.h)).lanes();
            closing += ahead.0.iter().filter(|&&a| a < 0.0).count() as u32;
            let normal = normal.lanes();
            let mut pinched = Lanes::ZERO;
            if brush.moves {
                for l in 0..W {
                    let facing = normal.lane(l).dot(self.props[node[l] as usize]);
                    pinched.0[l] = if facing < PINCH { 1.0 } else { 0.0 };
                }
            }
            let (s, r, brush) = (s.lanes(), r.lanes(), self.i as u32);
            self.out.push(Active { node, s, r, normal, gap: gaps, pinched, brush, block });
        }
        closing
    }
}

/// Solves contacts of a brush once; gives the impulse and the angular impulse on the body.
pub(super) struct Push<'a> {
    pub(super) active: &'a [Active],
    pub(super) brush: &'a mut Brush,
    pub(super) rigid: Rigid,
    pub(super) nodes: Nodes<'a>,
    /// How many nodes share the body.
    pub(super) crowd: Real,
    pub(super) t: &'a Substep,
}

impl Kernel for Push<'_> {
    type Out = [Vec3; 2];
    #[inline(always)]
    fn run<T: Wide>(self) -> [Vec3; 2] {
        let zero = Triple::<T>::same(Vec3::ZERO);
        let (mut push, mut turn) = (zero, zero);
        for a in self.active {
            let impulse = self.solve::<T>(a);
            push = push - impulse;
            turn = turn - Triple::of(&a.r).cross(impulse);
            let total = &mut self.brush.total[a.block as usize];
            *total = *total - impulse.lanes();
        }
        [push.sum(), turn.sum()]
    }
}

impl Push<'_> {
    /// Solves eight contacts; gives the impulses on the nodes.
    #[inline(always)]
    fn solve<T: Wide>(&self, a: &Active) -> Triple<T> {
        let nodes = &self.nodes;
        let (s, normal) = (T::of(&a.s), Triple::<T>::of(&a.normal));
        let (w, free) = (s * s, T::splat(1.0) - T::of(&a.pinched));
        let (v, gap, r) = (nodes.v::<T>(&a.node), T::of(&a.gap), Triple::<T>::of(&a.r));
        let contact = Closing { gap, normal, r, v, w, free };
        let impulse = contact.respond(&self.rigid, self.brush, T::splat(self.crowd), self.t);
        // A pinched node hands on what pushes it into the body that does not move.
        let handed_on = normal.scale(normal.dot(impulse) * (T::splat(1.0) - free));
        nodes.set_v(&a.node, v + (impulse - handed_on).scale(w));
        impulse
    }
}

/// Solves the facets of a brush once; gives the impulse and the angular impulse on the body.
pub(super) struct Prod<'a> {
    pub(super) brush: &'a mut Brush,
    pub(super) collider: &'a Collider,
    pub(super) surface: Surface,
    pub(super) rigid: Rigid,
    pub(super) nodes: Nodes<'a>,
    /// How many contacts share the body.
    pub(super) crowd: Real,
    pub(super) t: &'a Substep,
}

impl Kernel for Prod<'_> {
    type Out = [Vec3; 2];
    #[inline(always)]
    fn run<T: Wide>(self) -> [Vec3; 2] {
        let Self { brush, collider, surface, rigid, nodes, crowd, t } = self;
        let zero = Triple::<T>::same(Vec3::ZERO);
        let (mut push, mut turn) = (zero, zero);
        let facets = std::mem::take(&mut brush.facets);
        for facet in &facets {
            let (mut x, mut v, mut mobility) = (zero, zero, T::splat(0.0));
            for k in 0..3 {
                let (at, s) = nodes.x::<T>(&facet.node[k]);
                let b = T::of(&facet.weight[k]);
                x = x + at.scale(b);
                v = v + nodes.v::<T>(&facet.node[k]).scale(b);
                mobility = mobility + b * b * (s * s);
            }
            let (mut gap, normal) = surface.gap(x, |p| distances(collider, p));
            gap = gap - T::splat(brush.offset) + T::of(&facet.give);
            if facet.used < W {
                let mut gaps = gap.lanes();
                gaps.0[facet.used..].fill(Real::INFINITY);
                gap = T::of(&gaps);
            }
            let r = x - Triple::same(rigid.x);
            let contact = Closing { gap, normal, r, v, w: mobility, free: T::splat(1.0) };
            let impulse = contact.respond(&rigid, brush, T::splat(crowd), t);
            for k in 0..3 {
                let (_, s) = nodes.x::<T>(&facet.node[k]);
                let share = T::of(&facet.weight[k]) * (s * s);
                let v = nodes.v::<T>(&facet.node[k]) + impulse.scale(share);
                nodes.set_v(&facet.node[k], v);
            }
            push = push - impulse;
            turn = turn - r.cross(impulse);
        }
        brush.facets = facets;
        let [push, turn] = [push.sum(), turn.sum()];
        brush.facet_total += push;
        [push, turn]
    }
}

/// Eight points of a thin body and what they would touch.
#[derive(Clone, Copy)]
struct Closing<T> {
    gap: T,
    normal: Triple<T>,
    /// From the centre of the body, m.
    r: Triple<T>,
    v: Triple<T>,
    /// Compliance of the point, 1/kg.
    w: T,
    /// 0 where it is pinched, else 1.
    free: T,
}

impl<T: Wide> Closing<T> {
    /// The impulses on the points.
    #[inline(always)]
    fn respond(&self, rigid: &Rigid, brush: &Brush, crowd: T, t: &Substep) -> Triple<T> {
        let (h, zero, one) = (T::splat(t.h), T::splat(0.0), T::splat(1.0));
        let Self { gap, normal, r, v, w, free } = *self;
        let rel = v - rigid.velocity(r);
        let rate = normal.dot(rel);
        // How fast the gap may close, the rebound, and how fast what is too deep goes out.
        let mut target = -(gap.max(zero).over(h));
        if brush.restitution > 0.0 {
            let fast = -rate - T::splat(t.contact.rebound_threshold);
            let rebound = fast.where_positive(rate * T::splat(-brush.restitution), target);
            target = (-(gap + rate * h)).where_positive(rebound, target);
        }
        let deep = (-gap - T::splat(t.contact.slop)).max(zero);
        let rate_out = if brush.strands { OUT.min(MOST / t.h) } else { SHARE / t.h };
        let out = (deep * T::splat(rate_out)).min(T::splat(t.contact.speed));
        target = target + out;
        let along = w * free + crowd * rigid.mobility(r, normal);
        let push = (target - rate).max(zero).over(along.where_positive(along, one));
        let push = along.where_positive(push, zero);

        let slip = rel - normal.scale(rate);
        let speed = slip.dot(slip).sqrt();
        let against = slip.scale(one.over(speed.max(T::splat(1e-12))));
        let across = w + crowd * rigid.mobility(r, against);
        let stop = speed.over(across.where_positive(across, one));
        let rub = stop.min(push * T::splat(brush.friction));
        normal.scale(push) - against.scale(rub)
    }
}
