//! The driver's answers.

use std::fmt;
use std::time::Duration;

use super::{Failure, Invocation, Outcome, Output, TestId};
use crate::bytes::{Malformed, Reader};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The driver is up.
    Hello {
        /// Its version of the protocol.
        protocol: u32,
        /// `java.version` of its JVM.
        java_version: String,
        /// True if the JVM has a compiler.
        has_compiler: bool,
        /// The time by its clock, in milliseconds since 1970.
        clock_millis: u64,
    },
    /// The answer to [`super::Compile`].
    Compiled {
        /// True if there are class files now.
        success: bool,
        /// The compiler's diagnostics about the sources, in its order.
        diagnostics: Vec<Diagnostic>,
        /// Its other output.
        extra: String,
    },
    /// The answer to [`super::Discover`].
    Discovered {
        /// The tests, class by class in the order asked for. All have their parameter types.
        tests: Vec<TestId>,
        /// Classes that could not be looked at, and why.
        problems: Vec<(String, String)>,
    },
    /// One request to JUnit begins: these tests, by their numbers.
    BlockStarted { tests: Vec<u32> },
    /// A test begins, or an invocation of it.
    TestStarted { test: u32 },
    /// A test has ended, or an invocation of it.
    InvocationEnded {
        /// Which test.
        test: u32,
        /// How.
        invocation: Box<Invocation>,
        /// True if the JVM must not run further tests, because its heap is full.
        is_fatal: bool,
    },
    /// No more invocations of this test will follow.
    TestComplete { test: u32 },
    /// A class failed after its tests.
    ClassFailed { class: String, failure: Failure },
    /// The request is done.
    BlockEnded,
    /// The run is done.
    RunEnded,
    /// The running test exceeded its time limit; the driver cannot stop it.
    TimedOut { stacks: String, output: Output },
    /// Something has called `System.exit`.
    Exiting { stack: String, output: Output },
    /// A command could not be obeyed.
    Refused { reason: String },
    /// The agent's answer to a request, which belongs to a test or to a command. Empty if the JVM has no agent.
    Answered { test: Option<u32>, answer: Vec<u8> },
}

/// A diagnostic of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub kind: DiagnosticKind,
    /// The name of the source as it was given; empty if it is about none.
    pub file: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// The column, from 1; 0 if there is none.
    pub column: u32,
    /// The compiler's own name for it, such as `compiler.err.cant.resolve.location`.
    pub code: String,
    /// Its message, in English.
    pub message: String,
}

/// The kinds of `javax.tools.Diagnostic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticKind {
    /// Nothing was compiled.
    Error,
    /// Something looks wrong.
    Warning,
    /// Something must look wrong by the language's definition.
    MandatoryWarning,
    /// A hint.
    Note,
    /// Anything else.
    Other,
}

/// The reason why bytes are not an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventError {
    /// They are cut or damaged.
    Malformed(Malformed),
    /// The kind is unknown.
    Kind(u64),
    /// There is more than the event needs.
    Rest(usize),
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventError::Malformed(malformed) => malformed.fmt(f),
            EventError::Kind(kind) => write!(f, "an event of the unknown kind {kind}"),
            EventError::Rest(count) => write!(f, "{count} bytes behind an event"),
        }
    }
}

impl std::error::Error for EventError {}

impl From<Malformed> for EventError {
    fn from(malformed: Malformed) -> Self {
        EventError::Malformed(malformed)
    }
}

impl Event {
    /// Reads the payload of a frame.
    pub fn decode(payload: &[u8]) -> Result<Event, EventError> {
        let reader = &mut Reader::new(payload);
        let event = match reader.varint()? {
            1 => Event::Hello {
                protocol: reader.varint32()?,
                java_version: text(reader)?,
                has_compiler: flag(reader)?,
                clock_millis: reader.varint()?,
            },
            2 => Event::Compiled {
                success: flag(reader)?,
                diagnostics: list(reader, diagnostic)?,
                extra: text(reader)?,
            },
            3 => Event::Discovered {
                tests: list(reader, test_id)?,
                problems: list(reader, |reader| Ok((text(reader)?, text(reader)?)))?,
            },
            4 => Event::BlockStarted { tests: list(reader, |reader| Ok(reader.varint32()?))? },
            5 => Event::TestStarted { test: reader.varint32()? },
            6 => {
                let test = reader.varint32()?;
                let (invocation, is_fatal) = invocation(reader)?;
                Event::InvocationEnded { test, invocation: Box::new(invocation), is_fatal }
            }
            7 => Event::TestComplete { test: reader.varint32()? },
            8 => Event::ClassFailed { class: text(reader)?, failure: failure(reader)? },
            9 => Event::BlockEnded,
            10 => Event::RunEnded,
            11 => Event::TimedOut { stacks: text(reader)?, output: output(reader)? },
            12 => Event::Exiting { stack: text(reader)?, output: output(reader)? },
            13 => Event::Refused { reason: text(reader)? },
            14 => {
                let (is_of_test, test) = (flag(reader)?, reader.varint32()?);
                Event::Answered { test: is_of_test.then_some(test), answer: reader.bytes()?.to_vec() }
            }
            kind => return Err(EventError::Kind(kind)),
        };
        match reader.rest().len() {
            0 => Ok(event),
            rest => Err(EventError::Rest(rest)),
        }
    }
}

fn invocation(reader: &mut Reader<'_>) -> Result<(Invocation, bool), EventError> {
    let name = text(reader)?;
    let outcome = match reader.varint()? {
        0 => Outcome::Passed,
        1 => Outcome::Failed,
        2 => Outcome::Aborted,
        3 => Outcome::Skipped,
        4 => Outcome::NotFound,
        _ => return Err(Malformed::Number.into()),
    };
    let time = Duration::from_micros(reader.varint()?);
    let reason = text(reader)?;
    let failure = if flag(reader)? { Some(failure(reader)?) } else { None };
    let is_fatal = flag(reader)?;
    let output = output(reader)?;
    let covered = covered(reader)?;
    Ok((Invocation { name, outcome, time, reason, failure, output, covered }, is_fatal))
}

/// Numbers of blocks, each as the distance from the one before.
fn covered(reader: &mut Reader<'_>) -> Result<Vec<u32>, EventError> {
    let count = reader.varint32()? as usize;
    if count > reader.rest().len() {
        return Err(Malformed::Number.into());
    }
    let mut covered = Vec::with_capacity(count);
    let mut last = 0_u32;
    for _ in 0..count {
        last = last.checked_add(reader.varint32()?).ok_or(Malformed::Number)?;
        covered.push(last);
    }
    Ok(covered)
}

fn diagnostic(reader: &mut Reader<'_>) -> Result<Diagnostic, EventError> {
    Ok(Diagnostic {
        kind: match reader.varint()? {
            0 => DiagnosticKind::Error,
            1 => DiagnosticKind::Warning,
            2 => DiagnosticKind::MandatoryWarning,
            3 => DiagnosticKind::Note,
            _ => DiagnosticKind::Other,
        },
        file: text(reader)?,
        line: reader.varint32()?,
        column: reader.varint32()?,
        code: text(reader)?,
        message: text(reader)?,
    })
}

fn test_id(reader: &mut Reader<'_>) -> Result<TestId, EventError> {
    Ok(TestId { class: text(reader)?, method: text(reader)?, parameters: Some(list(reader, text)?) })
}

fn failure(reader: &mut Reader<'_>) -> Result<Failure, EventError> {
    Ok(Failure { class: text(reader)?, message: text(reader)?, trace: text(reader)? })
}

fn output(reader: &mut Reader<'_>) -> Result<Output, EventError> {
    Ok(Output { out: text(reader)?, err: text(reader)? })
}

fn flag(reader: &mut Reader<'_>) -> Result<bool, EventError> {
    Ok(reader.varint()? != 0)
}

fn text(reader: &mut Reader<'_>) -> Result<String, EventError> {
    Ok(reader.text()?.to_owned())
}

/// A count, and as many things. Each takes a byte or more, so a hostile count ends with the bytes.
fn list<T>(
    reader: &mut Reader<'_>,
    mut item: impl FnMut(&mut Reader<'_>) -> Result<T, EventError>,
) -> Result<Vec<T>, EventError> {
    let count = reader.count()?;
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(item(reader)?);
    }
    Ok(items)
}
