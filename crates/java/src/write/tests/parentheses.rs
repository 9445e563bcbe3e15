use super::*;
use BinaryOperator::{Add, And, Divide, Equal, Less, Multiply, Or, Subtract};

fn y() -> Expression {
    Expression::name("y")
}

/// Parentheses are where the tree needs them, and nowhere else.
#[test]
fn operators() {
    let sum = || x().binary(Add, y());
    check_expression(sum().binary(Multiply, y()), "(x + y) * y");
    check_expression(x().binary(Multiply, sum()), "x * (x + y)");
    check_expression(sum().binary(Subtract, y()), "x + y - y");
    check_expression(x().binary(Subtract, sum()), "x - (x + y)");
    check_expression(x().binary(Divide, y()).binary(Add, y()), "x / y + y");
    check_expression(x().binary(And, y()).binary(Or, x().binary(Or, y())), "x && y || (x || y)");
    check_expression(x().binary(Less, y()).binary(Equal, y()), "x < y == y");
    check_expression(sum().unary(UnaryOperator::Not), "!(x + y)");
    check_expression(Expression::int(-1).unary(UnaryOperator::Minus), "-(-1)");
    check_expression(x().unary(UnaryOperator::Minus).unary(UnaryOperator::Minus), "-(-x)");
    check_expression(x().unary(UnaryOperator::Increment), "x++");
    let conditional = || Expression::Conditional {
        condition: Box::new(x()),
        then: Box::new(Expression::int(1)),
        otherwise: Box::new(y()),
    };
    check_expression(conditional().binary(Add, y()), "(x ? 1 : y) + y");
    let nested = Expression::Conditional {
        condition: Box::new(conditional()),
        then: Box::new(conditional()),
        otherwise: Box::new(conditional()),
    };
    check_expression(nested, "(x ? 1 : y) ? x ? 1 : y : x ? 1 : y");
    check_expression(y().assigned_to(x()).binary(Add, y()), "(x = y) + y");
    let instance_of = Expression::InstanceOf { value: Box::new(sum()), of: Type::string() };
    check_expression(instance_of.unary(UnaryOperator::Not), "!(x + y instanceof String)");
}

/// Casts bind tightly, but not as tightly as a dot; a sign behind a cast to a class would be a subtraction.
#[test]
fn casts() {
    check_expression(x().cast(Type::Int).call("f", vec![]), "((int) x).f()");
    check_expression(x().call("f", vec![]).cast(Type::Int), "(int) x.f()");
    check_expression(x().binary(Add, y()).cast(Type::Int), "(int) (x + y)");
    check_expression(Expression::int(-1).cast(Type::Long), "(long) -1");
    check_expression(Expression::int(-1).cast(Type::object()), "(Object) (-1)");
    check_expression(Expression::from(Literal::double(-0.0)).cast(Type::object()), "(Object) (-0.0)");
    check_expression(Expression::from(Literal::Byte(-1)).cast(Type::object()), "(Object) (byte) -1");
    check_expression(Expression::from(Literal::Byte(-1)).call("f", vec![]), "((byte) -1).f()");
    let runnable = || x().supplied().cast(of("java.lang", "Runnable"));
    check_expression(runnable(), "(Runnable) () -> x");
    check_expression(runnable().call("run", vec![]), "((Runnable) () -> x).run()");
    check_expression(runnable().binary(Equal, y()), "((Runnable) () -> x) == y");
}

/// Expressions that a dot can follow, and those that need parentheses.
#[test]
fn receivers() {
    check_expression(Expression::new_object(class("p", "C"), vec![]).call("f", vec![]), "new p.C().f()");
    check_expression(Expression::string("a").call("length", vec![]), "\"a\".length()");
    check_expression(x().binary(Add, y()).call("f", vec![]), "(x + y).f()");
    check_expression(
        Expression::Verbatim("Money.of(\"a)\")".into()).call("f", vec![]),
        "Money.of(\"a)\").f()",
    );
    check_expression(Expression::Verbatim("a + b".into()).call("f", vec![]), "(a + b).f()");
    check_expression(Expression::Verbatim("(A) b".into()).call("f", vec![]), "((A) b).f()");
    let lengths = vec![ArrayLength::Known(Expression::int(3)), ArrayLength::Open];
    let array = Expression::NewArray { element: Type::Int, lengths };
    let first = Expression::Index { array: Box::new(array), index: Box::new(Expression::int(0)) };
    check_expression(first, "(new int[3][])[0]");
    let reference = |target| Expression::MethodReference(MethodReference { target, name: "new".into() });
    check_expression(reference(ReferenceTarget::Type(Type::Int.array())), "int[]::new");
    let bound = MethodReference {
        target: ReferenceTarget::Expression(Box::new(x().cast(Type::string()))),
        name: "f".into(),
    };
    check_expression(Expression::MethodReference(bound), "((String) x)::f");
    let inner = New {
        class: ClassName::new("p", &["Outer", "Inner"]),
        type_arguments: TypeArguments::Diamond,
        outer: Some(Box::new(x())),
        arguments: vec![],
        body: None,
    };
    check_expression(Expression::New(inner), "x.new Inner<>()");
    check_expression(Expression::OuterThis(class("p", "Outer")), "p.Outer.this");
}

/// Explicit type arguments need something before them.
#[test]
fn type_arguments() {
    let call = |on| Call { on, type_arguments: vec![Type::string()], name: "of".into(), arguments: vec![] };
    check_expression(
        Expression::Call(call(Target::Class(class("java.util", "List")))),
        "java.util.List.<String>of()",
    );
    check_expression(Expression::Call(call(Target::Imported(class("p", "C")))), "p.C.<String>of()");
    check_expression(Expression::Call(call(Target::Expression(Box::new(x())))), "x.<String>of()");
}
