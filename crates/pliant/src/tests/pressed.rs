//! Elastic solids pressed between plates in the constraint space, beside answers found in another way.

use super::tolerance;
use crate::constraints::contact::Push;
use crate::math::{DMat3, DVec3, IntoF64, double, outer};
use crate::meshing::{Mesh, primitives};
use crate::{
    Compliance, Config, Effort, Generalised, Handle, Kind, Mass, Material, Real, Rigid, Shape,
    Site, Soft, SolverChoice, Vec3, World,
};

const YOUNG: f64 = 1e5;
const POISSON: f64 = 0.3;

/// A solid between plates without friction whose faces are this far from the middle at the end; gives the
/// force on both. Its middle may not turn or slide away.
fn press(mesh: &Mesh, material: Material, compliance: Compliance, half: f64) -> [f64; 2] {
    // Nothing is left alone: the plates are where they are.
    let contact = Push { slop: 0.0, ..Push::default() };
    let solver = SolverChoice::Space;
    let space = Effort { tolerance: tolerance(1e-8, 1e-12), ..Effort::default() };
    let config = Config { solver, space, gravity: Vec3::ZERO, contact, ..Config::default() };
    let mut world = World::new(config).unwrap();
    let mass = Mass::Total(3.2);
    let soft = Soft { mesh: mesh.clone(), material, mass, compliance, ..Soft::default() };
    let body = world.add_soft(Soft { friction: 0.0, ..soft }).unwrap();
    let plates: Vec<Handle<Rigid>> = [-1.0, 1.0]
        .into_iter()
        .map(|side| {
            let at = Vec3::Y * (side * (half + 0.05)) as Real;
            let shape = Shape::cuboid(2.0, 0.1, 2.0);
            let plate = Rigid { kind: Kind::Fixed, friction: 0.0, ..Rigid::new(shape, 1.0, at) };
            world.add_rigid(plate).unwrap()
        })
        .collect();
    let site = |at: DVec3| Site::Node(body, nearest(mesh, at));
    for at in [DVec3::Y, -DVec3::Y] {
        let node = site(at);
        let here = Site::World(world.site_position(node).unwrap());
        world.add_generalised(Generalised::on_line(here, node, Vec3::Y)).unwrap();
    }
    let side = site(DVec3::X);
    let here = Site::World(world.site_position(side).unwrap());
    world.add_generalised(Generalised::on_plane(here, side, Vec3::Z)).unwrap();
    for _ in 0..250 {
        world.step();
    }
    [0, 1].map(|i| world.contact_force(plates[i], None).unwrap().y.into_f64().abs())
}

/// The node farthest along a direction, and of several the one nearest to its line.
fn nearest(mesh: &Mesh, along: DVec3) -> usize {
    let rank = |i: usize| {
        let p = double(mesh.points[i]);
        let off = (p - along * along.dot(p)).length();
        off - 10.0 * along.dot(p)
    };
    (0..mesh.points.len()).min_by(|&a, &b| rank(a).total_cmp(&rank(b))).unwrap()
}

/// A block of 0.4 × 0.2 × 0.4 m, pressed together by 2 mm, pushes back with `E A d/h = 160 N` on any mesh.
#[test]
fn a_pressed_block_pushes_back_as_hooke_says() {
    let mesh = primitives::solid_box([0.4, 0.2, 0.4], [4, 2, 4]).unwrap();
    let (young, poisson, damping) = (YOUNG as Real, POISSON as Real, 0.15);
    for compliance in [Compliance::Exact, Compliance::Warped] {
        let material = Material::Corotational { young, poisson, damping };
        for force in press(&mesh, material, compliance, 0.099) {
            let off = (force / 160.0 - 1.0).abs();
            assert!(off < tolerance(1e-3, 1e-5).into_f64(), "{compliance:?}: {force}");
        }
    }
}

/// A lens between plates is touched by some of its nodes: which, and with what force, is what a static active
/// set says, solved here with a matrix of its own. 1%, half of what the reference case allows in real time; 0.5% is found.
#[test]
fn a_pressed_lens_pushes_back_as_an_active_set_says() {
    let mut mesh = primitives::solid_box([0.4, 0.2, 0.4], [6, 2, 6]).unwrap();
    for p in &mut mesh.points {
        p.y *= 1.0 - 5.0 * (p.x * p.x + p.z * p.z);
    }
    let half = 0.094;
    let (expected, touching) = Static::new(&mesh).press(half);
    assert!(touching > 2 && touching < 98, "{touching} nodes touch");
    let material =
        Material::Linear { young: YOUNG as Real, poisson: POISSON as Real, damping: 0.15 };
    for force in press(&mesh, material, Compliance::Exact, half) {
        let off = (force / expected - 1.0).abs();
        assert!(off < 0.01, "{force}, expected {expected} with {touching} nodes");
    }
}

/// A linear solid at rest, with a dense matrix.
struct Static<'a> {
    mesh: &'a Mesh,
    stiffness: Vec<f64>,
}

impl<'a> Static<'a> {
    fn new(mesh: &'a Mesh) -> Self {
        let n = 3 * mesh.points.len();
        let mut stiffness = vec![0.0; n * n];
        let mu = YOUNG / (2.0 * (1.0 + POISSON));
        let lambda = YOUNG * POISSON / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON));
        for tet in &mesh.tets {
            let [a, b, c, d] = tet.map(|i| double(mesh.points[i as usize]));
            let edges = DMat3::from_cols(b - a, c - a, d - a);
            let volume = edges.determinant() / 6.0;
            let g = edges.inverse().transpose();
            let g = [-(g.x_axis + g.y_axis + g.z_axis), g.x_axis, g.y_axis, g.z_axis];
            for (i, p) in tet.iter().zip(g) {
                for (k, q) in tet.iter().zip(g) {
                    let m = DMat3::from_diagonal(DVec3::splat(mu * p.dot(q)))
                        + outer(q, p) * mu
                        + outer(p, q) * lambda;
                    for r in 0..3 {
                        for s in 0..3 {
                            let (r, s) = (3 * *i as usize + r, 3 * *k as usize + s);
                            stiffness[r * n + s] += volume * m.col(s % 3)[r % 3];
                        }
                    }
                }
            }
        }
        Self { mesh, stiffness }
    }

    /// The force on a plate, and how many nodes touch one.
    fn press(&self, half: f64) -> (f64, usize) {
        let n = 3 * self.mesh.points.len();
        let height = |i: usize| double(self.mesh.points[i]).y;
        let goal = |i: usize| half * height(i).signum() - height(i);
        let mut held: Vec<Option<f64>> = vec![None; n];
        for along in [DVec3::Y, -DVec3::Y] {
            let i = 3 * nearest(self.mesh, along);
            (held[i], held[i + 2]) = (Some(0.0), Some(0.0));
        }
        held[3 * nearest(self.mesh, DVec3::X) + 2] = Some(0.0);
        let nodes = self.mesh.points.len();
        let mut active: Vec<bool> = (0..nodes).map(|i| height(i).abs() > half).collect();
        for _ in 0..20 {
            for i in 0..nodes {
                held[3 * i + 1] = active[i].then(|| goal(i));
            }
            let u = self.solve(&held);
            let force = |i: usize| -> f64 {
                (0..n).map(|k| self.stiffness[(3 * i + 1) * n + k] * u[k]).sum()
            };
            let now: Vec<bool> = (0..nodes)
                .map(|i| match active[i] {
                    true => force(i) * height(i) < 0.0,
                    false => (height(i) + u[3 * i + 1]).abs() > half + 1e-12,
                })
                .collect();
            if now == active {
                let above = (0..nodes).filter(|&i| active[i] && height(i) > 0.0);
                let touching = active.iter().filter(|a| **a).count();
                return (above.map(force).sum::<f64>().abs(), touching);
            }
            active = now;
        }
        panic!("the active set does not settle");
    }

    /// The displacements with some of them given.
    fn solve(&self, held: &[Option<f64>]) -> Vec<f64> {
        let n = held.len();
        let free: Vec<usize> = (0..n).filter(|&i| held[i].is_none()).collect();
        let m = free.len();
        let mut a = vec![0.0; m * m];
        let mut x = vec![0.0; m];
        for (r, &i) in free.iter().enumerate() {
            for (s, &k) in free.iter().enumerate() {
                a[r * m + s] = self.stiffness[i * n + k];
            }
            x[r] = -(0..n).map(|k| self.stiffness[i * n + k] * held[k].unwrap_or(0.0)).sum::<f64>();
        }
        // Cholesky: the lower half becomes the factor.
        for j in 0..m {
            for i in j..m {
                let (p, q) = (&a[i * m..i * m + j], &a[j * m..j * m + j]);
                let sum: f64 = a[i * m + j] - p.iter().zip(q).map(|(p, q)| p * q).sum::<f64>();
                a[i * m + j] = if i == j { sum.sqrt() } else { sum / a[j * m + j] };
            }
        }
        for i in 0..m {
            let sum: f64 = (0..i).map(|k| a[i * m + k] * x[k]).sum();
            x[i] = (x[i] - sum) / a[i * m + i];
        }
        for i in (0..m).rev() {
            let sum: f64 = (i + 1..m).map(|k| a[k * m + i] * x[k]).sum();
            x[i] = (x[i] - sum) / a[i * m + i];
        }
        let mut u: Vec<f64> = held.iter().map(|h| h.unwrap_or(0.0)).collect();
        free.iter().zip(x).for_each(|(&i, x)| u[i] = x);
        u
    }
}
