//! Methods that make recorded objects, for tests that are written by hand.
//!
//! Each is compiled, called once in a JVM under the agent, and the object that it returns is compared with the recorded one.
//! A method that returns another object is rewritten, or dropped with the reason.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use reenact_heap::Classes;
use reenact_heap::isomorphism::Grade;
use reenact_recording::graph::Capture;
use reenact_wire::driver::TestId;

use crate::fault::{Fault, FaultKind};
use crate::reach;
use crate::runner::{CompiledClasses, Isolation, Run, Runner, Source};
use crate::source::Rewrite;
use crate::state::invocations_by_test;
use crate::verification::{Options, REWRITES, Stage};

/// The method of a check that the agent records: its argument is the object that was made.
const MEET: &str = "meet";

/// The number that an engine gives to an object.
pub type ObjectNumber = usize;

/// Writes the methods that are verified.
pub trait ObjectWriter {
    /// Writes classes with one method for each object.
    fn write(&mut self, objects: &[ObjectNumber]) -> WrittenObjects;

    /// Rewrites the method of an object that it made differently. `holders` are the internal names of the classes of the
    /// subject's own objects on the path to the first difference.
    fn rewrite(&mut self, object: ObjectNumber, holders: &[Box<str>], may_retry: bool) -> Rewrite;

    /// Compares the object that a method made, the first root of a capture, with the recorded one.
    fn compare(&mut self, object: ObjectNumber, met: &Classes, capture: &Capture) -> Option<Made>;
}

/// The answer to [`ObjectWriter::write`].
#[derive(Clone, Default, Debug)]
pub struct WrittenObjects {
    pub sources: Vec<ObjectSource>,
    /// Objects of classes that cannot be written.
    pub refused: Vec<(ObjectNumber, Fault)>,
}

/// A class of methods that make objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectSource {
    /// Binary name.
    pub name: String,
    pub path: String,
    pub text: String,
    pub methods: Vec<ObjectMethod>,
}

/// A method that makes an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectMethod {
    pub name: String,
    /// Lines of the source, counted from 1.
    pub lines: Range<usize>,
    pub object: ObjectNumber,
}

/// An object that a method made, compared with the recorded one.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    pub grade: Grade,
    /// The first difference, for people; may be empty.
    pub difference: String,
    pub holders: Vec<Box<str>>,
}

/// The result of [`verify_objects`].
#[derive(Clone, Default, Debug)]
pub struct VerifiedObjects {
    pub sources: Vec<ObjectSource>,
    /// Methods that compiled when first written.
    pub compiled: usize,
    /// The kept objects with their grades; none if an object was not compared.
    pub kept: BTreeMap<ObjectNumber, Option<Grade>>,
    pub dropped: Vec<(ObjectNumber, Fault)>,
}

/// Verifies methods that make objects. `annotation` is JUnit's `Test`, by its full name.
pub fn verify_objects<R: Runner>(
    runner: &mut R,
    writer: &mut dyn ObjectWriter,
    objects: &[ObjectNumber],
    annotation: &str,
    options: &Options,
    progress: &dyn Fn(Stage),
) -> Result<VerifiedObjects, R::Error> {
    let result = VerifiedObjects::default();
    let mut verification = Verification { runner, writer, annotation, options, result };
    let mut left = objects.to_vec();
    for round in 0.. {
        progress(Stage::Comparing(left.len()));
        let (sources, classes) = verification.compile(left)?;
        left = sources.iter().flat_map(|source| source.methods.iter().map(|method| method.object)).collect();
        if round == 0 {
            verification.result.compiled = left.len();
        }
        if left.is_empty() {
            break;
        }
        let mut outcomes = verification.call(&sources, classes)?;
        let mut kept: BTreeMap<ObjectNumber, Option<Grade>> = BTreeMap::new();
        let mut is_settled = true;
        for object in left {
            let outcome = outcomes.remove(&object).unwrap_or_default();
            let grade = outcome.made.as_ref().map(|made| made.grade);
            match verification.judge(object, outcome, round < REWRITES) {
                Verdict::Keep => {
                    kept.insert(object, grade);
                }
                Verdict::Rewritten => {
                    is_settled = false;
                    kept.insert(object, grade);
                }
                Verdict::Drop(fault) => {
                    is_settled = false;
                    verification.result.dropped.push((object, fault));
                }
            }
        }
        if is_settled {
            verification.result.sources = sources;
            verification.result.kept = kept;
            break;
        }
        left = kept.into_keys().collect();
    }
    Ok(verification.result)
}

struct Verification<'a, R> {
    runner: &'a mut R,
    writer: &'a mut dyn ObjectWriter,
    annotation: &'a str,
    options: &'a Options,
    result: VerifiedObjects,
}

/// The result of calling a method.
#[derive(Default)]
struct Outcome {
    made: Option<Made>,
    fault: Option<Fault>,
}

enum Verdict {
    Keep,
    /// It is another method now, to be called again.
    Rewritten,
    Drop(Fault),
}

impl<R: Runner> Verification<'_, R> {
    /// Compiles methods and their checks, leaving out those that javac does not accept.
    fn compile(
        &mut self,
        mut objects: Vec<ObjectNumber>,
    ) -> Result<(Vec<ObjectSource>, CompiledClasses), R::Error> {
        loop {
            let written = self.writer.write(&objects);
            self.result.dropped.extend(written.refused);
            let sources = written.sources;
            let checks: Vec<(String, String)> =
                sources.iter().map(|source| check(source, self.annotation)).collect();
            let mut inputs: Vec<Source<'_>> =
                checks.iter().map(|(path, text)| Source { path, text }).collect();
            inputs.extend(sources.iter().map(|source| Source { path: &source.path, text: &source.text }));
            let compiled = self.runner.compile(&inputs)?;
            if let Some(classes) = compiled.classes {
                return Ok((sources, classes));
            }
            if sources.is_empty() {
                return Ok((sources, CompiledClasses::default()));
            }
            let mut wrong: BTreeMap<ObjectNumber, &str> = BTreeMap::new();
            for error in compiled.errors() {
                let source = sources.iter().find(|source| source.path == error.file);
                let mut methods = source.into_iter().flat_map(|source| &source.methods);
                if let Some(method) = methods.find(|method| method.lines.contains(&(error.line as usize))) {
                    wrong.entry(method.object).or_insert(&error.message);
                }
            }
            let methods = sources.iter().flat_map(|source| &source.methods);
            let mut all: Vec<ObjectNumber> = methods.map(|method| method.object).collect();
            if wrong.is_empty() {
                // No method is at fault, so none can be kept.
                let message = compiled.errors().next().map_or(&*compiled.extra, |error| &error.message);
                wrong = all.iter().map(|&object| (object, message)).collect();
            }
            let faults = wrong
                .iter()
                .map(|(&object, message)| (object, Fault::new(FaultKind::DoesNotCompile, message)));
            self.result.dropped.extend(faults);
            all.retain(|object| !wrong.contains_key(object));
            objects = all;
        }
    }

    /// Calls every method once under the agent, and compares the object with the recorded one.
    fn call(
        &mut self,
        sources: &[ObjectSource],
        classes: CompiledClasses,
    ) -> Result<BTreeMap<ObjectNumber, Outcome>, R::Error> {
        let mut by_test: BTreeMap<String, ObjectNumber> = BTreeMap::new();
        let (mut tests, mut methods) = (Vec::new(), Vec::new());
        for source in sources {
            let class = check_name(&source.name);
            for method in &source.methods {
                let test = TestId::new(&class, &method.name);
                by_test.insert(test.to_string(), method.object);
                tests.push(test);
                methods.push(format!("{class}#{MEET}"));
            }
        }
        let run = Run {
            classes,
            tests,
            mutants: Vec::new(),
            isolation: Isolation::LoaderPerRun,
            replaced: Arc::default(),
        };
        let ran = self.runner.run_recorded(&run, &methods)?;
        let mut outcomes: BTreeMap<ObjectNumber, Outcome> = BTreeMap::new();
        for report in ran.reports.iter().filter(|report| !report.passed()) {
            if let Some(&object) = by_test.get(&report.test.to_string()) {
                outcomes.entry(object).or_default().fault = Some(Fault::of(report, None));
            }
        }
        for recording in &ran.recordings {
            let Ok(met) = recording.reader() else { continue };
            for (test, indices) in invocations_by_test(&met) {
                let Some(&object) = by_test.get(&test) else { continue };
                for index in indices {
                    let outcome = outcomes.entry(object).or_default();
                    let method = met.invocations().nth(index).and_then(|head| met.method(head.method));
                    if method.is_some_and(|method| *method.name == *MEET) {
                        let capture = met.capture(index).ok();
                        let made =
                            capture.and_then(|capture| self.writer.compare(object, met.classes(), &capture));
                        outcome.made = made.or(outcome.made.take());
                        continue;
                    }
                    let reached = reach::attempts(&met, index, &ran.bounds);
                    let refused = reached.iter().find(|one| !self.options.allow.contains(&one.reach));
                    if let Some(attempt) = refused {
                        let kind = FaultKind::Reaches(attempt.reach);
                        outcome.fault = Some(Fault::new(kind, &attempt.to_string()));
                    }
                }
            }
        }
        Ok(outcomes)
    }

    /// Decides what becomes of a method.
    fn judge(&mut self, object: ObjectNumber, outcome: Outcome, may_retry: bool) -> Verdict {
        if let Some(fault) = outcome.fault {
            return Verdict::Drop(fault);
        }
        let Some(made) = outcome.made.filter(|made| made.grade == Grade::Different) else {
            return Verdict::Keep;
        };
        match self.writer.rewrite(object, &made.holders, may_retry) {
            Rewrite::Keep => Verdict::Keep,
            Rewrite::Rewritten => Verdict::Rewritten,
            Rewrite::Refused { class, is_replayed } => {
                let kind = FaultKind::StateDiffers { class, is_replayed };
                Verdict::Drop(Fault::new(kind, &made.difference))
            }
        }
    }
}

/// The name of the class that calls the methods of another.
fn check_name(class: &str) -> String {
    format!("{class}ReenactCheck")
}

/// Writes a class of tests that call every method of a source once and hand the object to a method that the agent records.
fn check(source: &ObjectSource, annotation: &str) -> (String, String) {
    let (package, simple) = source.name.rsplit_once('.').unwrap_or(("", &source.name));
    let name = check_name(simple);
    let mut text = match package {
        "" => String::new(),
        package => format!("package {package};\n"),
    };
    text.push_str(&format!("public class {name} {{\n"));
    for method in &source.methods {
        text.push_str(&format!(
            "@{annotation} public void {0}() throws java.lang.Throwable {{ {MEET}({simple}.{0}()); }}\n",
            method.name
        ));
    }
    text.push_str(&format!("private static void {MEET}(java.lang.Object made) {{}}\n}}\n"));
    (source.path.replace(&format!("{simple}.java"), &format!("{name}.java")), text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reenact_wire::driver::{Diagnostic, DiagnosticKind, Failure, Invocation, Outcome as Ended, Output};

    use super::*;
    use crate::{Compiled, Environment, RecordedRun, TestReport};

    /// Methods by what becomes of them: object 1 does not compile, object 2 throws.
    struct Fake;

    impl Runner for Fake {
        type Error = std::fmt::Error;

        fn compile(&mut self, sources: &[Source<'_>]) -> Result<Compiled, Self::Error> {
            let line =
                |source: &Source<'_>| source.text.lines().position(|line| line == "made1").map(|at| at + 1);
            let broken = sources.iter().find_map(|source| Some((source.path, line(source)?)));
            let diagnostics = broken.map(|(file, line)| Diagnostic {
                kind: DiagnosticKind::Error,
                file: file.to_owned(),
                line: line as u32,
                column: 0,
                code: String::new(),
                message: "an error".to_owned(),
            });
            let classes = diagnostics.is_none().then(CompiledClasses::default);
            Ok(Compiled { classes, diagnostics: diagnostics.into_iter().collect(), extra: String::new() })
        }

        fn run(&mut self, _: &[Run]) -> Result<Vec<Vec<TestReport>>, Self::Error> {
            Err(std::fmt::Error)
        }

        fn run_in(&mut self, _: &Environment, _: &Run) -> Result<Vec<TestReport>, Self::Error> {
            Err(std::fmt::Error)
        }

        fn run_recorded(&mut self, run: &Run, methods: &[String]) -> Result<RecordedRun, Self::Error> {
            assert_eq!(methods.len(), run.tests.len());
            assert!(methods.iter().all(|method| method == "a.BObjectsReenactCheck#meet"));
            let report = |test: &TestId| {
                let failure = (test.method == "made2").then(|| Failure {
                    class: "java.lang.IllegalStateException".to_owned(),
                    ..Failure::default()
                });
                let invocation = Invocation {
                    name: String::new(),
                    outcome: if failure.is_some() { Ended::Failed } else { Ended::Passed },
                    time: Duration::ZERO,
                    reason: String::new(),
                    failure,
                    output: Output::default(),
                    covered: Vec::new(),
                };
                TestReport { test: test.clone(), invocations: vec![invocation], jvm: 0 }
            };
            Ok(RecordedRun { reports: run.tests.iter().map(report).collect(), ..RecordedRun::default() })
        }
    }

    impl ObjectWriter for () {
        fn write(&mut self, objects: &[ObjectNumber]) -> WrittenObjects {
            let name = |object: &ObjectNumber| format!("made{object}");
            let methods = objects.iter().zip(1..).map(|(object, line)| ObjectMethod {
                name: name(object),
                lines: line..line + 1,
                object: *object,
            });
            let source = ObjectSource {
                name: "a.BObjects".to_owned(),
                path: "a/BObjects.java".to_owned(),
                text: objects.iter().map(name).collect::<Vec<String>>().join("\n"),
                methods: methods.collect(),
            };
            WrittenObjects { sources: vec![source], refused: Vec::new() }
        }

        fn rewrite(&mut self, _: ObjectNumber, _: &[Box<str>], _: bool) -> Rewrite {
            Rewrite::Keep
        }

        fn compare(&mut self, _: ObjectNumber, _: &Classes, _: &Capture) -> Option<Made> {
            None
        }
    }

    #[test]
    fn methods_that_do_not_compile_or_throw_are_dropped_and_the_others_kept() {
        let verified =
            verify_objects(&mut Fake, &mut (), &[0, 1, 2], "org.junit.Test", &Options::default(), &|_| {})
                .unwrap();
        let dropped: Vec<_> =
            verified.dropped.iter().map(|(object, fault)| (*object, fault.code())).collect();
        assert_eq!(dropped, [(1, "does-not-compile"), (2, "test-fails")]);
        assert_eq!((verified.compiled, verified.kept), (2, BTreeMap::from([(0, None)])));
        assert_eq!(
            verified.dropped[1].1.summary_of("the method"),
            "the method fails with IllegalStateException"
        );
    }

    #[test]
    fn a_check_calls_every_method_and_hands_its_object_over() {
        let source = &ObjectWriter::write(&mut (), &[0, 1]).sources[0];
        let (path, text) = check(source, "org.junit.Test");
        assert_eq!(path, "a/BObjectsReenactCheck.java");
        assert_eq!(
            text,
            "package a;\n\
             public class BObjectsReenactCheck {\n\
             @org.junit.Test public void made0() throws java.lang.Throwable { meet(BObjects.made0()); }\n\
             @org.junit.Test public void made1() throws java.lang.Throwable { meet(BObjects.made1()); }\n\
             private static void meet(java.lang.Object made) {}\n\
             }\n"
        );
    }
}
