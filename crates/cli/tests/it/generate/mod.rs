//! `reenact generate` as a person meets it: recorded with the real agent, compiled by javac, run by JUnit.
//!
//! The subjects are in `shapes/src`, one package a shape; `scenarios` compares what is generated for them.

mod each_history;
mod each_shape;
mod scenarios;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use reenact_testkit::build::maven::{Coordinates, artifacts};
use reenact_testkit::jdk;
use reenact_testkit::jvm::{Javac, Jdk};
use reenact_wire::plan::ProbePlan;
use serde_json::Value;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

fn reenact() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    command
}

/// Runs to the end; gives code, output and messages.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// All files below a directory, by their path in it.
fn files(root: &Path) -> BTreeMap<String, PathBuf> {
    let (mut found, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(root).unwrap().display().to_string(), path);
            }
        }
    }
    found
}

/// A directory with the shapes' classes and a recording of all scenarios.
struct Recorded {
    directory: tempfile::TempDir,
    jdk: Jdk,
}

impl Recorded {
    fn with(jdk: &Jdk, options: &[&str]) -> Recorded {
        Recorded::of("shapes", jdk, options)
    }

    /// The scenarios of a directory, whose name is also that of their package.
    fn of(name: &str, jdk: &Jdk, options: &[&str]) -> Recorded {
        let directory = tempfile::tempdir().unwrap();
        let sources = files(&Path::new(TESTS).join(name).join("src"));
        let paths: Vec<PathBuf> = sources.values().cloned().collect();
        let classes = directory.path().join("classes");
        Javac::new(jdk).options(["--release", "17", "-parameters"]).compile(&paths, &classes).unwrap();
        let shapes = sources.keys().filter_map(|path| path.strip_suffix("/Scenario.java"));
        let shapes = shapes.filter_map(|path| path.strip_prefix(name)?.strip_prefix('/'));
        let mut command = reenact();
        command.current_dir(directory.path()).args(["record", "--include", &format!("{name}.**")]);
        command.args(["--exclude", &format!("{name}.Main:{name}.*.Scenario"), "--min-statements", "1"]);
        command.args(options).args(["--out", "recording", "--"]).arg(jdk.java());
        command.args(["-cp", "classes", &format!("{name}.Main")]);
        let (code, _, messages) = run(command.args(shapes));
        assert_eq!(code, Some(0), "{messages}");
        Recorded { directory, jdk: jdk.clone() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn generate(&self, out: &str, options: &[&str]) -> (Option<i32>, String, String) {
        let mut command = reenact();
        command.current_dir(self.directory.path()).args(["generate", "recording", "--quiet", "--out", out]);
        run(command.arg("--jdk").arg(&self.jdk.home).args(options))
    }

    fn report(&self, out: &str, options: &[&str]) -> Value {
        let (code, text, messages) = self.generate(out, &[options, &["--format", "json"]].concat());
        assert!(code == Some(0) || code == Some(1), "{messages}");
        serde_json::from_str(&text).unwrap()
    }
}

/// The cases without a test, as lines: reason, number, example.
fn not_delivered(report: &Value) -> String {
    let mut lines: Vec<String> = report["not_delivered"]
        .as_array()
        .unwrap()
        .iter()
        .map(|missing| format!("{} {} ({})\n", missing["cases"], missing["reason"], missing["example"]))
        .collect();
    lines.sort();
    lines.concat()
}

#[test]
fn generating_again_changes_nothing_and_an_edited_file_is_left_alone() {
    let recorded = Recorded::with(&jdk(), &[]);
    let only = ["--method", "shapes.bean.**"];
    let first = recorded.report("tests", &only);
    assert_eq!(first["files"][0]["state"], "new");
    let path = recorded.path("tests").join(first["files"][0]["path"].as_str().unwrap());
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(recorded.report("tests", &only)["files"][0]["state"], "same");

    let edited = text.replace("-4", "-5");
    fs::write(&path, &edited).unwrap();
    let (code, text, _) = recorded.generate("tests", &only);
    assert_eq!(code, Some(1));
    assert!(text.contains("file-edited") && text.contains("PointRecordedTest.java"), "{text}");
    assert_eq!(recorded.report("tests", &only)["files"][0]["state"], "edited");
    assert_eq!(fs::read_to_string(&path).unwrap(), edited);
}

/// Drafts are made on threads that share their caches; the tests and the report must not show it.
/// Tests that are delivered within the time hold, and cases that were not tried are counted.
#[test]
fn a_limit_of_time_leaves_cases_out_and_says_so() {
    let recorded = Recorded::with(&jdk(), &[]);
    let only = ["--method", "shapes.bean.**"];
    let texts = |out: &str| {
        let found = files(&recorded.path(out)).into_iter();
        found.map(|(path, file)| (path, fs::read_to_string(file).unwrap())).collect::<Vec<_>>()
    };
    let all = recorded.report("all", &only);
    let enough = recorded.report("enough", &[&only[..], &["--max-time", "1h"]].concat());
    assert_eq!(texts("all"), texts("enough"));
    assert_eq!(all["cases"], enough["cases"]);
    let states: Vec<&Value> = all["cases"].as_array().unwrap().iter().map(|case| &case["state"]).collect();
    let delivered = states.iter().filter(|state| **state == "delivered").count();
    assert_eq!(all["tests"]["delivered"], delivered);

    let none = recorded.report("none", &[&only[..], &["--max-time", "1ms"]].concat());
    assert_eq!(none["not_delivered"][0]["code"], "out-of-time");
    assert_eq!(none["not_delivered"][0]["cases"], none["invocations"]["recorded"]);
    assert_eq!((&none["tests"]["delivered"], texts("none").len()), (&Value::from(0), 0));
}

#[test]
fn the_number_of_threads_does_not_change_the_output() {
    let recorded = Recorded::with(&jdk(), &[]);
    let generate = |threads: &str| {
        let mut report = recorded.report("tests", &["--threads", threads]);
        let written: BTreeMap<String, String> = files(&recorded.path("tests"))
            .into_iter()
            .map(|(name, path)| (name, fs::read_to_string(path).unwrap()))
            .collect();
        fs::remove_dir_all(recorded.path("tests")).unwrap();
        without_durations(&mut report);
        (report, written)
    };
    let (report, written) = generate("1");
    assert!(report["invocations"]["methods"].as_u64() > Some(50), "{report:#}");
    assert!(written.len() > 30, "{report:#}");
    for threads in ["2", "5"] {
        let (other, others) = generate(threads);
        assert_eq!(others, written, "on {threads} threads");
        assert_eq!(other, report, "on {threads} threads");
    }
}

/// Removes the durations of a report.
fn without_durations(report: &mut Value) {
    match report {
        Value::Object(members) => {
            members.retain(|name, _| !name.ends_with("milliseconds"));
            members.values_mut().for_each(without_durations);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_durations),
        _ => {}
    }
}

#[test]
fn junit_4_and_assertj_are_written_if_asked_for() {
    let recorded = Recorded::with(&jdk(), &[]);
    let report = recorded.report("four", &["--method", "shapes.exceptions.**", "--junit", "4"]);
    assert_eq!((&report["junit"], &report["tests"]["passed"]), (&4.into(), &report["tests"]["written"]));
    let text = fs::read_to_string(recorded.path("four/shapes/exceptions/ParserRecordedTest.java")).unwrap();
    assert!(text.contains("import org.junit.Test;") && text.contains("public class"), "{text}");

    let report = recorded.report("fluent", &["--method", "shapes.values.**", "--assertions", "assertj"]);
    assert_eq!(report["tests"]["passed"], report["tests"]["written"], "{report:#}");
    let text = fs::read_to_string(recorded.path("fluent/shapes/values/ValuesRecordedTest.java")).unwrap();
    assert!(text.contains("assertThat("), "{text}");
}

#[test]
fn usual_mistakes_are_answered_before_any_test_is_run() {
    let recorded = Recorded::with(&jdk(), &[]);
    let (code, text, messages) = recorded.generate("none", &["--method", "shapes.bean.Pint"]);
    assert_eq!((code, &*text), (Some(2), ""), "{messages}");
    assert!(messages.contains("matches shapes.bean.Pint; did you mean shapes.bean.Point?"), "{messages}");

    fs::write(recorded.path("file"), "").unwrap();
    let (code, _, messages) = recorded.generate("file/tests", &["--method", "shapes.bean.**"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("cannot write to") && messages.contains("--out"), "{messages}");
}

/// With Mockito as Maven Central has it.
#[test]
fn stand_ins_are_mocks_if_asked_for_and_mockito_is_there() {
    let recorded = Recorded::with(&jdk(), &[]);
    let only = ["--method", "shapes.proxied.**", "--all-tests", "--stand-ins", "mockito"];
    let (code, _, messages) = recorded.generate("tests", &only);
    assert_eq!(code, Some(2));
    assert!(messages.contains("mockito-core"), "{messages}");

    let jars = artifacts(&[Coordinates::new("org.mockito", "mockito-core", "5.14.2")]).unwrap();
    let class_path = std::iter::once(recorded.path("classes")).chain(jars);
    let class_path = std::env::join_paths(class_path).unwrap().into_string().unwrap();
    let report = recorded.report("tests", &[&only[..], &["--classpath", &class_path]].concat());
    assert_eq!(report["tests"]["kept"], report["tests"]["written"], "{report:#}");
    let text = fs::read_to_string(recorded.path("tests/shapes/proxied/ClinicRecordedTest.java")).unwrap();
    for line in [
        "Owners owners = mock(Owners.class);",
        "when(owners.findById(1)).thenReturn(",
        "doThrow(new IllegalStateException(\"no owner 9\")).when(owners).deleteById(9);",
        "when(owners.count()).thenReturn(2L).thenReturn(1L);",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

/// Objects for tests that people write: each was made once and is what was recorded.
#[test]
fn recorded_objects_become_methods_that_make_them() {
    let recorded = Recorded::with(&jdk(), &[]);
    let bless = std::env::var_os("REENACT_BLESS").is_some();
    let expected = Path::new(TESTS).join("shapes/objects");
    let report = recorded.report("objects", &["--objects", "shapes.monkey.*"]);
    let factories = &report["factories"];
    assert_eq!(factories["kept"], factories["written"], "{report:#}");
    assert_eq!(factories["exact"], factories["kept"], "{report:#}");
    let made = files(&recorded.path("objects"));
    assert!(!made.is_empty(), "{report:#}");
    for (name, path) in &made {
        let (text, wanted) = (fs::read_to_string(path).unwrap(), expected.join(name));
        if bless {
            fs::create_dir_all(wanted.parent().unwrap()).unwrap();
            fs::write(&wanted, &text).unwrap();
        }
        assert_eq!(text, fs::read_to_string(&wanted).unwrap(), "{name}; REENACT_BLESS=1 writes it anew");
    }
    assert_eq!(files(&expected).len(), made.len());
    assert_eq!(recorded.report("objects", &["--objects", "shapes.monkey.*"])["files"][0]["state"], "same");

    // An object that no constructor makes is reported, and an object asked for by number is the one that the call had.
    let refused = recorded.report("refused", &["--objects", "shapes.refused.Doubled"]);
    assert_eq!((&refused["factories"]["kept"], &refused["factories"]["written"]), (&0.into(), &1.into()));
    assert!(not_delivered(&refused).contains("would not be as it was recorded"), "{refused:#}");
    let (code, _, messages) = recorded.generate("none", &["--objects", "shapes.nowhere.*"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("has no object of shapes.nowhere.*"), "{messages}");
}

/// Secrets must not get into tests that are committed.
#[test]
fn a_recording_that_was_not_redacted_is_refused() {
    let recorded = Recorded::with(&jdk(), &["--redact=false"]);
    let (code, _, messages) = recorded.generate("tests", &["--method", "shapes.bean.**"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("--allow-raw"), "{messages}");
    assert!(!recorded.path("tests").exists());
    recorded.report("tests", &["--method", "shapes.bean.**", "--allow-raw"]);
}

/// With a probe plan its rules decide what is masked, and not the options.
#[test]
fn a_recording_whose_plan_masks_nothing_is_refused() {
    let options = "include=shapes.bean.**,exclude=shapes.*.Scenario,min-statements=1,redact=false";
    let plan = ProbePlan::from_options(&options.parse().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("probes.plan");
    fs::write(&path, plan.encode()).unwrap();
    let recorded = Recorded::with(&jdk(), &["--plan", path.to_str().unwrap()]);
    let (code, _, messages) = recorded.generate("tests", &["--method", "shapes.bean.**"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("--allow-raw"), "{messages}");
    assert!(!recorded.path("tests").exists());
    recorded.report("tests", &["--method", "shapes.bean.**", "--allow-raw"]);
}

/// A class path without the recorded classes is another program's.
#[test]
fn a_class_path_without_the_recorded_classes_is_an_error() {
    let recorded = Recorded::with(&jdk(), &[]);
    fs::create_dir(recorded.path("empty")).unwrap();
    let (code, _, messages) = recorded.generate("tests", &["--classpath", "empty"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("--classpath") && messages.contains("empty"), "{messages}");
}

/// Classes change after they were recorded: what still fits becomes tests, and the rest is explained.
#[test]
fn another_version_of_a_class_is_reported_and_the_rest_becomes_tests() {
    let recorded = Recorded::with(&jdk(), &[]);
    let source = recorded.path("Point.java");
    let changed = "package shapes.bean; class Point { private int x; private long z; \
                   public void setX(int x) { this.x = x; } public int distance() { return Math.abs(x); } }";
    fs::write(&source, changed).unwrap();
    Javac::new(&recorded.jdk).compile(&[source], &recorded.path("classes")).unwrap();
    fs::remove_file(recorded.path("classes/shapes/fields/Box.class")).unwrap();
    let report = recorded.report("tests", &[]);
    let reasons = not_delivered(&report);
    assert!(reasons.contains("shapes.bean.Point") && reasons.contains("shapes.fields.Box"), "{reasons}");
    assert!(report["tests"]["kept"].as_u64().unwrap() > 80, "{report:#}");
}

/// Code that uses a package of the JDK which an option exports to it needs that option in its tests, too.
#[test]
fn tests_are_compiled_and_run_with_the_exports_of_the_recorded_jvm() {
    let (jdk, directory) = (jdk(), tempfile::tempdir().unwrap());
    let source = directory.path().join("Address.java");
    let text = "package modules; public class Address { \
                public static boolean check(String text) { \
                String trimmed = text.trim(); return sun.net.util.IPAddressUtil.isIPv4LiteralAddress(trimmed); } \
                public static void main(String[] args) { check(args[0]); } }";
    fs::write(&source, text).unwrap();
    let classes = directory.path().join("classes");
    let export = "java.base/sun.net.util=ALL-UNNAMED";
    Javac::new(&jdk).options(["--add-exports", export]).compile(&[source], &classes).unwrap();
    let mut command = reenact();
    command.current_dir(directory.path()).args(["record", "--method", "modules.Address#check"]);
    command.args(["--out", "recording", "--"]).arg(jdk.java()).args(["--add-exports", export]);
    let (code, _, messages) = run(command.args(["-cp", "classes", "modules.Address", " 10.0.0.1 "]));
    assert_eq!(code, Some(0), "{messages}");
    let report = Recorded { directory, jdk }.report("tests", &[]);
    assert_eq!(report["tests"]["kept"], 1, "{report:#}");
}
