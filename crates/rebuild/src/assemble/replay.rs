//! Which objects are made by their histories, given that some are.
//!
//! - What happened inside of an event that is done again is not done by itself.
//! - An object that such an event had as an argument, and that changed later, has to be what it was then.
//! - An object that such an event made is that one, and not another that looks the same. If it was changed from
//!   elsewhere, this is done as well, even if only its maker holds it.

use reenact_heap::{Node, NodeId, Value};
use rustc_hash::FxHashSet;

use super::Assembler;
use super::history::Following;
use crate::history::Event;
use crate::plan::{Reason, Strategy};
use crate::recipe::Recipe;

/// How often objects are solved anew because others came in: each of them may have events inside of each other.
const ROUNDS: usize = 50;

/// Objects that are looked at for those that an object holds.
const MOST_HELD: usize = 10_000;

impl Assembler<'_, '_> {
    /// Sees to it that events are done once, and that their arguments are what they were then. Whether anything had
    /// to change.
    pub(super) fn replay(&mut self, reached: &[NodeId]) -> bool {
        let Some(following) = &mut self.following else { return false };
        if following.rounds >= ROUNDS {
            return false;
        }
        following.rounds += 1;
        let is_by_history = |assembler: &Self, node: NodeId| {
            assembler.recipe(node).is_some_and(|recipe| recipe.strategy == Strategy::History)
        };
        let by_history: Vec<NodeId> =
            reached.iter().copied().filter(|node| is_by_history(self, *node)).collect();
        let mut has_changed = false;
        let fresh = |following: &mut Following<'_>| {
            std::mem::take(&mut following.is_stale)
                || by_history.iter().any(|node| !following.replayed.contains(node))
        };
        if self.following.as_mut().is_some_and(fresh) {
            if let Some(following) = &mut self.following {
                following.replayed.extend(&by_history);
            }
            // Twice, since one may take over a call of one that was solved before it.
            for &node in by_history.iter().chain(&by_history) {
                let item = self.replayed_again(node);
                if item.as_ref().ok() != self.recipe(node) {
                    has_changed = true;
                    self.accept(node, item);
                }
            }
        }
        let later = self.changed_later(&by_history).into_iter().chain(self.made_inside(reached));
        for node in later.collect::<Vec<_>>() {
            has_changed |= self.want(node);
        }
        for node in by_history {
            let kept = self.changed_inside(node);
            let Some(following) = &mut self.following else { break };
            if kept.is_empty() || following.kept.get(&node) == Some(&kept) {
                continue;
            }
            following.kept.insert(node, kept.clone());
            kept.into_iter().for_each(|kept| {
                self.want(kept);
            });
            let item = self.replayed_again(node);
            self.accept(node, item);
            has_changed = true;
        }
        has_changed
    }

    /// The recipe of an object that has one by its history. That its class does not explain it is known by now.
    fn replayed_again(&mut self, node: NodeId) -> Result<Recipe, Reason> {
        match self.by_history(node) {
            Some(Ok(recipe)) => Ok(recipe),
            _ => self.solved(node),
        }
    }

    /// Makes an object by its history, if it can be. Whether that is new.
    fn want(&mut self, node: NodeId) -> bool {
        let Some(following) = &mut self.following else { return false };
        if !following.wanted.insert(node) {
            return false;
        }
        let item = self.solved(node);
        let is_by_history = item.as_ref().is_ok_and(|recipe| recipe.strategy == Strategy::History);
        self.accept(node, item);
        is_by_history
    }

    /// Objects that are made by what they hold though another one makes them: they would be two.
    fn made_inside(&self, reached: &[NodeId]) -> Vec<NodeId> {
        let Some(following) = &self.following else { return Vec::new() };
        let is_doubled = |node: &NodeId| {
            let origin = following
                .histories
                .of(*node)
                .and_then(|object_history| object_history.history.events.first());
            let is_by_history = self.recipe(*node).is_some_and(|recipe| recipe.strategy == Strategy::History);
            !is_by_history && origin.is_some_and(|origin| self.event_around(*node, origin).is_some())
        };
        reached.iter().copied().filter(is_doubled).collect()
    }

    /// Objects that an object reaches, that were made when its events were, and that something else changed
    /// afterwards.
    fn changed_inside(&self, node: NodeId) -> Vec<NodeId> {
        let Some(following) = &self.following else { return Vec::new() };
        let mut seen = FxHashSet::from_iter([node]);
        let mut open = vec![node];
        let mut found = Vec::new();
        while let Some(next) = open.pop() {
            if let Some(object_history) = following.histories.of(next).filter(|_| next != node) {
                let mut events = object_history.history.events.iter();
                let is_made_here =
                    events.next().is_some_and(|origin| self.event_around(next, origin).is_some());
                let is_changed =
                    |event: &Event<'_>| !event.is_for_others && self.event_around(next, event).is_none();
                if is_made_here && events.any(is_changed) {
                    found.push(next);
                }
            }
            let held: &[Value] = match self.facts.node(next) {
                Some(Node::Object { fields, .. }) => fields,
                Some(Node::Array { elements, .. }) => elements,
                _ => &[],
            };
            for value in held {
                if let Value::Reference(held) = value
                    && seen.len() < MOST_HELD
                    && seen.insert(*held)
                {
                    open.push(*held);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Objects that events have as arguments, and that are not by then what they are in the end.
    fn changed_later(&self, by_history: &[NodeId]) -> Vec<NodeId> {
        let Some(following) = &self.following else { return Vec::new() };
        let mut found = Vec::new();
        for object_history in by_history.iter().filter_map(|node| following.histories.of(*node)) {
            for (event, arguments) in object_history.history.events.iter().zip(&object_history.arguments) {
                if !self.is_repeated(event) {
                    continue;
                }
                let changed = arguments.tracked.iter().filter(|held| {
                    following.histories.of(**held).is_some_and(|held| held.is_changed_after(event.entered))
                });
                found.extend(changed);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
