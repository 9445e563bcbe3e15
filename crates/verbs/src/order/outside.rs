//! State outside of the heap that tests leave behind: files, threads, ports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use reenact_jvm::driver::{Driver, Isolation, TestRun};
use reenact_order::{Outcome, TestIndex};

use super::Error;
use super::project::TestSuite;
use super::runner::outcomes_of;

/// Files that are looked at, and directories below which there are none of the tests'.
const MOST_FILES: usize = 50_000;
const NOT_LOOKED_INTO: [&str; 6] = [".git", ".svn", ".gradle", ".idea", "node_modules", "classes"];
/// Content that is kept to be put back: of one file, and of all.
const MOST_BYTES: u64 = 4 << 20;
const MOST_BYTES_OF_ALL: u64 = 256 << 20;

/// Things outside of the heap that tests left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// Files that were created, changed or deleted, each with the word.
    pub files: Vec<String>,
    /// True if the test passes when they are as before.
    pub is_healed_by_files: bool,
    /// Threads that still run.
    pub threads: Vec<String>,
    /// TCP ports that the JVM listens on.
    pub ports: Vec<u16>,
    /// Sentences about things that were not looked at or tried.
    pub notes: Vec<String>,
}

/// Runs tests in a fresh JVM, compares what is outside of the heap, and runs the last test once more with the files as they were.
pub fn look(
    suite: &TestSuite,
    limit: Duration,
    behind: &[TestIndex],
    test: TestIndex,
) -> Result<Outside, Error> {
    let mut driver = Driver::start(suite.jvm.clone())?;
    let mut places = vec![driver.directory().to_path_buf()];
    places.extend(suite.jvm.directory.clone());
    let files = Files::take(&places);
    let process = driver.process_id();
    let threads = process.map(threads_of).unwrap_or_default();
    run(&mut driver, suite, limit, behind)?;
    let (left, ports) = match driver.process_id().filter(|now| Some(*now) == process) {
        Some(process) => (threads_of(process), ports_of(process)),
        None => Default::default(),
    };
    let changed = files.changed(&Files::list(&places));
    let mut outside = Outside {
        notes: files.notes(),
        files: changed.iter().map(|(path, change)| format!("{} {change}", path.display())).collect(),
        is_healed_by_files: false,
        threads: left.difference(&threads).cloned().collect(),
        ports,
    };
    if !changed.is_empty() {
        let paths: Vec<PathBuf> = changed.into_iter().map(|(path, _)| path).collect();
        let left = Files::of(&paths);
        let outcome = match files.put_back(&paths) {
            Ok(()) => run(&mut driver, suite, limit, &[test]),
            Err(error) => {
                outside.notes.push(format!("files could not be put back: {error}"));
                Ok(None)
            }
        };
        // The project stays as its tests leave it; a changed file may also be one that somebody has just edited.
        if let Err(error) = left.put_back(&paths) {
            outside.notes.push(format!("files are not as the tests left them: {error}"));
        }
        outside.is_healed_by_files = outcome? == Some(Outcome::Passed);
    }
    Ok(outside)
}

fn run(
    driver: &mut Driver,
    suite: &TestSuite,
    limit: Duration,
    order: &[TestIndex],
) -> Result<Option<Outcome>, Error> {
    let tests = order.iter().map(|&test| suite.tests.test(test).clone()).collect();
    let run = TestRun { isolation: Isolation::None, limit, ..TestRun::new(tests) };
    Ok(outcomes_of(&driver.run(&run)?).last().copied())
}

/// A change of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Created,
    Changed,
    /// Its content is the same, and its time is not.
    Touched,
    Deleted,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Change::Created => "was created",
            Change::Changed => "was changed",
            Change::Touched => "was written again with the same content",
            Change::Deleted => "was deleted",
        })
    }
}

/// Files below some directories.
#[derive(Debug, Default)]
struct Files {
    known: BTreeMap<PathBuf, File>,
    /// True if there are more.
    is_cut: bool,
}

#[derive(Debug, PartialEq, Eq)]
struct File {
    length: u64,
    modified: Option<SystemTime>,
    /// `None` if it is too large to keep.
    content: Option<Vec<u8>>,
}

impl Files {
    /// Lists files, and keeps the content of those that are not too large.
    fn take(places: &[PathBuf]) -> Files {
        let listed = Files::list(places);
        let paths: Vec<PathBuf> = listed.known.into_keys().collect();
        Files { is_cut: listed.is_cut, ..Files::of(&paths) }
    }

    /// Keeps the content of those files that exist and are not too large.
    fn of(paths: &[PathBuf]) -> Files {
        let mut files = Files::default();
        let mut left = MOST_BYTES_OF_ALL;
        for path in paths {
            if let Ok(metadata) = fs::symlink_metadata(path) {
                let file = File::of(path, &metadata, MOST_BYTES.min(left));
                left -= file.content.as_ref().map_or(0, |content| left.min(content.len() as u64));
                files.known.insert(path.clone(), file);
            }
        }
        files
    }

    fn list(places: &[PathBuf]) -> Files {
        let mut files = Files::default();
        let mut waiting: Vec<PathBuf> = places.to_vec();
        while let Some(directory) = waiting.pop() {
            let Ok(entries) = fs::read_dir(&directory) else { continue };
            for entry in entries.flatten() {
                if files.known.len() >= MOST_FILES {
                    files.is_cut = true;
                    return files;
                }
                // Links are not followed: they may lead out, or in a circle.
                let Ok(metadata) = entry.metadata() else { continue };
                let name = entry.file_name();
                if metadata.is_dir() && !NOT_LOOKED_INTO.iter().any(|known| name == *known) {
                    waiting.push(entry.path());
                } else if metadata.is_file() {
                    files.known.insert(entry.path(), File::of(&entry.path(), &metadata, 0));
                }
            }
        }
        files
    }

    /// Returns the files that differ now.
    fn changed(&self, now: &Files) -> Vec<(PathBuf, Change)> {
        let mut changed = Vec::new();
        for (path, file) in &now.known {
            match self.known.get(path) {
                None => changed.push((path.clone(), Change::Created)),
                Some(known) if (known.length, known.modified) != (file.length, file.modified) => {
                    let is_same = known.content.is_some() && fs::read(path).ok() == known.content;
                    changed.push((path.clone(), if is_same { Change::Touched } else { Change::Changed }));
                }
                Some(_) => {}
            }
        }
        let deleted = self.known.keys().filter(|path| !now.known.contains_key(*path));
        changed.extend(deleted.map(|path| (path.clone(), Change::Deleted)));
        changed
    }

    /// Makes files what they were, and deletes those that were not there. Goes on behind a file that it cannot change, and
    /// returns the first error.
    fn put_back(&self, paths: &[PathBuf]) -> io::Result<()> {
        let one = |path: &PathBuf| match self.known.get(path) {
            Some(file) => file.write(path),
            None => match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
        };
        let failed = |path: &PathBuf| {
            let error = one(path).err()?;
            Some(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        };
        let errors: Vec<io::Error> = paths.iter().filter_map(failed).collect();
        errors.into_iter().next().map_or(Ok(()), Err)
    }

    /// Says what was not looked at.
    fn notes(&self) -> Vec<String> {
        match self.is_cut {
            true => vec![format!("only the first {MOST_FILES} files were looked at")],
            false => Vec::new(),
        }
    }
}

impl File {
    /// Looks at a file. Its content is read if there is room for so many bytes.
    fn of(path: &Path, metadata: &fs::Metadata, room: u64) -> File {
        let (length, modified) = (metadata.len(), metadata.modified().ok());
        let content = if length <= room { fs::read(path).ok() } else { None };
        File { length, modified, content }
    }

    /// Makes the file at a path this one.
    fn write(&self, path: &Path) -> io::Result<()> {
        let Some(content) = &self.content else {
            return Err(io::Error::other("it is too large to keep its content"));
        };
        if fs::read(path).ok().as_ref() != Some(content) {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
            fs::write(path, content)?;
        }
        match self.modified {
            Some(time) => fs::File::options().write(true).open(path)?.set_modified(time),
            None => Ok(()),
        }
    }
}

/// Names of the threads of a process, as far as the system keeps them.
fn threads_of(process: u32) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(format!("/proc/{process}/task")) else { return BTreeSet::new() };
    let name = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("comm")).ok();
    let names = entries.flatten().filter_map(name).map(|name| name.trim().to_owned());
    names.filter(|name| !is_of_jvm(name)).collect()
}

/// Returns true if a thread belongs to the JVM, which starts some when they are needed.
fn is_of_jvm(name: &str) -> bool {
    let own = [
        "C1 ",
        "C2 ",
        "GC ",
        "G1 ",
        "VM ",
        "Signal Dispatch",
        "Finalizer",
        "Reference Handl",
        "Common-Clean",
    ];
    let other = [
        "java",
        "reenact-",
        "Notification",
        "Service Thread",
        "Monitor Deflat",
        "Cleaner-",
        "Attach Listener",
    ];
    own.iter().chain(&other).any(|prefix| name.starts_with(prefix))
}

/// TCP ports that a process listens on.
fn ports_of(process: u32) -> Vec<u16> {
    let Ok(entries) = fs::read_dir(format!("/proc/{process}/fd")) else { return Vec::new() };
    let links = entries.flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
    let sockets: BTreeSet<String> = links
        .filter_map(|link| {
            let inode = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned();
            Some(inode)
        })
        .collect();
    let mut ports = BTreeSet::new();
    for table in ["tcp", "tcp6"] {
        let Ok(text) = fs::read_to_string(format!("/proc/{process}/net/{table}")) else { continue };
        ports.extend(text.lines().skip(1).filter_map(|line| listening(line, &sockets)));
    }
    ports.into_iter().collect()
}

/// Reads a line of `/proc/net/tcp`.
fn listening(line: &str, sockets: &BTreeSet<String>) -> Option<u16> {
    const LISTEN: &str = "0A";
    let columns: Vec<&str> = line.split_whitespace().collect();
    let (address, state, inode) = (columns.get(1)?, columns.get(3)?, columns.get(9)?);
    let is_own = *state == LISTEN && sockets.contains(*inode);
    is_own.then(|| u16::from_str_radix(address.rsplit(':').next()?, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_compared_and_put_back() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::write(path("kept"), "1").unwrap();
        fs::write(path("changed"), "1").unwrap();
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("sub/deleted"), "1").unwrap();
        let places = [place.path().to_path_buf()];
        let files = Files::take(&places);
        fs::write(path("changed"), "22").unwrap();
        fs::write(path("created"), "1").unwrap();
        fs::remove_dir_all(path("sub")).unwrap();
        let changed = files.changed(&Files::list(&places));
        let changes: Vec<Change> = changed.iter().map(|(_, change)| *change).collect();
        assert_eq!(changes, [Change::Changed, Change::Created, Change::Deleted]);
        let paths: Vec<PathBuf> = changed.into_iter().map(|(path, _)| path).collect();
        let left = Files::of(&paths);
        files.put_back(&paths).unwrap();
        assert_eq!(files.changed(&Files::list(&places)), []);
        assert_eq!(fs::read_to_string(path("sub/deleted")).unwrap(), "1");
        left.put_back(&paths).unwrap();
        assert_eq!(fs::read_to_string(path("changed")).unwrap(), "22");
        assert!(path("created").exists() && !path("sub/deleted").exists());
    }

    #[test]
    fn listening_sockets_of_a_process_are_known_by_their_inodes() {
        let line = " 0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4711 1";
        let sockets = BTreeSet::from(["4711".to_owned()]);
        assert_eq!(listening(line, &sockets), Some(8080));
        assert_eq!(listening(line, &BTreeSet::new()), None);
        assert_eq!(listening(&line.replace(" 0A ", " 01 "), &sockets), None);
        assert_eq!(listening("", &sockets), None);
    }
}
