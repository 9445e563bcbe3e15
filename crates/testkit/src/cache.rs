//! Compiled fixtures, kept from one test run to the next in `target/testkit-cache`.
//!
//! An entry is a directory made aside and then renamed, so it is there whole or not at all,
//! even if other processes use the cache. It holds its inputs, which are compared before it is used:
//! the hash in its name only has to find it.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use reenact_jvm::javac::CompileError;
use reenact_jvm::{Javac, Jdk};

use crate::SourceFile;

/// The directory of the class files of these sources. To forget everything, delete the cache.
pub(crate) fn compiled(files: &[SourceFile], jdk: &Jdk, options: &[&str]) -> Result<PathBuf, CompileError> {
    compiled_in(&directory(), files, jdk, options)
}

fn compiled_in(
    cache: &Path,
    files: &[SourceFile],
    jdk: &Jdk,
    options: &[&str],
) -> Result<PathBuf, CompileError> {
    let inputs = inputs(files, jdk, options);
    // Past the first number only if another entry has the same hash.
    for number in 0.. {
        let entry = cache.join(format!("{:016x}-{number}", hash(&inputs)));
        if !entry.exists() {
            make(cache, &entry, &inputs, files, jdk, options)?;
        }
        if fs::read(entry.join("inputs")).is_ok_and(|found| found == inputs) {
            return Ok(entry.join("classes"));
        }
    }
    unreachable!("the numbers do not end")
}

/// Everything that decides about the class files, each part with its length before it.
fn inputs(files: &[SourceFile], jdk: &Jdk, options: &[&str]) -> Vec<u8> {
    let home = jdk.home.to_string_lossy();
    let jdk = [&*home, &jdk.version.full, &jdk.vendor];
    let files = files.iter().flat_map(|file| [&*file.path, &*file.text]);
    let parts = jdk.into_iter().chain(options.iter().copied()).chain(["--"]).chain(files);
    parts.flat_map(|part| format!("{}\n{part}\n", part.len()).into_bytes()).collect()
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Compiles aside, then puts the entry in its place, unless another process was faster.
fn make(
    cache: &Path,
    entry: &Path,
    inputs: &[u8],
    files: &[SourceFile],
    jdk: &Jdk,
    options: &[&str],
) -> Result<(), CompileError> {
    let written = |path: &Path, result: io::Result<()>| {
        result.map_err(|source| CompileError::Io { path: path.to_path_buf(), source })
    };
    written(cache, fs::create_dir_all(cache))?;
    let aside =
        tempfile::tempdir_in(cache).map_err(|source| CompileError::Io { path: cache.into(), source })?;
    let (sources, classes) = (aside.path().join("sources"), aside.path().join("classes"));
    for file in files {
        let is_source = file.path.ends_with(".java");
        let path = if is_source { &sources } else { &classes }.join(&file.path);
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(&path, &file.text)
        };
        written(&path, write())?;
    }
    let java_files = files.iter().filter(|file| file.path.ends_with(".java"));
    let java_files: Vec<PathBuf> = java_files.map(|file| sources.join(&file.path)).collect();
    // Small programs are compiled before the optimising compiler would pay off.
    let quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
    Javac::new(jdk).vm_options(quick).options(options).compile(&java_files, &classes)?;
    written(aside.path(), fs::write(aside.path().join("inputs"), inputs))?;
    match fs::rename(aside.path(), entry) {
        Err(_) if entry.exists() => Ok(()),
        result => written(entry, result),
    }
}

/// Under the target directory that this test was built in, wherever that is.
fn directory() -> PathBuf {
    let executable = std::env::current_exe().unwrap_or_default();
    // Cargo marks its target directory. Doc tests are built elsewhere.
    let target = executable.ancestors().find(|directory| directory.join("CACHEDIR.TAG").is_file());
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    target.map(Path::to_path_buf).unwrap_or_else(default).join("testkit-cache")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fixture, jdk};

    fn files(text: &str) -> Vec<SourceFile> {
        Fixture::parse(text).files().to_vec()
    }

    fn entries(cache: &Path) -> Vec<PathBuf> {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries
    }

    #[test]
    fn the_second_time_nothing_is_compiled() {
        let cache = tempfile::tempdir().unwrap();
        let sources = files("//- A.java\nclass A {}\n//- p/words.txt\nhello\n");
        let first = compiled_in(cache.path(), &sources, &jdk(), &[]).unwrap();
        assert_eq!(fs::read_to_string(first.join("p/words.txt")).unwrap(), "hello\n");
        fs::write(first.join("mark"), "").unwrap();
        let second = compiled_in(cache.path(), &sources, &jdk(), &[]).unwrap();
        assert!(second.join("mark").is_file() && second == first);
    }

    #[test]
    fn options_and_sources_make_other_entries() {
        let cache = tempfile::tempdir().unwrap();
        let compile =
            |text: &str, options: &[&str]| compiled_in(cache.path(), &files(text), &jdk(), options).unwrap();
        let plain = compile("class A { void m(int x) {} }", &[]);
        let named = compile("class A { void m(int x) {} }", &["-parameters"]);
        let other = compile("class A { void m(int y) {} }", &[]);
        assert!(plain != named && plain != other);
        assert_eq!(entries(cache.path()).len(), 3);
    }

    #[test]
    fn a_hash_that_two_programs_share_is_no_harm() {
        let cache = tempfile::tempdir().unwrap();
        let (a, b) = (files("class A {}"), files("class B {}"));
        let of_a = compiled_in(cache.path(), &a, &jdk(), &[]).unwrap();
        // As if A had the hash of B.
        let name_of_b = format!("{:016x}-0", hash(&inputs(&b, &jdk(), &[])));
        fs::rename(of_a.parent().unwrap(), cache.path().join(name_of_b)).unwrap();
        assert!(compiled_in(cache.path(), &b, &jdk(), &[]).unwrap().join("B.class").is_file());
    }

    #[test]
    fn many_at_once_all_get_it_and_nothing_is_left_over() {
        let cache = tempfile::tempdir().unwrap();
        let sources = files("class A {}");
        let jdk = jdk();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| compiled_in(cache.path(), &sources, &jdk, &[]).unwrap()))
                .collect();
            for thread in threads {
                assert!(thread.join().unwrap().join("A.class").is_file());
            }
        });
        assert_eq!(entries(cache.path()).len(), 1);
    }

    #[test]
    fn what_does_not_compile_is_not_kept() {
        let cache = tempfile::tempdir().unwrap();
        let error = compiled_in(cache.path(), &files("class A { int x = true; }"), &jdk(), &[]).unwrap_err();
        assert!(error.to_string().contains("boolean cannot be converted to int"), "{error}");
        assert_eq!(entries(cache.path()), Vec::<PathBuf>::new());
    }
}
