//! Compiling in a warm JVM.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reenact_wire::driver::{Command, Compile, Diagnostic, DiagnosticKind, Event, Outcome};

use super::channel::Received;
use super::jvm::{Jvm, texts};
use super::{Driver, DriverError};

/// Sources to compile.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// Names such as `com/acme/ShopTest.java`, and texts.
    pub sources: Vec<(String, String)>,
    /// The class path; that of the driver's JVM is not added.
    pub class_path: Vec<PathBuf>,
    /// The Java release to compile for; `None` is that of the JVM.
    pub release: Option<u32>,
    /// Further options of javac's, such as `-parameters`. Annotation processors run only if enabled here.
    pub options: Vec<String>,
    /// How long it may take.
    pub limit: Duration,
}

impl Compilation {
    /// With ten minutes to work.
    pub fn new(sources: Vec<(String, String)>, class_path: Vec<PathBuf>) -> Self {
        let limit = Duration::from_secs(600);
        Compilation { sources, class_path, release: None, options: Vec::new(), limit }
    }
}

/// The result of a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// Whether there are class files. One error anywhere, and there are none.
    pub success: bool,
    /// Errors, warnings and notes, in the compiler's order.
    pub diagnostics: Vec<Diagnostic>,
    /// Other messages, such as of unknown options.
    pub extra: String,
}

impl Compiled {
    /// The errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.kind == DiagnosticKind::Error)
    }
}

/// A class file that is on no disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFileBytes {
    /// Where it belongs, such as `com/acme/ShopTest.class`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The result of compiling as many sources as possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompiledMost {
    /// Sources that were left out, by name, with their errors.
    pub left_out: Vec<(String, Vec<Diagnostic>)>,
    /// The messages about the rest.
    pub rest: Compiled,
}

impl Driver {
    /// Compiles into a directory, which is made if need be.
    pub fn compile(&mut self, compilation: &Compilation, out: &Path) -> Result<Compiled, DriverError> {
        let all: Vec<&(String, String)> = compilation.sources.iter().collect();
        self.compile_these(compilation, &all, out)
    }

    /// Compiles, and gives the class files, by path. There are none if there are errors.
    pub fn compile_to_bytes(
        &mut self,
        compilation: &Compilation,
    ) -> Result<(Compiled, Vec<ClassFileBytes>), DriverError> {
        let out = self.scratch_directory("classes")?;
        let compiled = self.compile(compilation, &out)?;
        let mut files = Vec::new();
        let read = collect(&out, String::new(), &mut files).and_then(|()| fs::remove_dir_all(&out));
        read.map_err(|source| DriverError::Scratch { path: out, source })?;
        Ok((compiled, files))
    }

    /// Compiles all sources that can be: those with errors are left out, and then those that needed them.
    pub fn compile_most(
        &mut self,
        compilation: &Compilation,
        out: &Path,
    ) -> Result<CompiledMost, DriverError> {
        let mut most = CompiledMost::default();
        let mut sources: Vec<&(String, String)> = compilation.sources.iter().collect();
        loop {
            most.rest = self.compile_these(compilation, &sources, out)?;
            let failing: BTreeSet<String> = most.rest.errors().map(|error| error.file.clone()).collect();
            let (out, kept): (Vec<_>, Vec<_>) =
                sources.iter().copied().partition(|(name, _)| failing.contains(name));
            // An error that is about no source is not mended by leaving one out.
            if most.rest.success || out.is_empty() {
                return Ok(most);
            }
            for (name, _) in out {
                let errors = most.rest.errors().filter(|error| error.file == *name).cloned().collect();
                most.left_out.push((name.clone(), errors));
            }
            sources = kept;
        }
    }

    fn compile_these(
        &mut self,
        compilation: &Compilation,
        sources: &[&(String, String)],
        out: &Path,
    ) -> Result<Compiled, DriverError> {
        if sources.is_empty() {
            return Ok(Compiled { success: true, ..Compiled::default() });
        }
        let out = std::path::absolute(out).unwrap_or_else(|_| out.to_path_buf());
        fs::create_dir_all(&out).map_err(|source| DriverError::Scratch { path: out.clone(), source })?;
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let class_path: Vec<PathBuf> = compilation.class_path.iter().map(absolute).collect();
        let command = Command::Compile(Compile {
            out: texts(std::slice::from_ref(&out))?.concat(),
            class_path: texts(&class_path)?,
            release: compilation.release,
            options: compilation.options.clone(),
            sources: sources.iter().map(|&source| source.clone()).collect(),
        });
        match self.ask(&command, compilation.limit)? {
            Event::Compiled { success, diagnostics, extra } => Ok(Compiled { success, diagnostics, extra }),
            event => Err(DriverError::unexpected(&event)),
        }
    }

    /// Sends a command that has one answer. A JVM that does not give it is of no use any more.
    pub(super) fn ask(&mut self, command: &Command, limit: Duration) -> Result<Event, DriverError> {
        loop {
            // Threads that earlier tests have left running may end the JVM at any time, and that is not the fault of this
            // command. In a new JVM there is nothing left over.
            let has_run_tests = self.jvm()?.runs > 0;
            match self.ask_once(command, limit) {
                Err(DriverError::Died { .. }) if has_run_tests => {}
                Err(error) => {
                    if !matches!(error, DriverError::Refused { .. }) {
                        self.kill();
                    }
                    return Err(error);
                }
                answer => return answer,
            }
        }
    }

    pub(super) fn ask_once(&mut self, command: &Command, limit: Duration) -> Result<Event, DriverError> {
        let deadline = Instant::now().checked_add(limit);
        let jvm = self.jvm()?;
        jvm.send(command)?;
        loop {
            match jvm.receive(deadline)? {
                Received::Event(Event::Refused { reason }) => return Err(DriverError::Refused { reason }),
                // Something that a test has left running.
                Received::Event(Event::Exiting { .. }) => {}
                Received::Event(event) => return Ok(event),
                Received::TimeUp => return Err(DriverError::TooSlow { limit }),
                Received::Ended => break,
            }
        }
        let end = self.take_jvm().map(Jvm::end);
        let (outcome, words) =
            end.map_or((Outcome::Crashed(0), String::new()), |end| (end.outcome, end.words));
        Err(DriverError::Died { outcome, words })
    }
}

/// All files below a directory, by their paths in it, in order.
fn collect(directory: &Path, prefix: String, files: &mut Vec<ClassFileBytes>) -> std::io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), name + "/", files)?;
        } else {
            files.push(ClassFileBytes { path: name, bytes: fs::read(entry.path())? });
        }
    }
    Ok(())
}
