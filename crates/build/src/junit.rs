//! JUnit: finding its parts on a class path, and fetching those that are missing.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use reenact_classfile::container::{Container, Manifest, Options};

use crate::BuildError;
use crate::maven::{Coordinates, artifacts};
use reenact_jvm::class_path::open_target;

/// The versions that tests are written for where the subject has none: the last that run on Java 8.
pub const JUPITER: &str = "5.13.4";
/// The last JUnit 4.
pub const JUNIT4: &str = "4.13.2";
/// AssertJ for the same.
pub const ASSERTJ: &str = "3.27.3";

/// The parts of JUnit on a class path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JUnit {
    /// JUnit 4, or 3.
    pub junit4: Option<Part>,
    /// Jupiter's API: `org.junit.jupiter.api.Test`.
    pub jupiter: Option<Part>,
    /// Jupiter's engine, which runs its tests.
    pub jupiter_engine: Option<Part>,
    /// Jupiter's parameterized tests.
    pub jupiter_params: Option<Part>,
    /// The platform that engines are for.
    pub platform: Option<Part>,
    /// The platform's launcher, which the driver speaks to.
    pub launcher: Option<Part>,
    /// AssertJ.
    pub assertj: Option<Part>,
}

/// A library on a class path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The entry that has it.
    pub place: PathBuf,
    /// Its version, if the entry has one.
    pub version: Option<String>,
}

/// Each part by a class that only it has, and the jar it comes in.
const PARTS: [(&str, &str); 7] = [
    ("org/junit/runner/JUnitCore", "junit"),
    ("org/junit/jupiter/api/Test", "junit-jupiter-api"),
    ("org/junit/jupiter/engine/JupiterTestEngine", "junit-jupiter-engine"),
    ("org/junit/jupiter/params/ParameterizedTest", "junit-jupiter-params"),
    ("org/junit/platform/engine/TestEngine", "junit-platform-engine"),
    ("org/junit/platform/launcher/Launcher", "junit-platform-launcher"),
    ("org/assertj/core/api/Assertions", "assertj-core"),
];

impl JUnit {
    /// Looks through a class path; what cannot be read has no JUnit.
    pub fn on(class_path: &[PathBuf]) -> JUnit {
        let found: Vec<[Option<Part>; 7]> = class_path.par_iter().map(|entry| parts(entry)).collect();
        // The first entry that has it counts, as for the JVM.
        let mut first: [Option<Part>; 7] = Default::default();
        for parts in found {
            for (slot, part) in first.iter_mut().zip(parts) {
                if slot.is_none() {
                    *slot = part;
                }
            }
        }
        let [junit4, jupiter, jupiter_engine, jupiter_params, platform, launcher, assertj] = first;
        JUnit { junit4, jupiter, jupiter_engine, jupiter_params, platform, launcher, assertj }
    }

    /// Whether tests can be written for it.
    pub fn is_there(&self) -> bool {
        self.junit4.is_some() || self.jupiter.is_some()
    }

    /// Returns the artifacts that the class path lacks for the driver to run the tests that it has: with Jupiter, its engine and the
    /// launcher, in the versions that fit. Build tools bring these themselves, so most class paths lack them.
    pub fn missing(&self) -> Vec<Coordinates> {
        let mut missing = Vec::new();
        let Some(jupiter) = &self.jupiter else { return missing };
        let jupiter = jupiter.version.as_deref().unwrap_or(JUPITER);
        if self.jupiter_engine.is_none() {
            missing.push(Coordinates::new("org.junit.jupiter", "junit-jupiter-engine", jupiter));
        }
        if self.launcher.is_none() {
            let known = self.platform.as_ref().and_then(|platform| platform.version.clone());
            let platform = known.unwrap_or_else(|| platform_of(jupiter));
            missing.push(Coordinates::new("org.junit.platform", "junit-platform-launcher", &platform));
        }
        missing
    }
}

/// A class path on which the driver can run the tests that it has: the given one, and behind it what
/// [`JUnit::missing`] lists, fetched by Maven.
pub fn completed(class_path: &[PathBuf]) -> Result<Vec<PathBuf>, BuildError> {
    let missing = JUnit::on(class_path).missing();
    let mut completed = class_path.to_vec();
    if !missing.is_empty() {
        append(&mut completed, artifacts(&missing)?);
    }
    Ok(completed)
}

/// Jupiter and its launcher, for class paths that have no JUnit at all.
pub fn jupiter() -> Result<Vec<PathBuf>, BuildError> {
    let platform = platform_of(JUPITER);
    artifacts(&[
        Coordinates::new("org.junit.jupiter", "junit-jupiter", JUPITER),
        Coordinates::new("org.junit.platform", "junit-platform-launcher", &platform),
    ])
}

/// JUnit 4.
pub fn junit4() -> Result<Vec<PathBuf>, BuildError> {
    artifacts(&[Coordinates::new("junit", "junit", JUNIT4)])
}

/// AssertJ.
pub fn assertj() -> Result<Vec<PathBuf>, BuildError> {
    artifacts(&[Coordinates::new("org.assertj", "assertj-core", ASSERTJ)])
}

/// Returns the JVM option with which Mockito can change classes. Without it, it attaches an agent to its own JVM, for which it
/// needs files and another process: a sandbox has neither, and some tests then wait for it until they are stopped.
pub fn mock_agent(class_path: &[PathBuf]) -> Option<OsString> {
    let is_agent = |path: &&PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("byte-buddy-agent"))
    };
    let mut option = OsString::from("-javaagent:");
    option.push(class_path.iter().find(is_agent)?);
    Some(option)
}

/// Adds jars that are not there by name: what the subject brings itself comes first and is enough.
fn append(class_path: &mut Vec<PathBuf>, jars: Vec<PathBuf>) {
    for jar in jars {
        if !class_path.iter().any(|entry| entry.file_name() == jar.file_name()) {
            class_path.push(jar);
        }
    }
}

/// The version of the platform that goes with a version of Jupiter: 1.x with 5.x, and the same from 6 on.
fn platform_of(jupiter: &str) -> String {
    match jupiter.strip_prefix("5.") {
        Some(rest) => format!("1.{rest}"),
        None => jupiter.to_owned(),
    }
}

fn parts(entry: &Path) -> [Option<Part>; 7] {
    let Ok(opened) = open_target(entry, &Options::for_release(8)) else { return Default::default() };
    // The first container is the entry itself; what its manifest names is found on the class path by itself.
    let Some(container) = opened.containers.first() else { return Default::default() };
    let classes = container.classes();
    PARTS.map(|(class, artifact)| {
        let found = classes.binary_search_by(|entry| (*entry.name).cmp(class)).is_ok();
        found.then(|| Part { place: entry.to_path_buf(), version: version(entry, artifact, &**container) })
    })
}

/// By the name of the jar, as repositories have it, or else by what its manifest says.
fn version(entry: &Path, artifact: &str, container: &dyn Container) -> Option<String> {
    let name = entry.file_name()?.to_string_lossy().into_owned();
    let in_name = name.strip_suffix(".jar").and_then(|name| name.strip_prefix(artifact)?.strip_prefix('-'));
    let is_version = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    if let Some(version) = in_name.filter(|version| is_version(version)) {
        return Some(version.to_owned());
    }
    let manifest = container.read_resource("META-INF/MANIFEST.MF").ok()??;
    let manifest = Manifest::parse(&manifest).ok()?;
    let version = manifest.get("Implementation-Version").or_else(|| manifest.get("Bundle-Version"))?;
    is_version(version).then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_fits_what_is_there() {
        let part =
            |version: Option<&str>| Some(Part { place: "x.jar".into(), version: version.map(str::to_owned) });
        let missing = |junit: JUnit| junit.missing().iter().map(ToString::to_string).collect::<Vec<_>>();
        let api = |version| JUnit { jupiter: part(version), ..JUnit::default() };
        assert_eq!(
            missing(api(Some("5.8.2"))),
            [
                "org.junit.jupiter:junit-jupiter-engine:5.8.2",
                "org.junit.platform:junit-platform-launcher:1.8.2"
            ]
        );
        let six = JUnit { jupiter_engine: part(None), platform: part(Some("6.0.3")), ..api(Some("6.0.3")) };
        assert_eq!(missing(six), ["org.junit.platform:junit-platform-launcher:6.0.3"]);
        assert_eq!(
            missing(api(None))[1],
            format!("org.junit.platform:junit-platform-launcher:{}", platform_of(JUPITER))
        );
        assert_eq!(missing(JUnit { junit4: part(Some("4.12")), ..JUnit::default() }), [""; 0]);
    }

    #[test]
    fn real_jars_are_recognised() {
        let class_path = [jupiter().unwrap(), junit4().unwrap(), assertj().unwrap()].concat();
        let junit = JUnit::on(&class_path);
        let version = |part: &Option<Part>| part.as_ref().and_then(|part| part.version.clone());
        assert_eq!(version(&junit.jupiter).as_deref(), Some(JUPITER));
        assert_eq!(version(&junit.junit4).as_deref(), Some(JUNIT4));
        assert_eq!(version(&junit.assertj).as_deref(), Some(ASSERTJ));
        assert_eq!(version(&junit.launcher), Some(platform_of(JUPITER)));
        assert!(
            junit.jupiter_engine.is_some() && junit.jupiter_params.is_some() && junit.missing().is_empty()
        );
        assert_eq!(JUnit::on(&["/absent.jar".into()]), JUnit::default());
    }

    #[test]
    fn a_jar_by_another_name_tells_its_version_in_its_manifest() {
        let jars = jupiter().unwrap();
        let api = jars.iter().find(|jar| jar.to_string_lossy().contains("jupiter-api")).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let renamed = directory.path().join("x.jar");
        std::fs::copy(api, &renamed).unwrap();
        assert_eq!(JUnit::on(&[renamed]).jupiter.unwrap().version.as_deref(), Some(JUPITER));
    }

    #[test]
    fn an_api_alone_is_completed() {
        let api = artifacts(&[Coordinates::new("org.junit.jupiter", "junit-jupiter-api", JUPITER)]).unwrap();
        let completed = completed(&api).unwrap();
        assert_eq!(completed[..api.len()], api);
        assert!(JUnit::on(&completed).missing().is_empty());
    }
}
