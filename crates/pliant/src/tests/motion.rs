//! Rotation, free and tied: numbers of reference integrations in high precision.

use super::tolerance;
use crate::math::rotation;
use crate::{
    Axis, Config, Handle, Joint, JointKind, Mass, Quat, Real, Rigid, Shape, Site, Vec3, World,
};

const PI: Real = std::f64::consts::PI as Real;

fn world(step: Real, gravity: Real) -> World {
    World::new(Config { step, gravity: Vec3::Y * -gravity, ..Config::default() }).unwrap()
}

fn ball_joint() -> JointKind {
    JointKind::Ball { cone: Real::INFINITY, twist: Axis::default() }
}

/// A body of moments 1, 2, 3 kg·m² that spins about the middle one turns over every 5.025929 s, half
/// the period of Jacobi's elliptic functions; energy and angular momentum stay.
#[test]
fn a_body_spun_about_its_middle_axis_flips_on_time() {
    // It starts 2e-6 of its energy away from never turning over: single precision makes it late or
    // early by up to a fifth.
    for (step, allowed) in [(0.001, tolerance(0.2, 1e-3)), (0.02, tolerance(0.2, 5e-3))] {
        let mut world = world(step, 0.0);
        let body = Rigid {
            inertia: Some(Vec3::new(1.0, 2.0, 3.0)),
            mass: Mass::Total(1.0),
            angular_velocity: Vec3::new(0.01, 5.0, 0.01),
            ..Rigid::default()
        };
        let body = world.add_rigid(body).unwrap();
        let spin = |world: &World| {
            world.rotation(body).unwrap().inverse() * world.angular_velocity(body).unwrap()
        };
        let (energy, momentum) = (world.energy().total(), world.momentum()[1]);
        let (mut last, mut flips) = (5.0, Vec::new());
        let steps = (20.0 / step).round() as usize;
        for i in 0..steps {
            world.step();
            let y = spin(&world).y;
            if last * y < 0.0 {
                flips.push((i as Real + last / (last - y)) * step);
            }
            last = y;
        }
        let interval = (flips[flips.len() - 1] - flips[0]) / (flips.len() - 1) as Real;
        let drift = (world.energy().total() - energy).abs() / energy;
        let turned = (world.momentum()[1] - momentum).length() / momentum.length();
        eprintln!("step {step}: flips every {interval} s, energy {drift:.1e}, L {turned:.1e}");
        assert!((interval / 5.025929 - 1.0).abs() < allowed, "{interval}");
        assert!(drift < 1e-3 && turned < tolerance(1e-3, 1e-9), "{drift} {turned}");
    }
}

/// Two masses on massless rods of 1 m, both released from the horizontal: after 1 s the second one
/// is at (−1.444819, −1.321794).
#[test]
fn a_double_pendulum_is_where_it_should_be() {
    for (step, allowed) in [(0.001, 0.004), (0.02, 0.01)] {
        let mut world = world(step, 9.81);
        let bob = |x: Real| Rigid {
            inertia: Some(Vec3::splat(1e-5)),
            ..Rigid::new(Shape::ball(0.05), 1.0, Vec3::X * x)
        };
        let [a, b] = [1.0, 2.0].map(|x| world.add_rigid(bob(x)).unwrap());
        let arm = |h: Handle<Rigid>, x: Real| Site::Rigid(h, Vec3::X * x);
        let joints = [(Site::World(Vec3::ZERO), arm(a, -1.0)), (arm(a, 0.0), arm(b, -1.0))]
            .map(|(a, b)| world.add_joint(Joint::along(a, b, ball_joint(), Vec3::Z)).unwrap());
        let mut apart: Real = 0.0;
        for _ in 0..(1.0 / step).round() as usize {
            world.step();
            for &j in &joints {
                apart = apart.max(world.joint_violation(j).unwrap()[0]);
            }
        }
        let off = (world.position(b).unwrap() - Vec3::new(-1.444819, -1.321794, 0.0)).length();
        eprintln!("step {step}: off by {off} m, apart by {apart} m");
        assert!(off < allowed && apart < 0.1 * allowed, "{off} {apart}");
    }
}

/// A heavy top at 60° with a spin of 150 rad/s precesses slowly at 1.770897 rad/s, steadily.
#[test]
fn a_top_precesses_at_its_rate() {
    for step in [0.001, 0.02] {
        for (tilt, rate) in [(PI / 3.0, 1.7708966), (PI / 2.0, 1.635)] {
            let mut world = world(step, 9.81);
            let (s, c) = crate::math::sin_cos(tilt);
            let axis = Vec3::new(s, c, 0.0);
            let top = Rigid {
                inertia: Some(Vec3::new(0.01, 0.02, 0.01)),
                mass: Mass::Total(1.0),
                position: axis * 0.5,
                rotation: rotation(Vec3::Z * -tilt),
                angular_velocity: Vec3::Y * rate + axis * (150.0 - rate * c),
                velocity: (Vec3::Y * rate).cross(axis * 0.5),
                ..Rigid::default()
            };
            let top = world.add_rigid(top).unwrap();
            let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(top, Vec3::Y * -0.5));
            world.add_joint(Joint::along(a, b, ball_joint(), Vec3::Y)).unwrap();
            let (mut angle, mut last, mut nutation) = (0.0, axis, 0.0 as Real);
            for _ in 0..(2.0 / step).round() as usize {
                world.step();
                let q: Quat = world.rotation(top).unwrap();
                let now = q * Vec3::Y;
                let cross = last.z * now.x - last.x * now.z;
                angle += libm::atan2(
                    f64::from(cross as f32),
                    f64::from((last.x * now.x + last.z * now.z) as f32),
                );
                last = now;
                nutation = nutation.max((now.y.acos() - tilt).abs());
            }
            let found = angle as Real / 2.0;
            eprintln!("step {step}: {found} rad/s for {rate}, tilt within {} rad", nutation);
            assert!((found / rate - 1.0).abs() < 0.01, "{found} {rate}");
            assert!(nutation < 0.5_f64.to_radians() as Real, "{nutation}");
        }
    }
}
