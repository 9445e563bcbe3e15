//! Small Java programs run with the agent, and what the recording then says.

// Every test binary uses a part of it.

pub mod jars;
pub mod numbered;
mod picture;
pub mod running;

use std::fs;
use std::path::{Path, PathBuf};

use reenact_base::Id;
use reenact_heap::diff::diff;
use reenact_heap::isomorphism::Root;
use reenact_heap::{Forms, NodeId, Value};
use reenact_recording::graph::{Capture, Outcome};
use reenact_recording::model::{InvocationHead, RecordedMethod};
use reenact_recording::{Limits, RecordingReader, SegmentBytes};
use reenact_testkit::host::Scratch;
use reenact_testkit::jvm::Java;
use reenact_testkit::{Fixture, Program, Ran, run};

pub use picture::Picture;

/// The agent, as cargo built it for these tests.
pub fn agent() -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let library = test.parent().expect("it is in a directory").join("libreenact_agent.so");
    assert!(library.exists(), "{} is not there: cargo builds it with the tests", library.display());
    library
}

/// A program that ran with the agent.
pub struct Recorded {
    pub ran: Ran,
    segments: Vec<(String, Vec<u8>)>,
}

/// Runs a main class with the agent; `options` are the agent's, without `out`.
#[track_caller]
pub fn record(program: &Program, main_class: &str, options: &str) -> Recorded {
    record_java(program.java(main_class), options)
}

/// Runs any launch with the agent.
#[track_caller]
pub fn record_java(java: Java, options: &str) -> Recorded {
    let scratch = Scratch::new("reenact-agent-test").expect("a temporary directory");
    let directory = scratch.path().join("recording");
    let ran = run(java.vm_option(agent_option(&directory, options)));
    Recorded { ran, segments: read_segments(&directory) }
}

/// The calls that a fixture tells by its comments `// call: …`, sorted.
pub fn expected_calls(fixture: &Fixture) -> Vec<String> {
    let expectations = fixture.expectations(&["call"]).into_iter();
    let mut expected: Vec<String> = expectations.map(|expectation| expectation.text).collect();
    expected.sort();
    expected
}

/// The option that loads the agent.
pub fn agent_option(directory: &Path, options: &str) -> String {
    format!("-agentpath:{}=out={},{options}", agent().display(), directory.display())
}

/// The segments of a recording, in order.
pub fn read_segments(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read(path).expect("a readable segment"))).collect()
}

/// Opens what was read.
pub fn open(segments: &[(String, Vec<u8>)]) -> RecordingReader<'_> {
    let segments: Vec<SegmentBytes<'_>> =
        segments.iter().map(|(name, bytes)| SegmentBytes { name, bytes }).collect();
    RecordingReader::open(&segments, Limits::default()).expect("a readable recording")
}

impl Recorded {
    /// Reads the recording in a directory, of a program that runs by itself.
    pub fn of_directory(directory: &Path) -> Recorded {
        let ran = Ran { stdout: String::new(), stderr: String::new(), code: None };
        Recorded { ran, segments: read_segments(directory) }
    }

    /// Checks that program and recording ended in order.
    #[track_caller]
    pub fn ok(self) -> Recorded {
        assert_eq!(self.ran.code, Some(0), "the program failed\n{}\n{}", self.ran.stdout, self.ran.stderr);
        let reader = self.reader();
        assert!(reader.end().is_some(), "the recording has no end\n{}", self.ran.stderr);
        assert!(reader.findings().is_empty(), "{:?}", reader.findings());
        drop(reader);
        self
    }

    pub fn segments(&self) -> &[(String, Vec<u8>)] {
        &self.segments
    }

    pub fn reader(&self) -> RecordingReader<'_> {
        open(&self.segments)
    }

    /// All invocations with their captures, in the order of their entry.
    #[track_caller]
    pub fn each(&self, mut see: impl FnMut(&InvocationHead, &RecordedMethod, &Capture, &Picture<'_>)) {
        let reader = self.reader();
        let heads: Vec<InvocationHead> = reader.invocations().copied().collect();
        let mut order: Vec<usize> = (0..heads.len()).collect();
        order.sort_by_key(|&index| heads[index].entered);
        for index in order {
            let capture = reader.capture(index).expect("a readable capture");
            let method = reader.method(heads[index].method).expect("a method with a descriptor");
            see(&heads[index], method, &capture, &Picture::new(reader.classes()));
        }
    }

    /// Every invocation in one line, in the order of their entry, such as
    /// `Cart.add(this=Cart{items=1}, more=2) -> 3; this.items: 1 -> 3`.
    #[track_caller]
    pub fn calls(&self) -> Vec<String> {
        let mut calls = Vec::new();
        let reader = self.reader();
        self.each(|head, method, capture, picture| calls.push(call(head, method, capture, picture, &reader)));
        calls
    }

    /// The calls of one method.
    #[track_caller]
    pub fn calls_of(&self, method: &str) -> Vec<String> {
        self.calls().into_iter().filter(|call| call.contains(&format!(".{method}("))).collect()
    }
}

fn call(
    head: &InvocationHead,
    method: &RecordedMethod,
    capture: &Capture,
    picture: &Picture<'_>,
    reader: &RecordingReader<'_>,
) -> String {
    use reenact_recording::model::Marks;
    let class = reader.class_of(method.class).expect("the method's class is described");
    let class = reader.class(class).name.rsplit(['/', '$']).next().unwrap_or_default().to_owned();
    let has_receiver = head.marks.contains(Marks::HAS_RECEIVER);
    let mut names: Vec<String> = has_receiver.then(|| "this".to_owned()).into_iter().collect();
    for index in 0..capture.roots.len() - names.len() {
        let name = method.parameter_names.get(index);
        names.push(name.map_or_else(|| format!("arg{index}"), |name| name.to_string()));
    }
    let mut before = picture.masked(&capture.before, &capture.pseudonyms);
    let arguments: Vec<String> = names
        .iter()
        .zip(&capture.roots)
        .map(|(name, &value)| format!("{name}={}", before.draw(value)))
        .collect();
    let mut after = picture.masked(&capture.after, &capture.pseudonyms);
    let outcome = match capture.outcome {
        Outcome::Unfinished => " …".to_owned(),
        Outcome::Returned(None) => String::new(),
        Outcome::Returned(Some(value)) => format!(" -> {}", after.draw(value)),
        Outcome::Threw(value) => format!(" throws {}", after.draw(value)),
    };
    let changes: String =
        changes(capture, reader, &names).into_iter().map(|change| format!("; {change}")).collect();
    let marks: String = [
        (Marks::TORN_BEFORE, "torn before"),
        (Marks::TORN_AFTER, "torn after"),
        (Marks::TRUNCATED, "truncated"),
        (Marks::MASKED, "masked"),
    ]
    .iter()
    .filter(|(mark, _)| head.marks.contains(*mark))
    .map(|(_, word)| format!(" [{word}]"))
    .collect();
    format!("{class}.{}({}){outcome}{changes}{marks}", method.name, arguments.join(", "))
}

/// Returns the changes of a call to its receiver and arguments.
fn changes(capture: &Capture, reader: &RecordingReader<'_>, names: &[String]) -> Vec<String> {
    if capture.roots_after.len() != capture.roots.len() {
        return Vec::new();
    }
    let before = Forms::new(reader.classes(), &capture.before);
    let after = Forms::new(reader.classes(), &capture.after);
    let roots: Vec<Root<'_>> = names
        .iter()
        .zip(capture.roots.iter().zip(&capture.roots_after))
        .map(|(name, (&left, &right))| Root { name, left, right })
        .collect();
    // Objects have the same numbers in both graphs.
    let same = |node: NodeId| (node.index() < capture.after.len()).then_some(node);
    diff(&before, &after, &roots, Some(&same), 20).changes.iter().map(|change| change.to_string()).collect()
}

/// The values of a list, for tests that ask for one.
pub fn elements(forms: &Forms<'_>, value: Value) -> Vec<Value> {
    let Value::Reference(node) = value else { panic!("{value:?} is no object") };
    forms.elements(node).expect("a collection")
}
