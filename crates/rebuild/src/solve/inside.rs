//! Objects that a method makes itself, against those that were observed.
//!
//! A constructor that says `this.items = new ArrayList<>(items)` makes an object that the graph has too: it
//! is made inside of the other one, and no other code can make it. That is right as long as no other object
//! holds it, and as long as its state is the observed one.

use reenact_flow::body::Kind;
use reenact_flow::paths::{Fresh, Target as Place};
use reenact_flow::term::{TermId, Terms};
use reenact_heap::logical::Order;
use reenact_heap::{LogicalForm, NodeId, Value};
use reenact_world::CallKind;

use super::calls::Known;
use super::trial::{Effort, Fit, Trial};
use super::unify::default_term;
use crate::want::{Datum, Want};

/// The contents of a collection that a path makes.
#[derive(Default)]
struct Contents {
    /// Another collection, whose contents it begins with.
    source: Option<TermId>,
    /// Elements, or keys with their values.
    added: Vec<(TermId, Option<TermId>)>,
    comparator: Option<TermId>,
}

impl<'t> Trial<'t, '_> {
    /// An object that the path makes.
    pub(super) fn embed(&mut self, number: u32, want: &Want, effort: Effort, depth: u32) -> Fit {
        let node = match want {
            Want::Is(Value::Reference(node)) | Want::Like(node) => *node,
            Want::Any => return Fit::Same,
            _ => return Fit::Differs,
        };
        if let Some(known) = self.embedded_node(number) {
            return if known == node { Fit::Same } else { Fit::Differs };
        }
        if matches!(want, Want::Is(_)) && self.embedded.iter().any(|(_, known)| *known == node) {
            return Fit::Differs;
        }
        // Before anything else is looked at: whether it can be this object at all.
        let Some(made) = self.path.objects.get(number as usize) else { return Fit::Unknown };
        match made {
            Fresh::Array(descriptor, length) => {
                if self.facts.class_name(node) != Some(descriptor) {
                    return Fit::Differs;
                }
                self.fit_inside(node, want, |trial| {
                    trial.embedded.push((number, node));
                    trial.fit_array(number, *length, node, effort, depth)
                })
            }
            Fresh::Object(class) => {
                let is_class = self.facts.class_name(node) == Some(class);
                if !is_class && matches!(want, Want::Is(_)) {
                    return Fit::Differs;
                }
                self.fit_inside(node, want, |trial| {
                    if is_class {
                        trial.embedded.push((number, node));
                    }
                    trial.fit_object(number, class, node, effort, depth)
                })
            }
        }
    }

    fn fit_object(&mut self, number: u32, class: &str, node: NodeId, effort: Effort, depth: u32) -> Fit {
        let is_platform = self.facts.world.class(class).is_none_or(|class| class.is_platform());
        if !is_platform {
            return self.fit_fields(number, node, effort, depth);
        }
        if let Some(form) = self.facts.form(node) {
            return match &*form {
                LogicalForm::List { elements, .. } | LogicalForm::Queue { elements, .. } => {
                    let wanted = elements.iter().map(|element| (*element, None)).collect();
                    self.fit_contents(number, node, wanted, true, Value::Null, effort, depth)
                }
                LogicalForm::Set { elements, order, comparator, .. } => {
                    let wanted = elements.iter().map(|element| (*element, None)).collect();
                    self.fit_contents(
                        number,
                        node,
                        wanted,
                        *order == Order::Insertion,
                        *comparator,
                        effort,
                        depth,
                    )
                }
                LogicalForm::Map { entries, order, comparator, .. } => {
                    let wanted = entries.iter().map(|(key, value)| (*key, Some(*value))).collect();
                    self.fit_contents(
                        number,
                        node,
                        wanted,
                        *order == Order::Insertion,
                        *comparator,
                        effort,
                        depth,
                    )
                }
                LogicalForm::Atomic(value) | LogicalForm::Boxed(value) | LogicalForm::Reference(value) => {
                    self.fit_single(number, *value, effort, depth)
                }
                LogicalForm::Text(text) => match self.constructor_arguments(number) {
                    Some([]) => {
                        if text.is_empty() {
                            Fit::Same
                        } else {
                            Fit::Differs
                        }
                    }
                    Some(&[argument]) => {
                        self.fit(argument, &Want::Text(text.as_slice().into()), effort, depth)
                    }
                    _ => Fit::Unknown,
                },
                LogicalForm::Lock { is_fair } => match self.constructor_arguments(number) {
                    Some([]) if !is_fair => Fit::Same,
                    Some([]) => Fit::Differs,
                    _ => Fit::Unknown,
                },
                // Numbers, dates and the like: what their constructors do is not followed.
                _ => Fit::Unknown,
            };
        }
        match self.constructor_arguments(number) {
            // Other locks that are not held are like any other, and so is a bare object.
            Some([]) if class == "java/lang/Object" => Fit::Same,
            Some([]) if class.starts_with("java/util/concurrent/locks/") => Fit::Same,
            _ => Fit::Unknown,
        }
    }

    fn is_fresh(&self, term: Option<&TermId>, number: u32) -> bool {
        term.is_some_and(|term| self.terms.is_fresh(*term, number))
    }

    /// The arguments of the constructor call that was not entered, without the object itself.
    fn constructor_arguments(&self, number: u32) -> Option<&'t [TermId]> {
        let (world, path) = (self.facts.world, self.path);
        let call = path.calls.iter().find(|call| {
            let pair = world.name_and_type_of(world.method_ref(call.reference).name_and_type);
            self.is_fresh(call.arguments.first(), number) && world.text(pair.name) == "<init>"
        });
        match call {
            Some(call) => Some(&call.arguments[1..]),
            // A constructor that was entered and left nothing behind is that of `Object`.
            None => Some(&[]),
        }
    }

    /// Something with one value in it: `new AtomicInteger(5)`.
    fn fit_single(&mut self, number: u32, value: Value, effort: Effort, depth: u32) -> Fit {
        let argument = match self.constructor_arguments(number) {
            Some([]) => None,
            Some(&[argument]) => Some(argument),
            _ => return Fit::Unknown,
        };
        // Later calls may have changed it.
        let calls = self.path.calls.iter().filter(|call| self.is_fresh(call.arguments.first(), number));
        if calls.count() > 1 {
            return Fit::Unknown;
        }
        match argument {
            Some(argument) => self.fit(argument, &Want::Is(value), effort, depth),
            None => match Datum::of(value) {
                Datum::Null | Datum::Int(0) | Datum::Long(0) => Fit::Same,
                _ => Fit::Differs,
            },
        }
    }

    /// An object of the subject whose constructor was followed: its fields one by one.
    fn fit_fields(&mut self, number: u32, node: NodeId, effort: Effort, depth: u32) -> Fit {
        let Ok((layout, values)) = self.facts.fields(node) else { return Fit::Unknown };
        let (world, path) = (self.facts.world, self.path);
        let is_followed = path.calls.iter().all(|call| {
            let is_platform = call.method.is_some_and(|method| world.view(method).class().is_platform());
            is_platform || !call.arguments.iter().any(|argument| self.terms.is_fresh(*argument, number))
        });
        let mut all = Fit::Same;
        for (field, value) in layout.fields.iter().zip(values) {
            let Some(field) = *field else { continue };
            let view = world.view(field);
            if view.class().is_platform() || !self.program.is_needed(self.facts, field) {
                continue;
            }
            let stored = path.stores.iter().rev().find(|store| {
                matches!(store.target, Place::Field(of, known) if known == field && self.terms.is_fresh(of, number))
            });
            let term = match stored {
                Some(store) => store.value,
                None => default_term(&view.descriptor().to_str()),
            };
            match self.fit(term, &Want::Is(*value), effort, depth) {
                Fit::Same => {}
                Fit::Later => all = Fit::Later,
                Fit::Differs | Fit::Lacks(_) if is_followed => return Fit::Differs,
                _ => return Fit::Unknown,
            }
        }
        if is_followed { all } else { Fit::Unknown }
    }

    fn fit_array(&mut self, number: u32, length: TermId, node: NodeId, effort: Effort, depth: u32) -> Fit {
        let Some(elements) = self.facts.elements(node) else { return Fit::Unknown };
        let Ok(wanted) = i32::try_from(elements.len()) else { return Fit::Unknown };
        // System.arraycopy(source, 0, this, 0, length)
        let (world, path) = (self.facts.world, self.path);
        let copied = path.calls.iter().find(|call| {
            let reference = world.method_ref(call.reference);
            let name = world.text(world.name_and_type_of(reference.name_and_type).name);
            name == "arraycopy" && self.is_fresh(call.arguments.get(2), number)
        });
        if let Some(call) = copied {
            let zero = Terms::zero(Kind::Int);
            let is_whole = call.arguments.get(1) == Some(&zero) && call.arguments.get(3) == Some(&zero);
            return match call.arguments.first() {
                Some(&source) if is_whole && effort >= Effort::Copies => {
                    self.fit(source, &Want::Like(node), effort, depth)
                }
                Some(_) if is_whole => Fit::Later,
                _ => Fit::Unknown,
            };
        }
        match self.fit(length, &Want::Is(Value::Int(wanted)), effort, depth) {
            Fit::Same => {}
            fit => return fit,
        }
        let mut last: Vec<Option<TermId>> = vec![None; elements.len()];
        for store in &path.stores {
            if let Place::Element(array, index) = store.target
                && self.terms.is_fresh(array, number)
            {
                match self.evaluate(index) {
                    Some(Datum::Int(index)) => {
                        match usize::try_from(index).ok().and_then(|at| last.get_mut(at)) {
                            Some(place) => *place = Some(store.value),
                            None => return Fit::Differs,
                        }
                    }
                    _ => return Fit::Unknown,
                }
            }
        }
        let mut all = Fit::Same;
        for (value, term) in elements.into_iter().zip(last) {
            let fit = match term {
                Some(term) => self.fit(term, &Want::Is(value), effort, depth),
                None if is_default(value) => Fit::Same,
                None => Fit::Differs,
            };
            match fit {
                Fit::Same => {}
                Fit::Later => all = Fit::Later,
                other => return other,
            }
        }
        all
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one form, taken apart by its caller")]
    fn fit_contents(
        &mut self,
        number: u32,
        node: NodeId,
        wanted: Vec<(Value, Option<Value>)>,
        is_ordered: bool,
        comparator: Value,
        effort: Effort,
        depth: u32,
    ) -> Fit {
        let Some(contents) = self.contents(number) else { return Fit::Unknown };
        match contents.comparator {
            Some(term) => match self.fit(term, &Want::Is(comparator), effort, depth) {
                Fit::Same => {}
                fit => return fit,
            },
            None if comparator != Value::Null && contents.source.is_none() => return Fit::Differs,
            None => {}
        }
        if let Some(source) = contents.source {
            return match (contents.added.is_empty(), effort >= Effort::Copies) {
                (true, true) => self.fit(source, &Want::Like(node), effort, depth),
                (true, false) => Fit::Later,
                (false, _) => Fit::Unknown,
            };
        }
        self.fit_added(&contents.added, wanted, is_ordered, effort, depth)
    }

    /// Compares added elements with the wanted ones: in order where order counts, by key or element elsewhere.
    fn fit_added(
        &mut self,
        added: &[(TermId, Option<TermId>)],
        mut wanted: Vec<(Value, Option<Value>)>,
        is_ordered: bool,
        effort: Effort,
        depth: u32,
    ) -> Fit {
        let mut all = Fit::Same;
        for &(key, value) in added {
            let at = match self.evaluate(key) {
                Some(datum) if !is_ordered => {
                    let is_it = |(wanted, _): &(Value, Option<Value>)| {
                        self.matches(&datum, &Want::Is(*wanted)) == Some(true)
                    };
                    match wanted.iter().position(is_it) {
                        Some(at) => at,
                        None => return Fit::Differs,
                    }
                }
                _ if wanted.is_empty() => return Fit::Differs,
                _ => 0,
            };
            let (wanted_key, wanted_value) = wanted.remove(at);
            let mut fits = vec![self.fit(key, &Want::Is(wanted_key), effort, depth)];
            if let (Some(value), Some(wanted)) = (value, wanted_value) {
                fits.push(self.fit(value, &Want::Is(wanted), effort, depth));
            }
            for fit in fits {
                match fit {
                    Fit::Same => {}
                    Fit::Later => all = Fit::Later,
                    Fit::Unknown => return Fit::Unknown,
                    Fit::Differs | Fit::Lacks(_) => return Fit::Differs,
                }
            }
        }
        match all {
            Fit::Same if !wanted.is_empty() => Fit::Lacks(wanted),
            fit => fit,
        }
    }

    /// The contents of a collection that the path makes; `None` if that is not all understood.
    fn contents(&self, number: u32) -> Option<Contents> {
        let (world, path) = (self.facts.world, self.path);
        let is_itself = |argument: &TermId| self.terms.is_fresh(*argument, number);
        let mut contents = Contents::default();
        for call in path.calls.iter().filter(|call| call.arguments.iter().any(is_itself)) {
            let pair = world.name_and_type_of(world.method_ref(call.reference).name_and_type);
            if !call.arguments.first().is_some_and(is_itself) || call.kind == CallKind::Static {
                // Handed on: harmless if what it is handed to is known.
                self.program.meaning(call)?;
                continue;
            }
            if world.text(pair.name) == "<init>" {
                let descriptor = world.text(pair.descriptor).to_str();
                match &*descriptor {
                    "()V" | "(I)V" | "(IF)V" | "(IFI)V" => {}
                    "(Ljava/util/Comparator;)V" => contents.comparator = call.arguments.get(1).copied(),
                    "(Ljava/util/Collection;)V"
                    | "(Ljava/util/Map;)V"
                    | "(Ljava/util/SortedMap;)V"
                    | "(Ljava/util/SortedSet;)V" => contents.source = call.arguments.get(1).copied(),
                    _ => return None,
                }
                continue;
            }
            match self.program.meaning(call)? {
                Known::Add => contents.added.push((*call.arguments.get(1)?, None)),
                Known::Put => contents.added.push((*call.arguments.get(1)?, call.arguments.get(2).copied())),
                Known::AddAll if contents.source.is_none() && contents.added.is_empty() => {
                    contents.source = call.arguments.get(1).copied();
                }
                Known::Pure(_) | Known::Quiet => {}
                _ => return None,
            }
        }
        Some(contents)
    }
}

pub(super) fn is_default(value: Value) -> bool {
    matches!(
        Datum::of(value),
        Datum::Null | Datum::Int(0) | Datum::Long(0) | Datum::Float(0) | Datum::Double(0)
    )
}
