//! The targets as a program, with libraries and resources.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use reenact_base::name::BinaryName;
use reenact_mockpoints::Options;
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{ClassFiles, Fixture, platform};
use reenact_world::{Depth, World};

/// One file of `targets/`, as the sources that are in it.
pub struct Target {
    /// Its path below `targets/`.
    pub path: String,
    /// Java files lie where their packages say, others where they are.
    pub files: Fixture,
}

impl Target {
    /// True if it is part of a library, of which nothing is expected.
    pub fn is_library(&self) -> bool {
        self.path.starts_with("stubs/")
    }
}

/// All of `targets/`, in order of their paths.
pub fn targets() -> Vec<Target> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets");
    let mut targets = Vec::new();
    collect(&directory, "", &mut |path, bytes| {
        let source = String::from_utf8(bytes).unwrap();
        if path.ends_with(".md") {
            return;
        }
        let package = source.lines().find_map(|line| line.strip_prefix("package "));
        let name = path.rsplit('/').next().unwrap_or_default();
        let header = match package.filter(|_| path.ends_with(".java")) {
            _ if source.starts_with("//- ") => String::new(),
            Some(package) => {
                format!(
                    "//- {}/{name}\n",
                    BinaryName::new(package.trim_end_matches(';').trim()).to_internal()
                )
            }
            None => format!("//- {path}\n"),
        };
        targets.push(Target { path: path.to_owned(), files: Fixture::parse(&(header + &source)) });
    });
    targets
}

/// The targets as one program.
pub fn fixture(targets: &[Target]) -> Fixture {
    let files = targets.iter().flat_map(|target| target.files.files());
    Fixture::parse(&files.map(|file| format!("//- {}\n{}", file.path, file.text)).collect::<String>())
}

/// Whether a file is a library's: its class is declared in `targets/stubs`, or it lies there.
fn is_library(path: &str) -> bool {
    let class = path.strip_suffix(".class").map(|class| class.split('$').next().unwrap_or_default());
    let path = class.map_or_else(|| path.to_owned(), |class| format!("stubs/{class}.java"));
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets");
    path.starts_with("stubs/") && directory.join(path).exists()
}

/// A pool of so many threads.
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// A fixture, compiled by one JDK, with that JDK under it and libraries beside it.
pub struct Subject {
    pub world: World,
}

impl Subject {
    #[track_caller]
    pub fn compile(fixture: &Fixture, jdk: &Jdk) -> Subject {
        let program = fixture.compile_with(jdk, &["-g", "-nowarn", "--release", "17"]);
        let (mut own, mut library) = (ClassFiles::new("app", []), ClassFiles::new("app", []));
        collect(program.classes(), "", &mut |path, bytes| {
            let files = if is_library(path) { &mut library } else { &mut own };
            match path.strip_suffix(".class") {
                Some(name) => files.add_class(name, bytes),
                None => files.add_resource(path, bytes),
            }
        });
        Self::of(jdk, own, library)
    }

    /// Over those parts of a JDK that the targets use.
    pub fn of(jdk: &Jdk, own: ClassFiles, library: ClassFiles) -> Subject {
        let platform = platform(jdk, |entry| match entry.module.as_deref() {
            Some("java.base") => entry.name.starts_with("java/"),
            module => module == Some("java.sql"),
        });
        let containers = [platform, Arc::new(own), Arc::new(library)];
        Subject { world: World::build(&containers, reenact_world::Options::new(Depth::Code)).0 }
    }

    pub fn options(&self) -> Options {
        Options { own: vec![1], ..Options::default() }
    }
}

fn collect(directory: &Path, prefix: &str, add: &mut impl FnMut(&str, Vec<u8>)) {
    let mut entries: Vec<_> = fs::read_dir(directory).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), add);
        } else {
            add(&format!("{prefix}{name}"), fs::read(entry.path()).unwrap());
        }
    }
}
