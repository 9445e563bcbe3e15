//! System clocks that a program was given, as fixed ones.
//!
//! A call that gets a `java.time.Clock` of the system depends on when it is made. In a test it gets
//! `Clock.fixed(Instant, ZoneId)` at the time of the recorded call: the recorded clock is replaced in the graph, so that the
//! test makes a fixed one, and the state that is compared has one as well. A clock that is a constant of the program stays.

use reenact_base::Id;
use reenact_heap::{Class, ClassId, ClassKind, Classes, Field, HeapGraph, Node, NodeId, Value};
use reenact_recording::RecordingReader;
use reenact_recording::graph::{Capture, Outcome};
use reenact_recording::notes::StaticName;

const SYSTEM: &str = "java/time/Clock$SystemClock";
const FIXED: &str = "java/time/Clock$FixedClock";
const INSTANT: &str = "java/time/Instant";

/// How long after its start a recording may have made the call, at most, in milliseconds.
const MOST_MILLIS: i64 = 24 * 3600 * 1000;

/// The classes of a recording with a system clock, and those of fixed clocks.
pub struct PinnedClocks {
    classes: Classes,
    system: ClassId,
    fixed: ClassId,
    instant: ClassId,
    started_millis: i64,
}

/// A point in time, as `java.time.Instant` has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment {
    seconds: i64,
    nanos: i32,
}

impl PinnedClocks {
    /// `None` if the recording has no system clock.
    pub fn of(reader: &RecordingReader<'_>) -> Option<Self> {
        PinnedClocks::in_classes(reader.classes(), reader.facts().started_millis as i64)
    }

    fn in_classes(recorded: &Classes, started_millis: i64) -> Option<Self> {
        let find = |name: &str| recorded.iter().find(|(_, class)| &*class.name == name).map(|(id, _)| id);
        let system = find(SYSTEM)?;
        let mut classes = recorded.clone();
        let above = recorded.get(system).superclass;
        let mut add = |name: &str, superclass: Option<ClassId>, fields: [(&str, &str); 2]| {
            let field =
                |(name, descriptor): (&str, &str)| Field { name: name.into(), descriptor: descriptor.into() };
            classes.add(Class {
                name: name.into(),
                kind: ClassKind::Plain,
                superclass,
                interfaces: Vec::new(),
                fields: fields.map(field).to_vec(),
            })
        };
        let instant = find(INSTANT).unwrap_or_else(|| add(INSTANT, None, [("seconds", "J"), ("nanos", "I")]));
        let fields = [("instant", "Ljava/time/Instant;"), ("zone", "Ljava/time/ZoneId;")];
        let fixed = find(FIXED).unwrap_or_else(|| add(FIXED, above, fields));
        Some(PinnedClocks { classes, system, fixed, instant, started_millis })
    }

    /// Returns the recorded classes and those of fixed clocks.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Returns a capture with fixed clocks; `None` if it has no system clock that can be replaced.
    pub fn pinned(&self, capture: &Capture) -> Option<Capture> {
        let clocks =
            [&capture.before, &capture.after].map(|graph| self.clocks(graph, &capture.statics)).concat();
        if clocks.is_empty() {
            return None;
        }
        let Moment { seconds, nanos } = self.moment(capture);
        let instant =
            || Node::Object { class: self.instant, fields: vec![Value::Long(seconds), Value::Int(nanos)] };
        let mut pinned = capture.clone();
        // An object may have the same id in both graphs, so a new one must have an id that is free in both.
        let length = capture.before.len().max(capture.after.len());
        for graph in [&mut pinned.before, &mut pinned.after] {
            while graph.len() < length {
                graph.add(Node::ClassObject("java/lang/Object".into()));
            }
            let instant = graph.add(instant());
            self.replace(graph, &clocks, instant);
        }
        pinned.statics.retain(|constant| !clocks.contains(&constant.node));
        // The clock that an object was given when it was made is the one that it has.
        for event in pinned.histories.iter_mut().flat_map(|history| &mut history.events) {
            let clocks = self.clocks(&event.graph, &event.statics);
            if !clocks.is_empty() {
                let instant = event.graph.add(instant());
                self.replace(&mut event.graph, &clocks, instant);
                event.statics.retain(|constant| !clocks.contains(&constant.node));
            }
        }
        Some(pinned)
    }

    /// Returns the system clocks of a graph that are not constants of the program.
    fn clocks(&self, graph: &HeapGraph, statics: &[StaticName]) -> Vec<NodeId> {
        let is_constant = |id: NodeId| {
            statics.iter().any(|constant| constant.node == id && !self.is_of_jdk(constant.class))
        };
        let is_clock = |node: &Node| matches!(node, Node::Object { class, .. } if *class == self.system);
        graph.iter().filter(|(id, node)| is_clock(node) && !is_constant(*id)).map(|(id, _)| id).collect()
    }

    fn is_of_jdk(&self, class: ClassId) -> bool {
        self.classes.try_get(class).is_some_and(|class| class.name.starts_with("java/"))
    }

    fn replace(&self, graph: &mut HeapGraph, clocks: &[NodeId], instant: NodeId) {
        let zone_at =
            self.classes.all_fields(self.system).iter().position(|(_, field)| &*field.name == "zone");
        for &clock in clocks {
            let Some(Node::Object { class, fields }) = graph.try_get(clock) else { continue };
            let zone = zone_at.and_then(|at| fields.get(at)).copied();
            if let (true, Some(zone)) = (*class == self.system, zone) {
                let fields = vec![Value::Reference(instant), zone];
                graph.set(clock, Node::Object { class: self.fixed, fields });
            }
        }
    }

    /// Returns the time of a call: one that it returned or left behind, if there is one, or else the start of the recording.
    fn moment(&self, capture: &Capture) -> Moment {
        let (first, last) = (self.started_millis, self.started_millis.saturating_add(MOST_MILLIS));
        let is_near = |moment: &Moment| {
            (first / 1000..=last / 1000).contains(&moment.seconds)
                && (0..1_000_000_000).contains(&moment.nanos)
        };
        if let Outcome::Returned(Some(Value::Long(millis))) = capture.outcome
            && (first..=last).contains(&millis)
        {
            return of_millis(millis);
        }
        let is_old = |id: NodeId| {
            id.index() < capture.before.len() && capture.before.try_get(id) == capture.after.try_get(id)
        };
        let mut found =
            capture.after.iter().filter(|(id, _)| !is_old(*id)).filter_map(|(_, node)| match node {
                Node::Object { class, fields } if *class == self.instant => match fields[..] {
                    [Value::Long(seconds), Value::Int(nanos)] => Some(Moment { seconds, nanos }),
                    _ => None,
                },
                _ => None,
            });
        found.find(is_near).unwrap_or(of_millis(first / 1000 * 1000))
    }
}

fn of_millis(millis: i64) -> Moment {
    Moment { seconds: millis.div_euclid(1000), nanos: (millis.rem_euclid(1000) * 1_000_000) as i32 }
}

#[cfg(test)]
mod tests {
    use reenact_recording::graph::After;
    use reenact_recording::model::{Marks, MethodNumber, ThreadNumber};
    use reenact_recording::notes::{Action, Event, Gaps, History};

    use super::*;

    const STARTED: i64 = 1_800_000_000_000;

    fn classes() -> (Classes, ClassId) {
        let mut classes = Classes::new();
        let system = classes.add(Class {
            name: SYSTEM.into(),
            kind: ClassKind::Plain,
            superclass: None,
            interfaces: Vec::new(),
            fields: vec![Field { name: "zone".into(), descriptor: "Ljava/time/ZoneId;".into() }],
        });
        (classes, system)
    }

    /// A call that got a system clock, with more objects after it than before.
    fn capture(system: ClassId, outcome: Outcome) -> Capture {
        let mut before = HeapGraph::new();
        let clock = before.add(Node::Object { class: system, fields: vec![Value::Null] });
        let mut after = before.clone();
        after.add(Node::String(Vec::new()));
        Capture {
            before,
            roots: vec![Value::Reference(clock)],
            outcome,
            kind: After::Difference,
            after,
            roots_after: vec![Value::Reference(clock)],
            masked: Vec::new(),
            statics: Vec::new(),
            histories: Vec::new(),
            identities: Vec::new(),
            pseudonyms: Vec::new(),
        }
    }

    #[test]
    fn a_system_clock_becomes_a_fixed_one_with_the_same_id_in_both_graphs() {
        let (classes, system) = classes();
        let clocks = PinnedClocks::in_classes(&classes, STARTED).unwrap();
        let millis = STARTED + 1_234;
        for (outcome, expected) in [
            (
                Outcome::Returned(Some(Value::Long(millis))),
                Moment { seconds: 1_800_000_001, nanos: 234_000_000 },
            ),
            (Outcome::Returned(Some(Value::Long(7))), Moment { seconds: 1_800_000_000, nanos: 0 }),
        ] {
            let pinned = clocks.pinned(&capture(system, outcome)).unwrap();
            for graph in [&pinned.before, &pinned.after] {
                let (_, first) = graph.iter().next().unwrap();
                let Node::Object { class, fields } = first else { panic!("{first:?}") };
                assert_eq!(&*clocks.classes().get(*class).name, FIXED);
                let Value::Reference(instant) = fields[0] else { panic!("{fields:?}") };
                let fields = vec![Value::Long(expected.seconds), Value::Int(expected.nanos)];
                assert_eq!(graph.get(instant), &Node::Object { class: clocks.instant, fields });
                assert_eq!(instant.index(), 2);
            }
        }
    }

    /// An object that is made from its history gets the clock that it has in the graph.
    #[test]
    fn clocks_in_histories_are_fixed_too() {
        let (classes, system) = classes();
        let clocks = PinnedClocks::in_classes(&classes, STARTED).unwrap();
        let mut recorded = capture(system, Outcome::Returned(None));
        let event = Event {
            action: Action::Construct(MethodNumber::from_index(0)),
            thread: ThreadNumber::from_index(0),
            entered: 1,
            exited: 2,
            parent: None,
            threw: false,
            assumed: false,
            for_others: false,
            marks: Marks(0),
            arguments: recorded.roots.clone(),
            graph: recorded.before.clone(),
            objects: Vec::new(),
            masked: Vec::new(),
            statics: Vec::new(),
            pseudonyms: Vec::new(),
        };
        let (id, gaps) = (1, Gaps::default());
        recorded.histories.push(History { id, class: system, node: None, gaps, events: vec![event] });
        let pinned = clocks.pinned(&recorded).unwrap();
        let (_, first) = pinned.histories[0].events[0].graph.iter().next().unwrap();
        assert!(matches!(first, Node::Object { class, .. } if *class == clocks.fixed), "{first:?}");
    }

    #[test]
    fn recordings_and_calls_without_a_system_clock_stay_as_they_are() {
        assert!(PinnedClocks::in_classes(&Classes::new(), STARTED).is_none());
        let (classes, system) = classes();
        let clocks = PinnedClocks::in_classes(&classes, STARTED).unwrap();
        let mut other = capture(system, Outcome::Returned(None));
        (other.before, other.after) = (HeapGraph::new(), HeapGraph::new());
        assert!(clocks.pinned(&other).is_none());
    }
}
