//! Quaternions and directions as files give them: of any length but zero.

/// No rotation.
pub(super) const IDENTITY: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// Gives a vector length one. The zero vector stays as it is, and so does a vector that has length
/// one but for rounding: what was written is read back to the same bits.
pub(super) fn normalise<const N: usize>(vector: &mut [f64; N]) {
    // Scaling by the largest component first keeps the squares from overflow and underflow.
    let largest = vector.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return;
    }
    let scaled = vector.map(|x| x / largest);
    let length = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length * largest - 1.0).abs() > 1e-14 {
        *vector = scaled.map(|x| x / length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalising_twice_changes_nothing() {
        for start in [[3.0, -4.0, 1.0, 0.1], [1e-200, 0.0, 1e-201, 0.0], [1e200, 1e199, 7.0, 0.0]] {
            let mut once = start;
            normalise(&mut once);
            let length = once.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!((length - 1.0).abs() < 1e-15, "{length}");
            let mut twice = once;
            normalise(&mut twice);
            assert_eq!(once, twice);
        }
    }

    #[test]
    fn zero_stays_zero() {
        let mut zero = [0.0; 3];
        normalise(&mut zero);
        assert_eq!(zero, [0.0; 3]);
    }
}
