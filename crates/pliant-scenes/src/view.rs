//! From where a run is seen, and the ground it is seen on: both chosen once, at the start.

use glamx::DVec3;
use pliant_draw::{Bounds, Camera, Ground, Model, Surface};
use pliant_io::scene::Scene;

use crate::quality::{Scenery, Shape};

/// The view of a whole run.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// What there is at the start, down to the ground.
    bounds: Bounds,
    up: [f32; 3],
    /// The half-space that faces up most.
    pub(crate) ground: Option<Ground>,
    /// The other half-spaces, as plates.
    pub(crate) walls: Vec<Surface>,
}

impl View {
    /// Chooses the view of a scene from its model and scenery at the start.
    pub(crate) fn new(scene: &Scene, model: &Model, scenery: &Scenery) -> Self {
        let gravity = DVec3::from_array(scene.gravity);
        let up = (-gravity).normalize_or(DVec3::Y);
        let mut bounds = model.bounds().unwrap_or_default();
        let mut planes: Vec<(DVec3, DVec3)> = (scenery.solids.iter())
            .filter_map(|solid| match solid.shape {
                Shape::HalfSpace { normal } => Some((solid.position, solid.rotation * normal)),
                _ => None,
            })
            .collect();
        // Stable, so that the first of equals is the ground.
        planes.sort_by(|a, b| b.1.dot(up).total_cmp(&a.1.dot(up)));
        let plane = planes.first().copied();
        if let Some((point, normal)) = plane {
            bounds = down_to(bounds, point, normal, up);
        }
        let ground =
            plane.map(|(point, n)| Ground::fit(bounds, point.to_array().map(|c| c as f32), f(n)));
        let walls = planes.iter().skip(1).map(|&(point, normal)| wall(bounds, point, normal));
        Self { bounds, up: f(up), ground, walls: walls.collect() }
    }

    /// The scene's camera, or one that sees the bounds.
    pub(crate) fn camera(&self, scene: &Scene, aspect: f32) -> Camera {
        match &scene.camera {
            Some(camera) => Camera {
                eye: camera.eye.map(|c| c as f32),
                target: camera.target.map(|c| c as f32),
                up: self.up,
                vertical_fov: camera.fov.to_radians() as f32,
            },
            None => Camera::fit(self.bounds, self.up, aspect),
        }
    }
}

/// A square plate in a plane, before everything and somewhat larger; it is seen from its front.
fn wall(bounds: Bounds, point: DVec3, normal: DVec3) -> Surface {
    let centre = DVec3::from_array(bounds.centre().map(f64::from));
    let middle = centre - normal * (centre - point).dot(normal);
    let (a, b) = normal.any_orthonormal_pair();
    let half = 0.75 * f64::from(bounds.longest_side()).max(1e-3);
    let corners = [a + b, b - a, -a - b, a - b].map(|d| f(middle + d * half));
    // Counter-clockwise about the normal, whichever way the pair turns.
    let turn = a.cross(b).dot(normal) > 0.0;
    let triangles = if turn { [[0, 1, 2], [0, 2, 3]] } else { [[0, 2, 1], [0, 3, 2]] };
    Surface { smooth: false, ..Surface::skin(corners.to_vec(), triangles.to_vec(), WALL) }
}

/// The colour of plates: that of the ground.
const WALL: [f32; 3] = [0.845, 0.84, 0.83];

/// The bounds with the shadow they cast straight down on a plane: where things will fall to.
fn down_to(bounds: Bounds, point: DVec3, normal: DVec3, up: DVec3) -> Bounds {
    let steep = normal.dot(up);
    if steep < 0.1 {
        return bounds;
    }
    let fallen = bounds.corners().map(|corner| {
        let corner = DVec3::from_array(corner.map(f64::from));
        f(corner - up * ((corner - point).dot(normal) / steep))
    });
    Bounds::around(fallen).map_or(bounds, |fallen| bounds.union(fallen))
}

fn f(v: DVec3) -> [f32; 3] {
    v.to_array().map(|c| c as f32)
}
