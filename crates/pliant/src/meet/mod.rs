//! Meetings: deformable bodies against each other, and against themselves.
//!
//! All kinds of deformable bodies meet in the same way: at the end of each substep, when all others have had their
//! say and before positions follow the velocities. A corner and a face, or two edges, do not come nearer to each
//! other than a distance `d`, half the thickness of each:
//!
//! ```text
//! C = |p − q| − d,   C + h n·v⁺ ≥ 0,   λ ≥ 0,   |friction| ≤ μ λ against the slip
//! ```
//!
//! with the nearest points `p`, `q` and the direction `n` between them at the start of the substep, and `v` the
//! velocity of `p` relative to `q`. Impulses are equal and opposite, on the nodes by their shares in the points. Two
//! elastic solids get theirs within their own iteration: their pairs are looked at before anything pushes.
//!
//! **Nothing passes.** As the state is free of crossings at the start of a substep, the direction from one point to
//! the other tells on which side each belongs, and nothing has to be remembered. After the impulses every pair
//! that is near is looked at once more: if the plane between its sides does not stay between them, the search
//! for [first contacts](crate::collision::first_contact) tells whether they meet on their way. Those that do are
//! moved as one rigid piece (Provot 1997), which keeps momentum and lets nothing through: see `zone.rs`. Impulses, rigid
//! bodies and such pieces may send nodes where nobody looked before: then pairs are looked at, or found, again.
//!
//! **Cost.** Pairs are found in a tree of boxes (`tree.rs`) once a step, or again when things have come farther than
//! was foreseen. A pair is not looked at before it can have come near.
//!
//! **Crossed from the start.** Where surfaces cross when they are first seen, nobody knows which side is right. Such
//! places are drawn apart along the way that shortens the line in which they cross (`tangle.rs`), and reported.

mod extent;
mod leaf;
mod pair;
mod sieve;
mod tangle;
mod tree;
mod wings;
mod zone;

use std::ops::Range;

use crate::bodies::rigid::Groups;
use crate::bodies::soft::{Model, SoftBody};
use crate::collision::contacts::{Key, Memory};
use crate::handle::Arena;
use crate::math::{Real, Vec3};
use crate::solvers::simd::Level;
use crate::state::{Nodes, State};
use extent::{Extent, minus};
use leaf::{Course, Ends};
use pair::{Kind, Nearest, Pair};
use sieve::Sieve;
use tangle::Tangle;
use tree::{Element, Tree};
use wings::Wings;
use zone::Zones;

/// Sweeps over the pairs that touch, in a substep.
const SWEEPS: usize = 4;
/// Pairs start a substep with this share of what they pushed with in the last.
const WARM: Real = 0.9;
/// The share of a depth that is removed in a substep,
const SHARE: Real = 0.1;
/// of solids, whose whole body answers,
const SHARE_INSIDE: Real = 0.4;
/// and the largest speed at which that is done, m/s.
const PUSH: Real = 0.5;
/// The distance that bodies without thickness keep, by the mean length of their edges,
const CLEARANCE: Real = 0.04;
/// and at most, m.
const MOST_CLEARANCE: Real = 0.001;
/// Pairs are foreseen for the time in which no node goes farther than this, by the mean length of edges,
const FORESIGHT: Real = 0.7;
/// and for as long as none strays by more than this from the straight way it was on.
const ASTRAY: Real = 0.1;
/// Faces of one body whose middles are this near at rest, by the mean length of edges, are neighbours: while they look the
/// same way they do not touch.
const NEIGHBOURS: Real = 2.0;
/// Bodies are found this much before they can touch, by the mean length of edges.
const MARGIN: Real = 0.05;
/// Solids may touch from this gap on, by the distance they keep: they are looked at before anything pushes.
const AHEAD: Real = 2.0;
/// Sweeps that keep solids apart after their iteration,
const REPAIRS: usize = 6;
/// by this share of their distance.
const FLOOR: Real = 0.3;
/// Pairs are foreseen for a little longer than they are used, so that rounding does not count.
const LONGER: Real = 1.001;
/// From this share of what nodes may stray on it is looked at closely how far they have.
const ENOUGH: Real = 0.3;
/// If some body has strayed too far, all that have come this share of the way are found again,
const STRAYED: Real = 0.5;
/// as long as they are no more than this share of all.
const FEW: Real = 0.5;
/// How much farther nodes may stray before pairs are looked at again, as a share of what they may.
const MORE: Real = 0.2;
/// No more pairs of elements are looked at than this for each of a group's: where everything is near everything, as in a cloth
/// that has flown apart, all of them would take more memory than there is.
const MOST_NEAR: usize = 128;
/// How much faster things may become before they are looked for again.
const FASTER: Real = 1.25;
/// What comes nearer than its distance and this share of it within a substep is held apart.
const SOON: Real = 0.02;
/// What cannot come through each other in a substep even if velocities change their way by this share of the distance they
/// keep is not looked at in the end.
const SLACK: Real = 0.5;
/// The most times that pairs are looked at again in a substep because nodes became faster.
const LOOKS: usize = 10;
/// The share of an edge that two bodies that may meet go towards each other in a substep: faster, most of what meets would be moved as one.
const STRIDE: Real = 0.5;
/// Of the same body, what is this near at rest stays so, as a share of how near.
const AT_REST: Real = 0.9;

/// The surface of a body, as meetings see it.
#[derive(Clone, Debug)]
struct Hide {
    /// Place of the body among the deformable ones.
    soft: u32,
    /// Its first node slot, and the one after its last.
    slots: [u32; 2],
    tree: Tree,
    /// Half the distance it keeps, m.
    half: Real,
    friction: Real,
    /// Mean length of its edges, m.
    width: Real,
    with_itself: bool,
    with_others: bool,
    groups: Groups,
    /// Whether it is pushed within the iteration of elastic solids.
    inside: bool,
    /// Of a solid, its edges with the far corners of their faces.
    wings: Wings,
    /// Mean velocity, how much any node differs from it, and the largest speed, m/s.
    mean: Vec3,
    spread: Real,
    fastest: Real,
    /// How much the velocity of any node has changed since pairs were looked at, m/s.
    changed: Real,
    /// How far any node may have come since groups were found, and how far it may, m.
    travel: Real,
    allowed: Real,
    /// Where its nodes were when pairs of all bodies were found, or would have been on the straight way that they are on, and how they
    /// move on it.
    base: Vec<[[Real; 4]; 2]>,
    /// How far they have strayed from there on the mean, and how much any node differs from that, m.
    strayed: Vec3,
    astray: Real,
    /// Whether its pairs are to be found again.
    again: bool,
}

/// Two bodies that are near each other, or one that is near itself.
#[derive(Clone, Debug, Default)]
struct Group {
    hide: [u32; 2],
    pairs: Vec<Pair>,
    tangles: Vec<Tangle>,
    friction: Real,
    /// How far the velocities of two nodes may change their way in it before pairs must be looked at again, m.
    slack: Real,
    /// Whether they must.
    again: bool,
    /// How far two nodes are taken to have strayed from the ways that were foreseen for them, m.
    strayed: Real,
    /// Whether they pushed each other in this step.
    pushed: bool,
    /// Whether they push each other within the iteration of elastic solids.
    inside: bool,
    /// The time at which its pairs were found, since those of all were, s.
    found: Real,
}

/// A pair that may touch in this substep.
#[derive(Clone, Copy, Debug)]
struct Near {
    pair: Pair,
    nearest: Nearest,
    friction: Real,
    group: u32,
    /// Whether it gets its impulse within the iteration of elastic solids.
    inside: bool,
    /// Inverse mass of the pair along its normal, 1/kg.
    mobility: Real,
    /// Impulse on the first side along the normal and across, N·s.
    push: Real,
    rub: Vec3,
    /// How much of the push friction counts on when solids are kept apart after their iteration, N·s.
    grip: Real,
}

/// A pair of elastic solids that may touch, as their solver sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    /// Places of the two bodies.
    pub(crate) softs: [u32; 2],
    pub(crate) key: Key,
    pub(crate) node: [u32; 4],
    /// Negative on the second side.
    pub(crate) weight: [Real; 4],
    /// How many nodes are on the first side.
    pub(crate) split: usize,
    /// From the second side to the first, unit.
    pub(crate) normal: Vec3,
    /// The velocity that asks for, m/s.
    pub(crate) b: Real,
    pub(crate) friction: Real,
}

/// Where two deformable bodies, or two parts of one, pushed each other in the last substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// Where, m.
    pub(crate) point: Vec3,
    /// From the second side to the first, unit.
    pub(crate) normal: Vec3,
    /// Impulse on the first side, N·s.
    pub(crate) impulse: Vec3,
}

/// Everything deformable that may touch something deformable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    hides: Vec<Hide>,
    /// Those in use come first.
    groups: Vec<Group>,
    used: usize,
    near: Vec<Near>,
    zones: Zones,
    /// Where nodes are and will be while pairs are foreseen.
    course: Course,
    /// Pairs of each kind that are held against what they do in this substep.
    watched: [Vec<u32>; 3],
    /// Those of them that may come near.
    awake: Vec<u32>,
    /// Those of the near ones that push each other.
    acting: Vec<u32>,
    stack: Vec<[u32; 2]>,
    /// Leaves that are near each other, and elements that are.
    leaves: Vec<[u32; 2]>,
    elements_near: Vec<[u32; 2]>,
    /// Candidates of each kind, while pairs are found.
    sieves: [Sieve; 3],
    /// Whether some bodies were too far from each other to be looked at.
    aloof: bool,
    /// The time since pairs were found, and for how long they were foreseen, s.
    age: Real,
    span: Real,
    /// Velocities of all nodes when pairs were looked at.
    looked: Vec<[Real; 4]>,
    /// Length of the substep if pairs have been looked at in it already, s.
    approached: Option<Real>,
    /// The number of this substep, by which pairs know that they are near.
    now: u32,
    /// Pieces that had to be moved as one in this step.
    pub(crate) stuck: usize,
    /// Elements of solids, and six times their volumes at rest, m³.
    elements: Vec<([u32; 4], Real)>,
}

/// What is asked of the world in a step.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) softs: &'a Arena<SoftBody>,
    /// What pairs pushed with in the last substep.
    pub(crate) memory: &'a Memory,
    /// Pairs of deformable bodies that a constraint ties to each other, by their places, the lower first; sorted.
    pub(crate) tied: &'a [[u32; 2]],
    /// How far things may come by falling within the step, m.
    pub(crate) fall: Real,
    /// Length of the step, s.
    pub(crate) step: Real,
    /// The instructions there are.
    pub(crate) level: Level,
}

impl Meetings {
    /// Takes the bodies that touch anything deformable.
    pub(crate) fn build(&mut self, softs: &Arena<SoftBody>) {
        self.hides.clear();
        self.elements.clear();
        self.used = 0;
        self.near.clear();
        for (handle, body) in softs.iter::<()>() {
            let [with_itself, with_others] = [body.meets_itself, body.meets_company()];
            if body.skin.is_empty() || body.contained || !(with_itself || with_others) {
                continue;
            }
            let start = body.slots.start;
            if matches!(body.model, Model::Corotational(_)) {
                let slots = |t: &[u32; 4]| (t.map(|i| start + i), body.mesh.volume6(*t));
                self.elements.extend(body.mesh.tets.iter().map(slots));
            }
            self.hides.push(Hide {
                soft: handle.index() as u32,
                slots: [start, start + body.slots.len],
                tree: Tree::new(body),
                half: half_distance(body),
                friction: body.friction,
                width: body.mesh_width,
                with_itself,
                with_others,
                groups: body.groups,
                inside: false,
                wings: Wings::of(body),
                mean: Vec3::ZERO,
                spread: 0.0,
                fastest: 0.0,
                changed: 0.0,
                travel: 0.0,
                allowed: 0.0,
                base: Vec::new(),
                strayed: Vec3::ZERO,
                astray: 0.0,
                again: false,
            });
        }
    }

    /// Whether there is anything to do at all.
    pub(crate) fn is_idle(&self) -> bool {
        self.hides.is_empty()
    }

    /// Finds who may meet whom in this step.
    pub(crate) fn find(&mut self, state: &State, around: Around<'_>) {
        self.used = 0;
        self.near.clear();
        self.stuck = 0;
        if self.hides.is_empty() {
            return;
        }
        self.find_groups(state, around, [0.0, around.step]);
    }

    /// Finds groups, and the pairs of each.
    fn find_groups(&mut self, state: &State, around: Around<'_>, [least, most]: [Real; 2]) {
        self.measure(state);
        let mean = self.mean();
        let mut span = most;
        for hide in &mut self.hides {
            let speed = hide.spread + (hide.mean - mean).length();
            span = span.min(FORESIGHT * hide.width / speed.max(Real::MIN_POSITIVE));
        }
        let span = span.max(least);
        (self.age, self.span) = (0.0, span);
        self.course.set(&state.nodes, span * LONGER);
        for hide in &mut self.hides {
            hide.tree.refit(&self.course, 2.0 * ASTRAY * hide.width, around.level);
            (hide.strayed, hide.astray) = (Vec3::ZERO, 0.0);
            hide.travel = 0.0;
            hide.allowed = FASTER * around.step * hide.fastest + MARGIN * hide.width + around.fall;
            let nodes = hide.range().map(|i| [state.nodes.x[i], state.nodes.v[i]]);
            hide.base.clear();
            hide.base.extend(nodes);
        }
        let kept = self.used;
        let mut used = 0;
        self.aloof = false;
        for i in 0..self.hides.len() {
            for j in i..self.hides.len() {
                let (a, b) = (&self.hides[i], &self.hides[j]);
                let meet = if i == j { a.with_itself } else { a.meets(b, around.tied) };
                if !meet {
                    continue;
                }
                let [Some(top), Some(other)] = [a.tree.limbs.first(), b.tree.limbs.first()] else {
                    continue;
                };
                if i != j && top.apart(other) > a.allowed + b.allowed + a.half + b.half {
                    self.aloof = true;
                    continue;
                }
                let hide = [i as u32, j as u32];
                let old = self.groups[used.min(kept)..kept].iter().position(|g| g.hide == hide);
                if let Some(old) = old {
                    self.groups.swap(used, used + old);
                } else {
                    if self.groups.len() <= used.max(kept) {
                        self.groups.push(Group::default());
                    }
                    let last = self.groups.len() - 1;
                    self.groups.swap(used, last);
                    self.groups[used].pushed = false;
                }
                let group = &mut self.groups[used];
                (group.hide, group.friction) = (hide, a.friction * b.friction);
                group.inside = a.inside && b.inside;
                group.found = 0.0;
                self.find_pairs(used, state, around);
                used += 1;
            }
        }
        self.used = used;
    }

    /// Finds the pairs of a group that may touch before things have come as far as is foreseen.
    fn find_pairs(&mut self, at: usize, state: &State, around: Around<'_>) {
        let Self { hides, groups, stack, leaves, elements_near, sieves, course, .. } = self;
        let group = &mut groups[at];
        let [i, j] = group.hide.map(|i| i as usize);
        let distance = hides[i].half + hides[j].half;
        let reach = distance + ASTRAY * (hides[i].width + hides[j].width);
        let (pairs, tangles) = (&mut group.pairs, &mut group.tangles);
        pairs.clear();
        tangles.clear();
        let nodes = &state.nodes;
        let rest = (i == j).then(|| around.softs.at(hides[i].soft as usize)).flatten();
        sieves.iter_mut().for_each(Sieve::clear);
        let tree = &hides[i].tree;
        // In a flat rectangle what has no node in common is no nearer at rest than a face is high.
        let roomy = tree.rectangle && AT_REST * tree.lowest > distance;
        let near_at_rest = rest.filter(|_| !roomy);
        let mut finder = Finder { nodes, pairs, tangles, sieves, distance, near_at_rest };
        let (a, b) = (&hides[i].tree, &hides[j].tree);
        leaves.clear();
        elements_near.clear();
        if i == j {
            a.with_itself(reach, stack, leaves);
        } else {
            a.with(b, reach, stack, leaves);
        }
        leaf::sift([a, b], leaves, reach, around.level, elements_near);
        elements_near.truncate(MOST_NEAR * (a.elements.len() + b.elements.len()));
        let neighbours = NEIGHBOURS * hides[i].width;
        for pair in elements_near.iter() {
            if i != j || !a.is_level(*pair, neighbours) {
                finder.look(&a.elements[pair[0] as usize], &b.elements[pair[1] as usize]);
            }
        }
        finder.take_near(reach, course, around.level);
        if !group.tangles.is_empty() {
            let middle = |hide: &Hide| {
                let slots = hide.slots[0] as usize..hide.slots[1] as usize;
                let count = slots.len() as Real;
                slots.fold(Vec3::ZERO, |sum, i| sum + nodes.position(i)) / count
            };
            let middles = (i != j).then(|| [middle(&hides[i]), middle(&hides[j])]);
            let near = distance + hides[i].width.max(hides[j].width);
            let around = tangle::Around { nodes, middles, near };
            tangle::settle(&mut group.tangles, &mut group.pairs, &around);
        }
    }

    /// Velocities of the bodies as a whole.
    fn measure(&mut self, state: &State) {
        for hide in &mut self.hides {
            let all = Extent::of(state.nodes.v[hide.range()].iter().copied());
            (hide.mean, hide.spread) = (all.middle(), all.radius());
            hide.fastest = hide.mean.length() + hide.spread;
        }
    }

    /// How much velocities have changed since pairs were looked at, and how far nodes will have strayed at the end of the substep from
    /// where they were going.
    fn compare(&mut self, state: &State, h: Real) {
        let t = self.age;
        for hide in &mut self.hides {
            let range = hide.range();
            let (x, v) = (&state.nodes.x[range.clone()], &state.nodes.v[range.clone()]);
            let off = x.iter().zip(v).zip(&hide.base).map(|((x, v), [x0, v0])| {
                std::array::from_fn(|k| (x[k] - x0[k]) + (v[k] * h - v0[k] * t))
            });
            let changes = v.iter().zip(&self.looked[range]).map(|(v, u)| minus(*v, *u));
            let both = changes.zip(off.clone()).map(|(change, off)| [change, off]);
            let [changed, all] = Extent::of_both(both);
            hide.changed = changed.farthest();
            (hide.strayed, hide.astray) = (all.middle(), all.radius());
            // The corners of that box may be far from all of them.
            if hide.astray > ENOUGH * ASTRAY * hide.width {
                hide.astray = all.farthest_from_middle(off);
            }
        }
    }

    /// The mean of the bodies' mean velocities.
    fn mean(&self) -> Vec3 {
        let sum = self.hides.iter().fold(Vec3::ZERO, |sum, hide| sum + hide.mean);
        sum / self.hides.len().max(1) as Real
    }

    /// Begins a substep. From now on it counts how much velocities change.
    fn set_out(&mut self, state: &State, around: Around<'_>, h: Real) {
        self.near.clear();
        self.now = self.now.wrapping_add(1);
        if self.aloof {
            self.measure(state);
        }
        self.advance(state, around, h);
        self.looked.clear();
        self.looked.extend_from_slice(&state.nodes.v);
        self.hides.iter_mut().for_each(|hide| hide.changed = 0.0);
        for group in &mut self.groups[..self.used] {
            let half = |i: u32| self.hides[i as usize].half;
            group.slack = SLACK * (half(group.hide[0]) + half(group.hide[1]));
            group.strayed = foreseen_straying(&self.hides, group.hide);
        }
    }

    /// Begins a substep before anything pushes: elastic solids, which `inside` tells by their place, look at what they may touch.
    pub(crate) fn approach(
        &mut self,
        state: &State,
        around: Around<'_>,
        h: Real,
        inside: impl Fn(u32) -> bool,
    ) {
        for hide in &mut self.hides {
            hide.inside = inside(hide.soft);
        }
        for group in &mut self.groups[..self.used] {
            group.inside = group.hide.iter().all(|&i| self.hides[i as usize].inside);
        }
        if !self.groups[..self.used].iter().any(|g| g.inside) {
            return;
        }
        self.set_out(state, around, h);
        self.approached = Some(h);
        for i in 0..self.used {
            if self.groups[i].inside {
                self.look(i, state, around, h, true);
            }
        }
    }

    /// The pairs that touch within the iteration of elastic solids, each with the number by which it is told its impulse.
    pub(crate) fn inside(&self) -> impl Iterator<Item = (u32, Approach)> + '_ {
        let h = self.approached.unwrap_or(Real::INFINITY);
        let touching = |n: &&Near| n.inside && n.mobility > 0.0;
        let all = self.near.iter().enumerate().filter(move |(_, n)| touching(n));
        all.map(move |(i, n)| {
            let approach = Approach {
                softs: sides(&self.hides, self.groups[n.group as usize].hide, n.pair.node)
                    .map(|hide| hide.soft),
                key: n.pair.key(),
                node: n.pair.node,
                weight: n.nearest.weight,
                split: n.pair.split(),
                normal: n.nearest.normal,
                b: -n.wish(h, SHARE_INSIDE),
                friction: n.friction,
            };
            (i as u32, approach)
        })
    }

    /// Tells a pair what it pushed with, and how much of that along its normal friction counts on.
    pub(crate) fn pushed(&mut self, i: u32, normal: Vec3, impulse: Vec3, grip: Real) {
        if let Some(near) = self.near.get_mut(i as usize) {
            near.push = impulse.dot(normal);
            near.grip = grip;
            near.rub = impulse - normal * near.push;
        }
    }

    /// What pairs pushed with in this substep, on their first sides.
    pub(crate) fn carried(&self) -> impl Iterator<Item = (Key, Vec3)> + '_ {
        let pushed = self.near.iter().filter(|n| n.push > 0.0);
        pushed.map(|n| (n.pair.key(), n.nearest.normal * n.push + n.rub))
    }

    /// One substep: what is near does not come through each other, and rubs.
    pub(crate) fn solve(&mut self, state: &mut State, around: Around<'_>, h: Real) {
        if self.hides.is_empty() {
            return;
        }
        if self.approached.take().is_some() {
            self.renew(state, around, h);
        } else {
            self.set_out(state, around, h);
        }
        for i in 0..self.used {
            if !self.groups[i].inside {
                self.look(i, state, around, h, true);
            }
        }
        for g in &self.groups[..self.used] {
            for tangle in &g.tangles {
                tangle.draw_apart(state);
            }
        }
        if self.near.is_empty() {
            return;
        }
        for near in self.near.iter().filter(|n| n.push > 0.0 && !n.inside) {
            near.give(&mut state.nodes, near.nearest.normal * near.push + near.rub);
        }
        let Self { near, acting, .. } = self;
        acting.clear();
        let acts = |n: &Near| n.mobility > 0.0 && !n.inside;
        acting.extend((0..near.len() as u32).filter(|&i| acts(&near[i as usize])));
        for _ in 0..SWEEPS {
            for &i in acting.iter() {
                near[i as usize].act(&mut state.nodes, h);
            }
        }
        for near in self.near.iter().filter(|n| n.push > 0.0) {
            self.groups[near.group as usize].pushed = true;
        }
    }

    /// What would still pass is moved as one: the last word on the velocities of a substep.
    pub(crate) fn hold(&mut self, state: &mut State, around: Around<'_>, h: Real) {
        if self.hides.is_empty() {
            return;
        }
        self.zones.begin(state.nodes.x.len());
        self.repair(state, around, h);
        let mut known = 0;
        for _ in 0..LOOKS {
            if self.renew(state, around, h) {
                known = 0;
            }
            self.look_again(state, around, h);
            if self.near.len() == known && self.zones.is_done()
                || self.near.is_empty() && self.elements.is_empty()
            {
                break;
            }
            self.zones.hold(&self.near, known, &self.elements, state, h);
            known = self.near.len();
        }
        self.stuck += self.zones.count();
    }

    /// What the iteration of solids has left to come too near is kept apart pair by pair, by the masses of the nodes: that costs
    /// less of their energy than to move them as one.
    fn repair(&mut self, state: &mut State, around: Around<'_>, h: Real) {
        if !self.groups[..self.used].iter().any(|g| g.inside) {
            return;
        }
        self.renew(state, around, h);
        self.look_again(state, around, h);
        let Self { groups, hides, near, .. } = self;
        for _ in 0..REPAIRS {
            for near in near.iter_mut() {
                let group = &groups[near.group as usize];
                let Some(lack) = near.lack(&state.nodes, h).filter(|_| group.inside) else {
                    continue;
                };
                // That is known of few: whether sides go past each other takes long to tell.
                if !passes(hides, group.hide, &near.pair, &near.nearest, state) {
                    near.keep(&mut state.nodes, lack);
                }
            }
        }
    }

    /// Once positions have followed: what moved sides apart that were too near leaves no velocity behind.
    pub(crate) fn relax(&mut self, state: &mut State) {
        let deep = |n: &&mut Near| n.push > 0.0 && n.nearest.distance < n.pair.distance;
        for near in self.near.iter_mut().filter(deep) {
            near.relax(&mut state.nodes);
        }
    }

    /// Impulses may have sent nodes elsewhere than was thought when pairs were looked at: takes those that may touch
    /// now too.
    fn look_again(&mut self, state: &State, around: Around<'_>, h: Real) {
        let Self { groups, hides, .. } = self;
        for group in &mut groups[..self.used] {
            let changed = |i: u32| hides[i as usize].changed;
            let off = h * (changed(group.hide[0]) + changed(group.hide[1]));
            if off > group.slack {
                (group.slack, group.again) = (1.5 * off, true);
            }
        }
        for i in 0..self.used {
            let group = &mut self.groups[i];
            if std::mem::take(&mut group.again) {
                self.look(i, state, around, h, false);
            }
        }
    }

    /// Counts again how far things may come in this substep, now that velocities have changed; tells whether pairs were found
    /// anew.
    fn renew(&mut self, state: &State, around: Around<'_>, h: Real) -> bool {
        self.compare(state, h);
        let strays = self.strays();
        let anew = strays && !self.find_astray(state, around, h);
        if anew {
            let most = (2.0 * self.age).min(around.step);
            self.find_groups(state, around, [FASTER * h, most]);
            self.hides.iter_mut().for_each(|hide| hide.travel = h * hide.fastest);
            self.age = h;
            self.near.retain(|n| n.push > 0.0);
        }
        for group in &mut self.groups[..self.used] {
            if strays || straying(&self.hides, group.hide) > group.strayed {
                group.strayed = foreseen_straying(&self.hides, group.hide);
                group.again = true;
            }
        }
        strays
    }

    /// Whether some node goes farther from its way than was foreseen.
    fn strays(&self) -> bool {
        let common = self.common_straying();
        self.hides.iter().any(|hide| hide.straying(common) > ASTRAY * hide.width)
    }

    fn common_straying(&self) -> Vec3 {
        let sum = self.hides.iter().fold(Vec3::ZERO, |sum, hide| sum + hide.strayed);
        sum / self.hides.len() as Real
    }

    /// Finds again the pairs of those bodies only that have strayed, if they are a few; tells whether that is enough.
    fn find_astray(&mut self, state: &State, around: Around<'_>, h: Real) -> bool {
        let common = self.common_straying();
        let far = |hide: &Hide| hide.straying(common) > STRAYED * ASTRAY * hide.width;
        let count = self.hides.iter().filter(|hide| far(hide)).count();
        if count as Real > FEW * self.hides.len() as Real {
            return false;
        }
        let start = self.age - h;
        for hide in &mut self.hides {
            hide.again = far(hide);
            if hide.again {
                for (base, i) in hide.base.iter_mut().zip(hide.slots[0] as usize..) {
                    let (x, v) = (state.nodes.x[i], state.nodes.v[i]);
                    *base = [std::array::from_fn(|k| x[k] - v[k] * start), v];
                }
            }
        }
        self.compare(state, h);
        if self.strays() {
            return false;
        }
        for hide in &self.hides {
            self.course.go_on(hide.slots[0], &hide.base, [start, self.span * LONGER]);
        }
        for hide in &mut self.hides {
            hide.tree.refit(&self.course, 2.0 * ASTRAY * hide.width, around.level);
        }
        for i in 0..self.used {
            if self.groups[i].hide.iter().any(|&k| self.hides[k as usize].again) {
                self.near.retain(|n| n.group != i as u32 || n.push > 0.0);
                self.groups[i].found = start;
                self.find_pairs(i, state, around);
            }
        }
        true
    }

    /// Whether all bodies that are near each other are swept in the weave, so that they meet before they touch rigid ones.
    pub(crate) fn is_woven(&self, softs: &Arena<SoftBody>) -> bool {
        let groups = &self.groups[..self.used];
        let mut hides = groups.iter().flat_map(|g| g.hide);
        hides
            .all(|i| softs.at(self.hides[i as usize].soft as usize).is_some_and(SoftBody::is_woven))
    }

    /// Counts how far things may come in this substep, and finds them again when that was not foreseen.
    fn advance(&mut self, state: &State, around: Around<'_>, h: Real) {
        self.age += h;
        let mut beyond = self.age > self.span * LONGER;
        for hide in &mut self.hides {
            hide.travel += h * hide.fastest;
            beyond |= self.aloof && hide.travel > hide.allowed;
        }
        if beyond {
            // What has strayed once will do so again: nothing is foreseen for much longer than it lasted.
            let most = (2.0 * self.age).min(around.step);
            self.find_groups(state, around, [FASTER * h, most]);
            self.hides.iter_mut().for_each(|hide| hide.travel = h * hide.fastest);
            self.age = h;
        }
    }

    /// Looks at the pairs of a group that may have come near and are not known to be; those that are not `free` any more
    /// get no impulse, but do not pass.
    fn look(&mut self, i: usize, state: &State, around: Around<'_>, h: Real, free: bool) {
        self.watch(i, state, around.level, h);
        let (group, hides, now) = (&mut self.groups[i], &self.hides, self.now);
        let share = if group.inside { AHEAD } else { 0.0 };
        for &k in &self.awake {
            let pair = &mut group.pairs[k as usize];
            let nearest = pair.nearest(&state.nodes);
            let gap = nearest.distance - pair.distance;
            let ahead = share * pair.distance;
            // How far its sides may come towards each other: no more than their nodes do along the normal.
            let closing = pair.closing(&state.nodes, nearest.normal) * h * FASTER;
            let soon = closing.max(0.0) + ahead.max(SOON * pair.distance);
            let waits = gap > soon && nearest.normal != Vec3::ZERO;
            // Nor can it pass in this substep as long as velocities do not change by too much.
            if waits && nearest.distance > pair.relative(&self.looked) * h + group.slack {
                continue;
            }
            // Rigid bodies may still push either side: that it does not pass is looked at in the end.
            let mut mobility = 0.0;
            let pushes = nearest.inside && nearest.normal != Vec3::ZERO && !waits && free;
            let passes = pushes && group.inside && passes(hides, group.hide, pair, &nearest, state);
            if pushes && !passes {
                for (&node, w) in pair.node.iter().zip(nearest.weight) {
                    let s = state.nodes.x[node as usize][3];
                    mobility += w * w * s * s;
                }
            }
            pair.seen = now;
            let mut near = Near {
                pair: *pair,
                nearest,
                friction: group.friction,
                group: i as u32,
                inside: group.inside && free,
                mobility,
                push: 0.0,
                rub: Vec3::ZERO,
                grip: 0.0,
            };
            // Ties of solids begin in their own way.
            let begins = mobility > 0.0 && !near.inside;
            if let Some(held) = around.memory.recall_meeting(pair.key()).filter(|_| begins) {
                near.begin_with(held * WARM);
            }
            self.near.push(near);
        }
    }

    /// Finds the pairs of a group that may come near in this substep, as nodes move now, and are not known to be near.
    fn watch(&mut self, i: usize, state: &State, level: Level, h: Real) {
        let Self { groups, hides, sieves, watched, awake, now, age, span, .. } = self;
        let group = &groups[i];
        let share = if group.inside { AHEAD } else { 0.0 };
        let time = *span * LONGER - group.found;
        let during = [*age - h, *age].map(|t| (t - group.found) / time);
        sieves.iter_mut().for_each(Sieve::clear);
        watched.iter_mut().for_each(Vec::clear);
        for (k, pair) in group.pairs.iter().enumerate() {
            let far = pair.foreseen(during) >= (1.0 + share) * pair.distance + group.strayed;
            // What is not a number is looked at.
            if !far && pair.seen != *now {
                sieves[pair.kind as usize].push(pair.node);
                watched[pair.kind as usize].push(k as u32);
            }
        }
        // What stays farther than that gets no impulse, nor does it pass unless velocities change so much that it is looked at again.
        let [a, b] = group.hide.map(|i| &hides[i as usize]);
        let off = h * (a.changed + b.changed);
        let reach = |distance: Real| ((1.0 + share + SOON) * distance).max(group.slack + off);
        let most = reach(a.half + b.half);
        awake.clear();
        // Were they faster.
        let soon = Ends::Going(&state.nodes, h * FASTER);
        for ((sieve, watched), kind) in sieves.iter_mut().zip(watched).zip(KINDS) {
            sieve.shake(soon, kind, level);
            // Parts of one body that are nearer at rest keep less.
            let near = |line: [Real; 2], k: u32| {
                let own = reach(group.pairs[k as usize].distance);
                !(line[0] > own && line[1] > own)
            };
            let left = sieve.left(most).map(|(k, _, line)| (line, watched[k]));
            awake.extend(left.filter(|(line, k)| near(*line, *k)).map(|(_, k)| k));
        }
    }

    /// The longest substep for bodies that come at each other as fast as these, s.
    pub(crate) fn longest_substep(&self) -> Real {
        let longest = |group: &Group| {
            let [a, b] = group.hide.map(|i| &self.hides[i as usize]);
            let speed = (a.mean - b.mean).length();
            STRIDE * a.width.min(b.width) / speed.max(Real::MIN_POSITIVE)
        };
        self.groups[..self.used].iter().map(longest).fold(Real::INFINITY, Real::min)
    }

    /// The bodies whose nodes may have been pushed in this substep.
    pub(crate) fn softs(&self) -> impl Iterator<Item = u32> + '_ {
        self.hides.iter().map(|hide| hide.soft)
    }

    /// How many pairs pushed each other in the last substep.
    pub(crate) fn count(&self) -> usize {
        self.near.iter().filter(|n| n.push > 0.0).count()
    }

    /// Where they did.
    pub(crate) fn met<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Met> + 'a {
        self.near.iter().filter(|n| n.push > 0.0).map(|n| {
            let (normal, split) = (n.nearest.normal, n.pair.split());
            let sides = n.pair.node.iter().zip(n.nearest.weight).take(split);
            let point = sides.fold(Vec3::ZERO, |sum, (&i, w)| {
                sum + state
                    .nodes
                    .x
                    .get(i as usize)
                    .map_or(Vec3::ZERO, |x| Vec3::new(x[0], x[1], x[2]))
                    * w
            });
            Met { point, normal, impulse: normal * n.push + n.rub }
        })
    }

    /// Pairs of deformable bodies that pushed each other in this step, by their places.
    pub(crate) fn touched(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let groups = self.groups[..self.used].iter().filter(|g| g.pushed);
        self.softs_of(groups).filter(|[a, b]| a != b)
    }

    /// Pairs of deformable bodies that are near each other.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let groups = self.groups[..self.used].iter().filter(|g| !g.pairs.is_empty());
        self.softs_of(groups).filter(|[a, b]| a != b)
    }

    /// Pairs of deformable bodies that cross each other, or one that crosses itself.
    pub(crate) fn crossed(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.softs_of(self.groups[..self.used].iter().filter(|g| !g.tangles.is_empty()))
    }

    fn softs_of<'a>(
        &'a self,
        groups: impl Iterator<Item = &'a Group> + 'a,
    ) -> impl Iterator<Item = [u32; 2]> + 'a {
        groups.map(|g| g.hide.map(|i| self.hides[i as usize].soft))
    }
}

/// Half the distance that a body keeps, m.
pub(crate) fn half_distance(body: &SoftBody) -> Real {
    0.5 * body.thickness.max((CLEARANCE * body.mesh_width).min(MOST_CLEARANCE))
}

/// The bodies of a pair's two sides.
fn sides(hides: &[Hide], hide: [u32; 2], node: [u32; 4]) -> [&Hide; 2] {
    let [a, b] = hide.map(|i| &hides[i as usize]);
    if (a.slots[0]..a.slots[1]).contains(&node[0]) { [a, b] } else { [b, a] }
}

/// Whether the sides of a pair of solids go past each other rather than against: edges beside each other, in faces that look at each
/// other.
fn passes(hides: &[Hide], hide: [u32; 2], pair: &Pair, nearest: &Nearest, state: &State) -> bool {
    let wings = sides(hides, hide, pair.node).map(|hide| &hide.wings);
    wings::pass(wings, pair, nearest, &state.nodes)
}

/// How far two nodes may have strayed against each other from the ways that were foreseen for them, m.
fn straying(hides: &[Hide], [i, j]: [u32; 2]) -> Real {
    let (a, b) = (&hides[i as usize], &hides[j as usize]);
    a.astray + b.astray + (a.strayed - b.strayed).length()
}

/// The same, and what they are given before it counts. Beyond what they may stray pairs are found anew.
fn foreseen_straying(hides: &[Hide], hide: [u32; 2]) -> Real {
    let most = ASTRAY * (hides[hide[0] as usize].width + hides[hide[1] as usize].width);
    (straying(hides, hide) + MORE * most).min(most)
}

impl Hide {
    /// How far its nodes have strayed from their ways, at most, and from a motion of all bodies, m.
    fn straying(&self, common: Vec3) -> Real {
        self.astray + (self.strayed - common).length()
    }

    fn range(&self) -> Range<usize> {
        self.slots[0] as usize..self.slots[1] as usize
    }

    fn meets(&self, other: &Self, tied: &[[u32; 2]]) -> bool {
        let pair = [self.soft.min(other.soft), self.soft.max(other.soft)];
        self.with_others
            && other.with_others
            && self.groups.touch(other.groups)
            && tied.binary_search(&pair).is_err()
    }
}

/// Makes pairs of elements that are near each other.
struct Finder<'a> {
    nodes: &'a Nodes,
    pairs: &'a mut Vec<Pair>,
    tangles: &'a mut Vec<Tangle>,
    sieves: &'a mut [Sieve; 3],
    distance: Real,
    /// The body, if parts of it may be nearer at rest than they keep.
    near_at_rest: Option<&'a SoftBody>,
}

/// What each sieve holds.
const KINDS: [Kind; 3] = [Kind::CornerFace, Kind::Edges, Kind::Lines];

impl Finder<'_> {
    /// Takes the corners and edges of two elements for candidates.
    fn look(&mut self, a: &Element, b: &Element) {
        let [corners, edges, lines] = self.sieves;
        for (a, b) in [(a, b), (b, a)] {
            let [p, q, r] = b.node;
            for &corner in a.own_corners().iter().filter(|c| b.is_face() && !b.node.contains(c)) {
                corners.push([corner, p, q, r]);
            }
        }
        let edges = if a.is_face() && b.is_face() { edges } else { lines };
        for &[p, q] in a.own_edges() {
            for &[r, s] in b.own_edges() {
                if p != r && p != s && q != r && q != s {
                    // Sides have an order that does not depend on who was found first.
                    edges.push(if r < p { [r, s, p, q] } else { [p, q, r, s] });
                }
            }
        }
        tangle::find(a, b, self.nodes, self.tangles);
    }

    /// Keeps what may come nearer than `reach`.
    fn take_near(&mut self, reach: Real, course: &Course, level: Level) {
        for (sieve, kind) in self.sieves.iter_mut().zip(KINDS) {
            sieve.shake(Ends::Course(course), kind, level);
            for (_, node, apart) in sieve.left(reach) {
                let mut pair = Pair::new(node, kind, self.distance);
                if let Some(body) = self.near_at_rest {
                    let start = body.slots.start;
                    let rest = node.map(|i| body.mesh.points[(i - start) as usize]);
                    pair.distance = pair.distance.min(AT_REST * pair.nearest_of(rest).distance);
                }
                pair.apart = apart;
                self.pairs.push(pair);
            }
        }
    }
}

impl Near {
    /// Gives the pair the impulse that it lacks.
    fn act(&mut self, nodes: &mut Nodes, h: Real) {
        let normal = self.nearest.normal;
        let wish = self.wish(h, SHARE);
        let rate = self.rate(nodes);
        let along = rate.dot(normal);
        let (before, rubbed) = (self.push, self.rub);
        self.push = (before + (wish - along) / self.mobility).max(0.0);
        self.rub -= (rate - normal * along) / self.mobility;
        self.limit_rub();
        let impulse = normal * (self.push - before) + (self.rub - rubbed);
        if impulse != Vec3::ZERO {
            self.give(nodes, impulse);
        }
    }

    /// Starts from an impulse on the first side.
    fn begin_with(&mut self, held: Vec3) {
        let normal = self.nearest.normal;
        let along = held.dot(normal);
        self.push = along.max(0.0);
        self.rub = held - normal * along;
        self.limit_rub();
    }

    /// Keeps friction within its cone.
    fn limit_rub(&mut self) {
        let (size, most) = (self.rub.length(), self.friction * self.push);
        if size > most {
            self.rub *= most / size;
        }
    }

    /// Takes the speed back at which sides that were too near have come apart.
    fn relax(&mut self, nodes: &mut Nodes) {
        let normal = self.nearest.normal;
        let push = (self.push - self.rate(nodes).dot(normal) / self.mobility).max(0.0);
        let more = push - self.push;
        self.push = push;
        self.give(nodes, normal * more);
    }

    /// Gives an impulse to the first side and takes it from the second.
    fn give(&self, nodes: &mut Nodes, impulse: Vec3) {
        for (&node, w) in self.pair.node.iter().zip(self.nearest.weight) {
            let i = node as usize;
            let s = nodes.x[i][3];
            let v = nodes.velocity(i) + impulse * (w * s * s);
            nodes.set_velocity(i, v);
        }
    }

    /// How much faster its sides should come apart, so that they keep a share of their distance, m/s; none if it has nothing to do.
    fn lack(&self, nodes: &Nodes, h: Real) -> Option<Real> {
        let Nearest { normal, distance, .. } = self.nearest;
        let floor = FLOOR * self.pair.distance;
        let wish = (floor.min(distance) - distance) / h;
        let lack = wish - self.rate(nodes).dot(normal);
        (normal != Vec3::ZERO && !(lack <= 0.0 && self.grip <= 0.0)).then_some(lack)
    }

    /// Keeps a share of the distance, and rubs by what that takes.
    fn keep(&mut self, nodes: &mut Nodes, lack: Real) {
        let Nearest { weight, normal, .. } = self.nearest;
        let rate = self.rate(nodes);
        let along = rate.dot(normal);
        let mut mobility = 0.0;
        for (&node, w) in self.pair.node.iter().zip(weight) {
            let s = nodes.x[node as usize][3];
            mobility += w * w * s * s;
        }
        if mobility <= 0.0 {
            return;
        }
        let more = (lack / mobility).max(0.0);
        self.push += more;
        self.grip += more;
        let mut rub = self.rub - (rate - normal * along) / mobility;
        let (size, most) = (rub.length(), self.friction * self.grip);
        if size > most {
            rub *= most / size;
        }
        let impulse = normal * more + (rub - self.rub);
        self.rub = rub;
        for (&node, w) in self.pair.node.iter().zip(weight) {
            let i = node as usize;
            let s = nodes.x[i][3];
            let v = nodes.velocity(i) + impulse * (w * s * s);
            nodes.set_velocity(i, v);
        }
    }

    /// The speed at which its sides should come apart, m/s: negative as long as there is a gap.
    fn wish(&self, h: Real, share: Real) -> Real {
        let gap = self.nearest.distance - self.pair.distance;
        if gap >= 0.0 { -gap / h } else { (-gap * share / h).min(PUSH) }
    }

    /// The velocity of the first side relative to the second.
    fn rate(&self, nodes: &Nodes) -> Vec3 {
        let of = |k: usize| nodes.velocity(self.pair.node[k] as usize) * self.nearest.weight[k];
        of(0) + of(1) + of(2) + of(3)
    }
}
