//! The JVMs that run here, for messages about a wrong process number.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::status::Status;
use crate::launcher::{Launch, Main};

/// A JVM that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningJvm {
    pub pid: u32,
    /// Its main class or jar, if its command line has it.
    pub program: String,
}

/// Returns the JVMs that are registered in `/tmp/hsperfdata_USER`, by number. Those in
/// containers, and those with -XX:-UsePerfData, are not among them.
pub fn running() -> Vec<RunningJvm> {
    running_in(Path::new("/tmp"))
}

fn running_in(temporary: &Path) -> Vec<RunningJvm> {
    let children = |directory: &Path| fs::read_dir(directory).into_iter().flatten().flatten();
    let of_users =
        children(temporary).filter(|entry| entry.file_name().as_bytes().starts_with(b"hsperfdata_"));
    let files = of_users.flat_map(|entry| children(&entry.path()));
    let pids = files.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    // A JVM that was killed leaves its file behind.
    let living = pids.filter(|&pid| Status::read(pid).is_some_and(|status| status.process == pid));
    let mut found: Vec<RunningJvm> = living.map(|pid| RunningJvm { pid, program: program(pid) }).collect();
    found.sort_by_key(|jvm| jvm.pid);
    found.dedup();
    found
}

fn program(pid: u32) -> String {
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words: Vec<&OsStr> = command.split(|&byte| byte == 0).map(OsStr::from_bytes).collect();
    match Launch::parse(words.get(1..).unwrap_or_default()).main {
        Some(Main::Class(name) | Main::Module(name)) => name.to_string_lossy().into_owned(),
        Some(Main::Jar(path) | Main::Source(path)) => path.to_string_lossy().into_owned(),
        None => words.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default(),
    }
}

/// The end of a message about a wrong number.
pub(super) fn advice(running: &[RunningJvm]) -> String {
    const SHOWN: usize = 10;
    if running.is_empty() {
        return "; no running JVM was found; `jcmd -l` or `pgrep java` may list more".to_owned();
    }
    let lines = running.iter().take(SHOWN).map(|jvm| format!("\n  {}  {}", jvm.pid, jvm.program));
    let more = running.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    format!("; running JVMs:{}{more}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lives_is_listed() {
        let temporary = tempfile::tempdir().unwrap();
        let directory = temporary.path().join("hsperfdata_somebody");
        fs::create_dir(&directory).unwrap();
        let us = std::process::id();
        for name in [us.to_string(), "4000000".to_owned(), "x".to_owned()] {
            fs::write(directory.join(name), "").unwrap();
        }
        fs::write(temporary.path().join(us.to_string()), "").unwrap();
        let found: Vec<u32> = running_in(temporary.path()).iter().map(|jvm| jvm.pid).collect();
        assert_eq!(found, [us]);
    }

    #[test]
    fn a_wrong_number_is_answered_with_the_right_ones() {
        assert!(advice(&[]).contains("no running JVM was found"));
        let jvm = |pid| RunningJvm { pid, program: "com.acme.Main".to_owned() };
        assert_eq!(advice(&[jvm(7)]), "; running JVMs:\n  7  com.acme.Main");
        assert!(advice(&(0..12).map(jvm).collect::<Vec<_>>()).ends_with("\n  and 2 more"));
    }
}
