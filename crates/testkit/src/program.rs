//! A compiled fixture.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_jvm::{Java, Jdk};

/// Far more than any test needs, on the slowest machine too: only a program that hangs comes up to it.
const TIME_LIMIT: Duration = Duration::from_secs(900);

/// A fixture's class files. They are shared with other tests: do not write there.
#[derive(Clone, Debug)]
pub struct Program {
    jdk: Jdk,
    classes: PathBuf,
}

impl Program {
    pub(crate) fn new(jdk: Jdk, classes: PathBuf) -> Self {
        Program { jdk, classes }
    }

    /// The same JDK with class files from elsewhere, such as rewritten ones.
    pub fn with_classes(&self, classes: impl Into<PathBuf>) -> Program {
        Program { jdk: self.jdk.clone(), classes: classes.into() }
    }

    /// The directory of its class files.
    pub fn classes(&self) -> &Path {
        &self.classes
    }

    /// A class file, by the class's internal name.
    #[track_caller]
    pub fn class_bytes(&self, name: &str) -> Vec<u8> {
        let path = self.classes.join(format!("{name}.class"));
        match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => panic!("no class {name} in the fixture ({}: {error})", path.display()),
        }
    }

    /// All class files, by the internal names of the classes.
    pub fn class_files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut directories = vec![(self.classes.clone(), String::new())];
        while let Some((directory, prefix)) = directories.pop() {
            for entry in fs::read_dir(&directory).expect("the fixture's classes").map(Result::unwrap) {
                let name = entry.file_name().into_string().unwrap();
                if entry.path().is_dir() {
                    directories.push((entry.path(), format!("{prefix}{name}/")));
                } else if let Some(class) = name.strip_suffix(".class") {
                    files.insert(format!("{prefix}{class}"), fs::read(entry.path()).unwrap());
                }
            }
        }
        files
    }

    /// A launch of a main class, to which options can be added; see [`run`].
    pub fn java(&self, main_class: &str) -> Java {
        Java::main_class(&self.jdk, main_class).class_path([&self.classes])
    }

    /// Runs a main class.
    #[track_caller]
    pub fn run(&self, main_class: &str, args: &[&str]) -> Ran {
        run(args.iter().fold(self.java(main_class), |java, arg| java.arg(arg)))
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
}

impl Ran {
    /// Returns the output of a program that must end with exit code 0.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "the program failed\n{}\n{}", self.stdout, self.stderr);
        self.stdout
    }
}

/// Runs a launch to its end, without what the environment would add to it.
#[track_caller]
pub fn run(java: Java) -> Ran {
    let sneaking = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];
    let command = sneaking.iter().fold(java.command(), |command, variable| command.env_remove(variable));
    match command.run(TIME_LIMIT) {
        Ok(finished) => Ran {
            stdout: finished.stdout.text(),
            stderr: finished.stderr.text(),
            code: finished.status.code(),
        },
        Err(error) => panic!("{error}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Fixture, jdk, jdks};

    const ECHO: &str = r#"
        public class Echo {
            public static void main(String[] args) {
                System.out.print(args[0]);
                System.err.print(System.getProperty("key"));
                System.exit(Integer.parseInt(args[1]));
            }
        }
    "#;

    #[test]
    fn a_program_runs_on_every_jdk() {
        for jdk in jdks() {
            let program = Fixture::parse(ECHO).compile(&jdk);
            assert_eq!(program.run("Echo", &["hi", "0"]).ok(), "hi");
            let ran = super::run(program.java("Echo").vm_option("-Dkey=value").arg("x").arg("3"));
            assert_eq!((&*ran.stdout, &*ran.stderr, ran.code), ("x", "value", Some(3)));
        }
    }

    #[test]
    #[should_panic(expected = "the program failed")]
    fn a_failing_program_is_not_ok() {
        Fixture::parse(ECHO).compile(&jdk()).run("Echo", &["hi", "1"]).ok();
    }

    #[test]
    #[should_panic(expected = "no class p/Absent in the fixture")]
    fn a_class_that_is_not_there() {
        Fixture::parse(ECHO).compile(&jdk()).class_bytes("p/Absent");
    }
}
