//! Edits of all Java sources of this repository: they parse again, and only insert.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_java::edit::{Addition, Import, SourceFile, When, unified_diff};

fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    let mut open = vec![root.join("subjects"), root.join("jvm"), root.join("crates/cli/tests/shapes")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap().map(Result::unwrap) {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|extension| extension == "java") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_edit_parses_again_and_only_inserts() {
    let (mut files, mut edits) = (0, 0);
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let file = SourceFile::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            files += 1;
            for class in file.classes().iter().filter(|class| class.is_class) {
                for when in [When::BeforeEach, When::AfterEach] {
                    let addition = Addition {
                        comment: Some("The state is shared.".into()),
                        imports: vec![
                            Import::of("org.acme.Registry", false),
                            Import::of("org.acme.All.now", true),
                        ],
                        ..Addition::new(vec!["Registry.reset();".into(), "now();".into()])
                    };
                    let edited = file.add_to_fixture(&class.binary_name, when, &addition).unwrap();
                    assert!(is_inserted(&text, &edited), "{}: {}", path.display(), class.binary_name);
                    let again = SourceFile::parse(&edited).unwrap();
                    assert_eq!(again.add_to_fixture(&class.binary_name, when, &addition).unwrap(), edited);
                    assert_eq!(again.classes().len(), file.classes().len());
                    let diff = unified_diff("A.java", &text, &edited);
                    let is_removed = |line: &&str| line.starts_with('-') && !line.starts_with("---");
                    // A line that has a whole body is broken; all others stay.
                    assert!(diff.lines().filter(is_removed).count() <= 1, "{}:\n{diff}", path.display());
                    edits += 1;
                }
            }
        }
    }
    assert!(files > 100 && edits > 200, "{files} files, {edits} edits");
}

/// Whether the second text is the first one with more in between.
fn is_inserted(before: &str, after: &str) -> bool {
    let mut rest = after.chars();
    before.chars().all(|char| rest.any(|other| other == char))
}
