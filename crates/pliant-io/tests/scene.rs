//! Scene files: what is accepted, what is refused, and with which words at which place.

use std::time::Instant;

use pliant_io::scene::{
    Action, At, Axis, DEFAULT_FRICTION, Inextensible, Integrator, Kind, Mesh, Model, ProbeOf,
    Problems, Remove, RigidQuantity, Scene, Shape, Site, Stabilisation, Statistic, read, schema,
    write,
};

/// The example that fixes the look of scene files.
const CLOTH_ON_BALL: &str = r#"title = "A cloth dropped on a ball"
step = 0.02                       # s; also: substeps, solver = "auto", seconds, gravity, seed, tier = "quick" | "full"

[[rigid]]
name = "ball"
shape = { ball = { radius = 0.25 } }
mass = 1.0                        # or density
position = [0, 0.25, 0]

[[rigid]]
name = "ground"
kind = "fixed"                    # dynamic (default), fixed, kinematic
shape = { half_space = { normal = [0, 1, 0] } }

[[soft]]
name = "cloth"
mesh = { grid = { size = [1.0, 1.0], nodes = [51, 51] } }     # or { file = "bunny.msh" }, { surface = "bunny.obj", nodes = 2000 }
model = { inextensible = { bending = 1e-4 } }                  # or mass_spring, corotational, pbd, shape_matching, layered, …
mass = 0.5
thickness = 0.005
position = [0, 0.6, 0]

[[anchor]]
name = "held"
a = { soft = "cloth", node = 0 }
b = { world = [-0.5, 0.6, -0.5] }

[[probe]]
name = "ball_y"
of = { rigid = "ball", quantity = "position", axis = "y" }

[[expect]]
probe = "ball_y"
at = "end"                        # a time in s, "end", "max", "min", "mean"
value = 0.25
tolerance = 0.001

[[event]]
time = 2.0
remove = { anchor = "held" }
"#;

const BALL: &str = "[[rigid]]\nname = \"ball\"\nshape = { ball = { radius = 1 } }\n";
const CLOTH: &str = "[[soft]]\nname = \"cloth\"\n\
                     mesh = { grid = { size = [1, 1], nodes = [5, 5] } }\n\
                     model = { mass_spring = { stiffness = 10 } }\n";

#[track_caller]
fn accepted(text: &str) -> Scene {
    read("f.toml", text, &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

#[track_caller]
fn refused(text: &str) -> Problems {
    read("f.toml", text, &[]).expect_err("a problem was expected")
}

/// Checks the problems of a text; each line is `line:column: path: message`.
#[track_caller]
fn assert_problems(text: &str, expected: &[&str]) {
    let found: Vec<String> = refused(text).list.iter().map(ToString::to_string).collect();
    let expected: Vec<String> = expected.iter().map(|line| format!("f.toml:{line}")).collect();
    assert_eq!(found, expected, "in\n{text}");
}

#[test]
fn the_example_parses_as_written() {
    let scene = accepted(CLOTH_ON_BALL);
    assert_eq!(scene.title, "A cloth dropped on a ball");
    assert_eq!((scene.step, scene.seconds, scene.gravity), (0.02, 5.0, [0.0, -9.81, 0.0]));
    let ball = &scene.rigid[0];
    assert_eq!(ball.shape, Shape::Ball { radius: 0.25 });
    assert_eq!((ball.kind, ball.mass, ball.position), (Kind::Dynamic, Some(1.0), [0.0, 0.25, 0.0]));
    assert_eq!((ball.friction, ball.restitution), (DEFAULT_FRICTION, 0.0));
    assert_eq!(scene.rigid[1].kind, Kind::Fixed);
    let cloth = &scene.soft[0];
    assert_eq!(cloth.mesh, Mesh::Grid { size: [1.0, 1.0], nodes: [51, 51] });
    let inextensible = Inextensible { bending: 1e-4, compression: 5.0 };
    assert_eq!(cloth.model, Model::Inextensible(inextensible));
    assert_eq!(scene.anchor[0].a, Site::Node { soft: "cloth".into(), node: 0 });
    assert_eq!(scene.anchor[0].b, Site::World { world: [-0.5, 0.6, -0.5], motion: None });
    let of = ProbeOf::Rigid {
        rigid: "ball".into(),
        with: None,
        quantity: RigidQuantity::Position,
        axis: Some(Axis::Y),
    };
    assert_eq!(scene.probe[0].of, of);
    assert_eq!(scene.expect[0].at, At::Statistic(Statistic::End));
    assert_eq!(scene.event[0].action, Action::Remove(Remove::Anchor("held".into())));
}

#[test]
fn an_empty_text_is_the_default_scene() {
    assert_eq!(accepted(""), Scene::default());
    assert_eq!(write(&Scene::default()), "");
}

#[test]
fn entries_without_a_name_are_named_by_their_place() {
    let scene = accepted(&"[[rigid]]\nshape = { ball = { radius = 1 } }\n".repeat(2));
    assert_eq!(scene.rigid[0].name, "rigid-0");
    assert_eq!(scene.rigid[1].name, "rigid-1");
}

#[test]
fn rotations_are_normalised() {
    let scene = accepted(&format!("{BALL}rotation = [0, 0, 3, 4]\n"));
    assert_eq!(scene.rigid[0].rotation, [0.0, 0.0, 0.6, 0.8]);
}

#[test]
fn mistakes_of_syntax() {
    assert_problems(
        "title = \"x\nstep = 0.1\nseconds = = 3\n",
        &[
            "1:11: not TOML: invalid basic string, expected `\"`",
            "3:11: not TOML: extra `=`, expected nothing",
            "3:13: not TOML: unexpected key or value, expected newline, `#`",
        ],
    );
    assert_problems("step = 1\nstep = 2\n", &["2:1: not TOML: duplicate key"]);
}

#[test]
fn unknown_fields_come_with_the_nearest_known_one() {
    assert_problems("stpe = 0.1", &["1:1: stpe: unknown field `stpe`; did you mean `step`?"]);
    assert_problems(
        &CLOTH_ON_BALL.replace("bending", "bendign"),
        &["18:28: soft[0].model.inextensible.bendign: unknown field `bendign`; did you mean \
           `bending`?"],
    );
    assert_problems(
        "camera = { eye = [0, 0, 1], target = [0, 0, 0], lens = 50 }",
        &["1:49: camera.lens: unknown field `lens`; known here: `eye`, `fov`, `target`"],
    );
}

#[test]
fn unknown_variants_and_words() {
    assert_problems(
        "solver = \"swep\"\n[[rigid]]\nshape = { bal = { radius = 1 } }\n[[rigid]]\n\
         shape = { blob = 1 }\n[[rigid]]\nshape = \"ball\"\n",
        &[
            "1:10: solver: expected \"auto\", \"sweep\", \"newton\", \"constraint-space\", found \"swep\"; did you mean `sweep`?",
            "3:11: rigid[0].shape.bal: unknown field `bal`; did you mean `ball`?",
            "5:11: rigid[1].shape: expected a table with one of `ball`, `cuboid`, `capsule`, `cylinder`, `cone`, `hull`, \
             `mesh`, `teapot`, `bowl`, `height_field`, `half_space`, found a table with `blob`",
            "7:9: rigid[2].shape: expected a table with one of `ball`, `cuboid`, `capsule`, `cylinder`, `cone`, `hull`, \
             `mesh`, `teapot`, `bowl`, `height_field`, `half_space`, found \"ball\"",
        ],
    );
    assert_problems(
        "[[rigid]]\nshape = { ball = { radius = 1 }, cuboid = { size = [1, 1, 1] } }",
        &["2:34: rigid[0].shape.cuboid: cannot be given together with `ball`"],
    );
}

#[test]
fn missing_fields() {
    assert_problems(
        "[[rigid]]\nmass = 1\n[[soft]]\nmesh = { rope = { length = 1 } }\n[[expect]]\nvalue = 1\n",
        &[
            "1:1: rigid[0].shape: is missing; expected a table with one of `ball`, `cuboid`, \
             `capsule`, `cylinder`, `cone`, `hull`, \
             `mesh`, `teapot`, `bowl`, `height_field`, `half_space`",
            "3:1: soft[0].model: is missing; expected a table with one of `inextensible`, `elastic`, \
             `mass_spring`, `corotational`, `linear`, `neo_hookean`, `springs`, `pbd`, `shape_matching`",
            "4:17: soft[0].mesh.rope.nodes: is missing; expected an integer",
            "5:1: expect[0].probe: is missing; expected a text in quotes",
        ],
    );
}

#[test]
fn wrong_types() {
    assert_problems(
        "title = 3\nstep = \"fast\"\nsubsteps = 1.5\ngravity = [0, 1]\nrigid = 3\nsoft = [1]\n\
         seed = 99999999999999999999\nstabilisation = 0.5\n",
        &[
            "1:9: title: expected a text in quotes, found 3",
            "2:8: step: expected a number, found \"fast\"",
            "3:12: substeps: expected an integer, found 1.5",
            "4:11: gravity: expected 3 numbers, found 2",
            "5:9: rigid: expected a list of tables, found 3",
            "6:9: soft[0]: expected a table with `mesh`, `model`, found 1",
            "7:8: seed: expected an integer, found 99999999999999999999, which no signed \
             64-bit integer holds",
            "8:17: stabilisation: expected a table with `baumgarte`, or \"full\", found 0.5",
        ],
    );
}

#[test]
fn numbers_out_of_range() {
    assert_problems(
        "step = 0\nseconds = -1\nsubsteps = 0\niterations = 2000\nversion = 2\nseed = -1\n\
         stabilisation = { baumgarte = 2 }\n",
        &[
            "1:8: step: must be above 0 and at most 10, found 0",
            "2:11: seconds: must be greater than 0, found -1",
            "3:12: substeps: must be from 1 to 1000, found 0",
            "4:14: iterations: must be from 1 to 1000, found 2000",
            "5:11: version: expected 1, found 2",
            "6:8: seed: must be at least 0, found -1",
            "7:31: stabilisation.baumgarte: must be from 0 to 1, found 2",
        ],
    );
    assert_problems(
        "[[rigid]]\nshape = { ball = { radius = 0 } }\nmass = -2.5\nrestitution = 1.5\n",
        &[
            "2:29: rigid[0].shape.ball.radius: must be greater than 0, found 0",
            "3:8: rigid[0].mass: must be greater than 0, found -2.5",
            "4:15: rigid[0].restitution: must be from 0 to 1, found 1.5",
        ],
    );
}

#[test]
fn numbers_that_are_not_finite_too_large_or_too_small() {
    assert_problems(
        "step = nan\nseconds = 1e300\ngravity = [0, -inf, 0]\n[[rigid]]\n\
         shape = { ball = { radius = 1e-30 } }\nposition = [1e999, 0, 0]\n",
        &[
            "1:8: step: must be a finite number, found nan",
            "2:11: seconds: is too large: at most 1e15 in size is accepted, found 1e300",
            "3:15: gravity[1]: must be a finite number, found -inf",
            "5:29: rigid[0].shape.ball.radius: is too small: at least 1e-15 is accepted, found \
             1e-30",
            "6:13: rigid[0].position[0]: must be a finite number, found inf",
        ],
    );
    assert_problems(
        "step = 1e-9\nseconds = 1e9",
        &["2:11: seconds: makes 1e18 steps; at most 1e10 are accepted"],
    );
}

#[test]
fn names_are_unique_and_not_empty() {
    assert_problems(
        &format!("{BALL}{BALL}[[rigid]]\nname = \"\"\nshape = {{ ball = {{ radius = 1 }} }}\n"),
        &[
            "5:8: rigid[1].name: `ball` is already the name of rigid[0]",
            "8:8: rigid[2].name: must not be empty",
        ],
    );
    let spawn = "[[event]]\ntime = 1\n\
                 spawn = { rigid = { name = \"ball\", shape = { ball = { radius = 1 } } } }\n";
    assert_problems(
        &format!("{BALL}{spawn}"),
        &["6:28: event[0].spawn.rigid.name: `ball` is already the name of rigid[0]"],
    );
}

#[test]
fn rigid_bodies_that_make_no_sense() {
    assert_problems(
        &format!(
            "{BALL}mass = 1\ndensity = 2\nrotation = [0, 0, 0, 0]\n\
             motion = {{ sine = {{ axis = [0, 0, 0], amplitude = 1, frequency = 1 }} }}\n\
             [[rigid]]\nshape = {{ half_space = {{ normal = [0, 0, 0] }} }}\n\
             [[rigid]]\nkind = \"fixed\"\nvelocity = [0, 1, 0]\n\
             shape = {{ cuboid = {{ size = [1, 1, 1] }} }}\n"
        ),
        &[
            "5:11: rigid[0].density: give either `mass` or `density`, found mass = 1 and \
             density = 2",
            "6:12: rigid[0].rotation: a quaternion must not be zero, found [0.0, 0.0, 0.0, 0.0]",
            "7:10: rigid[0].motion: only a kinematic body can have a motion: kind = \"kinematic\"",
            "7:28: rigid[0].motion.sine.axis: a direction must not be zero, found [0.0, 0.0, 0.0]",
            "9:9: rigid[1].shape: a half space must be fixed: kind = \"fixed\"",
            "9:35: rigid[1].shape.half_space.normal: a direction must not be zero, found \
             [0.0, 0.0, 0.0]",
            "12:12: rigid[2].velocity: must be zero: the body is fixed",
        ],
    );
}

#[test]
fn keyframes_must_ascend() {
    assert_problems(
        &format!(
            "{BALL}kind = \"kinematic\"\n\
             motion = {{ keyframes = [\n  {{ time = 1, position = [0, 0, 0] }},\n  \
             {{ time = 0.5, position = [0, 0, 0], rotation = [0, 0, 0, 0] }},\n] }}\n\
             [[rigid]]\nkind = \"kinematic\"\nshape = {{ ball = {{ radius = 1 }} }}\n\
             motion = {{ keyframes = [] }}\n"
        ),
        &[
            "7:12: rigid[0].motion.keyframes[1].time: must be later than the 1 s before it, \
             found 0.5",
            "7:50: rigid[0].motion.keyframes[1].rotation: a quaternion must not be zero, found \
             [0.0, 0.0, 0.0, 0.0]",
            "12:24: rigid[1].motion.keyframes: expected at least 1 tables, found 0",
        ],
    );
}

#[test]
fn deformable_bodies_that_make_no_sense() {
    assert_problems(
        &format!(
            "{CLOTH}pinned = [0, 25]\nmass = 1\ndensity = 1\n\
             [[soft]]\nmesh = {{ rope = {{ length = 1, nodes = 5 }} }}\n\
             model = {{ corotational = {{ young = 1e5, poisson = 0.4 }} }}\n\
             pinned = {{ box = {{ min = [1, 0, 0], max = [0, 0, 0] }} }}\n\
             [[soft]]\nmesh = {{ box = {{ size = [1, 1, 1], cells = [900, 900, 900] }} }}\n\
             model = {{ corotational = {{ young = 1e5, poisson = 0.5 }} }}\n\
             [[soft]]\nmesh = {{ box = {{ size = [1, 1, 1], cells = [900, 900, 900] }} }}\n\
             model = {{ mass_spring = {{ stiffness = 1 }} }}\npinned = 3\n\
             [[soft]]\nmesh = {{ box = {{ size = [1, 1, 1], cells = [900, 900, 900] }} }}\n\
             model = {{ mass_spring = {{ stiffness = 1 }} }}\n"
        ),
        &[
            "5:14: soft[0].pinned[1]: must be from 0 to 24: the mesh has 25 nodes, found 25",
            "7:11: soft[0].density: give either `mass` or `density`, found mass = 1 and \
             density = 1",
            "10:26: soft[1].model.corotational: needs a mesh with volume, and a rope has none",
            "11:44: soft[1].pinned.box.max[0]: must be at least the min 1, found 0",
            "14:51: soft[2].model.corotational.poisson: must be from -0.99 to 0.499, found 0.5",
            "18:10: soft[3].pinned: expected a table with `box`, or a list of integers, or a list of tables, found 3",
            "20:8: soft[4].mesh: makes 731432701 nodes; at most 10000000 are accepted",
        ],
    );
}

#[test]
fn sites_name_what_is_there() {
    assert_problems(
        &format!(
            "{BALL}{CLOTH}\
             [[anchor]]\na = {{ soft = \"clth\", node = 0 }}\nb = {{ rigid = \"bal\" }}\n\
             [[anchor]]\na = {{ soft = \"cloth\", node = 25 }}\nb = {{ world = [0, 0, 0] }}\n\
             stiffness = 1\ncompliance = 1\n\
             [[distance]]\na = {{ soft = \"cloth\", face = 32, weights = [0.5, 0.5, 0.1] }}\n\
             b = {{ soft = \"cloth\", tet = 0, weights = [1, 0, 0, 0] }}\n\
             [[anchor]]\na = {{ world = [0, 0, 0] }}\nb = {{ world = [0, 0, 1] }}\n\
             [[anchor]]\na = {{ sotf = \"cloth\", node = 0 }}\nb = {{}}\n\
             [[anchor]]\na = {{ rigid = \"ball\" }}\nb = {{ rigid = \"ball\", point = [1, 0, 0] }}\n"
        ),
        &[
            "9:14: anchor[0].a.soft: no `soft` is named `clth`; did you mean `cloth`?",
            "10:15: anchor[0].b.rigid: no `rigid` is named `bal`; did you mean `ball`?",
            "12:30: anchor[1].a.node: must be from 0 to 24: the mesh has 25 nodes, found 25",
            "15:14: anchor[1].compliance: give either `stiffness` or `compliance`, found \
             stiffness = 1 and compliance = 1",
            "17:30: distance[0].a.face: must be from 0 to 31: the mesh has 32 faces, found 32",
            "17:44: distance[0].a.weights: must add up to 1, found 1.1",
            "18:29: distance[0].b.tet: `cloth` has no tetrahedra",
            "21:5: anchor[2].b: both sites are points of the world",
            "23:7: anchor[3].a.sotf: unknown field `sotf`; did you mean `soft`?",
            "24:5: anchor[3].b: expected a table with one of `world`, `rigid`, `node`, `face`, \
             `tet`, `nearest`, found an empty table",
            "27:5: anchor[4].b: both sites are on the rigid body `ball`",
        ],
    );
}

#[test]
fn probes_and_expectations() {
    assert_problems(
        &format!(
            "{BALL}{CLOTH}\
             [[probe]]\nname = \"p\"\nof = {{ world = false, quantity = \"energy\" }}\n\
             [[probe]]\nof = {{ rigid = \"ball\", quantity = \"speed\", axis = \"x\" }}\n\
             [[probe]]\nof = {{ soft = \"cloth\", quantity = \"volume\", node = 30 }}\n\
             [[probe]]\nof = {{ anchor = \"held\", quantity = \"farce\" }}\n\
             [[probe]]\nof = {{ quantity = \"energy\" }}\n\
             [[expect]]\nprobe = \"q\"\nat = 7\nvalue = 1\n\
             [[expect]]\nprobe = \"p\"\n\
             [[expect]]\nprobe = \"p\"\nabove = 2\nbelow = 1\n\
             [[expect]]\nprobe = \"p\"\nat = \"ende\"\nvalue = 1\ntolerance = 1\n\
             [[expect]]\nprobe = \"p\"\nabove = 2\nvalue = 1\ntolerance = 1\n"
        ),
        &[
            "10:16: probe[0].of.world: expected true, found false",
            "12:51: probe[1].of.axis: the quantity is a single number and has no axis",
            "14:52: probe[2].of.node: must be from 0 to 24: the mesh has 25 nodes, found 30",
            "14:52: probe[2].of.node: the quantity is not one of nodes; those are `position`, \
             `velocity`, `displacement` and `internal_force`",
            "16:36: probe[3].of.quantity: expected \"force\", \"violation\", found \"farce\"; did \
             you mean `force`?",
            "18:6: probe[4].of: expected a table with one of `rigid`, `soft`, `anchor`, \
             `distance`, `plane`, `generalised`, `joint`, `world`, found a table with `quantity`",
            "20:9: expect[0].probe: no `probe` is named `q`",
            "21:6: expect[0].at: must be at most the 5 s of the scene, found 7",
            "22:9: expect[0].value: needs a `tolerance`",
            "23:1: expect[1]: expects nothing: give `value` and `tolerance`, `above` or `below`",
            "28:9: expect[2].below: must be greater than `above` = 2, found 1",
            "31:6: expect[3].at: expected \"end\", \"max\", \"min\", \"mean\", \"drift\", found \
             \"ende\"; did you mean `end`?",
            "34:1: expect[4]: give either `value` and `tolerance`, or `above` and `below`",
        ],
    );
}

#[test]
fn events() {
    assert_problems(
        &format!(
            "{BALL}[[event]]\ntime = 1\n\
             [[event]]\ntime = 1\nremove = {{ anchor = \"held\" }}\n\
             [[event]]\nforce = {{ rgid = \"ball\", value = [0, 0, 0] }}\n\
             [[event]]\ntime = 1\nimpulse = {{ rigid = \"ball\", value = [0, 0, 0] }}\n\
             gravity = [0, 0, 0]\n\
             [[event]]\ntime = -1\nvelocity = {{ rigid = \"ball\", value = [0, 0] }}\n\
             [[event]]\ntime = 1\nspawn = {{ rigid = {{ mass = 1 }} }}\n\
             [[event]]\ntime = 1\nforce = {{ rigid = \"bull\", value = [0, 0, 1], seconds = 1 }}\n"
        ),
        &[
            "4:1: event[0]: expected a table with one of `remove`, `force`, `impulse`, \
             `velocity`, `gravity`, `spawn`, `motor`, `break`, `cut`, found a table with `time`",
            "8:21: event[1].remove.anchor: no `anchor` is named `held`; the scene has no `anchor`",
            "9:1: event[2].time: is missing; expected a number",
            "10:11: event[2].force.rgid: unknown field `rgid`; did you mean `rigid`?",
            "14:1: event[3].gravity: cannot be given together with `impulse`",
            "16:8: event[4].time: must be at least 0, found -1",
            "17:38: event[4].velocity.value: expected 3 numbers, found 2",
            "20:19: event[5].spawn.rigid.shape: is missing; expected a table with one of `ball`, \
             `cuboid`, `capsule`, `cylinder`, `cone`, `hull`, \
             `mesh`, `teapot`, `bowl`, `height_field`, `half_space`",
            "23:19: event[6].force.rigid: no `rigid` is named `bull`; did you mean `ball`?",
        ],
    );
}

#[test]
fn events_may_act_on_spawned_bodies() {
    let scene = accepted(
        "[[event]]\ntime = 1\nspawn = { rigid = { shape = { ball = { radius = 1 } } } }\n\
         [[event]]\ntime = 2\nimpulse = { rigid = \"spawn-0\", value = [0, 1, 0] }\n\
         [[event]]\ntime = 3\nremove = { rigid = \"spawn-0\" }\n",
    );
    assert_eq!(scene.event.len(), 3);
}

#[test]
fn references_to_a_broken_entry_are_not_reported_as_well() {
    assert_problems(
        &CLOTH_ON_BALL.replace("[51, 51]", "[51, 1]"),
        &["17:51: soft[0].mesh.grid.nodes[1]: must be from 2 to 4294967295, found 1"],
    );
}

#[test]
fn many_problems_are_counted() {
    let text = "[[rigid]]\nmas = 1\n".repeat(10_000);
    let problems = refused(&text);
    assert_eq!(problems.list.len(), Problems::LIMIT);
    assert_eq!(problems.list.len() + problems.omitted, 20_000);
    assert!(problems.to_string().ends_with("\nand 19900 more"));
}

#[test]
fn problems_stay_on_one_short_line() {
    let text = format!("\"a\\nb\" = 1\ntitle = 1\n\"{}\" = 2", "x".repeat(100_000));
    for problem in refused(&text).list {
        let line = problem.to_string();
        assert!(line.len() < 1000 && !line.contains('\n'), "{line}");
    }
}

#[test]
fn set_changes_values_before_they_are_read() {
    let set = |path, value| read("f.toml", CLOTH_ON_BALL, &[(path, value)]);
    assert_eq!(set("step", "0.005").unwrap().step, 0.005);
    assert_eq!(set("soft.cloth.mass", "0.7").unwrap().soft[0].mass, Some(0.7));
    assert_eq!(set("rigid.0.position", "[0, 1, 0]").unwrap().rigid[0].position, [0.0, 1.0, 0.0]);
    assert_eq!(set("rigid[1].friction", "1").unwrap().rigid[1].friction, 1.0);
    assert_eq!(set("solver", "sweep").unwrap().solver, pliant_io::scene::Solver::Sweep);
    assert_eq!(set("substeps", "8").unwrap().substeps, Some(8));
    let stabilised = set("stabilisation.baumgarte", "0.1").unwrap();
    assert_eq!(stabilised.stabilisation, Stabilisation::Baumgarte(0.1));
    assert_eq!(set("anchor", "[]").unwrap_err().list[0].path, "event[0].remove.anchor");
}

#[test]
fn set_names_what_is_wrong() {
    let cases = [
        (
            "solver",
            "swep",
            "--set solver=swep:1:8: solver: expected \"auto\", \"sweep\", \"newton\", \"constraint-space\", found \"swep\"; \
             did you mean `sweep`?",
        ),
        (
            "soft.cloth.mass",
            "abc",
            "--set soft.cloth.mass=abc:1:17: soft[0].mass: expected a number, found \"abc\"",
        ),
        (
            "soft.cloth.mas",
            "1",
            "--set soft.cloth.mas=1:1:12: soft[0].mas: unknown field `mas`; did you mean `mass`?",
        ),
        (
            "soft.clot.mass",
            "1",
            "--set soft.clot.mass=1:1:6: soft.clot.mass: no `soft` is named `clot`; did you mean \
             `cloth`?",
        ),
        (
            "rigid.7.mass",
            "1",
            "--set rigid.7.mass=1:1:7: rigid.7.mass: there is no rigid[7]: `rigid` has 2 entries",
        ),
        (
            "distance.rod.length",
            "1",
            "--set distance.rod.length=1:1:1: distance.rod.length: the scene has no `distance`",
        ),
        (
            "sfot.cloth.mass",
            "1",
            "--set sfot.cloth.mass=1:1:1: sfot: unknown field `sfot`; did you mean `soft`?",
        ),
        ("step", "[1,", "--set step=[1,:1:9: not TOML: unclosed array, expected `]`"),
        ("", "1", "--set =1:1:1: a step of the path is empty"),
    ];
    for (path, value, expected) in cases {
        let problems = read("f.toml", CLOTH_ON_BALL, &[(path, value)]).unwrap_err();
        assert_eq!(problems.to_string(), expected);
    }
}

#[test]
fn a_scene_made_in_code_is_checked_and_changed() {
    let mut scene = accepted(CLOTH_ON_BALL);
    scene.validate().unwrap();
    scene.set("rigid.ball.mass", "2").unwrap();
    assert_eq!(scene.rigid[0].mass, Some(2.0));
    scene.set("rigid.ball.mass", "-2").unwrap_err();
    assert_eq!(scene.rigid[0].mass, Some(2.0));
    scene.rigid[0].position[1] = f64::NAN;
    let problems = scene.validate().unwrap_err();
    assert_eq!(problems.list[0].path, "rigid[0].position[1]");
    let scene = Scene { seed: u64::MAX, ..Scene::default() };
    assert_eq!(scene.validate().unwrap_err().list[0].path, "seed");
}

#[test]
fn what_is_written_looks_as_a_person_would_write_it() {
    let expected = r#"title = "A cloth dropped on a ball"

[[rigid]]
name = "ball"
shape = { ball = { radius = 0.25 } }
mass = 1.0
position = [0.0, 0.25, 0.0]

[[rigid]]
name = "ground"
kind = "fixed"
shape = { half_space = { normal = [0.0, 1.0, 0.0] } }

[[soft]]
name = "cloth"
mesh = { grid = { size = [1.0, 1.0], nodes = [51, 51] } }
model = { inextensible = { bending = 0.0001, compression = 5.0 } }
mass = 0.5
thickness = 0.005
position = [0.0, 0.6, 0.0]

[[anchor]]
name = "held"
a = { soft = "cloth", node = 0 }
b = { world = [-0.5, 0.6, -0.5] }

[[probe]]
name = "ball_y"
of = { rigid = "ball", quantity = "position", axis = "y" }

[[expect]]
probe = "ball_y"
value = 0.25
tolerance = 0.001

[[event]]
time = 2.0
remove = { anchor = "held" }
"#;
    assert_eq!(write(&accepted(CLOTH_ON_BALL)), expected);
    assert_eq!(accepted(expected), accepted(CLOTH_ON_BALL));
}

#[test]
fn ten_thousand_bodies_are_read_well_below_a_second() {
    let mut text = String::new();
    for i in 0..10_000 {
        text += &format!(
            "[[rigid]]\nname = \"ball {i}\"\nshape = {{ ball = {{ radius = 0.1 }} }}\nmass = 1.0\n\
             position = [{i}, 0.25, 0]\nrotation = [0, 0, 0, 1]\n\n"
        );
    }
    let start = Instant::now();
    let scene = accepted(&text);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(scene.rigid.len(), 10_000);
    assert!(seconds < 1.0, "{seconds} s");
}

#[test]
fn deep_nesting_and_long_lists_are_refused_politely() {
    let inline = "x = {a.a = ".to_string() + &"{a.a.a.a.a.a.a.a = ".repeat(70);
    let closed = inline + "1" + &"}".repeat(71);
    let texts = [
        "a = ".to_string() + &"[".repeat(100_000),
        "a = ".to_string() + &"[".repeat(60) + &"]".repeat(60),
        "a = ".to_string() + &"{a = ".repeat(100_000),
        "a".to_string() + &".a".repeat(100_000) + " = 1",
        "[a".to_string() + &".a".repeat(100_000) + "]",
        "[a".to_string() + &".a".repeat(70) + "]\n" + &closed,
        "gravity = [".to_string() + &"0, ".repeat(1_000_000) + "]",
        "gravity = [".to_string() + &"\"x\", ".repeat(1_000_000) + "]",
        (0..100_000).map(|i| format!("k{i} = 1\n")).collect(),
        "[[anchor]]\na = { world = [0, 0, 0] }\nb = { rigid = \"nobody\" }\n".repeat(10_000)
            + &"[[rigid]]\nshape = { ball = { radius = 1 } }\n".repeat(10_000),
    ];
    for text in texts {
        let start = Instant::now();
        let problems = refused(&text);
        assert!(!problems.list.is_empty());
        assert!(start.elapsed().as_secs_f64() < 10.0, "{}", &text[..40]);
    }
}

#[test]
fn the_schema_is_complete() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["title"], "Scene");
    assert_eq!(schema["additionalProperties"], false);
    let text = schema.to_string();
    assert!(!text.contains("null"), "TOML has no null");
    let mut bare = Vec::new();
    undescribed(&schema, "", &mut bare);
    assert_eq!(bare, Vec::<String>::new(), "properties without a description");
    let step = &schema["properties"]["step"];
    assert_eq!((&step["default"], &step["description"]), (&0.02.into(), &"Time step, s.".into()));
    assert_eq!(step["exclusiveMinimum"], 0.0);
}

/// Collects the properties that have no description: neither they nor the variant that holds them.
fn undescribed(schema: &serde_json::Value, path: &str, bare: &mut Vec<String>) {
    if let Some(properties) = schema["properties"].as_object() {
        let variant = schema["description"].is_string() && properties.len() == 1;
        for (name, property) in properties {
            if !variant && !property["description"].is_string() {
                bare.push(format!("{path}.{name}"));
            }
        }
        if schema["oneOf"].is_null() && schema["additionalProperties"] != false {
            let flattened = path.contains("oneOf");
            assert!(flattened, "{path} accepts unknown fields");
        }
    }
    match schema {
        serde_json::Value::Object(object) => {
            for (key, value) in object {
                undescribed(value, &format!("{path}/{key}"), bare);
            }
        }
        serde_json::Value::Array(array) => {
            array.iter().for_each(|value| undescribed(value, path, bare));
        }
        _ => {}
    }
}

const WHEEL: &str = "[[rigid]]\nname = \"wheel\"\nshape = { ball = { radius = 1 } }\n[[joint]]\n\
                     name = \"axle\"\na = { world = [0, 0, 0] }\nb = { rigid = \"wheel\" }\n";

#[test]
fn a_joint_is_read_with_its_axes() {
    let text = format!(
        "{WHEEL}axis = [0, 0, 2]\nkind = {{ hinge = {{ limit = {{ min = -1 }}, \
         motor = {{ velocity = {{ target = 3 }} }} }} }}\n\
         [[event]]\ntime = 1\nmotor = {{ joint = \"axle\" }}\n"
    );
    let scene = accepted(&text);
    assert_eq!(scene.joint[0].axis, [0.0, 0.0, 1.0]);
    let axis = scene.joint[0].kind.axes()[0].unwrap();
    assert_eq!(axis.limit.as_ref().unwrap().min, Some(-1.0));
    assert!(axis.motor.is_some() && axis.spring.is_none());
}

#[test]
fn bad_joints_are_refused_by_their_place() {
    for (rest, part) in [
        ("kind = { hinge = { limit = {} } }", "needs `min` or `max`"),
        ("kind = { hinge = { limit = { min = 2, max = 1 } } }", "above max"),
        ("kind = { hinge = { spring = {} } }", "needs `stiffness`"),
        ("kind = \"hinge\"", "expected a table with one of `ball`, `hinge`"),
        ("kind = { fixed = {} }\naxis = [0, 0, 0]", "must not be zero"),
        (
            "kind = { fixed = {} }\n[[probe]]\nof = { joint = \"axle\", quantity = \"speed\" }",
            "no coordinate",
        ),
        ("kind = { fixed = {} }\n[[gear]]\nfirst = \"axle\"\nsecond = \"axl\"\nratio = 1", "axle"),
    ] {
        let problems = read("f.toml", &format!("{WHEEL}{rest}\n"), &[]).unwrap_err();
        assert!(problems.to_string().contains(part), "{rest}: {problems}");
    }
}

#[test]
fn pins_motions_loads_and_planes() {
    let scene = read(
        "f.toml",
        r#"
settle = { speed = 1e-4 }
[[soft]]
name = "bar"
mesh = { box = { size = [1, 1, 1], cells = [1, 1, 1] } }
model = { corotational = { young = 1e5, poisson = 0.3 } }
pinned = [
    { nodes = [0, 1], axes = ["x"] },
    { box = { min = [0, 0, 0], max = [1, 1, 1] }, motion = { keyframes = [{ time = 0, displacement = [0, 0, 0] }] } },
]
[[plane]]
a = { soft = "bar", node = 0 }
b = { world = [0, 0, 0], motion = { sine = { axis = [0, 2, 0], amplitude = 1, frequency = 1 } } }
normal = [0, 3, 4]
[[event]]
time = 1
force = { soft = "bar", nodes = [1], value = [1, 0, 0], ramp = 2 }
[[event]]
time = 2
remove = { plane = "plane-0" }
[[probe]]
of = { soft = "bar", quantity = "internal_force", node = 3 }
"#,
        &[],
    )
    .unwrap();
    assert_eq!(scene.settle, Some(pliant_io::scene::Settle { speed: 1e-4, seconds: 0.5 }));
    let pliant_io::scene::Pinned::Pins(pins) = &scene.soft[0].pinned else {
        panic!("{:?}", scene.soft[0].pinned)
    };
    assert!(!pins[0].is_whole() && pins[1].is_whole());
    assert_eq!(scene.plane[0].normal, [0.0, 0.6, 0.8]);
    let Site::World { motion: Some(pliant_io::scene::Travel::Sine { axis, .. }), .. } =
        scene.plane[0].b
    else {
        panic!("{:?}", scene.plane[0].b)
    };
    assert_eq!(axis, [0.0, 1.0, 0.0]);
}

#[test]
fn pins_loads_and_planes_that_make_no_sense() {
    let text = r#"
[[rigid]]
name = "ball"
shape = { ball = { radius = 1 } }
[[soft]]
name = "bar"
mesh = { box = { size = [1, 1, 1], cells = [1, 1, 1] } }
model = { corotational = { young = 1e5, poisson = 0.3 } }
pinned = [
    { axes = ["x"] },
    { nodes = [8] },
    { nodes = [1], axes = ["y"], motion = { linear = { gradient = [[0, 0, 0], [0, 0, 0], [0, 0, 0]] } } },
    { nodes = [1], axis = ["y"] },
]
[[plane]]
a = { soft = "bar", node = 0 }
b = { world = [0, 0, 0] }
normal = [0, 0, 0]
[[event]]
time = 1
force = { rigid = "ball", nodes = [1], value = [1, 0, 0] }
[[event]]
time = 2
remove = { plane = "plain-0" }
[[probe]]
of = { soft = "bar", quantity = "internal_force" }
[[probe]]
of = { rigid = "ball", quantity = "speed", with = { soft = "bar" } }
"#;
    let problems = read("f.toml", text, &[]).unwrap_err().to_string();
    for part in [
        "13:20: soft[0].pinned[3].axis: unknown field `axis`; did you mean `axes`?",
        "18:10: plane[0].normal: a normal must not be zero",
        "21:35: event[0].force.nodes: a rigid body has no nodes",
        "event[1].remove.plane: no `plane` is named `plain-0`; did you mean `plane-0`?",
        "probe[0].of: needs `node`, `nodes` or `box`",
        "probe[1].of.with: only `contact_force` is one with another body",
    ] {
        assert!(problems.contains(part), "{part}\n{problems}");
    }
    let spelt = text.replace("    { nodes = [1], axis = [\"y\"] },\n", "");
    let problems = read("f.toml", &spelt, &[]).unwrap_err().to_string();
    for part in [
        "10:5: soft[0].pinned[0]: holds nothing: give `nodes` or `box`",
        "11:16: soft[0].pinned[1].nodes[0]: must be from 0 to 7: the mesh has 8 nodes, found 8",
        "soft[0].pinned[2].axes: a linear motion moves nodes along all axes: leave out `axes`",
    ] {
        assert!(problems.contains(part), "{part}\n{problems}");
    }
}

/// One word chooses an integrator; where there is none to choose, or no such word, the message says what is accepted.
#[test]
fn integrators_go_by_one_word() {
    let soft = |more: &str| {
        format!(
            "[[soft]]\nmesh = {{ rope = {{ length = 1, nodes = 2 }} }}\nmodel = {{ mass_spring = {{ stiffness = 1 }} }}\n{more}\n"
        )
    };
    let scene = read("f.toml", &soft("integrator = \"velocity-verlet\""), &[]).unwrap();
    assert_eq!(scene.soft[0].integrator, Some(Integrator::VelocityVerlet));
    let changed = [("soft.0.integrator", "rk4")];
    let scene = read("f.toml", &soft("integrator = \"heun\""), &changed).unwrap();
    assert_eq!(scene.soft[0].integrator, Some(Integrator::Rk4));
    let message = |text: &str| refused(text).list[0].to_string();
    let slip = message(&soft("integrator = \"rk5\""));
    assert!(slip.contains("rk4") && slip.contains("4:"), "{slip}");
    let lax = message(&soft("integrator = \"implicit-euler\"\ntolerance = 2"));
    assert!(lax.contains("tolerance") && lax.contains("0.1"), "{lax}");
    let idle = message(&soft("integrator = \"rk4\"\ntolerance = 0.01"));
    assert!(idle.contains("implicit-euler"), "{idle}");
    let cloth = soft("integrator = \"rk4\"")
        .replace("mass_spring = { stiffness = 1 }", "inextensible = {}");
    assert!(message(&cloth).contains("mass_spring"), "{}", message(&cloth));
}
