//! Where a kinematic body, a pinned node or a point of the world is told to be.

use glamx::{DQuat, DVec3};
use pliant_io::scene::{Keyframe, Motion, Rigid, Travel, Waypoint};

/// The pose of a rigid body at a time: as its motion says, or as it was put.
pub(crate) fn pose_at(rigid: &Rigid, t: f64) -> (DVec3, DQuat) {
    let position = DVec3::from_array(rigid.position);
    let rotation = DQuat::from_array(rigid.rotation);
    match &rigid.motion {
        None => (position, rotation),
        Some(Motion::Sine { axis, amplitude, frequency, phase }) => {
            // From one library, so that every platform gives the same bits.
            let s = libm::sin(std::f64::consts::TAU * frequency * t + phase);
            (position + DVec3::from_array(*axis) * (amplitude * s), rotation)
        }
        Some(Motion::Keyframes(frames)) => between(frames, rotation, t),
    }
}

/// The displacement at a time of a point that started at `x`.
pub(crate) fn displacement(travel: &Travel, x: DVec3, t: f64) -> DVec3 {
    match travel {
        Travel::Sine { axis, amplitude, frequency, phase } => {
            let s = libm::sin(std::f64::consts::TAU * frequency * t + phase);
            DVec3::from_array(*axis) * (amplitude * s)
        }
        Travel::Keyframes(points) => waypoint(points, t),
        Travel::Linear { gradient, seconds } => {
            let share = if t < *seconds { t / seconds } else { 1.0 };
            let row = |i: usize| DVec3::from_array(gradient[i]).dot(x);
            DVec3::new(row(0), row(1), row(2)) * share
        }
    }
}

/// Straight lines between waypoints; still before the first and after the last.
fn waypoint(points: &[Waypoint], t: f64) -> DVec3 {
    let after = points.partition_point(|point| point.time <= t);
    let at = |point: &Waypoint| DVec3::from_array(point.displacement);
    match (after.checked_sub(1).and_then(|i| points.get(i)), points.get(after)) {
        (Some(a), Some(b)) => at(a).lerp(at(b), (t - a.time) / (b.time - a.time)),
        (Some(only), None) | (None, Some(only)) => at(only),
        (None, None) => DVec3::ZERO,
    }
}

/// Positions on straight lines and rotations on shortest arcs between keyframes; before the first
/// and after the last it stands still.
fn between(frames: &[Keyframe], own: DQuat, t: f64) -> (DVec3, DQuat) {
    let pose = |frame: &Keyframe| {
        let rotation = frame.rotation.map_or(own, DQuat::from_array);
        (DVec3::from_array(frame.position), rotation)
    };
    let after = frames.partition_point(|frame| frame.time <= t);
    match (after.checked_sub(1).and_then(|i| frames.get(i)), frames.get(after)) {
        (Some(a), Some(b)) => {
            let share = (t - a.time) / (b.time - a.time);
            let ((xa, qa), (xb, qb)) = (pose(a), pose(b));
            // The normalised chord: its speed varies little over the turns between keyframes.
            let qb = if qa.dot(qb) < 0.0 { -qb } else { qb };
            let q = DQuat::from_vec4(
                glamx::DVec4::from(qa) * (1.0 - share) + glamx::DVec4::from(qb) * share,
            );
            let q = if q.length_squared() > 0.0 { q.normalize() } else { qa };
            (xa.lerp(xb, share), q)
        }
        (Some(only), None) | (None, Some(only)) => pose(only),
        (None, None) => (DVec3::ZERO, own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(time: f64, x: f64, rotation: Option<[f64; 4]>) -> Keyframe {
        Keyframe { time, position: [x, 0.0, 0.0], rotation }
    }

    #[test]
    fn keyframes_are_joined_by_lines_and_arcs() {
        let half_turn = [0.0, 0.0, 1.0, 0.0];
        let rigid = Rigid {
            motion: Some(Motion::Keyframes(vec![
                frame(1.0, 0.0, None),
                frame(3.0, 4.0, Some(half_turn)),
            ])),
            ..Rigid::default()
        };
        assert_eq!(pose_at(&rigid, 0.0).0.x, 0.0);
        assert_eq!(pose_at(&rigid, 9.0).0.x, 4.0);
        let (x, q) = pose_at(&rigid, 2.0);
        assert_eq!(x.x, 2.0);
        // Halfway: a quarter turn about z.
        let turned = q * DVec3::X;
        assert!((turned - DVec3::Y).length() < 1e-12, "{turned}");
    }

    #[test]
    fn displacements_follow_waypoints_and_gradients() {
        let point = |time, x| Waypoint { time, displacement: [x, 0.0, 0.0] };
        let travel = Travel::Keyframes(vec![point(1.0, 0.0), point(2.0, 4.0)]);
        let x = |t| displacement(&travel, DVec3::ZERO, t).x;
        assert_eq!([x(0.0), x(1.25), x(5.0)], [0.0, 1.0, 4.0]);
        let gradient = [[0.0, 0.1, 0.0], [0.0, 0.0, 0.2], [0.3, 0.0, 0.0]];
        let travel = Travel::Linear { gradient, seconds: 2.0 };
        let start = DVec3::new(1.0, 2.0, 3.0);
        let near = |t, u: DVec3| assert!((displacement(&travel, start, t) - u).length() < 1e-12);
        near(1.0, DVec3::new(0.1, 0.3, 0.15));
        near(9.0, DVec3::new(0.2, 0.6, 0.3));
        let at_once = Travel::Linear { gradient, seconds: 0.0 };
        assert!((displacement(&at_once, start, 0.0).x - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_sine_starts_at_its_phase() {
        let rigid = Rigid {
            position: [0.0, 1.0, 0.0],
            motion: Some(Motion::Sine {
                axis: [0.0, 1.0, 0.0],
                amplitude: 0.5,
                frequency: 1.0,
                phase: std::f64::consts::FRAC_PI_2,
            }),
            ..Rigid::default()
        };
        assert!((pose_at(&rigid, 0.0).0.y - 1.5).abs() < 1e-12);
        assert!((pose_at(&rigid, 0.5).0.y - 0.5).abs() < 1e-12);
    }
}
