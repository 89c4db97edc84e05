//! What a scene means: names, references, and fields that exclude each other.
//!
//! Types, ranges and unknown fields are already checked here; this file holds what a schema cannot
//! say. Each function checks one noun and reports by the path of the field.

use std::collections::{BTreeMap, BTreeSet};

use super::array::MOST_COPIES;
use super::name::Named;
use super::nearest::clipped;
use super::problem::Report;
use super::reader::entry_of;
use super::tree::Table;
use super::{
    Action, At, Bounds, Cut, Elastic, Expect, Force, Gear, Generalised, Hold, Integrator, Joint,
    JointKind, JointQuantity, Keyframe, Kind, Mesh, Model, Motion, Pin, Pinned, Plane, ProbeOf,
    Region, Remove, Rigid, RigidQuantity, Scene, Shape, Site, Soft, SoftQuantity, Spawn, Statistic,
    Target, Travel, VERSION, Waypoint,
};

/// The most nodes a generated mesh may have.
const MOST_NODES: u64 = 10_000_000;
/// The most steps a run may have.
const MOST_STEPS: f64 = 1e10;

/// Reports everything that makes no sense in a scene. Entries in `broken` are left alone.
pub(super) fn validate(
    scene: &Scene,
    root: &Table,
    broken: &BTreeSet<String>,
    report: &mut Report,
) {
    let names = Names::of(scene);
    let mut validator = Validator { scene, names, root, broken, report };
    validator.head();
    validator.unique(&scene.rigid);
    validator.unique(&scene.soft);
    validator.unique(&scene.anchor);
    validator.unique(&scene.distance);
    validator.unique(&scene.plane);
    validator.unique(&scene.generalised);
    validator.unique(&scene.joint);
    validator.unique(&scene.gear);
    validator.unique(&scene.probe);
    for (i, rigid) in scene.rigid.iter().enumerate() {
        let path = format!("rigid[{i}]");
        validator.rigid(&path, rigid);
        validator.array(&path, rigid);
    }
    for (i, soft) in scene.soft.iter().enumerate() {
        validator.soft(&format!("soft[{i}]"), soft);
    }
    for (i, anchor) in scene.anchor.iter().enumerate() {
        let path = format!("anchor[{i}]");
        validator.exclusive(
            &path,
            ("stiffness", anchor.stiffness),
            ("compliance", anchor.compliance),
        );
        validator.sites(&path, &anchor.a, &anchor.b);
    }
    for (i, distance) in scene.distance.iter().enumerate() {
        let (stiffness, compliance) = (distance.stiffness, distance.compliance);
        let path = format!("distance[{i}]");
        validator.exclusive(&path, ("stiffness", stiffness), ("compliance", compliance));
        validator.sites(&path, &distance.a, &distance.b);
    }
    for (i, plane) in scene.plane.iter().enumerate() {
        validator.plane(&format!("plane[{i}]"), plane);
    }
    for (i, generalised) in scene.generalised.iter().enumerate() {
        validator.generalised(&format!("generalised[{i}]"), generalised);
    }
    for (i, joint) in scene.joint.iter().enumerate() {
        validator.joint(&format!("joint[{i}]"), joint);
    }
    for (i, gear) in scene.gear.iter().enumerate() {
        validator.gear(&format!("gear[{i}]"), gear);
    }
    for (i, probe) in scene.probe.iter().enumerate() {
        validator.probe(&format!("probe[{i}].of"), &probe.of);
    }
    for (i, expect) in scene.expect.iter().enumerate() {
        validator.expect(&format!("expect[{i}]"), expect);
    }
    for (i, event) in scene.event.iter().enumerate() {
        validator.event(&format!("event[{i}]"), &event.action);
    }
}

/// The names of each kind, with the index of the first entry that has it.
struct Names<'a> {
    rigid: BTreeMap<&'a str, usize>,
    soft: BTreeMap<&'a str, usize>,
    anchor: BTreeMap<&'a str, usize>,
    distance: BTreeMap<&'a str, usize>,
    plane: BTreeMap<&'a str, usize>,
    generalised: BTreeMap<&'a str, usize>,
    joint: BTreeMap<&'a str, usize>,
    gear: BTreeMap<&'a str, usize>,
    probe: BTreeMap<&'a str, usize>,
    /// Rigid bodies that events add, with the index of the event.
    spawned: BTreeMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn of(scene: &'a Scene) -> Self {
        let spawned =
            scene.event.iter().enumerate().rev().filter_map(|(i, event)| match &event.action {
                Action::Spawn(Spawn::Rigid(rigid)) => Some((rigid.name.as_str(), i)),
                _ => None,
            });
        Self {
            rigid: first_of_each(&scene.rigid),
            soft: first_of_each(&scene.soft),
            anchor: first_of_each(&scene.anchor),
            distance: first_of_each(&scene.distance),
            plane: first_of_each(&scene.plane),
            generalised: first_of_each(&scene.generalised),
            joint: first_of_each(&scene.joint),
            gear: first_of_each(&scene.gear),
            probe: first_of_each(&scene.probe),
            spawned: spawned.collect(),
        }
    }
}

fn first_of_each<T: Named>(list: &[T]) -> BTreeMap<&str, usize> {
    // Going backwards lets the first entry overwrite the later ones.
    list.iter().enumerate().rev().map(|(i, entry)| (entry.name(), i)).collect()
}

struct Validator<'a> {
    scene: &'a Scene,
    names: Names<'a>,
    root: &'a Table,
    broken: &'a BTreeSet<String>,
    report: &'a mut Report,
}

impl<'a> Validator<'a> {
    fn problem(&mut self, path: &str, message: impl Into<String>) {
        if !self.broken.contains(entry_of(path)) {
            self.report.push(self.root.locate(path), path, message);
        }
    }

    fn head(&mut self) {
        let scene = self.scene;
        if scene.version != VERSION {
            let version = scene.version;
            self.problem("version", format!("expected {VERSION}, found {version}"));
        }
        let steps = scene.seconds / scene.step;
        if steps > MOST_STEPS {
            let message = format!("makes {steps:e} steps; at most {MOST_STEPS:e} are accepted");
            self.problem("seconds", message);
        }
        if !scene.include.is_empty() {
            self.problem("include", "can only be given in a file");
        }
        if scene.camera.as_ref().is_some_and(|camera| camera.eye == camera.target) {
            self.problem("camera.target", "must not be the eye itself");
        }
    }

    fn unique<T: Named>(&mut self, list: &[T]) {
        let first = first_of_each(list);
        for (i, entry) in list.iter().enumerate() {
            let Some(earlier) = first.get(entry.name()).filter(|earlier| **earlier != i) else {
                continue;
            };
            let (kind, name) = (T::KIND, clipped(entry.name()));
            let message = format!("`{name}` is already the name of {kind}[{earlier}]");
            self.problem(&format!("{kind}[{i}].name"), message);
        }
    }

    fn rigid(&mut self, path: &str, rigid: &Rigid) {
        self.exclusive(path, ("mass", rigid.mass), ("density", rigid.density));
        self.not_zero(&format!("{path}.rotation"), &rigid.rotation, "quaternion");
        self.shape(&format!("{path}.shape"), &rigid.shape, rigid.kind);
        for (i, part) in rigid.parts.iter().enumerate() {
            let path = format!("{path}.parts[{i}]");
            self.not_zero(&format!("{path}.rotation"), &part.rotation, "quaternion");
            self.shape(&format!("{path}.shape"), &part.shape, rigid.kind);
        }
        if let Some(side) = &rigid.one_way {
            self.not_zero(&format!("{path}.one_way"), side, "direction");
        }
        if rigid.kind == Kind::Fixed {
            for (field, value) in
                [("velocity", rigid.velocity), ("angular_velocity", rigid.angular_velocity)]
            {
                if value != [0.0; 3] {
                    let message = "must be zero: the body is fixed";
                    self.problem(&format!("{path}.{field}"), message);
                }
            }
        }
        if let Some(motion) = &rigid.motion {
            if rigid.kind != Kind::Kinematic {
                let message = "only a kinematic body can have a motion: kind = \"kinematic\"";
                self.problem(&format!("{path}.motion"), message);
            }
            self.motion(&format!("{path}.motion"), motion);
        }
    }

    fn shape(&mut self, path: &str, shape: &Shape, kind: Kind) {
        match shape {
            Shape::HalfSpace { normal } => {
                self.not_zero(&format!("{path}.half_space.normal"), normal, "direction");
                if kind != Kind::Fixed {
                    self.problem(path, "a half space must be fixed: kind = \"fixed\"");
                }
            }
            Shape::HeightField { heights, .. } => {
                if kind == Kind::Dynamic {
                    let message = "a height field must be fixed or kinematic: kind = \"fixed\"";
                    self.problem(path, message);
                }
                let columns = heights.first().map_or(0, Vec::len);
                for (i, row) in heights.iter().enumerate() {
                    if row.len() != columns || row.len() < 2 {
                        let found = row.len();
                        let accepted = columns.max(2);
                        let message = format!("expected {accepted} heights, found {found}");
                        self.problem(&format!("{path}.height_field.heights[{i}]"), message);
                    }
                }
            }
            Shape::Cuboid { size, round } => {
                let least = size.iter().copied().fold(f64::INFINITY, f64::min);
                self.round(&format!("{path}.cuboid.round"), *round, 0.5 * least);
            }
            Shape::Cylinder { radius, height, round } => {
                let least = radius.min(0.5 * height);
                self.round(&format!("{path}.cylinder.round"), *round, least);
            }
            _ => {}
        }
    }

    fn round(&mut self, path: &str, round: f64, limit: f64) {
        if round >= limit {
            self.problem(path, format!("must be below {limit}, found {round}"));
        }
    }

    fn motion(&mut self, path: &str, motion: &Motion) {
        match motion {
            Motion::Sine { axis, .. } => {
                self.not_zero(&format!("{path}.sine.axis"), axis, "direction");
            }
            Motion::Keyframes(frames) => self.keyframes(&format!("{path}.keyframes"), frames),
        }
    }

    fn keyframes(&mut self, path: &str, frames: &[Keyframe]) {
        self.ascending(path, frames.iter().map(|frame| frame.time));
        for (i, frame) in frames.iter().enumerate() {
            if let Some(rotation) = &frame.rotation {
                self.not_zero(&format!("{path}[{i}].rotation"), rotation, "quaternion");
            }
        }
    }

    fn soft(&mut self, path: &str, soft: &Soft) {
        self.exclusive(path, ("mass", soft.mass), ("density", soft.density));
        self.not_zero(&format!("{path}.rotation"), &soft.rotation, "quaternion");
        if let Some(nodes) = soft.mesh.nodes().filter(|nodes| *nodes > MOST_NODES) {
            let message = format!("makes {nodes} nodes; at most {MOST_NODES} are accepted");
            self.problem(&format!("{path}.mesh"), message);
        }
        if let Some(nodes) = soft.surface.as_ref().and_then(Mesh::nodes).filter(|n| *n > MOST_NODES)
        {
            let message = format!("makes {nodes} points; at most {MOST_NODES} are accepted");
            self.problem(&format!("{path}.surface"), message);
        }
        if let (Some(model), true) = (soft.model.solid(), soft.mesh.is_thin()) {
            let kind = soft.mesh.kind();
            let message = format!("needs a mesh with volume, and a {kind} has none");
            self.problem(&format!("{path}.model.{model}"), message);
        }
        for (i, grade) in soft.grading.iter().enumerate() {
            self.bounds(&format!("{path}.grading[{i}].box"), &grade.bounds);
        }
        let fields = [
            ("grading", !soft.grading.is_empty()),
            ("explicit", soft.explicit),
            ("surface", soft.surface.is_some()),
        ];
        for (field, given) in fields {
            if given && soft.model.solid().is_none() {
                let message = "is for corotational, linear and neo_hookean models".to_owned();
                self.problem(&format!("{path}.{field}"), message);
            }
        }
        self.integrator(path, soft);
        if let Model::Elastic(elastic) = &soft.model {
            let (path, Elastic { stiffness, young, .. }) =
                (format!("{path}.model.elastic"), elastic);
            self.exclusive(&path, ("stiffness", *stiffness), ("young", *young));
            if stiffness.is_none() && young.is_none() {
                self.problem(&path, "needs `stiffness` or `young`");
            }
        }
        let given = match &soft.model {
            Model::Springs(m) => Some(("springs", m.given(), "`stiffness`, `strain` or `young`")),
            Model::Pbd(m) => Some(("pbd", m.given(), "`stiffness`, `strain`, `young` or `share`")),
            Model::ShapeMatching(m) => {
                Some(("shape_matching", m.given(), "`rate`, `share` or `paper`"))
            }
            _ => None,
        };
        if let Some((model, count, fields)) = given.filter(|g| g.1 != 1) {
            let message = format!("needs one of {fields}, found {count}");
            self.problem(&format!("{path}.model.{model}"), message);
        }
        if soft.calibrate.is_some() && given.is_none() {
            let message = "is for springs, pbd and shape_matching models".to_owned();
            self.problem(&format!("{path}.calibrate"), message);
        }
        self.pinned(&format!("{path}.pinned"), soft);
    }

    fn integrator(&mut self, path: &str, soft: &Soft) {
        let springs = matches!(soft.model, Model::MassSpring { .. });
        if soft.integrator.is_some() && !springs && soft.model.solid().is_none() {
            let message = "is for mass_spring, corotational, linear and neo_hookean models";
            self.problem(&format!("{path}.integrator"), message);
        }
        if soft.integrator.is_some() && soft.explicit {
            let message = "excludes `integrator`: \"symplectic-euler\" is explicit";
            self.problem(&format!("{path}.explicit"), message);
        }
        if let Some(tolerance) = soft.tolerance {
            let path = format!("{path}.tolerance");
            if !soft.integrator.is_some_and(Integrator::is_implicit) {
                self.problem(&path, "is for the integrators implicit-euler and implicit-midpoint");
            } else if !(1e-15..=0.1).contains(&tolerance) {
                self.problem(&path, format!("is {tolerance}; from 1e-15 to 0.1 is accepted"));
            }
        }
    }

    fn pinned(&mut self, path: &str, soft: &Soft) {
        match &soft.pinned {
            Pinned::Nodes(nodes) => self.nodes(path, nodes, Some(&soft.mesh)),
            Pinned::Region(Region::Box(bounds)) => self.bounds(&format!("{path}.box"), bounds),
            Pinned::Pins(pins) => {
                for (i, pin) in pins.iter().enumerate() {
                    self.pin(&format!("{path}[{i}]"), pin, &soft.mesh);
                }
            }
        }
    }

    fn pin(&mut self, path: &str, pin: &Pin, mesh: &Mesh) {
        self.selection(path, pin.nodes.as_deref(), pin.bounds.as_ref(), Some(mesh));
        if pin.nodes.is_none() && pin.bounds.is_none() {
            self.problem(path, "holds nothing: give `nodes` or `box`");
        }
        if let Some(motion) = &pin.motion {
            self.travel(&format!("{path}.motion"), motion);
            if matches!(motion, Travel::Linear { .. }) && !pin.is_whole() {
                let message = "a linear motion moves nodes along all axes: leave out `axes`";
                self.problem(&format!("{path}.axes"), message);
            }
        }
    }

    /// Nodes that are listed, or that start in a box, not both.
    fn selection(
        &mut self,
        path: &str,
        nodes: Option<&[u32]>,
        bounds: Option<&Bounds>,
        mesh: Option<&Mesh>,
    ) {
        if let Some(nodes) = nodes {
            self.nodes(&format!("{path}.nodes"), nodes, mesh);
        }
        if let Some(bounds) = bounds {
            self.bounds(&format!("{path}.box"), bounds);
            if nodes.is_some() {
                self.problem(&format!("{path}.box"), "give either `nodes` or `box`");
            }
        }
    }

    fn nodes(&mut self, path: &str, nodes: &[u32], mesh: Option<&Mesh>) {
        for (i, node) in nodes.iter().enumerate() {
            self.below(&format!("{path}[{i}]"), *node, mesh.and_then(Mesh::nodes), "nodes");
        }
    }

    fn bounds(&mut self, path: &str, bounds: &Bounds) {
        for axis in 0..3 {
            let (min, max) = (bounds.min[axis], bounds.max[axis]);
            if min > max {
                let message = format!("must be at least the min {min}, found {max}");
                self.problem(&format!("{path}.max[{axis}]"), message);
            }
        }
    }

    fn travel(&mut self, path: &str, travel: &Travel) {
        match travel {
            Travel::Sine { axis, .. } => {
                self.not_zero(&format!("{path}.sine.axis"), axis, "direction");
            }
            Travel::Keyframes(points) => {
                let times = points.iter().map(|Waypoint { time, .. }| *time);
                self.ascending(&format!("{path}.keyframes"), times);
            }
            Travel::Linear { .. } => {}
        }
    }

    fn ascending(&mut self, path: &str, times: impl Iterator<Item = f64>) {
        let mut last = f64::NEG_INFINITY;
        for (i, time) in times.enumerate() {
            if time <= last {
                let message = format!("must be later than the {last} s before it, found {time}");
                self.problem(&format!("{path}[{i}].time"), message);
            }
            last = time;
        }
    }

    fn plane(&mut self, path: &str, plane: &Plane) {
        let (stiffness, compliance) = (plane.stiffness, plane.compliance);
        self.exclusive(path, ("stiffness", stiffness), ("compliance", compliance));
        self.sites(path, &plane.a, &plane.b);
        self.not_zero(&format!("{path}.normal"), &plane.normal, "normal");
    }

    fn generalised(&mut self, path: &str, entry: &Generalised) {
        self.sites(path, &entry.a, &entry.b);
        if matches!(entry.hold, Hold::Plane | Hold::Line | Hold::Hinge) {
            self.not_zero(&format!("{path}.axis"), &entry.axis, "axis");
        }
        if entry.unilateral && entry.hold != Hold::Plane {
            self.problem(
                &format!("{path}.unilateral"),
                "only what is held in a plane can be pushed alone",
            );
        }
        if entry.friction.is_some() && !matches!(entry.hold, Hold::Plane | Hold::Line) {
            self.problem(&format!("{path}.friction"), "only a plane or a line can rub");
        }
        if entry.max_force.is_some() && (entry.friction.is_some() || entry.unilateral) {
            self.problem(
                &format!("{path}.max_force"),
                "excludes `friction` and `unilateral`; state one of them",
            );
        }
    }

    fn sites(&mut self, path: &str, a: &Site, b: &Site) {
        self.site(&format!("{path}.a"), a);
        self.site(&format!("{path}.b"), b);
        match (a, b) {
            (Site::World { .. }, Site::World { .. }) => {
                self.problem(&format!("{path}.b"), "both sites are points of the world");
            }
            (Site::Rigid { rigid: a, .. }, Site::Rigid { rigid: b, .. }) if a == b => {
                let message = format!("both sites are on the rigid body `{}`", clipped(a));
                self.problem(&format!("{path}.b"), message);
            }
            _ => {}
        }
    }

    fn site(&mut self, path: &str, site: &Site) {
        match site {
            Site::World { motion, .. } => {
                if let Some(motion) = motion {
                    self.travel(&format!("{path}.motion"), motion);
                }
            }
            Site::Rigid { rigid, .. } => self.rigid_name(&format!("{path}.rigid"), rigid),
            Site::Nearest { soft, .. } => {
                self.soft_name(&format!("{path}.soft"), soft);
            }
            Site::Node { soft, node } => {
                let mesh = self.soft_name(&format!("{path}.soft"), soft);
                self.below(&format!("{path}.node"), *node, mesh.and_then(Mesh::nodes), "nodes");
            }
            Site::Face { soft, face, weights } => {
                let mesh = self.soft_name(&format!("{path}.soft"), soft);
                self.below(&format!("{path}.face"), *face, mesh.and_then(Mesh::faces), "faces");
                self.weights(&format!("{path}.weights"), weights);
            }
            Site::Tet { soft, weights, .. } => {
                let mesh = self.soft_name(&format!("{path}.soft"), soft);
                if mesh.is_some_and(Mesh::is_thin) {
                    let message = format!("`{}` has no tetrahedra", clipped(soft));
                    self.problem(&format!("{path}.tet"), message);
                }
                self.weights(&format!("{path}.weights"), weights);
            }
        }
    }

    fn joint(&mut self, path: &str, joint: &Joint) {
        self.sites(path, &joint.a, &joint.b);
        self.not_zero(&format!("{path}.axis"), &joint.axis, "direction");
        if joint.at.is_some() {
            for (end, site) in [("a", &joint.a), ("b", &joint.b)] {
                if matches!(site, Site::Rigid { point, .. } if *point != [0.0; 3]) {
                    let message = "give either the `at` of the joint or the points of its ends";
                    self.problem(&format!("{path}.{end}.point"), message);
                }
            }
        }
        for (i, axis) in joint.kind.axes().into_iter().enumerate() {
            let Some(axis) = axis else { continue };
            if let Some(limit) = &axis.limit {
                match (limit.min, limit.max) {
                    (None, None) => {
                        let message = format!("the limit of coordinate {i} needs `min` or `max`");
                        self.problem(&format!("{path}.kind"), message);
                    }
                    (Some(min), Some(max)) if min > max => {
                        let message = format!(
                            "the limit of coordinate {i} has min = {min} above max = {max}"
                        );
                        self.problem(&format!("{path}.kind"), message);
                    }
                    _ => {}
                }
                if limit.stiffness.is_none() && limit.damping > 0.0 {
                    let message =
                        format!("the limit of coordinate {i} has damping: give `stiffness`");
                    self.problem(&format!("{path}.kind"), message);
                }
            }
            if axis.spring.as_ref().is_some_and(|s| s.stiffness == 0.0 && s.damping == 0.0) {
                let message =
                    format!("the spring of coordinate {i} needs `stiffness` or `damping`");
                self.problem(&format!("{path}.kind"), message);
            }
        }
    }

    fn gear(&mut self, path: &str, gear: &Gear) {
        for (field, joint, coordinate) in [
            ("first", &gear.first, gear.first_coordinate),
            ("second", &gear.second, gear.second_coordinate),
        ] {
            self.coordinate(path, field, joint, &format!("{field}_coordinate"), coordinate);
        }
        if gear.first == gear.second {
            self.problem(&format!("{path}.second"), "must be another joint than the first");
        }
        if gear.ratio == 0.0 {
            self.problem(&format!("{path}.ratio"), "must not be zero");
        }
    }

    /// A coordinate of a joint.
    fn coordinate(&mut self, path: &str, field: &str, joint: &str, number: &str, coordinate: u32) {
        let known = self.known(&format!("{path}.{field}"), "joint", joint, |names| &names.joint);
        let kind = known.and_then(|i| self.scene.joint.get(i)).map(|joint| &joint.kind);
        let Some(count) = kind.map(|kind: &JointKind| kind.axes().len()) else { return };
        if coordinate as usize >= count {
            let message = match count {
                0 => "the joint has no coordinate".into(),
                _ => format!("must be from 0 to {}, found {coordinate}", count - 1),
            };
            self.problem(&format!("{path}.{number}"), message);
        }
    }

    fn weights(&mut self, path: &str, weights: &[f64]) {
        let sum: f64 = weights.iter().sum();
        if (sum - 1.0).abs() > 1e-6 {
            self.problem(path, format!("must add up to 1, found {sum}"));
        }
    }

    fn probe(&mut self, path: &str, of: &ProbeOf) {
        match of {
            ProbeOf::Rigid { rigid, quantity, with, .. } => {
                self.rigid_name(&format!("{path}.rigid"), rigid);
                self.with(path, with.as_ref(), *quantity == RigidQuantity::ContactForce);
            }
            ProbeOf::Soft { soft, quantity, node, nodes, bounds, with, .. } => {
                let mesh = self.soft_name(&format!("{path}.soft"), soft);
                self.with(path, with.as_ref(), *quantity == SoftQuantity::ContactForce);
                self.selection(path, nodes.as_deref(), bounds.as_ref(), mesh);
                if let Some(node) = node {
                    let path = format!("{path}.node");
                    self.below(&path, *node, mesh.and_then(Mesh::nodes), "nodes");
                }
                let chosen = [node.is_some(), nodes.is_some(), bounds.is_some()];
                let fields = ["node", "nodes", "box"];
                let mut given = fields.into_iter().zip(chosen).filter(|(_, there)| *there);
                if let Some((field, _)) = given.next() {
                    if !quantity.is_of_nodes() {
                        let message = "the quantity is not one of nodes; those are `position`, \
                                       `velocity`, `displacement` and `internal_force`";
                        self.problem(&format!("{path}.{field}"), message);
                    }
                    if node.is_some() && given.next().is_some() {
                        self.problem(path, "give `node`, `nodes` or `box`, not two of them");
                    }
                } else if *quantity == SoftQuantity::InternalForce {
                    self.problem(path, "needs `node`, `nodes` or `box`");
                }
            }
            ProbeOf::Generalised { generalised, .. } => {
                let path = format!("{path}.generalised");
                self.known(&path, "generalised", generalised, |names| &names.generalised);
            }
            ProbeOf::Plane { plane, .. } => {
                self.known(&format!("{path}.plane"), "plane", plane, |names| &names.plane);
            }
            ProbeOf::Anchor { anchor, .. } => {
                self.known(&format!("{path}.anchor"), "anchor", anchor, |names| &names.anchor);
            }
            ProbeOf::Distance { distance, .. } => {
                let path = format!("{path}.distance");
                self.known(&path, "distance", distance, |names| &names.distance);
            }
            ProbeOf::Joint { joint, quantity, coordinate, .. } => {
                let number = coordinate.unwrap_or(0);
                match quantity {
                    JointQuantity::Position | JointQuantity::Speed => {
                        self.coordinate(path, "joint", joint, "coordinate", number);
                    }
                    _ => {
                        self.known(&format!("{path}.joint"), "joint", joint, |names| &names.joint);
                        if coordinate.is_some() {
                            let message = "only `position` and `speed` are those of a coordinate";
                            self.problem(&format!("{path}.coordinate"), message);
                        }
                    }
                }
            }
            ProbeOf::World { world, .. } => {
                if !world {
                    self.problem(&format!("{path}.world"), "expected true, found false");
                }
            }
        }
        if of.axis().is_some() && !of.is_vector() {
            let message = "the quantity is a single number and has no axis";
            self.problem(&format!("{path}.axis"), message);
        }
    }

    /// The other body of a contact force.
    fn with(&mut self, path: &str, with: Option<&Target>, is_contact: bool) {
        let Some(with) = with else {
            return;
        };
        let path = format!("{path}.with");
        if !is_contact {
            self.problem(&path, "only `contact_force` is one with another body");
        }
        self.target(&path, with);
    }

    fn expect(&mut self, path: &str, expect: &Expect) {
        self.known(&format!("{path}.probe"), "probe", &expect.probe, |names| &names.probe);
        match (expect.value, expect.tolerance) {
            (Some(_), None) => self.problem(&format!("{path}.value"), "needs a `tolerance`"),
            (None, Some(_)) => self.problem(&format!("{path}.tolerance"), "needs a `value`"),
            _ => {}
        }
        match (expect.value.or(expect.tolerance), expect.above.or(expect.below)) {
            (Some(_), Some(_)) => {
                let message = "give either `value` and `tolerance`, or `above` and `below`";
                self.problem(path, message);
            }
            (None, None) => {
                self.problem(
                    path,
                    "expects nothing: give `value` and `tolerance`, `above` or `below`",
                );
            }
            _ => {}
        }
        if let (Some(above), Some(below)) = (expect.above, expect.below)
            && above >= below
        {
            let message = format!("must be greater than `above` = {above}, found {below}");
            self.problem(&format!("{path}.below"), message);
        }
        if let At::Time(time) = expect.at
            && time > self.scene.seconds
        {
            let seconds = self.scene.seconds;
            let message = format!("must be at most the {seconds} s of the scene, found {time}");
            self.problem(&format!("{path}.at"), message);
        }
        let until = match expect.at {
            At::Time(time) => time,
            At::Statistic(_) => self.scene.seconds,
        };
        if let Some(since) = expect.since.filter(|&since| since >= until) {
            let message =
                format!("must be before {until} s, where the probe is looked at, found {since}");
            self.problem(&format!("{path}.since"), message);
        }
        if expect.since.is_some()
            && !matches!(expect.at, At::Time(_) | At::Statistic(Statistic::End))
        {
            let message = "needs `at` to be a time or \"end\"";
            self.problem(&format!("{path}.since"), message);
        }
    }

    fn event(&mut self, path: &str, action: &Action) {
        match action {
            Action::Remove(remove) => self.remove(&format!("{path}.remove"), remove),
            Action::Force(force) => self.force(&format!("{path}.force"), force),
            Action::Impulse(impulse) => self.target(&format!("{path}.impulse"), &impulse.on),
            Action::Velocity(velocity) => self.target(&format!("{path}.velocity"), &velocity.on),
            Action::Gravity(_) => {}
            Action::Spawn(Spawn::Rigid(rigid)) => self.spawn(path, rigid),
            Action::Motor(motor) => {
                let path = format!("{path}.motor");
                self.coordinate(&path, "joint", &motor.joint, "coordinate", motor.coordinate);
            }
            Action::Break(at) => {
                let path = format!("{path}.break.joint");
                self.known(&path, "joint", &at.joint, |names| &names.joint);
            }
            Action::Cut(cut) => self.cut(&format!("{path}.cut"), cut),
        }
    }

    fn cut(&mut self, path: &str, cut: &Cut) {
        let mesh = self.soft_name(&format!("{path}.soft"), &cut.soft);
        for (i, edge) in cut.edges.iter().flatten().enumerate() {
            self.nodes(&format!("{path}.edges[{i}]"), edge, mesh);
        }
        if let Some(bounds) = &cut.bounds {
            self.bounds(&format!("{path}.box"), bounds);
        }
        if cut.edges.is_some() == cut.bounds.is_some() {
            self.problem(path, "give either `edges` or `box`");
        }
    }

    fn force(&mut self, path: &str, force: &Force) {
        let chosen = force.nodes.is_some() || force.bounds.is_some();
        match &force.on {
            Target::Soft(name) => {
                let mesh = self.soft_name(&format!("{path}.soft"), name);
                self.selection(path, force.nodes.as_deref(), force.bounds.as_ref(), mesh);
            }
            Target::Rigid(_) => {
                self.target(path, &force.on);
                if chosen {
                    let field = if force.nodes.is_some() { "nodes" } else { "box" };
                    self.problem(&format!("{path}.{field}"), "a rigid body has no nodes");
                }
            }
        }
    }

    fn remove(&mut self, path: &str, remove: &Remove) {
        match remove {
            Remove::Anchor(name) => {
                self.known(&format!("{path}.anchor"), "anchor", name, |names| &names.anchor);
            }
            Remove::Distance(name) => {
                self.known(&format!("{path}.distance"), "distance", name, |names| &names.distance);
            }
            Remove::Generalised(name) => {
                let path = format!("{path}.generalised");
                self.known(&path, "generalised", name, |names| &names.generalised);
            }
            Remove::Plane(name) => {
                self.known(&format!("{path}.plane"), "plane", name, |names| &names.plane);
            }
            Remove::Joint(name) => {
                self.known(&format!("{path}.joint"), "joint", name, |names| &names.joint);
            }
            Remove::Gear(name) => {
                self.known(&format!("{path}.gear"), "gear", name, |names| &names.gear);
            }
            Remove::Rigid(name) => self.target(path, &Target::Rigid(name.clone())),
            Remove::Soft(name) => self.target(path, &Target::Soft(name.clone())),
        }
    }

    /// A body that an event acts on: one of the scene, or a rigid body that an event adds.
    fn target(&mut self, path: &str, target: &Target) {
        match target {
            Target::Rigid(name) if self.names.spawned.contains_key(name.as_str()) => {}
            Target::Rigid(name) => self.rigid_name(&format!("{path}.rigid"), name),
            Target::Soft(name) => {
                self.soft_name(&format!("{path}.soft"), name);
            }
        }
    }

    fn spawn(&mut self, event: &str, rigid: &Rigid) {
        let path = format!("{event}.spawn.rigid");
        let name = rigid.name.as_str();
        let earlier = match (self.names.rigid.get(name), self.names.spawned.get(name)) {
            (Some(i), _) => Some(format!("rigid[{i}]")),
            (None, Some(i)) => Some(format!("event[{i}]")).filter(|earlier| earlier != event),
            (None, None) => None,
        };
        if let Some(earlier) = earlier {
            let message = format!("`{}` is already the name of {earlier}", clipped(name));
            self.problem(&format!("{path}.name"), message);
        }
        if rigid.array.is_some() {
            self.problem(&format!("{path}.array"), "an event adds one body: leave `array` out");
        }
        self.rigid(&path, rigid);
    }

    fn rigid_name(&mut self, path: &str, name: &str) {
        let scene = self.scene;
        if scene.rigid.iter().any(|r| r.array.is_some() && r.answers_to(name)) {
            return;
        }
        let known = self.known(path, "rigid", name, |names| &names.rigid);
        let array = known.and_then(|i| scene.rigid.get(i)?.array.as_ref());
        if let Some(last) = array.map(|a| a.copies().saturating_sub(1)) {
            let name = clipped(name);
            let message =
                format!("`{name}` is an array: name a copy, `{name}-0` to `{name}-{last}`");
            self.problem(path, message);
        }
    }

    /// An array is not too large, and none of its copies has the name of another body.
    fn array(&mut self, path: &str, rigid: &Rigid) {
        let Some(array) = &rigid.array else { return };
        let copies = array.copies();
        if copies > MOST_COPIES {
            let message = format!("makes more than {MOST_COPIES} bodies");
            self.problem(&format!("{path}.array.count"), message);
        }
        if rigid.motion.is_some() {
            let message = "a body with a motion cannot be an array";
            self.problem(&format!("{path}.array"), message);
        }
        let other = |r: &&Rigid| r.array.is_none() && rigid.answers_to(&r.name);
        if let Some(name) = self.scene.rigid.iter().find(other).map(|r| clipped(&r.name)) {
            let message = format!("`{name}` is already the name of another body");
            self.problem(&format!("{path}.name"), message);
        }
    }

    /// Checks the name of a deformable body and returns its mesh, if that is known.
    fn soft_name(&mut self, path: &str, name: &str) -> Option<&'a Mesh> {
        let index = self.known(path, "soft", name, |names| &names.soft)?;
        if self.broken.contains(&format!("soft[{index}]")) {
            return None;
        }
        self.scene.soft.get(index).map(|soft| &soft.mesh)
    }

    /// The index of a named entry; reports a name that nothing has.
    fn known(
        &mut self,
        path: &str,
        kind: &str,
        name: &str,
        of_kind: for<'n> fn(&'n Names<'a>) -> &'n BTreeMap<&'a str, usize>,
    ) -> Option<usize> {
        let names = of_kind(&self.names);
        if let Some(index) = names.get(name) {
            return Some(*index);
        }
        let hint = self.report.suggest(name, names.keys().copied());
        let none = if names.is_empty() { format!("; the scene has no `{kind}`") } else { hint };
        self.problem(path, format!("no `{kind}` is named `{}`{none}", clipped(name)));
        None
    }

    fn below(&mut self, path: &str, index: u32, count: Option<u64>, what: &str) {
        if let Some(count) = count.filter(|count| u64::from(index) >= *count) {
            let accepted = match count {
                0 => format!("the mesh has no {what}"),
                _ => format!("must be from 0 to {}: the mesh has {count} {what}", count - 1),
            };
            self.problem(path, format!("{accepted}, found {index}"));
        }
    }

    fn exclusive(&mut self, path: &str, a: (&str, Option<f64>), b: (&str, Option<f64>)) {
        if let ((a, Some(x)), (b, Some(y))) = (a, b) {
            let message = format!("give either `{a}` or `{b}`, found {a} = {x} and {b} = {y}");
            self.problem(&format!("{path}.{b}"), message);
        }
    }

    fn not_zero(&mut self, path: &str, vector: &[f64], what: &str) {
        if vector.iter().all(|x| *x == 0.0) {
            self.problem(path, format!("a {what} must not be zero, found {vector:?}"));
        }
    }
}
