//! The figures of a recording.

use std::path::Path;
use std::{fs, io};

use reenact_heap::{Ending, HeapGraph, Node};
use reenact_recording::graph::{After, Capture};
use reenact_recording::model::{EndReason, Marks};
use reenact_recording::{Limits, RecordingReader, SegmentBytes};

use crate::Result;

/// How segments' names end.
const EXTENSION: &str = "rnrec";

/// The figures of one recording.
#[derive(Clone, Default, Debug)]
pub struct Figures {
    /// Of all segments together.
    pub bytes: u64,
    pub segments: u64,
    pub invocations: u64,
    /// Methods of which an invocation is there.
    pub methods: u64,
    /// Objects in the graphs before calls, and new ones in those after.
    pub objects: u64,
    /// Objects in the graph before, of each invocation that was read.
    pub objects_before: Vec<u64>,
    /// Objects not looked into because the plan says so.
    pub opaque: u64,
    /// Invocations with these marks.
    pub truncated: u64,
    pub torn: u64,
    pub masked: u64,
    /// Sampled calls that are not in the recording, by reason.
    pub duplicates: u64,
    pub overload: u64,
    pub failed: u64,
    /// Problems with the recording itself: none are expected here.
    pub faults: Vec<String>,
    /// Why it ended, in words.
    pub end: String,
}

impl Figures {
    /// Reads everything, every graph included.
    pub fn read(directory: &Path) -> Result<Figures> {
        Figures::of(directory, true)
    }

    /// Reads everything but the graphs: large recordings take their time.
    pub fn read_heads(directory: &Path) -> Result<Figures> {
        Figures::of(directory, false)
    }

    fn of(directory: &Path, with_graphs: bool) -> Result<Figures> {
        let segments = segments(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let bytes: Vec<SegmentBytes> =
            segments.iter().map(|(name, bytes)| SegmentBytes { name, bytes }).collect();
        let mut reader = RecordingReader::open(&bytes, Limits::default())
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut figures = Figures {
            bytes: segments.iter().map(|(_, bytes)| bytes.len() as u64).sum(),
            segments: segments.len() as u64,
            invocations: reader.invocations().len() as u64,
            methods: reader.methods().filter(|method| reader.invocations_of(method.number).len() > 0).count()
                as u64,
            ..Figures::default()
        };
        for head in reader.invocations() {
            let is_torn = head.marks.contains(Marks::TORN_BEFORE) || head.marks.contains(Marks::TORN_AFTER);
            figures.torn += u64::from(is_torn);
            figures.truncated += u64::from(head.marks.contains(Marks::TRUNCATED));
            figures.masked += u64::from(head.marks.contains(Marks::MASKED));
        }
        for statistics in reader.statistics() {
            figures.duplicates += statistics.duplicates;
            figures.overload += statistics.overload;
            figures.failed += statistics.failed;
        }
        figures.faults.extend(reader.findings().iter().map(|finding| {
            format!("{} {}: {}: {}", finding.severity, finding.code, finding.subject, finding.message)
        }));
        figures.end = match reader.end() {
            None => "cut off".to_owned(),
            Some(end) => match end.reason {
                EndReason::Exit => "exit".to_owned(),
                EndReason::Detached => "detached".to_owned(),
                EndReason::Budget => "disk budget used up".to_owned(),
                EndReason::Failure => format!("failure: {}", end.message),
                EndReason::Other(number) => format!("reason {number}"),
            },
        };
        if with_graphs {
            figures.read_graphs(&mut reader);
        }
        Ok(figures)
    }

    fn read_graphs(&mut self, reader: &mut RecordingReader) {
        let count = reader.invocations().len();
        for index in 0..count {
            match reader.capture(index) {
                Ok(capture) => self.add(&capture),
                Err(error) => self.faults.push(format!("invocation {index}: {error}")),
            }
        }
    }

    fn add(&mut self, capture: &Capture) {
        let (before, opaque) = counted(&capture.before, 0);
        self.objects_before.push(before);
        // Written as a difference, the graph after repeats the objects of the one before.
        let repeated = match capture.kind {
            After::Difference => capture.before.len(),
            After::Full | After::Absent => 0,
        };
        let (new, opaque_new) = counted(&capture.after, repeated);
        self.objects += before + new;
        self.opaque += opaque + opaque_new;
    }

    /// Bytes on disk for each object.
    pub fn bytes_per_object(&self) -> f64 {
        self.bytes as f64 / self.objects as f64
    }

    /// The median number of objects in the graphs before calls.
    pub fn typical_objects(&self) -> u64 {
        let mut sizes = self.objects_before.clone();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().unwrap_or(0)
    }
}

/// How many objects from a position on were captured, and how many were opaque.
fn counted(graph: &HeapGraph, from: usize) -> (u64, u64) {
    let (mut objects, mut opaque) = (0, 0);
    for (_, node) in graph.iter().skip(from) {
        match node {
            Node::End { ending: Ending::Frontier, .. } => opaque += 1,
            Node::End { .. } => {}
            _ => objects += 1,
        }
    }
    (objects, opaque)
}

/// The segments' names and bytes, in the order of their names.
pub(crate) fn segments(directory: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut segments = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            segments.push((name, fs::read(&path)?));
        }
    }
    segments.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(segments)
}
