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

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> ClassId {
        ClassId::from_index(number)
    }

    fn edges(superclass: &[Option<usize>], interfaces: &[(usize, usize)]) -> Edges {
        let pairs = interfaces.iter().map(|&(class, interface)| (id(class), id(interface)));
        Edges {
            superclass: superclass.iter().map(|&above| above.map(id)).collect(),
            interfaces: Adjacency::from_pairs(superclass.len(), pairs),
        }
    }

    fn numbers(classes: &[ClassId]) -> Vec<usize> {
        classes.iter().map(|class| class.index()).collect()
    }

    #[test]
    fn supertypes_come_first() {
        // 0 extends 2 and implements 3 and 4; 3 extends 4.
        let mut edges = edges(&[Some(2), None, None, Some(2), None], &[(0, 3), (0, 4), (3, 4)]);
        let (order, cut) = supertypes_first(&mut edges);
        assert_eq!(numbers(&order), [2, 4, 3, 0, 1]);
        assert_eq!(cut, []);
    }

    #[test]
    fn every_cycle_loses_an_edge_and_nothing_else_does() {
        // 0 -> 1 -> 2 -> 0 by superclass, 3 -> 3 and 4 -> 5 -> 4 by interface, 6 stands below both.
        let superclass = [Some(1), Some(2), Some(0), None, None, None, Some(2)];
        let mut edges = edges(&superclass, &[(3, 3), (4, 5), (5, 4), (6, 4), (6, 5)]);
        let (order, cut) = supertypes_first(&mut edges);
        assert_eq!(numbers(&order), [2, 1, 0, 3, 5, 4, 6]);
        assert_eq!(cut, [(id(2), id(0)), (id(3), id(3)), (id(5), id(4))]);
        assert_eq!(edges.superclass[id(2)], None);
        assert_eq!(edges.superclass[id(6)], Some(id(2)));
        assert_eq!(edges.interfaces.row(id(6)), [id(4), id(5)]);
        let (_, cut) = supertypes_first(&mut edges);
        assert_eq!(cut, [], "nothing is left to cut");
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let count = 200_000;
        let superclass: Vec<_> =
            (0..count).map(|number| (number + 1 < count).then_some(number + 1)).collect();
        let (order, _) = supertypes_first(&mut edges(&superclass, &[]));
        assert_eq!(order[0], id(count - 1));
    }

    #[test]
    fn a_walk_has_everything_below_a_class_right_after_it() {
        // 1 and 4 are below 3, 0 and 2 below 1; 5 stands alone.
        let below = [(3, 1), (3, 4), (1, 0), (1, 2)].map(|(above, class)| (id(above), id(class)));
        let below = Adjacency::from_pairs(6, below.iter().copied());
        let (order, spans) = preorder(6, [id(3), id(5)].into_iter(), &below);
        assert_eq!(numbers(&order), [3, 1, 0, 2, 4, 5]);
        assert_eq!(spans.as_slice(), [(2, 3), (1, 4), (3, 4), (0, 5), (4, 5), (5, 6)]);
    }
}
