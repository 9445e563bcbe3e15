//! The values of fields and array elements on one path.
//!
//! - An object that the method makes, and the receiver of a constructor, has zero or null in every field
//!   that was not written, until it is handed to a call that is not entered.
//! - A field of anything else is [`Term::Field`] when it is first read.
//! - After a store to an object that may be the same one, and after a call that was not entered and could
//!   reach the object, a field that was read or written before is [`Term::Unknown`]. Final fields stay.
//!
//! So a [`Term::Field`] on one path always means one value.

use reenact_world::{FieldId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::Kind;
use crate::exec::{Path, Store, Target};
use crate::term::{Constant, Term, TermId, Terms};

#[derive(Clone, Default)]
pub(super) struct Heap {
    /// `None` for what may have changed.
    fields: FxHashMap<(TermId, FieldId), Option<TermId>>,
    statics: FxHashMap<FieldId, TermId>,
    elements: FxHashMap<(TermId, TermId), Option<TermId>>,
    /// Objects that calls that were not entered can reach.
    escaped: FxHashSet<TermId>,
    /// True if the receiver is under construction.
    constructs_receiver: bool,
    /// True if a constructor of the JDK, which was not entered, has run on the receiver: its own fields may
    /// hold anything.
    pub platform_part_is_opaque: bool,
    /// How many conditions there were when static fields were last forgotten.
    pub statics_known_since: usize,
}

impl Heap {
    pub fn new(constructs_receiver: bool) -> Heap {
        Heap { constructs_receiver, ..Heap::default() }
    }

    pub fn read_field(
        &mut self,
        world: &World,
        terms: &mut Terms,
        path: &Path,
        base: TermId,
        field: FieldId,
    ) -> TermId {
        let view = world.view(field);
        let kind = Kind::of(view.descriptor().as_bytes().first().copied().unwrap_or(b'L'));
        if let Some(known) = self.fields.get(&(base, field)) {
            return known.unwrap_or(Terms::unknown(kind));
        }
        let is_opaque =
            base == Terms::receiver() && self.platform_part_is_opaque && view.class().is_platform();
        let value = if self.is_new(terms, base) && !self.escaped.contains(&base) && !is_opaque {
            Terms::zero(kind)
        } else if self.may_be_written(terms, path, base, field) || terms.is_unknown(base) {
            Terms::unknown(kind)
        } else {
            terms.add(kind, Term::Field(base, field))
        };
        self.fields.insert((base, field), Some(value));
        value
    }

    pub fn write_field(&mut self, terms: &Terms, base: TermId, field: FieldId, value: TermId) {
        let aliases: Vec<(TermId, FieldId)> = self
            .fields
            .keys()
            .filter(|(other, of)| *of == field && *other != base && self.may_be_same(terms, *other, base))
            .copied()
            .collect();
        for key in aliases {
            self.fields.insert(key, None);
        }
        self.note_kept(terms, base, value);
        self.fields.insert((base, field), (!terms.is_unknown(base)).then_some(value));
    }

    pub fn read_static(&mut self, world: &World, terms: &mut Terms, field: FieldId) -> TermId {
        match self.statics.get(&field) {
            Some(known) => *known,
            None => {
                let letter = world.view(field).descriptor().as_bytes().first().copied().unwrap_or(b'L');
                terms.add(Kind::of(letter), Term::StaticField(field))
            }
        }
    }

    pub fn write_static(&mut self, terms: &Terms, field: FieldId, value: TermId) {
        self.escape(terms, value);
        self.statics.insert(field, value);
    }

    /// Reads an element; `letter` is the first of the element type's descriptor.
    pub fn read_element(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        array: TermId,
        index: TermId,
        letter: u8,
    ) -> TermId {
        let kind = Kind::of(letter);
        if let Some(known) = self.elements.get(&(array, index)) {
            return known.unwrap_or(Terms::unknown(kind));
        }
        let is_written = path.stores.iter().any(|store| match store.target {
            Target::Element(other, at) => {
                (other == array || self.may_be_same(terms, other, array)) && may_be_equal(terms, at, index)
            }
            _ => false,
        });
        let is_new = matches!(terms[array], Term::Fresh(_));
        let value = if is_written || terms.is_unknown(array) || terms.is_unknown(index) {
            Terms::unknown(kind)
        } else if is_new && !self.escaped.contains(&array) {
            Terms::zero(kind)
        } else if is_new {
            Terms::unknown(kind)
        } else {
            terms.add(kind, Term::Element([array, index]))
        };
        self.elements.insert((array, index), Some(value));
        value
    }

    pub fn write_element(&mut self, terms: &Terms, array: TermId, index: TermId, value: TermId) {
        let touched: Vec<(TermId, TermId)> = self
            .elements
            .keys()
            .filter(|&&(other, at)| {
                (other == array || self.may_be_same(terms, other, array)) && may_be_equal(terms, at, index)
            })
            .copied()
            .collect();
        for key in touched {
            self.elements.insert(key, None);
        }
        self.note_kept(terms, array, value);
        let is_known = !terms.is_unknown(array) && !terms.is_unknown(index);
        self.elements.insert((array, index), is_known.then_some(value));
    }

    /// A call that is not entered gets these.
    pub fn hand_over(&mut self, world: &World, terms: &Terms, arguments: &[TermId], conditions: usize) {
        arguments.iter().for_each(|argument| self.escape(terms, *argument));
        let escaped = &self.escaped;
        for ((base, field), value) in &mut self.fields {
            if is_reachable(terms, escaped, *base) && !world.view(*field).access_flags().is_final() {
                *value = None;
            }
        }
        for ((array, _), value) in &mut self.elements {
            if is_reachable(terms, escaped, *array) {
                *value = None;
            }
        }
        self.statics.retain(|field, _| world.view(*field).access_flags().is_final());
        self.statics_known_since = conditions;
    }

    /// A value that is stored in an object that others can reach can be reached by others.
    fn note_kept(&mut self, terms: &Terms, base: TermId, value: TermId) {
        if !self.is_new(terms, base) || self.escaped.contains(&base) {
            self.escape(terms, value);
        }
    }

    /// Others can reach what a term stands for from now on.
    pub fn escape(&mut self, terms: &Terms, term: TermId) {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            match &terms[term] {
                Term::Constant(_) | Term::Concatenation(_) | Term::Unknown => continue,
                Term::Lambda { captured, .. } => {
                    todo.extend(captured);
                    continue;
                }
                _ => {}
            }
            if self.escaped.insert(term) {
                let in_fields = self.fields.iter().filter(|((base, _), _)| *base == term);
                todo.extend(in_fields.filter_map(|(_, value)| *value));
                let in_array = self.elements.iter().filter(|((array, _), _)| *array == term);
                todo.extend(in_array.filter_map(|(_, value)| *value));
            }
        }
    }

    /// Whether an object did not exist before the method ran.
    fn is_new(&self, terms: &Terms, term: TermId) -> bool {
        matches!(terms[term], Term::Fresh(_)) || term == Terms::receiver() && self.constructs_receiver
    }

    fn may_be_written(&self, terms: &Terms, path: &Path, base: TermId, field: FieldId) -> bool {
        path.stores.iter().any(|Store { target, .. }| match *target {
            Target::Field(other, of) => of == field && self.may_be_same(terms, other, base),
            _ => false,
        })
    }

    /// Whether two different terms may stand for one object.
    fn may_be_same(&self, terms: &Terms, one: TermId, other: TermId) -> bool {
        match (&terms[one], &terms[other]) {
            (Term::Constant(Constant::Null), _) | (_, Term::Constant(Constant::Null)) => false,
            (Term::Unknown, _) | (_, Term::Unknown) => true,
            _ => match (self.is_new(terms, one), self.is_new(terms, other)) {
                (true, true) => one == other,
                (true, false) => self.may_be_new(terms, other, one),
                (false, true) => self.may_be_new(terms, one, other),
                (false, false) => true,
            },
        }
    }

    /// Whether a term may stand for an object that this path has made. Parameters were there from the beginning;
    /// what was read later may be an object that was made known to others.
    fn may_be_new(&self, terms: &Terms, old: TermId, new: TermId) -> bool {
        !matches!(terms[old], Term::Parameter(_) | Term::Receiver) && self.escaped.contains(&new)
    }
}

fn is_reachable(terms: &Terms, escaped: &FxHashSet<TermId>, term: TermId) -> bool {
    escaped.contains(&term)
        || match terms[term] {
            Term::Field(base, _) | Term::Element([base, _]) => is_reachable(terms, escaped, base),
            Term::StaticField(_) | Term::Result(_) | Term::Unknown => true,
            _ => false,
        }
}

fn may_be_equal(terms: &Terms, one: TermId, other: TermId) -> bool {
    match (&terms[one], &terms[other]) {
        (Term::Constant(_), Term::Constant(_)) => one == other,
        _ => true,
    }
}
