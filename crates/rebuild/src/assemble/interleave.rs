//! Histories of objects that refer to each other, in the order of their events.
//!
//! An object whose history refers to no other is made and filled in one go. Where one's events have another one as an argument, the
//! state of both counts at each step, so the events of all of them are one sequence: the first object that was made
//! leads, and the others are made between its fillings.

use reenact_heap::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Assembler, Item};
use crate::plan::Strategy;
use crate::recipe::Filling;

impl Assembler<'_, '_> {
    /// Puts histories together. Gives for each object that is made by another one's recipe that one.
    pub(super) fn interleave(&mut self) -> FxHashMap<NodeId, NodeId> {
        let mut leaders = FxHashMap::default();
        if !self.is_following() {
            return leaders;
        }
        let reached = self.discover();
        for group in self.groups(&reached) {
            // When, who, and which of its steps: 0 is its making.
            let mut acts: Vec<(u64, NodeId, usize)> = Vec::new();
            for &node in &group {
                let times = self.recipe(node).map_or(&[][..], |recipe| &recipe.times);
                acts.extend(times.iter().enumerate().map(|(step, time)| (*time, node, step)));
            }
            acts.sort_unstable();
            let Some(&(_, leader, 0)) = acts.first() else { continue };
            let mut all = Vec::with_capacity(acts.len());
            for &(_, node, step) in &acts[1..] {
                let Some(recipe) = self.recipe(node) else { continue };
                let filling = match step.checked_sub(1) {
                    None => Filling::Make { node, needs: recipe.needs() },
                    Some(at) => match recipe.then.get(at) {
                        // It is among these.
                        None | Some(Filling::Ensure { .. }) => continue,
                        Some(filling) if node == leader => filling.clone(),
                        Some(filling) => Filling::Of { node, filling: Box::new(filling.clone()) },
                    },
                };
                all.push(filling);
            }
            for &node in &group {
                let then = if node == leader { std::mem::take(&mut all) } else { Vec::new() };
                if let Some(Item::Made(recipe)) = self.items.get_mut(&node) {
                    recipe.then = then;
                }
                if node != leader {
                    leaders.insert(node, leader);
                }
            }
        }
        leaders
    }

    /// Objects that are made by their histories and need each other, at any depth; only those that are not alone.
    fn groups(&self, reached: &[NodeId]) -> Vec<Vec<NodeId>> {
        let is_replayed = |node: NodeId| {
            let recipe = self.recipe(node);
            recipe.is_some_and(|recipe| recipe.strategy == Strategy::History && !recipe.times.is_empty())
        };
        let replayed: Vec<NodeId> = reached.iter().copied().filter(|node| is_replayed(*node)).collect();
        let places: FxHashMap<NodeId, usize> =
            replayed.iter().enumerate().map(|(at, node)| (*node, at)).collect();
        let mut above: Vec<usize> = (0..replayed.len()).collect();
        let top = |above: &[usize], mut at: usize| {
            while above[at] != at {
                at = above[at];
            }
            at
        };
        for (at, &node) in replayed.iter().enumerate() {
            let mut seen = FxHashSet::from_iter([node]);
            let mut open = self.needs(node);
            while let Some(need) = open.pop() {
                if !seen.insert(need) {
                    continue;
                }
                match places.get(&need) {
                    Some(&other) => {
                        let (one, other) = (top(&above, at), top(&above, other));
                        above[one.max(other)] = one.min(other);
                    }
                    None => open.extend(self.needs(need)),
                }
            }
        }
        let mut groups: Vec<Vec<NodeId>> = vec![Vec::new(); replayed.len()];
        for (at, &node) in replayed.iter().enumerate() {
            groups[top(&above, at)].push(node);
        }
        groups.retain(|group| group.len() > 1);
        groups
    }
}
