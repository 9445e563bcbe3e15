//! Attempts to leave the sandbox: by what the JDK offers (`escapes/Escapes.java`), and by system calls
//! (`escapes/RawEscapes.java`, where the JDK can make them). Each row must be refused, and nothing outside may have
//! changed: no content, name, mode, owner, time stamp or extended attribute of a file, no byte received by a socket or
//! pipe, no other process disturbed. Rows of the program's own files must succeed.
//!
//! A row that could not succeed anyway proves nothing. So each row runs without the sandbox as well, as an ordinary user
//! and then with the privileges that this user has in namespaces of its own, and must succeed once, unless
//! [`unconfined::EXPECTED_FAILURES`] has the reason why it cannot.

mod outside;
mod unconfined;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use reenact_host::{Command, Sandbox};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, jdks};

use outside::Outside;

/// The variables with the JVM and the part of a test that runs as an ordinary user.
const JAVA: &str = "REENACT_TEST_ESCAPES_JAVA";
const PART: &str = "REENACT_TEST_ESCAPES";
const NOBODY: &str = "65534";

#[test]
fn nothing_leaves_the_sandbox() {
    for jdk in jdks() {
        let classes = compile(&jdk);
        check(&jdk.java(), classes.path());
    }
}

/// The same as a user without privileges, if the tests run as root.
#[test]
fn nothing_leaves_the_sandbox_of_an_ordinary_user() {
    if rustix::process::geteuid().is_root() {
        run_as_ordinary_user("sandboxed", &jdks().swap_remove(0));
    }
}

#[test]
fn every_attempt_succeeds_without_the_sandbox() {
    let jdk = jdks().into_iter().max_by_key(|jdk| jdk.version.feature).unwrap();
    match rustix::process::geteuid().is_root() {
        // Rows that need no privileges of root must not change this machine.
        true => run_as_ordinary_user("unconfined", &jdk),
        false => unconfined::check(&jdk.java(), compile(&jdk).path()),
    }
}

fn run_as_ordinary_user(part: &str, jdk: &Jdk) {
    let classes = compile(jdk);
    fs::set_permissions(classes.path(), PermissionsExt::from_mode(0o755)).unwrap();
    // The directory that this executable is in may not be that user's to enter.
    let executable = classes.path().join("escapes");
    fs::copy(std::env::current_exe().unwrap(), &executable).unwrap();
    let finished = Command::new("setpriv")
        .args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"])
        .arg(&executable)
        .args(["--exact", "escapes::part_of_an_ordinary_user", "--nocapture", "--test-threads=1"])
        .env(JAVA, jdk.java())
        .env(PART, part)
        .current_dir("/")
        .run(Duration::from_secs(300))
        .unwrap();
    assert!(finished.status.success(), "{}{}", finished.stdout.text(), finished.stderr.text());
    assert!(finished.stdout.text().contains("1 passed"), "{}", finished.stdout.text());
}

/// Runs as an ordinary user, started by another test: the executable is beside the classes.
#[test]
fn part_of_an_ordinary_user() {
    let Some(java) = std::env::var_os(JAVA) else { return };
    let executable = std::env::current_exe().unwrap();
    let classes = executable.parent().unwrap();
    match std::env::var(PART).as_deref() {
        Ok("unconfined") => unconfined::check(java.as_ref(), classes),
        _ => check(java.as_ref(), classes),
    }
}

fn compile(jdk: &Jdk) -> tempfile::TempDir {
    let mut text = format!("//- Escapes.java\n{}\n", include_str!("escapes/Escapes.java"));
    if can_call_natively(jdk.version.feature) {
        text += &format!("//- RawEscapes.java\n{}\n", include_str!("escapes/RawEscapes.java"));
    }
    let program = Fixture::parse(&text).compile(jdk);
    let classes = tempfile::tempdir().unwrap();
    for file in fs::read_dir(program.classes()).unwrap().flatten() {
        fs::copy(file.path(), classes.path().join(file.file_name())).unwrap();
    }
    classes
}

fn can_call_natively(feature: u32) -> bool {
    feature >= 22 && cfg!(target_arch = "x86_64")
}

/// Runs all rows in a sandbox, and checks their answers and what is outside.
fn check(java: &Path, classes: &Path) {
    let rows = rows(classes);
    let outside = Outside::new(rows.iter());
    let inside = inside();
    let home = java.parent().unwrap().parent().unwrap();
    let running = program(Command::new(java), classes, inside.path(), &outside)
        .sandbox(Sandbox {
            writable: vec![inside.path().to_owned()],
            programs: vec![home.canonicalize().unwrap()],
            network: false,
        })
        .spawn()
        .unwrap();
    assert_eq!(running.confinement().gaps, [""; 0], "the kernel of this machine has all parts");
    let finished = running.wait(Duration::from_secs(120)).unwrap();
    let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
    let answers = answers(&stdout);
    let mut wrong = Vec::new();
    for row in &rows {
        let expected = if row.is_own() { "done" } else { "refused" };
        match answers.get(row.name.as_str()) {
            Some((answer, _)) if *answer == expected => {}
            answer => wrong.push(format!("{}: {answer:?}", row.name)),
        }
    }
    wrong.extend(outside.changes().all());
    assert!(wrong.is_empty(), "{}\n{stdout}{stderr}", wrong.join("\n"));
    assert!(rows.len() > 50, "{}", rows.len());
}

/// Returns a directory of the program's own.
fn inside() -> tempfile::TempDir {
    let inside = tempfile::tempdir().unwrap();
    fs::write(inside.path().join("mine"), "mine").unwrap();
    inside
}

/// Adds the arguments of a JVM and its environment to a command.
fn program(command: Command, classes: &Path, inside: &Path, outside: &Outside) -> Command {
    let has_raw_rows = classes.join("RawEscapes.class").exists();
    let command = command
        .args(["-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+UseSerialGC"])
        .arg(format!("-Djava.io.tmpdir={}", inside.display()))
        .arg(format!("-Duser.home={}", outside.home().display()))
        .args(has_raw_rows.then_some("--enable-native-access=ALL-UNNAMED"));
    let command = outside.environment(command).arg("-cp").arg(classes).arg("Escapes");
    command.args(has_raw_rows.then_some("RawEscapes")).env("INSIDE", inside).current_dir(inside)
}

/// Returns the answer and the details of each row.
fn answers(stdout: &str) -> BTreeMap<&str, (&str, &str)> {
    let lines = stdout.lines().filter_map(|line| {
        let (name, rest) = line.split_once('\t')?;
        Some((name, rest.split_once('\t')?))
    });
    lines.collect()
}

/// One attempt.
struct Row {
    name: String,
    /// True if it needs another process.
    has_victim: bool,
}

impl Row {
    /// True for what a program may do in a sandbox.
    fn is_own(&self) -> bool {
        self.name.strip_prefix("raw:").unwrap_or(&self.name).starts_with("own:")
    }
}

/// Returns all rows, from the sources: a program that ends early is noticed.
fn rows(classes: &Path) -> Vec<Row> {
    let named = |source: &str, prefix: &str| -> Vec<Row> {
        let calls = source.split("        row(\"").skip(1);
        let row = |call: &str| Row {
            name: format!("{prefix}{}", call.split('"').next().unwrap()),
            has_victim: call.contains("victim("),
        };
        calls.map(row).collect()
    };
    let mut rows = named(include_str!("escapes/Escapes.java"), "");
    if classes.join("RawEscapes.class").exists() {
        rows.extend(named(include_str!("escapes/RawEscapes.java"), "raw:"));
    }
    rows
}
