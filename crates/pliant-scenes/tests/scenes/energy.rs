//! The budget of energy: cloth and ropes on which nothing from outside does work never have more energy than before.
//!
//! After every step the energy of motion, in gravity and in bent and pressed edges is summed here from positions and velocities
//! alone; only that of rigid bodies is the engine's. What friction, impacts and damping take is not counted, so it may only fall.
//! A stretched edge of a body that does not stretch has no energy that could be told: what such bodies store in it comes back,
//! and is what is allowed.

use std::collections::BTreeMap;

use pliant_io::scene::{Model, Scene};
use pliant_scenes::glamx::DVec3;
use pliant_scenes::single::Player;
use pliant_scenes::single::engine::World;
use pliant_scenes::{Measured, Overrides, Play, builtin};

/// What a step has found.
struct Moment {
    time: f64,
    moving: f64,
    height: f64,
    elastic: f64,
}

impl Moment {
    fn total(&self) -> f64 {
        self.moving + self.height + self.elastic
    }
}

/// The energy of a world of rigid bodies, cloths and ropes.
fn measure(scene: &Scene, world: &World) -> Moment {
    let g = DVec3::from_array(scene.gravity);
    let mut now = Moment { time: world.time(), moving: 0.0, height: 0.0, elastic: 0.0 };
    for (body, _) in world.rigids() {
        let energy = world.rigid_energy(body).unwrap();
        now.moving += energy.kinetic;
        now.height += energy.potential;
    }
    for ((body, _), soft) in world.softs().zip(&scene.soft) {
        let wide = |v: [f32; 3]| DVec3::from_array(v.map(f64::from));
        let x: Vec<_> = world.node_positions(body).unwrap().map(|x| wide(x.to_array())).collect();
        let v = world.node_velocities(body).unwrap().map(|v| wide(v.to_array()));
        let m = world.node_masses(body).unwrap().map(f64::from);
        for ((x, v), m) in x.iter().zip(v).zip(m) {
            now.moving += 0.5 * m * v.length_squared();
            now.height -= m * g.dot(*x);
        }
        let (pull, compression, bending) = match &soft.model {
            Model::Inextensible(cloth) => (0.0, cloth.compression, cloth.bending),
            Model::Elastic(cloth) => (cloth.stiffness.unwrap(), cloth.compression, cloth.bending),
            other => panic!("{}: {other:?} is no cloth", soft.name),
        };
        let edges = world.edges(body).unwrap();
        let width = edges.iter().map(|e| f64::from(e.1)).sum::<f64>() / edges.len() as f64;
        // As the page on bodies says.
        let push = compression.max(10.0 * bending / (width * width));
        for &([a, b], rest) in edges {
            let stretch = x[a as usize].distance(x[b as usize]) - f64::from(rest);
            let stiffness = if stretch > 0.0 { pull } else { push };
            now.elastic += 0.5 * stiffness * stretch * stretch;
        }
        for angle in angles(&world.mesh(body).unwrap().faces, &x) {
            now.elastic += 0.5 * bending * angle * angle;
        }
    }
    now
}

/// The angles by which the faces at each inner edge are bent against each other, rad.
fn angles(faces: &[[u32; 3]], x: &[DVec3]) -> Vec<f64> {
    let mut normals: BTreeMap<[u32; 2], Vec<DVec3>> = BTreeMap::new();
    for &[a, b, c] in faces {
        let at = |i: u32| x[i as usize];
        let n = (at(b) - at(a)).cross(at(c) - at(a));
        for [i, j] in [[a, b], [b, c], [c, a]] {
            normals.entry([i.min(j), i.max(j)]).or_default().push(n);
        }
    }
    let bent = normals.values().filter_map(|n| match n[..] {
        [a, b] => Some(a.cross(b).length().atan2(a.dot(b))),
        _ => None,
    });
    bent.collect()
}

/// Plays a scene and asserts that in each of these times its energy never rises above the lowest so far by more than a share of
/// what the run has turned over, and never above that of the start.
#[track_caller]
fn never_rises(name: &str, changes: &[(&str, &str)], times: &[[f64; 2]], share: f64) {
    let scene = builtin::find(name).unwrap().scene(changes).unwrap();
    let overrides = Overrides { measured: Measured::EveryStep, ..Overrides::default() };
    let mut player = Player::new(name, &scene, None, overrides).unwrap();
    let mut moments = vec![measure(&scene, player.world())];
    while !player.is_over() {
        player.step().unwrap();
        moments.push(measure(&scene, player.world()));
    }
    let ground = moments[0].height;
    let turnover = |m: &Moment| m.moving + m.elastic + (m.height - ground).abs();
    // What stands still turns nothing over: at least what lifts it all by a millimetre.
    let turned = moments.iter().map(turnover).fold(1e-3 * weight(&scene, player.world()), f64::max);
    for &[from, to] in times {
        let (mut lowest, mut start) = (f64::INFINITY, None);
        for m in moments.iter().filter(|m| m.time > from - 1e-9 && m.time < to + 1e-9) {
            let total = m.total();
            let most = (lowest + share * turned).min(start.unwrap_or(total) + HARDLY * turned);
            assert!(
                total <= most,
                "{name}: {total} J at {:.2} s, {:.4}% of {turned:.3} J above the lowest",
                m.time,
                100.0 * (total - lowest) / turned
            );
            lowest = lowest.min(total);
            start = start.or(Some(total));
        }
    }
}

/// The weight of all that moves, N.
fn weight(scene: &Scene, world: &World) -> f64 {
    let rigids = world.rigids().map(|(body, _)| f64::from(world.mass(body).unwrap()));
    let nodes = world.softs().flat_map(|(body, _)| world.node_masses(body).unwrap().map(f64::from));
    DVec3::from_array(scene.gravity).length() * (rigids.sum::<f64>() + nodes.sum::<f64>())
}

const ALWAYS: &[[f64; 2]] = &[[0.0, f64::INFINITY]];
/// A thousandth of what is turned over.
const HARDLY: f64 = 1e-3;

#[test]
fn draped_cloth_gains_no_energy() {
    for name in ["cloth-ball", "cloth-scale-26", "cloth-scale-51"] {
        never_rises(name, &[], ALWAYS, HARDLY);
    }
}

#[test]
fn cloth_on_a_sphere_gains_no_energy() {
    never_rises("cloth-sphere", &[("seconds", "3")], ALWAYS, HARDLY);
}

/// Its rings do work from 0.5 to 2 and from 3.5 to 5 s.
#[test]
fn a_curtain_gains_no_energy_while_nobody_draws_it() {
    never_rises("curtain", &[], &[[0.0, 0.5], [2.02, 3.5], [5.02, 6.0]], HARDLY);
}

#[test]
fn ropes_gain_no_energy() {
    for name in [
        "capstan",
        "capstan-slips",
        "catenary",
        "ref-atwood",
        "ref-catenary",
        "rope-wheel",
        "teapots-rope",
    ] {
        never_rises(name, &[], ALWAYS, HARDLY);
    }
}

/// What a sheet is stretched by is its elastic energy.
#[test]
fn a_trampoline_gains_no_energy() {
    never_rises("trampoline", &[], ALWAYS, HARDLY);
}

/// From two corners alone a swept cloth sags by a hundredth of its height, stretches by 5%, and swings: of the little that is turned over,
/// a tenth is in stretched edges at times.
#[test]
fn cloth_on_two_pins_gains_no_energy() {
    for name in ["hanging-cloth", "ref-hang"] {
        never_rises(name, &[], ALWAYS, 0.1);
    }
}
