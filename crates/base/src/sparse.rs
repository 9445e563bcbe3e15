//! Lists for the few ids that have any.

use crate::Id;

/// For some keys, an ordered list of values. Where most keys have none, it is smaller than an
/// [`Adjacency`](crate::Adjacency), and a lookup is a binary search.
#[derive(Clone)]
pub struct SparseAdjacency<Key, Value> {
    /// The keys that have values, ascending, each with the end of its values; they start where the
    /// previous ones end.
    rows: Vec<(Key, u32)>,
    values: Vec<Value>,
}

impl<Key: Id, Value> SparseAdjacency<Key, Value> {
    /// Lists for no key.
    pub fn new() -> Self {
        SparseAdjacency { rows: Vec::new(), values: Vec::new() }
    }

    /// Appends a value to the list of the largest key so far.
    ///
    /// # Panics
    ///
    /// When a larger key has values already.
    pub fn push(&mut self, key: Key, value: Value) {
        self.values.push(value);
        let end = u32::try_from(self.values.len()).expect("more than u32::MAX values");
        match self.rows.last_mut() {
            Some((last, last_end)) if *last == key => *last_end = end,
            last => {
                assert!(last.is_none_or(|&mut (last, _)| last < key), "keys must come in order");
                self.rows.push((key, end));
            }
        }
    }

    /// Sorts pairs by key; pairs of one key keep their order.
    pub fn from_pairs(mut pairs: Vec<(Key, Value)>) -> Self {
        pairs.sort_by_key(|&(key, _)| key);
        let mut lists = Self::new();
        pairs.into_iter().for_each(|(key, value)| lists.push(key, value));
        lists
    }

    /// The values of a key, in order.
    pub fn get(&self, key: Key) -> &[Value] {
        match self.rows.binary_search_by_key(&key, |&(key, _)| key) {
            Ok(row) => self.row(row).1,
            Err(_) => &[],
        }
    }

    /// The keys that have values, ascending, with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Key, &[Value])> {
        (0..self.rows.len()).map(|row| self.row(row))
    }

    /// As [`SparseAdjacency::iter`], for the keys from `start` up to but without `end`.
    pub fn range(&self, start: Key, end: Key) -> impl ExactSizeIterator<Item = (Key, &[Value])> {
        let position = |key| self.rows.partition_point(|&(other, _)| other < key);
        (position(start)..position(end).max(position(start))).map(|row| self.row(row))
    }

    /// Drops the lists of `key` and of all larger keys.
    pub fn truncate(&mut self, key: Key) {
        self.rows.truncate(self.rows.partition_point(|&(other, _)| other < key));
        self.values.truncate(self.rows.last().map_or(0, |&(_, end)| end as usize));
    }

    /// Gives back memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// How many values there are in all.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no key has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Bytes held on the heap by the lists themselves.
    pub fn heap_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<(Key, u32)>() + self.values.capacity() * size_of::<Value>()
    }

    fn row(&self, row: usize) -> (Key, &[Value]) {
        let (key, end) = self.rows[row];
        let start = if row == 0 { 0 } else { self.rows[row - 1].1 };
        (key, &self.values[start as usize..end as usize])
    }
}

impl<Key: Id, Value> Default for SparseAdjacency<Key, Value> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::typed_id! { struct Node; }

    fn lists() -> SparseAdjacency<Node, char> {
        let pairs = [(7usize, 'a'), (2, 'b'), (7, 'c'), (4, 'd')];
        SparseAdjacency::from_pairs(
            pairs.iter().map(|&(key, value)| (Node::from_index(key), value)).collect(),
        )
    }

    fn shown<'a>(rows: impl Iterator<Item = (Node, &'a [char])>) -> Vec<(usize, String)> {
        rows.map(|(key, values)| (key.index(), values.iter().collect())).collect()
    }

    #[test]
    fn keys_have_their_values_in_order() {
        let lists = lists();
        let of = |key| lists.get(Node::from_index(key)).iter().collect::<String>();
        assert_eq!((0..9).map(of).collect::<Vec<_>>(), ["", "", "b", "", "d", "", "", "ac", ""]);
        assert_eq!(shown(lists.range(Node::from_index(3), Node::from_index(7))), [(4, "d".to_owned())]);
        assert_eq!(shown(lists.range(Node::from_index(5), Node::from_index(3))), []);
    }

    #[test]
    fn truncating_drops_the_larger_keys() {
        for (from, left) in [(0, 0), (2, 0), (3, 1), (7, 2), (8, 4)] {
            let mut lists = lists();
            lists.truncate(Node::from_index(from));
            assert_eq!(lists.len(), left, "from {from}");
        }
        let mut lists = lists();
        lists.truncate(Node::from_index(5));
        lists.push(Node::from_index(5), 'z');
        assert_eq!(shown(lists.iter()), [(2, "b".to_owned()), (4, "d".to_owned()), (5, "z".to_owned())]);
    }
}
