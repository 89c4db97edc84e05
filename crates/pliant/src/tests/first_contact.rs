//! First contacts against exact arithmetic, and between bodies.

use super::exact;
use super::{near, near3};
use crate::collision::first_contact::surfaces::{MovingSurface, first_contacts};
use crate::collision::first_contact::{Hit, Path, edge_edge, point_triangle, triangles};
use crate::math::DVec3;
use crate::meshing::primitives;
use crate::*;

/// Numbers without a pattern, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n as u64) as i64
    }

    fn points(&mut self, n: i64) -> [exact::Path; 4] {
        [0; 4].map(|_| [0; 2].map(|_| [0; 3].map(|_| self.below(n))))
    }
}

fn path(p: exact::Path) -> Path {
    p.map(|x| DVec3::new(x[0] as f64, x[1] as f64, x[2] as f64))
}

/// What was found of many questions.
#[derive(Default)]
struct Tally {
    touching: usize,
    false_alarms: usize,
    /// Hits that are farther apart than the tolerance: the search was given up, and only the time is sure.
    vague: usize,
}

impl Tally {
    /// Puts both questions about four points. No contact may be missed.
    fn ask(&mut self, points: [exact::Path; 4]) {
        let [a, b, c, d] = points;
        let [p, q, r, s] = points.map(path);
        let answers = [
            (point_triangle(p, [q, r, s]), exact::point_triangle(a, [b, c, d])),
            (edge_edge([p, q], [r, s]), exact::edge_edge([a, b], [c, d])),
        ];
        for (found, truth) in answers {
            assert!(found.is_some() || !truth, "missed {points:?}");
            self.touching += usize::from(truth);
            self.false_alarms += usize::from(found.is_some() && !truth);
            if let Some(hit) = found {
                let gap = gap(&[p, q, r, s], &hit);
                assert!(gap <= 0.05, "{gap} apart at {hit:?} of {points:?}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-9);
                self.vague += usize::from(gap > 4e-6);
            }
        }
    }
}

/// How far apart the points of a hit are at its time, as a share of where they move.
fn gap(paths: &[Path; 4], hit: &Hit) -> f64 {
    let at = |i: usize| paths[i][0].lerp(paths[i][1], hit.time) * hit.weights[i];
    let size = paths.as_flattened().iter().map(|x| (*x - paths[0][0]).length()).fold(0.0, f64::max);
    (at(0) + at(1) + at(2) + at(3)).length() / size.max(f64::MIN_POSITIVE)
}

fn random(n: usize) {
    let mut dice = Dice(88_172_645_463_325_252);
    let mut tally = Tally::default();
    for i in 0..n {
        // Fine and coarse grids, near the origin and far from it.
        let far = [0, 0, 1 << 30][i % 3];
        let grid = [1 << 10, 1 << 5, 1 << 16][i % 3];
        tally.ask(dice.points(grid).map(|p| p.map(|x| x.map(|x| x + far))));
    }
    let Tally { touching, false_alarms, vague } = tally;
    assert!(touching > n / 10, "{touching} of {n} touch");
    assert!(false_alarms * 10_000 <= n, "{false_alarms} false alarms of {n}");
    assert!(vague * 10_000 <= n, "{vague} vague of {n}");
}

/// A hundred thousand questions: a point and a triangle, and two edges, of each four points.
#[test]
fn no_contact_is_missed() {
    random(50_000);
}

#[test]
#[ignore = "long"]
fn no_contact_of_a_million_is_missed() {
    random(1_000_000);
}

/// Flat triangles, points that stay, edges in one line, motion within a plane, corners that coincide: on grids of two and
/// three numbers nearly every question has some of these.
#[test]
fn no_degenerate_contact_is_missed() {
    let mut dice = Dice(2_463_534_242);
    let n = 10_000;
    let mut tally = Tally::default();
    for i in 0..n {
        let mut points = dice.points(2 + (i % 3) as i64);
        match i % 7 {
            // All in one plane.
            0 => points.as_flattened_mut().iter_mut().for_each(|x| x[2] = 0),
            // All in one line.
            1 => points.as_flattened_mut().iter_mut().for_each(|x| *x = [x[0], x[0], 1]),
            // Nothing moves.
            2 => points.iter_mut().for_each(|p| p[1] = p[0]),
            // All move alike.
            3 => points.iter_mut().for_each(|p| p[1] = [p[0][0] + 5, p[0][1] - 3, p[0][2] + 1]),
            // A triangle without area, an edge without length.
            4 => points[3] = points[2],
            // Two corners coincide at the end.
            5 => points[2][1] = points[0][1],
            _ => {}
        }
        tally.ask(points);
    }
    let Tally { touching, false_alarms, vague } = tally;
    assert!(touching > n / 10, "{touching} of {n} touch");
    assert!(false_alarms * 1000 <= n, "{false_alarms} false alarms of {n}");
    assert!(vague * 50 <= n, "{vague} vague of {n}");
}

#[test]
fn the_time_of_a_contact_is_known() {
    let still = |x: f64, y: f64, z: f64| [DVec3::new(x, y, z); 2];
    let triangle = [still(0.0, 0.0, 0.0), still(1.0, 0.0, 0.0), still(0.0, 0.0, 1.0)];
    let point = [DVec3::new(0.25, 3.0, 0.25), DVec3::new(0.25, -1.0, 0.25)];
    let hit = point_triangle(point, triangle).unwrap();
    assert!((hit.time - 0.75).abs() < 1e-5 && hit.time <= 0.75, "{}", hit.time);
    assert!((hit.normal - DVec3::Y).length() < 1e-9, "{}", hit.normal);
    // Two edges that cross, the second coming from above with a turn.
    let a = [still(-1.0, 0.0, 0.0), still(1.0, 0.0, 0.0)];
    let b = [-1.0, 1.0].map(|s| [DVec3::new(0.0, 1.0, s), DVec3::new(0.2 * s, -1.0, s)]);
    let hit = edge_edge(a, b).unwrap();
    assert!((hit.time - 0.5).abs() < 1e-5 && hit.time <= 0.5, "{}", hit.time);
    assert!((hit.normal + DVec3::Y).length() < 1e-9, "{}", hit.normal);
    for (found, expected) in hit.weights.into_iter().zip([0.5, 0.5, -0.5, -0.5]) {
        assert!((found - expected).abs() < 1e-5, "{:?}", hit.weights);
    }
}

/// Of the fifteen pairs of two triangles the first counts, whichever way round it is asked.
#[test]
fn two_triangles_touch_first_where_they_are_nearest() {
    let mut dice = Dice(362_436_069);
    let mut touching = 0;
    for _ in 0..500 {
        let points = [dice.points(64).map(path), dice.points(64).map(path)];
        let [a, b] = points.map(|p| [p[0], p[1], p[2]]);
        let (one, other) = (triangles(a, b), triangles(b, a));
        assert_eq!(one.is_some(), other.is_some());
        let (Some(one), Some(other)) = (one, other) else { continue };
        touching += 1;
        assert!((one.time - other.time).abs() < 1e-4, "{} {}", one.time, other.time);
        for side in one.shares {
            assert!((side.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{side:?}");
        }
    }
    assert!(touching > 50, "{touching}");
}

/// Looking only at what is near finds what a look at all pairs finds.
#[test]
fn surfaces_find_what_their_triangles_find() {
    let mut dice = Dice(521_288_629);
    let mut surface = |n: usize| MovingSurface {
        corners: (0..n)
            .flat_map(|_| dice.points(200))
            .map(|mut p| {
                // Short ways, so that most are far from each other.
                p[1] = [0, 1, 2].map(|i| p[0][i] + (p[1][i] % 40) - 20);
                path(p)
            })
            .collect(),
        faces: (0..n as u32).map(|i| [4 * i, 4 * i + 1, 4 * i + 2]).collect(),
    };
    let (a, b) = (surface(40), surface(40));
    let found = first_contacts(&a, &b);
    let triangle = |s: &MovingSurface, f: usize| s.faces[f].map(|i| s.corners[i as usize]);
    let mut touching = 0;
    for i in 0..a.faces.len() {
        let times = (0..b.faces.len())
            .filter_map(|j| Some(triangles(triangle(&a, i), triangle(&b, j))?.time));
        let first = times.min_by(f64::total_cmp);
        assert_eq!(found.iter().find(|f| f.faces[0] == i).map(|f| f.hit.time), first);
        touching += usize::from(first.is_some());
    }
    assert!(touching > 5 && touching < 40, "{touching}");
}

/// A cloth that falls at 2 m/s onto a box that rises at 1 m/s and turns, 0.3 m apart.
#[test]
fn bodies_tell_where_they_will_touch() {
    let mut world = World::default();
    let mut brick = Rigid::new(Shape::cuboid(0.4, 0.2, 0.4), 1.0, Vec3::ZERO);
    brick.velocity = Vec3::Y;
    brick.angular_velocity = Vec3::Y * 3.0;
    let brick = world.add_rigid(brick).unwrap();
    let ball = world.add_rigid(Rigid::new(Shape::ball(0.1), 1.0, Vec3::X * 9.0)).unwrap();
    let mesh = primitives::grid([1.0, 1.0], [6, 6]).unwrap();
    let cloth = Soft { mesh, position: Vec3::Y * 0.4, velocity: Vec3::Y * -2.0, ..Soft::default() };
    let under =
        Soft { position: Vec3::new(0.05, 0.1, 0.03), velocity: Vec3::ZERO, ..cloth.clone() };
    let cloth = world.add_soft(cloth).unwrap();
    let under = world.add_soft(under).unwrap();
    let with = |other: AnyBody, seconds: Real| world.first_contacts(cloth, other, seconds);
    assert!(with(AnyBody::Rigid(brick), 0.09).unwrap().is_empty());
    let hits = with(AnyBody::Rigid(brick), 0.2).unwrap();
    assert!(!hits.is_empty());
    for hit in &hits {
        near(hit.after, 0.1, 2e-3);
        near(hit.point.y, 0.2, 2e-3);
        near3(hit.normal, Vec3::Y, 1e-3);
    }
    let hits = with(AnyBody::Soft(under), 1.0).unwrap();
    assert!(hits.len() > 30, "{} of 50 triangles", hits.len());
    hits.iter().for_each(|hit| near(hit.after, 0.15, 1e-4));
    assert!(with(AnyBody::Rigid(ball), 1.0).unwrap_err().to_string().contains("flat sides"));
    assert!(with(AnyBody::Rigid(brick), 0.0).is_err());
}
