//! Methods within the JVM's limit of 64 KB.
//!
//! Code that is too long is split: a long array of literals comes from methods of some thousand elements each, and a long
//! run of statements is done in methods that get the variables they need and give back the one that is needed later.

mod names;

pub(crate) use names::mentions;

use std::collections::BTreeMap;

use reenact_java::estimate::{METHOD_LIMIT, bytecode_size, expression_size};
use reenact_java::model::{
    ArrayLength, ClassName, Expression, LambdaBody, Local, Method, Modifier, Parameter, Statement, Target,
    Type,
};
use reenact_java::names::{NameScope, class_from_text};

/// The code that a method is filled up to, with some room for what the estimate does not see.
const ROOM: usize = METHOD_LIMIT - 4_000;

/// Arrays of fewer elements stay where they are.
const LONG_ARRAY: usize = 500;

/// How deep expressions are searched for arrays; they are written no deeper than that.
const DEEPEST: usize = 60;

/// Statements that fit, and the methods that they call.
#[derive(Clone, Debug)]
pub(crate) struct Fitted {
    pub statements: Vec<Statement>,
    pub methods: Vec<Method>,
}

/// Cuts statements until they fit into a method; `None` if that cannot be done. What the methods may throw is what all
/// of the statements may.
pub(crate) fn fit(statements: Vec<Statement>, throws: &[Type], scope: &mut NameScope) -> Option<Fitted> {
    if bytecode_size(&statements) < ROOM {
        return Some(Fitted { statements, methods: Vec::new() });
    }
    let mut cutter = Cutter { throws, scope, methods: Vec::new() };
    let mut statements = statements;
    for statement in &mut statements {
        cutter.arrays_in(statement);
    }
    let statements = cutter.in_methods(statements)?;
    Some(Fitted { statements, methods: cutter.methods })
}

struct Cutter<'a> {
    throws: &'a [Type],
    scope: &'a mut NameScope,
    methods: Vec<Method>,
}

impl Cutter<'_> {
    /// Has long arrays of literals come from methods.
    fn arrays_in(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Local(Local { ty: Type::Array(element), name, value: Some(value), .. }) => match value
            {
                Expression::Elements(elements) if is_long(elements) => {
                    *value = self.array(element, std::mem::take(elements), name);
                }
                value => self.arrays_in_expression(value, name, 0),
            },
            Statement::Local(Local { name, value: Some(value), .. }) => {
                self.arrays_in_expression(value, name, 0);
            }
            Statement::Expression(value) | Statement::Return(Some(value)) => {
                self.arrays_in_expression(value, "values", 0);
            }
            _ => {}
        }
    }

    fn arrays_in_expression(&mut self, expression: &mut Expression, name: &str, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let mut parts: Vec<&mut Expression> = Vec::new();
        match expression {
            Expression::NewArrayOf { element, elements } if is_long(elements) => {
                *expression = self.array(element, std::mem::take(elements), name);
                return;
            }
            Expression::Call(call) => {
                if let Target::Expression(on) = &mut call.on {
                    parts.push(on);
                }
                parts.extend(&mut call.arguments);
            }
            Expression::New(new) if new.body.is_none() => parts.extend(&mut new.arguments),
            Expression::NewArrayOf { elements, .. } => parts.extend(elements),
            Expression::Cast { value, .. } => parts.push(value),
            Expression::Assign { value, .. } => parts.push(value),
            Expression::Lambda(lambda) => {
                if let LambdaBody::Expression(body) = &mut lambda.body {
                    parts.push(body);
                }
            }
            _ => {}
        }
        for part in parts {
            self.arrays_in_expression(part, name, depth + 1);
        }
    }

    /// A call of a method that gives an array of literals, which it copies together from others.
    fn array(&mut self, element: &Type, elements: Vec<Expression>, name: &str) -> Expression {
        let whole = Type::Array(Box::new(element.clone()));
        let length = elements.len();
        let noun = class_from_text(name).unwrap_or_else(|| "Values".to_owned());
        let create = self.scope.take(&format!("create{noun}"));
        let variable = NameScope::new().take(name);
        let number = |number: usize| Expression::int(i32::try_from(number).unwrap_or(i32::MAX));
        let new = Expression::NewArray {
            element: element.clone(),
            lengths: vec![ArrayLength::Known(number(length))],
        };
        let mut body = vec![Statement::local(whole.clone(), &variable, new)];
        let mut parts = Vec::new();
        let mut from = 0;
        for chunk in chunks(elements) {
            let part = self.scope.take(&format!("{variable}From{from}"));
            let count = chunk.len();
            let value = Expression::new_array_of(element.clone(), chunk);
            parts.push(private(Method::new(whole.clone(), &part, vec![Statement::returning(value)])));
            let arguments = vec![
                Expression::call_own(&part, vec![]),
                number(0),
                Expression::name(&variable),
                number(from),
                number(count),
            ];
            let system = ClassName::new("java.lang", &["System"]);
            body.push(Expression::call_static(system, "arraycopy", arguments).statement());
            from += count;
        }
        body.push(Statement::returning(Expression::name(&variable)));
        self.methods.push(private(Method::new(whole, &create, body)));
        self.methods.append(&mut parts);
        Expression::call_own(&create, vec![])
    }

    /// Moves statements into methods, from the first on, until the rest fits.
    fn in_methods(&mut self, statements: Vec<Statement>) -> Option<Vec<Statement>> {
        let mut left = bytecode_size(&statements);
        let mut done: Vec<Statement> = Vec::new();
        // Types of the variables so far; what comes later decides which of them are needed.
        let mut types: Vec<(String, Type)> = Vec::new();
        let mut rest = statements.as_slice();
        while left >= ROOM {
            let start = rest
                .iter()
                .position(|statement| !matches!(statement, Statement::Comment(_) | Statement::Blank))?;
            let is_movable = |statement: &&Statement| {
                matches!(statement, Statement::Local(Local { value: Some(_), .. }) | Statement::Expression(_))
            };
            let most = rest[start..].iter().take_while(is_movable).count();
            let count = prefix(&rest[start..start + most], &rest[start + most..], &types);
            let Some((count, given)) = count else {
                // This one stays; perhaps what follows can be moved.
                let statement = rest
                    .get(start)
                    .filter(|statement| bytecode_size(std::slice::from_ref(*statement)) < ROOM)?;
                if let Statement::Local(local) = statement {
                    types.push((local.name.clone(), local.ty.clone()));
                }
                done.extend_from_slice(&rest[..=start]);
                rest = &rest[start + 1..];
                if rest.is_empty() {
                    return None;
                }
                continue;
            };
            done.extend_from_slice(&rest[..start]);
            let moved = &rest[start..start + count];
            left -= bytecode_size(moved).min(left);
            let call = self.method(moved, given.clone(), &types);
            left += bytecode_size(std::slice::from_ref(&call));
            done.push(call);
            types.extend(given);
            rest = &rest[start + count..];
        }
        done.extend_from_slice(rest);
        Some(done)
    }

    /// A method of these statements, and the statement that calls it.
    fn method(
        &mut self,
        moved: &[Statement],
        given: Option<(String, Type)>,
        types: &[(String, Type)],
    ) -> Statement {
        let used = names::used(moved);
        let needed: Vec<&(String, Type)> = types.iter().filter(|(name, _)| used.contains(name)).collect();
        let parameters = needed.iter().map(|(name, ty)| Parameter::new(ty.clone(), name)).collect();
        let arguments = needed.iter().map(|(name, _)| Expression::name(name)).collect();
        let about = given.as_ref().or(needed.last().copied()).map_or("objects", |(name, _)| name);
        let noun = class_from_text(about).unwrap_or_else(|| "Objects".to_owned());
        let verb = if given.is_some() { "create" } else { "fill" };
        let name = self.scope.take(&format!("{verb}{noun}"));
        let mut body = moved.to_vec();
        let call = Expression::call_own(&name, arguments);
        let (returns, call) = match given {
            Some((variable, ty)) => {
                body.push(Statement::returning(Expression::name(&variable)));
                (ty.clone(), Statement::local(ty, &variable, call))
            }
            None => (Type::Void, call.statement()),
        };
        let method = Method { parameters, throws: self.throws.to_vec(), ..Method::new(returns, &name, body) };
        self.methods.push(private(method));
        call
    }
}

fn private(method: Method) -> Method {
    Method { modifiers: vec![Modifier::Private, Modifier::Static], ..method }
}

fn is_long(elements: &[Expression]) -> bool {
    let is_literal = |element: &Expression| match element {
        Expression::Literal(_) => true,
        Expression::Cast { value, .. } => matches!(**value, Expression::Literal(_)),
        _ => false,
    };
    elements.len() >= LONG_ARRAY && elements.iter().all(is_literal)
}

/// Elements in portions that fit into a method each.
fn chunks(elements: Vec<Expression>) -> Vec<Vec<Expression>> {
    let mut chunks: Vec<Vec<Expression>> = Vec::new();
    let mut room = 0;
    for element in elements {
        // Storing an element takes up to eight bytes besides.
        let size = expression_size(&element) + 8;
        match chunks.last_mut() {
            Some(chunk) if size <= room => chunk.push(element),
            _ => {
                chunks.push(vec![element]);
                room = ROOM * 3 / 4;
            }
        }
        room = room.saturating_sub(size);
    }
    chunks
}

/// How many of the first statements can be a method, and the variable that it gives back, if one is needed later; `None`
/// if none can.
fn prefix(
    movable: &[Statement],
    behind: &[Statement],
    types: &[(String, Type)],
) -> Option<(usize, Option<(String, Type)>)> {
    let mut size = 0;
    let most = movable
        .iter()
        .take_while(|statement| {
            size += bytecode_size(std::slice::from_ref(*statement));
            size < ROOM
        })
        .count();
    // Where each variable is used last.
    let last = names::last_uses(movable, behind);
    let mut best = None;
    // Variables that are used later, by the statement that uses them last.
    let mut open: BTreeMap<(usize, &str), &Type> = BTreeMap::new();
    for (at, statement) in movable.iter().take(most).enumerate() {
        if let Statement::Local(local) = statement
            && let Some(&last) = last.get(&local.name)
        {
            open.insert((last, &local.name), &local.ty);
        }
        while open.first_key_value().is_some_and(|((last, _), _)| *last <= at) {
            open.pop_first();
        }
        if open.len() < 2 {
            let only = open.first_key_value().map(|((_, name), ty)| ((*name).to_owned(), (*ty).clone()));
            best = Some((at + 1, only));
        }
    }
    // One statement alone gains nothing, and more than a handful of parameters do not help a reader.
    let (count, given) = best.filter(|(count, _)| *count > 1)?;
    let used = names::used(&movable[..count]);
    let parameters = types.iter().filter(|(name, _)| used.contains(name)).count();
    (parameters <= 8).then_some((count, given))
}

#[cfg(test)]
mod tests;
