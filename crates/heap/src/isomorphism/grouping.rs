//! Which elements of two sets can belong together.

use std::collections::HashMap;
use std::hash::Hash;

use super::fingerprint::Fingerprints;
use crate::logical::Forms;
use crate::parts::{Member, plain};

/// Members of both sides that look alike. Only groups of one size on both sides can be paired.
pub(super) type Alike = (Vec<Member>, Vec<Member>);

/// Groups members: strings, dates and the like by what they are, others by their fingerprints, which are
/// asked for only if they are needed. Groups come in the order of the left, then of the right.
pub(super) fn groups<'f>(
    left: &Forms,
    right: &Forms,
    (of_left, of_right): (&[Member], &[Member]),
    fingerprints: impl FnOnce() -> &'f mut (Fingerprints, Fingerprints),
) -> Vec<Alike> {
    let mut by_key = Grouping::new();
    let (mut left_rest, mut right_rest) = (Vec::new(), Vec::new());
    for member in of_left {
        match plain(left, member.key) {
            Some(key) => by_key.group(key).0.push(*member),
            None => left_rest.push(*member),
        }
    }
    for member in of_right {
        match plain(right, member.key) {
            Some(key) => by_key.group(key).1.push(*member),
            None => right_rest.push(*member),
        }
    }
    let mut groups = by_key.groups;
    if !left_rest.is_empty() || !right_rest.is_empty() {
        let (left, right) = fingerprints();
        let mut by_fingerprint = Grouping::new();
        for member in left_rest {
            by_fingerprint.group(left.of_member(member)).0.push(member);
        }
        for member in right_rest {
            by_fingerprint.group(right.of_member(member)).1.push(member);
        }
        groups.append(&mut by_fingerprint.groups);
    }
    groups
}

/// Groups in the order in which their keys were first met.
struct Grouping<K> {
    numbers: HashMap<K, usize>,
    groups: Vec<Alike>,
}

impl<K: Eq + Hash> Grouping<K> {
    fn new() -> Self {
        Grouping { numbers: HashMap::new(), groups: Vec::new() }
    }

    fn group(&mut self, key: K) -> &mut Alike {
        let number = *self.numbers.entry(key).or_insert(self.groups.len());
        if number == self.groups.len() {
            self.groups.push(Alike::default());
        }
        &mut self.groups[number]
    }
}
