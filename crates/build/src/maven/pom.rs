//! The settings of compiling and testing in an effective POM.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::arguments::{interpolate, split};
use super::super::selection::{Fork, SUREFIRE_INCLUDES, TestSelection, class_pattern};
use super::super::xml::Element;
use super::super::{TestJvm, release};

/// A project in an effective POM: everything inherited, nearly everything filled in.
#[derive(Debug)]
pub(super) struct Pom {
    project: Element,
    properties: BTreeMap<String, String>,
}

impl Pom {
    /// All projects of a document that Maven's help plugin wrote: one, or several together.
    pub(super) fn all(text: &str) -> Result<Vec<Pom>, String> {
        let root = Element::parse(text)?;
        let projects = if root.name == "project" { vec![root] } else { root.children };
        Ok(projects.into_iter().filter(|project| project.name == "project").map(Pom::new).collect())
    }

    fn new(project: Element) -> Pom {
        let properties = project.children_at(&["properties"]).iter();
        let properties = properties.map(|property| (property.name.clone(), property.text.clone())).collect();
        Pom { project, properties }
    }

    pub(super) fn group(&self) -> &str {
        let of_parent = || self.project.text_at(&["parent", "groupId"]);
        self.project.text_at(&["groupId"]).or_else(of_parent).unwrap_or_default()
    }

    pub(super) fn artifact(&self) -> &str {
        self.project.text_at(&["artifactId"]).unwrap_or_default()
    }

    pub(super) fn packaging(&self) -> &str {
        self.project.text_at(&["packaging"]).unwrap_or("jar")
    }

    /// Where class files go.
    pub(super) fn output(&self, directory: &Path) -> PathBuf {
        directory.join(self.project.text_at(&["build", "outputDirectory"]).unwrap_or("target/classes"))
    }

    /// Where class files of tests go.
    pub(super) fn test_output(&self, directory: &Path) -> PathBuf {
        directory
            .join(self.project.text_at(&["build", "testOutputDirectory"]).unwrap_or("target/test-classes"))
    }

    /// Where the sources of tests are.
    pub(super) fn test_sources(&self, directory: &Path) -> PathBuf {
        directory.join(self.project.text_at(&["build", "testSourceDirectory"]).unwrap_or("src/test/java"))
    }

    /// The Java release that it is compiled for, if it says so.
    pub(super) fn release(&self) -> Option<u32> {
        let configured = |name: &str| self.configuration(COMPILER)?.text_at(&[name]);
        let property = |name: &str| self.properties.get(name).map(String::as_str);
        let written = configured("release")
            .or_else(|| property("maven.compiler.release"))
            .or_else(|| configured("target"))
            .or_else(|| property("maven.compiler.target"))
            .or_else(|| configured("source"))
            .or_else(|| property("maven.compiler.source"))?;
        release(&self.filled(written).0)
    }

    /// Options of javac's besides those.
    pub(super) fn compiler_options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let configuration = self.configuration(COMPILER);
        let is_true = |text: Option<&str>| text == Some("true");
        let written = configuration.and_then(|configuration| configuration.text_at(&["parameters"]));
        if is_true(written) || is_true(self.properties.get("maven.compiler.parameters").map(String::as_str)) {
            options.push("-parameters".to_owned());
        }
        if let Some(configuration) = configuration {
            options.extend(configuration.text_at(&["compilerArgument"]).map(str::to_owned));
            let arguments = configuration.children_at(&["compilerArgs"]);
            options.extend(arguments.iter().map(|argument| argument.text.clone()));
        }
        options
    }

    /// How Surefire starts the JVM of tests; values that only a run of the build knows are listed in `problems`.
    pub(super) fn test_jvm(&self, directory: &Path, problems: &mut Vec<String>) -> TestJvm {
        let empty = Element::default();
        let configuration = self.configuration(SUREFIRE).unwrap_or(&empty);
        // Without a configuration the parameter's own default is the property of its name.
        let line = configuration.text_at(&["argLine"]).or(self.properties.get("argLine").map(String::as_str));
        let (line, unknown) = self.filled(line.unwrap_or_default());
        for name in unknown.iter().filter(|name| *name != "argLine") {
            problems.push(format!(
                "Surefire's argLine refers to {name}, which only a run of the build knows; it was left out"
            ));
        }
        let mut properties = vec![("basedir".to_owned(), directory.display().to_string())];
        for property in configuration.children_at(&["systemProperties"]) {
            let part = |name| property.text_at(&[name]).unwrap_or_default().to_owned();
            properties.push((part("name"), part("value")));
        }
        let pairs = |name: &str| {
            let children = configuration.children_at(&[name]).iter();
            children.map(|child| (child.name.clone(), self.filled(&child.text).0)).collect::<Vec<_>>()
        };
        properties.extend(pairs("systemPropertyVariables"));
        TestJvm {
            options: split(&line),
            properties,
            environment: pairs("environmentVariables"),
            directory: directory.join(configuration.text_at(&["workingDirectory"]).unwrap_or_default()),
            assertions: configuration.text_at(&["enableAssertions"]) != Some("false"),
        }
    }

    /// The classes that Surefire runs; patterns of a form that is not known are listed in `problems`.
    pub(super) fn test_selection(&self, problems: &mut Vec<String>) -> TestSelection {
        let empty = Element::default();
        let configuration = self.configuration(SUREFIRE).unwrap_or(&empty);
        let mut patterns = |name: &str| -> Vec<String> {
            let written = configuration.children_at(&[name]).iter();
            // One element may have several, with commas between them.
            let written = written.flat_map(|child| child.text.split(',').map(str::trim).collect::<Vec<_>>());
            let mut known = Vec::new();
            for pattern in written.filter(|pattern| !pattern.is_empty()) {
                match class_pattern(&self.filled(pattern).0) {
                    Some(pattern) => known.push(pattern),
                    None => problems.push(format!("Surefire's pattern {pattern} in {name} is not applied")),
                }
            }
            known
        };
        let (mut includes, mut excludes) = (patterns("includes"), patterns("excludes"));
        if includes.is_empty() {
            includes = SUREFIRE_INCLUDES.map(str::to_owned).to_vec();
        }
        excludes.push("**/*$*.class".to_owned());
        let is = |name: &str, values: &[&str]| {
            configuration.text_at(&[name]).is_some_and(|text| values.contains(&text.trim()))
        };
        let is_forked = is("reuseForks", &["false"]) && !is("forkCount", &["0"])
            || is("forkMode", &["always", "pertest", "perTest", "perthread"]);
        TestSelection {
            includes,
            excludes,
            fork: if is_forked { Fork::PerClass } else { Fork::Shared },
            is_reversed: is("runOrder", &["reversealphabetical"]),
        }
    }

    /// Places that Surefire adds to the class path of tests.
    pub(super) fn additional_class_path(&self) -> Vec<PathBuf> {
        let configuration = self.configuration(SUREFIRE);
        let elements = configuration.map_or(&[][..], |it| it.children_at(&["additionalClasspathElements"]));
        elements.iter().map(|element| PathBuf::from(&element.text)).collect()
    }

    /// Libraries, as `group:artifact`, that Surefire takes from the class path of tests.
    pub(super) fn excluded(&self) -> Vec<String> {
        let configuration = self.configuration(SUREFIRE);
        let elements = configuration.map_or(&[][..], |it| it.children_at(&["classpathDependencyExcludes"]));
        elements.iter().map(|element| element.text.clone()).collect()
    }

    /// Returns true if settings of the dependency plugin leave libraries out of the lists that it makes.
    pub(super) fn filters_libraries(&self) -> bool {
        let is_filter = |setting: &Element| {
            let name = setting.name.strip_prefix("include").or_else(|| setting.name.strip_prefix("exclude"));
            let filters = ["Scope", "Types", "Classifiers", "GroupIds", "ArtifactIds", "Transitive"];
            name.is_some_and(|name| filters.contains(&name))
        };
        self.configuration(DEPENDENCY).is_some_and(|settings| settings.children.iter().any(is_filter))
    }

    /// The project as Maven wrote it.
    pub(super) fn project(&self) -> &Element {
        &self.project
    }

    /// Returns the configuration of a plugin's ordinary execution. Maven has merged the plugin's own into it.
    fn configuration(&self, (plugin, execution): (&str, &str)) -> Option<&Element> {
        let plugins = self.project.children_at(&["build", "plugins"]);
        let plugin = plugins.iter().find(|found| found.text_at(&["artifactId"]) == Some(plugin))?;
        let mut executions = plugin.children_at(&["executions"]).iter();
        let execution = executions.find(|found| found.text_at(&["id"]) == Some(execution));
        execution
            .and_then(|execution| execution.child("configuration"))
            .or_else(|| plugin.child("configuration"))
    }

    fn filled(&self, text: &str) -> (String, Vec<String>) {
        interpolate(text, &|name| self.properties.get(name).cloned())
    }
}

const COMPILER: (&str, &str) = ("maven-compiler-plugin", "default-compile");
const DEPENDENCY: (&str, &str) = ("maven-dependency-plugin", "default-cli");
const SUREFIRE: (&str, &str) = ("maven-surefire-plugin", "default-test");

#[cfg(test)]
mod tests {
    use super::*;

    fn pom(inner: &str) -> Pom {
        let text = format!("<project><groupId>g</groupId><artifactId>a</artifactId>{inner}</project>");
        Pom::all(&text).unwrap().remove(0)
    }

    fn plugin(name: &str, inner: &str) -> String {
        format!("<build><plugins><plugin><artifactId>{name}</artifactId>{inner}</plugin></plugins></build>")
    }

    #[test]
    fn releases_in_all_their_places() {
        let property = |name: &str, value: &str| format!("<properties><{name}>{value}</{name}></properties>");
        assert_eq!(pom("").release(), None);
        assert_eq!(pom(&property("maven.compiler.target", "1.8")).release(), Some(8));
        assert_eq!(pom(&property("maven.compiler.release", "21")).release(), Some(21));
        let configured = plugin(
            "maven-compiler-plugin",
            "<configuration><source>9</source><target>${t}</target></configuration>",
        );
        assert_eq!(pom(&(property("t", "11") + &configured)).release(), Some(11));
        assert_eq!(pom(&configured).release(), None, "a property that is not set");
    }

    #[test]
    fn the_jvm_of_tests() {
        let surefire = plugin(
            "maven-surefire-plugin",
            "<executions><execution><id>default-test</id><configuration>\
             <argLine>@{argLine} ${jacoco} -Dx=\"a b\"</argLine>\
             <systemProperties><property><name>old</name><value>1</value></property></systemProperties>\
             <systemPropertyVariables><new>2</new></systemPropertyVariables>\
             <environmentVariables><E>3</E></environmentVariables>\
             <workingDirectory>run</workingDirectory><enableAssertions>false</enableAssertions>\
             <classpathDependencyExcludes><x>g:b</x></classpathDependencyExcludes>\
             </configuration></execution></executions><configuration><argLine>no</argLine></configuration>",
        );
        let mut problems = Vec::new();
        let pom = pom(&surefire);
        let jvm = pom.test_jvm("/m".as_ref(), &mut problems);
        assert_eq!(jvm.options, ["-Dx=a b"]);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(jvm.properties, [pair("basedir", "/m"), pair("old", "1"), pair("new", "2")]);
        assert_eq!(jvm.environment, [pair("E", "3")]);
        assert_eq!((jvm.directory, jvm.assertions), (PathBuf::from("/m/run"), false));
        assert_eq!(pom.excluded(), ["g:b"]);
        assert_eq!(problems.len(), 1);
        assert!(
            problems[0].starts_with("Surefire's argLine refers to jacoco, which only a run"),
            "{problems:?}"
        );
    }

    #[test]
    fn the_classes_that_are_run() {
        let mut problems = Vec::new();
        let default = pom("").test_selection(&mut problems);
        assert!(default.contains("a.XTest") && !default.contains("a.XTest$In") && !default.contains("a.X"));
        assert_eq!((default.fork, problems.len()), (Fork::Shared, 0));
        let surefire = plugin(
            "maven-surefire-plugin",
            "<configuration><includes><include>**/*Spec.java, **/It*</include><include>%regex[x]</include></includes>\
             <excludes><exclude>**/Slow*.java</exclude></excludes><reuseForks>false</reuseForks>\
             <runOrder>reversealphabetical</runOrder></configuration>",
        );
        let chosen = pom(&surefire).test_selection(&mut problems);
        assert!(chosen.contains("a.XSpec") && chosen.contains("a.ItX") && !chosen.contains("a.SlowSpec"));
        assert!(!chosen.contains("a.XTest"));
        assert_eq!((chosen.fork, chosen.is_reversed), (Fork::PerClass, true));
        assert_eq!(problems, ["Surefire's pattern %regex[x] in includes is not applied"]);
    }

    #[test]
    fn the_property_is_the_default_of_the_parameter() {
        let mut problems = Vec::new();
        let jvm = pom("<properties><argLine>-Xmx1g -ea</argLine></properties>")
            .test_jvm("/m".as_ref(), &mut problems);
        assert_eq!((jvm.options, problems), (vec!["-Xmx1g".to_owned(), "-ea".to_owned()], vec![]));
        assert_eq!(jvm.directory, Path::new("/m"));
    }

    #[test]
    fn options_of_the_compiler_and_places() {
        let pom = pom(&plugin(
            "maven-compiler-plugin",
            "<configuration><parameters>true</parameters><compilerArgs><arg>-Xlint</arg></compilerArgs></configuration>",
        ));
        assert_eq!(pom.compiler_options(), ["-parameters", "-Xlint"]);
        assert_eq!(pom.output("/m".as_ref()), Path::new("/m/target/classes"));
        assert_eq!((pom.group(), pom.artifact(), pom.packaging()), ("g", "a", "jar"));
    }
}
