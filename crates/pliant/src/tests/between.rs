//! Edges and small shapes between the nodes of ropes. How deep they are is found in every substep by plain geometry, without any
//! distance of the engine.

use crate::math::{DVec3, IntoF64, double, rotation};
use crate::meshing::primitives;
use crate::{Handle, Kind, Mass, Real, Rigid, Shape, Soft, SolverChoice, Vec3, Watch, World};

/// What is under a rope, in the middle of the world and along z.
#[derive(Clone, Copy, Debug)]
enum Under {
    /// The upright edge of a box with sides of 0.2 m.
    Edge,
    /// A rod of this radius.
    Rod(Real),
    /// A ball of this radius.
    Ball(Real),
}

impl Under {
    fn body(self) -> Rigid {
        let at = Vec3::ZERO;
        let quarter = std::f64::consts::FRAC_PI_2 as Real;
        let (shape, turn) = match self {
            Self::Edge => (Shape::cuboid(0.2, 0.2, 1.0), Vec3::Z * (0.5 * quarter)),
            Self::Rod(radius) => (Shape::Capsule { radius, height: 0.5 }, Vec3::X * quarter),
            Self::Ball(radius) => (Shape::ball(radius), Vec3::ZERO),
        };
        let fixed = Rigid::new(shape, 1.0, at);
        Rigid { kind: Kind::Fixed, rotation: rotation(turn), friction: 1.0, ..fixed }
    }

    fn top(self) -> Real {
        match self {
            Self::Edge => 0.1 * (2.0 as Real).sqrt(),
            Self::Rod(radius) | Self::Ball(radius) => radius,
        }
    }

    /// How deep a point is in it, m.
    fn depth(self, p: DVec3) -> f64 {
        match self {
            Self::Edge => {
                // Its sides are where |x| + |y| is as at the edge.
                (0.1 * 2f64.sqrt() - p.x.abs() - p.y.abs()) / 2f64.sqrt()
            }
            Self::Rod(radius) => radius.into_f64() - (p.x * p.x + p.y * p.y).sqrt(),
            Self::Ball(radius) => radius.into_f64() - p.length(),
        }
    }
}

/// How deep points of the links of a rope are in what is under it, at the most in any substep, m.
struct Sunk {
    rope: Handle<Soft>,
    under: Under,
    deepest: f64,
}

impl Watch for Sunk {
    fn substep(&mut self, world: &World, _h: Real) {
        let x: Vec<DVec3> = world.node_positions(self.rope).unwrap().map(double).collect();
        for link in x.windows(2) {
            for i in 0..=64 {
                let p = link[0].lerp(link[1], f64::from(i) / 64.0);
                self.deepest = self.deepest.max(self.under.depth(p));
            }
        }
    }
}

/// How deep a rope of 9 cm links that falls over something sinks in, and how high its highest node is in the end.
fn hung(solver: SolverChoice, under: Under, shift: Real) -> (f64, Real) {
    let mut world = World::default();
    world.add_rigid(under.body()).unwrap();
    let rope = Soft {
        mesh: primitives::rope(1.0, 12).unwrap(),
        mass: Mass::Total(0.1),
        thickness: 0.01,
        friction: 1.0,
        position: Vec3::new(shift, under.top() + 0.02, 0.0),
        solver,
        ..Soft::default()
    };
    let rope = world.add_soft(rope).unwrap();
    let mut sunk = Sunk { rope, under, deepest: 0.0 };
    for _ in 0..30 {
        world.step_watched(&mut sunk);
    }
    let heights = world.node_positions(rope).unwrap().map(|x| x.y);
    (sunk.deepest, heights.fold(Real::NEG_INFINITY, Real::max))
}

/// A rope of long links is held by the edge of a box, a thin rod and a small ball between its nodes, swept or solved directly. Looked at
/// in nodes only, it sank in by 27 mm over the edge and fell through the others.
#[test]
fn nothing_comes_through_between_the_nodes_of_a_rope() {
    for solver in [SolverChoice::Sweep, SolverChoice::Newton] {
        for under in [Under::Edge, Under::Rod(0.01), Under::Rod(0.03), Under::Ball(0.02)] {
            for shift in [0.0, 0.01] {
                let (depth, _) = hung(solver, under, shift);
                assert!(depth < 0.002, "{solver:?}, {under:?}, {shift}: {depth} m");
            }
        }
    }
}
