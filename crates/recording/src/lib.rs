//! The on-disk recording: classes, graphs and events in segments.
//!
//! A recording is a directory of append-only segments; this crate reads and writes their bytes, not files.
//!
//! - [`graph::GraphEncoder`] writes captures on the subject's threads, without building anything.
//! - [`SegmentWriter`] makes frames and segments of finished invocations, on the agent's writer thread.
//! - [`RecordingReader`] reads the intact parts: up to the last complete frame of a recording whose
//!   subject was killed, around damage in the middle, past additions of a newer version.
//! - [`redact::Redactor`] decides which values must not be written.
//!
//! Bytes that are read may be anything: truncated, flipped, hostile. They give errors and findings, and
//! take memory and time in proportion to their length, within [`Limits`].
//!
//! ```
//! use reenact_base::Id;
//! use reenact_heap::Value;
//! use reenact_recording::graph::{After, GraphEncoder, Outcome};
//! use reenact_recording::model::*;
//! use reenact_recording::{Limits, RecordingReader, SegmentBytes, SegmentWriter, Sink, WriterSettings};
//!
//! /// Segments could go to files; this one stays in memory.
//! struct Memory(Vec<u8>);
//! impl Sink for Memory {
//!     fn begin_segment(&mut self, _: u32) -> std::io::Result<()> {
//!         Ok(())
//!     }
//!     fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
//!         Ok(self.0.extend_from_slice(bytes))
//!     }
//! }
//!
//! // On the subject's thread: `static int twice(int n)` is called with 21.
//! let mut encoder = GraphEncoder::new();
//! encoder.begin(1);
//! encoder.root(Value::Int(21));
//! encoder.end();
//! encoder.after(After::Absent, Outcome::Returned(Some(Value::Int(42))), 0);
//! encoder.finish();
//!
//! // On the writer's.
//! let mut writer = SegmentWriter::new(Memory(Vec::new()), Facts::default(), WriterSettings::default())?;
//! let (method, thread) = (MethodNumber::from_index(0), ThreadNumber::from_index(0));
//! let (id, marks) = (1, Marks::default());
//! let head = InvocationHead {
//!     id, method, thread, parent: None, entered: 1, exited: 2, call: 1, marks, dropped_inside: 0,
//! };
//! writer.invocation(&head, encoder.bytes(), encoder.classes())?;
//! writer.flush()?;
//!
//! // Later, in another process.
//! let segment = SegmentBytes { name: "segment-00000.rnrec", bytes: &writer.sink().0 };
//! let mut reader = RecordingReader::open(&[segment], Limits::default())?;
//! assert_eq!(reader.capture(0)?.outcome, Outcome::Returned(Some(Value::Int(42))));
//! assert!(reader.end().is_none(), "`finish` was not called");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The format is described in `docs/formats/recording.md`.

pub mod frame;
pub mod graph;
pub mod header;
mod limits;
pub mod model;
pub mod notes;
mod reader;
mod record;
pub mod redact;
mod writer;

pub use limits::{Limits, UNPACKED_RATIO};
pub use reader::{InvocationError, OneRecording, RecordingError, RecordingReader, SegmentBytes, Skipped};
pub use writer::{InvocationParts, MAX_CLASSES, SegmentWriter, Sink, WriterSettings};
