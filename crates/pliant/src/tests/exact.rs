//! Whether a moving point meets a moving triangle, or a moving edge an edge, in exact arithmetic.
//!
//! Corners are integers, so everything is a polynomial in the time with integer coefficients. A first contact is at
//! the start, or where one of the polynomials that decide about it is zero: so these are the only times to
//! look at. The sign of one polynomial at a root of another is found by isolating the root (Sturm).

use num_bigint::{BigInt, Sign};

/// A point's coordinates at the start and at the end.
pub type Path = [[i64; 3]; 2];

/// A polynomial, lowest power first, without leading zeros.
#[derive(Clone, Debug, PartialEq)]
struct Poly(Vec<BigInt>);

impl Poly {
    fn new(mut c: Vec<BigInt>) -> Self {
        while c.last().is_some_and(|x| x.sign() == Sign::NoSign) {
            c.pop();
        }
        Self(c)
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn combine(&self, other: &Self, f: impl Fn(BigInt, BigInt) -> BigInt) -> Self {
        let n = self.0.len().max(other.0.len());
        let at = |p: &Self, i: usize| p.0.get(i).cloned().unwrap_or_default();
        Self::new((0..n).map(|i| f(at(self, i), at(other, i))).collect())
    }

    fn add(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a + b)
    }

    fn sub(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a - b)
    }

    fn mul(&self, other: &Self) -> Self {
        let mut c = vec![BigInt::default(); (self.0.len() + other.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                c[i + j] += a * b;
            }
        }
        Self::new(c)
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(i, c)| c * BigInt::from(i)).collect())
    }

    /// Quotient and remainder by another, each times some positive number.
    fn divide(&self, by: &Self) -> [Self; 2] {
        let lead = by.0.last().expect("a divisor that is not zero");
        let (mut rest, mut quotient) = (self.clone(), Self::new(vec![]));
        while rest.0.len() >= by.0.len() {
            let shift = rest.0.len() - by.0.len();
            let top = rest.0.last().cloned().unwrap_or_default();
            let (scale, factor) =
                if lead.sign() == Sign::Minus { (-lead, -top) } else { (lead.clone(), top) };
            let scaled = |p: &Self| p.0.iter().map(|x| x * &scale).collect::<Vec<BigInt>>();
            let (mut c, mut q) = (scaled(&rest), scaled(&quotient));
            for (i, b) in by.0.iter().enumerate() {
                c[shift + i] -= b * &factor;
            }
            q.resize(q.len().max(shift + 1), BigInt::default());
            q[shift] += factor;
            (rest, quotient) = (Self::new(c), Self::new(q));
        }
        [quotient, rest].map(Self::primitive)
    }

    /// Without what all coefficients have in common.
    fn primitive(self) -> Self {
        let common = self.0.iter().fold(BigInt::default(), |mut a, b| {
            let mut b = b.clone();
            while b.sign() != Sign::NoSign {
                (a, b) = (b.clone(), a % &b);
            }
            a
        });
        let common = BigInt::from(common.magnitude().clone());
        Self(self.0.into_iter().map(|c| c / &common).collect())
    }

    fn remainder(&self, by: &Self) -> Self {
        let [_, rest] = self.divide(by);
        rest
    }

    /// A greatest common divisor.
    fn common(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let r = a.remainder(&b);
            (a, b) = (b, r);
        }
        a
    }

    /// The value at `k / 2ᵐ`, times `2ᵐ` to the power of the degree.
    fn value(&self, at: &Dyadic) -> BigInt {
        let mut power = BigInt::from(1);
        let mut sum = BigInt::default();
        for (i, c) in self.0.iter().enumerate() {
            sum += (c * &power) << (at.m * (self.0.len() - 1 - i));
            power *= &at.k;
        }
        sum
    }

    fn sign(&self, at: &Dyadic) -> i32 {
        sign(&self.value(at))
    }

    /// Whether the value at the end is larger than all that the slope, at most `Σ i |cᵢ|`, can change on the way there.
    fn keeps_sign(&self, from: &Dyadic, to: &Dyadic) -> bool {
        let m = from.m.max(to.m);
        let width = (&to.k << (m - to.m)) - (&from.k << (m - from.m));
        let slope: BigInt =
            self.0.iter().enumerate().map(|(i, c)| BigInt::from(c.magnitude().clone()) * i).sum();
        let value = BigInt::from(self.value(to).magnitude().clone());
        (value << m) > ((slope * width) << (to.m * (self.0.len() - 1)))
    }

    /// Sturm's chain of the polynomial with the same roots, each once.
    fn chain(&self) -> Vec<Self> {
        let [once, _] = self.divide(&self.common(&self.derivative()));
        let derivative = once.derivative();
        let mut chain = vec![once, derivative];
        while !chain[chain.len() - 1].is_zero() {
            let n = chain.len();
            let r = chain[n - 2].remainder(&chain[n - 1]);
            chain.push(Self::new(r.0.iter().map(|c| -c).collect()));
        }
        chain.pop();
        chain
    }
}

fn sign(x: &BigInt) -> i32 {
    match x.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

/// `k / 2ᵐ`.
#[derive(Clone, Debug)]
struct Dyadic {
    k: BigInt,
    m: usize,
}

impl Dyadic {
    fn whole(k: i64) -> Self {
        Self { k: BigInt::from(k), m: 0 }
    }

    fn middle(a: &Self, b: &Self) -> Self {
        let m = a.m.max(b.m);
        Self { k: (&a.k << (m - a.m)) + (&b.k << (m - b.m)), m: m + 1 }
    }
}

/// Changes of sign along a chain; the difference of two is the number of roots in `(a, b]`.
fn changes(chain: &[Poly], at: &Dyadic) -> usize {
    let signs: Vec<i32> = chain.iter().map(|p| p.sign(at)).filter(|s| *s != 0).collect();
    signs.windows(2).filter(|w| w[0] != w[1]).count()
}

/// The one root of a polynomial in `(from, to]`, or the number `to` where there is none.
#[derive(Clone, Debug)]
struct Moment {
    of: Option<(Poly, Vec<Poly>)>,
    from: Dyadic,
    to: Dyadic,
}

impl Moment {
    /// The sign of a polynomial at this moment.
    fn sign(&self, p: &Poly) -> i32 {
        let Some((own, chain)) = &self.of else { return p.sign(&self.to) };
        if p.is_zero() {
            return 0;
        }
        let (mut from, mut to) = (self.from.clone(), self.to.clone());
        let halve = |from: &mut Dyadic, to: &mut Dyadic| {
            let middle = Dyadic::middle(from, to);
            if changes(chain, from) > changes(chain, &middle) {
                *to = middle
            } else {
                *from = middle
            }
        };
        // Nearly always a short while of halving is enough.
        for _ in 0..40 {
            if p.keeps_sign(&from, &to) {
                return p.sign(&to);
            }
            halve(&mut from, &mut to);
        }
        let has_root =
            |chain: &[Poly], from: &Dyadic, to: &Dyadic| changes(chain, from) > changes(chain, to);
        let shared = own.common(p);
        if shared.0.len() > 1 && has_root(&shared.chain(), &from, &to) {
            return 0;
        }
        let others = p.chain();
        while has_root(&others, &from, &to) {
            halve(&mut from, &mut to);
        }
        p.sign(&to)
    }
}

/// Whether the coefficients over Bernstein's polynomials of degree 3 or less are all on one side of zero, so that there is no root
/// from 0 to 1.
fn one_sided(p: &Poly) -> bool {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| p.0.get(i).cloned().unwrap_or_default());
    let three: BigInt = &a * 3;
    let coefficients = [three.clone(), &three + &b, three + &b * 2 + &c, a + b + c + d];
    p.0.len() <= 4 && coefficients.windows(2).all(|w| sign(&w[0]) * sign(&w[1]) > 0)
}

/// All roots of a polynomial that is not zero, from 0 to 1.
fn roots(p: &Poly) -> Vec<Moment> {
    let mut found = Vec::new();
    if p.0.len() < 2 || one_sided(p) {
        return found;
    }
    let chain = p.chain();
    if p.sign(&Dyadic::whole(0)) == 0 {
        found.push(Moment { of: None, from: Dyadic::whole(0), to: Dyadic::whole(0) });
    }
    let mut open = vec![(Dyadic::whole(0), Dyadic::whole(1))];
    while let Some((from, to)) = open.pop() {
        match changes(&chain, &from) - changes(&chain, &to) {
            0 => {}
            1 => found.push(Moment { of: Some((p.clone(), chain.clone())), from, to }),
            _ => {
                let middle = Dyadic::middle(&from, &to);
                open.push((middle.clone(), to));
                open.push((from, middle));
            }
        }
    }
    found
}

/// A vector of polynomials.
type Vector = [Poly; 3];

fn moving(path: Path) -> Vector {
    [0, 1, 2]
        .map(|i| Poly::new(vec![BigInt::from(path[0][i]), BigInt::from(path[1][i] - path[0][i])]))
}

fn sub(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| a[i].sub(&b[i]))
}

fn dot(a: &Vector, b: &Vector) -> Poly {
    a[0].mul(&b[0]).add(&a[1].mul(&b[1])).add(&a[2].mul(&b[2]))
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].mul(&b[k]).sub(&a[k].mul(&b[j]))
    })
}

/// Polynomials that say whether a point lies on a segment: three that are zero, one that is not positive.
struct OnSegment {
    zero: Vector,
    within: Poly,
}

impl OnSegment {
    fn new(p: &Vector, a: &Vector, b: &Vector) -> Self {
        Self { zero: cross(&sub(p, a), &sub(b, a)), within: dot(&sub(p, a), &sub(p, b)) }
    }

    fn holds(&self, at: &Moment) -> bool {
        self.zero.iter().all(|z| at.sign(z) == 0) && at.sign(&self.within) <= 0
    }
}

/// What decides about a contact: `plane` is zero; then, where `normal` is not zero, all of `inside` are not negative;
/// where it is, one of the segments holds.
struct Deciding {
    plane: Poly,
    normal: Vector,
    inside: Vec<Poly>,
    segments: Vec<OnSegment>,
}

impl Deciding {
    fn holds(&self, at: &Moment) -> bool {
        if at.sign(&self.plane) != 0 {
            return false;
        }
        if self.normal.iter().any(|n| at.sign(n) != 0) {
            self.inside.iter().all(|p| at.sign(p) >= 0)
        } else {
            self.segments.iter().any(|s| s.holds(at))
        }
    }

    fn ever(&self) -> bool {
        let start = Moment { of: None, from: Dyadic::whole(0), to: Dyadic::whole(0) };
        if self.holds(&start) {
            return true;
        }
        let mut all: Vec<&Poly> = vec![&self.plane];
        if self.plane.is_zero() {
            all.extend(self.normal.iter().chain(&self.inside));
            all.extend(self.segments.iter().flat_map(|s| s.zero.iter().chain([&s.within])));
        }
        all.iter().any(|p| roots(p).iter().any(|at| self.holds(at)))
    }
}

/// Whether the point and the triangle meet from the start to the end.
pub fn point_triangle(point: Path, triangle: [Path; 3]) -> bool {
    let p = moving(point);
    let [a, b, c] = triangle.map(moving);
    let normal = cross(&sub(&b, &a), &sub(&c, &a));
    let inside = [(&b, &c), (&c, &a), (&a, &b)]
        .map(|(q, r)| dot(&normal, &cross(&sub(q, &p), &sub(r, &p))))
        .to_vec();
    let segments = [(&a, &b), (&b, &c), (&c, &a)].map(|(q, r)| OnSegment::new(&p, q, r));
    Deciding { plane: dot(&normal, &sub(&p, &a)), normal, inside, segments: segments.into() }.ever()
}

/// Whether two edges meet from the start to the end.
pub fn edge_edge(first: [Path; 2], second: [Path; 2]) -> bool {
    let [a, b] = first.map(moving);
    let [c, d] = second.map(moving);
    let (ab, cd, ac) = (sub(&b, &a), sub(&d, &c), sub(&c, &a));
    let normal = cross(&ab, &cd);
    // a + s (b − a) = c + r (d − c): s n² = (ac × cd)·n, r n² = (ac × ab)·n.
    let square = dot(&normal, &normal);
    let s = dot(&cross(&ac, &cd), &normal);
    let r = dot(&cross(&ac, &ab), &normal);
    let inside = vec![s.clone(), square.sub(&s), r.clone(), square.sub(&r)];
    let segments = [(&a, &c, &d), (&b, &c, &d), (&c, &a, &b), (&d, &a, &b)];
    let segments = segments.map(|(p, q, r)| OnSegment::new(p, q, r));
    Deciding { plane: dot(&normal, &ac), normal, inside, segments: segments.into() }.ever()
}
