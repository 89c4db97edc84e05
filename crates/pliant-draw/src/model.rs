//! What is drawn.

use crate::{Bounds, Ground, Pose, Tube};

/// All that is in a picture. The default is empty and draws as plain background.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    /// Triangle meshes: rigid bodies, soft bodies, cloth.
    pub surfaces: Vec<Surface>,
    /// Thick lines: ropes, rods, cables.
    pub tubes: Vec<Tube>,
    /// Small plain balls that point something out, such as a contact or a pinned particle.
    pub marks: Vec<Mark>,
    /// The plane everything stands on, if any.
    pub ground: Option<Ground>,
    /// The direction towards the light. Without one (or if it has no direction) the light comes
    /// from above, over the left shoulder of a [fitted](crate::Camera::fit) camera.
    pub light: Option<[f32; 3]>,
}

impl Model {
    /// The box around all surfaces, tubes and marks, but not the ground; `None` if there is
    /// nothing to draw.
    pub fn bounds(&self) -> Option<Bounds> {
        let surfaces = self.surfaces.iter().map(|s| Bounds::around(s.positions.iter().copied()));
        let tubes = self.tubes.iter().map(Tube::bounds);
        let marks = self.marks.iter().map(Mark::bounds);
        surfaces.chain(tubes).chain(marks).flatten().reduce(Bounds::union)
    }
}

/// A triangle mesh of one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Surface {
    /// The vertices, in world coordinates.
    pub positions: Vec<[f32; 3]>,
    /// Three vertices each, counter-clockwise when seen from the front. A triangle whose vertices
    /// do not exist or cannot be drawn is left out.
    pub triangles: Vec<[u32; 3]>,
    /// The colour as sRGB with components in 0..=1, as a colour picker shows it.
    pub colour: [f32; 3],
    /// Colours that replace `colour` triangle by triangle, in the order of `triangles`; triangles
    /// beyond the end of the list keep `colour`. Usually empty.
    pub triangle_colours: Vec<[f32; 3]>,
    /// Whether the triangles are also seen from behind, as cloth is. The backs of one-sided
    /// triangles are invisible.
    pub two_sided: bool,
    /// Whether shading hides the edges between triangles that share vertices.
    pub smooth: bool,
}

impl Surface {
    /// A smooth one-sided surface, such as the skin of a soft body.
    pub fn skin(positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>, colour: [f32; 3]) -> Surface {
        Surface {
            positions,
            triangles,
            colour,
            triangle_colours: Vec::new(),
            two_sided: false,
            smooth: true,
        }
    }

    /// A smooth two-sided surface.
    pub fn cloth(positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>, colour: [f32; 3]) -> Surface {
        Surface { two_sided: true, ..Surface::skin(positions, triangles, colour) }
    }
}

/// A small plain ball that points something out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// The middle of the ball.
    pub position: [f32; 3],
    /// Its radius; marks without a positive radius are left out.
    pub radius: f32,
    /// Its sRGB colour.
    pub colour: [f32; 3],
}

impl Mark {
    fn bounds(&self) -> Option<Bounds> {
        Bounds::around([self.position])
            .filter(|_| self.is_drawable())
            .map(|point| point.grown(self.radius))
    }

    fn is_drawable(&self) -> bool {
        self.radius > 0.0 && self.radius.is_finite()
    }

    /// The ball as a surface, or `None` if the mark is to be left out.
    pub(crate) fn surface(&self) -> Option<Surface> {
        self.is_drawable().then(|| {
            let patterned = Surface::ball(Pose::at(self.position), self.radius, self.colour);
            Surface { triangle_colours: Vec::new(), ..patterned }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_everything_but_the_bad() {
        let mut model = Model::default();
        assert_eq!(model.bounds(), None);
        model.marks.push(Mark { position: [1.0, 0.0, 0.0], radius: 0.5, colour: [0.0; 3] });
        model.marks.push(Mark { position: [9.0, 0.0, 0.0], radius: -1.0, colour: [0.0; 3] });
        model.surfaces.push(Surface::skin(vec![[0.0, 3.0, 0.0], [f32::NAN; 3]], vec![], [0.5; 3]));
        let bounds = model.bounds();
        assert_eq!(bounds, Some(Bounds { min: [0.0, -0.5, -0.5], max: [1.5, 3.0, 0.5] }));
    }
}
