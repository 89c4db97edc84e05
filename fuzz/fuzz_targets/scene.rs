//! Any bytes as a scene: problems, or a scene that is written and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pliant_io::scene::{read, write};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(scene) = read("fuzz", &text, &[]) {
        assert_eq!(read("again", &write(&scene), &[]), Ok(scene));
    }
});
