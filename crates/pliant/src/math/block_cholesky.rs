//! Sparse Cholesky factorisation by 3×3 blocks, in double precision whatever the engine's.
//!
//! `A = L D Lᵀ` with unit block-triangular `L` and 3×3 blocks `D`. The pattern (ordering, fill,
//! places of the entries) is found once per mesh; then a factorisation only computes. The ordering
//! is a geometric nested dissection, which fills less than minimum degree on meshes.

use super::{DMat3, DVec3, Mat3, double};
use crate::solvers::simd::Level;

/// Pattern and factor of a symmetric positive definite matrix of 3×3 blocks.
#[derive(Clone, Debug)]
pub struct BlockCholesky {
    /// Place in the factor of each unknown.
    place: Vec<u32>,
    /// Start of each column's entries below the diagonal.
    column: Vec<u32>,
    /// Row of each entry, ascending in a column.
    row: Vec<u32>,
    entry: Vec<Padded>,
    /// Diagonal blocks of `A`, then the inverse of `D`.
    diagonal: Vec<Padded>,
}

/// A 3×3 block by columns, each padded to four so that vector instructions take one at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub struct Padded([[f64; 4]; 3]);

impl Padded {
    /// From a matrix.
    // Columns are named one by one: closures over arrays of columns are not inlined.
    #[inline(always)]
    pub fn new(m: DMat3) -> Self {
        let column = |c: DVec3| [c.x, c.y, c.z, 0.0];
        Self([column(m.x_axis), column(m.y_axis), column(m.z_axis)])
    }

    /// As a matrix.
    #[inline(always)]
    pub fn get(&self) -> DMat3 {
        let column = |c: &[f64; 4]| DVec3::new(c[0], c[1], c[2]);
        DMat3::from_cols(column(&self.0[0]), column(&self.0[1]), column(&self.0[2]))
    }

    #[inline(always)]
    fn add(&mut self, m: DMat3) {
        for (c, m) in self.0.iter_mut().zip([m.x_axis, m.y_axis, m.z_axis]) {
            c[0] += m.x;
            c[1] += m.y;
            c[2] += m.z;
        }
    }

    /// `self += a b`.
    #[inline(always)]
    pub fn add_product(&mut self, a: &Self, b: &DMat3) {
        for (c, b) in self.0.iter_mut().zip([b.x_axis, b.y_axis, b.z_axis]) {
            for i in 0..4 {
                c[i] += a.0[0][i] * b.x + a.0[1][i] * b.y + a.0[2][i] * b.z;
            }
        }
    }

    /// `self −= a b`.
    #[inline(always)]
    fn subtract_product(&mut self, a: &Self, b: &Self) {
        for (c, b) in self.0.iter_mut().zip(&b.0) {
            for i in 0..4 {
                c[i] -= a.0[0][i] * b[0] + a.0[1][i] * b[1] + a.0[2][i] * b[2];
            }
        }
    }

    /// `self b`.
    #[inline(always)]
    fn times(&self, b: &Self) -> Self {
        let mut out = Self::default();
        for (c, b) in out.0.iter_mut().zip(&b.0) {
            for i in 0..4 {
                c[i] = self.0[0][i] * b[0] + self.0[1][i] * b[1] + self.0[2][i] * b[2];
            }
        }
        out
    }

    /// `self bᵀ`.
    #[inline(always)]
    fn times_transposed(&self, b: &Self) -> Self {
        let mut out = Self::default();
        for (k, c) in out.0.iter_mut().enumerate() {
            for i in 0..4 {
                c[i] =
                    self.0[0][i] * b.0[0][k] + self.0[1][i] * b.0[1][k] + self.0[2][i] * b.0[2][k];
            }
        }
        out
    }
}

/// A part of a right-hand side: a vector, or a matrix of three of them. Both are solved for in padded form.
pub trait Right: Copy {
    /// The padded form.
    type Wide: Copy + Default;
    /// Sums of products that come before they are added up.
    type Sums: Default;
    /// To the padded form.
    fn widen(self) -> Self::Wide;
    /// And back.
    fn narrow(x: &Self::Wide) -> Self;
    /// `x −= m y`.
    fn subtract(x: &mut Self::Wide, m: &Padded, y: &Self::Wide);
    /// `m x`.
    fn scaled(x: &Self::Wide, m: &Padded) -> Self::Wide;
    /// Adds the products in `mᵀ y`. They are added up at the end of a column: vector instructions then take
    /// four of them at once.
    fn collect(sums: &mut Self::Sums, m: &Padded, y: &Self::Wide);
    /// `x` less what was collected.
    fn less(x: Self::Wide, sums: &Self::Sums) -> Self::Wide;
}

/// A vector, padded to four.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub struct Four([f64; 4]);

impl Four {
    /// `self += m x`.
    #[inline(always)]
    pub fn add_product(&mut self, m: &Mat3, x: DVec3) {
        let [a, b, c] = [double(m.x_axis), double(m.y_axis), double(m.z_axis)];
        self.0[0] += a.x * x.x + b.x * x.y + c.x * x.z;
        self.0[1] += a.y * x.x + b.y * x.y + c.y * x.z;
        self.0[2] += a.z * x.x + b.z * x.y + c.z * x.z;
    }

    #[inline(always)]
    fn collect(sums: &mut [Self; 3], m: &Padded, y: &[f64; 4]) {
        for (sum, m) in sums.iter_mut().zip(&m.0) {
            for i in 0..4 {
                sum.0[i] += m[i] * y[i];
            }
        }
    }

    #[inline(always)]
    fn total(&self) -> f64 {
        self.0[0] + self.0[1] + self.0[2]
    }
}

impl Right for DVec3 {
    type Wide = Four;
    type Sums = [Four; 3];

    #[inline(always)]
    fn widen(self) -> Four {
        Four([self.x, self.y, self.z, 0.0])
    }

    #[inline(always)]
    fn narrow(x: &Four) -> Self {
        Self::new(x.0[0], x.0[1], x.0[2])
    }

    #[inline(always)]
    fn subtract(x: &mut Four, m: &Padded, y: &Four) {
        let [a, b, c] = &m.0;
        for i in 0..4 {
            x.0[i] -= a[i] * y.0[0] + b[i] * y.0[1] + c[i] * y.0[2];
        }
    }

    #[inline(always)]
    fn scaled(x: &Four, m: &Padded) -> Four {
        let [a, b, c] = &m.0;
        let mut out = Four::default();
        for i in 0..4 {
            out.0[i] = a[i] * x.0[0] + b[i] * x.0[1] + c[i] * x.0[2];
        }
        out
    }

    #[inline(always)]
    fn collect(sums: &mut [Four; 3], m: &Padded, y: &Four) {
        Four::collect(sums, m, &y.0);
    }

    #[inline(always)]
    fn less(mut x: Four, sums: &[Four; 3]) -> Four {
        for (x, sum) in x.0.iter_mut().zip(sums) {
            *x -= sum.total();
        }
        x
    }
}

impl Right for DMat3 {
    type Wide = Padded;
    type Sums = [[Four; 3]; 3];

    #[inline(always)]
    fn widen(self) -> Padded {
        Padded::new(self)
    }

    #[inline(always)]
    fn narrow(x: &Padded) -> Self {
        x.get()
    }

    #[inline(always)]
    fn subtract(x: &mut Padded, m: &Padded, y: &Padded) {
        x.subtract_product(m, y);
    }

    #[inline(always)]
    fn scaled(x: &Padded, m: &Padded) -> Padded {
        m.times(x)
    }

    #[inline(always)]
    fn collect(sums: &mut [[Four; 3]; 3], m: &Padded, y: &Padded) {
        for (sums, y) in sums.iter_mut().zip(&y.0) {
            Four::collect(sums, m, y);
        }
    }

    #[inline(always)]
    fn less(mut x: Padded, sums: &[[Four; 3]; 3]) -> Padded {
        for (x, sums) in x.0.iter_mut().zip(sums) {
            for (x, sum) in x.iter_mut().zip(sums) {
                *x -= sum.total();
            }
        }
        x
    }
}

/// Where a block of the matrix is added.
#[derive(Clone, Copy, Debug)]
pub struct BlockPlace {
    index: u32,
    diagonal: bool,
    transposed: bool,
}

impl BlockCholesky {
    /// The pattern of a matrix with a block for each of these pairs of unknowns (besides the
    /// diagonal), ordered by their positions in space.
    pub fn new(positions: &[DVec3], pairs: &[[u32; 2]]) -> Self {
        Self::with_last(positions, pairs, 0)
    }

    /// As [`BlockCholesky::new`], for more unknowns than there are positions: `last` of them come
    /// after all others. They are eliminated in order of their fewest neighbours among themselves.
    pub fn with_last(positions: &[DVec3], pairs: &[[u32; 2]], last: usize) -> Self {
        let first = positions.len();
        let n = first + last;
        let mut neighbours = vec![Vec::new(); n];
        for &[a, b] in pairs {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        let mut order = Vec::with_capacity(n);
        dissect(positions, &neighbours, (0..first as u32).collect(), &mut order);
        fewest_first(&neighbours, first, &mut order);
        let mut place = vec![0; n];
        for (p, &i) in order.iter().enumerate() {
            place[i as usize] = p as u32;
        }
        let (column, row) = fill(&order, &place, &neighbours);
        Self {
            place,
            entry: vec![Padded::default(); row.len()],
            diagonal: vec![Padded::default(); n],
            column,
            row,
        }
    }

    /// How many blocks the factor has below its diagonal.
    pub fn blocks(&self) -> usize {
        self.row.len()
    }

    /// Where the block of unknowns `i`, `j` is; `None` if the pattern has none.
    pub fn find(&self, i: u32, j: u32) -> Option<BlockPlace> {
        let (p, q) = (self.place[i as usize], self.place[j as usize]);
        if p == q {
            return Some(BlockPlace { index: p, diagonal: true, transposed: false });
        }
        let span = self.span(p.min(q) as usize);
        let at = self.row[span.clone()].binary_search(&p.max(q)).ok()?;
        let index = (span.start + at) as u32;
        Some(BlockPlace { index, diagonal: false, transposed: p < q })
    }

    /// Starts a new matrix.
    pub fn clear(&mut self) {
        self.entry.fill(Padded::default());
        self.diagonal.fill(Padded::default());
    }

    /// Adds to the block of unknowns `i`, `j` (found before); its mirror image is added by itself.
    pub fn add(&mut self, at: BlockPlace, block: DMat3) {
        let block = if at.transposed { block.transpose() } else { block };
        let blocks = if at.diagonal { &mut self.diagonal } else { &mut self.entry };
        blocks[at.index as usize].add(block);
    }

    /// Factorises the matrix that was added; false if it is not positive definite.
    pub fn factorise(&mut self) -> bool {
        Level::detect().run(
            #[inline(always)]
            || self.factorise_columns(),
        )
    }

    #[inline(always)]
    fn factorise_columns(&mut self) -> bool {
        for j in 0..self.diagonal.len() {
            let d = self.diagonal[j].get();
            if !(d.x_axis.x > 0.0 && d.determinant() > 0.0) {
                return false;
            }
            let inverse = Padded::new(d.inverse());
            self.diagonal[j] = inverse;
            let span = self.span(j);
            for e in span.clone() {
                let (k, original) = (self.row[e] as usize, self.entry[e]);
                let right = inverse.times_transposed(&original);
                self.subtract_column(span.clone(), e, k, &right);
                self.diagonal[k].subtract_product(&original, &right);
            }
            for e in span {
                self.entry[e] = self.entry[e].times(&inverse);
            }
        }
        true
    }

    /// `A_ik −= A_ij D⁻¹ A_kjᵀ` for the rows `i` of column `j` below `k`, its entry `e`; `right` is the
    /// product of the last two.
    #[inline(always)]
    fn subtract_column(
        &mut self,
        span: std::ops::Range<usize>,
        e: usize,
        k: usize,
        right: &Padded,
    ) {
        let mut target = self.span(k).start;
        // The rows of column j are among those of column k, which come after it: walk both.
        let (before, after) = self.entry.split_at_mut(span.end.max(target));
        let base = before.len();
        for i in e + 1..span.end {
            while self.row[target] < self.row[i] {
                target += 1;
            }
            after[target - base].subtract_product(&before[i], right);
            target += 1;
        }
    }

    /// Solves in place: `x` holds `A⁻¹ x` afterwards. A right-hand side is a vector for each unknown,
    /// or a matrix of three of them. `work` is scratch.
    pub fn solve<T: Right>(&self, x: &mut [T], work: &mut Vec<T::Wide>) {
        work.clear();
        work.resize(x.len(), T::Wide::default());
        Level::detect().run(
            #[inline(always)]
            || self.substitute(x, work),
        );
    }

    #[inline(always)]
    fn substitute<T: Right>(&self, x: &mut [T], work: &mut [T::Wide]) {
        for (i, &p) in self.place.iter().enumerate() {
            work[p as usize] = x[i].widen();
        }
        let n = self.diagonal.len();
        for j in 0..n {
            let y = work[j];
            let span = self.span(j);
            for (&row, entry) in self.row[span.clone()].iter().zip(&self.entry[span]) {
                T::subtract(&mut work[row as usize], entry, &y);
            }
        }
        for j in (0..n).rev() {
            let mut sums = T::Sums::default();
            let span = self.span(j);
            for (&row, entry) in self.row[span.clone()].iter().zip(&self.entry[span]) {
                T::collect(&mut sums, entry, &work[row as usize]);
            }
            work[j] = T::less(T::scaled(&work[j], &self.diagonal[j]), &sums);
        }
        for (i, &p) in self.place.iter().enumerate() {
            x[i] = T::narrow(&work[p as usize]);
        }
    }

    fn span(&self, j: usize) -> std::ops::Range<usize> {
        self.column[j] as usize..self.column[j + 1] as usize
    }
}

/// Sets below this size are not cut further.
const LEAF: usize = 6;

/// Orders unknowns by nested dissection: halves first, then the separator between them.
fn dissect(x: &[DVec3], neighbours: &[Vec<u32>], mut set: Vec<u32>, order: &mut Vec<u32>) {
    if set.len() <= LEAF {
        order.extend(set);
        return;
    }
    let (mut lo, mut hi) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &i in &set {
        lo = lo.min(x[i as usize]);
        hi = hi.max(x[i as usize]);
    }
    let size = hi - lo;
    let axis = if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    set.sort_by(|&a, &b| x[a as usize][axis].total_cmp(&x[b as usize][axis]).then(a.cmp(&b)));
    let right = set.split_off(set.len() / 2);
    let mut side = vec![0u8; neighbours.len()];
    for &i in &right {
        side[i as usize] = 1;
    }
    let (separator, left): (Vec<u32>, Vec<u32>) = set
        .into_iter()
        .partition(|&i| neighbours[i as usize].iter().any(|&k| side[k as usize] == 1));
    if separator.is_empty() || left.is_empty() {
        order.extend(left.into_iter().chain(separator).chain(right));
        return;
    }
    dissect(x, neighbours, left, order);
    dissect(x, neighbours, right, order);
    order.extend(separator);
}

/// Orders the unknowns from `first` on by minimum degree: whoever has the fewest neighbours left
/// goes next, and leaves its neighbours connected.
fn fewest_first(neighbours: &[Vec<u32>], first: usize, order: &mut Vec<u32>) {
    let mut graph: Vec<Vec<u32>> = (neighbours[first..].iter())
        .map(|n| {
            let mut n: Vec<u32> = n.iter().copied().filter(|&k| k as usize >= first).collect();
            n.sort_unstable();
            n.dedup();
            n
        })
        .collect();
    let mut left: Vec<u32> = (first as u32..neighbours.len() as u32).collect();
    while let Some(at) = (0..left.len()).min_by_key(|&i| graph[left[i] as usize - first].len()) {
        let next = left.remove(at);
        order.push(next);
        let around = std::mem::take(&mut graph[next as usize - first]);
        for &k in &around {
            let others = &mut graph[k as usize - first];
            others.extend(around.iter().filter(|&&o| o != k));
            others.sort_unstable();
            others.dedup();
            others.retain(|&o| o != next);
        }
    }
}

/// The pattern of the factor: a column's rows are those of the matrix and of its children in the
/// elimination tree.
fn fill(order: &[u32], place: &[u32], neighbours: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let n = order.len();
    let mut columns: Vec<Vec<u32>> = Vec::with_capacity(n);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    for j in 0..n {
        let below = neighbours[order[j] as usize].iter().map(|&i| place[i as usize]);
        let mut rows: Vec<u32> = below.filter(|&p| p as usize > j).collect();
        for &child in &children[j] {
            rows.extend(columns[child].iter().filter(|&&r| r as usize > j));
        }
        rows.sort_unstable();
        rows.dedup();
        if let Some(&parent) = rows.first() {
            children[parent as usize].push(j);
        }
        columns.push(rows);
    }
    let mut start = vec![0];
    let mut row = Vec::new();
    for rows in columns {
        row.extend(rows);
        start.push(row.len() as u32);
    }
    (start, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of masses on springs: `1 + Σ (x_i − x_j)(…)ᵀ`-like blocks that couple all axes.
    fn grid(n: usize) -> (Vec<DVec3>, Vec<[u32; 2]>) {
        let at = |x: usize, y: usize| (y * n + x) as u32;
        let mut points = Vec::new();
        let mut pairs = Vec::new();
        for y in 0..n {
            for x in 0..n {
                points.push(DVec3::new(x as f64, y as f64, 0.1 * (x * y) as f64));
                if x + 1 < n {
                    pairs.push([at(x, y), at(x + 1, y)]);
                }
                if y + 1 < n {
                    pairs.push([at(x, y), at(x, y + 1)]);
                }
            }
        }
        (points, pairs)
    }

    #[test]
    fn a_solution_fulfils_its_equations() {
        let (points, pairs) = grid(7);
        let mut matrix = BlockCholesky::new(&points, &pairs);
        let mut blocks = Vec::new();
        for (i, _) in points.iter().enumerate() {
            blocks.push((i as u32, i as u32, DMat3::IDENTITY));
        }
        for &[a, b] in &pairs {
            let d = points[b as usize] - points[a as usize];
            let k = 3.0 * DMat3::from_cols(d * d.x, d * d.y, d * d.z) + 0.3 * DMat3::IDENTITY;
            // A little skew makes the off-diagonal block unsymmetric, as rotated stiffness is.
            blocks.extend([(a, a, k), (b, b, k), (a, b, -k)]);
        }
        let skew = DMat3::from_cols_array(&[0.0, 0.1, 0.0, -0.1, 0.0, 0.0, 0.0, 0.0, 0.0]);
        blocks.push((pairs[0][0], pairs[0][1], skew));
        for &(i, j, k) in &blocks {
            let at = matrix.find(i, j).unwrap();
            matrix.add(at, k);
        }
        assert!(matrix.factorise());
        let b: Vec<DVec3> =
            (0..points.len()).map(|i| DVec3::new((i as f64).sin(), 1.0, i as f64)).collect();
        let mut x = b.clone();
        matrix.solve(&mut x, &mut Vec::new());
        let mut r = b;
        for &(i, j, k) in &blocks {
            r[i as usize] -= k * x[j as usize];
            if i != j {
                r[j as usize] -= k.transpose() * x[i as usize];
            }
        }
        let worst = r.iter().map(|r| r.length()).fold(0.0, f64::max);
        assert!(worst < 1e-9, "{worst}");
    }

    #[test]
    fn an_indefinite_matrix_is_refused() {
        let (points, pairs) = grid(2);
        let mut matrix = BlockCholesky::new(&points, &pairs);
        let at = matrix.find(0, 0).unwrap();
        matrix.add(at, -DMat3::IDENTITY);
        assert!(!matrix.factorise());
    }

    #[test]
    fn dissection_fills_less_than_a_band() {
        let (points, pairs) = grid(20);
        let matrix = BlockCholesky::new(&points, &pairs);
        assert!(matrix.blocks() < 400 * 20, "{}", matrix.blocks());
    }
}
