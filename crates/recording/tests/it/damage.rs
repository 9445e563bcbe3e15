//! Truncated, bit-flipped and hostile recordings give errors and findings; memory and time stay bounded.

use crate::support::*;
use reenact_base::Id;
use reenact_recording::frame::{FrameKind, HEADER, MARKER, put_frame};
use reenact_recording::graph::GraphEncoder;
use reenact_recording::header::{put_header, seed};
use reenact_recording::model::*;
use reenact_recording::{Limits, RecordingReader, SegmentBytes, UNPACKED_RATIO, WriterSettings};
use reenact_wire::bytes::{put_bytes, put_varint};

const SMALL_FRAMES: WriterSettings = WriterSettings { batch_bytes: 1, segment_bytes: u64::MAX };

/// Where each frame ends, and how many invocations there are up to there.
fn frame_ends(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut ends = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(4).position(|window| window == MARKER) {
        let start = at + found;
        let stored = u32::from_le_bytes(bytes[start + 12..start + 16].try_into().unwrap()) as usize;
        at = start + HEADER + stored;
        let before = ends.last().map_or(0, |(_, count)| *count);
        ends.push((at, before + usize::from(bytes[start + 4] == FrameKind::INVOCATIONS.0)));
    }
    ends
}

#[test]
fn cut_anywhere_every_complete_frame_is_read() {
    let whole = recording(6, SMALL_FRAMES);
    let ends = frame_ends(&whole[0]);
    assert_eq!(ends.last(), Some(&(whole[0].len(), 6)));
    let mut first_frame = None;
    for length in 0..whole[0].len() {
        let cut = [whole[0][..length].to_vec()];
        let Ok(mut reader) = open(&cut) else {
            assert!(first_frame.is_none(), "unreadable only within the header");
            continue;
        };
        first_frame.get_or_insert(length);
        let expected = ends.iter().rfind(|(end, _)| *end <= length).map_or(0, |(_, count)| *count);
        assert_eq!(read_all(&mut reader), expected, "cut at {length}");
        let is_complete = ends.iter().any(|(end, _)| *end == length) || first_frame == Some(length);
        assert_eq!(
            reader.findings().iter().any(|finding| finding.code.name() == "segment-cut"),
            !is_complete
        );
        assert!(reader.findings().iter().any(|finding| finding.code.name() == "recording-without-end"));
    }
}

#[test]
fn any_flipped_bit_costs_one_frame_at_most() {
    let whole = recording(6, SMALL_FRAMES);
    for bit in 0..whole[0].len() * 8 {
        let mut flipped = whole.clone();
        flipped[0][bit / 8] ^= 1 << (bit % 8);
        let Ok(mut reader) = open(&flipped) else { continue };
        assert!(!reader.findings().is_empty(), "bit {bit} is noticed");
        let heads = reader.invocations().len();
        assert!(heads >= 5, "bit {bit} leaves {heads} invocations");
        read_all(&mut reader);
    }
}

#[test]
fn damage_in_the_middle_is_skipped_and_named() {
    let mut segments = recording(6, SMALL_FRAMES);
    let ends = frame_ends(&segments[0]);
    let third = ends.iter().position(|(_, count)| *count == 3).unwrap();
    let (start, end) = (ends[third - 1].0, ends[third].0);
    segments[0][start + HEADER + 2] ^= 0x10;
    let mut reader = open(&segments).unwrap();
    let finding = &reader.findings()[0];
    assert_eq!(finding.code.name(), "frame-damaged");
    assert_eq!(
        finding.message,
        format!("{} bytes at offset {start} are damaged and were skipped", end - start)
    );
    assert_eq!(reader.invocations().map(|head| head.id).collect::<Vec<_>>(), [0, 1, 3, 4, 5]);
    assert_eq!(read_all(&mut reader), 5);
    // A frame that is gone altogether leaves no other trace than the numbers.
    segments[0].drain(start..end);
    assert_eq!(read_all(&mut open(&segments).unwrap()), 5);
}

#[test]
fn mutated_recordings_never_panic_and_never_invent_objects() {
    let whole = recording(8, WriterSettings { batch_bytes: 150, segment_bytes: u64::MAX });
    let mut random = 0x1234_5678_9abc_def1u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize % below
    };
    for _ in 0..4000 {
        let mut segment = whole[0].clone();
        for _ in 0..=next(4) {
            let at = next(segment.len());
            match next(4) {
                0 => segment[at] = next(256) as u8,
                1 => drop(segment.drain(at..(at + next(40)).min(segment.len()))),
                2 => {
                    let piece: Vec<u8> = segment[at..(at + next(40)).min(segment.len())].to_vec();
                    let to = next(segment.len());
                    segment.splice(to..to, piece);
                }
                _ => segment.truncate(at.max(1)),
            }
            if segment.is_empty() {
                segment.push(0);
            }
        }
        if let Ok(mut reader) = open(&[segment]) {
            assert!(read_all(&mut reader) <= 16);
        }
    }
}

/// The same with checksums that are right: what a hostile writer could send.
#[test]
fn mutated_payloads_with_right_checksums_never_panic() {
    let whole = recording(4, SMALL_FRAMES);
    let ends = frame_ends(&whole[0]);
    let seed = seed(facts().recording, 0);
    let first = whole[0].windows(4).position(|window| window == MARKER).unwrap();
    let starts = std::iter::once(first).chain(ends.iter().map(|(end, _)| *end));
    let frames: Vec<std::ops::Range<usize>> =
        starts.zip(&ends).map(|(start, (end, _))| start..*end).collect();
    for (number, frame) in frames.iter().enumerate() {
        let kind = FrameKind(whole[0][frame.start + 4]);
        let mut payload = Vec::new();
        let mut met = reenact_recording::frame::Frames::new(&whole[0], seed, 0);
        met.at(frame.start).unwrap().unpack(&mut payload).unwrap();
        for at in 0..payload.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff, payload[at].wrapping_add(1)] {
                let mut changed = payload.clone();
                changed[at] = value;
                let mut segment = whole[0][..frame.start].to_vec();
                put_frame(&mut segment, seed, kind, number as u32, &changed);
                segment.extend(&whole[0][frame.end..]);
                read_all(&mut open(&[segment]).unwrap());
            }
        }
    }
}

/// A segment of hand-made frames.
fn hostile(frames: &[(FrameKind, Vec<u8>)]) -> Vec<u8> {
    let mut segment = Vec::new();
    put_header(&mut segment, &facts(), 0);
    for (number, (kind, payload)) in frames.iter().enumerate() {
        put_frame(&mut segment, seed(facts().recording, 0), *kind, number as u32, payload);
    }
    segment
}

#[test]
fn a_decompression_bomb_is_refused_before_it_is_unpacked() {
    let mut segment = hostile(&[(FrameKind::INVOCATIONS, vec![0; 60 << 20])]);
    assert!(segment.len() < 300 << 10, "{} bytes", segment.len());
    // Sixty million empty records, all unreadable: a hundred are reported, the rest is skipped.
    let reader = open(std::slice::from_ref(&segment)).unwrap();
    assert_eq!(reader.skipped().records, Limits::default().unreadable_records + 1);
    let messages = abandoned(&reader);
    assert_eq!((messages.len(), reader.findings().len()), (1, 101));
    assert!(messages[0].starts_with("it has more than 100000 unreadable records; its last"), "{messages:?}");
    // A header that claims more than LZ4 can give.
    let start = segment.windows(4).position(|window| window == MARKER).unwrap();
    segment.truncate(start + HEADER + 100);
    let seed = seed(facts().recording, 0);
    segment[start + 12..start + 16].copy_from_slice(&100u32.to_le_bytes());
    let sum = seed.update(&segment[start + 4..start + 20]).update(&segment[start + HEADER..]).value();
    segment[start + 20..start + 24].copy_from_slice(&sum.to_le_bytes());
    let segments = [segment];
    let reader = open(&segments).unwrap();
    assert_eq!(reader.findings()[0].code.name(), "frame-malformed");
}

/// Looking for the next frame in quadratic time would make this test take hours.
#[test]
fn a_segment_full_of_false_markers_is_passed_over() {
    let mut segment = Vec::new();
    put_header(&mut segment, &facts(), 0);
    let length = 8 << 20;
    // Each claims all that follows, up to the limit of a payload.
    while segment.len() < length {
        let rest = (length - segment.len() - HEADER.min(length - segment.len())) as u32;
        segment.extend(MARKER);
        segment.extend([5, 0, 0, 0, 0, 0, 0, 0]);
        segment.extend(rest.to_le_bytes());
        segment.extend(rest.to_le_bytes());
        segment.extend([1, 2, 3, 4]);
    }
    let segments = [segment];
    let reader = open(&segments).unwrap();
    assert_eq!(reader.invocations().len(), 0);
}

fn names(count: usize, length: usize) -> Vec<u8> {
    let mut payload = Vec::new();
    for number in 0..count {
        let mut record = Vec::new();
        put_varint(&mut record, number as u64);
        record.resize(record.len() + length, b'L');
        put_bytes(&mut payload, &record);
    }
    payload
}

/// A class record of so many fields, all with name 0.
fn class_record(number: u64, superclass: u64, fields: usize) -> Vec<u8> {
    let mut record = Vec::new();
    [number, 0, 1].into_iter().for_each(|value| put_varint(&mut record, value));
    record.push(0);
    [superclass, 0, 0].into_iter().for_each(|value| put_varint(&mut record, value));
    record.extend([0; 16]);
    put_varint(&mut record, 0);
    put_varint(&mut record, fields as u64);
    record.resize(record.len() + 2 * fields, 0);
    record
}

fn classes(records: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut payload = Vec::new();
    records.into_iter().for_each(|record| put_bytes(&mut payload, &record));
    payload
}

#[test]
fn names_and_classes_cannot_be_blown_up() {
    let limits = Limits { descriptor_bytes: 8 << 20, ..Limits::default() };
    let open = |segment: &[u8]| {
        let reader = RecordingReader::open(&[SegmentBytes { name: "s", bytes: segment }], limits).unwrap();
        (reader.skipped(), reader.classes().iter().len())
    };
    // A megabyte of name, used by every field of a class.
    let (skipped, count) = open(&hostile(&[
        (FrameKind::NAMES, names(1, 1 << 20)),
        (FrameKind::CLASSES, classes([class_record(0, 0, 60_000)])),
    ]));
    assert_eq!((skipped.records, count), (1, 0));
    // A hundred thousand subclasses of a class with ten thousand fields.
    let (_, count) = open(&hostile(&[
        (FrameKind::NAMES, names(1, 1)),
        (
            FrameKind::CLASSES,
            classes((0..5000).map(|n| class_record(n, n.min(1), 10_000 * usize::from(n == 0)))),
        ),
    ]));
    assert!(count > 0);
    // A class number that would need a table of gigabytes.
    let (skipped, count) = open(&hostile(&[
        (FrameKind::NAMES, names(1, 1)),
        (FrameKind::CLASSES, classes([class_record(u64::from(u32::MAX) - 1, 0, 0)])),
    ]));
    assert_eq!((skipped.records, count), (1, 0));
}

#[test]
fn classes_that_are_their_own_ancestors_have_no_objects() {
    let mut encoder = GraphEncoder::new();
    encoder.begin(0);
    encoder.object(ClassNumber::from_index(0));
    encoder.end();
    encoder.after(reenact_recording::graph::After::Absent, reenact_recording::graph::Outcome::Unfinished, 0);
    encoder.finish();
    let mut record = vec![1, 0, 0, 0, 1, 0, 1, 0, 0];
    put_bytes(&mut record, encoder.bytes());
    let segments = [hostile(&[
        (FrameKind::NAMES, names(1, 1)),
        (FrameKind::CLASSES, classes([class_record(0, 2, 0), class_record(1, 1, 0), class_record(2, 9, 0)])),
        (FrameKind::INVOCATIONS, classes([record])),
    ])];
    let reader = open(&segments).unwrap();
    assert_eq!(reader.classes().iter().len(), 3);
    assert_eq!(reader.invocations().len(), 1);
    let error = reader.capture(0).err().unwrap().to_string();
    assert!(error.ends_with("class 0 is not described, or its superclass is not"), "{error}");
}

#[test]
fn nothing_is_an_error_that_says_so() {
    assert_eq!(open(&[]).err().unwrap().to_string(), "the recording has no segments");
    let error = open(&[b"PK\x03\x04".to_vec()]).err().unwrap().to_string();
    assert_eq!(error, "segment: this is not a segment of a recording");
    assert_eq!(open(&[Vec::new()]).err().unwrap().to_string(), "segment: the segment ends within its header");
}

/// A recording of one frame kind, `count` frames with the same payload.
fn frames(kind: FrameKind, payload: &[u8], count: usize) -> Vec<u8> {
    hostile(&vec![(kind, payload.to_vec()); count])
}

fn abandoned<'r>(reader: &'r RecordingReader<'_>) -> Vec<&'r str> {
    let findings = reader.findings().iter().filter(|finding| finding.code.name() == "segment-abandoned");
    findings.map(|finding| finding.message.as_str()).collect()
}

/// LZ4 makes 255 bytes of one: a segment of 79 MB once took minutes to read.
#[test]
fn a_segment_that_unpacks_to_too_much_is_abandoned() {
    let mut payload = Vec::new();
    // A method's statistics, which are read and replaced by the next.
    (0..1000).for_each(|_| put_bytes(&mut payload, &[0; 7]));
    let bytes = frames(FrameKind::STATISTICS, &payload, 100);
    assert!(bytes.len() < 100 * payload.len() / 20, "it packs well");
    let segments = [SegmentBytes { name: "segment-00000.rnrec", bytes: &bytes }];
    let unpacked = payload.len() as u64;
    let read = |limits: Limits| {
        let reader = RecordingReader::open(&segments, limits).unwrap();
        (reader.skipped().abandoned_bytes, abandoned(&reader).join("; "))
    };
    let most = (bytes.len() as u64 * UNPACKED_RATIO).max(10 * unpacked);
    let few = Limits { segment_unpacked_bytes: 10 * unpacked, ..Limits::default() };
    let (skipped, message) = read(few);
    assert!(skipped > 0 && skipped < bytes.len() as u64, "{skipped}");
    assert!(
        message.contains(&format!("it unpacks to more than {most} bytes; its last {skipped} bytes")),
        "{message}"
    );
    let (skipped, message) = read(Limits { unpacked_bytes: 10 * unpacked, ..Limits::default() });
    assert!(skipped > 0 && message.contains("the recording unpacks to more than"), "{message}");
    assert_eq!(read(Limits::default()), (0, String::new()));
}

/// Valid records that are short and pack well: a segment of 79 MB has a billion of them.
#[test]
fn a_recording_of_too_many_records_is_abandoned() {
    let mut payload = Vec::new();
    let end = [0, 7, 0, 0, 0];
    (0..1000).for_each(|_| put_bytes(&mut payload, &end));
    let bytes = frames(FrameKind::END, &payload, 10);
    let names = ["segment-00000.rnrec", "segment-00001.rnrec"];
    let segments = names.map(|name| SegmentBytes { name, bytes: &bytes });
    let limits = Limits { records: 3500, ..Limits::default() };
    let reader = RecordingReader::open(&segments, limits).unwrap();
    // The fourth frame is begun, and the second segment has no record left.
    assert!(reader.skipped().abandoned_bytes > bytes.len() as u64, "{:?}", reader.skipped());
    let messages = abandoned(&reader);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages.iter().all(|message| message.starts_with("the recording has more than 3500 records")));
    assert_eq!(reader.end().unwrap().invocations, 7);
    let reader = RecordingReader::open(&segments, Limits { records: 20_000, ..Limits::default() }).unwrap();
    assert_eq!(abandoned(&reader), [""; 0]);
}
