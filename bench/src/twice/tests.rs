//! Recordings of a small program, written call by call: what two runs say of its methods.

use std::collections::BTreeMap;
use std::io;
use std::sync::LazyLock;

use reenact_base::Id;
use reenact_classfile::container;
use reenact_flow::effects::Effects;
use reenact_heap::{ClassKind, Ending, Field, NodeId, Value};
use reenact_jvm::open_target;
use reenact_mockpoints::{Catalog, Options, analyze};
use reenact_recording::graph::{After, GraphEncoder, Outcome};
use reenact_recording::model::*;
use reenact_recording::{Limits, RecordingReader, SegmentBytes, SegmentWriter, Sink, WriterSettings};
use reenact_testkit::{Fixture, is_java_base, jdk, platform};
use reenact_world::{CallGraph, Depth, MethodId, World};

use super::cover::{Cover, Covered};
use super::invocations::{CallId, Differing, Reach, Seen, compare_runs};

const PROGRAM: &str = "
    package p;
    class Item { int cents; int seen; }
    class Till {
        static int price(Item item, int times) { return item.cents * times; }
        static Item same(Item item, int times) { return item; }
        static Item reset(Item item, int times) { item.cents = times; return item; }
        static long now(Item item, int by) { return System.nanoTime() + by; }
        static int later(Item item, int by) { return (int) now(item, by) + by; }
        static int plain(Item item, int times) { return times + 1; }
    }
    class Stamped {
        long stamp;
        long age() { return System.nanoTime() - stamp; }
    }
";

const CLASSES: [(&str, &[&str]); 3] =
    [("p/Item", &["cents", "seen"]), ("p/Till", &[]), ("java/lang/Math", &[])];

/// Class, name and descriptor; all take an item and a number but those that are not looked at.
const METHODS: [(usize, &str, &str); 8] = [
    (1, "price", "(Lp/Item;I)I"),
    (1, "same", "(Lp/Item;I)Lp/Item;"),
    (1, "reset", "(Lp/Item;I)Lp/Item;"),
    (1, "now", "(Lp/Item;I)J"),
    (1, "later", "(Lp/Item;I)I"),
    (1, "plain", "(Lp/Item;I)I"),
    (1, "<init>", "()V"),
    (2, "abs", "(I)I"),
];

fn item() -> Outcome {
    Outcome::Returned(Some(Value::Reference(NodeId::from_index(0))))
}

fn threw() -> Outcome {
    Outcome::Threw(Value::Reference(NodeId::from_index(0)))
}

fn number(number: i32) -> Outcome {
    Outcome::Returned(Some(Value::Int(number)))
}

/// An item's `cents` and `seen`; `None` where a budget ended the capture.
type Item = Option<(i32, i32)>;

#[derive(Clone, Copy)]
struct Call {
    method: &'static str,
    before: Item,
    times: i32,
    after: Item,
    outcome: Outcome,
    marks: Marks,
    parent: Option<u64>,
}

/// A call that left the item as it was.
fn call(method: &'static str, item: Item, times: i32, outcome: Outcome) -> Call {
    Call { method, before: item, times, after: item, outcome, marks: Marks::default(), parent: None }
}

struct Memory(Vec<u8>);

impl Sink for Memory {
    fn begin_segment(&mut self, _: u32) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// The calls as a recording, numbered from 1.
fn recorded(calls: &[Call]) -> Vec<u8> {
    let facts = Facts::default();
    let mut writer = SegmentWriter::new(Memory(Vec::new()), facts, WriterSettings::default()).unwrap();
    for (at, (name, fields)) in CLASSES.into_iter().enumerate() {
        let field = |name: &&str| Field { name: (*name).into(), descriptor: "I".into() };
        writer.define_class(RecordedClass {
            number: ClassNumber::from_index(at),
            name: name.into(),
            kind: ClassKind::Plain,
            superclass: None,
            interfaces: Vec::new(),
            fields: fields.iter().map(field).collect(),
            access: 0,
            loader: 1,
            source: "".into(),
            bytecode: 0,
        });
    }
    for (at, (class, name, descriptor)) in METHODS.into_iter().enumerate() {
        writer.define_method(RecordedMethod {
            number: MethodNumber::from_index(at),
            class: ClassNumber::from_index(class),
            name: name.into(),
            descriptor: descriptor.into(),
            access: 8,
            parameter_names: Vec::new(),
        });
    }
    let mut encoder = GraphEncoder::new();
    for (id, call) in (1..).zip(calls) {
        encode(&mut encoder, call);
        let method = METHODS.iter().position(|(_, name, _)| *name == call.method).unwrap();
        let head = InvocationHead {
            id,
            method: MethodNumber::from_index(method),
            thread: ThreadNumber::from_index(0),
            parent: call.parent,
            entered: id * 2,
            exited: id * 2 + 1,
            call: id,
            marks: call.marks,
            dropped_inside: 0,
        };
        assert!(writer.invocation(&head, encoder.bytes(), encoder.classes()).unwrap());
    }
    writer.flush().unwrap();
    writer.sink().0.clone()
}

fn encode(encoder: &mut GraphEncoder, call: &Call) {
    fn put(encoder: &mut GraphEncoder, item: Item) {
        let class = ClassNumber::from_index(0);
        match item {
            Some((cents, seen)) => {
                encoder.object(class);
                encoder.int(cents);
                encoder.int(seen);
            }
            None => encoder.ending(class, Ending::Budget),
        }
    }
    encoder.begin(2);
    encoder.root(Value::Reference(NodeId::from_index(0)));
    encoder.root(Value::Int(call.times));
    put(encoder, call.before);
    encoder.end();
    if call.outcome == Outcome::Unfinished {
        encoder.after(After::Absent, call.outcome, 0);
    } else {
        encoder.after(After::Difference, call.outcome, 0);
        encoder.revisit(0);
        put(encoder, call.after);
        encoder.end();
    }
    encoder.finish();
}

fn open(bytes: &[u8]) -> RecordingReader<'_> {
    let segment = SegmentBytes { name: "segment", bytes };
    RecordingReader::open(&[segment], Limits::default()).unwrap()
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let jdk = jdk();
    let program = Fixture::parse(PROGRAM).compile(&jdk);
    let reading = container::Options::for_release(jdk.version.feature as u16);
    let own = open_target(program.classes(), &reading).unwrap().containers.remove(0);
    World::build(&[platform(&jdk, is_java_base), own], reenact_world::Options::new(Depth::Code)).0
});

/// The directories of the program's own classes.
const OWN: [usize; 1] = [1];

fn method(class: &str, name: &str) -> MethodId {
    WORLD.class(class).unwrap().methods_named(name).next().unwrap().id()
}

/// The results of two runs for each method, by name.
fn compared(calls: [&[Call]; 2]) -> BTreeMap<String, Seen> {
    let recordings = calls.map(recorded);
    let mut readers = [open(&recordings[0]), open(&recordings[1])];
    let graph = CallGraph::class_hierarchy(&WORLD);
    let effects = Effects::new(&WORLD, &graph);
    let reach =
        |method: MethodId| Reach { reads: effects.may_read(method), writes: effects.may_write(method) };
    let seen = compare_runs(&WORLD, &OWN, &mut readers, &reach);
    seen.into_iter().map(|seen| (WORLD.view(seen.method).name().to_string(), seen)).collect()
}

/// The result for one method: calls, repeated ones, and where the first two differ.
fn said(seen: &BTreeMap<String, Seen>, name: &str) -> (usize, usize, Option<String>) {
    let seen = &seen[name];
    (seen.calls, seen.repeated, seen.differing.as_ref().map(|differing| differing.path.clone()))
}

#[test]
fn who_was_given_the_same_and_gave_something_else_is_found() {
    let five = Some((5, 1));
    let here = [call("price", five, 2, number(10)), call("later", five, 1, number(7))];
    let elsewhere = [
        call("price", five, 2, number(11)),
        call("price", five, 2, number(12)),
        call("later", five, 1, number(7)),
    ];
    let seen = compared([&here, &elsewhere]);
    assert_eq!(said(&seen, "price"), (3, 2, Some("result".to_owned())));
    let differing = seen["price"].differing.as_ref().unwrap();
    assert_eq!(differing.calls, [CallId { run: 0, id: 1 }, CallId { run: 1, id: 1 }]);
    assert_eq!((differing.more, differing.unsure), (1, false));
    assert_eq!(said(&seen, "later"), (2, 1, None));
}

#[test]
fn who_was_given_something_else_may_give_something_else() {
    let here = [call("price", Some((5, 1)), 2, number(10))];
    let elsewhere = [call("price", Some((6, 1)), 2, number(12)), call("price", Some((5, 1)), 3, number(15))];
    assert_eq!(said(&compared([&here, &elsewhere]), "price"), (3, 0, None));
}

/// `price` cannot read `seen`: items that differ there alone are the same to it. Nor is it asked of a method what it
/// cannot know of an object that it hands through.
#[test]
fn fields_that_a_method_cannot_reach_are_left_out() {
    let here = [call("price", Some((5, 1)), 2, number(10)), call("same", Some((5, 1)), 2, item())];
    let elsewhere = [call("price", Some((5, 2)), 2, number(11)), call("same", Some((6, 2)), 2, item())];
    let seen = compared([&here, &elsewhere]);
    assert_eq!(said(&seen, "price"), (2, 1, Some("result".to_owned())));
    assert_eq!(said(&seen, "same"), (2, 1, None));

    // Its writes are compared, though it does not read them.
    let reset = |cents| Call { after: Some((cents, 1)), ..call("reset", Some((5, 1)), 2, item()) };
    assert_eq!(said(&compared([&[reset(2)], &[reset(2)]]), "reset"), (2, 1, None));
    let seen = compared([&[reset(2)], &[reset(3)]]);
    assert_eq!(said(&seen, "reset"), (2, 1, Some("result.cents".to_owned())));
}

#[test]
fn an_exception_differs_from_a_result() {
    let five = Some((5, 1));
    let (price, threw) = (call("price", five, 2, number(10)), call("price", five, 2, threw()));
    let seen = compared([&[price], &[threw]]);
    assert_eq!(said(&seen, "price"), (2, 1, Some(String::new())));
    assert_eq!(seen["price"].differing.as_ref().unwrap().what, "returned -> threw");
    let seen = compared([&[threw], &[price]]);
    assert_eq!(seen["price"].differing.as_ref().unwrap().what, "threw -> returned");
    assert_eq!(said(&compared([&[threw], &[threw]]), "price"), (2, 1, None));
}

/// State that was not captured may have been the reason.
#[test]
fn inputs_that_were_not_captured_make_it_unsure() {
    let seen = compared([&[call("price", None, 2, number(10))], &[call("price", None, 2, number(11))]]);
    assert!(seen["price"].differing.as_ref().unwrap().unsure);
}

#[test]
fn calls_that_say_nothing_are_left_out() {
    let five = Some((5, 1));
    let price = call("price", five, 2, number(10));
    let here = [
        price,
        Call { marks: Marks::TORN_BEFORE, ..call("price", five, 2, number(11)) },
        Call { marks: Marks::TORN_AFTER, ..call("price", five, 2, number(12)) },
        call("price", five, 2, Outcome::Unfinished),
        call("<init>", five, 2, Outcome::Returned(None)),
        call("abs", five, 2, number(1)),
    ];
    let seen = compared([&here, &[price, call("abs", five, 2, number(2))]]);
    assert_eq!(said(&seen, "price"), (2, 1, None));
    assert_eq!(seen.len(), 1, "neither constructors nor what is not the program's own: {seen:?}");
}

/// Inputs are compared one with the other, so that there has to be an end to them.
#[test]
fn more_inputs_than_are_told_apart_are_no_differences() {
    let calls: Vec<Call> = (0..60).map(|cents| call("price", Some((cents, 1)), 2, number(cents))).collect();
    assert_eq!(said(&compared([&calls, &calls]), "price"), (120, 48, None));
}

#[test]
fn differences_are_covered_by_points_around_and_inside() {
    let analysis =
        analyze(&WORLD, &Catalog::embedded(), &Options { own: OWN.to_vec(), ..Options::default() });
    let points: Vec<&str> = analysis.points.iter().map(|point| point.name.as_str()).collect();
    assert_eq!(points, ["p.Stamped#age()", "p.Till#now(p.Item,int)"]);
    let five = Some((5, 1));
    let inside = |method, parent| Call { parent: Some(parent), ..call(method, five, 2, number(1)) };
    let calls = [
        call("same", five, 2, item()),  // 1
        inside("now", 1),               // 2
        inside("plain", 2),             // 3
        call("later", five, 2, item()), // 4
        call("plain", five, 2, item()), // 5
    ];
    let recordings = [recorded(&calls), recorded(&calls)];
    let readers = [open(&recordings[0]), open(&recordings[1])];
    let graph = CallGraph::class_hierarchy(&WORLD);
    let cover = Cover::new(&WORLD, &graph, &OWN, &analysis, &readers);
    let covered = |name: &str, ids: [u64; 2], path: &str| {
        let calls = [CallId { run: 0, id: ids[0] }, CallId { run: 1, id: ids[1] }];
        let (path, what) = (path.to_owned(), String::new());
        cover.of(method("p/Till", name), &Differing { calls, more: 0, path, what, unsure: false })
    };
    assert_eq!(covered("now", [2, 2], "result"), Some(Covered::Point));
    // In one of the two calls is enough: there the difference came in.
    assert_eq!(covered("same", [1, 5], "result"), Some(Covered::CalledPoint));
    assert_eq!(covered("later", [4, 4], "result"), Some(Covered::MayCallPoint));
    assert_eq!(covered("plain", [3, 3], "result"), Some(Covered::InsidePoint));
    assert_eq!(covered("plain", [3, 5], "result"), None, "outside of points no replay answers it");
    assert_eq!(covered("plain", [5, 5], "result"), None);
    // Only `age` reads the stamp; prices are read by others as well.
    assert_eq!(covered("plain", [5, 5], "result.stamp"), Some(Covered::ReadByPoints));
    assert_eq!(covered("plain", [5, 5], "result.cents"), None);
}
