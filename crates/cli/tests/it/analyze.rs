//! `reenact analyze` as a person meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use reenact_testkit::{Fixture, jdk};
use serde_json::Value;

const CLOCKS: &str = r#"
    package clocks;

    public class Clocks {
        private static int hits;
        static long now() { return System.nanoTime(); }
        static long plain(long given) { System.out.println(System.nanoTime()); return given; }
        static int hit() { return ++hits; }
        static long caller() { return now() + hit(); }
        public static void main(String[] args) { System.out.println(caller() + plain(1)); }
    }
"#;

fn analyze(target: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    let Output { status, stdout, stderr } = command.arg("analyze").arg(target).args(args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn points_with_their_ways_in_every_format() {
    let program = Fixture::parse(CLOCKS).compile(&jdk());
    let (code, text, messages) = analyze(program.classes(), &[]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("points    2: 1 system, 1 internal"), "{text}");
    assert!(
        text.contains(
            "system clocks.Clocks#now()\n  at      Clocks.java:5\n  source  java.lang.System#nanoTime (time)"
        ),
        "{text}"
    );
    let unwrapped = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        unwrapped.contains(
            "2 calls of a source: 1 reach a sink in the same method, 0 through calls and fields, 1 no sink"
        ),
        "{text}"
    );
    let (_, text, _) = analyze(program.classes(), &["--format", "json"]);
    let report = json(&text);
    assert_eq!(report["format"], "reenact.analysis/1");
    assert_eq!(report["points"][1]["method"], "clocks.Clocks#now()");
    assert_eq!(report["points"][1]["chain"][0]["line"], 5);
    assert_eq!(report["points"][0]["writes"][0], "clocks.Clocks#hits");
    let (_, sarif, _) = analyze(program.classes(), &["--format", "sarif"]);
    assert_eq!(json(&sarif)["runs"][0]["results"].as_array().unwrap().len(), 2);
    let (_, page, _) = analyze(program.classes(), &["--format", "html"]);
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("clocks.<wbr>Clocks#<wbr>hit(<wbr>)"),
        "{page}"
    );
}

#[test]
fn methods_are_explained() {
    let program = Fixture::parse(CLOCKS).compile(&jdk());
    let explain = |name: &str| analyze(program.classes(), &["--explain", name]);
    assert!(explain("clocks.Clocks#now").1.contains("is a point: system"));
    let (_, plain, _) = explain("clocks.Clocks#plain");
    assert!(plain.contains("is not a point"), "{plain}");
    let (_, caller, _) = explain("clocks.Clocks#caller");
    assert!(
        caller.contains("calls a point, which answers for itself: system clocks.Clocks#now()"),
        "{caller}"
    );
    let (code, _, messages) = explain("clocks.Clocks#nwo");
    assert_eq!(code, Some(2));
    assert!(messages.contains("did you mean now?"), "{messages}");
}

/// A build must fail on new points only.
#[test]
fn a_baseline_accepts_what_is_there() {
    let old = Fixture::parse(CLOCKS).compile(&jdk());
    let new =
        Fixture::parse(&CLOCKS.replace("return given;", "return given + System.nanoTime();")).compile(&jdk());
    let directory = tempfile::tempdir().unwrap();
    let baseline = directory.path().join("points.json");
    fs::write(&baseline, analyze(old.classes(), &["--format", "json"]).1).unwrap();
    let baseline = baseline.to_str().unwrap();
    assert_eq!(analyze(old.classes(), &["--baseline", baseline]).0, Some(0));
    let (code, text, _) = analyze(new.classes(), &["--baseline", baseline]);
    assert_eq!(code, Some(1));
    assert!(text.contains("new system clocks.Clocks#plain(long)\n  at      Clocks.java:"), "{text}");
    let (code, text, _) = analyze(old.classes(), &["--diff", new.classes().to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(text.contains("Gone\n  system clocks.Clocks#plain(long)\n    Clocks.java:"), "{text}");
}

#[test]
fn catalogs_add_and_overrule() {
    let program = Fixture::parse(CLOCKS).compile(&jdk());
    let directory = tempfile::tempdir().unwrap();
    let catalog = directory.path().join("ours.toml");
    let path = catalog.to_str().unwrap();
    fs::write(&catalog, "[[harmless]]\ncalls = [\"java.lang.System#nanoTime\"]\n").unwrap();
    let (_, text, _) = analyze(program.classes(), &["--catalog", path]);
    assert!(text.contains("points    1: 1 internal"), "{text}");
    fs::write(&catalog, "[[harmless]]\n\ncalls = [\"java.lang.System\"]\n").unwrap();
    let (code, _, messages) = analyze(program.classes(), &["--catalog", path]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("ours.toml:3: a call is written pkg.Class#method"), "{messages}");
}

/// A project's settings speak over what is built in, and the command line over the settings.
#[test]
fn settings_add_and_overrule() {
    let program = Fixture::parse(CLOCKS).compile(&jdk());
    let directory = tempfile::tempdir().unwrap();
    let settings = directory.path().join("reenact.toml");
    let settings = settings.to_str().unwrap();
    fs::write(settings, "[analyze]\nharmless = [\"java.lang.System#nanoTime\"]\n").unwrap();
    let (code, text, messages) = analyze(program.classes(), &["--config", settings]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("points    1: 1 internal"), "{text}");
    let ours = directory.path().join("ours.toml");
    fs::write(
        &ours,
        "[[source]]\nkind = \"system\"\ngroup = \"ours\"\ncalls = [\"java.lang.System#nanoTime\"]\n",
    )
    .unwrap();
    let (_, text, messages) =
        analyze(program.classes(), &["--config", settings, "--catalog", ours.to_str().unwrap()]);
    assert!(text.contains("source  java.lang.System#nanoTime (ours)"), "{text}{messages}");
}

/// Broken input is reported, and the rest is analysed.
#[test]
fn broken_files_do_not_end_it() {
    let program = Fixture::parse(CLOCKS).compile(&jdk());
    let directory = tempfile::tempdir().unwrap();
    let package = directory.path().join("clocks");
    fs::create_dir(&package).unwrap();
    fs::write(package.join("Clocks.class"), program.class_bytes("clocks/Clocks")).unwrap();
    fs::write(package.join("Broken.class"), b"\xca\xfe\xba\xbe\0\0\0").unwrap();
    fs::write(package.join("beans.xml"), "<beans><bean class=").unwrap();
    let (code, text, messages) = analyze(directory.path(), &[]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("points    2"), "{text}");
    assert!(text.contains("warning[xml-unreadable]") && text.contains("Broken"), "{text}");
}

/// Two programs in one run: what the first hides of the second must not be thought to be without points.
#[test]
fn targets_that_hide_each_others_classes_are_reported() {
    let one = Fixture::parse(CLOCKS).compile(&jdk());
    let other = Fixture::parse(
        "package clocks; class Clocks { long now() { return System.nanoTime(); } } class Own {}",
    );
    let other = other.compile(&jdk());
    let (code, text, messages) = analyze(one.classes(), &[other.classes().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{messages}");
    let warning = "warning[own-class-shadowed]";
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(warning) && text.contains("1 of its classes have the names of others"), "{text}");
    assert!(!analyze(one.classes(), &[]).1.contains(warning));
}

/// A project that was not built has nothing to say, and its libraries are not taken for it.
#[test]
fn a_project_that_is_not_built_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    let pom = "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>\
               <groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>";
    fs::write(directory.path().join("pom.xml"), pom).unwrap();
    fs::create_dir_all(directory.path().join("src/main/java")).unwrap();
    let (code, text, messages) = analyze(directory.path(), &[]);
    assert_eq!((code, &*text), (Some(2), ""), "{messages}");
    assert!(messages.contains("g:a is not built") && messages.contains("mvn compile"), "{messages}");
}

/// A wrong directory must not pass for a program without points.
#[test]
fn targets_without_classes_are_refused() {
    let empty = tempfile::tempdir().unwrap();
    let (code, text, messages) = analyze(empty.path(), &[]);
    assert_eq!((code, &*text), (Some(2), ""), "{messages}");
    assert!(messages.contains("has no class files. Build the project first. Run: mvn compile"), "{messages}");
}
