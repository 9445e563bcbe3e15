//! Checks of the workspace: the dependencies of each crate, crates that do no I/O, the length of files, the files that
//! documents name.
//! `./run lint` runs them, and so does a test.
//!
//! A new crate needs a row in [`layers::RULES`] or [`layers::TOOLING`].
//! Every violation is one line that says what is wrong, where, and what the rule is.
//!
//! ```
//! use reenact_xtask::layers::{self, Dependency, Kind, Package};
//!
//! let uses = |name: &str| vec![Dependency { name: format!("reenact-{name}"), kind: Kind::Normal }];
//! let upward = Package { name: "reenact-base".into(), dependencies: uses("world") };
//! assert_eq!(layers::violations(&[upward]).len(), 1);
//! let downward = Package { name: "reenact-world".into(), dependencies: uses("base") };
//! assert!(layers::violations(&[downward]).is_empty());
//! ```

pub mod layers;

pub mod sans_io;

pub mod length;

pub mod documents;

pub mod workspace;

use std::path::Path;

use anyhow::Context;

/// Returns all violations of the rules in the workspace at `root`.
pub fn violations(root: &Path) -> anyhow::Result<Vec<String>> {
    let root = &root.canonicalize().with_context(|| format!("cannot find {}", root.display()))?;
    let workspace = workspace::read(root)?;
    let packages: Vec<layers::Package> = workspace.iter().map(|member| member.package.clone()).collect();
    let mut violations = layers::violations(&packages);
    for member in workspace.iter().filter(|member| layers::does_no_io(&member.package.name)) {
        let sources = workspace::files(&member.directory.join("src"), &["rs"])?;
        violations.extend(sans_io::violations(root, &sources)?);
    }
    violations.extend(length::violations(root)?);
    violations.extend(documents::violations(root, &packages)?);
    Ok(violations)
}
