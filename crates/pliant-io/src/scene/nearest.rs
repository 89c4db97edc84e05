//! The word somebody probably meant, and words and values cut to a length fit for a message.

/// Longer words are not compared: the cost grows with the product of the lengths.
const LONGEST: usize = 64;

/// The candidate nearest to `word` by edit distance, if it is near at all.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST) {
        let distance = strsim::osa_distance(&word.to_lowercase(), &candidate.to_lowercase());
        if distance <= allowed(word, candidate) && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Whether two words are near enough that one may be a slip for the other.
pub(super) fn is_near(word: &str, candidate: &str) -> bool {
    nearest(word, std::iter::once(candidate)).is_some()
}

/// Edits allowed between two words: a third of the longer one, at least one for words of two
/// letters or more.
fn allowed(a: &str, b: &str) -> usize {
    match a.chars().count().max(b.chars().count()) {
        0 | 1 => 0,
        2..=5 => 1,
        length => length / 3,
    }
}

/// A word on one line and of readable length: what a file holds may be neither.
pub(super) fn clipped(word: &str) -> String {
    let mut clipped: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        clipped.push('…');
    }
    clipped
}

/// Words in backquotes, separated by commas.
pub(super) fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_slip_and_nothing_far_away() {
        let fields = ["bending", "compression"];
        assert_eq!(nearest("bendign", fields.into_iter()), Some("bending"));
        assert_eq!(nearest("Compresion", fields.into_iter()), Some("compression"));
        assert_eq!(nearest("stiffness", fields.into_iter()), None);
        assert_eq!(nearest(&"x".repeat(100_000), fields.into_iter()), None);
    }

    #[test]
    fn clips_to_one_short_line() {
        assert_eq!(clipped("a\nb"), "a\\nb");
        assert_eq!(clipped(&"é".repeat(50)).chars().count(), 41);
    }
}
