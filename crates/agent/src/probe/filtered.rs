//! The methods that filters leave out, counted when their classes are loaded; and the classes of tests.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Mutex;

use reenact_classfile::ClassFile;
use reenact_selection::{Origin, choose, is_test_directory};
use reenact_wire::filter::LeftOut;
use reenact_wire::plan::Rules;

use crate::runtime::sync::locked;

/// The methods that were left out so far, and the directories of compiled tests.
pub struct Filtered {
    test_directories: Vec<PathBuf>,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    /// Hashes of class files: a class comes again when it is retransformed.
    classes: HashSet<u128>,
    left_out: LeftOut,
}

impl Filtered {
    /// Finds the directories of tests on a class path.
    pub fn new(class_path: &[String]) -> Self {
        let directories = class_path.iter().filter(|entry| is_test_directory(entry)).map(PathBuf::from);
        Filtered { test_directories: directories.collect(), counted: Mutex::default() }
    }

    /// Returns the origin of an included class: the JVM says only with Java where it found it, but a file of its name in
    /// a directory of tests is it.
    pub fn origin(&self, rules: &Rules, class: &[u8]) -> Origin {
        if rules.selection.test_classes || !rules.includes(class) {
            return Origin::Program;
        }
        let mut file = class.to_vec();
        file.extend_from_slice(b".class");
        let is_there = |directory: &PathBuf| directory.join(OsStr::from_bytes(&file)).is_file();
        if self.test_directories.iter().any(is_there) { Origin::Tests } else { Origin::Program }
    }

    /// Counts the methods of an included class that are left out, once for each class file.
    pub fn count(&self, rules: &Rules, class: &[u8], bytes: &[u8], hash: u128, origin: Origin) {
        if !rules.includes(class) || locked(&self.counted).classes.contains(&hash) {
            return;
        }
        let Ok(parsed) = ClassFile::parse(bytes) else { return };
        let Ok(choice) = choose(rules, &parsed, origin) else { return };
        let mut counted = locked(&self.counted);
        if counted.classes.insert(hash) {
            counted.left_out.add_all(&choice.left_out);
        }
    }

    /// Returns the counts.
    pub fn left_out(&self) -> LeftOut {
        locked(&self.counted).left_out
    }
}
