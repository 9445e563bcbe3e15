//! Orders of a suite. Tests of one class stay together in all of them but those for pairs.

use std::collections::BTreeMap;

use crate::suite::{Order, Suite, TestIndex};
use crate::tuscan;

/// Pairs in one order of [`behind`]: a test that ends its JVM takes the rest of its order with it.
const PAIRS_PER_ORDER: usize = 50;

/// Returns the order of the build.
pub fn original(suite: &Suite) -> Order {
    (0..suite.len()).collect()
}

/// Returns the last test first.
pub fn reversed(suite: &Suite) -> Order {
    (0..suite.len()).rev().collect()
}

/// Returns the classes in reversed order, with the tests of each as they are: classes are what build tools reorder.
pub fn reversed_classes(suite: &Suite) -> Order {
    suite.classes().iter().rev().cloned().flatten().collect()
}

/// Returns classes and the tests in them in an order that follows from the seed.
pub fn random(suite: &Suite, seed: u64) -> Order {
    let mut random = Random(seed);
    let mut classes: Vec<Vec<TestIndex>> =
        suite.classes().iter().map(|class| class.clone().collect()).collect();
    random.shuffle(&mut classes);
    classes.iter_mut().for_each(|class| random.shuffle(class));
    classes.into_iter().flatten().collect()
}

/// Returns orders in which every class stands right behind every other one.
pub fn pairs_of_classes(suite: &Suite) -> Vec<Order> {
    let classes = suite.classes();
    let rows = tuscan::rows(classes.len());
    rows.into_iter().map(|row| row.into_iter().flat_map(|class| classes[class].clone()).collect()).collect()
}

/// Returns orders in which every test stands right behind every other test of its class. The classes keep their places; as
/// many orders are needed as the largest class has tests, and each has only the classes whose pairs are not covered yet.
pub fn pairs_within_classes(suite: &Suite) -> Vec<Order> {
    let squares: Vec<Vec<Vec<usize>>> =
        suite.classes().iter().map(|class| tuscan::rows(class.len())).collect();
    let count = squares.iter().map(Vec::len).max().unwrap_or(0);
    let order = |at: usize| -> Order {
        let rows = squares.iter().zip(suite.classes());
        let rows = rows.filter_map(|(square, class)| Some((square.get(at)?, class.start)));
        rows.flat_map(|(row, start)| row.iter().map(move |test| start + test)).collect()
    };
    (0..count).map(order).collect()
}

/// Returns orders that begin with one test of each class and go on with all tests: classes as they are, and reversed. A test whose traces
/// the others of its class remove, such as by a fixture, is followed by tests of other classes in no order that keeps classes together;
/// here it is. Classes of one test are not among the first.
pub fn leaders(suite: &Suite) -> Vec<Order> {
    let large = || suite.classes().iter().filter(|class| class.len() > 1);
    let count = large().map(|class| class.len()).max().unwrap_or(0);
    let mut orders = Vec::new();
    for at in 0..count {
        let first: Order = large().filter(|class| class.len() > at).map(|class| class.start + at).collect();
        for rest in [original(suite), reversed_classes(suite)] {
            orders.push(first.iter().copied().chain(rest).collect());
        }
    }
    orders
}

/// Returns orders in which the second test of each pair stands right behind the first. The first is run again for each of its pairs, so that
/// none depends on what the one before has done. Pairs whose first ones come first are in the first orders.
pub fn behind(pairs: &[(TestIndex, TestIndex)]) -> Vec<Order> {
    let mut orders: Vec<Order> = Vec::new();
    let mut open: BTreeMap<TestIndex, usize> = BTreeMap::new();
    for &(first, second) in pairs.iter().filter(|(first, second)| first != second) {
        let at = *open.entry(first).or_insert(orders.len());
        match orders.get_mut(at) {
            Some(order) if order.len() < 2 * PAIRS_PER_ORDER => order.extend([first, second]),
            _ => {
                open.insert(first, orders.len());
                orders.push(vec![first, second]);
            }
        }
    }
    orders
}

/// Numbers that follow from a seed: SplitMix64 of Steele, Lea and Flood, which takes any seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            let with = (self.next() % (at as u64 + 1)) as usize;
            items.swap(at, with);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A suite whose classes have so many tests.
    fn suite(sizes: &[usize]) -> Suite {
        let tests = sizes.iter().enumerate().flat_map(|(class, size)| {
            (0..*size).map(move |test| format!("a.C{class}#t{test}").parse().unwrap())
        });
        Suite::new(tests.collect())
    }

    fn assert_whole(suite: &Suite, order: &[TestIndex]) {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, original(suite));
        let mut classes: Vec<usize> = order.iter().map(|test| suite.class_of(*test)).collect();
        classes.dedup();
        let distinct: BTreeSet<usize> = classes.iter().copied().collect();
        assert_eq!(classes.len(), distinct.len(), "tests of a class are together: {order:?}");
    }

    /// Checks that an order has all tests of its classes, next to each other.
    fn assert_classes_whole(suite: &Suite, order: &[TestIndex]) {
        let mut rest = order;
        let mut known = BTreeSet::new();
        while let Some(first) = rest.first() {
            let class = suite.classes()[suite.class_of(*first)].clone();
            let mut tests = rest[..class.len()].to_vec();
            tests.sort_unstable();
            assert_eq!(tests, class.clone().collect::<Vec<_>>());
            assert!(known.insert(class.start));
            rest = &rest[class.len()..];
        }
    }

    #[test]
    fn orders_are_whole_and_keep_classes_together() {
        for sizes in [&[][..], &[1], &[3], &[2, 1, 4], &[1, 1, 1, 1, 1]] {
            let suite = suite(sizes);
            let mut orders = vec![original(&suite), reversed(&suite), reversed_classes(&suite)];
            orders.extend((0..20).map(|seed| random(&suite, seed)));
            orders.extend(pairs_of_classes(&suite));
            orders.iter().for_each(|order| assert_whole(&suite, order));
            pairs_within_classes(&suite).iter().for_each(|order| assert_classes_whole(&suite, order));
        }
    }

    #[test]
    fn a_seed_gives_one_order_and_seeds_give_different_ones() {
        let suite = suite(&[4, 4, 4]);
        assert_eq!(random(&suite, 7), random(&suite, 7));
        let distinct: BTreeSet<Order> = (0..50).map(|seed| random(&suite, seed)).collect();
        assert!(distinct.len() > 45, "{}", distinct.len());
    }

    #[test]
    fn all_pairs_of_classes_and_of_tests_in_a_class_are_covered() {
        let suite = suite(&[3, 1, 2, 5]);
        let covered = |orders: &[Order]| -> BTreeSet<(TestIndex, TestIndex)> {
            orders.iter().flat_map(|order| order.windows(2).map(|pair| (pair[0], pair[1]))).collect()
        };
        let classes: BTreeSet<(usize, usize)> = covered(&pairs_of_classes(&suite))
            .into_iter()
            .map(|(first, second)| (suite.class_of(first), suite.class_of(second)))
            .filter(|(first, second)| first != second)
            .collect();
        assert_eq!(classes.len(), 4 * 3);
        let within = covered(&pairs_within_classes(&suite));
        let same_class = within.iter().filter(|(a, b)| suite.class_of(*a) == suite.class_of(*b)).count();
        assert_eq!(same_class, 3 * 2 + 2 + 5 * 4);
    }

    #[test]
    fn every_test_of_a_large_class_leads_once_before_all() {
        let suite = suite(&[3, 1, 2]);
        let orders = leaders(&suite);
        assert_eq!(orders.len(), 6);
        assert_eq!(orders[0], [0, 4, 0, 1, 2, 3, 4, 5]);
        assert_eq!(orders[1], [0, 4, 4, 5, 3, 0, 1, 2]);
        assert_eq!(orders[5], [2, 4, 5, 3, 0, 1, 2]);
        assert!(leaders(&self::suite(&[1, 1])).is_empty());
    }

    #[test]
    fn the_second_test_of_a_pair_stands_right_behind_the_first() {
        assert_eq!(behind(&[(4, 1), (2, 0), (4, 3), (5, 5)]), [vec![4, 1, 4, 3], vec![2, 0]]);
        let many: Vec<(TestIndex, TestIndex)> = (1..=PAIRS_PER_ORDER + 1).map(|test| (0, test)).collect();
        let lengths: Vec<usize> = behind(&many).iter().map(Vec::len).collect();
        assert_eq!(lengths, [2 * PAIRS_PER_ORDER, 2]);
    }
}
