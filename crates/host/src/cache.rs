//! The cache: directories that are made once and kept, in the user's cache directory.
//!
//! An entry is a directory made aside and then renamed, so it is there whole or not at all, also while other
//! processes use the cache. It holds what it was made from, which is compared before it is used: the hash in its name only has to
//! find it. Everything in it can be deleted at any time.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// The file in an entry that says what it was made from.
const INPUTS: &str = "inputs";

/// Where Reenact keeps what it can make again: `$XDG_CACHE_HOME/reenact`, or `~/.cache/reenact`. Without
/// a home it is a directory among the temporary files, by the user's id, because others write there too.
pub fn directory() -> PathBuf {
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
    match cache {
        Some(cache) => cache.join("reenact"),
        None => env::temp_dir().join(format!("reenact-cache-{}", rustix::process::getuid().as_raw())),
    }
}

/// The entry for these inputs, below `cache`; made by `make`, in the empty directory it is given, unless it is
/// there.
pub fn entry<E: From<io::Error>>(
    cache: &Path,
    inputs: &[u8],
    make: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    if let Place::Free(entry) = place(cache, inputs) {
        self::make(cache, &entry, inputs, make)?;
    }
    // By us, or by a process that was faster: it is checked like any other.
    match place(cache, inputs) {
        Place::Taken(entry) => Ok(entry),
        Place::Free(_) => {
            Err(io::Error::other(format!("{} changes while it is used", cache.display())).into())
        }
    }
}

/// The entry for these inputs, if it is there.
pub fn find(cache: &Path, inputs: &[u8]) -> Option<PathBuf> {
    match place(cache, inputs) {
        Place::Taken(entry) => Some(entry),
        Place::Free(_) => None,
    }
}

enum Place {
    Taken(PathBuf),
    Free(PathBuf),
}

fn place(cache: &Path, inputs: &[u8]) -> Place {
    let mut hasher = DefaultHasher::new();
    hasher.write(inputs);
    let hash = hasher.finish();
    // Past the first number only if another entry has the same hash.
    let mut number = 0;
    loop {
        let entry = cache.join(format!("{hash:016x}-{number}"));
        if !entry.exists() {
            return Place::Free(entry);
        }
        if fs::read(entry.join(INPUTS)).is_ok_and(|found| found == inputs) {
            return Place::Taken(entry);
        }
        number += 1;
    }
}

fn make<E: From<io::Error>>(
    cache: &Path,
    entry: &Path,
    inputs: &[u8],
    make: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    fs::create_dir_all(cache)?;
    let aside = tempfile::tempdir_in(cache)?;
    make(aside.path())?;
    fs::write(aside.path().join(INPUTS), inputs)?;
    match fs::rename(aside.path(), entry) {
        Err(_) if entry.exists() => Ok(()),
        result => Ok(result?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(cache: &Path, inputs: &str, text: &str) -> io::Result<String> {
        let entry = entry(cache, inputs.as_bytes(), |place| fs::write(place.join("text"), text))?;
        fs::read_to_string(entry.join("text"))
    }

    #[test]
    fn the_second_time_nothing_is_made() {
        let cache = tempfile::tempdir().unwrap();
        assert_eq!(made(cache.path(), "a", "1").unwrap(), "1");
        assert_eq!(made(cache.path(), "a", "2").unwrap(), "1");
        assert_eq!(made(cache.path(), "b", "3").unwrap(), "3");
    }

    #[test]
    fn what_could_not_be_made_is_not_kept() {
        let cache = tempfile::tempdir().unwrap();
        let failing = |_: &Path| Err(io::Error::other("no"));
        assert_eq!(entry(cache.path(), b"a", failing).unwrap_err().to_string(), "no");
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);
        assert_eq!(made(cache.path(), "a", "1").unwrap(), "1");
    }

    #[test]
    fn entries_may_share_a_hash() {
        let cache = tempfile::tempdir().unwrap();
        let place = entry(cache.path(), b"a", |_| io::Result::Ok(())).unwrap();
        fs::write(place.join(INPUTS), "of another").unwrap();
        assert_eq!(made(cache.path(), "a", "1").unwrap(), "1");
        assert_eq!(made(cache.path(), "a", "2").unwrap(), "1");
    }
}
