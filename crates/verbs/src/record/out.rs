//! The directory of recordings, and the recordings of a run.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::{Path, PathBuf};

use reenact_recording::{Limits, RecordingReader, SegmentBytes};

use super::Error;

/// The placeholder that the agent replaces by the number of its process.
const PROCESS: &str = "%p";

/// The place of a run's recordings.
#[derive(Debug)]
pub struct Out {
    /// The agent's `out` option: absolute, with `%p` if each JVM has a directory of its own.
    template: String,
    /// Recordings that were there before.
    before: Vec<PathBuf>,
    /// The directories that were made for this run, the innermost first.
    made: Vec<PathBuf>,
}

impl Out {
    /// Makes the directory; refuses one with a recording in it, or removes that with `force`.
    pub fn prepare(given: &Path, per_process: bool, force: bool) -> Result<Out, Error> {
        Out::prepare_at(given, per_process, force, Path::to_path_buf)
    }

    /// The same for another process, whose directories are elsewhere for us.
    pub fn prepare_at(
        given: &Path,
        per_process: bool,
        force: bool,
        here: impl Fn(&Path) -> PathBuf,
    ) -> Result<Out, Error> {
        let given = Out::absolute(given)?;
        let has_own = given.contains(PROCESS);
        let template = if per_process && !has_own { format!("{given}/{PROCESS}") } else { given.clone() };
        let failed = |error: io::Error| Error::Out { directory: given.clone(), reason: error.to_string() };
        if !has_own {
            // A recording of one JVM, or those of several.
            let whole = with_segments(matching(&here(Path::new(&given))));
            let parts = with_segments(matching(&here(&Path::new(&given).join(PROCESS))));
            let found: Vec<&PathBuf> = whole.iter().chain(&parts).collect();
            // A run without a recorded call has nothing to lose.
            let has_calls = whole.iter().any(|directory| !is_empty(directory, true))
                || parts.iter().any(|directory| !is_empty(directory, false));
            if has_calls && !force {
                return Err(Error::HasRecording { directory: given });
            }
            found.iter().try_for_each(|directory| remove_segments(directory)).map_err(failed)?;
            parts.iter().for_each(|directory| drop(fs::remove_dir(directory)));
        }
        let before = with_segments(matching(&here(Path::new(&template))));
        let path = here(Path::new(&template));
        let directory = if template.contains(PROCESS) { path.parent().unwrap_or(&path) } else { &path };
        let made = directory.ancestors().take_while(|above| !above.exists()).map(Path::to_path_buf).collect();
        DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(failed)?;
        Ok(Out { template, before, made })
    }

    /// Gives the directories that were made to another user, whose JVM writes there.
    pub fn give_to(&self, user: u32, group: u32) -> Result<(), Error> {
        let is_other = |path: &PathBuf| fs::metadata(path).is_ok_and(|metadata| metadata.uid() != user);
        for path in self.made.iter().filter(|path| is_other(path)) {
            chown(path, Some(user), Some(group)).map_err(|error| Error::Out {
                directory: path.display().to_string(),
                reason: format!("cannot give it to user {user}, whose JVM writes there: {error}"),
            })?;
        }
        Ok(())
    }

    /// Returns a directory in the form that the agent's options take.
    pub fn absolute(given: &Path) -> Result<String, Error> {
        let refuse =
            |reason: &str| Error::Out { directory: given.display().to_string(), reason: reason.to_owned() };
        let path = std::path::absolute(given).map_err(|error| refuse(&error.to_string()))?;
        let parent = path.parent().and_then(Path::to_str).unwrap_or_default();
        if parent.contains(PROCESS) {
            return Err(refuse("%p may stand only in the last part of the path"));
        }
        let text = path.to_str().ok_or_else(|| refuse("the agent takes no path that is not UTF-8"))?;
        // `a/` is `a`; the root is not a place for recordings.
        match text.trim_end_matches('/') {
            "" => Err(refuse("name a directory")),
            text => Ok(text.to_owned()),
        }
    }

    /// Returns the agent's `out` option.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Returns the recordings of the run. Directories without any segment are removed if they are
    /// empty.
    pub fn recordings(&self) -> Vec<PathBuf> {
        self.recordings_at(Path::to_path_buf)
    }

    /// The same for another process.
    pub fn recordings_at(&self, here: impl Fn(&Path) -> PathBuf) -> Vec<PathBuf> {
        let mut found = matching(&here(Path::new(&self.template)));
        found.retain(|directory| !self.before.contains(directory));
        let (recordings, empty): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|directory| !segments(directory).is_empty());
        if self.template.contains(PROCESS) {
            empty.iter().for_each(|directory| drop(fs::remove_dir(directory)));
        }
        if let Some(made) = self.made.first().filter(|_| recordings.is_empty()) {
            let _ = fs::remove_dir(made);
        }
        recordings
    }
}

/// The segments in a directory, in order.
pub fn segments(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let is_segment = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("segment-") && name.ends_with(".rnrec")
    };
    let mut segments: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_segment).collect();
    segments.sort();
    segments
}

/// The directories that a template stands for, by the numbers of their processes.
fn matching(template: &Path) -> Vec<PathBuf> {
    let name = template.file_name().unwrap_or_default().to_string_lossy();
    let Some((before, after)) = name.split_once(PROCESS) else {
        return Some(template.to_path_buf()).into_iter().filter(|path| path.is_dir()).collect();
    };
    let entries = fs::read_dir(template.parent().unwrap_or(template)).into_iter().flatten().flatten();
    let mut found: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let number = name.to_str()?.strip_prefix(before)?.strip_suffix(after)?;
            let number = number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?;
            Some((number?, entry.path())).filter(|(_, path)| path.is_dir())
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

fn with_segments(mut directories: Vec<PathBuf>) -> Vec<PathBuf> {
    directories.retain(|directory| !segments(directory).is_empty());
    directories
}

/// A recording without calls is not longer.
const LONGEST_EMPTY: u64 = 16 << 20;

/// Returns true if a recording has no invocation. One that must have ended counts only if it has: its JVM may still run
/// and write there.
fn is_empty(directory: &Path, must_have_ended: bool) -> bool {
    let paths = segments(directory);
    let length = |path: &PathBuf| fs::metadata(path).map_or(u64::MAX, |metadata| metadata.len());
    if paths.iter().map(length).fold(0, u64::saturating_add) > LONGEST_EMPTY {
        return false;
    }
    let Ok(contents) = paths.iter().map(fs::read).collect::<io::Result<Vec<_>>>() else { return false };
    let contents: Vec<SegmentBytes<'_>> =
        contents.iter().map(|bytes| SegmentBytes { name: "segment", bytes }).collect();
    let Ok(reader) = RecordingReader::open_all(&contents, Limits::default()) else { return false };
    let has_ended = reader.end().is_some();
    reader.invocations().len() == 0
        && reader.end().is_none_or(|end| end.invocations == 0)
        && (has_ended || !must_have_ended)
}

/// Removes the segments of a recording, and its directory if nothing else is in it.
pub fn remove_recording(directory: &Path) -> io::Result<()> {
    remove_segments(directory)?;
    fs::remove_dir(directory)
}

fn remove_segments(directory: &Path) -> io::Result<()> {
    segments(directory).iter().try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, paths: &[&str]) {
        for path in paths {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
    }

    fn names(root: &Path, paths: &[PathBuf]) -> Vec<String> {
        paths.iter().map(|path| path.strip_prefix(root).unwrap().display().to_string()).collect()
    }

    #[test]
    fn one_jvm_has_the_directory_and_several_have_one_each() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name).display().to_string();
        let template = |name: &str, several| {
            Out::prepare(&root.path().join(name), several, false).unwrap().template().to_owned()
        };
        assert_eq!(template("a", false), at("a"));
        assert_eq!(template("a/", true), at("a/%p"));
        assert_eq!(template("b-%p", false), at("b-%p"));
        assert_eq!(template("b-%p", true), at("b-%p"));
        let error = Out::prepare(Path::new("/tmp/%p/b"), false, false).unwrap_err();
        assert!(error.to_string().ends_with("%p may stand only in the last part of the path"), "{error}");
    }

    #[test]
    fn a_recording_is_not_overwritten_unless_forced_and_other_files_never() {
        for several in [false, true] {
            for recording in ["r/segment-00000.rnrec", "r/17/segment-00000.rnrec"] {
                let root = tempfile::tempdir().unwrap();
                write(root.path(), &[recording, "r/notes.txt", "r/17/notes.txt", "r/x/segment-00000.rnrec"]);
                let out = root.path().join("r");
                let error = Out::prepare(&out, several, false).unwrap_err().to_string();
                assert!(error.contains("holds a recording already") && error.contains("--force"), "{error}");
                assert!(root.path().join(recording).exists());
                Out::prepare(&out, several, true).unwrap();
                assert!(!root.path().join(recording).exists());
                for kept in ["r/notes.txt", "r/17/notes.txt", "r/x/segment-00000.rnrec"] {
                    assert!(root.path().join(kept).exists(), "{kept}");
                }
            }
        }
    }

    #[test]
    fn recordings_are_those_of_this_run_by_number() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), &["r-5/segment-00000.rnrec"]);
        let out = Out::prepare(&root.path().join("r-%p"), false, false).unwrap();
        write(
            root.path(),
            &["r-10/segment-00000.rnrec", "r-9/segment-00001.rnrec", "r-x/segment-00000.rnrec"],
        );
        write(root.path(), &["r-12/notes.txt"]);
        fs::create_dir(root.path().join("r-11")).unwrap();
        assert_eq!(names(root.path(), &out.recordings()), ["r-9", "r-10"]);
        assert!(!root.path().join("r-11").exists(), "there was nothing in it");
        assert!(root.path().join("r-12").exists(), "it has other files");
    }

    #[test]
    fn what_was_made_for_nothing_is_taken_away() {
        let root = tempfile::tempdir().unwrap();
        for several in [false, true] {
            let out = Out::prepare(&root.path().join("new"), several, false).unwrap();
            assert!(root.path().join("new").is_dir());
            assert_eq!(out.recordings(), Vec::<PathBuf>::new());
            assert!(!root.path().join("new").exists());
            fs::create_dir(root.path().join("old")).unwrap();
            Out::prepare(&root.path().join("old"), several, false).unwrap().recordings();
            assert!(root.path().join("old").exists(), "it was there before");
            fs::remove_dir(root.path().join("old")).unwrap();
        }
    }

    #[test]
    fn a_file_is_not_a_directory() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), &["file"]);
        let error = Out::prepare(&root.path().join("file"), false, false).unwrap_err();
        assert!(matches!(error, Error::Out { .. }), "{error}");
    }
}
