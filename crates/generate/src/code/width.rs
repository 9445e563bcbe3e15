//! How wide an expression is on the page, near enough to decide what gets a variable.

use reenact_java::model::{Expression, LambdaBody, Literal, ReferenceTarget, Target, Type, TypeArgument};

/// Columns of an expression on one line, imports taken for granted.
pub(crate) fn of(expression: &Expression) -> usize {
    match expression {
        Expression::Literal(literal) => of_literal(literal),
        Expression::Name(name) => name.len(),
        Expression::This => 4,
        Expression::OuterThis(class) => class.simple_name().len() + 5,
        Expression::Field { of: object, name } => of(object) + 1 + name.len(),
        Expression::StaticField { class, name } => class.simple_name().len() + 1 + name.len(),
        Expression::Call(call) => {
            let target = match &call.on {
                Target::Unqualified | Target::Imported(_) => 0,
                Target::Expression(on) => of(on) + 1,
                Target::Class(class) => class.simple_name().len() + 1,
                Target::Super => 6,
            };
            target + call.name.len() + 2 + list(&call.arguments)
        }
        Expression::New(new) => {
            let body = if new.body.is_some() { 200 } else { 0 };
            4 + new.class.simple_name().len() + 4 + list(&new.arguments) + body
        }
        Expression::NewArray { element, .. } => 8 + of_type(element),
        Expression::NewArrayOf { element, elements } => 8 + of_type(element) + list(elements),
        Expression::Elements(elements) => 2 + list(elements),
        Expression::Index { array, index } => of(array) + of(index) + 2,
        Expression::Cast { to, value } => of_type(to) + 3 + of(value),
        Expression::InstanceOf { value, of: ty } => of(value) + 12 + of_type(ty),
        Expression::ClassLiteral(ty) => of_type(ty) + 6,
        Expression::Lambda(lambda) => match &lambda.body {
            LambdaBody::Expression(body) => 8 + of(body),
            LambdaBody::Block(_) => 200,
        },
        Expression::MethodReference(reference) => {
            let target = match &reference.target {
                ReferenceTarget::Type(ty) => of_type(ty),
                ReferenceTarget::Expression(on) => of(on),
                ReferenceTarget::Super => 5,
            };
            target + 2 + reference.name.len()
        }
        Expression::Unary { operand, .. } => 2 + of(operand),
        Expression::Binary { left, right, .. } => of(left) + 4 + of(right),
        Expression::Assign { target, value } => of(target) + 3 + of(value),
        Expression::Conditional { condition, then, otherwise } => {
            of(condition) + of(then) + of(otherwise) + 6
        }
        Expression::Verbatim(text) => text.len(),
    }
}

fn list(expressions: &[Expression]) -> usize {
    expressions.iter().map(|expression| of(expression) + 2).sum::<usize>().saturating_sub(2)
}

fn of_literal(literal: &Literal) -> usize {
    match literal {
        Literal::Null | Literal::Boolean(true) => 4,
        Literal::Boolean(false) => 5,
        Literal::Byte(value) => 7 + digits(i64::from(*value)),
        Literal::Short(value) => 8 + digits(i64::from(*value)),
        Literal::Char(_) => 3,
        Literal::Int(value) => digits(i64::from(*value)),
        Literal::Long(value) => 1 + digits(*value),
        Literal::Float(bits) => 1 + f32::from_bits(*bits).to_string().len().min(16),
        Literal::Double(bits) => f64::from_bits(*bits).to_string().len().min(24),
        Literal::String(text) => 2 + text.len(),
    }
}

fn digits(value: i64) -> usize {
    value.to_string().len()
}

pub(crate) fn of_type(ty: &Type) -> usize {
    match ty {
        Type::Class { name, arguments } => {
            let argument = |argument: &TypeArgument| match argument {
                TypeArgument::Type(ty) => of_type(ty) + 2,
                TypeArgument::Any => 3,
                TypeArgument::Extends(ty) => of_type(ty) + 12,
                TypeArgument::Super(ty) => of_type(ty) + 10,
            };
            name.simple_name().len() + arguments.iter().map(argument).sum::<usize>()
        }
        Type::Array(element) => of_type(element) + 2,
        Type::Variable(name) => name.len(),
        _ => 6,
    }
}
