//! Launching a Java program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::jdk::Jdk;
use reenact_host::Command;

/// A `java` command line in the making.
#[derive(Clone, Debug)]
pub struct Java {
    launcher: PathBuf,
    class_path: Vec<PathBuf>,
    vm_options: Vec<OsString>,
    program: Vec<OsString>,
}

impl Java {
    /// Runs a main class, by its binary name.
    pub fn main_class(jdk: &Jdk, name: &str) -> Self {
        Java::new(jdk, vec![name.into()])
    }

    /// Runs a jar; the class path is the jar's own.
    pub fn jar(jdk: &Jdk, jar: impl AsRef<Path>) -> Self {
        Java::new(jdk, vec!["-jar".into(), jar.as_ref().into()])
    }

    fn new(jdk: &Jdk, program: Vec<OsString>) -> Self {
        Java { launcher: jdk.java(), class_path: Vec::new(), vm_options: Vec::new(), program }
    }

    /// Adds class-path entries.
    pub fn class_path(mut self, entries: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.class_path.extend(entries.into_iter().map(Into::into));
        self
    }

    /// Adds an option of the JVM, such as `-Xmx1g`.
    pub fn vm_option(mut self, option: impl Into<OsString>) -> Self {
        self.vm_options.push(option.into());
        self
    }

    /// Adds an argument of the program.
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.program.push(arg.into());
        self
    }

    /// The command, to which environment, directory and input can be added before it is run.
    pub fn command(self) -> Command {
        let mut command = Command::new(&self.launcher).args(&self.vm_options);
        if !self.class_path.is_empty() {
            command = command.arg("-cp").arg(joined(&self.class_path));
        }
        command.args(&self.program)
    }
}

/// Class-path entries as one string. An entry is taken as it is: one that contains a colon would be
/// split by java, and there is no way to write it.
pub(crate) fn joined(entries: &[PathBuf]) -> OsString {
    let entries: Vec<&std::ffi::OsStr> = entries.iter().map(|entry| entry.as_os_str()).collect();
    entries.join(":".as_ref())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_part_is_where_java_expects_it() {
        let jdk = Jdk::find(17).unwrap();
        let java = Java::main_class(&jdk, "p.Main").class_path(["a.jar", "b"]).arg("-x").vm_option("-Xmx1g");
        assert_eq!(java.command().to_string(), "java -Xmx1g -cp a.jar:b p.Main -x");
        assert_eq!(Java::jar(&jdk, "app.jar").arg("y").command().to_string(), "java -jar app.jar y");
    }

    #[test]
    fn a_source_program_runs() {
        let jdk = Jdk::find(17).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let source = directory.path().join("Main.java");
        let program = "class Main { public static void main(String[] args) {
            System.out.print(System.getProperty(\"key\") + args[0] + System.getenv(\"WORD\")); } }";
        std::fs::write(&source, program).unwrap();
        // The launcher takes the path of a source file in the place of a main class.
        let java = Java::main_class(&jdk, source.to_str().unwrap()).vm_option("-Dkey=1").arg("2");
        let finished = java.command().env("WORD", "3").run(Duration::from_secs(60)).unwrap();
        assert_eq!(finished.stdout.text(), "123", "{}", finished.stderr.text());
    }
}
