//! The effects of one path through a method.

use reenact_world::{CallKind, FieldId, MethodId, MethodRefId};

use crate::term::{Relation, Term, TermId, Terms};

/// One path through a method. What entered callees do is recorded as if the method did it itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Path {
    /// The conditions under which this path is taken, in order.
    pub conditions: Vec<Condition>,
    /// Writes to fields and arrays, in order.
    pub stores: Vec<Store>,
    /// Calls that were not entered, in order.
    pub calls: Vec<Call>,
    /// Objects and arrays that are made.
    pub objects: Vec<Fresh>,
    /// `None` from a `void` method or a constructor, and before the method has returned.
    pub result: Option<TermId>,
}

impl Path {
    /// Whether a call that was not entered could reach what a term stands for, by its arguments and by what was
    /// stored in them before or after.
    ///
    /// If not, a [`Term::Field`] of it is what the field held when the method began, and a store to it on this
    /// path is the last word. If so, such a field that the path reads for the first time after the call may be
    /// what the call left there; one that it had read or written before is [`Term::Unknown`] from then on,
    /// unless it is final. Calls are taken to reach nothing but what they are given, static fields apart.
    pub fn is_handed_over(&self, terms: &Terms, term: TermId) -> bool {
        let mut handed: Vec<TermId> = self.calls.iter().flat_map(|call| &call.arguments).copied().collect();
        let mut done = 0;
        while done < handed.len() {
            let now = handed[done];
            done += 1;
            if now == term {
                return true;
            }
            if let Term::Lambda { captured, .. } = &terms[now] {
                handed.extend(captured);
            }
            let kept = self.stores.iter().filter(|store| match store.target {
                Target::Field(base, _) | Target::Element(base, _) => base == now,
                Target::StaticField(_) => true,
            });
            let new: Vec<TermId> =
                kept.map(|store| store.value).filter(|value| !handed.contains(value)).collect();
            handed.extend(new);
        }
        false
    }
}

/// A relation of two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    pub left: TermId,
    pub relation: Relation,
    /// [`Terms::null`] and zero for the short forms.
    pub right: TermId,
}

impl Condition {
    pub fn negated(self) -> Condition {
        Condition { relation: self.relation.negated(), ..self }
    }
}

/// A write, and how many calls of [`Path::calls`] were made before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    pub target: Target,
    pub value: TermId,
    pub after_calls: u32,
}

/// The place of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Field(TermId, FieldId),
    StaticField(FieldId),
    /// Array and index.
    Element(TermId, TermId),
}

/// A call that was not entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub kind: CallKind,
    pub reference: MethodRefId,
    /// The method that the reference resolves to, if it does.
    pub method: Option<MethodId>,
    /// The receiver first, if there is one.
    pub arguments: Vec<TermId>,
}

/// An object that a method makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fresh {
    /// By internal name. If its constructor was not entered, the call of it is in [`Path::calls`], with this
    /// object as receiver.
    Object(Box<str>),
    /// By the array's descriptor, with its length.
    Array(Box<str>, TermId),
}
