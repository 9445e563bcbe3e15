//! Attaching to real JVMs, and to what is none.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reenact_host::{Interruption, Woken};
use reenact_jvm::attach::{AttachError, Jvm, LoadError, running};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, Program, jdks};

const WAITS: &str = r#"
    public class Main {
        public static void main(String[] args) throws Exception {
            System.out.println("up");
            System.in.read();
        }
    }
"#;

/// A program that runs until this is dropped.
struct Subject {
    child: Child,
}

impl Subject {
    fn start(jdk: &Jdk, options: &[&str]) -> Subject {
        let program: Program = Fixture::parse(WAITS).compile(jdk);
        let mut command = Command::new(jdk.java());
        command.args(options).arg("-cp").arg(program.classes()).arg("Main");
        for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
            command.env_remove(variable);
        }
        Subject::start_command(command)
    }

    /// Starts what says a line when it is up.
    fn start_command(mut command: Command) -> Subject {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "up\n");
        Subject { child }
    }

    fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Lets it end by itself.
    fn end(mut self) -> Option<i32> {
        let mut stdin = self.child.stdin.take().unwrap();
        stdin.write_all(b"\n").unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Subject {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // A JVM that is killed leaves the socket that it was attached to by.
        let _ = std::fs::remove_file(format!("/tmp/.java_pid{}", self.child.id()));
    }
}

#[test]
fn a_jvm_answers_more_than_once_and_lives_on() {
    for jdk in jdks() {
        let subject = Subject::start(&jdk, &[]);
        let jvm = Jvm::find(subject.pid()).unwrap();
        assert_eq!(jvm.version(&mut |_| {}).unwrap(), jdk.version.feature);
        let reply = jvm.execute("jcmd", ["Thread.print", "", ""], &mut |_| {}).unwrap();
        assert_eq!(reply.status, 0);
        assert!(reply.text.contains("\"main\""), "{}", reply.text);
        assert!(running().iter().any(|jvm| jvm.pid == subject.pid() && jvm.program == "Main"));
        // The request is gone.
        assert!(!Path::new(&format!("/proc/{0}/cwd/.attach_pid{0}", subject.pid())).exists());
        assert!(!jvm.has_ended());
        assert_eq!(subject.end(), Some(0));
        assert!(jvm.has_ended());
        assert!(matches!(jvm.version(&mut |_| {}), Err(AttachError::Ended { .. } | AttachError::Io { .. })));
    }
}

#[test]
fn a_library_that_is_no_agent_is_refused_by_the_jvm() {
    for jdk in jdks() {
        let subject = Subject::start(&jdk, &[]);
        let jvm = Jvm::find(subject.pid()).unwrap();
        let load = |path: &Path| jvm.load(path, "out=x", &mut |_| {}).unwrap_err().to_string();
        let message = load(Path::new("/absent/libagent.so"));
        assert!(message.contains("cannot load the agent: /absent/libagent.so was not loaded."), "{message}");
        // A library that every JVM has, and that is not an agent of this name.
        let message = load(&jdk.home.join("lib/libverify.so"));
        assert!(message.contains("Agent_OnAttach"), "{message}");
        assert_eq!(subject.end(), Some(0));
    }
}

#[test]
fn what_the_jvm_would_not_take_is_not_sent() {
    let jdk = reenact_testkit::jdk();
    let subject = Subject::start(&jdk, &[]);
    let jvm = Jvm::find(subject.pid()).unwrap();
    let error = jvm.load(Path::new("/agent.so"), &"x".repeat(1025), &mut |_| {}).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("option string of the agent is 1025 bytes long"), "{message}");
    // Up to the limit it arrives.
    let error = jvm.load(Path::new("/agent.so"), &"x".repeat(1024), &mut |_| {}).unwrap_err();
    assert!(matches!(error, AttachError::Load { source: LoadError::NotLoaded(_), .. }), "{error}");
}

#[test]
fn a_jvm_that_forbids_attaching_is_known_by_its_options() {
    for jdk in jdks() {
        let subject = Subject::start(&jdk, &["-XX:-EnableDynamicAgentLoading"]);
        let jvm = Jvm::find(subject.pid()).unwrap();
        let error = jvm.load(Path::new("/agent.so"), "", &mut |_| {}).unwrap_err();
        assert!(matches!(error, AttachError::Load { source: LoadError::Disabled, .. }), "{error}");
        let option = "-XX:+DisableAttachMechanism";
        let subject = Subject::start(&jdk, &[option]);
        let message = Jvm::find(subject.pid()).unwrap_err().to_string();
        assert!(message.contains(&format!("was started with {option}")), "{message}");
    }
}

#[test]
fn a_jvm_that_would_die_of_the_signal_listens_anyway() {
    // With -Xrs a JVM does not catch SIGQUIT, and listens from its start.
    for jdk in jdks() {
        let subject = Subject::start(&jdk, &["-Xrs"]);
        let jvm = Jvm::find(subject.pid()).unwrap();
        assert_eq!(jvm.version(&mut |_| {}).unwrap(), jdk.version.feature);
        assert_eq!(subject.end(), Some(0));
    }
}

#[test]
fn what_is_no_jvm_is_never_sent_anything() {
    let mut command = Command::new("sh");
    command.args(["-c", "echo up; read line"]);
    let subject = Subject::start_command(command);
    let jvm = Subject::start(&reenact_testkit::jdk(), &[]);
    let message = Jvm::find(subject.pid()).unwrap_err().to_string();
    assert!(message.starts_with(&format!("process {} is not a JVM", subject.pid())), "{message}");
    assert!(message.contains(&format!("\n  {}  Main", jvm.pid())), "{message}");
    assert_eq!(subject.end(), Some(0));
    assert!(matches!(Jvm::find(u32::MAX), Err(AttachError::NoProcess { .. })));
    assert!(matches!(Jvm::find(0), Err(AttachError::NoProcess { .. })));
}

#[test]
fn waiting_ends_with_the_subject_or_with_the_time() {
    let subject = Subject::start(&reenact_testkit::jdk(), &[]);
    let jvm = Jvm::find(subject.pid()).unwrap();
    let mut interruption = Interruption::expect().unwrap();
    let short = Some(Duration::from_millis(1));
    assert_eq!(interruption.wait(jvm.process(), short).unwrap(), Woken::TimeUp);
    subject.end();
    assert_eq!(interruption.wait(jvm.process(), None).unwrap(), Woken::Ended);
}

#[test]
fn the_first_interruption_is_reported_and_the_second_ends_the_process() {
    const ROLE: &str = "REENACT_TEST_INTERRUPTED";
    if std::env::var_os(ROLE).is_some() {
        let subject = Subject::start(&reenact_testkit::jdk(), &[]);
        let jvm = Jvm::find(subject.pid()).unwrap();
        let mut interruption = Interruption::expect().unwrap();
        println!("up");
        assert_eq!(interruption.wait(jvm.process(), None).unwrap(), Woken::Interrupted);
        drop(subject);
        println!("reported");
        let _ = reenact_host::Command::new("sleep").arg("1000").run(Duration::MAX);
        unreachable!("the second signal should have ended this process");
    }
    let mut child = Command::new("env")
        .arg("--default-signal=INT")
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "attach::the_first_interruption_is_reported_and_the_second_ends_the_process",
            "--nocapture",
        ])
        .env(ROLE, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    for expected in ["up", "reported"] {
        assert!(output.by_ref().any(|line| line.unwrap().ends_with(expected)), "{expected}");
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
    use std::os::unix::process::ExitStatusExt;
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}
