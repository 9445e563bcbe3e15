//! Objects that are made as they were seen to be made: histories by hand, objects by the JVM.

use std::collections::BTreeMap;

use reenact_heap::{Ending, HeapGraph, Node, NodeId, Value};
use reenact_rebuild::history::{Event, EventKind, History};
use reenact_rebuild::plan::{Member, Plan};
use reenact_rebuild::{ActionKey, Request, notation};
use reenact_testkit::jdk;
use rustc_hash::FxHashSet;

use super::support::{Scene, Subject, replay};

const FIXTURE: &str = r#"
    //- zoo/Counter.java
    package zoo;
    public class Counter {
        private int count;
        private Counter() { }
        public static Counter create() { return new Counter(); }
        public int next() { return ++count; }
        void skip(int by) { count = count * 3 + by * by; }
        public void fail(int by) { count += by * by; throw new IllegalStateException(); }
    }
    //- zoo/Gate.java
    package zoo;
    public class Gate {
        private final Counter counter;
        private long seen = 1;
        public Gate(Counter counter) { this.counter = counter; }
        public void pass() { seen = seen * 31 + counter.next(); }
    }
    //- zoo/Pair.java
    package zoo;
    public record Pair(Gate left, Gate right) { }
    //- zoo/Point.java
    package zoo;
    public class Point {
        private int x;
        public Point(int x) { this.x = x; }
        public void setX(int x) { this.x = x; }
    }
    //- zoo/Office.java
    package zoo;
    public class Office {
        private final int number;
        public Office(int number) { this.number = number; }
        public void stamp(Letter letter) { letter.stamp = number * 31 + letter.weight; }
        public void seen(Letter letter) { letter.seen = true; }
        public static class Letter {
            private final int weight;
            private int stamp;
            boolean seen;
            public Letter(int weight) { this.weight = weight; }
        }
    }
    //- zoo/Mail.java
    package zoo;
    public record Mail(Office.Letter letter, Office office) { }
    //- zoo/Scene.java
    package zoo;
    class Scene {
        private static Object counted() {
            Counter counter = Counter.create();
            counter.next(); counter.skip(5); counter.next();
            return counter;
        }
        private static Object failed() {
            Counter counter = Counter.create();
            try { counter.fail(13); } catch (IllegalStateException e) { }
            return counter;
        }
        private static Object pair() {
            Counter counter = Counter.create();
            Gate left = new Gate(counter), right = new Gate(counter);
            left.pass(); right.pass(); counter.skip(2); left.pass();
            return new Pair(left, right);
        }
        private static Object mail() {
            Office office = new Office(3);
            Office.Letter letter = new Office.Letter(5);
            office.stamp(letter); office.seen(letter);
            return new Mail(letter, office);
        }
        private static Object point() { Point point = new Point(1); point.setX(2); return point; }
    }
"#;

/// An event, in short.
struct RecordedEvent {
    kind: EventKind,
    entered: u64,
    parent: Option<u64>,
    threw: bool,
    is_for_others: bool,
    arguments: Vec<Value>,
    graph: HeapGraph,
    objects: Vec<(NodeId, u64)>,
}

fn member(class: &str, name: &str, descriptor: &str) -> Member {
    Member::new(&format!("zoo/{class}"), name, descriptor)
}

fn event(kind: EventKind, entered: u64, arguments: &[Value]) -> RecordedEvent {
    let (arguments, graph) = (arguments.to_vec(), HeapGraph::new());
    RecordedEvent {
        kind,
        entered,
        parent: None,
        threw: false,
        is_for_others: false,
        arguments,
        graph,
        objects: Vec::new(),
    }
}

fn create(entered: u64) -> RecordedEvent {
    event(EventKind::Factory(member("Counter", "create", "()Lzoo/Counter;")), entered, &[])
}

fn next(entered: u64) -> RecordedEvent {
    event(EventKind::Call(member("Counter", "next", "()I")), entered, &[])
}

fn skip(entered: u64, by: i32) -> RecordedEvent {
    event(EventKind::Call(member("Counter", "skip", "(I)V")), entered, &[Value::Int(by)])
}

fn pass(entered: u64) -> RecordedEvent {
    event(EventKind::Call(member("Gate", "pass", "()V")), entered, &[])
}

/// `new Gate(…)` of an object with a history.
fn gate(scene: &Scene, entered: u64, counter: u64) -> RecordedEvent {
    let kind = EventKind::Construct(member("Gate", "<init>", "(Lzoo/Counter;)V"));
    with_object(scene, kind, entered, ("zoo/Counter", counter))
}

/// An event whose only argument is an object with a history, of a class and with a number.
fn with_object(scene: &Scene, kind: EventKind, entered: u64, (class, id): (&str, u64)) -> RecordedEvent {
    let mut graph = HeapGraph::new();
    let node = graph.add(Node::End { class: class_of(scene, class), ending: Ending::Frontier });
    let objects = vec![(node, id)];
    RecordedEvent { graph, objects, ..event(kind, entered, &[Value::Reference(node)]) }
}

fn class_of(scene: &Scene, name: &str) -> reenact_heap::ClassId {
    let found = scene.dump.graph.iter().find_map(|(_, node)| match node {
        Node::Object { class, .. } if &*scene.dump.classes.get(*class).name == name => Some(*class),
        _ => None,
    });
    found.unwrap()
}

/// The objects of a class, in the order of the graph.
fn nodes(scene: &Scene, name: &str) -> Vec<NodeId> {
    let class = class_of(scene, name);
    let all = scene.dump.graph.iter();
    all.filter(|(_, node)| matches!(node, Node::Object { class: of, .. } if *of == class))
        .map(|(id, _)| id)
        .collect()
}

struct Asked<'a> {
    viewpoint: &'a str,
    avoid: FxHashSet<ActionKey>,
}

impl Default for Asked<'_> {
    fn default() -> Self {
        Asked { viewpoint: "zoo", avoid: FxHashSet::default() }
    }
}

/// The plan for a scene with histories: number, object, events.
fn plan(
    subject: &Subject,
    scene: &Scene,
    histories: &[(u64, Option<NodeId>, &[RecordedEvent])],
    asked: &Asked<'_>,
) -> Plan {
    let class = |node: &Option<NodeId>| match node.map(|node| scene.dump.graph.get(node)) {
        Some(Node::Object { class, .. }) => *class,
        _ => class_of(scene, "zoo/Counter"),
    };
    let all: Vec<History<'_>> = histories
        .iter()
        .map(|(id, node, events)| History {
            id: *id,
            class: class(node),
            node: *node,
            is_lost: false,
            events: events
                .iter()
                .map(|event| Event {
                    kind: event.kind.clone(),
                    entered: event.entered,
                    exited: event.entered + 1,
                    parent: event.parent,
                    threw: event.threw,
                    is_assumed: false,
                    is_for_others: event.is_for_others,
                    is_masked: false,
                    arguments: &event.arguments,
                    graph: &event.graph,
                    objects: event.objects.clone(),
                    statics: Vec::new(),
                })
                .collect(),
        })
        .collect();
    let roots = scene.roots();
    subject.planner().plan(&Request {
        classes: &scene.dump.classes,
        graph: &scene.dump.graph,
        roots: &roots,
        names: &[],
        viewpoint: asked.viewpoint,
        statics: &scene.statics,
        needed: None,
        avoid: &asked.avoid,
        collaborators: &[],
        histories: &all,
        memory: None,
    })
}

/// The rebuilt objects are the recorded ones.
#[track_caller]
fn holds(subject: &Subject, scenes: &[Scene], name: &'static str, plan: Plan, line: &str) {
    assert_eq!(notation::line(&plan), line);
    let wrong = replay(subject, "zoo.Scene", scenes, &BTreeMap::from([(name, plan)]));
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn factories_and_calls_that_the_package_sees() {
    let subject = Subject::new(&jdk(), FIXTURE);
    let scenes = subject.scenes("zoo.Scene", &["counted", "failed"], &[]);
    let counter = nodes(&scenes[0], "zoo/Counter")[0];
    let events = [create(1), next(3), skip(5, 5), next(7)];
    let histories: &[(u64, Option<NodeId>, &[RecordedEvent])] = &[(1, Some(counter), &events)];
    let ask = |asked: &Asked<'_>| plan(&subject, &scenes[0], histories, asked);

    let line = "counter = Counter.create(); counter.next(); counter.skip(5); counter.next(); counter";
    holds(&subject, &scenes, "counted", ask(&Asked::default()), line);
    // From elsewhere one of the calls is out of sight.
    let elsewhere = notation::line(&ask(&Asked { viewpoint: "far", ..Asked::default() }));
    assert!(elsewhere.ends_with("not accessible skip"), "{elsewhere}");
    // An action that gave a wrong object is not tried again.
    let avoid = FxHashSet::from_iter([ActionKey::history("zoo/Counter")]);
    assert!(!ask(&Asked { avoid, ..Asked::default() }).unbuilt.is_empty());
    assert!(
        !plan(&subject, &scenes[0], &[(1, Some(counter), &events[1..])], &Asked::default())
            .unbuilt
            .is_empty()
    );

    let fail = EventKind::Call(member("Counter", "fail", "(I)V"));
    let events = [create(1), RecordedEvent { threw: true, ..event(fail, 3, &[Value::Int(13)]) }];
    let counter = nodes(&scenes[1], "zoo/Counter")[0];
    let failed = plan(&subject, &scenes[1], &[(1, Some(counter), &events)], &Asked::default());
    holds(&subject, &scenes, "failed", failed, "counter = Counter.create(); try counter.fail(13); counter");
}

/// Both gates ask one counter in turns, and what they saw of it depends on the order. Its calls inside of theirs
/// happen with theirs.
#[test]
fn histories_of_objects_that_share_one_are_replayed_in_recorded_order() {
    let subject = Subject::new(&jdk(), FIXTURE);
    let scenes = subject.scenes("zoo.Scene", &["pair"], &[]);
    let scene = &scenes[0];
    let counter = nodes(scene, "zoo/Counter")[0];
    let gates = nodes(scene, "zoo/Gate");
    let inside = |entered: u64| RecordedEvent { parent: Some(entered - 1), ..next(entered) };
    let counted = [create(1), inside(12), inside(22), skip(30, 2), inside(42)];
    let left = [gate(scene, 3, 9), pass(11), pass(41)];
    let right = [gate(scene, 5, 9), pass(21)];
    let histories: &[(u64, Option<NodeId>, &[RecordedEvent])] =
        &[(7, Some(gates[0]), &left), (8, Some(gates[1]), &right), (9, Some(counter), &counted)];
    let line = "counter = Counter.create(); left = new Gate(counter); right = new Gate(counter); left.pass(); \
                right.pass(); counter.skip(2); left.pass(); new Pair(left, right)";
    holds(&subject, &scenes, "pair", plan(&subject, scene, histories, &Asked::default()), line);
}

/// A field that no test can write is written by the call of the other object that did so; a field that a test can write
/// is assigned, and the other object's call is not repeated.
#[test]
fn changes_to_which_tests_have_no_access_are_made_by_the_call_around_them() {
    let subject = Subject::new(&jdk(), FIXTURE);
    let scenes = subject.scenes("zoo.Scene", &["mail"], &[]);
    let scene = &scenes[0];
    let (letter, office) = (nodes(scene, "zoo/Office$Letter")[0], nodes(scene, "zoo/Office")[0]);
    let assign = |field: &str, descriptor: &str, entered: u64, value: Value| RecordedEvent {
        parent: Some(entered - 1),
        ..event(EventKind::Assign(member("Office$Letter", field, descriptor)), entered, &[value])
    };
    let on_letter = |name: &str, entered: u64| {
        let kind = EventKind::Call(member("Office", name, "(Lzoo/Office$Letter;)V"));
        let event = with_object(scene, kind, entered, ("zoo/Office$Letter", 1));
        RecordedEvent { is_for_others: true, ..event }
    };
    let construct = |class: &str, entered: u64, value: i32| {
        event(EventKind::Construct(member(class, "<init>", "(I)V")), entered, &[Value::Int(value)])
    };
    let letters = [
        construct("Office$Letter", 3, 5),
        assign("stamp", "I", 6, Value::Int(98)),
        assign("seen", "Z", 9, Value::Boolean(true)),
    ];
    let offices = [construct("Office", 1, 3), on_letter("stamp", 5), on_letter("seen", 8)];
    let histories: &[(u64, Option<NodeId>, &[RecordedEvent])] =
        &[(1, Some(letter), &letters), (2, Some(office), &offices)];
    let line = "office = new Office(3); letter = new Office.Letter(5); office.stamp(letter); letter.seen = true; \
                new Mail(letter, office)";
    holds(&subject, &scenes, "mail", plan(&subject, scene, histories, &Asked::default()), line);
}

/// An object that the code explains is written by it, whatever its history.
#[test]
fn structure_comes_first() {
    let subject = Subject::new(&jdk(), FIXTURE);
    let scenes = subject.scenes("zoo.Scene", &["point"], &[]);
    let point = nodes(&scenes[0], "zoo/Point")[0];
    let events = [
        event(EventKind::Construct(member("Point", "<init>", "(I)V")), 1, &[Value::Int(1)]),
        event(EventKind::Call(member("Point", "setX", "(I)V")), 3, &[Value::Int(2)]),
    ];
    let histories: &[(u64, Option<NodeId>, &[RecordedEvent])] = &[(1, Some(point), &events)];
    let ask = |avoid| plan(&subject, &scenes[0], histories, &Asked { avoid, ..Asked::default() });
    holds(&subject, &scenes, "point", ask(FxHashSet::default()), "new Point(2)");
    // Unless it was run, and was wrong.
    let key = |name: &str| ActionKey { class: "zoo/Point".into(), member: member("Point", name, "(I)V") };
    let line = "point = new Point(1); point.setX(2); point";
    holds(&subject, &scenes, "point", ask(FxHashSet::from_iter([key("<init>"), key("setX")])), line);
}
