//! Reading recordings: their intact parts, and findings about the rest.

mod catalog;
mod join;
mod scan;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use reenact_base::Id;
use reenact_base::finding::{Code, Finding, Subject};
use reenact_heap::{ClassId, Classes};
use reenact_wire::filter::LeftOut;

use crate::frame::{Frames, UnpackError};
use crate::graph::{Capture, GraphError, Layouts, decode};
use crate::header::{HeaderError, SegmentHeader, read_header, seed};
use crate::limits::Limits;
use crate::model::*;
use crate::notes::{self, Action};
use crate::record::read_invocation;
use catalog::Catalog;

/// One segment's bytes, and its name in findings.
#[derive(Clone, Copy, Debug)]
pub struct SegmentBytes<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// A frame's segment and position, and its payload.
type UnpackedFrame = (u32, usize, Arc<Vec<u8>>);

/// A recording that was scanned once: everything but the graphs, which are read on demand. Or several, read as one.
pub struct RecordingReader<'a> {
    segments: Vec<OpenSegment<'a>>,
    recordings: Vec<OneRecording>,
    /// Of all recordings.
    facts: Facts,
    limits: Limits,
    classes: Classes,
    /// By [`ClassId`].
    recorded_classes: Vec<RecordedClass>,
    class_numbers: BTreeMap<ClassNumber, ClassId>,
    methods: BTreeMap<MethodNumber, RecordedMethod>,
    threads: BTreeMap<ThreadNumber, RecordedThread>,
    invocations: Vec<Entry>,
    by_method: BTreeMap<MethodNumber, Vec<u32>>,
    statistics: BTreeMap<MethodNumber, MethodStatistics>,
    marks: Vec<Mark>,
    end: Option<End>,
    left_out: LeftOut,
    blocks: BTreeMap<Box<str>, ClassBlocks>,
    findings: Vec<Finding>,
    skipped: Skipped,
    /// The frame that was unpacked last: invocations are mostly read in order.
    unpacked: Mutex<Option<UnpackedFrame>>,
}

struct OpenSegment<'a> {
    bytes: &'a [u8],
    header: SegmentHeader,
    /// The position of its recording.
    recording: u32,
}

/// One of the recordings that are read together.
pub struct OneRecording {
    pub facts: Facts,
    /// The number of its invocations.
    pub invocations: usize,
    /// The first and the last number of its invocations, if it has any.
    pub numbers: Option<(u64, u64)>,
    layouts: Layouts,
    /// None if its numbers are its own.
    renumbering: Option<Renumbering>,
}

impl OneRecording {
    fn new(segments: &[OpenSegment<'_>], ids: impl ExactSizeIterator<Item = u64>, layouts: Layouts) -> Self {
        let (facts, invocations) = (segments[0].header.facts.clone(), ids.len());
        let numbers = ids.fold(None, |numbers: Option<(u64, u64)>, id| match numbers {
            Some((first, last)) => Some((first.min(id), last.max(id))),
            None => Some((id, id)),
        });
        OneRecording { facts, invocations, numbers, layouts, renumbering: None }
    }
}

/// The numbers of a recording's methods and threads among those of all recordings.
#[derive(Default)]
struct Renumbering {
    methods: HashMap<MethodNumber, MethodNumber>,
    threads: HashMap<ThreadNumber, ThreadNumber>,
}

impl Renumbering {
    /// The number of what is not described.
    const NONE: usize = u32::MAX as usize - 1;

    fn method(&self, number: MethodNumber) -> MethodNumber {
        self.methods.get(&number).copied().unwrap_or(MethodNumber::from_index(Self::NONE))
    }

    fn thread(&self, number: ThreadNumber) -> ThreadNumber {
        self.threads.get(&number).copied().unwrap_or(ThreadNumber::from_index(Self::NONE))
    }

    /// Renumbers the events of histories.
    fn apply(&self, capture: &mut Capture) {
        for event in capture.histories.iter_mut().flat_map(|history| &mut history.events) {
            event.thread = self.thread(event.thread);
            match &mut event.action {
                Action::Construct(method) | Action::Factory(method) | Action::Call(method) => {
                    *method = self.method(*method);
                }
                Action::FieldSet { .. } => {}
            }
        }
    }
}

/// The location of an invocation.
struct Entry {
    head: InvocationHead,
    segment: u32,
    frame: usize,
    /// The record's place in the unpacked payload.
    start: u32,
    length: u32,
}

/// Counts of what was skipped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Skipped {
    /// Segments that could not be opened.
    pub segments: u64,
    /// Frames of kinds or with flags that this version does not know.
    pub unknown_frames: u64,
    /// Places where bytes were not a frame.
    pub damaged_places: u64,
    pub damaged_bytes: u64,
    /// Bytes of incomplete frames at the ends of segments.
    pub cut_bytes: u64,
    /// Records that could not be read, in frames whose checksum is right.
    pub records: u64,
    /// Invocations past the limit.
    pub invocations: u64,
    /// Bytes at the ends of segments that exceed a limit.
    pub abandoned_bytes: u64,
}

impl Skipped {
    fn and(&self, other: &Skipped) -> Skipped {
        Skipped {
            segments: self.segments + other.segments,
            unknown_frames: self.unknown_frames + other.unknown_frames,
            damaged_places: self.damaged_places + other.damaged_places,
            damaged_bytes: self.damaged_bytes + other.damaged_bytes,
            cut_bytes: self.cut_bytes + other.cut_bytes,
            records: self.records + other.records,
            invocations: self.invocations + other.invocations,
            abandoned_bytes: self.abandoned_bytes + other.abandoned_bytes,
        }
    }
}

/// The reason why nothing of a recording could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordingError {
    /// There are no segments.
    Empty,
    /// No segment could be opened; why the first one could not.
    Unreadable { segment: String, error: HeaderError },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordingError::Empty => f.write_str("the recording has no segments"),
            RecordingError::Unreadable { segment, error } => write!(f, "{segment}: {error}"),
        }
    }
}

impl std::error::Error for RecordingError {}

/// The reason why the graphs of an invocation could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvocationError {
    /// There is no such invocation.
    Missing,
    /// Its frame cannot be unpacked.
    Frame,
    Graph(GraphError),
}

impl fmt::Display for InvocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvocationError::Missing => f.write_str("there is no such invocation"),
            InvocationError::Frame => f.write_str("the frame of the invocation cannot be unpacked"),
            InvocationError::Graph(error) => write!(f, "the graphs of the invocation are malformed: {error}"),
        }
    }
}

impl std::error::Error for InvocationError {}

impl<'a> RecordingReader<'a> {
    /// Scans all segments of one recording, in the order of their numbers. Those of another are skipped.
    pub fn open(segments: &[SegmentBytes<'a>], limits: Limits) -> Result<Self, RecordingError> {
        Ok(RecordingReader::of(vec![scan::scan("recording", segments, &limits)?], limits))
    }

    /// Scans segments of any number of recordings and joins them: classes and methods of several recordings that are
    /// the same are one, and invocations are numbered over all of them, in the order in which the recordings started.
    /// Recordings without an invocation are left out if others have some. The limits are for all together.
    pub fn open_all(segments: &[SegmentBytes<'a>], limits: Limits) -> Result<Self, RecordingError> {
        let mut groups: BTreeMap<u128, BTreeMap<u32, SegmentBytes<'a>>> = BTreeMap::new();
        let mut unreadable = Vec::new();
        for segment in segments {
            match read_header(segment.bytes) {
                Ok((header, _)) => {
                    let same = groups.entry(header.facts.recording).or_default();
                    // Of two copies, the longer one is the later.
                    let known = same.entry(header.segment).or_insert(*segment);
                    if known.bytes.len() < segment.bytes.len() {
                        *known = *segment;
                    }
                }
                Err(error) => unreadable.push((segment.name, error)),
            }
        }
        let mut scanned = Vec::with_capacity(groups.len());
        let mut left = limits;
        let is_alone = groups.len() == 1;
        for group in groups.into_values() {
            let group: Vec<SegmentBytes<'a>> = group.into_values().collect();
            let directory = group[0].name.rsplit_once('/').map(|(directory, _)| directory);
            let name = directory.filter(|_| !is_alone).unwrap_or("recording");
            let one = scan::scan(name, &group, &left)?;
            left = one.left;
            scanned.push(one);
        }
        if scanned.is_empty() {
            let first = unreadable.into_iter().next();
            return Err(first.map_or(RecordingError::Empty, |(segment, error)| RecordingError::Unreadable {
                segment: segment.to_owned(),
                error,
            }));
        }
        if scanned.iter().any(|one| !one.invocations.is_empty()) {
            scanned.retain(|one| !one.invocations.is_empty());
        }
        let mut reader = RecordingReader::of(scanned, limits);
        reader.skipped.segments += unreadable.len() as u64;
        let findings = unreadable.iter().map(|(segment, error)| {
            Finding::new(Code::SegmentUnreadable, Subject::file(*segment), error.to_string())
        });
        reader.findings.splice(0..0, findings.take(limits.findings));
        Ok(reader)
    }

    fn of(scanned: Vec<scan::Scanned<'a>>, limits: Limits) -> Self {
        let join::Joined { all, recordings, class_numbers } = join::join(scanned);
        let Catalog { classes, recorded_classes, methods, threads, .. } = all.catalog;
        let mut by_method: BTreeMap<MethodNumber, Vec<u32>> = BTreeMap::new();
        for (index, entry) in all.invocations.iter().enumerate() {
            by_method.entry(entry.head.method).or_default().push(index as u32);
        }
        RecordingReader {
            segments: all.segments,
            facts: join::joined_facts(&recordings),
            recordings,
            limits,
            classes,
            recorded_classes,
            class_numbers,
            methods,
            threads,
            invocations: all.invocations,
            by_method,
            statistics: all.statistics,
            marks: all.marks,
            end: all.end,
            left_out: all.left_out,
            blocks: all.blocks,
            findings: all.findings.list,
            skipped: all.skipped,
            unpacked: Mutex::default(),
        }
    }

    /// Returns the facts about the subject's JVM. Of several recordings, those of the first, with the class paths of
    /// all; secrets count as masked if they are in each.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns the recordings that are read together, in the order in which they started.
    pub fn recordings(&self) -> &[OneRecording] {
        &self.recordings
    }

    /// Returns the classes that graphs refer to.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Returns the description of a class.
    pub fn class(&self, class: ClassId) -> &RecordedClass {
        &self.recorded_classes[class.index()]
    }

    /// Returns the class of a number, if it is described.
    pub fn class_of(&self, number: ClassNumber) -> Option<ClassId> {
        self.class_numbers.get(&number).copied()
    }

    /// Returns the methods, in order of their numbers.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = &RecordedMethod> {
        self.methods.values()
    }

    pub fn method(&self, number: MethodNumber) -> Option<&RecordedMethod> {
        self.methods.get(&number)
    }

    pub fn thread(&self, number: ThreadNumber) -> Option<&RecordedThread> {
        self.threads.get(&number)
    }

    /// Returns the invocations in the order in which they were written, which is that of their ends.
    pub fn invocations(&self) -> impl ExactSizeIterator<Item = &InvocationHead> {
        self.invocations.iter().map(|entry| &entry.head)
    }

    /// Returns the invocations of a method, as positions in [`invocations`](Self::invocations).
    pub fn invocations_of(&self, method: MethodNumber) -> impl ExactSizeIterator<Item = usize> {
        self.by_method.get(&method).map_or(&[][..], Vec::as_slice).iter().map(|&index| index as usize)
    }

    /// Reads the graphs of an invocation, by its position in [`invocations`](Self::invocations).
    pub fn capture(&self, index: usize) -> Result<Capture, InvocationError> {
        let entry = self.invocations.get(index).ok_or(InvocationError::Missing)?;
        let payload = self.payload(entry.segment, entry.frame)?;
        let record = payload.get(entry.start as usize..).and_then(|rest| rest.get(..entry.length as usize));
        let (_, capture, notes) =
            record.and_then(|record| read_invocation(record).ok()).ok_or(InvocationError::Frame)?;
        let one = &self.recordings[self.segments[entry.segment as usize].recording as usize];
        let mut capture = decode(capture, &one.layouts, &self.limits).map_err(InvocationError::Graph)?;
        notes::read(notes, &one.layouts, &self.limits, &mut capture).map_err(InvocationError::Graph)?;
        if let Some(renumbering) = &one.renumbering {
            renumbering.apply(&mut capture);
        }
        Ok(capture)
    }

    /// Returns the payload of a frame, unpacked.
    fn payload(&self, segment: u32, frame: usize) -> Result<Arc<Vec<u8>>, InvocationError> {
        let lock = || self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., payload)) = lock().as_ref().filter(|last| (last.0, last.1) == (segment, frame)) {
            return Ok(payload.clone());
        }
        let read = &self.segments[segment as usize];
        let seed = seed(read.header.facts.recording, read.header.segment);
        let found = Frames::new(read.bytes, seed, 0).at(frame).ok_or(InvocationError::Frame)?;
        let mut payload = Vec::new();
        found.unpack(&mut payload).map_err(|_: UnpackError| InvocationError::Frame)?;
        let payload = Arc::new(payload);
        *lock() = Some((segment, frame, payload.clone()));
        Ok(payload)
    }

    /// Returns the statistics of the methods, in order of their numbers.
    pub fn statistics(&self) -> impl ExactSizeIterator<Item = &MethodStatistics> {
        self.statistics.values()
    }

    /// Returns the moments that the program has marked, in the order in which they were written.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Returns the numbers of methods of included classes that filters have left out. Of several recordings they are
    /// added up, unless these have the same class path.
    pub fn left_out(&self) -> &LeftOut {
        &self.left_out
    }

    /// Returns the blocks of included classes that have run, by class; none if that was not asked for, or the recording was cut off.
    /// Of several recordings, those that ran in any.
    pub fn blocks(&self) -> &BTreeMap<Box<str>, ClassBlocks> {
        &self.blocks
    }

    /// Returns how the recording ended; `None` if it was cut off.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Returns the problems of the recording.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the counts of what was skipped.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }
}
