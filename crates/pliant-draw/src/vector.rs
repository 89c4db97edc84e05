//! The little vector arithmetic that drawing needs.

/// A point, a direction or a linear colour.
pub(crate) type Vec3 = [f32; 3];

/// Coordinates beyond this are taken for the debris of a failed simulation. The limit keeps every
/// product of the rasteriser far from overflow.
const FARTHEST: f32 = 1e9;

pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: Vec3, s: f32) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

pub(crate) fn multiply(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

pub(crate) fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn mix(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    add(scale(a, 1.0 - t), scale(b, t))
}

/// The weighted sum of three vectors, as of the corners of a triangle.
pub(crate) fn blend(corners: [Vec3; 3], weights: [f32; 3]) -> Vec3 {
    add(
        add(scale(corners[0], weights[0]), scale(corners[1], weights[1])),
        scale(corners[2], weights[2]),
    )
}

pub(crate) fn length_between(a: Vec3, b: Vec3) -> f32 {
    let d = sub(a, b);
    dot(d, d).sqrt()
}

/// The vector at length one, or `None` where it has no direction: too short, too long, not finite.
pub(crate) fn direction(a: Vec3) -> Option<Vec3> {
    let length = dot(a, a).sqrt();
    (length > 1e-18 && length.is_finite()).then(|| scale(a, 1.0 / length))
}

/// Whether a point can be drawn: finite and not absurdly far away.
pub(crate) fn is_drawable(a: Vec3) -> bool {
    // A NaN fails every comparison.
    a.iter().all(|c| c.abs() < FARTHEST)
}

/// Whether a camera can stand at or look to a point: it may be far outside what it sees.
pub(crate) fn is_viewpoint(a: Vec3) -> bool {
    is_drawable(scale(a, 0.01))
}

/// Two unit vectors, `right` and `front`, level with respect to `up`: seen with `up` upwards,
/// `right` points right and `front` at the viewer. For y up they are x and z; for z up x and -y.
pub(crate) fn level_axes(up: Vec3) -> (Vec3, Vec3) {
    let reference = if up[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let right = direction(sub(reference, scale(up, dot(reference, up)))).unwrap_or(reference);
    (right, cross(right, up))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_axes_follow_the_usual_conventions() {
        assert_eq!(level_axes([0.0, 1.0, 0.0]), ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
        assert_eq!(level_axes([0.0, 0.0, 1.0]), ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0]));
    }

    #[test]
    fn debris_is_not_drawable() {
        assert!(is_drawable([0.0, -5.0, 1e8]));
        assert!(!is_drawable([0.0, f32::NAN, 0.0]));
        assert!(!is_drawable([f32::INFINITY, 0.0, 0.0]));
        assert!(!is_drawable([0.0, 0.0, -1e10]));
    }

    #[test]
    fn no_direction_without_length() {
        assert_eq!(direction([0.0; 3]), None);
        assert_eq!(direction([f32::NAN, 0.0, 1.0]), None);
        assert_eq!(direction([0.0, 3.0, 0.0]), Some([0.0, 1.0, 0.0]));
    }
}
