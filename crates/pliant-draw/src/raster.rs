//! Which samples of a raster a triangle covers, and at what depth.
//!
//! Corners are homogeneous, `[x·w, y·w, w]`, with the origin of x and y in the middle of the
//! raster. In such coordinates the lines through two corners and the eye are planes through the
//! origin, and a triangle that reaches behind the eye needs no clipping: the samples between its
//! three planes are exactly the ones where it is seen.

use std::ops::Range;

/// A function that is affine over the raster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Affine {
    pub(crate) per_x: f32,
    pub(crate) per_y: f32,
    pub(crate) constant: f32,
}

impl Affine {
    fn new([per_x, per_y, constant]: [f64; 3]) -> Affine {
        Affine { per_x: per_x as f32, per_y: per_y as f32, constant: constant as f32 }
    }

    pub(crate) fn at(self, x: f32, y: f32) -> f32 {
        self.on_row(y) + self.per_x * x
    }

    pub(crate) fn on_row(self, y: f32) -> f32 {
        self.per_y * y + self.constant
    }

    fn is_finite(self) -> bool {
        (self.per_x + self.per_y + self.constant).is_finite()
    }
}

/// The size of a raster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Size {
    /// The coordinate of the middle of a column.
    pub(crate) fn x(self, column: usize) -> f32 {
        column as f32 + 0.5 - 0.5 * self.width as f32
    }

    /// The coordinate of the middle of a row.
    pub(crate) fn y(self, row: usize) -> f32 {
        row as f32 + 0.5 - 0.5 * self.height as f32
    }
}

/// A triangle ready to be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Triangle {
    /// Positive on the inner side of each edge. The function of the edge opposite to a corner,
    /// multiplied by `weight`, is that corner's barycentric weight divided by w.
    edges: [Affine; 3],
    weight: f32,
    /// The least value of each edge function that counts as inside; it decides which of two
    /// neighbours owns a sample exactly on their common edge.
    floors: [f32; 3],
    depth: Affine,
    depth_range: [f32; 2],
    /// Samples of a larger depth are too near to be seen.
    cut_off: f32,
    columns: Range<usize>,
    rows: Range<usize>,
    size: Size,
    /// Whether the corners run clockwise in the picture: the triangle is seen from behind.
    pub(crate) clockwise: bool,
}

impl Triangle {
    /// A triangle as seen by an eye, or `None` if it covers nothing. The depth of a sample is
    /// 1/w: larger is nearer. What is nearer than `near` is cut off.
    pub(crate) fn seen(corners: [[f64; 3]; 3], near: f64, size: Size) -> Option<Triangle> {
        let w = corners.map(|c| c[2]);
        let nearest = w[0].min(w[1]).min(w[2]);
        let farthest = w[0].max(w[1]).max(w[2]);
        if farthest <= near || farthest.is_nan() {
            return None;
        }
        let range = [1.0 / farthest, 1.0 / nearest.max(near)];
        let flat = (nearest > near).then(|| corners.map(|[x, y, w]| [x / w, y / w]));
        let seen = Triangle::new(corners, [1.0; 3], range, flat, size)?;
        Some(Triangle { cut_off: (1.0 / near) as f32, ..seen })
    }

    /// A triangle projected along parallel lines; `heights` are the depths of its corners.
    pub(crate) fn parallel(
        corners: [[f64; 2]; 3],
        heights: [f64; 3],
        size: Size,
    ) -> Option<Triangle> {
        let range = [
            heights[0].min(heights[1]).min(heights[2]),
            heights[0].max(heights[1]).max(heights[2]),
        ];
        Triangle::new(corners.map(|[x, y]| [x, y, 1.0]), heights, range, Some(corners), size)
    }

    /// `flat` are the raster coordinates of the corners; without them any sample may be covered.
    fn new(
        [a, b, c]: [[f64; 3]; 3],
        depths: [f64; 3],
        depth_range: [f64; 2],
        flat: Option<[[f64; 2]; 3]>,
        size: Size,
    ) -> Option<Triangle> {
        let (columns, rows) = covered_box(flat, size)?;
        // Seen from the other side, a neighbour has the same products with the other sign:
        // the edge functions of both are exact opposites and leave neither gap nor overlap.
        let exact = [cross(b, c), cross(c, a), cross(a, b)];
        let volume: f64 = (0..3).map(|i| a[i] * exact[0][i]).sum();
        if volume == 0.0 || !volume.is_finite() {
            return None;
        }
        let sign = volume.signum();
        let edges = exact.map(|edge| Affine::new(edge.map(|e| e * sign)));
        let depth = Affine::new(std::array::from_fn(|i| {
            (0..3).map(|k| exact[k][i] * depths[k]).sum::<f64>() / volume
        }));
        let weight = (sign / volume) as f32;
        let finite = depth.is_finite() && edges.iter().all(|e| e.is_finite());
        (finite && weight.is_finite()).then(|| Triangle {
            edges,
            weight,
            floors: edges.map(floor_of),
            depth,
            depth_range: depth_range.map(|d| d as f32),
            cut_off: f32::INFINITY,
            columns,
            rows,
            size,
            clockwise: sign > 0.0,
        })
    }

    /// Calls `hit` with index (counting row by row) and depth of every covered sample.
    #[inline]
    pub(crate) fn each_sample(&self, mut hit: impl FnMut(usize, f32)) {
        let [low, high] = self.depth_range;
        for row in self.rows.clone() {
            let y = self.size.y(row);
            let at_row = self.edges.map(|edge| edge.on_row(y));
            let depth_at_row = self.depth.on_row(y);
            for column in self.span(at_row) {
                let x = self.size.x(column);
                let inside = |k: usize| at_row[k] + self.edges[k].per_x * x >= self.floors[k];
                if !(inside(0) && inside(1) && inside(2)) {
                    continue;
                }
                let depth = depth_at_row + self.depth.per_x * x;
                if depth <= self.cut_off {
                    // Slivers seen edge-on have depths that rounding can carry far away.
                    hit(row * self.size.width + column, within(depth, low, high));
                }
            }
        }
    }

    /// The barycentric weights at a raster coordinate, for perspective-correct interpolation.
    #[inline]
    pub(crate) fn weights(&self, x: f32, y: f32) -> [f32; 3] {
        let shares = self.edges.map(|edge| edge.at(x, y).max(0.0) * self.weight);
        let sum = shares[0] + shares[1] + shares[2];
        if sum > 0.0 && sum.is_finite() { shares.map(|s| s / sum) } else { [1.0 / 3.0; 3] }
    }

    /// The columns of a row that may be covered: a little more than the exact span, so that
    /// rounding in the division cannot matter.
    fn span(&self, at_row: [f32; 3]) -> Range<usize> {
        // For a few columns the divisions cost more than the tests they save.
        if self.columns.len() <= 12 {
            return self.columns.clone();
        }
        let middle = 0.5 * self.size.width as f32;
        let (mut start, mut end) = (self.columns.start, self.columns.end);
        for (edge, at_row) in self.edges.iter().zip(at_row) {
            // A float beyond the integers is cast to the nearest one.
            let crossing = middle - at_row / edge.per_x;
            if edge.per_x > 0.0 {
                start = start.max((crossing - 1.5) as usize);
            } else if edge.per_x < 0.0 {
                end = end.min((crossing + 1.5) as usize);
            }
        }
        start..end
    }
}

/// Like `clamp`, but with any range, and quicker than `min` and `max`.
fn within(value: f32, low: f32, high: f32) -> f32 {
    let raised = if value < low { low } else { value };
    if raised > high { high } else { raised }
}

/// A sample exactly on an edge belongs to the triangle on one side of it only.
fn floor_of(edge: Affine) -> f32 {
    let owns = edge.per_x > 0.0 || (edge.per_x == 0.0 && edge.per_y > 0.0);
    if owns { 0.0 } else { f32::from_bits(1) }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The columns and rows of the box around the corners, or `None` if it has no samples.
fn covered_box(flat: Option<[[f64; 2]; 3]>, size: Size) -> Option<(Range<usize>, Range<usize>)> {
    let Some(flat) = flat else {
        return Some((0..size.width, 0..size.height));
    };
    let extent = |axis: usize, length: usize| {
        let [a, b, c] = flat.map(|corner| corner[axis] + 0.5 * length as f64);
        let start = (a.min(b).min(c) - 0.5).ceil() as usize;
        let end = ((a.max(b).max(c) + 0.5).floor() as usize).min(length);
        (start < end).then_some(start..end)
    };
    Some((extent(0, size.width)?, extent(1, size.height)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 8, height: 6 };

    /// The raster as text, with the number of triangles that cover each sample.
    fn cover(triangles: &[Option<Triangle>]) -> Vec<String> {
        let mut counts = vec![vec![0; SIZE.width]; SIZE.height];
        for triangle in triangles.iter().flatten() {
            triangle.each_sample(|i, _| counts[i / SIZE.width][i % SIZE.width] += 1);
        }
        let line = |row: &Vec<i32>| row.iter().map(|n| n.to_string()).collect();
        counts.iter().map(line).collect()
    }

    fn flat(corners: [[f64; 2]; 3]) -> Option<Triangle> {
        Triangle::parallel(corners, [0.0; 3], SIZE)
    }

    #[test]
    fn a_known_triangle_covers_known_samples() {
        let triangle = flat([[-4.0, -3.0], [-4.0, 1.0], [0.0, -3.0]]);
        // The hypotenuse passes exactly through sample centres, which it does not own.
        let want = ["11100000", "11000000", "10000000", "00000000", "00000000", "00000000"];
        assert_eq!(cover(&[triangle]), want);
    }

    #[test]
    fn neighbours_share_no_sample_and_leave_none_out() {
        let (a, b, c, d) = ([-4.0, -3.0], [4.0, -3.0], [4.0, 3.0], [-4.0, 3.0]);
        for middle in [[0.0, 0.0], [0.5, 0.5], [-1.2, 0.7], [-3.5, -2.5]] {
            let fan = [[a, b, middle], [b, c, middle], [middle, c, d], [a, middle, d]];
            let got = cover(&fan.map(flat));
            assert!(got.iter().all(|row| row == "11111111"), "{middle:?}: {got:?}");
        }
    }

    #[test]
    fn depth_is_perspective_correct() {
        // From (-4, 0) at distance 1 to (4, 0) at distance 3, in raster coordinates.
        let corners = [[-4.0, -3.0, 1.0], [12.0, -9.0, 3.0], [-4.0, 3.0, 1.0]];
        let triangle = Triangle::seen(corners, 0.01, SIZE);
        let depth = triangle.as_ref().map_or(0.0, |t| t.depth.at(0.0, -3.0));
        assert!((depth - 0.5 * (1.0 + 1.0 / 3.0)).abs() < 1e-6, "{depth}");
        // Halfway across the raster is a quarter of the way along the triangle.
        let weights = triangle.map_or([0.0; 3], |t| t.weights(0.0, -3.0));
        assert!((weights[1] - 0.25).abs() < 1e-6, "{weights:?}");
    }

    #[test]
    fn a_triangle_through_the_eye_is_cut_off() {
        // A floor below the eye, from behind the eye to the distance.
        let floor = [[-1e3, 1.0, -10.0], [1e3, 1.0, -10.0], [0.0, 1.0, 1e4]];
        let got = cover(&[Triangle::seen(floor, 0.1, SIZE)]);
        assert_eq!(got[..3], ["00000000"; 3], "nothing above the horizon");
        assert_eq!(got[3..], ["11111111"; 3], "all of it below");
        let behind = floor.map(|[x, y, _]| [x, y, -1.0]);
        assert!(Triangle::seen(behind, 0.1, SIZE).is_none());
    }

    #[test]
    fn unusable_corners_cover_nothing() {
        assert!(flat([[0.0; 2]; 3]).is_none());
        assert!(flat([[f64::NAN, 0.0], [1.0, 0.0], [0.0, 1.0]]).is_none());
        assert!(Triangle::seen([[f64::NAN; 3]; 3], 0.1, SIZE).is_none());
        assert!(Triangle::seen([[0.0, 0.0, f64::INFINITY]; 3], 0.1, SIZE).is_none());
    }
}
