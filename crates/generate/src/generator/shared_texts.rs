//! Long texts that a test has more than once, as variables.

use std::collections::BTreeMap;

use reenact_java::model::{ClassName, Expression, Literal, Statement, Type};
use reenact_java::names::NameScope;

use super::arrange::{Body, Piece};
use crate::literals::each;

/// Texts of more characters than this are written once.
const LONGEST_REPEATED: usize = 60;

/// Gives long texts variables that occur twice or more.
pub(super) fn share_texts(body: &mut Body, names: &mut NameScope) {
    let mut found: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
    visit(body, &mut |text, _| *found.entry(text.to_vec()).or_default() += 1);
    found.retain(|_, count| *count > 1);
    let mut declared = Vec::new();
    for text in found.into_keys() {
        let name = names.take("text");
        visit(body, &mut |known, instead| {
            if *known == text {
                *instead = Some(Expression::name(&name));
            }
        });
        let ty = Type::class(ClassName::lang("String"));
        declared.push(Statement::local(ty, &name, Literal::String(text).into()));
    }
    if !declared.is_empty() {
        body.arrange.insert(0, Piece::Plain(declared));
        // It has the texts in place.
        body.brief = None;
    }
}

/// Visits the long texts of a body, those of parts that can be methods excepted.
fn visit(body: &mut Body, visit: &mut dyn FnMut(&[u16], &mut Option<Expression>)) {
    let arrange = body.arrange.iter_mut().filter_map(|piece| match piece {
        Piece::Plain(statements) => Some(statements),
        Piece::Part(_) => None,
    });
    let statements = arrange.flatten().chain(&mut body.act).chain(&mut body.assert);
    for statement in statements {
        // Statements that are not visited to their end have their other texts in place.
        each(std::slice::from_mut(statement), &mut |literal, _, instead| {
            if let Literal::String(text) = literal
                && text.len() > LONGEST_REPEATED
            {
                visit(text, instead);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Expression {
        Literal::String(vec![97; length]).into()
    }

    fn call(arguments: Vec<Expression>) -> Statement {
        Expression::call_own("call", arguments).statement()
    }

    #[test]
    fn long_texts_that_are_repeated_get_a_variable() {
        let mut body = Body {
            arrange: Vec::new(),
            act: vec![call(vec![text(61), text(60)])],
            assert: vec![call(vec![text(61), text(60), text(62)])],
            brief: Some(call(Vec::new())),
        };
        share_texts(&mut body, &mut NameScope::new());
        let name = || Expression::name("text");
        let ty = Type::class(ClassName::lang("String"));
        assert_eq!(body.arrange, [Piece::Plain(vec![Statement::local(ty, "text", text(61))])]);
        assert_eq!(body.act, [call(vec![name(), text(60)])]);
        assert_eq!(body.assert, [call(vec![name(), text(60), text(62)])]);
        assert_eq!(body.brief, None);
    }
}
