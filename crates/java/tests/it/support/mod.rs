//! Classes that are written, compiled and run.

use reenact_base::name::BinaryName;
use reenact_java::model::*;
use reenact_java::{Style, render};
use reenact_testkit::Fixture;

pub fn class(package: &str, name: &str) -> ClassName {
    ClassName::new(package, &[name])
}

/// `System.out.println(value);`, but with the same line end everywhere.
pub fn print(value: Expression) -> Statement {
    let line = value.binary(BinaryOperator::Add, Expression::string("\n"));
    let out = Expression::static_field(class("java.lang", "System"), "out");
    out.call("print", vec![line]).statement()
}

/// `public static void main(String[] args)`
pub fn main_class(body: Vec<Statement>) -> Member {
    Member::Method(Method {
        modifiers: vec![Modifier::Public, Modifier::Static],
        parameters: vec![Parameter::new(Type::string().array(), "args")],
        throws: vec![Type::class(class("java.lang", "Exception"))],
        ..Method::new(Type::Void, "main", body)
    })
}

/// Writes a class with these members, compiles and runs it on every JDK, and compares what it prints. Gives
/// the source.
#[track_caller]
pub fn check_on_every_jdk(members: Vec<Member>, style: &Style, expected: &str) -> String {
    let class = ClassDeclaration { name: "Main".into(), members, ..Default::default() };
    let unit = CompilationUnit { types: vec![class], ..Default::default() };
    check_unit_on_every_jdk(&unit, style, expected)
}

#[track_caller]
pub fn check_unit_on_every_jdk(unit: &CompilationUnit, style: &Style, expected: &str) -> String {
    let source = render(unit, style).unwrap();
    assert!(source.lines().all(|line| !line.ends_with(' ')), "a line ends in a space");
    assert!(source.ends_with("}\n"));
    let folder = if unit.package.is_empty() {
        String::new()
    } else {
        BinaryName::new(&unit.package).to_internal().into_string() + "/"
    };
    let fixture = Fixture::parse(&format!("//- {folder}Main.java\n{source}"));
    let main = if unit.package.is_empty() { "Main".to_owned() } else { format!("{}.Main", unit.package) };
    for jdk in reenact_testkit::jdks() {
        // Code that is written for a language level must compile at that level. JDK 25 still knows 8.
        let release = style.release.to_string();
        let program = fixture
            .compile_with(&jdk, &["--release", &release, "-encoding", "UTF-8", "-nowarn", "-Xlint:none"]);
        assert_eq!(program.run(&main, &[]).ok(), expected, "on JDK {}", jdk.version.full);
    }
    source
}
