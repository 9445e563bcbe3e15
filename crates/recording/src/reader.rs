//! Reading a recording: its intact parts, and findings about the rest.

mod catalog;
mod scan;

use std::collections::BTreeMap;
use std::fmt;

use reenact_base::Id;
use reenact_base::finding::Finding;
use reenact_heap::{ClassId, Classes};

use crate::frame::{Frames, UnpackError};
use crate::graph::{Capture, GraphError, Layouts, decode};
use crate::header::{HeaderError, SegmentHeader, seed};
use crate::limits::Limits;
use crate::model::*;
use crate::notes;
use crate::record::read_invocation;
use catalog::Catalog;

/// One segment's bytes, and its name in findings.
#[derive(Clone, Copy, Debug)]
pub struct SegmentBytes<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// A recording that was scanned once: everything but the graphs, which are read on demand.
pub struct RecordingReader<'a> {
    segments: Vec<OpenSegment<'a>>,
    limits: Limits,
    classes: Classes,
    /// By [`ClassId`].
    recorded_classes: Vec<RecordedClass>,
    layouts: Layouts,
    methods: BTreeMap<MethodNumber, RecordedMethod>,
    threads: BTreeMap<ThreadNumber, RecordedThread>,
    invocations: Vec<Entry>,
    by_method: BTreeMap<MethodNumber, Vec<u32>>,
    statistics: BTreeMap<MethodNumber, MethodStatistics>,
    marks: Vec<Mark>,
    end: Option<End>,
    findings: Vec<Finding>,
    skipped: Skipped,
    /// The frame that was unpacked last: invocations are mostly read in order.
    unpacked: Option<(u32, usize, Vec<u8>)>,
}

struct OpenSegment<'a> {
    bytes: &'a [u8],
    header: SegmentHeader,
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
    /// Scans all segments, in the order of their numbers.
    pub fn open(segments: &[SegmentBytes<'a>], limits: Limits) -> Result<Self, RecordingError> {
        let scanned = scan::scan(segments, &limits)?;
        let Catalog { classes, recorded_classes, layouts, methods, threads } = scanned.catalog;
        let mut by_method: BTreeMap<MethodNumber, Vec<u32>> = BTreeMap::new();
        for (index, entry) in scanned.invocations.iter().enumerate() {
            by_method.entry(entry.head.method).or_default().push(index as u32);
        }
        Ok(RecordingReader {
            segments: scanned.segments,
            limits,
            classes,
            recorded_classes,
            layouts,
            methods,
            threads,
            invocations: scanned.invocations,
            by_method,
            statistics: scanned.statistics,
            marks: scanned.marks,
            end: scanned.end,
            findings: scanned.findings.list,
            skipped: scanned.skipped,
            unpacked: None,
        })
    }

    /// Returns the facts about the subject's JVM.
    pub fn facts(&self) -> &Facts {
        &self.segments[0].header.facts
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
        self.layouts.get(number).map(|layout| layout.class)
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
    pub fn capture(&mut self, index: usize) -> Result<Capture, InvocationError> {
        let entry = self.invocations.get(index).ok_or(InvocationError::Missing)?;
        let at = (entry.segment, entry.frame);
        if self.unpacked.as_ref().is_none_or(|(segment, frame, _)| (*segment, *frame) != at) {
            let segment = &self.segments[entry.segment as usize];
            let mut payload = self.unpacked.take().map(|(_, _, payload)| payload).unwrap_or_default();
            let seed = seed(segment.header.facts.recording, segment.header.segment);
            let frame = Frames::new(segment.bytes, seed, 0).at(entry.frame).ok_or(InvocationError::Frame)?;
            frame.unpack(&mut payload).map_err(|_: UnpackError| InvocationError::Frame)?;
            self.unpacked = Some((at.0, at.1, payload));
        }
        let payload = self.unpacked.as_ref().map_or(&[][..], |(_, _, payload)| payload);
        let record = payload.get(entry.start as usize..).and_then(|rest| rest.get(..entry.length as usize));
        let (_, capture, notes) =
            record.and_then(|record| read_invocation(record).ok()).ok_or(InvocationError::Frame)?;
        let mut capture = decode(capture, &self.layouts, &self.limits).map_err(InvocationError::Graph)?;
        notes::read(notes, &self.layouts, &self.limits, &mut capture).map_err(InvocationError::Graph)?;
        Ok(capture)
    }

    /// Returns the statistics of the methods, in order of their numbers.
    pub fn statistics(&self) -> impl ExactSizeIterator<Item = &MethodStatistics> {
        self.statistics.values()
    }

    /// Returns the moments that the program has marked, in the order in which they were written.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
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
