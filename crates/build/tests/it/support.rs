//! Projects in strings.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_build::{self as build, ModuleBuild, ProjectBuild, ResolveOptions};
use reenact_testkit::Fixture;

/// A project on disk. Its path has a space in it, as users' paths do.
pub struct Files {
    pub root: PathBuf,
    _directory: tempfile::TempDir,
}

impl Files {
    /// Files as in [`Fixture`], of any kind; XML and Gradle files begin with `//- path` as well.
    pub fn new(text: &str) -> Files {
        let directory = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(directory.path()).unwrap().join("my project");
        for file in Fixture::parse(text).files() {
            let path = root.join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &file.text).unwrap();
        }
        Files { root, _directory: directory }
    }
}

#[track_caller]
pub fn resolve(directory: &Path, compile: bool) -> ProjectBuild {
    match build::resolve(directory, &ResolveOptions { compile, ..ResolveOptions::default() }) {
        Ok(project) => project,
        Err(error) => panic!("{error}"),
    }
}

/// A module by its name.
#[track_caller]
pub fn module<'a>(project: &'a ProjectBuild, name: &str) -> &'a ModuleBuild {
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    let found = project.modules.iter().find(|module| module.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

/// Paths for comparison: those in the project relative to it, others by their last name alone.
pub fn shown(root: &Path, paths: &[PathBuf]) -> Vec<String> {
    paths
        .iter()
        .map(|path| match path.strip_prefix(root) {
            Ok(path) => path.display().to_string(),
            Err(_) => path.file_name().unwrap().to_string_lossy().into_owned(),
        })
        .collect()
}
