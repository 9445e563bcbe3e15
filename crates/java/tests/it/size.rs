//! The estimate of bytecode is an upper bound, and close enough to be of use.

use crate::support::{check_on_every_jdk, class, main_class, print};
use reenact_java::estimate::{METHOD_LIMIT, bytecode_size};
use reenact_java::model::*;
use reenact_java::{Style, render};
use reenact_testkit::Fixture;

/// Prints the size of the code of each method of a class, as `javap` counts it.
const SIZES: &str = r#"
import java.io.*;
import java.util.spi.ToolProvider;

public class Sizes {
    public static void main(String[] args) throws Exception {
        StringWriter out = new StringWriter();
        ToolProvider javap = ToolProvider.findFirst("javap").get();
        javap.run(new PrintWriter(out), new PrintWriter(out), "-c", "-p", args[0]);
        String name = null;
        int last = 0;
        for (String line : (out + "\n  end(\n").split("\n")) {
            if (line.matches("  \\S.*\\(.*")) {
                if (name != null) System.out.print(name + " " + last + "\n");
                name = line.replaceAll(".* (\\w+)\\(.*", "$1");
                last = 0;
            } else if (line.matches(" *\\d+: .*")) {
                last = Integer.parseInt(line.replaceAll(" *(\\d+): .*", "$1"));
            }
        }
    }
}
"#;

fn of(package: &str, name: &str) -> Type {
    Type::class(class(package, name))
}

/// Bodies of methods that look like those of generated tests.
fn bodies() -> Vec<Vec<Statement>> {
    let x = || Expression::name("x");
    let ints = |count: i32| (0..count).map(|number| Expression::int(number * 77)).collect::<Vec<_>>();
    let strings = (0..300).map(|number| Expression::string(&format!("text {number}"))).collect();
    let doubles =
        (0..300).map(|number| Expression::Literal(Literal::double(f64::from(number) / 7.0))).collect();
    let list = |elements| Expression::call_static(class("java.util", "Arrays"), "asList", elements);
    let adding = |at: i32| {
        let add = Expression::name("list").call("add", vec![Expression::int(at)]);
        [add.statement(), Statement::comment("again")]
    };
    let local = |at: i32| {
        let object = Expression::new_object(class("java.lang", "StringBuilder"), vec![Expression::int(at)]);
        Statement::local(of("java.lang", "StringBuilder"), &format!("builder{at}"), object)
    };
    let branch = |at: i32| Statement::If {
        condition: Expression::name("n").binary(BinaryOperator::Equal, Expression::int(at)),
        then: vec![print(Expression::string("x").binary(BinaryOperator::Add, Expression::name("n")))],
        otherwise: vec![Statement::Expression(Expression::name("n").unary(UnaryOperator::Increment))],
    };
    let trying = || Statement::Try {
        resources: vec![],
        body: vec![print(Expression::string("a"))],
        catches: vec![Catch {
            types: vec![of("java.lang", "RuntimeException")],
            name: "e".into(),
            body: vec![],
        }],
        finally: vec![print(Expression::string("b"))],
    };
    let raw_list = || {
        Statement::local(
            of("java.util", "List"),
            "list",
            Expression::new_object(class("java.util", "ArrayList"), vec![]),
        )
    };
    let n = || Statement::local(Type::Int, "n", Expression::int(0));
    let mut adds = vec![raw_list()];
    adds.extend((0..300).flat_map(adding));
    let mut branches = vec![n()];
    branches.extend((0..1000).map(branch));
    vec![
        vec![Statement::local(Type::Int.array(), "x", Expression::Elements(ints(1000)))],
        vec![Statement::local(Type::object(), "x", Expression::new_array_of(Type::string(), strings))],
        vec![Statement::local(Type::Double.array(), "x", Expression::Elements(doubles))],
        vec![Statement::local(of("java.util", "List"), "x", list(ints(500)))],
        adds,
        (0..400).map(local).collect(),
        branches,
        (0..100).map(|_| trying()).collect(),
        vec![Statement::local(Type::object(), "x", Expression::null()), print(x().call("hashCode", vec![]))],
    ]
}

/// No method is bigger than estimated, and none is less than an eighth of it.
#[test]
fn estimates_are_upper_bounds() {
    let bodies = bodies();
    let methods = bodies.iter().enumerate().map(|(at, body)| {
        Member::Method(Method {
            modifiers: vec![Modifier::Static],
            ..Method::new(Type::Void, &format!("m{at}"), body.clone())
        })
    });
    let generated =
        ClassDeclaration { name: "Main".into(), members: methods.collect(), ..Default::default() };
    let unit = CompilationUnit { types: vec![generated], ..Default::default() };
    let source = render(&unit, &Style::default()).unwrap();
    for jdk in reenact_testkit::jdks() {
        let sizes = Fixture::parse(SIZES).compile(&jdk);
        let program = Fixture::parse(&format!("//- Main.java\n{source}"))
            .compile_with(&jdk, &["--release", "8", "-nowarn", "-Xlint:none"]);
        let main = program.classes().join("Main.class");
        let printed = sizes.run("Sizes", &[main.to_str().unwrap()]).ok();
        let mut seen = 0;
        for line in printed.lines().filter(|line| line.starts_with('m')) {
            let (name, size) = line.split_once(' ').unwrap();
            let (body, size): (usize, usize) = (name[1..].parse().unwrap(), size.parse().unwrap());
            let estimate = bytecode_size(&bodies[body]);
            assert!(size < estimate && estimate < size * 8, "{name}: {size} bytes, {estimate} estimated");
            seen += 1;
        }
        assert_eq!(seen, bodies.len(), "{printed}");
    }
}

/// A method that is estimated just below the limit compiles.
#[test]
fn what_is_below_the_limit_compiles() {
    let array = |length: i32| {
        let elements = (0..length).map(|number| Expression::int(number * 1000)).collect();
        vec![Statement::local(Type::Int.array(), "numbers", Expression::Elements(elements))]
    };
    let per_element = (bytecode_size(&array(2)) - bytecode_size(&array(1))) as i32;
    let longest = (METHOD_LIMIT as i32 - bytecode_size(&array(0)) as i32) / per_element;
    assert!(
        bytecode_size(&array(longest)) <= METHOD_LIMIT && bytecode_size(&array(longest + 1)) > METHOD_LIMIT
    );
    let mut body = array(longest);
    body.push(print(Expression::name("numbers").field("length")));
    check_on_every_jdk(vec![main_class(body)], &Style::default(), &format!("{longest}\n"));
}
