//! The workspace as cargo sees it, and its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::layers::{Dependency, Kind, Package};

/// A crate of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name and dependencies.
    pub package: Package,
    /// The directory of its manifest.
    pub directory: PathBuf,
}

/// Asks cargo for the crates of the workspace at `root`.
pub fn read(root: &Path) -> anyhow::Result<Vec<Member>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root)
        .output()
        .context("cannot run cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
    parse(&output.stdout)
}

/// Files with one of these extensions at or below a directory, in order; nothing hidden or built.
pub fn files(directory: &Path, extensions: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).with_context(|| format!("cannot list {}", directory.display()))?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let is_built = name == "target" || name.as_encoded_bytes().starts_with(b".");
        if entry.file_type()?.is_dir() && !is_built {
            found.extend(files(&path, extensions)?);
        } else if path
            .extension()
            .is_some_and(|extension| extensions.iter().any(|wanted| extension == *wanted))
        {
            found.push(path);
        }
    }
    Ok(found)
}

fn parse(metadata: &[u8]) -> anyhow::Result<Vec<Member>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<MetadataPackage>,
    }
    #[derive(Deserialize)]
    struct MetadataPackage {
        name: String,
        manifest_path: PathBuf,
        dependencies: Vec<MetadataDependency>,
    }
    #[derive(Deserialize)]
    struct MetadataDependency {
        name: String,
        kind: Option<String>,
        path: Option<PathBuf>,
    }
    let metadata: Metadata =
        serde_json::from_slice(metadata).context("cargo metadata has an unexpected format")?;
    let mut members: Vec<Member> = metadata
        .packages
        .into_iter()
        .map(|package| Member {
            directory: package.manifest_path.parent().unwrap_or(Path::new("")).to_path_buf(),
            package: Package {
                name: package.name,
                // A dependency with a path is a crate of the workspace; others come from a registry.
                dependencies: package
                    .dependencies
                    .into_iter()
                    .filter(|dependency| dependency.path.is_some())
                    .map(|dependency| Dependency {
                        name: dependency.name,
                        kind: if dependency.kind.as_deref() == Some("dev") {
                            Kind::Dev
                        } else {
                            Kind::Normal
                        },
                    })
                    .collect(),
            },
        })
        .collect();
    members.sort_by(|a, b| a.package.name.cmp(&b.package.name));
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_metadata_is_read() {
        let metadata = br#"{"packages": [
            {"name": "reenact-b", "manifest_path": "/w/crates/b/Cargo.toml", "dependencies": [
                {"name": "serde", "kind": null},
                {"name": "reenact-a", "kind": null, "path": "/w/crates/a"},
                {"name": "reenact-c", "kind": "dev", "path": "/w/crates/c"},
                {"name": "reenact-d", "kind": "build", "path": "/w/crates/d"}]},
            {"name": "reenact-a", "manifest_path": "/w/crates/a/Cargo.toml", "dependencies": []}]}"#;
        let members = parse(metadata).unwrap();
        assert_eq!(members[0].package, Package { name: "reenact-a".into(), dependencies: vec![] });
        assert_eq!(members[1].directory, Path::new("/w/crates/b"));
        let uses: Vec<(&str, Kind)> =
            members[1].package.dependencies.iter().map(|used| (&*used.name, used.kind)).collect();
        assert_eq!(
            uses,
            [("reenact-a", Kind::Normal), ("reenact-c", Kind::Dev), ("reenact-d", Kind::Normal)]
        );
    }

    #[test]
    fn other_output_is_an_error() {
        assert!(parse(b"{}").unwrap_err().to_string().contains("unexpected format"));
    }
}
