//! Verification of tests, and what of it a report has.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use reenact_base::finding::{Code, Finding, Subject as About};
use reenact_base::name::InternalName;
use reenact_generate::{Test, outermost};
use reenact_heap::words;
use reenact_recording::RecordingReader;
use reenact_report::generated::{Case, Generated, Reached, Retained};
use reenact_verify::{Counts, Options, Stage, TestNumber, Verified, verify};

use super::draft::Drafts;
use super::jvms::Jvms;
use super::refusals::Cause;
use super::state_sources::StateSources;
use super::time_limit::{Pace, TimeLimit};
use super::writer::Writer;
use super::{Error, write};
use crate::Progress;

/// The program that tests are verified with.
pub struct Subject<'a, 'w, 'r> {
    pub drafts: &'a mut Drafts<'w>,
    pub reader: &'a RecordingReader<'r>,
    pub jvms: &'a mut Jvms,
    /// Threads that write tests again; as many as there are cores if `None`.
    pub threads: Option<usize>,
}

impl Subject<'_, '_, '_> {
    /// Verifies tests, and returns the sources of those that hold.
    pub fn verified(
        self,
        tests: Vec<Test>,
        options: &Options,
        limit: &TimeLimit,
        report: &mut Generated,
        progress: &dyn Progress,
    ) -> Result<Vec<write::Source>, Error> {
        let Subject { drafts, reader, jvms, threads } = self;
        let mut classes: BTreeMap<String, Vec<TestNumber>> = BTreeMap::new();
        for test in &tests {
            classes.entry(outermost(drafts.world(), &test.class)).or_default().push(test.invocation);
        }
        let mut waiting: Vec<Vec<TestNumber>> = classes.into_values().collect();
        let mut writer = Writer::new(drafts, reader, tests, threads);
        let stage = |stage: Stage| progress.step(&stage.to_string());
        let mut verified = Verified::default();
        let mut pace = Pace::default();
        loop {
            let batch = next_batch(&mut waiting, limit.room(&pace), pace.is_unknown());
            if batch.is_empty() {
                break;
            }
            let begun = Instant::now();
            add(&mut verified, verify(jvms, &mut writer, &batch, options, &stage)?);
            pace.note(batch.len(), begun.elapsed());
        }
        let late = waiting.into_iter().flatten();
        let late: Vec<Test> = late.filter_map(|number| writer.test(number).cloned()).collect();
        let refused = verified
            .dropped
            .iter()
            .filter_map(|dropped| Some((writer.test(dropped.test)?.clone(), &dropped.fault)));
        let refused: Vec<_> = refused.collect();
        report_counts(&verified, options, report);
        report.retained = (!reader.blocks().is_empty()).then(|| {
            let retained = writer.recorded_code.retained(&verified.covered);
            Retained {
                branches: retained.branches,
                branches_kept: retained.branches_kept,
                lines: retained.lines,
                lines_kept: retained.lines_kept,
                blocks_left_out: retained.blocks_left_out,
            }
        });
        report_places(&verified, &writer, options, report);
        report_cases(&verified, &writer, report);
        let sources = StateSources::new(drafts.world());
        for (test, fault) in refused {
            let source = sources.explain(fault, (&test.class, &test.method, &test.descriptor));
            let cause = Cause::dropped(fault, "the test").with_source(source);
            drafts.refusals.add(cause, (&test.class, &test.method), test.invocation, &fault.message);
        }
        for test in late {
            drafts.refusals.add(Cause::out_of_time(), (&test.class, &test.method), test.invocation, "");
        }
        verified.repeats.iter().for_each(|&number| drafts.forget(number));
        drafts.measure(&verified.grades, report);
        let sources = verified.sources.into_iter().map(|source| {
            let mut invocations: Vec<u64> =
                source.tests.iter().flat_map(|test| test.tests.iter().copied()).collect();
            invocations.sort_unstable();
            write::Source { path: source.path, text: source.text, methods: source.tests.len(), invocations }
        });
        Ok(sources.collect())
    }
}

/// Takes the tests of classes that there is room for; of the first batch, those of one class at least. The tests of a class are in
/// one file, and so in one batch.
fn next_batch(waiting: &mut Vec<Vec<TestNumber>>, room: usize, is_first: bool) -> Vec<TestNumber> {
    let mut batch: Vec<TestNumber> = Vec::new();
    let mut left = Vec::new();
    for class in std::mem::take(waiting) {
        let fits = batch.len() + class.len() <= room || (is_first && room > 0 && batch.is_empty());
        if fits { batch.extend(class) } else { left.push(class) }
    }
    *waiting = left;
    batch
}

/// Adds the result of another batch.
fn add(all: &mut Verified, batch: Verified) {
    let (counts, more) = (&mut all.counts, batch.counts);
    *counts = Counts {
        compiled: counts.compiled + more.compiled,
        passed: counts.passed + more.passed,
        kept: counts.kept + more.kept,
        delivered: counts.delivered + more.delivered,
        noticing: counts.noticing.into_iter().chain(more.noticing).reduce(|one, other| one + other),
        faults_reached: counts.faults_reached + more.faults_reached,
        faults_found: counts.faults_found + more.faults_found,
        faults_untried: counts.faults_untried + more.faults_untried,
        environments: counts.environments.max(more.environments),
        exact: counts.exact + more.exact,
        sufficient: counts.sufficient + more.sufficient,
        different: counts.different + more.different,
        not_compared: counts.not_compared + more.not_compared,
    };
    all.sources.extend(batch.sources);
    all.repeats.extend(batch.repeats);
    all.redundant.extend(batch.redundant);
    all.beyond_limit.extend(batch.beyond_limit);
    all.dropped.extend(batch.dropped);
    all.reached.extend(batch.reached);
    all.grades.extend(batch.grades);
    all.covered.extend(batch.covered);
    all.reduced.extend(batch.reduced);
    all.not_compared = all.not_compared.take().or(batch.not_compared);
}

fn report_counts(verified: &Verified, options: &Options, report: &mut Generated) {
    let counts = &verified.counts;
    if counts.environments > 0 || counts.compiled > 0 {
        report.verification.shuffles = options.shuffles;
    }
    report.verification.environments = counts.environments;
    let tests = &mut report.tests;
    (tests.compiled, tests.passed, tests.kept) = (counts.compiled, counts.passed, counts.kept);
    (tests.delivered, tests.redundant) = (counts.delivered, verified.redundant.len());
    tests.beyond_limit = verified.beyond_limit.len();
    let methods = verified.sources.iter().flat_map(|source| &source.tests).map(|test| &test.target);
    tests.methods = methods.collect::<BTreeSet<_>>().len();
    (tests.exact, tests.sufficient) = (counts.exact, counts.sufficient);
    (tests.different, tests.not_compared) = (counts.different, counts.not_compared);
    tests.noticing = counts.noticing;
    (tests.faults_reached, tests.faults_found) = (counts.faults_reached, counts.faults_found);
    tests.faults_untried = counts.faults_untried;
    tests.written -= verified.repeats.len();
    report.invocations.repeats += verified.repeats.len();
    report.invocations.cases -= verified.repeats.len();
    if let Some(reason) = &verified.not_compared {
        let message = format!("states in the tests were not compared with the recording: {reason}");
        report.findings.push(Finding::new(Code::StateNotCompared, About::other("verification"), message));
    }
}

/// Reports the places outside of themselves that tests reached.
fn report_places(
    verified: &Verified,
    writer: &Writer<'_, '_, '_>,
    options: &Options,
    report: &mut Generated,
) {
    for (number, attempt) in &verified.reached {
        let Some(test) = writer.test(*number) else { continue };
        report.reached.push(Reached {
            method: method(test),
            invocation: *number,
            kind: attempt.reach.name().to_owned(),
            target: words::printable(&attempt.target),
            by: attempt.by.clone(),
            allowed: options.allow.contains(&attempt.reach),
        });
    }
}

/// Reports the cases whose tests hold.
fn report_cases(verified: &Verified, writer: &Writer<'_, '_, '_>, report: &mut Generated) {
    let case = |number: TestNumber, state: &str, test: Option<String>| {
        let method = words::printable(&method(writer.test(number)?));
        Some(Case { method, invocation: number, state: state.to_owned(), test, ..Case::default() })
    };
    for source in &verified.sources {
        for method in &source.tests {
            let name = format!("{}#{}", source.name, method.name);
            let cases = method.tests.iter().filter_map(|&test| case(test, "delivered", Some(name.clone())));
            report.cases.extend(cases);
        }
    }
    for (tests, state) in [(&verified.redundant, "redundant"), (&verified.beyond_limit, "beyond-limit")] {
        report.cases.extend(tests.iter().filter_map(|&test| case(test, state, None)));
    }
}

fn method(test: &Test) -> String {
    format!("{}#{}", InternalName::new(&test.class).to_binary(), test.method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_whole_classes() {
        let classes = || vec![vec![1, 2, 3], vec![4], vec![5, 6]];
        for (room, is_first, batch, left) in [
            (usize::MAX, true, vec![1, 2, 3, 4, 5, 6], 0),
            (3, false, vec![1, 2, 3], 2),
            (2, false, vec![4], 2),
            (2, true, vec![1, 2, 3], 2),
            (0, true, vec![], 3),
            (0, false, vec![], 3),
        ] {
            let mut waiting = classes();
            assert_eq!(next_batch(&mut waiting, room, is_first), batch, "{room} {is_first}");
            assert_eq!(waiting.len(), left, "{room} {is_first}");
        }
    }
}
