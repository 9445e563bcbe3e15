//! The choice of invocations that become cases.

use reenact_recording::graph::Outcome;
use reenact_recording::model::Marks;
use reenact_recording::{InvocationError, RecordingReader};
use rustc_hash::FxHashMap;

use crate::group::{Case, Group};
use crate::signature::{Signature, signature};

/// Limits on the cases that are chosen.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Of one method.
    pub per_method: usize,
    /// Objects of a graph before the call: a bigger graph makes no readable test.
    pub objects: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { per_method: 10, objects: 2_000 }
    }
}

/// The cases of a method.
pub struct Chosen {
    pub cases: Vec<Case>,
    pub passed_over: Vec<PassedOver>,
}

/// An invocation that did not become a case.
#[derive(Clone, Debug)]
pub struct PassedOver {
    /// Its number in the recording.
    pub id: u64,
    pub reason: Reason,
}

/// Why an invocation did not become a case.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The recording is damaged where it was.
    Unreadable(InvocationError),
    /// It had not ended when the recording did.
    Unfinished,
    /// Another thread changed its objects while they were read.
    Torn,
    /// It is the same as another case.
    Repeat,
    /// There were enough cases of the method that differ more.
    Enough,
    /// Too many objects for a readable test.
    TooBig(usize),
}

impl Group {
    /// Chooses cases: first one of each outcome, then small ones. They are returned in the order of their calls.
    pub fn choose(&self, reader: &RecordingReader<'_>, options: &Options) -> Chosen {
        let mut passed_over = Vec::new();
        let mut cases: Vec<Case> = Vec::new();
        let mut known: FxHashMap<Signature, usize> = FxHashMap::default();
        let heads: Vec<_> = reader.invocations().copied().collect();
        for &index in &self.invocations {
            let Some(&head) = heads.get(index) else { continue };
            let mut pass = |reason| passed_over.push(PassedOver { id: head.id, reason });
            if head.marks.contains(Marks::TORN_BEFORE) {
                pass(Reason::Torn);
                continue;
            }
            let capture = match reader.capture(index) {
                Ok(capture) => capture,
                Err(error) => {
                    pass(Reason::Unreadable(error));
                    continue;
                }
            };
            if capture.outcome == Outcome::Unfinished {
                pass(Reason::Unfinished);
                continue;
            }
            if capture.before.len() > options.objects {
                pass(Reason::TooBig(capture.before.len()));
                continue;
            }
            let signature = signature(reader.classes(), &capture);
            if let Some(&same) = known.get(&signature) {
                cases[same].repeats += 1;
                pass(Reason::Repeat);
                continue;
            }
            known.insert(signature, cases.len());
            cases.push(Case { index, head, capture, repeats: 0 });
        }
        let chosen = best(&cases, options.per_method);
        let mut kept = Vec::with_capacity(chosen.len());
        for (at, case) in cases.into_iter().enumerate() {
            match chosen.binary_search(&at) {
                Ok(_) => kept.push(case),
                Err(_) => passed_over.push(PassedOver { id: case.head.id, reason: Reason::Enough }),
            }
        }
        passed_over.sort_by_key(|passed| passed.id);
        Chosen { cases: kept, passed_over }
    }
}

/// Returns the positions of the best cases, ascending. A call that threw is kept as one case, and of two calls with the
/// same kind of outcome the smaller one is easier to read.
fn best(cases: &[Case], most: usize) -> Vec<usize> {
    let mut ranked: Vec<(usize, usize, usize)> = Vec::with_capacity(cases.len());
    let mut seen: FxHashMap<OutcomeKind, usize> = FxHashMap::default();
    let mut by_size: Vec<usize> = (0..cases.len()).collect();
    by_size.sort_by_key(|&at| (cases[at].capture.before.len(), at));
    for at in by_size {
        let turn = seen.entry(OutcomeKind::of(&cases[at])).or_default();
        ranked.push((*turn, cases[at].capture.before.len(), at));
        *turn += 1;
    }
    ranked.sort_unstable();
    let mut chosen: Vec<usize> = ranked.into_iter().take(most).map(|(_, _, at)| at).collect();
    chosen.sort_unstable();
    chosen
}

#[derive(PartialEq, Eq, Hash)]
enum OutcomeKind {
    Threw(Option<reenact_heap::ClassId>),
    Null,
    True,
    Other,
}

impl OutcomeKind {
    fn of(case: &Case) -> Self {
        use reenact_heap::{Node, Value};
        match case.capture.outcome {
            Outcome::Threw(Value::Reference(node)) => {
                OutcomeKind::Threw(match case.capture.after.try_get(node) {
                    Some(Node::Object { class, .. } | Node::End { class, .. }) => Some(*class),
                    _ => None,
                })
            }
            Outcome::Threw(_) => OutcomeKind::Threw(None),
            Outcome::Returned(Some(Value::Null)) => OutcomeKind::Null,
            Outcome::Returned(Some(Value::Boolean(true))) => OutcomeKind::True,
            _ => OutcomeKind::Other,
        }
    }
}
