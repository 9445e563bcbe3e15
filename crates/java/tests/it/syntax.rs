//! The writer agrees with javac on the language: every construct compiles, and does what its tree
//! says.

use crate::support::{check_on_every_jdk, check_unit_on_every_jdk, class, main_class, print};
use reenact_java::model::*;
use reenact_java::{Style, names};

fn x() -> Expression {
    Expression::name("x")
}

fn util(name: &str) -> ClassName {
    class("java.util", name)
}

fn list_of(ty: Type) -> Type {
    Type::generic(util("List"), [ty])
}

fn literal(value: Literal) -> Expression {
    Expression::Literal(value)
}

/// Parentheses keep the meaning of a tree: what Java computes is what the tree says.
#[test]
fn expressions_mean_their_trees() {
    use BinaryOperator as B;
    let int = Expression::int;
    let less = |a: i32, b: i32| int(a).binary(B::Less, int(b));
    let rows: Vec<(Expression, &str)> = vec![
        (int(7).binary(B::Subtract, int(4).binary(B::Subtract, int(2))), "5"),
        (int(7).binary(B::Subtract, int(4)).binary(B::Subtract, int(2)), "1"),
        (int(2).binary(B::Add, int(3)).binary(B::Multiply, int(4)), "20"),
        (int(-7).unary(UnaryOperator::Minus), "7"),
        (int(-7).unary(UnaryOperator::Complement), "6"),
        (int(1).binary(B::ShiftLeft, int(2).binary(B::Add, int(1))), "8"),
        (int(-1).binary(B::ShiftRightUnsigned, int(31)), "1"),
        (int(6).binary(B::BitAnd, int(3)).binary(B::BitOr, int(8)).binary(B::BitXor, int(1)), "11"),
        (less(1, 2).binary(B::Equal, less(2, 1)).binary(B::Or, less(1, 2)), "true"),
        (less(1, 2).binary(B::And, less(2, 1).unary(UnaryOperator::Not)), "true"),
        (literal(Literal::double(2.9)).cast(Type::Int).binary(B::Add, int(1)), "3"),
        (int(-1).cast(Type::object()), "-1"),
        (literal(Literal::Char(97)).cast(Type::Int), "97"),
        (
            Expression::Conditional {
                condition: Box::new(less(2, 1)),
                then: Box::new(int(1)),
                otherwise: Box::new(int(2)),
            }
            .binary(B::Multiply, int(10)),
            "20",
        ),
        (Expression::string("a").binary(B::Add, int(1).binary(B::Add, int(2))), "a3"),
        (Expression::string("a").binary(B::Add, int(1)).binary(B::Add, int(2)).call("length", vec![]), "3"),
        (
            Expression::InstanceOf { value: Box::new(int(1).cast(Type::object())), of: Type::string() }
                .unary(UnaryOperator::Not),
            "true",
        ),
        (Expression::ClassLiteral(list_of(Type::string())).call("getSimpleName", vec![]), "List"),
        (Expression::ClassLiteral(Type::Int.array().array()).call("getName", vec![]), "[[I"),
        (
            Expression::Index {
                array: Box::new(Expression::new_array_of(Type::Int, vec![int(5), int(6)])),
                index: Box::new(int(1)),
            },
            "6",
        ),
        (
            Expression::NewArray {
                element: Type::Int,
                lengths: vec![ArrayLength::Known(int(3)), ArrayLength::Known(int(2)), ArrayLength::Open],
            }
            .field("length"),
            "3",
        ),
        (
            Expression::string("x")
                .supplied()
                .cast(Type::generic(class("java.util.function", "Supplier"), [Type::string()]))
                .call("get", vec![]),
            "x",
        ),
    ];
    let expected: String = rows.iter().map(|(_, expected)| format!("{expected}\n")).collect();
    let body = rows.into_iter().map(|(expression, _)| print_value(expression)).collect();
    check_on_every_jdk(vec![main_class(body)], &Style { release: 8, ..Style::default() }, &expected);
}

/// `System.out.print(value + "\n")` would add to a sum; this prints the value alone.
fn print_value(value: Expression) -> Statement {
    print(Expression::call_static(class("java.lang", "String"), "valueOf", vec![value]))
}

fn method(returns: Type, name: &str, parameters: Vec<Parameter>, body: Vec<Statement>) -> Method {
    Method { modifiers: vec![Modifier::Static], parameters, ..Method::new(returns, name, body) }
}

/// Every statement and declaration compiles, runs, and prints what it should.
#[test]
fn statements_and_declarations_run() {
    let counter = ClassDeclaration {
        javadoc: Some("Counts.".into()),
        modifiers: vec![Modifier::Static, Modifier::Final],
        name: "Counter".into(),
        type_parameters: vec![TypeParameter {
            name: "T".into(),
            bounds: vec![Type::generic(class("java.lang", "Comparable"), [Type::Variable("T".into())])],
        }],
        interfaces: vec![Type::generic(
            class("java.util.function", "Supplier"),
            [Type::Variable("T".into())],
        )],
        members: vec![
            Member::Field(Field {
                modifiers: vec![Modifier::Final, Modifier::Private],
                ..Field::new(Type::Variable("T".into()), "value", None)
            }),
            Member::Constructor(Constructor {
                parameters: vec![Parameter::new(Type::Variable("T".into()), "value")],
                body: vec![
                    Expression::call_own("super", vec![]).statement(),
                    Statement::assign(Expression::This.field("value"), Expression::name("value")),
                ],
                ..Default::default()
            }),
            Member::Method(Method {
                annotations: vec![Annotation::marker(class("java.lang", "Override"))],
                modifiers: vec![Modifier::Public],
                ..Method::new(
                    Type::Variable("T".into()),
                    "get",
                    vec![Statement::returning(Expression::name("value"))],
                )
            }),
            Member::Class(ClassDeclaration { name: "Inner".into(), ..Default::default() }),
        ],
        ..Default::default()
    };
    let suit = ClassDeclaration {
        kind: ClassKind::Enum(vec![
            EnumConstant { name: "CLUBS".into(), arguments: vec![Expression::int(1)] },
            EnumConstant { name: "HEARTS".into(), arguments: vec![Expression::int(2)] },
        ]),
        name: "Suit".into(),
        members: vec![
            Member::Field(Field { modifiers: vec![Modifier::Final], ..Field::new(Type::Int, "rank", None) }),
            Member::Constructor(Constructor {
                parameters: vec![Parameter::new(Type::Int, "rank")],
                body: vec![Statement::assign(Expression::This.field("rank"), Expression::name("rank"))],
                ..Default::default()
            }),
        ],
        ..Default::default()
    };
    let point = ClassDeclaration {
        kind: ClassKind::Record(vec![Parameter::new(Type::Int, "x"), Parameter::new(Type::Int, "y")]),
        name: "Point".into(),
        ..Default::default()
    };
    let named = ClassDeclaration {
        kind: ClassKind::Interface,
        name: "Named".into(),
        members: vec![Member::Method(Method { body: None, ..Method::new(Type::string(), "name", vec![]) })],
        ..Default::default()
    };
    let main = |names: &[&str]| {
        let mut all = vec!["Main"];
        all.extend(names);
        ClassName::new("shop", &all)
    };
    let sum = method(
        Type::Int,
        "sum",
        vec![Parameter { is_variadic: true, ..Parameter::new(Type::Int, "numbers") }],
        vec![
            Statement::local(Type::Int, "sum", Expression::int(0)),
            Statement::ForEach {
                ty: Type::Int,
                name: "number".into(),
                of: Expression::name("numbers"),
                body: vec![Statement::assign(
                    Expression::name("sum"),
                    Expression::name("sum").binary(BinaryOperator::Add, Expression::name("number")),
                )],
            },
            Statement::returning(Expression::name("sum")),
        ],
    );
    let fail = Method {
        throws: vec![Type::class(class("java.io", "IOException"))],
        ..method(
            Type::Void,
            "fail",
            vec![],
            vec![Statement::Throw(Expression::new_object(
                class("java.io", "IOException"),
                vec![Expression::string("failed")],
            ))],
        )
    };
    let anonymous = Expression::New(New {
        class: main(&["Named"]),
        type_arguments: TypeArguments::None,
        outer: None,
        arguments: vec![],
        body: Some(vec![Member::Method(Method {
            annotations: vec![Annotation::marker(class("java.lang", "Override"))],
            modifiers: vec![Modifier::Public],
            ..Method::new(Type::string(), "name", vec![Statement::returning(Expression::string("nobody"))])
        })]),
    });
    let inner = Expression::New(New {
        class: main(&["Counter", "Inner"]),
        type_arguments: TypeArguments::None,
        outer: Some(Box::new(Expression::name("counter"))),
        arguments: vec![],
        body: None,
    });
    let reference =
        |target, name: &str| Expression::MethodReference(MethodReference { target, name: name.into() });
    let map_to = |function: Expression| {
        print_value(
            Expression::name("words")
                .call("stream", vec![])
                .call("map", vec![function])
                .call("toList", vec![]),
        )
    };
    let lambda = Expression::Lambda(Lambda {
        parameters: vec![LambdaParameter { ty: None, name: "word".into() }],
        body: LambdaBody::Block(vec![Statement::returning(Expression::name("word").call("trim", vec![]))]),
    });
    let explicit = Expression::Call(Call {
        on: Target::Class(util("List")),
        type_arguments: vec![Type::string()],
        name: "of".into(),
        arguments: vec![],
    });
    let body = vec![
        Statement::Local(Local {
            annotations: vec![Annotation::of(
                class("java.lang", "SuppressWarnings"),
                Expression::string("unused"),
            )],
            is_final: true,
            ..Local::new(
                Type::generic(main(&["Counter"]), [Type::class(class("java.lang", "Integer"))]),
                "counter",
                Expression::new_generic(main(&["Counter"]), vec![Expression::int(3)]),
            )
        }),
        print_value(Expression::name("counter").call("get", vec![])),
        Statement::local(Type::Var, "inner", inner),
        print_value(Expression::name("inner").call("getClass", vec![]).call("getSimpleName", vec![])),
        print_value(Expression::static_field(main(&["Suit"]), "HEARTS").field("rank")),
        print_value(Expression::new_object(main(&["Point"]), vec![Expression::int(1), Expression::int(2)])),
        print_value(anonymous.call("name", vec![])),
        Statement::Blank,
        print_value(Expression::call_own("sum", vec![Expression::int(1), Expression::int(2)])),
        Statement::Try {
            resources: vec![Local::new(
                Type::Var,
                "input",
                Expression::new_object(class("java.io", "StringReader"), vec![Expression::string("a")]),
            )],
            body: vec![Expression::call_own("fail", vec![]).statement()],
            catches: vec![Catch {
                types: vec![
                    Type::class(class("java.io", "IOException")),
                    Type::class(class("java.lang", "IllegalStateException")),
                ],
                name: "e".into(),
                body: vec![print_value(Expression::name("e").call("getMessage", vec![]))],
            }],
            finally: vec![print(Expression::string("finally"))],
        },
        Statement::Count {
            name: "i".into(),
            from: Expression::int(0),
            below: Expression::int(2),
            body: vec![print_value(Expression::name("i"))],
        },
        Statement::local(Type::Int, "n", Expression::int(2)),
        Statement::While {
            condition: Expression::name("n").binary(BinaryOperator::Greater, Expression::int(0)),
            body: vec![Expression::name("n").unary(UnaryOperator::Decrement).statement()],
        },
        Statement::If {
            condition: Expression::name("n").binary(BinaryOperator::Greater, Expression::int(0)),
            then: vec![Statement::Throw(Expression::new_object(
                class("java.lang", "AssertionError"),
                vec![],
            ))],
            otherwise: vec![Statement::If {
                condition: Expression::boolean(true),
                then: vec![print(Expression::string("else if"))],
                otherwise: vec![],
            }],
        },
        Statement::local(
            list_of(Type::string()),
            "words",
            Expression::call_static(
                util("List"),
                "of",
                vec![Expression::string(" a"), Expression::string("bb ")],
            ),
        ),
        map_to(lambda),
        map_to(reference(ReferenceTarget::Type(Type::string()), "length")),
        map_to(reference(ReferenceTarget::Expression(Box::new(Expression::string("x"))), "concat")),
        map_to(reference(ReferenceTarget::Type(Type::class(class("java.lang", "StringBuilder"))), "new")),
        Statement::local(
            Type::Int.array().array(),
            "rows",
            Expression::Elements(vec![
                Expression::Elements(vec![Expression::int(1)]),
                Expression::Elements(vec![]),
            ]),
        ),
        print_value(Expression::name("rows").field("length")),
        print_value(explicit),
        Statement::Class(ClassDeclaration { name: "Local".into(), ..Default::default() }),
        Statement::Block(vec![Statement::Verbatim(
            "String s = \"verbatim\";\nSystem.out.print(s + '\\n');".into(),
        )]),
        print_value(Expression::call_imported(util("Objects"), "requireNonNull", vec![Expression::int(4)])),
    ];
    let members = vec![
        Member::Field(Field {
            modifiers: vec![Modifier::Static],
            ..Field::new(Type::Int.array(), "numbers", Some(Expression::Elements(vec![Expression::int(1)])))
        }),
        Member::StaticInitializer(vec![Statement::assign(
            Expression::Index {
                array: Box::new(Expression::name("numbers")),
                index: Box::new(Expression::int(0)),
            },
            Expression::int(9),
        )]),
        main_class(body),
        Member::Method(sum),
        Member::Method(fail),
        Member::Class(counter),
        Member::Class(suit),
        Member::Class(point),
        Member::Class(named),
    ];
    let unit = CompilationUnit {
        package: "shop".into(),
        header: Some("All of it \\u000a */".into()),
        types: vec![ClassDeclaration { name: "Main".into(), members, ..Default::default() }],
        ..Default::default()
    };
    let expected = "3\nInner\n2\nPoint[x=1, y=2]\nnobody\n3\nfailed\nfinally\n0\n1\nelse if\n[a, bb]\n[2, 3]\n\
                    [x a, xbb ]\n[ a, bb ]\n2\n[]\nverbatim\n4\n";
    for width in [100, 30] {
        check_unit_on_every_jdk(&unit, &Style { width, ..Style::default() }, expected);
    }
}

/// Where the package has classes named as those of `java.lang` and `java.util`, each name means the right one.
#[test]
fn shadowed_names_mean_the_right_classes() {
    let own = |name: &str| ClassDeclaration { name: name.into(), ..Default::default() };
    let shown = |name: ClassName| print(Expression::ClassLiteral(Type::class(name)).call("getName", vec![]));
    let names = [
        class("java.lang", "Float"),
        class("shop", "Float"),
        util("List"),
        class("java.awt", "List"),
        class("shop", "Date"),
        util("Date"),
        class("java.sql", "Date"),
        ClassName::new("java.util", &["Map", "Entry"]),
        class("java.lang", "Override"),
    ];
    let expected: String = names
        .iter()
        .map(|name| format!("{}\n", name.to_string().replace("Map.Entry", "Map$Entry")))
        .collect::<String>()
        + "true\n";
    let mut body: Vec<Statement> = names.into_iter().map(shown).collect();
    let nan = Expression::Literal(Literal::float(f32::NAN));
    body.push(Statement::local(Type::Float, "x", nan));
    body.push(print_value(x().binary(BinaryOperator::NotEqual, x())));
    let unit = CompilationUnit {
        package: "shop".into(),
        taken_types: ["Float", "Date"].map(str::to_owned).into(),
        types: vec![
            ClassDeclaration { name: "Main".into(), members: vec![main_class(body)], ..Default::default() },
            own("Float"),
            own("Date"),
        ],
        ..Default::default()
    };
    check_unit_on_every_jdk(&unit, &Style::default(), &expected);
}

/// Whatever is taken for an identifier is one to every JDK, for every character there is.
#[test]
fn identifiers_are_identifiers() {
    let accepted: Vec<(u32, u32)> = {
        let is_start =
            |code: &u32| char::from_u32(*code).is_some_and(|char| names::is_identifier(&char.to_string()));
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for code in (0..0x11_0000).filter(is_start) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == code => *last = code,
                _ => ranges.push((code, code)),
            }
        }
        ranges
    };
    assert!(accepted.len() > 10 && accepted.len() < 2000);
    let bounds = accepted.iter().flat_map(|(first, last)| [*first, *last]);
    let numbers = bounds.map(|code| Expression::int(code as i32)).collect();
    let check = "for (int at = 0; at < ranges.length; at += 2) {
        for (int code = ranges[at]; code <= ranges[at + 1]; code++) {
            if (!Character.isJavaIdentifierStart(code)) System.out.println(Integer.toHexString(code));
        }
    }";
    let body = vec![
        Statement::local(Type::Int.array(), "ranges", Expression::Elements(numbers)),
        Statement::Verbatim(check.into()),
    ];
    check_on_every_jdk(vec![main_class(body)], &Style::default(), "");
}
