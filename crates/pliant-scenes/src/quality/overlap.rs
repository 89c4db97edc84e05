//! How deep bodies are in each other.

use glamx::{DQuat, DVec3};

use super::{Scenery, Shape, Skin, Solid, boxes};

/// What is found in one state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlaps<'a> {
    /// The deepest overlap, m.
    pub deepest: f64,
    /// The names of the two bodies.
    pub pair: Option<[&'a str; 2]>,
    /// Sum of the depths of all pairs of bodies that overlap, m.
    pub sum: f64,
    /// How many pairs that is.
    pub count: u64,
}

impl<'a> Overlaps<'a> {
    fn add(&mut self, depth: f64, pair: [&'a str; 2]) {
        if depth > 0.0 {
            if depth > self.deepest {
                (self.deepest, self.pair) = (depth, Some(pair));
            }
            self.sum += depth;
            self.count += 1;
        }
    }
}

/// All overlaps of rigid bodies with each other and with the nodes of deformable ones; bodies that
/// touch nothing are left out.
pub fn overlaps(scenery: &Scenery) -> Overlaps<'_> {
    let mut found = Overlaps::default();
    let bounded: Vec<Bounded<'_>> =
        scenery.solids.iter().filter(|s| s.present && s.touches).map(Bounded::new).collect();
    solid_pairs(&bounded, &mut found);
    for skin in scenery.skins.iter().filter(|skin| skin.present && skin.collides) {
        skin_pairs(skin, &bounded, &mut found);
    }
    found
}

/// A solid with the box along the world's axes that holds it.
struct Bounded<'a> {
    solid: &'a Solid,
    min: DVec3,
    max: DVec3,
    /// Radius of the ball about its position that holds it, m.
    reach: f64,
}

impl<'a> Bounded<'a> {
    fn new(solid: &'a Solid) -> Self {
        let half = solid.half_extents();
        let (min, max) = (solid.position - half, solid.position + half);
        Self { solid, min, max, reach: solid.reach() }
    }

    fn is_near(&self, other: &Self) -> bool {
        self.solid.position.distance(other.solid.position) < self.reach + other.reach
    }

    fn meets(&self, min: DVec3, max: DVec3) -> bool {
        self.min.cmple(max).all() && self.max.cmpge(min).all()
    }
}

/// Sorts by the lower end along x and looks at neighbours only: cheap for piles of boxes.
fn solid_pairs<'a>(solids: &[Bounded<'a>], found: &mut Overlaps<'a>) {
    let mut order: Vec<usize> = (0..solids.len()).collect();
    order.sort_by(|&i, &j| solids[i].min.x.total_cmp(&solids[j].min.x).then(i.cmp(&j)));
    for (place, &i) in order.iter().enumerate() {
        let a = &solids[i];
        for &j in &order[place + 1..] {
            let b = &solids[j];
            if b.min.x > a.max.x {
                break;
            }
            if a.solid.meets(b.solid) && a.meets(b.min, b.max) && a.is_near(b) {
                found.add(depth(a.solid, b.solid), [&a.solid.name, &b.solid.name]);
            }
        }
    }
}

/// The deepest node of a deformable body in each rigid one.
fn skin_pairs<'a>(skin: &'a Skin, solids: &[Bounded<'a>], found: &mut Overlaps<'a>) {
    let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &p in &skin.nodes {
        min = min.min(p);
        max = max.max(p);
    }
    for b in solids.iter().filter(|b| b.meets(min, max)) {
        let inside = |p: &&DVec3| p.cmpge(b.min).all() && p.cmple(b.max).all();
        let depth =
            skin.nodes.iter().filter(inside).map(|&p| -b.solid.distance(p)).fold(0.0, f64::max);
        found.add(depth, [&skin.name, &b.solid.name]);
    }
}

/// How deep two solids are in each other, m: the deepest point of one behind the surface of the
/// other.
pub fn depth(a: &Solid, b: &Solid) -> f64 {
    let boxes = (&a.shape, &b.shape);
    if let (Shape::Cuboid { half: ha, round: ra }, Shape::Cuboid { half: hb, round: rb }) = boxes {
        let placed = |s: &Solid, half: &DVec3| (s.position, s.rotation, *half);
        return boxes::depth(placed(a, ha), placed(b, hb)) + ra + rb;
    }
    Placed::from(a).behind(b).max(Placed::from(b).behind(a))
}

/// A shape in the world.
struct Placed<'a> {
    shape: &'a Shape,
    position: DVec3,
    rotation: DQuat,
}

impl<'a> From<&'a Solid> for Placed<'a> {
    fn from(s: &'a Solid) -> Self {
        Self { shape: &s.shape, position: s.position, rotation: s.rotation }
    }
}

impl Placed<'_> {
    /// How deep the deepest of the shape's corners, or the rounded tip around its middle line, is in
    /// a solid. Points that are too far away to be inside are passed over.
    fn behind(&self, b: &Solid) -> f64 {
        let reach = b.reach();
        let point = |p: DVec3| self.position + self.rotation * p;
        let deepest = |points: &mut dyn Iterator<Item = DVec3>, radius: f64| {
            points
                .map(point)
                .filter(|p| p.distance_squared(b.position) < (reach + radius) * (reach + radius))
                .map(|p| radius - b.distance(p))
                .fold(f64::NEG_INFINITY, f64::max)
        };
        match self.shape {
            Shape::Ball { radius } => radius - b.distance(self.position),
            Shape::Capsule { radius, half } => {
                if self.position.distance(b.position) > reach + radius + half {
                    return f64::NEG_INFINITY;
                }
                let ends = [-half, *half].map(|y| point(DVec3::Y * y));
                radius - least_on_line(ends, |p| b.distance(p))
            }
            Shape::Cuboid { half, round } => {
                let side = |i: u32, bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
                let corner = |i| *half * DVec3::new(side(i, 0), side(i, 1), side(i, 2));
                deepest(&mut (0..8).map(corner), *round)
            }
            Shape::Cylinder { radius, half, round } => {
                let rims = [-half, *half].into_iter().flat_map(|y| rim(*radius, y));
                deepest(&mut rims.into_iter(), *round)
            }
            Shape::Cone { radius, half, round } => {
                let tip = std::iter::once(DVec3::Y * *half);
                deepest(&mut rim(*radius, -half).chain(tip), *round)
            }
            Shape::Hull { surface, round } => deepest(&mut surface.points.iter().copied(), *round),
            Shape::Mesh { surface, .. } => deepest(&mut surface.points.iter().copied(), 0.0),
            // Their points are everywhere: the other body's are looked at instead.
            Shape::Bowl { .. } | Shape::HeightField { .. } | Shape::HalfSpace { .. } => {
                f64::NEG_INFINITY
            }
            Shape::Compound(parts) => parts
                .iter()
                .map(|part| {
                    let position = point(part.position);
                    let rotation = self.rotation * part.rotation;
                    Placed { shape: &part.shape, position, rotation }.behind(b)
                })
                .fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// Points of a circle about y.
fn rim(radius: f64, y: f64) -> impl Iterator<Item = DVec3> {
    (0..32).map(move |k| {
        let (s, c) = libm::sincos(std::f64::consts::TAU * f64::from(k) / 32.0);
        DVec3::new(radius * c, y, radius * s)
    })
}

/// The least value on a line of a function that is convex there, as distances from convex shapes
/// are: by the golden section, to 1e-9 of the line's length.
fn least_on_line(ends: [DVec3; 2], f: impl Fn(DVec3) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let at = |s: f64| f(ends[0].lerp(ends[1], s));
    let (mut low, mut high) = (0.0, 1.0);
    let (mut left, mut right) = (at(1.0 - GOLDEN), at(GOLDEN));
    for _ in 0..43 {
        let width = GOLDEN * (high - low);
        if left <= right {
            high = low + width;
            (left, right) = (at(high - GOLDEN * width), left);
        } else {
            low = high - width;
            (left, right) = (right, at(low + GOLDEN * width));
        }
    }
    left.min(right).min(at(0.0)).min(at(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid(shape: Shape, position: DVec3) -> Solid {
        Solid {
            name: String::new(),
            shape,
            position,
            rotation: DQuat::IDENTITY,
            moves: true,
            touches: true,
            groups: [u32::MAX; 2],
            joined: Vec::new(),
            present: true,
            asleep: false,
        }
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-8, "{a} is not {b}");
    }

    #[test]
    fn depths_of_known_pairs() {
        let ball = |y| solid(Shape::Ball { radius: 0.5 }, DVec3::Y * y);
        let cube = |y| {
            let half = DVec3::splat(0.5);
            solid(Shape::Cuboid { half, round: 0.0 }, DVec3::Y * y)
        };
        let capsule = |y| {
            let mut lying =
                solid(Shape::Capsule { radius: 0.5, half: 2.0 }, DVec3::new(0.3, y, 0.0));
            lying.rotation = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
            lying
        };
        let ground = solid(Shape::HalfSpace { normal: DVec3::Y }, DVec3::ZERO);
        near(depth(&ball(0.0), &ball(0.9)), 0.1);
        near(depth(&cube(0.0), &ball(0.99)), 0.01);
        near(depth(&cube(0.0), &cube(0.98)), 0.02);
        near(depth(&capsule(0.9), &cube(0.0)), 0.1);
        near(depth(&capsule(0.9), &ball(0.0)), 0.1);
        near(depth(&ground, &cube(0.4)), 0.1);
        near(depth(&capsule(0.4), &ground), 0.1);
        near(depth(&ball(0.6), &ground), -0.1);
        let cylinder =
            solid(Shape::Cylinder { radius: 0.2, half: 0.5, round: 0.0 }, DVec3::Y * 0.45);
        near(depth(&cylinder, &ground), 0.05);
        let cone = solid(Shape::Cone { radius: 0.2, half: 0.5, round: 0.0 }, DVec3::Y * -0.95);
        near(depth(&cone, &cube(0.0)), 0.05);
        let hull = Shape::hull(&[DVec3::X, DVec3::Y, DVec3::Z, -DVec3::ONE], 0.0);
        near(depth(&solid(hull, DVec3::Y * 0.9), &ground), 0.1);
    }

    #[test]
    fn every_pair_is_found_once() {
        let half = DVec3::splat(0.5);
        let ground =
            Solid { moves: false, ..solid(Shape::HalfSpace { normal: DVec3::Y }, DVec3::ZERO) };
        let mut scenery = Scenery { solids: vec![ground.clone(), ground], skins: vec![] };
        for i in 0..5 {
            let position = DVec3::new(0.0, 0.499 + 0.999 * f64::from(i), 0.0);
            scenery.solids.push(solid(Shape::Cuboid { half, round: 0.0 }, position));
        }
        let found = overlaps(&scenery);
        assert_eq!(found.count, 6);
        near(found.deepest, 0.001);
        scenery.skins.push(Skin {
            nodes: vec![DVec3::new(3.0, -0.01, 0.0), DVec3::new(3.0, 1.0, 0.0)],
            collides: true,
            present: true,
            asleep: false,
            ..Skin::default()
        });
        let found = overlaps(&scenery);
        assert_eq!(found.count, 8);
        near(found.deepest, 0.01);
    }
}
