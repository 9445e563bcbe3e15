//! Orders of the hierarchy: supertypes before subtypes, and subclasses after their superclass.

use reenact_base::{Adjacency, Id, IdVec};
use rustc_hash::FxHashSet;

use super::position;
use crate::ids::ClassId;

/// The edges up the hierarchy.
pub(super) struct Edges {
    pub superclass: IdVec<ClassId, Option<ClassId>>,
    pub interfaces: Adjacency<ClassId, ClassId>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    /// On the way from some class to its supertypes.
    Open,
    Done,
}

/// All classes with supertypes first. Edges that close a cycle are cut, and given back.
pub(super) fn supertypes_first(edges: &mut Edges) -> (Vec<ClassId>, Vec<(ClassId, ClassId)>) {
    let count = edges.superclass.len();
    let mut state: IdVec<ClassId, State> = IdVec::filled(State::New, count);
    let mut order = Vec::with_capacity(count);
    let mut cut = Vec::new();
    // Classes on the way, each with how many of its edges were followed.
    let mut path: Vec<(ClassId, usize)> = Vec::new();
    for start in (0..count).map(ClassId::from_index) {
        if state[start] == State::New {
            state[start] = State::Open;
            path.push((start, 0));
        }
        while let Some((class, followed)) = path.last_mut() {
            let class = *class;
            let next = match *followed {
                0 => edges.superclass[class],
                followed => edges.interfaces.row(class).get(followed - 1).copied(),
            };
            let at_end = *followed > edges.interfaces.row(class).len();
            *followed += 1;
            match next {
                Some(supertype) => match state[supertype] {
                    State::New => {
                        state[supertype] = State::Open;
                        path.push((supertype, 0));
                    }
                    State::Open => cut.push((class, supertype)),
                    State::Done => {}
                },
                None if at_end => {
                    state[class] = State::Done;
                    order.push(class);
                    path.pop();
                }
                None => {}
            }
        }
    }
    for &(class, supertype) in &cut {
        if edges.superclass[class] == Some(supertype) {
            edges.superclass[class] = None;
        }
    }
    if !cut.is_empty() {
        let gone: FxHashSet<(ClassId, ClassId)> = cut.iter().copied().collect();
        let rows = (0..count)
            .map(ClassId::from_index)
            .flat_map(|class| edges.interfaces.row(class).iter().map(move |&interface| (class, interface)));
        edges.interfaces = Adjacency::from_pairs(count, rows.filter(|edge| !gone.contains(edge)));
    }
    (order, cut)
}

/// Walks the tree below `roots`, children in order: each class before what is below it. Also gives
/// where in the walk each class and all below it are.
pub(super) fn preorder(
    count: usize,
    roots: impl DoubleEndedIterator<Item = ClassId>,
    below: &Adjacency<ClassId, ClassId>,
) -> (Vec<ClassId>, IdVec<ClassId, (u32, u32)>) {
    let mut order = Vec::with_capacity(count);
    let mut spans: IdVec<ClassId, (u32, u32)> = IdVec::filled((0, 0), count);
    let mut todo: Vec<(ClassId, bool)> = roots.rev().map(|root| (root, false)).collect();
    while let Some((class, is_finished)) = todo.pop() {
        if is_finished {
            spans[class].1 = position(order.len());
            continue;
        }
        spans[class].0 = position(order.len());
        order.push(class);
        todo.push((class, true));
        todo.extend(below.row(class).iter().rev().map(|&child| (child, false)));
    }
    order.shrink_to_fit();
    (order, spans)
}
