//! Objects that are made by their recorded histories.
//!
//! Where the code does not explain an object, or not for sure, its recipe is its history: the constructor or factory
//! that made it, then the calls that changed it. What happened inside of another object's event happens again when
//! that event does, so it is left out as soon as the other object is made so, too (`replay`).

use reenact_heap::{Node, NodeId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Assembler;
use crate::facts::{is_subtype, reference};
use crate::histories::{Arguments, EventAction, EventWriter, Histories};
use crate::history::Event;
use crate::plan::{Making, NoHistory, Operand, Reason, Strategy};
use crate::recipe::{Filling, Inside, Recipe};
use crate::request::ActionKey;

/// Names for objects, by what events call them.
type Hints = Vec<(NodeId, Box<str>)>;

/// The recorded histories, and the objects that are made by them.
pub(super) struct Following<'s> {
    pub(super) histories: &'s Histories<'s>,
    /// Objects of the graph that was asked for; behind them are those of events.
    own: usize,
    pub(super) replayed: FxHashSet<NodeId>,
    /// Objects that are made by their histories though the code explains what they were in the end.
    pub(super) wanted: FxHashSet<NodeId>,
    /// Objects that another one made and holds, and that were changed by others than it, by that one.
    pub(super) kept: FxHashMap<NodeId, Vec<NodeId>>,
    /// Objects that are what another one's call gave back, by the time of that call.
    given_back: FxHashMap<u64, NodeId>,
    /// Events that changed other objects only and are repeated for one of those, by their times.
    for_others: FxHashSet<u64>,
    /// Objects that are being solved by their histories.
    pending: Vec<NodeId>,
    /// True if events are repeated that were not when objects were solved.
    pub(super) is_stale: bool,
    pub(super) rounds: usize,
}

impl<'s> Assembler<'s, '_> {
    /// With histories; so many objects are those of the graph that was asked for.
    pub fn following(mut self, histories: &'s Histories<'s>, own: usize) -> Self {
        let (replayed, wanted) = (FxHashSet::default(), FxHashSet::default());
        self.following = Some(Following {
            histories,
            own,
            replayed,
            wanted,
            kept: FxHashMap::default(),
            given_back: FxHashMap::default(),
            for_others: FxHashSet::default(),
            pending: Vec::new(),
            is_stale: false,
            rounds: 0,
        });
        self
    }
}

impl Assembler<'_, '_> {
    pub(super) fn is_following(&self) -> bool {
        self.following.is_some()
    }

    /// How an object is made, by what is known so far.
    pub(super) fn solved(&mut self, node: NodeId) -> Result<Recipe, Reason> {
        let found = self.known_structure(node);
        let Some(following) = &self.following else { return found };
        if let Ok(recipe) = &found {
            let is_constant = matches!(recipe.strategy, Strategy::Static | Strategy::Adapter);
            if is_constant || recipe.unproved.is_empty() && !following.wanted.contains(&node) {
                return found;
            }
        }
        match self.by_history(node) {
            None => found,
            Some(Ok(recipe)) => Ok(recipe),
            Some(Err(why)) => found.map_err(|reason| Reason::NoHistory { reason: Box::new(reason), why }),
        }
    }

    /// The history of an object as a recipe; `None` if it has none that is of use here.
    pub(super) fn by_history(&mut self, node: NodeId) -> Option<Result<Recipe, NoHistory>> {
        let class = self.facts.class_name(node)?;
        let following = self.following.as_ref()?;
        following.histories.of(node)?;
        if self.facts.request.avoid.contains(&ActionKey::history(class)) {
            return None;
        }
        let mut events = self.recipe_of_events(node, class);
        if matches!(events, Err(NoHistory::NotAccessible(_))) && self.repeat_around(node, class) {
            events = self.recipe_of_events(node, class);
        }
        let recipe = match events {
            Ok((recipe, hints)) => {
                self.note_given_back(node, &recipe);
                for (held, name) in hints {
                    if !self.is_root.contains(&held) {
                        self.hints.entry(held).or_insert(name);
                    }
                }
                recipe
            }
            Err(why) => return Some(Err(why)),
        };
        let then = recipe.then.iter().flat_map(|filling| filling.needs());
        let is_possible = !recipe.needs().into_iter().chain(then).any(|need| self.impossible.contains(&need));
        is_possible.then_some(Ok(recipe))
    }

    /// The events of an object one after the other, and names for what they had as arguments.
    fn recipe_of_events(&self, node: NodeId, class: &str) -> Result<(Recipe, Hints), NoHistory> {
        let following = self.following.as_ref().ok_or(NoHistory::NoOrigin)?;
        let object_history = following.histories.of(node).ok_or(NoHistory::NoOrigin)?;
        if object_history.history.is_lost {
            return Err(NoHistory::Lost);
        }
        let writer = EventWriter {
            program: self.solver.program,
            package: self.solver.package,
            graph: self.facts.request.graph,
            own: following.own,
        };
        let mut events = object_history.history.events.iter().zip(&object_history.arguments);
        let (origin, arguments) =
            events.next().filter(|(origin, _)| origin.kind.is_origin()).ok_or(NoHistory::NoOrigin)?;
        let mut hints = Hints::new();
        let mut recipe = match self.event_around(node, origin) {
            Some((owner, time)) => {
                let inside = || NoHistory::MadeInside(origin.kind.member().clone());
                match self.given_out(owner, node) {
                    Some(mut recipe) => {
                        recipe.times.push(after(time));
                        recipe
                    }
                    None => {
                        let mut recipe =
                            self.given_back(&writer, owner, time, node, class).ok_or_else(inside)?;
                        recipe.times.push(at(time));
                        recipe
                    }
                }
            }
            None => match writer.action(class, origin, arguments)? {
                EventAction::Make(making) => {
                    self.suggest(origin, arguments, &mut hints);
                    let mut recipe = Recipe::new(class, making, Strategy::History);
                    recipe.times.push(at(origin.entered));
                    recipe
                }
                EventAction::Fill(_) => return Err(NoHistory::NoOrigin),
            },
        };
        recipe.strategy = Strategy::History;
        for (event, arguments) in events {
            if !self.is_repeated(event) {
                continue;
            }
            if let Some((owner, time)) = self.event_around(node, event) {
                recipe.then.push(Filling::Ensure { node: owner });
                recipe.times.push(after(time));
                continue;
            }
            // The object that it returned is made by it.
            if let Some(&given) = following.given_back.get(&event.entered) {
                recipe.then.push(Filling::Ensure { node: given });
                recipe.times.push(after(event.entered));
                continue;
            }
            // It ended by an exception, and no change was recorded.
            if event.threw && event.is_assumed {
                continue;
            }
            if let EventAction::Fill(filling) = writer.action(class, event, arguments)? {
                self.suggest(event, arguments, &mut hints);
                recipe.then.push(filling);
                recipe.times.push(at(event.entered));
            }
        }
        for &kept in following.kept.get(&node).into_iter().flatten() {
            recipe.then.push(Filling::Ensure { node: kept });
            recipe.times.push(u64::MAX);
        }
        recipe.inside = self.kept_inside(node);
        Ok((recipe, hints))
    }

    /// The outermost event that this one is inside of, of those that are done again: its object and its time.
    pub(super) fn event_around(&self, node: NodeId, event: &Event<'_>) -> Option<(NodeId, u64)> {
        let following = self.following.as_ref()?;
        let around = following.histories.around(event);
        let replayed = around.filter(|(object_history, event)| {
            object_history.node != node
                && self.is_replayed(object_history.node)
                && self.is_repeated(&object_history.history.events[*event])
        });
        replayed.last().map(|(object_history, event)| {
            (object_history.node, object_history.history.events[event].entered)
        })
    }

    fn is_replayed(&self, node: NodeId) -> bool {
        let Some(following) = &self.following else { return false };
        following.replayed.contains(&node) && (following.pending.contains(&node) || self.is_by_history(node))
    }

    fn is_by_history(&self, node: NodeId) -> bool {
        self.recipe(node).is_some_and(|recipe| recipe.strategy == Strategy::History)
    }

    /// Whether an event is repeated if its object is made by its history.
    pub(super) fn is_repeated(&self, event: &Event<'_>) -> bool {
        !event.is_for_others
            || self.following.as_ref().is_some_and(|following| following.for_others.contains(&event.entered))
    }

    /// Sees to it that the events are repeated inside of which an object was made or changed by what a test has no
    /// access to, as a private field that another object's method writes. Whether there is one for each of these.
    fn repeat_around(&mut self, node: NodeId, class: &str) -> bool {
        let Some(following) = &self.following else { return false };
        let histories = following.histories;
        let writer = EventWriter {
            program: self.solver.program,
            package: self.solver.package,
            graph: self.facts.request.graph,
            own: following.own,
        };
        let Some(object_history) = histories.of(node) else { return false };
        let events = object_history.history.events.iter().zip(&object_history.arguments);
        let hidden: Vec<&Event<'_>> = events
            .filter(|(event, arguments)| {
                self.event_around(node, event).is_none()
                    && matches!(writer.action(class, event, arguments), Err(NoHistory::NotAccessible(_)))
            })
            .map(|(event, _)| event)
            .collect();
        if let Some(following) = &mut self.following {
            following.pending.push(node);
        }
        let is_repeated = hidden.into_iter().all(|event| {
            histories.around(event).any(|(around, at)| {
                let event = &around.history.events[at];
                around.node != node && self.repeat(around.node, event)
            })
        });
        if let Some(following) = &mut self.following {
            following.pending.pop();
        }
        is_repeated
    }

    /// Makes an object by its history, with an event that another object needs. Whether that can be done.
    fn repeat(&mut self, node: NodeId, event: &Event<'_>) -> bool {
        let Some(following) = &mut self.following else { return false };
        let is_new = following.replayed.insert(node);
        if event.is_for_others && following.for_others.insert(event.entered) || is_new {
            following.is_stale = true;
            following.wanted.insert(node);
            if !following.pending.contains(&node) {
                let item = self.solved(node);
                self.accept(node, item);
            }
        }
        self.is_replayed(node)
    }

    /// An object that another one made for itself, got out of it.
    fn given_out(&self, owner: NodeId, node: NodeId) -> Option<Recipe> {
        let (layout, values) = self.facts.fields(owner).ok()?;
        let held = layout.fields.iter().zip(values).filter(|(_, value)| **value == Value::Reference(node));
        held.filter_map(|(field, _)| self.access(owner, &Inside { node, field: *field })).next()
    }

    /// An object that another one's call made, and gave back as far as its type says so.
    fn given_back(
        &self,
        writer: &EventWriter<'_, '_>,
        owner: NodeId,
        time: u64,
        node: NodeId,
        class: &str,
    ) -> Option<Recipe> {
        let following = self.following.as_ref()?;
        let object_history = following.histories.of(owner)?;
        let mut events = object_history.history.events.iter().zip(&object_history.arguments);
        let (event, arguments) = events.find(|(event, _)| event.entered == time)?;
        let is_taken = following.given_back.get(&time).is_some_and(|given| *given != node);
        if is_taken || event.threw || event.kind.is_origin() {
            return None;
        }
        let (_, result) = event.kind.member().descriptor.rsplit_once(')')?;
        let result = reference(result).filter(|result| *result != "java/lang/Object")?;
        if is_subtype(self.solver.program.world, class, result) != Some(true) {
            return None;
        }
        let Ok(EventAction::Fill(Filling::Call { method, arguments, .. })) =
            writer.action(self.facts.class_name(owner)?, event, arguments)
        else {
            return None;
        };
        let on = Box::new(Operand::Value(Value::Reference(owner)));
        Some(Recipe::new(class, Making::Result { on, method, arguments }, Strategy::History))
    }

    /// Keeps in mind that a call is made for what it gives back.
    fn note_given_back(&mut self, node: NodeId, recipe: &Recipe) {
        // A getter's place is behind a call, not at it.
        if let (Making::Result { .. }, Some(time)) = (&recipe.making, recipe.times.first())
            && time % 2 == 0
            && let Some(following) = &mut self.following
        {
            following.given_back.entry(time / 2).or_insert(node);
        }
    }

    /// Containers that an object holds: they are its own, and other holders got them from it.
    fn kept_inside(&self, node: NodeId) -> Vec<Inside> {
        let Ok((layout, values)) = self.facts.fields(node) else { return Vec::new() };
        let held = layout.fields.iter().zip(values).filter_map(|(field, value)| match value {
            Value::Reference(held) => Some((*field, *held)),
            _ => None,
        });
        let is_container = |held: NodeId| match self.facts.node(held) {
            Some(Node::Array { .. } | Node::Primitives(_)) => true,
            Some(Node::Object { .. }) => {
                self.facts.elements(held).is_some() || self.facts.entries(held).is_some()
            }
            _ => false,
        };
        held.filter(|(_, held)| {
            is_container(*held) && self.facts.static_of(*held).is_none() && !self.is_shared(node, *held)
        })
        .map(|(field, node)| Inside { node, field })
        .collect()
    }

    /// The parameter names of an event.
    fn suggest(&self, event: &Event<'_>, arguments: &Arguments, hints: &mut Hints) {
        let world = self.solver.program.world;
        let member = event.kind.member();
        let method = world
            .class_id(&member.class)
            .and_then(|class| world.method(class, &member.name, &member.descriptor));
        let names = method.and_then(|method| world.parameter_names(method).ok()).unwrap_or_default();
        for (value, name) in arguments.values.iter().zip(names.iter()) {
            if let (Value::Reference(node), Some(name)) = (value, name) {
                hints.push((*node, name.as_str().into()));
            }
        }
    }
}

/// The place of an event among all.
fn at(time: u64) -> u64 {
    time.saturating_mul(2)
}

/// The place right behind an event.
fn after(time: u64) -> u64 {
    at(time).saturating_add(1)
}
