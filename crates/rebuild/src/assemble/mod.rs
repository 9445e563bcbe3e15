//! All objects together: which recipe each one gets, so that they fit.
//!
//! Recipes are found one by one, as if everything that they need could be had. Then what does not fit is
//! found and solved again with what was learnt, until all of it fits:
//!
//! - an object that cannot be made is not asked for where it need not be;
//! - an object that comes to be inside of another one, but is held by a third one as well, is got at through
//!   the other one, or not made there;
//! - objects that need each other to be made are made such that one gets hold of the other afterwards.
//!
//! Each of these only ever takes possibilities away, so it comes to an end. Objects that are made as they were seen
//! to be made come in one by one (`history`).

mod cycles;
mod history;
mod interleave;
mod mutual;
mod one;
mod order;
mod replay;
mod stand_in;

use std::collections::VecDeque;
use std::sync::Arc;

use reenact_base::Id;
use reenact_heap::{NodeId, Value};
use reenact_world::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::changers::Getter;
use crate::facts::Facts;
use crate::plan::{Making, Operand, Plan, Reason, Strategy, Unbuilt};
use crate::program_index::{PackageView, ProgramIndex};
use crate::recipe::{Inside, Recipe};
use crate::solve::Solver;
use crate::solve::trial::Scope;
use history::Following;

/// Rounds before it gives up: each round settles at least one object.
const ROUNDS: usize = 1000;

/// The decision about an object.
#[derive(Clone, Debug)]
enum Item {
    Made(Box<Recipe>),
    Impossible(Reason),
}

pub(crate) struct Assembler<'s, 'w> {
    solver: Solver<'s, 'w>,
    facts: &'s Facts<'s>,
    items: FxHashMap<NodeId, Item>,
    impossible: Arc<FxHashSet<NodeId>>,
    /// Objects that must not come to be inside of an object, by that object.
    shared: FxHashMap<NodeId, Arc<FxHashSet<NodeId>>>,
    /// Objects that are not there yet when an object is made, by that object.
    late: FxHashMap<NodeId, Arc<FxHashSet<NodeId>>>,
    /// Elements that put themselves into collections of an object, by that object.
    entering: FxHashMap<NodeId, Arc<Vec<(FieldId, NodeId)>>>,
    /// Objects that must not put themselves into a collection of another one.
    outside: FxHashSet<NodeId>,
    /// Objects to which nothing is done.
    alone: FxHashSet<NodeId>,
    /// Objects that died of others, with those.
    causes: FxHashMap<NodeId, Vec<NodeId>>,
    /// The name of the field in which an object was met first.
    hints: FxHashMap<NodeId, Box<str>>,
    is_root: FxHashSet<NodeId>,
    /// Recorded histories of objects.
    following: Option<Following<'s>>,
    /// Recipes of objects by their structure, and what was known of other objects then.
    structures: FxHashMap<NodeId, (one::Knowledge, Result<Recipe, Reason>)>,
    /// Objects for which the whole is given up if the code does not explain them.
    replayable: FxHashSet<NodeId>,
    is_abandoned: bool,
}

impl<'s, 'w> Assembler<'s, 'w> {
    pub fn new(program: &'s ProgramIndex<'w>, package: &'s PackageView<'w>, facts: &'s Facts<'s>) -> Self {
        let mut hints = FxHashMap::default();
        for (root, name) in facts.request.roots.iter().zip(facts.request.names) {
            if let Value::Reference(node) = root {
                hints.entry(*node).or_insert((*name).into());
            }
        }
        Assembler {
            solver: Solver { program, package, facts, helpers: Default::default() },
            facts,
            items: FxHashMap::default(),
            impossible: Arc::default(),
            shared: FxHashMap::default(),
            late: FxHashMap::default(),
            entering: FxHashMap::default(),
            outside: FxHashSet::default(),
            alone: FxHashSet::default(),
            causes: FxHashMap::default(),
            is_root: facts.request.roots.iter().filter_map(node_of).collect(),
            hints,
            following: None,
            structures: FxHashMap::default(),
            replayable: FxHashSet::default(),
            is_abandoned: false,
        }
    }

    pub fn plan(mut self) -> Plan {
        self.settle();
        self.ordered()
    }

    /// Plans as well, but gives up at the first of these objects that the code does not explain, or not for sure. To find that
    /// out for all objects of a large web takes long, and is in vain if they are made by their histories then.
    pub fn plan_unless_unexplained(mut self, replayable: FxHashSet<NodeId>) -> Option<Plan> {
        self.replayable = replayable;
        self.settle();
        (!self.is_abandoned).then(|| self.ordered())
    }

    /// Finds recipes that fit.
    fn settle(&mut self) {
        for _ in 0..ROUNDS {
            let reached = self.discover();
            if self.is_abandoned {
                return;
            }
            if !self.solve_without_impossible(&reached)
                && !self.separate(&reached)
                && !self.replay(&reached)
                && !self.agree(&reached)
                && !self.untangle(&reached)
            {
                break;
            }
        }
    }

    fn roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.facts.request.roots.iter().filter_map(node_of)
    }

    /// Everything that the roots need by the recipes so far, each solved.
    fn discover(&mut self) -> Vec<NodeId> {
        let mut queue: VecDeque<NodeId> = self.roots().collect();
        let mut seen: FxHashSet<NodeId> = queue.iter().copied().collect();
        let mut reached = Vec::new();
        while let Some(node) = queue.pop_front() {
            reached.push(node);
            if !self.items.contains_key(&node) {
                let item = self.solved(node);
                if self.replayable.contains(&node) && is_unexplained(&item) {
                    self.is_abandoned = true;
                    return reached;
                }
                self.accept(node, item);
            }
            for needed in self.needs(node) {
                if seen.insert(needed) {
                    queue.push_back(needed);
                }
            }
        }
        reached
    }

    fn scope(&self, node: NodeId) -> Scope {
        Scope {
            impossible: self.impossible.clone(),
            late: self.late.get(&node).cloned().unwrap_or_default(),
            shared: self.shared.get(&node).cloned().unwrap_or_default(),
            entering: self.entering.get(&node).cloned().unwrap_or_default(),
            may_not_enter: self.outside.contains(&node),
            is_alone: self.alone.contains(&node),
            asked: Default::default(),
        }
    }

    /// Keeps a recipe, and those of its helpers.
    fn accept(&mut self, node: NodeId, item: Result<Recipe, Reason>) {
        match item {
            Ok(mut recipe) => {
                for (helper, recipe) in std::mem::take(&mut recipe.helpers) {
                    self.items.insert(helper, Item::Made(Box::new(recipe)));
                }
                self.items.insert(node, Item::Made(Box::new(recipe)));
            }
            Err(reason) => {
                self.items.insert(node, Item::Impossible(reason));
            }
        }
    }

    fn recipe(&self, node: NodeId) -> Option<&Recipe> {
        match self.items.get(&node)? {
            Item::Made(recipe) => Some(recipe),
            Item::Impossible(_) => None,
        }
    }

    /// The objects that an object needs, to be made or afterwards.
    fn needs(&self, node: NodeId) -> Vec<NodeId> {
        let Some(recipe) = self.recipe(node) else { return Vec::new() };
        let mut needs = recipe.needs();
        needs.extend(recipe.then.iter().flat_map(|filling| filling.needs()));
        needs
    }

    /// Solves objects again that need one which cannot be made. Returns whether there were any.
    fn solve_without_impossible(&mut self, reached: &[NodeId]) -> bool {
        let is_impossible =
            |assembler: &Self, node: &NodeId| matches!(assembler.items.get(node), Some(Item::Impossible(_)));
        let fresh: Vec<NodeId> = reached
            .iter()
            .filter(|node| is_impossible(self, node) && !self.impossible.contains(node))
            .copied()
            .collect();
        Arc::make_mut(&mut self.impossible).extend(&fresh);
        let mut has_changed = false;
        for &node in reached {
            let needs = self.needs(node);
            let missing: Vec<NodeId> =
                needs.into_iter().filter(|need| self.impossible.contains(need)).collect();
            if missing.is_empty() {
                continue;
            }
            has_changed = true;
            let item = match self.facts.is_observed(node) {
                true => self.solved(node),
                false => Err(Reason::NoWay { fields: Vec::new() }),
            };
            // A recipe that needs an impossible object again has no alternative.
            let item = item.and_then(|recipe| {
                let asks = |need: &NodeId| self.impossible.contains(need);
                let then = recipe.then.iter().flat_map(|filling| filling.needs());
                match recipe.needs().into_iter().chain(then).any(|need| asks(&need)) {
                    true => Err(Reason::NoWay { fields: Vec::new() }),
                    false => Ok(recipe),
                }
            });
            if item.is_err() {
                self.causes.insert(node, missing);
            }
            self.accept(node, item);
        }
        has_changed
    }

    /// Objects that come to be inside of one object and are needed by another. Whether there were any.
    fn separate(&mut self, reached: &[NodeId]) -> bool {
        let mut needed: FxHashSet<NodeId> = self.roots().collect();
        let mut parents: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for &node in reached {
            needed.extend(self.needs(node));
        }
        let mut conflicts: Vec<(NodeId, Inside)> = Vec::new();
        for &node in reached {
            let Some(recipe) = self.recipe(node) else { continue };
            for inside in &recipe.inside {
                let has_other = *parents.entry(inside.node).or_insert(node) != node;
                let is_value = self.facts.is_text_or_box(inside.node);
                let is_got = self.is_got_from(inside.node, node);
                if (has_other || needed.contains(&inside.node) && !is_got) && !is_value {
                    conflicts.push((node, inside.clone()));
                }
            }
        }
        let has_changed = !conflicts.is_empty();
        for (parent, inside) in conflicts {
            let first = parents.get(&inside.node) == Some(&parent);
            match self.access(parent, &inside).filter(|_| first && !self.is_shared(parent, inside.node)) {
                Some(recipe) => self.accept(inside.node, Ok(recipe)),
                None => {
                    Arc::make_mut(self.shared.entry(parent).or_default()).insert(inside.node);
                    if matches!(self.recipe(inside.node), Some(recipe) if recipe.strategy == Strategy::Structure)
                    {
                        self.items.remove(&inside.node);
                    }
                    let item = self.solved(parent);
                    self.accept(parent, item);
                }
            }
        }
        has_changed
    }

    fn is_shared(&self, parent: NodeId, node: NodeId) -> bool {
        self.shared.get(&parent).is_some_and(|shared| shared.contains(&node))
    }

    /// Whether an object is had by asking another one for it.
    fn is_got_from(&self, node: NodeId, parent: NodeId) -> bool {
        let parent = Operand::Value(Value::Reference(parent));
        match self.recipe(node).map(|recipe| &recipe.making) {
            Some(Making::Result { on, arguments, .. }) => **on == parent && arguments.is_empty(),
            Some(Making::Field { of, .. }) => **of == parent,
            _ => false,
        }
    }

    /// A recipe that gets an object out of the one that it is inside of.
    fn access(&self, parent: NodeId, inside: &Inside) -> Option<Recipe> {
        let class = self.facts.class(parent)?;
        let changers = self.solver.package.changers(self.solver.program, class);
        let on = Box::new(Operand::Value(Value::Reference(parent)));
        let making = match changers.getter(inside.field?)? {
            Getter::Method(method) => Making::Result { on, method: method.clone(), arguments: Vec::new() },
            Getter::Field(field) => Making::Field { of: on, field: field.clone() },
        };
        Some(Recipe::new(self.facts.class_name(inside.node)?, making, Strategy::Structure))
    }

    /// The objects that cannot be made and because of which a root cannot.
    fn unbuilt(&self) -> Vec<Unbuilt> {
        let mut queue: VecDeque<NodeId> = self.roots().collect();
        let mut seen: FxHashSet<NodeId> = queue.iter().copied().collect();
        let mut unbuilt = Vec::new();
        while let Some(node) = queue.pop_front() {
            let next = match self.items.get(&node) {
                Some(Item::Impossible(reason)) => match self.causes.get(&node) {
                    Some(causes) => causes.clone(),
                    None => {
                        let class = self.facts.class_name(node).unwrap_or("?").into();
                        unbuilt.push(Unbuilt { node, class, reason: reason.clone() });
                        Vec::new()
                    }
                },
                _ => Vec::new(),
            };
            queue.extend(next.into_iter().filter(|node| seen.insert(*node)));
        }
        unbuilt.sort_by_key(|unbuilt| unbuilt.node.index());
        unbuilt
    }
}

/// Whether it is not known how an object is made, or not for sure.
fn is_unexplained(item: &Result<Recipe, Reason>) -> bool {
    item.as_ref().map_or(true, |recipe| {
        !matches!(recipe.strategy, Strategy::Static | Strategy::Adapter) && !recipe.unproved.is_empty()
    })
}

fn node_of(value: &Value) -> Option<NodeId> {
    match value {
        Value::Reference(node) => Some(*node),
        _ => None,
    }
}
