//! JVMs with another clock and another host name, by a library that is preloaded into them (`preload/moved.rs`).

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs};

use reenact_host::{Command, cache};

static LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libreenact_moved.so"));

/// Its file name.
const NAME: &str = "libreenact_moved.so";

/// The variable that names libraries for the loader of programs.
const PRELOAD: &str = "LD_PRELOAD";

/// How far a clock may be from where it was set, for a JVM that starts on a busy machine.
const TOLERANCE: Duration = Duration::from_secs(120);

/// Another clock and another host name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The time when the JVM starts; that of the machine unless given. Only the real-time clock is moved.
    pub clock: Option<SystemTime>,
    /// The name of the machine; its own unless given.
    pub host_name: Option<String>,
}

/// Adds the library and its settings to the command of a JVM, if anything is moved. `home` is a directory of the JVM, for
/// the library if it cannot be in the cache.
pub fn preloaded(command: Command, moved: &Moved, home: &Path) -> io::Result<Command> {
    if *moved == Moved::default() {
        return Ok(command);
    }
    let mut libraries = library(home)?.into_os_string();
    if let Some(others) = env::var_os(PRELOAD).filter(|others| !others.is_empty()) {
        libraries.push(":");
        libraries.push(others);
    }
    let mut command = command.env(PRELOAD, libraries);
    if let Some(clock) = moved.clock {
        let shift = seconds(clock) - seconds(SystemTime::now());
        command = command.env("REENACT_CLOCK_SHIFT", OsString::from(shift.to_string()));
    }
    if let Some(name) = &moved.host_name {
        command = command.env("REENACT_HOST_NAME", name);
    }
    Ok(command)
}

/// Returns why the clock of a JVM that was started just now is not where it was set, if it is not.
pub(crate) fn not_moved(clock: Option<SystemTime>, clock_millis: u64) -> Option<String> {
    let expected = clock?;
    let actual = SystemTime::UNIX_EPOCH + Duration::from_millis(clock_millis);
    let distance = actual.duration_since(expected).or_else(|_| expected.duration_since(actual));
    match distance {
        Ok(distance) if distance <= TOLERANCE => None,
        _ if LIBRARY.is_empty() => Some("it needs a 64-bit Linux".to_owned()),
        _ => Some("the system does not preload a library into this JVM".to_owned()),
    }
}

/// Returns the library on disk: in the cache, or in the JVM's own directory if the loader would take the path apart.
fn library(home: &Path) -> io::Result<PathBuf> {
    let cached = cache::entry(&cache::directory().join("moved"), LIBRARY, |place| {
        fs::write(place.join(NAME), LIBRARY)
    });
    match cached.map(|entry| entry.join(NAME)) {
        Ok(path) if !is_taken_apart(&path) => Ok(path),
        _ => {
            let path = home.join(NAME);
            fs::write(&path, LIBRARY)?;
            Ok(path)
        }
    }
}

/// Whether a path has one of the characters that separate libraries in `LD_PRELOAD`.
fn is_taken_apart(path: &Path) -> bool {
    path.as_os_str().as_bytes().iter().any(|byte| b" :".contains(byte))
}

fn seconds(time: SystemTime) -> i64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => since.as_secs() as i64,
        Err(before) => -(before.duration().as_secs() as i64),
    }
}

/// The preloaded functions themselves: in this program they are ordinary ones.
#[cfg(test)]
#[allow(unsafe_code, dead_code)]
#[path = "../preload/moved.rs"]
mod preload;

#[cfg(test)]
mod tests {
    use super::preload::{Timespec, kernel_moment, number};
    use super::*;

    #[test]
    fn shifts_are_read_without_the_standard_library() {
        for (text, expected) in
            [("0", 0), ("-17", -17), ("86400", 86_400), ("", 0), ("1x", 0), ("99999999999999999999", 0)]
        {
            assert_eq!(number(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn moments_of_the_monotonic_clock_are_not_moved() {
        // The machine is up for 1,000 seconds, and it is September 2026.
        let moment = |seconds: i64, shift: i64| {
            kernel_moment(Timespec { seconds, nanoseconds: 5 }, 1_000, 1_790_000_000, shift).seconds
        };
        assert_eq!(moment(1_030, 2_000_000_000), 1_030);
        assert_eq!(moment(100_001_000, 0), 100_001_000);
        assert_eq!(moment(3_790_000_030, 2_000_000_000), 1_790_000_030);
        assert_eq!(moment(1_490_000_030, -300_000_000), 1_790_000_030);
        // In 1972 a wait of the real-time clock must not end at once: workers that wait so would run all the time.
        let shift_to_1972 = 68_212_800 - 1_790_000_000;
        assert_eq!(moment(68_212_860, shift_to_1972), 1_790_000_060);
        assert_eq!(moment(1_060, shift_to_1972), 1_060);
        // On 1970-01-01 at five past midnight.
        let shift_to_1970 = 300 - 1_790_000_000;
        assert_eq!(moment(360, shift_to_1970), 1_790_000_060);
        assert_eq!(moment(1_060, shift_to_1970), 1_060);
    }

    #[test]
    fn a_clock_that_did_not_move_is_noticed() {
        let clock = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        assert_eq!(not_moved(Some(clock), 1_000_010_000), None);
        assert!(not_moved(Some(clock), 1_790_000_000_000).is_some());
        assert_eq!(not_moved(None, 0), None);
    }

    #[test]
    fn paths_that_the_loader_would_take_apart_are_recognised() {
        assert!(is_taken_apart(Path::new("/home/Ada L/x.so")));
        assert!(is_taken_apart(Path::new("/a:b/x.so")));
        assert!(!is_taken_apart(Path::new("/home/ada/.cache/x.so")));
    }
}
