//! Queries against rigid and deformable bodies.

use super::near;
use crate::meshing::primitives;
use crate::*;

/// Ground, a ball at x = 2, a cloth that lies flat at y = 1 about the origin.
fn scene() -> (World, [AnyBody; 3]) {
    let mut world = World::default();
    let ground = world.add_rigid(Rigid::ground()).unwrap();
    let ball =
        world.add_rigid(Rigid::new(Shape::ball(0.5), 1.0, Vec3::new(2.0, 0.5, 0.0))).unwrap();
    let mesh = primitives::grid([1.0, 1.0], [6, 6]).unwrap();
    let cloth = Soft { mesh, position: Vec3::Y, mass: Mass::Total(0.1), ..Soft::default() };
    let cloth = world.add_soft(cloth).unwrap();
    (world, [AnyBody::Rigid(ground), AnyBody::Rigid(ball), AnyBody::Soft(cloth)])
}

#[test]
fn a_ray_meets_the_first_body() {
    let (world, [ground, ball, cloth]) = scene();
    let seen = Seen::default();
    let down = |x: Real, seen: &Seen| {
        world.cast_ray(Vec3::new(x, 3.0, 0.1), Vec3::NEG_Y, 10.0, seen).unwrap()
    };
    let hit = down(0.1, &seen).unwrap();
    assert_eq!(hit.body, cloth);
    near(hit.distance, 2.0, 1e-5);
    near(hit.normal.y, 1.0, 1e-5);
    assert!(hit.face.is_some());
    assert_eq!(down(2.0, &seen).unwrap().body, ball);
    assert_eq!(down(5.0, &seen).unwrap().body, ground);
    let hit = down(0.1, &Seen { except: Some(cloth), ..seen }).unwrap();
    assert_eq!(hit.body, ground);
    near(hit.distance, 3.0, 1e-5);
    assert_eq!(world.cast_ray(Vec3::Y * 3.0, Vec3::Y, 10.0, &seen).unwrap(), None);
    assert!(world.cast_ray(Vec3::Y, Vec3::ZERO, 1.0, &seen).is_err());
}

#[test]
fn a_moving_shape_stops_at_the_first_body() {
    let (world, [_, ball, cloth]) = scene();
    let cast = |x: Real| {
        let (shape, from) = (Shape::ball(0.2), Vec3::new(x, 3.0, 0.1));
        let seen = Seen::default();
        world.cast_shape(&shape, from, Quat::IDENTITY, Vec3::NEG_Y, 10.0, &seen).unwrap().unwrap()
    };
    assert_eq!(cast(0.0).body, cloth);
    near(cast(0.0).distance, 1.8, 1e-3);
    assert_eq!(cast(2.0).body, ball);
}

#[test]
fn a_point_finds_the_nearest_surface() {
    let (world, [ground, ball, cloth]) = scene();
    let at = |p: Vec3| world.nearest(p, 0.3, &Seen::default()).unwrap();
    let hit = at(Vec3::new(2.0, 0.7, 0.0)).unwrap();
    assert_eq!(hit.body, ball);
    near(hit.distance, -0.3, 1e-5);
    assert_eq!(at(Vec3::new(5.0, 0.1, 0.0)).unwrap().body, ground);
    let hit = at(Vec3::new(0.1, 1.2, 0.1)).unwrap();
    assert_eq!(hit.body, cloth);
    near(hit.distance, 0.2, 1e-5);
    assert_eq!(at(Vec3::Y * 5.0), None);
}

#[test]
fn a_volume_finds_all_that_is_in_it() {
    let (world, [ground, ball, cloth]) = scene();
    let in_box = |x: Real, y: Real, side: Real| {
        let shape = Shape::cuboid(side, side, side);
        world.overlapping(&shape, Vec3::new(x, y, 0.0), Quat::IDENTITY, &Seen::default()).unwrap()
    };
    assert_eq!(in_box(1.0, 0.5, 3.0), [ground, ball, cloth]);
    assert_eq!(in_box(0.0, 1.0, 0.1), [cloth]);
    assert_eq!(in_box(0.0, 3.0, 0.1), []);
}
