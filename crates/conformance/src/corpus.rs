//! Where classes for conformance tests come from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use rayon::prelude::*;
use reenact_classfile::container::{Archive, Container, Options, SharedBytes};
use reenact_host::Command;
use reenact_jvm::{Jdk, open_jdk};

/// The list of jars, each with its version.
const POM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/pom.xml");

/// One class file of a container.
#[derive(Clone, Debug)]
pub struct Class {
    /// Where it lies, for messages.
    pub location: String,
    /// The name that its path says.
    pub name: String,
    /// The module of a runtime image.
    pub module: Option<String>,
    pub bytes: Vec<u8>,
}

/// The jars of `corpus/pom.xml`, fetched by Maven when they are not here yet; in order of their names.
pub fn corpus() -> &'static [PathBuf] {
    static JARS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    JARS.get_or_init(|| jars_of(Path::new(POM)))
}

/// The jars of a list like that of the corpus.
pub fn jars_of(pom: &Path) -> Vec<PathBuf> {
    let list = fs::read_to_string(pom).expect("the list of jars");
    let directory = target().join(format!("corpus-{:016x}", fingerprint(&list)));
    if !directory.is_dir() {
        fetch(pom, &directory);
    }
    let mut jars: Vec<PathBuf> = fs::read_dir(&directory)
        .expect("the corpus was fetched")
        .map(|entry| entry.expect("directory entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect();
    jars.sort();
    jars
}

/// Every class of a JDK's own library, but for the declarations of its modules.
pub fn jdk_classes(jdk: &Jdk) -> Vec<Class> {
    let opened = open_jdk(jdk, &options(jdk)).expect("the JDK's own classes can be opened");
    opened.containers.iter().flat_map(|container| read_all(&**container)).collect()
}

/// Every class that a JVM sees in a jar.
pub fn read_jar(jar: &Path, jdk: &Jdk) -> Vec<Class> {
    let bytes = SharedBytes::new(fs::read(jar).expect("a jar of the corpus"));
    let archive = Archive::open(&jar.display().to_string(), bytes, &options(jdk));
    read_all(&archive.unwrap_or_else(|error| panic!("{error}")))
}

fn options(jdk: &Jdk) -> Options {
    Options::for_release(jdk.version.feature as u16)
}

fn read_all(container: &dyn Container) -> Vec<Class> {
    let read = |index: usize| {
        let entry = &container.classes()[index];
        let bytes = container.read_class(index).unwrap_or_else(|error| panic!("{error}"));
        Class {
            location: container.location().to_owned(),
            name: entry.name.to_string(),
            module: entry.module.as_deref().map(str::to_owned),
            bytes: bytes.into_owned(),
        }
    };
    let classes = (0..container.classes().len()).into_par_iter().map(read);
    classes.filter(|class| !class.name.ends_with("module-info")).collect()
}

/// Has Maven copy the jars. They appear under their name only when all are there.
fn fetch(pom: &Path, directory: &Path) {
    eprintln!("fetching the corpus of jars; this happens once");
    let partial = directory.with_extension("partial");
    let maven = Command::new("mvn")
        .args(["--quiet", "--batch-mode", "package", "--file"])
        .arg(pom)
        .arg(format!("-Dcorpus={}", partial.display()));
    let finished = maven.run(Duration::from_secs(1800)).expect("Maven (`mvn`) is installed");
    let output = finished.stdout.text() + &finished.stderr.text();
    assert!(finished.status.success(), "Maven could not fetch the corpus:\n{output}");
    fs::rename(&partial, directory).expect("the corpus moves to its place");
}

/// The build's own directory for what can be made again.
pub(crate) fn target() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or(own, PathBuf::from)
}

/// FNV-1a: the same text has the same directory on every machine.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
