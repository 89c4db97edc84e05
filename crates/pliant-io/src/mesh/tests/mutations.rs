//! No bytes make a reader panic, hang, or give a mesh that is not valid.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::samples::*;
use crate::mesh::{Mesh, obj, stl, tetgen};

/// A change of a file.
#[derive(Debug, Clone)]
enum Change {
    /// A byte becomes another.
    Set(Index, u8),
    /// A bit flips.
    Flip(Index, u8),
    /// The file ends here.
    Cut(Index),
    /// A part is repeated elsewhere, in place of what was there.
    Splice(Index, Index, Index),
    /// A word is put in.
    Insert(Index, &'static str),
}

/// Words that readers might trip over.
const WORDS: [&str; 14] = [
    "-1",
    "0",
    "4294967296",
    "18446744073709551615",
    "1e400",
    "nan",
    " ",
    "\n",
    "#",
    "\\\n",
    "$EndNodes",
    "end_header",
    "/",
    "é",
];

/// Any change.
fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        any::<Index>().prop_map(Change::Cut),
        any::<[Index; 3]>().prop_map(|[from, to, at]| Change::Splice(from, to, at)),
        (any::<Index>(), proptest::sample::select(&WORDS[..]))
            .prop_map(|(at, word)| Change::Insert(at, word)),
    ]
}

/// Makes a change.
fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    match change {
        Change::Set(at, byte) => bytes[at.index(length)] = *byte,
        Change::Flip(at, bit) => bytes[at.index(length)] ^= 1 << bit,
        Change::Cut(at) => bytes.truncate(at.index(length)),
        Change::Splice(from, to, at) => {
            let [from, to, at] = [from, to, at].map(|index| index.index(length));
            let part = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(at..length.min(at + part.len() / 2), part);
        }
        Change::Insert(at, word) => {
            let at = at.index(length);
            bytes.splice(at..at, word.bytes());
        }
    }
}

/// A valid file of every format, by name.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let square = obj::read("a.obj", OBJ.as_bytes()).unwrap();
    let binary = stl::write(&Mesh { lines: Vec::new(), ..square }).unwrap();
    let mut samples = vec![
        ("a.obj", OBJ.into()),
        ("a.stl", STL_ASCII.into()),
        ("a.stl", binary),
        ("a.node", NODE.into()),
        ("a.ele", ELE.into()),
    ];
    samples.extend(gmsh_all().into_iter().map(|bytes| ("a.msh", bytes)));
    samples.extend(ply_all().into_iter().map(|bytes| ("a.ply", bytes)));
    samples
}

/// Reads bytes; whatever comes of it must be valid.
fn read(name: &str, bytes: &[u8]) {
    let companion = if name == "a.node" { ELE } else { NODE };
    let mesh = match Mesh::read(name, bytes, Some(companion.as_bytes())) {
        Ok(mesh) => mesh,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    mesh.require_valid().unwrap();
    let _ = mesh.check();
    let _ = mesh.clone().require_tets();
    let _ = mesh.require_closed_surface();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_files_never_panic(changes in vec(change(), 1..6)) {
        for (name, mut bytes) in samples() {
            changes.iter().for_each(|change| apply(&mut bytes, change));
            read(name, &bytes);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in vec(any::<u8>(), 0..300)) {
        for (name, _) in samples() {
            read(name, &bytes);
        }
        let _ = tetgen::read("a", NODE.as_bytes(), Some(ELE.as_bytes()), Some(&bytes));
    }
}

#[test]
fn files_cut_anywhere_never_panic() {
    for (name, bytes) in samples() {
        for length in 0..=bytes.len() {
            read(name, &bytes[..length]);
        }
    }
}
