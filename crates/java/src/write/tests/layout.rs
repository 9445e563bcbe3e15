use super::*;
use crate::Habits;

fn words(words: &[&str]) -> Vec<Expression> {
    words.iter().map(|word| Expression::name(word)).collect()
}

/// Arguments go to the next line together, and get a line each if even that is too long.
#[test]
fn arguments() {
    let call = |arguments: &[&str]| vec![Expression::call_own("someMethod", words(arguments)).statement()];
    check(call(&["one", "two"]), "someMethod(one, two);");
    check(
        call(&["quiteALongArgument", "anotherLongArgument", "x"]),
        "
someMethod(
        quiteALongArgument, anotherLongArgument, x);
",
    );
    check(
        call(&["quiteALongArgument", "anotherLongArgument", "oneMore"]),
        "
someMethod(
        quiteALongArgument,
        anotherLongArgument,
        oneMore);
",
    );
}

/// Many short arguments share lines; keys and values of a map stay together.
#[test]
fn many_arguments() {
    let numbers = (0..30).map(Expression::int).collect();
    check(
        vec![Expression::call_static(class("java.util", "List"), "of", numbers).statement()],
        "
List.of(
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
        13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
        24, 25, 26, 27, 28, 29);
",
    );
    let entries = ["apples", "pears", "cherries", "plums"]
        .iter()
        .flat_map(|fruit| [Expression::string(fruit), Expression::int(3)])
        .collect();
    check(
        vec![Expression::call_static(class("java.util", "Map"), "of", entries).statement()],
        r#"
Map.of(
        "apples", 3,
        "pears", 3,
        "cherries", 3,
        "plums", 3);
"#,
    );
}

/// A chain that is too long has a line for each call; one call alone is broken in its arguments.
#[test]
fn chains() {
    let builder = |names: &[&str]| {
        let start = Expression::call_static(class("shop", "Order"), "builder", vec![]);
        names
            .iter()
            .fold(start, |on, name| on.call(name, vec![Expression::string(name)]))
            .call("build", vec![])
    };
    let order = |names| vec![Statement::local(of("shop", "Order"), "order", builder(names))];
    check(order(&["id"]), r#"Order order = Order.builder().id("id").build();"#);
    check(
        order(&["customer", "address"]),
        r#"
Order order = Order.builder()
        .customer("customer")
        .address("address")
        .build();
"#,
    );
    let long = ["aRatherLongArgument", "anotherLongArgument"];
    check(
        vec![Expression::name("cart").call("add", words(&long)).statement()],
        "
cart.add(aRatherLongArgument, anotherLongArgument);
",
    );
    check(
        vec![Expression::name("shoppingCart").call("addAll", words(&long)).statement()],
        "
shoppingCart.addAll(
        aRatherLongArgument, anotherLongArgument);
",
    );
    let stream = Expression::name("list")
        .call("stream", vec![])
        .call("map", words(&["longArgument", "anotherArgument"]))
        .call("toList", vec![]);
    check(
        vec![stream.statement()],
        "
list.stream()
        .map(longArgument, anotherArgument)
        .toList();
",
    );
}

/// A value goes to the next line if it fits there, and is begun on this one otherwise.
#[test]
fn values() {
    let make = |arguments: &[&str]| {
        let value = Expression::new_object(class("shop", "Point"), words(arguments));
        vec![Statement::local(of("shop", "Point"), "corner", value)]
    };
    check(make(&["x", "y"]), "Point corner = new Point(x, y);");
    check(
        make(&["horizontalThing", "verticalThing"]),
        "
Point corner =
        new Point(horizontalThing, verticalThing);
",
    );
    check(
        make(&["someHorizontalThing", "someVerticalThing", "z"]),
        "
Point corner = new Point(
        someHorizontalThing, someVerticalThing, z);
",
    );
}

/// Arrays are filled; rows of arrays have a line each.
#[test]
fn arrays() {
    let ints =
        |from: i32, to: i32| (from..to).map(|number| Expression::int(number * 100)).collect::<Vec<_>>();
    let local = |value| vec![Statement::local(Type::Int.array(), "values", value)];
    check(local(Expression::Elements(ints(0, 5))), "int[] values = {0, 100, 200, 300, 400};");
    check(
        local(Expression::Elements(ints(0, 25))),
        "
int[] values = {
    0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
    1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700,
    1800, 1900, 2000, 2100, 2200, 2300, 2400
};
",
    );
    let row = |from| Expression::Elements(ints(from, from + 5));
    let rows = Expression::new_array_of(Type::Int.array(), vec![row(0), row(5), row(10)]);
    check(
        vec![Expression::call_own("sum", vec![rows]).statement()],
        "
sum(new int[][] {
    {0, 100, 200, 300, 400},
    {500, 600, 700, 800, 900},
    {1000, 1100, 1200, 1300, 1400}
});
",
    );
    let lengths = vec![ArrayLength::Known(Expression::int(3)), ArrayLength::Open];
    let lists = Type::generic(class("java.util", "List"), [Type::string()]);
    let array = Expression::NewArray { element: lists.array(), lengths };
    check(vec![array.assigned_to(x()).statement()], "x = new List[3][][];");
    check(local(Expression::Elements(vec![])), "int[] values = {};");
}

/// Strings that are too long are added up, text blocks are used where the language has them.
#[test]
fn strings() {
    let text = "a sentence that goes on for longer than a line has room for it";
    let long = Statement::local(Type::string(), "text", Expression::string(text));
    check(
        vec![long],
        r#"
String text = "a sentence that goes on for "
        + "longer than a line has room "
        + "for it";
"#,
    );
    let json = Expression::string("{\n  \"name\": \"Ada\",\n  \"age\": 36\n}\n");
    check(
        vec![
            Statement::local(Type::string(), "json", json.clone()),
            Expression::call_own("parse", vec![json.clone()]).statement(),
            Expression::call_own("assertEquals", vec![json.clone(), x()]).statement(),
        ],
        r#"
String json = """
        {
          "name": "Ada",
          "age": 36
        }
        """;
parse("""
        {
          "name": "Ada",
          "age": 36
        }
        """);
assertEquals(
        """
        {
          "name": "Ada",
          "age": 36
        }
        """,
        x);
"#,
    );
    let old = Style { release: 11, width: 60, ..Style::default() };
    assert_eq!(
        body_in(vec![Statement::local(Type::string(), "json", json)], &old),
        r#"String json = "{\n"
        + "  \"name\": \"Ada\",\n"
        + "  \"age\": 36\n"
        + "}\n";
"#
    );
}

/// Lambdas and anonymous classes begin where they stand.
#[test]
fn blocks_in_arguments() {
    let throws = |body| {
        let lambda = Expression::Lambda(Lambda { parameters: vec![], body });
        let class = Expression::ClassLiteral(of("java.util.concurrent", "TimeoutException"));
        vec![Expression::call_own("assertThrows", vec![class, lambda]).statement()]
    };
    let add = Expression::name("cart").call("add", vec![x()]);
    check(
        throws(LambdaBody::Expression(Box::new(add.clone()))),
        "
assertThrows(
        TimeoutException.class, () -> cart.add(x));
",
    );
    check(
        throws(LambdaBody::Block(vec![add.clone().statement(), Statement::returning(x())])),
        "
assertThrows(TimeoutException.class, () -> {
    cart.add(x);
    return x;
});
",
    );
    let method = Method {
        annotations: vec![Annotation::marker(class("java.lang", "Override"))],
        modifiers: vec![Modifier::Public],
        parameters: vec![Parameter::new(Type::Int, "times")],
        ..Method::new(Type::Int, "count", vec![Statement::returning(Expression::int(3))])
    };
    let clock = Expression::New(New {
        class: class("shop", "Clock"),
        type_arguments: TypeArguments::None,
        outer: None,
        arguments: vec![],
        body: Some(vec![Member::Field(Field::new(Type::Int, "ticks", None)), Member::Method(method)]),
    });
    check(
        vec![Expression::call_own("start", vec![clock]).statement()],
        "
start(new Clock() {
    int ticks;

    @Override
    public int count(int times) {
        return 3;
    }
});
",
    );
}

/// Every statement there is.
#[test]
fn statements() {
    let call = |name: &str| vec![Expression::call_own(name, vec![]).statement()];
    let exception = of("java.io", "IOException");
    let statements = vec![
        Statement::Blank,
        Statement::comment("one\ntwo \\u000a */"),
        Statement::If {
            condition: x(),
            then: call("a"),
            otherwise: vec![Statement::If { condition: x(), then: call("b"), otherwise: call("c") }],
        },
        Statement::Blank,
        Statement::Blank,
        Statement::While { condition: x(), body: vec![] },
        Statement::ForEach { ty: Type::Var, name: "y".into(), of: x(), body: call("d") },
        Statement::Count { name: "i".into(), from: Expression::int(0), below: x(), body: call("e") },
        Statement::Try {
            resources: vec![Local::new(Type::Var, "in", Expression::call_own("open", vec![]))],
            body: call("f"),
            catches: vec![Catch {
                types: vec![exception, of("shop", "Bad")],
                name: "e".into(),
                body: vec![],
            }],
            finally: call("g"),
        },
        Statement::Local(Local { is_final: true, value: None, ..Local::new(Type::Int, "z", x()) }),
        Statement::Block(vec![Statement::Throw(x())]),
        Statement::Verbatim("check(1);\ncheck(2);".into()),
        Statement::Return(None),
        Statement::Blank,
    ];
    check(
        statements,
        r"
// one
// two \\u000a * /
if (x) {
    a();
} else if (x) {
    b();
} else {
    c();
}

while (x) {}
for (var y : x) {
    d();
}
for (int i = 0; i < x; i++) {
    e();
}
try (var in = open()) {
    f();
} catch (IOException | Bad e) {} finally {
    g();
}
final int z;
{
    throw x;
}
check(1);
check(2);
return;
",
    );
}

/// Every declaration there is.
#[test]
fn declarations() {
    let test = Annotation::marker(class("org.junit", "Test"));
    let comparable = Type::generic(class("java.lang", "Comparable"), [Type::Variable("T".into())]);
    let method = Method {
        javadoc: Some("What it does.\n\n@param a {@code */} \\u002a/".into()),
        annotations: vec![
            test.clone(),
            Annotation {
                class: class("shop", "Tags"),
                elements: vec![
                    (
                        "names".into(),
                        ElementValue::Array(vec![
                            ElementValue::Expression(Expression::string("a")),
                            ElementValue::Annotation(Annotation::of(
                                class("shop", "Tag"),
                                Expression::int(1),
                            )),
                        ]),
                    ),
                    ("on".into(), ElementValue::Expression(Expression::boolean(true))),
                ],
            },
        ],
        modifiers: vec![Modifier::Static, Modifier::Public],
        type_parameters: vec![TypeParameter { name: "T".into(), bounds: vec![comparable] }],
        parameters: vec![
            Parameter { is_final: true, ..Parameter::new(Type::Variable("T".into()), "first") },
            Parameter { is_variadic: true, ..Parameter::new(Type::string(), "others") },
        ],
        throws: vec![of("java.io", "IOException")],
        ..Method::new(Type::Void, "all", vec![])
    };
    let wildcards = Type::Class {
        name: class("java.util", "Map"),
        arguments: vec![TypeArgument::Extends(Type::object()), TypeArgument::Super(Type::Int.array())],
    };
    let suit = ClassDeclaration {
        kind: ClassKind::Enum(vec![
            EnumConstant { name: "CLUBS".into(), arguments: vec![] },
            EnumConstant { name: "HEARTS".into(), arguments: vec![Expression::int(1)] },
        ]),
        name: "Suit".into(),
        members: vec![Member::Constructor(Constructor::default())],
        ..Default::default()
    };
    let point = ClassDeclaration {
        modifiers: vec![Modifier::Private],
        kind: ClassKind::Record(vec![Parameter::new(Type::Int, "x")]),
        name: "Point".into(),
        interfaces: vec![of("java.io", "Serializable")],
        ..Default::default()
    };
    let members = vec![
        Member::Field(Field::new(Type::Int, "a", None)),
        Member::Field(Field::new(wildcards, "b", Some(Expression::null()))),
        Member::Comment("about c".into()),
        Member::Field(Field { annotations: vec![test], ..Field::new(Type::Int, "c", None) }),
        Member::Method(method),
        Member::Method(Method {
            body: None,
            modifiers: vec![Modifier::Abstract],
            ..Method::new(Type::Int, "f", vec![])
        }),
        Member::StaticInitializer(vec![Expression::call_own("f", vec![]).statement()]),
        Member::Class(suit),
        Member::Class(point),
    ];
    let mut unit = unit(members);
    unit.types[0].extends = Some(of("shop", "Base"));
    unit.types[0].javadoc = Some("Of carts.".into());
    let text = render(&unit, &Style::default()).unwrap();
    let expected = r#"
/** Of carts. */
class CartTest extends Base {
    int a;
    Map<? extends Object, ? super int[]> b = null;

    // about c
    @Test
    int c;

    /**
     * What it does.
     *
     * @param a {@code * /} \\u002a/
     */
    @Test
    @Tags(names = {"a", @Tag(1)}, on = true)
    public static <T extends Comparable<T>> void all(final T first, String... others)
            throws IOException {}

    abstract int f();

    static {
        f();
    }

    enum Suit {
        CLUBS, HEARTS(1);

        Suit() {}
    }

    private record Point(int x) implements Serializable {}
}
"#;
    assert_eq!(text.split_once(";\n\n/**").map(|(_, rest)| format!("\n/**{rest}")).unwrap(), expected);
}

/// Words and line breaks that a project asks for, where they mean nothing else.
#[test]
fn habits_of_a_project() {
    let text = "a sentence that goes on for longer than a line has room for it";
    let resource = Local::new(of("java.io", "Reader"), "reader", x());
    let statements = vec![
        Statement::local(Type::string(), "text", Expression::string(text)),
        Statement::Try {
            resources: vec![resource],
            body: vec![x().statement()],
            catches: Vec::new(),
            finally: Vec::new(),
        },
    ];
    let parameter = || Parameter::new(Type::Int, "count");
    let concrete = Method { parameters: vec![parameter()], ..Method::new(Type::Void, "test", statements) };
    let open = Method {
        modifiers: vec![Modifier::Abstract],
        parameters: vec![parameter()],
        body: None,
        ..Method::new(Type::Void, "open", Vec::new())
    };
    let habits = Habits { final_locals: true, final_parameters: true, trailing_operators: true };
    let style = Style { width: 60, habits, ..Style::default() };
    let written = render(&unit(vec![Member::Method(concrete), Member::Method(open)]), &style).unwrap();
    let (_, members) = written.split_once("class CartTest {\n").unwrap();
    assert_eq!(
        members,
        r#"    void test(final int count) {
        final String text = "a sentence that goes on for " +
                "longer than a line has room " +
                "for it";
        try (Reader reader = x) {
            x;
        }
    }

    abstract void open(int count);
}
"#
    );
}

#[test]
fn arrays_in_annotations() {
    let method = |rows: &[&str]| {
        let rows = rows.iter().map(|row| ElementValue::Expression(Expression::string(row))).collect();
        let source = Annotation {
            class: class("p", "CsvSource"),
            elements: vec![("value".to_owned(), ElementValue::Array(rows))],
        };
        let method = Method { annotations: vec![source], ..Method::new(Type::Void, "test", Vec::new()) };
        let style = Style { width: 40, ..Style::default() };
        let written = render(&unit(vec![Member::Method(method)]), &style).unwrap();
        written.split_once("class CartTest {\n").unwrap().1.to_owned()
    };
    assert_eq!(method(&["1, 2", "3, 4"]), "    @CsvSource({\"1, 2\", \"3, 4\"})\n    void test() {}\n}\n");
    assert_eq!(
        method(&["1000000, 200000", "3000000, 4000000"]),
        r#"    @CsvSource({
        "1000000, 200000",
        "3000000, 4000000"
    })
    void test() {}
}
"#
    );
}
