//! The rules of a project's Checkstyle that generated code can follow.
//!
//! The configuration is looked for where the build files say; rules of plugins and of other files are not read. Formatting
//! that Checkstyle asks for in other ways is learnt from the project's own tests, which pass it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::xml::Element;

/// The rules for tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkstyle {
    /// The configuration file.
    pub file: PathBuf,
    /// Columns that a line may have (`LineLength`).
    pub line_length: Option<usize>,
    /// Whether local variables must be final (`FinalLocalVariable`).
    pub final_locals: bool,
    /// Whether parameters must be final (`FinalParameters`).
    pub final_parameters: bool,
    /// Whether operators end lines, or begin them (`OperatorWrap`).
    pub trailing_operators: Option<bool>,
}

/// Checkstyle's own limit, if a configuration gives none.
const LINE_LENGTH: usize = 80;

/// Places of the configuration that need not be named: Gradle's, and those that are usual with Maven.
const PLACES: [&str; 3] =
    ["config/checkstyle/checkstyle.xml", "src/checkstyle/checkstyle.xml", "checkstyle.xml"];

impl Checkstyle {
    /// Finds the rules in build files, the module's first, if these check tests too.
    pub(crate) fn of(files: &[(PathBuf, String)]) -> Option<Checkstyle> {
        let directories: Vec<&Path> = files.iter().filter_map(|(file, _)| file.parent()).collect();
        let is_maven = files.iter().any(|(file, _)| file.ends_with("pom.xml"));
        let is_checked = match is_maven {
            // Its plugin checks the tests only if this is set.
            true => files.iter().any(|(_, text)| {
                text.contains("checkstyle") && text.contains("<includeTestSourceDirectory>true<")
            }),
            false => files.iter().any(|(_, text)| text.contains("checkstyle")),
        };
        if !is_checked {
            return None;
        }
        let named = files.iter().filter_map(|(_, text)| element_text(text, "configLocation"));
        let mut candidates: Vec<PathBuf> = named.flat_map(|named| located(&named, files)).collect();
        candidates.extend(directories.iter().flat_map(|directory| PLACES.map(|place| directory.join(place))));
        let file = candidates.into_iter().find(|path| path.is_file())?;
        let rules = Checkstyle::parse(&fs::read_to_string(&file).ok()?)?;
        Some(Checkstyle { file, ..rules })
    }

    fn parse(text: &str) -> Option<Checkstyle> {
        let root = Element::parse(text).ok()?;
        let mut rules = Checkstyle::default();
        let mut open = vec![&root];
        while let Some(element) = open.pop() {
            open.extend(element.children.iter().filter(|child| child.name == "module"));
            let property = |name: &str| {
                let is_named = |child: &&Element| child.attribute("name") == Some(name);
                element.children.iter().find(is_named)?.attribute("value")
            };
            match element.attribute("name").unwrap_or_default() {
                "LineLength" => {
                    rules.line_length =
                        Some(property("max").and_then(|max| max.parse().ok()).unwrap_or(LINE_LENGTH));
                }
                "FinalLocalVariable" => rules.final_locals = true,
                "FinalParameters" => rules.final_parameters = true,
                "OperatorWrap" => rules.trailing_operators = Some(property("option") == Some("eol")),
                _ => {}
            }
        }
        Some(rules)
    }
}

/// Returns the text of the first element of a name.
fn element_text(text: &str, name: &str) -> Option<String> {
    let (_, behind) = text.split_once(&format!("<{name}>"))?;
    let (value, _) = behind.split_once(&format!("</{name}>"))?;
    Some(value.trim().to_owned())
}

/// Returns the files that a path with Maven's expressions may mean: properties are replaced, and directories of the
/// project are those of the build files, one after the other.
fn located(path: &str, files: &[(PathBuf, String)]) -> Vec<PathBuf> {
    const DIRECTORIES: [&str; 4] =
        ["basedir", "project.basedir", "maven.multiModuleProjectDirectory", "session.executionRootDirectory"];
    let mut path = path.to_owned();
    // A property may be made of others; one that is made of itself ends here.
    for _ in 0..8 {
        let named = path.split("${").skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()));
        let Some(name) = named.into_iter().find(|name| !DIRECTORIES.contains(&&**name)) else { break };
        let Some(value) = files.iter().find_map(|(_, text)| element_text(text, &name)) else { break };
        path = path.replace(&format!("${{{name}}}"), &value);
    }
    let directories = files.iter().filter_map(|(file, _)| file.parent());
    directories
        .map(|directory| {
            let mut path = path.clone();
            for name in DIRECTORIES {
                path = path.replace(&format!("${{{name}}}"), &directory.to_string_lossy());
            }
            directory.join(path)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"<module name="Checker">
        <module name="LineLength"><property name="max" value="120"/></module>
        <module name="TreeWalker">
          <module name="FinalLocalVariable"/>
          <module name="OperatorWrap"><property name="option" value="eol"/></module>
        </module></module>"#;

    #[test]
    fn rules_are_read() {
        let rules = Checkstyle::parse(RULES).unwrap();
        let expected = Checkstyle {
            line_length: Some(120),
            final_locals: true,
            trailing_operators: Some(true),
            ..Checkstyle::default()
        };
        assert_eq!(rules, expected);
        let usual =
            r#"<module name="Checker"><module name="LineLength"/><module name="OperatorWrap"/></module>"#;
        let rules = Checkstyle::parse(usual).unwrap();
        assert_eq!((rules.line_length, rules.trailing_operators), (Some(80), Some(false)));
        assert_eq!(Checkstyle::parse("<module"), None);
    }

    #[test]
    fn the_configuration_is_found_by_the_build_files() {
        let project = tempfile::tempdir().unwrap();
        let module = project.path().join("core");
        let rules = project.path().join("conf/rules.xml");
        fs::create_dir_all(&module).unwrap();
        fs::create_dir_all(rules.parent().unwrap()).unwrap();
        fs::write(&rules, RULES).unwrap();
        let parent = |tests: &str| {
            format!(
                "<project><properties><rules>${{top}}/conf/rules.xml</rules></properties>checkstyle\
                 <configLocation>${{rules}}</configLocation>{tests}</project>"
            )
        };
        let files = |tests: &str| {
            let own = "<project><properties><top>${basedir}/..</top></properties></project>".to_owned();
            vec![(module.join("pom.xml"), own), (project.path().join("pom.xml"), parent(tests))]
        };
        assert_eq!(Checkstyle::of(&files("")), None);
        let tests = "<includeTestSourceDirectory>true</includeTestSourceDirectory>";
        let found = Checkstyle::of(&files(tests)).unwrap();
        assert_eq!(fs::canonicalize(found.file).unwrap(), fs::canonicalize(&rules).unwrap());
        // Gradle's plugin checks tests by default.
        let gradle = vec![(project.path().join("build.gradle"), "plugins { id 'checkstyle' }".to_owned())];
        assert_eq!(Checkstyle::of(&gradle), None);
        fs::create_dir_all(project.path().join("config/checkstyle")).unwrap();
        fs::write(project.path().join(PLACES[0]), RULES).unwrap();
        assert!(Checkstyle::of(&gradle).unwrap().final_locals);
    }
}
