//! How a driver's JVM is started.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use super::archive;
use super::jvm::CRASH_FILE;
use crate::java::joined;
use crate::jdk::Jdk;
use crate::moved::{self, Moved};
use reenact_host::{Command, Sandbox};

/// How the driver's JVM is started.
#[derive(Clone, Debug)]
pub struct DriverOptions {
    /// The JDK, or runtime, that runs tests. Only a JDK can compile.
    pub jdk: Jdk,
    /// The class path: the subject, its libraries and JUnit, and the project's own test classes if these are
    /// what is run.
    pub class_path: Vec<PathBuf>,
    /// Entries of the class path whose classes are loaded once, even where others are loaded anew: libraries
    /// whose static state does not matter, for the time they take to load.
    pub kept: Vec<PathBuf>,
    /// Options of the JVM, such as `-Xmx1g` or `-Duser.language=tr`. They come after our own, and so win.
    pub vm_options: Vec<OsString>,
    /// Environment variables to set, or with `None` to hide.
    pub environment: Vec<(OsString, Option<OsString>)>,
    /// Its clock and host name.
    pub moved: Moved,
    /// Where it runs; an empty directory of its own by default, as its temporary files always are.
    pub directory: Option<PathBuf>,
    /// The value of `-agentpath:`, path and options.
    pub agent: Option<OsString>,
    /// Whether the JVM may use the network. [`super::Driver::confinement`] says whether the system can enforce it.
    pub network: bool,
    /// Where the JVM may write besides its own directories; `None` lets it write wherever we may.
    /// [`super::Driver::confinement`] says whether the system can enforce it.
    pub writes: Option<Vec<PathBuf>>,
    /// Whether the JVM may start any program, where `writes` keeps it from writing.
    pub programs: bool,
    /// Whether `assert` statements count, as build tools have it.
    pub assertions: bool,
    /// How long the JVM may take to start.
    pub start_limit: Duration,
}

impl DriverOptions {
    /// A JVM with the network of ours and nothing else of ours.
    pub fn new(jdk: &Jdk, class_path: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        DriverOptions {
            jdk: jdk.clone(),
            class_path: class_path.into_iter().map(Into::into).collect(),
            kept: Vec::new(),
            vm_options: Vec::new(),
            environment: Vec::new(),
            moved: Moved::default(),
            directory: None,
            agent: None,
            network: true,
            writes: None,
            programs: false,
            assertions: true,
            start_limit: Duration::from_secs(60),
        }
    }

    /// The class path as the JVM will see it: it does not run where we do.
    pub(super) fn absolute(mut self) -> Self {
        for path in self.class_path.iter_mut().chain(&mut self.kept).chain(self.directory.as_mut()) {
            *path = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        }
        self
    }

    /// The jars that the JVM's class path begins with: the driver, then JUnit. See [`super::archive`].
    pub(super) fn start_of_class_path(&self, program: &Path) -> Vec<PathBuf> {
        [program.to_path_buf()].into_iter().chain(archive::junit_first(&self.class_path).0).collect()
    }

    /// Whether the JVM may be given an archive.
    pub(super) fn takes_archive(&self) -> bool {
        let is_other = |option: &OsString| {
            let text = option.to_string_lossy();
            text.starts_with("-XX:SharedArchiveFile") || text.starts_with("-Xshare")
        };
        // Agents see every class as it is loaded, and an archive only slows that down.
        self.agent.is_none() && !self.vm_options.iter().any(is_other)
    }

    /// The command that starts the driver. The class path begins with `start`; `home` is a directory for this JVM
    /// alone; in it are made the ones that it works in.
    pub(super) fn command(
        &self,
        start: &[PathBuf],
        archive: Option<&Path>,
        home: &Path,
        pipes: [&Path; 2],
    ) -> io::Result<Command> {
        let (work, temporary) = (home.join("work"), home.join("tmp"));
        fs::create_dir_all(&work)?;
        fs::create_dir_all(&temporary)?;
        let mut command = Command::new(self.jdk.java());
        command = command.args(self.own_options()).arg(prefixed("-Djava.io.tmpdir=", &temporary));
        if let Some(agent) = &self.agent {
            let mut option = OsString::from("-agentpath:");
            option.push(agent);
            command = command.arg(option);
        }
        command = command.arg(prefixed("-XX:ErrorFile=", &home.join(CRASH_FILE)));
        if let Some(archive) = archive {
            // One that does not fit is not used, without a message.
            command = command.arg(prefixed("-XX:SharedArchiveFile=", archive)).arg("-Xlog:cds=off");
        }
        command = command.args(&self.vm_options);
        let class_path = [start.to_vec(), archive::junit_first(&self.class_path).1].concat();
        command = command.args(class_path_arguments(&class_path, &self.jdk, home)?);
        command = command.arg("reenact.driver.Main").args(pipes);
        command = command.current_dir(self.directory.as_deref().unwrap_or(&work));
        command = without_sneaking_options(command);
        // Without a locale that has them, file names that are not ASCII do not reach the JVM.
        if !has_utf8_locale() {
            command = command.env("LC_CTYPE", "C.UTF-8");
        }
        for (name, value) in &self.environment {
            command = match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command = moved::preloaded(command, &self.moved, home)?;
        Ok(match self.network && self.writes.is_none() {
            true => command,
            false => command.sandbox(self.sandbox(home)),
        })
    }

    fn sandbox(&self, home: &Path) -> Sandbox {
        let everything = || PathBuf::from("/");
        let (mut writable, mut programs) = (vec![home.to_owned()], vec![self.jdk.home.clone()]);
        match &self.writes {
            Some(writes) => {
                writable.extend(writes.iter().chain(&self.directory).cloned());
                programs.extend(self.programs.then(everything));
            }
            None => {
                writable.push(everything());
                programs.push(everything());
            }
        }
        Sandbox { writable, programs, network: self.network }
    }

    /// Many small tests are over before the optimising compiler pays off, and a small heap needs no collector with
    /// threads of its own.
    fn own_options(&self) -> Vec<&'static str> {
        let mut options = vec!["-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"];
        let is_collector = |option: &OsString| {
            let text = option.to_string_lossy();
            text.starts_with("-XX:+Use") && text.ends_with("GC")
        };
        if !self.vm_options.iter().any(is_collector) {
            options.push("-XX:+UseSerialGC");
        }
        if self.jdk.version.feature >= 9 {
            options.push("-XX:-CreateCoredumpOnCrash");
        }
        if self.assertions {
            options.push("-ea");
        }
        options
    }
}

/// `-cp` and its value, in a file if the launcher reads those: class paths outgrow what a command line may hold.
fn class_path_arguments(entries: &[PathBuf], jdk: &Jdk, home: &Path) -> io::Result<Vec<OsString>> {
    if jdk.version.feature < 9 {
        return Ok(vec!["-cp".into(), joined(entries)]);
    }
    let mut text = b"-cp \"".to_vec();
    for &byte in joined(entries).as_encoded_bytes() {
        match byte {
            b'\n' => text.extend(b"\\n"),
            b'\r' => text.extend(b"\\r"),
            b'"' | b'\\' => text.extend([b'\\', byte]),
            _ => text.push(byte),
        }
    }
    text.extend(b"\"\n");
    let file = home.join("class-path");
    fs::write(&file, text)?;
    Ok(vec![prefixed("@", &file)])
}

/// Hides variables that add options to every JVM: they are not the subject's.
pub(super) fn without_sneaking_options(command: Command) -> Command {
    let sneaking = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];
    sneaking.into_iter().fold(command, |command, variable| command.env_remove(variable))
}

/// An option with a path in it.
pub(super) fn prefixed(prefix: &str, value: &Path) -> OsString {
    let mut option = OsString::from(prefix);
    option.push(value);
    option
}

/// Whether the locale of our environment encodes names as UTF-8; the first variable that is set decides.
fn has_utf8_locale() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let is_utf8 = |value: &OsStr| {
        let value = value.to_string_lossy().to_ascii_lowercase();
        value.ends_with("utf-8") || value.ends_with("utf8")
    };
    set.into_iter().find(|value| !value.is_empty()).is_some_and(|value| is_utf8(&value))
}
