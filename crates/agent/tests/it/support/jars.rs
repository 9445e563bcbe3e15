//! Jars of other people: an agent, a language's library, an annotation processor.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use reenact_testkit::host::Command;
use reenact_wire::checksum::Crc32;

/// The list of jars, each with its version.
const POM: &str = include_str!("../../jars/pom.xml");

/// A jar of `jars/pom.xml`, by its name there. Maven fetches all of them when they are not here yet.
pub fn jar(name: &str) -> PathBuf {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    let directory = DIRECTORY.get_or_init(|| {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(own, PathBuf::from);
        let list = Crc32::new().update(POM.as_bytes()).value();
        let directory = target.join(format!("companions-{list:08x}"));
        if !directory.is_dir() {
            fetch(&directory);
        }
        directory.canonicalize().expect("the directory was made")
    });
    let jar = directory.join(format!("{name}.jar"));
    assert!(jar.is_file(), "{} is not among the jars", jar.display());
    jar
}

/// They appear under their name only when all are there; another test may be as fast.
fn fetch(directory: &Path) {
    let partial = directory.with_extension(format!("{}.partial", std::process::id()));
    let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jars/pom.xml");
    let maven = Command::new("mvn")
        .args(["--quiet", "--batch-mode", "package", "--file"])
        .arg(&pom)
        .arg(format!("-Djars={}", partial.display()));
    let finished = maven.run(Duration::from_secs(900)).expect("Maven (`mvn`) is installed");
    let output = finished.stdout.text() + &finished.stderr.text();
    assert!(finished.status.success(), "Maven could not fetch the jars:\n{output}");
    if fs::rename(&partial, directory).is_err() {
        assert!(directory.is_dir(), "the jars did not move to {}", directory.display());
        fs::remove_dir_all(&partial).expect("the second copy can go");
    }
}
