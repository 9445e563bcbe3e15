//! Recordings of several JVMs, read as one.

use crate::support::*;
use reenact_base::Id;
use reenact_heap::{Node, NodeId, Value};
use reenact_recording::graph::{After, GraphEncoder, Outcome};
use reenact_recording::model::*;
use reenact_recording::notes::{
    Action, ActionNote, EventNote, Gaps, HistoryNote, put_histories, put_history,
};
use reenact_recording::{
    InvocationParts, Limits, RecordingError, RecordingReader, SegmentBytes, SegmentWriter, WriterSettings,
};
use reenact_wire::filter::{Filter, LeftOut};

/// The facts of a recording that started as the one of this number.
fn facts_of(number: u64) -> Facts {
    Facts {
        recording: 100 - u128::from(number),
        started_millis: number,
        class_path: vec!["app.jar".to_owned(), format!("lib-{number}.jar")],
        is_redacted: Some(true),
        ..facts()
    }
}

fn open_all<'a>(segments: &[(&'a str, &'a [u8])]) -> Result<RecordingReader<'a>, RecordingError> {
    let segments: Vec<SegmentBytes<'a>> =
        segments.iter().map(|&(name, bytes)| SegmentBytes { name, bytes }).collect();
    RecordingReader::open_all(&segments, Limits::default())
}

fn ids(reader: &RecordingReader<'_>) -> Vec<u64> {
    reader.invocations().map(|head| head.id).collect()
}

fn codes(reader: &RecordingReader<'_>) -> Vec<String> {
    reader.findings().iter().map(|finding| format!("{} {}", finding.code.name(), finding.subject)).collect()
}

#[test]
fn invocations_are_numbered_on_and_equal_methods_are_one() {
    let one = recording_of(facts_of(1), 5, WriterSettings::default());
    let two = recording_of(facts_of(2), 4, WriterSettings::default());
    let three = recording_of(facts_of(3), 2, WriterSettings::default());
    let reader =
        open_all(&[("2/segment", &two[0]), ("3/segment", &three[0]), ("1/segment", &one[0])]).unwrap();
    assert!(reader.findings().is_empty(), "{:?}", codes(&reader));
    assert_eq!(ids(&reader), (0..11).collect::<Vec<_>>());
    let numbers: Vec<_> = reader.recordings().iter().map(|one| (one.invocations, one.numbers)).collect();
    assert_eq!(numbers, [(5, Some((0, 4))), (4, Some((5, 8))), (2, Some((9, 10)))]);
    let parents: Vec<_> = reader.invocations().map(|head| head.parent).collect();
    assert_eq!(parents[5..], [None, None, None, Some(5), None, None]);

    assert_eq!((reader.methods().len(), reader.classes().iter().count()), (2, 3));
    let close = MethodNumber::from_index(1);
    assert_eq!(reader.invocations_of(close).collect::<Vec<_>>(), [1, 3, 6, 8, 10]);
    let calls: Vec<u64> = reader.statistics().map(|figures| figures.calls).collect();
    assert_eq!(calls, [300, 300]);
    assert_eq!(reader.end(), Some(&End { invocations: 11, dropped: 12, ..end() }));
    assert_eq!(reader.facts().class_path, ["app.jar", "lib-1.jar", "lib-2.jar", "lib-3.jar"]);

    // Threads are those of each JVM.
    let threads: std::collections::BTreeSet<_> = reader.invocations().map(|head| head.thread).collect();
    assert_eq!(threads.len(), 3);
    assert!(threads.iter().all(|thread| reader.thread(*thread).is_some_and(|thread| thread.is_daemon)));
}

/// The classes and methods of each JVM have numbers of their own.
#[test]
fn graphs_and_histories_of_other_numbers_mean_the_same() {
    let one = recording_of(facts_of(1), 3, WriterSettings::default());
    let mut writer = SegmentWriter::new(Memory::default(), facts_of(2), WriterSettings::default()).unwrap();
    let (object, item, other) = (7, 5, 3);
    writer.define_class(class(object, "java/lang/Object", None, &[]));
    let fields = [("count", "I"), ("next", "Lcom/acme/Item;")];
    writer.define_class(class(item, "com/acme/Item", Some(object), &fields));
    writer.define_class(class(other, "com/acme/Other", Some(item), &[("price", "D")]));
    let method = |number: usize, class: usize, name: &str| RecordedMethod {
        number: MethodNumber::from_index(number),
        class: ClassNumber::from_index(class),
        name: name.into(),
        descriptor: "(I)V".into(),
        access: 1,
        parameter_names: Vec::new(),
    };
    writer.define_method(method(0, other, "run"));
    writer.define_method(method(4, item, "close"));
    let mut encoder = GraphEncoder::new();
    encoder.begin(1);
    encoder.root(Value::Reference(NodeId::from_index(0)));
    encoder.object(ClassNumber::from_index(other));
    encoder.int(42);
    encoder.reference(0);
    encoder.double(1.5f64.to_bits());
    encoder.end();
    encoder.after(After::Absent, Outcome::Returned(None), 0);
    encoder.finish();
    let (mut histories, mut notes) = (Vec::new(), Vec::new());
    let event = EventNote {
        action: ActionNote::Call(MethodNumber::from_index(4)),
        thread: ThreadNumber::from_index(0),
        entered: 3,
        exited: 4,
        parent: None,
        threw: false,
        assumed: false,
        for_others: false,
        marks: Marks::default(),
        arguments: encoder.bytes(),
        objects: &[],
        notes: &[],
    };
    let history =
        HistoryNote { id: 1, class: ClassNumber::from_index(item), node: Some(0), gaps: Gaps::default() };
    put_history(&mut histories, &history, [event].into_iter());
    put_histories(&mut notes, &histories);
    let parts = InvocationParts {
        capture: encoder.bytes(),
        notes: &notes,
        classes: encoder.classes(),
        ..Default::default()
    };
    for number in [0, 4] {
        let head = InvocationHead { method: MethodNumber::from_index(number), ..head(number as u64) };
        assert!(writer.annotated(&head, &parts).unwrap());
    }
    let two = writer.finish(end()).unwrap().segments;

    let reader = open_all(&[("1/segment", &one[0]), ("2/segment", &two[0])]).unwrap();
    let names: Vec<String> = reader
        .invocations()
        .map(|head| {
            let method = reader.method(head.method).unwrap();
            format!("{}#{}", reader.class(reader.class_of(method.class).unwrap()).name, method.name)
        })
        .collect();
    assert_eq!(names[3..], ["com/acme/Other#run", "com/acme/Item#close"]);
    let close = reader.method(MethodNumber::from_index(1)).unwrap();
    assert_eq!(reader.invocations().last().unwrap().method, close.number);
    let capture = reader.capture(3).unwrap();
    let Node::Object { class, fields } = capture.before.get(NodeId::from_index(0)) else { panic!() };
    assert_eq!((&*reader.class(*class).name, fields.len(), fields[0]), ("com/acme/Other", 3, Value::Int(42)));
    let above = reader.classes().superclass(*class).unwrap();
    assert_eq!(above, reader.class_of(ClassNumber::from_index(1)).unwrap());
    assert_eq!(capture.histories[0].class, above);
    assert_eq!(capture.histories[0].events[0].action, Action::Call(close.number));
}

#[test]
fn methods_that_were_left_out_count_once_for_a_class_path() {
    let recording = |facts: Facts, methods: u64| {
        let mut writer = writer_of(facts, WriterSettings::default());
        add(&mut writer, &mut GraphEncoder::new(), 1, 4);
        let mut left_out = LeftOut::default();
        left_out.add(Filter::Statements, methods);
        writer.left_out(&left_out).unwrap();
        writer.finish(end()).unwrap().segments.remove(0)
    };
    let again = Facts { class_path: facts_of(1).class_path, ..facts_of(2) };
    let all = [recording(facts_of(1), 3), recording(again, 5), recording(facts_of(3), 2)];
    let reader = open_all(&[("1/s", &all[0]), ("2/s", &all[1]), ("3/s", &all[2])]).unwrap();
    assert_eq!(reader.left_out().by(Filter::Statements), 7);
    assert_eq!(reader.left_out().by(Filter::Visibility), 0);
}

#[test]
fn blocks_that_ran_in_any_recording_have_run() {
    let recording = |facts: Facts, classes: &[(&str, u32, &[u32])]| {
        let mut writer = writer_of(facts, WriterSettings::default());
        add(&mut writer, &mut GraphEncoder::new(), 1, 4);
        let blocks = classes.iter().map(|(class, count, run)| {
            let mut blocks = ClassBlocks::new((*class).into(), *count);
            run.iter().for_each(|block| blocks.set(*block));
            blocks
        });
        writer.blocks(&blocks.collect::<Vec<_>>()).unwrap();
        writer.finish(end()).unwrap().segments.remove(0)
    };
    let one = recording(facts_of(1), &[("a/B", 12, &[0, 9, 12]), ("a/C", 0, &[])]);
    let two = recording(facts_of(2), &[("a/B", 12, &[11]), ("a/D", 3, &[2])]);
    let other = recording(facts_of(3), &[("a/B", 13, &[1])]);
    let reader = open_all(&[("1/s", &one), ("2/s", &two), ("3/s", &other)]).unwrap();
    let run = |class: &str| -> Vec<u32> {
        let blocks = &reader.blocks()[class];
        (0..32).filter(|block| blocks.contains(*block)).collect()
    };
    assert_eq!(run("a/B"), [0, 9, 11], "a class file with other blocks is another one");
    assert_eq!((run("a/C"), run("a/D")), (vec![], vec![2]));
}

#[test]
fn secrets_are_masked_if_they_are_in_each() {
    let one = recording_of(facts_of(1), 1, WriterSettings::default());
    let raw = Facts { is_redacted: Some(false), ..facts_of(2) };
    let two = recording_of(raw, 1, WriterSettings::default());
    assert!(open_all(&[("1/segment", &one[0])]).unwrap().facts().was_redacted());
    assert!(!open_all(&[("1/segment", &one[0]), ("2/segment", &two[0])]).unwrap().facts().was_redacted());
}

#[test]
fn what_cannot_be_read_is_reported_and_empty_recordings_are_left_out() {
    let settings = WriterSettings { batch_bytes: 100, segment_bytes: 700 };
    let one = recording_of(facts_of(1), 40, settings);
    assert!(one.len() > 2);
    let empty = recording_of(facts_of(2), 0, WriterSettings::default());
    let cut = recording_of(facts_of(3), 1, WriterSettings::default());
    let cut = &cut[0][..cut[0].len() - 1];
    let mut segments = vec![("x/segment", &b"nothing"[..]), ("3/segment", cut), ("2/segment", &empty[0])];
    segments.extend(one.iter().map(|bytes| ("1/segment", &bytes[..])));
    // The same segment again, of a copy that was made while it was written.
    segments.push(("copy/segment", &one[1][..one[1].len() - 1]));
    let reader = open_all(&segments).unwrap();
    assert_eq!(ids(&reader), (0..41).collect::<Vec<_>>());
    assert_eq!(reader.recordings().len(), 2);
    assert_eq!(reader.end(), None);
    assert_eq!(
        codes(&reader),
        ["segment-unreadable x/segment", "segment-cut 3/segment", "recording-without-end 3"]
    );

    let none = open_all(&[("2/segment", &empty[0])]).unwrap();
    assert_eq!((none.recordings().len(), none.invocations().len()), (1, 0));
    assert!(matches!(open_all(&[("x", b"nothing")]), Err(RecordingError::Unreadable { .. })));
    assert!(matches!(open_all(&[]), Err(RecordingError::Empty)));
}
