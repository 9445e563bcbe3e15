use super::*;
use reenact_java::render_expression;

fn list() -> Vec<Statement> {
    let item = ClassName::new("a", &["Item"]);
    let mut statements = vec![Statement::local(
        Type::class(ClassName::new("java.util", &["List"])),
        "items",
        Expression::null(),
    )];
    for number in 0..5_000 {
        let new = Expression::call_static(
            item.clone(),
            "of",
            vec![Expression::int(number), Expression::string("some text")],
        );
        statements.push(Expression::name("items").call("add", vec![new]).statement());
    }
    statements
}

fn shown(statement: &Statement) -> String {
    match statement {
        Statement::Local(local) => {
            format!("{} = {}", local.name, render_expression(local.value.as_ref().unwrap()).unwrap())
        }
        Statement::Expression(expression) => render_expression(expression).unwrap(),
        Statement::Return(Some(expression)) => format!("return {}", render_expression(expression).unwrap()),
        other => format!("{other:?}"),
    }
}

/// Every method must fit, and nothing may be lost, doubled or out of order.
#[test]
fn a_long_run_of_statements_is_done_in_methods() {
    let mut statements = list();
    statements.push(Expression::call_own("use", vec![Expression::name("items")]).statement());
    let fitted = fit(statements.clone(), &[], &mut NameScope::new()).unwrap();
    assert!(bytecode_size(&fitted.statements) < METHOD_LIMIT);
    assert!(fitted.methods.iter().all(|method| bytecode_size(method.body.as_ref().unwrap()) < METHOD_LIMIT));
    assert_eq!(shown(&fitted.statements[0]), "items = createItems()");
    assert_eq!(shown(&fitted.statements[1]), "fillItems(items)");
    assert_eq!(shown(fitted.statements.last().unwrap()), "use(items)");
    let mut all: Vec<String> = Vec::new();
    let methods =
        |call: &str| fitted.methods.iter().find(|method| call.contains(&format!("{}(", method.name)));
    for statement in &fitted.statements {
        match methods(&shown(statement)) {
            Some(method) => all.extend(method.body.as_ref().unwrap().iter().map(shown)),
            None => all.push(shown(statement)),
        }
    }
    all.retain(|line| line != "return items");
    assert_eq!(all, statements.iter().map(shown).collect::<Vec<_>>());
}

#[test]
fn a_long_array_comes_from_methods_of_some_thousand_elements() {
    let elements: Vec<Expression> = (0..20_000).map(Expression::int).collect();
    let ints = Type::Array(Box::new(Type::Int));
    let statements = vec![
        Statement::local(ints, "numbers", Expression::Elements(elements)),
        Expression::call_own("use", vec![Expression::name("numbers")]).statement(),
    ];
    let fitted = fit(statements, &[], &mut NameScope::new()).unwrap();
    assert_eq!(shown(&fitted.statements[0]), "numbers = createNumbers()");
    assert!(fitted.methods.iter().all(|method| bytecode_size(method.body.as_ref().unwrap()) < METHOD_LIMIT));
    let mut from = 0;
    for (copy, part) in fitted.methods[0].body.as_ref().unwrap()[1..].iter().zip(&fitted.methods[1..]) {
        let [Statement::Return(Some(Expression::NewArrayOf { elements, .. }))] =
            part.body.as_deref().unwrap()
        else {
            panic!("{part:?}");
        };
        assert_eq!(elements[0], Expression::int(from));
        let count = elements.len() as i32;
        assert!(
            shown(copy).ends_with(&format!("arraycopy(numbersFrom{from}(), 0, numbers, {from}, {count})")),
            "{}",
            shown(copy)
        );
        from += count;
    }
    assert_eq!(from, 20_000);
}

/// Two variables cannot be given back: what is made of them has to be there before.
#[test]
fn statements_that_cannot_be_split_are_reported() {
    let make = |number: usize| {
        let huge = (0..200).map(|_| Expression::string("text")).collect();
        Statement::local(Type::object(), &format!("object{number}"), Expression::call_own("make", huge))
    };
    let mut statements: Vec<Statement> = (0..100).map(make).collect();
    let names = (0..100).map(|number| Expression::name(&format!("object{number}"))).collect();
    statements.push(Expression::call_own("use", names).statement());
    assert!(fit(statements, &[], &mut NameScope::new()).is_none());
}
