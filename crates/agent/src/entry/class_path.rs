//! The class path of the JVM, as files that are there when the program has ended.
//!
//! Surefire and others start a JVM with a jar that has nothing but a manifest, whose `Class-Path` names the program, and
//! delete that jar when the JVM ends. So it is read when the agent starts. No Java is called for that.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use reenact_classfile::container::{Archive, Container, Options, SharedBytes, references};

/// A class path with more entries names the program itself.
const MOST_JARS: usize = 4;
/// A jar that only names others is not longer.
const LONGEST_JAR: u64 = 1 << 20;
/// Entries that are kept of one manifest.
const MOST_ENTRIES: usize = 10_000;

/// Returns the entries of a class path. A jar without classes is replaced by the files that its manifest names.
pub fn entries(class_path: &str) -> Vec<String> {
    let written: Vec<&str> = class_path.split(':').filter(|entry| !entry.is_empty()).collect();
    if written.len() > MOST_JARS {
        return written.into_iter().map(str::to_owned).collect();
    }
    let mut entries: Vec<String> = Vec::new();
    for entry in written {
        match named_by(Path::new(entry)) {
            Some(named) => entries.extend(named),
            None => entries.push(entry.to_owned()),
        }
    }
    entries
}

/// Returns the files that the manifest of a jar without classes names.
fn named_by(jar: &Path) -> Option<Vec<String>> {
    let is_jar = jar.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"));
    // A FIFO would wait for a writer.
    if !is_jar || !fs::metadata(jar).is_ok_and(|file| file.is_file() && file.len() <= LONGEST_JAR) {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(jar).ok()?.take(LONGEST_JAR).read_to_end(&mut bytes).ok()?;
    let archive = Archive::open("the class path", SharedBytes::new(bytes), &Options::for_release(8)).ok()?;
    if !archive.classes().is_empty() {
        return None;
    }
    let absolute = std::path::absolute(jar).ok()?;
    let named = references(archive.manifest().get("Class-Path")?, &absolute).into_iter().flatten();
    let named: Vec<String> =
        named.filter_map(|file| file.path.into_os_string().into_string().ok()).take(MOST_ENTRIES).collect();
    (!named.is_empty()).then_some(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_testkit::jdk;

    /// Makes a jar with a manifest, and a class if there is one, by the JDK's own tool.
    fn jar(directory: &Path, name: &str, manifest: &str, class: Option<&str>) -> String {
        fs::write(directory.join("manifest.txt"), manifest).unwrap();
        let mut command = std::process::Command::new(jdk().home.join("bin/jar"));
        command.current_dir(directory).args(["cfm", name, "manifest.txt"]).args(class);
        assert!(command.status().unwrap().success());
        directory.join(name).display().to_string()
    }

    #[test]
    fn a_jar_that_only_names_others_is_replaced_by_them() {
        let root = std::env::temp_dir().join(format!("reenact-class-path-{}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        fs::write(root.join("A.class"), "").unwrap();
        let manifest = "Class-Path: file:/m2/a%20b.jar ../classes/ http://elsewhere/x.jar\n";
        let booter = jar(&root, "booter.jar", manifest, None);
        let program = jar(&root, "program.jar", manifest, Some("A.class"));
        let plain = jar(&root, "plain.jar", "Main-Class: A\n", None);
        let classes = root.parent().unwrap().join("classes").display().to_string();
        let path = |parts: &[&str]| parts.join(":");
        assert_eq!(entries(&path(&[&booter, "x"])), ["/m2/a b.jar", &classes, "x"]);
        for kept in
            [path(&[&program]), path(&[&plain, "/absent.jar", "dir"]), path(&[&booter, "a", "b", "c", "d"])]
        {
            assert_eq!(entries(&kept).join(":"), kept);
        }
        assert!(entries("").is_empty());
        fs::remove_dir_all(&root).unwrap();
    }
}
