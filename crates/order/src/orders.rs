//! Orders of a suite. Tests of one class stay together in all of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::suite::{Order, Suite, TestIndex};
use crate::tuscan;

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
/// many orders are needed as the largest class has tests.
pub fn pairs_within_classes(suite: &Suite) -> Vec<Order> {
    let squares: Vec<Vec<Vec<usize>>> =
        suite.classes().iter().map(|class| tuscan::rows(class.len())).collect();
    let count = squares.iter().map(Vec::len).max().unwrap_or(0);
    let order = |at: usize| -> Order {
        let rows = squares.iter().zip(suite.classes());
        rows.flat_map(|(square, class)| square[at % square.len()].iter().map(|test| class.start + test))
            .collect()
    };
    (0..count).map(order).collect()
}

/// Returns orders in which some pairs of tests stand next to each other, the first one first: those of one class within their class,
/// the others at the seam of two classes. Pairs that are equal count once. Each order is a whole suite.
pub fn covering(suite: &Suite, pairs: &[(TestIndex, TestIndex)]) -> Vec<Order> {
    let mut waiting: BTreeSet<(TestIndex, TestIndex)> =
        pairs.iter().copied().filter(|(a, b)| a != b).collect();
    let mut orders = Vec::new();
    while !waiting.is_empty() {
        let order = cover_some(suite, &waiting);
        let before = waiting.len();
        order.windows(2).for_each(|pair| {
            waiting.remove(&(pair[0], pair[1]));
        });
        // Each order begins with a pair that is waiting.
        debug_assert!(waiting.len() < before);
        orders.push(order);
    }
    orders
}

/// Returns an order that covers at least one pair, and as many more as fit behind it.
fn cover_some(suite: &Suite, waiting: &BTreeSet<(TestIndex, TestIndex)>) -> Order {
    let mut seams: BTreeMap<usize, Vec<(TestIndex, TestIndex)>> = BTreeMap::new();
    let mut inner: BTreeMap<usize, Vec<(TestIndex, TestIndex)>> = BTreeMap::new();
    for &(first, second) in waiting {
        let (class, other) = (suite.class_of(first), suite.class_of(second));
        let kind = if class == other { &mut inner } else { &mut seams };
        kind.entry(class).or_default().push((first, second));
    }
    let mut left: BTreeSet<usize> = (0..suite.classes().len()).collect();
    let mut order = Order::new();
    // The test that the next class must begin with.
    let mut begin: Option<TestIndex> = None;
    while !left.is_empty() {
        let class = match begin {
            Some(test) => suite.class_of(test),
            None => {
                let with_pair =
                    left.iter().find(|class| seams.contains_key(class) || inner.contains_key(class));
                *with_pair.or(left.first()).expect("there is a class left")
            }
        };
        left.remove(&class);
        let tests = suite.classes()[class].clone();
        // A test that must be first cannot be the last as well, unless it is the only one.
        let can_end = |test: TestIndex| begin != Some(test) || tests.len() == 1;
        let next = seams
            .get(&class)
            .into_iter()
            .flatten()
            .find(|(first, second)| can_end(*first) && left.contains(&suite.class_of(*second)));
        let pairs = inner.get(&class).map_or(&[][..], Vec::as_slice);
        order.extend(within(tests, begin, next.map(|(first, _)| *first), pairs));
        begin = next.map(|(_, second)| *second);
    }
    order
}

/// Returns the tests of one class with a given first and last one and as many pairs next to each other as follow from taking
/// them one by one.
fn within(
    tests: std::ops::Range<TestIndex>,
    first: Option<TestIndex>,
    last: Option<TestIndex>,
    pairs: &[(TestIndex, TestIndex)],
) -> Order {
    let mut left: BTreeSet<TestIndex> = tests.collect();
    let mut order: Order = Vec::new();
    if let Some(last) = last {
        left.remove(&last);
    }
    if let Some(first) = first.filter(|first| last != Some(*first)) {
        left.remove(&first);
        order.push(first);
    }
    while !left.is_empty() {
        let follows = |test: &TestIndex| {
            let behind = pairs.iter().find(|(before, after)| before == test && left.contains(after));
            behind.map(|(_, after)| *after)
        };
        let starts = || pairs.iter().find(|(before, after)| left.contains(before) && left.contains(after));
        let next = order.last().and_then(follows).or_else(|| starts().map(|(before, _)| *before));
        let next = next.unwrap_or_else(|| *left.first().expect("there is a test left"));
        left.remove(&next);
        order.push(next);
    }
    order.extend(last);
    order
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

    #[test]
    fn orders_are_whole_and_keep_classes_together() {
        for sizes in [&[][..], &[1], &[3], &[2, 1, 4], &[1, 1, 1, 1, 1]] {
            let suite = suite(sizes);
            let mut orders = vec![original(&suite), reversed(&suite), reversed_classes(&suite)];
            orders.extend((0..20).map(|seed| random(&suite, seed)));
            orders.extend(pairs_of_classes(&suite));
            orders.extend(pairs_within_classes(&suite));
            orders.iter().for_each(|order| assert_whole(&suite, order));
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
    fn given_pairs_are_covered_by_few_orders() {
        let suite = suite(&[3, 1, 2, 5]);
        let all: Vec<(TestIndex, TestIndex)> = (0..suite.len())
            .flat_map(|a| (0..suite.len()).map(move |b| (a, b)))
            .filter(|(a, b)| a != b)
            .collect();
        let orders = covering(&suite, &all);
        let mut left: BTreeSet<(TestIndex, TestIndex)> = all.iter().copied().collect();
        for order in &orders {
            assert_whole(&suite, order);
            order.windows(2).for_each(|pair| {
                left.remove(&(pair[0], pair[1]));
            });
        }
        assert!(left.is_empty(), "{left:?}");
        assert!(orders.len() < all.len() / 2, "{} orders for {} pairs", orders.len(), all.len());
        assert_eq!(covering(&suite, &[(2, 4), (2, 4), (5, 5)]).len(), 1);
        assert!(covering(&suite, &[]).is_empty());
    }
}
