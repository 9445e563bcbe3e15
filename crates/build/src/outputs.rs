//! Files that a Maven build writes, so that a build of ours leaves none behind.
//!
//! Some plugins fail if a file that they write exists already (`moditect:add-module-info`), and others pack whatever lies in
//! `target`. A user's next `mvn verify` must not fail because tests were checked before.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules deeper than this below the root are not looked for.
const DEPTH: usize = 6;

/// The files in `target` of all modules of a project at one time.
pub(crate) struct Outputs {
    /// Directories of build files.
    modules: Vec<PathBuf>,
    before: BTreeSet<PathBuf>,
}

impl Outputs {
    /// Lists the files that are there now.
    pub(crate) fn now(root: &Path) -> Outputs {
        let mut modules = Vec::new();
        add_modules(root, DEPTH, &mut modules);
        let before = modules.iter().flat_map(|module| entries(&module.join("target"))).collect();
        Outputs { modules, before }
    }

    /// Deletes the files that were not there then, and directories that are empty without them. Reports of tests and checks
    /// stay: they say why a build failed. A file that cannot be deleted stays too; it harms at most the next build.
    pub(crate) fn remove_new(&self) {
        for module in &self.modules {
            let target = module.join("target");
            // Deepest first, so that directories are empty when they are reached.
            let mut new: Vec<PathBuf> =
                entries(&target).into_iter().filter(|path| !self.before.contains(path)).collect();
            new.sort_by_key(|path| std::cmp::Reverse(path.components().count()));
            for path in new.iter().filter(|path| !is_report(path, &target)) {
                let _ = match path.is_dir() && !path.is_symlink() {
                    true => fs::remove_dir(path),
                    false => fs::remove_file(path),
                };
            }
            if !self.before.contains(&target) {
                let _ = fs::remove_dir(&target);
            }
        }
    }
}

/// `target/surefire-reports`, or `target/checkstyle-result.xml` and the like.
fn is_report(path: &Path, target: &Path) -> bool {
    let first = path.strip_prefix(target).ok().and_then(|path| path.components().next());
    let name = first.map(|first| first.as_os_str().to_string_lossy().into_owned()).unwrap_or_default();
    // Reports and recordings of our own are in `target/reenact`.
    name.ends_with("-reports") || name.ends_with(".xml") || name.ends_with(".txt") || name == "reenact"
}

fn add_modules(directory: &Path, depth: usize, modules: &mut Vec<PathBuf>) {
    if directory.join("pom.xml").is_file() {
        modules.push(directory.to_owned());
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    for child in children(directory) {
        let name = child.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_searched = !name.starts_with('.') && !matches!(&*name, "src" | "target" | "node_modules");
        if is_searched && child.is_dir() && !child.is_symlink() {
            add_modules(&child, depth, modules);
        }
    }
}

/// Returns everything below a directory, itself included if it exists.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut open: Vec<PathBuf> = directory.is_dir().then(|| directory.to_owned()).into_iter().collect();
    while let Some(path) = open.pop() {
        if path.is_dir() && !path.is_symlink() {
            open.extend(children(&path));
        }
        all.push(path);
    }
    all
}

fn children(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_files_go_and_others_stay() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        let old = ["pom.xml", "core/pom.xml", "target/classes/A.class", "core/src/test/java/T.java"];
        old.into_iter().for_each(write);
        let outputs = Outputs::now(root.path());
        let reports = ["target/surefire-reports/A.txt", "core/target/checkstyle-result.xml"];
        let new = [
            "target/a.jar",
            "target/modules/a.jar",
            "core/target/classes/B.class",
            "core/src/main/java/B.java",
        ];
        reports.into_iter().chain(new).for_each(write);
        outputs.remove_new();
        let is_there = |path: &&str| root.path().join(path).exists();
        assert!(old.iter().chain(&reports).all(is_there));
        // Sources are never outputs.
        assert_eq!(
            new.iter().filter(|path| is_there(path)).collect::<Vec<_>>(),
            [&"core/src/main/java/B.java"]
        );
        assert!(!root.path().join("target/modules").exists());
    }
}
