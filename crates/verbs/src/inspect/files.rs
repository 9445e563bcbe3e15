//! The files of recordings.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use reenact_base::finding::{Code, Finding, Subject};

use super::Error;
use crate::Progress;

/// Directories are searched for recordings to this depth.
const DEEPEST: usize = 8;

/// The files of a recording, or of several that are read as one, in memory.
///
/// They are read, not mapped: a subject that still runs appends to them, and a program that truncates or
/// removes a mapped file takes this process down with a signal that nothing can handle. A recording is
/// bounded by the agent's disk budget, so memory is. Mapping would also need unsafe code here.
pub struct Recording {
    /// The paths that were given.
    pub(super) name: String,
    pub(super) segments: Vec<Segment>,
    /// Files that were not opened.
    pub(super) refused: Vec<Finding>,
}

/// One file.
pub(super) struct Segment {
    /// With its directory, if there are several.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Recording {
    /// Reads the recordings in a directory and below, or one segment alone.
    pub fn read(path: &Path, progress: &dyn Progress) -> Result<Recording, Error> {
        Recording::read_all(&[path], progress)
    }

    /// Reads the recordings of several paths. What cannot be read is a finding if there is something else.
    pub fn read_all(paths: &[impl AsRef<Path>], progress: &dyn Progress) -> Result<Recording, Error> {
        let mut errors = Vec::new();
        let files = files(paths, &mut errors);
        let is_one = files.iter().all(|file| file.parent() == files[0].parent());
        let (mut segments, mut refused) = (Vec::new(), Vec::new());
        for (at, file) in files.iter().enumerate() {
            let named = if is_one { file.file_name().unwrap_or(file.as_os_str()) } else { file.as_os_str() };
            let name = named.to_string_lossy().into_owned();
            // Opening a FIFO waits for a writer, and a device may never end.
            if !fs::metadata(file).is_ok_and(|metadata| metadata.is_file()) {
                let message = "it is not a regular file and was not opened";
                refused.push(Finding::new(Code::SegmentUnreadable, Subject::file(&name), message));
                continue;
            }
            progress.step(&format!("reading {name}, {} of {}", at + 1, files.len()));
            match read(file) {
                Ok(bytes) => segments.push(Segment { name, bytes }),
                Err(error) => errors.push((file.clone(), error)),
            }
        }
        let name =
            paths.iter().map(|path| path.as_ref().display().to_string()).collect::<Vec<_>>().join(", ");
        if segments.is_empty() {
            let first = errors.into_iter().next();
            return Err(first.map_or(Error::NotRegular { path: name.into() }, |(_, error)| error));
        }
        refused.extend(errors.into_iter().map(|(path, error)| {
            let subject = Subject::file(path.display().to_string());
            Finding::new(Code::RecordingUnreadable, subject, error.to_string())
        }));
        Ok(Recording { name, segments, refused })
    }

    /// Returns the names and bytes of the segments.
    pub fn into_segments(self) -> Vec<(String, Vec<u8>)> {
        self.segments.into_iter().map(|segment| (segment.name, segment.bytes)).collect()
    }
}

/// Returns the segments of all paths, each once, by directory and number; the paths without any are errors.
fn files(paths: &[impl AsRef<Path>], errors: &mut Vec<(PathBuf, Error)>) -> Vec<PathBuf> {
    let (mut files, mut known) = (Vec::new(), HashSet::new());
    for path in paths.iter().map(AsRef::as_ref) {
        let found = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => segments_below(path, DEEPEST),
            Ok(_) => Ok(vec![path.to_owned()]),
            Err(error) => Err(error),
        };
        match found {
            Ok(found) if found.is_empty() => {
                errors.push((path.to_owned(), Error::NoSegments { directory: path.to_owned() }));
            }
            Ok(found) => {
                let is_new = |file: &PathBuf| known.insert(fs::canonicalize(file).unwrap_or(file.clone()));
                files.extend(found.into_iter().filter(is_new));
            }
            Err(error) => errors.push((path.to_owned(), Error::Read { path: path.to_owned(), error })),
        }
    }
    files
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

/// Returns the segments in a directory by their numbers, and those in the directories below.
fn segments_below(directory: &Path, depth: usize) -> io::Result<Vec<PathBuf>> {
    let (mut segments, mut below) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if let Some(number) = entry.file_name().to_str().and_then(segment_number) {
            segments.push((number, entry.path()));
        // A link may lead back to where it is.
        } else if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            below.push(entry.path());
        }
    }
    segments.sort();
    below.sort();
    let mut files: Vec<PathBuf> = segments.into_iter().map(|(_, path)| path).collect();
    for directory in below {
        // One that cannot be listed is not a recording of this user.
        files.extend(segments_below(&directory, depth - 1).unwrap_or_default());
    }
    Ok(files)
}

/// Of `segment-00012.rnrec`, 12.
fn segment_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("segment-")?.strip_suffix(".rnrec")?;
    (digits.len() >= 5 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
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
