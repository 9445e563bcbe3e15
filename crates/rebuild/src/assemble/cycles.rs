//! Objects that need each other to be made.

use std::sync::Arc;

use reenact_heap::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Assembler, Item};
use crate::plan::Reason;
use crate::recipe::Recipe;

/// Objects of one class that are tried to open a ring at.
const TRIED: usize = 3;

impl Assembler<'_, '_> {
    /// Finds rings of objects of which each needs the next to be made, and makes one of each do with what
    /// it gets afterwards. Whether there were any.
    pub(super) fn untangle(&mut self, reached: &[NodeId]) -> bool {
        let rings = self.rings(reached);
        let has_changed = !rings.is_empty();
        for ring in rings {
            self.open(&ring);
        }
        has_changed
    }

    /// Of the objects of a ring, the one for which it costs least gets the others later.
    fn open(&mut self, ring: &[NodeId]) {
        let members: FxHashSet<NodeId> = ring.iter().copied().collect();
        let mut best: Option<(u32, NodeId, Recipe)> = None;
        // Objects of one class are made alike: a few of each are enough to find one that can be broken.
        let mut tried: FxHashMap<&str, usize> = FxHashMap::default();
        for &node in ring.iter().filter(|node| self.facts.is_observed(**node)) {
            let count = tried.entry(self.facts.class_name(node).unwrap_or("")).or_insert(0);
            *count += 1;
            if *count > TRIED {
                continue;
            }
            let Some(now) = self.recipe(node).map(|recipe| recipe.cost) else { continue };
            let before = self.late.get(&node).cloned();
            Arc::make_mut(self.late.entry(node).or_default()).extend(&members);
            if let Ok(recipe) = self.solved(node)
                && !recipe.needs().iter().any(|need| members.contains(need))
            {
                let more = recipe.cost.saturating_sub(now);
                if best.as_ref().is_none_or(|(least, ..)| more < *least) {
                    best = Some((more, node, recipe));
                }
            }
            match before {
                Some(before) => self.late.insert(node, before),
                None => self.late.remove(&node),
            };
        }
        match best {
            Some((_, node, recipe)) => {
                Arc::make_mut(self.late.entry(node).or_default()).extend(&members);
                self.accept(node, Ok(recipe));
            }
            None => {
                // One is enough to report; the others fail because of it.
                let first = ring.iter().find(|node| self.facts.is_observed(**node)).or(ring.first());
                if let Some(first) = first {
                    self.items.insert(*first, Item::Impossible(Reason::Cycle));
                }
            }
        }
    }

    /// The strongly connected components, by what is needed to be made, that are rings. Tarjan's algorithm
    /// with a stack of its own, since a list of a hundred thousand nodes is a path of that length.
    fn rings(&self, reached: &[NodeId]) -> Vec<Vec<NodeId>> {
        let position: FxHashMap<NodeId, usize> =
            reached.iter().enumerate().map(|(at, node)| (*node, at)).collect();
        let edges: Vec<Vec<usize>> = reached
            .iter()
            .map(|node| {
                let needs = self.recipe(*node).map(|recipe| recipe.needs()).unwrap_or_default();
                needs.iter().filter_map(|need| position.get(need).copied()).collect()
            })
            .collect();
        const UNSEEN: usize = usize::MAX;
        let count = reached.len();
        let (mut index, mut low, mut is_open) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
        let (mut next, mut open, mut rings) = (0, Vec::new(), Vec::new());
        for start in 0..count {
            if index[start] != UNSEEN {
                continue;
            }
            let mut calls = vec![(start, 0)];
            while let Some((node, edge)) = calls.pop() {
                if edge == 0 {
                    (index[node], low[node]) = (next, next);
                    next += 1;
                    open.push(node);
                    is_open[node] = true;
                } else {
                    let below = edges[node][edge - 1];
                    if is_open[below] {
                        low[node] = low[node].min(low[below]);
                    }
                }
                let unseen = (edge..edges[node].len()).find(|at| {
                    let below = edges[node][*at];
                    if index[below] != UNSEEN && is_open[below] {
                        low[node] = low[node].min(index[below]);
                    }
                    index[below] == UNSEEN
                });
                if let Some(at) = unseen {
                    calls.push((node, at + 1));
                    calls.push((edges[node][at], 0));
                    continue;
                }
                if low[node] == index[node] {
                    let mut ring = Vec::new();
                    while let Some(member) = open.pop() {
                        is_open[member] = false;
                        ring.push(reached[member]);
                        if member == node {
                            break;
                        }
                    }
                    if ring.len() > 1 || edges[node].contains(&node) {
                        ring.sort_unstable();
                        rings.push(ring);
                    }
                }
            }
        }
        rings
    }
}
