//! Air: drag on the faces of deformable bodies.
//!
//! A face of area `A` and unit normal `n` that moves at `u` relative to the air is pushed by
//! `f = −½ ρ c A |u·n| (u·n) n`, a third of it on each corner: flat plates feel the air across
//! themselves, and hardly along. Wind is air that moves.
//!
//! The impulse of a substep never turns the motion against the air round: explicit as it is, the drag of
//! a light cloth in a storm stays stable.

use crate::bodies::soft::SoftBody;
use crate::math::{Real, Vec3};
use crate::state::State;

/// Density of air at 20 °C, kg/m³.
pub const AIR: Real = 1.204;

/// Changes the velocities of a body's nodes by the drag on its faces.
pub(crate) fn drag(body: &SoftBody, state: &mut State, wind: Vec3, h: Real) {
    let nodes = &mut state.nodes;
    for face in &body.mesh.faces {
        let at = face.map(|i| (body.slots.start + i) as usize);
        let [a, b, c] = at.map(|i| nodes.position(i));
        let area2 = (b - a).cross(c - a);
        let length = area2.length();
        if length <= 0.0 {
            continue;
        }
        let n = area2 / length;
        let v = at.iter().fold(Vec3::ZERO, |sum, &i| sum + nodes.velocity(i)) / 3.0;
        let across = (v - wind).dot(n);
        // w of the face as one body: what stops it is `across / w`.
        let w: Real = at.iter().map(|&i| nodes.x[i][3] * nodes.x[i][3]).sum::<Real>() / 9.0;
        let wanted = 0.5 * AIR * body.drag * 0.5 * length * across * across * h;
        let most = if w > 0.0 { across.abs() / w } else { 0.0 };
        let impulse = n * (-wanted.min(most) * across.signum() / 3.0);
        for i in at {
            let s = nodes.x[i][3];
            nodes.set_velocity(i, nodes.velocity(i) + impulse * (s * s));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;
    use crate::{Config, Mass, Soft, World};

    /// A flat cloth that falls face down comes to the speed at which drag carries its weight:
    /// `½ ρ c A v² = m g`.
    #[test]
    fn a_falling_sheet_has_its_terminal_speed() {
        let mut world = World::default();
        let sheet = world
            .add_soft(Soft {
                mesh: primitives::grid([1.0, 1.0], [6, 6]).unwrap(),
                mass: Mass::Density(0.1),
                drag: 1.2,
                collides: false,
                ..Soft::default()
            })
            .unwrap();
        for _ in 0..150 {
            world.step();
        }
        let expected = (2.0 * 0.1 * 9.81 / (AIR * 1.2)).sqrt();
        let speeds = world.node_velocities(sheet).unwrap();
        for v in speeds {
            assert!((v.y + expected).abs() < 0.04 * expected, "{v:?} {expected}");
        }
    }

    /// Air that moves along a sheet leaves it alone; across, it takes it along and no faster.
    #[test]
    fn wind_pushes_across_and_not_along() {
        for (wind, moves) in [(Vec3::X * 20.0, false), (Vec3::Y * 20.0, true)] {
            let config = Config { wind, gravity: Vec3::ZERO, ..Config::default() };
            let mut world = World::new(config).unwrap();
            let mesh = primitives::grid([1.0, 1.0], [4, 4]).unwrap();
            let mass = Mass::Density(0.02);
            let sheet = world.add_soft(Soft { mesh, mass, drag: 1.0, ..Soft::default() }).unwrap();
            for _ in 0..50 {
                world.step();
            }
            let v = world.node_velocities(sheet).unwrap().next().unwrap();
            // It flutters a little.
            assert!(v.x.abs() < 0.1 && v.y < 20.1, "{v:?}");
            assert_eq!(v.y > 10.0, moves, "{v:?}");
        }
    }
}
