//! Same input, same bits. A few steps tell as much as many: a difference of one bit stays.

use pliant_scenes::{Overrides, Precision};

use crate::{advance, player};

/// Steps that are compared: enough for things to fall and touch, fewer where a step takes long.
fn steps(name: &str) -> u64 {
    match name {
        "cloth-ball" | "cloth-sphere" | "cloth-sphere-limp" | "curtain" | "flag" | "jelly-cube"
        | "ref-beam" | "ref-beam-gravity" | "soft-beam" => 12,
        "cloth-scale-26" | "cloth-scale-51" | "cloth-scale-101" | "cloth-scale-201"
        | "cloth-100k" => 4,
        _ if name.starts_with("hammock") => 12,
        _ => 60,
    }
}

fn hash(name: &str, precision: Precision, threads: usize) -> u64 {
    let overrides = Overrides { threads: Some(threads), ..Overrides::default() };
    let mut player = player(name, precision, overrides);
    advance(player.as_mut(), steps(name));
    player.state_hash()
}

/// Plays to the end, goes back to the middle, and plays to the end again; then a new player goes on
/// from the middle.
fn through_snapshot(name: &str, precision: Precision) -> [u64; 2] {
    let half = steps(name) / 2;
    let mut first = player(name, precision, Overrides::default());
    advance(first.as_mut(), half);
    let middle = first.snapshot();
    advance(first.as_mut(), half);
    first.restore(&middle).unwrap();
    assert_eq!(first.steps(), half);
    advance(first.as_mut(), half);

    let mut other = player(name, precision, Overrides::default());
    other.restore(&middle).unwrap();
    advance(other.as_mut(), half);
    [first.state_hash(), other.state_hash()]
}

fn same_bits(name: &str) {
    for precision in [Precision::Single, Precision::Double] {
        let once = hash(name, precision, 1);
        assert_eq!(once, hash(name, precision, 1), "{name} {precision}: run to run");
        assert_eq!(once, hash(name, precision, 2), "{name} {precision}: 2 threads");
        assert_eq!(once, hash(name, precision, 4), "{name} {precision}: 4 threads");
        let restored = through_snapshot(name, precision);
        assert_eq!([once; 2], restored, "{name} {precision}: through a snapshot");
    }
}

crate::for_each_scene!(same_bits);
