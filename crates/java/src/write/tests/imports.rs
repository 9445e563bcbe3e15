use super::*;

/// The imports of a file, and the types of its fields as written.
#[track_caller]
fn check_types(unit: CompilationUnit, expected: &str) {
    let text = render(&unit, &Style::default()).unwrap();
    let shown: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("import") || line.ends_with(';') && !line.starts_with("package"))
        .collect();
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(shown, expected, "{text}");
}

fn fields(types: Vec<Type>) -> Vec<Member> {
    let field = |(at, ty)| Member::Field(Field::new(ty, &format!("f{at}"), None));
    types.into_iter().enumerate().map(field).collect()
}

/// Classes of other packages are imported; those of `java.lang` and of the package are there already.
#[test]
fn what_needs_an_import() {
    let types = vec![
        of("java.util", "List"),
        of("java.lang", "String"),
        of("shop", "Cart"),
        Type::class(ClassName::new("java.util", &["Map", "Entry"])),
        Type::class(ClassName::new("java.lang", &["Thread", "State"])),
        of("java.lang.reflect", "Method"),
    ];
    check_types(
        unit(fields(types)),
        "import java.lang.reflect.Method;
         import java.util.List;
         import java.util.Map;
         List f0;
         String f1;
         Cart f2;
         Map.Entry f3;
         Thread.State f4;
         Method f5;",
    );
}

/// Of two classes with one name, the one that is named more often is imported, or the first by name.
#[test]
fn two_of_a_name() {
    let types = vec![of("a", "Date"), of("b", "Date"), of("b", "Date"), of("b", "List"), of("a", "List")];
    check_types(
        unit(fields(types)),
        "import a.List;
         import b.Date;
         a.Date f0;
         Date f1;
         Date f2;
         b.List f3;
         List f4;",
    );
}

/// A class of the subject's package shadows `java.lang` and whatever could be imported; so the others are
/// written in full, those that the writer adds by itself included.
#[test]
fn taken_names() {
    let infinity = Literal::float(f32::INFINITY).into();
    let mut members = fields(vec![of("java.lang", "Record"), of("shop", "Record"), of("java.util", "List")]);
    members.push(Member::Field(Field::new(Type::Float, "f3", Some(infinity))));
    let mut unit = unit(members);
    unit.taken_types = ["Record", "List", "Float"].map(str::to_owned).into();
    check_types(
        unit,
        "java.lang.Record f0;
         Record f1;
         java.util.List f2;
         float f3 = java.lang.Float.POSITIVE_INFINITY;",
    );
}

/// Readers take `String` for `java.lang.String`, so no other class is imported by such a name.
#[test]
fn well_known_names_are_left_alone() {
    check_types(
        unit(fields(vec![of("p", "String"), of("p", "Record")])),
        "import p.Record;
         p.String f0;
         Record f1;",
    );
    let both = unit(fields(vec![of("p", "Record"), of("p", "Record"), of("java.lang", "Record")]));
    check_types(both, "p.Record f0;\np.Record f1;\nRecord f2;");
}

/// Classes of the file go by the shortest name that means them, and shadow all others of that name.
#[test]
fn classes_of_the_file() {
    let nested = |name: &str, members| {
        Member::Class(ClassDeclaration { name: name.into(), members, ..Default::default() })
    };
    let inner = |names: &[&str]| Type::class(ClassName::new("shop", names));
    let mut members = fields(vec![
        of("p", "Clock"),
        of("shop", "CartTest"),
        inner(&["CartTest", "Clock"]),
        inner(&["CartTest", "Clock", "Hand"]),
        of("shop", "Hand"),
    ]);
    members.push(nested("Clock", vec![nested("Hand", fields(vec![inner(&["CartTest", "Clock", "Hand"])]))]));
    members.push(nested("Other", fields(vec![inner(&["CartTest", "Clock"])])));
    check_types(
        unit(members),
        "p.Clock f0;
         CartTest f1;
         Clock f2;
         Clock.Hand f3;
         shop.Hand f4;
         Hand f0;
         Clock f0;",
    );
}

/// A variable hides a class of the same name where both could be meant.
#[test]
fn variables_hide_classes() {
    let call = Expression::call_static(class("q", "f0"), "of", vec![]);
    let mut members = fields(vec![of("p", "A")]);
    members.push(Member::Field(Field::new(Type::Int, "f1", Some(call))));
    check_types(unit(members), "import p.A;\nA f0;\nint f1 = q.f0.of();");
}

/// Type variables hide classes as well.
#[test]
fn type_variables_hide_classes() {
    let mut unit = unit(fields(vec![of("p", "T"), Type::Variable("T".into())]));
    unit.types[0].type_parameters = vec![TypeParameter { name: "T".into(), bounds: vec![] }];
    check_types(unit, "p.T f0;\nT f1;");
}

/// Static imports come first; a method of the file or one that it inherits keeps its name for itself.
#[test]
fn imported_methods() {
    let call = |package: &str, name: &str| {
        Expression::call_imported(class(package, "Assertions"), name, vec![]).statement()
    };
    let statements = vec![
        call("org.junit", "assertTrue"),
        call("org.other", "assertTrue"),
        call("org.junit", "fail"),
        call("org.junit", "test"),
    ];
    let mut unit = unit(vec![Member::Method(Method::new(Type::Void, "test", statements))]);
    unit.taken_methods = ["fail".to_owned()].into();
    check_types(
        unit,
        "import static org.junit.Assertions.assertTrue;
         import org.junit.Assertions;
         assertTrue();
         org.other.Assertions.assertTrue();
         Assertions.fail();
         Assertions.test();",
    );
}

/// Code in a package cannot name a class that is in none.
#[test]
fn the_unnamed_package() {
    let error = render(&unit(fields(vec![of("", "Main")])), &Style::default()).unwrap_err();
    assert_eq!(error, RenderError::UnnamedPackage { class: "Main".into(), package: "shop".into() });
    let mut unnamed = unit(fields(vec![of("", "Main"), of("shop", "Cart")]));
    unnamed.package = String::new();
    check_types(unnamed, "import shop.Cart;\nMain f0;\nCart f1;");
}

/// A header, a package, imports, and types, with one empty line between them.
#[test]
fn a_whole_file() {
    let mut whole = unit(fields(vec![of("java.util", "List")]));
    whole.header = Some("Written by reenact\nfrom */ \u{202e} a recording".into());
    whole.types.push(ClassDeclaration { kind: ClassKind::Interface, name: "B".into(), ..Default::default() });
    let expected = "\
// Written by reenact
// from * / U+202E a recording

package shop;

import java.util.List;

class CartTest {
    List f0;
}

interface B {}
";
    assert_eq!(render(&whole, &Style::default()).unwrap(), expected);
}
