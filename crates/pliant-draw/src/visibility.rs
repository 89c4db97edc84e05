//! What is seen at each sample of the picture.

use crate::camera::View;
use crate::ground::SeenGround;
use crate::mesh::Mesh;
use crate::raster::{Size, Triangle};

/// What a sample shows: an index into the triangles seen, or one of the values below.
pub(crate) type Owner = u32;

const BACKGROUND: Owner = u32::MAX;
pub(crate) const GROUND: Owner = u32::MAX - 1;

/// The nearest thing at each sample. Nothing is shaded here, so hidden surfaces cost little.
#[derive(Debug)]
pub(crate) struct Visibility {
    /// One over the distance along the view axis: larger is nearer, zero is infinitely far.
    depths: Vec<f32>,
    owners: Vec<Owner>,
    seen: Vec<SeenFacet>,
}

/// A facet within the view.
#[derive(Debug)]
pub(crate) struct SeenFacet {
    pub(crate) triangle: Triangle,
    /// Its index in the mesh.
    pub(crate) facet: usize,
}

impl Visibility {
    /// The ground gives way to anything this much (relative to the distance) below it, so that
    /// cloth lying on it does not flicker through.
    const GROUND_RECESS: f32 = 1e-3;

    pub(crate) fn new() -> Visibility {
        Visibility { depths: Vec::new(), owners: Vec::new(), seen: Vec::new() }
    }

    /// Finds out what is seen, replacing what was before.
    pub(crate) fn draw(&mut self, mesh: &Mesh, ground: Option<&SeenGround>, view: &View) {
        let size = view.size();
        self.clear(ground, size);
        for (index, facet) in mesh.facets.iter().enumerate() {
            let corners = mesh.corners(facet).map(|point| view.project(point));
            let Some(triangle) = Triangle::seen(corners, f64::from(view.near), size) else {
                continue;
            };
            if triangle.clockwise && !facet.two_sided {
                continue;
            }
            let Ok(owner) = Owner::try_from(self.seen.len()) else {
                return;
            };
            let (depths, owners) = (&mut self.depths, &mut self.owners);
            triangle.each_sample(|sample, depth| {
                if depth > depths[sample] {
                    depths[sample] = depth;
                    owners[sample] = owner;
                }
            });
            self.seen.push(SeenFacet { triangle, facet: index });
        }
    }

    /// What a sample shows.
    pub(crate) fn owner(&self, row: usize, column: usize, size: Size) -> Owner {
        self.owners.get(row * size.width + column).copied().unwrap_or(BACKGROUND)
    }

    /// The facet behind an owner; `None` for background and ground.
    pub(crate) fn facet(&self, owner: Owner) -> Option<&SeenFacet> {
        self.seen.get(owner as usize)
    }

    fn clear(&mut self, ground: Option<&SeenGround>, size: Size) {
        self.seen.clear();
        self.depths.clear();
        self.depths.resize(size.width * size.height, 0.0);
        self.owners.clear();
        self.owners.resize(size.width * size.height, BACKGROUND);
        let Some(ground) = ground else { return };
        let rows = self.depths.chunks_exact_mut(size.width);
        for (row, (depths, owners)) in
            rows.zip(self.owners.chunks_exact_mut(size.width)).enumerate()
        {
            let at_row = ground.depth.on_row(size.y(row));
            for (column, (depth, owner)) in depths.iter_mut().zip(owners).enumerate() {
                let ground_depth = at_row + ground.depth.per_x * size.x(column);
                if ground_depth > 0.0 {
                    *depth = ground_depth * (1.0 - Self::GROUND_RECESS);
                    *owner = GROUND;
                }
            }
        }
    }
}
