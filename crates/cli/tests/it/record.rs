//! `reenact record` as a person meets it, with the real agent in real JVMs.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Output, Stdio};

use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, Program, jdk, jdks};
use serde_json::Value;

/// Answers each line it reads, and ends as its argument says.
const SUBJECT: &str = r#"
    package com.acme.app;

    import java.io.*;

    public class Main {
        public static int twice(int number) {
            int result = number;
            result += number;
            return result;
        }

        public static void main(String[] args) throws IOException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            System.out.println("up");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(twice(Integer.parseInt(line)));
            }
            System.err.println("bye");
            System.exit(Integer.parseInt(args[0]));
        }
    }
"#;

fn without_variables(mut command: Command) -> Command {
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    command
}

fn reenact() -> Command {
    // As tests in the background of a script do not have it, the signals' default meaning.
    let mut command = without_variables(Command::new("env"));
    command.arg("--default-signal=INT,TERM").arg(env!("CARGO_BIN_EXE_reenact"));
    command
}

/// `reenact record` with the usual options, in this directory.
fn record(directory: &Path, options: &[&str]) -> Command {
    let mut command = reenact();
    command.current_dir(directory).args(["record", "--include", "com.acme.**"]).args(options);
    command
}

fn subject(jdk: &Jdk) -> (Program, [String; 4]) {
    let program = Fixture::parse(SUBJECT).compile(jdk);
    let words = [jdk.java().display().to_string(), "-cp".into(), program.classes().display().to_string()];
    let [java, option, class_path] = words;
    (program, [java, option, class_path, "com.acme.app.Main".into()])
}

/// The subject as a running JVM, which waits for input.
fn started(directory: &Path) -> (Program, Running) {
    let (program, words) = subject(&jdk());
    let mut command = without_variables(Command::new(&words[0]));
    command.args(&words[1..]).arg("0").current_dir(directory);
    let mut running = Running::start(command);
    assert_eq!(running.answer(), "up");
    (program, running)
}

/// Runs to the end with this input; gives code, output and messages.
fn run(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
    messages: BufReader<ChildStderr>,
}

impl Running {
    fn start(mut command: Command) -> Running {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let messages = BufReader::new(child.stderr.take().unwrap());
        Running { child, output, messages }
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.child.stdin.as_ref().unwrap(), "{line}").unwrap();
        self.answer()
    }

    fn answer(&mut self) -> String {
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer.trim_end().to_owned()
    }

    fn message_with(&mut self, part: &str) -> String {
        let mut messages = self.messages.by_ref().lines().map(Result::unwrap);
        messages.find(|line| line.contains(part)).unwrap_or_else(|| panic!("no message with {part}"))
    }

    fn send(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    fn end(mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        self.child.wait().unwrap().code()
    }
}

#[test]
fn a_java_program_is_recorded_and_otherwise_as_it_was() {
    for jdk in jdks() {
        let (_program, words) = subject(&jdk);
        let here = tempfile::tempdir().unwrap();
        let options = ["--out", "recording", "--summary", "summary.json", "--"];
        let mut command = record(here.path(), &options);
        let (code, output, messages) = run(command.args(&words).arg("3"), "4\n21\n");
        assert_eq!((code, &*output), (Some(3), "up\n8\n42\nhook\n"), "{messages}");
        let (own, ours) = messages.split_once('\n').unwrap();
        assert_eq!(own, "bye");
        // The second call has the shape of the first.
        assert!(ours.starts_with("reenact: probe plan: 2 methods of 1 class\nreenact: recorded "), "{ours}");
        assert!(ours.contains(" of 2 methods in recording ("), "{ours}");
        // The body of the lambda.
        let end = "; reenact inspect recording\nleft out: 1 method: 1 synthetic\n";
        assert!(ours.ends_with(end), "{ours}");
        assert!(here.path().join("recording/segment-00000.rnrec").is_file());
        let summary = json(&here.path().join("summary.json"));
        assert_eq!(summary["format"], "reenact.recorded/1");
        assert_eq!(summary["exit_code"], 3);
        assert_eq!(summary["findings"], Value::Array(vec![]));
        let recording = &summary["recordings"][0];
        assert_eq!(recording["directory"], "recording");
        assert_eq!(recording["main_class"], "com.acme.app.Main");
        assert_eq!(recording["ended"], "exit");
        let (code, text, messages) =
            run(reenact().current_dir(here.path()).args(["inspect", "recording"]), "");
        assert_eq!(code, Some(0), "{messages}");
        assert!(text.contains("com.acme.app.Main#twice(int)"), "{text}");
    }
}

#[test]
fn a_recording_is_not_overwritten_unless_forced() {
    let (_program, words) = subject(&jdk());
    let here = tempfile::tempdir().unwrap();
    let again = |options: &[&str]| run(record(here.path(), options).arg("--").args(&words).arg("0"), "1\n");
    assert_eq!(again(&["--quiet"]), (Some(0), "up\n2\nhook\n".into(), "bye\n".into()));
    let (code, output, messages) = again(&[]);
    assert_eq!((code, &*output), (Some(2), ""), "the subject does not run");
    assert!(messages.contains("reenact-recording holds a recording already"), "{messages}");
    assert_eq!(again(&["--force"]).0, Some(0));
}

#[test]
fn every_jvm_of_a_script_has_a_recording_of_its_own() {
    let (_program, [java, option, class_path, main]) = subject(&jdk());
    let here = tempfile::tempdir().unwrap();
    let script = format!(
        "echo 1 | '{java}' {option} '{class_path}' {main} 0; echo 2 | '{java}' {option} '{class_path}' {main} 0
         '{java}' -version; exit 5"
    );
    // White space in the path of the agent's options must arrive.
    let options = ["--out", "of all", "--summary", "summary.json", "--", "sh", "-c", &script];
    let (code, output, messages) = run(&mut record(here.path(), &options), "");
    assert_eq!((code, &*output), (Some(5), "up\n2\nhook\nup\n4\nhook\n"), "{messages}");
    assert!(
        messages.contains("in 2 JVMs") && messages.contains("1 JVM recorded no invocation"),
        "{messages}"
    );
    let summary = json(&here.path().join("summary.json"));
    let recordings = summary["recordings"].as_array().unwrap();
    assert_eq!((recordings.len(), &summary["empty_jvms"]), (2, &Value::from(1)));
    for recording in recordings {
        assert_eq!(recording["directory"], format!("of all/{}", recording["pid"]));
    }
    assert_eq!(fs::read_dir(here.path().join("of all")).unwrap().count(), 2, "the empty one is removed");

    // Together they are one input.
    let inspect = |more: &[&str]| {
        let mut command = reenact();
        command.current_dir(here.path()).arg("inspect").args(more);
        let (code, output, messages) = run(&mut command, "");
        assert_eq!(code, Some(0), "{messages}");
        output
    };
    let whole: Value = serde_json::from_str(&inspect(&["of all", "--format", "json"])).unwrap();
    let counts = |key: &str| {
        whole["recordings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one[key].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    let (counted, first, last) = (counts("invocations"), counts("first"), counts("last"));
    assert_eq!(whole["invocations"]["count"], counted.iter().sum::<u64>());
    assert!(first.len() == 2 && last[0] < first[1], "{first:?} {last:?}");
    let of_twice = whole["methods"]
        .as_array()
        .unwrap()
        .iter()
        .find(|method| method["name"] == "com.acme.app.Main#twice(int)");
    assert_eq!(of_twice.unwrap()["invocations"], 2, "a method of both JVMs is one");
    let shown = inspect(&["of all", "--show", &last[1].to_string()]);
    assert!(shown.contains(&format!("Invocation {}", last[1])), "{shown}");
    let directories: Vec<&str> = recordings.iter().map(|one| one["directory"].as_str().unwrap()).collect();
    let named = inspect(&[directories[1], directories[0], "of all", "--invocations"]);
    assert_eq!(
        named.lines().skip(1).collect::<Vec<_>>(),
        inspect(&["of all", "--invocations"]).lines().skip(1).collect::<Vec<_>>()
    );
}

/// A test of the program, and a framework that runs it as Surefire does: from a jar that has nothing but a manifest.
const TESTED: &str = r#"
    //- org/junit/Test.java
    package org.junit;
    import java.lang.annotation.*;
    @Retention(RetentionPolicy.RUNTIME) public @interface Test { }
    //- com/acme/Cart.java
    package com.acme;
    public class Cart {
        private int items;
        public int add(int more) { if (more < 0) throw new IllegalArgumentException(); items += more; return items; }
        public int items() { return items; }
    }
    //- com/acme/CartTest.java
    package com.acme;
    public class CartTest {
        @org.junit.Test public void adds() { Cart cart = helper(); cart.add(2); }
        public Cart helper() { Cart cart = new Cart(); cart.add(1); return cart; }
        public static void main(String[] args) { CartTest test = new CartTest(); test.adds(); }
    }
"#;

#[test]
fn tests_are_recorded_as_the_program_that_they_run() {
    let jdk = jdk();
    let program = Fixture::parse(TESTED).compile(&jdk);
    let here = tempfile::tempdir().unwrap();
    let manifest = format!("Class-Path: file:{}/\n", program.classes().display());
    fs::write(here.path().join("manifest.txt"), manifest).unwrap();
    let script = format!(
        "'{home}/bin/jar' cfm booter.jar manifest.txt && '{home}/bin/java' -cp booter.jar com.acme.CartTest && rm booter.jar",
        home = jdk.home.display()
    );
    let recorded = |options: &[&str], out: &str| {
        let all = [options, &["--out", out, "--", "sh", "-c", &script]].concat();
        let (code, _, messages) = run(&mut record(here.path(), &all), "");
        assert_eq!(code, Some(0), "{messages}");
        let (code, output, said) =
            run(reenact().current_dir(here.path()).args(["inspect", out, "--format", "json"]), "");
        assert_eq!(code, Some(0), "{said}");
        (messages, serde_json::from_str::<Value>(&output).unwrap())
    };
    let names = |summary: &Value| {
        let methods = summary["methods"].as_array().unwrap().iter();
        methods.map(|method| method["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (messages, summary) = recorded(&[], "program");
    assert_eq!(names(&summary), ["com.acme.Cart#add(int)"]);
    let left_out = "left out: 4 methods: 3 of test classes (--test-classes), 1 of too few statements (--min-statements)\n";
    assert!(messages.contains(left_out), "{messages}");
    assert_eq!(
        (&summary["omitted"]["test_classes"], &summary["omitted"]["statements"]),
        (&3.into(), &1.into())
    );
    // The jar is gone.
    let class_path = &summary["subject"]["class_path"];
    assert_eq!(*class_path, serde_json::json!([program.classes().display().to_string()]));

    let (_, summary) = recorded(&["--test-classes"], "all");
    assert!(names(&summary).contains(&"com.acme.CartTest#helper()".to_owned()), "{summary}");
}

#[test]
fn a_run_that_recorded_nothing_does_not_block_the_next() {
    let (_program, words) = subject(&jdk());
    let here = tempfile::tempdir().unwrap();
    let script = format!("'{}' -cp '{}' {} 0", words[0], words[2], words[3]);
    let run_with = |include: &str, command: &[&str]| {
        let mut recorded = reenact();
        recorded.current_dir(here.path()).args(["record", "--include", include, "--out", "out", "--"]);
        run(recorded.args(command), "1\n")
    };
    for command in [&["sh", "-c", &*script][..], &[&*words[0], "-cp", &*words[2], &*words[3], "0"]] {
        let (code, _, messages) = run_with("com.other.**", command);
        assert_eq!(code, Some(1), "{messages}");
        assert!(messages.contains("nothing-recorded"), "{messages}");
    }
    let (code, _, messages) = run_with("com.acme.**", &["sh", "-c", &script]);
    assert_eq!(code, Some(0), "{messages}");
    let (code, _, messages) = run_with("com.acme.**", &["sh", "-c", &script]);
    assert_eq!(code, Some(2), "{messages}");
    assert!(messages.contains("holds a recording already"), "{messages}");
}

#[test]
fn a_command_without_a_jvm_is_reported_and_leaves_nothing() {
    let here = tempfile::tempdir().unwrap();
    let (code, output, messages) =
        run(&mut record(here.path(), &["--no-store", "--", "sh", "-c", "echo hello; kill -9 $$"]), "");
    assert_eq!((code, &*output), (Some(137), "hello\n"), "{messages}");
    assert!(messages.contains("recorded nothing\nwarning[no-jvm]"), "{messages}");
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
    // Success of the command is not success of the recording.
    let (code, output, messages) = run(&mut record(here.path(), &["--no-store", "--", "echo", "hello"]), "");
    assert_eq!((code, &*output), (Some(1), "hello\n"), "{messages}");
}

#[test]
fn what_is_missing_is_said_with_the_next_step() {
    let (program, words) = subject(&jdk());
    let here = tempfile::tempdir().unwrap();
    let failed = |command: &mut Command, expected: &str| {
        let (code, output, messages) = run(command, "");
        assert_eq!((code, &*output), (Some(2), ""), "{messages}");
        assert!(messages.contains(expected), "{messages}");
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
    };
    failed(record(here.path(), &["--"]).arg("jva"), "no program `jva` on PATH");
    failed(&mut record(here.path(), &[]), "there is no command to run");
    let mut nothing_said = reenact();
    nothing_said.current_dir(here.path()).args(["record", "--"]).args(&words);
    failed(&mut nothing_said, "such as --include 'com.acme.app.**'");
    let mut no_agent = record(here.path(), &["--"]);
    failed(no_agent.args(&words).env("REENACT_AGENT", "/absent.so"), "REENACT_AGENT names /absent.so");
    failed(&mut record(here.path(), &["--attach", "4000000"]), "there is no process 4000000");
    failed(record(here.path(), &["--plan", "absent.plan", "--"]).args(&words), "absent.plan cannot be read");
    drop(program);
}

#[test]
fn the_argument_for_a_jvm_elsewhere_is_printed_alone_and_works() {
    let (_program, [java, option, class_path, main]) = subject(&jdk());
    let here = tempfile::tempdir().unwrap();
    let (code, output, messages) = run(&mut record(here.path(), &["--out", "r", "--print"]), "");
    assert_eq!((code, &*messages), (Some(0), ""));
    let argument = output.trim_end();
    assert!(argument.starts_with("-agentpath:/") && output.lines().count() == 1, "{output}");
    let mut java = without_variables(Command::new(java));
    java.arg(argument).args([option, class_path, main, "0".into()]);
    assert_eq!(run(&mut java, "1\n").1, "up\n2\nhook\n");
    assert!(here.path().join("r/segment-00000.rnrec").is_file());
}

#[test]
fn an_interrupted_subject_ends_in_order_and_so_does_its_recording() {
    for jdk in jdks() {
        let (_program, words) = subject(&jdk);
        let here = tempfile::tempdir().unwrap();
        for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
            let out = format!("recording{signal}");
            let mut command = record(here.path(), &["--out", &out, "--summary", "summary.json", "--"]);
            command.args(&words).arg("0");
            let mut running = Running::start(command);
            assert_eq!(running.answer(), "up");
            assert_eq!(running.ask("5"), "10");
            running.send(signal);
            assert_eq!(running.answer(), "hook");
            running.message_with("reenact: recorded ");
            assert_eq!(running.end(), Some(code));
            let summary = json(&here.path().join("summary.json"));
            assert_eq!(summary["exit_code"], code);
            assert_eq!(summary["recordings"][0]["ended"], "exit");
        }
    }
}

#[test]
fn a_running_jvm_is_recorded_until_ctrl_c_and_goes_on() {
    for jdk in jdks() {
        let (_program, words) = subject(&jdk);
        let here = tempfile::tempdir().unwrap();
        let mut command = without_variables(Command::new(&words[0]));
        command.args(&words[1..]).arg("0").current_dir(here.path());
        let mut subject = Running::start(command);
        assert_eq!(subject.answer(), "up");
        assert_eq!(subject.ask("1"), "2");
        let pid = subject.child.id().to_string();
        // Twice, since the second time the agent is there already.
        for out in ["first", "second"] {
            let options = ["--attach", &pid, "--out", out, "--summary", "summary.json"];
            let mut recorder = Running::start(record(here.path(), &options));
            recorder.message_with("Ctrl-C ends the recording");
            assert_eq!(subject.ask("21"), "42");
            let (_, _, messages) = run(&mut record(here.path(), &["--attach", &pid, "--out", "third"]), "");
            assert!(messages.contains("a recording is already running in this JVM"), "{messages}");
            assert!(!here.path().join("third").exists());
            recorder.send("-INT");
            recorder.message_with("recorded 1 invocation of 1 method");
            assert_eq!(recorder.end(), Some(0));
            let summary = json(&here.path().join("summary.json"));
            assert_eq!(summary["recordings"][0]["ended"], "detached");
            assert_eq!(summary["exit_code"], Value::Null);
            assert_eq!(subject.ask("4"), "8");
        }
        let (code, _, messages) = run(reenact().args(["record", "--detach", &pid]), "");
        assert_eq!(code, Some(2));
        assert!(messages.contains("there is nothing to end"), "{messages}");
        assert_eq!(subject.end(), Some(0));
    }
}

#[test]
fn attaching_ends_with_the_time_or_with_the_subject() {
    let here = tempfile::tempdir().unwrap();
    let (_program, mut subject) = started(here.path());
    let pid = subject.child.id().to_string();
    let timed = ["--attach", &pid, "--for", "1ms", "--out", "timed"];
    let (code, _, messages) = run(&mut record(here.path(), &timed), "");
    assert_eq!(code, Some(1), "{messages}");
    assert!(messages.contains("for 1ms") && messages.contains("warning[nothing-recorded]"), "{messages}");
    let mut recorder = Running::start(record(here.path(), &["--attach", &pid, "--out", "ended"]));
    recorder.message_with("Ctrl-C ends the recording");
    assert_eq!(subject.ask("1"), "2");
    assert_eq!(subject.end(), Some(0));
    recorder.message_with("recorded 1 invocation of 1 method in ended");
    assert_eq!(recorder.end(), Some(0));
}

/// With the answer that `record -- java` gives.
#[test]
fn attaching_with_a_pattern_that_matches_nothing_fails_and_another_is_suggested() {
    let here = tempfile::tempdir().unwrap();
    let (_program, mut subject) = started(here.path());
    let pid = subject.child.id().to_string();
    let wrong = |options: &[&str]| {
        let mut command = reenact();
        command.current_dir(here.path()).args(["record", "--include", "com.acme.ap.**", "--attach", &pid]);
        command.args(options);
        command
    };
    let (code, _, messages) = run(&mut wrong(&["--for", "1ms", "--out", "timed"]), "");
    assert_eq!(code, Some(1), "{messages}");
    assert!(messages.contains("--include 'com.acme.app.**'"), "{messages}");
    let mut recorder = Running::start(wrong(&["--out", "interrupted"]));
    recorder.message_with("Ctrl-C ends the recording");
    assert_eq!(subject.ask("1"), "2");
    recorder.send("-INT");
    recorder.message_with("--include 'com.acme.app.**'");
    assert_eq!(recorder.end(), Some(1));
    assert_eq!(subject.end(), Some(0));
}

/// A cart whose total depends on prices alone. The audit fills up, and no total reads it.
const CART: &str = r#"
    package com.acme.app;

    import java.util.*;

    public class Cart {
        private final List<Integer> prices = new ArrayList<>();
        private final Audit audit = new Audit();

        public void add(int price) { prices.add(price); audit.lines.add("added " + price); }

        public int total() {
            int sum = 0;
            for (int price : prices) sum += price;
            return sum;
        }

        public static class Audit { List<String> lines = new ArrayList<>(); }

        public static void main(String[] args) {
            Cart cart = new Cart();
            for (int price = 1; price < 4; price++) { cart.add(price); System.out.println(cart.total()); }
        }
    }
"#;

/// Protects frontiers from the class path to a test: the plan lists the fields, captures end there, and tests of these
/// captures still pass.
#[test]
fn captures_end_at_the_frontier_and_still_become_tests() {
    let jdk = jdk();
    let program = Fixture::parse(CART).compile(&jdk);
    let classes = program.classes().display().to_string();
    let java = [&*jdk.java().display().to_string(), "-cp", &*classes, "com.acme.app.Cart"].map(str::to_owned);
    let here = tempfile::tempdir().unwrap();
    let methods = |options: &[&str]| {
        let mut command = reenact();
        command
            .current_dir(here.path())
            .args(["record", "--method", "com.acme.app.Cart#total"])
            .args(options);
        command
    };
    let (code, plan, messages) = run(methods(&["--frontiers", "--print-plan", "--"]).args(&java), "");
    assert_eq!(code, Some(0), "{messages}");
    let listed: Vec<&str> = plan.lines().skip_while(|line| !line.starts_with("class ")).collect();
    assert_eq!(
        listed,
        ["class com.acme.app.Cart", "  total()I record", "    reaches com.acme.app.Cart#prices"]
    );

    let shown = |out: &str, options: &[&str]| {
        let mut command = methods(options);
        let (code, output, messages) = run(command.args(["--out", out, "--"]).args(&java), "");
        assert_eq!((code, &*output), (Some(0), "1\n3\n6\n"), "{messages}");
        let (code, text, messages) =
            run(reenact().current_dir(here.path()).args(["inspect", out, "--show", "1"]), "");
        assert_eq!(code, Some(0), "{messages}");
        (text, messages)
    };
    let (whole, _) = shown("whole", &[]);
    assert!(whole.contains("added 1") && !whole.contains("not looked into"), "{whole}");
    let (text, _) = shown("frontier", &["--frontiers"]);
    assert!(text.contains("not looked into") && !text.contains("added 1"), "{text}");

    let home = jdk.home.display().to_string();
    let usual = ["generate", "frontier", "--out", "tests", "--jdk", &*home, "--format", "json"];
    let (code, report, messages) = run(reenact().current_dir(here.path()).args(usual), "");
    assert_eq!(code, Some(0), "{messages}");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["tests"]["kept"], 3, "{report}");
    // All three run the same code.
    assert_eq!(
        (&report["files"][0]["tests"], &report["tests"]["redundant"]),
        (&1.into(), &2.into()),
        "{report}"
    );
}
