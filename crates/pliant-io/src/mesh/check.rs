//! What is in a mesh, and whether a simulation can use it.

use super::surface::{boundary, edge_uses};
use super::{Mesh, MeshError, Place};

/// An element whose least height is below this part of its longest edge counts as flat.
const FLAT: f64 = 1e-6;
/// Coordinates beyond this, in metres, give volumes that overflow in single precision.
const LARGEST: f64 = 1e12;
/// Meshes smaller than this, in metres, give volumes that underflow in single precision.
const SMALLEST: f64 = 1e-9;

/// The diagnosis of a mesh, from [`Mesh::check`].
///
/// Where it speaks of the surface, that is the boundary of the tets when there are tets, and the
/// triangles otherwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Check {
    /// The number of points.
    pub points: usize,
    /// The number of triangles.
    pub triangles: usize,
    /// The number of tets.
    pub tets: usize,
    /// The number of line segments.
    pub lines: usize,
    /// The lowest and the highest coordinates, if there is a point.
    pub bounds: Option<[[f64; 3]; 2]>,
    /// The volume of the tets, or of the surface when it is closed and consistently oriented;
    /// negative when it is inside out.
    pub volume: Option<f64>,
    /// The area of the surface.
    pub area: f64,
    /// Whether each edge of the surface has exactly two triangles.
    pub closed: bool,
    /// The number of edges of the surface that have one triangle.
    pub open_edges: usize,
    /// The number of edges of the surface that have three triangles or more.
    pub nonmanifold_edges: usize,
    /// Whether all neighbours on the surface run along their shared edge in opposite ways.
    pub oriented: bool,
    /// The number of points at the position of an earlier one.
    pub duplicate_points: usize,
    /// The number of triangles that name a point twice or have no area to speak of.
    pub degenerate_triangles: usize,
    /// The least ratio of smallest height to longest edge of any tet; 0.816 for a regular one.
    pub worst_quality: Option<f64>,
    /// The number of tets of negative volume.
    pub inverted_tets: usize,
    /// The number of tets that have no volume to speak of.
    pub flat_tets: usize,
    /// The number of points that no element uses.
    pub unreferenced_points: usize,
    /// The number of parts that no element connects; points without element do not count.
    pub components: usize,
    /// The number of points with coordinates that are not finite.
    pub infinite_points: usize,
    /// The number of elements that name a point that does not exist.
    pub broken_elements: usize,
    /// What is wrong or noteworthy, in words.
    pub problems: Vec<String>,
}

impl Mesh {
    /// Describes the mesh. Works on any mesh, however broken.
    pub fn check(&self) -> Check {
        let mut check = Check {
            points: self.points.len(),
            triangles: self.triangles.len(),
            tets: self.tets.len(),
            lines: self.lines.len(),
            bounds: self.bounds(),
            duplicate_points: self.duplicate_points(),
            degenerate_triangles: self.triangles.iter().filter(|t| self.is_degenerate(t)).count(),
            infinite_points: self.points.iter().filter(|p| !is_finite(p)).count(),
            ..Check::default()
        };
        self.check_surface(&mut check);
        self.check_tets(&mut check);
        self.check_connections(&mut check);
        check.problems = check.describe();
        check
    }

    /// Insists on triangles that cloth can be made of: at least one, none degenerate, no edge with
    /// three or more, of a size that single precision can compute with. It may be open.
    ///
    /// # Errors
    ///
    /// When the mesh is not like that; the error names a triangle or point that is to blame. The
    /// notes tell what is odd but usable.
    pub fn require_surface(&self) -> Result<Vec<String>, MeshError> {
        self.require_valid()?;
        self.require_scale()?;
        if self.triangles.is_empty() {
            return Err(MeshError::new("no triangles", "a mesh with triangles"));
        }
        if let Some(bad) = self.triangles.iter().position(|t| self.is_degenerate(t)) {
            let found = format!("no area between points {:?}", self.triangles[bad]);
            return Err(MeshError::new(found, "triangles of three points not on one line")
                .at(Place::Triangle(bad)));
        }
        let uses = edge_uses(&self.triangles);
        if let Some(same) = uses.chunk_by(|a, b| a.edge == b.edge).find(|same| same.len() > 2) {
            let [a, b] = same[0].edge;
            let found = format!("{} triangles on the edge of points {a} and {b}", same.len());
            return Err(MeshError::new(found, "at most 2 triangles on each edge")
                .at(Place::Triangle(same[2].triangle)));
        }
        Ok(self.check().problems)
    }

    /// Insists on triangles that enclose a volume: all of [`Mesh::require_surface`], and no open
    /// edge, consistently oriented, facing outwards.
    ///
    /// # Errors
    ///
    /// When the mesh is not like that.
    pub fn require_closed_surface(&self) -> Result<Vec<String>, MeshError> {
        let notes = self.require_surface()?;
        let surface = Self { tets: Vec::new(), ..self.clone() };
        let check = surface.check();
        if check.open_edges > 0 {
            let mut found = format!("{} open edges", check.open_edges);
            let mut accepted = "a closed surface".to_owned();
            if check.duplicate_points > 0 {
                found += &format!(" and {} duplicated points", check.duplicate_points);
                accepted += "; weld the duplicated points first";
            }
            return Err(MeshError::new(found, accepted));
        }
        match check.volume {
            Some(volume) if volume > 0.0 => Ok(notes),
            Some(volume) => Err(MeshError::new(
                format!("a volume of {volume:e} m³"),
                "triangles counter-clockwise seen from outside",
            )),
            None => Err(MeshError::new(
                "triangles that face both ways",
                "triangles counter-clockwise seen from outside, all of them",
            )),
        }
    }

    /// Insists on tets that a solid can be made of: at least one, none flat, none inverted, of a
    /// size that single precision can compute with.
    ///
    /// One repair is made: when **all** tets have negative volume, the file merely has the other
    /// convention of orientation, and the last two points of each tet are swapped. The notes say
    /// so, and tell what else is odd but usable.
    ///
    /// # Errors
    ///
    /// When the mesh is not like that; the error names the tet and its volume.
    pub fn require_tets(&mut self) -> Result<Vec<String>, MeshError> {
        self.require_valid()?;
        self.require_scale()?;
        if self.tets.is_empty() {
            return Err(MeshError::new("no tets", "a mesh with tets"));
        }
        let shapes: Vec<Shape> = self.tets.iter().filter_map(|tet| self.shape(tet)).collect();
        if let Some(bad) = shapes.iter().position(Shape::is_flat) {
            let found = format!("a flat tet of volume {:e} m³", shapes[bad].volume);
            return Err(
                MeshError::new(found, "tets of four points not on one plane").at(Place::Tet(bad))
            );
        }
        let inverted = shapes.iter().filter(|shape| shape.volume < 0.0).count();
        if inverted == 0 {
            return Ok(self.check().problems);
        }
        if inverted == shapes.len() {
            self.tets.iter_mut().for_each(|tet| tet.swap(2, 3));
            let mut notes = self.check().problems;
            notes.insert(0, format!("all {inverted} tets were inverted and have been turned"));
            return Ok(notes);
        }
        let bad = shapes.iter().position(|shape| shape.volume < 0.0).unwrap_or_default();
        let volume = shapes.get(bad).map_or(0.0, |shape| shape.volume);
        let found = format!("an inverted tet of volume {volume:e} m³ ({inverted} in all)");
        Err(MeshError::new(found, "tets of positive volume").at(Place::Tet(bad)))
    }

    /// Refuses sizes that volumes in single precision cannot have.
    fn require_scale(&self) -> Result<(), MeshError> {
        let far = |p: &[f64; 3]| p.iter().any(|x| x.abs() > LARGEST);
        if let Some(bad) = self.points.iter().position(far) {
            let accepted = format!("coordinates up to {LARGEST:e} m");
            return Err(
                MeshError::new(format!("{:?}", self.points[bad]), accepted).at(Place::Point(bad))
            );
        }
        let extent = self.bounds().map_or(0.0, extent);
        if extent < SMALLEST {
            let found = format!("a largest extent of {extent:e} m");
            return Err(MeshError::new(found, format!("an extent of at least {SMALLEST:e} m")));
        }
        Ok(())
    }

    /// The lowest and the highest coordinates of the finite points.
    fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let mut finite = self.points.iter().filter(|p| is_finite(p));
        let first = *finite.next()?;
        let [mut low, mut high] = [first; 2];
        for point in finite {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        Some([low, high])
    }

    /// The number of points at the position of an earlier one.
    fn duplicate_points(&self) -> usize {
        let mut keys: Vec<[u64; 3]> =
            self.points.iter().map(|p| p.map(|x| (x + 0.0).to_bits())).collect();
        keys.sort_unstable();
        keys.dedup();
        self.points.len() - keys.len()
    }

    /// Whether a triangle names a point twice or has no area to speak of.
    fn is_degenerate(&self, triangle: &[u32; 3]) -> bool {
        let [a, b, c] = triangle;
        if a == b || b == c || c == a {
            return true;
        }
        let Some([a, b, c]) = self.corners(triangle) else {
            return false;
        };
        let longest =
            [distance(a, b), distance(b, c), distance(c, a)].into_iter().fold(0.0, f64::max);
        let quality = 2.0 * area([a, b, c]) / (longest * longest);
        quality.is_nan() || quality < FLAT
    }

    /// Area, volume and edges of the surface.
    fn check_surface(&self, check: &mut Check) {
        let outside;
        let surface = if self.tets.is_empty() {
            &self.triangles
        } else {
            outside = boundary(&self.tets);
            &outside
        };
        let corners = || surface.iter().filter_map(|triangle| self.corners(triangle));
        check.area = corners().map(area).sum();
        check.oriented = true;
        for uses in edge_uses(surface).chunk_by(|a, b| a.edge == b.edge) {
            match uses {
                [_] => check.open_edges += 1,
                [a, b] => check.oriented &= a.forward != b.forward,
                _ => check.nonmanifold_edges += 1,
            }
        }
        check.closed = !surface.is_empty() && check.open_edges == 0 && check.nonmanifold_edges == 0;
        if check.closed && check.oriented {
            // From the middle of the mesh: far from the origin the sum would lose its digits.
            let middle = check.bounds.map_or([0.0; 3], |[low, high]| {
                std::array::from_fn(|axis| 0.5 * low[axis] + 0.5 * high[axis])
            });
            check.volume = Some(corners().map(|[a, b, c]| volume([middle, a, b, c])).sum());
        }
    }

    /// Volume and quality of the tets.
    fn check_tets(&self, check: &mut Check) {
        if self.tets.is_empty() {
            return;
        }
        let mut total = 0.0;
        let mut worst = f64::INFINITY;
        for shape in self.tets.iter().filter_map(|tet| self.shape(tet)) {
            total += shape.volume;
            worst = worst.min(shape.quality);
            if shape.is_flat() {
                check.flat_tets += 1;
            } else if shape.volume < 0.0 {
                check.inverted_tets += 1;
            }
        }
        check.volume = Some(total);
        check.worst_quality = worst.is_finite().then_some(worst);
    }

    /// Points without element, elements without point, and parts.
    fn check_connections(&self, check: &mut Check) {
        let mut parts = Parts::new(self.points.len());
        for triangle in &self.triangles {
            check.broken_elements += usize::from(parts.join(triangle).is_none());
        }
        for tet in &self.tets {
            check.broken_elements += usize::from(parts.join(tet).is_none());
        }
        for line in &self.lines {
            check.broken_elements += usize::from(parts.join(line).is_none());
        }
        check.unreferenced_points = parts.used.iter().filter(|used| !**used).count();
        check.components = parts.count();
    }

    /// The shape of a tet, if its points exist.
    fn shape(&self, tet: &[u32; 4]) -> Option<Shape> {
        let corners = self.corners(tet)?;
        let [a, b, c, d] = corners;
        let faces = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
        let widest = faces.map(area).into_iter().fold(0.0, f64::max);
        let edges = [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)];
        let longest = edges.map(|(p, q)| distance(p, q)).into_iter().fold(0.0, f64::max);
        let volume = volume(corners);
        let quality = 3.0 * volume.abs() / (widest * longest);
        Some(Shape { volume, quality: if quality.is_nan() { 0.0 } else { quality } })
    }
}

impl Check {
    /// The problems, in words.
    fn describe(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut count = |number: usize, what: &str| {
            if number > 0 {
                problems.push(format!("{number} {what}"));
            }
        };
        count(self.infinite_points, "points have coordinates that are not finite");
        count(self.broken_elements, "elements name points that do not exist");
        count(self.inverted_tets, "tets are inverted (negative volume)");
        count(self.flat_tets, "tets are flat (no volume)");
        count(self.degenerate_triangles, "triangles are degenerate (no area)");
        count(self.nonmanifold_edges, "edges have three triangles or more");
        count(self.open_edges, "edges are open: the surface encloses no volume");
        count(self.duplicate_points, "points repeat the position of another: weld them?");
        count(self.unreferenced_points, "points are in no element");
        count(if self.components > 1 { self.components } else { 0 }, "parts are not connected");
        if !self.oriented {
            problems.push("neighbouring triangles face opposite ways".to_owned());
        }
        if self.tets == 0 && self.volume.is_some_and(|volume| volume < 0.0) {
            problems.push("the surface is inside out (negative volume)".to_owned());
        }
        if self.points == 0 {
            problems.push("there are no points".to_owned());
        } else if self.triangles + self.tets + self.lines == 0 {
            problems.push("there are no elements".to_owned());
        }
        self.describe_scale(&mut problems);
        problems
    }

    /// The problems with the size, in words.
    fn describe_scale(&self, problems: &mut Vec<String>) {
        let Some(bounds) = self.bounds else { return };
        if bounds.iter().flatten().any(|x| x.abs() > LARGEST) {
            problems.push(format!("coordinates beyond {LARGEST:e} m overflow"));
        }
        if extent(bounds) < SMALLEST {
            problems.push(format!("the largest extent is below {SMALLEST:e} m: volumes underflow"));
        }
    }
}

/// Volume and quality of a tet.
struct Shape {
    volume: f64,
    /// Least height over longest edge.
    quality: f64,
}

impl Shape {
    /// Whether the tet has no volume to speak of.
    fn is_flat(&self) -> bool {
        self.quality < FLAT
    }
}

/// Points in sets that elements join (a union-find forest).
struct Parts {
    /// For each point another of its set, or itself when it stands for the set.
    parents: Vec<usize>,
    used: Vec<bool>,
}

impl Parts {
    /// Each point for itself.
    fn new(count: usize) -> Self {
        Self { parents: (0..count).collect(), used: vec![false; count] }
    }

    /// Joins the points of an element; `None` when one does not exist.
    fn join(&mut self, element: &[u32]) -> Option<()> {
        let first = *element.first()? as usize;
        for &point in element {
            *self.used.get_mut(point as usize)? = true;
            let [a, b] = [self.root(first)?, self.root(point as usize)?];
            *self.parents.get_mut(a.max(b))? = a.min(b);
        }
        Some(())
    }

    /// The point that stands for the set of this one.
    fn root(&mut self, mut point: usize) -> Option<usize> {
        loop {
            let parent = *self.parents.get(point)?;
            if parent == point {
                return Some(point);
            }
            let grandparent = *self.parents.get(parent)?;
            *self.parents.get_mut(point)? = grandparent;
            point = grandparent;
        }
    }

    /// The number of sets of used points.
    fn count(&self) -> usize {
        let stands = |(point, &parent): (usize, &usize)| point == parent;
        let roots = self.parents.iter().enumerate().map(stands);
        roots.zip(&self.used).filter(|(root, used)| *root && **used).count()
    }
}

/// The largest side of a box.
fn extent([low, high]: [[f64; 3]; 2]) -> f64 {
    (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max)
}

/// Whether all coordinates are finite.
fn is_finite(point: &[f64; 3]) -> bool {
    point.iter().all(|x| x.is_finite())
}

/// `a - b`.
fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// The vector product.
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The scalar product.
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The distance of two points.
fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let d = minus(a, b);
    dot(d, d).sqrt()
}

/// The area of a triangle.
fn area([a, b, c]: [[f64; 3]; 3]) -> f64 {
    let normal = cross(minus(b, a), minus(c, a));
    0.5 * dot(normal, normal).sqrt()
}

/// The volume of a tet, negative when it is inverted.
pub(super) fn volume([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    dot(cross(minus(b, a), minus(c, a)), minus(d, a)) / 6.0
}
