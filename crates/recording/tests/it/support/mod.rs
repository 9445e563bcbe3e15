//! Small recordings to read, cut and damage.

use std::io;

use reenact_base::Id;
use reenact_heap::{ClassKind, Field, NodeId, Value};
use reenact_recording::graph::{After, ClassNumber, GraphEncoder, Outcome};
use reenact_recording::model::*;
use reenact_recording::notes::{
    ActionNote, EventNote, Gaps, HistoryNote, StaticNote, put_histories, put_history, put_statics,
};
use reenact_recording::{
    InvocationParts, Limits, RecordingError, RecordingReader, SegmentBytes, SegmentWriter, Sink,
    WriterSettings,
};

/// Segments in memory.
#[derive(Default)]
pub struct Memory {
    pub segments: Vec<Vec<u8>>,
}

impl Sink for Memory {
    fn begin_segment(&mut self, number: u32) -> io::Result<()> {
        assert_eq!(number as usize, self.segments.len());
        self.segments.push(Vec::new());
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.segments.last_mut().unwrap().extend_from_slice(bytes);
        Ok(())
    }
}

pub fn facts() -> Facts {
    Facts {
        recording: 0xfeed_beef,
        jvm_version: "25.0.1".to_owned(),
        main_class: "com.acme.Main".to_owned(),
        class_path: vec!["app.jar".to_owned()],
        ..Facts::default()
    }
}

pub fn class(number: usize, name: &str, superclass: Option<usize>, fields: &[(&str, &str)]) -> RecordedClass {
    RecordedClass {
        number: ClassNumber::from_index(number),
        name: name.into(),
        kind: ClassKind::Plain,
        superclass: superclass.map(ClassNumber::from_index),
        interfaces: vec!["java/io/Serializable".into()],
        fields: fields.iter().map(|(n, d)| Field { name: (*n).into(), descriptor: (*d).into() }).collect(),
        access: 1,
        loader: 2,
        source: "app.jar".into(),
        bytecode: 77 << 70,
    }
}

pub fn head(id: u64) -> InvocationHead {
    InvocationHead {
        id,
        method: MethodNumber::from_index(id as usize % 2),
        thread: ThreadNumber::from_index(0),
        parent: id.checked_sub(3),
        entered: id * 2,
        exited: id * 2 + 1,
        call: id + 1,
        marks: Marks::HAS_RECEIVER,
        dropped_inside: 0,
    }
}

/// A writer that knows three classes, two methods and a thread.
pub fn writer(settings: WriterSettings) -> SegmentWriter<Memory> {
    writer_of(facts(), settings)
}

/// The same for another recording.
pub fn writer_of(facts: Facts, settings: WriterSettings) -> SegmentWriter<Memory> {
    let mut writer = SegmentWriter::new(Memory::default(), facts, settings).unwrap();
    writer.define_class(class(0, "java/lang/Object", None, &[]));
    writer.define_class(class(1, "com/acme/Item", Some(0), &[("count", "I"), ("next", "Lcom/acme/Item;")]));
    writer.define_class(class(2, "com/acme/Special", Some(1), &[("price", "D")]));
    for (number, name) in ["order", "close"].into_iter().enumerate() {
        writer.define_method(RecordedMethod {
            number: MethodNumber::from_index(number),
            class: ClassNumber::from_index(1),
            name: name.into(),
            descriptor: "(I)V".into(),
            access: 1,
            parameter_names: vec!["amount".into()],
        });
    }
    writer.define_thread(RecordedThread {
        number: ThreadNumber::from_index(0),
        id: 1,
        name: "main".into(),
        is_virtual: false,
        is_daemon: true,
    });
    writer
}

/// A list of `length` items; the call changes the first one's count to `id`.
pub fn capture(encoder: &mut GraphEncoder, id: u64, length: u32) {
    encoder.begin(2);
    encoder.root(Value::Reference(NodeId::from_index(0)));
    encoder.root(Value::Int(5));
    for number in 0..length {
        item(encoder, number, length, number as i32 * 3);
    }
    encoder.end();
    encoder.after(After::Difference, Outcome::Returned(None), 0);
    encoder.revisit(0);
    item(encoder, 0, length, id as i32);
    encoder.revisit(1);
    item(encoder, 1, length, 3);
    encoder.end();
    encoder.finish();
}

fn item(encoder: &mut GraphEncoder, number: u32, length: u32, count: i32) {
    encoder.object(ClassNumber::from_index(1 + number as usize % 2));
    encoder.int(count);
    encoder.reference((number + 1) % length);
    if number % 2 == 1 {
        encoder.double(1.5f64.to_bits());
    }
}

/// Two of the items are known by static fields.
pub fn notes(id: u64) -> Vec<u8> {
    let name = |after, node| StaticNote {
        after,
        node,
        class: ClassNumber::from_index(2),
        field: if id.is_multiple_of(2) { "EVEN" } else { "ODD" },
    };
    let mut notes = Vec::new();
    put_statics(&mut notes, [name(false, 1), name(true, 1), name(true, 3)].into_iter());
    put_histories(&mut notes, &histories(id));
    notes
}

/// The arguments of an event: a number, and an item that has a history of its own.
fn arguments(id: u64) -> Vec<u8> {
    let mut encoder = GraphEncoder::new();
    encoder.begin(2);
    encoder.root(Value::Long(id as i64));
    encoder.root(Value::Reference(NodeId::from_index(0)));
    encoder.ending(ClassNumber::from_index(1), reenact_heap::Ending::Frontier);
    encoder.end();
    encoder.after(After::Absent, Outcome::Unfinished, 0);
    encoder.finish();
    encoder.into_buffer()
}

/// Item 1 was made by a factory and changed twice, with the help of an object that is in no graph.
fn histories(id: u64) -> Vec<u8> {
    let (method, thread) = (MethodNumber::from_index(1), ThreadNumber::from_index(0));
    let arguments = arguments(id);
    let mut notes = Vec::new();
    let name = StaticNote { after: false, node: 0, class: ClassNumber::from_index(1), field: "FIRST" };
    put_statics(&mut notes, [name].into_iter());
    let event = |action, entered| EventNote {
        action,
        thread,
        entered,
        exited: entered + 1,
        parent: None,
        threw: false,
        assumed: false,
        for_others: false,
        marks: Marks::default(),
        arguments: &arguments,
        objects: &[(0, 9, 2)],
        notes: &notes,
    };
    let class = ClassNumber::from_index(1);
    let mut out = Vec::new();
    let events = [
        event(ActionNote::Factory(method), 10),
        EventNote { parent: Some(4), threw: true, ..event(ActionNote::Call(method), 12) },
        EventNote {
            assumed: true,
            for_others: true,
            ..event(ActionNote::FieldSet { class, field: "count" }, 14)
        },
    ];
    let head = HistoryNote { id: 8, class, node: Some(1), gaps: Gaps::default() };
    put_history(&mut out, &head, events.into_iter());
    let other = HistoryNote { id: 9, node: None, gaps: Gaps { lost: true, ..head.gaps }, ..head };
    put_history(&mut out, &other, [event(ActionNote::Construct(method), 1)].into_iter());
    out
}

pub fn add(writer: &mut SegmentWriter<Memory>, encoder: &mut GraphEncoder, id: u64, length: u32) {
    capture(encoder, id, length);
    let (notes, classes) = (notes(id), encoder.classes());
    let parts = InvocationParts { capture: encoder.bytes(), notes: &notes, classes, ..Default::default() };
    assert!(writer.annotated(&head(id), &parts).unwrap());
}

pub fn end() -> End {
    End { reason: EndReason::Exit, invocations: 0, dropped: 4, ended_millis: 9, message: "".into() }
}

/// A whole recording of `count` invocations.
pub fn recording(count: u64, settings: WriterSettings) -> Vec<Vec<u8>> {
    recording_of(facts(), count, settings)
}

/// The same with other facts.
pub fn recording_of(facts: Facts, count: u64, settings: WriterSettings) -> Vec<Vec<u8>> {
    let mut writer = writer_of(facts, settings);
    let mut encoder = GraphEncoder::new();
    (0..count).for_each(|id| add(&mut writer, &mut encoder, id, 4));
    let figures = |number| MethodStatistics {
        method: MethodNumber::from_index(number),
        calls: 100,
        sampled: 10,
        kept: 5,
        duplicates: 4,
        overload: 1,
        failed: 0,
    };
    writer.statistics(&[figures(0), figures(1)]).unwrap();
    writer.finish(end()).unwrap().segments
}

pub fn open(segments: &[Vec<u8>]) -> Result<RecordingReader<'_>, RecordingError> {
    let limits = Limits { objects: 10_000, values: 100_000, ..Limits::default() };
    let segments: Vec<SegmentBytes<'_>> =
        segments.iter().map(|bytes| SegmentBytes { name: "segment", bytes }).collect();
    RecordingReader::open(&segments, limits)
}

/// Reads everything that can be read; how many invocations were whole.
pub fn read_all(reader: &mut RecordingReader<'_>) -> usize {
    let count = reader.invocations().len();
    (0..count).filter(|&index| reader.capture(index).is_ok()).count()
}
