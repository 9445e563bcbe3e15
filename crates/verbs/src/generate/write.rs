//! Writing tests to disk, beside those that are there.

use std::fs;
use std::path::Path;

use reenact_base::finding::{Code, Finding, Subject};
use reenact_generate::SUFFIX;
use reenact_java::conventions::Conventions;
use reenact_java::{mark, merge};
use reenact_report::generated::{File, Generated};
use similar::TextDiff;

use super::modules::Modules;
use super::{Error, Options, neighbours};

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

/// Writes sources in the project's manner. Tests that are there stay, and so do files that were edited.
pub fn write(
    sources: &[Source],
    conventions: &Conventions,
    modules: &Modules,
    options: &Options,
    report: &mut Generated,
) -> Result<(), Error> {
    let mut diff = String::new();
    let suffix = options.suffix.as_deref().unwrap_or(SUFFIX);
    for source in sources {
        let out = modules.sources_for(&source.path, suffix);
        let path = out.join(&source.path);
        let text = mark::marked(&conventions.apply(&source.text));
        let there = fs::read(&path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let Planned { state, text, retained, finding } = plan(there.as_deref(), text, &source.path, options);
        report.findings.extend(finding);
        if options.diff {
            let before = there.as_deref().unwrap_or_default();
            diff.push_str(&difference(before, &text, &source.path, there.is_some()));
        } else if matches!(state, "new" | "changed") {
            let written =
                fs::create_dir_all(path.parent().unwrap_or(&out)).and_then(|()| fs::write(&path, &text));
            written.map_err(|error| Error::Write { path: path.clone(), error })?;
        }
        report.files.push(File {
            path: source.path.clone(),
            tests: source.methods,
            invocations: source.invocations.clone(),
            state: state.to_owned(),
            retained,
            out: (out != options.out).then(|| neighbours::shown(&out)),
        });
        report.tests.lines += source.text.lines().count();
    }
    report.diff = options.diff.then_some(diff);
    Ok(())
}

/// The content that a file shall have.
struct Planned {
    state: &'static str,
    text: String,
    /// Tests that were there and are not made by this run.
    retained: usize,
    finding: Option<Finding>,
}

fn plan(there: Option<&str>, text: String, path: &str, options: &Options) -> Planned {
    let Some(there) = there else { return Planned { state: "new", text, retained: 0, finding: None } };
    let is_same = |text: &str| there.replace("\r\n", "\n") == text;
    let finding = |message: String, help: &str| {
        Some(Finding::new(Code::FileEdited, Subject::file(path), message).with_help(help))
    };
    if is_same(&text) {
        return Planned { state: "same", text, retained: 0, finding: None };
    }
    let left_alone = |finding| Planned { state: "edited", text: there.to_owned(), retained: 0, finding };
    if !mark::is_unedited(there) {
        let message = "it was edited since it was written, or is not Reenact's, and is left alone".to_owned();
        let help = "delete or rename it to have its tests written, or set another `suffix` in reenact.toml";
        return left_alone(finding(message, help));
    }
    if options.update {
        return Planned { state: "changed", text, retained: 0, finding: None };
    }
    match merge::merge(mark::unmarked(there), mark::unmarked(&text)) {
        Ok(merged) => {
            let text = mark::marked(&merged.text);
            let state = if is_same(&text) { "same" } else { "changed" };
            Planned { state, text, retained: merged.retained, finding: None }
        }
        Err(error) => {
            let message = format!("its tests and the new ones cannot be in one file: {error}");
            left_alone(finding(
                message,
                "pass --update to replace it, or generate from both recordings at once",
            ))
        }
    }
}

/// A unified diff of a file.
fn difference(before: &str, after: &str, path: &str, is_there: bool) -> String {
    let old = if is_there { format!("a/{path}") } else { "/dev/null".to_owned() };
    TextDiff::from_lines(before, after).unified_diff().header(&old, &format!("b/{path}")).to_string()
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

    fn source(name: &str, value: u32) -> Source {
        let text = format!(
            "package a;\n\nclass {name} {{\n    @Test\n    void is_{value}() {{\n        check({value});\n    }}\n}}\n"
        );
        Source { path: format!("a/{name}.java"), text, methods: 1, invocations: vec![u64::from(value)] }
    }

    fn states(out: &Path, sources: &[Source], change: impl FnOnce(&mut Options)) -> Generated {
        let mut options = Options::new(out.into(), out.to_owned());
        change(&mut options);
        let mut report = Generated::default();
        let modules = Modules::of(out, &[]);
        write(sources, &Conventions::default(), &modules, &options, &mut report).unwrap();
        report
    }

    fn tests_in(out: &Path, name: &str) -> Vec<String> {
        let text = fs::read_to_string(out.join(format!("a/{name}.java"))).unwrap();
        let outline = reenact_java::outline::Outline::of(&text).unwrap();
        outline.members.iter().map(|member| member.name.to_owned()).collect()
    }

    /// A second recording adds its tests, and takes none away.
    #[test]
    fn tests_that_are_there_stay() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        let state = |report: &Generated| (report.files[0].state.clone(), report.files[0].retained);
        assert_eq!(state(&states(out, &[source("T", 1)], |_| ())), ("new".into(), 0));
        assert_eq!(state(&states(out, &[source("T", 2)], |_| ())), ("changed".into(), 1));
        assert_eq!(tests_in(out, "T"), ["is_2", "is_1"]);
        // Nothing is new in either of them now.
        for value in [1, 2] {
            assert_eq!(state(&states(out, &[source("T", value)], |_| ())).0, "same");
        }
        assert_eq!(state(&states(out, &[source("T", 3)], |options| options.update = true)).0, "changed");
        assert_eq!(tests_in(out, "T"), ["is_3"]);
    }

    #[test]
    fn an_edited_file_is_left_alone_and_the_others_are_written() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        states(out, &[source("T", 1)], |_| ());
        let path = out.join("a/T.java");
        let edited = fs::read_to_string(&path).unwrap().replace("check(1)", "check(1 + 0)");
        fs::write(&path, &edited).unwrap();
        for update in [false, true] {
            let report = states(out, &[source("T", 2), source("U", 2)], |options| options.update = update);
            let states: Vec<&str> = report.files.iter().map(|file| file.state.as_str()).collect();
            assert_eq!(states, ["edited", if update { "same" } else { "new" }]);
            assert_eq!(report.findings[0].code.name(), "file-edited");
            assert_eq!(fs::read_to_string(&path).unwrap(), edited);
        }
    }

    #[test]
    fn a_diff_changes_nothing() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        states(out, &[source("T", 1)], |_| ());
        let before = fs::read_to_string(out.join("a/T.java")).unwrap();
        let report = states(out, &[source("T", 2), source("U", 2)], |options| options.diff = true);
        let diff = report.diff.unwrap();
        assert!(diff.contains("--- a/a/T.java\n+++ b/a/T.java\n"), "{diff}");
        assert!(diff.contains("+    void is_2() {") && !diff.contains("-    void is_1"), "{diff}");
        assert!(diff.contains("--- /dev/null\n+++ b/a/U.java\n"), "{diff}");
        assert_eq!(fs::read_to_string(out.join("a/T.java")).unwrap(), before);
        assert!(!out.join("a/U.java").exists());
    }
}
