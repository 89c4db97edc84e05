//! Linearising: from eight constraints at their places to a block of rows.

use super::batch::{Item, JointItem, Places};
use super::row::Block;
use super::{Constraint, Ends, Linear, Substep};
use crate::math::Real;
use crate::math::lanes::{Lanes, Rotor, V3};
use crate::math::transpose::gather;
use crate::solvers::simd::Level;

/// The points of eight constraints, nodes first, and what is needed to push them.
struct Gathered<const N: usize, const F: usize> {
    start: Ends,
    predicted: Ends,
    node_v: [V3; N],
    node_s: [Lanes; N],
    /// Lever arms, velocities and angular velocities.
    frame: [[V3; 3]; F],
    frame_s: [Lanes; F],
    frame_sr: [[V3; 3]; F],
}

#[inline(always)]
fn gather_points<const N: usize, const F: usize>(
    item: &Item<N, F>,
    axes: Option<&[Rotor; 2]>,
    at: Places<'_>,
    h: Real,
    level: Level,
) -> Gathered<N, F> {
    let mut g = Gathered {
        start: Ends::ZERO,
        predicted: Ends::ZERO,
        node_v: [V3::ZERO; N],
        node_s: [Lanes::ZERO; N],
        frame: [[V3::ZERO; 3]; F],
        frame_s: [Lanes::ZERO; F],
        frame_sr: [[V3::ZERO; 3]; F],
    };
    let (x, v) = (&at.state.nodes.x, &at.state.nodes.v);
    for k in 0..N {
        debug_assert!(item.node[k].iter().all(|&i| (i as usize) < x.len().min(v.len())));
        // SAFETY: indices were checked against the slots when the batch was built.
        let ([px, py, pz, s], [vx, vy, vz, _]) = unsafe {
            (gather(x.as_ptr(), &item.node[k], level), gather(v.as_ptr(), &item.node[k], level))
        };
        g.start.x[k] = V3 { x: px, y: py, z: pz };
        g.node_v[k] = V3 { x: vx, y: vy, z: vz };
        g.node_s[k] = s;
        g.predicted.x[k] = g.start.x[k] + g.node_v[k].scale(Lanes::splat(h));
    }
    for k in 0..F {
        debug_assert!(item.frame[k].iter().all(|&i| (i as usize) < at.packed.len()));
        let first = item.frame[k].map(|i| 9 * i);
        // SAFETY: as for nodes; a packed frame is nine quadruples.
        let quad = |part: usize| unsafe {
            gather(at.packed.as_ptr().cast::<[Real; 4]>().add(part), &first, level)
        };
        let vector = |[x, y, z, _]: [Lanes; 4]| V3 { x, y, z };
        let rotor = |[x, y, z, w]: [Lanes; 4]| Rotor { v: V3 { x, y, z }, w };
        let [x, y, z, s] = quad(0);
        let (q, q1) = (rotor(quad(1)), rotor(quad(3)));
        let arm = q.turn(item.arm[k]);
        g.start.x[N + k] = V3 { x, y, z } + arm;
        g.predicted.x[N + k] = vector(quad(2)) + q1.turn(item.arm[k]);
        if let Some(axes) = axes {
            g.start.q[N + k] = q.after(axes[k]);
            g.predicted.q[N + k] = q1.after(axes[k]);
        }
        g.frame[k] = [arm, vector(quad(4)), vector(quad(5))];
        g.frame_s[k] = s;
        g.frame_sr[k] = [vector(quad(6)), vector(quad(7)), vector(quad(8))];
    }
    g
}

#[inline(always)]
pub(super) fn linearise_block<C: Constraint<D>, const N: usize, const F: usize, const D: usize>(
    block: &mut Block<N, F, D>,
    item: &mut Item<N, F>,
    joint_item: Option<&mut JointItem<D>>,
    at: Places<'_>,
    t: &Substep,
    level: Level,
) {
    let mut g = gather_points(item, joint_item.as_ref().map(|b| &b.axes), at, t.h, level);
    if C::COMMON_POINT {
        let half = Lanes::splat(0.5);
        let x = &g.start.x;
        let along = V3 { x: item.param[0], y: item.param[1], z: item.param[2] };
        let middle = |x: &[V3]| (x[0] + x[1]).scale(half) + along.scale(item.lift);
        let common = if N == 1 { x[0] } else { middle(x) };
        for k in 0..F {
            g.frame[k][0] = g.frame[k][0] + (common - x[N + k]);
        }
    }
    let predicted = if t.predict { &g.predicted } else { &g.start };
    let Linear { mut c, grad, turn, now } = C::evaluate(&g.start, predicted, &item.param);
    let h = Lanes::splat(t.h);
    let mut driven = [Lanes::ZERO; D];
    let mut approach = [Lanes::ZERO; D];
    for d in 0..D {
        let mut rate = Lanes::ZERO;
        for k in 0..N {
            let along = grad[d][k].dot(g.node_v[k]);
            rate += along;
            block.jn[d][k] = grad[d][k].scale(g.node_s[k] * item.split.0[k]);
        }
        for k in 0..F {
            let [arm, v, w] = g.frame[k];
            let linear = grad[d][N + k];
            let mut angular = arm.cross(linear);
            if C::AXES {
                angular = angular + turn[d][N + k];
            }
            let along = linear.dot(v) + angular.dot(w);
            rate += along;
            driven[d] += g.frame_s[k].where_positive(Lanes::ZERO, along);
            let s = item.split.1[k];
            let [r0, r1, r2] = g.frame_sr[k];
            block.jf[d][k] = [
                linear.scale(g.frame_s[k] * s),
                V3 { x: r0.dot(angular), y: r1.dot(angular), z: r2.dot(angular) }.scale(s),
            ];
        }
        if C::PREDICTS && t.predict {
            c[d] = c[d] - h * rate;
        }
        approach[d] = rate;
    }
    if let Some(joint_item) = joint_item {
        for d in 0..D {
            (joint_item.grad[d], joint_item.turn[d]) = (grad[d][1], turn[d][1]);
        }
        if D == 1 {
            driven[0] += lean_on_held(block, item, joint_item, &g, predicted, h);
        }
    }
    local_compliance(block);
    let mut w = [Lanes::ZERO; D];
    for d in 0..D {
        w[d] = block.w[d][d];
    }
    let bias = C::bias(&c, &w, &item.param, t);
    for d in 0..D {
        // A row with nothing to push has no compliance: it asks for nothing.
        block.b[d] = w[d].where_positive(bias.b[d] + driven[d], Lanes::ZERO);
        block.gamma[d] = bias.gamma[d];
        block.w[d][d] = w[d].where_positive(w[d] + bias.gamma[d], Lanes::ONE);
    }
    block.bound = bias.bound;
    item.param[..C::FOLLOWS].copy_from_slice(&now[..C::FOLLOWS]);
    if C::OPENS {
        (item.gap, item.approach, item.driven) = (c[0], approach[0], driven[0]);
        (item.frame_s, item.frame_sr) = (g.frame_s, g.frame_sr);
    }
}

/// Lets a row of a joint push so that what the joint holds stays held: its scaled Jacobian loses the
/// part within those of the held axes. A motor on a long arm then feels the inertia about the hinge,
/// `I + m r²`, and not that about the body's own centre. Gives the part of the row's rate that the
/// held axes will have: `J v = J' v + Σ k J_held v`, and these are to become `−(c/h + driven)`.
// One copy for all kinds of rows.
#[inline(never)]
fn lean_on_held<const N: usize, const F: usize, const D: usize>(
    block: &mut Block<N, F, D>,
    item: &Item<N, F>,
    joint_item: &mut JointItem<D>,
    g: &Gathered<N, F>,
    predicted: &Ends,
    h: Lanes,
) -> Lanes {
    let q = g.start.q[N];
    let axes = [q.x(), q.y(), q.z()];
    let scaled = |k: usize, force: V3, torque: V3| {
        let [r0, r1, r2] = g.frame_sr[k];
        let turned = V3 { x: r0.dot(torque), y: r1.dot(torque), z: r2.dot(torque) };
        [force.scale(g.frame_s[k] * item.split.1[k]), turned.scale(item.split.1[k])]
    };
    let dot = |a: &[[V3; 2]; 2], b: &[[V3; 2]; 2]| {
        let one = |k: usize| a[k][0].dot(b[k][0]) + a[k][1].dot(b[k][1]);
        one(0) + one(1)
    };
    let less = |a: &[[V3; 2]; 2], b: &[[V3; 2]; 2], s: Lanes| -> [[V3; 2]; 2] {
        let one = |k: usize, p: usize| a[k][p] - b[k][p].scale(s);
        [[one(0, 0), one(0, 1)], [one(1, 0), one(1, 1)]]
    };
    let to = g.start.x[N + 1] - g.start.x[N];
    // Orthonormal rows by Gram and Schmidt, and each as a sum of the held ones.
    let mut basis = [[[V3::ZERO; 2]; 2]; 6];
    let mut sums = [[Lanes::ZERO; 6]; 6];
    let mut row = [block.jf[0][0], block.jf[0][1]];
    let mut shares = [Lanes::ZERO; 6];
    let mut wanted = [Lanes::ZERO; 6];
    let ahead = predicted.q[N];
    let ahead = [ahead.x(), ahead.y(), ahead.z()];
    let apart = predicted.x[N + 1] - predicted.x[N];
    for i in 0..6 {
        let axis = axes[i % 3].scale(joint_item.held[i]);
        let (force, turn) = if i < 3 { (axis, V3::ZERO) } else { (V3::ZERO, axis) };
        let torque = |k: usize| {
            let arm = if k == 0 { g.frame[0][0] + to } else { g.frame[1][0] };
            arm.cross(force) + turn
        };
        let (t0, t1) = (torque(0), torque(1));
        let rate = [
            -(force.dot(g.frame[0][1]) + t0.dot(g.frame[0][2])),
            force.dot(g.frame[1][1]) + t1.dot(g.frame[1][2]),
        ];
        if i < 3 {
            let c = ahead[i].dot(apart) * joint_item.held[i] - h * (rate[0] + rate[1]);
            wanted[i] = c.over(h);
        }
        for k in 0..2 {
            wanted[i] += g.frame_s[k].where_positive(Lanes::ZERO, rate[k]);
        }
        let mut e = [scaled(0, -force, -t0), scaled(1, force, t1)];
        sums[i][i] = Lanes::ONE;
        let whole = dot(&e, &e);
        for j in 0..i {
            let s = dot(&e, &basis[j]);
            e = less(&e, &basis[j], s);
            for m in 0..=j {
                sums[i][m] = sums[i][m] - sums[j][m] * s;
            }
        }
        let left = dot(&e, &e);
        // What is nearly a sum of the others adds nothing.
        let clear = left - whole * Lanes::splat(1e-5);
        let inv = clear.where_positive(
            Lanes::ONE.over(left.max(Lanes::splat(Real::MIN_POSITIVE)).sqrt()),
            Lanes::ZERO,
        );
        for k in 0..2 {
            basis[i][k] = [e[k][0].scale(inv), e[k][1].scale(inv)];
        }
        for m in 0..=i {
            sums[i][m] = sums[i][m] * inv;
        }
        let s = dot(&row, &basis[i]);
        row = less(&row, &basis[i], s);
        for m in 0..=i {
            shares[m] += sums[i][m] * s;
        }
    }
    (block.jf[0][0], block.jf[0][1]) = (row[0], row[1]);
    for i in 0..3 {
        let axis = axes[i];
        joint_item.grad[0] = joint_item.grad[0] - axis.scale(shares[i] * joint_item.held[i]);
        joint_item.turn[0] =
            joint_item.turn[0] - axis.scale(shares[3 + i] * joint_item.held[3 + i]);
    }
    let mut sum = Lanes::ZERO;
    for i in 0..6 {
        sum += shares[i] * wanted[i];
    }
    -sum
}

/// `w = J M⁻¹ Jᵀ` of the scaled Jacobian.
#[inline(always)]
pub(super) fn local_compliance<const N: usize, const F: usize, const D: usize>(
    block: &mut Block<N, F, D>,
) {
    for d in 0..D {
        for e in 0..=d {
            let mut w = Lanes::ZERO;
            for k in 0..N {
                w += block.jn[d][k].dot(block.jn[e][k]);
            }
            for k in 0..F {
                w += block.jf[d][k][0].dot(block.jf[e][k][0]);
                w += block.jf[d][k][1].dot(block.jf[e][k][1]);
            }
            block.w[d][e] = w;
            block.w[e][d] = w;
        }
    }
}
