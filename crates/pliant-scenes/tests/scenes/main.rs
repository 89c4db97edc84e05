//! Every built-in scene: it meets its expectations in both precisions, and it gives the same bits
//! run to run, for any number of threads, and through a snapshot.

mod apart;
mod copies;
mod energy;
mod events;
mod expectations;
mod hertz;
mod joints;
mod meshes;
mod models;
mod reference;
mod same_bits;
mod space;
mod touch;

use pliant_scenes::{Overrides, Play, Precision, builtin, play};

/// A player of a built-in scene.
fn player(name: &str, precision: Precision, overrides: Overrides) -> Box<dyn Play> {
    let scene = builtin::find(name).unwrap().scene(&[]).unwrap();
    play(name, &scene, None, precision, overrides).unwrap()
}

/// Plays a scene to its end.
fn play_out(player: &mut dyn Play) {
    while !player.is_over() {
        player.step().unwrap();
    }
}

/// Makes so many steps.
fn advance(player: &mut dyn Play, steps: u64) {
    for _ in 0..steps {
        player.step().unwrap();
    }
}

/// A test function for each built-in scene, with attributes for the heavy.
macro_rules! for_each_scene {
    ($check:path) => {
        crate::tests_of!($check:
            armadillo_like => "armadillo-like",
            bag => "bag",
            #[ignore = "long"]
            beam_bend => "beam-bend",
            #[ignore = "long"]
            beam_bend_15k => "beam-bend-15k",
            beam_twist => "beam-twist",
            bounce => "bounce",
            #[ignore = "long"]
            bowl => "bowl",
            bridge => "bridge",
            bullet => "bullet",
            capstan => "capstan",
            capstan_slips => "capstan-slips",
            card_house => "card-house",
            catenary => "catenary",
            chain_1000 => "chain-1000",
            chain_swing => "chain-swing",
            closed_loop => "closed-loop",
            #[ignore = "long"]
            cloth_100k => "cloth-100k",
            cloth_ball => "cloth-ball",
            #[ignore = "long"]
            cloth_on_cloth => "cloth-on-cloth",
            cloth_scale_101 => "cloth-scale-101",
            #[ignore = "long"]
            cloth_scale_201 => "cloth-scale-201",
            cloth_scale_26 => "cloth-scale-26",
            cloth_scale_51 => "cloth-scale-51",
            cloth_sphere => "cloth-sphere",
            cloth_sphere_limp => "cloth-sphere-limp",
            cradle => "cradle",
            crane => "crane",
            cube_10k => "cube-10k",
            cube_1k => "cube-1k",
            #[ignore = "long"]
            cube_50k => "cube-50k",
            #[ignore = "long"]
            cube_hung => "cube-hung",
            curtain => "curtain",
            dominoes => "dominoes",
            double_pendulum => "double-pendulum",
            dzhanibekov => "dzhanibekov",
            fast_balls => "fast-balls",
            figure_worn => "figure-worn",
            flag => "flag",
            fold => "fold",
            gripper => "gripper",
            gyroscope => "gyroscope",
            hammock_0_1 => "hammock-0.1",
            hammock_1 => "hammock-1",
            hammock_10 => "hammock-10",
            hammock_100 => "hammock-100",
            hanging_cloth => "hanging-cloth",
            heavy_drop => "heavy-drop",
            heavy_on_light => "heavy-on-light",
            hung_cubes => "hung-cubes",
            incline_cubes => "incline-cubes",
            incline_cubes_stick => "incline-cubes-stick",
            jelly_chocolate => "jelly-chocolate",
            jelly_cube => "jelly-cube",
            jelly_dish => "jelly-dish",
            knot => "knot",
            mass_spring_cube => "mass-spring-cube",
            models_race => "models-race",
            motors => "motors",
            net => "net",
            net_all => "net-all",
            #[ignore = "long"]
            net_catch => "net-catch",
            pendulum => "pendulum",
            pile => "pile",
            #[ignore = "long"]
            pinch => "pinch",
            plane => "plane",
            pyramid => "pyramid",
            ragdoll => "ragdoll",
            redundant_2 => "redundant-2",
            redundant_20 => "redundant-20",
            ref_atwood => "ref-atwood",
            ref_bar => "ref-bar",
            ref_beam => "ref-beam",
            ref_beam_gravity => "ref-beam-gravity",
            ref_block => "ref-block",
            ref_bounce => "ref-bounce",
            ref_catenary => "ref-catenary",
            ref_hang => "ref-hang",
            ref_integrators => "ref-integrators",
            ref_patch => "ref-patch",
            ref_pendulum => "ref-pendulum",
            ref_roll => "ref-roll",
            ref_rotation => "ref-rotation",
            ref_slide => "ref-slide",
            ref_slide_cloth => "ref-slide-cloth",
            rope_weight => "rope-weight",
            rope_wheel => "rope-wheel",
            scissors => "scissors",
            sheared => "sheared",
            sleepers => "sleepers",
            slide => "slide",
            soft_beam => "soft-beam",
            soft_hung => "soft-hung",
            #[ignore = "long"]
            soft_pile => "soft-pile",
            soft_stack => "soft-stack",
            #[ignore = "long"]
            spaghetti => "spaghetti",
            spring_all => "spring-all",
            squeeze => "squeeze",
            stack => "stack",
            stack_100 => "stack-100",
            stiff_explodes => "stiff-explodes",
            stiff_implicit => "stiff-implicit",
            sweater => "sweater",
            tablecloth => "tablecloth",
            teapots_rope => "teapots-rope",
            tilt_20 => "tilt-20",
            tilt_30 => "tilt-30",
            top => "top",
            tower => "tower",
            trampoline => "trampoline",
            vehicle => "vehicle",
            verlet_rods => "verlet-rods",
        );
    };
}

/// A test function for each of these scenes, and one that none is missing.
macro_rules! tests_of {
    ($check:path: $($(#[$attribute:meta])* $test:ident => $name:literal),* $(,)?) => {
        $(#[test] $(#[$attribute])* fn $test() { $check($name); })*

        #[test]
        fn all_scenes_are_here() {
            let here = [$($name),*];
            let all: Vec<&str> = pliant_scenes::builtin::all().iter().map(|s| s.name).collect();
            assert_eq!(here.as_slice(), all);
        }
    };
}
use {for_each_scene, tests_of};
