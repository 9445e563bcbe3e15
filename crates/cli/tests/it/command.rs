//! The command as a person meets it: what it prints where, and how it ends.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use reenact_testkit::{Fixture, jdk};
use serde_json::Value;

const SHAPES: &str = r#"
    package geometry;

    public class Main {
        sealed interface Shape permits Circle, Square { double area(); }
        record Circle(double radius) implements Shape { public double area() { return 3 * radius * radius; } }
        record Square(double side) implements Shape { public double area() { return side * side; } }
        static Shape largest;

        static double total(Shape... shapes) {
            double total = 0;
            for (Shape shape : shapes) { total += shape.area(); largest = shape; }
            return total;
        }
        public static void main(String[] args) { System.out.println(total(new Circle(1), new Square(2))); }
    }
"#;

fn reenact() -> Command {
    Command::new(env!("CARGO_BIN_EXE_reenact"))
}

fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn classes(target: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run(reenact().arg("classes").arg(target).args(args))
}

#[test]
fn classes_tells_what_a_program_has() {
    let program = Fixture::parse(SHAPES).compile(&jdk());
    let (code, text, messages) = classes(program.classes(), &[]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("classes  4: 1 interface, 2 records, 1 sealed type, 3 nested"), "{text}");
    assert!(text.contains("geometry.Main#main(java.lang.String[])"), "{text}");
    // All but Main's own constructor and the accessors `radius` and `side`.
    assert!(text.contains("may run  12 of 15 own methods"), "{text}");
}

#[test]
fn classes_speaks_json_with_a_version() {
    let program = Fixture::parse(SHAPES).compile(&jdk());
    let json = |args: &[&str]| -> Value {
        let (code, text, messages) = classes(program.classes(), args);
        assert_eq!(code, Some(0), "{messages}");
        serde_json::from_str(&text).unwrap()
    };
    let summary = json(&["--format", "json"]);
    assert_eq!(summary["format"], "reenact.classes/1");
    assert_eq!(summary["own"]["classes"], 4);
    assert_eq!(summary["own"]["resolved_references"], summary["own"]["references"]);
    assert_eq!(summary["findings"], Value::Array(vec![]));

    let class = json(&["--format", "json", "--show", "geometry.Main$Shape"]);
    assert_eq!(class["format"], "reenact.class/1");
    assert_eq!(class["declaration"], "sealed interface");
    assert_eq!(class["subtypes"], serde_json::json!(["geometry.Main$Circle", "geometry.Main$Square"]));

    let method = json(&["--format", "json", "--show", "geometry.Main#total"]);
    assert_eq!(method["format"], "reenact.methods/1");
    let total = &method["methods"][0];
    assert_eq!(total["callers"], serde_json::json!(["geometry.Main#main(java.lang.String[])"]));
    assert_eq!(total["writes"], serde_json::json!(["geometry.Main#largest"]));
    assert_eq!(
        total["callees"],
        serde_json::json!(["geometry.Main$Circle#area()", "geometry.Main$Square#area()"])
    );
}

#[test]
fn what_is_not_there_is_said_with_the_nearest_name_and_exit_code_2() {
    let program = Fixture::parse(SHAPES).compile(&jdk());
    for (show, advice) in [
        ("geometry.Mian", "did you mean geometry.Main?"),
        ("geometry.Main#totl", "class geometry.Main declares no method totl; did you mean total?"),
        ("geometry.Elephant", "no class geometry.Elephant in"),
    ] {
        let (code, text, messages) = classes(program.classes(), &["--show", show]);
        assert_eq!((code, &*text), (Some(2), ""), "{messages}");
        assert!(messages.contains(advice), "{messages}");
    }
    let (code, _, messages) = classes(Path::new("no/such/place"), &[]);
    assert_eq!(code, Some(2));
    assert!(
        messages.contains("no such file or directory no/such/place; is the project built?"),
        "{messages}"
    );
    let (code, _, messages) = classes(program.classes(), &["--jdk", "no/such/jdk"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("no/such/jdk"), "{messages}");
}

#[test]
fn a_damaged_class_is_reported_and_the_rest_is_read() {
    let program = Fixture::parse(SHAPES).compile(&jdk());
    let directory = tempfile::tempdir().unwrap();
    let package = directory.path().join("geometry");
    std::fs::create_dir(&package).unwrap();
    for name in ["Main", "Main$Shape", "Main$Circle"] {
        std::fs::write(
            package.join(format!("{name}.class")),
            program.class_bytes(&format!("geometry/{name}")),
        )
        .unwrap();
    }
    std::fs::write(package.join("Main$Square.class"), &program.class_bytes("geometry/Main$Square")[..50])
        .unwrap();
    let (code, text, messages) = classes(directory.path(), &[]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("classes  3:"), "{text}");
    assert!(text.contains("geometry.Main$Square  named by"), "{text}");
    assert!(text.contains("warning[") && text.contains("at offset 50"), "{text}");
}

#[test]
fn doctor_speaks_to_people_and_to_programs() {
    let project = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(project.path().join("src/main/java")).unwrap();
    std::fs::write(project.path().join("pom.xml"), "<project/>").unwrap();
    let (code, text, _) = run(reenact().arg("doctor").arg(project.path()));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("JDKs") && text.contains("pom.xml") && text.contains("warning[not-built]"),
        "{text}"
    );
    let (code, text, _) = run(reenact().args(["doctor", "--format", "json"]).arg(project.path()));
    assert_eq!(code, Some(0));
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["format"], "reenact.doctor/1");
    assert_eq!(report["project"]["builds"], serde_json::json!([["Maven", "pom.xml"]]));
    assert_eq!(report["findings"][0]["code"], "not-built");
}

#[test]
fn a_wrong_java_home_is_reported() {
    let nowhere = tempfile::tempdir().unwrap();
    let (_, text, _) = run(reenact().arg("doctor").arg(nowhere.path()).env("JAVA_HOME", nowhere.path()));
    assert!(text.contains("warning[java-home]"), "{text}");
}

#[test]
fn help_has_examples_first_and_names_the_exit_codes() {
    let (code, text, _) = run(reenact().args(["classes", "--help"]));
    assert_eq!(code, Some(0));
    assert!(text.starts_with("Examples:\n  reenact classes target/classes\n"), "{text}");
    let (_, text, _) = run(reenact().arg("--help"));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("Exit codes: 0 success, 1 findings or failing tests, 2 usage or environment"),
        "{text}"
    );
    assert_eq!(run(reenact().arg("clases")).0, Some(2), "a mistyped verb");
}

#[test]
fn a_reader_that_stops_reading_is_not_an_error() {
    let program = Fixture::parse(SHAPES).compile(&jdk());
    let mut child = reenact()
        .args(["classes", "--quiet", "--show", "java.lang.String", "--format", "json"])
        .arg(program.classes())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*String::from_utf8(output.stderr).unwrap()), (Some(0), ""));
}

/// `reenact … 2>&1 | head` ends as without `head`.
#[test]
fn messages_that_are_not_read_change_nothing() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = reenact().args(["classes", "/absent"]).stdout(Stdio::null()).stderr(writer).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn the_demo_runs_anywhere_and_leaves_nothing_behind() {
    let (elsewhere, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut command = reenact();
    command.args(["demo", "--quiet"]).current_dir(elsewhere.path()).env("TMPDIR", temporary.path());
    let (code, text, messages) = run(&mut command);
    assert_eq!((code, &*messages), (Some(0), ""));
    assert!(text.contains("references found") && text.contains("PaymentClient#charge"), "{text}");
    assert!(text.contains("\"$class\": \"dev.reenact.shop.customer.Address\""), "{text}");
    assert!(
        text.contains("It is refused: $: the class \"javax.script.ScriptEngineManager\" is not allowed"),
        "{text}"
    );
    assert!(text.contains("found        1 victim, 1 brittle\n"), "{text}");
    assert!(text.contains("2 of 2 order-dependent tests repaired"), "{text}");
    assert!(text.contains("+++ b/dev/reenact/ledger/RatesTest.java\n"), "{text}");
    let orders = text.split("the repaired tests ran in ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(orders.is_some_and(|orders| orders.parse::<usize>().unwrap() >= 200), "{text}");
    assert!(text.ends_with("All passed in each.\n"), "{text}");
    for directory in [elsewhere.path(), temporary.path()] {
        let left: Vec<_> =
            std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        let left: Vec<_> =
            left.iter().filter(|name| !name.to_string_lossy().starts_with("hsperfdata")).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}

#[test]
fn an_interrupted_demo_leaves_nothing_behind() {
    let temporary = tempfile::tempdir().unwrap();
    // With the signal's default meaning, which tests in the background of a script do not have.
    let mut child = Command::new("env")
        .arg("--default-signal=INT")
        .arg(env!("CARGO_BIN_EXE_reenact"))
        .args(["demo", "--quiet"])
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_building = || {
        let made = std::fs::read_dir(temporary.path()).unwrap().next();
        // Where javac puts the classes: from then on the demo waits for javac.
        made.is_some_and(|made| made.unwrap().path().join("shop").exists())
    };
    while !is_building() {
        assert!(child.try_wait().unwrap().is_none(), "the demo ended before it began");
        std::thread::yield_now();
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert!(!child.wait().unwrap().success());
    let left: Vec<_> =
        std::fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let left: Vec<_> = left.iter().filter(|name| name.to_string_lossy().starts_with("reenact")).collect();
    assert!(left.is_empty(), "left behind: {left:?}");
}
