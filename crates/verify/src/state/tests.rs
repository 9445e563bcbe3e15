//! States of recordings in memory, graded against a reference.

use std::io;
use std::time::Duration;

use reenact_base::Id;
use reenact_heap::{Field, Value};
use reenact_recording::graph::{After, ClassNumber, GraphEncoder, Outcome as CallOutcome};
use reenact_recording::model::{
    End, EndReason, Facts, InvocationHead, Mark, Marks, MethodNumber, RecordedClass, RecordedMethod,
    RecordedThread, ThreadNumber,
};
use reenact_recording::{InvocationParts, SegmentWriter, Sink, WriterSettings};
use reenact_wire::driver::{Invocation, Output};
use reenact_world::{Depth, Options};

use super::*;
use crate::runner::Recording;
use crate::source::TestMethod;

fn report(outcome: Outcome, reason: &str) -> TestReport {
    let invocation = Invocation {
        name: String::new(),
        outcome,
        time: Duration::ZERO,
        reason: reason.to_owned(),
        failure: None,
        output: Output::default(),
        covered: Vec::new(),
    };
    TestReport { test: TestId::new("a.BTest", "c"), invocations: vec![invocation], jvm: 0 }
}

#[test]
fn the_place_of_a_fatal_end_is_the_first_frame_outside_the_jdk() {
    let stack = "main\n\tat java.base/java.lang.Runtime.exit(Runtime.java:1)\n\tat a.B.c(B.java:7)\n\tat a.D.e(D.java:8)";
    assert_eq!(
        fatal(&report(Outcome::Exited(3), stack)),
        Some((Outcome::Exited(3), "a.B.c(B.java:7)".to_owned()))
    );
    assert_eq!(fatal(&report(Outcome::TimedOut, "")), Some((Outcome::TimedOut, String::new())));
    assert_eq!(fatal(&report(Outcome::Failed, stack)), None);
}

#[test]
fn stand_ins_are_known_by_their_class() {
    let class = |name: &str, kind: ClassKind| Class {
        name: name.into(),
        kind,
        superclass: None,
        interfaces: Vec::new(),
        fields: Vec::new(),
    };
    for (name, kind, expected) in [
        ("a/BTest", ClassKind::Plain, true),
        ("a/BTest$1", ClassKind::Plain, true),
        ("a/BTestOther", ClassKind::Plain, false),
        ("a/B", ClassKind::Plain, false),
        ("a/B$MockitoMock$123", ClassKind::Plain, true),
        ("jdk/proxy1/$Proxy7", ClassKind::Proxy, true),
    ] {
        assert_eq!(is_stand_in("a.BTest", &class(name, kind)), expected, "{name}");
    }
}

#[test]
fn the_agent_takes_a_method_by_its_binary_name() {
    let target = Target { class: "a/B$C".into(), name: "d".into(), descriptor: "()V".into() };
    assert_eq!(target.pattern(), "a.B$C#d");
}

/// A part of a recorded run, in order of time.
#[derive(Clone, Copy)]
enum Part {
    /// A test starts.
    Start(&'static str),
    /// A call of a method on an object with this count.
    Call(&'static str, i32),
    /// The same, inside of an earlier call.
    Nested(&'static str, i32),
}

use Part::{Call, Nested, Start};

const METHODS: [&str; 2] = ["order", "close"];

#[derive(Default)]
struct Memory(Vec<u8>);

impl Sink for Memory {
    fn begin_segment(&mut self, _: u32) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

fn recorded_class(
    number: usize,
    name: &str,
    superclass: Option<usize>,
    field: Option<&str>,
) -> RecordedClass {
    RecordedClass {
        number: ClassNumber::from_index(number),
        name: name.into(),
        kind: ClassKind::Plain,
        superclass: superclass.map(ClassNumber::from_index),
        interfaces: Vec::new(),
        fields: field.map(|name| Field { name: name.into(), descriptor: "I".into() }).into_iter().collect(),
        access: 1,
        loader: 1,
        source: "".into(),
        bytecode: 0,
    }
}

/// Writes a recording of calls on objects of a class `a/Item` with one field, `count`.
fn recording(parts: &[Part]) -> Recording {
    let facts = Facts { recording: 7, ..Facts::default() };
    let mut writer = SegmentWriter::new(Memory::default(), facts, WriterSettings::default()).unwrap();
    writer.define_class(recorded_class(0, "java/lang/Object", None, None));
    writer.define_class(recorded_class(1, "a/Item", Some(0), Some("count")));
    for (number, name) in METHODS.into_iter().enumerate() {
        writer.define_method(RecordedMethod {
            number: MethodNumber::from_index(number),
            class: ClassNumber::from_index(1),
            name: name.into(),
            descriptor: "()V".into(),
            access: 1,
            parameter_names: Vec::new(),
        });
    }
    let thread = ThreadNumber::from_index(0);
    writer.define_thread(RecordedThread {
        number: thread,
        id: 1,
        name: "main".into(),
        is_virtual: false,
        is_daemon: false,
    });
    let mut encoder = GraphEncoder::new();
    for (id, part) in (1..).zip(parts) {
        let (method, count, parent) = match *part {
            Start(test) => {
                let mark = Mark { time: id * 2, kind: MarkKind::TestStarted, thread, name: test.into() };
                writer.mark(&mark).unwrap();
                continue;
            }
            Call(method, count) => (method, count, None),
            Nested(method, count) => (method, count, Some(id - 1)),
        };
        encoder.begin(1);
        encoder.root(Value::Reference(NodeId::from_index(0)));
        encoder.object(ClassNumber::from_index(1));
        encoder.int(count);
        encoder.end();
        encoder.after(After::Absent, CallOutcome::Returned(None), 0);
        encoder.finish();
        let head = InvocationHead {
            id,
            method: MethodNumber::from_index(METHODS.iter().position(|name| *name == method).unwrap()),
            thread,
            parent,
            entered: id * 2,
            exited: id * 2 + 1,
            call: id,
            marks: Marks::HAS_RECEIVER,
            dropped_inside: 0,
        };
        let classes = encoder.classes();
        let parts = InvocationParts { capture: encoder.bytes(), classes, ..Default::default() };
        assert!(writer.annotated(&head, &parts).unwrap());
    }
    let end =
        End { reason: EndReason::Exit, invocations: 0, dropped: 0, ended_millis: 0, message: "".into() };
    let bytes = writer.finish(end).unwrap().0;
    Recording { segments: vec![("0.seg".to_owned(), bytes)] }
}

/// The states of a recording as expected ones, by position.
struct Expected<'r> {
    reader: RecordingReader<'r>,
    is_changed: bool,
}

impl Reference for Expected<'_> {
    fn classes(&self) -> &Classes {
        self.reader.classes()
    }

    fn state(&mut self, test: TestNumber) -> Option<ExpectedState> {
        let capture = self.reader.capture(usize::try_from(test).unwrap()).ok()?;
        Some(ExpectedState { capture, is_changed: self.is_changed })
    }

    fn reads(&self, _: &Target) -> Fields {
        Fields::Anything
    }
}

/// Observes the test `a.ItemTest#order`, which expects a call of `order` on an object with the count 7.
fn observed(parts: &[Part], is_changed: bool) -> Observed {
    let expected = recording(&[Call("order", 7)]);
    let mut reference = Expected { reader: expected.reader().unwrap(), is_changed };
    let target = Target { class: "a/Item".into(), name: "order".into(), descriptor: "()V".into() };
    let method = TestMethod { name: "order".to_owned(), lines: 1..2, size: 0, target, tests: vec![0] };
    let source = TestSource { name: "a.ItemTest".to_owned(), tests: vec![method], ..TestSource::default() };
    let run = RecordedRun { recordings: vec![recording(parts)], ..RecordedRun::default() };
    let (world, _) = World::build(&[], Options { depth: Depth::Code, platform: 0 });
    let mut states = observe(&world, &[source], &run, &mut reference);
    states.remove(&TestId::new("a.ItemTest", "order")).unwrap_or_default()
}

const TEST: Part = Start("a.ItemTest#order");

#[test]
fn a_call_in_the_recorded_state_is_exact() {
    assert_eq!(observed(&[TEST, Call("order", 7)], false).grade, Grade::Exact);
    assert_eq!(observed(&[TEST, Call("order", 7)], true).grade, Grade::Sufficient, "not the recorded state");
}

#[test]
fn another_state_is_different_and_the_path_is_named() {
    let observed = observed(&[TEST, Call("order", 8)], false);
    assert_eq!(observed.grade, Grade::Different);
    assert!(observed.difference.contains("count"), "{}", observed.difference);
}

#[test]
fn one_call_in_the_recorded_state_is_enough() {
    let calls = [TEST, Call("order", 1), Call("order", 7), Call("order", 9)];
    assert_eq!(observed(&calls, false).grade, Grade::Exact);
}

/// Calls that arrange the test come before its own.
#[test]
fn of_several_calls_in_other_states_the_last_is_named() {
    let observed = observed(&[TEST, Call("order", 1), Call("order", 9)], false);
    assert_eq!(observed.grade, Grade::Different);
    assert!(observed.difference.ends_with("7 -> 9"), "{}", observed.difference);
}

#[test]
fn only_calls_of_the_test_itself_count() {
    let undecided = [
        vec![Call("order", 7), TEST],
        vec![TEST, Start("a.ItemTest#other"), Call("order", 7)],
        vec![TEST, Call("close", 7)],
        vec![TEST, Call("close", 1), Nested("order", 7)],
    ];
    for parts in undecided {
        assert_eq!(observed(&parts, false).grade, Grade::Undecided);
    }
}

#[test]
fn a_recording_that_cannot_be_read_leaves_its_tests_undecided_with_their_ends() {
    let expected = recording(&[Call("order", 7)]);
    let mut reference = Expected { reader: expected.reader().unwrap(), is_changed: false };
    let run = RecordedRun {
        reports: vec![report(Outcome::Exited(3), "\tat a.B.c(B.java:7)")],
        recordings: vec![Recording::default()],
        ..RecordedRun::default()
    };
    let (world, _) = World::build(&[], Options { depth: Depth::Code, platform: 0 });
    let states = observe(&world, &[], &run, &mut reference);
    let state = &states[&TestId::new("a.BTest", "c")];
    assert_eq!(state.grade, Grade::Undecided);
    assert_eq!(state.fatal, Some((Outcome::Exited(3), "a.B.c(B.java:7)".to_owned())));
}
