//! Snapshots: the whole world as bytes, restored to the same bits.
//!
//! Everything that the next step depends on is stored: positions, velocities, rotations of
//! elements, impulses for warm starting, pending commands, handles. Batches and caches are not;
//! they are rebuilt from what is stored, in the same order.

use crate::error::{Error, Result};
use crate::math::{DOUBLE, Real};
use crate::world::World;

/// The first bytes of a snapshot.
const MAGIC: &[u8; 8] = b"pliant\0s";
/// The format; a snapshot of another one is refused.
const VERSION: u8 = 14;

impl World {
    /// The world as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.push(size_of::<Real>() as u8);
        // Writing to memory cannot fail for types that derive their form.
        bytes.extend(postcard::to_allocvec(self).unwrap_or_default());
        bytes
    }

    /// A world from the bytes of [`World::snapshot`].
    pub fn restore(bytes: &[u8]) -> Result<Self> {
        let refuse = |reason: String| Err(Error::Snapshot { reason });
        let Some((head, body)) = bytes.split_at_checked(MAGIC.len() + 2) else {
            return refuse(format!("{} bytes are too few", bytes.len()));
        };
        if &head[..MAGIC.len()] != MAGIC {
            return refuse("these bytes are none of a snapshot".into());
        }
        if head[MAGIC.len()] != VERSION {
            return refuse(format!("version {}; accepted: {VERSION}", head[MAGIC.len()]));
        }
        if usize::from(head[MAGIC.len() + 1]) != size_of::<Real>() {
            let precision = if DOUBLE { "double" } else { "single" };
            return refuse(format!("another precision; accepted: {precision}"));
        }
        let mut world: Self = postcard::from_bytes(body)
            .map_err(|e| Error::Snapshot { reason: format!("damaged: {e}") })?;
        world.check_restored()?;
        world.resolve_all()?;
        world.scratch.changed = true;
        Ok(world)
    }

    /// Refuses bytes that decode to a world that no calls could have made.
    fn check_restored(&self) -> Result<()> {
        let refuse = |reason: &str| Err(Error::Snapshot { reason: format!("damaged: {reason}") });
        self.config.check()?;
        let (nodes, frames) = (&self.state.nodes, &self.state.frames);
        let n = frames.x.len();
        if nodes.x.is_empty() || n == 0 || nodes.v.len() != nodes.x.len() {
            return refuse("slots are missing");
        }
        if [frames.q.len(), frames.v.len(), frames.w.len(), frames.mass.len()] != [n; 4] {
            return refuse("frames are incomplete");
        }
        if !self.memory.rigids.is_sound(n) {
            return refuse("contacts without their bodies");
        }
        for (h, body) in self.rigids.iter::<()>() {
            if body.slot as usize != h.index() + 1 || body.slot as usize >= n {
                return refuse("a rigid body without a frame");
            }
        }
        for body in self.softs.values() {
            if body.slots.range().end > nodes.x.len() || body.slots.start == 0 || !body.is_sound() {
                return refuse("a deformable body without its nodes");
            }
            let scales = body.rest.scales.len();
            if scales != if body.rest.asleep() { body.slots.len as usize } else { 0 } {
                return refuse("a sleeping body without its masses");
            }
        }
        Ok(())
    }

    /// A number that two worlds share only if all positions, rotations and velocities have the same
    /// bits.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fnv::default();
        for a in self.state.nodes.x.iter().chain(&self.state.nodes.v) {
            a.iter().for_each(|&x| hash.add(x));
        }
        let frames = &self.state.frames;
        for i in 0..frames.x.len() {
            for v in [frames.x[i], frames.v[i], frames.w[i]] {
                v.to_array().into_iter().for_each(|x| hash.add(x));
            }
            frames.q[i].to_array().into_iter().for_each(|x| hash.add(x));
        }
        hash.0
    }
}

/// Fowler, Noll and Vo's hash.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, x: Real) {
        for byte in x.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
