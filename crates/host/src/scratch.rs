//! Temporary directories.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// Directories to remove when a signal ends us.
static LIVING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A temporary directory of our own. It goes with all that is in it when this is dropped, and when a
/// signal (Ctrl-C) ends us.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A new empty directory where the system keeps temporary files, its name beginning with `prefix`.
    pub fn new(prefix: &str) -> io::Result<Scratch> {
        crate::signals::watch_signals();
        // Held while making it, so that no signal falls between its birth and its entry.
        let mut living = living();
        let path = tempfile::Builder::new().prefix(prefix).tempdir()?.keep();
        living.push(path.clone());
        Ok(Scratch { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        living().retain(|path| *path != self.path);
        remove(&self.path);
    }
}

/// How often a removal that did not last is tried again.
const TRIES: usize = 100;

/// Removes all of them, and calls `then` before another can be made.
pub(crate) fn remove_all(then: impl FnOnce()) {
    let living = living();
    // Other threads continue, see that their processes are gone, and may have made a directory anew while the next one
    // was removed.
    for _ in 0..TRIES {
        living.iter().for_each(|path| remove(path));
        if !living.iter().any(|path| path.exists()) {
            break;
        }
    }
    then();
}

/// Another thread of ours may be writing into it at this moment, so once may not be enough.
fn remove(path: &Path) {
    for _ in 0..TRIES {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {}
            _ => return,
        }
    }
}

fn living() -> MutexGuard<'static, Vec<PathBuf>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}
