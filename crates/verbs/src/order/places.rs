//! Where the code of tests is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reenact_classfile::attribute::Attribute;
use reenact_classfile::container::{Container, Options};
use reenact_classfile::{ClassFile, Member};
use reenact_jvm::class_path::open_target;
use reenact_report::order::Place;
use reenact_wire::driver::TestId;

use super::project::TestSuite;

/// Finds the source file and the first line of tests.
pub struct SourceLines<'s> {
    suite: &'s TestSuite,
    /// Lines of the methods of classes that were looked at: name, descriptor, line.
    classes: BTreeMap<String, Vec<(String, u32)>>,
    containers: Vec<std::sync::Arc<dyn Container>>,
}

impl<'s> SourceLines<'s> {
    pub fn new(suite: &'s TestSuite) -> Self {
        let reading = Options::for_release(suite.jvm.jdk.version.feature as u16);
        let opened = suite.test_classes.iter().filter_map(|place| open_target(place, &reading).ok());
        let containers = opened.filter_map(|opened| opened.containers.into_iter().next()).collect();
        SourceLines { suite, classes: BTreeMap::new(), containers }
    }

    /// Returns the place of a test, as far as it is known. A method that is inherited has the file of its class and no line.
    pub fn of(&mut self, test: &TestId) -> Place {
        let line = self.methods(&test.class).iter().find(|(name, _)| *name == test.method);
        let line = line.map(|(_, line)| *line);
        let file = source_file(self.suite, &test.class);
        Place { line: line.filter(|_| file.is_some()), file }
    }

    fn methods(&mut self, class: &str) -> &[(String, u32)] {
        if !self.classes.contains_key(class) {
            let name = class.replace('.', "/");
            let found = self.containers.iter().find_map(|container| {
                let classes = container.classes();
                let at = classes.binary_search_by(|entry| (*entry.name).cmp(&*name)).ok()?;
                lines(&container.read_class(at).ok()?)
            });
            self.classes.insert(class.to_owned(), found.unwrap_or_default());
        }
        &self.classes[class]
    }
}

/// Returns the first line of each method of a class file; the line of its declaration is mostly the one before.
fn lines(bytes: &[u8]) -> Option<Vec<(String, u32)>> {
    let class = ClassFile::parse(bytes).ok()?;
    let pool = class.pool();
    let line = |member: &Member<'_>| {
        let code = member.code(pool).ok()??;
        let table = code.attributes.find(pool, "LineNumberTable")?.parse(pool).ok()?;
        let Attribute::LineNumberTable(rows) = table else { return None };
        let first = rows.iter().map(|row| u32::from(row.line_number)).min()?;
        Some((member.name(pool).ok()?.to_string(), first))
    };
    Some(class.methods().iter().filter_map(line).collect())
}

/// Returns the source file of a class, as seen from the working directory.
fn source_file(suite: &TestSuite, class: &str) -> Option<String> {
    let package = class.rfind('.').map_or(0, |dot| dot + 1);
    let top = class[package..].find('$').filter(|at| *at > 0).map_or(class, |at| &class[..package + at]);
    let below = PathBuf::from(top.replace('.', "/") + ".java");
    let file = suite.test_sources.iter().map(|sources| sources.join(&below)).find(|file| file.is_file())?;
    let here = std::env::current_dir().unwrap_or_default();
    let shown: &Path = file.strip_prefix(&here).unwrap_or(&file);
    Some(shown.display().to_string())
}
