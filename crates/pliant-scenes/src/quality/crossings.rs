//! What went through what: edges that cross faces, lines that have passed through each other, and rigid bodies whose
//! centres have gone through a surface.
//!
//! All is plain geometry in double precision on the positions of two moments. A face and an edge that have a node in
//! common do not count.

use glamx::DVec3;

use super::{Scenery, Skin, Solid};

/// Counts crossings moment by moment.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    /// The most crossings of edges and faces at any moment so far.
    pub most: usize,
    /// Times that a line has passed through another, or the centre of a rigid body through a face, so far.
    pub passes: usize,
    /// The crossings at the last moment.
    pub now: usize,
    /// Boxes of the entries of the grid, in their order.
    boxes: Vec<[DVec3; 2]>,
    /// Where the nodes of each body were at the moment before.
    before: Vec<Vec<DVec3>>,
    centres: Vec<DVec3>,
    buckets: Buckets,
}

/// A face, or an edge of a line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    skin: u32,
    index: u32,
}

/// What lies in which cell of a grid; cells share buckets, so what is found must be looked at.
#[derive(Clone, Debug, Default)]
struct Buckets {
    cell: f64,
    /// One past the last entry of each bucket.
    ends: Vec<u32>,
    entries: Vec<Entry>,
    places: Vec<(u32, Entry)>,
}

impl Buckets {
    fn cells(&self, low: DVec3, high: DVec3) -> impl Iterator<Item = [i64; 3]> + use<> {
        let at = |p: DVec3| (p / self.cell).floor().to_array().map(|x| x as i64);
        let (low, high) = (at(low), at(high));
        (low[0]..=high[0]).flat_map(move |x| {
            (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).map(move |z| [x, y, z]))
        })
    }

    fn bucket(&self, [x, y, z]: [i64; 3]) -> usize {
        let hash =
            x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
        hash as usize & (self.ends.len() - 1)
    }

    /// Sorts entries, each with its box, into cells of a size.
    fn fill(&mut self, cell: f64, items: impl Iterator<Item = (Entry, DVec3, DVec3)>) {
        self.cell = cell;
        self.ends.clear();
        self.ends.resize(1 << 14, 0);
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        for (entry, low, high) in items {
            for cell in self.cells(low, high) {
                let bucket = self.bucket(cell) as u32;
                places.push((bucket, entry));
                self.ends[bucket as usize] += 1;
            }
        }
        let mut sum = 0;
        for end in &mut self.ends {
            (*end, sum) = (sum, sum + *end);
        }
        self.entries.clear();
        self.entries.resize(places.len(), Entry { skin: 0, index: 0 });
        for (bucket, entry) in &places {
            let end = &mut self.ends[*bucket as usize];
            self.entries[*end as usize] = *entry;
            *end += 1;
        }
        self.places = places;
    }

    fn span(&self, cell: [i64; 3]) -> std::ops::Range<usize> {
        let bucket = self.bucket(cell);
        let first = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        first as usize..self.ends[bucket] as usize
    }

    fn of(&self, cell: [i64; 3]) -> &[Entry] {
        &self.entries[self.span(cell)]
    }
}

impl Crossings {
    /// Looks at a moment.
    pub fn observe(&mut self, scenery: &Scenery) {
        let Scenery { skins, solids } = scenery;
        self.now = self.count(skins);
        self.most = self.most.max(self.now);
        if self.before.len() == skins.len() {
            self.passes += self.count_passes(skins);
            self.passes += self.count_centres(skins, solids);
        }
        self.centres.clear();
        self.centres.extend(solids.iter().map(|s| s.position));
        self.before.resize(skins.len(), Vec::new());
        for (before, skin) in self.before.iter_mut().zip(skins) {
            before.clone_from(&skin.nodes);
        }
    }

    /// Edges that cross a face.
    fn count(&mut self, skins: &[Skin]) -> usize {
        let finite = |s: &Skin| s.nodes.iter().all(|p| p.is_finite());
        let taking = |s: &Skin| s.present && s.collides && finite(s);
        let with_faces = |s: &&Skin| taking(s) && !s.faces.is_empty();
        if !skins.iter().any(|s| with_faces(&s)) {
            return 0;
        }
        let cell = 1.5 * skins.iter().filter(with_faces).map(mean_edge).fold(0.0, f64::max);
        let faces = skins.iter().enumerate().filter(|(_, s)| with_faces(s)).flat_map(|(k, s)| {
            s.faces.iter().enumerate().map(move |(i, f)| {
                let [a, b, c] = f.map(|i| s.nodes[i as usize]);
                let entry = Entry { skin: k as u32, index: i as u32 };
                (entry, a.min(b).min(c), a.max(b).max(c))
            })
        });
        self.buckets.fill(cell.max(1e-6), faces);
        self.boxes.clear();
        self.boxes.extend(self.buckets.entries.iter().map(|e| {
            let skin = &skins[e.skin as usize];
            let [a, b, c] = skin.faces[e.index as usize].map(|i| skin.nodes[i as usize]);
            [a.min(b).min(c), a.max(b).max(c)]
        }));
        let mut count = 0;
        for (k, skin) in skins.iter().enumerate().filter(|(_, s)| taking(s)) {
            for &(ends, _) in &skin.edges {
                let [p, q] = ends.map(|i| skin.nodes[i as usize]);
                let (low, high) = (p.min(q), p.max(q));
                let seen = |cell: [i64; 3]| {
                    let crosses = |(e, [from, to]): &(&Entry, &[DVec3; 2])| {
                        if from.cmpgt(high).any() || to.cmplt(low).any() {
                            return false;
                        }
                        let other = &skins[e.skin as usize];
                        let face = other.faces[e.index as usize];
                        let joined = e.skin as usize == k && face.iter().any(|i| ends.contains(i));
                        if joined || e.skin as usize != k && !may_meet(skin, other) {
                            return false;
                        }
                        let corners = face.map(|i| other.nodes[i as usize]);
                        // Counted in the cell of the crossing only: a face may lie in several.
                        crossing(p, q, corners).is_some_and(|x| {
                            (x / self.buckets.cell).floor().to_array().map(|x| x as i64) == cell
                        })
                    };
                    let span = self.buckets.span(cell);
                    let entries = self.buckets.entries[span.clone()].iter();
                    entries.zip(&self.boxes[span]).filter(crosses).count()
                };
                let found: usize = self.buckets.cells(low, high).map(seen).sum();
                count += found;
            }
        }
        count
    }

    /// Pairs of edges of lines that passed through each other since the moment before.
    fn count_passes(&mut self, skins: &[Skin]) -> usize {
        let line = |s: &Skin| s.present && s.collides && s.faces.is_empty();
        if !skins.iter().any(line) {
            return 0;
        }
        let cell = 1.5 * skins.iter().filter(|s| line(s)).map(mean_edge).fold(0.0, f64::max);
        let before = &self.before;
        let lines = skins.iter().enumerate().filter(|(_, s)| line(s)).flat_map(|(k, s)| {
            s.edges.iter().enumerate().map(move |(i, (e, _))| {
                let ends = e.map(|i| [before[k][i as usize], s.nodes[i as usize]]);
                let all = ends.as_flattened();
                let low = all.iter().fold(DVec3::INFINITY, |m, p| m.min(*p));
                let high = all.iter().fold(DVec3::NEG_INFINITY, |m, p| m.max(*p));
                (Entry { skin: k as u32, index: i as u32 }, low, high)
            })
        });
        let lines: Vec<_> = lines.filter(|(_, low, high)| (low + high).is_finite()).collect();
        self.buckets.fill(cell.max(1e-6), lines.iter().copied());
        let mut found = Vec::new();
        for &(entry, low, high) in &lines {
            for cell in self.buckets.cells(low, high) {
                for other in self.buckets.of(cell) {
                    if (other.skin, other.index) > (entry.skin, entry.index) {
                        found.push([entry.skin, entry.index, other.skin, other.index]);
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let passed = |&&[k, i, l, j]: &&[u32; 4]| {
            let (a, b) = (&skins[k as usize], &skins[l as usize]);
            let (e, f) = (a.edges[i as usize].0, b.edges[j as usize].0);
            if k == l && e.iter().any(|i| f.contains(i)) || k != l && !may_meet(a, b) {
                return false;
            }
            let path = |skin: u32, node: u32| {
                let (k, i) = (skin as usize, node as usize);
                [self.before[k][i], skins[k].nodes[i]]
            };
            passes([path(k, e[0]), path(k, e[1])], [path(l, f[0]), path(l, f[1])])
        };
        found.iter().filter(passed).count()
    }
}

impl Crossings {
    /// Rigid bodies whose centres went through a face since the moment before.
    fn count_centres(&self, skins: &[Skin], solids: &[Solid]) -> usize {
        let mut count = 0;
        for (k, solid) in solids.iter().enumerate().filter(|(_, s)| s.present && s.touches) {
            let Some(&from) = self.centres.get(k).filter(|_| solid.moves) else { continue };
            let to = solid.position;
            let (low, high) = (from.min(to), from.max(to));
            for (skin, before) in
                skins.iter().zip(&self.before).filter(|(s, _)| s.present && s.collides)
            {
                let passed = skin.faces.iter().any(|face| {
                    let corners = face.map(|i| [before[i as usize], skin.nodes[i as usize]]);
                    let all = corners.as_flattened();
                    let apart = (0..3).any(|axis| {
                        all.iter().all(|p| p[axis] > high[axis])
                            || all.iter().all(|p| p[axis] < low[axis])
                    });
                    !apart && goes_through([from, to], corners)
                });
                count += usize::from(passed);
            }
        }
        count
    }
}

/// Whether a moving point goes through a moving triangle: it changes sides while it is within it.
fn goes_through(point: [DVec3; 2], triangle: [[DVec3; 2]; 3]) -> bool {
    let at = |path: [DVec3; 2], t: f64| path[0].lerp(path[1], t);
    let side = |t: f64| {
        let [a, b, c] = triangle.map(|x| at(x, t));
        (at(point, t) - a).dot((b - a).cross(c - a))
    };
    let start = side(0.0);
    if start * side(1.0) >= 0.0 {
        return false;
    }
    let (mut early, mut late) = (0.0, 1.0);
    for _ in 0..50 {
        let t = 0.5 * (early + late);
        if side(t) * start > 0.0 {
            early = t;
        } else {
            late = t;
        }
    }
    let (p, [a, b, c]) = (at(point, late), triangle.map(|x| at(x, late)));
    let n = (b - a).cross(c - a);
    [(a, b), (b, c), (c, a)].iter().all(|&(a, b)| (b - a).cross(p - a).dot(n) >= 0.0)
}

/// Whether two bodies are to stay apart.
fn may_meet(a: &Skin, b: &Skin) -> bool {
    a.meets && b.meets && !a.tied.contains(&b.name) && !b.tied.contains(&a.name)
}

fn mean_edge(skin: &Skin) -> f64 {
    skin.edges.iter().map(|e| e.1).sum::<f64>() / skin.edges.len().max(1) as f64
}

/// Where a segment goes through a triangle.
fn crossing(p: DVec3, q: DVec3, [a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let n = (b - a).cross(c - a);
    let (low, high) = ((p - a).dot(n), (q - a).dot(n));
    if low * high >= 0.0 {
        return None;
    }
    let x = p + (q - p) * (low / (low - high));
    let inside = [(a, b), (b, c), (c, a)].iter().all(|&(a, b)| (b - a).cross(x - a).dot(n) >= 0.0);
    inside.then_some(x)
}

/// Whether two moving segments pass through each other: the volume that they span changes its sign while they are
/// across each other.
fn passes(a: [[DVec3; 2]; 2], b: [[DVec3; 2]; 2]) -> bool {
    let at = |t: f64| {
        let x = |path: [DVec3; 2]| path[0].lerp(path[1], t);
        [x(a[0]), x(a[1]), x(b[0]), x(b[1])]
    };
    let volume = |[a, b, c, d]: [DVec3; 4]| (b - a).cross(d - c).dot(c - a);
    let (start, end) = (volume(at(0.0)), volume(at(1.0)));
    if start * end >= 0.0 {
        return false;
    }
    let (mut early, mut late) = (0.0, 1.0);
    for _ in 0..50 {
        let t = 0.5 * (early + late);
        if volume(at(t)) * start > 0.0 {
            early = t;
        } else {
            late = t;
        }
    }
    let [a, b, c, d] = at(late);
    // In one plane now: they meet if each has the ends of the other on either side.
    let n = (b - a).cross(d - c);
    let side = |a: DVec3, b: DVec3, p: DVec3| (b - a).cross(p - a).dot(n);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(y: f64) -> Skin {
        let at = |x: f64, z: f64| DVec3::new(x, y, z);
        Skin {
            nodes: vec![at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0)],
            edges: vec![([0, 1], 1.0), ([0, 2], 1.0), ([1, 3], 1.0), ([2, 3], 1.0), ([1, 2], 1.4)],
            faces: vec![[0, 1, 2], [1, 3, 2]],
            collides: true,
            present: true,
            meets: true,
            ..Skin::default()
        }
    }

    fn seen<const N: usize>(skins: [Skin; N]) -> Scenery {
        Scenery { skins: skins.to_vec(), ..Scenery::default() }
    }

    fn line(name: &str, from: DVec3, to: DVec3) -> Skin {
        Skin {
            name: name.into(),
            nodes: vec![from, to],
            edges: vec![([0, 1], from.distance(to))],
            collides: true,
            present: true,
            meets: true,
            ..Skin::default()
        }
    }

    #[test]
    fn an_edge_through_a_face_is_counted_once() {
        let mut crossings = Crossings::default();
        let pole = line("pole", DVec3::new(0.2, -0.5, 0.2), DVec3::new(0.25, 0.7, 0.2));
        crossings.observe(&seen([sheet(0.0), pole.clone()]));
        assert_eq!((crossings.now, crossings.most), (1, 1));
        crossings.observe(&seen([sheet(0.8), pole]));
        assert_eq!((crossings.now, crossings.most), (0, 1));
    }

    #[test]
    fn sheets_in_layers_do_not_cross() {
        let mut crossings = Crossings::default();
        crossings.observe(&seen([sheet(0.0), sheet(0.001)]));
        assert_eq!(crossings.now, 0);
        let mut tilted = sheet(0.1);
        tilted.nodes[0].y = -0.1;
        tilted.nodes.iter_mut().for_each(|p| *p += DVec3::new(0.01, 0.0, 0.02));
        crossings.observe(&seen([sheet(0.0), tilted]));
        assert!(crossings.now >= 2, "{}", crossings.now);
    }

    #[test]
    fn lines_that_pass_through_each_other_are_counted() {
        let mut crossings = Crossings::default();
        let fixed = line("a", DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0));
        let moving = |y: f64| line("b", DVec3::new(0.1, y, -1.0), DVec3::new(0.1, y, 1.0));
        crossings.observe(&seen([fixed.clone(), moving(0.1)]));
        crossings.observe(&seen([fixed.clone(), moving(0.01)]));
        assert_eq!(crossings.passes, 0);
        crossings.observe(&seen([fixed.clone(), moving(-0.05)]));
        assert_eq!(crossings.passes, 1);
        // Beside its end is not through it.
        let beside = |y: f64| line("b", DVec3::new(1.1, y, -1.0), DVec3::new(1.1, y, 1.0));
        crossings.observe(&seen([fixed.clone(), beside(0.1)]));
        let passes = crossings.passes;
        crossings.observe(&seen([fixed, beside(-0.1)]));
        assert_eq!(crossings.passes, passes);
    }

    #[test]
    fn a_ball_whose_centre_goes_through_a_sheet_is_counted() {
        use super::super::Shape;
        let ball = |y: f64| Solid {
            name: "ball".into(),
            shape: Shape::Ball { radius: 0.1 },
            rotation: glamx::DQuat::IDENTITY,
            groups: [u32::MAX; 2],
            joined: Vec::new(),
            asleep: false,
            position: DVec3::new(0.3, y, 0.3),
            moves: true,
            touches: true,
            present: true,
        };
        let scenery = |y: f64, sheet: Skin| Scenery { solids: vec![ball(y)], skins: vec![sheet] };
        let mut crossings = Crossings::default();
        crossings.observe(&scenery(0.2, sheet(0.0)));
        // The sheet gives way to it.
        crossings.observe(&scenery(-0.2, sheet(-0.3)));
        assert_eq!(crossings.passes, 0);
        crossings.observe(&scenery(-0.4, sheet(-0.3)));
        assert_eq!(crossings.passes, 1);
    }
}
