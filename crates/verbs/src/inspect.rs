//! `reenact inspect`: the content of a recording.
//!
//! ```no_run
//! use reenact_report::Report;
//! use reenact_verbs::inspect::{Detail, Recording};
//!
//! let recording = Recording::read("target/recording".as_ref(), &())?;
//! let mut inspection = recording.open(&())?;
//! println!("{}", inspection.show(17, Detail::default())?.text());
//! # Ok::<(), reenact_verbs::inspect::Error>(())
//! ```

mod counts;
mod files;
mod list;
mod names;
mod notes;
mod show;
mod state;
mod summary;

use std::io;
use std::path::PathBuf;

use reenact_base::finding::Finding;
use reenact_heap::words;
use reenact_recording::model::MethodNumber;
use reenact_recording::{InvocationError, Limits, RecordingError, RecordingReader, SegmentBytes};
use reenact_report::inspect::{Invocation, InvocationList, Summary};
use reenact_wire::{ClassPattern, MethodPattern, PatternError};

pub use reenact_report::inspect::Detail;

use crate::Progress;
pub use files::Recording;
use names::Names;

/// An error of an inspection.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read {path}: {error}")]
    Read { path: PathBuf, error: io::Error },
    #[error(
        "{directory} is not a recording: neither it nor a directory below has a file such as \
         segment-00000.rnrec; name the directory that `reenact record --out` wrote to"
    )]
    NoSegments { directory: PathBuf },
    #[error(
        "{path} has no segment that is a regular file; name the directory that `reenact record --out` wrote to"
    )]
    NotRegular { path: PathBuf },
    #[error("{path} takes {bytes} bytes of memory, which is more than there is; inspect one segment of it")]
    Memory { path: PathBuf, bytes: u64 },
    #[error("{path} is not a recording: {error}")]
    Recording { path: PathBuf, error: RecordingError },
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error("no method of {recording} is {pattern}{nearest}")]
    NoMethod { recording: String, pattern: String, nearest: String },
    #[error("{recording} has no invocation {id}{numbers}; --invocations lists them")]
    NoInvocation { recording: String, id: u64, numbers: String },
    #[error("invocation {id} of {recording} cannot be read: {error}")]
    Invocation { recording: String, id: u64, error: InvocationError },
}

/// Options of an inspection.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only methods that this means: `pkg.Class#method` or `pkg.Class`, with `*` and `**`.
    pub method: Option<String>,
    /// The number of methods, classes or invocations to list.
    pub top: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { method: None, top: 20 }
    }
}

/// A recording that was read.
pub struct Inspection<'a> {
    recording: &'a Recording,
    name: String,
    reader: RecordingReader<'a>,
    names: Names,
}

impl Recording {
    /// Reads the segments once.
    pub fn open(&self, progress: &dyn Progress) -> Result<Inspection<'_>, Error> {
        self.open_within(Limits::default(), progress)
    }

    /// The same, taking in no more than the limits allow.
    pub fn open_within(&self, limits: Limits, progress: &dyn Progress) -> Result<Inspection<'_>, Error> {
        let reader = self.reader_within(limits, progress)?;
        let (name, names) = (words::printable(&self.name), Names::of(&reader));
        Ok(Inspection { recording: self, name, reader, names })
    }

    /// The recording itself.
    pub fn reader(&self, progress: &dyn Progress) -> Result<RecordingReader<'_>, Error> {
        self.reader_within(Limits::default(), progress)
    }

    /// Returns the problems of the files and of what was read from them.
    pub fn findings(&self, reader: &RecordingReader<'_>) -> Vec<Finding> {
        let mut findings = [&*self.refused, reader.findings()].concat();
        // File names are recorded data too, in a recording from elsewhere.
        for finding in &mut findings {
            finding.subject = finding.subject.clone().map_name(|name| words::printable(&name));
            finding.message = words::printable(&finding.message);
        }
        findings
    }

    fn reader_within(&self, limits: Limits, progress: &dyn Progress) -> Result<RecordingReader<'_>, Error> {
        progress.step(&format!("reading {} segments", self.segments.len()));
        let segments: Vec<SegmentBytes> = self
            .segments
            .iter()
            .map(|segment| SegmentBytes { name: &segment.name, bytes: &segment.bytes })
            .collect();
        RecordingReader::open_all(&segments, limits)
            .map_err(|error| Error::Recording { path: self.name.clone().into(), error })
    }
}

impl Inspection<'_> {
    /// The recording as a whole. All captures are read for it, up to a bound.
    pub fn summary(&mut self, options: &Options, progress: &dyn Progress) -> Result<Summary, Error> {
        let selection = self.selection(options)?;
        Ok(summary::summary(self, &selection, options, progress))
    }

    /// Invocations, a line each.
    pub fn invocations(
        &mut self,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<InvocationList, Error> {
        let selection = self.selection(options)?;
        Ok(list::list(self, &selection, options, progress))
    }

    /// One invocation with its objects.
    pub fn show(&mut self, id: u64, detail: Detail) -> Result<Invocation, Error> {
        show::show(self, id, detail)
    }

    /// Returns the problems of the recording.
    pub fn findings(&self) -> Vec<Finding> {
        self.recording.findings(&self.reader)
    }

    fn selection(&self, options: &Options) -> Result<Selection, Error> {
        let Some(text) = &options.method else { return Ok(Selection::All) };
        let selected = match text.contains('#') {
            true => self.names.matching(&text.parse::<MethodPattern>()?),
            false => self.names.of_classes(&text.parse::<ClassPattern>()?),
        };
        if selected.is_empty() {
            let nearest = crate::classes::nearest(text, self.names.all());
            let (recording, pattern) = (self.name.clone(), words::printable(text));
            return Err(Error::NoMethod { recording, pattern, nearest });
        }
        Ok(Selection::Methods(selected))
    }
}

/// The methods that were asked for.
enum Selection {
    All,
    /// In order.
    Methods(Vec<MethodNumber>),
}

impl Selection {
    fn contains(&self, method: MethodNumber) -> bool {
        match self {
            Selection::All => true,
            Selection::Methods(methods) => methods.binary_search(&method).is_ok(),
        }
    }

    /// As reports have it.
    fn only(&self, options: &Options) -> Option<String> {
        match self {
            Selection::All => None,
            Selection::Methods(_) => options.method.as_deref().map(words::printable),
        }
    }
}
