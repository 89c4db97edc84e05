//! The matrix: every pair of bodies × every constraint × every law it can have.
//!
//! A cell is one constraint between two free bodies. It must keep linear and angular momentum, give
//! the same motion when its ends are swapped, and push along the gradient of what it measures. A
//! new body, constraint or law is one more line in a list here.

use super::tolerance;
use crate::SolverChoice;
use crate::math::rotation;
use crate::meshing::primitives;
use crate::rows::{each_batch, for_batches};
use crate::{
    Anchor, Config, Distance, Firm, Handle, Integrator, Mass, Material, Plane, PositionBased, Real,
    Resistance, Resists, Rigid, Shape, ShapeMatching, Site, Soft, Softness, Springs, Vec3, World,
};

/// A body that constraints can be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Specimen {
    Ball,
    Box,
    Capsule,
    InextensibleCloth,
    Rope,
    SpringCloth,
    SpringSolid,
    SpringRk4,
    SpringImplicit,
    Corotational,
    Lattice,
    PositionBased,
    ShapeMatching,
}

const SPECIMENS: [Specimen; 13] = [
    Specimen::Ball,
    Specimen::Box,
    Specimen::Capsule,
    Specimen::InextensibleCloth,
    Specimen::Rope,
    Specimen::SpringCloth,
    Specimen::SpringSolid,
    Specimen::SpringRk4,
    Specimen::SpringImplicit,
    Specimen::Corotational,
    Specimen::Lattice,
    Specimen::PositionBased,
    Specimen::ShapeMatching,
];

#[derive(Clone, Copy, Debug)]
enum Added {
    Rigid(Handle<Rigid>),
    Soft(Handle<Soft>),
}

impl Specimen {
    /// The moment of momentum it may get from nowhere, kg·m²/s: hinges of swept cloth hand out what they change
    /// over some milliseconds, in which nodes move; what damps a rope finds its turning to a millionth.
    fn turns(self) -> Real {
        match self {
            Self::InextensibleCloth | Self::SpringCloth => 5e-6,
            Self::Rope => 1e-8,
            // It moves with another velocity than it goes on with: an impulse has a moment of the order of the step.
            Self::SpringRk4 => 1e-4,
            _ => 0.0,
        }
    }

    /// Whether it is a solid of another model or integrator than those that meet everybody.
    fn is_other_solid(self) -> bool {
        use Specimen::{Lattice, PositionBased, ShapeMatching, SpringImplicit, SpringRk4};
        matches!(self, SpringRk4 | SpringImplicit | Lattice | PositionBased | ShapeMatching)
    }

    fn is_solid(self) -> bool {
        use Specimen::{Corotational, SpringSolid};
        self.is_other_solid() || matches!(self, SpringSolid | Corotational)
    }

    fn is_rigid(self) -> bool {
        matches!(self, Self::Ball | Self::Box | Self::Capsule)
    }

    fn add(self, world: &mut World, position: Vec3, velocity: Vec3, collides: bool) -> Added {
        let rigid = |shape, mass| Rigid {
            velocity,
            rotation: rotation(Vec3::new(0.2, -0.3, 0.1)),
            angular_velocity: Vec3::new(0.4, 0.7, -0.2),
            collides,
            ..Rigid::new(shape, mass, position)
        };
        let soft = |mesh, material, mass| Soft {
            mesh,
            material,
            mass: Mass::Total(mass),
            position,
            velocity,
            collides,
            ..Soft::default()
        };
        let grid = || primitives::grid([0.3, 0.4], [4, 5]).unwrap();
        let solid = || primitives::solid_box([0.3, 0.2, 0.2], [2, 1, 1]).unwrap();
        let inextensible = Material::Inextensible { bending: 1e-3, compression: 20.0 };
        let springs = Material::MassSpring { stiffness: 200.0, damping: 0.2, bending: 1e-3 };
        let elastic = Material::Corotational { young: 2e4, poisson: 0.3, damping: 0.0 };
        let lattice = Material::Springs(Springs {
            resistance: Resistance::Young(2e4),
            damping: 0.1,
            bending: 0.0,
            braces: true,
        });
        let based = Material::PositionBased(PositionBased {
            resistance: Resistance::Young(2e4),
            ..PositionBased::default()
        });
        let matching = ShapeMatching { quadratic: true, beta: 0.5, ..ShapeMatching::default() };
        let added = match self {
            Self::Ball => Ok(world.add_rigid(rigid(Shape::ball(0.15), 0.8)).unwrap()),
            Self::Box => Ok(world.add_rigid(rigid(Shape::cuboid(0.2, 0.3, 0.25), 1.2)).unwrap()),
            Self::Capsule => {
                let shape = Shape::Capsule { radius: 0.1, height: 0.2 };
                Ok(world.add_rigid(rigid(shape, 1.0)).unwrap())
            }
            Self::InextensibleCloth => Err(soft(grid(), inextensible, 0.4)),
            Self::Rope => Err(soft(primitives::rope(0.4, 6).unwrap(), inextensible, 0.3)),
            Self::SpringCloth => Err(soft(grid(), springs, 0.4)),
            Self::SpringSolid => Err(soft(solid(), springs, 1.0)),
            Self::SpringRk4 => {
                let integrator = Some(Integrator::Rk4);
                Err(Soft { integrator, ..soft(solid(), springs, 1.0) })
            }
            Self::SpringImplicit => {
                let integrator = Some(Integrator::ImplicitEuler);
                Err(Soft { integrator, ..soft(solid(), springs, 1.0) })
            }
            Self::Corotational => Err(soft(solid(), elastic, 1.0)),
            Self::Lattice => Err(soft(solid(), lattice, 1.0)),
            Self::PositionBased => {
                let firm = Firm { cells: 1e4, ..Firm::default() };
                Err(Soft { firm, ..soft(solid(), based, 1.0) })
            }
            Self::ShapeMatching => {
                let firm = Firm { stretch: 0.2, volume: 1e5, ..Firm::default() };
                Err(Soft { firm, ..soft(solid(), Material::ShapeMatching(matching), 1.0) })
            }
        };
        match added {
            Ok(handle) => Added::Rigid(handle),
            Err(soft) => Added::Soft(world.add_soft(soft).unwrap()),
        }
    }

    /// All kinds of sites that such a body has.
    fn sites(self, added: Added) -> Vec<Site> {
        match added {
            Added::Rigid(h) => vec![Site::Rigid(h, Vec3::new(0.05, 0.08, -0.04))],
            Added::Soft(h) => {
                // One place is enough to tell how integrators answer: by masses, and in full.
                if self == Self::SpringRk4 {
                    return vec![Site::Node(h, 3)];
                }
                if self == Self::SpringImplicit {
                    return vec![Site::Tet(h, 1, [0.1, 0.4, 0.3, 0.2])];
                }
                let mut sites = vec![Site::Node(h, 3)];
                if self != Self::Rope {
                    sites.push(Site::Face(h, 2, [0.2, 0.5, 0.3]));
                }
                if self.is_solid() {
                    sites.push(Site::Tet(h, 1, [0.1, 0.4, 0.3, 0.2]));
                }
                sites
            }
        }
    }
}

/// A constraint with a law.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Anchor(Softness, Real),
    Distance(Resists, Softness, Real),
    Plane(Softness, Real),
}

/// Every constraint between two sites, with every law it can have: bilateral, bounded, unilateral
/// either way, and soft.
fn kinds() -> Vec<Kind> {
    let (hard, soft) = (Softness::default(), Softness::spring(300.0, 2.0));
    let free = Real::INFINITY;
    let mut kinds =
        vec![Kind::Anchor(hard, free), Kind::Anchor(soft, free), Kind::Anchor(hard, 3.0)];
    for resists in [Resists::Both, Resists::Stretch, Resists::Compression] {
        kinds.push(Kind::Distance(resists, hard, free));
        kinds.push(Kind::Distance(resists, soft, free));
        kinds.push(Kind::Distance(resists, hard, 2.0));
    }
    kinds.extend([Kind::Plane(hard, free), Kind::Plane(soft, free), Kind::Plane(hard, 2.0)]);
    kinds
}

impl Kind {
    fn add(self, world: &mut World, a: Site, b: Site) {
        match self {
            Self::Anchor(softness, max_force) => {
                world
                    .add_anchor(Anchor { a, b, softness, max_force, ..Anchor::default() })
                    .unwrap();
            }
            Self::Distance(resists, softness, max_force) => {
                let distance =
                    Distance { a, b, resists, softness, max_force, ..Distance::default() };
                world.add_distance(distance).unwrap();
            }
            Self::Plane(softness, max_force) => {
                let normal = Vec3::new(0.3, 0.8, -0.4);
                let plane = Plane { a, b, normal, softness, max_force, ..Plane::default() };
                world.add_plane(plane).unwrap();
            }
        }
    }

    /// How far apart the sites start: anchors together, others at their length.
    fn offset(self) -> Vec3 {
        match self {
            Self::Anchor(..) => Vec3::ZERO,
            Self::Distance(..) | Self::Plane(..) => Vec3::new(0.5, 0.3, -0.2),
        }
    }

    /// Whether nothing but the two bodies takes part. The normal of a plane by a deformable body is
    /// fixed to the world, which then carries a moment.
    fn is_closed(self, b: Specimen) -> bool {
        !matches!(self, Self::Plane(..)) || b.is_rigid()
    }

    /// Whether the ends play the same part: not those of a plane that is fixed to one of them.
    fn is_symmetric(self, a: Specimen, b: Specimen) -> bool {
        !matches!(self, Self::Plane(..)) || !(a.is_rigid() || b.is_rigid())
    }
}

fn weightless() -> World {
    let solver = SolverChoice::Sweep;
    World::new(Config { gravity: Vec3::ZERO, step: 0.01, solver, ..Config::default() }).unwrap()
}

/// Two bodies and their sites, the second placed so that the sites are `offset` apart. They do not
/// collide: that would be a second constraint.
fn two_bodies(
    a: Specimen,
    b: Specimen,
    i: usize,
    j: usize,
    offset: Vec3,
) -> Option<(World, [Site; 2])> {
    let mut world = weightless();
    let first = a.add(&mut world, Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.3, 0.1, -0.2), false);
    let site = *a.sites(first).get(i)?;
    let target = world.site_position(site).unwrap() + offset;
    let mut trial = weightless();
    let other = b.add(&mut trial, Vec3::ZERO, Vec3::ZERO, false);
    let local = trial.site_position(*b.sites(other).get(j)?).unwrap();
    let second = b.add(&mut world, target - local, Vec3::new(-0.2, 0.15, 0.1), false);
    Some((world, [site, b.sites(second)[j]]))
}

/// Calls a function for every cell that has sites.
fn cells(mut f: impl FnMut(Specimen, Specimen, Kind, [usize; 2])) -> usize {
    let mut count = 0;
    for a in SPECIMENS {
        for b in SPECIMENS {
            // Two of these by different models are two solids: one of each pair is enough.
            if a != b && a.is_other_solid() && b.is_other_solid() {
                continue;
            }
            for kind in kinds() {
                for (i, j) in [(0, 0), (1, 0), (1, 1), (2, 1)] {
                    if two_bodies(a, b, i, j, kind.offset()).is_some() {
                        f(a, b, kind, [i, j]);
                        count += 1;
                    }
                }
            }
        }
    }
    count
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step();
    }
}

/// How far the sites of the first anchor come apart.
struct Apart(Real);

impl crate::Watch for Apart {
    fn substep(&mut self, world: &World, _: Real) {
        if let Some(h) = world.anchors.iter().map(|(h, _)| h).next() {
            self.0 = self.0.max(world.anchor_violation(h).unwrap().length());
        }
    }
}

/// Momentum of a cell under one solver; `off` is what it may lose in single and in double precision.
fn keeps_momentum(solver: SolverChoice, off: [f64; 2]) {
    let count = cells(|a, b, kind, [i, j]| {
        let Some((mut world, sites)) = two_bodies(a, b, i, j, kind.offset()) else { return };
        world.config.solver = solver;
        kind.add(&mut world, sites[0], sites[1]);
        let before = world.momentum();
        // The forces of an anchor that gives way act at two places, so they may turn the pair.
        let mut moment = a.turns().max(b.turns());
        for _ in 0..5 {
            let mut apart = Apart(0.0);
            world.step_watched(&mut apart);
            if let Some(h) = world.anchors.iter().map(|(h, _)| h).next() {
                moment += 3.0 * apart.0 * world.anchor_force(h).unwrap().length() * 0.01;
            }
        }
        let after = world.momentum();
        let cell = format!("{solver:?} {a:?} {b:?} {kind:?} {i}{j}");
        assert!(world.report().contained.is_empty(), "{cell}");
        let kinds = if kind.is_closed(b) { 2 } else { 1 };
        let pairs = before.into_iter().zip(after).zip([0.0, moment]);
        for ((p, q), moment) in pairs.take(kinds) {
            let lost = (p - q).length();
            let allowed = tolerance(off[0], off[1]) + moment;
            assert!(lost < allowed, "{cell}: {p} became {q}, off by {lost} > {allowed}");
        }
    });
    assert_eq!(count, 4500, "cells");
}

#[test]
fn every_cell_keeps_momentum() {
    keeps_momentum(SolverChoice::Sweep, [4e-5, 1e-8]);
}

#[test]
fn every_cell_keeps_momentum_in_the_constraint_space() {
    keeps_momentum(SolverChoice::Space, [4e-5, 1e-8]);
}

#[test]
fn every_cell_keeps_momentum_when_solved_directly() {
    keeps_momentum(SolverChoice::Newton, [1e-4, 1e-6]);
}

fn moves_alike(solver: SolverChoice, off: [f64; 2]) {
    cells(|a, b, kind, [i, j]| {
        if !kind.is_symmetric(a, b) {
            return;
        }
        let Some((mut one, sites)) = two_bodies(a, b, i, j, kind.offset()) else { return };
        let Some((mut two, _)) = two_bodies(a, b, i, j, kind.offset()) else { return };
        (one.config.solver, two.config.solver) = (solver, solver);
        kind.add(&mut one, sites[0], sites[1]);
        kind.add(&mut two, sites[1], sites[0]);
        run(&mut one, 5);
        run(&mut two, 5);
        let apart = distance(&one, &two);
        let cell = format!("{solver:?} {a:?} {b:?} {kind:?} {i}{j}");
        // Where cloths and ropes are, the constraint space starts from a direct solve, which ends sooner.
        let bodies = format!("{a:?} {b:?}");
        let thin = bodies.contains("Inextensible") || bodies.contains("Rope");
        let double = if thin && solver == SolverChoice::Space { off[0] } else { off[1] };
        assert!(apart < tolerance(off[0], double), "{cell}: off by {apart}");
    });
}

#[test]
fn every_cell_moves_alike_with_its_ends_swapped() {
    moves_alike(SolverChoice::Sweep, [2e-4, 1e-9]);
}

#[test]
fn every_cell_moves_alike_with_its_ends_swapped_in_the_constraint_space() {
    moves_alike(SolverChoice::Space, [2e-4, 1e-9]);
}

#[test]
fn every_cell_moves_alike_with_its_ends_swapped_when_solved_directly() {
    // Where newton gives up, the sweep that takes over depends on the order.
    moves_alike(SolverChoice::Newton, [5e-3, 5e-3]);
}

/// The largest distance between what is the same in two worlds.
fn distance(one: &World, two: &World) -> Real {
    let nodes = one.state.nodes.x.iter().zip(&two.state.nodes.x);
    let frames = one.state.frames.x.iter().zip(&two.state.frames.x);
    let node = |(a, b): (&[Real; 4], &[Real; 4])| (0..3).map(|k| (a[k] - b[k]).abs()).sum::<Real>();
    nodes.map(node).chain(frames.map(|(a, b)| (*a - *b).length())).fold(0.0, Real::max)
}

/// The rates of the rows of the world's constraints: `J v`.
fn rates(world: &mut World) -> Vec<Real> {
    let mut scratch = std::mem::take(&mut world.scratch);
    let out = scratch.rates(world);
    world.scratch = scratch;
    out
}

impl crate::step::Scratch {
    /// Linearises the rows where the world is now and gives their rates.
    fn rates(&mut self, world: &mut World) -> Vec<Real> {
        self.prepare(world);
        let shared = self.velocities.share(crate::solvers::simd::Level::Baseline);
        let mut out = Vec::new();
        each_batch!(self.rows, batch => for (block, item) in batch.blocks.iter().zip(&batch.items) {
            let rates = block.rate(&shared);
            for l in 0..crate::math::lanes::W {
                if item.used[l] && item.owner[l] & crate::constraints::batch::EDGE == 0 {
                    out.extend(rates.map(|r| r.0[l]));
                }
            }
        });
        out.extend(self.rows.general.rates(&self.velocities, &self.rows.implicit));
        out
    }
}

/// What the constraints measure: their violations, in the order of their rows.
fn violations(world: &World, kind: Kind) -> Vec<Real> {
    match kind {
        Kind::Anchor(..) => {
            let r = world.anchors.at(0).unwrap();
            let [a, b] = r.points.map(|p| p.position(&world.state));
            (b - a).to_array().to_vec()
        }
        Kind::Distance(..) => {
            let r = world.distances.at(0).unwrap();
            let [a, b] = r.points.map(|p| p.position(&world.state));
            vec![(b - a).length()]
        }
        Kind::Plane(..) => {
            let handle = world.planes.iter().map(|(h, _)| h).next().unwrap();
            vec![world.plane_violation(handle).unwrap()]
        }
    }
}

/// The state, moved along its velocities for a time.
fn drift(world: &mut World, t: Real) {
    let state = &mut world.state;
    for (x, v) in state.nodes.x.iter_mut().zip(&state.nodes.v) {
        (0..3).for_each(|k| x[k] += v[k] * t);
    }
    for i in 1..state.frames.x.len() {
        state.frames.x[i] += state.frames.v[i] * t;
        state.frames.q[i] = (rotation(state.frames.w[i] * t) * state.frames.q[i]).normalize();
    }
}

#[test]
fn every_cell_pushes_along_the_gradient_of_what_it_measures() {
    cells(|a, b, kind, [i, j]| {
        let Some((mut world, sites)) = two_bodies(a, b, i, j, kind.offset()) else { return };
        kind.add(&mut world, sites[0], sites[1]);
        // Every node moves its own way, so that no weight can hide.
        for (n, v) in world.state.nodes.v.iter_mut().enumerate().skip(1) {
            let phase = n as Real;
            *v = [(phase * 0.7).sin(), (phase * 1.3).cos(), (phase * 0.4).sin(), 0.0];
        }
        let h = tolerance(1e-3, 1e-5);
        let mut rates = rates(&mut world);
        drift(&mut world, h);
        let plus = violations(&world, kind);
        drift(&mut world, -2.0 * h);
        let minus = violations(&world, kind);
        let slope: Vec<Real> = plus.iter().zip(minus).map(|(p, m)| (p - m) / (2.0 * h)).collect();
        // A row may measure from b to a.
        if rates.iter().zip(&slope).map(|(r, s)| r * s).sum::<Real>() < 0.0 {
            rates.iter_mut().for_each(|r| *r = -*r);
        }
        assert_eq!(rates.len(), slope.len(), "{a:?} {b:?} {kind:?} {i}{j}");
        for (r, s) in rates.iter().zip(&slope) {
            let off = (r - s).abs();
            assert!(
                off < tolerance(2e-3, 1e-6),
                "{a:?} {b:?} {kind:?} {i}{j}: {rates:?} {slope:?}"
            );
        }
    });
}

/// A rigid body against every body it can touch: with friction and rebound, and the law of the cone.
#[test]
fn every_contact_keeps_momentum_and_does_not_depend_on_the_order() {
    for a in SPECIMENS.into_iter().filter(|s| s.is_rigid()) {
        for b in SPECIMENS {
            for restitution in [0.0, 0.6] {
                let run = |swapped: bool| {
                    let mut world = weightless();
                    let strike = |world: &mut World| {
                        let velocity = Vec3::new(0.4, -1.5, 0.0);
                        a.add(world, Vec3::new(0.02, 0.34, 0.03), velocity, true)
                    };
                    let rest = |world: &mut World| b.add(world, Vec3::ZERO, Vec3::ZERO, true);
                    let (first, second) = if swapped {
                        let second = rest(&mut world);
                        (strike(&mut world), second)
                    } else {
                        let first = strike(&mut world);
                        (first, rest(&mut world))
                    };
                    for body in world.rigids.values_mut() {
                        body.rigid.restitution = restitution;
                    }
                    let before = world.momentum();
                    let mut touched = 0;
                    for _ in 0..20 {
                        touched += world.step().contacts;
                    }
                    (world, first, second, before, touched)
                };
                let (world, first, _, before, touched) = run(false);
                let cell = format!("{a:?} on {b:?}, restitution {restitution}");
                assert!(touched > 0, "{cell}: they never met");
                let near = [0.0, b.turns()].map(|turns| tolerance(1e-4, 1e-10) + turns);
                for ((p, q), near) in before.into_iter().zip(world.momentum()).zip(near) {
                    assert!((p - q).length() < near, "{cell}: {p} became {q}");
                }
                let Added::Rigid(h) = first else { unreachable!("a is rigid") };
                let (other, first, ..) = run(true);
                let Added::Rigid(g) = first else { unreachable!("a is rigid") };
                let off = (world.velocity(h).unwrap() - other.velocity(g).unwrap()).length();
                assert!(off < 0.05, "{cell}: swapped off by {off} m/s");
                let speed = world.velocity(h).unwrap().y;
                assert!(speed > -1.45, "{cell}: it was not slowed down, {speed}");
            }
        }
    }
}
