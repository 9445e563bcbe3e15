//! What fields and array elements hold on one way through a method.
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

use crate::paths::fold::default_value;
use crate::paths::{Path, Store, Target};
use crate::term::{Constant, Term};

#[derive(Clone, Default)]
pub(super) struct Heap {
    /// `None` for what may have changed.
    fields: FxHashMap<(Term, FieldId), Option<Term>>,
    statics: FxHashMap<FieldId, Term>,
    elements: FxHashMap<(Term, Term), Option<Term>>,
    /// What calls that were not entered can reach.
    escaped: FxHashSet<Term>,
    /// Whether the receiver is under construction.
    constructs_receiver: bool,
    /// Whether a constructor of the JDK, which was not entered, has run on the receiver: its own fields may
    /// hold anything.
    pub platform_part_is_opaque: bool,
    /// Static fields were forgotten when there were so many conditions.
    pub statics_known_since: usize,
}

impl Heap {
    pub fn new(constructs_receiver: bool) -> Heap {
        Heap { constructs_receiver, ..Heap::default() }
    }

    pub fn read_field(&mut self, world: &World, path: &Path, base: &Term, field: FieldId) -> Term {
        let key = (base.clone(), field);
        if let Some(known) = self.fields.get(&key) {
            return known.clone().unwrap_or(Term::Unknown);
        }
        let view = world.view(field);
        let is_opaque = *base == Term::Receiver && self.platform_part_is_opaque && view.class().is_platform();
        let value = if self.is_new(base) && !self.escaped.contains(base) && !is_opaque {
            default_value(view.descriptor().as_bytes().first().copied().unwrap_or(b'L'))
        } else if self.may_be_written(path, base, field) || matches!(base, Term::Unknown) {
            Term::Unknown
        } else {
            Term::Field(base.clone().into(), field)
        };
        self.fields.insert(key, Some(value.clone()));
        value
    }

    pub fn write_field(&mut self, base: &Term, field: FieldId, value: Term) {
        let aliases: Vec<(Term, FieldId)> = self
            .fields
            .keys()
            .filter(|(other, of)| *of == field && other != base && self.may_be_same(other, base))
            .cloned()
            .collect();
        for key in aliases {
            self.fields.insert(key, None);
        }
        self.note_kept(base, &value);
        self.fields.insert((base.clone(), field), (*base != Term::Unknown).then_some(value));
    }

    pub fn read_static(&mut self, field: FieldId) -> Term {
        self.statics.get(&field).cloned().unwrap_or(Term::StaticField(field))
    }

    pub fn write_static(&mut self, field: FieldId, value: Term) {
        self.escape(&value);
        self.statics.insert(field, value);
    }

    /// Reads an element; `letter` is the first of the element type's descriptor.
    pub fn read_element(&mut self, path: &Path, array: &Term, index: &Term, letter: u8) -> Term {
        let key = (array.clone(), index.clone());
        if let Some(known) = self.elements.get(&key) {
            return known.clone().unwrap_or(Term::Unknown);
        }
        let is_written = path.stores.iter().any(|store| match &store.target {
            Target::Element(other, at) => {
                (other == array || self.may_be_same(other, array)) && may_be_equal(at, index)
            }
            _ => false,
        });
        let is_new = matches!(array, Term::Fresh(_));
        let value = if is_written || matches!(array, Term::Unknown) || matches!(index, Term::Unknown) {
            Term::Unknown
        } else if is_new && !self.escaped.contains(array) {
            default_value(letter)
        } else if is_new {
            Term::Unknown
        } else {
            Term::Element(array.clone().into(), index.clone().into())
        };
        self.elements.insert(key, Some(value.clone()));
        value
    }

    pub fn write_element(&mut self, array: &Term, index: &Term, value: Term) {
        let touched: Vec<(Term, Term)> = self
            .elements
            .keys()
            .filter(|(other, at)| {
                (other == array || self.may_be_same(other, array)) && may_be_equal(at, index)
            })
            .cloned()
            .collect();
        for key in touched {
            self.elements.insert(key, None);
        }
        self.note_kept(array, &value);
        let is_known = *array != Term::Unknown && *index != Term::Unknown;
        self.elements.insert((array.clone(), index.clone()), is_known.then_some(value));
    }

    /// A call that is not entered gets these.
    pub fn hand_over(&mut self, world: &World, arguments: &[Term], conditions: usize) {
        arguments.iter().for_each(|argument| self.escape(argument));
        let escaped = &self.escaped;
        for ((base, field), value) in &mut self.fields {
            if is_reachable(escaped, base) && !world.view(*field).access_flags().is_final() {
                *value = None;
            }
        }
        for ((array, _), value) in &mut self.elements {
            if is_reachable(escaped, array) {
                *value = None;
            }
        }
        self.statics.retain(|field, _| world.view(*field).access_flags().is_final());
        self.statics_known_since = conditions;
    }

    /// Whatever is kept in an object that others can reach can be reached by others.
    fn note_kept(&mut self, base: &Term, value: &Term) {
        if !self.is_new(base) || self.escaped.contains(base) {
            self.escape(value);
        }
    }

    /// Others can reach what a term stands for from now on.
    pub fn escape(&mut self, term: &Term) {
        let mut todo = vec![term.clone()];
        while let Some(term) = todo.pop() {
            match &term {
                Term::Constant(_) | Term::Concatenation(_) | Term::Unknown => continue,
                Term::Lambda { captured, .. } => {
                    todo.extend(captured.iter().cloned());
                    continue;
                }
                _ => {}
            }
            if self.escaped.insert(term.clone()) {
                let kept_in_fields = self
                    .fields
                    .iter()
                    .filter(|((base, _), _)| *base == term)
                    .filter_map(|(_, value)| value.clone());
                todo.extend(kept_in_fields);
                let kept_in_array = self.elements.iter().filter(|((array, _), _)| *array == term);
                todo.extend(kept_in_array.filter_map(|(_, value)| value.clone()));
            }
        }
    }

    /// Whether an object did not exist before the method ran.
    fn is_new(&self, term: &Term) -> bool {
        matches!(term, Term::Fresh(_)) || *term == Term::Receiver && self.constructs_receiver
    }

    fn may_be_written(&self, path: &Path, base: &Term, field: FieldId) -> bool {
        path.stores.iter().any(|Store { target, .. }| match target {
            Target::Field(other, of) => *of == field && self.may_be_same(other, base),
            _ => false,
        })
    }

    /// Whether two different terms may stand for one object.
    fn may_be_same(&self, one: &Term, other: &Term) -> bool {
        match (one, other) {
            (Term::Constant(Constant::Null), _) | (_, Term::Constant(Constant::Null)) => false,
            (Term::Unknown, _) | (_, Term::Unknown) => true,
            _ if self.is_new(one) && self.is_new(other) => one == other,
            (new, old) | (old, new) if self.is_new(new) => {
                // What was there from the beginning is no new object; what was read later may be one that
                // was made known to others.
                !matches!(old, Term::Parameter(_) | Term::Receiver) && self.escaped.contains(new)
            }
            _ => true,
        }
    }
}

fn is_reachable(escaped: &FxHashSet<Term>, term: &Term) -> bool {
    escaped.contains(term)
        || match term {
            Term::Field(base, _) | Term::Element(base, _) => is_reachable(escaped, base),
            Term::StaticField(_) | Term::Result(_) | Term::Unknown => true,
            _ => false,
        }
}

fn may_be_equal(one: &Term, other: &Term) -> bool {
    match (one, other) {
        (Term::Constant(one), Term::Constant(other)) => one == other,
        _ => true,
    }
}
