//! Tests that cross the modules. They are part of the source, so that both precisions run them.

mod agreement;
mod bad_input;
mod between;
mod closed_forms;
mod cloth;
pub(crate) mod contacts;
mod determinism;
mod events;
mod exact;
mod first_contact;
mod integrators;
mod joints;
mod matrix;
mod meet;
mod models;
mod motion;
mod paper;
mod pressed;
mod queries;
mod sleep;
mod solids;
mod solids_meet;
mod space;
mod space_cloth;

use crate::math::DOUBLE;
use crate::{Real, Vec3};

/// The tolerance for this precision.
fn tolerance(single: f64, double: f64) -> Real {
    (if DOUBLE { double } else { single }) as Real
}

/// Asserts that two numbers are near, and tells by how much they are not.
#[track_caller]
fn near(found: Real, expected: Real, tolerance: Real) {
    let off = (found - expected).abs();
    assert!(off <= tolerance, "found {found}, expected {expected}, off by {off} > {tolerance}");
}

/// [`near`] for vectors.
#[track_caller]
fn near3(found: Vec3, expected: Vec3, tolerance: Real) {
    let off = (found - expected).length();
    assert!(off <= tolerance, "found {found}, expected {expected}, off by {off} > {tolerance}");
}
