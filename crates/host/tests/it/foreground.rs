//! Programs in the foreground, on a real terminal: `script` gives us one, and a byte 3 typed into it is
//! Ctrl-C.
//!
//! Each test starts this executable again in the role of a program that runs another in the foreground,
//! says how that ended, and ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use reenact_testkit::{Fixture, jdks};

const ROLE: &str = "REENACT_TEST_FOREGROUND";
const SEPARATOR: char = '\u{1f}';

/// In the role: runs the command in the foreground.
#[test]
fn role() {
    let Ok(words) = std::env::var(ROLE) else { return };
    let mut words = words.split(SEPARATOR);
    let command = reenact_host::Command::new(words.next().unwrap()).args(words);
    let status = command.run_in_foreground().unwrap();
    println!("role saw: {status}");
}

/// This executable in the role, as one line for a shell; it leaves nothing else on standard output.
fn in_role() -> String {
    let executable = std::env::current_exe().unwrap();
    // As tests in the background of a script do not have it, the signals' default meaning.
    let signals = "env --default-signal=INT,TERM,HUP,QUIT";
    format!("exec {signals} '{}' --exact foreground::role --nocapture --test-threads=1", executable.display())
}

struct Session {
    child: Child,
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Session {
    /// Runs words in the foreground, on a terminal of its own.
    fn on_terminal(words: &[&str]) -> Session {
        let mut command = Command::new("script");
        command.args(["--quiet", "--echo", "never", "--command"]).arg(in_role()).arg("/dev/null");
        Session::start(command, words)
    }

    /// Runs words in the foreground, without a terminal.
    fn on_pipes(words: &[&str]) -> Session {
        let mut command = Command::new("sh");
        command.arg("-c").arg(in_role());
        Session::start(command, words)
    }

    fn start(mut command: Command, words: &[&str]) -> Session {
        command.env(ROLE, words.join(&SEPARATOR.to_string()));
        for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
            command.env_remove(variable);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Session { child, input, output }
    }

    fn type_in(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
        self.input.flush().unwrap();
    }

    /// Reads up to a line that ends so; gives the lines before it.
    fn read_up_to(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).unwrap();
            assert!(length > 0, "it ended before it said `{end}`; it said {lines:?}");
            let line = line.trim_end().to_owned();
            // The test harness says `test role ... ` without a line break.
            if line.ends_with(end) {
                return lines;
            }
            lines.push(line);
        }
    }

    fn rest(mut self) -> String {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        self.child.wait().unwrap();
        rest
    }

    fn send(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

/// Says when it is interrupted, reads lines until one is `end`, and then fails in its own way.
const READER: &str = "trap 'echo interrupted' INT; echo up
    while :; do if read line; then echo \"read $line\"; [ \"$line\" = end ] && exit 7; fi; done";

#[test]
fn ctrl_c_reaches_the_program_once_and_it_has_the_terminal() {
    let mut session = Session::on_terminal(&["sh", "-c", READER]);
    session.read_up_to("up");
    session.type_in(b"\x03");
    session.read_up_to("interrupted");
    session.type_in(b"end\n");
    let rest = session.rest();
    assert!(rest.contains("read end") && rest.contains("role saw: exit status: 7"), "{rest}");
    assert!(!rest.contains("interrupted"), "once: {rest}");
}

#[test]
fn a_second_ctrl_c_ends_a_program_that_ignores_the_first() {
    let script = "sh -c 'trap \"\" INT; echo up; exec sleep 1000' &
        trap 'echo ignored' INT; while :; do read line; done";
    let mut session = Session::on_terminal(&["sh", "-c", script]);
    session.read_up_to("up");
    // Mostly twice. Two that are pending at once are one, and the first may come before the trap.
    let mut line = String::new();
    while !line.contains("role saw") {
        session.type_in(b"\x03");
        line.clear();
        session.output.read_line(&mut line).unwrap();
    }
    assert!(line.contains("role saw: signal: "), "{line}");
    // It ends when no process holds the terminal any more: the child in the background has ended too.
    session.rest();
}

#[test]
fn a_signal_sent_to_us_alone_is_handed_on() {
    for (signal, name) in [("-INT", "INT"), ("-TERM", "TERM"), ("-HUP", "HUP"), ("-QUIT", "QUIT")] {
        let script = format!("trap 'echo got {name}; exit 9' {name}; echo up; while :; do read line; done");
        let mut session = Session::on_pipes(&["sh", "-c", &script]);
        session.read_up_to("up");
        session.send(signal);
        // `read` continues, and the trap is run, when a line comes; some shells do not wait for it, and are gone.
        let _ = session.input.write_all(b"\n").and_then(|()| session.input.flush());
        let rest = session.rest();
        assert!(rest.contains(&format!("got {name}")), "{rest}");
        assert!(rest.contains("role saw: exit status: 9"), "{rest}");
    }
}

#[test]
fn what_a_program_leaves_running_is_ended_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let (pipe, ready) = (directory.path().join("pipe"), directory.path().join("ready"));
    assert!(Command::new("mkfifo").args([&pipe, &ready]).status().unwrap().success());
    let script = format!(
        "sh -c 'trap \"echo in order >&3; exit\" TERM; exec 3>{}; echo >{ready}; while :; do sleep 0.01; done' &
         read line <{ready}; exit 3",
        pipe.display(),
        ready = ready.display()
    );
    let session = Session::on_pipes(&["sh", "-c", &script]);
    // Read to its end, which is when no process holds it open any more.
    assert_eq!(std::fs::read_to_string(&pipe).unwrap(), "in order\n");
    let rest = session.rest();
    assert!(rest.contains("role saw: exit status: 3"), "{rest}");
}

#[test]
fn a_java_program_runs_its_shutdown_hooks_and_its_code_is_returned() {
    const HOOK: &str = r#"
        public class Main {
            public static void main(String[] args) throws Exception {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                System.out.println("up");
                System.in.read();
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(HOOK).compile(&jdk);
        let java = jdk.java();
        let words = [java.to_str().unwrap(), "-cp", program.classes().to_str().unwrap(), "Main"];
        let mut session = Session::on_terminal(&words);
        session.read_up_to("up");
        session.type_in(b"\x03");
        let rest = session.rest();
        assert_eq!(rest.matches("hook").count(), 1, "{rest}");
        assert!(rest.contains("role saw: exit status: 130"), "{rest}");
    }
}
