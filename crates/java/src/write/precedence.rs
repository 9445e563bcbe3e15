//! How tightly expressions bind (JLS 15).

use super::Writer;
use crate::literal::{number, text};
use crate::model::{BinaryOperator, Call, Expression, LambdaBody, Literal, Target, UnaryOperator};

/// From loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Precedence {
    /// Lambdas, and code of the user's that could be anything.
    Lambda,
    Assignment,
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Postfix,
    Primary,
}

impl Writer<'_> {
    pub(super) fn precedence(&self, expression: &Expression) -> Precedence {
        use Expression as E;
        match expression {
            E::Literal(literal) => self.literal_precedence(literal),
            // A cast of a lambda extends as far as the lambda does.
            E::Cast { value, .. } if matches!(**value, E::Lambda(_)) => Precedence::Lambda,
            E::Cast { .. } => Precedence::Unary,
            E::InstanceOf { .. } => Precedence::Relation,
            E::Lambda(_) => Precedence::Lambda,
            E::Unary { operator: UnaryOperator::Increment | UnaryOperator::Decrement, .. } => {
                Precedence::Postfix
            }
            E::Unary { .. } => Precedence::Unary,
            E::Binary { operator, .. } => operator.precedence(),
            E::Assign { .. } => Precedence::Assignment,
            E::Conditional { .. } => Precedence::Conditional,
            E::Verbatim(code) if !is_primary(code) => Precedence::Lambda,
            _ => Precedence::Primary,
        }
    }

    fn literal_precedence(&self, literal: &Literal) -> Precedence {
        use number::Number::{Call, Cast, Constant, Negative, Plain};
        let number = match literal {
            Literal::Byte(value) => number::byte(*value),
            Literal::Short(value) => number::short(*value),
            Literal::Int(value) => number::int(*value),
            Literal::Long(value) => number::long(*value),
            Literal::Float(bits) => number::float(*bits),
            Literal::Double(bits) => number::double(*bits),
            Literal::String(units) if text::is_sum(units, self.style) => return Precedence::Sum,
            Literal::String(_) | Literal::Null | Literal::Boolean(_) | Literal::Char(_) => {
                return Precedence::Primary;
            }
        };
        match number {
            Plain(_) | Constant(..) | Call(..) => Precedence::Primary,
            Negative(_) | Cast(..) => Precedence::Unary,
        }
    }

    /// Whether an expression begins with a sign, before which another operator could be misread: `- -1`,
    /// `(Integer) -1`.
    pub(super) fn begins_with_sign(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Unary { operator, .. } => *operator == UnaryOperator::Minus,
            Expression::Literal(literal) => {
                !matches!(literal, Literal::Byte(_) | Literal::Short(_) | Literal::String(_))
                    && self.literal_precedence(literal) == Precedence::Unary
            }
            _ => false,
        }
    }
}

impl BinaryOperator {
    pub(super) fn precedence(self) -> Precedence {
        use BinaryOperator as B;
        match self {
            B::Multiply | B::Divide | B::Remainder => Precedence::Product,
            B::Add | B::Subtract => Precedence::Sum,
            B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned => Precedence::Shift,
            B::Less | B::LessOrEqual | B::Greater | B::GreaterOrEqual => Precedence::Relation,
            B::Equal | B::NotEqual => Precedence::Equality,
            B::BitAnd => Precedence::BitAnd,
            B::BitXor => Precedence::BitXor,
            B::BitOr => Precedence::BitOr,
            B::And => Precedence::And,
            B::Or => Precedence::Or,
        }
    }

    pub(super) fn symbol(self) -> &'static str {
        use BinaryOperator as B;
        match self {
            B::Multiply => "*",
            B::Divide => "/",
            B::Remainder => "%",
            B::Add => "+",
            B::Subtract => "-",
            B::ShiftLeft => "<<",
            B::ShiftRight => ">>",
            B::ShiftRightUnsigned => ">>>",
            B::Less => "<",
            B::LessOrEqual => "<=",
            B::Greater => ">",
            B::GreaterOrEqual => ">=",
            B::Equal => "==",
            B::NotEqual => "!=",
            B::BitAnd => "&",
            B::BitXor => "^",
            B::BitOr => "|",
            B::And => "&&",
            B::Or => "||",
        }
    }
}

/// Whether an expression holds lines of its own, so that it is begun where it stands and not on a new line.
pub(super) fn holds_lines(expression: &Expression) -> bool {
    match expression {
        Expression::Elements(_) | Expression::NewArrayOf { .. } => true,
        Expression::Lambda(lambda) => matches!(lambda.body, LambdaBody::Block(_)),
        Expression::New(new) => new.body.is_some(),
        Expression::Call(call) => match &call.on {
            Target::Expression(_) => false,
            _ => matches!(&*call.arguments, [only] if holds_lines(only)),
        },
        _ => false,
    }
}

/// Whether there are so many calls in a row that a line for each reads better than one long line of them.
pub(super) fn is_long_chain(expression: &Expression) -> bool {
    let mut calls = 0;
    let mut link = expression;
    while let Expression::Call(Call { on: Target::Expression(on), .. }) | Expression::Field { of: on, .. } =
        link
    {
        calls += usize::from(matches!(link, Expression::Call(_)));
        link = on;
    }
    calls >= 3
}

/// Whether the user's code is names, dots and balanced brackets alone, such as `Money.of("3")`.
fn is_primary(code: &str) -> bool {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut chars = code.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' if in_string => {
                chars.next();
            }
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' => depth += 1,
            ')' | ']' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            },
            _ if depth > 0 => {}
            '.' | '_' | '$' => {}
            _ if char.is_alphanumeric() => {}
            _ => return false,
        }
    }
    // A cast in front is brackets too, but what follows is not reached by a dot.
    depth == 0 && !in_string && !code.starts_with(['(', '[']) && !code.is_empty()
}
