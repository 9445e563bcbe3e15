//! The environment of the benchmarks of attaching and of peers: a JDK, the agent's library, the drivers of
//! `bench/subjects/peers`, and the jars that those need.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_conformance::jars_of;
use reenact_host::Scratch;
use reenact_jvm::{Javac, Jdk};

use crate::Result;
use crate::environment::{Arguments, find_agent};

const SUBJECTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/subjects");

/// A JDK, the agent, and compiled drivers.
pub struct Setting {
    pub jdk: Jdk,
    pub agent: PathBuf,
    pub jars: Vec<PathBuf>,
    classes: PathBuf,
    scratch: Scratch,
}

impl Setting {
    /// Finds everything and compiles the drivers.
    pub fn open(arguments: &Arguments) -> Result<Setting> {
        let jdk = match &arguments.jdk {
            Some(home) => Jdk::at(home)?,
            None => Jdk::find(17)?,
        };
        let agent = find_agent(arguments.agent.as_deref())?;
        let peers = Path::new(SUBJECTS).join("peers");
        let jars = jars_of(&peers.join("pom.xml"));
        let scratch = Scratch::new("reenact-bench-")?;
        let mut sources = vec![Path::new(SUBJECTS).join("Clocks.java")];
        for entry in fs::read_dir(&peers)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "java") {
                sources.push(path);
            }
        }
        sources.sort();
        let classes = scratch.path().join("drivers");
        let javac = Javac::new(&jdk).options(["--release", "17", "-g", "-parameters"]);
        javac.class_path(&jars).compile(&sources, &classes)?;
        Ok(Setting { jdk, agent, jars, classes, scratch })
    }

    /// A place for files, removed at the end.
    pub fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// A command that runs a driver, without options of the environment.
    pub fn driver(
        &self,
        vm_options: &[String],
        main_class: &str,
        arguments: &[String],
    ) -> std::process::Command {
        let mut command = std::process::Command::new(self.jdk.java());
        for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
            command.env_remove(variable);
        }
        let paths = std::iter::once(&self.classes).chain(&self.jars);
        let class_path = std::env::join_paths(paths).unwrap_or_default();
        command.current_dir(self.scratch.path()).args(vm_options);
        command.arg(format!("-Djava.io.tmpdir={}", self.scratch.path().display()));
        command.arg("-cp").arg(class_path).arg(format!("dev.reenact.bench.{main_class}")).args(arguments);
        command
    }

    /// The option that loads the agent at the start of a JVM.
    pub fn agent_option(&self, recording: &Path, options: &str) -> String {
        format!("-agentpath:{}=out={},{options}", self.agent.display(), recording.display())
    }

    /// The jar of an artifact.
    pub fn jar(&self, artifact: &str) -> Result<&Path> {
        let name = |jar: &PathBuf| jar.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = self.jars.iter().find(|jar| name(jar).starts_with(artifact));
        Ok(found.ok_or_else(|| format!("no {artifact} in bench/subjects/peers/pom.xml"))?)
    }
}

/// Runs a driver to its end; returns what it printed.
pub fn output(mut command: std::process::Command) -> Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} ended with {}:\n{error}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A figure that a driver printed.
pub fn figure(output: &str, name: &str) -> Result<f64> {
    let found = output.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    Ok(found.ok_or_else(|| format!("the driver did not print `{name}`:\n{output}"))?)
}
