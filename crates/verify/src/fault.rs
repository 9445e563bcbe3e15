//! Why a test is dropped.

use reenact_base::name::InternalName;
use reenact_heap::words;
use reenact_wire::driver::{Outcome, TestReport};

use crate::environment::Difference;
use crate::reach::Reach;
use crate::source::TestSource;

/// Characters of a message that are kept.
const MESSAGE_LENGTH: usize = 160;

/// Why a test is dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// The run in which it was found.
    pub when: When,
    /// The message of the compiler, the JVM or the test; may be empty.
    pub message: String,
}

/// The kinds of faults. Each has a stable code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// Its class cannot be written as Java.
    NotWritable,
    /// Javac reports an error in it.
    DoesNotCompile,
    /// It throws an exception of this simple name.
    Fails { exception: String },
    /// A stand-in is asked for an answer that was not recorded.
    MissingAnswer,
    /// It did not run to its end, but did no harm to its JVM.
    NotRun(NotRun),
    /// It passes although its method does nothing.
    NoticesNothing,
    /// It takes longer than it may.
    Hangs,
    /// It ends the JVM.
    Exits,
    /// The JVM dies of this signal.
    Crashes(i32),
    /// It reaches something outside of itself that is not allowed.
    Reaches(Reach),
    /// Its method meets another state than the recorded one.
    StateDiffers {
        /// Internal name of the class of the object that differs.
        class: Option<Box<str>>,
        /// Whether the calls that were recorded on the object are made again.
        is_replayed: bool,
    },
}

/// Why a test did not run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NotRun {
    Aborted,
    Skipped,
    NotFound,
}

/// The run in which a fault was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum When {
    /// Alone, or before any run.
    #[default]
    Alone,
    /// With the others, in another order.
    Shuffled,
    /// In another environment.
    Elsewhere(Difference),
}

impl Fault {
    pub fn new(kind: FaultKind, message: &str) -> Self {
        let message = match kind {
            // Its texts are literals, and may differ in their spaces alone.
            FaultKind::StateDiffers { .. } => cut(words::printable(message)),
            _ => shortened(message),
        };
        Fault { kind, when: When::Alone, message }
    }

    /// Returns the fault of a test that did not pass. `source` is the class that it is in.
    pub fn of(report: &TestReport, source: Option<&TestSource>) -> Self {
        let Some(failure) = report.failure() else { return Fault::new(FaultKind::of(report.outcome()), "") };
        let is_missing_answer = failure.class == "java.lang.UnsupportedOperationException"
            && source.is_some_and(|source| is_thrown_by_stand_in(&failure.trace, source));
        let kind = match is_missing_answer {
            true => FaultKind::MissingAnswer,
            false => {
                let exception = failure.class.rsplit('.').next().unwrap_or(&failure.class).to_owned();
                FaultKind::Fails { exception }
            }
        };
        Fault::new(kind, &failure.message)
    }

    /// Returns the same fault, found in another run.
    pub fn in_run(self, when: When) -> Self {
        Fault { when, ..self }
    }

    /// Returns the stable code, such as `test-fails-elsewhere`.
    pub fn code(&self) -> &'static str {
        match (&self.kind, self.when) {
            (FaultKind::NotWritable, _) => "not-writable",
            (FaultKind::DoesNotCompile, _) => "does-not-compile",
            (FaultKind::MissingAnswer, _) => "answer-not-recorded",
            (FaultKind::NotRun(_), _) => "test-not-run",
            (FaultKind::Reaches(Reach::Reads), _) => "test-reads-files",
            (FaultKind::Reaches(Reach::Files), _) => "test-changes-files",
            (FaultKind::Reaches(Reach::Processes), _) => "test-starts-programs",
            (FaultKind::Reaches(Reach::Network), _) => "test-uses-network",
            (FaultKind::StateDiffers { is_replayed: false, .. }, _) => "state-differs",
            (FaultKind::StateDiffers { is_replayed: true, .. }, _) => "state-differs-after-replay",
            (FaultKind::NoticesNothing, _) => "test-notices-nothing",
            (FaultKind::Hangs, _) => "test-hangs",
            (FaultKind::Exits, _) => "test-exits",
            (FaultKind::Crashes(_), _) => "test-crashes",
            (FaultKind::Fails { .. }, When::Alone) => "test-fails",
            (FaultKind::Fails { .. }, When::Shuffled) => "test-fails-shuffled",
            (FaultKind::Fails { .. }, When::Elsewhere(difference)) => difference.code(),
        }
    }

    /// Returns what is wrong, in words that many tests share.
    pub fn summary(&self) -> String {
        self.summary_of("the test")
    }

    /// The same of something that is called so, such as `the method`.
    pub fn summary_of(&self, name: &str) -> String {
        let summary = self.kind.summary_of(name);
        match self.when {
            When::Alone => summary,
            When::Shuffled => format!("with the others in another order: {summary}"),
            When::Elsewhere(difference) => format!("{difference}: {summary}"),
        }
    }

    /// Returns what to do about it, if anything can be done.
    pub fn help(&self) -> Option<String> {
        match &self.kind {
            FaultKind::MissingAnswer => {
                Some("include its class when recording, or add an adapter to reenact.toml".to_owned())
            }
            FaultKind::Reaches(reach) => {
                Some(format!("review what it reaches, then pass --allow {} to keep it", reach.name()))
            }
            FaultKind::Fails { exception } if self.when == When::Alone && !exception.starts_with("Assertion") => {
                Some("an object is not as it was; record with --history for its class, or add an adapter to reenact.toml".to_owned())
            }
            FaultKind::StateDiffers { is_replayed: true, .. } => {
                Some("add an adapter to reenact.toml".to_owned())
            }
            FaultKind::StateDiffers { .. } => Some(
                "add a constructor or a package-private setter, or an adapter to reenact.toml".to_owned(),
            ),
            _ => None,
        }
    }
}

impl FaultKind {
    /// Returns the fault of a test that ended so without an exception.
    pub fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::TimedOut => FaultKind::Hangs,
            Outcome::Exited(_) => FaultKind::Exits,
            Outcome::Crashed(signal) => FaultKind::Crashes(signal),
            Outcome::Skipped => FaultKind::NotRun(NotRun::Skipped),
            Outcome::NotFound => FaultKind::NotRun(NotRun::NotFound),
            Outcome::Aborted | Outcome::Passed | Outcome::Failed => FaultKind::NotRun(NotRun::Aborted),
        }
    }

    fn summary_of(&self, name: &str) -> String {
        match self {
            FaultKind::NotWritable => format!("the class of {name} cannot be written"),
            FaultKind::DoesNotCompile => format!("{name} does not compile"),
            FaultKind::Fails { exception } => format!("{name} fails with {exception}"),
            FaultKind::MissingAnswer => "a stand-in is asked for an answer that was not recorded".to_owned(),
            FaultKind::NotRun(NotRun::Aborted) => format!("{name} is aborted"),
            FaultKind::NotRun(NotRun::Skipped) => format!("{name} is skipped"),
            FaultKind::NotRun(NotRun::NotFound) => format!("JUnit does not find {name}"),
            FaultKind::NoticesNothing => format!("{name} passes although the method does nothing"),
            FaultKind::Hangs => format!("{name} does not end in time"),
            FaultKind::Exits => format!("{name} would end the JVM"),
            FaultKind::Crashes(signal) => format!("{name} crashes the JVM with signal {signal}"),
            FaultKind::Reaches(Reach::Reads) => {
                format!("{name} would read files that do not belong to the program")
            }
            FaultKind::Reaches(Reach::Files) => format!("{name} would change files"),
            FaultKind::Reaches(Reach::Processes) => format!("{name} would start a program"),
            FaultKind::Reaches(Reach::Network) => format!("{name} would use the network"),
            FaultKind::StateDiffers { class, is_replayed } => {
                let class = class
                    .as_ref()
                    .map_or("an object".to_owned(), |class| InternalName::new(class).to_binary().into());
                let why = match is_replayed {
                    true => {
                        " though all calls are made again: something else changed it, such as reflection, \
                         deserialization, native code, or a part that it handed out"
                    }
                    false => "",
                };
                format!("{class} would not be as it was recorded{why}")
            }
        }
    }
}

/// Whether an exception comes from a stand-in of the test class without a recorded answer: from one of the lines that its
/// writer marked as such. The innermost frame is the one in which the exception was made.
fn is_thrown_by_stand_in(trace: &str, source: &TestSource) -> bool {
    let frame = trace.lines().find_map(|line| line.trim_start().strip_prefix("at "));
    let place = frame.and_then(|frame| frame.rsplit_once('(')?.1.strip_suffix(')'));
    let Some((file, line)) = place.and_then(|place| place.split_once(':')) else { return false };
    let Ok(line) = line.parse::<usize>() else { return false };
    let is_own = source.path.rsplit('/').next() == Some(file);
    is_own && source.missing_answers.iter().any(|lines| lines.contains(&line))
}

/// Returns a message in one printable line of bounded length.
pub fn shortened(message: &str) -> String {
    cut(words::printable(&message.split_whitespace().collect::<Vec<&str>>().join(" ")))
}

fn cut(line: String) -> String {
    match line.char_indices().nth(MESSAGE_LENGTH) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}

/// Returns the method that a class called when the exception of a trace passed through it: `pkg.Class.method`.
pub(crate) fn called_by(trace: &str, class: &str) -> Option<String> {
    let lines = trace.lines().take_while(|line| !line.starts_with("Caused by:"));
    let frames = lines.filter_map(|line| line.trim_start().strip_prefix("at "));
    // `app//pkg.Class.method(File.java:1)`
    let methods = frames.map(|frame| {
        let method = frame.split('(').next().unwrap_or(frame);
        method.rsplit('/').next().unwrap_or(method)
    });
    let mut called = None;
    for method in methods {
        if method.rsplit_once('.').is_some_and(|(declaring, _)| declaring == class) {
            return called.map(str::to_owned);
        }
        called = Some(method);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Part;

    #[test]
    fn only_marked_lines_of_the_test_class_are_missing_answers() {
        let source = TestSource {
            path: "a/BTest.java".to_owned(),
            missing_answers: vec![14..15, 20..22],
            ..TestSource::default()
        };
        for (frames, expected) in [
            ("\tat a.BTest$1.roll(BTest.java:14)\n\tat a.B.c(B.java:3)", true),
            ("\tat a.BTest.lambda$c$0(BTest.java:21)", true),
            ("\tat a.BTest$1.roll(BTest.java:15)", false),
            ("\tat a.B.c(B.java:14)\n\tat a.BTest.d(BTest.java:14)", false),
            ("\tat a.B.c(Native Method)", false),
            ("", false),
        ] {
            let trace = format!("java.lang.UnsupportedOperationException: x\n{frames}");
            assert_eq!(is_thrown_by_stand_in(&trace, &source), expected, "{frames}");
        }
    }

    #[test]
    fn the_run_is_part_of_code_and_summary() {
        let fault = Fault::new(FaultKind::Fails { exception: "Error".to_owned() }, "a\n b");
        assert_eq!((fault.code(), &*fault.message), ("test-fails", "a b"));
        let shuffled = fault.clone().in_run(When::Shuffled);
        assert_eq!(shuffled.code(), "test-fails-shuffled");
        assert_eq!(shuffled.summary(), "with the others in another order: the test fails with Error");
        let date = Difference { part: Some(Part::Date), value: "2028-02-29" };
        let elsewhere = fault.in_run(When::Elsewhere(date));
        assert_eq!(elsewhere.code(), "test-fails-on-another-date");
        assert_eq!(elsewhere.summary(), "on another date (2028-02-29): the test fails with Error");
    }

    #[test]
    fn texts_that_differ_in_their_spaces_are_shown_with_them() {
        let kind = FaultKind::StateDiffers { class: None, is_replayed: false };
        let fault = Fault::new(kind, "0.text: \"a \" -> \"a  \"");
        assert_eq!(fault.message, "0.text: \"a \" -> \"a  \"");
    }

    #[test]
    fn the_method_that_a_test_called_is_in_the_trace() {
        let trace = "java.lang.IllegalArgumentException: no\n\tat java.base/java.lang.Enum.valueOf(Enum.java:1)\n\
                     \tat app//a.Kind.valueOf(Kind.java:2)\n\tat a.BTest.make(BTest.java:3)\n\tat a.BTest.t(BTest.java:9)\n\
                     Caused by: x\n\tat a.C.m(C.java:1)\n\tat a.BTest.other(BTest.java:3)\n";
        assert_eq!(called_by(trace, "a.BTest").as_deref(), Some("a.Kind.valueOf"));
        assert_eq!(called_by("x\n\tat a.BTest.t(BTest.java:9)\n", "a.BTest"), None);
        assert_eq!(called_by(trace, "a.Other"), None);
        assert_eq!(called_by("", ""), None);
    }
}
