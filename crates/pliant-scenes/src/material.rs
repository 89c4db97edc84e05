//! The mesh of a deformable body and what follows from it: thickness, density, pinned nodes.

use std::path::Path;

use glamx::{DQuat, DVec3};
use pliant_io::mesh::{self, Mesh, MeshError, primitives, surface};
use pliant_io::scene::{self, Bounds, DEFAULT_DENSITY, Model, Pin, Pinned, Region, Soft};

/// Generates or reads the mesh of a body. What it joins (lines, triangles or tets) is checked and
/// alone kept: triangles beside tets are their surface, which is found again.
pub(crate) fn mesh(described: &scene::Mesh, folder: Option<&Path>) -> Result<Mesh, MeshError> {
    let mut mesh = match described {
        scene::Mesh::Grid { size, nodes } => {
            primitives::grid(*size, *nodes, primitives::Diagonals::Alternate)?
        }
        scene::Mesh::Rope { length, nodes } => primitives::rope(*length, *nodes)?,
        scene::Mesh::Box { size, cells } => primitives::tet_box(*size, *cells)?,
        scene::Mesh::Cylinder { radius, height, rings, layers, sectors } => {
            primitives::tet_cylinder(*radius, *height, *rings, *layers, *sectors)?
        }
        scene::Mesh::Sphere { radius, rings } => primitives::tet_sphere(*radius, *rings)?,
        scene::Mesh::Figure { height, cells } => primitives::figure(*height, *cells)?,
        scene::Mesh::Lathe { profile, segments } => primitives::lathe(profile, *segments)?,
        scene::Mesh::Gear { teeth, bore, root, tip, width } => {
            primitives::gear(*teeth, *bore, *root, *tip, *width)?
        }
        scene::Mesh::Teapot { length, segments } => primitives::teapot(*length, *segments)?,
        scene::Mesh::Polyline { points, nodes } => primitives::polyline(points, *nodes)?,
        scene::Mesh::Net { size, meshes, edges } => primitives::net(*size, *meshes, *edges)?,
        scene::Mesh::Tube { radii, height, nodes } => primitives::tube(*radii, *height, *nodes)?,
        scene::Mesh::File(path) => {
            let path = folder.map_or_else(|| path.into(), |folder| folder.join(path));
            let mesh = mesh::read_file(&path)?;
            return checked(mesh).map_err(|error| error.in_file(&path.to_string_lossy()));
        }
    };
    mesh = checked(mesh)?;
    Ok(mesh)
}

/// The surface that is drawn instead of a solid's own, if there is one: that of the tets if it has some.
pub(crate) fn drawn(soft: &Soft, folder: Option<&Path>) -> Result<Option<Mesh>, MeshError> {
    let Some(described) = &soft.surface else { return Ok(None) };
    let drawn = surface::outside(&mesh(described, folder)?);
    drawn.require_surface()?;
    Ok(Some(drawn))
}

fn checked(mut mesh: Mesh) -> Result<Mesh, MeshError> {
    if !mesh.tets.is_empty() {
        mesh.require_tets()?;
        mesh.triangles.clear();
        mesh.lines.clear();
    } else if !mesh.triangles.is_empty() || mesh.lines.is_empty() {
        mesh.require_surface()?;
        mesh.lines.clear();
    }
    Ok(mesh)
}

/// Factors of stiffness of each tetrahedron, from where the nodes start; none if all are 1.
pub(crate) fn grading(soft: &Soft, mesh: &Mesh, starts: &[DVec3]) -> Vec<f64> {
    if soft.grading.is_empty() {
        return Vec::new();
    }
    let factor = |tet: &[u32; 4]| {
        let centre = tet.iter().map(|&i| starts[i as usize]).sum::<DVec3>() / 4.0;
        let inside = |b: &Bounds| {
            centre.cmpge(DVec3::from_array(b.min)).all()
                && centre.cmple(DVec3::from_array(b.max)).all()
        };
        soft.grading.iter().filter(|g| inside(&g.bounds)).map(|g| g.factor).product()
    };
    mesh.tets.iter().map(factor).collect()
}

/// Contact thickness, m: as given, else 0.005 for surfaces and ropes, 0 for solids.
pub(crate) fn thickness(soft: &Soft, mesh: &Mesh) -> f64 {
    let default = if mesh.tets.is_empty() { 0.005 } else { 0.0 };
    soft.thickness.unwrap_or(default)
}

/// Density in kg/m³ of solids, kg/m² of surfaces and kg/m of ropes: as given, else that of water
/// as thick as the body.
pub(crate) fn density(soft: &Soft, mesh: &Mesh) -> f64 {
    let thickness = match thickness(soft, mesh) {
        0.0 => 0.005,
        thickness => thickness,
    };
    soft.density.unwrap_or(if !mesh.tets.is_empty() {
        DEFAULT_DENSITY
    } else if !mesh.triangles.is_empty() {
        DEFAULT_DENSITY * thickness
    } else {
        DEFAULT_DENSITY * std::f64::consts::PI * thickness * thickness / 4.0
    })
}

/// The damping of a body: as given, else what keeps cloth from fluttering for ever.
pub(crate) fn damping(soft: &Soft, mesh: &Mesh) -> f64 {
    let woven = matches!(soft.model, Model::Inextensible(_) | Model::Elastic(_));
    let surface = mesh.tets.is_empty() && !mesh.triangles.is_empty();
    soft.damping.unwrap_or(if woven && surface { 2.0 } else { 0.0 })
}

/// Where the nodes of a body start.
pub(crate) fn placed(soft: &Soft, mesh: &Mesh) -> Vec<DVec3> {
    let position = DVec3::from_array(soft.position);
    let rotation = DQuat::from_array(soft.rotation);
    let place = |&p: &[f64; 3]| position + rotation * DVec3::from_array(p);
    mesh.points.iter().map(place).collect()
}

/// The groups of nodes that are held, each in its way.
pub(crate) fn pins(soft: &Soft) -> Vec<Pin> {
    match &soft.pinned {
        Pinned::Nodes(nodes) if nodes.is_empty() => Vec::new(),
        Pinned::Nodes(nodes) => vec![Pin { nodes: Some(nodes.clone()), ..Pin::default() }],
        Pinned::Region(Region::Box(bounds)) => {
            vec![Pin { bounds: Some(*bounds), ..Pin::default() }]
        }
        Pinned::Pins(pins) => pins.clone(),
    }
}

/// The nodes that are listed, or that start in a box.
pub(crate) fn chosen(
    nodes: Option<&[u32]>,
    bounds: Option<&Bounds>,
    placed: &[DVec3],
) -> Vec<usize> {
    if let Some(nodes) = nodes {
        return nodes.iter().map(|&node| node as usize).collect();
    }
    let Some(Bounds { min, max }) = bounds else {
        return Vec::new();
    };
    // Points computed to lie on the box's face may miss it by rounding.
    let slack = 1e-9 * placed.iter().map(|p| p.abs().max_element()).fold(1.0, f64::max);
    let min = DVec3::from_array(*min) - slack;
    let max = DVec3::from_array(*max) + slack;
    let inside = |p: &DVec3| p.cmpge(min).all() && p.cmple(max).all();
    let numbered = placed.iter().enumerate();
    numbered.filter(|(_, p)| inside(p)).map(|(i, _)| i).collect()
}

/// The node nearest to a point, the first of those equally near.
pub(crate) fn nearest(placed: &[DVec3], point: DVec3) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (i, p) in placed.iter().enumerate() {
        let distance = p.distance_squared(point);
        if distance < best.0 {
            best = (distance, i);
        }
    }
    best.1
}

/// The edges over which stretch is measured, with their lengths at rest: of the surface, or of the
/// rope.
pub(crate) fn seen_edges(mesh: &Mesh) -> Vec<([u32; 2], f64)> {
    let edges = if !mesh.tets.is_empty() {
        surface::triangle_edges(&surface::boundary(&mesh.tets))
    } else if !mesh.triangles.is_empty() {
        surface::triangle_edges(&mesh.triangles)
    } else {
        mesh.lines.clone()
    };
    let at = |i: u32| DVec3::from_array(mesh.points[i as usize]);
    let measured = |e: [u32; 2]| (e, at(e[0]).distance(at(e[1])));
    edges.into_iter().map(measured).collect()
}
