//! Contacts of a step, and what is remembered of them for the next.

use serde::{Deserialize, Serialize};

use super::patch::Pairs;
use crate::math::{Real, Vec3, tangents};
use crate::site::Point;
use crate::state::{Nodes, Slots};

/// Which two things touch where: the same contact has the same key in the next step.
pub type Key = [u64; 2];

/// A contact of a node with a frame.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Names it.
    pub key: Key,
    /// The node, or the first of the edge or face.
    pub a: u32,
    /// The frame.
    pub b: u32,
    /// Which collider of the frame's body.
    pub collider: u32,
    /// Contact point on the frame in its axes.
    pub arm_b: Vec3,
    /// From `a` to `b`, unit.
    pub normal: Vec3,
    /// Distance of the points along the normal at which they touch, m.
    pub offset: Real,
    /// Friction of the pair.
    pub friction: Real,
    /// Restitution of the pair.
    pub restitution: Real,
    /// How many times the frequency of the world the spring has that pushes it apart.
    pub quicker: Real,
    /// The point of the deformable body that touches.
    pub spot: Spot,
}

/// A point of a deformable body that touches.
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    /// The node.
    Node,
    /// A point between the node and another, with the share of that one.
    Edge(u32, Real),
    /// A point of a face, which a corner of the frame touches.
    Face(Face),
    /// A point of a face of a cloth that is deeper in the frame than its nodes; or of a link, whose last two nodes are the same.
    Between(Face),
}

/// A point of a face.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Its nodes, turned outwards.
    pub node: [u32; 3],
    /// Weights of the point.
    pub weight: [Real; 3],
}

impl Face {
    /// Unit outward normal.
    pub fn normal(&self, nodes: &Nodes) -> Vec3 {
        let [a, b, c] = self.node.map(|i| nodes.position(i as usize));
        (b - a).cross(c - a).normalize_or_zero()
    }
}

impl Contact {
    /// The point of the deformable body.
    pub fn point(&self) -> Point {
        match self.spot {
            Spot::Node => Point::node(self.a),
            Spot::Edge(b, share) => Point::Nodes {
                count: 2,
                slot: [self.a, b, 0, 0],
                weight: [1.0 - share, share, 0.0, 0.0],
            },
            Spot::Between(Face { node: [a, b, c], weight: [u, v, w] }) if b == c => {
                Point::Nodes { count: 2, slot: [a, b, 0, 0], weight: [u, v + w, 0.0, 0.0] }
            }
            Spot::Face(Face { node: [a, b, c], weight: [u, v, w] })
            | Spot::Between(Face { node: [a, b, c], weight: [u, v, w] }) => {
                Point::Nodes { count: 3, slot: [a, b, c, 0], weight: [u, v, w, 0.0] }
            }
        }
    }

    /// A contact's impulse along its rows as a vector of the world.
    pub fn to_world(&self, f: [Real; 3]) -> Vec3 {
        let (t, s) = tangents(self.normal);
        self.normal * f[0] + t * f[1] + s * f[2]
    }

    /// An impulse of the world along the contact's rows; it cannot pull.
    pub fn to_rows(&self, impulse: Vec3) -> [Real; 3] {
        let (t, s) = tangents(self.normal);
        [impulse.dot(self.normal).max(0.0), impulse.dot(t), impulse.dot(s)]
    }
}

/// What a contact carried in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touched {
    /// Whether `a` is a node; else it is a frame.
    pub node: bool,
    /// The node or the first frame.
    pub a: u32,
    /// The frame, or the second one.
    pub b: u32,
    /// Impulse on `b` over the whole step, N·s; the opposite acts on `a`.
    pub impulse: Vec3,
}

/// What the last step's contacts leave for the next.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Pairs of rigid bodies with their patches.
    pub(crate) rigids: Pairs,
    /// Keys of node contacts and their impulses (N·s on `b`), ascending by key.
    entries: Vec<(Key, Vec3)>,
    /// The same of deformable bodies that met, N·s on the first side.
    meetings: Vec<(Key, Vec3)>,
}

impl Memory {
    /// What a contact carried, if it was there.
    pub fn recall(&self, key: Key) -> Option<Vec3> {
        self.entries.binary_search_by_key(&key, |e| e.0).ok().map(|i| self.entries[i].1)
    }

    /// Forgets all node contacts and remembers these.
    pub fn replace(&mut self, entries: impl Iterator<Item = (Key, Vec3)>) {
        self.entries.clear();
        self.entries.extend(entries);
        self.entries.sort_unstable_by_key(|e| e.0);
    }

    /// What a meeting of deformable bodies carried, if there was one.
    pub fn recall_meeting(&self, key: Key) -> Option<Vec3> {
        self.meetings.binary_search_by_key(&key, |e| e.0).ok().map(|i| self.meetings[i].1)
    }

    /// Forgets all meetings and remembers these.
    pub fn remember_meetings(&mut self, entries: impl Iterator<Item = (Key, Vec3)>) {
        self.meetings.clear();
        self.meetings.extend(entries);
        self.meetings.sort_unstable_by_key(|e| e.0);
    }

    /// Forgets what nodes carried whose slots another body may get.
    pub fn forget_nodes(&mut self, gone: Slots) {
        let has = |slot: u64| gone.range().contains(&(slot as usize));
        // Corners name the first slot of the body that they touch, others a node of it.
        let low = |k: u64| k & u64::from(u32::MAX);
        let node = |k: u64| if k >> 63 == 1 { k << 1 >> 17 } else { low(k) };
        self.entries.retain(|(key, _)| !has(node(key[1])));
        // Two nodes in each half; the highest bit tells corners and faces from edges.
        let nodes = |k: u64| [k << 1 >> 33, low(k)];
        self.meetings.retain(|([a, b], _)| !nodes(*a).into_iter().chain(nodes(*b)).any(has));
    }

    /// Forgets the contacts of nodes with a frame whose slot another body may get.
    pub fn forget_frame(&mut self, slot: u32) {
        self.rigids.forget(slot);
        self.entries.retain(|(key, _)| key[0] >> 32 != u64::from(slot));
    }

    /// Multiplies every impulse, when the substep has changed.
    pub fn scale(&mut self, factor: Real) {
        for e in self.entries.iter_mut().chain(&mut self.meetings) {
            e.1 *= factor;
        }
        for p in &mut self.rigids.patches {
            p.impulses.scale(factor);
        }
    }
}
