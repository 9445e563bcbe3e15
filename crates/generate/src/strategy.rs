//! How a case is written, and how it is tried next where that fails.

use std::collections::BTreeSet;

use reenact_heap::NodeId;
use reenact_rebuild::ActionKey;
use rustc_hash::FxHashSet;

/// How often more stand-ins are tried after the first ones.
const STAND_IN_ROUNDS: usize = 3;

/// One way to write the test of a case. [`Strategy::next`] gives the following one, from the test that is most like the
/// recorded call to the one with the most concessions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Strategy {
    /// The fields that must have their recorded values.
    pub fields: Fields,
    /// Objects that could not be rebuilt because of collections that delegate to another one: these are replaced by
    /// plain collections ([`crate::DelegatingCollections`]). Empty if none are.
    pub unwrapped: Vec<NodeId>,
    /// Objects that get stand-ins. Empty if none do.
    pub stand_ins: Vec<NodeId>,
    /// How often stand-ins were tried.
    pub rounds: usize,
    /// Actions that were seen to give wrong objects.
    pub avoid: FxHashSet<ActionKey>,
    /// Calls that are left out; see [`Test::calls`](crate::Test::calls).
    pub left_out: BTreeSet<usize>,
}

/// The fields that must have their recorded values.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Fields {
    #[default]
    All,
    /// Only those that the method can read.
    Read,
}

/// The attempts that are possible for a case.
pub struct Possible<'a> {
    /// Whether it is known which fields the method can read.
    pub has_known_reads: bool,
    /// Whether there are collections to unwrap because of which some objects cannot be rebuilt.
    pub can_unwrap: &'a dyn Fn(&[NodeId]) -> bool,
}

impl Strategy {
    /// Begins with all fields and without concessions.
    pub fn without(avoid: FxHashSet<ActionKey>, left_out: BTreeSet<usize>) -> Self {
        Strategy { avoid, left_out, ..Strategy::default() }
    }

    /// Returns the next strategy after one with which some objects of the case could not be rebuilt; `None` if nothing is
    /// left to try.
    pub fn next(&self, unbuilt: &[NodeId], possible: &Possible<'_>) -> Option<Strategy> {
        // A field that the method cannot read need not be right.
        if self.fields == Fields::All && possible.has_known_reads {
            return Some(Strategy { fields: Fields::Read, ..self.clone() });
        }
        let next = Strategy { fields: Fields::All, ..self.clone() };
        if self.rounds == 0 && self.unwrapped.is_empty() && (possible.can_unwrap)(unbuilt) {
            return Some(Strategy { unwrapped: unbuilt.to_vec(), ..next });
        }
        let mut stand_ins = self.stand_ins.clone();
        stand_ins.extend(unbuilt);
        stand_ins.sort_unstable();
        stand_ins.dedup();
        let has_more = stand_ins.len() > self.stand_ins.len();
        (has_more && self.rounds < STAND_IN_ROUNDS).then(|| Strategy {
            stand_ins,
            rounds: self.rounds + 1,
            ..next
        })
    }
}

#[cfg(test)]
mod tests {
    use reenact_base::Id;

    use super::*;

    /// Follows strategies for a case in which these objects cannot be rebuilt, attempt by attempt, and describes them:
    /// `all` or `read`, then the unwrapped objects, then the stand-ins.
    fn check(has_known_reads: bool, can_unwrap: bool, unbuilt: &[&[usize]], expected: &[&str]) {
        let possible = Possible { has_known_reads, can_unwrap: &|_| can_unwrap };
        let mut strategy = Strategy::default();
        let mut tried = Vec::new();
        for unbuilt in unbuilt {
            tried.push(described(&strategy));
            let nodes: Vec<NodeId> = unbuilt.iter().map(|&node| NodeId::from_index(node)).collect();
            match strategy.next(&nodes, &possible) {
                Some(next) => strategy = next,
                None => {
                    tried.push("end".to_owned());
                    break;
                }
            }
        }
        assert_eq!(tried, expected);
    }

    fn described(strategy: &Strategy) -> String {
        let fields = if strategy.fields == Fields::All { "all" } else { "read" };
        let numbers = |nodes: &[NodeId]| nodes.iter().map(|node| node.index()).collect::<Vec<_>>();
        format!("{fields} {:?} {:?}", numbers(&strategy.unwrapped), numbers(&strategy.stand_ins))
    }

    #[test]
    fn at_most_ten_attempts_are_made() {
        let unbuilt: Vec<Vec<usize>> = (0..20).map(|at| vec![at]).collect();
        let unbuilt: Vec<&[usize]> = unbuilt.iter().map(Vec::as_slice).collect();
        check(
            true,
            true,
            &unbuilt,
            &[
                "all [] []",
                "read [] []",
                "all [1] []",
                "read [1] []",
                "all [1] [3]",
                "read [1] [3]",
                "all [1] [3, 5]",
                "read [1] [3, 5]",
                "all [1] [3, 5, 7]",
                "read [1] [3, 5, 7]",
                "end",
            ],
        );
    }

    #[test]
    fn unknown_reads_need_all_fields() {
        check(false, false, &[&[4], &[4]], &["all [] []", "all [] [4]", "end"]);
    }

    #[test]
    fn the_same_objects_are_not_tried_again() {
        check(false, true, &[&[4], &[4], &[4]], &["all [] []", "all [4] []", "all [4] [4]", "end"]);
    }

    #[test]
    fn without_an_object_to_blame_nothing_is_left() {
        check(false, false, &[&[]], &["all [] []", "end"]);
        check(true, false, &[&[], &[]], &["all [] []", "read [] []", "end"]);
    }

    #[test]
    fn avoided_actions_stay_avoided() {
        let avoid = FxHashSet::from_iter([ActionKey::history("a/B")]);
        let possible = Possible { has_known_reads: true, can_unwrap: &|_| false };
        let next =
            Strategy::without(avoid.clone(), BTreeSet::new()).next(&[NodeId::from_index(1)], &possible);
        assert_eq!(next.map(|next| next.avoid), Some(avoid));
    }
}
