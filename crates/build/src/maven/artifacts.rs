//! Libraries by their coordinates, with all that they need, through the user's own Maven: its settings, mirrors and
//! passwords are good for us too, and what it has fetched once stays in its repository.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{DEPENDENCY_PLUGIN, Maven};
use crate::BuildError;
use reenact_host::Scratch;
use reenact_host::cache;
use reenact_jvm::class_path::ClassPath;

/// A library by its Maven coordinates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coordinates {
    /// Such as `org.junit.jupiter`.
    pub group: String,
    /// Such as `junit-jupiter`.
    pub artifact: String,
    /// Such as `5.13.4`.
    pub version: String,
}

impl Coordinates {
    pub fn new(group: &str, artifact: &str, version: &str) -> Self {
        Coordinates { group: group.into(), artifact: artifact.into(), version: version.into() }
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)
    }
}

/// The file of an entry in the cache.
const CLASS_PATH: &str = "class-path";

/// The jars of libraries and of all that they need at run time, in class-path order. What was resolved before is
/// not asked for again as long as the jars are there.
pub fn artifacts(libraries: &[Coordinates]) -> Result<Vec<PathBuf>, BuildError> {
    artifacts_in(&cache::directory().join("artifacts"), libraries)
}

fn artifacts_in(cache: &Path, libraries: &[Coordinates]) -> Result<Vec<PathBuf>, BuildError> {
    let inputs: String = libraries.iter().map(|library| format!("{library}\n")).collect();
    for is_retry in [false, true] {
        let resolve = |place: &Path| {
            fs::write(place.join(CLASS_PATH), resolve(libraries)?)?;
            Ok::<(), BuildError>(())
        };
        let entry = cache::entry(cache, inputs.as_bytes(), resolve)?;
        let text = fs::read_to_string(entry.join(CLASS_PATH))?;
        let jars = ClassPath::parse(text.trim()).entries();
        if is_retry || jars.iter().all(|jar| jar.is_file()) {
            return Ok(jars);
        }
        // Maven's repository was emptied since.
        fs::remove_dir_all(entry)?;
    }
    unreachable!("the second time returns")
}

/// Asks Maven for the class path of a project that needs nothing but these.
fn resolve(libraries: &[Coordinates]) -> Result<String, BuildError> {
    let project = Scratch::new("reenact-artifacts-")?;
    fs::write(project.path().join("pom.xml"), pom(libraries))?;
    let out = project.path().join(CLASS_PATH);
    let arguments = [
        "-q".to_owned(),
        format!("{DEPENDENCY_PLUGIN}:build-classpath"),
        format!("-Dmdep.outputFile={}", out.display()),
    ];
    Maven::on_path().run(project.path(), &arguments)?;
    let text = fs::read_to_string(&out)?;
    if text.trim().is_empty() {
        return Err(io::Error::other("Maven printed no class path").into());
    }
    Ok(text)
}

fn pom(libraries: &[Coordinates]) -> String {
    let dependency = |library: &Coordinates| {
        let Coordinates { group, artifact, version } = library;
        format!(
            "    <dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version></dependency>\n"
        )
    };
    let dependencies: String = libraries.iter().map(dependency).collect();
    format!(
        r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>reenact</groupId>
  <artifactId>artifacts</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
{dependencies}  </dependencies>
</project>
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_comes_with_what_it_needs_and_is_asked_for_once() {
        let cache = tempfile::tempdir().unwrap();
        let junit4 = [Coordinates::new("junit", "junit", "4.13.2")];
        let names = |jars: &[PathBuf]| -> Vec<String> {
            jars.iter().map(|jar| jar.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        // As if it had been resolved, and Maven's repository emptied since.
        let stale = |place: &Path| fs::write(place.join(CLASS_PATH), "/absent.jar");
        let entry = cache::entry(cache.path(), b"junit:junit:4.13.2\n", stale).unwrap();
        let jars = artifacts_in(cache.path(), &junit4).unwrap();
        assert_eq!(names(&jars), ["junit-4.13.2.jar", "hamcrest-core-1.3.jar"]);
        fs::write(entry.join(CLASS_PATH), jars[0].to_str().unwrap()).unwrap();
        assert_eq!(artifacts_in(cache.path(), &junit4).unwrap(), jars[..1]);
    }

    #[test]
    fn a_library_that_is_not_there_is_named() {
        let cache = tempfile::tempdir().unwrap();
        let error = artifacts_in(cache.path(), &[Coordinates::new("reenact.absent", "x", "1")]).unwrap_err();
        assert!(error.to_string().contains("reenact.absent:x:jar:1"), "{error}");
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);
    }
}
