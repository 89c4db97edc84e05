//! What can be changed of a scene from the page: settings of the world, and the numbers of its
//! materials. Labels, units and ranges come from the schema of scene files, so a new model or
//! solver shows up here without a line of code.

use std::sync::OnceLock;

use pliant_io::scene::{self, Scene};
use serde::Serialize;
use serde_json::Value;

/// A value that the page can change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its path in the scene, as `--set` takes it.
    pub path: String,
    /// What it belongs to: the name of a body, or `world`.
    pub group: String,
    /// Its name.
    pub label: String,
    /// Its unit; empty if it has none.
    pub unit: String,
    /// What it means, as the schema says.
    pub about: String,
    /// Its value; null: chosen automatically.
    pub value: Value,
    /// The ends of a slider; values beyond can be typed.
    pub range: Option<[f64; 2]>,
    /// Whether the slider goes by ratios.
    pub log: bool,
    /// Whether only whole numbers are accepted.
    pub whole: bool,
    /// The words to choose from.
    pub options: Vec<String>,
    /// Whether a running world can take it; else the scene is built again.
    pub live: bool,
}

/// The settings of the world that a scene states, with sliders' ends, and whether they go by ratios
/// and can change while the world runs.
const SETTINGS: [(&str, Option<[f64; 2]>, bool, bool); 5] = [
    ("step", Some([0.001, 0.05]), true, false),
    ("substeps", Some([1.0, 64.0]), true, true),
    ("iterations", Some([1.0, 32.0]), true, true),
    ("solver", None, false, true),
    ("gravity", Some([-20.0, 20.0]), false, true),
];

/// The numbers of a body that are not its place, its shape or its look.
const OF_BODIES: [&str; 6] = ["mass", "density", "thickness", "friction", "restitution", "damping"];

/// The models that an integrator can be named for.
const INTEGRATED: [&str; 4] = ["mass_spring", "corotational", "linear", "neo_hookean"];

/// Everything that can be changed of a scene.
pub fn all(scene: &Scene) -> Vec<Parameter> {
    let Ok(value) = serde_json::to_value(scene) else { return Vec::new() };
    let mut found = Vec::new();
    for (name, range, log, live) in SETTINGS {
        let mut parameter = describe(name, "world", &[name], value[name].clone());
        (parameter.range, parameter.log, parameter.live) = (range, log, live);
        found.push(parameter);
    }
    for list in ["soft", "rigid", "anchor", "distance", "joint"] {
        for entry in value[list].as_array().into_iter().flatten() {
            add_entry(list, entry, &mut found);
        }
    }
    found
}

/// Whether a path may be changed from the page.
pub fn is_known(parameters: &[Parameter], path: &str) -> bool {
    parameters.iter().any(|parameter| parameter.path == path)
}

fn add_entry(list: &str, entry: &Value, found: &mut Vec<Parameter>) {
    let Some(name) = entry["name"].as_str() else { return };
    // Nothing but its friction and rebound matters of a body that never moves.
    let moves = entry["kind"].as_str().is_none_or(|kind| kind == "dynamic");
    for (model, numbers) in entry["model"].as_object().into_iter().flatten() {
        for (key, value) in numbers.as_object().into_iter().flatten() {
            if value.is_number() {
                let path = format!("{list}.{name}.model.{model}.{key}");
                found.push(describe(&path, name, &[list, "model", model, key], value.clone()));
            }
        }
    }
    if list == "soft" && INTEGRATED.iter().any(|model| entry["model"].get(model).is_some()) {
        let path = format!("{list}.{name}.integrator");
        let value = entry["integrator"].clone();
        found.push(describe(&path, name, &[list, "integrator"], value));
    }
    if list == "joint" {
        add_nested(name, &mut vec![list, "kind"], &entry["kind"], found);
    }
    for (key, value) in entry.as_object().into_iter().flatten() {
        let of_body = OF_BODIES.contains(&key.as_str());
        let wanted = match list {
            "rigid" | "soft" => of_body && (moves || key == "friction" || key == "restitution"),
            _ => true,
        };
        if wanted && value.is_number() {
            let path = format!("{list}.{name}.{key}");
            let mut parameter = describe(&path, name, &[list, key], value.clone());
            if key == "density" {
                parameter.unit = density_unit(entry).into();
            }
            found.push(parameter);
        }
    }
}

/// The numbers of a joint's limits, motors and springs, however deep they lie.
fn add_nested<'a>(
    name: &str,
    place: &mut Vec<&'a str>,
    value: &'a Value,
    found: &mut Vec<Parameter>,
) {
    for (key, value) in value.as_object().into_iter().flatten() {
        place.push(key);
        if value.is_number() {
            let path = format!("{}.{name}.{}", place[0], place[1..].join("."));
            let mut parameter = describe(&path, name, place, value.clone());
            // `spring damping` is not `limit damping`.
            parameter.label = place[place.len() - 2..].join(" ").replace('_', " ");
            found.push(parameter);
        }
        add_nested(name, place, value, found);
        place.pop();
    }
}

/// A density is by volume, area or length, as the mesh is.
fn density_unit(entry: &Value) -> &'static str {
    let has = |kind: &str| entry["mesh"].get(kind).is_some();
    match () {
        () if has("grid") => "kg/m²",
        () if has("rope") => "kg/m",
        () if has("file") => "",
        () => "kg/m³",
    }
}

/// A parameter with what the schema says of it.
fn describe(path: &str, group: &str, place: &[&str], value: Value) -> Parameter {
    let (schema, about) = look_up(schema(), place).unwrap_or((&Value::Null, String::new()));
    let bound = |name: &str, open: &str| {
        inner(schema, name).or_else(|| inner(schema, open)).and_then(Value::as_f64)
    };
    let bounds = bound("minimum", "exclusiveMinimum").zip(bound("maximum", "exclusiveMaximum"));
    let now = value.as_f64().unwrap_or(0.0);
    // A range of the schema that is as narrow as a ratio or a coefficient is a slider's.
    let (range, log) = match bounds {
        Some((low, high)) if high - low <= 2.0 => ([low, high], false),
        _ if place.last() == Some(&"friction") => ([0.0, 2.0], false),
        _ if now > 0.0 => ([round_down(now / 30.0), round_down(now * 30.0)], true),
        _ => ([0.0, 1.0], false),
    };
    Parameter {
        path: path.into(),
        group: group.into(),
        label: place.last().copied().unwrap_or_default().replace('_', " "),
        unit: unit(&about).unwrap_or_default().into(),
        about,
        range: value.is_number().then_some(range),
        value,
        log,
        whole: has_type(schema, "integer"),
        options: words(schema),
        live: false,
    }
}

/// A number as round as a slider's end should be: one digit.
fn round_down(x: f64) -> f64 {
    let power = 10_f64.powf(x.log10().floor());
    (x / power + 1e-9).floor() * power
}

fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| serde_json::to_value(scene::schema()).unwrap_or_default())
}

/// Follows names through a schema: properties, entries of lists, choices and references. Gives the
/// place they lead to, and the nearest description on the way there.
fn look_up<'a>(schema: &'a Value, names: &[&str]) -> Option<(&'a Value, String)> {
    let here = resolve(schema);
    let about = |value: &Value| value["description"].as_str().map(str::to_owned);
    let Some((name, rest)) = names.split_first() else {
        return Some((here, about(schema).or_else(|| about(here)).unwrap_or_default()));
    };
    if let Some(property) = here["properties"].get(*name) {
        return look_up(property, rest);
    }
    if here["items"].is_object() {
        return look_up(&here["items"], names);
    }
    choices(here).find_map(|choice| look_up(choice, names))
}

fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

fn resolve(value: &Value) -> &Value {
    match value["$ref"].as_str().and_then(|path| path.strip_prefix("#/")) {
        Some(path) => schema().pointer(&format!("/{path}")).unwrap_or(value),
        None => value,
    }
}

/// A field of a schema or of one of its choices.
fn inner<'a>(schema: &'a Value, name: &str) -> Option<&'a Value> {
    schema.get(name).or_else(|| choices(schema).find_map(|choice| resolve(choice).get(name)))
}

fn has_type(schema: &Value, kind: &str) -> bool {
    let is = |value: &Value| match &value["type"] {
        Value::String(one) => one == kind,
        Value::Array(many) => many.iter().any(|one| one == kind),
        _ => false,
    };
    is(schema) || choices(schema).any(|choice| is(resolve(choice)))
}

/// The words that a schema lets one choose from.
fn words(schema: &Value) -> Vec<String> {
    let listed = schema["enum"].as_array().into_iter().flatten();
    let single = choices(schema).filter_map(|choice| resolve(choice).get("const"));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    listed.chain(single).filter_map(text).collect()
}

/// The unit that a description names: `Young's modulus, Pa.` → `Pa`.
pub fn unit(about: &str) -> Option<&str> {
    let sentence = about.split([';', '(']).next()?;
    let sentence = sentence.split(". ").next()?.trim().trim_end_matches('.');
    let (_, last) = sentence.rsplit_once(", ")?;
    // `J/rad² for a hinge` is J/rad².
    let last = last.split(" for ").next()?;
    let is_unit =
        !last.contains(' ') && !last.starts_with(|c: char| c.is_ascii_digit() && c != '1');
    (is_unit && last.chars().count() <= 9).then_some(last)
}

/// The unit of what a probe of a scene measures.
pub fn probe_unit(scene: &Scene, probe: &scene::Probe) -> String {
    if let scene::ProbeOf::Joint { joint, quantity, coordinate, .. } = &probe.of {
        let of = scene.joint.iter().find(|j| j.name == *joint);
        let turns = of.is_some_and(|j| j.kind.turns(coordinate.unwrap_or(0)));
        match (quantity, turns) {
            (scene::JointQuantity::Position, true) => return "rad".into(),
            (scene::JointQuantity::Position, false) => return "m".into(),
            (scene::JointQuantity::Speed, true) => return "rad/s".into(),
            (scene::JointQuantity::Speed, false) => return "m/s".into(),
            _ => {}
        }
    }
    let Ok(of) = serde_json::to_value(&probe.of) else { return String::new() };
    let kind = match &probe.of {
        scene::ProbeOf::Rigid { .. } => "RigidQuantity",
        scene::ProbeOf::Soft { .. } => "SoftQuantity",
        scene::ProbeOf::Anchor { .. } => "AnchorQuantity",
        scene::ProbeOf::Distance { .. } => "DistanceQuantity",
        scene::ProbeOf::Generalised { .. } => "GeneralisedQuantity",
        scene::ProbeOf::Plane { .. } => "PlaneQuantity",
        scene::ProbeOf::Joint { .. } => "JointQuantity",
        scene::ProbeOf::World { .. } => "WorldQuantity",
    };
    let quantity = &schema()["$defs"][kind];
    let about = choices(quantity).find(|choice| choice["const"] == of["quantity"]);
    let about = about.and_then(|choice| choice["description"].as_str()).unwrap_or_default();
    match unit(about).unwrap_or_default() {
        "percent" => "%".into(),
        unit => unit.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_scenes::builtin;

    fn of(name: &str) -> Vec<Parameter> {
        all(&builtin::find(name).unwrap().scene(&[]).unwrap())
    }

    fn find<'a>(parameters: &'a [Parameter], path: &str) -> &'a Parameter {
        parameters.iter().find(|p| p.path == path).unwrap_or_else(|| panic!("{path}"))
    }

    #[test]
    fn settings_and_materials_have_units_and_ranges() {
        let jelly = of("jelly-cube");
        let young = find(&jelly, "soft.jelly.model.corotational.young");
        assert_eq!((young.unit.as_str(), young.group.as_str()), ("Pa", "jelly"));
        assert!(young.log && young.range == Some([3000.0, 3e6]), "{:?}", young.range);
        let poisson = find(&jelly, "soft.jelly.model.corotational.poisson");
        assert_eq!((poisson.unit.as_str(), poisson.range), ("", Some([-0.99, 0.499])));
        assert_eq!(find(&jelly, "step").unit, "s");
        assert!(find(&jelly, "substeps").whole && find(&jelly, "iterations").whole);
        assert!(find(&jelly, "solver").options.contains(&"auto".to_owned()));
        assert_eq!(find(&jelly, "gravity").unit, "m/s²");
        assert!(find(&of("stack"), "rigid.box-3.mass").unit == "kg");
        assert!(!is_known(&of("stack"), "rigid.ground.density"));
    }

    /// The integrator is a word to choose, of the bodies that one can be named for, and of each word a scene can be made.
    #[test]
    fn integrators_can_be_chosen() {
        let springs = of("spring-all");
        let integrator = find(&springs, "soft.rk4.integrator");
        assert_eq!(integrator.value, "rk4");
        assert_eq!(integrator.options.len(), 9, "{:?}", integrator.options);
        let scene = builtin::find("spring-all").unwrap();
        for word in &integrator.options {
            let read = scene.scene(&[(&integrator.path, word)]);
            assert!(read.is_ok(), "{word}: {read:?}");
        }
        assert!(!is_known(&of("cloth-ball"), "soft.cloth.integrator"));
    }

    #[test]
    fn motors_and_springs_of_joints_can_be_changed() {
        let motors = of("motors");
        let of_joints: Vec<_> = motors.iter().filter(|p| p.path.starts_with("joint.")).collect();
        assert!(of_joints.iter().any(|p| p.path.contains(".motor.velocity.target")), "{motors:?}");
        assert!(of_joints.iter().all(|p| p.value.is_number()));
    }

    #[test]
    fn every_path_can_be_set_to_its_own_value() {
        for scene in builtin::all() {
            for p in of(scene.name).iter().filter(|p| p.value.is_number()) {
                let value = p.value.to_string();
                let read = scene.scene(&[(&p.path, &value)]);
                assert!(read.is_ok(), "{} {}: {read:?}", scene.name, p.path);
            }
        }
    }

    #[test]
    fn units_are_found_in_descriptions() {
        for (about, expected) in [
            ("Young's modulus, Pa.", Some("Pa")),
            ("Mass, kg; instead of `density`.", Some("kg")),
            ("Position, m (vector).", Some("m")),
            ("Bending stiffness, J/rad² for a hinge.", Some("J/rad²")),
            ("Rate at which motion decays, 1/s.", Some("1/s")),
            ("Part of the approach speed that a bounce gives back, 0 to 1 (no unit).", None),
            ("Friction coefficient (no unit). The coefficients, multiplied.", None),
        ] {
            assert_eq!(unit(about), expected, "{about}");
        }
    }

    #[test]
    fn probes_have_units() {
        let scene = builtin::find("rope-weight").unwrap().scene(&[]).unwrap();
        let units: Vec<String> = scene.probe.iter().map(|p| probe_unit(&scene, p)).collect();
        assert_eq!(units, ["N", "N", "m", "%", "m"]);
        let scene = builtin::find("motors").unwrap().scene(&[]).unwrap();
        let units: Vec<String> = scene.probe.iter().map(|p| probe_unit(&scene, p)).collect();
        assert_eq!(units[..6], ["rad/s", "rad/s", "N·m", "rad", "m", "N"]);
    }
}
