//! Tests on disk.

use std::fs;
use std::path::Path;

use reenact_generate::TestClass;
use reenact_report::generated::{File, Generated};

use super::{Error, Options};

/// Writes the tests. A file that is there and came out otherwise is left alone, and all of it refused, unless
/// the user has said that changes are wanted.
pub fn write(classes: &[TestClass], options: &Options, report: &mut Generated) -> Result<(), Error> {
    let changed: Vec<String> = classes
        .iter()
        .filter(|class| state(&options.out.join(&class.path), &class.text) == "changed")
        .map(|class| class.path.clone())
        .collect();
    if !changed.is_empty() && !options.update {
        return Err(Error::Changed { out: options.out.clone(), files: changed });
    }
    for class in classes {
        let path = options.out.join(&class.path);
        let state = state(&path, &class.text);
        if state != "same" {
            let written = fs::create_dir_all(path.parent().unwrap_or(&options.out))
                .and_then(|()| fs::write(&path, &class.text));
            written.map_err(|error| Error::Write { path: path.clone(), error })?;
        }
        report.files.push(File { path: class.path.clone(), tests: class.tests.len(), state });
        report.tests.lines += class.text.lines().count();
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
