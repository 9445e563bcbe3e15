use super::*;

const TEST: &str = "\
/* Licence. */
package a.b;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Set;

import org.junit.Test;

/** Tests { of it }. */
public class ATest {
    private static final String NAME = \"x\";

    /** One. */
    @Test
    public void one() {
        // first
        assertEquals(1, Cache.size()); // size
    }

    @Test(expected = IllegalStateException.class) public void two() { Cache.fail(); }

    public static class Inner<T> extends Base<T> {
        int value = 3, other;

        void m() throws java.io.IOException, Problem {
            int a = 1, b;
            super.m();
        }
    }

    enum Kind { A { void q() { } }, B; void m() { } }
}
";

fn file(source: &str) -> SourceFile {
    SourceFile::parse(source).unwrap()
}

fn add(source: &str, class: &str, when: When, statements: &[&str]) -> String {
    let addition = Addition::new(statements.iter().map(|text| (*text).to_owned()).collect());
    let edited = file(source).add_to_fixture(class, when, &addition).unwrap();
    assert_eq!(file(&edited).add_to_fixture(class, when, &addition).unwrap(), edited, "an edit is made once");
    edited
}

/// Shows the lines that an edit adds, with those around them.
fn diff(before: &str, after: &str) -> String {
    let diff = unified_diff("A.java", before, after);
    diff.lines()
        .skip(2)
        .filter(|line| line.starts_with(['+', '-']))
        .fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn declarations_are_found_with_their_places() {
    let file = file(TEST);
    assert_eq!(file.package(), "a.b");
    let names: Vec<&str> = file.classes().iter().map(|class| class.binary_name.as_str()).collect();
    assert_eq!(names, ["a.b.ATest", "a.b.ATest$Inner", "a.b.ATest$Kind"]);
    let class = file.class("a.b.ATest").unwrap();
    let one = class.methods_named("one").next().unwrap();
    assert_eq!(one.annotations[0].name, "Test");
    assert_eq!(one.statements.len(), 1);
    assert_eq!(file.slice(&one.statements[0].range), "assertEquals(1, Cache.size());");
    let inner = file.class("a.b.ATest$Inner").unwrap();
    assert_eq!(inner.superclass.as_deref(), Some("Base"));
    let fields: Vec<&str> = inner.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(fields, ["value", "other"]);
    let m = inner.methods_named("m").next().unwrap();
    assert_eq!(m.throws, ["java.io.IOException", "Problem"]);
    let kinds: Vec<&StatementKind> = m.statements.iter().map(|statement| &statement.kind).collect();
    assert_eq!(
        kinds,
        [&StatementKind::Local(vec!["a".into(), "b".into()]), &StatementKind::Super("m".into())]
    );
    assert_eq!(file.class("a.b.ATest$Kind").unwrap().methods.len(), 1);
    assert_eq!(file.class("a.b.No").unwrap_err(), EditError::NoClass("a.b.No".into()));
}

#[test]
fn a_file_with_an_error_is_refused_with_its_line() {
    let broken = TEST.replace("Cache.size())", "Cache.size(");
    assert!(
        matches!(SourceFile::parse(&broken), Err(EditError::Syntax { line: 17..=19 })),
        "{:?}",
        SourceFile::parse(&broken).err()
    );
    assert!(SourceFile::parse("class A {").is_err());
    assert!(SourceFile::parse("").is_ok());
}

#[test]
fn a_new_fixture_stands_before_the_first_test_and_is_imported_in_order() {
    let edited = add(TEST, "a.b.ATest", When::BeforeEach, &["Cache.clear();"]);
    let expected = "\
+import org.junit.Before;
+    @Before
+    public void setUp() {
+        Cache.clear();
+    }
+
";
    assert_eq!(diff(TEST, &edited), expected);
    let place = "NAME = \"x\";\n\n    @Before\n    public void setUp() {\n        Cache.clear();\n    }\n\n    /** One. */";
    assert!(edited.contains(place), "{edited}");
    assert!(edited.contains("import org.junit.Before;\nimport org.junit.Test;"));
    // The tear-down goes behind the set-up.
    let both = add(&edited, "a.b.ATest", When::AfterEach, &["Cache.close();"]);
    assert!(both.contains("Cache.clear();\n    }\n\n    @After\n    public void tearDown() {\n        Cache.close();\n    }\n\n    /** One."), "{both}");
}

#[test]
fn statements_go_to_the_start_of_set_ups_and_the_end_of_tear_downs() {
    let source = "class A {\n  @Before\n  public void open() throws Exception {\n    super.open();\n    a(); // a\n  }\n\n  @After\n  public void close() {\n    b();\n    super.close();\n  }\n}\n";
    let edited = add(source, "A", When::BeforeEach, &["x();"]);
    assert_eq!(edited, source.replace("super.open();\n", "super.open();\n    x();\n"));
    let edited = add(source, "A", When::AfterEach, &["x();", "y();"]);
    assert_eq!(edited, source.replace("b();\n", "b();\n    x();\n    y();\n"));
    let empty = "class A {\n\t@Before\n\tpublic void open()\n\t{\n\t\t// nothing\n\t}\n}\n";
    let edited = add(empty, "A", When::BeforeEach, &["x();"]);
    assert_eq!(edited, empty.replace("\t\t// nothing", "\t\tx();\n\t\t// nothing"));
}

#[test]
fn code_on_one_line_is_broken_where_needed() {
    let edited = add("class A { @Before public void open() { a(); } }", "A", When::BeforeEach, &["x();"]);
    assert_eq!(edited, "class A { @Before public void open() { \n        x();\n        a(); } }");
    let edited = add("class A {\n  @After public void close() {}\n}\n", "A", When::AfterEach, &["x();"]);
    assert_eq!(edited, "class A {\n  @After public void close() {\n    x();\n  }\n}\n");
    let edited = add("class A { }", "A", When::BeforeEach, &["x();"]);
    assert!(edited.starts_with("import org.junit.Before;\n\nclass A {\n    @Before"), "{edited}");
}

#[test]
fn junit_3_and_jupiter_have_their_own_fixtures() {
    let source = "import junit.framework.TestCase;\n\npublic class A extends TestCase {\n    public void testIt() {\n        a();\n    }\n}\n";
    let edited = add(source, "A", When::AfterEach, &["x();"]);
    let expected = "\
+    @Override
+    protected void tearDown() throws Exception {
+        x();
+        super.tearDown();
+    }
+
";
    assert_eq!(diff(source, &edited), expected);
    let source = "import org.junit.jupiter.api.Test;\n\nclass A\n{\n\t@Test\n\tvoid it()\n\t{\n\t\ta();\n\t}\n\n\t@Nested\n\tclass In\n\t{\n\t\t@Test\n\t\tvoid it()\n\t\t{\n\t\t\ta();\n\t\t}\n\t}\n}\n";
    let edited = add(source, "A$In", When::BeforeEach, &["x();"]);
    let expected = "\
+import org.junit.jupiter.api.BeforeEach;
+\t\t@BeforeEach
+\t\tvoid setUp()
+\t\t{
+\t\t\tx();
+\t\t}
+
";
    assert_eq!(diff(source, &edited), expected);
}

#[test]
fn line_ends_stay_and_names_that_are_taken_are_avoided() {
    let source = TEST.replace('\n', "\r\n");
    let addition = Addition {
        comment: Some("Why.".into()),
        taken: vec!["setUp".into()],
        throws: true,
        ..Addition::new(vec!["Cache.clear();".into()])
    };
    let edited = file(&source).add_to_fixture("a.b.ATest", When::BeforeEach, &addition).unwrap();
    assert_eq!(edited.matches('\n').count(), edited.matches("\r\n").count());
    let expected = "    public void resetSharedState() throws Exception {\r\n        // Why.\r\n        Cache.clear();\r\n";
    assert!(edited.contains(expected), "{edited}");
}

#[test]
fn a_fixture_that_throws_nothing_does_not_get_statements_that_throw() {
    let source = "class A {\n    @Before\n    public void open() {\n        a();\n    }\n}\n";
    let addition = Addition { throws: true, ..Addition::new(vec!["x();".into()]) };
    let edited = file(source).add_to_fixture("A", When::BeforeEach, &addition).unwrap();
    assert!(edited.contains("public void setUp() throws Exception {\n        x();"), "{edited}");
}

#[test]
fn classes_are_named_as_the_file_names_them() {
    let file = file(TEST);
    let name = |package: &str, names: &[&str], class: &str| {
        let (text, imports) =
            Snippet::class(crate::model::ClassName::new(package, names)).in_file(&file, class);
        (text, imports.into_iter().map(|import| import.name).collect::<Vec<_>>())
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(name("java.util", &["List"], "a.b.ATest"), ("List".into(), none.clone()));
    assert_eq!(name("a.b", &["Cache", "Entry"], "a.b.ATest"), ("Cache.Entry".into(), none.clone()));
    assert_eq!(
        name("x.y", &["Cache", "Entry"], "a.b.ATest"),
        ("Cache.Entry".into(), vec!["x.y.Cache".into()])
    );
    assert_eq!(name("x.y", &["List"], "a.b.ATest"), ("x.y.List".into(), none.clone()));
    assert_eq!(name("x.y", &["Inner"], "a.b.ATest"), ("x.y.Inner".into(), none.clone()));
    assert_eq!(name("a.b", &["ATest", "Inner"], "a.b.ATest"), ("Inner".into(), none.clone()));
    assert_eq!(name("java.lang", &["System"], "a.b.ATest"), ("System".into(), none));
}

#[test]
fn names_of_a_piece_of_code_are_found() {
    let source =
        "class A { void m() { List<String> l = Cache.of(NAME).all(x.y); check(l, new Item(), Kind.A); } }";
    let file = file(source);
    let body = file.class("A").unwrap().methods[0].body.clone().unwrap();
    let names = file.names_in(&body);
    let list =
        |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(list(&names.types), "Cache Item Kind List String x");
    assert_eq!(list(&names.methods), "check");
    assert_eq!(list(&names.variables), "Cache Kind NAME l x");
    assert_eq!(file.renamed("A", "B").matches("class B").count(), 1);
}

#[test]
fn diffs_name_paths_below_the_root() {
    let diff = unified_diff("src/A.java", "a\nb", "a\nx\nb");
    assert_eq!(
        diff,
        "--- a/src/A.java\n+++ b/src/A.java\n@@ -1,2 +1,3 @@\n a\n+x\n b\n\\ No newline at end of file\n"
    );
    assert_eq!(unified_diff("A.java", "a", "a"), "");
}
