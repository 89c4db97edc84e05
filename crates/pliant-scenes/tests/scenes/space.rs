//! Scenes that say nothing of a solver meet their expectations in the constraint space, too: bodies of every kind,
//! constraints, joints and contacts. The page of the solver has the list of all scenes.

use pliant_scenes::{Measured, Overrides};

use super::models::still_meets;

fn meets(name: &str) {
    let overrides = Overrides { measured: Measured::EveryStep, ..Overrides::default() };
    still_meets(name, &[("solver", "constraint-space")], overrides);
}

#[test]
fn rigid_bodies() {
    let free =
        ["bounce", "bullet", "dzhanibekov", "plane", "ref-bounce", "ref-roll", "ref-rotation"];
    let piled = ["card-house", "heavy-drop", "heavy-on-light", "ref-slide", "sleepers", "slide"];
    free.into_iter().chain(piled).chain(["stack", "stack-100"]).for_each(meets);
}

#[test]
fn joints() {
    let swing = ["chain-swing", "double-pendulum", "gyroscope", "pendulum", "ref-pendulum", "top"];
    swing.into_iter().chain(["motors", "ref-atwood", "vehicle"]).for_each(meets);
}

#[test]
fn ropes() {
    let ropes = ["catenary", "knot", "ref-catenary", "rope-weight", "rope-wheel", "teapots-rope"];
    ropes.into_iter().for_each(meets);
}

#[test]
fn cloths() {
    meets("trampoline");
}

#[test]
fn elastic_solids() {
    let held = ["beam-twist", "ref-bar", "ref-beam", "ref-beam-gravity", "ref-patch", "soft-beam"];
    let free = ["figure-worn", "jelly-cube", "ref-block", "tilt-20", "tilt-30"];
    held.into_iter().chain(free).for_each(meets);
}

#[test]
fn springs_positions_shapes_and_named_integrators() {
    let springs = ["mass-spring-cube", "net-all", "spring-all", "stiff-explodes", "stiff-implicit"];
    springs.into_iter().chain(["ref-integrators", "verlet-rods"]).for_each(meets);
}
