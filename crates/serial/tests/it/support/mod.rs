//! The targets as programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reenact_base::name::BinaryName;
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{ClassFiles, Fixture, is_java_base, jdks, platform};
use reenact_world::{Depth, Options, World};

/// The directory of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The annotations, as sources of a fixture.
pub fn annotations() -> String {
    let directory = root().join("jvm/serial/src/main/java");
    ["Serializer", "Deserializer"]
        .map(|name| {
            let path = format!("io/reenact/serial/{name}.java");
            format!("//- {path}\n{}", fs::read_to_string(directory.join(&path)).unwrap())
        })
        .concat()
}

/// The names of the targets below a directory of `tests/targets`, in order.
pub fn targets(kind: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets").join(kind);
    let mut names: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".java"))
        .collect();
    names.sort();
    names
}

/// Targets compiled together, with the annotations beside them, and their world on each JDK.
pub struct Targets {
    pub fixture: Fixture,
    pub worlds: Vec<World>,
}

impl Targets {
    /// Some targets of a directory. The path of a file follows from its package.
    pub fn compile(kind: &str, names: &[String]) -> Targets {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets").join(kind);
        let mut sources = annotations();
        for name in names {
            let source = fs::read_to_string(directory.join(name)).unwrap();
            let package = source.lines().find_map(|line| line.strip_prefix("package ")).unwrap_or("");
            let package = BinaryName::new(package.trim_end_matches(';').trim()).to_internal();
            if !source.starts_with("//- ") {
                sources += &format!("//- {package}/{name}\n");
            }
            sources += &source;
        }
        let fixture = Fixture::parse(&sources);
        let worlds = jdks().iter().map(|jdk| world(&fixture, jdk)).collect();
        Targets { fixture, worlds }
    }

    /// Whether a file of the fixture is the target of a name, or belongs to a target that is several files.
    pub fn is_part(&self, file: &str, name: &str) -> bool {
        !file.starts_with("io/reenact/") && (file.ends_with(&format!("/{name}")) || self.is_alone(name))
    }

    fn is_alone(&self, name: &str) -> bool {
        !self.fixture.files().iter().any(|file| file.path.ends_with(&format!("/{name}")))
    }
}

/// The world of a fixture, compiled with the names of parameters.
pub fn world(fixture: &Fixture, jdk: &Jdk) -> World {
    let program = fixture.compile_with(jdk, &["-g", "-parameters", "-Xlint:none"]);
    let classes = ClassFiles::new("target", program.class_files());
    World::build(&[platform(jdk, is_java_base), Arc::new(classes)], Options::new(Depth::Code)).0
}

/// The line of a fixture's file that has a text, from 1.
#[track_caller]
pub fn line_of(fixture: &Fixture, file: &str, texts: &[String]) -> u32 {
    let source = fixture.files().iter().find(|source| source.path == file);
    let source = source.unwrap_or_else(|| panic!("no file {file}"));
    let lines = || (1..).zip(source.text.lines());
    let found = texts.iter().find_map(|text| {
        lines()
            .find(|(_, line)| line.split("//").next().unwrap_or_default().contains(text.as_str()))
            .map(|(line, _)| line)
    });
    found.unwrap_or_else(|| panic!("no line of {file} has {texts:?}"))
}

/// Tests that each file of a directory has a test function.
#[macro_export]
macro_rules! check_targets {
    ($kind:literal, $items:expr, $file:literal) => {
        reenact_testkit::check_list(
            $items,
            &$crate::support::targets($kind),
            &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join($file),
            concat!("A test per file of `targets/", $kind, "`."),
            "super::check_target",
        )
    };
}
