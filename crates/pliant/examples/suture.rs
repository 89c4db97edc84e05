//! A law of one's own: a suture that tears. `cargo run --release --example suture`
#![allow(clippy::print_stdout)]

use pliant::{Block, Generalised, Law, Lines, Rigid, Rule, Shape, Site, Vec3, World};

/// Holds a point until that takes more than its strength, N.
#[derive(Debug)]
struct Suture {
    strength: f64,
    torn: bool,
}

impl Law for Suture {
    fn lines(&self) -> usize {
        3
    }

    fn solve(&mut self, w: &Block<'_>, delta: &[f64], f: &[f64]) -> Lines {
        if self.torn { Lines::zero(3) } else { w.bilateral(delta, f) }
    }

    fn end(&mut self, f: &[f64]) {
        self.torn |= f.iter().map(|x| x * x).sum::<f64>().sqrt() > self.strength;
    }
}

fn main() -> pliant::Result<()> {
    let mut world = World::default();
    let ball = world.add_rigid(Rigid::new(Shape::ball(0.1), 1.0, Vec3::ZERO))?;
    let law = Rule::Own(Box::new(Suture { strength: 15.0, torn: false }));
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
    let suture = world.add_generalised(Generalised::on_point(a, b).with(law))?;
    for step in 0..100 {
        // A pull that grows by 10 N in a second, on top of its weight.
        world.apply_force(b, Vec3::NEG_Y * (0.2 * step as f32))?;
        world.step();
    }
    println!(
        "carries {:?} N at {} m",
        &world.generalised_force(suture)?[..],
        world.position(ball)?.y
    );
    Ok(())
}
