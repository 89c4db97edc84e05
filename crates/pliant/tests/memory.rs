//! What a solid takes of memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use pliant::meshing::primitives;
use pliant::{Mass, Material, Rigid, Soft, Vec3, World};

struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        BYTES.fetch_add(size, Ordering::Relaxed);
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A world with a cube of 48 000 tetrahedra that has come down on the ground: all that it holds, with the work
/// space of its steps, by tetrahedron. It is 188 bytes; the aim of 150 is not reached, and this only holds the line.
#[test]
fn a_solid_takes_few_bytes_a_tetrahedron() -> Result<(), pliant::Error> {
    let before = BYTES.load(Ordering::Relaxed);
    let mut world = World::default();
    world.add_rigid(Rigid::ground())?;
    world.add_soft(Soft {
        mesh: primitives::solid_box([0.3; 3], [20; 3])?,
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.0 },
        mass: Mass::Density(1000.0),
        position: Vec3::Y * 0.151,
        ..Soft::default()
    })?;
    for _ in 0..3 {
        world.step();
    }
    let bytes = (BYTES.load(Ordering::Relaxed) - before) as f64 / 48_000.0;
    assert!(bytes < 190.0, "{bytes}");
    Ok(())
}
