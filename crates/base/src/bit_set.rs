//! A set of dense ids, one bit each.

use std::marker::PhantomData;

use crate::Id;

/// A set of ids of one type; it grows to the largest id inserted.
#[derive(Clone)]
pub struct BitSet<I> {
    words: Vec<u64>,
    ids: PhantomData<fn(I)>,
}

impl<I: Id> BitSet<I> {
    /// An empty set.
    pub fn new() -> Self {
        BitSet { words: Vec::new(), ids: PhantomData }
    }

    /// Puts an id in and says whether it was not there before.
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = (id.index() / 64, 1u64 << (id.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] & bit == 0;
        self.words[word] |= bit;
        fresh
    }

    /// Whether an id is in the set.
    pub fn contains(&self, id: I) -> bool {
        self.words.get(id.index() / 64).is_some_and(|word| word & (1 << (id.index() % 64)) != 0)
    }

    /// How many ids are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.words.capacity() * 8
    }

    /// The ids in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = I> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| I::from_index(index * 64 + rest.trailing_zeros() as usize))
        })
    }
}

impl<I: Id> Default for BitSet<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id> FromIterator<I> for BitSet<I> {
    fn from_iter<A: IntoIterator<Item = I>>(ids: A) -> Self {
        let mut set = BitSet::new();
        ids.into_iter().for_each(|id| {
            set.insert(id);
        });
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::typed_id! { struct Thing; }

    #[test]
    fn holds_what_was_inserted_in_ascending_order() {
        let numbers = [700usize, 0, 63, 64, 65, 0, 127, 128];
        let set: BitSet<Thing> = numbers.iter().map(|&n| Thing::from_index(n)).collect();
        let held: Vec<usize> = set.iter().map(Id::index).collect();
        assert_eq!(held, [0, 63, 64, 65, 127, 128, 700]);
        assert_eq!(set.len(), 7);
        assert!((0..1000).all(|n| set.contains(Thing::from_index(n)) == numbers.contains(&n)));
    }

    #[test]
    fn insert_tells_whether_the_id_was_new() {
        let mut set = BitSet::new();
        assert!(set.is_empty());
        assert!(set.insert(Thing::from_index(99)));
        assert!(!set.insert(Thing::from_index(99)));
        assert!(!set.is_empty());
    }
}
