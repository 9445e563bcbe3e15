//! Literals and arrays.

use super::Writer;
use crate::layout::Doc;
use crate::literal::number::{self, Number};
use crate::literal::{character, text};
use crate::model::{ArrayLength, Expression, Literal, Type};

/// Elements that are no wider than this share lines.
const SHORT: usize = 32;

impl Writer<'_> {
    pub(super) fn literal(&mut self, literal: &Literal) -> Doc {
        match literal {
            Literal::Null => "null".into(),
            Literal::Boolean(true) => "true".into(),
            Literal::Boolean(false) => "false".into(),
            Literal::Char(unit) => character::char_literal(*unit, self.style.ascii).into(),
            Literal::Byte(value) => self.number(number::byte(*value)),
            Literal::Short(value) => self.number(number::short(*value)),
            Literal::Int(value) => self.number(number::int(*value)),
            Literal::Long(value) => self.number(number::long(*value)),
            Literal::Float(bits) => self.number(number::float(*bits)),
            Literal::Double(bits) => self.number(number::double(*bits)),
            Literal::String(units) => self.string(units),
        }
    }

    fn number(&mut self, number: Number) -> Doc {
        let text = match number {
            Number::Plain(digits) => digits,
            Number::Negative(digits) => format!("-{digits}"),
            Number::Cast(to, digits) => format!("({to}) {digits}"),
            Number::Constant(class, name) => format!("{}.{name}", self.class_of_lang(class)),
            Number::Call(class, name, argument) => {
                format!("{}.{name}({argument})", self.class_of_lang(class))
            }
        };
        text.into()
    }

    fn string(&mut self, units: &[u16]) -> Doc {
        match text::text(units, self.style) {
            text::Text::Literal(literal) => literal.into(),
            text::Text::Sum(literals) => self.sum(literals.into_iter().map(Doc::from).collect()),
            text::Text::Block(lines) => Doc::TextBlock(self.continuation(), lines),
            text::Text::Joined(constants) => {
                let class = self.class_of_lang("String");
                let sums = constants
                    .into_iter()
                    .map(|literals| self.sum(literals.into_iter().map(Doc::from).collect()));
                let mut arguments = vec![Doc::text("\"\"")];
                arguments.extend(sums);
                let joined = Doc::join(Doc::with_commas(arguments), Doc::Line);
                let lines = Doc::nest(self.continuation(), vec![Doc::SoftLine, joined]);
                Doc::broken(vec![format!("{class}.join(").into(), lines, ")".into()])
            }
        }
    }

    /// Operands of a plus sign.
    fn sum(&self, operands: Vec<Doc>) -> Doc {
        let mut docs = operands.into_iter();
        let first = docs.next().unwrap_or(Doc::nil());
        let rest = docs.flat_map(|operand| self.operation("+", operand)).collect();
        Doc::group(vec![first, Doc::nest(self.continuation(), rest)])
    }

    pub(super) fn new_array(&mut self, element: &Type, lengths: &[ArrayLength]) -> Doc {
        let (innermost, open) = element.element();
        let mut docs = vec![Doc::text(format!("new {}", self.reifiable_type(innermost)))];
        for length in lengths {
            match length {
                ArrayLength::Known(length) => docs.extend(["[".into(), self.expression(length), "]".into()]),
                ArrayLength::Open => docs.push("[]".into()),
            }
        }
        docs.push("[]".repeat(open).into());
        Doc::Concat(docs)
    }

    pub(super) fn new_array_of(&mut self, element: &Type, elements: &[Expression]) -> Doc {
        let head = format!("new {}[] ", self.reifiable_type(element));
        Doc::Concat(vec![head.into(), self.elements(elements)])
    }

    /// An array initialiser: on one line, or with as many short elements on each line as fit, or with a line for
    /// each element.
    pub(super) fn elements(&mut self, elements: &[Expression]) -> Doc {
        if elements.is_empty() {
            return "{}".into();
        }
        let is_array =
            |element: &Expression| matches!(element, Expression::Elements(_) | Expression::NewArrayOf { .. });
        let has_rows = elements.len() > 1 && elements.iter().any(is_array);
        let docs: Vec<Doc> = elements.iter().map(|element| self.expression(element)).collect();
        let are_short = !has_rows && docs.iter().all(|doc| doc.flat_width(SHORT).is_some());
        let docs = Doc::with_commas(docs);
        let content = if are_short { Doc::Fill(docs) } else { Doc::join(docs, Doc::Line) };
        let lines = Doc::nest(self.style.indent, vec![Doc::SoftLine, content]);
        let all = vec!["{".into(), lines, Doc::SoftLine, "}".into()];
        let has_text_block = elements.iter().any(|element| self.is_text_block(element));
        if has_text_block { Doc::broken(all) } else { Doc::group(all) }
    }
}
