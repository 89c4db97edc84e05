//! Scenes meet their expectations.

use pliant_scenes::{Overrides, Precision};

use crate::{play_out, player};

fn meets(name: &str, precision: Precision) {
    let mut player = player(name, precision, Overrides::default());
    play_out(&mut *player);
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

    crate::for_each_scene!(meets_in_single);
}

mod double {
    use super::*;

    fn meets_in_double(name: &str) {
        meets(name, Precision::Double);
    }

    crate::for_each_scene!(meets_in_double);
}
