//! The conventions of the project that tests are written into, from the files that are there and `.editorconfig`.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_java::conventions::{Conventions, Indent};
use reenact_java::mark;

/// Files that are read at most; conventions show in fewer.
const FILES: usize = 400;
/// Longer files are mostly generated.
const LONGEST: u64 = 1 << 20;
/// Directories that are looked at at most.
const DIRECTORIES: usize = 20_000;

/// Learns the conventions of the tests in a directory; without any, those of the project's other sources.
pub fn conventions(out: &Path) -> Conventions {
    let out = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let mut conventions = learn(&out);
    if conventions.longest_line.is_none()
        && let Some(module) = out.ancestors().find(|above| is_module(above))
    {
        let main = learn(&module.join("src/main/java"));
        // Code has no assertions to learn from, and its lines may be of any length.
        conventions = Conventions { longest_line: None, ..main };
    }
    let settings = editor_settings(&out);
    if settings.tabs.is_some() || settings.columns.is_some() {
        let learnt = conventions.indent.unwrap_or(Indent { tabs: false, columns: 4 });
        let tabs = settings.tabs.unwrap_or(learnt.tabs);
        conventions.indent = Some(Indent { tabs, columns: settings.columns.unwrap_or(learnt.columns) });
    }
    if settings.width.is_some() {
        conventions.longest_line = settings.width;
    }
    conventions
}

fn is_module(directory: &Path) -> bool {
    ["pom.xml", "build.gradle", "build.gradle.kts"].iter().any(|file| directory.join(file).is_file())
}

/// Learns from all sources below a directory that Reenact did not write.
fn learn(directory: &Path) -> Conventions {
    let mut texts = Vec::new();
    let mut pending = vec![directory.to_owned()];
    let mut seen = 0;
    while let Some(directory) = pending.pop() {
        seen += 1;
        if seen > DIRECTORIES || texts.len() >= FILES {
            break;
        }
        let mut entries: Vec<PathBuf> =
            fs::read_dir(&directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            if metadata.is_dir() {
                pending.push(path);
            } else if metadata.is_file()
                && metadata.len() <= LONGEST
                && path.extension().is_some_and(|extension| extension == "java")
                && texts.len() < FILES
                && let Ok(bytes) = fs::read(&path)
            {
                let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
                texts.extend(Some(text).filter(|text| mark::unmarked(text).len() == text.len()));
            }
        }
    }
    Conventions::learn(texts.iter().map(String::as_str))
}

/// The settings of `.editorconfig` that concern Java.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct EditorSettings {
    tabs: Option<bool>,
    columns: Option<usize>,
    width: Option<usize>,
}

/// Reads the files from the directory upwards, to the one that calls itself the root. The nearest file counts most.
fn editor_settings(out: &Path) -> EditorSettings {
    let mut settings = EditorSettings::default();
    for directory in out.ancestors() {
        let Ok(text) = fs::read_to_string(directory.join(".editorconfig")) else { continue };
        let (found, is_root) = parse(&text);
        settings = EditorSettings {
            tabs: settings.tabs.or(found.tabs),
            columns: settings.columns.or(found.columns),
            width: settings.width.or(found.width),
        };
        if is_root {
            break;
        }
    }
    settings
}

/// The settings in a file, and whether it is the root.
fn parse(text: &str) -> (EditorSettings, bool) {
    let (mut settings, mut is_root) = (EditorSettings::default(), false);
    let (mut is_preamble, mut is_java) = (true, false);
    for line in text.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            is_preamble = false;
            is_java = is_of_java(section);
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase());
        match key.as_str() {
            "root" if is_preamble => is_root = value == "true",
            "indent_style" if is_java => settings.tabs = Some(value == "tab"),
            "indent_size" | "tab_width" if is_java => {
                settings.columns =
                    value.parse().ok().filter(|columns| (1..=8).contains(columns)).or(settings.columns);
            }
            "max_line_length" if is_java => {
                settings.width = value.parse().ok().filter(|width| (60..=200).contains(width));
            }
            _ => {}
        }
    }
    (settings, is_root)
}

/// Whether a section is about all files or about Java files.
fn is_of_java(section: &str) -> bool {
    match section.strip_prefix("*.").or(section.strip_prefix("**.")) {
        Some(names) => {
            let names = names.trim_start_matches('{').trim_end_matches('}');
            names.split(',').any(|name| matches!(name.trim(), "java" | "*"))
        }
        None => matches!(section, "*" | "**"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editor_settings_are_read() {
        let text = "root = true\n[*]\nindent_style = space\nindent_size=2\n[*.{kt,java}]\nindent_size = 4\n\
                    max_line_length = 120\n[*.md]\nindent_size = 8\n";
        let settings = EditorSettings { tabs: Some(false), columns: Some(4), width: Some(120) };
        assert_eq!(parse(text), (settings, true));
        assert_eq!(parse("max_line_length = off\n[*.java]\nmax_line_length=off"), Default::default());
    }

    #[test]
    fn tests_are_learnt_from_and_without_them_the_code() {
        let project = tempfile::tempdir().unwrap();
        let (tests, main) = (project.path().join("src/test/java"), project.path().join("src/main/java"));
        fs::create_dir_all(&tests).unwrap();
        fs::create_dir_all(&main).unwrap();
        fs::write(project.path().join("pom.xml"), "").unwrap();
        fs::write(project.path().join(".editorconfig"), "root=true\n[*.java]\nmax_line_length=90\n").unwrap();
        fs::write(main.join("A.java"), "// Main\npackage a;\nclass A {\n  int a;\n}\n").unwrap();
        let learnt = conventions(&tests);
        assert_eq!(learnt.header.as_deref(), Some("// Main"));
        assert_eq!(learnt.indent, Some(Indent { tabs: false, columns: 2 }));
        assert_eq!(learnt.longest_line, Some(90));
        fs::write(tests.join("ATest.java"), "// Test\npackage a;\nclass ATest {\n\tint a;\n}\n").unwrap();
        let own = mark::marked("// Own\npackage a;\nclass BTest {\n int a;\n}\n");
        fs::write(tests.join("BTest.java"), &own).unwrap();
        fs::write(tests.join("CTest.java"), &own).unwrap();
        let learnt = conventions(&tests);
        assert_eq!(learnt.header.as_deref(), Some("// Test"));
        assert_eq!(learnt.indent, Some(Indent { tabs: true, columns: 4 }));
    }
}
