//! The environment of every benchmark of the agent: a JDK, the agent's library, the drivers of
//! `bench/subjects/`, jars, and a directory that is removed afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_conformance::corpus;
use reenact_host::{Command, Finished, Scratch};
use reenact_jvm::{Java, Javac, Jdk};
use reenact_wire::AgentOptions;

use crate::recorded::Figures;
use crate::{Result, cpu};

/// The drivers' sources.
const SUBJECTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/subjects");

/// The jars that drivers use, by artifact.
const LIBRARIES: [&str; 3] = ["pdfbox-app", "h2", "jsoup"];

const LIBRARY_NAME: &str = "libreenact_agent.so";

/// Nothing here takes as long, unless it hangs.
pub const TIME_LIMIT: Duration = Duration::from_secs(1800);

/// Arguments of all benchmarks of the agent.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Directory of the JDK [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME", global = true)]
    pub jdk: Option<PathBuf>,

    /// The agent's library [default: beside this program]
    #[arg(long, value_name = "FILE", global = true)]
    pub agent: Option<PathBuf>,

    /// Leave the agent out everywhere: whatever differs then is noise
    #[arg(long, global = true, conflicts_with = "agent")]
    pub plain: bool,

    /// Spring Boot jar of spring-projects/spring-petclinic
    #[arg(long, value_name = "JAR", global = true)]
    pub petclinic: Option<PathBuf>,

    /// Keep recordings, outputs and crash logs in this directory
    #[arg(long, value_name = "DIRECTORY", global = true)]
    pub keep: Option<PathBuf>,
}

/// See the module's text.
pub struct Environment {
    pub jdk: Jdk,
    /// A Spring Boot jar, if one was given.
    pub petclinic: Option<PathBuf>,
    /// None if the agent is to be left out.
    agent: Option<PathBuf>,
    directory: PathBuf,
    /// Removes the directory, unless it is to be kept.
    scratch: Option<Scratch>,
    class_path: Vec<PathBuf>,
    /// Options of every JVM from now on, besides.
    pub vm_options: Vec<String>,
}

/// A recording to be made.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// Options of the agent, such as `include=com.acme.**`.
    pub options: &'a str,
    /// Its path within the environment's directory.
    pub name: &'a str,
}

/// A program that ended well.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub elapsed: Duration,
    /// User and system time of all of it.
    pub cpu: Duration,
}

impl Environment {
    /// Finds everything and compiles the drivers.
    pub fn open(arguments: &Arguments) -> Result<Environment> {
        let jdk = match &arguments.jdk {
            Some(home) => Jdk::at(home)?,
            None => Jdk::find(17)?,
        };
        let agent = match arguments.plain {
            true => None,
            false => Some(find_agent(arguments.agent.as_deref())?),
        };
        let petclinic = arguments.petclinic.as_deref().map(existing).transpose()?;
        let scratch = match arguments.keep {
            Some(_) => None,
            None => Some(Scratch::new("reenact-bench-")?),
        };
        let directory = match (&arguments.keep, &scratch) {
            (Some(kept), _) => {
                fs::create_dir_all(kept).map_err(|error| format!("{}: {error}", kept.display()))?;
                fs::canonicalize(kept)?
            }
            (None, Some(scratch)) => scratch.path().to_path_buf(),
            (None, None) => unreachable!("one of them is there"),
        };
        let mut environment = Environment {
            jdk,
            petclinic,
            agent,
            directory,
            scratch,
            class_path: Vec::new(),
            vm_options: Vec::new(),
        };
        // One of an earlier run would be shown as that of this one.
        let _ = fs::remove_file(environment.crash_log());
        environment.compile_drivers()?;
        Ok(environment)
    }

    fn compile_drivers(&mut self) -> Result<()> {
        eprintln!("compiling the drivers");
        let libraries = LIBRARIES.into_iter().map(jar).collect::<Result<Vec<PathBuf>>>()?;
        let mut sources: Vec<PathBuf> = fs::read_dir(SUBJECTS)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
            .collect();
        sources.sort();
        self.class_path = self.compile(&sources, "drivers", &libraries)?;
        Ok(())
    }

    /// Compiles sources as a build tool would, and gives the class path of the outcome.
    pub fn compile(&self, sources: &[PathBuf], name: &str, libraries: &[PathBuf]) -> Result<Vec<PathBuf>> {
        let classes = self.path(name);
        let javac = Javac::new(&self.jdk).options(["--release", "17", "-g", "-parameters"]);
        javac.class_path(libraries).compile(sources, &classes)?;
        Ok(std::iter::once(classes).chain(libraries.iter().cloned()).collect())
    }

    /// A place in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Returns whether runs "with the agent" have one.
    pub fn has_agent(&self) -> bool {
        self.agent.is_some()
    }

    /// A launch of one of the drivers.
    pub fn driver(&self, main_class: &str) -> Java {
        Java::main_class(&self.jdk, &format!("dev.reenact.bench.{main_class}")).class_path(&self.class_path)
    }

    /// Adds the agent, if there is something to record.
    pub fn with_agent<'a>(&self, java: Java, recording: impl Into<Option<Recording<'a>>>) -> Result<Java> {
        let (Some(agent), Some(recording)) = (&self.agent, recording.into()) else { return Ok(java) };
        let mut options: AgentOptions = recording.options.parse()?;
        options.out = self.path(recording.name).to_string_lossy().into_owned();
        // A recording of an earlier run that was kept is not added to.
        let _ = fs::remove_dir_all(&options.out);
        Ok(java.vm_option(format!("-agentpath:{}={}", agent.display(), options.encode()?)))
    }

    /// The figures of a recording, by the name it was given; none if the agent is left out. The recording
    /// goes, unless it is to be kept.
    pub fn figures(&self, recording: &str, read: fn(&Path) -> Result<Figures>) -> Result<Option<Figures>> {
        if !self.has_agent() {
            return Ok(None);
        }
        let figures = read(&self.path(recording))?;
        for fault in figures.faults.iter().take(5) {
            eprintln!("  {recording}: {fault}");
        }
        self.discard(recording);
        Ok(Some(figures))
    }

    /// Removes a recording that will not be read, unless everything is to be kept.
    pub fn discard(&self, recording: &str) {
        if self.scratch.is_some() {
            let _ = fs::remove_dir_all(self.path(recording));
        }
    }

    /// A launch as a command, in the environment's directory and without what the environment would add.
    pub fn command(&self, java: Java) -> Command {
        let java = java
            .vm_option("-Djava.awt.headless=true")
            // Servers leave directories behind, and it is not for us to find them elsewhere.
            .vm_option(format!("-Djava.io.tmpdir={}", self.directory.display()))
            .vm_option(format!("-Dpdfbox.fontcache={}", self.directory.display()))
            .vm_option(format!("-XX:ErrorFile={}", self.crash_log().display()));
        let java = self.vm_options.iter().fold(java, |java, option| java.vm_option(option));
        let sneaking = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];
        let command = java.command().current_dir(&self.directory).keep_output(64 << 20);
        sneaking.iter().fold(command, |command, variable| command.env_remove(variable))
    }

    /// The file in which the JVM reports a crash.
    fn crash_log(&self) -> PathBuf {
        self.path("hs_err.log")
    }

    /// Runs a launch to its end, which must be a good one.
    pub fn run(&self, java: Java) -> Result<Ran> {
        self.run_within(java, TIME_LIMIT)
    }

    /// The same with a limit of its own.
    pub fn run_within(&self, java: Java, limit: Duration) -> Result<Ran> {
        self.run_command(self.command(java), limit)
    }

    /// The same with what a launch became.
    pub fn run_command(&self, command: Command, limit: Duration) -> Result<Ran> {
        let name = command.to_string();
        let before = cpu::of_ended_children().ok_or("/proc/self/stat cannot be read")?;
        let finished = command.run(limit)?;
        let cpu = cpu::of_ended_children().unwrap_or_default() - before;
        self.check(&name, &finished)?;
        let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
        Ok(Ran { stdout, stderr, elapsed: finished.elapsed, cpu })
    }

    /// An error with all there is to know of a program that did not end well.
    pub fn check(&self, name: &str, finished: &Finished) -> Result<()> {
        // A service that was asked to end says so with this code: 128 and SIGTERM.
        if finished.status.success() || finished.status.code() == Some(143) {
            return Ok(());
        }
        let mut message = format!("`{name}` ended with {}", finished.status);
        let crash = fs::read_to_string(self.crash_log()).unwrap_or_default();
        for (title, text, lines) in [
            ("output", finished.stdout.text(), 20),
            ("error output", finished.stderr.text(), 60),
            ("crash log", crash, 90),
        ] {
            if !text.is_empty() {
                let shown: Vec<&str> = text.lines().take(lines).collect();
                message.push_str(&format!("\n--- its {title}:\n{}", shown.join("\n")));
            }
        }
        Err(message.into())
    }
}

impl Ran {
    /// A figure that a driver printed.
    pub fn figure(&self, name: &str) -> Result<f64> {
        let found = self.stdout.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        Ok(found.ok_or_else(|| format!("the driver did not say its `{name}`:\n{}", self.stdout))?)
    }
}

/// The jar of an artifact in the corpus.
pub fn jar(artifact: &str) -> Result<PathBuf> {
    jar_among(corpus(), artifact)
        .map_err(|_| format!("no {artifact} in crates/conformance/corpus/pom.xml").into())
}

/// The jar of an artifact among some.
pub fn jar_among(jars: &[PathBuf], artifact: &str) -> Result<PathBuf> {
    let is_it = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let version = name.strip_prefix(artifact).and_then(|rest| rest.strip_prefix('-'));
        version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
    };
    Ok(jars.iter().find(is_it).ok_or_else(|| format!("no {artifact}"))?.clone())
}

pub(crate) fn find_agent(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(given) = given {
        return existing(given);
    }
    let program = std::env::current_exe()?;
    let beside = program.with_file_name(LIBRARY_NAME);
    match beside.is_file() {
        true => Ok(beside),
        false => Err(format!(
            "no {}; build it with `cargo build --release -p reenact-agent`, name one with --agent, or leave it \
             out with --plain",
            beside.display()
        )
        .into()),
    }
}

fn existing(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()).into())
}
