//! One attempt to explain an observed state by one path of a method.

use std::rc::Rc;
use std::sync::Arc;

use reenact_base::Id;
use reenact_flow::paths::{Call, Path};
use reenact_flow::term::Terms;
use reenact_heap::{NodeId, Value};
use reenact_world::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::calls::{self, Known};
use super::mentions::Mentions;
use super::target::Target;
use crate::effect::Code;
use crate::facts::{Facts, is_subtype};
use crate::memory::Asked;
use crate::program_index::ProgramIndex;
use crate::want::{Datum, Want, box_of, descriptor_of};

/// The assembler's knowledge so far about objects of the graph.
#[derive(Default)]
pub(crate) struct Scope {
    /// Objects that cannot be made.
    pub impossible: Arc<FxHashSet<NodeId>>,
    /// Objects that are not there yet when the one in question is made.
    pub late: Arc<FxHashSet<NodeId>>,
    /// Objects that others hold too, so that none may come to be inside of the one in question.
    pub shared: Arc<FxHashSet<NodeId>>,
    /// Elements that put themselves into a collection of the one in question, by the field that holds it.
    pub entering: Arc<Vec<(FieldId, NodeId)>>,
    /// Whether its making may put it into a collection of another object.
    pub may_not_enter: bool,
    /// Whether others may do something to it.
    pub is_alone: bool,
    /// The objects that were asked about.
    pub asked: Rc<Asked>,
}

impl Scope {
    /// For what happens after the making: nothing is late then.
    pub fn afterwards(&self) -> Scope {
        Scope {
            impossible: self.impossible.clone(),
            shared: self.shared.clone(),
            entering: self.entering.clone(),
            asked: self.asked.clone(),
            ..Scope::default()
        }
    }

    /// Whether an object cannot be made.
    pub fn is_impossible(&self, node: NodeId) -> bool {
        self.asked.impossible.note(node);
        self.impossible.contains(&node)
    }

    /// Whether an object is not there yet when the one in question is made.
    pub fn is_late(&self, node: NodeId) -> bool {
        self.asked.late.note(node);
        self.late.contains(&node)
    }

    /// Whether others hold an object too.
    pub fn is_shared(&self, node: NodeId) -> bool {
        self.asked.shared.note(node);
        self.shared.contains(&node)
    }

    /// Whether an element puts itself into the collection in a field.
    pub fn enters(&self, field: FieldId, element: Value) -> Option<NodeId> {
        let is_it =
            |(known, node): &&(FieldId, NodeId)| *known == field && element == Value::Reference(*node);
        self.entering.iter().find(is_it).map(|(_, node)| *node)
    }
}

/// The constraint on a parameter, or on the object that a method is called on.
#[derive(Clone, Debug)]
pub(crate) enum Holder {
    Free,
    Bound(Want),
    /// An object of the parameter's type with these in its fields.
    Fields(Vec<(FieldId, Want)>),
}

/// The values of the receiver's fields when the method begins.
#[derive(Clone, Copy)]
pub(crate) enum Own<'t> {
    /// Nothing yet: a constructor.
    Nothing,
    /// Their wanted values.
    Wanted,
    /// The values after the constructing action, where they are known.
    Initial(&'t FxHashMap<FieldId, Datum>),
    /// The receiver itself is to be found.
    Unknown,
}

/// How an observed value and a term go together.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Fit {
    Same,
    Differs,
    /// Not to be known here; running it will show.
    Unknown,
    /// More must be known first.
    Later,
    /// A collection that lacks these.
    Lacks(Vec<(Value, Option<Value>)>),
}

/// How far one goes to find arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// A parameter is what its field holds.
    Direct,
    /// It is copied, wrapped or boxed on the path.
    Copies,
    /// It is computed with, such that the computation can be undone.
    Inverts,
    /// It is normalised, and may have been normal already.
    Guesses,
}

pub(crate) struct Trial<'t, 'w> {
    pub program: &'t ProgramIndex<'w>,
    pub facts: &'t Facts<'t>,
    pub scope: &'t Scope,
    pub target: &'t Target,
    /// The terms of the path.
    pub terms: &'t Terms,
    pub path: &'t Path,
    /// Descriptors of the parameters.
    pub types: &'t [Box<str>],
    pub own: Own<'t>,
    pub receiver: Holder,
    /// Internal name of the class of the receiver, where that is to be found.
    pub receiver_class: Option<&'t str>,
    pub parameters: Vec<Holder>,
    /// Whether the first parameter is an inner class's outer instance.
    pub has_outer: bool,
    /// Objects that the path makes, with those of the graph that they are.
    pub embedded: Vec<(u32, NodeId)>,
    /// All objects of the graph that the path makes.
    pub inside: Vec<NodeId>,
    pub guesses: u32,
    /// Computations that were undone to find arguments.
    pub inversions: u32,
    /// The slot that is being explained, and those that parameters got their values from.
    pub slot: usize,
    pub origins: Vec<(u16, usize)>,
    /// Fields of the receiver that had to be read.
    pub reads: Vec<FieldId>,
    /// The parameters that terms of the path depend on.
    pub mentions: &'t Mentions,
}

/// State that is restored if an attempt fails.
pub(super) struct Mark {
    receiver: Holder,
    parameters: Vec<Holder>,
    embedded: usize,
    inside: usize,
    guesses: u32,
    inversions: u32,
    origins: usize,
}

impl<'t, 'w> Trial<'t, 'w> {
    pub fn new(
        program: &'t ProgramIndex<'w>,
        facts: &'t Facts<'t>,
        scope: &'t Scope,
        target: &'t Target,
        Code { terms, path, mentions }: Code<'t>,
        types: &'t [Box<str>],
        own: Own<'t>,
    ) -> Self {
        Trial {
            program,
            facts,
            scope,
            target,
            terms,
            path,
            types,
            own,
            receiver: Holder::Free,
            receiver_class: None,
            parameters: vec![Holder::Free; types.len()],
            has_outer: false,
            embedded: Vec::new(),
            inside: Vec::new(),
            guesses: 0,
            inversions: 0,
            slot: 0,
            origins: Vec::new(),
            reads: Vec::new(),
            mentions,
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            receiver: self.receiver.clone(),
            parameters: self.parameters.clone(),
            embedded: self.embedded.len(),
            inside: self.inside.len(),
            guesses: self.guesses,
            inversions: self.inversions,
            origins: self.origins.len(),
        }
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        self.receiver = mark.receiver;
        self.parameters = mark.parameters;
        self.embedded.truncate(mark.embedded);
        self.inside.truncate(mark.inside);
        self.guesses = mark.guesses;
        self.inversions = mark.inversions;
        self.origins.truncate(mark.origins);
    }

    /// The call whose result a term is.
    pub(super) fn call(&self, number: u32) -> Option<(&'t Call, Option<Known>)> {
        let call = self.path.calls.get(number as usize)?;
        Some((call, self.program.meaning(call)))
    }

    /// The object of the graph that a path's object is.
    pub(super) fn embedded_node(&self, fresh: u32) -> Option<NodeId> {
        self.embedded.iter().find(|(number, _)| *number == fresh).map(|(_, node)| *node)
    }

    /// Makes a parameter, or the receiver, be what is wanted, if it can be.
    pub(super) fn bind(&mut self, parameter: Option<u16>, want: &Want) -> Fit {
        let at = parameter.map(usize::from);
        let (holder, descriptor): (&Holder, &str) = match at {
            Some(at) => match (self.parameters.get(at), self.types.get(at)) {
                (Some(holder), Some(descriptor)) => (holder, descriptor),
                _ => return Fit::Unknown,
            },
            None => (&self.receiver, ""),
        };
        match holder {
            Holder::Free => {
                let fits = match at {
                    Some(_) => self.can_be(descriptor, want),
                    None => self.receiver_class.is_some_and(|class| self.can_be_class(class, want)),
                };
                if !fits {
                    return Fit::Differs;
                }
                match at {
                    Some(at) => {
                        self.parameters[at] = Holder::Bound(want.clone());
                        self.origins.push((at as u16, self.slot));
                    }
                    None => self.receiver = Holder::Bound(want.clone()),
                }
                Fit::Same
            }
            Holder::Bound(bound) => match self.agree(bound, want) {
                Some(true) => Fit::Same,
                Some(false) => Fit::Differs,
                None => Fit::Unknown,
            },
            Holder::Fields(_) => Fit::Differs,
        }
    }

    /// Whether a value that is `bound` does as what is wanted too.
    fn agree(&self, bound: &Want, want: &Want) -> Option<bool> {
        match (bound, want) {
            (_, Want::Any) => Some(true),
            (Want::Is(one), Want::Is(two)) if one == two => Some(true),
            _ => self.matches(&self.datum(bound)?, want),
        }
    }

    /// Knowledge about a wanted value.
    pub(super) fn datum(&self, want: &Want) -> Option<Datum> {
        Some(match want {
            Want::Any => return None,
            Want::Is(value) => Datum::of(*value),
            Want::Like(node) => Datum::Like(*node),
            Want::Text(text) => Datum::Text(text.clone()),
            Want::Fields(..) | Want::Inline(_) => Datum::Object,
        })
    }

    /// Whether a variable of a type can hold what is wanted, at the time when it is wanted.
    pub(super) fn can_be(&self, descriptor: &str, want: &Want) -> bool {
        match crate::facts::reference(descriptor) {
            Some(class) => self.can_be_class(class, want),
            None => match want {
                Want::Any => true,
                Want::Is(value) => Datum::of(*value).primitive(descriptor).is_some(),
                _ => false,
            },
        }
    }

    fn can_be_class(&self, class: &str, want: &Want) -> bool {
        match want {
            Want::Any | Want::Is(Value::Null) => true,
            Want::Is(Value::Reference(node)) => {
                let is_here = !self.scope.is_impossible(*node) && !self.scope.is_late(*node);
                is_here && self.facts.is_instance(*node, class) != Some(false)
            }
            Want::Is(value) => {
                let boxed = box_of(*value).and_then(|boxed| is_subtype(self.facts.world, boxed, class));
                boxed == Some(true)
            }
            Want::Like(node) => super::like::can_be(self.facts, self.scope, *node, class),
            Want::Text(_) => is_subtype(self.facts.world, "java/lang/String", class) == Some(true),
            Want::Fields(of, _) => {
                is_subtype(self.facts.world, &self.facts.world.view(*of).name().to_str(), class) == Some(true)
            }
            Want::Inline(_) => true,
        }
    }

    /// The primitive's descriptor that a boxing or unboxing call is about.
    pub(super) fn boxing_type(&self, call: &Call, is_boxing: bool) -> Option<Box<str>> {
        let world = self.facts.world;
        let pair = world.name_and_type_of(world.method_ref(call.reference).name_and_type);
        let descriptor = world.text(pair.descriptor).to_str().into_owned();
        let primitive = match is_boxing {
            true => descriptor.get(1..2)?,
            false => descriptor.get(2..3)?,
        };
        Some(primitive.into())
    }

    /// Notes that the receiver's field was looked at.
    pub(super) fn note_read(&mut self, field: FieldId) {
        if !self.reads.contains(&field) {
            self.reads.push(field);
        }
    }

    /// Whether an object of the graph may be made by the path: no other object holds it.
    pub(super) fn may_be_inside(&self, node: NodeId) -> bool {
        !self.scope.is_shared(node) && !self.inside.contains(&node) && self.target.node != Some(node)
    }

    /// Whether two values of the graph are the same in a comparison of graphs: one object, or equal
    /// strings or boxes.
    pub(super) fn is_same_value(&self, one: Value, two: Value) -> bool {
        match (one, two) {
            (Value::Reference(a), Value::Reference(b)) if a != b => {
                let text = self.facts.text(a).is_some_and(|text| Some(text) == self.facts.text(b));
                text || self.facts.boxed(a).is_some_and(|value| Some(value) == self.facts.boxed(b))
            }
            _ => {
                Datum::of(one) == Datum::of(two)
                    && descriptor_of(one).is_some() == descriptor_of(two).is_some()
            }
        }
    }
}

impl ProgramIndex<'_> {
    /// The meaning of a call that was not entered.
    pub fn meaning(&self, call: &Call) -> Option<Known> {
        self.meanings.get_or_insert_with(call.reference, |_| self.find_meaning(call))
    }

    fn find_meaning(&self, call: &Call) -> Option<Known> {
        let reference = self.world.method_ref(call.reference);
        let pair = self.world.name_and_type_of(reference.name_and_type);
        let named = self.world.text(reference.class).to_str();
        let declaring = call.method.map(|method| self.world.view(method).class());
        match declaring {
            Some(class) if !class.is_platform() => None,
            Some(class) if !named.starts_with('[') => Some(class.name().to_str()),
            _ => Some(named),
        }
        .and_then(|class| {
            calls::known(
                &class,
                &self.world.text(pair.name).to_str(),
                &self.world.text(pair.descriptor).to_str(),
            )
        })
    }
}

/// Numbers for helpers lie behind those of the graph.
pub(crate) fn helper_node(facts: &Facts<'_>, number: usize) -> NodeId {
    NodeId::from_index(facts.request.graph.len() + number)
}
