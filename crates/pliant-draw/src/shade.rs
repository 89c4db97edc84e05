//! The colour of each pixel.

use crate::camera::View;
use crate::colour::linear;
use crate::contact::Contact;
use crate::ground::SeenGround;
use crate::light::{Light, Reach};
use crate::mesh::Mesh;
use crate::shadow::ShadowMap;
use crate::vector::{Vec3, add, blend, direction, dot, mix, scale, sub};
use crate::visibility::{GROUND, Owner, SeenFacet, Visibility};

/// The background at the top and at the bottom of the picture, as sRGB.
const BACKGROUND: [[f32; 3]; 2] = [[0.78, 0.82, 0.86], [0.93, 0.93, 0.92]];

/// All that decides the colour of a pixel.
pub(crate) struct Shading<'a> {
    pub(crate) view: &'a View,
    pub(crate) mesh: &'a Mesh,
    pub(crate) visibility: &'a Visibility,
    pub(crate) ground: Option<&'a SeenGround>,
    pub(crate) light: Light,
    pub(crate) shadow: &'a ShadowMap,
    pub(crate) contact: &'a Contact,
    /// Samples per pixel in each direction: one or two.
    pub(crate) samples: usize,
}

impl Shading<'_> {
    /// Calls `paint` with the linear colour of each pixel of a row, from left to right.
    pub(crate) fn each_pixel(&self, row: usize, mut paint: impl FnMut(Vec3)) {
        let background = self.background(row);
        for pixel in 0..self.view.width / self.samples {
            paint(match self.samples {
                1 => self.single_sample(row, pixel, background),
                _ => self.four_samples(row, pixel, background),
            });
        }
    }

    fn single_sample(&self, row: usize, pixel: usize, background: Vec3) -> Vec3 {
        let size = self.view.size();
        let owner = self.visibility.owner(row, pixel, size);
        self.sample_colour(owner, size.x(pixel), size.y(row), background)
    }

    /// The mean colour of four samples. Those that show the same thing are shaded once, in their
    /// middle, which for the samples of one triangle lies within the triangle.
    fn four_samples(&self, row: usize, pixel: usize, background: Vec3) -> Vec3 {
        let size = self.view.size();
        let (x, y) = (size.x(2 * pixel), size.y(2 * row));
        let owner = |down, right| self.visibility.owner(2 * row + down, 2 * pixel + right, size);
        let owners = [owner(0, 0), owner(0, 1), owner(1, 0), owner(1, 1)];
        if owners == [owners[0]; 4] {
            return self.sample_colour(owners[0], x + 0.5, y + 0.5, background);
        }
        let mut total = [0.0; 3];
        for (i, &owner) in owners.iter().enumerate() {
            if owners[..i].contains(&owner) {
                continue;
            }
            let (mut count, mut right, mut down) = (0.0, 0.0, 0.0);
            for k in (i..4).filter(|&k| owners[k] == owner) {
                count += 1.0;
                right += (k % 2) as f32;
                down += (k / 2) as f32;
            }
            let colour = self.sample_colour(owner, x + right / count, y + down / count, background);
            total = add(total, scale(colour, 0.25 * count));
        }
        total
    }

    fn sample_colour(&self, owner: Owner, x: f32, y: f32, background: Vec3) -> Vec3 {
        match (self.visibility.facet(owner), self.ground) {
            (Some(seen), _) => self.facet_colour(seen, x, y),
            (None, Some(ground)) if owner == GROUND => self.ground_colour(ground, x, y, background),
            _ => background,
        }
    }

    fn background(&self, row: usize) -> Vec3 {
        let rows = (self.view.height / self.samples) as f32;
        mix(linear(BACKGROUND[0]), linear(BACKGROUND[1]), (row as f32 + 0.5) / rows)
    }

    fn facet_colour(&self, seen: &SeenFacet, x: f32, y: f32) -> Vec3 {
        let facet = &self.mesh.facets[seen.facet];
        let weights = seen.triangle.weights(x, y);
        let position = blend(self.mesh.corners(facet), weights);
        let smooth = || {
            let normals = facet.corners.map(|i| self.mesh.normals[i as usize]);
            direction(blend(normals, weights))
        };
        let outward = facet.smooth.then(smooth).flatten().unwrap_or(facet.normal);
        // Two-sided surfaces are lit on the side that is seen.
        let side = if seen.triangle.clockwise { -1.0 } else { 1.0 };
        let normal = scale(outward, side);

        let lit = dot(normal, self.light.toward) > 0.0;
        let lamp = if lit { self.shadow.light_at(position, normal) } else { 0.0 };
        let reach = Reach { lamp, sky: 1.0 };
        let to_eye = direction(sub(self.view.eye, position)).unwrap_or(normal);
        let matte = self.light.matte(facet.colour, normal, reach);
        add(matte, self.light.gloss(normal, to_eye, reach))
    }

    fn ground_colour(&self, ground: &SeenGround, x: f32, y: f32, background: Vec3) -> Vec3 {
        let spot = ground.spot(x, y, self.samples as f32);
        if spot.presence == 0.0 {
            return background;
        }
        let reach = Reach {
            lamp: self.shadow.light_at(spot.position, ground.normal),
            sky: self.contact.sky_at(spot.position),
        };
        let colour = self.light.matte(spot.colour, ground.normal, reach);
        mix(background, colour, spot.presence)
    }
}
