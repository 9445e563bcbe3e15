//! Strings that are put together.
//!
//! A `StringBuilder` that is only appended to is its parts. Should it be used for anything else, the calls
//! that made it so are told after all, at that moment.

use crate::paths::Call;
use crate::paths::fold::bounded;
use crate::paths::state::State;
use crate::term::{Constant, Term, UnaryOperator};

/// The builders that a way has made and that are still only text.
#[derive(Clone, Default)]
pub(super) struct Builders {
    open: Vec<Builder>,
}

#[derive(Clone)]
struct Builder {
    object: Term,
    parts: Vec<Term>,
    calls: Vec<Call>,
}

impl Builders {
    /// A constructor of a builder was called.
    pub fn begin(&mut self, call: Call, part: Option<Term>) {
        let object = call.arguments[0].clone();
        self.open.push(Builder { object, parts: part.into_iter().collect(), calls: vec![call] });
    }

    /// Appends to a builder, if it is still only text.
    pub fn append(&mut self, call: Call, part: Term) -> Result<(), Call> {
        match self.open.iter_mut().find(|builder| call.arguments.first() == Some(&builder.object)) {
            Some(builder) => {
                builder.parts.push(part);
                builder.calls.push(call);
                Ok(())
            }
            None => Err(call),
        }
    }

    /// What a builder has so far.
    pub fn text(&self, object: &Term) -> Option<Term> {
        let builder = self.open.iter().find(|builder| builder.object == *object)?;
        Some(concatenation(builder.parts.iter().cloned()))
    }

    fn close(&mut self, object: &Term) -> Option<Builder> {
        let position = self.open.iter().position(|builder| builder.object == *object)?;
        Some(self.open.remove(position))
    }
}

impl State {
    /// Something is used as an object: if it is a builder, or has one in it, what was done to it is told now.
    pub(super) fn reveal(&mut self, term: &Term) {
        if self.builders.open.is_empty() {
            return;
        }
        match term {
            Term::Fresh(_) => {
                if let Some(builder) = self.builders.close(term) {
                    self.path.calls.extend(builder.calls);
                }
            }
            Term::Lambda { captured, .. } => captured.iter().for_each(|part| self.reveal(part)),
            _ => {}
        }
    }
}

/// A value of a type, by its first letter, as a part of a text.
pub(super) fn part(term: Term, letter: u8) -> Term {
    let string = |text: String| Term::Constant(Constant::String(text.encode_utf16().collect()));
    match (letter, &term) {
        (b'C', Term::Constant(Constant::Int(unit))) => Term::Constant(Constant::String(vec![*unit as u16])),
        (b'Z', Term::Constant(Constant::Int(value))) => string((*value != 0).to_string()),
        (_, Term::Constant(Constant::Int(value))) => string(value.to_string()),
        (_, Term::Constant(Constant::Long(value))) => string(value.to_string()),
        (_, Term::Constant(Constant::Null)) => string("null".to_owned()),
        (b'C', Term::Unary(UnaryOperator::Convert('I', 'C'), _)) => term,
        (b'C' | b'Z', _) => Term::Unary(UnaryOperator::Convert('I', char::from(letter)), term.into()),
        _ => term,
    }
}

/// Parts as one term: texts within texts are taken apart, and constants beside each other joined.
pub(super) fn concatenation(parts: impl Iterator<Item = Term>) -> Term {
    let mut joined: Vec<Term> = Vec::new();
    let mut add = |part: Term| match (joined.last_mut(), part) {
        (Some(Term::Constant(Constant::String(text))), Term::Constant(Constant::String(more))) => {
            text.extend(more);
        }
        (_, part) => joined.push(part),
    };
    for part in parts {
        match part {
            Term::Concatenation(inner) => inner.into_iter().for_each(&mut add),
            part => add(part),
        }
    }
    match &joined[..] {
        [] => Term::Constant(Constant::String(Vec::new())),
        [Term::Constant(Constant::String(_))] => joined.swap_remove(0),
        _ => bounded(Term::Concatenation(joined)),
    }
}
