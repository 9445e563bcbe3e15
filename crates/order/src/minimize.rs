//! Delta debugging.

use std::collections::BTreeSet;

/// Returns a subset, in order, of which no single part can be left out: `holds` is true of it and false of what is left without any one
/// element. It must be true of all items. Zeller and Hildebrandt's `ddmin`; each subset is tried once.
pub fn minimize<T: Clone + Ord, E>(
    items: &[T],
    mut holds: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    let mut failed: BTreeSet<Vec<T>> = BTreeSet::new();
    let mut holds = |part: &[T]| -> Result<bool, E> {
        if failed.contains(part) {
            return Ok(false);
        }
        let is_enough = holds(part)?;
        if !is_enough {
            failed.insert(part.to_vec());
        }
        Ok(is_enough)
    };
    let mut kept = items.to_vec();
    let mut parts = 2;
    while kept.len() >= 2 {
        let size = kept.len().div_ceil(parts);
        let chunks: Vec<Vec<T>> = kept.chunks(size).map(<[T]>::to_vec).collect();
        let mut smaller = None;
        for chunk in &chunks {
            if holds(chunk)? {
                smaller = Some((chunk.clone(), 2));
                break;
            }
        }
        // With two parts the rest of one is the other.
        if smaller.is_none() && chunks.len() > 2 {
            for at in 0..chunks.len() {
                let rest = chunks.iter().enumerate().filter(|(other, _)| *other != at);
                let rest: Vec<T> = rest.flat_map(|(_, chunk)| chunk.iter().cloned()).collect();
                if holds(&rest)? {
                    smaller = Some((rest, (parts - 1).max(2)));
                    break;
                }
            }
        }
        match smaller {
            Some((items, next)) => (kept, parts) = (items, next),
            None if parts < kept.len() => parts = (parts * 2).min(kept.len()),
            None => break,
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn minimal(count: usize, needed: &[usize]) -> (Vec<usize>, usize) {
        let mut tries = 0;
        let found = minimize(&(0..count).collect::<Vec<_>>(), |items| {
            tries += 1;
            Ok::<bool, Infallible>(needed.iter().all(|item| items.contains(item)))
        });
        (found.unwrap_or_default(), tries)
    }

    #[test]
    fn only_what_is_needed_is_left() {
        for needed in [&[7][..], &[0], &[99], &[3, 4], &[0, 99], &[10, 50, 51, 98]] {
            let (found, tries) = minimal(100, needed);
            assert_eq!(found, needed);
            assert!(tries < 200, "{needed:?}: {tries} tries");
        }
        assert_eq!(minimal(1, &[0]), (vec![0], 0));
        assert_eq!(minimal(0, &[]), (vec![], 0));
    }

    #[test]
    fn an_error_ends_the_search() {
        assert_eq!(minimize(&[1, 2, 3], |_| Err("no JVM")), Err("no JVM"));
    }
}
