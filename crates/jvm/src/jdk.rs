//! The JDKs on this machine.
//!
//! A JDK's `release` file has its version, which is read in microseconds; only a home without one is asked by
//! running its `java`. The list is the same whenever the machine is: newest first, each home once.

mod places;
mod version;

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

pub use places::Places;
pub use version::JavaVersion;

use reenact_host::{Command, ProcessError};

/// An installed JDK, or a runtime without compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its directory, symbolic links resolved.
    pub home: PathBuf,
    /// Its version.
    pub version: JavaVersion,
    /// Who built it, as the build itself says; empty if it does not.
    pub vendor: String,
    /// Where its own classes are.
    pub library: ClassLibrary,
}

/// Where a JDK keeps its own classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassLibrary {
    /// A runtime image, `lib/modules`: JDK 9 and newer.
    Image(PathBuf),
    /// `rt.jar` and the jars beside it, in the order of the boot class path: up to JDK 8.
    Jars(Vec<PathBuf>),
}

impl Jdk {
    /// All JDKs and runtimes on this machine, newest first.
    pub fn all() -> Vec<Jdk> {
        Places::of_this_machine().jdks()
    }

    /// The JDK to use where any from feature version `at_least` on will do: the one JAVA_HOME names
    /// if it is good enough, else the newest.
    pub fn find(at_least: u32) -> Result<Jdk, NoJdk> {
        Places::of_this_machine().find(at_least)
    }

    /// The JDK or runtime whose home this is.
    pub fn at(home: impl AsRef<Path>) -> Result<Jdk, JdkError> {
        let given = home.as_ref();
        let error = |problem| JdkError { home: given.to_path_buf(), problem };
        let mut home = fs::canonicalize(given).map_err(|source| error(Problem::Io(source)))?;
        // The runtime inside a JDK 8 is reached through `java` on PATH; the JDK is the whole.
        if home.ends_with("jre") && home.with_file_name("bin/java").is_file() {
            home.pop();
        }
        if !home.join("bin/java").is_file() {
            return Err(error(Problem::NoLauncher));
        }
        let library = ClassLibrary::of(&home).ok_or_else(|| error(Problem::NoClasses))?;
        let facts = match fs::read_to_string(home.join("release")).ok().and_then(|text| from_release(&text)) {
            Some(facts) => facts,
            None => ask(&home).map_err(error)?,
        };
        Ok(Jdk { home, version: facts.version, vendor: facts.vendor, library })
    }

    /// Its `java`.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// Its `javac`, unless this is a runtime only.
    pub fn javac(&self) -> Option<PathBuf> {
        Some(self.home.join("bin/javac")).filter(|javac| javac.is_file())
    }
}

impl ClassLibrary {
    fn of(home: &Path) -> Option<ClassLibrary> {
        let image = home.join("lib/modules");
        if image.is_file() {
            return Some(ClassLibrary::Image(image));
        }
        let lib =
            [home.join("jre/lib"), home.join("lib")].into_iter().find(|lib| lib.join("rt.jar").is_file())?;
        // The order of sun.boot.class.path, then the extension class loader's jars.
        let boot = ["resources", "rt", "sunrsasign", "jsse", "jce", "charsets", "jfr"];
        let boot =
            boot.map(|name| lib.join(name).with_extension("jar")).into_iter().filter(|jar| jar.is_file());
        let mut extensions = children(&lib.join("ext"));
        extensions.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
        Some(ClassLibrary::Jars(boot.chain(extensions).collect()))
    }
}

/// A directory that is not a JDK.
#[derive(Debug, thiserror::Error)]
#[error("{} is not a usable JDK: {problem}", .home.display())]
pub struct JdkError {
    /// The directory.
    pub home: PathBuf,
    /// The problem with it.
    pub problem: Problem,
}

/// The reason why a directory is not a JDK.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be looked at.
    #[error("{0}")]
    Io(io::Error),
    /// It is something else.
    #[error("it is not the home of a JDK, which has bin/java")]
    NoLauncher,
    /// The class library is missing.
    #[error("it is not the home of a JDK, which has lib/modules or rt.jar")]
    NoClasses,
    /// It has no `release` file and its `java` does not run.
    #[error("{0}")]
    NotRunning(ProcessError),
    /// It has no `release` file and its `java` does not print a version.
    #[error("`java -XshowSettings:properties -version` prints no version; reinstall it")]
    NoVersion,
}

/// No JDK is new enough.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no JDK {at_least} or newer was found{}; install one (Debian, Ubuntu: apt-get install openjdk-{at_least}-jdk-headless) or set JAVA_HOME", .seen)]
pub struct NoJdk {
    /// The feature version asked for.
    pub at_least: u32,
    /// The JDKs that were found instead, for the message.
    seen: String,
}

impl Places {
    /// See [`Jdk::find`].
    pub fn find(&self, at_least: u32) -> Result<Jdk, NoJdk> {
        let good = |jdk: &Jdk| jdk.version.feature >= at_least && jdk.javac().is_some();
        if let Some(jdk) = self.java_home.as_ref().and_then(|home| Jdk::at(home).ok()).filter(good) {
            return Ok(jdk);
        }
        let jdks = self.jdks();
        if let Some(jdk) = jdks.iter().find(|jdk| good(jdk)) {
            return Ok(jdk.clone());
        }
        let seen: Vec<String> = jdks
            .iter()
            .map(|jdk| {
                let lack = if jdk.javac().is_some() { "" } else { ", without javac" };
                format!("{} in {}{lack}", jdk.version, jdk.home.display())
            })
            .collect();
        let seen = if seen.is_empty() { String::new() } else { format!(" (only {})", seen.join("; ")) };
        Err(NoJdk { at_least, seen })
    }

    /// All JDKs and runtimes in these places, newest first.
    pub fn jdks(&self) -> Vec<Jdk> {
        let mut jdks: Vec<Jdk> = self.candidates().iter().filter_map(|home| Jdk::at(home).ok()).collect();
        jdks.sort_by(|a, b| b.version.cmp(&a.version).then_with(|| a.home.cmp(&b.home)));
        jdks.dedup_by(|a, b| a.home == b.home);
        jdks
    }
}

struct Facts {
    version: JavaVersion,
    vendor: String,
}

/// Reads a `release` file: lines such as `JAVA_VERSION="17.0.15"`.
fn from_release(text: &str) -> Option<Facts> {
    let value = |key| value_of(key, text, "=").map(|value| value.trim_matches('"'));
    let version = value("JAVA_RUNTIME_VERSION").or_else(|| value("JAVA_VERSION"))?.parse().ok()?;
    Some(Facts { version, vendor: value("IMPLEMENTOR").unwrap_or_default().to_owned() })
}

/// Asks the JDK's own `java`, which prints its system properties to standard error.
fn ask(home: &Path) -> Result<Facts, Problem> {
    let java = Command::new(home.join("bin/java")).args(["-XshowSettings:properties", "-version"]);
    let finished = java.run(Duration::from_secs(20)).map_err(Problem::NotRunning)?;
    let text = finished.stderr.text();
    let property = |key| value_of(key, &text, " = ");
    let version = property("java.runtime.version").or_else(|| property("java.version"));
    let version = version.and_then(|version| version.parse().ok()).ok_or(Problem::NoVersion)?;
    Ok(Facts { version, vendor: property("java.vendor").unwrap_or_default().to_owned() })
}

/// The value on the line that begins with this key.
fn value_of<'a>(key: &str, text: &'a str, separator: &str) -> Option<&'a str> {
    let mut pairs = text.lines().filter_map(|line| line.split_once(separator));
    pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
}

/// Returns the children of a directory in order; none if it cannot be listed.
fn children(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut children: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    children.sort();
    children
}

#[cfg(test)]
mod tests;
