//! Where JDKs are installed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::children;

/// Where to look for JDKs. Empty places find nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// A JDK's home, whatever its name: JAVA_HOME.
    pub java_home: Option<PathBuf>,
    /// Directories in which `java` is looked for, links resolved to the JDK's own `bin`: PATH.
    pub path: Vec<PathBuf>,
    /// Directories whose children are homes of JDKs.
    pub parents: Vec<PathBuf>,
}

impl Places {
    /// The environment's JAVA_HOME and PATH, and where package managers, SDKMAN!, IDEs and people
    /// put their JDKs on Linux and macOS.
    pub fn of_this_machine() -> Self {
        let variable = |name| env::var_os(name).filter(|value| !value.is_empty());
        let mut parents: Vec<PathBuf> =
            ["/usr/lib/jvm", "/usr/java", "/opt", "/Library/Java/JavaVirtualMachines"]
                .map(PathBuf::from)
                .into();
        if let Some(home) = variable("HOME").map(PathBuf::from) {
            let places =
                [".sdkman/candidates/java", ".jdks", ".gradle/jdks", "Library/Java/JavaVirtualMachines"];
            parents.extend(places.map(|place| home.join(place)));
        }
        Places {
            java_home: variable("JAVA_HOME").map(PathBuf::from),
            path: variable("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default(),
            parents,
        }
    }

    /// Directories that may be homes of JDKs, each as often as it was met.
    pub(super) fn candidates(&self) -> Vec<PathBuf> {
        let on_path = self.path.iter().filter_map(|directory| {
            let java = fs::canonicalize(directory.join("java")).ok()?;
            Some(java.parent()?.parent()?.to_path_buf())
        });
        let installed = self.parents.iter().flat_map(|parent| children(parent)).map(|child| home_in(&child));
        self.java_home.iter().cloned().chain(on_path).chain(installed).collect()
    }
}

/// A JDK for macOS is a bundle, with its home within.
fn home_in(directory: &Path) -> PathBuf {
    let in_bundle = directory.join("Contents/Home");
    if in_bundle.is_dir() { in_bundle } else { directory.to_path_buf() }
}
