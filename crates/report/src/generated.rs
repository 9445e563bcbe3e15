//! The tests that were generated from a recording, and the invocations that became none.

mod html;

use std::borrow::Cow;
use std::collections::BTreeMap;

use reenact_base::finding::{Code, Finding, Subject};
use serde::{Deserialize, Serialize};

use crate::layout::{count, number, table, wrap};
use crate::{Report, Section, Style, finding, text_sections};

/// The report of `reenact generate`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Generated {
    pub recording: String,
    /// Where the tests are.
    pub out: String,
    pub junit: u8,
    /// Language level of the tests.
    pub release: u8,
    pub invocations: Invocations,
    pub tests: Tests,
    /// The code of the recorded run that delivered tests run; none if the recording does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retained: Option<Retained>,
    pub objects: Objects,
    pub captured: Captured,
    pub analysis: Analysis,
    /// Methods that make objects, if these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factories: Option<Factories>,
    /// Files that were written, by path below `out`.
    pub files: Vec<File>,
    /// The changes of files as a unified diff, if these were asked for instead of written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// Cases without a test, most frequent reason first.
    pub not_delivered: Vec<NotDelivered>,
    /// Changes that would let cases become tests, those that help most cases first.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// Every case, and every invocation that could not be used, in the order of methods and numbers.
    #[serde(default)]
    pub cases: Vec<Case>,
    /// Files, programs and addresses that tests reached.
    pub reached: Vec<Reached>,
    pub verification: Verification,
    /// Conventions of the project that the tests follow, by the files that they were learnt from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conventions: Vec<Learned>,
    /// The run of the project's own build, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_build: Option<OwnBuildRun>,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// The invocations of the recording.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Invocations {
    pub recorded: usize,
    pub methods: usize,
    /// Same as another one, which stands for them.
    pub repeats: usize,
    /// Beyond the number of tests that were asked for of one method.
    pub enough: usize,
    /// Torn, unfinished, unreadable or too big.
    pub unusable: usize,
    /// The rest: each should become a test.
    pub cases: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tests {
    /// Cases for which Java was written.
    pub written: usize,
    /// Of those, the ones that compile.
    pub compiled: usize,
    /// Of those, the ones that passed when first run, before any was dropped.
    pub passed: usize,
    /// Of those, the ones that passed alone, repeated, shuffled and in other environments.
    pub kept: usize,
    /// Kept tests that are in the files: those that find faults which no other one finds.
    #[serde(default)]
    pub delivered: usize,
    /// Kept tests that are not, because they add nothing.
    #[serde(default)]
    pub redundant: usize,
    /// Kept tests that are not, because their class has enough others.
    #[serde(default)]
    pub beyond_limit: usize,
    /// Recorded methods that delivered tests call.
    #[serde(default)]
    pub methods: usize,
    /// Kept tests that fail when the method's body is gone; none if that was not tried.
    pub noticing: Option<usize>,
    /// Faults that were planted in code which kept tests run; zero if tests were not chosen by faults.
    #[serde(default)]
    pub faults_reached: usize,
    /// Those of them that delivered tests find.
    #[serde(default)]
    pub faults_found: usize,
    /// Those that were not tried, because tests did not end with others of their methods.
    #[serde(default)]
    pub faults_untried: usize,
    /// Kept tests by the state that the method met, compared with the recorded one.
    pub exact: usize,
    pub sufficient: usize,
    pub different: usize,
    pub not_compared: usize,
    /// Lines of Java in kept tests, helpers included.
    pub lines: usize,
    /// Time to write them, before any was run.
    pub milliseconds: u64,
    /// CPU time of the same.
    #[serde(default)]
    pub cpu_milliseconds: u64,
}

/// Of the lines and branches of included code that the recorded run took, those that delivered tests take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retained {
    pub branches: usize,
    pub branches_kept: usize,
    pub lines: usize,
    pub lines_kept: usize,
    /// Blocks of code that are not counted.
    pub blocks_left_out: usize,
}

/// Objects in the tests that were written, by how they are made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Objects {
    pub structure: usize,
    pub history: usize,
    pub constant: usize,
    pub form: usize,
    pub stand_in: usize,
    /// Objects in cases that could not be rebuilt.
    pub not_rebuilt: usize,
    /// The middle one of the tests that were written, by their objects.
    pub median: usize,
}

/// Objects that were captured for the cases, strings and boxes not counted, by what the method met in place of
/// them when its test was run, whatever came of the test.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Captured {
    pub objects: u64,
    pub exact: u64,
    pub sufficient: u64,
    pub different: u64,
    pub not_compared: u64,
    /// In cases without a test that compiles.
    pub not_rebuilt: u64,
}

/// The cost of indexing the program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// Classes, those of the JDK included.
    pub classes: usize,
    /// Of those, the ones on the class path.
    pub own_classes: usize,
    pub milliseconds: u64,
}

/// Methods that make recorded objects.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Factories {
    /// Different objects for which Java was written.
    pub written: usize,
    /// Of those, the ones that compile.
    pub compiled: usize,
    /// Of those, the ones whose object was made and is as it was recorded.
    pub kept: usize,
    /// Kept ones by the object that they made, compared with the recorded one.
    pub exact: usize,
    pub sufficient: usize,
    pub different: usize,
    pub not_compared: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct File {
    pub path: String,
    pub tests: usize,
    /// Numbers of the invocations in the recording that its tests are made of; none if it makes objects.
    pub invocations: Vec<u64>,
    /// `new`, `changed`, `same`, or `edited` if it was left alone.
    pub state: String,
    /// Tests that were in it and that this run does not make.
    #[serde(default)]
    pub retained: usize,
    /// The directory of sources that it is in, if that is another module's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct NotDelivered {
    /// The kind of reason, such as `does-not-compile`.
    pub code: String,
    /// The reason and the next step.
    pub reason: String,
    pub cases: usize,
    /// One of them: its method and its number in the recording.
    pub example: String,
}

/// A change of the program, the settings or the options that would let cases become tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The next step, such as `add an adapter for com.acme.Order to reenact.toml`.
    pub change: String,
    /// Cases that need it. Some of them may need other changes, too.
    pub cases: usize,
}

/// An invocation, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// `pkg.Class#method`.
    pub method: String,
    /// Its number in the recording.
    pub invocation: u64,
    /// `delivered`, `redundant` if its test adds nothing, `beyond-limit` if its class has enough others, or `refused`.
    pub state: String,
    /// The test that was delivered, `pkg.Class#method`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The position of the reason in `not_delivered`, if it was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<usize>,
    /// The message about this one; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// Something that a test reached for: a file, a program, the network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The method under test.
    pub method: String,
    pub invocation: u64,
    /// `reads`, `files`, `processes` or `network`: what `--allow` takes.
    pub kind: String,
    /// The file, command line or address, if it is known.
    pub target: String,
    /// The method of the JDK that was called for it.
    pub by: String,
    /// Whether that was allowed. If not, there is no such test.
    pub allowed: bool,
}

/// The runs of the kept tests.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Verification {
    pub shuffles: usize,
    /// Other locales, time zones, charsets, dates, users, hosts, directories and variables.
    #[serde(alias = "surroundings")]
    pub environments: usize,
    /// Whether the network was out of reach.
    pub without_network: bool,
    /// Whether files outside the scratch directory could not be written.
    pub without_files: bool,
    pub milliseconds: u64,
    /// CPU time of the same, with that of the JVMs.
    #[serde(default)]
    pub cpu_milliseconds: u64,
}

/// Conventions that were learnt from files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    /// The file, or how many files of a directory.
    pub from: String,
    /// The conventions in words.
    pub what: Vec<String>,
}

/// The project's own build over the new tests.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OwnBuildRun {
    pub command: String,
    /// The formatter of the build that was applied.
    pub formatter: Option<String>,
    /// Whether it compiled, all new tests passed, and so did the build's checks.
    pub passed: bool,
}

impl Report for Generated {
    const FORMAT: &'static str = "reenact.generated/1";

    fn title(&self) -> String {
        format!("Tests from {}", self.recording)
    }

    fn text_in(&self, style: Style) -> String {
        if let Some(factories) = &self.factories {
            return self.factories_text(factories, style);
        }
        let mut out = format!("{}\n", self.headline());
        let mut row = |name: &str, text: &str| {
            out.push_str(&wrap(&format!("  {name:<11}"), text, 13, style.width));
        };
        self.summary().iter().for_each(|(name, text)| row(name, text));
        match &self.diff {
            Some(diff) => out.push_str(&format!("\n{diff}")),
            None => row("written to", &self.places()),
        }
        out.push_str(&self.rest(style));
        out
    }

    fn sections(&self) -> Vec<Section> {
        match self.factories {
            // Methods that make objects have no cases.
            Some(_) => text_sections(self),
            None => html::sections(self),
        }
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let missing = self.not_delivered.iter().map(NotDelivered::finding);
        let refused = self.reached.iter().filter(|reached| !reached.allowed).map(Reached::finding);
        Cow::Owned(missing.chain(refused).chain(self.findings.iter().cloned()).collect())
    }
}

impl Generated {
    /// The numbers of test methods, classes and cases. A test with parameters is of several cases.
    fn headline(&self) -> String {
        let methods: usize = self.files.iter().map(|file| file.tests).sum();
        format!(
            "{} in {} from {} of {}",
            count(methods, "test", "tests"),
            count(self.files.len(), "class", "classes"),
            number(self.tests.delivered),
            count(self.invocations.cases, "case", "cases"),
        )
    }

    /// The figures of the run, each with its name.
    fn summary(&self) -> Vec<(&'static str, String)> {
        let Generated { invocations, tests, objects, .. } = self;
        let mut rows = Vec::new();
        let mut row = |name: &'static str, text: String| rows.push((name, text));
        row(
            "recorded",
            format!(
                "{} of {}: {} repeats, {} beyond the limit of a method, {} unusable",
                count(invocations.recorded, "invocation", "invocations"),
                count(invocations.methods, "method", "methods"),
                number(invocations.repeats),
                number(invocations.enough),
                number(invocations.unusable),
            ),
        );
        row(
            "tests",
            format!(
                "{} written, {} compiled, {} passed when first run, {} kept, of which {} add nothing{}",
                number(tests.written),
                number(tests.compiled),
                number(tests.passed),
                number(tests.kept),
                number(tests.redundant),
                match tests.beyond_limit {
                    0 => String::new(),
                    beyond => format!(" and {} are beyond --per-class", number(beyond)),
                }
            ),
        );
        row(
            "methods",
            format!(
                "{} of {} that were recorded have a test",
                number(tests.methods),
                number(invocations.methods)
            ),
        );
        if tests.compiled > 0 {
            row("retained", self.retained_text());
        }
        if tests.faults_reached > 0 {
            let (found, reached) = (number(tests.faults_found), number(tests.faults_reached));
            let untried = match tests.faults_untried {
                0 => String::new(),
                all if all == tests.faults_reached => {
                    "; none counts, since with many of them tests do not end: chosen by code that is run"
                        .to_owned()
                }
                some => format!(
                    "; {} not tried, since tests do not end with others of their methods",
                    number(some)
                ),
            };
            row(
                "faults",
                format!("{found} of {reached} that were planted where kept tests run are found{untried}"),
            );
        }
        row(
            "state met",
            format!(
                "{} exact, {} sufficient, {} different, {} not compared",
                number(tests.exact),
                number(tests.sufficient),
                number(tests.different),
                number(tests.not_compared)
            ),
        );
        if let Some(noticing) = tests.noticing {
            row(
                "noticing",
                format!("{} of {} fail when the method does nothing", number(noticing), number(tests.kept)),
            );
        }
        row(
            "objects",
            format!(
                "{} by structure, {} by history, {} constants, {} of the JDK, {} stand-ins; {} not rebuilt",
                number(objects.structure),
                number(objects.history),
                number(objects.constant),
                number(objects.form),
                number(objects.stand_in),
                number(objects.not_rebuilt)
            ),
        );
        let captured = &self.captured;
        row(
            "captured",
            format!(
                "{}: {} exact, {} sufficient, {} different, {} not compared, {} not rebuilt",
                count(captured.objects as usize, "object", "objects"),
                number(captured.exact as usize),
                number(captured.sufficient as usize),
                number(captured.different as usize),
                number(captured.not_compared as usize),
                number(captured.not_rebuilt as usize)
            ),
        );
        // Without a test there was no JVM that could be isolated.
        if tests.compiled > 0 {
            row(
                "verified",
                format!(
                    "alone, twice, in {} shuffles, in {} other environments; {}",
                    self.verification.shuffles,
                    self.verification.environments,
                    self.isolation()
                ),
            );
        }
        if !self.conventions.is_empty() {
            let learned = |learned: &Learned| format!("{} from {}", learned.what.join(", "), learned.from);
            row("style", self.conventions.iter().map(learned).collect::<Vec<String>>().join("; "));
        }
        if let Some(build) = &self.own_build {
            let formatted =
                build.formatter.as_ref().map_or(String::new(), |name| format!("formatted by {name}; "));
            let outcome = if build.passed { "passed" } else { "failed" };
            row("own build", format!("{formatted}{outcome}: {}", build.command));
        }
        rows
    }

    /// The share of the recorded run's code that tests run, or how to know it.
    fn retained_text(&self) -> String {
        let Some(retained) = self.retained else {
            return "not known: the recording does not say which code ran; record with `reenact record -- …`, or with --blocks"
                .to_owned();
        };
        if retained.branches == 0 && retained.lines == 0 && retained.blocks_left_out > 0 {
            let blocks = count(retained.blocks_left_out, "block of code", "blocks of code");
            return format!(
                "not known: the {blocks} that ran are not those of the class path; another agent, such as JaCoCo, changes the \
                 classes"
            );
        }
        let share = |kept: usize, all: usize, what: &str| {
            let percent = if all == 0 { 100.0 } else { 100.0 * kept as f64 / all as f64 };
            format!("{} of {} {what} ({percent:.1} %)", number(kept), number(all))
        };
        let left_out = match retained.blocks_left_out {
            0 => String::new(),
            some => format!("; {} are not counted", count(some, "block of code", "blocks of code")),
        };
        format!(
            "{} and {} that the recorded run took{left_out}",
            share(retained.branches_kept, retained.branches, "branches"),
            share(retained.lines_kept, retained.lines, "lines")
        )
    }

    fn factories_text(&self, factories: &Factories, style: Style) -> String {
        let mut out = format!(
            "{} in {}\n",
            count(factories.kept, "factory method", "factory methods"),
            count(self.files.len(), "class", "classes"),
        );
        let mut row = |name: &str, text: String| {
            out.push_str(&wrap(&format!("  {name:<11}"), &text, 13, style.width));
        };
        row(
            "methods",
            format!(
                "{} written, {} compiled, {} kept",
                number(factories.written),
                number(factories.compiled),
                number(factories.kept)
            ),
        );
        row(
            "objects",
            format!(
                "{} exact, {} sufficient, {} different, {} not compared",
                number(factories.exact),
                number(factories.sufficient),
                number(factories.different),
                number(factories.not_compared)
            ),
        );
        for file in &self.files {
            row("written to", format!("{}/{} ({})", self.out, file.path, file.state));
        }
        out.push_str(&self.rest(style));
        out
    }

    /// The directory, and how many files are not new in it.
    fn places(&self) -> String {
        let in_state = |state: &str| self.files.iter().filter(|file| file.state == state).count();
        let retained: usize = self.files.iter().map(|file| file.retained).sum();
        let mut parts = Vec::new();
        for (state, what) in [("same", "unchanged"), ("edited", "edited and left alone")] {
            if in_state(state) > 0 {
                parts.push(format!("{} {what}", count(in_state(state), "file", "files")));
            }
        }
        let mut others: Vec<&str> = self.files.iter().filter_map(|file| file.out.as_deref()).collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            let files = self.files.iter().filter(|file| file.out.as_deref() == Some(other)).count();
            parts.push(format!("{} in {other}", count(files, "file", "files")));
        }
        if retained > 0 {
            parts.push(format!("{} of earlier runs kept", count(retained, "test", "tests")));
        }
        if parts.is_empty() { self.out.clone() } else { format!("{}: {}", self.out, parts.join(", ")) }
    }

    /// Cases without a test, places that tests reached, and findings.
    fn rest(&self, style: Style) -> String {
        let mut out = String::new();
        if !self.not_delivered.is_empty() {
            out.push_str("\nnot delivered\n");
            let width =
                self.not_delivered.iter().map(|missing| number(missing.cases).len()).max().unwrap_or(0);
            for missing in self.not_delivered.iter().take(REASONS) {
                let indent = width + 4;
                let cases = format!("  {:>width$}  ", number(missing.cases));
                out.push_str(&wrap(&cases, &missing.reason, indent, style.width));
                if !missing.example.is_empty() {
                    let example = format!("for example {}", missing.example);
                    out.push_str(&wrap(&" ".repeat(indent), &example, indent + 2, style.width));
                }
            }
        }
        let more = self.not_delivered.get(REASONS..).unwrap_or_default();
        if !more.is_empty() {
            let cases: usize = more.iter().map(|missing| missing.cases).sum();
            let text = format!(
                "and {} for {}; --format json and --format html have all of them",
                count(more.len(), "other reason", "other reasons"),
                count(cases, "case", "cases")
            );
            out.push_str(&wrap("  ", &text, 2, style.width));
        }
        let helpful = self.changes.iter().take(CHANGES);
        if self.not_delivered.len() > 1 && !self.changes.is_empty() {
            out.push_str("\nchanges that would give the most tests\n");
            let width = self.changes.iter().map(|change| number(change.cases).len()).max().unwrap_or(0);
            for change in helpful {
                let cases = format!("  up to {:>width$}  ", number(change.cases));
                out.push_str(&wrap(&cases, &change.change, width + 10, style.width));
            }
        }
        if !self.reached.is_empty() {
            out.push_str("\nreached outside of the tests\n");
            let rows = self.reached_rows();
            let more = rows.len().saturating_sub(REACHED_ROWS);
            out.push_str(&table(
                &["calls", "what", "where", "by", ""],
                rows.into_iter().take(REACHED_ROWS),
                style,
            ));
            if more > 0 {
                let text = format!(
                    "and {}; --format json and --format html have all",
                    count(more, "other place", "other places")
                );
                out.push_str(&wrap("  ", &text, 2, style.width));
            }
        }
        out.push_str(&finding::list_text(&self.findings, style));
        out
    }
}

impl NotDelivered {
    fn finding(&self) -> Finding {
        let cases = count(self.cases, "case", "cases");
        let message = format!("{} ({cases})", self.reason);
        let code = Code::named(&self.code).unwrap_or(Code::NotDelivered);
        Finding::new(code, Subject::member(&*self.example), message).identified_by([self.reason.as_str()])
    }
}

impl Reached {
    fn finding(&self) -> Finding {
        let subject = Subject::invocation(self.invocation, &*self.method);
        let target = if self.target.is_empty() { &self.by } else { &self.target };
        let message =
            format!("its test was refused because it reached {target} ({}, by {})", self.kind, self.by);
        Finding::new(Code::Reached, subject, message)
            .with_help(format!("allow it with --allow {} if the test may do that", self.kind))
            .identified_by([&*self.kind, &*self.target, &*self.by])
    }
}

/// The number of reasons in text; other formats have all.
const REASONS: usize = 12;

/// The number of changes in text; other formats have all.
const CHANGES: usize = 5;

/// The number of places in text; other formats have all.
const REACHED_ROWS: usize = 30;

impl Generated {
    /// Every place once, with the number of tests that reached it.
    fn reached_rows(&self) -> Vec<[String; 5]> {
        let mut places: BTreeMap<(&str, &str, &str, bool), usize> = BTreeMap::new();
        for Reached { kind, target, by, allowed, .. } in &self.reached {
            *places.entry((kind, target, by, *allowed)).or_default() += 1;
        }
        let state = |allowed| if allowed { "allowed" } else { "refused" }.to_owned();
        let rows = places.into_iter();
        rows.map(|((kind, target, by, allowed), tests)| {
            [number(tests), kind.to_owned(), target.to_owned(), by.to_owned(), state(allowed)]
        })
        .collect()
    }

    fn isolation(&self) -> &'static str {
        match (self.verification.without_network, self.verification.without_files) {
            (true, true) => "without network, and without writing outside a scratch directory",
            (true, false) => "without network",
            (false, true) => "without writing outside a scratch directory",
            (false, false) => "not isolated from the network and the file system",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_other_classes_than_those_of_the_class_path_gives_no_share() {
        let text = |retained| Generated { retained: Some(retained), ..Generated::default() }.retained_text();
        let changed = Retained { blocks_left_out: 1293, ..Retained::default() };
        assert!(
            text(changed).starts_with("not known: the 1,293 blocks of code that ran"),
            "{}",
            text(changed)
        );
        let half = Retained { branches: 4, branches_kept: 2, blocks_left_out: 1, ..Retained::default() };
        assert!(text(half).starts_with("2 of 4 branches (50.0 %)"), "{}", text(half));
    }
}
