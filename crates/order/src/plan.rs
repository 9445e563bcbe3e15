//! The orders of a search: which ones, and which first.

use std::collections::BTreeSet;
use std::fmt;

use crate::detect::Options;
use crate::orders;
use crate::suite::{Order, Suite};

/// The rule that an order comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The order of the build.
    Original,
    Reversed,
    /// The classes are reversed, and their tests are not.
    ReversedClasses,
    /// A random order, by its seed.
    Random(u64),
    /// Pairs of tests that are expected to depend on each other, by number.
    Pairs(usize),
    /// Every test right behind every other one of its class, by number.
    WithinClasses(usize),
    /// Every class right behind every other one, by number.
    OfClasses(usize),
    /// One test of each class, then all, by number.
    Leaders(usize),
    /// A test alone, and once more.
    Twice,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Original => f.write_str("original"),
            Origin::Reversed => f.write_str("reversed"),
            Origin::ReversedClasses => f.write_str("classes reversed"),
            Origin::Random(seed) => write!(f, "random {seed}"),
            Origin::Pairs(at) => write!(f, "pairs {at}"),
            Origin::WithinClasses(at) => write!(f, "pairs within classes {at}"),
            Origin::OfClasses(at) => write!(f, "pairs of classes {at}"),
            Origin::Leaders(at) => write!(f, "one test of each class, then all {at}"),
            Origin::Twice => f.write_str("alone and again"),
        }
    }
}

/// Orders that are left out because they would take more runs of tests than a search may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The rule, by the first order that is left out.
    pub first: Origin,
    pub orders: usize,
    /// The orders of the rule.
    pub of: usize,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut { first, orders, of } = self;
        let what = match first {
            Origin::Random(_) => "random orders",
            Origin::WithinClasses(_) => "orders for pairs of tests within classes",
            Origin::OfClasses(_) => "orders for pairs of classes",
            Origin::Leaders(_) => "orders that begin with one test of each class",
            Origin::Twice => "runs of tests alone and again",
            _ => "orders for chosen pairs",
        };
        write!(f, "{orders} of {of} {what}")
    }
}

/// The orders of a search, the most telling first, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub orders: Vec<(Origin, Order)>,
    pub left_out: Vec<LeftOut>,
}

/// Plans a search. The first three orders are always run; the others as long as there are runs left.
pub(crate) fn plan(suite: &Suite, options: &Options) -> Plan {
    let mut plan = Plan::default();
    let mut known: BTreeSet<Order> = BTreeSet::new();
    let mut runs = 0;
    for (origin, order) in [
        (Origin::Original, orders::original(suite)),
        (Origin::Reversed, orders::reversed(suite)),
        (Origin::ReversedClasses, orders::reversed_classes(suite)),
    ] {
        if !order.is_empty() && known.insert(order.clone()) {
            runs += order.len();
            plan.orders.push((origin, order));
        }
    }
    let numbered = |origin: fn(usize) -> Origin, orders: Vec<Order>| -> Vec<(Origin, Order)> {
        orders.into_iter().enumerate().map(|(at, order)| (origin(at), order)).collect()
    };
    let random = (0..options.random as u64).map(|at| {
        let seed = options.seed.wrapping_add(at);
        (Origin::Random(seed), orders::random(suite, seed))
    });
    let mut rules = vec![numbered(Origin::Pairs, orders::behind(&options.pairs)), random.collect()];
    if options.systematic {
        rules.push(numbered(Origin::WithinClasses, orders::pairs_within_classes(suite)));
    }
    // Behind others a test may have what it lacks alone, and only a second time shows what it does to itself.
    rules.push((0..suite.len()).map(|test| (Origin::Twice, vec![test, test])).collect());
    if options.systematic && !options.is_per_class {
        rules.push(numbered(Origin::Leaders, orders::leaders(suite)));
        rules.push(numbered(Origin::OfClasses, orders::pairs_of_classes(suite)));
    }
    for rule in rules {
        let of = rule.len();
        let mut left: Vec<Origin> = Vec::new();
        for (origin, order) in rule {
            if order.is_empty() || known.contains(&order) {
                continue;
            }
            if runs + order.len() > options.max_runs {
                left.push(origin);
                continue;
            }
            runs += order.len();
            known.insert(order.clone());
            plan.orders.push((origin, order));
        }
        if let Some(&first) = left.first() {
            plan.left_out.push(LeftOut { first, orders: left.len(), of });
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(classes: usize, tests: usize) -> Suite {
        let names = (0..classes)
            .flat_map(|class| (0..tests).map(move |test| format!("a.C{class}#t{test}").parse().unwrap()));
        Suite::new(names.collect())
    }

    #[test]
    fn every_order_is_planned_once() {
        let plan = plan(&suite(3, 4), &Options::default());
        let distinct: BTreeSet<&Order> = plan.orders.iter().map(|(_, order)| order).collect();
        assert_eq!(distinct.len(), plan.orders.len());
        assert_eq!(plan.left_out, []);
        assert_eq!(plan.orders[0], (Origin::Original, (0..12).collect()));
    }

    #[test]
    fn a_large_suite_gets_fewer_orders_and_the_rest_is_named() {
        let few = Options { max_runs: 1_000, ..Options::default() };
        let plan = plan(&suite(20, 10), &few);
        assert!(plan.orders.iter().map(|(_, order)| order.len()).sum::<usize>() <= 1_000);
        assert_eq!(plan.orders.len(), 5, "original, reversed, classes reversed, two random ones");
        let left: Vec<String> = plan.left_out.iter().map(ToString::to_string).collect();
        assert_eq!(
            left,
            [
                "18 of 20 random orders",
                "10 of 10 orders for pairs of tests within classes",
                "200 of 200 runs of tests alone and again",
                "20 of 20 orders that begin with one test of each class",
                "20 of 20 orders for pairs of classes",
            ]
        );
    }

    #[test]
    fn classes_with_jvms_of_their_own_are_not_paired() {
        let plan = plan(&suite(3, 4), &Options { is_per_class: true, ..Options::default() });
        assert!(!plan.orders.iter().any(|(origin, _)| matches!(origin, Origin::OfClasses(_))));
    }
}
