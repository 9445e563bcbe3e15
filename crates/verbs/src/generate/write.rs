//! Tests on disk.

use std::fs;
use std::path::Path;

use reenact_report::generated::{File, Generated};

use super::{Error, Options};

/// A source file that is to be there.
pub struct Source<'a> {
    /// Below the directory of sources.
    pub path: &'a str,
    pub text: &'a str,
    /// How many tests, or methods that make objects, it has.
    pub methods: usize,
    /// Numbers of the invocations that its tests are made of.
    pub invocations: Vec<u64>,
}

/// Writes sources. A file that is there and came out otherwise is left alone, and all of it refused, unless
/// the user has said that changes are wanted.
pub fn write(sources: &[Source<'_>], options: &Options, report: &mut Generated) -> Result<(), Error> {
    let changed: Vec<String> = sources
        .iter()
        .filter(|source| state(&options.out.join(source.path), source.text) == "changed")
        .map(|source| source.path.to_owned())
        .collect();
    if !changed.is_empty() && !options.update {
        return Err(Error::Changed { out: options.out.clone(), files: changed });
    }
    for source in sources {
        let path = options.out.join(source.path);
        let state = state(&path, source.text);
        if state != "same" {
            let written = fs::create_dir_all(path.parent().unwrap_or(&options.out))
                .and_then(|()| fs::write(&path, source.text));
            written.map_err(|error| Error::Write { path: path.clone(), error })?;
        }
        report.files.push(File {
            path: source.path.to_owned(),
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
