//! Methods that make recorded objects, for whoever writes tests by hand.
//!
//! Each is compiled, called once in a JVM under the agent, and what it gives is compared with the recorded object. One
//! that gives another object is written otherwise, or dropped with the reason.

mod find;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reenact_generate::{GivenObject, Junit, ObjectMethod, SourceFile, held_by_statics};
use reenact_heap::Forms;
use reenact_heap::isomorphism::{self, Grade, Identity, Root};
use reenact_host::Scratch;
use reenact_jvm::driver::{Compilation, Driver, Isolation, TestId, TestRun};
use reenact_rebuild::ActionKey;
use reenact_recording::RecordingReader;
use reenact_report::generated::{Factories, Generated};
use rustc_hash::FxHashSet;

use super::crew::reports;
use super::draft::{Drafts, described};
use super::subject::Subject;
use super::verify::{PLANS, TEST_LIMIT, Tools, different, said, shortened};
use super::{Error, Options, reach, state, write};
use crate::Progress;
use find::{Found, Wanted};

/// What the agent records of a check: the object that a method has made.
const MEET: &str = "meet";

/// The work of making methods.
pub struct Objects<'a, 'w> {
    pub tools: &'a Tools,
    pub subject: &'a Subject,
    pub drafts: &'a mut Drafts<'w>,
    pub options: &'a Options,
    pub report: &'a mut Generated,
    pub progress: &'a dyn Progress,
    /// How often methods were compiled so far.
    pub rounds: usize,
}

/// A recorded object with the method that makes it.
struct Made {
    found: Found,
    method: ObjectMethod,
    /// Actions that gave another object.
    avoid: FxHashSet<ActionKey>,
}

/// Methods in their classes, and where these are compiled.
struct Compiled {
    files: Vec<SourceFile>,
    /// For each file, which of all methods its methods are.
    members: Vec<Vec<usize>>,
    classes: PathBuf,
}

/// What came of calling a method.
#[derive(Default)]
struct Outcome {
    grade: Option<Grade>,
    difference: String,
    culprit: Option<Box<str>>,
    /// Reason and message, if it did not come to an end.
    failure: Option<(String, String)>,
}

impl Objects<'_, '_> {
    /// Writes methods for what is wanted.
    pub fn of(mut self, wanted: &str, reader: &mut RecordingReader<'_>) -> Result<(), Error> {
        let scratch = Scratch::new("reenact-objects-")
            .map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
        self.progress.step(&format!("looking for objects of {wanted}"));
        let wanted = Wanted::parse(wanted)?;
        let mut made = self.make(&wanted, reader)?;
        self.report.factories = Some(Factories { written: made.len(), ..Factories::default() });
        let mut javac = Driver::start(self.tools.jvm(self.subject, scratch.path(), &self.options.allow))?;
        for round in 0.. {
            self.progress.step(&format!("comparing {} objects with the recording", made.len()));
            let compiled;
            (made, compiled) = self.compile(&mut javac, made, scratch.path())?;
            if round == 0 {
                self.count(|factories| factories.compiled = made.len());
            }
            if made.is_empty() {
                break;
            }
            let mut results = self.call(&compiled, &made, reader, scratch.path())?;
            let mut is_settled = true;
            let mut kept = Vec::new();
            let mut grades = Vec::new();
            for (at, one) in made.into_iter().enumerate() {
                let result = results.remove(&at).unwrap_or_default();
                grades.push(result.grade);
                match self.judge(one, result, round, reader) {
                    Verdict::Kept(one) => kept.push(one),
                    Verdict::Again(one) => {
                        is_settled = false;
                        kept.push(one);
                    }
                    Verdict::Dropped => is_settled = false,
                }
            }
            made = kept;
            if is_settled {
                self.count(|factories| {
                    factories.kept = grades.len();
                    for grade in grades {
                        *match grade {
                            Some(Grade::Exact) => &mut factories.exact,
                            Some(Grade::Sufficient) => &mut factories.sufficient,
                            Some(Grade::Different) => &mut factories.different,
                            Some(Grade::Undecided) | None => &mut factories.not_compared,
                        } += 1;
                    }
                });
                javac.quit()?;
                let sources = compiled.files.iter().map(|file| write::Source {
                    path: &file.path,
                    text: &file.text,
                    methods: file.methods.len(),
                    invocations: Vec::new(),
                });
                return write::write(&sources.collect::<Vec<_>>(), self.options, self.report);
            }
        }
        Ok(javac.quit()?)
    }

    fn count(&mut self, change: impl FnOnce(&mut Factories)) {
        change(self.report.factories.get_or_insert_default());
    }

    /// A method for every different object that is wanted, up to a number for each class.
    fn make(&mut self, wanted: &Wanted, reader: &mut RecordingReader<'_>) -> Result<Vec<Made>, Error> {
        let mut made: Vec<Made> = Vec::new();
        let mut has_any = false;
        let mut numbers: BTreeMap<Box<str>, usize> = BTreeMap::new();
        let (drafts, most) = (&mut *self.drafts, self.options.per_method);
        find::each(wanted, drafts.world(), reader, |reader, found, capture| {
            has_any = true;
            let number = numbers.entry(found.class.clone()).or_default();
            if *number >= most {
                return;
            }
            match method(drafts, reader, &found, capture, FxHashSet::default()) {
                Ok(method) => {
                    let is_new = !made
                        .iter()
                        .any(|other| other.found.place == found.place && other.method.is_same(&method));
                    if is_new {
                        *number += 1;
                        made.push(Made { found, method, avoid: FxHashSet::default() });
                    }
                }
                Err(reason) => {
                    drafts.add(&reason, described(&found.method.class, &found.method.name, found.id))
                }
            }
        })?;
        match has_any {
            true => Ok(made),
            false => Err(Error::NoObjects {
                recording: self.options.recording.clone(),
                wanted: wanted.to_string(),
            }),
        }
    }

    /// Compiles methods and their checks, leaving out those that javac does not take.
    fn compile(
        &mut self,
        javac: &mut Driver,
        mut made: Vec<Made>,
        scratch: &Path,
    ) -> Result<(Vec<Made>, Compiled), Error> {
        loop {
            let (files, members) = self.files(&made);
            let checks = files.iter().map(|file| check(file, self.tools.junit));
            let mut sources: Vec<(String, String)> = checks.collect();
            sources.extend(files.iter().map(|file| (file.path.clone(), file.text.clone())));
            let classes = scratch.join(format!("objects-{}", self.rounds));
            self.rounds += 1;
            let compilation = Compilation {
                release: Some(u32::from(self.report.release)),
                options: ["-proc:none", "-Xlint:none", "-Xmaxerrs", "100000"].map(String::from).to_vec(),
                ..Compilation::new(sources, self.tools.class_path.clone())
            };
            let said = javac.compile(&compilation, &classes)?;
            if said.success || made.is_empty() {
                return Ok((made, Compiled { files, members, classes }));
            }
            let mut wrong: BTreeMap<usize, String> = BTreeMap::new();
            for error in said.errors() {
                let file = files.iter().position(|file| file.path == error.file);
                let lines = |file: usize| files[file].methods.iter().zip(&members[file]);
                let method = file.and_then(|file| {
                    lines(file).find(|(method, _)| method.lines.contains(&(error.line as usize)))
                });
                if let Some((_, &member)) = method {
                    wrong.entry(member).or_insert_with(|| shortened(&error.message));
                }
            }
            if wrong.is_empty() {
                // No method is at fault, so none can be saved.
                let message =
                    said.errors().next().map_or(shortened(&said.extra), |error| shortened(&error.message));
                wrong = (0..made.len()).map(|at| (at, message.clone())).collect();
            }
            let mut kept = Vec::new();
            for (at, one) in made.into_iter().enumerate() {
                match wrong.get(&at) {
                    Some(message) => self.drop(&one, "the method does not compile", message),
                    None => kept.push(one),
                }
            }
            made = kept;
        }
    }

    /// Source files, and for each which of all methods its methods are.
    fn files(&mut self, made: &[Made]) -> (Vec<SourceFile>, Vec<Vec<usize>>) {
        let mut places: BTreeMap<&(String, String), Vec<usize>> = BTreeMap::new();
        for (at, one) in made.iter().enumerate() {
            places.entry(&one.found.place).or_default().push(at);
        }
        let (mut files, mut members) = (Vec::new(), Vec::new());
        for ((package, class), all) in places {
            let methods: Vec<ObjectMethod> = all.iter().map(|&at| made[at].method.clone()).collect();
            match self.drafts.generator().objects(package, class, &methods) {
                Ok(file) => {
                    let placed = file.methods.iter().filter_map(|method| all.get(method.position).copied());
                    members.push(placed.collect());
                    files.push(file);
                }
                Err(error) => {
                    self.drafts.add(&format!("{class} cannot be written: {error}"), package.clone())
                }
            }
        }
        (files, members)
    }

    /// Calls every method once under the agent, and compares what it gave with what was recorded.
    fn call(
        &mut self,
        compiled: &Compiled,
        made: &[Made],
        reader: &mut RecordingReader<'_>,
        scratch: &Path,
    ) -> Result<BTreeMap<usize, Outcome>, Error> {
        let mut by_test: BTreeMap<String, usize> = BTreeMap::new();
        let (mut tests, mut methods) = (Vec::new(), Vec::new());
        for (file, members) in compiled.files.iter().zip(&compiled.members) {
            let class = check_name(&file.name);
            methods.push(format!("{class}#{MEET}"));
            for (method, &member) in file.methods.iter().zip(members) {
                let test = TestId::new(&class, &method.name);
                by_test.insert(test.to_string(), member);
                tests.push(test);
            }
        }
        let run = TestRun {
            isolation: Isolation::LoaderPerRun,
            classes: vec![compiled.classes.clone()],
            limit: TEST_LIMIT,
            ..TestRun::new(tests)
        };
        let out = scratch.join(format!("made-{}", self.rounds));
        let mut results: BTreeMap<usize, Outcome> = BTreeMap::new();
        let (ran, bounds) = state::run_recorded(
            self.tools.jvm(self.subject, scratch, &self.options.allow),
            run,
            methods,
            &out,
        )?;
        for (_, report) in reports(&ran).filter(|(_, report)| !report.passed()) {
            if let Some(&member) = by_test.get(&report.test.to_string()) {
                let fault = said(report);
                results.entry(member).or_default().failure = Some((fault.reason, fault.message));
            }
        }
        for recording in state::recordings(&out)? {
            let mut met = recording.reader(&())?;
            for (test, indices) in state::invocations_by_test(&met) {
                let Some(&member) = by_test.get(&test) else { continue };
                for index in indices {
                    let result = results.entry(member).or_default();
                    let method = met.invocations().nth(index).and_then(|head| met.method(head.method));
                    if method.is_some_and(|method| *method.name == *MEET) {
                        self.compare(&made[member].found, reader, &mut met, index, result);
                        continue;
                    }
                    let reached = reach::attempts(&mut met, index, &bounds);
                    let refused = reached.iter().find(|one| !self.options.allow.contains(&one.reach));
                    if let Some(attempt) = refused {
                        result.failure = Some((attempt.reach.refusal(), attempt.to_string()));
                    }
                }
            }
        }
        Ok(results)
    }

    fn compare(
        &self,
        found: &Found,
        reader: &mut RecordingReader<'_>,
        met: &mut RecordingReader<'_>,
        index: usize,
        result: &mut Outcome,
    ) {
        let (Ok(recorded), Ok(capture)) = (reader.capture(found.index), met.capture(index)) else { return };
        let Some(&right) = capture.roots.first() else { return };
        let graph = if found.after { &recorded.after } else { &recorded.before };
        let left = Forms::new(reader.classes(), graph);
        let forms = Forms::new(met.classes(), &capture.before);
        let options = isomorphism::Options { identity: Identity::ExceptValues, ..Default::default() };
        let root = Root { name: "0", left: found.value, right };
        let comparison = isomorphism::compare(&left, &forms, &[root], options);
        let difference = comparison.difference.filter(|_| comparison.grade == Grade::Different);
        result.culprit = difference
            .as_ref()
            .and_then(|difference| state::own_classes(self.drafts.world(), &left, &difference.holders).pop());
        result.difference = difference.map_or(String::new(), |difference| difference.to_string());
        result.grade = Some(comparison.grade);
    }

    /// Keeps a method, has it written otherwise, or drops it.
    fn judge(
        &mut self,
        mut one: Made,
        result: Outcome,
        round: usize,
        reader: &mut RecordingReader<'_>,
    ) -> Verdict {
        if let Some((reason, message)) = &result.failure {
            self.drop(&one, &reason.replace("the test", "the method"), message);
            return Verdict::Dropped;
        }
        if result.grade != Some(Grade::Different) {
            return Verdict::Kept(one);
        }
        let is_culprit = |action: &&ActionKey| Some(&action.class) == result.culprit.as_ref();
        // What the method does not make is the program's own, or the user's.
        if result.culprit.is_some() && !one.method.actions.iter().any(|action| is_culprit(&action)) {
            return Verdict::Kept(one);
        }
        let before = one.avoid.len();
        one.avoid.extend(one.method.actions.iter().filter(is_culprit).cloned());
        if one.avoid.len() > before
            && round < PLANS
            && let Ok(capture) = reader.capture(one.found.index)
            && let Ok(again) = method(self.drafts, reader, &one.found, &capture, one.avoid.clone())
        {
            one.method = again;
            return Verdict::Again(one);
        }
        self.drop(
            &one,
            &different(result.culprit.as_deref(), &one.method.actions),
            &shortened(&result.difference),
        );
        Verdict::Dropped
    }

    fn drop(&mut self, one: &Made, reason: &str, message: &str) {
        let method = &one.found.method;
        let mut example = described(&method.class, &method.name, one.found.id);
        if !message.is_empty() {
            example.push_str(&format!(": {message}"));
        }
        self.drafts.add(reason, example);
    }
}

/// What becomes of a method.
enum Verdict {
    Kept(Made),
    /// Written otherwise, to be looked at again.
    Again(Made),
    Dropped,
}

/// The method for an object, without actions that gave another one.
fn method(
    drafts: &mut Drafts<'_>,
    reader: &RecordingReader<'_>,
    found: &Found,
    capture: &reenact_recording::graph::Capture,
    avoid: FxHashSet<ActionKey>,
) -> Result<ObjectMethod, String> {
    if let Some(place) = find::masked(reader.classes(), capture, found) {
        return Err(reenact_generate::Refusal::Masked(place).to_string());
    }
    let statics = held_by_statics(drafts.world(), reader.classes(), capture, found.after);
    drafts.generator().planner().avoid(avoid);
    let method = drafts.generator().object(&GivenObject {
        classes: reader.classes(),
        graph: if found.after { &capture.after } else { &capture.before },
        object: found.value,
        name: found.name.as_deref(),
        package: &found.place.0,
        statics: &statics,
    });
    drafts.generator().planner().avoid(FxHashSet::default());
    method.map_err(|refusal| refusal.to_string())
}

/// The name of the class that calls the methods of another.
fn check_name(class: &str) -> String {
    format!("{class}ReenactCheck")
}

/// A class of tests that call every method of a file once and hand what it gives to a method that the agent records.
fn check(file: &SourceFile, junit: Junit) -> (String, String) {
    let (package, simple) = file.name.rsplit_once('.').unwrap_or(("", &file.name));
    let test = match junit {
        Junit::Four => "org.junit.Test",
        Junit::Five => "org.junit.jupiter.api.Test",
    };
    let name = check_name(simple);
    let mut text = match package {
        "" => String::new(),
        package => format!("package {package};\n"),
    };
    text.push_str(&format!("public class {name} {{\n"));
    for method in &file.methods {
        text.push_str(&format!(
            "@{test} public void {0}() throws java.lang.Throwable {{ {MEET}({simple}.{0}()); }}\n",
            method.name
        ));
    }
    text.push_str(&format!("private static void {MEET}(java.lang.Object made) {{}}\n}}\n"));
    (file.path.replace(&format!("{simple}.java"), &format!("{name}.java")), text)
}
