//! Writing a recording: finished invocations in, frames out.
//!
//! Records gather in batches and become frames when a batch is full: small invocations pack far better
//! together. A frame always follows the descriptors that it needs, within the same segment, so that any
//! segment can be read alone; and an invocation is in one frame or in none.

use std::io;

use reenact_base::Id;
use reenact_wire::bytes::{Reader, put_varint};
use reenact_wire::checksum::Crc32;
use reenact_wire::filter::LeftOut;

use crate::frame::{FrameKind, MAX_PAYLOAD, put_frame};
use crate::graph::ClassNumber;
use crate::header::{put_header, seed};
use crate::model::*;
use crate::record::*;

/// Where segments go. Each call to [`write`](Sink::write) is whole frames, so a sink that writes them at
/// once leaves at most one incomplete frame behind when the process dies.
pub trait Sink {
    /// Ends the segment so far, if there is one, and starts another.
    fn begin_segment(&mut self, number: u32) -> io::Result<()>;
    /// Appends to the segment.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
}

/// When frames and segments are full.
#[derive(Clone, Copy, Debug)]
pub struct WriterSettings {
    /// Unpacked bytes of invocations that make a frame.
    pub batch_bytes: usize,
    /// Bytes after which a segment ends.
    pub segment_bytes: u64,
}

impl Default for WriterSettings {
    fn default() -> Self {
        WriterSettings { batch_bytes: 128 << 10, segment_bytes: 64 << 20 }
    }
}

/// Class numbers are below this: readers keep tables of them.
pub const MAX_CLASSES: usize = 1 << 20;

/// The parts of an invocation other than its head.
#[derive(Clone, Copy, Default, Debug)]
pub struct InvocationParts<'a> {
    pub capture: &'a [u8],
    /// Encoded [`notes`](crate::notes), or nothing.
    pub notes: &'a [u8],
    /// The classes that capture and notes name.
    pub classes: &'a [ClassNumber],
    /// The methods and threads that notes name.
    pub methods: &'a [MethodNumber],
    pub threads: &'a [ThreadNumber],
}

/// Writes the segments of one recording. After an error the recording should be [finished](Self::finish), for
/// which there may still be room: what could not be written is lost, and what is there stays readable.
pub struct SegmentWriter<S> {
    sink: S,
    facts: Facts,
    settings: WriterSettings,
    classes: Table<ClassNumber, RecordedClass>,
    methods: Table<MethodNumber, RecordedMethod>,
    threads: Table<ThreadNumber, RecordedThread>,
    segment: Segment,
    /// Payload of the invocations that are in no frame yet.
    batch: Vec<u8>,
    /// The same of marks.
    marks: Vec<u8>,
    /// One invocation's head.
    head: Vec<u8>,
    /// A frame before it goes to the sink.
    frames: Vec<u8>,
    invocations: u64,
    /// Those of them that are in no frame yet.
    batched: u64,
    bytes: u64,
}

/// Descriptors that every segment must repeat before their first use.
struct Segment {
    number: u32,
    seed: Crc32,
    sequence: u32,
    bytes: u64,
    names: Dictionary,
    classes: Vec<u8>,
    methods: Vec<u8>,
    threads: Vec<u8>,
}

/// Descriptors by number, and which of them the segment has.
struct Table<I, T> {
    items: Vec<Option<T>>,
    is_written: Vec<bool>,
    ids: std::marker::PhantomData<fn(I)>,
}

impl<I: Id, T> Table<I, T> {
    fn new() -> Self {
        Table { items: Vec::new(), is_written: Vec::new(), ids: std::marker::PhantomData }
    }

    fn define(&mut self, id: I, item: T) {
        if self.items.len() <= id.index() {
            self.items.resize_with(id.index() + 1, || None);
        }
        self.items[id.index()] = Some(item);
    }

    /// The item, if the segment does not have it yet.
    fn take_new(&mut self, id: I) -> Option<&T> {
        let item = self.items.get(id.index())?.as_ref()?;
        if self.is_written.len() <= id.index() {
            self.is_written.resize(id.index() + 1, false);
        }
        if std::mem::replace(&mut self.is_written[id.index()], true) { None } else { Some(item) }
    }
}

impl<S: Sink> SegmentWriter<S> {
    /// Starts a recording with its first segment.
    pub fn new(sink: S, facts: Facts, settings: WriterSettings) -> io::Result<Self> {
        let mut writer = SegmentWriter {
            segment: Segment::new(&facts, 0),
            sink,
            facts,
            settings,
            classes: Table::new(),
            methods: Table::new(),
            threads: Table::new(),
            batch: Vec::new(),
            marks: Vec::new(),
            head: Vec::new(),
            frames: Vec::new(),
            invocations: 0,
            batched: 0,
            bytes: 0,
        };
        writer.begin_segment()?;
        Ok(writer)
    }

    /// Makes a class known. It is written when something needs it. Numbers from [`MAX_CLASSES`] on are
    /// not taken.
    pub fn define_class(&mut self, class: RecordedClass) {
        if class.number.index() < MAX_CLASSES {
            self.classes.define(class.number, class);
        }
    }

    /// Makes a method known.
    pub fn define_method(&mut self, method: RecordedMethod) {
        self.methods.define(method.number, method);
    }

    /// Makes a thread known.
    pub fn define_thread(&mut self, thread: RecordedThread) {
        self.threads.define(thread.number, thread);
    }

    /// Adds an invocation with its capture and the classes that the capture names. Says whether it was
    /// taken: one that no frame can hold is not.
    pub fn invocation(
        &mut self,
        head: &InvocationHead,
        capture: &[u8],
        classes: &[ClassNumber],
    ) -> io::Result<bool> {
        self.annotated(head, &InvocationParts { capture, classes, ..InvocationParts::default() })
    }

    /// Adds a mark. It is written with the next invocations.
    pub fn mark(&mut self, mark: &Mark) -> io::Result<()> {
        // A name longer than a frame is not a test's.
        if mark.name.len() > MAX_NAME {
            return Ok(());
        }
        if self.marks.len() >= self.settings.batch_bytes {
            self.flush()?;
        }
        self.tell_thread(mark.thread);
        RecordWriter::new(&mut self.marks).put(|out| put_mark(out, mark));
        Ok(())
    }

    /// Adds an invocation with notes on its objects.
    pub fn annotated(&mut self, head: &InvocationHead, parts: &InvocationParts<'_>) -> io::Result<bool> {
        let InvocationParts { capture, notes, .. } = *parts;
        // A head and its length take at most a hundred bytes.
        let length = capture.len() + notes.len() + 128;
        if length > MAX_PAYLOAD {
            return Ok(false);
        }
        if self.batch.len() + length > MAX_PAYLOAD {
            self.flush()?;
        }
        for &class in parts.classes {
            self.tell_class(class);
        }
        for &method in parts.methods {
            self.tell_method(method);
        }
        for &thread in parts.threads {
            self.tell_thread(thread);
        }
        self.tell_method(head.method);
        self.tell_thread(head.thread);
        // Captures are large: they are copied once.
        self.head.clear();
        put_invocation_head(&mut self.head, head, capture.len());
        put_varint(&mut self.batch, (self.head.len() + capture.len() + notes.len()) as u64);
        self.batch.extend_from_slice(&self.head);
        self.batch.extend_from_slice(capture);
        self.batch.extend_from_slice(notes);
        self.invocations += 1;
        self.batched += 1;
        if self.batch.len() >= self.settings.batch_bytes {
            self.flush()?;
        }
        Ok(true)
    }

    /// Adds figures on methods. The last ones count.
    pub fn statistics(&mut self, figures: &[MethodStatistics]) -> io::Result<()> {
        self.flush()?;
        let mut payload = Vec::new();
        for figures in figures {
            self.tell_method(figures.method);
            RecordWriter::new(&mut payload).put(|out| put_statistics(out, figures));
        }
        self.put_descriptors();
        self.put(FrameKind::STATISTICS, &payload);
        self.send()
    }

    /// Adds the numbers of methods that filters have left out so far; later ones replace these.
    pub fn left_out(&mut self, left_out: &LeftOut) -> io::Result<()> {
        if left_out.is_empty() {
            return Ok(());
        }
        let mut payload = Vec::new();
        RecordWriter::new(&mut payload).put(|out| put_left_out(out, left_out));
        self.put(FrameKind::LEFT_OUT, &payload);
        self.send()
    }

    /// Adds the blocks of classes that have run. The last record of a class counts.
    pub fn blocks(&mut self, classes: &[ClassBlocks]) -> io::Result<()> {
        for classes in classes.chunks(1024) {
            let mut payload = Vec::new();
            for class in classes {
                RecordWriter::new(&mut payload).put(|out| put_blocks(out, class));
            }
            self.put(FrameKind::BLOCKS, &payload);
        }
        self.send()
    }

    /// Writes what is complete, and starts the next segment if this one is full.
    pub fn flush(&mut self) -> io::Result<()> {
        self.put_descriptors();
        let batch = std::mem::take(&mut self.batch);
        self.put(FrameKind::INVOCATIONS, &batch);
        self.batch = batch;
        self.batch.clear();
        let marks = std::mem::take(&mut self.marks);
        self.put(FrameKind::MARKS, &marks);
        let batched = std::mem::take(&mut self.batched);
        if let Err(error) = self.send() {
            self.invocations -= batched;
            return Err(error);
        }
        if self.segment.bytes >= self.settings.segment_bytes {
            self.segment = Segment::new(&self.facts, self.segment.number + 1);
            self.classes.is_written.clear();
            self.methods.is_written.clear();
            self.threads.is_written.clear();
            self.begin_segment()?;
        }
        Ok(())
    }

    /// Ends the recording. The number of invocations is filled in.
    pub fn finish(mut self, end: End) -> io::Result<S> {
        self.flush()?;
        let mut payload = Vec::new();
        let end = End { invocations: self.invocations, ..end };
        RecordWriter::new(&mut payload).put(|out| put_end(out, &end));
        self.put(FrameKind::END, &payload);
        self.send()?;
        Ok(self.sink)
    }

    /// Bytes written so far, in all segments.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Invocations taken so far, but for those that could not be written.
    pub fn invocations(&self) -> u64 {
        self.invocations
    }

    /// The sink, to ask it something.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    fn begin_segment(&mut self) -> io::Result<()> {
        self.sink.begin_segment(self.segment.number)?;
        put_header(&mut self.frames, &self.facts, self.segment.number);
        self.send()
    }

    fn tell_method(&mut self, number: MethodNumber) {
        let Some(method) = self.methods.take_new(number) else { return };
        let (class, segment) = (method.class, &mut self.segment);
        RecordWriter::new(&mut segment.methods).put(|out| put_method(out, &mut segment.names, method));
        self.tell_class(class);
    }

    fn tell_thread(&mut self, number: ThreadNumber) {
        if let Some(thread) = self.threads.take_new(number) {
            let segment = &mut self.segment;
            RecordWriter::new(&mut segment.threads).put(|out| put_thread(out, &mut segment.names, thread));
        }
    }

    /// The class and its superclasses.
    fn tell_class(&mut self, number: ClassNumber) {
        let mut next = Some(number);
        while let Some(class) = next.and_then(|number| self.classes.take_new(number)) {
            let segment = &mut self.segment;
            next = class.superclass;
            RecordWriter::new(&mut segment.classes).put(|out| put_class(out, &mut segment.names, class));
        }
    }

    /// Writes frames of the descriptors that the segment lacks, names first.
    fn put_descriptors(&mut self) {
        let mut names = Vec::new();
        self.segment.names.put_new(&mut names);
        let classes = std::mem::take(&mut self.segment.classes);
        let methods = std::mem::take(&mut self.segment.methods);
        let threads = std::mem::take(&mut self.segment.threads);
        self.put(FrameKind::NAMES, &names);
        self.put(FrameKind::CLASSES, &classes);
        self.put(FrameKind::METHODS, &methods);
        self.put(FrameKind::THREADS, &threads);
    }

    /// Puts records into a frame, or into several if one could not hold them.
    fn put(&mut self, kind: FrameKind, mut records: &[u8]) {
        while !records.is_empty() {
            let (payload, rest) = records.split_at(whole_records(records, MAX_PAYLOAD));
            put_frame(&mut self.frames, self.segment.seed, kind, self.segment.sequence, payload);
            self.segment.sequence += 1;
            records = rest;
        }
    }

    fn send(&mut self) -> io::Result<()> {
        if self.frames.is_empty() {
            return Ok(());
        }
        let written = self.sink.write(&self.frames);
        if written.is_ok() {
            self.segment.bytes += self.frames.len() as u64;
            self.bytes += self.frames.len() as u64;
        }
        // Once more would fail once more.
        self.frames.clear();
        written
    }
}

/// How many bytes of records, at least one, fit into a frame.
fn whole_records(records: &[u8], limit: usize) -> usize {
    if records.len() <= limit {
        return records.len();
    }
    let mut reader = Reader::new(records);
    let mut end = 0;
    while reader.bytes().is_ok() {
        let next = records.len() - reader.rest().len();
        if next > limit && end > 0 {
            return end;
        }
        end = next;
    }
    records.len()
}

impl Segment {
    fn new(facts: &Facts, number: u32) -> Self {
        Segment {
            number,
            seed: seed(facts.recording, number),
            sequence: 0,
            bytes: 0,
            names: Dictionary::new(),
            classes: Vec::new(),
            methods: Vec::new(),
            threads: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{After, GraphEncoder, Outcome};
    use crate::{Limits, RecordingReader, SegmentBytes};
    use reenact_wire::bytes::put_bytes;

    /// A disk of so many bytes. What does not fit is not written at all.
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
    }

    impl Sink for Disk {
        fn begin_segment(&mut self, _: u32) -> io::Result<()> {
            Ok(())
        }

        fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
            if self.bytes.len() + bytes.len() > self.room {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.bytes.extend_from_slice(bytes);
            Ok(())
        }
    }

    /// Found by a test of the agent on a full disk: the frames that had not fitted were tried again, and so the
    /// end was not written although there was room for it.
    #[test]
    fn on_a_full_disk_there_is_room_for_the_end() {
        let mut encoder = GraphEncoder::new();
        encoder.begin(0);
        encoder.end();
        encoder.after(After::Absent, Outcome::Returned(None), 0);
        encoder.finish();
        let (method, thread) = (MethodNumber::from_index(0), ThreadNumber::from_index(0));
        let head = |id| InvocationHead {
            id,
            method,
            thread,
            parent: None,
            entered: id,
            exited: id,
            call: id,
            marks: Marks::default(),
            dropped_inside: 0,
        };
        let disk = Disk { bytes: Vec::new(), room: 600 };
        let mut writer = SegmentWriter::new(disk, Facts::default(), WriterSettings::default()).unwrap();
        writer.invocation(&head(1), encoder.bytes(), encoder.classes()).unwrap();
        writer.flush().unwrap();
        // Numbers without a pattern, which do not pack.
        for id in 2..2000 {
            writer.invocation(&head(id * id * 7919), encoder.bytes(), encoder.classes()).unwrap();
        }
        assert!(writer.flush().is_err(), "the disk is full");
        let end = End {
            reason: EndReason::Failure,
            invocations: 0,
            dropped: 0,
            ended_millis: 0,
            message: Box::default(),
        };
        let disk = writer.finish(end).unwrap();
        let segment = SegmentBytes { name: "segment", bytes: &disk.bytes };
        let reader = RecordingReader::open(&[segment], Limits::default()).unwrap();
        assert_eq!(reader.findings(), []);
        assert_eq!(reader.end().map(|end| (end.reason, end.invocations)), Some((EndReason::Failure, 1)));
        assert_eq!(reader.invocations().len(), 1);
    }

    #[test]
    fn frames_are_cut_between_records() {
        let mut records = Vec::new();
        [3, 5, 1].iter().for_each(|&length| put_bytes(&mut records, &vec![7; length]));
        assert_eq!(whole_records(&records, 100), 12);
        assert_eq!(whole_records(&records, 11), 10);
        assert_eq!(whole_records(&records, 9), 4);
        assert_eq!(whole_records(&records, 1), 4, "one record at least");
    }
}
