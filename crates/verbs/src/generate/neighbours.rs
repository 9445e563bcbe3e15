//! The conventions of the project that tests are written into, from the files that are there, `.editorconfig` and Checkstyle.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_build::checkstyle::Checkstyle;
use reenact_build::own::OwnBuild;
use reenact_java::conventions::{Conventions, Indent};
use reenact_java::{Habits, mark};
use reenact_report::generated::Learned;

/// Files that are read at most; conventions show in fewer.
const FILES: usize = 400;
/// Longer files are mostly generated.
const LONGEST: u64 = 1 << 20;
/// Directories that are looked at at most.
const DIRECTORIES: usize = 20_000;

/// Learns the conventions of the tests in a directory; without any, those of the project's other sources. Settings of
/// `.editorconfig` and rules of Checkstyle replace habits.
pub fn conventions(out: &Path) -> Learnt {
    let out = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let mut conventions = learn(&out);
    let mut from = out.clone();
    if conventions.longest_line.is_none()
        && let Some(module) = out.ancestors().find(|above| is_module(above))
    {
        from = module.join("src/main/java");
        // Code has no assertions to learn from, and its lines may be of any length.
        conventions = Conventions { longest_line: None, ..learn(&from) };
        if conventions.files == 0 {
            // The root of a project with modules has no code itself.
            from = module.to_owned();
            conventions = learn(&from);
        }
    }
    let mut origins = Vec::new();
    if conventions.files > 0 {
        let from = format!("{} in {}", count(conventions.files), shown(&from));
        origins.push(Learned { from, what: words(&conventions) });
    }
    if let Some((settings, path)) = editor_settings(&out) {
        let mut what = Vec::new();
        if settings.tabs.is_some() || settings.columns.is_some() {
            let learnt = conventions.indent.unwrap_or(Indent { tabs: false, columns: 4 });
            let tabs = settings.tabs.unwrap_or(learnt.tabs);
            let indent = Indent { tabs, columns: settings.columns.unwrap_or(learnt.columns) };
            what.push(indent_words(indent));
            conventions.indent = Some(indent);
        }
        if let Some(width) = settings.width {
            what.push(format!("{width} columns"));
            conventions.longest_line = settings.width;
        }
        origins.extend(Some(Learned { from: shown(&path), what }).filter(|learned| !learned.what.is_empty()));
    }
    if let Some(rules) = OwnBuild::of(&out).and_then(|build| build.checkstyle()) {
        let what = follow(&rules, &mut conventions);
        origins.extend(
            Some(Learned { from: shown(&rules.file), what }).filter(|learned| !learned.what.is_empty()),
        );
    }
    Learnt { conventions, origins }
}

/// The conventions of a project, and the files that they were learnt from.
pub struct Learnt {
    pub conventions: Conventions,
    pub origins: Vec<Learned>,
}

/// Applies the rules of Checkstyle, and returns them in words.
fn follow(rules: &Checkstyle, conventions: &mut Conventions) -> Vec<String> {
    let mut what = Vec::new();
    if let Some(columns) = rules.line_length {
        conventions.longest_line = Some(columns);
        what.push(format!("{columns} columns"));
    }
    // Tests may be final where no rule asks for it; the rule only adds.
    conventions.habits.final_locals |= rules.final_locals;
    conventions.habits.final_parameters |= rules.final_parameters;
    if let Some(trailing) = rules.trailing_operators {
        conventions.habits.trailing_operators = trailing;
    }
    let habits = Habits {
        final_locals: rules.final_locals,
        final_parameters: rules.final_parameters,
        trailing_operators: rules.trailing_operators == Some(true),
    };
    what.extend(habit_words(habits));
    what
}

/// Returns conventions in words.
fn words(conventions: &Conventions) -> Vec<String> {
    let mut what = Vec::new();
    if conventions.header.is_some() {
        what.push("comment above the package".to_owned());
    }
    if conventions.imports.is_some() {
        what.push("order of imports".to_owned());
    }
    what.extend(conventions.indent.map(indent_words));
    what.extend(conventions.longest_line.map(|columns| format!("{columns} columns")));
    what.extend(habit_words(conventions.habits));
    what
}

fn indent_words(indent: Indent) -> String {
    if indent.tabs { "tabs".to_owned() } else { format!("indent of {}", indent.columns) }
}

fn habit_words(habits: Habits) -> Vec<String> {
    let words = [
        (habits.final_locals, "final variables"),
        (habits.final_parameters, "final parameters"),
        (habits.trailing_operators, "operators at the ends of lines"),
    ];
    words.into_iter().filter(|(is_habit, _)| *is_habit).map(|(_, words)| words.to_owned()).collect()
}

fn count(files: usize) -> String {
    if files == 1 { "1 file".to_owned() } else { format!("{files} files") }
}

/// A path as a user would write it: below the current directory if it is there.
pub fn shown(path: &Path) -> String {
    let path: PathBuf = path.components().collect();
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    match below {
        Some(here) if here.as_os_str().is_empty() => ".".to_owned(),
        _ => below.unwrap_or(&path).display().to_string(),
    }
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

/// Reads the files from the directory upwards, to the one that calls itself the root. The nearest file counts most, and is
/// returned with the settings.
fn editor_settings(out: &Path) -> Option<(EditorSettings, PathBuf)> {
    let mut settings = EditorSettings::default();
    let mut nearest = None;
    for directory in out.ancestors() {
        let path = directory.join(".editorconfig");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        nearest = nearest.or(Some(path));
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
    Some((settings, nearest?))
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
        let Learnt { conventions: learnt, origins } = conventions(&tests);
        let origin = |at: usize| (origins[at].from.clone(), origins[at].what.join(", "));
        let sources = format!("1 file in {}", main.display());
        assert_eq!(origin(0), (sources, "comment above the package, indent of 2".to_owned()));
        let settings = project.path().join(".editorconfig").display().to_string();
        assert_eq!(origin(1), (settings, "90 columns".to_owned()));
        assert_eq!(learnt.header.as_deref(), Some("// Main"));
        assert_eq!(learnt.indent, Some(Indent { tabs: false, columns: 2 }));
        assert_eq!(learnt.longest_line, Some(90));
        fs::write(tests.join("ATest.java"), "// Test\npackage a;\nclass ATest {\n\tint a;\n}\n").unwrap();
        let own = mark::marked("// Own\npackage a;\nclass BTest {\n int a;\n}\n");
        fs::write(tests.join("BTest.java"), &own).unwrap();
        fs::write(tests.join("CTest.java"), &own).unwrap();
        let learnt = conventions(&tests).conventions;
        assert_eq!(learnt.header.as_deref(), Some("// Test"));
        assert_eq!(learnt.indent, Some(Indent { tabs: true, columns: 4 }));
    }

    #[test]
    fn rules_of_checkstyle_are_followed() {
        let project = tempfile::tempdir().unwrap();
        let tests = project.path().join("src/test/java");
        fs::create_dir_all(&tests).unwrap();
        fs::write(tests.join("ATest.java"), "package a;\nclass ATest {\n  int a;\n}\n").unwrap();
        let pom =
            "<project>checkstyle<includeTestSourceDirectory>true</includeTestSourceDirectory></project>";
        fs::write(project.path().join("pom.xml"), pom).unwrap();
        let rules = "<module name='Checker'><module name='FinalParameters'/>\
                     <module name='LineLength'><property name='max' value='110'/></module></module>";
        fs::write(project.path().join("checkstyle.xml"), rules).unwrap();
        let Learnt { conventions: learnt, origins } = conventions(&tests);
        assert_eq!(learnt.longest_line, Some(110));
        assert_eq!(learnt.habits, Habits { final_parameters: true, ..Habits::default() });
        assert_eq!(origins[1].from, project.path().join("checkstyle.xml").display().to_string());
        assert_eq!(origins[1].what, ["110 columns", "final parameters"]);
    }
}
