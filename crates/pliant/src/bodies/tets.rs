//! Linear tetrahedra eight at a time: rotations, forces, and products with the stiffness matrix.
//!
//! With `F = Σ x_i b_iᵀ` (`b_i` the gradients of the shape functions at rest), its rotation `R` and
//! the turned gradients `c_i = R b_i`, the co-rotational force is that of linear elasticity along
//! the axes of the turned element: with `D = Σ x_i c_iᵀ` and `T = 2μ (sym D − 1) + λ tr(D − 1)` the
//! force on a node is `−V T c_i`, and with `G = Σ p_i c_iᵀ` the stiffness gives
//! `K p = V (2μ sym G + λ tr G) c_i`. So a product needs neither `R` nor an assembled matrix, only the
//! nine numbers of three turned gradients (the fourth is minus their sum). The gradients at rest are needed once a substep,
//! and found anew from where the nodes lay: that is cheaper than to read them.
//!
//! The rotation is found by the iteration of Müller et al. 2016, `ω = s Σ r_i×f_i / |Σ r_i·f_i|` with the
//! columns `r_i`, `f_i` of `R` and `F`, once in each substep from where it was. Their `s = 1` finds two
//! thirds of a small turn; `s = 3/2` finds all of it. An inverted element keeps a proper rotation and is pushed back.
//!
//! Elements of a linear law are never turned. Those of a neo-Hookean one are pushed by its own stress,
//! while products take a co-rotational stiffness for its derivative, grown until it is no less than that anywhere: what
//! rests, rests where the stress says.

use serde::{Deserialize, Serialize};

use super::elasticity::Elasticity;
use crate::math::lanes::{Lanes, Rotor, V3, W};
use crate::math::transpose::{gather, scatter_add};
use crate::math::{DVec3, Quat, Real, Vec3, double};
use crate::solvers::simd::Level;

/// How many steps of the iteration find a rotation that a factor is made of: each leaves a share of the turn that is as large
/// as the strain.
const TURNS: usize = 2;

/// A position, velocity or force of a node; the fourth number does not count.
pub type Quad = [Real; 4];

/// The tetrahedra of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Tets {
    blocks: Vec<Block>,
    len: usize,
    /// Where the nodes lie at rest, m.
    rest: Vec<Quad>,
    /// Lamé's first parameter by the shear modulus.
    ratio: Real,
    law: Elasticity,
}

/// Eight of them; lanes without one have no stiffness. What a product needs comes first.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Block {
    node: [[u32; W]; 4],
    /// Gradients of the shape functions of the last three nodes, turned, 1/m.
    turned: [V3; 3],
    /// Volume times shear modulus, J.
    mu: Lanes,
    rotation: Rotor,
}

/// A tetrahedron.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Tet {
    /// Its nodes, numbered within the body.
    pub node: [u32; 4],
    /// Volume times shear modulus, J.
    pub mu: Real,
    /// From rest axes to turned ones.
    pub rotation: Quat,
}

/// How [`Tets`] are stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Stored {
    rest: Vec<Vec3>,
    tets: Vec<Tet>,
    ratio: Real,
    law: Elasticity,
}

impl From<Stored> for Tets {
    fn from(stored: Stored) -> Self {
        Self::new(&stored.rest, &stored.tets, stored.ratio, stored.law)
    }
}

impl From<Tets> for Stored {
    fn from(tets: Tets) -> Self {
        let rest = tets.rest.iter().map(|p| Vec3::new(p[0], p[1], p[2])).collect();
        Self { rest, tets: tets.iter().collect(), ratio: tets.ratio, law: tets.law }
    }
}

impl Tets {
    /// From tetrahedra on nodes that lie here at rest, with Lamé's first parameter so many times the shear modulus; one with
    /// a node that is not there is left out.
    pub fn new(rest: &[Vec3], tets: &[Tet], ratio: Real, law: Elasticity) -> Self {
        let sound = |t: &&Tet| t.node.iter().all(|&i| (i as usize) < rest.len());
        let sound: Vec<Tet> = tets.iter().filter(sound).copied().collect();
        let rest: Vec<Quad> = rest.iter().map(|p| [p.x, p.y, p.z, 0.0]).collect();
        let mut blocks: Vec<Block> = sound.chunks(W).map(Block::new).collect();
        for block in &mut blocks {
            // SAFETY: all nodes of a block are below the number of those at rest.
            let gradients = unsafe { block.gradients(&rest, Level::Baseline) };
            block.take_turn(&gradients);
        }
        Self { blocks, len: sound.len(), rest, ratio, law }
    }

    /// Where the nodes lie at rest, m.
    pub fn rest(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.rest.iter().map(|p| double(Vec3::new(p[0], p[1], p[2])))
    }

    /// Where the nodes of an element lie at rest, m.
    pub fn corners(&self, tet: &Tet) -> [DVec3; 4] {
        tet.node.map(|i| {
            let [x, y, z, _] = self.rest[i as usize];
            double(Vec3::new(x, y, z))
        })
    }

    /// How many nodes they are on.
    pub fn nodes(&self) -> usize {
        self.rest.len()
    }

    /// Volume times shear modulus and times Lamé's first parameter of an element, J.
    pub fn moduli(&self, tet: &Tet) -> [Real; 2] {
        [tet.mu, tet.mu * self.ratio]
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Tet> + '_ {
        (0..self.len).map(|t| self.blocks[t / W].tet(t % W))
    }

    /// How each element is turned.
    pub fn rotations(&self) -> impl Iterator<Item = Quat> + '_ {
        let quats = |b: &Block| {
            (0..W).map({
                let q = b.rotation;
                move |l| q.lane(l)
            })
        };
        self.blocks.iter().flat_map(quats).take(self.len)
    }

    /// How an element is turned.
    pub fn rotation(&self, t: usize) -> Quat {
        self.blocks[t / W].tet(t % W).rotation
    }

    /// Turns the elements after their nodes at `x`, and adds the elastic forces there.
    pub fn turn(&mut self, x: &[Quad], force: &mut [Quad], level: Level) {
        let law = self.law;
        self.each(
            x,
            force,
            level,
            #[inline(always)]
            |block, edges, rest, ratio| {
                if law == Elasticity::Linear {
                    return block.stay(edges, ratio);
                }
                // SAFETY: all nodes of a block are within `rest`.
                let gradients = unsafe { block.gradients(rest, level) };
                let f = deformation(&edges, &gradients);
                block.rotate(&f, &gradients);
                match law {
                    Elasticity::NeoHookean => block.swell(&f, &gradients, ratio),
                    _ => block.stay(edges, ratio),
                }
            },
        );
    }

    /// Turns the elements after their nodes at `x`, and adds the forces of a linear or co-rotational law with those rotations
    /// where the nodes go on to.
    pub fn turn_and_look(&mut self, x: &[Quad], then: &[Quad], force: &mut [Quad], level: Level) {
        assert!(x.len() == self.nodes());
        let turns = if self.law == Elasticity::Linear { 0 } else { TURNS };
        self.each(
            then,
            force,
            level,
            #[inline(always)]
            |block, edges, rest, ratio| {
                if turns > 0 {
                    // SAFETY: all nodes of a block are within `rest` and `x`.
                    let (gradients, now) =
                        unsafe { (block.gradients(rest, level), block.edges(x, level)) };
                    let f = deformation(&now, &gradients);
                    for _ in 0..turns {
                        block.rotate(&f, &gradients);
                    }
                }
                block.stay(edges, ratio)
            },
        );
    }

    /// Adds the forces that a kernel finds from the edges of each element, the nodes at rest and the ratio of the moduli.
    #[inline(always)]
    fn each(
        &mut self,
        x: &[Quad],
        force: &mut [Quad],
        level: Level,
        kernel: impl Fn(&mut Block, [V3; 3], &[Quad], Lanes) -> [V3; 3],
    ) {
        let Self { blocks, rest, ratio, .. } = self;
        assert!([x.len(), force.len()] == [rest.len(); 2]);
        let ratio = Lanes::splat(*ratio);
        level.run(
            #[inline(always)]
            || {
                for block in blocks {
                    // SAFETY: all nodes of a block are below the number of those at rest, the length of the two.
                    unsafe {
                        let edges = block.edges(x, level);
                        let f = kernel(block, edges, rest, ratio);
                        block.add(f, force, level);
                    }
                }
            },
        );
    }

    /// Adds `K p`.
    pub fn product(&self, p: &[Quad], out: &mut [Quad], level: Level) {
        assert!([p.len(), out.len()] == [self.nodes(); 2]);
        let blocks = &self.blocks;
        let ratio = Lanes::splat(self.ratio);
        level.run(
            #[inline(always)]
            || {
                for block in blocks {
                    // SAFETY: all nodes of a block are below the length of the two.
                    unsafe {
                        let f = block.stress(block.edges(p, level), Lanes::ZERO, ratio);
                        block.add(f, out, level);
                    }
                }
            },
        );
    }
}

impl Block {
    fn new(tets: &[Tet]) -> Self {
        let mut block = Self {
            node: [[0; W]; 4],
            turned: [V3::ZERO; 3],
            rotation: Rotor::IDENTITY,
            mu: Lanes::ZERO,
        };
        for (l, t) in tets.iter().enumerate() {
            for k in 0..4 {
                block.node[k][l] = t.node[k];
            }
            block.rotation.set_lane(l, t.rotation);
            block.mu.0[l] = t.mu;
        }
        block
    }

    fn tet(&self, l: usize) -> Tet {
        Tet {
            node: self.node.map(|lanes| lanes[l]),
            mu: self.mu.0[l],
            rotation: self.rotation.lane(l),
        }
    }

    /// Gradients of the shape functions of the last three nodes at rest, 1/m.
    ///
    /// # Safety
    /// The nodes must be within those at rest.
    #[inline(always)]
    unsafe fn gradients(&self, rest: &[Quad], level: Level) -> [V3; 3] {
        // SAFETY: the caller's promise.
        let [a, b, c] = unsafe { self.edges(rest, level) };
        let across = [b.cross(c), c.cross(a), a.cross(b)];
        let six = a.dot(across[0]);
        // Lanes without an element have no volume either.
        let inverse = Lanes::ONE.over(six.max(-six).where_positive(six, Lanes::ONE));
        across.map(|n| n.scale(inverse))
    }

    /// Differences of a field between the last three nodes and the first.
    ///
    /// # Safety
    /// The nodes must be within the field.
    #[inline(always)]
    unsafe fn edges(&self, field: &[Quad], level: Level) -> [V3; 3] {
        // SAFETY: the caller's promise.
        let at = |k: usize| unsafe {
            let [x, y, z, _] = gather(field.as_ptr(), &self.node[k], level);
            V3 { x, y, z }
        };
        let first = at(0);
        [at(1) - first, at(2) - first, at(3) - first]
    }

    /// Adds forces on the last three nodes, and what balances them on the first.
    ///
    /// # Safety
    /// The nodes must be within the field.
    #[inline(always)]
    unsafe fn add(&self, f: [V3; 3], out: &mut [Quad], level: Level) {
        let first = -(f[0] + f[1] + f[2]);
        let all = [first, f[0], f[1], f[2]];
        for k in 0..4 {
            let value = [all[k].x, all[k].y, all[k].z, Lanes::ZERO];
            // SAFETY: the caller's promise.
            unsafe { scatter_add(out.as_mut_ptr(), &self.node[k], &value, level) };
        }
    }

    /// The forces of an element that is not turned.
    #[inline(always)]
    fn stay(&self, edges: [V3; 3], ratio: Lanes) -> [V3; 3] {
        let [a, b, c] = self.stress(edges, Lanes::ONE, ratio);
        [-a, -b, -c]
    }

    /// Neo-Hookean forces, see [`Elasticity`].
    #[inline(always)]
    fn swell(&mut self, f: &[V3; 3], gradients: &[V3; 3], ratio: Lanes) -> [V3; 3] {
        self.stiffen(f, ratio);
        let (mu, lambda) = self.own_moduli(ratio);
        let square = f[0].dot(f[0]) + f[1].dot(f[1]) + f[2].dot(f[2]);
        let shear = mu - mu.over(square + Lanes::ONE);
        let cofactor = [f[1].cross(f[2]), f[2].cross(f[0]), f[0].cross(f[1])];
        // λ' (J − α) with α λ' = λ' + ¾ μ'.
        let swell = lambda * (f[0].dot(cofactor[0]) - Lanes::ONE) - mu * Lanes::splat(0.75);
        let p = [0, 1, 2].map(|k| f[k].scale(shear) + cofactor[k].scale(swell));
        let mut out = [V3::ZERO; 3];
        for k in 0..3 {
            let b = gradients[k];
            out[k] = -(p[0].scale(b.x) + p[1].scale(b.y) + p[2].scale(b.z));
        }
        out
    }

    /// Lets products be as stiff as the law is at most at this deformation, so that a step never overshoots: with
    /// `I = ‖F‖²` its second derivative is below `μ' (1 + 2 I/(I + 1)²) + λ' (‖cof F‖² + |J − α| √I)`, which is
    /// held against `2μ + 3λ` of the co-rotational one. The gradients, which stand in a product twice, grow by the root.
    #[inline(always)]
    fn stiffen(&mut self, f: &[V3; 3], ratio: Lanes) {
        let (mu, lambda) = self.own_moduli(ratio);
        let square = f[0].dot(f[0]) + f[1].dot(f[1]) + f[2].dot(f[2]);
        let cofactor = [f[1].cross(f[2]), f[2].cross(f[0]), f[0].cross(f[1])];
        let areas = cofactor.map(|c| c.dot(c));
        let swell = lambda * (f[0].dot(cofactor[0]) - Lanes::ONE) - mu * Lanes::splat(0.75);
        let more = square + Lanes::ONE;
        let shear = mu + (mu * (square + square)).over(more * more);
        let most =
            shear + lambda * (areas[0] + areas[1] + areas[2]) + swell.max(-swell) * square.sqrt();
        // Lanes without an element have no moduli.
        let least = self.mu + self.mu + self.mu * ratio * Lanes::splat(3.0);
        let grown = most.over(least + Lanes::splat(Real::MIN_POSITIVE)).max(Lanes::ONE).sqrt();
        for c in &mut self.turned {
            *c = c.scale(grown);
        }
    }

    /// Volume times the moduli of the neo-Hookean law.
    #[inline(always)]
    fn own_moduli(&self, ratio: Lanes) -> (Lanes, Lanes) {
        let mu = self.mu * Lanes::splat(4.0 / 3.0);
        (mu, self.mu * (ratio + Lanes::splat(5.0 / 6.0)))
    }

    /// One step towards the rotation of a deformation with these columns.
    #[inline(always)]
    fn rotate(&mut self, &[f, g, h]: &[V3; 3], gradients: &[V3; 3]) {
        let (x, y, z) = axes(&self.rotation);
        let axis = x.cross(f) + y.cross(g) + z.cross(h);
        let size = x.dot(f) + y.dot(g) + z.dot(h);
        let size = size.max(-size) + Lanes::splat(1e-9);
        // Half of the turn, as a quaternion wants it.
        let half = axis.scale(Lanes::splat(0.75).over(size));
        let q = Rotor { v: half, w: Lanes::ONE }.after(self.rotation);
        let length = (q.v.dot(q.v) + q.w * q.w).sqrt();
        let inverse = Lanes::ONE.over(length);
        self.rotation = Rotor { v: q.v.scale(inverse), w: q.w * inverse };
        self.take_turn(gradients);
    }

    /// Turns the gradients by the rotation.
    #[inline(always)]
    fn take_turn(&mut self, gradients: &[V3; 3]) {
        let (x, y, z) = axes(&self.rotation);
        for (turned, b) in self.turned.iter_mut().zip(gradients) {
            *turned = x.scale(b.x) + y.scale(b.y) + z.scale(b.z);
        }
    }

    /// `V (2μ sym D + λ tr D) c_i` with `D = Σ e_i c_iᵀ − rest`.
    #[inline(always)]
    fn stress(&self, e: [V3; 3], rest: Lanes, ratio: Lanes) -> [V3; 3] {
        let c = &self.turned;
        let x = c[0].scale(e[0].x) + c[1].scale(e[1].x) + c[2].scale(e[2].x);
        let y = c[0].scale(e[0].y) + c[1].scale(e[1].y) + c[2].scale(e[2].y);
        let z = c[0].scale(e[0].z) + c[1].scale(e[1].z) + c[2].scale(e[2].z);
        let (dx, dy, dz) = (x.x - rest, y.y - rest, z.z - rest);
        let swell = self.mu * ratio * (dx + dy + dz);
        let two = self.mu + self.mu;
        let (tx, ty, tz) = (two * dx + swell, two * dy + swell, two * dz + swell);
        let (xy, yz, zx) = (self.mu * (x.y + y.x), self.mu * (y.z + z.y), self.mu * (z.x + x.z));
        let mut out = [V3::ZERO; 3];
        for k in 0..3 {
            out[k] = V3 {
                x: tx * c[k].x + xy * c[k].y + zx * c[k].z,
                y: xy * c[k].x + ty * c[k].y + yz * c[k].z,
                z: zx * c[k].x + yz * c[k].y + tz * c[k].z,
            };
        }
        out
    }
}

/// The columns of `F`, from edges and gradients.
#[inline(always)]
fn deformation(e: &[V3; 3], b: &[V3; 3]) -> [V3; 3] {
    [
        e[0].scale(b[0].x) + e[1].scale(b[1].x) + e[2].scale(b[2].x),
        e[0].scale(b[0].y) + e[1].scale(b[1].y) + e[2].scale(b[2].y),
        e[0].scale(b[0].z) + e[1].scale(b[1].z) + e[2].scale(b[2].z),
    ]
}

/// The columns of the matrix of a rotation.
#[inline(always)]
fn axes(q: &Rotor) -> (V3, V3, V3) {
    let (x, y, z, w) = (q.v.x, q.v.y, q.v.z, q.w);
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, yz, zx) = (x * y2, y * z2, z * x2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = Lanes::ONE;
    (
        V3 { x: one - (yy + zz), y: xy + wz, z: zx - wy },
        V3 { x: xy - wz, y: one - (xx + zz), z: yz + wx },
        V3 { x: zx + wy, y: yz - wx, z: one - (xx + yy) },
    )
}
