//! Brushes: contacts of thin bodies with rigid ones.
//!
//! A brush is a thin body near one collider. Its nodes do not come nearer to the surface than half
//! the thickness, and rub (Vezzano et al. 2015, sections 4.3 and 4.4). With the signed distance `s`
//! and the outward normal `n` at the start of the substep, and `v` the velocity relative to the
//! surface:
//!
//! ```text
//! C = s − offset,   C + h n·v⁺ ≥ 0,   λ ≥ 0,   |friction| ≤ μ λ against the slip
//! ```
//!
//! Distances from convex shapes are convex, so what is held to first order is held. Contacts come last in
//! a substep and start from nothing: a node is light, and one look at it is enough.
//!
//! **Crowds.** Hundreds of nodes may push one body in the same substep. Each sees a body of a `K`-th of
//! its mass and inertia, `K` the number of those that close in: together they stop it, and no more
//! (mass splitting: Tonge et al. 2012, with one row a copy). What they push it by is summed and given to
//! it at once, so momentum is kept.
//!
//! **Pinched nodes.** A node between a moving body and one that does not move presents no
//! compliance to the moving one, which would sink in otherwise. What it is pushed by goes straight to
//! the body that does not move.
//!
//! **Depth.** What is too deep already goes out at a speed in proportion, so slow that hardly any is
//! left when it is out. A cloth as thick as its default is far from the surface even then.
//!
//! **Coherence.** A block of nodes that is far away is not looked at again until nodes and body can have
//! come as far together, by their largest speeds.

mod kernels;
mod surface;

use super::facet::{self, FacetBlock};
use super::skin::Skin;
use super::{CALM, Nodes};
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::collision::between::{self, ALIKE, BULGE, Corners, Poke};
use crate::collision::collider::Collider;
use crate::collision::contacts::Touched;
use crate::collision::field::Field;
use crate::constraints::Substep;
use crate::constraints::batch::Engine;
use crate::handle::Arena;
use crate::math::lanes::{Lanes, Triple, V3, W};
use crate::math::wide::Wide;
use crate::math::{Pose, Quat, Real, Vec3};
use crate::solvers::velocities::{FrameSlot, Velocities};
use crate::state::{PackedFrame, Scale, State};
use kernels::{Look, Prod, Push};
use surface::{Near, Planes, Surface, distances};

/// Blocks are looked at this much before they can touch, m: what is moved out counts as no motion.
const MARGIN: Real = 0.001;
/// The share of a depth that is removed in a substep; of bodies with strands, whose substeps may be long, it goes out at so
/// many times its depth in a second,
const SHARE: Real = 0.02;
const OUT: Real = 40.0;
/// but by no more than this share in a substep.
const MOST: Real = 0.5;
/// A body of less than this share of the mass of the cloth on it is light.
const LIGHT: Real = 0.2;
/// Facets are found again after this time, s.
const FACETS_EVERY: Real = 0.001;
/// The share of an edge that a rigid body may go in a substep in which it may hit a thin body.
const FAST_STRIDE: Real = 0.25;
/// Normals that oppose each other more than this pinch a node.
const PINCH: Real = -0.7;

/// A rigid body as its brushes see it in one substep.
#[derive(Clone, Copy, Debug)]
struct Rigid {
    x: Vec3,
    q: Quat,
    v: Vec3,
    w: Vec3,
    /// Root of the inverse mass; 0 does not move.
    s: Real,
    /// Takes a torque to the scaled angular velocity, row by row.
    sr: [Vec3; 3],
    /// No point of it is faster, m/s.
    speed: Real,
}

/// A thin body near one collider.
#[derive(Clone, Debug, Default)]
struct Brush {
    skin: u32,
    /// Place of the rigid body, its frame and which of its colliders.
    body: u32,
    frame: u32,
    collider: u32,
    moves: bool,
    offset: Real,
    /// Whether the edges of the thin body are solved as strands.
    strands: bool,
    friction: Real,
    restitution: Real,
    /// Blocks of the skin that may come near, with the travel at which each is to be looked at.
    blocks: Vec<(u32, Real)>,
    /// How far nodes and body may have come towards each other since they were found, m.
    travel: Real,
    /// How far they may before blocks must be found again, m.
    reach: Real,
    /// How far they may come in this substep, m.
    step: Real,
    /// Blocks as the tree gives them.
    found: Vec<u32>,
    /// Impulse on the frame in this step by block of the skin, N·s.
    total: Vec<V3>,
    /// Lanes that do not touch, by block of the skin; none if empty.
    masked: Vec<u8>,
    /// Points inside faces that touch, and what they have pushed the frame by in this step, N·s.
    facets: Vec<FacetBlock>,
    facet_total: Vec3,
    /// Faces, or links, that may come near a shape with corners or edges.
    faces: Vec<[u32; 3]>,
    /// Points of them that are deep, on their way to facets.
    pokes: Vec<Poke>,
    /// Mean length of the edges of the thin body, m.
    mesh_width: Real,
    /// The time since facets were found, s.
    age: Real,
    /// Planes of a shape without closed form, by block of the skin; none for others.
    planes: Vec<Planes>,
}

/// Eight nodes that may touch in this substep.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Active {
    node: [u32; W],
    /// Roots of the inverse masses, kg^-½.
    s: Lanes,
    /// From the centre of the body, m.
    r: V3,
    normal: V3,
    /// The gap at the start of the substep, m.
    gap: Lanes,
    /// 1 where the node is pinched, else 0.
    pinched: Lanes,
    brush: u32,
    block: u32,
}

/// All brushes of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brushes {
    skins: Vec<Skin>,
    /// Those in use come first: of bodies that move, by frame, then of those that do not.
    list: Vec<Brush>,
    used: usize,
    active: Vec<Active>,
    propped: Vec<Active>,
    /// Normals of bodies that do not move, by node slot; zero where none is near.
    props: Vec<Vec3>,
}

/// What brushes are found among.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) state: &'a State,
    pub(crate) softs: &'a Arena<SoftBody>,
    pub(crate) rigids: &'a Arena<RigidBody>,
    /// Nodes, each with the frame that something holds it to; sorted.
    pub(crate) joined: &'a [[u32; 2]],
    /// How far things may come by falling within the step, m.
    pub(crate) fall: Real,
    /// Length of the step, s.
    pub(crate) step: Real,
}

/// What a substep's contacts act on.
pub(crate) struct Touching<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) softs: &'a Arena<SoftBody>,
    pub(crate) rigids: &'a Arena<RigidBody>,
    pub(crate) joined: &'a [[u32; 2]],
    pub(crate) velocities: &'a mut Velocities,
    pub(crate) packed: &'a [PackedFrame],
    pub(crate) scales: &'a [Scale],
    pub(crate) fall: Real,
    pub(crate) step: Real,
    pub(crate) t: &'a Substep,
    pub(crate) on: Engine,
}

impl Brushes {
    /// Takes the bodies that are swept.
    pub(crate) fn build(&mut self, softs: &Arena<SoftBody>, active: bool) {
        self.skins.clear();
        self.clear();
        for (handle, body) in softs.iter::<()>() {
            if active && body.is_woven() && !body.skin.is_empty() {
                self.skins.push(Skin::new(handle.index() as u32, body));
            }
        }
    }

    /// Forgets all contacts.
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    /// Finds which thin bodies may touch what in this step.
    pub(crate) fn find(&mut self, around: Around<'_>) {
        self.clear();
        self.find_pairs(around);
    }

    /// Finds brushes. Those that are in use keep what they carried.
    fn find_pairs(&mut self, around: Around<'_>) {
        let kept = self.used;
        for skin in &mut self.skins {
            skin.refit(&around.state.nodes);
        }
        let mut next = 0;
        for moving in [true, false] {
            for (handle, body) in around.rigids.iter::<()>() {
                let moves = around.state.frames.mass[body.slot as usize].mass > 0.0;
                if moves != moving || !body.rigid.collides || body.rigid.sensor {
                    continue;
                }
                for skin in 0..self.skins.len() {
                    for collider in 0..body.form.colliders.len() {
                        let key = (skin as u32, handle.index() as u32, collider as u32);
                        next += usize::from(self.enter(around, key, body, moves, next, kept));
                    }
                }
            }
        }
        self.used = next;
    }

    /// Puts the brush of a body and a collider at a place of the list if they are near each other.
    fn enter(
        &mut self,
        around: Around<'_>,
        key: (u32, u32, u32),
        body: &RigidBody,
        moves: bool,
        place: usize,
        kept: usize,
    ) -> bool {
        let skin = &self.skins[key.0 as usize];
        let Some(soft) = around.softs.at(skin.soft as usize) else { return false };
        if !soft.groups.touch(body.rigid.groups) {
            return false;
        }
        let i = body.slot as usize;
        let frames = &around.state.frames;
        let turning = frames.w[i].length() * body.form.radius;
        let speed = fastest(around.state, soft)
            + frames.v[i].length()
            + if turning.is_nan() { 0.0 } else { turning };
        let offset = 0.5 * soft.thickness;
        let reach = MARGIN + around.fall + 1.25 * around.step * speed;
        let collider = &body.form.colliders[key.2 as usize];
        let near = Near::new(collider, frames.x[i], frames.q[i], offset + reach);
        if !near.passes(&skin.bounds()) {
            return false;
        }
        // What it carried in this step, if it was there before.
        let same = |b: &Brush| (b.skin, b.body, b.collider) == key;
        match self.list[place.min(kept)..kept].iter().position(same) {
            Some(at) => self.list.swap(place, place + at),
            None => {
                if self.list.len() < kept.max(place) + 1 {
                    self.list.push(Brush::default());
                }
                let last = self.list.len() - 1;
                self.list.swap(place, last);
                let brush = &mut self.list[place];
                brush.total.clear();
                brush.total.resize(skin.blocks.len(), V3::ZERO);
                brush.facet_total = Vec3::ZERO;
                brush.planes.clear();
                if Field::of(&collider.shape) == Field::Other {
                    brush.planes.resize(skin.blocks.len(), Planes::default());
                }
            }
        }
        let brush = &mut self.list[place];
        (brush.skin, brush.body, brush.collider, brush.frame) = (key.0, key.1, key.2, body.slot);
        (brush.moves, brush.offset, brush.reach, brush.travel) = (moves, offset, reach, 0.0);
        brush.strands = soft.has_strands();
        brush.friction = soft.friction * collider.friction;
        brush.restitution = soft.restitution.max(collider.restitution);
        brush.mask(skin, around.joined);
        brush.find_faces(soft, &near, around.state);
        brush.found.clear();
        skin.find(|b| near.passes(b), &mut brush.found);
        brush.blocks.clear();
        brush.blocks.extend(brush.found.iter().map(|&b| (b, 0.0)));
        !brush.blocks.is_empty()
    }

    /// A node and the frame of each pair that may touch within the step.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.list[..self.used].iter().filter_map(|b| {
            let (block, _) = b.blocks.first()?;
            Some([self.skins[b.skin as usize].blocks[*block as usize][0], b.frame])
        })
    }

    /// The longest substep that touching allows, s. No rigid body goes farther than a share of an edge towards a thin body that
    /// it may hit in this step: nodes are light, and what comes through between two looks is not stopped. Where corners may
    /// come through between nodes, or a body is lighter than what lies on it, calm cloth is looked at as often as any.
    pub(crate) fn longest_substep(&self, around: Around<'_>) -> Real {
        let frames = &around.state.frames;
        let fits = |brush: &Brush| {
            let soft = around.softs.at(self.skins[brush.skin as usize].soft as usize)?;
            let body = around.rigids.at(brush.body as usize)?;
            let nodes = soft.slots.range().map(|i| around.state.nodes.velocity(i));
            let mean = nodes.fold(Vec3::ZERO, |a, b| a + b) / soft.slots.len.max(1) as Real;
            let i = body.slot as usize;
            let turning = frames.w[i].length() * body.form.radius;
            let speed = (frames.v[i] - mean).length() + if turning > 0.0 { turning } else { 0.0 };
            let fast = FAST_STRIDE * soft.mesh_width / speed.max(Real::MIN_POSITIVE);
            let mass: Real = soft.slots.range().map(|i| around.state.nodes.mass(i)).sum();
            Some(if frames.mass[i].mass < LIGHT * mass { fast.min(CALM) } else { fast })
        };
        let list = &self.list[..self.used];
        let pokes = list.iter().any(|b| !b.faces.is_empty());
        let longest = if pokes { CALM } else { Real::INFINITY };
        list.iter().filter(|b| b.moves).filter_map(fits).fold(longest, Real::min)
    }

    /// How many nodes carried something in this step.
    pub(crate) fn count(&self) -> usize {
        self.carried().count()
    }

    /// What contacts carried in this step; all facets of a brush together.
    pub(crate) fn carried(&self) -> impl Iterator<Item = Touched> + '_ {
        self.nodes_carried().chain(self.list[..self.used].iter().filter_map(|brush| {
            let nodes = &self.skins[brush.skin as usize].blocks.first()?;
            (brush.facet_total != Vec3::ZERO).then_some(Touched {
                node: true,
                a: nodes[0],
                b: brush.frame,
                impulse: brush.facet_total,
            })
        }))
    }

    /// What nodes carried in this step.
    pub(crate) fn nodes_carried(&self) -> impl Iterator<Item = Touched> + '_ {
        self.list[..self.used].iter().flat_map(|brush| {
            let blocks = &self.skins[brush.skin as usize].blocks;
            brush.blocks.iter().flat_map(move |&(b, _)| {
                let (total, nodes) = (&brush.total[b as usize], &blocks[b as usize]);
                (0..W).filter_map(move |l| {
                    let impulse = total.lane(l);
                    (impulse != Vec3::ZERO).then_some(Touched {
                        node: true,
                        a: nodes[l],
                        b: brush.frame,
                        impulse,
                    })
                })
            })
        })
    }

    /// Thin bodies and frames that pushed each other in this step.
    pub(crate) fn touched(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let pushed = |b: &&Brush| {
            b.facet_total != Vec3::ZERO || b.total.iter().any(|total| *total != V3::ZERO)
        };
        let list = self.list[..self.used].iter().filter(pushed);
        list.map(|b| (self.skins[b.skin as usize].soft, b.frame))
    }

    /// Nodes do not go into rigid bodies, and rub on them: one substep.
    pub(crate) fn solve(&mut self, mut c: Touching<'_>) {
        if self.used == 0 {
            return;
        }
        self.advance(&mut c);
        let fixed = self.list[..self.used].partition_point(|b| b.moves);
        let mut propped = std::mem::take(&mut self.propped);
        propped.clear();
        for i in fixed..self.used {
            self.look(i, &mut c, &mut propped);
        }
        if fixed > 0 {
            self.prop(&propped, c.state.nodes.x.len());
        }
        let mut active = std::mem::take(&mut self.active);
        let mut i = 0;
        while i < fixed {
            let (first, frame) = (i, self.list[i].frame);
            active.clear();
            let mut crowd = 0;
            while i < fixed && self.list[i].frame == frame {
                crowd += self.look(i, &mut c, &mut active);
                i += 1;
            }
            self.push(&active, crowd, &mut c);
            self.poke(first..i, crowd, &mut c);
        }
        if fixed > 0 {
            self.unprop(&propped);
        }
        self.push(&propped, 0, &mut c);
        self.poke(fixed..self.used, 0, &mut c);
        (self.active, self.propped) = (active, propped);
    }

    /// Counts how far things may come in this substep, and finds blocks again when that was not
    /// foreseen.
    fn advance(&mut self, c: &mut Touching<'_>) {
        for skin in &mut self.skins {
            skin.fastest = c.softs.at(skin.soft as usize).map_or(0.0, |s| fastest(c.state, s));
        }
        if self.travel(c) {
            let Touching { softs, rigids, joined, fall, step, .. } = *c;
            self.find_pairs(Around { state: c.state, softs, rigids, joined, fall, step });
            self.travel(c);
        }
    }

    /// Adds the travel of this substep; tells whether some may have come farther than was foreseen.
    fn travel(&mut self, c: &Touching<'_>) -> bool {
        let mut beyond = false;
        for brush in &mut self.list[..self.used] {
            let rigid = c.rigids.at(brush.body as usize).map_or(0.0, |b| c.rigid(b).speed);
            brush.step = c.t.h * (self.skins[brush.skin as usize].fastest + rigid);
            brush.travel += brush.step;
            beyond |= brush.travel > brush.reach;
        }
        beyond
    }

    /// Looks at the blocks of a brush whose turn it is; tells how many nodes close in.
    fn look(&mut self, i: usize, c: &mut Touching<'_>, out: &mut Vec<Active>) -> u32 {
        let Self { skins, list, props, .. } = self;
        let brush = &mut list[i];
        let Some(body) = c.rigids.at(brush.body as usize) else { return 0 };
        let rigid = c.rigid(body);
        let collider = &body.form.colliders[brush.collider as usize];
        let surface = Surface::new(collider, rigid.x, rigid.q);
        brush.find_facets(collider, &rigid, c.state, c.t.h);
        let blocks = &skins[brush.skin as usize].blocks;
        let (nodes, h) = (Nodes::new(c.state), c.t.h);
        let look = Look { brush, i, blocks, rigid, collider, surface, nodes, props, h, out };
        c.on.level.run_kernel(look)
    }

    /// Marks the nodes that lie on bodies that do not move.
    fn prop(&mut self, propped: &[Active], nodes: usize) {
        self.props.resize(nodes, Vec3::ZERO);
        for a in propped {
            for l in (0..W).filter(|&l| a.gap.0[l] < MARGIN && a.node[l] != 0) {
                self.props[a.node[l] as usize] = a.normal.lane(l);
            }
        }
    }

    fn unprop(&mut self, propped: &[Active]) {
        for &node in propped.iter().flat_map(|a| &a.node) {
            self.props[node as usize] = Vec3::ZERO;
        }
    }

    /// Gives the impulses of contacts to their nodes and to the body, of which each sees a share. Only
    /// bodies that do not move share a list.
    fn push(&mut self, active: &[Active], crowd: u32, c: &mut Touching<'_>) {
        for of_one in active.chunk_by(|a, b| a.brush == b.brush) {
            let brush = &mut self.list[of_one[0].brush as usize];
            let Some(body) = c.rigids.at(brush.body as usize) else { continue };
            let rigid = c.rigid(body);
            let frame = brush.frame as usize;
            let (nodes, crowd) = (Nodes::new(c.state), crowd as Real);
            let push = Push { active: of_one, brush, rigid, nodes, crowd, t: c.t };
            let [p, l] = c.on.level.run_kernel(push);
            c.push_frame(frame, &rigid, p, l);
        }
    }

    /// Gives the impulses of points inside faces to their nodes and to the body.
    fn poke(&mut self, brushes: std::ops::Range<usize>, crowd: u32, c: &mut Touching<'_>) {
        for brush in self.list[brushes].iter_mut().filter(|b| !b.facets.is_empty()) {
            let Some(body) = c.rigids.at(brush.body as usize) else { continue };
            let rigid = c.rigid(body);
            let frame = brush.frame as usize;
            let collider = &body.form.colliders[brush.collider as usize];
            let surface = Surface::new(collider, rigid.x, rigid.q);
            let share = crowd as Real + brush.facets.iter().map(|f| f.used as Real).sum::<Real>();
            let crowd = if rigid.s > 0.0 { share } else { 0.0 };
            let nodes = Nodes::new(c.state);
            let prod = Prod { brush, collider, surface, rigid, nodes, crowd, t: c.t };
            let [p, l] = c.on.level.run_kernel(prod);
            c.push_frame(frame, &rigid, p, l);
        }
    }
}

impl Touching<'_> {
    fn rigid(&self, body: &RigidBody) -> Rigid {
        let i = body.slot as usize;
        Rigid::new(body, &self.packed[i], &self.scales[i], &self.velocities.frames[i])
    }

    /// Gives an impulse and an angular impulse to a frame.
    fn push_frame(&mut self, frame: usize, rigid: &Rigid, p: Vec3, l: Vec3) {
        if rigid.s > 0.0 {
            let turn = Vec3::new(rigid.sr[0].dot(l), rigid.sr[1].dot(l), rigid.sr[2].dot(l));
            let u = &mut self.velocities.frames[frame];
            *u = FrameSlot::new(u.linear() + p * rigid.s, u.angular() + turn);
        }
    }
}

impl Rigid {
    /// A body by the velocities that its frame has now.
    fn new(body: &RigidBody, packed: &PackedFrame, scale: &Scale, u: &FrameSlot) -> Self {
        let [mut v, mut w] = packed.rates();
        if scale.inv_m > 0.0 {
            (v, w) = (u.linear() * scale.inv_m, packed.unscale(u.angular()));
        }
        let (x, q, sr) = packed.pose();
        let speed = v.length() + w.length() * body.form.radius;
        Self {
            x,
            q,
            v,
            w,
            s: scale.inv_m,
            sr,
            speed: if speed.is_nan() { v.length() } else { speed },
        }
    }

    /// Velocities of points of the body, by their places from its centre.
    #[inline(always)]
    fn velocity<T: Wide>(&self, r: Triple<T>) -> Triple<T> {
        Triple::same(self.v) + Triple::same(self.w).cross(r)
    }

    /// How the body answers at points to unit impulses along directions, 1/kg.
    #[inline(always)]
    fn mobility<T: Wide>(&self, r: Triple<T>, along: Triple<T>) -> T {
        let turn = r.cross(along);
        let mut sum = T::splat(self.s * self.s);
        for row in self.sr {
            let u = Triple::same(row).dot(turn);
            sum = sum + u * u;
        }
        sum
    }
}

impl Brush {
    /// Gaps and outward normals of the nodes of a block.
    #[inline(always)]
    fn gap<T: Wide>(
        &mut self,
        surface: &Surface,
        collider: &Collider,
        block: u32,
        x: Triple<T>,
    ) -> (T, Triple<T>) {
        let (distance, normal) = surface.gap(x, |p| match self.planes.get_mut(block as usize) {
            Some(planes) => planes.distance(collider, p),
            None => distances(collider, p),
        });
        let gap = distance - T::splat(self.offset);
        let masked = self.masked.get(block as usize).copied().unwrap_or(0);
        if masked == 0 {
            return (gap, normal);
        }
        let mut gaps = gap.lanes();
        for l in (0..W).filter(|l| masked >> l & 1 == 1) {
            gaps.0[l] = Real::INFINITY;
        }
        (T::of(&gaps), normal)
    }

    /// Finds the faces or links that may come near, for shapes that have corners or edges or are small.
    fn find_faces(&mut self, soft: &SoftBody, near: &Near, state: &State) {
        self.faces.clear();
        self.facets.clear();
        self.mesh_width = soft.mesh_width;
        self.age = Real::INFINITY;
        // Half a square with the long side `a` goes into a ball of radius `R` by a²/8R with its corners on
        // it; in a grid that side is 1.25 times the mean edge.
        let edge = 1.25 * soft.mesh_width;
        let smooth = near.round.is_some_and(|r| edge * edge < 8.0 * r * BULGE.max(self.offset));
        if near.plane.is_some() || smooth {
            return;
        }
        for node in between::faces(soft) {
            let [a, b, c] = node.map(|i| state.nodes.position(i as usize));
            if near.passes(&[a.min(b).min(c), a.max(b).max(c)]) {
                self.faces.push(node);
            }
        }
    }

    /// Finds the points inside faces that touch, if it is time.
    fn find_facets(&mut self, collider: &Collider, rigid: &Rigid, state: &State, h: Real) {
        self.age += h;
        if self.faces.is_empty() || self.age < FACETS_EVERY {
            return;
        }
        self.age = 0.0;
        self.facets.clear();
        let pose = Pose::from_parts(rigid.x, rigid.q) * collider.local;
        let soon = self.offset + MARGIN + self.step / h * FACETS_EVERY;
        let distance = |p: Vec3| collider.distance(p);
        self.pokes.clear();
        for (face, &node) in self.faces.iter().enumerate() {
            let x = node.map(|i| pose.inverse_transform_point(state.nodes.position(i as usize)));
            let corners = Corners::new(x, distance);
            let link = node[1] == node[2];
            let tolerance = if link {
                between::tolerance(self.offset) + corners.sag()
            } else {
                BULGE.max(self.offset)
            };
            if let Some((weight, distance)) = corners.deepest(tolerance, soon, distance) {
                let at = x[0] * weight[0] + x[1] * weight[1] + x[2] * weight[2];
                let (face, known) = (face as u32, false);
                self.pokes.push(Poke { node, weight, face, at, distance, tolerance, known });
            }
        }
        between::decimate(&mut self.pokes, ALIKE * self.mesh_width);
        for poke in &self.pokes {
            // A link is held no farther off than where it is looked at; a face that is touched is pushed out as far as nodes.
            let give = if poke.node[1] == poke.node[2] { poke.tolerance } else { 0.0 };
            facet::add(&mut self.facets, poke.node, poke.weight, give);
        }
    }

    /// Finds the nodes that do not touch: those that something holds to the body, and padding.
    fn mask(&mut self, skin: &Skin, joined: &[[u32; 2]]) {
        self.masked.clear();
        self.masked.resize(skin.blocks.len(), 0);
        if let (Some(last), Some(mask)) = (skin.blocks.last(), self.masked.last_mut()) {
            *mask = (0..W).filter(|&l| last[l] == 0).fold(0, |m, l| m | 1 << l);
        }
        if joined.is_empty() {
            return;
        }
        for (block, mask) in skin.blocks.iter().zip(&mut self.masked) {
            let held = |l: &usize| joined.binary_search(&[block[*l], self.frame]).is_ok();
            *mask |= (0..W).filter(held).fold(0, |m, l| m | 1 << l);
        }
    }
}

/// The largest speed of a body's nodes, m/s.
fn fastest(state: &State, soft: &SoftBody) -> Real {
    // Four at once, since each comparison waits for the last.
    let larger = |a: Real, b: Real| if b > a { b } else { a };
    let mut most = [0.0; 4];
    for four in state.nodes.v[soft.slots.range()].chunks(4) {
        for (most, v) in most.iter_mut().zip(four) {
            *most = larger(*most, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        }
    }
    most.into_iter().fold(0.0, larger).sqrt()
}
