//! From where a run is seen, and the ground it is seen on: both chosen once, at the start.

use glamx::DVec3;
use pliant_draw::{Bounds, Camera, Ground, Model};
use pliant_io::scene::Scene;

use crate::quality::{Scenery, Shape};

/// The view of a whole run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct View {
    /// What there is at the start, down to the ground.
    bounds: Bounds,
    up: [f32; 3],
    pub(crate) ground: Option<Ground>,
}

impl View {
    /// Chooses the view of a scene from its model and scenery at the start.
    pub(crate) fn new(scene: &Scene, model: &Model, scenery: &Scenery) -> Self {
        let gravity = DVec3::from_array(scene.gravity);
        let up = (-gravity).normalize_or(DVec3::Y);
        let mut bounds = model.bounds().unwrap_or_default();
        let plane = scenery.solids.iter().find_map(|solid| match solid.shape {
            Shape::HalfSpace { normal } => Some((solid.position, solid.rotation * normal)),
            _ => None,
        });
        if let Some((point, normal)) = plane {
            bounds = down_to(bounds, point, normal, up);
        }
        let ground =
            plane.map(|(point, n)| Ground::fit(bounds, point.to_array().map(|c| c as f32), f(n)));
        Self { bounds, up: f(up), ground }
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
