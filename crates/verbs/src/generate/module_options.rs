//! The options that opened modules to the recorded program: tests are compiled and run with them as well.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use reenact_base::finding::{Code, Finding, Subject};
use reenact_classfile::container::{Archive, Options, SharedBytes};
use reenact_recording::RecordingReader;

/// Attributes of a jar's manifest that have the effect of an option if the JVM is started with the jar.
const ATTRIBUTES: [(&str, &str); 2] = [("Add-Exports", "--add-exports"), ("Add-Opens", "--add-opens")];

/// Options that javac has as well. It warns of `--add-opens`, which means nothing to it.
const OF_JAVAC: [&str; 3] = ["--add-exports=", "--add-reads=", "--add-modules="];

/// The options that are taken over.
const TAKEN: [&str; 4] = ["--add-exports=", "--add-opens=", "--add-reads=", "--add-modules="];

/// Returns the options of the recorded JVM, and those of its main jar's manifest. A recording may hold anything, so only
/// options that open modules are taken over; the others are reported.
pub fn recorded(reader: &RecordingReader<'_>, findings: &mut Vec<Finding>) -> Vec<String> {
    let mut options = all(reader);
    let count = options.len();
    options.retain(|option| opens_modules(option));
    if options.len() < count {
        let message = format!(
            "{} of {count} options of the recorded JVM open no module, and tests run without them",
            count - options.len()
        );
        findings.push(Finding::new(Code::ModuleOptions, Subject::other("recording"), message));
    }
    options
}

fn opens_modules(option: &str) -> bool {
    let value = TAKEN.iter().find_map(|name| option.strip_prefix(name));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._/,=$-".contains(c);
    value.is_some_and(|value| !value.is_empty() && value.chars().all(is_plain))
}

fn all(reader: &RecordingReader<'_>) -> Vec<String> {
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

    /// A recording may come from anywhere.
    #[test]
    fn only_options_that_open_modules_are_taken_over() {
        for (option, expected) in [
            ("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED", true),
            ("--add-modules=a.b,c_d", true),
            ("--add-modules=", false),
            ("--add-opens=a/b=X -javaagent:x.jar", false),
            ("--add-opens=a/b=@file", false),
            ("-javaagent:x.jar", false),
            ("-XX:OnOutOfMemoryError=x", false),
            ("@arguments", false),
        ] {
            assert_eq!(opens_modules(option), expected, "{option}");
        }
    }

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
