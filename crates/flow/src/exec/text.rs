//! Strings that are put together.
//!
//! A `StringBuilder` that is only appended to is its parts. Should it be used for anything else, the calls
//! that made it so are recorded after all, at that moment.

use crate::body::Kind;
use crate::exec::{Call, State};
use crate::term::{Constant, Term, TermId, Terms, UnaryOperator};

/// The builders that a path has made and that are still only text.
#[derive(Clone, Default)]
pub(super) struct Builders {
    open: Vec<Builder>,
}

#[derive(Clone)]
struct Builder {
    object: TermId,
    parts: Vec<TermId>,
    calls: Vec<Call>,
}

impl Builders {
    /// A constructor of a builder was called.
    pub fn begin(&mut self, call: Call, part: Option<TermId>) {
        let object = call.arguments[0];
        self.open.push(Builder { object, parts: part.into_iter().collect(), calls: vec![call] });
    }

    /// Appends to a builder, if it is still only text.
    pub fn append(&mut self, call: Call, part: TermId) -> Result<(), Call> {
        match self.open.iter_mut().find(|builder| call.arguments.first() == Some(&builder.object)) {
            Some(builder) => {
                builder.parts.push(part);
                builder.calls.push(call);
                Ok(())
            }
            None => Err(call),
        }
    }

    /// The text of a builder so far.
    pub fn text(&self, terms: &mut Terms, object: TermId) -> Option<TermId> {
        let builder = self.open.iter().find(|builder| builder.object == object)?;
        Some(concatenation(terms, &builder.parts))
    }

    fn close(&mut self, object: TermId) -> Option<Builder> {
        let position = self.open.iter().position(|builder| builder.object == object)?;
        Some(self.open.remove(position))
    }
}

impl State {
    /// Records the calls on a builder when it, or an object that has it in it, is used as an object.
    pub(super) fn reveal(&mut self, terms: &Terms, term: TermId) {
        if self.builders.open.is_empty() {
            return;
        }
        match &terms[term] {
            Term::Fresh(_) => {
                if let Some(builder) = self.builders.close(term) {
                    self.path.calls.extend(builder.calls);
                }
            }
            Term::Lambda { captured, .. } => captured.iter().for_each(|part| self.reveal(terms, *part)),
            _ => {}
        }
    }
}

/// A value of a type, by its first letter, as a part of a text.
pub(super) fn part(terms: &mut Terms, term: TermId, letter: u8) -> TermId {
    let string = |text: String| Constant::String(text.encode_utf16().collect());
    let constant = match (letter, &terms[term]) {
        (b'C', Term::Constant(Constant::Int(unit))) => Constant::String(vec![*unit as u16]),
        (b'Z', Term::Constant(Constant::Int(value))) => string((*value != 0).to_string()),
        (_, Term::Constant(Constant::Int(value))) => string(value.to_string()),
        (_, Term::Constant(Constant::Long(value))) => string(value.to_string()),
        (_, Term::Constant(Constant::Null)) => string("null".to_owned()),
        (b'C', Term::Unary(UnaryOperator::Convert('I', 'C'), _)) => return term,
        (b'C' | b'Z', _) => return terms.unary(UnaryOperator::Convert('I', char::from(letter)), term),
        _ => return term,
    };
    terms.constant(constant)
}

/// Parts as one term: texts within texts are taken apart, and constants beside each other joined.
pub(super) fn concatenation(terms: &mut Terms, parts: &[TermId]) -> TermId {
    let mut joined: Vec<TermId> = Vec::new();
    for &part in parts {
        let inner = match &terms[part] {
            Term::Concatenation(inner) => inner.to_vec(),
            _ => vec![part],
        };
        for part in inner {
            let last = joined.last().map(|last| &terms[*last]);
            if let (Some(Term::Constant(Constant::String(text))), Term::Constant(Constant::String(more))) =
                (last, &terms[part])
            {
                let text = [text.as_slice(), more].concat();
                joined.pop();
                joined.push(terms.constant(Constant::String(text)));
            } else {
                joined.push(part);
            }
        }
    }
    match &joined[..] {
        [] => terms.constant(Constant::String(Vec::new())),
        [one] if matches!(terms[*one], Term::Constant(Constant::String(_))) => *one,
        _ => terms.add(Kind::Reference, Term::Concatenation(joined.into())),
    }
}
