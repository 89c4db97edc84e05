//! Generated meshes are what they say.

use std::f64::consts::PI;

use crate::mesh::primitives::*;
use crate::mesh::{Mesh, surface};

/// Asserts a closed surface of one part without problems, of about that volume.
#[track_caller]
fn assert_closed(mesh: &Mesh, volume: f64, tolerance: f64) {
    assert_eq!(mesh.require_closed_surface().unwrap(), Vec::<String>::new());
    let found = mesh.check().volume.unwrap();
    assert!((found - volume).abs() <= tolerance * volume, "volume {found}, expected {volume}");
}

/// Asserts good tets of one part without problems, of about that volume.
#[track_caller]
fn assert_solid(mesh: &Mesh, volume: f64, tolerance: f64, quality: f64) {
    assert_eq!(mesh.clone().require_tets().unwrap(), Vec::<String>::new());
    let check = mesh.check();
    assert!(check.closed && check.oriented && check.worst_quality.unwrap() > quality, "{check:?}");
    let skin = surface::boundary(&mesh.tets);
    let skin = Mesh { triangles: skin, tets: Vec::new(), ..mesh.clone() };
    for found in [check.volume.unwrap(), skin.check().volume.unwrap()] {
        assert!((found - volume).abs() <= tolerance * volume, "volume {found}, expected {volume}");
    }
}

#[test]
fn grids_are_indexed_by_row_and_face_up() {
    for diagonals in [Diagonals::Parallel, Diagonals::Alternate] {
        let mesh = grid([2.0, 1.0], [5, 3], diagonals).unwrap();
        assert_eq!((mesh.points.len(), mesh.triangles.len()), (15, 16));
        assert_eq!(mesh.points[0], [-1.0, 0.0, -0.5]);
        assert_eq!(mesh.points[2 * 5 + 1], [-0.5, 0.0, 0.5]);
        let check = mesh.check();
        assert!((check.area - 2.0).abs() < 1e-12 && check.oriented);
        assert_eq!(check.open_edges, 12);
        for triangle in &mesh.triangles {
            let [a, b, c] = mesh.corners(triangle).unwrap();
            let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            assert!(up > 0.0);
        }
    }
}

#[test]
fn ropes_are_polylines() {
    let mesh = rope(1.0, 5).unwrap();
    assert_eq!(mesh.points[0], [-0.5, 0.0, 0.0]);
    assert_eq!(mesh.lines, [[0, 1], [1, 2], [2, 3], [3, 4]]);
    assert_eq!(mesh.check().problems, Vec::<String>::new());
}

#[test]
fn solids_are_right() {
    let mesh = tet_box([2.0, 1.0, 0.5], [4, 2, 1]).unwrap();
    assert_eq!((mesh.points.len(), mesh.tets.len()), (5 * 3 * 2, 6 * 8));
    assert_solid(&mesh, 1.0, 1e-12, 0.4);
    for (rings, sectors) in [(1, 6), (2, 6), (3, 6), (4, 6), (1, 3), (3, 5), (3, 12)] {
        let mesh = tet_cylinder(0.5, 2.0, rings, 2 * rings, sectors).unwrap();
        let sides = f64::from(sectors * rings);
        let area = 0.5 * sides * (2.0 * PI / sides).sin() * 0.25;
        assert_solid(&mesh, 2.0 * area, 1e-12, 0.1);
        assert_eq!(mesh.tets.len() as u32, 3 * sectors * rings * rings * 2 * rings);
    }
    for rings in 1..9 {
        let mesh = tet_sphere(1.0, rings).unwrap();
        assert_eq!(mesh.tets.len() as u32, 8 * rings.pow(3));
        let tolerance = 1.6 / f64::from(rings * rings);
        assert_solid(&mesh, 4.0 / 3.0 * PI, tolerance, 0.1);
    }
}

#[test]
fn surfaces_are_closed() {
    assert_closed(&cuboid([1.0, 2.0, 3.0]).unwrap(), 6.0, 1e-12);
    let sphere = icosphere(2.0, 3).unwrap();
    assert_eq!((sphere.points.len(), sphere.triangles.len()), (642, 1280));
    assert_closed(&sphere, 32.0 / 3.0 * PI, 0.02);
    let cone = [[1.0, 0.0], [0.0, 3.0]];
    assert_closed(&lathe(&cone, 64).unwrap(), PI, 0.01);
    let reversed = [[0.0, 3.0], [1.0, 0.0]];
    assert_closed(&lathe(&reversed, 64).unwrap(), PI, 0.01);
    let cylinder = [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]];
    assert_closed(&lathe(&cylinder, 64).unwrap(), 2.0 * PI, 0.01);
    let ring = [[1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
    assert_closed(&lathe(&ring, 64).unwrap(), 3.0 * PI, 0.01);
    for bore in [0.0, 0.3] {
        let mesh = gear(12, bore, 1.0, 1.2, 0.5).unwrap();
        let volume = mesh.check().volume.unwrap();
        assert_closed(&mesh, volume, 1e-12);
        let ring = |radius: f64| 0.5 * PI * (radius * radius - bore * bore);
        assert!(volume > 0.9 * ring(1.0) && volume < ring(1.2));
    }
}

#[test]
fn teapots_have_their_parts() {
    for segments in [2, 3, 4, 10] {
        let mesh = teapot(0.3, segments).unwrap();
        assert_eq!(mesh.triangles.len() as u32, 64 * segments * segments - 8 * segments);
        let check = mesh.check();
        let [low, high] = check.bounds.unwrap();
        assert!((high[0] - low[0] - 0.3).abs() < 1e-12 && (high[0] + low[0]).abs() < 1e-12);
        assert!(check.oriented && check.nonmanifold_edges == 0);
    }
}

#[test]
fn surfaces_of_solids_are_sorted_and_outward() {
    let tet = [[0, 1, 2, 3]];
    assert_eq!(surface::boundary(&tet), [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    assert_eq!(surface::tet_edges(&tet).len(), 6);
    assert_eq!(surface::boundary(&[[0, 1, 2, 3], [1, 2, 3, 4]]).len(), 6);
    let pair = [[0, 1, 2], [2, 1, 3]];
    assert_eq!(surface::triangle_edges(&pair), [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
    assert_eq!(surface::hinges(&pair), [[1, 2, 0, 3]]);
    assert_eq!(surface::hinges(&[[2, 1, 3], [0, 1, 2]]), [[1, 2, 0, 3]]);
    assert_eq!(surface::hinges(&[[0, 1, 2], [2, 1, 3], [1, 2, 4]]), [[0u32; 4]; 0]);
    let mesh = grid([1.0, 1.0], [4, 4], Diagonals::Alternate).unwrap();
    let edges = surface::triangle_edges(&mesh.triangles).len();
    assert_eq!(surface::hinges(&mesh.triangles).len(), edges - 12);
}

#[test]
fn crossings_are_found() {
    let mut two = cuboid([1.0; 3]).unwrap();
    let other = cuboid([0.9; 3]).unwrap();
    two.points.extend(other.points.iter().map(|p| p.map(|x| x + 0.5)));
    two.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + 8)));
    assert!(two.check().closed);
    let pairs = surface::crossings(&two, 1000);
    assert!(!pairs.is_empty() && pairs.iter().all(|&[a, b]| a < 12 && b >= 12));
    assert_eq!(surface::crossings(&two, 1), pairs[..1]);
    two.points.iter_mut().skip(8).for_each(|p| p[0] += 1.0);
    assert!(surface::crossings(&two, 1000).is_empty());
}

#[test]
fn a_polyline_has_its_nodes_evenly_along_it() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0]];
    let rope = polyline(&corners, 7).unwrap();
    assert_eq!(rope.lines.len(), 6);
    let expected =
        [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 0.5], [1.0, 1.0], [1.0, 1.5], [1.0, 2.0]];
    for (p, [x, y]) in rope.points.iter().zip(expected) {
        assert!((p[0] - x).abs() < 1e-12 && (p[1] - y).abs() < 1e-12, "{p:?}");
    }
}

#[test]
fn a_net_has_knots_and_ropes_between_them() {
    let net = net([3.0, 2.0], [3, 2], 4).unwrap();
    let ropes = 3 * 3 + 4 * 2;
    assert_eq!(net.points.len(), 4 * 3 + ropes * 3);
    assert_eq!(net.lines.len(), ropes * 4);
    assert_eq!(net.points[5], [-0.5, 0.0, 0.0]);
    for [a, b] in net.lines {
        let [p, q] = [a, b].map(|i| net.points[i as usize]);
        let length = (0..3).map(|i| (q[i] - p[i]).powi(2)).sum::<f64>().sqrt();
        assert!((length - 0.25).abs() < 1e-12);
    }
}
