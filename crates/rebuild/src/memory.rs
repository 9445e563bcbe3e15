//! Recipes that were found before in the same graph.
//!
//! A case whose objects cannot be rebuilt is planned with one strategy after the other, each with and without histories, and
//! most of its objects are solved in the same way each time. A recipe by structure is a function of the request and of
//! what is known of other objects; the solver notes which of them it asked about ([`Asked`]), so that a recipe can be used again
//! as long as the answers are the same.

use std::cell::{Cell, RefCell};

use reenact_base::Id;
use reenact_heap::NodeId;
use rustc_hash::FxHashMap;

use crate::facts::{Facts, MOST_OFFERED};
use crate::plan::Reason;
use crate::recipe::Recipe;
use crate::solve::trial::Scope;

/// Recipes that are remembered of one object.
const MOST_RECIPES: usize = 8;

/// The recipes of the objects of one graph, for all requests about it. These requests have the same classes, roots, viewpoint and actions to avoid,
/// the same needed fields if they name any, and graphs that begin with the objects of that graph.
#[derive(Default)]
pub struct Memory {
    /// How many objects the graph has.
    own: usize,
    recipes: RefCell<FxHashMap<Key, Vec<Known>>>,
}

/// The knowledge that a recipe depends on besides the answers about other objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    node: NodeId,
    has_needed: bool,
    /// The objects of the graph that static fields hold: histories may know of more. Those that are known without stay
    /// known, so that their number says which they are.
    statics: usize,
    may_not_enter: bool,
    is_alone: bool,
}

struct Known {
    impossible: Box<[(NodeId, bool)]>,
    late: Box<[(NodeId, bool)]>,
    shared: Box<[(NodeId, bool)]>,
    /// True if objects were offered as arguments that another graph may not begin with.
    is_offered: bool,
    recipe: Result<Recipe, Reason>,
}

impl Memory {
    /// Creates the memory of a graph with so many objects.
    pub fn new(own: usize) -> Self {
        Memory { own, recipes: RefCell::default() }
    }

    /// How many objects the graph has.
    pub(crate) fn own(&self) -> usize {
        self.own
    }

    /// The recipe of an object by its structure, if it was found before by the same knowledge.
    pub(crate) fn recipe(
        &self,
        facts: &Facts<'_>,
        scope: &Scope,
        node: NodeId,
    ) -> Option<Result<Recipe, Reason>> {
        let key = self.key(facts, scope, node)?;
        let recipes = self.recipes.borrow();
        let is_same = |answers: &[(NodeId, bool)], now: &dyn Fn(&NodeId) -> bool| {
            answers.iter().all(|(node, answer)| now(node) == *answer)
        };
        let is_valid = |known: &&Known| {
            is_same(&known.impossible, &|node| scope.impossible.contains(node))
                && is_same(&known.late, &|node| scope.late.contains(node))
                && is_same(&known.shared, &|node| scope.shared.contains(node))
                && !(known.is_offered && self.offers_more(facts))
        };
        recipes.get(&key)?.iter().find(is_valid).map(|known| known.recipe.clone())
    }

    /// Keeps the recipe of an object, which was found by what the scope was asked.
    pub(crate) fn keep(
        &self,
        facts: &Facts<'_>,
        scope: &Scope,
        node: NodeId,
        recipe: &Result<Recipe, Reason>,
    ) {
        let Some(key) = self.key(facts, scope, node) else { return };
        let asked = &scope.asked;
        let is_offered = asked.instances.get();
        // The numbers of helpers depend on the size of the graph.
        let has_helpers = recipe.as_ref().is_ok_and(|recipe| !recipe.helpers.is_empty());
        if has_helpers || is_offered && self.offers_more(facts) {
            return;
        }
        let mut recipes = self.recipes.borrow_mut();
        let known = recipes.entry(key).or_default();
        if known.len() < MOST_RECIPES {
            known.push(Known {
                impossible: asked.impossible.answers(|node| scope.impossible.contains(node)),
                late: asked.late.answers(|node| scope.late.contains(node)),
                shared: asked.shared.answers(|node| scope.shared.contains(node)),
                is_offered,
                recipe: recipe.clone(),
            });
        }
    }

    fn key(&self, facts: &Facts<'_>, scope: &Scope, node: NodeId) -> Option<Key> {
        (node.index() < self.own && scope.entering.is_empty()).then(|| Key {
            node,
            has_needed: facts.request.needed.is_some(),
            statics: facts.own_statics,
            may_not_enter: scope.may_not_enter,
            is_alone: scope.is_alone,
        })
    }

    /// Whether objects behind those of the graph are offered as arguments.
    fn offers_more(&self, facts: &Facts<'_>) -> bool {
        self.own < MOST_OFFERED && facts.request.graph.len() > self.own
    }
}

/// The questions of the solver about other objects.
#[derive(Default)]
pub(crate) struct Asked {
    pub impossible: AskedNodes,
    pub late: AskedNodes,
    pub shared: AskedNodes,
    /// Whether it has looked for objects to offer as arguments.
    pub instances: Cell<bool>,
}

/// A set of nodes, by bits.
#[derive(Default)]
pub(crate) struct AskedNodes(RefCell<Vec<u64>>);

impl AskedNodes {
    pub fn note(&self, node: NodeId) {
        let mut words = self.0.borrow_mut();
        let (word, bit) = (node.index() / 64, node.index() % 64);
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= 1 << bit;
    }

    fn answers(&self, answer: impl Fn(&NodeId) -> bool) -> Box<[(NodeId, bool)]> {
        let words = self.0.borrow();
        let bits = words.iter().enumerate().flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| NodeId::from_index(at * 64 + bit))
        });
        bits.map(|node| (node, answer(&node))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_were_asked_about_are_listed_with_the_answers() {
        let asked = AskedNodes::default();
        for node in [200, 3, 64, 3] {
            asked.note(NodeId::from_index(node));
        }
        let answers = asked.answers(|node| node.index() == 64);
        let answers: Vec<(usize, bool)> =
            answers.iter().map(|(node, answer)| (node.index(), *answer)).collect();
        assert_eq!(answers, [(3, false), (64, true), (200, false)]);
    }
}
