//! Lists of ids per id, in two flat vectors.

use crate::Id;

/// For each `From`, an ordered list of `To`: rows of a graph without an allocation per row.
#[derive(Clone)]
pub struct Adjacency<From, To> {
    /// Where each row ends in `targets`; it starts where the previous one ends.
    ends: Vec<u32>,
    targets: Vec<To>,
    from: std::marker::PhantomData<fn(From)>,
}

impl<From: Id, To: Copy> Adjacency<From, To> {
    /// Sorts pairs into `rows` rows. Pairs of one row keep their order; the result depends on
    /// nothing else.
    pub fn from_pairs(rows: usize, pairs: impl Iterator<Item = (From, To)> + Clone) -> Self {
        let mut ends = vec![0u32; rows + 1];
        let mut sample = None;
        let mut total = 0usize;
        for (from, to) in pairs.clone() {
            ends[from.index() + 1] += 1;
            sample.get_or_insert(to);
            total += 1;
        }
        assert!(u32::try_from(total).is_ok(), "more than u32::MAX pairs");
        for row in 1..=rows {
            ends[row] += ends[row - 1];
        }
        let mut targets = sample.map_or_else(Vec::new, |to| vec![to; total]);
        // `ends[row]` is where the row starts now and where it ends after it was filled.
        for (from, to) in pairs {
            targets[ends[from.index()] as usize] = to;
            ends[from.index()] += 1;
        }
        ends.pop();
        Adjacency { ends, targets, from: std::marker::PhantomData }
    }

    /// The row of `from`, in the order in which its pairs came.
    pub fn row(&self, from: From) -> &[To] {
        let Some(&end) = self.ends.get(from.index()) else { return &[] };
        let start = if from.index() == 0 { 0 } else { self.ends[from.index() - 1] };
        &self.targets[start as usize..end as usize]
    }

    /// How many pairs there are in all.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.ends.capacity() * 4 + self.targets.capacity() * size_of::<To>()
    }
}

impl<From: Id, To: Copy> Default for Adjacency<From, To> {
    fn default() -> Self {
        Adjacency { ends: Vec::new(), targets: Vec::new(), from: std::marker::PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::typed_id! { struct Node; }

    #[test]
    fn rows_hold_their_pairs_in_order() {
        let pairs = [(3usize, 'a'), (0, 'b'), (3, 'c'), (1, 'd'), (3, 'a')];
        let graph = Adjacency::from_pairs(5, pairs.iter().map(|&(from, to)| (Node::from_index(from), to)));
        let rows: Vec<String> = (0..6).map(|n| graph.row(Node::from_index(n)).iter().collect()).collect();
        assert_eq!(rows, ["b", "d", "", "aca", "", ""]);
        assert_eq!(graph.len(), 5);
    }
}
