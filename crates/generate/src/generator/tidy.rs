//! Arrangements as people write them: without variables that are there for one call, and without the same line many times.

use std::collections::{BTreeMap, BTreeSet};

use reenact_java::model::{Call, Expression, Statement, Target};

use super::arrange::{Body, Piece};
use crate::fit::mentions;

/// The same statement so many times in a row is a loop.
const FEWEST_REPEATS: usize = 4;

/// The variable of loops.
const COUNTER: &str = "i";

/// Rewrites the statements that arrange a test.
pub(super) fn tidy(body: &mut Body) {
    let all = body.statements(|_| None);
    let mentioned = mentions(&all);
    let may_count = !declares(&all, COUNTER);
    for piece in &mut body.arrange {
        match piece {
            Piece::Plain(statements) => tidied(statements, &mentioned, may_count),
            Piece::Part(part) => {
                tidied(&mut part.inline, &mentioned, may_count);
                let own = mentions(&part.helper.body);
                let may_count = !declares(&part.helper.body, COUNTER);
                tidied(&mut part.helper.body, &own, may_count);
            }
        }
    }
}

fn tidied(statements: &mut Vec<Statement>, mentioned: &BTreeMap<String, usize>, may_count: bool) {
    let mut left: Vec<Statement> = Vec::with_capacity(statements.len());
    for statement in statements.drain(..) {
        match joined(left.last(), &statement, mentioned) {
            Some(joined) => {
                left.pop();
                left.push(joined);
            }
            None => left.push(statement),
        }
    }
    *statements = if may_count { folded(left) } else { left };
}

/// Returns a call on the result of another instead of a variable that only it uses: `parser.accepts("name").withArgument()`.
fn joined(
    before: Option<&Statement>,
    statement: &Statement,
    mentioned: &BTreeMap<String, usize>,
) -> Option<Statement> {
    let (Statement::Local(local), Statement::Expression(Expression::Call(call))) = (before?, statement)
    else {
        return None;
    };
    let (Target::Expression(on), Some(value @ Expression::Call(_))) = (&call.on, &local.value) else {
        return None;
    };
    let is_only_use = **on == Expression::Name(local.name.clone()) && mentioned.get(&local.name) == Some(&1);
    is_only_use.then(|| {
        let call = Call { on: Target::Expression(Box::new(value.clone())), ..call.clone() };
        Expression::Call(call).statement()
    })
}

/// Returns statements with loops for those that are repeated.
fn folded(statements: Vec<Statement>) -> Vec<Statement> {
    let mut folded = Vec::with_capacity(statements.len());
    for same in statements.chunk_by(|one, next| one == next) {
        match same {
            [Statement::Expression(Expression::Call(_)), ..] if same.len() >= FEWEST_REPEATS => {
                folded.push(Statement::Count {
                    name: COUNTER.to_owned(),
                    from: Expression::int(0),
                    below: Expression::int(i32::try_from(same.len()).unwrap_or(i32::MAX)),
                    body: vec![same[0].clone()],
                });
            }
            _ => folded.extend(same.iter().cloned()),
        }
    }
    folded
}

fn declares(statements: &[Statement], name: &str) -> bool {
    let declared: BTreeSet<&str> = statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Local(local) => Some(local.name.as_str()),
            _ => None,
        })
        .collect();
    declared.contains(name)
}

#[cfg(test)]
mod tests {
    use reenact_java::model::{ClassName, Type};

    use super::*;

    fn call(on: &str, method: &str) -> Expression {
        Expression::name(on).call(method, Vec::new())
    }

    fn local(name: &str, value: Expression) -> Statement {
        Statement::local(Type::class(ClassName::lang("Object")), name, value)
    }

    fn tidied_up(arrange: Vec<Statement>, act: Vec<Statement>) -> Vec<Statement> {
        let mut body = Body { arrange: vec![Piece::Plain(arrange)], act, assert: Vec::new(), brief: None };
        tidy(&mut body);
        match body.arrange.remove(0) {
            Piece::Plain(statements) => statements,
            Piece::Part(_) => Vec::new(),
        }
    }

    #[test]
    fn a_variable_for_one_call_is_not_declared() {
        let arrange =
            vec![local("option", call("parser", "accepts")), call("option", "required").statement()];
        let joined = vec![call("parser", "accepts").call("required", Vec::new()).statement()];
        assert_eq!(tidied_up(arrange.clone(), vec![call("parser", "parse").statement()]), joined);
        // The test speaks of it.
        assert_eq!(tidied_up(arrange.clone(), vec![call("option", "value").statement()]), arrange);
    }

    #[test]
    fn calls_that_are_repeated_become_a_loop() {
        let read = || call("reader", "read").statement();
        let reads = |count: i32| Statement::Count {
            name: "i".to_owned(),
            from: Expression::int(0),
            below: Expression::int(count),
            body: vec![read()],
        };
        let mark = call("reader", "mark").statement();
        let arrange = vec![read(), read(), read(), read(), mark.clone(), read(), read(), read()];
        let act = vec![call("reader", "close").statement()];
        let expected = [reads(4), mark, read(), read(), read()];
        assert_eq!(tidied_up(arrange.clone(), act.clone()), expected);
        // The name of the loop's variable is taken.
        let taken: Vec<Statement> = std::iter::once(local("i", call("a", "b"))).chain(arrange).collect();
        assert_eq!(tidied_up(taken.clone(), act), taken);
    }
}
