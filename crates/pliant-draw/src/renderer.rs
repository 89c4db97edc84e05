//! Draws pictures.

use crate::colour::Encoder;
use crate::contact::Contact;
use crate::light::Light;
use crate::mesh::Mesh;
use crate::shade::Shading;
use crate::shadow::ShadowMap;
use crate::visibility::Visibility;
use crate::{Camera, Error, Image, Model};

/// How edges are smoothed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Antialias {
    /// Not at all: one sample per pixel, the quickest.
    Off,
    /// Four samples per pixel.
    #[default]
    Four,
}

/// Draws models into an image of fixed size. A renderer keeps its buffers from picture to picture,
/// and nothing else: a picture depends only on the model and the camera.
#[derive(Debug)]
pub struct Renderer {
    antialias: Antialias,
    image: Image,
    mesh: Mesh,
    visibility: Visibility,
    shadow: ShadowMap,
    contact: Contact,
    encoder: Encoder,
}

impl Renderer {
    /// A renderer of pictures of the given size in pixels. Errs with [`Error::ImageSize`] if a
    /// side is zero or above [`Image::MAX_SIDE`].
    pub fn new(width: u32, height: u32) -> Result<Renderer, Error> {
        Ok(Renderer {
            antialias: Antialias::default(),
            image: Image::new(width, height)?,
            mesh: Mesh::default(),
            visibility: Visibility::new(),
            shadow: ShadowMap::new(),
            contact: Contact::new(),
            encoder: Encoder::new(),
        })
    }

    /// Chooses how edges are smoothed; [`Antialias::Four`] unless told otherwise.
    pub fn set_antialias(&mut self, antialias: Antialias) {
        self.antialias = antialias;
    }

    /// The width of the picture divided by its height.
    pub fn aspect(&self) -> f32 {
        self.image.width() as f32 / self.image.height() as f32
    }

    /// Draws a model. Parts of the model that cannot be drawn are left out; errs with
    /// [`Error::Camera`] or [`Error::FieldOfView`] if the camera cannot see anything.
    pub fn render(&mut self, model: &Model, camera: &Camera) -> Result<&Image, Error> {
        let samples = match self.antialias {
            Antialias::Off => 1,
            Antialias::Four => 2,
        };
        let [width, height] =
            [self.image.width(), self.image.height()].map(|side| side as usize * samples);
        let view = camera.view(width, height)?;
        let ground = model.ground.and_then(|ground| ground.seen(&view));
        let light = Light::new(model.light, view.sky);

        self.mesh.gather(model);
        self.shadow.cast(&self.mesh, light.toward);
        if let Some(ground) = &ground {
            self.contact.cast(&self.mesh, ground.point, ground.normal);
        }
        self.visibility.draw(&self.mesh, ground.as_ref(), &view);

        let shading = Shading {
            view: &view,
            mesh: &self.mesh,
            visibility: &self.visibility,
            ground: ground.as_ref(),
            light,
            shadow: &self.shadow,
            contact: &self.contact,
            samples,
        };
        for (row, bytes) in self.image.rows_mut().enumerate() {
            let mut pixels = bytes.chunks_exact_mut(3);
            shading.each_pixel(row, |colour| {
                if let Some(pixel) = pixels.next() {
                    pixel.copy_from_slice(&self.encoder.encode(colour));
                }
            });
        }
        Ok(&self.image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Ground, Mark, Pose, Surface, Tube};

    const UP: [f32; 3] = [0.0, 1.0, 0.0];
    const RED: [f32; 3] = [0.9, 0.1, 0.1];
    const BLUE: [f32; 3] = [0.1, 0.1, 0.9];

    /// Straight at the origin from ten units along z; the picture is ten units high there.
    fn head_on() -> Camera {
        let vertical_fov = 2.0 * 0.5_f32.atan();
        Camera { eye: [0.0, 0.0, 10.0], target: [0.0; 3], up: UP, vertical_fov }
    }

    fn square(z: f32, half: f32, colour: [f32; 3]) -> Surface {
        let corners = vec![[-half, -half, z], [half, -half, z], [half, half, z], [-half, half, z]];
        Surface::cloth(corners, vec![[0, 1, 2], [0, 2, 3]], colour)
    }

    fn draw(model: &Model, camera: &Camera) -> Result<Image, Error> {
        Renderer::new(40, 40)?.render(model, camera).cloned()
    }

    fn is_red(pixel: Option<[u8; 3]>) -> bool {
        pixel.is_some_and(|[r, _, b]| r > b.saturating_add(40))
    }

    fn is_blue(pixel: Option<[u8; 3]>) -> bool {
        pixel.is_some_and(|[r, _, b]| b > r.saturating_add(40))
    }

    #[test]
    fn a_square_covers_its_pixels_and_no_others() -> Result<(), Error> {
        let model = Model { surfaces: vec![square(0.0, 2.5, RED)], ..Model::default() };
        let image = draw(&model, &head_on())?;
        for y in 0..40 {
            for x in 0..40 {
                let inside = (10..30).contains(&x) && (10..30).contains(&y);
                assert_eq!(is_red(image.pixel(x, y)), inside, "{x} {y}");
            }
        }
        Ok(())
    }

    #[test]
    fn the_nearer_surface_hides_the_farther_in_any_order() -> Result<(), Error> {
        let (near, far) = (square(1.0, 1.0, RED), square(0.0, 3.0, BLUE));
        for surfaces in [vec![near.clone(), far.clone()], vec![far, near]] {
            let image = draw(&Model { surfaces, ..Model::default() }, &head_on())?;
            assert!(is_red(image.pixel(20, 20)));
            assert!(is_blue(image.pixel(12, 20)));
        }
        Ok(())
    }

    #[test]
    fn only_two_sided_surfaces_are_seen_from_behind() -> Result<(), Error> {
        let mut back = square(0.0, 2.0, RED);
        back.triangles = vec![[2, 1, 0], [3, 2, 0]];
        let mut model = Model { surfaces: vec![back], ..Model::default() };
        assert!(is_red(draw(&model, &head_on())?.pixel(20, 20)));
        model.surfaces[0].two_sided = false;
        assert!(!is_red(draw(&model, &head_on())?.pixel(20, 20)));
        Ok(())
    }

    #[test]
    fn a_ball_darkens_the_ground_below() -> Result<(), Error> {
        let bounds = Bounds { min: [-2.0, 0.0, -2.0], max: [2.0, 1.0, 2.0] };
        let mut ground = Ground::fit(bounds, [0.0; 3], UP);
        ground.colours = [[0.8; 3]; 2];
        let camera = Camera::fit(bounds, UP, 1.0);
        let mut model = Model { ground: Some(ground), light: Some(UP), ..Model::default() };
        let bare = draw(&model, &camera)?;
        model.surfaces.push(Surface::ball(Pose::at([0.0, 4.0, 0.0]), 0.5, RED));
        let shadowed = draw(&model, &camera)?;
        let under = camera.view(40, 40)?.project([0.0; 3]);
        let [x, y] = [under[0], under[1]].map(|c| (c / under[2] + 20.0) as u32);
        let green = |image: &Image, x, y| image.pixel(x, y).map_or(0, |p| i32::from(p[1]));
        assert!(green(&bare, x, y) - green(&shadowed, x, y) > 30, "no shadow at {x} {y}");
        assert_eq!(bare.pixel(2, 38), shadowed.pixel(2, 38), "light elsewhere");
        Ok(())
    }

    #[test]
    fn bad_parts_are_left_out_and_the_rest_is_drawn() -> Result<(), Error> {
        let good = Model { surfaces: vec![square(0.0, 2.0, RED)], ..Model::default() };
        let mut bad = good.clone();
        bad.surfaces[0].triangles.push([0, 1, 4_000_000]);
        bad.surfaces[0].positions.push([f32::NAN, 0.0, 0.0]);
        bad.surfaces[0].triangles.push([0, 1, 4]);
        bad.surfaces.push(Surface::ball(Pose::at([f32::NAN; 3]), 1.0, BLUE));
        bad.surfaces.push(Surface::ball(Pose::at([0.0; 3]), f32::INFINITY, BLUE));
        bad.tubes.push(Tube { points: vec![[0.0; 3]], radius: 1.0, colour: BLUE });
        bad.marks.push(Mark { position: [0.0; 3], radius: 0.0, colour: BLUE });
        bad.ground = Some(Ground::fit(Bounds::default(), [0.0; 3], [0.0; 3]));
        assert_eq!(draw(&good, &head_on())?, draw(&bad, &head_on())?);
        Ok(())
    }

    #[test]
    fn nothing_draws_as_background() -> Result<(), Error> {
        let image = draw(&Model::default(), &head_on())?;
        assert!(image.as_rgb().iter().all(|&byte| byte > 150));
        Ok(())
    }

    #[test]
    fn strange_scales_do_not_panic() -> Result<(), Error> {
        for scale in [1e-20_f32, 1e-6, 1e3, 9e8] {
            let ball = Surface::ball(Pose::at([0.0; 3]), scale, RED);
            let model = Model { surfaces: vec![ball, square(9.9, 9.0, BLUE)], ..Model::default() };
            draw(&model, &head_on())?;
            draw(&model, &Camera::fit(model.bounds().unwrap_or_default(), UP, 1.0))?;
        }
        Ok(())
    }

    #[test]
    fn pictures_do_not_depend_on_earlier_ones() -> Result<(), Error> {
        let model = Model { surfaces: vec![square(0.0, 2.0, RED)], ..Model::default() };
        let mut renderer = Renderer::new(40, 40)?;
        let first = renderer.render(&model, &head_on())?.clone();
        let ball = Surface::ball(Pose::at([0.0; 3]), 3.0, BLUE);
        renderer.render(&Model { surfaces: vec![ball], ..Model::default() }, &head_on())?;
        assert_eq!(&first, renderer.render(&model, &head_on())?);
        Ok(())
    }

    #[test]
    fn one_sample_per_pixel_draws_the_same_scene() -> Result<(), Error> {
        let model = Model { surfaces: vec![square(0.0, 2.5, RED)], ..Model::default() };
        let mut renderer = Renderer::new(40, 40)?;
        renderer.set_antialias(Antialias::Off);
        let image = renderer.render(&model, &head_on())?;
        assert!(is_red(image.pixel(10, 10)) && !is_red(image.pixel(9, 9)));
        Ok(())
    }
}
