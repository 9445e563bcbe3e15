//! Dense ids of distinct types, and vectors indexed by them.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense index with a type of its own. Made by [`typed_id!`](crate::typed_id).
pub trait Id: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    /// The id of position `index`. Positions beyond `u32::MAX` do not exist.
    fn from_index(index: usize) -> Self;
    /// The position.
    fn index(self) -> usize;
}

/// A position that needs no type of its own.
impl Id for u32 {
    fn from_index(index: usize) -> Self {
        u32::try_from(index).expect("more than u32::MAX positions")
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// Declares a 32-bit newtype that implements [`Id`]. An `Option` of it takes 32 bits as well.
#[macro_export]
macro_rules! typed_id {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(::std::num::NonZeroU32);

        impl $crate::Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                // One more than the index, which leaves zero to `None`.
                let number = u32::try_from(index + 1).ok().and_then(::std::num::NonZeroU32::new);
                $name(number.expect("more than u32::MAX ids"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), $crate::Id::index(*self))
            }
        }
    };
}

/// A vector whose positions are ids of one type.
#[derive(Clone)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    ids: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        IdVec { items: Vec::new(), ids: PhantomData }
    }

    /// Appends an item and gives its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item of an id, or `None` if the id is of a larger vector.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + DoubleEndedIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All items with their ids, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator + Clone {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// Drops the items from position `length` on.
    pub fn truncate(&mut self, length: usize) {
        self.items.truncate(length);
    }

    /// Gives back memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit();
    }

    /// The items as a slice, in order of their ids.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// Bytes held on the heap by the vector itself.
    pub fn heap_bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }
}

impl<I: Id, T: Clone> IdVec<I, T> {
    /// A vector of `length` equal items.
    pub fn filled(item: T, length: usize) -> Self {
        vec![item; length].into()
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec { items, ids: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::typed_id! { struct Thing; }

    #[test]
    fn an_optional_id_takes_no_more_than_an_id() {
        assert_eq!(size_of::<Option<Thing>>(), 4);
        let first = Thing::from_index(0);
        assert_eq!(first.index(), 0);
        assert_eq!(format!("{first:?}"), "Thing(0)");
        assert!(first < Thing::from_index(1));
    }
}
