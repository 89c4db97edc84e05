//! Tests that cross the modules.
