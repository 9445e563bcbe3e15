//! Source files of analysed classes, relative to the repository.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use reenact_base::name::BinaryName;

/// Directories of sources below a module, as build tools have them.
const SOURCES: [&str; 6] =
    ["src/main/java", "src/main/kotlin", "src/main/groovy", "src/test/java", "src/java", "src"];

/// Directories above a target that are searched for sources: `target/classes`, `build/classes/java/main`.
const LEVELS: usize = 5;

/// The repository of the analysed program.
pub(crate) struct Repository {
    root: PathBuf,
    /// Directories of sources, absolute.
    sources: Vec<PathBuf>,
    /// By package and file name.
    found: HashMap<(String, String), Option<String>>,
}

impl Repository {
    /// The repository that targets are in: the nearest directory with `.git` above the first target, or else
    /// the working directory.
    pub fn of(targets: &[PathBuf]) -> Repository {
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
        let targets: Vec<PathBuf> = targets.iter().filter_map(|target| target.canonicalize().ok()).collect();
        let is_root = |directory: &&Path| directory.join(".git").exists();
        let root = targets
            .first()
            .and_then(|target| target.ancestors().find(is_root))
            .map_or_else(|| here.clone(), Path::to_owned);
        let mut sources: Vec<PathBuf> = Vec::new();
        for target in &targets {
            let above = target.ancestors().take(LEVELS + 1).take_while(|above| above.starts_with(&root));
            for source in above.flat_map(|above| SOURCES.map(|source| above.join(source))) {
                if !sources.contains(&source) && source.is_dir() {
                    sources.push(source);
                }
            }
        }
        Repository { root, sources, found: HashMap::new() }
    }

    /// The directory that paths are relative to.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of a class's source file from the root of the repository, if it is there.
    pub fn path(&mut self, class: &str, file: &str) -> Option<String> {
        // A `SourceFile` attribute is any text; only a file name can be looked for.
        if self.sources.is_empty() || file.contains('/') || file.contains("..") || class.contains("..") {
            return None;
        }
        let class = BinaryName::new(class);
        let key = (class.package().to_owned(), file.to_owned());
        if let Some(known) = self.found.get(&key) {
            return known.clone();
        }
        let below = Path::new(class.to_internal().package()).join(file);
        let found = self.sources.iter().map(|source| source.join(&below)).find(|path| path.is_file());
        let found = found.and_then(|path| Some(path.strip_prefix(&self.root).ok()?.to_str()?.to_owned()));
        self.found.insert(key, found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn sources_are_found_relative_to_the_repository() {
        let directory = tempfile::tempdir().unwrap();
        let module = directory.path().join("services/order");
        fs::create_dir_all(directory.path().join(".git")).unwrap();
        fs::create_dir_all(module.join("src/main/java/com/acme")).unwrap();
        fs::create_dir_all(module.join("target/classes")).unwrap();
        fs::write(module.join("src/main/java/com/acme/Order.java"), "").unwrap();
        let mut repository = Repository::of(&[module.join("target/classes")]);
        let path = repository.path("com.acme.Order$Line", "Order.java");
        assert_eq!(path.as_deref(), Some("services/order/src/main/java/com/acme/Order.java"));
        assert_eq!(repository.path("com.acme.Order", "Gone.java"), None);
        assert_eq!(repository.path("com.acme.Order", "../acme/Order.java"), None);
        assert_eq!(repository.path("Order", "Order.java"), None);
    }

    #[test]
    fn a_program_without_sources_has_none() {
        let directory = tempfile::tempdir().unwrap();
        let mut repository = Repository::of(&[directory.path().to_owned()]);
        assert_eq!(repository.path("com.acme.Order", "Order.java"), None);
    }
}
