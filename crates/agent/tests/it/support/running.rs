//! A program that is driven line by line while it runs, so that its progress is known.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use reenact_testkit::jvm::Jdk;
use reenact_testkit::jvm::attach::Jvm;
use reenact_wire::AttachCode;

/// A JVM that reads questions from its standard input and answers each with a line.
pub struct Running {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Running {
    /// Starts `java` with these arguments.
    pub fn start(jdk: &Jdk, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Running {
        let mut command = Command::new(jdk.java());
        for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
            command.env_remove(variable);
        }
        // From 21 on a JVM warns of agents that come late (JEP 451).
        command.arg("-XX:+EnableDynamicAgentLoading").args(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("java starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Running { child, input, output }
    }

    /// Says a line and gives the answer.
    #[track_caller]
    pub fn ask(&mut self, question: &str) -> String {
        let input = self.input.as_mut().expect("it has not been told to end");
        writeln!(input, "{question}").expect("the program listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the answer is text");
        assert!(answer.ends_with('\n'), "the program ended at `{question}`");
        answer.trim_end().to_owned()
    }

    /// Starts a recording in it.
    pub fn attach(&self, directory: &Path, options: &str) -> AttachCode {
        self.load(&format!("out={},{options}", directory.display()))
    }

    /// Ends it.
    pub fn detach(&self) -> AttachCode {
        self.load("mode=detach")
    }

    /// Loads a Java agent into it.
    #[track_caller]
    pub fn load_java_agent(&self, jar: &Path) {
        let jar = jar.to_str().expect("a path in UTF-8");
        let reply = self.jvm().execute("load", ["instrument", "false", jar], &mut |_| {});
        let reply = reply.unwrap_or_else(|error| panic!("{error}"));
        assert!(reply.text.trim().ends_with('0'), "{reply:?}");
    }

    fn jvm(&self) -> Jvm {
        Jvm::find(self.child.id()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn load(&self, options: &str) -> AttachCode {
        let code = self.jvm().load(&super::agent(), options, &mut |_| {});
        let code = code.unwrap_or_else(|error| panic!("{error}"));
        AttachCode::from_code(code).unwrap_or_else(|| panic!("the agent answered {code}"))
    }

    /// Tells it to end by the end of its input; gives its exit code.
    pub fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
