//! The lines that facts are written in, as `java/Block.java` writes them.

use std::fmt::{self, Display, Write};

use reenact_classfile::Mutf8;
use reenact_world::{ClassView, FieldView, MethodView};

/// Facts in the making.
#[derive(Default)]
pub(super) struct Lines(pub String);

impl Lines {
    pub fn fact(&mut self, kind: &str, about: impl Display, answer: impl Display) {
        writeln!(self.0, "{kind}\t{about}\t{answer}").expect("a string takes it");
    }

    /// A fact whose answer is a list.
    pub fn list(&mut self, kind: &str, about: impl Display, answer: impl IntoIterator<Item = impl Display>) {
        write!(self.0, "{kind}\t{about}\t").expect("a string takes it");
        for (position, each) in answer.into_iter().enumerate() {
            let blank = if position == 0 { "" } else { " " };
            write!(self.0, "{blank}{each}").expect("a string takes it");
        }
        self.0.push('\n');
    }
}

/// A name with everything but printable ASCII as UTF-16 code units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Escaped<'a>(pub Mutf8<'a>);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |unit: u16| (0x20..0x7f).contains(&unit) && unit != u16::from(b'\\');
        if self.0.as_bytes().iter().all(|&byte| is_plain(byte.into())) {
            return f.write_str(&self.0.to_str());
        }
        self.0.to_utf16().into_iter().try_for_each(|unit| match char::from_u32(unit.into()) {
            Some(plain) if is_plain(unit) => f.write_char(plain),
            _ => write!(f, "\\u{unit:04x}"),
        })
    }
}

/// A text that may be missing.
pub(super) fn optional(text: Option<Mutf8<'_>>) -> Escaped<'_> {
    Escaped(text.unwrap_or(Mutf8::new(b"")))
}

pub(super) fn class(view: ClassView<'_>) -> Escaped<'_> {
    Escaped(view.name())
}

/// Name and descriptor of a method: what overriding compares.
pub(super) struct MethodKey<'w>(pub MethodView<'w>);

impl Display for MethodKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Escaped(self.0.name()), Escaped(self.0.descriptor()))
    }
}

/// Name and descriptor of a field.
pub(super) struct FieldKey<'w>(pub FieldView<'w>);

impl Display for FieldKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", Escaped(self.0.name()), Escaped(self.0.descriptor()))
    }
}
