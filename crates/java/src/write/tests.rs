//! The text that the writer produces for trees.

mod colleague;
mod imports;
mod layout;
mod parentheses;

use crate::model::*;
use crate::{RenderError, Style, render};

fn class(package: &str, name: &str) -> ClassName {
    ClassName::new(package, &[name])
}

fn of(package: &str, name: &str) -> Type {
    Type::class(class(package, name))
}

fn x() -> Expression {
    Expression::name("x")
}

/// A file `shop/CartTest.java` with these members.
fn unit(members: Vec<Member>) -> CompilationUnit {
    let class = ClassDeclaration { name: "CartTest".into(), members, ..Default::default() };
    CompilationUnit { package: "shop".into(), types: vec![class], ..Default::default() }
}

/// The body of a method, as written at the left edge.
fn body_in(statements: Vec<Statement>, style: &Style) -> String {
    let text =
        render(&unit(vec![Member::Method(Method::new(Type::Void, "test", statements))]), style).unwrap();
    assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
    let body = text.split_once("void test() {\n").unwrap().1.strip_suffix("    }\n}\n").unwrap();
    body.lines().map(|line| line.strip_prefix("        ").unwrap_or(line).to_owned() + "\n").collect()
}

#[track_caller]
fn check(statements: Vec<Statement>, expected: &str) {
    let style = Style { width: 60, ..Style::default() };
    assert_eq!(body_in(statements, &style), format!("{}\n", expected.trim_matches('\n')));
}

#[track_caller]
fn check_expression(expression: Expression, expected: &str) {
    assert_eq!(crate::render_expression(&expression).unwrap(), expected);
}

/// Names that Java has no way to say are errors, wherever they stand, and errors show no control characters.
#[test]
fn bad_names_are_errors() {
    let hostile = "x; System.exit(1)";
    let error = |statement: Statement| {
        let members = vec![Member::Method(Method::new(Type::Void, "test", vec![statement]))];
        render(&unit(members), &Style::default()).unwrap_err()
    };
    let bad_class = class("p", hostile);
    for statement in [
        Expression::name(hostile).statement(),
        x().field(hostile).statement(),
        x().call(hostile, vec![]).statement(),
        Expression::static_field(class("p", "C"), hostile).statement(),
        Expression::new_object(bad_class.clone(), vec![]).statement(),
        Expression::new_object(class(hostile, "C"), vec![]).statement(),
        Expression::call_imported(class("p", "C"), hostile, vec![]).statement(),
        Expression::ClassLiteral(Type::Variable(hostile.into())).statement(),
        Statement::local(Type::Int, hostile, Expression::int(1)),
        Expression::new_object(class("p", "record"), vec![]).statement(),
    ] {
        assert!(matches!(error(statement), RenderError::Name { .. }));
    }
    let error = error(Expression::name("a\u{202e}\n").statement());
    assert_eq!(error, RenderError::Name { name: "a\\u{202e}\\u{a}".into() });
}

/// Nothing overflows the stack: too deep is an error.
#[test]
fn too_deep_is_an_error() {
    let mut deep = x();
    for _ in 0..3000 {
        deep = Expression::new_object(class("p", "C"), vec![deep]);
    }
    assert_eq!(crate::render_expression(&deep), Err(RenderError::TooDeep { limit: 200 }));
    let mut ty = Type::Int.array();
    for _ in 0..3000 {
        ty = Type::generic(class("java.util", "List"), [ty]);
    }
    assert_eq!(crate::render_expression(&x().cast(ty)), Err(RenderError::TooDeep { limit: 200 }));
    let mut chain = x();
    for _ in 0..1000 {
        chain = chain.call("next", vec![]).binary(BinaryOperator::Add, x()).call("next", vec![]);
    }
    assert_eq!(crate::render_expression(&chain), Err(RenderError::TooDeep { limit: 200 }));
}

/// Long chains and sums are not deep.
#[test]
fn long_is_not_deep() {
    let (mut chain, mut sum) = (x(), x());
    for _ in 0..1000 {
        chain = chain.call("add", vec![]);
        sum = sum.binary(BinaryOperator::Add, x());
    }
    assert!(crate::render_expression(&chain).unwrap().ends_with(".add().add()"));
    assert!(crate::render_expression(&sum).unwrap().ends_with("+ x + x"));
}

/// The same tree gives the same text.
#[test]
fn writing_is_deterministic() {
    let unit = unit(vec![Member::Field(Field::new(of("a", "A"), "a", None))]);
    assert_eq!(render(&unit, &Style::default()), render(&unit, &Style::default()));
}
