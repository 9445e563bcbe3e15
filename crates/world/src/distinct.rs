//! Small keys stored once and named by dense ids.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use reenact_base::{Id, IdVec};
use rustc_hash::FxHasher;

/// Gives every distinct key an id, in order of first appearance.
#[derive(Clone)]
pub(crate) struct Distinct<I, K> {
    keys: IdVec<I, K>,
    table: HashTable<I>,
}

impl<I: Id, K: Copy + Eq + Hash> Distinct<I, K> {
    /// The id of a key, which is stored if it is new.
    pub fn intern(&mut self, key: K) -> I {
        let keys = &mut self.keys;
        let hash = hash(&key);
        if let Some(&known) = self.table.find(hash, |&id| keys[id] == key) {
            return known;
        }
        let id = keys.push(key);
        self.table.insert_unique(hash, id, |&id| self::hash(&keys[id]));
        id
    }

    /// The id of a key that was interned before.
    pub fn get(&self, key: K) -> Option<I> {
        self.table.find(hash(&key), |&id| self.keys[id] == key).copied()
    }

    /// The keys in order of first appearance.
    pub fn keys(&self) -> &IdVec<I, K> {
        &self.keys
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn shrink_to_fit(&mut self) {
        self.keys.shrink_to_fit();
    }

    pub fn heap_bytes(&self) -> usize {
        self.keys.heap_bytes() + self.table.allocation_size()
    }
}

impl<I: Id, K> std::ops::Index<I> for Distinct<I, K> {
    type Output = K;

    fn index(&self, id: I) -> &K {
        &self.keys[id]
    }
}

impl<I: Id, K> Default for Distinct<I, K> {
    fn default() -> Self {
        Distinct { keys: IdVec::new(), table: HashTable::new() }
    }
}

fn hash(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
