//! What is written can be read again, to the last bit.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::mesh::{Mesh, gmsh, obj, ply, stl, tetgen};

/// Any finite coordinate, ordinary ones more often.
fn coordinate() -> impl Strategy<Value = f64> {
    let any = any::<f64>().prop_filter("finite", |x| x.is_finite());
    prop_oneof![-10.0..10.0, any, Just(-0.0), Just(f64::MIN_POSITIVE), Just(f64::MAX)]
}

/// Any valid mesh.
fn mesh() -> impl Strategy<Value = Mesh> {
    let point = [coordinate(), coordinate(), coordinate()];
    vec(point, 1..30).prop_flat_map(|points| {
        let index = 0..points.len() as u32;
        let triangles = vec([index.clone(), index.clone(), index.clone()], 0..20);
        let tets = vec([index.clone(), index.clone(), index.clone(), index.clone()], 0..20);
        let lines = vec([index.clone(), index], 0..20);
        (Just(points), triangles, tets, lines).prop_map(|(points, triangles, tets, lines)| Mesh {
            points,
            triangles,
            tets,
            lines,
        })
    })
}

/// The bits of all coordinates, so that 0 and -0 differ.
fn bits(mesh: &Mesh) -> Vec<[u64; 3]> {
    mesh.points.iter().map(|point| point.map(f64::to_bits)).collect()
}

/// Asserts that two meshes are the same to the last bit.
fn assert_same(a: &Mesh, b: &Mesh) {
    assert_eq!(bits(a), bits(b));
    assert_eq!(a, b);
}

proptest! {
    #[test]
    fn obj_and_ply(mut mesh in mesh()) {
        mesh.tets.clear();
        assert_same(&obj::read("a", obj::write(&mesh).unwrap().as_bytes()).unwrap(), &mesh);
        assert_same(&ply::read("a", ply::write(&mesh).unwrap().as_bytes()).unwrap(), &mesh);
    }

    #[test]
    fn gmsh_holds_all(mesh in mesh()) {
        assert_same(&gmsh::read("a", gmsh::write(&mesh).unwrap().as_bytes()).unwrap(), &mesh);
    }

    #[test]
    fn tetgen_files(mut mesh in mesh()) {
        mesh.lines.clear();
        let files = tetgen::write(&mesh).unwrap();
        let face = files.face.as_ref().map(String::as_bytes);
        let read = tetgen::read("a", files.node.as_bytes(), Some(files.ele.as_bytes()), face);
        assert_same(&read.unwrap(), &mesh);
    }

    #[test]
    fn stl_in_single_precision(mut mesh in mesh()) {
        mesh.tets.clear();
        mesh.lines.clear();
        mesh.triangles.push([0; 3]);
        mesh.points.iter_mut().flatten().for_each(|x| *x = f64::from(x.clamp(-1e30, 1e30) as f32));
        let read = stl::read("a", &stl::write(&mesh).unwrap()).unwrap();
        prop_assert_eq!(read.triangles.len(), mesh.triangles.len());
        for (a, b) in read.triangles.iter().zip(&mesh.triangles) {
            prop_assert_eq!(read.corners(a), mesh.corners(b));
        }
        prop_assert_eq!(read.clone().weld(), 0);
    }
}
