//! The options that opened modules to the recorded program: tests are compiled and run with them as well.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use reenact_classfile::container::{Archive, Options, SharedBytes};
use reenact_recording::RecordingReader;

/// Attributes of a jar's manifest that have the effect of an option if the JVM is started with the jar.
const ATTRIBUTES: [(&str, &str); 2] = [("Add-Exports", "--add-exports"), ("Add-Opens", "--add-opens")];

/// Options that javac has as well. It warns of `--add-opens`, which means nothing to it.
const OF_JAVAC: [&str; 3] = ["--add-exports=", "--add-reads=", "--add-modules="];

/// Returns the options of the recorded JVM, and what its main jar says.
pub fn recorded(reader: &RecordingReader<'_>) -> Vec<String> {
    let facts = reader.facts();
    let mut options = facts.module_options.clone();
    // `java -jar` puts that jar on the class path, and nothing else.
    let jar = facts.class_path.first().filter(|_| facts.main_class.ends_with(".jar"));
    for option in jar.map(|jar| of_jar(Path::new(jar))).unwrap_or_default() {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    options
}

fn of_jar(path: &Path) -> Vec<String> {
    let opened = fs::read(path).ok().and_then(|bytes| {
        Archive::open("the main jar", SharedBytes::new(bytes), &Options::for_release(8)).ok()
    });
    let Some(archive) = opened else { return Vec::new() };
    let values = |attribute: &str| archive.manifest().get(attribute).unwrap_or_default().to_owned();
    let options = ATTRIBUTES.iter().flat_map(|(attribute, option)| {
        let packages: Vec<String> = values(attribute).split_whitespace().map(str::to_owned).collect();
        packages.into_iter().map(move |package| format!("{option}={package}=ALL-UNNAMED"))
    });
    options.collect()
}

/// Returns the options of javac for tests that run with these options, and the release unless the options rule one out:
/// javac exports no package of the JDK if it compiles for a release (JEP 247).
pub fn of_javac(vm_options: &[OsString], release: u8) -> (Option<u32>, Vec<String>) {
    let is_of_javac = |option: &&str| OF_JAVAC.iter().any(|known| option.starts_with(known));
    let mut options: Vec<String> = vm_options
        .iter()
        .filter_map(|option| option.to_str())
        .filter(is_of_javac)
        .map(str::to_owned)
        .collect();
    if !options.iter().any(|option| option.starts_with("--add-exports=")) {
        return (Some(u32::from(release)), options);
    }
    // The old name of a release, since javac 8 knows no other.
    let level = if release < 9 { format!("1.{release}") } else { release.to_string() };
    options.extend(["-source".to_owned(), level.clone(), "-target".to_owned(), level]);
    (None, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javac_exports_packages_without_a_release() {
        let javac = |options: &[&str]| {
            let options: Vec<OsString> = options.iter().map(Into::into).collect();
            let (release, options) = of_javac(&options, 17);
            (release, options.join(" "))
        };
        assert_eq!(javac(&["-ea", "--add-opens=a/b=X"]), (Some(17), String::new()));
        assert_eq!(javac(&["--add-modules=m"]), (Some(17), "--add-modules=m".to_owned()));
        let (release, options) = javac(&["--add-exports=a/b=X", "--add-opens=a/b=X"]);
        assert_eq!((release, &*options), (None, "--add-exports=a/b=X -source 17 -target 17"));
    }
}
