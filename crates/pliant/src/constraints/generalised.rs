//! Generalised: a constraint of one to six lines with any law (Guébert, Duriez and Grisoni 2008).
//!
//! It is all there is to a constraint in the constraint space: two sites, *directions* and a *law*. A line
//! along `n` has the violation `δ = n·(x_b − x_a)`, a line about `e` the angle by which b has turned about `e`
//! since it was added; directions turn with a. With `d = x_b − x_a` the lines move at
//! `n·(v_b − v_a) + (n × d)·ω_a` and `e·(ω_b − ω_a)`, so both sides are pushed at the site of b and angular
//! momentum is kept. How faces and tets turn is in `bearing.rs`.
//!
//! | lines | what is held |
//! |---|---|
//! | 1 | a point in a plane |
//! | 2 | a point on a line |
//! | 3 | a point |
//! | 5 | a hinge |
//! | 6 | everything |
//!
//! Only the [constraint-space solver](crate::solvers::space) knows these rows; islands that have any go to it.

use std::fmt::Debug;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bearing::Bearing;
use crate::error::{Check, Result};
use crate::math::{IntoF64, Real, Vec3, tangents};
use crate::site::{Point, Site};
use crate::solvers::space::law::{Local, MOST};

/// Two sites, directions, and a law for them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Generalised {
    /// For messages and reports.
    pub name: String,
    /// The end that directions turn with.
    pub a: Site,
    /// The other end.
    pub b: Site,
    /// Directions, of any length but zero in the axes of the world when it is added, along which the law
    /// sees how far b is from a.
    pub along: Vec<Vec3>,
    /// Axes, alike, about which it sees how far b has turned from a; they come after those in `along`.
    pub about: Vec<Vec3>,
    /// Which forces its lines may carry.
    pub law: Rule,
}

impl Default for Generalised {
    fn default() -> Self {
        let origin = Site::World(Vec3::ZERO);
        let along = Vec3::AXES.to_vec();
        let (a, b, about, law) = (origin, origin, Vec::new(), Rule::Bilateral);
        Self { name: String::new(), a, b, along, about, law }
    }
}

impl Generalised {
    /// The site b stays in the plane through a with this normal.
    pub fn on_plane(a: Site, b: Site, normal: Vec3) -> Self {
        Self { a, b, along: vec![normal], ..Self::default() }
    }

    /// The site b stays on the line through a along this direction.
    pub fn on_line(a: Site, b: Site, direction: Vec3) -> Self {
        Self { a, b, along: across(direction), ..Self::default() }
    }

    /// The site b stays at a.
    pub fn on_point(a: Site, b: Site) -> Self {
        Self { a, b, ..Self::default() }
    }

    /// The site b stays at a, and turns about this axis alone.
    pub fn hinge(a: Site, b: Site, axis: Vec3) -> Self {
        Self { a, b, about: across(axis), ..Self::default() }
    }

    /// The site b stays at a and does not turn.
    pub fn weld(a: Site, b: Site) -> Self {
        Self { a, b, about: Vec3::AXES.to_vec(), ..Self::default() }
    }

    /// The same with another law.
    pub fn with(self, law: Rule) -> Self {
        Self { law, ..self }
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.along.len() + self.about.len()
    }

    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        for (field, list) in [("along", &self.along), ("about", &self.about)] {
            let bad = |v: &&Vec3| !(v.length().is_finite() && v.length() > 0.0);
            if let Some(v) = list.iter().find(bad) {
                return check.refuse(
                    field,
                    v.to_array(),
                    "finite directions, and none of zero length",
                );
            }
        }
        if !(1..=MOST).contains(&self.lines()) {
            return check.refuse("lines", self.lines(), "1 to 6 directions");
        }
        self.law.check(&check, self.along.len(), self.lines())
    }
}

/// Two directions across one; itself if it has no length, for the check to find.
fn across(direction: Vec3) -> Vec<Vec3> {
    match direction.try_normalize() {
        Some(n) => <[Vec3; 2]>::from(tangents(n)).to_vec(),
        None => vec![direction],
    }
}

/// Which forces the lines of a [`Generalised`] constraint may carry.
#[derive(Debug)]
pub enum Rule {
    /// `δ = 0`, on any number of lines.
    Bilateral,
    /// `0 ≤ f ⊥ δ ≥ 0`, on one line: b is pushed along the direction and never pulled.
    Unilateral,
    /// `δ = 0` while that takes no more than this force (N) or torque (N·m) in all.
    Bounded(Real),
    /// The first lines are held, one of them unilaterally if told so; the one or two others rub, with
    /// at most `coefficient` times the force on those held, against the slip.
    Friction {
        /// Coulomb's coefficient.
        coefficient: Real,
        /// How many lines are held: 1 or 2.
        held: usize,
        /// Whether the first only pushes; then no other is held.
        unilateral: bool,
    },
    /// The caller's own.
    Own(Box<dyn Law>),
}

/// A law of the caller's own. It is asked again and again in every substep, while all other constraints are
/// as they are, until nothing changes; so it may answer in another way as soon as it sees fit.
pub trait Law: Debug + Send + Sync {
    /// On how many lines it is solved at once: 1 to 6.
    fn lines(&self) -> usize;

    /// The new force (N) of each line, or torque (N·m). With `f` the lines have the violation `delta` (m, rad)
    /// at the end of the substep, with another one `delta + w (new − f)`.
    fn solve(&mut self, w: &Block<'_>, delta: &[f64], f: &[f64]) -> Lines;

    /// Whether a line has no place it should be: then its violation is how far it slips in the substep.
    fn slips(&self, _line: usize) -> bool {
        false
    }

    /// Told the force at the end of each substep: the place to break, wear or harden.
    fn end(&mut self, _f: &[f64]) {}

    /// What it remembers, for snapshots.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over what another one of its kind remembered.
    fn load(&mut self, _saved: &[u8]) {}
}

/// A number for each of up to six lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines {
    values: [f64; MOST],
    /// How many were given: those beyond six are not kept.
    count: usize,
}

impl Lines {
    /// Nothing on so many lines.
    pub fn zero(count: usize) -> Self {
        Self { values: [0.0; MOST], count: count.min(MOST) }
    }

    /// All of them times a factor.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.values.iter_mut().for_each(|x| *x *= factor);
        self
    }

    /// The root of the sum of squares.
    pub fn length(&self) -> f64 {
        self.iter().map(|x| x * x).sum::<f64>().sqrt()
    }
}

impl std::ops::Deref for Lines {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.values[..self.count.min(MOST)]
    }
}

impl std::ops::DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.values[..self.count.min(MOST)]
    }
}

impl<const N: usize> From<[f64; N]> for Lines {
    fn from(values: [f64; N]) -> Self {
        values.into_iter().collect()
    }
}

impl FromIterator<f64> for Lines {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut out = Self::zero(0);
        for x in values {
            if let Some(place) = out.values.get_mut(out.count) {
                *place = x;
            }
            out.count += 1;
        }
        out
    }
}

/// The block of `W` that belongs to one law: how its lines give way to its forces, m/N, with all bodies as
/// they answer in this substep.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub(crate) w: &'a [f64],
    pub(crate) inverse: &'a [f64],
    pub(crate) lines: usize,
}

impl Block<'_> {
    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// How line `i` gives way to a force on line `k`, m/N.
    pub fn at(&self, i: usize, k: usize) -> f64 {
        self.w.get(i * self.lines + k).copied().unwrap_or(0.0)
    }

    /// The force that leaves no violation, `f − W⁻¹ δ`.
    pub fn bilateral(&self, delta: &[f64], f: &[f64]) -> Lines {
        let step = |i: usize| -> f64 {
            let row = &self.inverse[i * self.lines..(i + 1) * self.lines];
            row.iter().zip(delta).map(|(a, b)| a * b).sum()
        };
        (0..self.lines).map(|i| f.get(i).copied().unwrap_or(0.0) - step(i)).collect()
    }
}

impl Rule {
    pub(crate) fn check(&self, check: &Check<'_>, along: usize, lines: usize) -> Result<()> {
        let wrong = |accepted: &str| check.refuse("lines", lines, accepted);
        match self {
            Self::Bilateral => Ok(()),
            Self::Unilateral if lines != 1 => wrong("1 for a unilateral law"),
            Self::Unilateral => Ok(()),
            Self::Bounded(most) => check.positive("max_force", *most),
            Self::Friction { coefficient, held, unilateral } => {
                check.not_negative("friction", *coefficient)?;
                let most = if *unilateral { 1 } else { 2 };
                if !(1..=most).contains(held) {
                    return check.refuse("held", held, format!("1 to {most}"));
                }
                if along != lines || !(held + 1..=3).contains(&lines) {
                    return wrong(
                        "the lines held and 1 or 2 that rub, 3 in all, and none about an axis",
                    );
                }
                Ok(())
            }
            Self::Own(law) if law.lines() != lines => {
                check.refuse("lines", lines, format!("{}, which the law asks for", law.lines()))
            }
            Self::Own(_) => Ok(()),
        }
    }

    /// Whether a line has no place it should be.
    pub(crate) fn slips(&self, line: usize) -> bool {
        match self {
            Self::Friction { held, .. } => line >= *held,
            Self::Own(law) => law.slips(line),
            Self::Bilateral | Self::Unilateral | Self::Bounded(_) => false,
        }
    }

    /// The new impulse of its rows; what is wrong with it if it is none.
    pub(crate) fn solve(&mut self, local: &Local<'_>, h: f64) -> Result<[f64; MOST], String> {
        match self {
            Self::Bilateral => Ok(local.exact()),
            Self::Unilateral => {
                let bound = [0.0, f64::INFINITY, 0.0];
                Ok(Local { bound, ..*local }.interval())
            }
            Self::Bounded(most) => {
                let bound = [most.into_f64() * h, 0.0, 0.0];
                Ok(Local { bound, ..*local }.disc())
            }
            Self::Friction { coefficient, held, unilateral } => {
                let bound = [coefficient.into_f64(), 0.0, 0.0];
                Ok(Local { bound, ..*local }.friction(*held, *unilateral))
            }
            Self::Own(law) => ask(law.as_mut(), local, h),
        }
    }
}

/// Asks a law of the caller's, in forces and lengths.
fn ask(law: &mut dyn Law, local: &Local<'_>, h: f64) -> Result<[f64; MOST], String> {
    let lines = local.f.len();
    let (mut w, mut inverse) = ([0.0; MOST * MOST], [0.0; MOST * MOST]);
    for (i, (a, b)) in local.w.iter().zip(local.inverse).enumerate() {
        (w[i], inverse[i]) = (a * h * h, b / (h * h));
    }
    let delta: Lines = local.delta.iter().map(|x| x * h).collect();
    let f: Lines = local.f.iter().map(|x| x / h).collect();
    let n = lines * lines;
    let new = law.solve(&Block { w: &w[..n], inverse: &inverse[..n], lines }, &delta, &f);
    if new.count != lines {
        return Err(format!("its law returned {} lines; accepted: {lines}", new.count));
    }
    if let Some(x) = new.iter().find(|x| !x.is_finite()) {
        return Err(format!("its law returned {x}; accepted: finite forces"));
    }
    Ok(new.scaled(h).values)
}

/// A generalised constraint in a world.
#[derive(Debug, Serialize, Deserialize)]
pub struct GeneralisedRecord {
    pub(crate) generalised: Generalised,
    #[serde(skip, default = "crate::world::nowhere")]
    pub(crate) points: [Point; 2],
    /// How both ends turn.
    pub(crate) bearings: [Bearing; 2],
    /// Of the last substep, as a first guess for the next, N·s.
    pub(crate) impulse: [f64; MOST],
    /// Of the whole last step, N·s.
    pub(crate) total: [f64; MOST],
    /// What is wrong with its law; it carries nothing then.
    pub(crate) fault: Option<String>,
}

/// A law as a snapshot holds it.
#[derive(Serialize, Deserialize)]
enum Stored {
    Bilateral,
    Unilateral,
    Bounded(Real),
    Friction(Real, u8, bool),
    /// Lines, and what the law remembers.
    Own(u8, Vec<u8>),
}

/// The place of a caller's law after a snapshot was restored: it carries nothing, until the caller brings
/// the law back.
#[derive(Debug)]
struct Absent {
    lines: usize,
    saved: Vec<u8>,
}

impl Law for Absent {
    fn lines(&self) -> usize {
        self.lines
    }

    fn solve(&mut self, _: &Block<'_>, _: &[f64], _: &[f64]) -> Lines {
        Lines::zero(self.lines)
    }

    fn save(&self) -> Vec<u8> {
        self.saved.clone()
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bilateral => Stored::Bilateral,
            Self::Unilateral => Stored::Unilateral,
            Self::Bounded(most) => Stored::Bounded(*most),
            Self::Friction { coefficient, held, unilateral } => {
                Stored::Friction(*coefficient, *held as u8, *unilateral)
            }
            Self::Own(law) => Stored::Own(law.lines() as u8, law.save()),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match Stored::deserialize(from)? {
            Stored::Bilateral => Self::Bilateral,
            Stored::Unilateral => Self::Unilateral,
            Stored::Bounded(most) => Self::Bounded(most),
            Stored::Friction(coefficient, held, unilateral) => {
                Self::Friction { coefficient, held: held.into(), unilateral }
            }
            Stored::Own(lines, saved) => Self::Own(Box::new(Absent { lines: lines.into(), saved })),
        })
    }
}
