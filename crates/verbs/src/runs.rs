//! `.reenact/runs`: the reports of earlier runs, so that later commands can read them. In a Maven or Gradle project they are
//! in the directory of what a build makes, where no licence check or formatter looks for sources.
//!
//! Each run of a verb leaves its report there as JSON, and `index.json` lists them. Only the latest are kept, up to a
//! number and a size. A run
//! that cannot be stored is still a run: the caller reports the error and continues.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reenact_heap::words;
use reenact_report::{Context, Format, Report};

/// The directory below a project without a build file that Reenact writes to.
const DIRECTORY: &str = ".reenact";

/// Reports that are larger are not stored.
const LARGEST: usize = 64 << 20;

/// The number of runs that are kept unless the settings have another.
pub const KEPT: usize = 50;

/// The bytes of all runs that are kept. The latest is kept whatever its size.
const KEPT_BYTES: u64 = 256 << 20;

/// An error of storing a report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot write {path}: {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("the report of {bytes} bytes is larger than the limit of {LARGEST}")]
    Large { bytes: usize },
}

/// Returns the directory that Reenact writes to in a project.
fn directory(project: &Path) -> PathBuf {
    let has = |file: &str| project.join(file).is_file();
    let gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
    match () {
        () if has("pom.xml") => project.join("target/reenact"),
        () if gradle.into_iter().any(has) => project.join("build/reenact"),
        () => project.join(DIRECTORY),
    }
}

/// The stored runs of a project.
pub struct Runs {
    /// `PROJECT/.reenact/runs`, or `PROJECT/target/reenact/runs`.
    directory: PathBuf,
    kept: usize,
}

impl Runs {
    /// The runs of a project, of which the latest `kept` stay.
    pub fn of(project: &Path, kept: usize) -> Runs {
        Runs { directory: directory(project).join("runs"), kept }
    }

    /// Stores a report under the verb's name and a time, and returns its path. The reports of the oldest runs
    /// are deleted.
    pub fn store(
        &self,
        verb: &str,
        time: SystemTime,
        report: &impl Report,
    ) -> Result<Option<PathBuf>, Error> {
        if self.kept == 0 {
            return Ok(None);
        }
        let json = report.render(Format::Json, &Context::default());
        if json.len() > LARGEST {
            return Err(Error::Large { bytes: json.len() });
        }
        let failed = |error| Error::Write { path: self.directory.clone(), error };
        self.prepare().map_err(failed)?;
        let path = self.write_new(verb, time, json.as_bytes()).map_err(failed)?;
        self.prune(&path).and_then(|names| self.write_index(&names)).map_err(failed)?;
        Ok(Some(path))
    }

    /// Creates the directories. Reports may hold recorded data, so they are readable by their owner only, and the directory
    /// has a `.gitignore` that keeps it out of commits.
    fn prepare(&self) -> io::Result<()> {
        // The directory of a build is not only ours.
        self.directory.ancestors().nth(2).map_or(Ok(()), fs::create_dir_all)?;
        DirBuilder::new().recursive(true).mode(0o700).create(&self.directory)?;
        let ignore = self.directory.with_file_name(".gitignore");
        match OpenOptions::new().write(true).create_new(true).open(ignore) {
            Ok(mut file) => file.write_all(b"# Written by reenact: reports of runs are not sources.\n*\n"),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Writes a file of a name that no other run has.
    fn write_new(&self, verb: &str, time: SystemTime, json: &[u8]) -> io::Result<PathBuf> {
        let time = stamp(time);
        for number in 0..1000 {
            let suffix = if number == 0 { String::new() } else { format!("-{number}") };
            let path = self.directory.join(format!("{time}-{verb}{suffix}.json"));
            match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
                Ok(mut file) => return file.write_all(json).map(|()| path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many runs in one second"))
    }

    /// Deletes the oldest runs and returns the names of the others, the oldest first and the one just written last.
    fn prune(&self, written: &Path) -> io::Result<Vec<String>> {
        let mut runs: Vec<(String, u64)> = fs::read_dir(&self.directory)?
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let name = entry.file_name().into_string().ok().filter(|name| is_run(name))?;
                Some((name, entry.metadata().ok()?.len()))
            })
            .collect();
        // Names begin with the time. Another run of the same second, or a clock that was set back, has a later name.
        runs.sort_unstable_by(|(one, _), (other, _)| {
            let key = |name: &String| (written.ends_with(name), name.clone());
            key(one).cmp(&key(other))
        });
        let old = runs.len() - latest(runs.iter().rev().map(|(_, bytes)| *bytes), self.kept, KEPT_BYTES);
        for (name, _) in runs.drain(..old) {
            // Another run may have deleted it already.
            match fs::remove_file(self.directory.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(runs.into_iter().map(|(name, _)| name).collect())
    }

    /// Replaces the index as a whole, so that readers never see half of it.
    fn write_index(&self, names: &[String]) -> io::Result<()> {
        let rows: Vec<String> = names
            .iter()
            .map(|name| {
                let (time, rest) = name.split_once('-').unwrap_or((name, ""));
                let verb = rest.split(['-', '.']).next().unwrap_or_default();
                format!("    {{ \"file\": \"{name}\", \"verb\": \"{verb}\", \"time\": \"{time}\" }}")
            })
            .collect();
        let rows = if rows.is_empty() { String::new() } else { format!("\n{}\n  ", rows.join(",\n")) };
        let json = format!("{{\n  \"format\": \"reenact.runs/1\",\n  \"runs\": [{rows}]\n}}\n");
        let new = self.directory.join(format!("index.json.{}", std::process::id()));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(json.as_bytes())?;
        fs::rename(new, self.directory.join("index.json"))
    }
}

/// Returns how many runs are kept, of those with these sizes, the latest first: one at least.
fn latest(sizes: impl Iterator<Item = u64>, kept: usize, kept_bytes: u64) -> usize {
    let mut left = Some(kept_bytes);
    let fit = sizes.take(kept).take_while(|bytes| {
        left = left.and_then(|left| left.checked_sub(*bytes));
        left.is_some()
    });
    fit.count().max(1)
}

/// True for the names that [`Runs::write_new`] gives.
fn is_run(name: &str) -> bool {
    let is_time = |time: &str| {
        time.len() == 16
            && time.ends_with('Z')
            && time.bytes().all(|byte| byte.is_ascii_digit() || b"TZ".contains(&byte))
    };
    name.ends_with(".json") && name.split_once('-').is_some_and(|(time, _)| is_time(time))
}

/// `20261117T091503Z`.
fn stamp(time: SystemTime) -> String {
    let instant = words::instant(seconds(time), 0);
    instant.chars().filter(|char| !matches!(char, '-' | ':')).collect()
}

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The date of a time in UTC, such as `2026-11-17`.
pub fn date(time: SystemTime) -> String {
    words::instant(seconds(time), 0).split('T').next().unwrap_or_default().to_owned()
}

/// The time to show in reports: `SOURCE_DATE_EPOCH` if it is set, so that builds can be reproduced, or else now.
pub fn now() -> SystemTime {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse().ok());
    epoch.map_or_else(SystemTime::now, |seconds| UNIX_EPOCH + Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_report::doctor::Doctor;
    use reenact_report::stored::{self, Stored};
    use std::os::unix::fs::PermissionsExt;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn names(runs: &Runs) -> Vec<String> {
        let entries = fs::read_dir(&runs.directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn reports_are_stored_listed_and_read_back() {
        let project = tempfile::tempdir().unwrap();
        let runs = Runs::of(project.path(), 3);
        let report = Doctor { version: "7".to_owned(), ..Doctor::default() };
        let path = runs.store("doctor", at(1_700_000_000), &report).unwrap().unwrap();
        assert!(path.ends_with(".reenact/runs/20231114T221320Z-doctor.json"), "{path:?}");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        match stored::read(&fs::read_to_string(&path).unwrap()).unwrap() {
            Stored::Doctor(read) => assert_eq!(read.version, "7"),
            other => panic!("{other:?}"),
        }
        let ignored = fs::read_to_string(project.path().join(".reenact/.gitignore")).unwrap();
        assert!(ignored.ends_with("\n*\n"));
        for (file, expected) in
            [("settings.gradle", "build/reenact/runs"), ("pom.xml", "target/reenact/runs")]
        {
            fs::write(project.path().join(file), "").unwrap();
            let path = Runs::of(project.path(), 3).store("doctor", at(0), &report).unwrap().unwrap();
            assert!(path.parent().unwrap().ends_with(expected), "{path:?}");
        }
        // The same second, then later ones: the oldest goes.
        for seconds in [1_700_000_000, 1_700_000_001, 1_700_000_002] {
            runs.store("doctor", at(seconds), &report).unwrap();
        }
        let kept = [
            "20231114T221320Z-doctor.json",
            "20231114T221321Z-doctor.json",
            "20231114T221322Z-doctor.json",
            "index.json",
        ];
        assert_eq!(names(&runs), kept);
        let index = fs::read_to_string(runs.directory.join("index.json")).unwrap();
        assert_eq!(index.matches("\"verb\": \"doctor\"").count(), 3, "{index}");
        assert!(index.contains("\"time\": \"20231114T221322Z\""), "{index}");
    }

    #[test]
    fn the_latest_runs_that_fit_are_kept() {
        let kept = |sizes: &[u64], kept, bytes| latest(sizes.iter().copied(), kept, bytes);
        assert_eq!(kept(&[1, 1, 1], 2, 10), 2, "by number");
        assert_eq!(kept(&[4, 4, 4], 9, 10), 2, "by size");
        assert_eq!(kept(&[4, 9, 1], 9, 10), 1, "an older one is not kept in place of one that does not fit");
        assert_eq!(kept(&[99, 1], 9, 10), 1, "the latest is kept whatever its size");
    }

    #[test]
    fn the_report_that_was_just_stored_is_kept() {
        let project = tempfile::tempdir().unwrap();
        let runs = Runs::of(project.path(), 1);
        for seconds in [9, 9, 0] {
            let path = runs.store("doctor", at(seconds), &Doctor::default()).unwrap().unwrap();
            assert_eq!(names(&runs), [path.file_name().unwrap().to_str().unwrap(), "index.json"]);
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        let project = tempfile::tempdir().unwrap();
        let runs = Runs::of(project.path(), 1);
        runs.store("doctor", at(0), &Doctor::default()).unwrap();
        fs::write(runs.directory.join("a-note.json"), "mine").unwrap();
        runs.store("doctor", at(9), &Doctor::default()).unwrap();
        assert_eq!(names(&runs), ["19700101T000009Z-doctor.json", "a-note.json", "index.json"]);
    }

    #[test]
    fn no_runs_are_kept_if_none_are_wanted() {
        let project = tempfile::tempdir().unwrap();
        assert!(Runs::of(project.path(), 0).store("doctor", at(0), &Doctor::default()).unwrap().is_none());
        assert!(!project.path().join(DIRECTORY).exists());
    }

    #[test]
    fn a_directory_that_cannot_be_written_is_an_error_that_names_it() {
        let project = tempfile::tempdir().unwrap();
        fs::write(project.path().join(DIRECTORY), "a file").unwrap();
        let error = Runs::of(project.path(), 5).store("doctor", at(0), &Doctor::default()).unwrap_err();
        assert!(error.to_string().contains(".reenact/runs"), "{error}");
    }
}
