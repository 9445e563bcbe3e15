//! Compiling Java sources with a JDK's own `javac`.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::java::joined;
use crate::jdk::Jdk;
use reenact_host::{Command, ProcessError};

/// A `javac` command line in the making.
///
/// Sources are read as UTF-8, and messages are in English whatever the user's locale is. Options
/// that the environment would sneak in (JDK_JAVAC_OPTIONS, JAVA_TOOL_OPTIONS) are not taken.
#[derive(Clone, Debug)]
pub struct Javac {
    jdk: Jdk,
    class_path: Vec<PathBuf>,
    options: Vec<OsString>,
    vm_options: Vec<OsString>,
    limit: Duration,
}

/// The result of javac.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Warnings, in the order of the output.
    pub warnings: Vec<Diagnostic>,
    /// All of javac's output.
    pub output: String,
}

/// One error or warning of javac's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is, unless it is about no place, such as an unknown option.
    pub position: Option<(PathBuf, u32)>,
    /// The message, without the source line and its caret.
    pub message: String,
    /// All lines of it as javac printed them, the first one too.
    pub text: String,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The sources were rejected.
    Error,
    /// They were not.
    Warning,
}

/// Why nothing was compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// This is a runtime without compiler.
    #[error("{}/bin has no javac; install the JDK of which this is the runtime", .0.display())]
    NoCompiler(PathBuf),
    /// javac did not run to its end.
    #[error("{0}")]
    Process(#[from] ProcessError),
    /// The output directory or the argument file could not be written.
    #[error("{}: cannot be written ({source})", .path.display())]
    Io {
        /// The file to write.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The sources do not compile.
    #[error("javac gave up with {} errors:\n{output}", .errors.len())]
    Rejected {
        /// The errors, in the order of the output.
        errors: Vec<Diagnostic>,
        /// All of javac's output.
        output: String,
    },
}

impl Javac {
    /// The compiler of a JDK, with ten minutes to work.
    pub fn new(jdk: &Jdk) -> Self {
        Javac {
            jdk: jdk.clone(),
            class_path: Vec::new(),
            options: Vec::new(),
            vm_options: Vec::new(),
            limit: Duration::from_secs(600),
        }
    }

    /// Adds class-path entries. Without any the class path is empty: CLASSPATH and the working
    /// directory are not looked at.
    pub fn class_path(mut self, entries: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.class_path.extend(entries.into_iter().map(Into::into));
        self
    }

    /// Adds options of javac's, such as `-parameters`.
    pub fn options(mut self, options: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.options.extend(options.into_iter().map(Into::into));
        self
    }

    /// Adds options of the JVM that runs javac, such as `-Xmx1g`.
    pub fn vm_options(mut self, options: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.vm_options.extend(options.into_iter().map(Into::into));
        self
    }

    /// Gives javac this much time.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Compiles source files into a directory, which is made if need be.
    pub fn compile(&self, sources: &[PathBuf], out: &Path) -> Result<Compiled, CompileError> {
        let javac = self.jdk.javac().ok_or_else(|| CompileError::NoCompiler(self.jdk.home.clone()))?;
        let unwritable = |path: &Path, source| CompileError::Io { path: path.to_path_buf(), source };
        std::fs::create_dir_all(out).map_err(|error| unwritable(out, error))?;

        // Class paths and lists of sources outgrow what a command line may hold: they go into a file.
        let class_path = if self.class_path.is_empty() { "".into() } else { joined(&self.class_path) };
        let own: [&OsStr; 6] = [
            "-encoding".as_ref(),
            "UTF-8".as_ref(),
            "-d".as_ref(),
            out.as_ref(),
            "-cp".as_ref(),
            &class_path,
        ];
        let options = self.options.iter().map(OsString::as_os_str);
        let arguments = own.into_iter().chain(options).chain(sources.iter().map(|path| path.as_os_str()));
        let temporary = std::env::temp_dir();
        let mut file = tempfile::NamedTempFile::new().map_err(|error| unwritable(&temporary, error))?;
        for argument in arguments {
            file.write_all(&quoted(argument)).map_err(|error| unwritable(file.path(), error))?;
        }

        let mut argument_file = OsString::from("@");
        argument_file.push(file.path());
        let finished = Command::new(javac)
            .args(["-J-Dfile.encoding=UTF-8", "-J-Duser.language=en", "-J-Duser.country=US"])
            .args(self.vm_options.iter().map(|option| {
                let mut passed = OsString::from("-J");
                passed.push(option);
                passed
            }))
            .arg(argument_file)
            // File names that are not ASCII need a locale that has them.
            .env("LC_ALL", "C.UTF-8")
            .env_remove("JDK_JAVAC_OPTIONS")
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("_JAVA_OPTIONS")
            .run(self.limit)?;
        let output = finished.stderr.text() + &finished.stdout.text();
        let diagnostics = diagnostics(&output);
        let of =
            |severity| diagnostics.iter().filter(move |diagnostic| diagnostic.severity == severity).cloned();
        match finished.status.success() {
            true => Ok(Compiled { warnings: of(Severity::Warning).collect(), output }),
            false => Err(CompileError::Rejected { errors: of(Severity::Error).collect(), output }),
        }
    }
}

/// An argument as a line of an argument file.
fn quoted(argument: &OsStr) -> Vec<u8> {
    let mut line = vec![b'"'];
    for &byte in argument.as_encoded_bytes() {
        match byte {
            b'\n' => line.extend(b"\\n"),
            b'\r' => line.extend(b"\\r"),
            b'"' | b'\\' => line.extend([b'\\', byte]),
            _ => line.push(byte),
        }
    }
    line.extend(b"\"\n");
    line
}

/// Reads javac's output. A diagnostic begins with `file:line: error: `, `error: ` or the like; what
/// follows up to the next one belongs to it.
fn diagnostics(output: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut lines = output.lines().filter(|line| !is_count(line) && !line.starts_with("Note: ")).peekable();
    while let Some(line) = lines.next() {
        let is_caret = |line: &&str| line.trim() == "^";
        if let Some(diagnostic) = first_line(line) {
            found.push(diagnostic);
        } else if let Some(last) = found.last_mut() {
            let _ = write!(last.text, "\n{line}");
            // The source line is the one above the caret, and neither is part of the message.
            if !is_caret(&line) && lines.peek().is_none_or(|next| !is_caret(next)) {
                let _ = write!(last.message, "\n{}", line.trim());
            }
        }
    }
    found
}

fn first_line(line: &str) -> Option<Diagnostic> {
    let (at, severity, word) = [(Severity::Error, "error: "), (Severity::Warning, "warning: ")]
        .into_iter()
        .filter_map(|(severity, word)| Some((line.find(word)?, severity, word)))
        .min_by_key(|&(at, ..)| at)?;
    let position = match line[..at].strip_suffix(": ") {
        None if at == 0 => None,
        None => return None,
        Some(place) => {
            let (file, number) = place.rsplit_once(':')?;
            Some((PathBuf::from(file), number.parse().ok()?))
        }
    };
    Some(Diagnostic {
        severity,
        position,
        message: line[at + word.len()..].to_owned(),
        text: line.to_owned(),
    })
}

/// Whether this is the line `2 errors` that ends javac's output.
fn is_count(line: &str) -> bool {
    let words = ["error", "errors", "warning", "warnings"];
    line.split_once(' ').is_some_and(|(count, word)| count.parse::<u32>().is_ok() && words.contains(&word))
}

#[cfg(test)]
mod tests;
