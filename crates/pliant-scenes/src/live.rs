//! A scene as a viewer sees and touches it, in numbers of no precision in particular.

use glamx::DVec3;
use pliant_draw::Surface;

/// What there is to see of a scene, as it stays from step to step.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Rigid bodies, in the order of [`Scenery::solids`](crate::quality::Scenery).
    pub rigids: Vec<RigidLook>,
    /// Deformable bodies, in the order of [`Scenery::skins`](crate::quality::Scenery).
    pub softs: Vec<SoftLook>,
}

/// How a rigid body looks.
#[derive(Clone, Debug)]
pub struct RigidLook {
    /// Its name.
    pub name: String,
    /// Colour, sRGB from 0 to 1.
    pub colour: [f32; 3],
    /// Whether a hand can move it.
    pub dynamic: bool,
    /// Its surface in its own axes; none for a half-space.
    pub surface: Option<Surface>,
    /// The normal of a half-space, in its own axes.
    pub plane: Option<DVec3>,
}

/// How a deformable body looks.
#[derive(Clone, Debug)]
pub struct SoftLook {
    /// Its name.
    pub name: String,
    /// Colour, sRGB from 0 to 1.
    pub colour: [f32; 3],
    /// Its nodes at rest in its own axes, m; then the points of the surface that is drawn instead of its own.
    pub rest: Vec<DVec3>,
    /// Triangles of its surface, or of the one that is drawn instead.
    pub faces: Vec<[u32; 3]>,
    /// Edges of its surface, or of a rope.
    pub edges: Vec<[u32; 2]>,
    /// The lines of a rope, node after node.
    pub lines: Vec<Vec<u32>>,
    /// Radius of a rope, m.
    pub radius: f64,
    /// Whether the surface encloses a solid: then only its outside is seen.
    pub solid: bool,
    /// Nodes that never move.
    pub pinned: Vec<u32>,
}

/// What the last step did, and how things stand after it.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Substeps of the step.
    pub substeps: u32,
    /// Rows by kind.
    pub rows: Vec<(&'static str, usize)>,
    /// Contacts.
    pub contacts: usize,
    /// Root mean square change of impulse in each iteration, N·s.
    pub residual: Vec<f64>,
    /// CPU time of the step, s.
    pub seconds: f64,
    /// CPU time of each phase, s.
    pub phases: Vec<(&'static str, f64)>,
    /// Energy of motion, J.
    pub kinetic: f64,
    /// Energy in gravity, J.
    pub potential: f64,
    /// Energy in springs, solids and soft constraints, J.
    pub elastic: f64,
    /// The largest stretch of an edge, as a fraction.
    pub stretch: f64,
    /// The deepest overlap, m.
    pub penetration: f64,
}

/// A force at a contact.
#[derive(Clone, Copy, Debug)]
pub struct ContactArrow {
    /// Where, m.
    pub point: DVec3,
    /// The force on what is above (against gravity) or, between things side by side, on the
    /// second, N.
    pub force: DVec3,
}

/// A constraint between two sites.
#[derive(Clone, Copy, Debug)]
pub struct Bond {
    /// Where one end is, m; on a body if either end is.
    pub a: DVec3,
    /// Where the other end is, m.
    pub b: DVec3,
    /// The force on the end `a`, N.
    pub force: DVec3,
    /// Whether the viewer made it.
    pub pin: bool,
}

/// Where constraints are seen although nothing is there.
#[derive(Clone, Debug, Default)]
pub struct Rods {
    /// Points of the world that anchors and joints hold, m.
    pub held: Vec<DVec3>,
    /// Arms of rigid bodies and distances, from end to end, m.
    pub lines: Vec<[DVec3; 2]>,
}

/// Where a hand takes hold, or a pin goes in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// A point of a rigid body.
    Rigid {
        /// Its place among the rigid bodies of the [`Stage`].
        place: usize,
        /// The point, m in its own axes.
        point: DVec3,
    },
    /// A node of a deformable body.
    Node {
        /// Its place among the deformable bodies of the [`Stage`].
        place: usize,
        /// The node.
        node: usize,
    },
}

/// A hand that holds something.
#[derive(Clone, Copy, Debug)]
pub struct HandNow {
    /// Which hand.
    pub id: u32,
    /// Where it holds, m.
    pub grip: DVec3,
    /// Where it pulls to, m.
    pub target: DVec3,
    /// How hard it pulls, N.
    pub force: f64,
    /// How hard it can pull, N.
    pub max_force: f64,
}
