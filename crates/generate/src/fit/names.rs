//! Which variables statements speak of.

use std::collections::{BTreeMap, BTreeSet};

use reenact_java::model::{
    ArrayLength, Expression, LambdaBody, Local, Member, ReferenceTarget, Statement, Target,
};

/// Returns the names of variables, and everything else with a simple name, in these statements. Too many do no harm.
pub(super) fn used(statements: &[Statement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    each(statements, &mut |name| {
        names.insert(name.to_owned());
    });
    names
}

/// Returns how often statements speak of each name.
pub(crate) fn mentions(statements: &[Statement]) -> BTreeMap<String, usize> {
    let mut mentions = BTreeMap::new();
    each(statements, &mut |name| *mentions.entry(name.to_owned()).or_default() += 1);
    mentions
}

/// For each name the last statement that speaks of it; those behind count as one more.
pub(super) fn last_uses(statements: &[Statement], behind: &[Statement]) -> BTreeMap<String, usize> {
    let mut last = BTreeMap::new();
    for (at, statement) in statements.iter().enumerate() {
        each(std::slice::from_ref(statement), &mut |name| {
            last.insert(name.to_owned(), at);
        });
    }
    each(behind, &mut |name| {
        last.insert(name.to_owned(), statements.len());
    });
    last
}

/// The nodes that are still to be visited: a list in place of recursion, because trees may be deep.
enum Todo<'a> {
    Expression(&'a Expression),
    Statement(&'a Statement),
}

fn each(statements: &[Statement], visit: &mut dyn FnMut(&str)) {
    let mut todo: Vec<Todo<'_>> = statements.iter().map(Todo::Statement).collect();
    while let Some(next) = todo.pop() {
        match next {
            Todo::Expression(expression) => in_expression(expression, &mut todo, visit),
            Todo::Statement(statement) => in_statement(statement, &mut todo),
        }
    }
}

fn in_statement<'a>(statement: &'a Statement, todo: &mut Vec<Todo<'a>>) {
    use Statement as S;
    let mut all = |statements: &'a [Statement]| todo.extend(statements.iter().map(Todo::Statement));
    match statement {
        S::Local(Local { value, .. }) => todo.extend(value.iter().map(Todo::Expression)),
        S::Expression(value) | S::Throw(value) => todo.push(Todo::Expression(value)),
        S::Return(value) => todo.extend(value.iter().map(Todo::Expression)),
        S::If { condition, then, otherwise } => {
            all(then);
            all(otherwise);
            todo.push(Todo::Expression(condition));
        }
        S::While { condition, body } => {
            all(body);
            todo.push(Todo::Expression(condition));
        }
        S::ForEach { of, body, .. } => {
            all(body);
            todo.push(Todo::Expression(of));
        }
        S::Count { from, below, body, .. } => {
            all(body);
            todo.extend([Todo::Expression(from), Todo::Expression(below)]);
        }
        S::Try { resources, body, catches, finally } => {
            all(body);
            all(finally);
            catches.iter().for_each(|catch| all(&catch.body));
            todo.extend(resources.iter().filter_map(|local| local.value.as_ref()).map(Todo::Expression));
        }
        S::Block(body) => all(body),
        S::Class(class) => in_members(&class.members, todo),
        S::Comment(_) | S::Blank | S::Verbatim(_) => {}
    }
}

fn in_members<'a>(members: &'a [Member], todo: &mut Vec<Todo<'a>>) {
    for member in members {
        if let Member::Method(method) = member {
            todo.extend(method.body.iter().flatten().map(Todo::Statement));
        }
    }
}

fn in_expression<'a>(expression: &'a Expression, todo: &mut Vec<Todo<'a>>, visit: &mut dyn FnMut(&str)) {
    use Expression as E;
    let mut all = |parts: &'a [Expression]| todo.extend(parts.iter().map(Todo::Expression));
    match expression {
        E::Name(name) => visit(name),
        E::Verbatim(code) => {
            // Whatever could be a name in it is one.
            code.split(|char: char| !(char.is_alphanumeric() || char == '_' || char == '$')).for_each(visit);
        }
        E::Literal(_) | E::This | E::OuterThis(_) | E::StaticField { .. } | E::ClassLiteral(_) => {}
        E::Field { of, .. } => todo.push(Todo::Expression(of)),
        E::Call(call) => {
            all(&call.arguments);
            if let Target::Expression(on) = &call.on {
                todo.push(Todo::Expression(on));
            }
        }
        E::New(new) => {
            all(&new.arguments);
            todo.extend(new.outer.as_deref().map(Todo::Expression));
            in_members(new.body.as_deref().unwrap_or_default(), todo);
        }
        E::NewArray { lengths, .. } => todo.extend(lengths.iter().filter_map(|length| match length {
            ArrayLength::Known(length) => Some(Todo::Expression(length)),
            ArrayLength::Open => None,
        })),
        E::NewArrayOf { elements, .. } | E::Elements(elements) => all(elements),
        E::Index { array, index } => todo.extend([Todo::Expression(array), Todo::Expression(index)]),
        E::Cast { value, .. } | E::InstanceOf { value, .. } => todo.push(Todo::Expression(value)),
        E::Lambda(lambda) => match &lambda.body {
            LambdaBody::Expression(body) => todo.push(Todo::Expression(body)),
            LambdaBody::Block(body) => todo.extend(body.iter().map(Todo::Statement)),
        },
        E::MethodReference(reference) => {
            if let ReferenceTarget::Expression(on) = &reference.target {
                todo.push(Todo::Expression(on));
            }
        }
        E::Unary { operand, .. } => todo.push(Todo::Expression(operand)),
        E::Binary { left, right, .. } => todo.extend([Todo::Expression(left), Todo::Expression(right)]),
        E::Assign { target, value } => todo.extend([Todo::Expression(target), Todo::Expression(value)]),
        E::Conditional { condition, then, otherwise } => {
            todo.extend([condition, then, otherwise].map(|part| Todo::Expression(part)));
        }
    }
}
