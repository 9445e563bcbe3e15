//! Processes that must not survive hold a named pipe open for writing: a reader sees its end when,
//! and only when, the last of them is gone.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;

use super::*;

const AMPLE: Duration = Duration::from_secs(60);

/// Opens the pipe `$0`, starts a child that holds it too, says so and hangs. Who is not ended says
/// so as well, after a time that no test that passes waits for.
const HANGS_WITH_CHILD: &str = r#"
    exec 3>"$0"
    sh -c 'sleep 100; echo child survived >&3' &
    echo up >&3
    sleep 100; echo survived >&3
"#;

fn sh(script: &str) -> Command {
    Command::new("sh").arg("-c").arg(script)
}

struct Pipe {
    path: PathBuf,
    _directory: tempfile::TempDir,
}

fn pipe() -> Pipe {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&path).run(AMPLE).unwrap().status.success());
    Pipe { path, _directory: directory }
}

/// Opens the reading end: returns once the other is open.
fn reader(pipe: &Pipe) -> BufReader<File> {
    BufReader::new(File::open(&pipe.path).unwrap())
}

fn next_line(reader: &mut BufReader<File>) -> Option<String> {
    let mut line = String::new();
    (reader.read_line(&mut line).unwrap() > 0).then_some(line)
}

#[test]
fn output_status_and_input() {
    let finished = sh("cat; echo out; echo err >&2; exit 3").input("in\n").run(AMPLE).unwrap();
    assert_eq!(finished.stdout.text(), "in\nout\n");
    assert_eq!(finished.stderr.text(), "err\n");
    assert_eq!(finished.status.code(), Some(3));
}

#[test]
fn both_streams_are_drained_and_bounded() {
    let script = "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo end";
    let finished = sh(script).keep_output(1000).run(AMPLE).unwrap();
    assert_eq!(finished.stdout.bytes().len(), 1000);
    assert_eq!(finished.stdout.left_out(), 3_000_004 - 1000);
    assert!(finished.stdout.text().ends_with("end\n"));
    assert_eq!(finished.stderr.left_out(), 3_000_000 - 1000);
}

#[test]
fn input_that_is_not_read_does_no_harm() {
    assert!(sh("exit 0").input(vec![0; 1 << 20]).run(AMPLE).unwrap().status.success());
}

#[test]
fn what_hangs_is_ended_with_its_children_when_its_time_is_up() {
    let pipe = pipe();
    let script = format!("echo hello >&2\n{HANGS_WITH_CHILD}");
    let running = sh(&script).arg(&pipe.path).spawn().unwrap();
    let mut reader = reader(&pipe);
    assert_eq!(next_line(&mut reader).as_deref(), Some("up\n"));
    let error = running.wait(Duration::ZERO).unwrap_err();
    assert_eq!(next_line(&mut reader), None);
    let message = error.to_string();
    assert!(
        message.ends_with("did not end within 0ns and was stopped; its last line was: hello"),
        "{message}"
    );
}

#[test]
fn what_is_dropped_is_ended_with_its_children() {
    let pipe = pipe();
    let running = sh(HANGS_WITH_CHILD).arg(&pipe.path).spawn().unwrap();
    let mut reader = reader(&pipe);
    assert_eq!(next_line(&mut reader).as_deref(), Some("up\n"));
    drop(running);
    assert_eq!(next_line(&mut reader), None);
}

#[test]
fn children_do_not_outlive_a_program_that_ends_by_itself() {
    let pipe = pipe();
    let script = "exec 3>\"$0\"; sh -c 'sleep 100; echo child survived >&3' & echo up >&3; echo done";
    let running = sh(script).arg(&pipe.path).spawn();
    let mut reader = reader(&pipe);
    assert_eq!(next_line(&mut reader).as_deref(), Some("up\n"));
    // The child also holds standard output, which must not keep us waiting.
    let finished = running.unwrap().wait(AMPLE).unwrap();
    assert_eq!(finished.stdout.text(), "done\n");
    assert_eq!(next_line(&mut reader), None);
}

#[test]
fn a_signal_that_ends_us_ends_our_children_too() {
    const PIPE: &str = "REENACT_TEST_PIPE";
    // In the role of the program that is interrupted:
    if let Some(pipe) = std::env::var_os(PIPE) {
        let _ = sh(HANGS_WITH_CHILD).arg(pipe).run(AMPLE);
        unreachable!("the signal should have ended this process");
    }
    let this_test = "process::tests::a_signal_that_ends_us_ends_our_children_too";
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let pipe = pipe();
        // Started by plain means, so in no group of ours; and with the signals' default meaning, which
        // tests in the background of a script do not have.
        let mut us = std::process::Command::new("env")
            .arg("--default-signal=INT,TERM,HUP")
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", this_test])
            .env(PIPE, &pipe.path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut reader = reader(&pipe);
        assert_eq!(next_line(&mut reader).as_deref(), Some("up\n"));
        let kill = sh(&format!("kill -{signal} {}", us.id())).run(AMPLE).unwrap();
        assert!(kill.status.success(), "{}", kill.stderr.text());
        assert_eq!(us.wait().unwrap().signal(), Some(number), "ends as the signal would have ended it");
        assert_eq!(next_line(&mut reader), None);
    }
}

#[test]
fn an_ignored_signal_stays_ignored() {
    const ROLE: &str = "REENACT_TEST_IGNORES";
    if std::env::var_os(ROLE).is_some() {
        // The first child installs the signal thread; the second sends us the signal.
        assert!(sh("kill -HUP $PPID").run(AMPLE).unwrap().status.success());
        assert!(sh("kill -HUP $PPID").run(AMPLE).unwrap().status.success());
        return;
    }
    let finished = sh("trap '' HUP; exec \"$0\" --exact process::tests::an_ignored_signal_stays_ignored")
        .arg(std::env::current_exe().unwrap())
        .env(ROLE, "1")
        .run(AMPLE)
        .unwrap();
    assert!(finished.status.success(), "{}", finished.stdout.text());
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let error = Command::new("/nowhere/javac").arg("-version").run(AMPLE).unwrap_err();
    assert_eq!(error.to_string(), "cannot run `javac -version`: No such file or directory (os error 2)");
}

#[test]
fn a_long_command_line_is_shortened() {
    let line = Command::new("/usr/bin/java").args(["x".repeat(150), "é".repeat(150)]).to_string();
    assert!(line.starts_with("java xxx") && line.ends_with("é …") && line.chars().count() == 202, "{line}");
}
