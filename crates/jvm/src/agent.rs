//! Where the native agent is.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The agent's file name.
pub const LIBRARY: &str = "libreenact_agent.so";

/// The variable that says where the agent is, for those who keep it elsewhere.
pub const VARIABLE: &str = "REENACT_AGENT";

/// Where to look for the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The value of [`VARIABLE`]. If it is set, no other place is tried.
    pub given: Option<PathBuf>,
    /// Our own program, links resolved.
    pub program: Option<PathBuf>,
}

/// There is no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAgent {
    #[error("{VARIABLE} names {}, which is not a file; set it to the path of {LIBRARY}, or unset it", .0.display())]
    Given(PathBuf),
    #[error(
        "the agent {LIBRARY} was not found; looked for {}; put it beside the program, or set {VARIABLE} to its path",
        .looked.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    )]
    NotFound { looked: Vec<PathBuf> },
    #[error(
        "the agent is in {}, and the JVM cannot take a path with `=` or a line break in it, nor one that is \
         not UTF-8; put it elsewhere and set {VARIABLE}",
        .0.display()
    )]
    Unusable(PathBuf),
}

/// The agent's absolute path.
pub fn find() -> Result<PathBuf, NoAgent> {
    Places::of_this_program().find()
}

impl Places {
    /// The environment, and the program that runs.
    pub fn of_this_program() -> Self {
        let program = env::current_exe().ok();
        Places {
            given: env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from),
            program: program.map(|program| fs::canonicalize(&program).unwrap_or(program)),
        }
    }

    /// See [`find`].
    pub fn find(&self) -> Result<PathBuf, NoAgent> {
        let looked = self.candidates();
        let found = looked.iter().find(|path| path.is_file());
        match (found, &self.given) {
            (Some(path), _) => usable(path),
            (None, Some(given)) => Err(NoAgent::Given(given.clone())),
            (None, None) => Err(NoAgent::NotFound { looked }),
        }
    }

    fn candidates(&self) -> Vec<PathBuf> {
        if let Some(given) = &self.given {
            return vec![given.clone()];
        }
        let beside = self.program.as_deref().and_then(Path::parent);
        let Some(beside) = beside else { return Vec::new() };
        let installed = beside.parent().map(|above| above.join("lib").join(LIBRARY));
        // The last one is where cargo puts what tests depend on.
        let places = [Some(beside.join(LIBRARY)), installed, Some(beside.join("deps").join(LIBRARY))];
        places.into_iter().flatten().collect()
    }
}

fn usable(path: &Path) -> Result<PathBuf, NoAgent> {
    // The subject may run in another directory.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    match path.to_str() {
        Some(text) if path.is_absolute() && !text.contains(['=', '\n']) => Ok(path),
        _ => Err(NoAgent::Unusable(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An installation with these files, and the agent that its `bin/reenact` finds, relative to it.
    fn check(files: &[&str], expected: Option<&str>) {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for file in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let places = Places { given: None, program: Some(root.join("bin/reenact")) };
        assert_eq!(places.find().ok(), expected.map(|path| root.join(path)), "{files:?}");
    }

    #[test]
    fn beside_the_program_then_in_lib_then_where_cargo_has_it() {
        let all = ["bin/libreenact_agent.so", "lib/libreenact_agent.so", "bin/deps/libreenact_agent.so"];
        for first in 0..all.len() {
            check(&all[first..], Some(all[first]));
        }
        check(&["libreenact_agent.so"], None);
    }

    #[test]
    fn the_error_names_the_paths_that_were_tried() {
        let places = Places { given: None, program: Some("/opt/reenact/bin/reenact".into()) };
        let message = places.find().unwrap_err().to_string();
        assert!(
            message.contains("/opt/reenact/bin/libreenact_agent.so, /opt/reenact/lib/libreenact_agent.so")
        );
        assert!(message.ends_with("or set REENACT_AGENT to its path"), "{message}");
    }

    #[test]
    fn what_is_given_is_taken_or_refused() {
        let root = tempfile::tempdir().unwrap();
        let odd = root.path().join("a=b.so");
        fs::write(&odd, "").unwrap();
        let given = |path: &Path| Places { given: Some(path.into()), program: None }.find();
        assert!(matches!(given(&odd), Err(NoAgent::Unusable(_))));
        assert_eq!(given(Path::new("/absent.so")), Err(NoAgent::Given("/absent.so".into())));
        let good = root.path().join("agent with space.so");
        fs::write(&good, "").unwrap();
        assert_eq!(given(&good), Ok(fs::canonicalize(good).unwrap()));
    }
}
