//! Kinds of collections, and what their order means.

use crate::value::Value;

/// How a list came to be. The class says the rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ListKind {
    ArrayList,
    LinkedList,
    /// `Vector` and `Stack`.
    Vector,
    CopyOnWrite,
    /// `List.of`, `List.copyOf`.
    Immutable,
    /// `Stream.toList`: immutable, and nulls are allowed.
    ImmutableWithNulls,
    Empty,
    Singleton,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QueueKind {
    ArrayDeque,
    Priority,
    LinkedBlocking,
    LinkedBlockingDeque,
    ArrayBlocking,
    PriorityBlocking,
    Delay,
    ConcurrentLinked,
    ConcurrentLinkedDeque,
    LinkedTransfer,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SetKind {
    Hash,
    LinkedHash,
    Tree,
    CopyOnWrite,
    ConcurrentSkipList,
    /// `ConcurrentHashMap.newKeySet`.
    ConcurrentHash,
    /// An `EnumSet`, with the internal name of the enum.
    Enum {
        element_type: Box<str>,
    },
    /// `Set.of`, `Set.copyOf`.
    Immutable,
    Empty,
    Singleton,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MapKind {
    Hash,
    LinkedHash,
    Tree,
    /// Keys are the same if they are one object.
    Identity,
    /// Entries whose keys the garbage collector has taken are gone.
    Weak,
    Hashtable,
    Properties {
        defaults: Value,
    },
    ConcurrentHash,
    ConcurrentSkipList,
    /// An `EnumMap`, with the internal name of the enum.
    Enum {
        key_type: Box<str>,
    },
    /// `Map.of`, `Map.ofEntries`, `Map.copyOf`.
    Immutable,
    Empty,
    Singleton,
}

/// The meaning of the order of elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Nothing: it follows from hash codes, which may differ in the next JVM.
    None,
    /// The order in which they were put in.
    Insertion,
    /// Least recently used first.
    Access,
    /// By comparator, or natural.
    Sorted,
}

/// The part of its object that a view shows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ViewKind {
    Unmodifiable,
    /// `mutex` is `Null` if it is the view itself.
    Synchronized {
        mutex: Value,
    },
    /// `Collections.checkedList` and its like; for a map, the types of keys and of values.
    Checked {
        types: Vec<Value>,
    },
    /// `Arrays.asList`.
    ArrayAsList,
    /// Elements from an offset of the list on.
    SubList {
        offset: i32,
        size: i32,
    },
    /// `subMap`, `headMap`, `tailMap` and `descendingMap` of a sorted map.
    SubMap {
        from: Option<Bound>,
        to: Option<Bound>,
        is_descending: bool,
    },
    /// `keySet`, and sets that are nothing but the keys of a map.
    Keys,
    Values,
    Entries,
    /// `Collections.newSetFromMap`.
    SetFromMap,
    /// `Collections.asLifoQueue`.
    LifoQueue,
    /// `reversed`.
    Reversed,
}

/// Where a part of a sorted map begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bound {
    pub key: Value,
    pub is_inclusive: bool,
}

impl ViewKind {
    /// The elements that the view shows, of those that its object has.
    pub(super) fn applied_to(&self, mut elements: Vec<Value>) -> Option<Vec<Value>> {
        match self {
            ViewKind::SubList { offset, size } => {
                let start = usize::try_from(*offset).ok()?;
                let end = start.checked_add(usize::try_from(*size).ok()?)?;
                Some(elements.get(start..end)?.to_vec())
            }
            ViewKind::SubMap { from, to, is_descending } => {
                // Only Java code can compare keys; a bound that is a key itself can be found.
                let find = |bound: Bound| elements.iter().position(|element| *element == bound.key);
                let start = match from {
                    Some(from) => find(*from)? + usize::from(!from.is_inclusive),
                    None => 0,
                };
                let end = match to {
                    Some(to) => find(*to)? + usize::from(to.is_inclusive),
                    None => elements.len(),
                };
                let mut shown = elements.get(start..end)?.to_vec();
                if *is_descending {
                    shown.reverse();
                }
                Some(shown)
            }
            ViewKind::Reversed => {
                elements.reverse();
                Some(elements)
            }
            ViewKind::Values | ViewKind::Entries => None,
            _ => Some(elements),
        }
    }
}
