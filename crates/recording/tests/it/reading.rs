//! Recordings are read as they were written, in any number of segments, by this version and by older ones.

use crate::support::*;
use reenact_base::Id;
use reenact_heap::{Node, NodeId, Value};
use reenact_recording::frame::{FrameKind, put_frame};
use reenact_recording::graph::GraphEncoder;
use reenact_recording::header::{MINOR, seed};
use reenact_recording::model::*;
use reenact_recording::notes::{Action, Gaps, ObjectReference};
use reenact_recording::{InvocationParts, SegmentWriter, Sink, WriterSettings};

#[test]
fn a_recording_comes_back() {
    let segments = recording(5, WriterSettings::default());
    assert_eq!(segments.len(), 1);
    let reader = open(&segments).unwrap();
    assert_eq!(reader.facts(), &facts());
    assert!(reader.findings().is_empty(), "{:?}", reader.findings());
    assert_eq!(reader.invocations().copied().collect::<Vec<_>>(), (0..5).map(head).collect::<Vec<_>>());
    assert_eq!(reader.end(), Some(&End { invocations: 5, ..end() }));
    assert_eq!(reader.invocations_of(MethodNumber::from_index(1)).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(reader.statistics().len(), 2);
    let method = reader.method(MethodNumber::from_index(1)).unwrap();
    assert_eq!((&*method.name, &*method.parameter_names[0]), ("close", "amount"));
    assert!(reader.thread(ThreadNumber::from_index(0)).unwrap().is_daemon);

    let special = reader.class_of(ClassNumber::from_index(2)).unwrap();
    let described = class(2, "com/acme/Special", Some(1), &[("price", "D")]);
    assert_eq!(reader.class(special), &described);
    assert_eq!(reader.classes().all_fields(special).len(), 3);

    let capture = reader.capture(4).unwrap();
    assert_eq!((capture.before.len(), capture.after.len()), (4, 4));
    let first = |graph: &reenact_heap::HeapGraph| match graph.get(NodeId::from_index(0)) {
        Node::Object { fields, .. } => fields.clone(),
        other => panic!("{other:?}"),
    };
    let next = Value::Reference(NodeId::from_index(1));
    assert_eq!(first(&capture.before), [Value::Int(0), next]);
    assert_eq!(first(&capture.after), [Value::Int(4), next]);
    let names = capture.statics.iter().map(|name| (name.after, name.node.index(), name.class, &*name.field));
    assert_eq!(
        names.collect::<Vec<_>>(),
        [(false, 1, special, "EVEN"), (true, 1, special, "EVEN"), (true, 3, special, "EVEN")]
    );
}

#[test]
fn histories_come_back() {
    let segments = recording(5, WriterSettings::default());
    let capture = open(&segments).unwrap().capture(4).unwrap();
    let [history, other] = &capture.histories[..] else { panic!("two histories") };
    assert_eq!((history.id, history.node, history.gaps), (8, Some(NodeId::from_index(1)), Gaps::default()));
    assert_eq!((other.id, other.node, other.gaps), (9, None, Gaps { lost: true, ..Gaps::default() }));
    assert!(history.has_origin() && other.has_origin());
    assert_eq!(history.until(13).count(), 2);
    let method = MethodNumber::from_index(1);
    let actions: Vec<_> = history.events.iter().map(|event| event.action.clone()).collect();
    let class = history.class;
    let set = Action::FieldSet { class, field: "count".into() };
    assert_eq!(actions, [Action::Factory(method), Action::Call(method), set]);
    let call = &history.events[1];
    assert_eq!((call.entered, call.exited, call.parent), (12, 13, Some(4)));
    assert!(call.threw && !call.assumed && history.events[2].assumed);
    assert!(!call.for_others && history.events[2].for_others);
    assert_eq!(call.arguments, [Value::Long(4), Value::Reference(NodeId::from_index(0))]);
    assert_eq!(call.objects, [ObjectReference { node: NodeId::from_index(0), id: 9, time: 2 }]);
    assert_eq!(call.graph.len(), 1);
    assert_eq!((call.statics[0].node.index(), &*call.statics[0].field), (0, "FIRST"));
}

/// The first version had no notes; the next one may have more of them.
#[test]
fn notes_may_be_missing_or_of_a_kind_that_came_later() {
    let mut writer = writer(WriterSettings::default());
    let mut encoder = GraphEncoder::new();
    let later = [&[99, 5][..], b"later", &notes(2)[..]].concat();
    for (id, notes) in [(0, &[][..]), (1, &later[..])] {
        capture(&mut encoder, id, 4);
        let (capture, classes) = (encoder.bytes(), encoder.classes());
        let parts = InvocationParts { capture, notes, classes, ..InvocationParts::default() };
        writer.annotated(&head(id), &parts).unwrap();
    }
    let segments = writer.finish(end()).unwrap().segments;
    let reader = open(&segments).unwrap();
    assert!(reader.findings().is_empty(), "{:?}", reader.findings());
    let counts = [0, 1].map(|index| reader.capture(index).unwrap().statics.len());
    assert_eq!(counts, [0, 3]);
}

#[test]
fn every_segment_can_be_read_alone() {
    let settings = WriterSettings { batch_bytes: 100, segment_bytes: 700 };
    let segments = recording(40, settings);
    assert!(segments.len() > 3, "{} segments", segments.len());
    assert_eq!(read_all(&mut open(&segments).unwrap()), 40);
    let alone: usize = segments
        .iter()
        .map(|segment| {
            let segment = [segment.clone()];
            let mut reader = open(&segment).unwrap();
            assert_eq!(reader.facts(), &facts());
            let count = reader.invocations().len();
            assert_eq!(read_all(&mut reader), count, "every invocation finds its classes");
            count
        })
        .sum();
    assert_eq!(alone, 40);
    // In any order, and the same bytes again.
    let mut reversed = segments.clone();
    reversed.reverse();
    let mut reader = open(&reversed).unwrap();
    assert_eq!(reader.invocations().map(|head| head.id).collect::<Vec<_>>(), (0..40).collect::<Vec<_>>());
    assert_eq!(read_all(&mut reader), 40);
    assert_eq!(recording(40, settings), segments);
}

#[test]
fn a_missing_or_foreign_segment_is_said() {
    let mut segments = recording(40, WriterSettings { batch_bytes: 100, segment_bytes: 700 });
    segments.remove(1);
    let mut foreign = Vec::new();
    reenact_recording::header::put_header(&mut foreign, &Facts { recording: 1, ..facts() }, 90);
    segments.push(foreign);
    let reader = open(&segments).unwrap();
    let codes: Vec<&str> = reader.findings().iter().map(|finding| finding.code.name()).collect();
    assert_eq!(codes, ["segment-missing", "segment-foreign"]);
}

#[test]
fn what_a_newer_writer_added_is_passed_over() {
    let mut segments = recording(3, WriterSettings::default());
    let segment = &mut segments[0];
    let seed = seed(facts().recording, 0);
    put_frame(segment, seed, FrameKind(200), 90, b"a kind of frame that came later");
    // A record with more behind what this version knows.
    let mut record = vec![3, 1, 2, 3, 0];
    record.extend(b"added later");
    let mut payload = vec![record.len() as u8];
    payload.extend(record);
    put_frame(segment, seed, FrameKind::END, 91, &payload);
    let mut reader = open(&segments).unwrap();
    assert_eq!(reader.skipped().unknown_frames, 1);
    assert!(reader.findings().is_empty(), "{:?}", reader.findings());
    assert_eq!(reader.end().unwrap().reason, EndReason::Failure);
    assert_eq!(read_all(&mut reader), 3);
}

#[test]
fn a_thread_may_be_called_anything() {
    let mut writer = writer(WriterSettings::default());
    let mut thread = RecordedThread {
        number: ThreadNumber::from_index(0),
        id: 1,
        name: "\u{1f9f5}".repeat(100_000).into(),
        is_virtual: true,
        is_daemon: false,
    };
    writer.define_thread(thread.clone());
    add(&mut writer, &mut GraphEncoder::new(), 0, 4);
    let segments = writer.finish(end()).unwrap().segments;
    thread.name = "\u{1f9f5}".repeat(0xffff / 4).into();
    assert_eq!(open(&segments).unwrap().thread(thread.number), Some(&thread));
}

#[test]
fn a_newer_major_version_is_refused_with_advice() {
    let mut segments = recording(1, WriterSettings::default());
    segments[0][8] = 9;
    let error = open(&segments).err().unwrap().to_string();
    assert_eq!(
        error,
        format!(
            "segment: the recording has version 9.{MINOR}, this program reads up to 1; use a newer release"
        )
    );
}

#[test]
fn a_sink_that_fails_leaves_what_is_there_readable() {
    /// A disk with room for so many bytes.
    struct Full(Memory, usize);
    impl Sink for Full {
        fn begin_segment(&mut self, number: u32) -> std::io::Result<()> {
            self.0.begin_segment(number)
        }
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
            let fits = bytes.len().min(self.1);
            self.1 -= fits;
            self.0.write(&bytes[..fits])?;
            if fits < bytes.len() { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }
    let settings = WriterSettings { batch_bytes: 1, ..WriterSettings::default() };
    let whole = recording(9, settings);
    let mut encoder = GraphEncoder::new();
    for room in 300..whole[0].len() {
        let Ok(mut full) = SegmentWriter::new(Full(Memory::default(), room), facts(), settings) else {
            continue;
        };
        full.define_class(class(0, "java/lang/Object", None, &[]));
        for id in 0..9 {
            capture(&mut encoder, id, 4);
            if full.invocation(&head(id), encoder.bytes(), encoder.classes()).is_err() {
                break;
            }
        }
        let reader = open(&full.sink().0.segments).unwrap();
        assert!(reader.invocations().len() as u64 + 1 >= full.invocations());
    }
}
