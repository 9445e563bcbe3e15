//! Rewriting a compiled fixture and running the result.

use std::fs;
use std::path::Path;

use reenact_classfile::ClassFile;
use reenact_classfile::attribute::Code;
use reenact_classfile::rewrite::{MethodEdit, Rewriter, SkipReason};
use reenact_testkit::{Program, Ran, run};
use tempfile::TempDir;

/// A copy of a program with some of its classes rewritten.
pub struct Rewritten {
    classes: TempDir,
    pub skipped: Vec<(String, SkipReason)>,
}

impl Rewritten {
    /// Runs the copy under full verification; it must end well.
    #[track_caller]
    pub fn run(&self, program: &Program, main_class: &str) -> String {
        self.try_run(program, main_class).ok()
    }

    /// A class file of the copy.
    pub fn class_bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.classes.path().join(format!("{name}.class"))).expect("class of the fixture")
    }

    /// Runs the copy under full verification.
    #[track_caller]
    pub fn try_run(&self, program: &Program, main_class: &str) -> Ran {
        run(program.with_classes(self.classes.path()).java(main_class).vm_option("-Xverify:all"))
    }
}

/// Applies `edit` to every method with code of the classes whose names do not start with `Probe`.
#[track_caller]
pub fn rewrite(
    program: &Program,
    mut edit: impl FnMut(&mut Rewriter<'_, '_>, &Method<'_, '_>, &mut MethodEdit),
) -> Rewritten {
    let classes = tempfile::tempdir().expect("temporary directory");
    let mut skipped = Vec::new();
    for (name, bytes) in class_files(program.classes()) {
        let class = ClassFile::parse(&bytes).expect("javac's class file");
        let written = if name.starts_with("Probe") {
            bytes.clone()
        } else {
            let mut rewriter = Rewriter::new(&class);
            for (index, member) in class.methods().iter().enumerate() {
                let Some(code) = member.code(class.pool()).expect("javac's code") else { continue };
                let mut method_edit = MethodEdit::new(&code);
                let method_name = member.name(class.pool()).expect("javac's name").to_string();
                let method = Method { class: &class, index, name: method_name, code };
                edit(&mut rewriter, &method, &mut method_edit);
                rewriter.edit(index, method_edit);
            }
            let done = rewriter.finish().expect("javac's class file");
            for (index, reason) in done.skipped {
                let member = class.methods()[index].name(class.pool()).expect("javac's name");
                skipped.push((format!("{name}.{member}"), reason));
            }
            done.bytes
        };
        fs::write(classes.path().join(format!("{name}.class")), written).expect("temporary directory");
    }
    Rewritten { classes, skipped }
}

/// A method that is being rewritten.
pub struct Method<'m, 'a> {
    pub class: &'m ClassFile<'a>,
    pub index: usize,
    pub name: String,
    pub code: Code<'a>,
}

/// The class files of a fixture in the default package, by name.
pub fn class_files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(directory)
        .expect("compiled fixture")
        .map(|entry| entry.expect("directory entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "class"))
        .map(|path| {
            let name = path.file_stem().expect("file name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("class file"))
        })
        .collect();
    files.sort();
    files
}
