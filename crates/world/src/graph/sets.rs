//! Sets of methods, each stored once however many references have it.

use std::hash::Hasher;

use hashbrown::HashTable;
use reenact_base::{Id, IdVec, typed_id};
use rustc_hash::FxHasher;

use crate::ids::*;

typed_id! {
    /// A set of methods. The first one is empty.
    pub(super) struct SetId;
}

/// For each method reference, the set of methods that it may be dispatched to.
pub(super) struct DispatchSets {
    set_of: IdVec<MethodRefId, SetId>,
    /// Where each set ends in `methods`; it starts where the one before ends.
    ends: IdVec<SetId, u32>,
    methods: Vec<MethodId>,
}

impl DispatchSets {
    /// Stores sorted sets in the order in which they come; references that get none have the
    /// empty one.
    pub fn new(references: usize, sets: impl Iterator<Item = (MethodRefId, Vec<MethodId>)>) -> Self {
        let mut known = DispatchSets {
            set_of: IdVec::filled(SetId::from_index(0), references),
            ends: IdVec::from(vec![0]),
            methods: Vec::new(),
        };
        let mut table: HashTable<SetId> = HashTable::new();
        for (reference, methods) in sets {
            if methods.is_empty() {
                continue;
            }
            let hash = hash(&methods);
            let set = match table.find(hash, |&set| known.methods(set) == methods) {
                Some(&set) => set,
                None => {
                    let set = known.push(&methods);
                    table.insert_unique(hash, set, |&set| self::hash(known.methods(set)));
                    set
                }
            };
            known.set_of[reference] = set;
        }
        known.methods.shrink_to_fit();
        known.ends.shrink_to_fit();
        known
    }

    pub fn of(&self, reference: MethodRefId) -> &[MethodId] {
        self.methods(self.set_of(reference))
    }

    pub fn set_of(&self, reference: MethodRefId) -> SetId {
        self.set_of.get(reference).copied().unwrap_or(SetId::from_index(0))
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The sets, with the empty one first.
    pub fn iter(&self) -> impl Iterator<Item = (SetId, &[MethodId])> + Clone {
        self.ends.iter().map(|(set, _)| (set, self.methods(set)))
    }

    /// The references with their sets.
    pub fn references(&self) -> impl Iterator<Item = (MethodRefId, SetId)> + Clone + '_ {
        self.set_of.iter().map(|(reference, &set)| (reference, set))
    }

    pub fn heap_bytes(&self) -> usize {
        self.set_of.heap_bytes() + self.ends.heap_bytes() + self.methods.capacity() * size_of::<MethodId>()
    }

    fn push(&mut self, methods: &[MethodId]) -> SetId {
        self.methods.extend_from_slice(methods);
        self.ends.push(u32::try_from(self.methods.len()).expect("dispatch sets pass u32::MAX methods"))
    }

    fn methods(&self, set: SetId) -> &[MethodId] {
        let start = if set.index() == 0 { 0 } else { self.ends.as_slice()[set.index() - 1] };
        &self.methods[start as usize..self.ends[set] as usize]
    }
}

fn hash(methods: &[MethodId]) -> u64 {
    let mut hasher = FxHasher::default();
    methods.iter().for_each(|method| hasher.write_usize(method.index()));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_stored_once() {
        let methods =
            |numbers: &[usize]| numbers.iter().map(|&n| MethodId::from_index(n)).collect::<Vec<_>>();
        let given = [&[1, 2][..], &[7], &[], &[1, 2], &[1]].map(methods);
        let references = (0..).map(MethodRefId::from_index);
        let sets = DispatchSets::new(6, references.clone().zip(given.clone()));
        for (reference, methods) in references.zip(&given) {
            assert_eq!(sets.of(reference), methods);
        }
        assert_eq!(sets.of(MethodRefId::from_index(5)), [], "one that got none");
        assert_eq!(sets.len(), 4, "the empty one, and three others");
        assert_eq!(sets.methods.len(), 4);
    }
}
