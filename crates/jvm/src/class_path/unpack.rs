//! Class paths as javac and a plain JVM take them: Spring Boot jars and WARs unpacked.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use reenact_classfile::container::Container;

/// Where the classes of containers are on disk, in order. A container that is a file or directory of its own
/// stays where it is; one inside another, which no JVM reads without a launcher, is written to a directory
/// below `directory`.
pub fn on_disk(
    containers: &[std::sync::Arc<dyn Container>],
    directory: &Path,
) -> Result<Vec<PathBuf>, io::Error> {
    let mut entries = Vec::with_capacity(containers.len());
    for (number, container) in containers.iter().enumerate() {
        let location = PathBuf::from(container.location());
        if location.exists() {
            entries.push(location);
            continue;
        }
        let below = directory.join(format!("{number:03}"));
        fs::create_dir_all(&below)?;
        for (index, class) in container.classes().iter().enumerate() {
            if let Ok(bytes) = container.read_class(index) {
                write(&below, &format!("{}.class", class.name), &bytes)?;
            }
        }
        for resource in container.resources() {
            if let Ok(Some(bytes)) = container.read_resource(resource) {
                write(&below, resource, &bytes)?;
            }
        }
        entries.push(below);
    }
    Ok(entries)
}

/// Writes an entry of an archive, unless its name leads out of the directory or through what is a file.
fn write(below: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let relative = Path::new(name);
    let is_plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || name.ends_with('/') {
        return Ok(());
    }
    let path = below.join(relative);
    if let Some(parent) = path.parent()
        && fs::create_dir_all(parent).is_err()
    {
        return Ok(());
    }
    if path.is_dir() { Ok(()) } else { fs::write(path, bytes) }
}
