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
        cloth_ball => "cloth-ball",
        cradle => "cradle",
        dominoes => "dominoes",
        double_pendulum => "double-pendulum",
        dzhanibekov => "dzhanibekov",
        gyroscope => "gyroscope",
        hanging_cloth => "hanging-cloth",
        jelly_cube => "jelly-cube",
        mass_spring_cube => "mass-spring-cube",
        motors => "motors",
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
        slide => "slide",
        soft_beam => "soft-beam",
        stack => "stack",
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
        cloth_ball => "cloth-ball",
        cradle => "cradle",
        dominoes => "dominoes",
        double_pendulum => "double-pendulum",
        dzhanibekov => "dzhanibekov",
        gyroscope => "gyroscope",
        hanging_cloth => "hanging-cloth",
        jelly_cube => "jelly-cube",
        mass_spring_cube => "mass-spring-cube",
        motors => "motors",
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
        slide => "slide",
        soft_beam => "soft-beam",
        stack => "stack",
        top => "top",
        tower => "tower",
        vehicle => "vehicle",
    );
}
