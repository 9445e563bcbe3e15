//! Objects that do something for each other: `parent.addChild(this)` in a constructor, `child.parent = this` in
//! an adding method. Both sides must know, or it is done twice or not at all.

use std::sync::Arc;

use reenact_heap::NodeId;

use super::Assembler;
use crate::plan::Strategy;
use crate::recipe::Filling;

impl Assembler<'_, '_> {
    /// Makes both sides agree on who does what. Whether something had to change.
    pub(super) fn agree(&mut self, reached: &[NodeId]) -> bool {
        let mut has_changed = false;
        for &node in reached {
            has_changed |= self.agree_on_entering(node) || self.agree_on_help(node);
        }
        has_changed
    }

    /// An object that puts itself into a collection of another one, which must not put it there too.
    fn agree_on_entering(&mut self, node: NodeId) -> bool {
        let enters = self.recipe(node).map(|recipe| recipe.enters.clone()).unwrap_or_default();
        for (other, field) in enters {
            let known = self.entering.entry(other).or_default();
            if !known.contains(&(field, node)) {
                Arc::make_mut(known).push((field, node));
                let item = self.solved(other);
                self.accept(other, item);
                return true;
            }
            // It knows, and has no use for it: then the object has to be made without.
            if !self.ensures(other, node) && self.outside.insert(node) {
                let item = self.solved(node);
                self.accept(node, item);
                return true;
            }
        }
        false
    }

    /// An object that counts on another one to do something for it.
    fn agree_on_help(&mut self, node: NodeId) -> bool {
        // A recorded history needs no agreement.
        let Some(recipe) = self.recipe(node).filter(|recipe| recipe.strategy != Strategy::History) else {
            return false;
        };
        let counts_on = recipe.then.iter().filter_map(|filling| match filling {
            Filling::Ensure { node } => Some(*node),
            _ => None,
        });
        let is_let_down = |other: NodeId| {
            // Either it enters by itself, or the other one names it in what it does.
            let enters =
                self.recipe(other).is_some_and(|recipe| recipe.enters.iter().any(|(to, _)| *to == node));
            !enters && !self.names(other, node)
        };
        if counts_on.into_iter().any(is_let_down) && self.alone.insert(node) {
            let item = self.solved(node);
            self.accept(node, item);
            return true;
        }
        false
    }

    fn ensures(&self, node: NodeId, other: NodeId) -> bool {
        let is_it = |filling: &Filling| matches!(filling, Filling::Ensure { node } if *node == other);
        self.recipe(node).is_some_and(|recipe| recipe.then.iter().any(is_it))
    }

    /// Whether a call on an object hands it another one.
    fn names(&self, node: NodeId, other: NodeId) -> bool {
        let is_it =
            |filling: &Filling| matches!(filling, Filling::Call { .. }) && filling.needs().contains(&other);
        self.recipe(node).is_some_and(|recipe| recipe.then.iter().any(is_it))
    }
}
