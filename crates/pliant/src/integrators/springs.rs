//! Springs eight at a time: forces, and products with their derivatives.
//!
//! With `d = x_b − x_a`, `l = |d|`, `n = d/l` a spring pulls its first end with
//! `f = (k (l − l₀) + c n·(v_b − v_a)) n`, and its second with `−f`. The derivatives are
//! `∂f_a/∂x_a = −k (n nᵀ + (1 − l₀/l)(1 − n nᵀ))` and `∂f_a/∂v_a = −c n nᵀ`, and the opposite by the other end. (The
//! lecture's slide has a factor 2 in `∂|x|/∂x` and the wrong sign before `n nᵀ`; a test holds them against differences.) A
//! compressed spring would rather fly aside: `1 − l₀/l` is negative, and the matrix indefinite. That part is dropped.
//! The derivative of the damper by positions, which is small where the motion is slow and has no sign, is left out too.

use super::forces::{Forces, MANY, Quad};
use crate::bodies::particles::Spring;
use crate::math::lanes::{Lanes, Triple, V3, W};
use crate::math::transpose::scatter_add;
use crate::math::wide::{Kernel, Wide};
use crate::math::{DVec3, Mat3, Real, Vec3, double};
use crate::solvers::conjugate::{Lattice, Span};
use crate::solvers::simd::Level;

/// Eight springs where products are taken: their directions, and what a product takes along them and across, kg.
#[derive(Clone, Debug)]
#[repr(C)]
struct Block {
    ends: [[u32; W]; 2],
    n: V3,
    along: Lanes,
    across: Lanes,
}

/// What they are; lanes without one have no stiffness.
#[derive(Clone, Debug)]
#[repr(C)]
struct Kind {
    length: Lanes,
    stiffness: Lanes,
    damping: Lanes,
}

/// The springs of a body.
#[derive(Clone, Debug)]
pub struct Springs {
    blocks: Vec<Block>,
    kinds: Vec<Kind>,
    nodes: usize,
    damped: bool,
    level: Level,
    /// The motions of larger parts, and what they stretch.
    lattice: Option<(Box<Lattice>, Vec<Span>)>,
}

impl Springs {
    /// From springs on nodes at rest here (m); one with an end that is not there is left out.
    pub fn new(springs: &[Spring], rest: &[Vec3]) -> Self {
        let nodes = rest.len();
        let sound = |s: &&Spring| s.ends.iter().all(|&e| (e as usize) < nodes);
        let sound: Vec<Spring> = springs.iter().filter(sound).copied().collect();
        let (blocks, kinds) = sound.chunks(W).map(Block::new).unzip();
        let damped = sound.iter().any(|s| s.damping > 0.0);
        let lattice = (nodes >= MANY).then(|| {
            let rest: Vec<DVec3> = rest.iter().map(|&p| double(p)).collect();
            let ends: Vec<[u32; 2]> = sound.iter().map(|s| s.ends).collect();
            let (lattice, spans) = Lattice::of_springs(&rest, &ends);
            (Box::new(lattice), spans)
        });
        Self { blocks, kinds, nodes, damped, level: Level::detect(), lattice }
    }

    /// What a spring adds to the matrix at each of its ends, kg: six numbers of a symmetric block.
    fn block(&self, spring: u32) -> [Real; 6] {
        let (b, l) = (&self.blocks[spring as usize / W], spring as usize % W);
        let (n, across) = (b.n.lane(l), b.across.0[l]);
        let along = b.along.0[l] - across;
        let Vec3 { x, y, z } = n * along;
        [x * n.x + across, x * n.y, x * n.z, y * n.y + across, y * n.z, z * n.z + across]
    }
}

impl Block {
    fn new(springs: &[Spring]) -> (Self, Kind) {
        let mut block =
            Self { ends: [[0; W]; 2], n: V3::ZERO, along: Lanes::ZERO, across: Lanes::ZERO };
        let mut kind = Kind { length: Lanes::ZERO, stiffness: Lanes::ZERO, damping: Lanes::ZERO };
        for (l, s) in springs.iter().enumerate() {
            (block.ends[0][l], block.ends[1][l]) = (s.ends[0], s.ends[1]);
            kind.length.0[l] = s.length;
            kind.stiffness.0[l] = s.stiffness;
            kind.damping.0[l] = s.damping;
        }
        (block, kind)
    }

    /// The difference of a field between the second ends and the first.
    ///
    /// # Safety
    /// The ends must be within the field.
    #[inline(always)]
    unsafe fn between<T: Wide>(&self, field: &[Quad]) -> Triple<T> {
        // Twice, since a closure need not be inlined, and is then compiled without wide registers.
        // SAFETY: the caller's promise.
        let ([ax, ay, az, _], [bx, by, bz, _]) = unsafe {
            let base = field.as_ptr();
            (T::gather(base, &self.ends[0]), T::gather(base, &self.ends[1]))
        };
        Triple { x: bx - ax, y: by - ay, z: bz - az }
    }

    /// Adds a vector to the first ends, and takes it from the second.
    ///
    /// # Safety
    /// The ends must be within the field.
    #[inline(always)]
    unsafe fn pull<T: Wide>(&self, f: Triple<T>, out: &mut [Quad], level: Level) {
        let V3 { x, y, z } = f.lanes();
        // SAFETY: the caller's promise.
        unsafe {
            scatter_add(out.as_mut_ptr(), &self.ends[0], &[x, y, z, Lanes::ZERO], level);
            let V3 { x, y, z } = (-f).lanes();
            scatter_add(out.as_mut_ptr(), &self.ends[1], &[x, y, z, Lanes::ZERO], level);
        }
    }
}

/// Length and direction of what is between two ends; none for ends at one place.
#[inline(always)]
fn measure<T: Wide>(d: Triple<T>) -> (T, Triple<T>) {
    let (length, zero) = (d.dot(d).sqrt(), T::splat(0.0));
    let inverse = length.where_positive(T::splat(1.0).over(length), zero);
    (length, d.scale(inverse))
}

/// Adds forces.
struct Push<'a> {
    springs: &'a Springs,
    x: &'a [Quad],
    v: &'a [Quad],
    out: &'a mut [Quad],
}

impl Kernel for Push<'_> {
    type Out = ();
    #[inline(always)]
    fn run<T: Wide>(self) {
        let Self { springs, x, v, out } = self;
        for (b, kind) in springs.blocks.iter().zip(&springs.kinds) {
            // SAFETY: all ends are below `nodes`, the length of the three.
            unsafe {
                let (length, n) = measure(b.between::<T>(x));
                let mut f = T::of(&kind.stiffness) * (length - T::of(&kind.length));
                if springs.damped {
                    f = f + T::of(&kind.damping) * n.dot(b.between::<T>(v));
                }
                b.pull(n.scale(f), out, springs.level);
            }
        }
    }
}

/// Adds products.
struct Product<'a> {
    springs: &'a Springs,
    p: &'a [Quad],
    out: &'a mut [Quad],
}

impl Kernel for Product<'_> {
    type Out = ();
    #[inline(always)]
    fn run<T: Wide>(self) {
        let Self { springs, p, out } = self;
        for b in &springs.blocks {
            // SAFETY: all ends are below `nodes`, the length of the two.
            unsafe {
                let d = -b.between::<T>(p);
                let (n, across) = (Triple::<T>::of(&b.n), T::of(&b.across));
                let along = (T::of(&b.along) - across) * n.dot(d);
                b.pull(d.scale(across) + n.scale(along), out, springs.level);
            }
        }
    }
}

impl Forces for Springs {
    fn add(&mut self, x: &[Quad], v: &[Quad], out: &mut [Quad]) {
        assert!([x.len(), v.len(), out.len()] == [self.nodes; 3]);
        self.level.run_kernel(Push { springs: self, x, v, out });
    }

    fn linearise(&mut self, x: &[Quad], stiff: Real, damp: Real, diagonal: &mut [Mat3]) {
        assert!([x.len(), diagonal.len()] == [self.nodes; 2]);
        let (stiff, damp) = (Lanes::splat(stiff), Lanes::splat(damp));
        for (b, kind) in self.blocks.iter_mut().zip(&self.kinds) {
            // SAFETY: all ends are below `nodes`, the length of the field.
            let (length, n) = measure(unsafe { b.between::<Lanes>(x) });
            b.n = n;
            b.along = stiff * kind.stiffness + damp * kind.damping;
            let stretched = length - kind.length;
            let share = stretched.where_positive(stretched.over(length), Lanes::ZERO);
            b.across = stiff * kind.stiffness * share;
            for l in 0..W {
                let (n, across) = (n.lane(l), b.across.0[l]);
                let along = n * (b.along.0[l] - across);
                let block = Mat3::from_cols(along * n.x, along * n.y, along * n.z)
                    + Mat3::from_diagonal(Vec3::splat(across));
                if b.along.0[l] > 0.0 {
                    diagonal[b.ends[0][l] as usize] += block;
                    diagonal[b.ends[1][l] as usize] += block;
                }
            }
        }
    }

    fn product(&self, mass: &[Real], p: &[Quad], out: &mut [Quad]) {
        assert!([p.len(), out.len()] == [self.nodes; 2]);
        for ((q, p), m) in out.iter_mut().zip(p).zip(mass) {
            for k in 0..4 {
                q[k] = m * p[k];
            }
        }
        self.level.run_kernel(Product { springs: self, p, out });
    }

    fn weigh(&mut self, mass: &[Real]) -> bool {
        let Some((mut lattice, spans)) = self.lattice.take() else { return false };
        lattice.load(|_| Mat3::IDENTITY, |i| mass[i]);
        lattice.assemble(0.0);
        lattice.add_springs(&spans, |i| {
            let ends = &self.blocks[i as usize / W].ends;
            let mobile = |end: u32| (mass[end as usize] > 0.0).then_some(end);
            (self.block(i), [0, 1].map(|k| mobile(ends[k][i as usize % W])))
        });
        let sound = lattice.factorise();
        self.lattice = Some((lattice, spans));
        sound
    }

    fn lattice(&mut self) -> Option<&mut Lattice> {
        self.lattice.as_mut().map(|(lattice, _)| lattice.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain with one stretched spring, one compressed and one at rest, and dampers.
    fn chain() -> (Springs, Vec<Quad>, Vec<Quad>) {
        let lengths = [0.8, 1.4, 1.0];
        let spring = |i: usize| Spring {
            ends: [i as u32, i as u32 + 1],
            length: lengths[i],
            stiffness: 100.0 + 10.0 * i as Real,
            damping: 3.0,
        };
        let x = vec![
            [0.1, 0.2, 0.3, 1.0],
            [0.9, 0.7, 0.1, 1.0],
            [1.6, 0.2, 0.9, 1.0],
            [1.6, 1.0, 0.3, 1.0],
        ];
        let v = vec![
            [0.3, -0.2, 0.1, 0.0],
            [0.0, 0.5, -0.1, 0.0],
            [-0.4, 0.2, 0.2, 0.0],
            [0.1, 0.1, 0.6, 0.0],
        ];
        (Springs::new(&[spring(0), spring(1), spring(2)], &[Vec3::ZERO; 4]), x, v)
    }

    fn force(springs: &mut Springs, x: &[Quad], v: &[Quad]) -> Vec<Quad> {
        let mut out = vec![[0.0; 4]; x.len()];
        springs.add(x, v, &mut out);
        out
    }

    /// Products are differences of the forces: by positions for springs that are not compressed, and by velocities.
    /// Differences of second order at 1e-4 (1e-2 in single precision) err by about their square.
    #[test]
    fn products_are_derivatives_of_the_forces() {
        let (mut springs, x, v) = chain();
        let zero = vec![[0.0; 4]; 4];
        let (eps, tolerance) = if crate::math::DOUBLE { (1e-4, 1e-5) } else { (1e-2, 6e-2) };
        // Only the first of them is stretched: the others are taken apart by lengths that fit.
        for kind in &mut springs.kinds {
            kind.length = kind.length.min(Lanes::splat(0.8));
        }
        for (stiff, damp) in [(1.0, 0.0), (0.0, 1.0)] {
            let mut diagonal = vec![Mat3::ZERO; 4];
            springs.linearise(&x, stiff, damp, &mut diagonal);
            for node in 0..4 {
                for axis in 0..3 {
                    let mut unit = zero.clone();
                    unit[node][axis] = 1.0;
                    let mut product = zero.clone();
                    springs.product(&[0.0; 4], &unit, &mut product);
                    let at = |springs: &mut Springs, e: Real| {
                        let (mut x, mut v) =
                            (x.clone(), if stiff > 0.0 { zero.clone() } else { v.clone() });
                        if stiff > 0.0 {
                            x[node][axis] += e
                        } else {
                            v[node][axis] += e
                        }
                        force(springs, &x, &v)
                    };
                    let (up, down) = (at(&mut springs, eps), at(&mut springs, -eps));
                    for i in 0..4 {
                        for k in 0..3 {
                            let slope = -(up[i][k] - down[i][k]) / (2.0 * eps);
                            assert!(
                                (slope - product[i][k]).abs() < tolerance * 100.0,
                                "{node} {axis}"
                            );
                        }
                    }
                    for k in 0..3 {
                        assert!((product[node][k] - diagonal[node].col(axis)[k]).abs() < 1e-4);
                    }
                }
            }
        }
    }

    /// A compressed spring has only its part along itself: the matrix has no negative direction.
    #[test]
    fn compressed_springs_do_not_push_aside() {
        let spring = Spring { ends: [0, 1], length: 2.0, stiffness: 50.0, damping: 0.0 };
        let mut springs = Springs::new(&[spring], &[Vec3::ZERO; 2]);
        let x = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]];
        springs.linearise(&x, 1.0, 0.0, &mut [Mat3::ZERO; 2]);
        let mut out = [[0.0; 4]; 2];
        springs.product(&[0.0; 2], &[[0.0; 4], [0.5, 1.0, 1.0, 0.0]], &mut out);
        assert_eq!(out, [[-25.0, 0.0, 0.0, 0.0], [25.0, 0.0, 0.0, 0.0]]);
    }

    /// Ends, rest length, force on the first end, and the rows of its derivative.
    type Case = ([[f64; 3]; 2], f64, [f64; 3], [[f64; 3]; 3]);

    /// Two stretched springs: forces and derivatives by the reference's closed form, to the roundings.
    #[test]
    fn one_spring_is_the_closed_form() {
        // x_i, x_j, L0, f_i and the rows of df_i/dx_i, for k = 100 N/m.
        let cases: [Case; 2] = [
            (
                [
                    [-0.8019314252534474, -1.324358995628145, -0.24836162209524854],
                    [0.4204452380655215, 1.1360465324896427, 0.10970639932180819],
                ],
                0.9944044492139976,
                [78.3643701115795, 157.73217471813504, 22.955097064156934],
                [
                    [-71.09486231029787, -14.06278281214961, -2.0465865320243832],
                    [-14.06278281214961, -92.41383779087663, -4.119379049246665],
                    [-2.0465865320243832, -4.119379049246665, -64.7077039960804],
                ],
            ),
            (
                [
                    [-1.9978166924497212, 0.272128869412488, -1.1017166275810448],
                    [0.033057220158269195, 0.04363199256942161, -1.9884297882311208],
                ],
                0.32471167661848255,
                [173.48599244972888, -19.519186890276703, -75.74685544907474],
                [
                    [-97.53747821922884, 1.3628725253609377, 5.2888119138536025],
                    [1.3628725253609377, -85.57764393266709, -0.5950526997385359],
                    [5.2888119138536025, -0.5950526997385359, -87.73348777184187],
                ],
            ),
        ];
        let tolerance = if crate::math::DOUBLE { 1e-9 } else { 1e-4 };
        for (ends, length, f, k) in cases {
            let length = length as Real;
            let spring = Spring { ends: [0, 1], length, stiffness: 100.0, damping: 0.0 };
            let mut springs = Springs::new(&[spring], &[Vec3::ZERO; 2]);
            let x = ends.map(|p| [p[0] as Real, p[1] as Real, p[2] as Real, 1.0]);
            let found = force(&mut springs, &x, &[[0.0; 4]; 2])[0];
            let mut diagonal = [Mat3::ZERO; 2];
            springs.linearise(&x, 1.0, 0.0, &mut diagonal);
            for i in 0..3 {
                assert!((found[i] - f[i] as Real).abs() < tolerance, "{found:?}");
                for j in 0..3 {
                    let slope = -diagonal[0].col(j)[i];
                    assert!((slope - k[i][j] as Real).abs() < tolerance, "{slope} {}", k[i][j]);
                }
            }
        }
    }
}
