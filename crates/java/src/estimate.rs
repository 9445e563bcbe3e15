//! How much bytecode statements become.
//!
//! A method's code has at most 65,535 bytes (JVMS 4.7.3), and javac refuses more. A writer of long methods
//! splits them by this estimate. It is an upper bound for what javac 8 to 25 emit, and no tight one: boxing, casts
//! of generics and wide jumps are counted wherever they could be.

use crate::literal::text::modified_utf8_len;
use crate::model::{ArrayLength, Expression, LambdaBody, Literal, ReferenceTarget, Statement, Target};

/// The JVM's limit on a method's code (JVMS 4.7.3).
pub const METHOD_LIMIT: usize = 65_535;

/// `ldc_w`, `ldc2_w` or `sipush`.
const CONSTANT: usize = 3;
/// A wide load or store, or `aload_0` with a field's instruction.
const VARIABLE: usize = 4;
/// `invokeinterface`, a cast of what comes back, and what throws it away or unboxes it.
const INVOCATION: usize = 5 + 3 + 3;
/// An argument is boxed, or stored into the array of a variable-arity method (`dup`, index, store).
const ARGUMENT: usize = 3 + 5;
/// The array of a variable-arity method.
const VARIABLE_ARITY: usize = 6;
/// An element is stored: `dup`, index, boxing, store.
const ELEMENT: usize = 1 + 3 + 3 + 1;
/// A comparison with its jumps, wide ones in a method so long, and constants for both ways.
const JUMP: usize = 20;
/// The load of a variable that a lambda or anonymous class captures; how many there are is not seen here.
const CAPTURED: usize = 10 * VARIABLE;

/// The nodes still to be counted. There is no recursion, because trees may be deep.
enum Todo<'a> {
    Expression(&'a Expression),
    Statements(&'a [Statement]),
}

/// An upper bound, not a tight one, on the bytes of code that javac makes of these statements.
pub fn bytecode_size(statements: &[Statement]) -> usize {
    size(Todo::Statements(statements))
}

/// The same for an expression whose value is used.
pub fn expression_size(expression: &Expression) -> usize {
    size(Todo::Expression(expression))
}

fn size(first: Todo<'_>) -> usize {
    let mut todo = vec![first];
    let mut size: usize = 0;
    while let Some(next) = todo.pop() {
        let bytes = match next {
            Todo::Expression(expression) => of_expression(expression, &mut todo),
            Todo::Statements(statements) => {
                statements.iter().map(|statement| of_statement(statement, &mut todo)).sum()
            }
        };
        size = size.saturating_add(bytes);
    }
    size
}

/// The bytes of an expression without its parts, which are left to be counted.
fn of_expression<'a>(expression: &'a Expression, todo: &mut Vec<Todo<'a>>) -> usize {
    use Expression as E;
    let mut all = |parts: &'a [Expression]| {
        todo.extend(parts.iter().map(Todo::Expression));
        parts.len()
    };
    match expression {
        E::Literal(literal) => of_literal(literal),
        E::Name(_) => VARIABLE,
        E::This => 1,
        E::OuterThis(_) => 10,
        E::StaticField { .. } => 6,
        E::ClassLiteral(_) => CONSTANT,
        E::Call(call) => {
            let arguments = all(&call.arguments);
            if let Target::Expression(on) = &call.on {
                todo.push(Todo::Expression(on));
            }
            INVOCATION + VARIABLE_ARITY + ARGUMENT * arguments
        }
        E::New(new) => {
            let arguments = all(&new.arguments);
            todo.extend(new.outer.as_deref().map(Todo::Expression));
            let captured = if new.body.is_some() { CAPTURED } else { 0 };
            // `new`, `dup`, the check of an outer object, the call.
            12 + VARIABLE_ARITY + ARGUMENT * arguments + captured
        }
        E::NewArray { lengths, .. } => {
            let known = lengths.iter().filter_map(|length| match length {
                ArrayLength::Known(length) => Some(Todo::Expression(length)),
                ArrayLength::Open => None,
            });
            todo.extend(known);
            4 + 3 * lengths.len()
        }
        E::NewArrayOf { elements, .. } | E::Elements(elements) => CONSTANT + 3 + ELEMENT * all(elements),
        E::Index { array, index } => {
            todo.extend([Todo::Expression(array), Todo::Expression(index)]);
            7
        }
        E::Field { of, .. } => {
            todo.push(Todo::Expression(of));
            9
        }
        E::Cast { value, .. } | E::InstanceOf { value, .. } => {
            todo.push(Todo::Expression(value));
            9
        }
        E::Lambda(lambda) => {
            // The body is a method of its own; its size counts here too, as one that is too long is not split.
            match &lambda.body {
                LambdaBody::Expression(body) => todo.push(Todo::Expression(body)),
                LambdaBody::Block(body) => todo.push(Todo::Statements(body)),
            }
            5 + CAPTURED
        }
        E::MethodReference(reference) => {
            if let ReferenceTarget::Expression(on) = &reference.target {
                todo.push(Todo::Expression(on));
            }
            16
        }
        E::Unary { operand, .. } => {
            todo.push(Todo::Expression(operand));
            JUMP
        }
        E::Binary { left, right, .. } => {
            todo.extend([Todo::Expression(left), Todo::Expression(right)]);
            JUMP
        }
        E::Assign { target, value } => {
            todo.extend([Todo::Expression(target), Todo::Expression(value)]);
            8
        }
        E::Conditional { condition, then, otherwise } => {
            todo.extend([condition, then, otherwise].map(|part| Todo::Expression(part)));
            JUMP
        }
        E::Verbatim(code) => 8 + 4 * code.len(),
    }
}

fn of_literal(literal: &Literal) -> usize {
    match literal {
        // Joined when the program runs, from as few constants as can hold it.
        Literal::String(units) => {
            let constants = modified_utf8_len(units) / METHOD_LIMIT + 1;
            if constants == 1 {
                CONSTANT
            } else {
                INVOCATION + VARIABLE_ARITY + (ARGUMENT + CONSTANT) * (constants + 1)
            }
        }
        Literal::Float(_) | Literal::Double(_) => CONSTANT + 3,
        _ => CONSTANT,
    }
}

fn of_statement<'a>(statement: &'a Statement, todo: &mut Vec<Todo<'a>>) -> usize {
    use Statement as S;
    match statement {
        S::Local(local) => {
            todo.extend(local.value.as_ref().map(Todo::Expression));
            VARIABLE + 3
        }
        S::Expression(expression) | S::Throw(expression) => {
            todo.push(Todo::Expression(expression));
            4
        }
        S::Return(value) => {
            todo.extend(value.as_ref().map(Todo::Expression));
            4
        }
        S::If { condition, then, otherwise } => {
            todo.extend([Todo::Expression(condition), Todo::Statements(then), Todo::Statements(otherwise)]);
            JUMP
        }
        S::While { condition, body } => {
            todo.extend([Todo::Expression(condition), Todo::Statements(body)]);
            JUMP
        }
        S::ForEach { of, body, .. } => {
            todo.extend([Todo::Expression(of), Todo::Statements(body)]);
            2 * JUMP + 2 * INVOCATION
        }
        S::Count { from, below, body, .. } => {
            todo.extend([Todo::Expression(from), Todo::Expression(below), Todo::Statements(body)]);
            2 * JUMP
        }
        S::Try { resources, body, catches, finally } => {
            todo.extend(
                resources.iter().filter_map(|resource| resource.value.as_ref()).map(Todo::Expression),
            );
            todo.push(Todo::Statements(body));
            todo.extend(catches.iter().map(|catch| Todo::Statements(&catch.body)));
            // javac writes `finally` out behind every way out; a return in between is one more.
            let copies = catches.len() + 3;
            todo.extend((0..copies).map(|_| Todo::Statements(finally)));
            60 * resources.len() + 12 * (catches.len() + 1) + 8 * copies
        }
        S::Block(body) => {
            todo.push(Todo::Statements(body));
            0
        }
        // A local class may capture, but what it captures is loaded where it is made.
        S::Class(_) | S::Comment(_) | S::Blank => 0,
        S::Verbatim(code) => 8 + 4 * code.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ClassName, Type};

    /// An array of ints costs what javac takes for it: `dup`, index, value and `iastore` are 8 bytes at most.
    #[test]
    fn arrays_grow_with_their_elements() {
        let array = |length| {
            let elements = (0..length).map(Expression::int).collect();
            bytecode_size(&[Statement::local(Type::Int.array(), "a", Expression::Elements(elements))])
        };
        assert!((8..=11).contains(&((array(2000) - array(1000)) / 1000)));
    }

    /// Neither depth nor size brings it down.
    #[test]
    fn deep_trees_are_counted() {
        let class = ClassName::new("p", &["C"]);
        let mut deep = Expression::null();
        for _ in 0..5000 {
            deep = Expression::new_object(class.clone(), vec![deep]);
        }
        assert!(expression_size(&deep) > 5000 * 10);
    }
}
