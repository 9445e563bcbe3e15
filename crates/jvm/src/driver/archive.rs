//! Class-data-sharing archives: JVMs of the same kind start in half of the time when the classes of the driver and
//! of JUnit come from one.
//!
//! An archive is good for one JDK and one beginning of a class path, all of it jars. So the driver is a jar, and JUnit's
//! jars come right behind it. A JVM that an archive does not fit runs without it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::java::joined;
use crate::jdk::Jdk;
use reenact_host::Command;
use reenact_host::cache;

/// The first JDK whose archives can be made by running a program.
const FIRST_JDK: u32 = 13;

const FILE: &str = "classes.jsa";

/// Names of jars that JUnit consists of, and what they need.
const JUNIT: [&str; 6] = ["junit-", "opentest4j-", "apiguardian-api-", "hamcrest-", "jspecify-", "junit.jar"];

/// Takes JUnit's jars out of a class path, by their names: a jar by another name only is not archived.
pub(super) fn junit_first(class_path: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let is_junit = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        name.ends_with(".jar") && JUNIT.iter().any(|known| name.starts_with(known)) && path.is_file()
    };
    class_path.iter().cloned().partition(is_junit)
}

/// The archive for JVMs whose class path begins like this, if there is one.
pub(super) fn find(jdk: &Jdk, jars: &[PathBuf]) -> Option<PathBuf> {
    usable(cache::find(&directory(), &inputs(jdk, jars)?)?)
}

/// The same, but makes it if need be, which takes a second or two. That it cannot be made is noted in its place.
pub(super) fn make(jdk: &Jdk, jars: &[PathBuf]) -> Option<PathBuf> {
    let rehearse = |place: &Path| {
        let rehearsal = Command::new(jdk.java())
            .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable"])
            .arg(super::options::prefixed("-XX:ArchiveClassesAtExit=", &place.join(FILE)))
            .arg("-cp")
            .arg(joined(jars))
            .arg("reenact.driver.Rehearsal");
        let rehearsal = super::options::without_sneaking_options(rehearsal).current_dir(place);
        let _ = rehearsal.run(Duration::from_secs(60));
        io::Result::Ok(())
    };
    usable(cache::entry(&directory(), &inputs(jdk, jars)?, rehearse).ok()?)
}

fn usable(entry: PathBuf) -> Option<PathBuf> {
    Some(entry.join(FILE)).filter(|archive| archive.is_file())
}

fn directory() -> PathBuf {
    cache::directory().join("archives")
}

/// Returns the facts that an archive depends on; nothing if no archive can be made.
fn inputs(jdk: &Jdk, jars: &[PathBuf]) -> Option<Vec<u8>> {
    if jdk.version.feature < FIRST_JDK {
        return None;
    }
    let mut text = format!("{}\n{}\n{}\n", jdk.home.display(), jdk.version.full, jdk.vendor);
    for jar in jars {
        let metadata = fs::metadata(jar).ok()?;
        let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        text += &format!("{}\n{} {}\n", jar.display(), metadata.len(), changed.as_nanos());
    }
    Some(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junits_jars_are_known_by_name() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        for name in ["junit-4.13.2.jar", "shop.jar", "junit-platform-engine-1.0.jar"] {
            fs::write(path(name), "").unwrap();
        }
        fs::create_dir(path("junit-classes")).unwrap();
        let names = [
            "junit-classes",
            "junit-4.13.2.jar",
            "shop.jar",
            "junit-absent.jar",
            "junit-platform-engine-1.0.jar",
        ];
        let (junit, rest) = junit_first(&names.map(path));
        assert_eq!(junit, ["junit-4.13.2.jar", "junit-platform-engine-1.0.jar"].map(path));
        assert_eq!(rest, ["junit-classes", "shop.jar", "junit-absent.jar"].map(path));
    }
}
