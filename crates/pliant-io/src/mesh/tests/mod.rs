//! Tests of the mesh module.

mod bad;
mod formats;
mod mutations;
mod round_trips;
mod samples;
mod shapes;
