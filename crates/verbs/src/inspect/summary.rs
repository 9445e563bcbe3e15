//! A recording as a whole.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use reenact_heap::words;
use reenact_recording::OneRecording;
use reenact_recording::graph::Outcome;
use reenact_recording::model::{EndReason, Facts, Marks, MethodNumber, MethodStatistics};
use reenact_report::inspect::{End, Invocations, Joined, Method, Segment, Statistics, Subject, Summary};

use super::counts::Counts;
use super::{Inspection, Options, Selection};
use crate::Progress;

/// Captures are read up to so many objects, or bytes of them: a minute or so.
const MOST_OBJECTS: u64 = 100_000_000;
const MOST_BYTES: u64 = 8 << 30;

pub(super) fn summary(
    inspection: &mut Inspection,
    selection: &Selection,
    options: &Options,
    progress: &dyn Progress,
) -> Summary {
    let mut counts = Counts::new(inspection.reader.classes());
    let invocations = invocations(inspection, selection, &mut counts, progress);
    let reader = &inspection.reader;
    let segments = inspection
        .recording
        .segments
        .iter()
        .map(|segment| Segment { name: words::printable(&segment.name), bytes: segment.bytes.len() as u64 });
    Summary {
        recording: inspection.name.clone(),
        subject: subject(reader.facts()),
        recordings: recordings(reader.recordings()),
        end: reader.end().map(|end| End {
            reason: reason(end.reason),
            message: words::printable(&end.message),
            invocations: end.invocations,
            dropped: end.dropped,
            ended: moment(end.ended_millis),
        }),
        segments: segments.collect(),
        only: selection.only(options),
        invocations,
        omitted: crate::omitted::of(reader),
        methods: methods(inspection, selection),
        classes: counts.by_class(reader.classes()),
        objects: counts.objects,
        findings: inspection.findings(),
        top: options.top,
    }
}

fn invocations(
    inspection: &mut Inspection,
    selection: &Selection,
    counts: &mut Counts,
    progress: &dyn Progress,
) -> Invocations {
    let mut of = Invocations::default();
    let mut threads = HashSet::new();
    let mut selected = Vec::new();
    for (index, head) in inspection.reader.invocations().enumerate() {
        if selection.contains(head.method) {
            selected.push(index);
            threads.insert(head.thread);
            of.torn_before += usize::from(head.marks.contains(Marks::TORN_BEFORE));
            of.torn_after += usize::from(head.marks.contains(Marks::TORN_AFTER));
            of.truncated += usize::from(head.marks.contains(Marks::TRUNCATED));
            of.masked += usize::from(head.marks.contains(Marks::MASKED));
        }
    }
    (of.count, of.threads) = (selected.len(), threads.len());
    let mut pace = Pace::new();
    for index in selected {
        let (objects, bytes) = counts.cost();
        if objects > MOST_OBJECTS || bytes > MOST_BYTES {
            break;
        }
        pace.step(progress, || format!("counting objects in {} of {} invocations", of.read, of.count));
        of.read += 1;
        match inspection.reader.capture(index) {
            Ok(capture) => {
                match capture.outcome {
                    Outcome::Unfinished => of.unfinished += 1,
                    Outcome::Returned(_) => of.returned += 1,
                    Outcome::Threw(_) => of.threw += 1,
                }
                counts.add(&capture);
            }
            Err(_) => of.unreadable += 1,
        }
    }
    of
}

/// Reports progress now and then.
pub(super) struct Pace {
    last: Instant,
}

impl Pace {
    pub fn new() -> Pace {
        Pace { last: Instant::now() }
    }

    pub fn step(&mut self, progress: &dyn Progress, what: impl FnOnce() -> String) {
        if self.last.elapsed() >= Duration::from_secs(2) {
            progress.step(&what());
            self.last = Instant::now();
        }
    }
}

/// Those with most calls first; those without figures by their invocations.
fn methods(inspection: &Inspection, selection: &Selection) -> Vec<Method> {
    let reader = &inspection.reader;
    let figures: std::collections::HashMap<_, _> =
        reader.statistics().map(|figures| (figures.method, statistics(figures))).collect();
    // Methods that only histories name were not to be recorded.
    let is_recorded =
        |method: &MethodNumber| figures.contains_key(method) || reader.invocations_of(*method).len() > 0;
    let selected = inspection.names.numbers().filter(|method| selection.contains(*method));
    let selected = selected.filter(is_recorded);
    let mut methods: Vec<Method> = selected
        .map(|number| Method {
            name: inspection.names.name(number).to_owned(),
            invocations: reader.invocations_of(number).len(),
            statistics: figures.get(&number).copied(),
        })
        .collect();
    let calls = |method: &Method| method.statistics.map_or(0, |figures| figures.calls);
    methods.sort_by(|one, other| {
        let by_size = (calls(other), other.invocations).cmp(&(calls(one), one.invocations));
        by_size.then_with(|| one.name.cmp(&other.name))
    });
    methods
}

fn statistics(figures: &MethodStatistics) -> Statistics {
    let MethodStatistics { method: _, calls, sampled, kept, duplicates, overload, failed } = *figures;
    Statistics { calls, sampled, kept, duplicates, overload, failed }
}

fn subject(facts: &Facts) -> Subject {
    let text = |text: &String| words::printable(text);
    Subject {
        main_class: text(&facts.main_class),
        jvm_version: text(&facts.jvm_version),
        jvm_vendor: text(&facts.jvm_vendor),
        os: text(&facts.os),
        arch: text(&facts.arch),
        pid: facts.pid,
        started: moment(facts.started_millis),
        class_path: facts.class_path.iter().map(text).collect(),
        options: text(&facts.options),
        agent: text(&facts.agent),
    }
}

/// Lists the recordings that are read as one; one alone is the subject.
fn recordings(recordings: &[OneRecording]) -> Vec<Joined> {
    let joined = |one: &OneRecording| Joined {
        main_class: words::printable(&one.facts.main_class),
        pid: one.facts.pid,
        started: moment(one.facts.started_millis),
        invocations: one.invocations,
        first: one.numbers.map(|(first, _)| first),
        last: one.numbers.map(|(_, last)| last),
    };
    if recordings.len() > 1 { recordings.iter().map(joined).collect() } else { Vec::new() }
}

fn reason(reason: EndReason) -> String {
    match reason {
        EndReason::Exit => "exit".to_owned(),
        EndReason::Detached => "detached".to_owned(),
        EndReason::Budget => "budget".to_owned(),
        EndReason::Failure => "failure".to_owned(),
        EndReason::Other(number) => format!("unknown-{number}"),
    }
}

fn moment(millis: u64) -> String {
    let (seconds, millis) = ((millis / 1000) as i64, (millis % 1000) as i32);
    words::instant(seconds, millis * 1_000_000)
}
