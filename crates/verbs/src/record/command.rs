//! How the agent gets into the JVMs of a command.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use reenact_build::project::BuildTool;
use reenact_jvm::agent::LIBRARY;
use reenact_jvm::launcher::Launch;

use super::Error;

/// The variable from which every HotSpot JVM takes options.
pub const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// Variables from which `java` takes options.
const OPTION_VARIABLES: [&str; 3] = [TOOL_OPTIONS, "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// Parts of the names of main classes and jars that build tools run tests with: Surefire's and Gradle's.
const TEST_JVMS: [&str; 3] = ["surefirebooter", "ForkedBooter", "GradleWorkerMain"];

/// A command that will be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCommand {
    /// As it was given: a program may care for the name it is called by.
    pub program: OsString,
    pub arguments: Vec<OsString>,
    pub way: Way,
}

/// How the agent gets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As the first argument of `java`: one JVM.
    Argument,
    /// Through the environment: any number of JVMs.
    Environment,
}

impl RecordedCommand {
    /// Finds the program of a command.
    pub fn resolve(command: &[OsString]) -> Result<RecordedCommand, Error> {
        let variables =
            OPTION_VARIABLES.iter().filter_map(|name| env::var_os(name).map(|value| (*name, value)));
        RecordedCommand::resolve_in(command, env::var_os("PATH").as_deref(), &variables.collect::<Vec<_>>())
    }

    fn resolve_in(
        command: &[OsString],
        path: Option<&OsStr>,
        variables: &[(&'static str, OsString)],
    ) -> Result<RecordedCommand, Error> {
        let (program, arguments) = command.split_first().ok_or(Error::NoCommand)?;
        let file = find(program, path).ok_or_else(|| Error::NoProgram {
            program: program.to_string_lossy().into_owned(),
            on_path: if has_slash(program) { "" } else { " on PATH" },
        })?;
        let names_agent = |text: &OsStr| {
            let name = LIBRARY.as_bytes();
            text.as_bytes().windows(name.len()).any(|bytes| bytes == name)
        };
        if arguments.iter().any(|argument| names_agent(argument)) {
            return Err(Error::TwoAgents { place: "an argument" });
        }
        if let Some((place, _)) = variables.iter().find(|(_, value)| names_agent(value)) {
            return Err(Error::TwoAgents { place });
        }
        Ok(RecordedCommand { program: program.clone(), arguments: arguments.to_vec(), way: way(&file) })
    }

    /// Returns the arguments of `java`, if the command is one.
    pub fn launch(&self) -> Option<Launch> {
        (self.way == Way::Argument).then(|| Launch::parse(&self.arguments))
    }

    /// Returns the build tool that the command runs.
    fn build_tool(&self) -> Option<BuildTool> {
        match Path::new(&self.program).file_name()?.to_str()? {
            "gradle" | "gradlew" => Some(BuildTool::Gradle),
            "mvn" | "mvnw" | "mvnd" => Some(BuildTool::Maven),
            _ => None,
        }
    }

    /// Returns why no test ran and what to do, if the command is a build and none of the JVMs with these main classes is
    /// one that its build tool runs tests in.
    pub fn no_tests<'a>(
        &self,
        mut main_classes: impl Iterator<Item = &'a str>,
        has_failed: bool,
    ) -> Option<(String, String)> {
        let tool = self.build_tool()?;
        let is_test_jvm = |main_class: &str| TEST_JVMS.iter().any(|part| main_class.contains(part));
        if main_classes.any(is_test_jvm) {
            return None;
        }
        if has_failed {
            let message = "the build failed before it started a JVM for tests".to_owned();
            return Some((message, "read what it says above".to_owned()));
        }
        let skips = self.arguments.iter().filter_map(|argument| argument.to_str()).find(|argument| {
            ["-DskipTests", "-Dmaven.test.skip", "-DskipITs"].iter().any(|skip| argument.starts_with(skip))
        });
        Some(match (tool, skips) {
            (BuildTool::Gradle, _) => (
                "Gradle started no JVM for tests: a task that is UP-TO-DATE or FROM-CACHE runs nothing"
                    .to_owned(),
                "add --rerun-tasks to the command, or run `cleanTest test`".to_owned(),
            ),
            (BuildTool::Maven, Some(skip)) => (
                format!("Maven started no JVM for tests: the command has {skip}"),
                format!("leave {skip} out"),
            ),
            (BuildTool::Maven, None) => (
                "Maven started no JVM for tests: the command runs no phase with tests, or no test was found"
                    .to_owned(),
                "run `mvn test`; Surefire finds classes named *Test, Test*, *Tests and *TestCase, and with \
                 forkCount=0 it runs them in Maven's own JVM"
                    .to_owned(),
            ),
        })
    }

    /// Returns notes to show before the command runs.
    pub fn notes(&self) -> Vec<String> {
        let is_gradle = self.build_tool() == Some(BuildTool::Gradle);
        let has_no_daemon = self.arguments.iter().any(|argument| argument == "--no-daemon");
        if is_gradle && !has_no_daemon {
            return vec![
                "Gradle works in a daemon: one that runs already is not recorded, and one that starts now \
                 records on; add --no-daemon to the command"
                    .to_owned(),
            ];
        }
        Vec::new()
    }
}

/// The file of a program: a path, or a name that is looked for on PATH.
fn find(program: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    let is_program = |path: &Path| {
        fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    };
    if has_slash(program) {
        return Some(PathBuf::from(program)).filter(|path| is_program(path));
    }
    env::split_paths(path?).map(|directory| directory.join(program)).find(|path| is_program(path))
}

fn has_slash(program: &OsStr) -> bool {
    program.as_bytes().contains(&b'/')
}

/// A launcher is called `java`, or is a link to what is called so. Version managers put scripts of that name
/// in its place, which hand their arguments on.
fn way(file: &Path) -> Way {
    let is_java = |path: &Path| path.file_name() == Some("java".as_ref());
    let is_launcher = is_java(file) || fs::canonicalize(file).is_ok_and(|real| is_java(&real));
    if is_launcher { Way::Argument } else { Way::Environment }
}

/// The value of `JAVA_TOOL_OPTIONS` with one more option.
pub fn with_tool_options(existing: Option<&OsStr>, option: &str) -> OsString {
    let mut value = OsString::new();
    if let Some(existing) = existing.filter(|existing| !existing.is_empty()) {
        value.push(existing);
        value.push(" ");
    }
    value.push(quoted(option));
    value
}

/// A word as the JVM reads it there: white space separates, quotes of both kinds keep it, and there is no
/// other way to write a quote than within quotes of the other kind.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && c != '\'' && c != '"';
    if word.chars().all(is_plain) {
        return word.to_owned();
    }
    if let Some(quote) = ['"', '\''].into_iter().find(|&quote| !word.contains(quote)) {
        return format!("{quote}{word}{quote}");
    }
    let mut out = String::with_capacity(word.len() + 2);
    let mut open: Option<char> = None;
    for c in word.chars() {
        let quote = match c {
            '\'' => Some('"'),
            '"' => Some('\''),
            c if c.is_whitespace() => Some(open.unwrap_or('"')),
            _ => None,
        };
        if let Some(quote) = quote.filter(|quote| open != Some(*quote)) {
            out.extend(open);
            out.push(quote);
            open = Some(quote);
        }
        out.push(c);
    }
    out.extend(open);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    /// A directory with programs of these names.
    fn programs(names: &[&str]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for name in names {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        directory
    }

    #[test]
    fn java_by_any_name_takes_an_argument_and_the_rest_the_environment() {
        let bin = programs(&["java", "mvn", "javac"]);
        std::os::unix::fs::symlink("java", bin.path().join("jdk25")).unwrap();
        let path = Some(bin.path().as_os_str());
        let way = |line: &str| RecordedCommand::resolve_in(&words(line), path, &[]).unwrap().way;
        assert_eq!(way("java -jar a.jar"), Way::Argument);
        assert_eq!(way("jdk25 Main"), Way::Argument);
        assert_eq!(way(&format!("{}/java Main", bin.path().display())), Way::Argument);
        assert_eq!(way("mvn test"), Way::Environment);
        assert_eq!(way("javac A.java"), Way::Environment);
        let subject = RecordedCommand::resolve_in(&words("java -cp a Main b"), path, &[]).unwrap();
        assert_eq!((subject.program, subject.arguments), ("java".into(), words("-cp a Main b")));
    }

    #[test]
    fn a_build_without_a_jvm_for_tests_is_explained() {
        let said = |line: &str, main_classes: &[&str]| {
            let words = words(line);
            let (program, arguments) = (words[0].clone(), words[1..].to_vec());
            let command = RecordedCommand { program, arguments, way: Way::Environment };
            let has_failed = line.ends_with("broken");
            let explained = command.no_tests(main_classes.iter().copied(), has_failed);
            explained.map(|(message, help)| format!("{message}; {help}"))
        };
        assert!(said("mvn broken", &["Launcher"]).unwrap().starts_with("the build failed before"));
        let launcher = "org.codehaus.plexus.classworlds.launcher.Launcher";
        let gradle = said("./gradlew test", &["org.gradle.wrapper.GradleWrapperMain"]).unwrap();
        assert!(gradle.contains("UP-TO-DATE") && gradle.contains("--rerun-tasks"), "{gradle}");
        assert!(
            said("gradle test", &["worker.org.gradle.process.internal.worker.GradleWorkerMain"]).is_none()
        );
        assert!(said("mvn -q -DskipTests package", &[launcher]).unwrap().contains("leave -DskipTests out"));
        assert!(said("/opt/mvn test", &[launcher]).unwrap().contains("no test was found"));
        assert!(said("mvn test", &[launcher, "/shop/target/surefire/surefirebooter123.jar"]).is_none());
        assert!(said("make test", &["com.acme.Main"]).is_none());
    }

    #[test]
    fn what_cannot_run_is_named() {
        let bin = programs(&["java"]);
        fs::write(bin.path().join("notes"), "").unwrap();
        let path = Some(bin.path().as_os_str());
        let error =
            |line: &str| RecordedCommand::resolve_in(&words(line), path, &[]).unwrap_err().to_string();
        assert!(error("jva -version").starts_with("no program `jva` on PATH; give its path"));
        assert!(error("notes").starts_with("no program `notes` on PATH"), "it cannot be run");
        assert!(error("./gradlew test").starts_with("no program `./gradlew`; "));
        assert!(error("").starts_with("there is no command to run"));
        assert!(error("java -agentpath:/x/libreenact_agent.so Main").contains("already (an argument)"));
        let variable = ("JDK_JAVA_OPTIONS", OsString::from("-agentpath:/x/libreenact_agent.so"));
        let error = RecordedCommand::resolve_in(&words("java Main"), path, &[variable]).unwrap_err();
        assert!(error.to_string().contains("already (JDK_JAVA_OPTIONS)"));
    }

    #[test]
    fn options_are_added_to_those_that_are_there() {
        let with = |existing: Option<&str>| with_tool_options(existing.map(OsStr::new), "-x");
        assert_eq!(with(None), "-x");
        assert_eq!(with(Some("")), "-x");
        assert_eq!(with(Some("-Da='b c'")), "-Da='b c' -x");
    }

    /// As `Arguments::parse_options_buffer` in HotSpot does it.
    fn read_by_jvm(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut chars = text.chars().peekable();
        loop {
            while chars.next_if(|c| c.is_ascii_whitespace()).is_some() {}
            if chars.peek().is_none() {
                return words;
            }
            let mut word = String::new();
            while let Some(c) = chars.next_if(|c| !c.is_ascii_whitespace()) {
                if c == '\'' || c == '"' {
                    word.extend(chars.by_ref().take_while(|&inner| inner != c));
                } else {
                    word.push(c);
                }
            }
            words.push(word);
        }
    }

    #[test]
    fn quoting_survives_the_jvm() {
        let words = [
            "-agentpath:/a/b.so=out=/x",
            "-agentpath:/with space/b.so=out=/x y\tz",
            "it's",
            "\"",
            "a 'b' \"c\" d",
            "' \"",
            "ends in space ",
        ];
        for word in words {
            assert_eq!(read_by_jvm(&quoted(word)), [word], "{}", quoted(word));
            let both = with_tool_options(Some(OsStr::new("-Xmx1g")), word).into_string().unwrap();
            assert_eq!(read_by_jvm(&both), ["-Xmx1g", word]);
        }
        assert_eq!(quoted("-agentpath:/a/b.so=out=/x"), "-agentpath:/a/b.so=out=/x");
        assert_eq!(quoted("-agentpath:/a b.so"), "\"-agentpath:/a b.so\"");
    }

    #[test]
    fn gradle_is_warned_of_its_daemon() {
        let subject = |line: &str| {
            let words = words(line);
            RecordedCommand {
                program: words[0].clone(),
                arguments: words[1..].to_vec(),
                way: Way::Environment,
            }
        };
        assert_eq!(subject("./gradlew test").notes().len(), 1);
        assert_eq!(subject("gradle --no-daemon test").notes().len(), 0);
        assert_eq!(subject("mvn test").notes().len(), 0);
    }
}
