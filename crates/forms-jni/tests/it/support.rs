//! Java programs that use `jvm/serial` with the native library of this crate.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_testkit::jvm::{Java, Jdk};
use reenact_testkit::{Fixture, Program, run};

/// The directory of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The native library, as cargo built it for these tests.
pub fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let library = test.parent().expect("it is in a directory").join("libreenact_forms_jni.so");
    assert!(library.exists(), "{} is not there: cargo builds it with the tests", library.display());
    library
}

/// The sources of `jvm/serial`, as files of a fixture.
pub fn serial() -> String {
    let directory = root().join("jvm/serial/src/main/java/io/reenact/serial");
    let mut files: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|path| file("io/reenact/serial", path)).collect()
}

/// Sources below `tests/java` of this crate.
pub fn drivers(names: &[&str]) -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    names.iter().map(|name| file("", &directory.join(format!("{name}.java")))).collect()
}

/// Targets of the tests of `serial`: classes that declare forms, each in its package.
pub fn targets(names: &[&str]) -> String {
    let directory = root().join("crates/serial/tests/targets/forms");
    names.iter().map(|name| file("", &directory.join(format!("{name}.java")))).collect()
}

/// A file of a fixture; without a folder, its package names one.
fn file(folder: &str, path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let package = text.lines().find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
    let folder = match (folder, package) {
        ("", Some(package)) => package.replace('.', "/"),
        (folder, _) => folder.to_owned(),
    };
    let name = path.file_name().unwrap().to_string_lossy();
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("//- {folder}{slash}{name}\n{text}\n")
}

/// Compiles sources together with `jvm/serial`.
pub fn compile(jdk: &Jdk, sources: &str) -> Program {
    compile_with(jdk, sources, &[])
}

/// Compiles with jars on the class path.
pub fn compile_with(jdk: &Jdk, sources: &str, jars: &[PathBuf]) -> Program {
    let class_path = std::env::join_paths(jars).unwrap().into_string().unwrap();
    let mut options = vec!["-g", "-parameters", "-Xlint:none"];
    if !jars.is_empty() {
        options.extend(["-cp", &class_path]);
    }
    Fixture::parse(&(serial() + sources)).compile_with(jdk, &options)
}

/// A launch of a main class with the native library.
pub fn java(program: &Program, main_class: &str) -> Java {
    program.java(main_class).vm_option(format!("-Dio.reenact.serial.library={}", library().display()))
}

/// Runs a main class; returns what it printed.
#[track_caller]
pub fn output(program: &Program, main_class: &str) -> String {
    run(java(program, main_class)).ok()
}
