//! Scenes meet their expectations.

use pliant_scenes::{Overrides, Precision};

use crate::player;

fn meets(name: &str, precision: Precision) {
    let mut player = player(name, precision, Overrides::default());
    while !player.is_over() {
        player.step().unwrap();
    }
    let report = player.report();
    assert!(!report.expectations.is_empty(), "{name} expects nothing");
    assert!(report.expectations.iter().all(|e| e.ok.is_some()), "{name} did not get to its end");
    let missed: Vec<_> = report.missed().collect();
    assert!(report.is_good(), "{name} in {precision}: {missed:#?}");
}

mod single {
    use super::*;

    fn meets_in_single(name: &str) {
        meets(name, Precision::Single);
    }

    crate::for_each_scene!(meets_in_single:
        bounce => "bounce",
        #[ignore = "long"]
        bowl => "bowl",
        bridge => "bridge",
        bullet => "bullet",
        card_house => "card-house",
        chain_1000 => "chain-1000",
        chain_swing => "chain-swing",
        cloth_ball => "cloth-ball",
        cradle => "cradle",
        crane => "crane",
        dominoes => "dominoes",
        double_pendulum => "double-pendulum",
        dzhanibekov => "dzhanibekov",
        gyroscope => "gyroscope",
        hammock_0_1 => "hammock-0.1",
        hammock_1 => "hammock-1",
        hammock_10 => "hammock-10",
        hammock_100 => "hammock-100",
        hanging_cloth => "hanging-cloth",
        heavy_drop => "heavy-drop",
        heavy_on_light => "heavy-on-light",
        jelly_cube => "jelly-cube",
        mass_spring_cube => "mass-spring-cube",
        motors => "motors",
        net => "net",
        pendulum => "pendulum",
        pile => "pile",
        plane => "plane",
        pyramid => "pyramid",
        ragdoll => "ragdoll",
        ref_bar => "ref-bar",
        ref_beam => "ref-beam",
        ref_beam_gravity => "ref-beam-gravity",
        ref_bounce => "ref-bounce",
        ref_catenary => "ref-catenary",
        ref_integrators => "ref-integrators",
        ref_patch => "ref-patch",
        ref_pendulum => "ref-pendulum",
        ref_roll => "ref-roll",
        ref_rotation => "ref-rotation",
        ref_slide => "ref-slide",
        rope_weight => "rope-weight",
        rope_wheel => "rope-wheel",
        sleepers => "sleepers",
        slide => "slide",
        soft_beam => "soft-beam",
        stack => "stack",
        stack_100 => "stack-100",
        top => "top",
        tower => "tower",
        vehicle => "vehicle",
    );
}

mod double {
    use super::*;

    fn meets_in_double(name: &str) {
        meets(name, Precision::Double);
    }

    crate::for_each_scene!(meets_in_double:
        bounce => "bounce",
        #[ignore = "long"]
        bowl => "bowl",
        bridge => "bridge",
        bullet => "bullet",
        card_house => "card-house",
        chain_1000 => "chain-1000",
        chain_swing => "chain-swing",
        cloth_ball => "cloth-ball",
        cradle => "cradle",
        crane => "crane",
        dominoes => "dominoes",
        double_pendulum => "double-pendulum",
        dzhanibekov => "dzhanibekov",
        gyroscope => "gyroscope",
        hammock_0_1 => "hammock-0.1",
        hammock_1 => "hammock-1",
        hammock_10 => "hammock-10",
        hammock_100 => "hammock-100",
        hanging_cloth => "hanging-cloth",
        heavy_drop => "heavy-drop",
        heavy_on_light => "heavy-on-light",
        jelly_cube => "jelly-cube",
        mass_spring_cube => "mass-spring-cube",
        motors => "motors",
        net => "net",
        pendulum => "pendulum",
        pile => "pile",
        plane => "plane",
        pyramid => "pyramid",
        ragdoll => "ragdoll",
        ref_bar => "ref-bar",
        ref_beam => "ref-beam",
        ref_beam_gravity => "ref-beam-gravity",
        ref_bounce => "ref-bounce",
        ref_catenary => "ref-catenary",
        ref_integrators => "ref-integrators",
        ref_patch => "ref-patch",
        ref_pendulum => "ref-pendulum",
        ref_roll => "ref-roll",
        ref_rotation => "ref-rotation",
        ref_slide => "ref-slide",
        rope_weight => "rope-weight",
        rope_wheel => "rope-wheel",
        sleepers => "sleepers",
        slide => "slide",
        soft_beam => "soft-beam",
        stack => "stack",
        stack_100 => "stack-100",
        top => "top",
        tower => "tower",
        vehicle => "vehicle",
    );
}
