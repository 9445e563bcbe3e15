//! One pass over all segments.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;

use reenact_base::Id;
use reenact_base::finding::{Code, Finding, Subject};
use reenact_wire::bytes::{Malformed, Reader};
use reenact_wire::filter::LeftOut;

use super::catalog::{Catalog, SegmentNames, spend};
use super::{Entry, OpenSegment, RecordingError, SegmentBytes, Skipped};
use crate::frame::{Frame, FrameKind, Frames, Met, UnpackError};
use crate::header::{read_header, seed};
use crate::limits::Limits;
use crate::model::*;
use crate::record::*;
use crate::writer::MAX_CLASSES;

/// The result of one pass over all segments.
pub struct Scanned<'a> {
    pub segments: Vec<OpenSegment<'a>>,
    pub catalog: Catalog,
    pub invocations: Vec<Entry>,
    pub statistics: BTreeMap<MethodNumber, MethodStatistics>,
    pub marks: Vec<Mark>,
    pub end: Option<End>,
    pub left_out: LeftOut,
    pub blocks: BTreeMap<Box<str>, ClassBlocks>,
    pub findings: Findings,
    pub skipped: Skipped,
    /// The limits for what is read next.
    pub left: Limits,
}

/// Findings up to a limit: a recording that is damaged everywhere has millions.
pub struct Findings {
    pub list: Vec<Finding>,
    limit: usize,
}

impl Findings {
    fn is_full(&self) -> bool {
        self.list.len() >= self.limit
    }

    fn add(&mut self, code: Code, segment: &str, message: String) {
        // At most one per segment, and the reason why the rest of it is missing.
        if !self.is_full() || code == Code::SegmentAbandoned {
            self.list.push(Finding::new(code, Subject::file(segment), message));
        }
    }
}

struct Scan<'a, 'b> {
    out: Scanned<'a>,
    classes: BTreeMap<ClassNumber, RecordedClass>,
    limits: &'b Limits,
    budget: &'b Cell<usize>,
    /// The bytes that all segments may unpack to, and how many of them are left.
    unpacked_most: u64,
    unpacked_left: u64,
    /// The records that may still be read, of all segments.
    records_left: u64,
}

/// The limit that ended the reading of a segment.
#[derive(Clone, Copy)]
enum Exceeded {
    /// The segment unpacks to more.
    Segment(u64),
    /// All segments unpack to more.
    Recording(u64),
    /// All segments have more records.
    Records(u64),
    /// The segment has more unreadable records.
    Unreadable(u64),
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exceeded::Segment(bytes) => write!(f, "it unpacks to more than {bytes} bytes"),
            Exceeded::Recording(bytes) => write!(f, "the recording unpacks to more than {bytes} bytes"),
            Exceeded::Records(records) => write!(f, "the recording has more than {records} records"),
            Exceeded::Unreadable(records) => write!(f, "it has more than {records} unreadable records"),
        }
    }
}

/// The limits that are left of one segment.
struct Left {
    unpacked: u64,
    unreadable: u64,
}

/// A segment whose header could be read.
struct Place<'a> {
    name: &'a str,
    /// Its position among the open segments.
    index: u32,
    /// Where its frames start.
    start: usize,
}

/// Scans all segments of a recording, in the order of their numbers. Findings about the whole are about `name`.
pub fn scan<'a>(
    name: &str,
    segments: &[SegmentBytes<'a>],
    limits: &Limits,
) -> Result<Scanned<'a>, RecordingError> {
    let budget = Cell::new(limits.descriptor_bytes);
    let out = Scanned {
        segments: Vec::new(),
        catalog: Catalog::default(),
        invocations: Vec::new(),
        statistics: BTreeMap::new(),
        marks: Vec::new(),
        end: None,
        left_out: LeftOut::default(),
        blocks: BTreeMap::new(),
        findings: Findings { list: Vec::new(), limit: limits.findings },
        skipped: Skipped::default(),
        left: *limits,
    };
    let unpacked_most = limits.of_recording(segments.iter().map(|segment| segment.bytes.len() as u64).sum());
    let mut scan = Scan {
        out,
        classes: BTreeMap::new(),
        limits,
        budget: &budget,
        unpacked_most,
        unpacked_left: unpacked_most,
        records_left: limits.records,
    };
    for place in scan.open(segments)? {
        scan.segment(&place);
    }
    let Scan { mut out, classes, unpacked_left, records_left, .. } = scan;
    if out.end.is_none() {
        let message = "it has no end: the subject or the machine died, or it is still running";
        out.findings.add(Code::RecordingWithoutEnd, name, message.to_owned());
    }
    out.catalog.add_classes(classes, &budget);
    out.left = Limits {
        descriptor_bytes: budget.get(),
        invocations: limits.invocations - out.invocations.len(),
        findings: limits.findings.saturating_sub(out.findings.list.len()),
        unpacked_bytes: limits.unpacked_bytes.saturating_sub(unpacked_most - unpacked_left),
        records: records_left,
        ..*limits
    };
    Ok(out)
}

impl<'a> Scan<'a, '_> {
    /// Reads the headers and puts the segments of one recording into their order.
    fn open(&mut self, segments: &[SegmentBytes<'a>]) -> Result<Vec<Place<'a>>, RecordingError> {
        let mut opened = Vec::new();
        let mut first_error = None;
        for segment in segments {
            match read_header(segment.bytes) {
                Ok((header, start)) => opened.push((segment, header, start)),
                Err(error) => {
                    self.out.skipped.segments += 1;
                    let message = error.to_string();
                    self.out.findings.add(Code::SegmentUnreadable, segment.name, message);
                    first_error.get_or_insert((segment.name, error));
                }
            }
        }
        opened.sort_by_key(|(_, header, _)| header.segment);
        let Some(recording) = opened.first().map(|(_, header, _)| header.facts.recording) else {
            return Err(first_error.map_or(RecordingError::Empty, |(segment, error)| {
                RecordingError::Unreadable { segment: segment.to_owned(), error }
            }));
        };
        let mut places = Vec::new();
        let mut expected = 0;
        for (segment, header, start) in opened {
            if header.facts.recording != recording {
                self.out.skipped.segments += 1;
                let message = "it belongs to another recording; keep recordings in directories of their own";
                self.out.findings.add(Code::SegmentForeign, segment.name, message.to_owned());
                continue;
            }
            if header.segment > expected {
                let message = format!("segments {expected} to {} are missing", header.segment - 1);
                self.out.findings.add(Code::SegmentMissing, segment.name, message);
            }
            expected = header.segment.saturating_add(1);
            places.push(Place { name: segment.name, index: self.out.segments.len() as u32, start });
            self.out.segments.push(OpenSegment { bytes: segment.bytes, header, recording: 0 });
        }
        Ok(places)
    }

    fn segment(&mut self, place: &Place<'_>) {
        let segment = &self.out.segments[place.index as usize];
        let seed = seed(segment.header.facts.recording, segment.header.segment);
        let frames = Frames::new(segment.bytes, seed, place.start);
        let mut names = SegmentNames::new(self.budget);
        let mut payload = Vec::new();
        let length = segment.bytes.len();
        let mut left =
            Left { unpacked: self.limits.of_segment(length), unreadable: self.limits.unreadable_records };
        for met in frames {
            match met {
                Met::Frame(frame) => {
                    if let Err(exceeded) = self.frame(place, &frame, &mut payload, &mut names, &mut left) {
                        let skipped = length - frame.offset;
                        self.out.skipped.abandoned_bytes += skipped as u64;
                        let message = format!(
                            "{exceeded}; its last {skipped} bytes, from offset {} on, were skipped",
                            frame.offset
                        );
                        self.out.findings.add(Code::SegmentAbandoned, place.name, message);
                        return;
                    }
                }
                Met::Damage { offset, length } => {
                    self.out.skipped.damaged_places += 1;
                    self.out.skipped.damaged_bytes += length as u64;
                    let message = format!("{length} bytes at offset {offset} are damaged and were skipped");
                    self.out.findings.add(Code::FrameDamaged, place.name, message);
                }
                Met::Cut { offset, length } => {
                    self.out.skipped.cut_bytes += length as u64;
                    let message =
                        format!("its last {length} bytes, from offset {offset} on, are not a complete frame");
                    self.out.findings.add(Code::SegmentCut, place.name, message);
                }
            }
        }
    }

    fn frame(
        &mut self,
        place: &Place<'_>,
        frame: &Frame<'_>,
        payload: &mut Vec<u8>,
        names: &mut SegmentNames<'_>,
        left: &mut Left,
    ) -> Result<(), Exceeded> {
        if !frame.kind.is_known() {
            self.out.skipped.unknown_frames += 1;
            return Ok(());
        }
        let unpacked = frame.unpacked as u64;
        let length = self.out.segments[place.index as usize].bytes.len();
        left.unpacked =
            left.unpacked.checked_sub(unpacked).ok_or(Exceeded::Segment(self.limits.of_segment(length)))?;
        self.unpacked_left =
            self.unpacked_left.checked_sub(unpacked).ok_or(Exceeded::Recording(self.unpacked_most))?;
        match frame.unpack(payload) {
            Ok(()) => {}
            Err(UnpackError::Flags(flags)) => {
                self.out.skipped.unknown_frames += 1;
                let message = format!("the frame at offset {} has unknown flags {flags:#x}", frame.offset);
                self.out.findings.add(Code::FrameUnknown, place.name, message);
                return Ok(());
            }
            Err(UnpackError::Packed) => {
                self.out.skipped.records += 1;
                let message = format!("the frame at offset {} cannot be unpacked", frame.offset);
                self.out.findings.add(Code::FrameMalformed, place.name, message);
                return Ok(());
            }
        }
        let mut reader = Reader::new(payload);
        while !reader.is_empty() {
            let exceeded = Exceeded::Records(self.limits.records);
            self.records_left = self.records_left.checked_sub(1).ok_or(exceeded)?;
            let record = reader.bytes();
            let result = match record {
                Ok(record) => {
                    let at = payload.len() - reader.rest().len() - record.len();
                    self.record(place.index, frame, at, record, names)
                }
                Err(error) => Err(error.into()),
            };
            if let Err(error) = result {
                self.out.skipped.records += 1;
                // There may be millions, and formatting a message costs more than reading a record.
                if !self.out.findings.is_full() {
                    let message = format!("a record in the frame at offset {}: {error}", frame.offset);
                    self.out.findings.add(Code::RecordUnreadable, place.name, message);
                }
                let exceeded = Exceeded::Unreadable(self.limits.unreadable_records);
                left.unreadable = left.unreadable.checked_sub(1).ok_or(exceeded)?;
            }
            // Without a length there is no next record.
            if record.is_err() {
                break;
            }
        }
        Ok(())
    }

    fn record(
        &mut self,
        segment: u32,
        frame: &Frame<'_>,
        at: usize,
        record: &[u8],
        names: &mut SegmentNames<'_>,
    ) -> Result<(), RecordError> {
        let out = &mut self.out;
        let afford =
            |bytes: usize| if spend(self.budget, bytes) { Ok(()) } else { Err(RecordError::TooMuch) };
        match frame.kind {
            FrameKind::NAMES => {
                let mut reader = Reader::new(record);
                let number = reader.varint()?;
                let name = std::str::from_utf8(reader.rest()).map_err(|_| Malformed::Text)?;
                if !names.insert(number, name) {
                    return Err(RecordError::TooMuch);
                }
            }
            FrameKind::CLASSES => {
                let class = read_class(record, names)?;
                afford(size_of::<RecordedClass>() + 2 * record.len())?;
                if class.number.index() >= MAX_CLASSES {
                    return Err(RecordError::TooMuch);
                }
                self.classes.entry(class.number).or_insert(class);
            }
            FrameKind::METHODS => {
                let method = read_method(record, names)?;
                afford(size_of::<RecordedMethod>())?;
                out.catalog.methods.entry(method.number).or_insert(method);
            }
            FrameKind::THREADS => {
                let thread = read_thread(record, names)?;
                afford(size_of::<RecordedThread>())?;
                out.catalog.threads.entry(thread.number).or_insert(thread);
            }
            FrameKind::INVOCATIONS => {
                let (head, ..) = read_invocation(record)?;
                if out.invocations.len() >= self.limits.invocations {
                    out.skipped.invocations += 1;
                    return Ok(());
                }
                let (start, length) = (at as u32, record.len() as u32);
                out.invocations.push(Entry { head, segment, frame: frame.offset, start, length });
            }
            FrameKind::STATISTICS => {
                let figures = read_statistics(record)?;
                afford(size_of::<MethodStatistics>())?;
                out.statistics.insert(figures.method, figures);
            }
            FrameKind::MARKS => {
                let mark = read_mark(record)?;
                afford(size_of::<Mark>() + mark.name.len())?;
                out.marks.push(mark);
            }
            FrameKind::LEFT_OUT => out.left_out = read_left_out(record)?,
            FrameKind::BLOCKS => {
                let blocks = read_blocks(record)?;
                afford(size_of::<ClassBlocks>() + blocks.class.len() + blocks.run.len())?;
                out.blocks.insert(blocks.class.clone(), blocks);
            }
            FrameKind::END => out.end = Some(read_end(record)?),
            _ => {}
        }
        Ok(())
    }
}
