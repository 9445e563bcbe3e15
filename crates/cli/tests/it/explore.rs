//! `reenact explore` on small methods. A line that no input can reach has the comment `missed`, one that is reached with an SMT solver
//! alone `solver`, a line whose exception looks like a bug the comment `bug`. `$A`, `$B` and `$C` are numbers that are drawn anew in each run, so that no literal can be guessed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use reenact_testkit::{Fixture, Program, jdk};
use serde_json::Value;

use crate::explore_table::drawn;

const TARGETS: &[(&str, &str)] = &[
    ("listing1.Listing1", include_str!("../explore/Listing1.java")),
    ("listing5.Listing5", include_str!("../explore/Listing5.java")),
    ("listing6.Listing6", include_str!("../explore/Listing6.java")),
    ("listing7.Listing7", include_str!("../explore/Listing7.java")),
    ("listing12.Listing12", include_str!("../explore/Listing12.java")),
    ("listing13.Listing13", include_str!("../explore/Listing13.java")),
    ("listing16.Listing16", include_str!("../explore/Listing16.java")),
    ("numbers.Numbers", include_str!("../explore/Numbers.java")),
    ("references.References", include_str!("../explore/References.java")),
    ("switches.Switches", include_str!("../explore/Switches.java")),
    ("texts.Texts", include_str!("../explore/Texts.java")),
];

/// The targets with numbers in them, and the seed of the numbers.
fn targets() -> (u64, Vec<(&'static str, String)>) {
    let (seed, [a, b, c, _]) = drawn();
    let fill = |text: &str| {
        text.replace("$A", &a.to_string()).replace("$B", &b.to_string()).replace("$C", &c.to_string())
    };
    (seed, TARGETS.iter().map(|(class, text)| (*class, fill(text))).collect())
}

fn compile(targets: &[(&str, String)]) -> Program {
    let files: Vec<String> =
        targets.iter().map(|(class, text)| format!("//- {}.java\n{text}", class.replace('.', "/"))).collect();
    Fixture::parse(&files.join("\n")).compile_with(&jdk(), &["-g"])
}

fn explore(classes: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    command.args(["--no-store", "--quiet", "explore"]).arg(classes).args(arguments);
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Lines of a source with a comment.
fn marked(text: &str, mark: &str) -> BTreeSet<u64> {
    (1..).zip(text.lines()).filter(|(_, line)| line.ends_with(mark)).map(|(number, _)| number).collect()
}

#[test]
fn all_lines_without_a_mark_are_reached_and_the_tests_pass() {
    let (seed, targets) = targets();
    let program = compile(&targets);
    let out = tempfile::tempdir().unwrap();
    // The number of runs is the limit, so that a busy machine finds as much.
    let mut arguments = vec!["--format", "json", "--time", "600", "--out", out.path().to_str().unwrap()];
    for (class, _) in &targets {
        arguments.extend(["--method", *class]);
    }
    let (code, text, messages) = explore(program.classes(), &arguments);
    assert_eq!(code, Some(0), "seed {seed}: {messages}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["format"], "reenact.explore/1");
    let rows = report["methods"].as_array().unwrap();
    let mut wrong = Vec::new();
    for (class, text) in &targets {
        let own = rows.iter().filter(|row| row["name"].as_str().unwrap().starts_with(&format!("{class}#")));
        let (mut missed, mut suspected) = (BTreeSet::new(), BTreeSet::new());
        for row in own {
            missed.extend(row["missed_lines"].as_array().unwrap().iter().map(|line| line.as_u64().unwrap()));
            let places = row["suspected"].as_array().unwrap().iter();
            suspected.extend(places.filter_map(|place| place["line"].as_u64()));
            if row["tests"] == 0 || row["dropped"] != 0 {
                wrong.push(format!("{}: {} tests, {} dropped", row["name"], row["tests"], row["dropped"]));
            }
        }
        for (kind, found, mark) in [("missed", missed, "// missed"), ("bug", suspected, "// bug")] {
            let mut expected = marked(text, mark);
            if kind == "missed" && report["solver"].is_null() {
                expected.extend(marked(text, "// solver"));
            }
            if found != expected {
                wrong.push(format!("{class}: {kind} at {found:?}, expected {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "REENACT_SEED={seed}\n{}", wrong.join("\n"));
    // The mock class of the paper's listing 10.
    let stand_in = std::fs::read_to_string(out.path().join("listing7/AIAndJStandIn.java")).unwrap();
    assert!(stand_in.contains("@A\nclass AIAndJStandIn implements I, J {"), "{stand_in}");
    let unseen = rows.iter().find(|row| row["name"].as_str().unwrap().contains("#unseen(")).unwrap();
    let reasons = unseen["unsolved"].to_string();
    assert!(reasons.contains("@listing7.Unseen is not retained at run time"), "{reasons}");
}

#[test]
fn without_stand_ins_less_is_reached() {
    let (_, targets) = targets();
    let program = compile(&targets);
    let arguments = ["--format", "json", "--no-stand-ins", "--method", "listing1.Listing1#foo"];
    let (code, text, messages) = explore(program.classes(), &arguments);
    assert_eq!(code, Some(0), "{messages}");
    let report: Value = serde_json::from_str(&text).unwrap();
    let row = &report["methods"][0];
    assert!(row["lines"]["covered"].as_u64() < row["lines"]["all"].as_u64(), "{row}");
    assert!(row["stand_ins"].as_array().unwrap().is_empty());
    assert!(row["unsolved"].to_string().contains("no existing class fits"), "{row}");
}

const BAD: &str = r#"
    package bad;

    public class Bad {
        public static int forever(int a) { while (true) { if (a == 1) a = 1; } }
        public static int recursion(int a) { return recursion(a + 1); }
        public static int exit(int a) { if (a == 7) System.exit(3); return 1; }
        public static int file(int a) throws Exception {
            new java.io.FileWriter("/tmp/reenact-explore-was-here").close();
            return a;
        }
        public static synchronized int waits(int a) throws Exception { if (a == 9) Bad.class.wait(); return 2; }
    }
"#;

/// Protects the machine, and the rest of the methods, from code that does not end or wants out.
#[test]
fn bad_methods_are_bounded_and_reported() {
    let program = Fixture::parse(BAD).compile_with(&jdk(), &["-g"]);
    let (code, text, messages) = explore(program.classes(), &["--format", "json", "--method", "bad.Bad"]);
    assert_eq!(code, Some(0), "{messages}");
    let report: Value = serde_json::from_str(&text).unwrap();
    let row = |name: &str| {
        let rows = report["methods"].as_array().unwrap();
        rows.iter().find(|row| row["name"].as_str().unwrap().contains(&format!("#{name}("))).unwrap()
    };
    assert_eq!(row("forever")["tests"], 0);
    // Its log ends where the stack overflows.
    assert_eq!(row("recursion")["tests"], 0);
    assert!(row("recursion")["lost"].to_string().contains("did not return"), "{}", row("recursion"));
    assert!(row("exit")["failed"].to_string().contains("exited with code 3"), "{}", row("exit"));
    assert_eq!(row("exit")["tests"], 1);
    assert_eq!(row("waits")["tests"], 1, "{}", row("waits"));
    if report["without_files"] == true {
        assert!(!Path::new("/tmp/reenact-explore-was-here").exists());
    }
}

#[test]
fn mistakes_are_named() {
    let program = Fixture::parse(BAD).compile_with(&jdk(), &["-g"]);
    let (code, _, messages) = explore(program.classes(), &["--method", "bad.Bda#exit"]);
    assert_eq!(code, Some(2));
    assert!(
        messages.contains("no class bad.Bda") && messages.contains("did you mean bad.Bad?"),
        "{messages}"
    );
    let (code, _, messages) = explore(program.classes(), &["--method", "bad.Bad#exxit"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("did you mean exit?"), "{messages}");
}

#[test]
fn the_survey_counts_patterns() {
    let (_, targets) = targets();
    let program = compile(&targets);
    let (code, text, messages) = explore(program.classes(), &["--survey", "--format", "json"]);
    assert_eq!(code, Some(0), "{messages}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["format"], "reenact.explore-survey/1");
    // Listings 1, 5 (Topic after Queue is also a parameter test), 6, 7 and 16; listing 12 has types of the JDK alone.
    assert_eq!(report["patterns"]["p1"], 4, "{}", report["type_tests"]);
    assert_eq!(report["annotations"][0]["is_annotation_present"], 3);
}
