//! Who is who: the scene's names and the world's handles.

use pliant_io::scene;

use super::engine::meshing::embed::Embedding;
use super::engine::{Anchor, Distance, Gear, Generalised, Handle, Joint, Plane, Rigid, Site, Soft};
use crate::Error;
use glamx::DVec3;

/// The scene's names with the world's handles, in the order of the file; bodies that events spawn
/// come after.
#[derive(Debug, Default)]
pub(super) struct Cast {
    pub(super) rigids: Vec<Actor<scene::Rigid, Rigid>>,
    pub(super) softs: Vec<Actor<scene::Soft, Soft>>,
    pub(super) anchors: Vec<Actor<scene::Anchor, Anchor>>,
    pub(super) distances: Vec<Actor<scene::Distance, Distance>>,
    pub(super) planes: Vec<Actor<scene::Plane, Plane>>,
    pub(super) generalised: Vec<Actor<scene::Generalised, Generalised>>,
    /// What is drawn instead of their own surface, in the order of the deformable bodies.
    pub(super) dresses: Vec<Option<Dress>>,
    /// Where the nodes of the deformable bodies started, in their order.
    pub(super) starts: Vec<Vec<DVec3>>,
    /// Pinned nodes that are moved.
    pub(super) moved: Vec<MovedNodes>,
    /// Kinematic bodies without a shape of their own that carry moving points of the world.
    pub(super) carriers: Vec<Carrier>,
    pub(super) joints: Vec<Actor<scene::Joint, Joint>>,
    pub(super) gears: Vec<Actor<scene::Gear, Gear>>,
    /// The sites of the anchors, in their order.
    pub(super) anchor_sites: Vec<[Site; 2]>,
    /// The sites of the joints, in their order.
    pub(super) joint_sites: Vec<[Site; 2]>,
    /// The sites of the distances, in their order.
    pub(super) distance_sites: Vec<[Site; 2]>,
}

/// A surface that is drawn instead of a solid's own.
#[derive(Debug)]
pub(super) struct Dress {
    pub(super) embedding: Embedding,
    /// Its points at rest, in the axes of the solid's mesh.
    pub(super) rest: Vec<DVec3>,
    pub(super) faces: Vec<[u32; 3]>,
}

/// Pinned nodes of a deformable body that are moved in one way.
#[derive(Debug)]
pub(super) struct MovedNodes {
    pub(super) body: Handle<Soft>,
    pub(super) name: String,
    pub(super) nodes: Vec<usize>,
    pub(super) travel: scene::Travel,
    /// Where they started.
    pub(super) from: Vec<DVec3>,
}

/// What carries a moving point of the world.
#[derive(Debug)]
pub(super) struct Carrier {
    pub(super) handle: Handle<Rigid>,
    /// The point at the start; the carrier itself starts at the origin.
    pub(super) from: DVec3,
    pub(super) travel: scene::Travel,
}

/// An object of the scene in the world.
#[derive(Debug)]
pub(super) struct Actor<D, T> {
    pub(super) described: D,
    pub(super) handle: Handle<T>,
}

/// What a list of actors goes by.
pub(super) trait Named {
    /// The name of the list in a scene file.
    const KIND: &'static str;
    fn name(&self) -> &str;
}

macro_rules! named {
    ($($type:ident = $kind:literal),*) => {
        $(impl Named for scene::$type {
            const KIND: &'static str = $kind;
            fn name(&self) -> &str {
                &self.name
            }
        })*
    };
}

named!(
    Rigid = "rigid",
    Soft = "soft",
    Anchor = "anchor",
    Distance = "distance",
    Plane = "plane",
    Generalised = "generalised",
    Joint = "joint",
    Gear = "gear"
);

/// The handle of the actor of this name.
pub(super) fn find<D: Named, T>(actors: &[Actor<D, T>], name: &str) -> Result<Handle<T>, Error> {
    place(actors, name).map(|place| actors[place].handle)
}

/// The place of the actor of this name.
pub(super) fn place<D: Named, T>(actors: &[Actor<D, T>], name: &str) -> Result<usize, Error> {
    let found = actors.iter().position(|actor| actor.described.name() == name);
    found.ok_or_else(|| Error::Engine {
        object: format!("{} `{name}`", D::KIND),
        reason: "does not exist".into(),
    })
}

/// An error of the engine about an object of the scene.
pub(super) fn refused(object: impl Into<String>) -> impl FnOnce(super::engine::Error) -> Error {
    let object = object.into();
    |error| Error::Engine { object, reason: error.to_string() }
}
