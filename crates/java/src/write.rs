//! From the tree to documents.
//!
//! Each module writes one part of the language. Nothing here fails half-way: the first name that cannot be
//! written is remembered, and reported instead of the text.

mod chain;
mod declaration;
mod expression;
mod precedence;
mod statement;
mod types;
mod unit;
mod value;

#[cfg(test)]
mod tests;

use crate::imports::{Scope, Usage};
use crate::layout::Doc;
use crate::names::{is_identifier, is_type_identifier};
use crate::style::{RenderError, Style};

pub(crate) use unit::unit;

/// How deep code may be nested. javac gives up at some thousand levels, readers long before.
const DEPTH_LIMIT: usize = 200;

/// Writes trees as documents.
pub(crate) struct Writer<'a> {
    style: &'a Style,
    scope: &'a Scope,
    /// The names of the classes around what is being written; an anonymous class has none.
    enclosing: Vec<String>,
    depth: usize,
    pub usage: Usage,
    pub error: Option<RenderError>,
}

impl<'a> Writer<'a> {
    pub fn new(style: &'a Style, scope: &'a Scope) -> Writer<'a> {
        let usage = Usage::default();
        Writer { style, scope, enclosing: Vec::new(), depth: 0, usage, error: None }
    }

    /// The additional indentation of a continuation line.
    fn continuation(&self) -> usize {
        2 * self.style.indent
    }

    fn fail(&mut self, error: RenderError) {
        self.error.get_or_insert(error);
    }

    /// Goes one level deeper, if that is not too deep.
    fn deeper(&mut self, write: impl FnOnce(&mut Self) -> Doc) -> Doc {
        if self.depth >= DEPTH_LIMIT {
            self.fail(RenderError::TooDeep { limit: DEPTH_LIMIT });
            return Doc::nil();
        }
        self.depth += 1;
        let doc = write(self);
        self.depth -= 1;
        doc
    }

    /// A name that is used. Everything that comes from class files goes through here or through
    /// [`Writer::type_identifier`].
    fn identifier(&mut self, name: &str) -> String {
        if !is_identifier(name) {
            self.fail(RenderError::name(name));
        }
        self.spelled(name)
    }

    fn type_identifier(&mut self, name: &str) -> String {
        if !is_type_identifier(name) {
            self.fail(RenderError::name(name));
        }
        self.spelled(name)
    }

    /// The name of a variable, parameter or field where it is declared.
    fn variable(&mut self, name: &str) -> String {
        self.usage.variables.insert(name.to_owned());
        self.identifier(name)
    }

    /// Unicode escapes are good for identifiers too (JLS 3.3).
    fn spelled(&self, name: &str) -> String {
        if !self.style.ascii || name.is_ascii() {
            return name.to_owned();
        }
        let escaped = |unit: u16| match u8::try_from(unit) {
            Ok(ascii) if ascii.is_ascii() => char::from(ascii).to_string(),
            _ => format!("\\u{unit:04x}"),
        };
        name.encode_utf16().map(escaped).collect()
    }
}
