//! Scene files at random: nothing panics, and what is written is read back equal.

use pliant_io::scene::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const VALID: &str = r#"
title = "Everything"
step = 0.01
stabilisation = { baumgarte = 0.1 }
camera = { eye = [1, 2, 3], target = [0, 0, 0], fov = 30 }
[[rigid]]
name = "ball"
kind = "kinematic"
shape = { capsule = { radius = 0.25, height = 1e-1 } }
motion = { keyframes = [{ time = 0, position = [0, 0, 0] }, { time = 1, position = [0, 1, 0] }] }
[[soft]]
name = "cloth"
mesh = { grid = { size = [1.0, 1.0], nodes = [5, 5] } }
model = { inextensible = { bending = 1e-4 } }
pinned = { box = { min = [0, 0, 0], max = [1, 1, 1] } }
[[soft]]
name = "wheel"
mesh = { gear = { teeth = 8, root = 0.4, tip = 0.5, width = 0.1 } }
model = { mass_spring = { stiffness = 100 } }
pinned = [
    { nodes = [0, 1], axes = ["x", "z"] },
    { box = { min = [0, 0, 0], max = [1, 1, 1] }, motion = { linear = { gradient = [[0, 0, 0], [0, 0.1, 0], [0, 0, 0]] } } },
]
[[plane]]
name = "floor"
a = { soft = "wheel", node = 3 }
b = { world = [0, 0, 0], motion = { sine = { axis = [0, 1, 0], amplitude = 0.1, frequency = 1 } } }
[[anchor]]
name = "held"
a = { soft = "cloth", face = 0, weights = [0.5, 0.25, 0.25] }
b = { rigid = "ball" }
[[distance]]
a = { soft = "cloth", nearest = [0, 0, 0] }
b = { world = [0, 0, 0] }
[[probe]]
name = "y"
of = { rigid = "ball", quantity = "position", axis = "y" }
[[expect]]
probe = "y"
at = 0.5
above = 0.2
[[event]]
time = 2.0
force = { soft = "cloth", value = [0, 1, 0] }
[[event]]
time = 2.0
spawn = { rigid = { shape = { cuboid = { size = [1, 1, 1] } } } }
"#;

/// Pieces that make mutations hit more than the parser.
const PIECES: [&str; 14] = [
    "[[rigid]]\n",
    "\n[x]\n",
    "name",
    "= 1\n",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "nan",
    "-1",
    "1e400",
    "999999999999999999999",
    "é\u{0}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_bytes_do_not_panic(bytes in vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(problems) = read("f", &text, &[]) {
            prop_assert!(!problems.list.is_empty());
        }
    }

    #[test]
    fn mutated_text_does_not_panic(
        cuts in vec((any::<Index>(), 0_usize..12, select(&PIECES[..])), 1..6),
    ) {
        let mut characters: Vec<char> = VALID.chars().collect();
        for (at, length, piece) in cuts {
            let at = at.index(characters.len());
            let end = (at + length).min(characters.len());
            characters.splice(at..end, piece.chars());
        }
        let text: String = characters.into_iter().collect();
        if let Err(problems) = read("f", &text, &[]) {
            for problem in &problems.list {
                prop_assert!(problem.line >= 1 && problem.line <= text.lines().count() + 1);
                prop_assert!(problem.column >= 1);
                prop_assert!(!problem.to_string().contains('\n'));
                let drifted = problem.message.contains("cannot be read");
                prop_assert!(!drifted, "the schema let through what serde refused: {problem}");
            }
        }
    }

    #[test]
    fn random_changes_do_not_panic(path in "[a-z0-9.\\[\\]-]{0,20}", value in ".{0,20}") {
        let _ = read("f", VALID, &[(&path, &value)]);
        let _ = read("f", VALID, &[(&format!("rigid.ball.{path}"), &value)]);
    }

    #[test]
    fn what_is_written_is_read_back_equal(scene in scene()) {
        let text = write(&scene);
        let once = read("f", &text, &[]);
        prop_assert!(once.is_ok(), "{}\n{text}", once.unwrap_err());
        // The first reading gives rotations length one; from then on nothing changes.
        let once = once.unwrap();
        prop_assert!(nearly_equal(&once, &scene), "{once:#?}\n{scene:#?}");
        prop_assert_eq!(read("f", &write(&once), &[]), Ok(once));
    }
}

#[test]
fn the_text_that_is_mutated_is_valid() {
    read("f", VALID, &[]).unwrap();
}

/// Equal but for the length of rotations and directions.
fn nearly_equal(read: &Scene, written: &Scene) -> bool {
    let mut written = written.clone();
    for (read, written) in read.rigid.iter().zip(&mut written.rigid) {
        written.rotation = read.rotation;
        written.motion.clone_from(&read.motion);
        if let (Some(read), Some(written)) = (read.one_way, &mut written.one_way) {
            *written = read;
        }
        for (read, written) in read.parts.iter().zip(&mut written.parts) {
            written.rotation = read.rotation;
        }
        if let (Shape::HalfSpace { .. }, Shape::HalfSpace { normal }) =
            (&read.shape, &written.shape)
            && normal.iter().any(|x| *x != 0.0)
        {
            written.shape = read.shape.clone();
        }
    }
    for (read, written) in read.soft.iter().zip(&mut written.soft) {
        written.rotation = read.rotation;
        if let (Pinned::Pins(read), Pinned::Pins(written)) = (&read.pinned, &mut written.pinned) {
            for (read, written) in read.iter().zip(written) {
                same_axis(read.motion.as_ref(), written.motion.as_mut());
            }
        }
    }
    for (read, written) in read.anchor.iter().zip(&mut written.anchor) {
        same_site_axis(&read.b, &mut written.b);
    }
    for (read, written) in read.distance.iter().zip(&mut written.distance) {
        same_site_axis(&read.b, &mut written.b);
    }
    for (read, written) in read.plane.iter().zip(&mut written.plane) {
        same_site_axis(&read.b, &mut written.b);
        written.normal = read.normal;
    }
    for (read, written) in read.generalised.iter().zip(&mut written.generalised) {
        same_site_axis(&read.b, &mut written.b);
        written.axis = read.axis;
    }
    for (read, written) in read.event.iter().zip(&mut written.event) {
        if matches!((&read.action, &written.action), (Action::Spawn(_), Action::Spawn(_))) {
            written.action = read.action.clone();
        }
    }
    *read == written
}

fn same_site_axis(read: &Site, written: &mut Site) {
    if let (Site::World { motion: read, .. }, Site::World { motion: written, .. }) = (read, written)
    {
        same_axis(read.as_ref(), written.as_mut());
    }
}

fn same_axis(read: Option<&Travel>, written: Option<&mut Travel>) {
    if let (Some(Travel::Sine { axis: read, .. }), Some(Travel::Sine { axis: written, .. })) =
        (read, written)
    {
        *written = *read;
    }
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![-10.0..10.0, select(vec![0.0, 1.0, -1e15, 1e-12, 0.1, 1e15, 123_456_789.0])]
}

fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![1e-6..100.0, select(vec![1e-15, 1.0, 1e15])]
}

fn fraction() -> impl Strategy<Value = f64> {
    0.0..=1.0
}

fn vector() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

fn direction() -> impl Strategy<Value = [f64; 3]> {
    (number(), number(), positive()).prop_map(|(x, y, z)| [x, y, z])
}

fn rotation() -> impl Strategy<Value = [f64; 4]> {
    (vector(), positive()).prop_map(|([x, y, z], w)| [x, y, z, w])
}

fn colour() -> impl Strategy<Value = Option<[f64; 3]>> {
    of([fraction(), fraction(), fraction()])
}

/// Either number, or none, never both.
fn either() -> impl Strategy<Value = (Option<f64>, Option<f64>)> {
    prop_oneof![
        Just((None, None)),
        positive().prop_map(|x| (Some(x), None)),
        positive().prop_map(|x| (None, Some(x))),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        positive().prop_map(|radius| Shape::Ball { radius }),
        [positive(), positive(), positive()].prop_map(|size| Shape::Cuboid { size, round: 0.0 }),
        (positive(), positive()).prop_map(|(radius, height)| Shape::Capsule { radius, height }),
        (positive(), positive(), any::<bool>()).prop_map(|(radius, height, is_round)| {
            let round = if is_round { 0.4 * radius.min(0.5 * height) } else { 0.0 };
            Shape::Cylinder { radius, height, round }
        }),
        (positive(), positive(), 0.0..1.0).prop_map(|(radius, height, round)| Shape::Cone {
            radius,
            height,
            round
        }),
        (vec(vector(), 4..9), 0.0..1.0).prop_map(|(points, round)| Shape::Hull { points, round }),
        (".{1,12}", positive(), any::<bool>()).prop_map(|(file, scale, convex)| Shape::Mesh {
            file,
            scale,
            convex
        }),
        (positive(), positive(), 8_u32..99).prop_map(|(radius, thickness, segments)| Shape::Bowl {
            radius,
            thickness,
            segments
        }),
        direction().prop_map(|normal| Shape::HalfSpace { normal }),
    ]
}

fn part() -> impl Strategy<Value = Part> {
    (shape(), vector(), rotation(), of(0.0..2.0), of(fraction())).prop_filter_map(
        "parts of a body that moves have a volume",
        |(shape, position, rotation, friction, restitution)| {
            let part = Part { shape, position, rotation, friction, restitution };
            (!part.shape.is_boundless()).then_some(part)
        },
    )
}

fn array() -> impl Strategy<Value = Array> {
    let jitter = [0.0..1.0, 0.0..1.0, 0.0..1.0];
    ([1_u32..9, 1_u32..9, 1_u32..9], vector(), [0_u32..2, 0_u32..2], jitter, any::<bool>())
        .prop_map(|(count, spacing, taper, jitter, tumble)| Array {
            count,
            spacing,
            taper,
            jitter,
            tumble,
        })
}

fn motion() -> impl Strategy<Value = Motion> {
    let frames = vec((1e-3..1.0, vector(), of(rotation())), 1..4).prop_map(|frames| {
        let mut time = 0.0;
        let ascending = frames.into_iter().map(|(later, position, rotation)| {
            time += later;
            Keyframe { time, position, rotation }
        });
        Motion::Keyframes(ascending.collect())
    });
    let sine = (direction(), positive(), positive(), number()).prop_map(
        |(axis, amplitude, frequency, phase)| Motion::Sine { axis, amplitude, frequency, phase },
    );
    prop_oneof![sine, frames]
}

fn rigid() -> impl Strategy<Value = Rigid> {
    let state = (vector(), rotation(), vector(), vector());
    let surface = (0.0..2.0, fraction(), colour(), 0.0..1.0, 0.0..1.0);
    let contact = (any::<bool>(), any::<bool>(), of(vec(0_u32..32, 0..4)), of(direction()));
    let many = (vec(part(), 0..3), of(array()));
    (held(), shape(), either(), state, surface, of(motion()), contact, many).prop_map(
        |(
            held,
            shape,
            (mass, density),
            (position, rotation, velocity, angular_velocity),
            surface,
            motion,
            (collides, sensor, groups, one_way),
            (parts, array),
        )| {
            let fixed = matches!(shape, Shape::HalfSpace { .. });
            let kind = match (&motion, fixed) {
                (_, true) => Kind::Fixed,
                (Some(_), false) => Kind::Kinematic,
                (None, false) => Kind::Dynamic,
            };
            Rigid {
                name: String::new(),
                kind,
                shape,
                mass,
                density,
                position,
                rotation,
                velocity: if fixed { [0.0; 3] } else { velocity },
                angular_velocity: if fixed { [0.0; 3] } else { angular_velocity },
                friction: surface.0,
                restitution: surface.1,
                rolling: surface.3,
                spinning: surface.4,
                collides,
                sensor,
                meets: groups.clone(),
                groups,
                one_way,
                parts,
                array: array.filter(|_| motion.is_none() || fixed),
                solver: if collides { Solver::Auto } else { Solver::Newton },
                colour: surface.2,
                motion: motion.filter(|_| !fixed),
                ..held
            }
        },
    )
}

/// A body with everything that holds it back.
fn held() -> impl Strategy<Value = Rigid> {
    let locks = (any::<[bool; 3]>(), any::<[bool; 3]>(), any::<bool>());
    let inertia = of([positive(), positive(), positive()]);
    (inertia, 0.0..9.0, 0.0..9.0, number(), locks).prop_map(
        |(inertia, linear_damping, angular_damping, gravity_scale, locks)| Rigid {
            inertia,
            linear_damping,
            angular_damping,
            gravity_scale,
            locked_translation: locks.0,
            locked_rotation: locks.1,
            collides: locks.2,
            ..Rigid::default()
        },
    )
}

fn motor() -> impl Strategy<Value = JointMotor> {
    let velocity = (number(), of(positive()))
        .prop_map(|(target, max_force)| JointMotor::Velocity { target, max_force });
    let position =
        (number(), of(positive()), of(positive())).prop_map(|(target, max_speed, max_force)| {
            JointMotor::Position { target, max_speed, max_force }
        });
    prop_oneof![velocity, position]
}

fn joint_axis() -> impl Strategy<Value = JointAxis> {
    let limit = (number(), of(positive()), of(positive())).prop_map(|(min, length, stiffness)| {
        let damping = if stiffness.is_some() { 0.5 } else { 0.0 };
        JointLimit { min: Some(min), max: length.map(|l| (min + l).min(1e15)), stiffness, damping }
    });
    let spring = (number(), positive(), 0.0..9.0)
        .prop_map(|(rest, stiffness, damping)| JointSpring { rest, stiffness, damping });
    (of(limit), of(motor()), of(spring)).prop_map(|(limit, motor, spring)| JointAxis {
        limit,
        motor,
        spring,
    })
}

fn joint() -> impl Strategy<Value = Joint> {
    let two = || (joint_axis(), joint_axis());
    let three = || [of(joint_axis()), of(joint_axis()), of(joint_axis())];
    let kind = prop_oneof![
        (of(positive()), joint_axis())
            .prop_map(|(cone, twist)| JointKind::Ball(Ball { cone, twist })),
        joint_axis().prop_map(JointKind::Hinge),
        joint_axis().prop_map(JointKind::Slider),
        Just(JointKind::Fixed {}),
        joint_axis().prop_map(JointKind::Distance),
        two().prop_map(|(slide, twist)| JointKind::Cylindrical(Cylindrical { slide, twist })),
        two().prop_map(|(first, second)| JointKind::Universal(Universal { first, second })),
        (three(), three()).prop_map(|([x, y, z], [u, v, w])| {
            let (along_x, along_y, along_z) = (x, y, z);
            let (about_x, about_y, about_z) = (u, v, w);
            let six = SixAxis { along_x, along_y, along_z, about_x, about_y, about_z };
            JointKind::SixAxis(Box::new(six))
        }),
    ];
    let at = of([number(), number(), number()]);
    let axis = select(vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    (kind, at, axis, of(positive()), of(positive()), any::<bool>()).prop_map(
        |(kind, at, axis, break_force, break_torque, collides)| Joint {
            name: String::new(),
            a: Site::World { world: [0.0; 3], motion: None },
            b: Site::Rigid { rigid: "rigid-0".into(), point: [0.0; 3] },
            at,
            axis,
            kind,
            break_force,
            break_torque,
            collides,
        },
    )
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let (n, r) = (2_u32..100, 1_u32..50);
    prop_oneof![
        ([positive(), positive()], [n.clone(), n.clone()])
            .prop_map(|(size, nodes)| Mesh::Grid { size, nodes }),
        (positive(), n.clone()).prop_map(|(length, nodes)| Mesh::Rope { length, nodes }),
        ([positive(), positive(), positive()], [n.clone(), n.clone(), n])
            .prop_map(|(size, cells)| Mesh::Box { size, cells }),
        (positive(), positive(), [r.clone(), r.clone()], 3_u32..40).prop_map(
            |(radius, height, [rings, layers], sectors)| Mesh::Cylinder {
                radius,
                height,
                rings,
                layers,
                sectors,
            }
        ),
        (positive(), r).prop_map(|(radius, rings)| Mesh::Sphere { radius, rings }),
        (vec([positive(), positive()], 2..5), 3_u32..40)
            .prop_map(|(profile, segments)| Mesh::Lathe { profile, segments }),
        (3_u32..40, [0.0..1.0, 0.1..2.0, 0.1..2.0, 0.1..2.0]).prop_map(
            |(teeth, [bore, root, tip, width])| Mesh::Gear { teeth, bore, root, tip, width }
        ),
        (positive(), 2_u32..20).prop_map(|(length, segments)| Mesh::Teapot { length, segments }),
        (vec([positive(), positive(), positive()], 2..5), 2_u32..40)
            .prop_map(|(points, nodes)| Mesh::Polyline { points, nodes }),
        ([positive(), positive()], [1_u32..20, 1_u32..20], 1_u32..9)
            .prop_map(|(size, meshes, edges)| Mesh::Net { size, meshes, edges }),
        ([positive(), positive()], positive(), [3_u32..20, 2_u32..20])
            .prop_map(|(radii, height, nodes)| Mesh::Tube { radii, height, nodes }),
        ".{1,12}".prop_map(Mesh::File),
    ]
}

fn solid() -> impl Strategy<Value = Solid> {
    (positive(), -0.9..0.49, positive()).prop_map(|(young, poisson, damping)| Solid {
        young,
        poisson,
        damping,
    })
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![
        (positive(), positive()).prop_map(|(bending, compression)| {
            Model::Inextensible(Inextensible { bending, compression })
        }),
        (of(positive()), positive(), positive(), of(positive())).prop_map(
            |(young, compression, bending, limit)| {
                let stiffness = if young.is_some() { None } else { Some(compression) };
                Model::Elastic(Elastic { stiffness, young, compression, bending, limit })
            }
        ),
        (positive(), positive(), positive()).prop_map(|(stiffness, damping, bending)| {
            Model::MassSpring { stiffness, damping, bending }
        }),
        solid().prop_map(Model::Corotational),
        solid().prop_map(Model::Linear),
        solid().prop_map(Model::NeoHookean),
        (positive(), positive(), positive(), any::<bool>()).prop_map(
            |(strain, damping, bending, braces)| {
                let strain = Some(strain);
                Model::Springs(Springs { strain, damping, bending, braces, ..Springs::default() })
            }
        ),
        (positive(), positive(), of(1_u32..50), of(fraction())).prop_map(
            |(young, damping, iterations, gamma)| {
                let young = Some(young);
                Model::Pbd(PositionBased {
                    young,
                    damping,
                    iterations,
                    gamma,
                    ..Default::default()
                })
            }
        ),
        (of(positive()), fraction(), positive()).prop_map(|(region, beta, rate)| {
            let rate = Some(rate);
            Model::ShapeMatching(ShapeMatching { region, beta, rate, ..Default::default() })
        }),
    ]
}

fn bounds() -> impl Strategy<Value = Bounds> {
    (vector(), fraction())
        .prop_map(|(min, more)| Bounds { min, max: min.map(|x| x + more) })
        .prop_filter("at most 1e15", |bounds| bounds.max.iter().all(|x| x.abs() <= 1e15))
}

fn travel() -> impl Strategy<Value = Travel> {
    let points = vec((1e-3..1.0, vector()), 1..4).prop_map(|points| {
        let mut time = 0.0;
        let ascending = points.into_iter().map(|(later, displacement)| {
            time += later;
            Waypoint { time, displacement }
        });
        Travel::Keyframes(ascending.collect())
    });
    prop_oneof![
        (direction(), positive(), positive(), number()).prop_map(
            |(axis, amplitude, frequency, phase)| Travel::Sine {
                axis,
                amplitude,
                frequency,
                phase
            }
        ),
        points,
        ([vector(), vector(), vector()], 0.0..3.0)
            .prop_map(|(gradient, seconds)| Travel::Linear { gradient, seconds }),
    ]
}

/// Listed nodes or a box, never both.
fn selection() -> impl Strategy<Value = (Option<Vec<u32>>, Option<Bounds>)> {
    prop_oneof![
        vec(0_u32..2, 1..3).prop_map(|nodes| (Some(nodes), None)),
        bounds().prop_map(|bounds| (None, Some(bounds))),
    ]
}

fn pin() -> impl Strategy<Value = Pin> {
    let axes = of(vec(select(vec![PinAxis::X, PinAxis::Y, PinAxis::Z]), 1..3));
    (selection(), axes, of(travel()))
        .prop_map(|((nodes, bounds), axes, motion)| Pin { nodes, bounds, axes, motion })
        .prop_filter("linear motions are whole", |pin| {
            pin.is_whole() || !matches!(pin.motion, Some(Travel::Linear { .. }))
        })
}

fn pinned() -> impl Strategy<Value = Pinned> {
    prop_oneof![
        vec(0_u32..2, 0..4).prop_map(Pinned::Nodes),
        bounds().prop_map(|bounds| Pinned::Region(Region::Box(bounds))),
        vec(pin(), 1..3).prop_map(Pinned::Pins),
    ]
}

fn soft() -> impl Strategy<Value = Soft> {
    let state = (vector(), rotation(), vector());
    let surface = (of(0.0..1.0), 0.0..2.0, 0.0..10.0, colour(), fraction(), any::<bool>());
    let grading = || {
        let grade = (bounds(), 0.1..10.0).prop_map(|(bounds, factor)| Grade { bounds, factor });
        vec(grade, 0..3)
    };
    (mesh(), model(), either(), state, surface, pinned(), grading())
        .prop_filter("volume", |(mesh, model, ..)| !(mesh.is_thin() && model.solid().is_some()))
        .prop_map(|(mesh, model, (mass, density), state, surface, pinned, grading)| {
            let solid = model.solid().is_some();
            let (position, rotation, velocity) = state;
            let worn = (solid && surface.5).then(|| mesh.clone());
            Soft {
                name: String::new(),
                mesh,
                model,
                mass,
                density,
                thickness: surface.0,
                position,
                rotation,
                velocity,
                friction: surface.1,
                restitution: surface.4,
                collides: surface.5,
                soft_contact: surface.5,
                self_contact: solid && surface.5,
                groups: surface.5.then(|| vec![1, 31]),
                meets: (!surface.5).then(|| vec![0]),
                solver: if surface.5 { Solver::Newton } else { Solver::Sweep },
                compliance: if surface.5 { Compliance::Warped } else { Compliance::Exact },
                damping: surface.5.then_some(surface.2),
                internal_friction: surface.5.then_some(surface.1),
                hinges: if surface.5 { Hinges::Product } else { Hinges::Angle },
                shear: None,
                drag: surface.4,
                firm: surface.5.then(|| Firm {
                    stretch: surface.0,
                    volume: surface.2,
                    keep: vec![Kept::Cells],
                    ..Firm::default()
                }),
                calibrate: None,
                grading: if solid { grading } else { Vec::new() },
                explicit: solid && surface.5,
                integrator: (solid && !surface.5).then_some(Integrator::ImplicitEuler),
                tolerance: (solid && !surface.5).then_some(1e-6),
                surface: worn,
                pinned,
                colour: surface.3,
            }
        })
}

fn soft_site() -> impl Strategy<Value = Site> {
    let soft = || Just("soft-0".to_string());
    prop_oneof![
        (soft(), 0_u32..2).prop_map(|(soft, node)| Site::Node { soft, node }),
        (soft(), vector()).prop_map(|(soft, nearest)| Site::Nearest { soft, nearest }),
    ]
}

fn other_site() -> impl Strategy<Value = Site> {
    prop_oneof![
        (vector(), of(travel())).prop_map(|(world, motion)| Site::World { world, motion }),
        vector().prop_map(|point| Site::Rigid { rigid: "rigid-0".into(), point }),
        soft_site(),
    ]
}

fn anchor() -> impl Strategy<Value = Anchor> {
    (soft_site(), other_site(), either(), 0.0..1.0, of(positive())).prop_map(
        |(a, b, (stiffness, compliance), damping, max_force)| {
            let name = String::new();
            let break_force = max_force;
            Anchor { name, a, b, stiffness, compliance, damping, max_force, break_force }
        },
    )
}

fn distance() -> impl Strategy<Value = Distance> {
    let modes = vec![DistanceMode::Both, DistanceMode::Stretch, DistanceMode::Compression];
    (anchor(), of(positive()), select(modes)).prop_map(|(anchor, length, mode)| Distance {
        name: String::new(),
        a: anchor.a,
        b: anchor.b,
        length,
        mode,
        stiffness: anchor.stiffness,
        compliance: anchor.compliance,
        damping: anchor.damping,
        max_force: anchor.max_force,
    })
}

fn plane() -> impl Strategy<Value = Plane> {
    (anchor(), direction(), of(number())).prop_map(|(anchor, normal, offset)| Plane {
        name: String::new(),
        a: anchor.a,
        b: anchor.b,
        normal,
        offset,
        stiffness: anchor.stiffness,
        compliance: anchor.compliance,
        damping: anchor.damping,
        max_force: anchor.max_force,
    })
}

fn generalised() -> impl Strategy<Value = Generalised> {
    let holds = vec![Hold::Plane, Hold::Line, Hold::Point, Hold::Hinge, Hold::Weld];
    (anchor(), direction(), select(holds), of(positive()), any::<bool>()).prop_map(
        |(anchor, axis, hold, friction, unilateral)| {
            let rubs = matches!(hold, Hold::Plane | Hold::Line);
            let friction = friction.filter(|_| rubs);
            let unilateral = unilateral && hold == Hold::Plane;
            let max_force = anchor.max_force.filter(|_| friction.is_none() && !unilateral);
            let (a, b, name) = (anchor.a, anchor.b, String::new());
            Generalised { name, a, b, hold, axis, unilateral, friction, max_force }
        },
    )
}

fn probe() -> impl Strategy<Value = Probe> {
    let axis = || of(select(vec![Axis::X, Axis::Y, Axis::Z, Axis::Norm]));
    let of_what = prop_oneof![
        axis().prop_map(|axis| ProbeOf::Rigid {
            rigid: "rigid-0".into(),
            quantity: RigidQuantity::RotationVector,
            with: None,
            axis,
        }),
        axis().prop_map(|axis| ProbeOf::Rigid {
            rigid: "rigid-0".into(),
            quantity: RigidQuantity::ContactForce,
            with: Some(Target::Soft("soft-0".into())),
            axis,
        }),
        (axis(), of(0_u32..2)).prop_map(|(axis, node)| ProbeOf::Soft {
            soft: "soft-0".into(),
            quantity: SoftQuantity::Velocity,
            node,
            nodes: None,
            bounds: None,
            with: None,
            axis,
        }),
        (axis(), selection()).prop_map(|(axis, (nodes, bounds))| ProbeOf::Soft {
            soft: "soft-0".into(),
            quantity: SoftQuantity::InternalForce,
            node: None,
            nodes,
            bounds,
            with: None,
            axis,
        }),
        Just(ProbeOf::World { world: true, quantity: WorldQuantity::Rows, axis: None }),
        Just(ProbeOf::World { world: true, quantity: WorldQuantity::Asleep, axis: None }),
    ];
    (of_what, of(positive())).prop_map(|(of, every)| Probe { name: String::new(), of, every })
}

fn expect() -> impl Strategy<Value = Expect> {
    let at = prop_oneof![
        (0.0..1e-3).prop_map(At::Time),
        select(vec![Statistic::End, Statistic::Mean, Statistic::Drift]).prop_map(At::Statistic),
    ];
    let probe = || "probe-0".to_string();
    prop_oneof![
        (at, number(), positive()).prop_map(move |(at, value, tolerance)| {
            let (value, tolerance) = (Some(value), Some(tolerance));
            Expect { probe: probe(), at, value, tolerance, ..Expect::default() }
        }),
        number().prop_map(move |above| {
            Expect { probe: probe(), above: Some(above), ..Expect::default() }
        }),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let target = || {
        let (rigid, soft) = ("rigid-0".to_string(), "soft-0".to_string());
        select(vec![Target::Rigid(rigid), Target::Soft(soft)])
    };
    let action = prop_oneof![
        select(vec![Remove::Rigid("rigid-0".into()), Remove::Soft("soft-0".into())])
            .prop_map(Action::Remove),
        (target(), vector(), of(positive()), of(positive()), of(selection())).prop_map(
            |(on, value, seconds, ramp, selection)| {
                let soft = matches!(on, Target::Soft(_));
                let (nodes, bounds) = selection.filter(|_| soft).unwrap_or_default();
                Action::Force(Force { on, value, nodes, bounds, ramp, seconds })
            }
        ),
        (target(), vector()).prop_map(|(on, value)| Action::Impulse(Impulse { on, value })),
        (target(), vector()).prop_map(|(on, value)| Action::Velocity(Velocity { on, value })),
        vector().prop_map(Action::Gravity),
        selection().prop_map(|(nodes, bounds)| {
            let edges = nodes.map(|nodes| nodes.into_iter().map(|n| [n, 1 - n]).collect());
            Action::Cut(Cut { soft: "soft-0".into(), edges, bounds })
        }),
        rigid().prop_map(|rigid| {
            Action::Spawn(Spawn::Rigid(Box::new(Rigid { array: None, ..rigid })))
        }),
    ];
    (positive(), action).prop_map(|(time, action)| Event { time, action })
}

fn head() -> impl Strategy<Value = Scene> {
    let numbers = (1e-3..10.0, of(1_u32..=1000), 1_u32..=1000, 1e-2..1e3, vector());
    let words = (
        select(vec![Solver::Auto, Solver::Sweep, Solver::Newton, Solver::ConstraintSpace]),
        prop_oneof![Just(Stabilisation::Full), fraction().prop_map(Stabilisation::Baumgarte)],
        select(vec![Tier::Quick, Tier::Full]),
    );
    let camera = of((-1.0..1.0, 1.0..170.0).prop_map(|(x, fov)| Camera {
        eye: [x, 0.0, 2.0],
        target: [0.0, x, 0.0],
        fov,
    }));
    let settle = of((positive(), 0.0..2.0).prop_map(|(speed, seconds)| Settle { speed, seconds }));
    let contact = std::array::from_fn::<_, 7, _>(|_| positive()).prop_map(
        |[
            frequency,
            rigid_frequency,
            damping_ratio,
            rigid_damping_ratio,
            speed,
            slop,
            rebound_threshold,
        ]| Push {
            frequency,
            rigid_frequency,
            damping_ratio,
            rigid_damping_ratio,
            speed,
            slop,
            rebound_threshold,
        },
    );
    let sleep = of([positive(), positive()])
        .prop_map(|s| s.map(|[speed, seconds]| Sleep { speed, seconds }));
    let end = (settle, sleep, contact, camera);
    (".*", ".*", numbers, words, 0..=i64::MAX as u64, of(1_u32..=64), end).prop_map(
        |(title, about, numbers, words, seed, threads, (settle, sleep, contact, camera))| Scene {
            settle,
            sleep,
            contact,
            title,
            about,
            step: numbers.0,
            substeps: numbers.1,
            iterations: numbers.2,
            seconds: numbers.3,
            gravity: numbers.4,
            solver: words.0,
            stabilisation: words.1,
            tier: words.2,
            seed,
            threads,
            camera,
            ..Scene::default()
        },
    )
}

fn scene() -> impl Strategy<Value = Scene> {
    // The first is named elsewhere, so it is one body.
    let rigids = vec(rigid(), 1..4).prop_map(|mut rigids| {
        rigids[0].array = None;
        rigids
    });
    let bodies = (rigids, vec(soft(), 1..4));
    let links = (
        vec(anchor(), 0..3),
        vec(distance(), 0..3),
        vec(plane(), 0..3),
        vec(joint(), 0..3),
        vec(generalised(), 0..3),
    );
    let records = (vec(probe(), 1..3), vec(expect(), 0..3), vec(event(), 0..4));
    (head(), bodies, links, records).prop_map(|(head, bodies, links, records)| {
        let mut scene = Scene {
            rigid: bodies.0,
            soft: bodies.1,
            anchor: links.0,
            distance: links.1,
            plane: links.2,
            joint: links.3,
            generalised: links.4,
            probe: records.0,
            expect: records.1,
            event: records.2,
            ..head
        };
        name_all(&mut scene);
        scene
    })
}

fn name_all(scene: &mut Scene) {
    let name = |kind: &str, i: usize| format!("{kind}-{i}");
    (scene.rigid.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("rigid", i));
    (scene.soft.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("soft", i));
    (scene.anchor.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("anchor", i));
    (scene.distance.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("distance", i));
    (scene.plane.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("plane", i));
    (scene.joint.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("joint", i));
    let own = scene.generalised.iter_mut().enumerate();
    own.for_each(|(i, x)| x.name = name("generalised", i));
    (scene.probe.iter_mut().enumerate()).for_each(|(i, x)| x.name = name("probe", i));
}
