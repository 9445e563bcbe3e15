//! Terms as text.

use std::fmt;

use reenact_world::World;

use super::{BinaryOperator, Constant, Term, TermId, Terms, UnaryOperator};
use crate::body::Kind;

/// A term as an S-expression, with the JVM's instruction names for operators, which say the kind:
/// `(iadd p0 (getfield this zoo/Monkey.age))`. Written by [`Terms::show`].
///
/// Parameters are `p0`, `p1`; objects that the method makes `new0`; results of calls `call0`; an unknown value is
/// `unknown` with its kind. Numbers other than `int` end in `L`, `F` or `D`.
pub struct Show<'t> {
    world: &'t World,
    terms: &'t Terms,
    id: TermId,
}

impl Terms {
    /// A term as text. The text of a term does not depend on ids.
    pub fn show<'t>(&'t self, world: &'t World, id: TermId) -> Show<'t> {
        Show { world, terms: self, id }
    }
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Show { world, terms, id } = *self;
        let kind = terms.kind(id);
        let part = |id: TermId| Show { world, terms, id };
        let list = |f: &mut fmt::Formatter<'_>, head: &str, parts: &[TermId]| {
            write!(f, "({head}")?;
            parts.iter().try_for_each(|&id| write!(f, " {}", part(id)))?;
            f.write_str(")")
        };
        match &terms[id] {
            Term::Receiver => f.write_str("this"),
            Term::Parameter(number) => write!(f, "p{number}"),
            Term::Constant(constant) => show_constant(f, constant),
            Term::StaticField(field) => {
                let view = world.view(*field);
                write!(f, "(getstatic {}.{})", view.class().name(), view.name())
            }
            Term::Field(base, field) => {
                let view = world.view(*field);
                write!(f, "(getfield {} {}.{})", part(*base), view.class().name(), view.name())
            }
            Term::Fresh(number) => write!(f, "new{number}"),
            Term::Result(number) => write!(f, "call{number}"),
            Term::Lambda { implementation, captured } => {
                let view = world.view(*implementation);
                list(f, &format!("lambda {}.{}", view.class().name(), view.name()), captured)
            }
            Term::Concatenation(parts) => list(f, "concat", parts),
            Term::Unary(UnaryOperator::Negate, operand) => {
                list(f, &format!("{}neg", letter(kind)), &[*operand])
            }
            Term::Unary(UnaryOperator::Convert(from, to), operand) => {
                let head = format!("{}2{}", conversion(*from), conversion(*to));
                list(f, &head, &[*operand])
            }
            Term::Binary(operator, parts) => {
                let letter = letter(terms.kind(parts[0]));
                list(f, &format!("{letter}{}", mnemonic(*operator, letter)), parts)
            }
            Term::InstanceOf(operand, class) => write!(f, "(instanceof {} {class})", part(*operand)),
            Term::ArrayLength(array) => list(f, "arraylength", &[*array]),
            Term::Element(parts) => list(f, &format!("{}aload", letter(kind)), parts),
            Term::Unknown => write!(f, "unknown:{}", letter(kind)),
        }
    }
}

fn show_constant(f: &mut fmt::Formatter<'_>, constant: &Constant) -> fmt::Result {
    match constant {
        Constant::Null => f.write_str("null"),
        Constant::Int(value) => write!(f, "{value}"),
        Constant::Long(value) => write!(f, "{value}L"),
        Constant::Float(bits) => write!(f, "{:?}F", f32::from_bits(*bits)),
        Constant::Double(bits) => write!(f, "{:?}D", f64::from_bits(*bits)),
        Constant::String(text) => write!(f, "{:?}", String::from_utf16_lossy(text)),
        Constant::Class(name) => write!(f, "(class {name})"),
    }
}

/// The letter with which instructions on a kind begin.
fn letter(kind: Kind) -> char {
    match kind {
        Kind::Int => 'i',
        Kind::Long => 'l',
        Kind::Float => 'f',
        Kind::Double => 'd',
        Kind::Reference => 'a',
    }
}

/// The letter of a conversion's result: `i2l`, though the descriptor of `long` is `J`.
fn conversion(to: char) -> char {
    match to {
        'J' => 'l',
        other => other.to_ascii_lowercase(),
    }
}

fn mnemonic(operator: BinaryOperator, letter: char) -> &'static str {
    match operator {
        BinaryOperator::Add => "add",
        BinaryOperator::Subtract => "sub",
        BinaryOperator::Multiply => "mul",
        BinaryOperator::Divide => "div",
        BinaryOperator::Remainder => "rem",
        BinaryOperator::ShiftLeft => "shl",
        BinaryOperator::ShiftRight => "shr",
        BinaryOperator::UnsignedShiftRight => "ushr",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Xor => "xor",
        BinaryOperator::Compare { .. } if letter == 'l' => "cmp",
        BinaryOperator::Compare { nan_is_less: true } => "cmpl",
        BinaryOperator::Compare { nan_is_less: false } => "cmpg",
    }
}
