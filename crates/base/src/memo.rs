//! A cache that threads share.

use std::hash::{BuildHasher, Hash};
use std::sync::{PoisonError, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Parts of a [`Memo`], each with a lock of its own.
const SHARDS: usize = 16;

/// Computed values by key, shared by threads.
///
/// A value is computed without a lock held, so that computing it may look up others. Two threads that miss the
/// same key at the same time both compute it, and both get the one that is stored first; so the content does not
/// depend on the number of threads as long as `compute` is a pure function of the key.
pub struct Memo<K, V> {
    shards: [RwLock<FxHashMap<K, V>>; SHARDS],
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo { shards: std::array::from_fn(|_| RwLock::default()) }
    }
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    /// The stored value of a key.
    pub fn get(&self, key: &K) -> Option<V> {
        // A panic while a lock was held leaves the map as it was: nothing is computed under the lock.
        self.shard(key).read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// The value of a key, computed if it is not stored yet.
    pub fn get_or_insert_with(&self, key: K, compute: impl FnOnce(&K) -> V) -> V {
        match self.get(&key) {
            Some(known) => known,
            None => {
                let value = compute(&key);
                self.insert(key, value)
            }
        }
    }

    /// Stores a value unless the key has one. Returns the stored one.
    pub fn insert(&self, key: K, value: V) -> V {
        let mut shard = self.shard(&key).write().unwrap_or_else(PoisonError::into_inner);
        shard.entry(key).or_insert(value).clone()
    }

    fn shard(&self, key: &K) -> &RwLock<FxHashMap<K, V>> {
        // The map uses the upper bits of the same hash.
        &self.shards[(FxBuildHasher.hash_one(key) >> 8) as usize % SHARDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_each_key_once_on_one_thread() {
        let memo = Memo::default();
        let mut computed = Vec::new();
        for key in [1, 2, 1, 17, 2] {
            let value = memo.get_or_insert_with(key, |&key| {
                computed.push(key);
                key * 10
            });
            assert_eq!(value, key * 10);
        }
        assert_eq!(computed, [1, 2, 17]);
        assert_eq!((memo.get(&17), memo.get(&3)), (Some(170), None));
    }

    #[test]
    fn a_computation_may_look_up_other_keys() {
        fn fibonacci(memo: &Memo<u32, u64>, n: u32) -> u64 {
            memo.get_or_insert_with(n, |&n| match n {
                0 | 1 => n.into(),
                _ => fibonacci(memo, n - 1) + fibonacci(memo, n - 2),
            })
        }
        assert_eq!(fibonacci(&Memo::default(), 60), 1_548_008_755_920);
    }

    #[test]
    fn threads_get_the_value_that_was_stored_first() {
        let memo: Memo<u32, std::sync::Arc<u32>> = Memo::default();
        std::thread::scope(|scope| {
            let ask = || (0..200).map(|key| memo.get_or_insert_with(key, |&key| key.into())).collect();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            let answers: Vec<Vec<std::sync::Arc<u32>>> =
                threads.into_iter().map(|thread| thread.join().unwrap()).collect();
            for (key, first) in answers[0].iter().enumerate() {
                assert_eq!(**first as usize, key);
                assert!(answers.iter().all(|answer| std::sync::Arc::ptr_eq(&answer[key], first)));
            }
        });
    }
}
