//! Finding the word that was probably meant.

/// The longest word that is compared: the distance takes quadratic time.
const LONGEST: usize = 64;

/// Returns the candidate that is the fewest edits away, if that is at most a third of its length, or one edit. Case
/// does not count. Of equals, the first.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.len() / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the number of characters to insert, remove, replace or swap with their neighbour to turn one word into the
/// other, ignoring case (the restricted Damerau-Levenshtein distance). Long words are cut.
pub fn distance(one: &str, other: &str) -> usize {
    let letters =
        |word: &str| -> Vec<char> { word.chars().take(LONGEST).flat_map(char::to_lowercase).collect() };
    let (one, other) = (letters(one), letters(other));
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, &x) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in other.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == other[j - 1] && one[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        for (one, other, edits) in [
            ("", "", 0),
            ("order", "Order", 0),
            ("oder", "order", 1),
            ("odrer", "order", 1),
            ("kitten", "sitting", 3),
            ("", "abc", 3),
        ] {
            assert_eq!(distance(one, other), edits, "{one} {other}");
            assert_eq!(distance(other, one), edits, "{other} {one}");
        }
    }

    #[test]
    fn only_a_near_word_is_offered() {
        let words = ["include", "exclude", "out"];
        assert_eq!(nearest("inclde", words.into_iter()), Some("include"));
        assert_eq!(nearest("EXCLUDE", words.into_iter()), Some("exclude"));
        assert_eq!(nearest("banana", words.into_iter()), None);
        assert_eq!(nearest(&"x".repeat(10_000), words.into_iter()), None);
    }
}
