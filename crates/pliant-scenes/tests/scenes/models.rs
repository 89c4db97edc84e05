//! Scenes of the models: copies with other numbers, and options of the paper that a scene names.

use pliant_io::scene::read;
use pliant_scenes::{Overrides, Precision, builtin, play};

use crate::play_out;

/// A copy of a scene with changes meets what is expected of the scene itself.
#[track_caller]
pub(crate) fn still_meets(name: &str, changes: &[(&str, &str)], overrides: Overrides) {
    let scene = builtin::find(name).unwrap().scene(changes).unwrap();
    let mut player = play(name, &scene, None, Precision::Single, overrides).unwrap();
    play_out(&mut *player);
    let report = player.report();
    let missed: Vec<_> = report.missed().collect();
    assert!(report.is_good(), "{name} with {changes:?}: {missed:#?}");
}

/// The bar of `jelly-chocolate`, whose mass, height or direction is another by some 30%.
#[track_caller]
fn is_carried_alike(bar: &[(&str, &str)]) {
    still_meets("jelly-chocolate", bar, Overrides::default());
}

#[test]
fn a_heavier_bar_is_carried_alike() {
    is_carried_alike(&[("rigid.chocolate.mass", "0.65")]);
}

#[test]
fn a_bar_that_lies_across_is_carried_alike() {
    is_carried_alike(&[("rigid.chocolate.rotation", "[0, 0.38, 0, 0.92]")]);
}

#[test]
fn a_lighter_bar_from_higher_up_is_carried_alike() {
    let higher = [("rigid.chocolate.mass", "0.35"), ("rigid.chocolate.position", "[0, 0.4, 0]")];
    is_carried_alike(&higher);
}

/// A strip that stands out from a wall, by what its hinges keep.
fn strip(hinges: &str) -> String {
    format!(
        r#"
        seconds = 3.0
        [[soft]]
        name = "strip"
        mesh = {{ grid = {{ size = [0.15, 0.03], nodes = [11, 3] }} }}
        model = {{ inextensible = {{ bending = 2e-2, compression = 2000 }} }}
        hinges = "{hinges}"
        density = 0.3
        damping = 3
        pinned = [{{ nodes = [0, 1, 11, 12, 22, 23] }}]
        [[probe]]
        name = "low"
        of = {{ soft = "strip", quantity = "height_min" }}
    "#
    )
}

/// Eq. 33 of Vezzano et al. 2015 by its name: a strip that the angle holds up hangs down with it.
#[test]
fn a_scene_may_name_the_bending_of_the_paper() {
    let low = |hinges: &str| {
        let scene = read("strip.toml", &strip(hinges), &[]).unwrap_or_else(|p| panic!("{p}"));
        let overrides = Overrides::default();
        let mut player = play("strip", &scene, None, Precision::Single, overrides).unwrap();
        play_out(&mut *player);
        *player.report().probes.get("low").unwrap().value.last().unwrap()
    };
    let (angle, product) = (low("angle"), low("product"));
    assert!(angle > -0.06, "the angle holds it: {angle}");
    assert!(product < 1.5 * angle && product < -0.07, "{product} {angle}");
    let refused = read("strip.toml", &strip("prodct"), &[]).unwrap_err().to_string();
    assert!(refused.contains("did you mean `product`?"), "{refused}");
}
