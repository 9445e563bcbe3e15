//! The files of a recording.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use reenact_base::finding::{Code, Finding, Subject};

use super::Error;
use crate::Progress;

/// A recording's files, in memory.
///
/// They are read, not mapped: a subject that still runs appends to them, and a program that truncates or
/// removes a mapped file takes this process down with a signal that nothing can handle. A recording is
/// bounded by the agent's disk budget, so memory is. Mapping would also need unsafe code here.
pub struct Recording {
    pub(super) path: PathBuf,
    pub(super) segments: Vec<Segment>,
    /// Files that were not opened.
    pub(super) refused: Vec<Finding>,
}

/// One file.
pub(super) struct Segment {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Recording {
    /// Reads a directory of segments, or one segment alone.
    pub fn read(path: &Path, progress: &dyn Progress) -> Result<Recording, Error> {
        let failed = |error| Error::Read { path: path.to_owned(), error };
        let files = match fs::metadata(path).map_err(failed)?.is_dir() {
            true => segments_in(path).map_err(failed)?,
            false => vec![(0, path.to_owned())],
        };
        if files.is_empty() {
            return Err(Error::NoSegments { directory: path.to_owned(), nearest: nearest(path) });
        }
        let (mut segments, mut refused) = (Vec::new(), Vec::new());
        for (at, (_, file)) in files.iter().enumerate() {
            let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
            // Opening a FIFO waits for a writer, and a device may never end.
            if !fs::metadata(file).is_ok_and(|metadata| metadata.is_file()) {
                let message = "it is not a regular file and was not opened";
                refused.push(Finding::new(Code::SegmentUnreadable, Subject::file(&name), message));
                continue;
            }
            progress.step(&format!("reading {name}, {} of {}", at + 1, files.len()));
            segments.push(Segment { name, bytes: read(file)? });
        }
        if segments.is_empty() {
            return Err(Error::NotRegular { path: path.to_owned() });
        }
        Ok(Recording { path: path.to_owned(), segments, refused })
    }

    /// Returns the names and bytes of the segments.
    pub fn into_segments(self) -> Vec<(String, Vec<u8>)> {
        self.segments.into_iter().map(|segment| (segment.name, segment.bytes)).collect()
    }
}

/// The bytes that a file has now; what is appended meanwhile is left for the next time.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let failed = |error| Error::Read { path: path.to_owned(), error };
    let file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    usize::try_from(length)
        .ok()
        .and_then(|length| bytes.try_reserve_exact(length).ok())
        .ok_or_else(|| Error::Memory { path: path.to_owned(), bytes: length })?;
    file.take(length).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The segments in a directory by their numbers.
fn segments_in(directory: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut segments = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if let Some(number) = entry.file_name().to_str().and_then(segment_number) {
            segments.push((number, entry.path()));
        }
    }
    segments.sort();
    Ok(segments)
}

/// Of `segment-00012.rnrec`, 12.
fn segment_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("segment-")?.strip_suffix(".rnrec")?;
    (digits.len() >= 5 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// `; did you mean …?`, with a directory below that has segments.
fn nearest(directory: &Path) -> String {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut below: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    below.sort();
    let found = below.iter().find(|path| segments_in(path).is_ok_and(|segments| !segments.is_empty()));
    found.map_or(String::new(), |path| format!("; did you mean {}?", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_known_by_their_names() {
        for (name, number) in [
            ("segment-00000.rnrec", Some(0)),
            ("segment-123456.rnrec", Some(123_456)),
            ("segment-0.rnrec", None),
            ("segment-+0001.rnrec", None),
            ("segment-99999999999999999999999.rnrec", None),
            ("segment-00000.rnrec.tmp", None),
            ("00000.rnrec", None),
        ] {
            assert_eq!(segment_number(name), number, "{name}");
        }
    }
}
