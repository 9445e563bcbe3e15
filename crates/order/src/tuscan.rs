//! Rows in which every element stands right behind every other one once.

/// Returns permutations of `0..count` so that each ordered pair of different numbers is next to each other in some row: Tuscan
/// squares. For even counts there are as many rows as numbers, and each pair occurs once (Williams 1949); odd counts take the rows of
/// the next even one without its last number, which is one row more than the fewest.
pub fn rows(count: usize) -> Vec<Vec<usize>> {
    if count < 2 {
        return (0..count).map(|number| vec![number]).collect();
    }
    let even = count + count % 2;
    // 0, n-1, 1, n-2, …: the differences of neighbours are all different, so that adding a constant gives all pairs.
    let first = (0..even).map(|at| if at % 2 == 0 { at / 2 } else { even - 1 - at / 2 });
    let first: Vec<usize> = first.collect();
    let row = |shift: usize| {
        first.iter().map(move |number| (number + shift) % even).filter(move |number| *number < count)
    };
    (0..even).map(|shift| row(shift).collect()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pair_is_next_to_each_other() {
        for count in 0..40 {
            let rows = rows(count);
            let mut pairs = BTreeSet::new();
            for row in &rows {
                let mut sorted = row.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..count).collect::<Vec<_>>(), "each row is a permutation");
                pairs.extend(row.windows(2).map(|pair| (pair[0], pair[1])));
            }
            assert_eq!(pairs.len(), count * count.saturating_sub(1), "{count}");
            assert!(rows.len() <= count + 1, "{count}: {} rows", rows.len());
        }
    }
}
