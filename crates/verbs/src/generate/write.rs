//! Writing tests to disk.

use std::fs;
use std::path::Path;

use reenact_report::generated::{File, Generated};

use super::{Error, Options};

/// A source file to write.
pub struct Source {
    /// Below the directory of sources.
    pub path: String,
    pub text: String,
    /// How many tests, or methods that make objects, it has.
    pub methods: usize,
    /// Numbers of the invocations that its tests are made of.
    pub invocations: Vec<u64>,
}

/// Checks that files can be created in a directory, or in the nearest one above it that exists. Verification takes
/// minutes, so this comes first.
pub fn check(out: &Path) -> Result<(), Error> {
    let failed = |error| Error::Out { out: out.to_owned(), error };
    let absolute = std::path::absolute(out).map_err(failed)?;
    let Some(existing) = absolute.ancestors().find(|path| fs::symlink_metadata(path).is_ok()) else {
        return Ok(());
    };
    let probe = existing.join(format!(".reenact-{}", std::process::id()));
    fs::create_dir(&probe).and_then(|()| fs::remove_dir(&probe)).map_err(failed)
}

/// Writes sources. If a file exists and differs, none is written unless the user asked to update them.
pub fn write(sources: &[Source], options: &Options, report: &mut Generated) -> Result<(), Error> {
    let changed: Vec<String> = sources
        .iter()
        .filter(|source| state(&options.out.join(&source.path), &source.text) == "changed")
        .map(|source| source.path.clone())
        .collect();
    if !changed.is_empty() && !options.update {
        return Err(Error::Changed { out: options.out.clone(), files: changed });
    }
    for source in sources {
        let path = options.out.join(&source.path);
        let state = state(&path, &source.text);
        if state != "same" {
            let written = fs::create_dir_all(path.parent().unwrap_or(&options.out))
                .and_then(|()| fs::write(&path, &source.text));
            written.map_err(|error| Error::Write { path: path.clone(), error })?;
        }
        report.files.push(File {
            path: source.path.clone(),
            tests: source.methods,
            invocations: source.invocations.clone(),
            state: state.to_owned(),
        });
        report.tests.lines += source.text.lines().count();
    }
    Ok(())
}

fn state(path: &Path, text: &str) -> &'static str {
    match fs::read(path) {
        Ok(there) if there == text.as_bytes() => "same",
        Ok(_) => "changed",
        Err(_) => "new",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_cannot_be_written_is_noticed_and_none_is_made() {
        let place = tempfile::tempdir().unwrap();
        let new = place.path().join("a/b");
        assert!(check(&new).is_ok());
        assert!(fs::read_dir(place.path()).unwrap().next().is_none());
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        for out in [file.clone(), file.join("below")] {
            let error = check(&out).unwrap_err().to_string();
            assert!(error.starts_with(&format!("cannot write to {}", out.display())), "{error}");
        }
    }
}
