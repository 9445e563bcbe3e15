//! Stand-ins: what takes the place of an object that cannot or should not be rebuilt.
//!
//! A stand-in is of a type that all its holders are content with, that code can name and extend, and that has the
//! methods which were called. It answers with what was recorded; what cannot be rebuilt of that, it has no answer for.

use std::sync::Arc;

use reenact_classfile::{MethodDescriptor, Mutf8};
use reenact_heap::{ClassKind, Node, NodeId, Value};
use reenact_world::{ClassId, World};
use rustc_hash::FxHashSet;

use super::Assembler;
use crate::collaborator::{CallOutcome, CollaboratorCall};
use crate::facts::reference;
use crate::plan::{Answer, AnswerOutcome, Making, Member, Operand, StandIn, Strategy};
use crate::recipe::Recipe;
use crate::viewpoint::Viewpoint;

/// Classes of the JDK that start something when they are made, or that others look into.
const NEVER: &[&str] = &["java/lang/Object", "java/lang/Thread", "java/lang/ClassLoader", "java/lang/Enum"];

impl Assembler<'_, '_> {
    /// The stand-in of an object for which one was asked; `None` if there is no type that it could have.
    pub(super) fn stand_in(&self, node: NodeId) -> Option<Recipe> {
        let collaborators = self.facts.request.collaborators;
        let calls = &collaborators.iter().find(|collaborator| collaborator.node == node)?.calls;
        let of = self.stand_in_type(node, calls)?;
        let of = self.solver.program.world.view(of).name().to_str();
        let none: Arc<FxHashSet<NodeId>> = Arc::default();
        let late = self.late.get(&node).unwrap_or(&none);
        let is_there = |value: &Value| match value {
            Value::Reference(need) => {
                !late.contains(need) && !self.impossible.contains(need) && *need != node
            }
            _ => true,
        };
        let known = calls.iter().filter(|call| call.value().iter().all(is_there));
        let answers = known.map(|call| Answer {
            method: call.method.clone(),
            arguments: call
                .arguments
                .iter()
                .map(|value| value.filter(&is_there).map(Operand::Value))
                .collect(),
            outcome: match call.outcome {
                CallOutcome::Returned(value) => AnswerOutcome::Returns(value.map(Operand::Value)),
                CallOutcome::ReturnedArgument(index) => AnswerOutcome::ReturnsArgument(index),
                CallOutcome::ReturnedItself => AnswerOutcome::ReturnsItself,
                CallOutcome::Threw(value) => AnswerOutcome::Throws(Operand::Value(value)),
            },
        });
        let stand_in = StandIn { of: of.as_ref().into(), answers: answers.collect() };
        Some(Recipe::new(&of, Making::StandIn(stand_in), Strategy::StandIn))
    }

    /// The type that an object's stand-in has.
    fn stand_in_type(&self, node: NodeId, calls: &[CollaboratorCall]) -> Option<ClassId> {
        let world = self.solver.program.world;
        let held_as: Vec<ClassId> =
            self.held_as(node).into_iter().filter_map(|name| world.class_id(name)).collect();
        let is_held = |class: ClassId| held_as.iter().all(|&held| world.is_subtype(class, held));
        let own = self.types_of(node).first().copied();
        let is_own = own.is_some_and(|own| !world.is_platform_class(own) && !world.view(own).is_interface());
        let is_bare = |class: ClassId| is_own && world.is_platform_class(class);
        let mut best: Option<((usize, bool, bool, usize), ClassId)> = None;
        for (distance, class) in self.types_of(node).into_iter().chain(held_as.iter().copied()).enumerate() {
            if !is_held(class) || !self.can_extend(class) {
                continue;
            }
            let view = &self.solver.package.viewpoint;
            let is_missing = |call: &&CollaboratorCall| !has_method(world, view, class, &call.method);
            let missing = calls.iter().filter(is_missing).count();
            let is_class = !world.view(class).is_interface();
            // Of what was never called nothing is known, and an empty subclass of data says nothing.
            if is_class && missing == calls.len() && !world.view(class).access_flags().is_abstract() {
                continue;
            }
            // That it can be compared or serialised is not its purpose.
            if is_bare(class) && calls.is_empty() && !held_as.contains(&class) {
                continue;
            }
            let rank = (missing, is_class, !held_as.contains(&class), distance);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, class));
            }
        }
        best.map(|(_, class)| class)
    }

    /// The types of an object that the program has, the nearest first.
    fn types_of(&self, node: NodeId) -> Vec<ClassId> {
        let world = self.solver.program.world;
        let Some(recorded) = self.facts.recorded_class(node) else { return Vec::new() };
        let mut own: Vec<ClassId> = match recorded.kind {
            ClassKind::Lambda { .. } => Vec::new(),
            _ => world.class_id(&recorded.name).into_iter().collect(),
        };
        if own.is_empty() {
            own.extend(recorded.interfaces.iter().filter_map(|name| world.class_id(name)));
        }
        let mut all = Vec::new();
        for class in own {
            for class in std::iter::once(class).chain(world.all_supertypes(class)) {
                if !all.contains(&class) {
                    all.push(class);
                }
            }
        }
        all
    }

    /// The declared types of the places that hold an object, by internal name.
    fn held_as(&self, node: NodeId) -> Vec<&str> {
        let (classes, graph) = (self.facts.request.classes, self.facts.request.graph);
        let held = Value::Reference(node);
        let mut types = Vec::new();
        let mut note = |descriptor| {
            // A field of type `Object`, mostly from a type variable, says nothing.
            let name = reference(descriptor).filter(|name| *name != "java/lang/Object");
            types.extend(name.filter(|name| !types.contains(name)));
        };
        let collaborator = self.facts.request.collaborators.iter().find(|one| one.node == node);
        collaborator.into_iter().flat_map(|one| &one.given_as).for_each(|given| note(&**given));
        for (_, holder) in graph.iter() {
            match holder {
                Node::Object { class, fields }
                    if fields.contains(&held) && classes.try_get(*class).is_some() =>
                {
                    let named = classes.all_fields(*class);
                    let holding = named.iter().zip(fields).filter(|(_, value)| **value == held);
                    holding.for_each(|((_, field), _)| note(&*field.descriptor));
                }
                Node::Array { class, elements } if elements.contains(&held) => {
                    let name = classes.try_get(*class).map(|class| &*class.name);
                    name.and_then(|name| name.strip_prefix('[')).into_iter().for_each(&mut note);
                }
                _ => {}
            }
        }
        types
    }

    /// Whether code can have a class of its own below this one.
    fn can_extend(&self, class: ClassId) -> bool {
        let (world, view) = (self.solver.program.world, &self.solver.package.viewpoint);
        let known = world.view(class);
        if NEVER.contains(&&*known.name().to_str())
            || known.access_flags().is_final()
            || known.is_sealed()
            || known.access_flags().is_annotation()
            || !view.can_name(class)
        {
            return false;
        }
        if known.is_interface() {
            return true;
        }
        // Of the JDK's classes those that are made to be extended.
        if known.is_platform() && !known.access_flags().is_abstract() {
            return false;
        }
        if !view.can_implement(class) {
            return false;
        }
        world.method(class, "<init>", "()V").is_some_and(|constructor| {
            let flags = world.view(constructor).access_flags();
            view.can_call(constructor) || flags.is_protected()
        })
    }
}

/// Whether a type has a method that an object of it ran, and a stand-in may override it. Types of parameters may be
/// others there: `find(K)`.
fn has_method(world: &World, view: &Viewpoint<'_>, class: ClassId, method: &Member) -> bool {
    let count = |descriptor: &str| {
        let encoded = reenact_classfile::mutf8::encode(descriptor);
        MethodDescriptor::parse(Mutf8::new(&encoded)).map(|parsed| parsed.parameters().count())
    };
    let wanted = count(&method.descriptor);
    let above = std::iter::once(class).chain(world.all_supertypes(class));
    above.flat_map(|class| world.view(class).methods()).any(|known| {
        known.name() == *method.name
            && count(&known.descriptor().to_str()) == wanted
            && view.can_override_in(class, known.id())
    })
}
