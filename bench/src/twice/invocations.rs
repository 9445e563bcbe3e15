//! Which methods gave different outcomes for equal inputs.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use reenact_base::Id;
use reenact_cases::{Group, groups};
use reenact_flow::effects::Fields;
use reenact_heap::isomorphism::{Difference, Grade, Identity, Options, Root, compare};
use reenact_heap::{ClassKind, Forms, HeapGraph, Node, Value};
use reenact_recording::graph::{Capture, Outcome};
use reenact_recording::model::Marks;
use reenact_recording::{Limits, RecordingReader, SegmentBytes};
use reenact_world::{FieldId, MethodId, World};
use rustc_hash::FxHashMap;

use crate::Result;
use crate::recorded::segments;

/// More different inputs of a method that look alike at first sight are not distinguished.
const INPUTS: usize = 48;

/// A recording's bytes.
pub struct Recorded(Vec<(String, Vec<u8>)>);

impl Recorded {
    pub fn read(directory: &Path) -> Result<Recorded> {
        Ok(Recorded(segments(directory).map_err(|error| format!("{}: {error}", directory.display()))?))
    }

    pub fn open(&self) -> Result<RecordingReader<'_>> {
        let bytes: Vec<SegmentBytes> =
            self.0.iter().map(|(name, bytes)| SegmentBytes { name, bytes }).collect();
        Ok(RecordingReader::open(&bytes, Limits::default())?)
    }
}

/// A call in one of two runs: its run, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallId {
    pub run: usize,
    pub id: u64,
}

/// The outcomes of a method's calls.
#[derive(Debug)]
pub struct Seen {
    pub method: MethodId,
    pub calls: usize,
    /// Calls that were given what another one was given.
    pub repeated: usize,
    pub differing: Option<Differing>,
}

/// Two calls that were given the same and ended differently.
#[derive(Debug)]
pub struct Differing {
    pub calls: [CallId; 2],
    /// Of how many more this can be said.
    pub more: usize,
    /// The path at which the outcomes differ, such as `result.lines[2].price`; empty if one returned and one threw.
    pub path: String,
    /// How.
    pub what: String,
    /// Something of the inputs was not captured.
    pub unsure: bool,
}

/// The fields that a method may read and write.
pub struct Reach {
    pub reads: Fields,
    pub writes: Fields,
}

/// Compares the calls of two runs, method by method. `own` are positions of the containers with the subject's own
/// classes: the others are those that frameworks made.
pub fn compare_runs(
    world: &World,
    own: &[usize],
    readers: &mut [RecordingReader<'_>; 2],
    reach: &dyn Fn(MethodId) -> Reach,
) -> Vec<Seen> {
    let mut by_method: BTreeMap<MethodId, [Vec<usize>; 2]> = BTreeMap::new();
    for (run, reader) in readers.iter().enumerate() {
        for Group { method, invocations } in groups(reader) {
            let class = world.class(&method.class).filter(|class| own.contains(&class.container().index()));
            let class = class.map(|class| class.id());
            let found = class.and_then(|class| world.method(class, &method.name, &method.descriptor));
            // A constructor has no outcome: what it made is looked at where it is returned.
            if let Some(found) = found.filter(|&found| !world.view(found).is_constructor()) {
                by_method.entry(found).or_default()[run] = invocations;
            }
        }
    }
    let seen = by_method.into_iter().map(|(method, calls)| {
        let reach = reach(method);
        let mut comparing = Comparing { world, reach, known: HashMap::new() };
        comparing.seen(method, readers, &calls)
    });
    seen.collect()
}

struct Comparing<'w> {
    world: &'w World,
    reach: Reach,
    /// Different inputs, by what is seen of them at first sight.
    known: HashMap<u64, Vec<Known>>,
}

/// Inputs, with the first call that had them.
struct Known {
    call: CallId,
    capture: Capture,
}

impl Comparing<'_> {
    fn seen(
        &mut self,
        method: MethodId,
        readers: &mut [RecordingReader<'_>; 2],
        calls: &[Vec<usize>; 2],
    ) -> Seen {
        let mut seen = Seen { method, calls: 0, repeated: 0, differing: None };
        for (run, invocations) in calls.iter().enumerate() {
            let heads: FxHashMap<usize, _> = {
                let all: Vec<_> = readers[run].invocations().copied().collect();
                invocations.iter().map(|&index| (index, all[index])).collect()
            };
            for &index in invocations {
                let head = heads[&index];
                let is_torn =
                    head.marks.contains(Marks::TORN_BEFORE) || head.marks.contains(Marks::TORN_AFTER);
                let Ok(capture) = readers[run].capture(index) else { continue };
                if is_torn || capture.outcome == Outcome::Unfinished {
                    continue;
                }
                seen.calls += 1;
                self.add(CallId { run, id: head.id }, capture, readers, &mut seen);
            }
        }
        seen
    }

    fn add(&mut self, call: CallId, capture: Capture, readers: &[RecordingReader<'_>; 2], seen: &mut Seen) {
        let sight = first_sight(&readers[call.run], &capture);
        let all = self.known.entry(sight).or_default();
        for known in all.iter() {
            let (left, right) = (&readers[known.call.run], &readers[call.run]);
            let inputs = |field| self.reach.reads.contains(field);
            let grade = same_inputs(left, right, &known.capture, &capture, (self.world, &inputs));
            if grade == Grade::Different {
                continue;
            }
            seen.repeated += 1;
            // An object that is handed through has whatever it had in fields that the method does not know.
            let touched = |field| self.reach.reads.contains(field) || self.reach.writes.contains(field);
            let different = difference(left, right, &known.capture, &capture, (self.world, &touched));
            if let Some((path, what)) = different {
                match &mut seen.differing {
                    Some(differing) => differing.more += 1,
                    None => {
                        let calls = [known.call, call];
                        let unsure = grade == Grade::Undecided;
                        seen.differing = Some(Differing { calls, more: 0, path, what, unsure });
                    }
                }
            }
            return;
        }
        if all.len() < INPUTS {
            all.push(Known { call, capture });
        }
    }
}

/// Which fields of a program count.
type Counts<'a> = (&'a World, &'a dyn Fn(FieldId) -> bool);

fn same_inputs(
    left: &RecordingReader<'_>,
    right: &RecordingReader<'_>,
    one: &Capture,
    other: &Capture,
    counts: Counts<'_>,
) -> Grade {
    if one.roots.len() != other.roots.len() {
        return Grade::Different;
    }
    let pairs = one.roots.iter().zip(&other.roots);
    let roots: Vec<Root> = pairs.map(|(&left, &right)| Root { name: "input", left, right }).collect();
    graded(left, right, (&one.before, &other.before), &roots, counts).0
}

/// How the outcomes of two calls differ, if they do.
fn difference(
    left: &RecordingReader<'_>,
    right: &RecordingReader<'_>,
    one: &Capture,
    other: &Capture,
    counts: Counts<'_>,
) -> Option<(String, String)> {
    let (name, values) = match (one.outcome, other.outcome) {
        (Outcome::Returned(Some(one)), Outcome::Returned(Some(other))) => ("result", (one, other)),
        (Outcome::Threw(one), Outcome::Threw(other)) => ("thrown", (one, other)),
        (Outcome::Returned(_), Outcome::Threw(_)) => {
            return Some((String::new(), "returned -> threw".to_owned()));
        }
        (Outcome::Threw(_), Outcome::Returned(_)) => {
            return Some((String::new(), "threw -> returned".to_owned()));
        }
        _ => return None,
    };
    let root = Root { name, left: values.0, right: values.1 };
    let (grade, what) = graded(left, right, (&one.after, &other.after), &[root], counts);
    let what = what.map(|what| (what.path.clone(), what.to_string()));
    (grade == Grade::Different).then(|| what.unwrap_or_default())
}

fn graded(
    left: &RecordingReader<'_>,
    right: &RecordingReader<'_>,
    graphs: (&HeapGraph, &HeapGraph),
    roots: &[Root<'_>],
    (world, counts): Counts<'_>,
) -> (Grade, Option<Difference>) {
    let (left, right) = (Forms::new(left.classes(), graphs.0), Forms::new(right.classes(), graphs.1));
    // Values that a function object captured are in no field that the program knows, nor is state inside the JDK.
    let reads = |class: &str, field: &str| {
        if is_of_no_concern(class) {
            return false;
        }
        let class = world.class(class).filter(|class| !class.is_platform());
        class.and_then(|class| world.field(class.id(), field)).is_none_or(counts)
    };
    let options = Options {
        identity: Identity::ExceptValues,
        reads: Some(&reads),
        guesses: 1_000,
        ..Options::default()
    };
    let comparison = compare(&left, &right, roots, options);
    (comparison.grade, comparison.difference)
}

/// Whether the JDK exports a class to no module: no program can observe its state, such as the name of an executor's
/// thread container with an identity hash code in it.
fn is_of_no_concern(class: &str) -> bool {
    ["jdk/internal/", "sun/"].iter().any(|package| class.starts_with(package))
}

/// A number that inputs share which may be equal.
fn first_sight(reader: &RecordingReader<'_>, capture: &Capture) -> u64 {
    let mut hasher = DefaultHasher::new();
    for &root in &capture.roots {
        let Value::Reference(node) = root else {
            root.hash(&mut hasher);
            continue;
        };
        match capture.before.try_get(node) {
            Some(Node::String(text)) => text.hash(&mut hasher),
            Some(Node::Primitives(array)) => array.hash(&mut hasher),
            Some(Node::ClassObject(name)) => name.hash(&mut hasher),
            Some(Node::Object { class, .. }) => {
                // The JVM numbers the classes of proxies and function objects as it likes.
                if let Some(class) = reader.classes().try_get(*class)
                    && class.kind == ClassKind::Plain
                {
                    class.name.hash(&mut hasher);
                }
            }
            Some(Node::Array { .. } | Node::End { .. }) | None => {}
        }
    }
    hasher.finish()
}
