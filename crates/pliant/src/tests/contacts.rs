//! Contacts of rigid shapes: at rest, rolling, and at speed.

use super::near;
use crate::meshing::primitives;
use crate::*;

/// A box of these half extents as points and outward faces.
pub(crate) fn box_mesh(half: Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let side = |i: u32, bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let points = (0..8).map(|i| half * Vec3::new(side(i, 0), side(i, 1), side(i, 2))).collect();
    let quads =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    (points, quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// Shapes with the height of their origin over a plane they stand on.
fn standing() -> Vec<(Shape, Real)> {
    let (points, faces) = box_mesh(Vec3::splat(0.1));
    vec![
        (Shape::ball(0.1), 0.1),
        (Shape::cuboid(0.2, 0.2, 0.2), 0.1),
        (Shape::Cylinder { radius: 0.1, height: 0.2 }, 0.1),
        (Shape::Cone { radius: 0.1, height: 0.2 }, 0.1),
        (Shape::Hull { points: points.clone() }, 0.1),
        (Shape::Mesh { points, faces }, 0.1),
        (Shape::cuboid(0.16, 0.16, 0.16).rounded(0.02), 0.1),
        (Shape::Cylinder { radius: 0.08, height: 0.16 }.rounded(0.02), 0.1),
        (
            Shape::Compound(vec![
                Part::new(Shape::cuboid(0.2, 0.1, 0.2), Vec3::Y * -0.05),
                Part::new(Shape::ball(0.05), Vec3::Y * 0.05),
            ]),
            0.1,
        ),
    ]
}

fn grounds() -> Vec<Rigid> {
    let heights = vec![vec![0.0; 5]; 5];
    let (points, faces) = box_mesh(Vec3::new(1.0, 0.1, 1.0));
    let sheet = vec![
        Vec3::new(-1.0, 0.0, -1.0),
        Vec3::new(1.0, 0.0, -1.0),
        Vec3::new(-1.0, 0.0, 1.0),
        Vec3::new(1.0, 0.0, 1.0),
    ];
    vec![
        Rigid::ground(),
        Rigid::fixed(Shape::cuboid(2.0, 0.2, 2.0), Vec3::Y * -0.1),
        Rigid::fixed(Shape::HeightField { size: [2.0, 2.0], heights }, Vec3::ZERO),
        Rigid::fixed(Shape::Mesh { points, faces }, Vec3::Y * -0.1),
        Rigid::fixed(Shape::Mesh { points: sheet, faces: vec![[0, 2, 1], [1, 2, 3]] }, Vec3::ZERO),
    ]
}

/// Every shape comes to rest on every ground, where it should be and upright.
#[test]
fn every_shape_rests_on_every_ground() {
    for ground in grounds() {
        for (shape, height) in standing() {
            let mut world = World::default();
            world.add_rigid(ground.clone()).unwrap();
            let at = Vec3::new(0.03, height + 0.002, 0.07);
            let body = world.add_rigid(Rigid::new(shape.clone(), 1.0, at)).unwrap();
            for _ in 0..100 {
                world.step();
            }
            let (x, v) = (world.position(body).unwrap(), world.velocity(body).unwrap());
            let what = format!("a {} on a {}", shape.name(), ground.shape.name());
            assert!((x.y - height).abs() < 1.5e-3, "{what}: {x}");
            assert!(v.length() < 0.01, "{what}: {v}");
            let up = world.rotation(body).unwrap() * Vec3::Y;
            assert!(matches!(shape, Shape::Ball { .. }) || up.y > 0.999, "{what}: {up}");
            // It stands with its weight.
            let force = world.contact_force(body, None).unwrap();
            assert!((force - Vec3::Y * 9.81).length() < 0.5, "{what}: {force}");
        }
    }
}

/// Bars made of triangles lie across each other, where no corner of one is near the other; upright on an edge
/// in a groove of two more, where normals differ.
#[test]
fn meshes_touch_with_their_edges() {
    let bar = |half: Vec3| {
        let (points, faces) = box_mesh(half);
        Shape::Mesh { points, faces }
    };
    let mut world = World::default();
    let below = bar(Vec3::new(0.1, 0.05, 1.0));
    world.add_rigid(Rigid::fixed(below, Vec3::ZERO)).unwrap();
    let above = Rigid::new(bar(Vec3::new(1.0, 0.05, 0.1)), 1.0, Vec3::new(0.02, 0.102, 0.03));
    let above = world.add_rigid(above).unwrap();
    // A groove of two bars at right angles, and a third that lies in it on its edge.
    let turned = |sign: Real| Quat::from_rotation_z(sign * std::f64::consts::FRAC_PI_4 as Real);
    for sign in [-1.0, 1.0] {
        let mut side =
            Rigid::fixed(bar(Vec3::new(0.5, 0.05, 0.5)), Vec3::new(5.0 + sign * 0.42, 0.35, 0.0));
        side.rotation = turned(sign);
        world.add_rigid(side).unwrap();
    }
    let mut lying = Rigid::new(bar(Vec3::new(0.1, 0.1, 0.8)), 1.0, Vec3::new(5.0, 0.22, 0.0));
    lying.rotation = turned(1.0);
    let lying = world.add_rigid(lying).unwrap();
    for _ in 0..150 {
        world.step();
    }
    let x = world.position(above).unwrap();
    assert!((x - Vec3::new(0.02, 0.1, 0.03)).length() < 2e-3, "{x}");
    assert!((world.rotation(above).unwrap() * Vec3::Y).y > 0.9999);
    let (x, v) = (world.position(lying).unwrap(), world.velocity(lying).unwrap());
    // Its faces lie on those of the groove, which meet at the origin: its axis is √2 half widths up.
    assert!((x - Vec3::new(5.0, 0.1414, 0.0)).length() < 3e-3 && v.length() < 0.01, "{x} {v}");
    let force = world.contact_force(lying, None).unwrap();
    assert!((force - Vec3::Y * 9.81).length() < 0.5, "{force}");
}

/// A cylinder on its side and a capsule roll down a slope as `a = g sin α / (1 + I/(m r²))`.
#[test]
fn round_shapes_roll_down_a_slope() {
    let (sin, cos) = (0.1, (1.0 as Real - 0.01).sqrt());
    for (shape, inertia) in
        [(Shape::Cylinder { radius: 0.1, height: 0.3 }, 0.5), (Shape::ball(0.1), 0.4)]
    {
        let mut world = World::default();
        world
            .add_rigid(Rigid::fixed(
                Shape::HalfSpace { normal: Vec3::new(sin, cos, 0.0) },
                Vec3::ZERO,
            ))
            .unwrap();
        let lying = Quat::from_rotation_x(std::f64::consts::FRAC_PI_2 as Real);
        let position = Vec3::new(sin, cos, 0.0) * 0.1;
        let mut rigid = Rigid::new(shape.clone(), 1.0, position);
        rigid.rotation = lying;
        let body = world.add_rigid(rigid).unwrap();
        for _ in 0..50 {
            world.step();
        }
        let along = world.velocity(body).unwrap().dot(Vec3::new(cos, -sin, 0.0));
        near(along, 9.81 * sin / (1.0 + inertia), 0.01);
    }
}

/// With rolling friction `μ_r` a ball stays on slopes gentler than `μ_r/r` and decelerates at
/// `μ_r g / (r (1 + I/(m r²)))`; with spinning friction a top stops.
#[test]
fn rolling_and_spinning_are_resisted() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let mut rolling = Rigid::new(Shape::ball(0.1), 1.0, Vec3::Y * 0.1);
    (rolling.rolling, rolling.velocity) = (0.005, Vec3::X * 1.0);
    rolling.angular_velocity = Vec3::Z * -10.0;
    let rolling = world.add_rigid(rolling).unwrap();
    let mut spinning = Rigid::new(Shape::ball(0.1), 1.0, Vec3::new(0.0, 0.1, 5.0));
    (spinning.spinning, spinning.angular_velocity) = (0.002, Vec3::Y * 10.0);
    let spinning = world.add_rigid(spinning).unwrap();
    for _ in 0..50 {
        world.step();
    }
    let expected = 1.0 - 0.005 * 9.81 / (0.1 * 1.4);
    near(world.velocity(rolling).unwrap().x, expected, 0.01);
    // The torque μ_s m g slows 2/5 m r².
    near(world.angular_velocity(spinning).unwrap().y, 10.0 - 0.002 * 9.81 / 0.004, 0.05);

    let mut world = World::default();
    let slope = Vec3::new(0.03, 1.0, 0.0).normalize();
    world.add_rigid(Rigid::fixed(Shape::HalfSpace { normal: slope }, Vec3::ZERO)).unwrap();
    let mut still = Rigid::new(Shape::ball(0.1), 1.0, slope * 0.1);
    still.rolling = 0.005;
    let still = world.add_rigid(still).unwrap();
    for _ in 0..100 {
        world.step();
    }
    assert!((world.position(still).unwrap() - slope * 0.1).length() < 1e-3);
}

/// A ball and a box at 200 m/s do not pass a plate of 1 cm, fixed or free, wherever they start.
#[test]
fn fast_bodies_do_not_pass_thin_ones() {
    for shape in [Shape::ball(0.1), Shape::cuboid(0.2, 0.2, 0.2)] {
        for start in [1.0, 1.7, 2.9, 3.3, 5.2] {
            for free in [false, true] {
                let config = Config { gravity: Vec3::ZERO, ..Config::default() };
                let mut world = World::new(config).unwrap();
                let mut plate = Rigid::new(Shape::cuboid(0.01, 1.0, 1.0), 5.0, Vec3::ZERO);
                plate.kind = if free { Kind::Dynamic } else { Kind::Fixed };
                let plate = world.add_rigid(plate).unwrap();
                // A free plate is hit in its middle: off it, the hit turns it within the step.
                let at = if free { Vec3::X * -start } else { Vec3::new(-start, 0.05, 0.08) };
                let mut bullet = Rigid::new(shape.clone(), 1.0, at);
                bullet.velocity = Vec3::X * 200.0;
                bullet.rotation = Quat::from_rotation_z(if free { 0.0 } else { 0.1 });
                let bullet = world.add_rigid(bullet).unwrap();
                for _ in 0..10 {
                    world.step();
                    let (b, p) = (world.position(bullet).unwrap(), world.position(plate).unwrap());
                    let normal = world.rotation(plate).unwrap() * Vec3::X;
                    let ahead = (b - p).dot(normal);
                    assert!(ahead < -0.09, "{} from {start}, {free}: {ahead}", shape.name());
                }
                // Nothing bounces: they go on together, or the ball is stopped dead. A tilted box turns.
                if !free && !matches!(shape, Shape::Ball { .. }) {
                    continue;
                }
                let v = world.velocity(bullet).unwrap();
                let momentum = if free { 200.0 } else { 0.0 };
                let sum = v + if free { world.velocity(plate).unwrap() * 5.0 } else { Vec3::ZERO };
                assert!((sum.x - momentum).abs() < 1.0, "{} {free}: {sum}", shape.name());
            }
        }
    }
}

/// Nor do they pass a free plate that they hit far off its middle, which turns it by a radian or two in the step.
#[test]
fn fast_bodies_do_not_pass_a_plate_that_turns() {
    /// Looks in every substep at which side of the plate the bullet is, and at what it passes.
    struct Side {
        plate: Handle<Rigid>,
        bullet: Handle<Rigid>,
        last: Vec3,
        passed: bool,
    }
    impl Watch for Side {
        fn substep(&mut self, world: &World, _h: Real) {
            assert_eq!(world.config().step, Config::default().step);
            let between =
                world.position(self.bullet).unwrap() - world.position(self.plate).unwrap();
            let now = world.rotation(self.plate).unwrap().inverse() * between;
            if self.last.x < 0.0 && now.x >= 0.0 {
                let at = self.last.lerp(now, self.last.x / (self.last.x - now.x));
                self.passed |= at.y.abs() < 0.5 && at.z.abs() < 0.5;
            }
            self.last = now;
        }
    }
    for shape in [Shape::ball(0.1), Shape::cuboid(0.2, 0.2, 0.2)] {
        for (i, start) in [1.0, 1.7, 2.9, 3.3, 5.2].into_iter().enumerate() {
            for off in [0.1, 0.2, 0.3, 0.4] {
                let config = Config { gravity: Vec3::ZERO, ..Config::default() };
                let mut world = World::new(config).unwrap();
                let plate = Rigid::new(Shape::cuboid(0.01, 1.0, 1.0), 5.0, Vec3::ZERO);
                let plate = world.add_rigid(plate).unwrap();
                let at = Vec3::new(-start, off, 0.2 * i as Real * off);
                let mut bullet = Rigid::new(shape.clone(), 1.0, at);
                bullet.velocity = Vec3::X * 200.0;
                let bullet = world.add_rigid(bullet).unwrap();
                let mut side = Side { plate, bullet, last: at, passed: false };
                for _ in 0..10 {
                    world.step_watched(&mut side);
                }
                assert!(!side.passed, "{} from {start}, {off} off", shape.name());
                let sum = world.velocity(bullet).unwrap() + world.velocity(plate).unwrap() * 5.0;
                assert!((sum.x - 200.0).abs() < 1.0, "{sum}");
            }
        }
    }
}

/// A fast body pushed ahead by another does not go through a third.
#[test]
fn a_body_that_is_hit_does_not_pass_its_neighbour() {
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    let mut world = World::new(config).unwrap();
    world.add_rigid(Rigid::fixed(Shape::cuboid(0.01, 1.0, 1.0), Vec3::X * 0.5)).unwrap();
    let plate = Rigid::new(Shape::cuboid(0.01, 0.5, 0.5), 0.2, Vec3::ZERO);
    let plate = world.add_rigid(plate).unwrap();
    let mut bullet = Rigid::new(Shape::ball(0.1), 1.0, Vec3::X * -1.0);
    bullet.velocity = Vec3::X * 200.0;
    let bullet = world.add_rigid(bullet).unwrap();
    for _ in 0..5 {
        world.step();
        assert!(world.position(plate).unwrap().x < 0.5);
        assert!(world.position(bullet).unwrap().x < 0.42);
    }
}

/// What flies past an edge is not held up by it.
#[test]
fn a_miss_is_a_miss() {
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    let mut world = World::new(config).unwrap();
    world.add_rigid(Rigid::fixed(Shape::cuboid(0.01, 1.0, 1.0), Vec3::ZERO)).unwrap();
    let mut bullet = Rigid::new(Shape::ball(0.1), 1.0, Vec3::new(-2.0, 0.65, 0.0));
    bullet.velocity = Vec3::X * 200.0;
    let bullet = world.add_rigid(bullet).unwrap();
    for _ in 0..5 {
        world.step();
    }
    assert!((world.velocity(bullet).unwrap() - Vec3::X * 200.0).length() < 1e-3);
}

/// Parts of a compound have friction of their own: a sledge on ice leans on its rubber foot.
#[test]
fn parts_have_materials_of_their_own() {
    let slide = |front: Real| {
        let mut world = World::default();
        world.add_rigid(Rigid { friction: 1.0, ..Rigid::ground() }).unwrap();
        let foot = |x: Real, friction: Real| Part {
            friction: Some(friction),
            ..Part::new(Shape::cuboid(0.05, 0.05, 0.3), Vec3::new(x, 0.0, 0.0))
        };
        let shape = Shape::Compound(vec![foot(-0.2, 0.0), foot(0.2, front)]);
        let mut rigid = Rigid::new(shape, 1.0, Vec3::Y * 0.025);
        rigid.velocity = Vec3::X;
        let body = world.add_rigid(rigid).unwrap();
        for _ in 0..25 {
            world.step();
        }
        world.velocity(body).unwrap().x
    };
    near(slide(0.0), 1.0, 1e-3);
    // The front foot carries half of the weight, and a little more while it brakes.
    let braked = slide(0.2);
    assert!(braked < 1.0 - 0.09 * 9.81 * 0.5 && braked > 1.0 - 0.12 * 9.81 * 0.5, "{braked}");
}

/// A cloth lies on every shape, and none of its nodes is inside.
#[test]
fn a_cloth_lies_on_every_shape() {
    for (shape, height) in standing() {
        let mut world = World::default();
        world.add_rigid(Rigid::ground()).unwrap();
        let body = Rigid { kind: Kind::Fixed, ..Rigid::new(shape.clone(), 1.0, Vec3::Y * height) };
        world.add_rigid(body).unwrap();
        let cloth = world
            .add_soft(Soft {
                mesh: primitives::grid([0.4, 0.4], [13, 13]).unwrap(),
                material: Material::Inextensible { bending: 1e-4, compression: 20.0 },
                mass: Mass::Total(0.1),
                thickness: 0.005,
                position: Vec3::new(0.01, 0.23, 0.02),
                ..Soft::default()
            })
            .unwrap();
        for _ in 0..60 {
            world.step();
        }
        let top = world.node_positions(cloth).unwrap().map(|p| p.y).fold(0.0, Real::max);
        // The tip of a cone goes between the nodes.
        assert!(top > 0.19 || matches!(shape, Shape::Cone { .. }), "{}: {top}", shape.name());
        for p in world.node_positions(cloth).unwrap() {
            let hit = world.nearest(p, 0.01, &Seen { softs: false, ..Seen::default() }).unwrap();
            assert!(hit.is_none_or(|h| h.distance > -1e-3), "{}: {hit:?}", shape.name());
        }
    }
}

/// A stack of twenty boxes stands, swaying by millimetres, and sinks by less than 0.75 mm a contact.
#[test]
fn a_tower_stands() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let cube =
        |i: usize| Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), 1.0, Vec3::Y * (0.1 + 0.2 * i as Real));
    let boxes: Vec<_> = (0..20).map(|i| world.add_rigid(cube(i)).unwrap()).collect();
    for _ in 0..250 {
        world.step();
    }
    let top = world.position(boxes[19]).unwrap();
    assert!(top.y > 3.885 && top.y < 3.9005 && top.x.abs() + top.z.abs() < 0.02, "{top}");
    for b in boxes {
        assert!(world.velocity(b).unwrap().length() < 0.05);
    }
}

/// Two balls meet on a line without gravity: `v₂' − v₁' = −e (v₂ − v₁)`.
#[test]
fn two_balls_collide_by_their_restitution() {
    for (m, v, e) in [
        ([1.0, 1.0], [1.0, 0.0], 1.0),
        ([1.0, 3.0], [2.0, -1.0], 0.5),
        ([5.0, 0.1], [1.0, 0.0], 0.8),
        ([2.0, 2.0], [1.0, -1.0], 0.0),
    ] {
        let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
        let mut ball = |i: usize, x: Real| {
            let mut rigid = Rigid::new(Shape::ball(0.1), m[i], Vec3::X * x);
            (rigid.velocity, rigid.restitution) = (Vec3::X * v[i], e);
            world.add_rigid(rigid).unwrap()
        };
        let balls = [ball(0, -0.2), ball(1, 0.2)];
        for _ in 0..25 {
            world.step();
        }
        let after = balls.map(|b| world.velocity(b).unwrap().x);
        near(m[0] * after[0] + m[1] * after[1], m[0] * v[0] + m[1] * v[1], 1e-4);
        near(after[1] - after[0], e * (v[0] - v[1]), 0.01);
    }
}

/// Newton's cradle: the last of five balls leaves with 97% of the first one's speed.
#[test]
fn a_cradle_hands_the_impact_on() {
    for gap in [0.0, 1e-4] {
        let mut world = World::default();
        let angle = std::f64::consts::FRAC_PI_6;
        let balls: Vec<_> = (0..5)
            .map(|i| {
                let x = (0.1 + gap) * i as Real;
                let hook = Vec3::new(x, 1.0, 0.0);
                let (sin, cos) = if i == 0 { (-0.5, angle.cos() as Real) } else { (0.0, 1.0) };
                let at = hook + Vec3::new(sin, -cos, 0.0);
                let mut ball = Rigid::new(Shape::ball(0.05), 1.0, at);
                (ball.restitution, ball.friction) = (1.0, 0.0);
                let ball = world.add_rigid(ball).unwrap();
                let string = Distance {
                    a: Site::World(hook),
                    b: Site::Rigid(ball, Vec3::ZERO),
                    length: Some(1.0),
                    ..Distance::default()
                };
                world.add_distance(string).unwrap();
                ball
            })
            .collect();
        let (mut fastest, mut others): (Real, Real) = (0.0, 0.0);
        for _ in 0..40 {
            world.step();
            let v = balls.iter().map(|&b| world.velocity(b).unwrap().length());
            let v: Vec<Real> = v.collect();
            if v[4] > fastest {
                (fastest, others) = (v[4], v[..4].iter().sum());
            }
        }
        // √(2 g L (1 − cos 30°)) = 1.6213 m/s.
        assert!(fastest > 0.97 * 1.6213, "{gap}: {fastest}");
        assert!(others < 0.05 * 1.6213, "{gap}: {others}");
    }
}

fn slope(degrees: f64, friction: Real, size: Vec3) -> (World, Handle<Rigid>, Vec3) {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    let normal = Vec3::new(sin as Real, cos as Real, 0.0);
    let mut world = World::default();
    let plane = Rigid::fixed(Shape::HalfSpace { normal }, Vec3::ZERO);
    world.add_rigid(Rigid { friction: 1.0, ..plane }).unwrap();
    let mut block = Rigid::new(Shape::Cuboid { size }, 1.0, normal * (0.5 * size.y));
    block.rotation = Quat::from_rotation_z(-degrees.to_radians() as Real);
    block.friction = friction;
    let block = world.add_rigid(block).unwrap();
    (world, block, Vec3::new(cos as Real, -sin as Real, 0.0))
}

/// A flat block slides at `g (sin θ − μ cos θ)`, holds half a degree below `atan μ`, and slips half a
/// degree above.
#[test]
fn a_block_on_a_slope_obeys_coulomb() {
    let flat = Vec3::new(0.2, 0.1, 0.2);
    for (degrees, friction, expected) in [(20.0, 0.2, 1.51154), (30.0, 0.3, 2.35629)] {
        let (mut world, block, along) = slope(degrees, friction, flat);
        for _ in 0..50 {
            world.step();
        }
        near(world.velocity(block).unwrap().dot(along), expected, 0.01 * expected);
    }
    for friction in [0.1, 0.3, 0.5, 0.7, 1.0] {
        let limit = libm::atan(friction).to_degrees();
        let (mut world, block, along) = slope(limit - 0.5, friction as Real, flat);
        for _ in 0..25 {
            world.step();
        }
        let start = world.position(block).unwrap();
        for _ in 0..500 {
            world.step();
        }
        let creep = (world.position(block).unwrap() - start).length();
        assert!(creep < 1e-3, "{friction}: {creep}");
        let (mut world, block, _) = slope(limit + 0.5, friction as Real, flat);
        for _ in 0..100 {
            world.step();
        }
        assert!(world.velocity(block).unwrap().dot(along) > 0.05, "{friction}");
    }
}

/// A block stops after `v²/(2 μ g)`; a ball slides until `t = 2 v/(7 μ g)` and then rolls at `5 v/7`.
#[test]
fn friction_stops_a_block_and_turns_a_ball() {
    for (v, mu) in [(0.5, 0.3), (1.0, 0.5), (2.0, 0.1), (2.0, 0.8)] {
        let (mut world, block, _) = slope(0.0, mu, Vec3::new(0.2, 0.1, 0.2));
        world.set_velocity(block, Vec3::X * v, Vec3::ZERO).unwrap();
        for _ in 0..150 {
            world.step();
        }
        let expected = v * v / (2.0 * mu * 9.81);
        near(world.position(block).unwrap().x, expected, 0.01 * expected + 2e-4);
    }
    for (v, mu) in [(1.0, 0.1), (2.0, 0.3), (3.0, 0.2)] {
        let mut world = World::default();
        world.add_rigid(Rigid { friction: 1.0, ..Rigid::ground() }).unwrap();
        let mut ball = Rigid::new(Shape::ball(0.1), 1.0, Vec3::Y * 0.1);
        (ball.friction, ball.velocity) = (mu, Vec3::X * v);
        let ball = world.add_rigid(ball).unwrap();
        let time = 2.0 * v / (7.0 * mu * 9.81);
        let mut rolls = None;
        for i in 1..100 {
            world.step();
            let slip =
                world.velocity(ball).unwrap().x + 0.1 * world.angular_velocity(ball).unwrap().z;
            if rolls.is_none() && slip < 1e-2 * v {
                rolls = Some(0.02 * i as Real);
            }
        }
        near(rolls.unwrap(), time, 0.021);
        near(world.velocity(ball).unwrap().x, 5.0 / 7.0 * v, 0.01 * v);
    }
}

/// Boxes and cylinders that are thrown into a box at 8 m/s do not stay inside each other.
#[test]
fn nothing_stays_inside_another_after_a_fast_fall() {
    let half = Vec3::new(0.075, 0.06, 0.05);
    let (radius, height) = (0.07, 0.12);
    let mut seed = 2_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as Real / 16_777_216.0
    };
    let mut world = World::new(Config { step: 1.0 / 60.0, ..Config::default() }).unwrap();
    let wall = |size: Vec3, at: Vec3| Rigid::fixed(Shape::Cuboid { size }, at);
    world.add_rigid(wall(Vec3::new(4.0, 0.4, 4.0), Vec3::Y * -0.2)).unwrap();
    for side in [Vec3::X, -Vec3::X, Vec3::Z, -Vec3::Z] {
        let size = Vec3::new(2.0, 4.0, 2.0) - side.abs();
        world.add_rigid(wall(size, side * 1.2 + Vec3::Y * 2.0)).unwrap();
    }
    let mut bodies = Vec::new();
    for i in 0..300 {
        let is_box = i % 2 == 0;
        let shape = match is_box {
            true => Shape::Cuboid { size: 2.0 * half },
            false => Shape::Cylinder { radius, height },
        };
        let grid = Vec3::new((i % 5) as Real - 2.0, (i / 25) as Real, (i / 5 % 5) as Real - 2.0);
        let off = Vec3::new(random(), 0.0, random()) * 0.02;
        let mut body = Rigid::new(shape, 1.0, grid * 0.24 + Vec3::Y * 0.3 + off);
        let turn = Vec3::new(random(), random(), random()) * 6.0;
        body.rotation = Quat::from_scaled_axis(turn);
        body.velocity = Vec3::Y * -8.0;
        bodies.push((is_box, world.add_rigid(body).unwrap()));
    }
    for _ in 0..180 {
        world.step();
    }
    let corners = |is_box: bool| -> Vec<Vec3> {
        let turns = (0..64).map(|k| k as Real * std::f64::consts::TAU as Real / 64.0);
        match is_box {
            true => (0..8).map(|i| half * Vec3::new(sign(i), sign(i >> 1), sign(i >> 2))).collect(),
            false => turns
                .flat_map(|t| {
                    [-0.5, 0.5].map(|y| Vec3::new(radius * t.cos(), y * height, radius * t.sin()))
                })
                .collect(),
        }
    };
    let depth = |is_box: bool, p: Vec3| match is_box {
        true => (half - p.abs()).min_element(),
        false => (radius - Vec3::new(p.x, 0.0, p.z).length()).min(0.5 * height - p.y.abs()),
    };
    for &(a_box, a) in &bodies {
        let (xa, qa) = (world.position(a).unwrap(), world.rotation(a).unwrap());
        for &(b_box, b) in bodies.iter().filter(|(_, b)| *b != a) {
            let (xb, qb) = (world.position(b).unwrap(), world.rotation(b).unwrap());
            if (xa - xb).length() > 0.25 {
                continue;
            }
            for p in corners(a_box) {
                let depth = depth(b_box, qb.inverse() * (xa + qa * p - xb));
                assert!(depth < 0.004, "{depth} m deep: box {a_box} in box {b_box}");
            }
        }
    }
}

/// −1 or 1 by the lowest bit.
fn sign(bits: i32) -> Real {
    if bits & 1 == 0 { -1.0 } else { 1.0 }
}
