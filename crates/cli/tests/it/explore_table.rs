//! `reenact explore` on the small methods of `explore/targets.table`: a method in each row, with a condition that an input has to satisfy.
//!
//! A row is `NAME(PARAMETERS) => CONDITION` or `NAME(PARAMETERS) : STATEMENTS => CONDITION`. The comment `missed` marks a condition that
//! no input satisfies, `not found yet` one that some input would, `dropped` one that is satisfied by
//! tests of which some did not hold when they were run again, `either` one that a version of the solver finds and another does not. `$C` is
//! even: the sum and the difference of two integers are both even or both odd. Rows with `|` are members of the class. `$A` to `$D` are numbers that are
//! drawn anew in each run, so that no literal can be guessed; REENACT_SEED repeats a run.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use reenact_testkit::{Fixture, jdk};
use serde_json::Value;

const TABLE: &str = include_str!("../explore/targets.table");

/// Methods that are reached by candidates alone, on a machine without a solver.
const LEAST_WITHOUT_SOLVER: usize = 75;

/// A class of the table.
struct Class {
    source: String,
    /// By method: the mark of its row.
    marks: BTreeMap<String, &'static str>,
}

/// Writes the classes of the table with numbers in them.
fn classes(numbers: &[u64; 4]) -> BTreeMap<String, Class> {
    let mut classes: BTreeMap<String, Class> = BTreeMap::new();
    let mut current = String::new();
    for row in TABLE.lines().filter(|row| !row.is_empty()) {
        if let Some(name) = row.strip_prefix("# ") {
            current = name.to_owned();
            let source = format!("package corpus;\n\npublic class {name} {{\n");
            classes.insert(current.clone(), Class { source, marks: BTreeMap::new() });
            continue;
        }
        let class = classes.get_mut(&current).expect("a row follows the name of its class");
        if let Some(member) = row.strip_prefix("| ") {
            class.source.push_str(&format!("    {member}\n"));
            continue;
        }
        let (row, mark) = row.rsplit_once(" // ").unwrap_or((row, ""));
        let (head, condition) = row.rsplit_once(" => ").expect("a row has a condition");
        let (signature, statements) = head.split_once(") : ").unwrap_or((head, ""));
        let signature = signature.trim_end_matches(')');
        class.source.push_str(&format!(
            "    public static int {signature}) {{\n        {statements}\n        if ({condition})\n            return 1;\n        \
             return 0;\n    }}\n"
        ));
        class.marks.insert(signature[..signature.find('(').unwrap()].to_owned(), mark);
    }
    for class in classes.values_mut() {
        class.source.push_str("}\n");
        for (letter, number) in ["$A", "$B", "$C", "$D"].iter().zip(numbers) {
            class.source = class.source.replace(letter, &number.to_string());
        }
    }
    classes
}

/// The seed of this run and the numbers that follow from it.
pub fn drawn() -> (u64, [u64; 4]) {
    let given = std::env::var("REENACT_SEED").ok().and_then(|seed| seed.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let seed: u64 = given.unwrap_or(now);
    let mut state = seed | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1_000 + (state >> 33) % 20_000
    };
    (seed, [next(), next(), next() / 2 * 2, 20 + next() % 100])
}

/// Protects the solver and the models: every condition that can be satisfied is, whatever its numbers are.
#[test]
fn every_condition_of_the_table_is_satisfied_or_marked() {
    let (seed, numbers) = drawn();
    let classes = classes(&numbers);
    let files: Vec<String> =
        classes.iter().map(|(name, class)| format!("//- corpus/{name}.java\n{}", class.source)).collect();
    let program = Fixture::parse(&files.join("\n")).compile_with(&jdk(), &["-g"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    command
        .args(["--no-store", "--quiet", "explore", "--format", "json", "--time", "600"])
        .arg(program.classes());
    for name in classes.keys() {
        command.args(["--method", &format!("corpus.{name}")]);
    }
    let output = command.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "REENACT_SEED={seed}: {messages}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["methods"].as_array().unwrap();
    let (mut reached, mut wrong) = (0, Vec::new());
    for (name, class) in &classes {
        for (method, mark) in &class.marks {
            let start = format!("corpus.{name}#{method}(");
            let row = rows.iter().find(|row| row["name"].as_str().unwrap().starts_with(&start)).unwrap();
            let is_reached = row["refused"].is_null() && row["missed_lines"].as_array().unwrap().is_empty();
            reached += usize::from(is_reached);
            let (is_expected, may_drop) = (matches!(*mark, "" | "dropped"), *mark == "dropped");
            if is_reached != is_expected && *mark != "either"
                || row["tests"] == 0
                || row["dropped"] != 0 && !may_drop
            {
                wrong.push(format!("{start}…): reached {is_reached}, marked {mark:?}: {row}"));
            }
        }
    }
    if report["solver"].is_null() {
        assert!(reached >= LEAST_WITHOUT_SOLVER, "REENACT_SEED={seed}: {reached} without a solver");
    } else {
        assert!(wrong.is_empty(), "REENACT_SEED={seed}\n{}", wrong.join("\n"));
    }
}
