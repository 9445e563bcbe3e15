//! The driver's jar: compiled from the sources in this program when they are first needed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::javac::{CompileError, Javac};
use crate::jdk::{Jdk, NoJdk};
use reenact_host::cache;
use reenact_host::{Command, ProcessError};

mod sources {
    include!(concat!(env!("OUT_DIR"), "/driver_sources.rs"));
}

/// The oldest class files that JDKs of today still write, for JVMs as old as that.
const RELEASE: &str = "8";

/// Why there are no class files of the driver.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// There is nothing to compile them with.
    #[error("the driver must be compiled once: {0}")]
    NoJdk(#[from] NoJdk),
    /// They could not be compiled.
    #[error("cannot compile the driver with {}: {source}", .jdk.display())]
    Compile {
        /// The home of the JDK.
        jdk: PathBuf,
        /// The cause.
        source: CompileError,
    },
    /// They could not be put into a jar.
    #[error("cannot make the driver's jar: {0}")]
    Jar(#[from] ProcessError),
    /// They could not be kept.
    #[error(
        "cannot keep the driver's class files: {0}; make the cache directory writable, or set XDG_CACHE_HOME"
    )]
    Io(#[from] io::Error),
}

/// Its name in its entry of the cache.
const JAR: &str = "driver.jar";

/// The driver's jar; `jdk` makes it if it can, else any other.
pub(super) fn jar(jdk: &Jdk) -> Result<PathBuf, ProgramError> {
    jar_in(&cache::directory().join("driver"), jdk)
}

fn jar_in(cache: &Path, jdk: &Jdk) -> Result<PathBuf, ProgramError> {
    Ok(cache::entry(cache, &inputs(), |place| make(jdk, place))?.join(JAR))
}

/// The sources alone: which JDK compiles them for an old release makes no difference.
fn inputs() -> Vec<u8> {
    let files = sources::DRIVER.iter().chain(sources::STUBS);
    files.flat_map(|(path, text)| format!("{path}\n{}\n{text}\n", text.len()).into_bytes()).collect()
}

fn make(jdk: &Jdk, place: &Path) -> Result<(), ProgramError> {
    let is_able = |jdk: &Jdk| jdk.javac().is_some() && jdk.version.feature >= 9;
    let jdk = if is_able(jdk) { jdk.clone() } else { Jdk::find(9)? };
    let (source, stubs) = (place.join("src"), place.join("stubs"));
    let files = write(&source, sources::DRIVER)?;
    write(&stubs, sources::STUBS)?;
    // The stubs have JUnit's names and nothing in them: they are compiled against, and never written.
    let javac = Javac::new(&jdk)
        .options(["-Xlint:-options", "-proc:none", "-implicit:none", "-sourcepath"])
        .options([&stubs])
        .vm_options(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]);
    let classes = place.join("classes");
    let compiled = match javac.clone().options(["--release", RELEASE]).compile(&files, &classes) {
        // The day will come when no JDK writes class files that old.
        Err(CompileError::Rejected { output, .. }) if output.contains("not supported") => {
            javac.compile(&files, &classes)
        }
        compiled => compiled,
    };
    compiled.map_err(|source| ProgramError::Compile { jdk: jdk.home.clone(), source })?;
    let jar = Command::new(jdk.home.join("bin/jar"))
        .arg("cf")
        .arg(place.join(JAR))
        .arg("-C")
        .arg(&classes)
        .arg(".");
    let packed = jar.run(Duration::from_secs(60))?;
    if !packed.status.success() {
        return Err(io::Error::other(packed.stderr.text()).into());
    }
    for directory in [source, stubs, classes] {
        fs::remove_dir_all(directory)?;
    }
    Ok(())
}

fn write(directory: &Path, files: &[(&str, &str)]) -> io::Result<Vec<PathBuf>> {
    files
        .iter()
        .map(|(path, text)| {
            let path = directory.join(path);
            fs::create_dir_all(path.parent().unwrap_or(directory))?;
            fs::write(&path, text)?;
            Ok(path)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use reenact_classfile::container::Options;

    use super::*;
    use crate::class_path::open_target;

    #[test]
    fn only_the_drivers_own_classes_are_in_it_and_for_old_jvms() {
        let cache = tempfile::tempdir().unwrap();
        let jar = jar_in(cache.path(), &Jdk::find(17).unwrap()).unwrap();
        let opened = open_target(&jar, &Options::for_release(8)).unwrap();
        let classes = opened.containers[0].classes();
        assert!(
            classes.iter().all(|class| class.name.starts_with("reenact/")),
            "a stub would hide the real JUnit"
        );
        let main = classes.iter().position(|class| &*class.name == "reenact/driver/Main").unwrap();
        let main = opened.containers[0].read_class(main).unwrap();
        assert_eq!(main[..8], [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52], "class files of Java 8");
        let mut left: Vec<_> =
            fs::read_dir(jar.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [JAR, "inputs"]);
    }
}
