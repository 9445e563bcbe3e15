//! The fields that the code of each test reads.
//!
//! The project's classes report the blocks of code that a test runs; the instructions of these blocks say which fields they read.
//! Libraries and the JDK are not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use reenact_classfile::blocks::{self, MethodBlocks};
use reenact_classfile::container::Options;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::{ClassFile, ReadError};
use reenact_host::Scratch;
use reenact_jvm::class_path::open_target;
use reenact_jvm::driver::{Driver, Isolation, TestRun};
use reenact_order::leftovers::{FieldName, FieldReads};
use reenact_order::orders;
use reenact_verify::cover::{MOST_BLOCKS, counted};

use super::Error;
use super::project::TestSuite;

/// Runs a suite once, in the order of its build, and returns the fields that each test reads, with the number of classes that were
/// left out for lack of numbers or because they cannot be read.
pub fn field_reads(suite: &TestSuite, limit: Duration) -> Result<(FieldReads, usize), Error> {
    let scratch = Scratch::new("reenact-order-").map_err(Error::Scratch)?;
    let code = Code::read(suite, &scratch)?;
    let order = orders::original(&suite.tests);
    let mut run = TestRun::new(order.iter().map(|&test| suite.tests.test(test).clone()).collect());
    (run.limit, run.isolation) = (limit, Isolation::LoaderPerRun);
    run.overrides = vec![scratch.path().to_owned()];
    let mut driver = Driver::start(suite.jvm.clone())?;
    let report = driver.run(&run)?;
    driver.quit()?;
    let mut reads = FieldReads::default();
    for (&test, report) in order.iter().zip(&report.tests) {
        let covered = report.invocations.iter().flat_map(|invocation| &invocation.covered);
        let fields: BTreeSet<&FieldName> =
            covered.filter_map(|block| code.reads.get(block)).flatten().collect();
        fields.into_iter().for_each(|field| reads.add(field.clone(), test));
    }
    Ok((reads, code.left_out))
}

/// The project's code.
#[derive(Default)]
struct Code {
    /// The fields that each block reads, by the numbers that tests report.
    reads: BTreeMap<u32, Vec<FieldName>>,
    left_out: usize,
}

/// A class, as far as fields are concerned.
struct Declared {
    superclass: Option<String>,
    fields: BTreeSet<String>,
}

impl Code {
    /// Reads the classes of a project, and writes those that report their blocks into a directory.
    fn read(suite: &TestSuite, scratch: &Scratch) -> Result<Self, Error> {
        let mut code = Code::default();
        let mut declared: BTreeMap<String, Declared> = BTreeMap::new();
        let mut next = 1;
        let replaced = suite.overrides.iter().map(|scratch| scratch.path().to_owned());
        let places: Vec<PathBuf> =
            replaced.chain(suite.test_classes.iter().chain(&suite.classes).cloned()).collect();
        let reading = Options::for_release(suite.jvm.jdk.version.feature as u16);
        for place in places.iter().filter(|place| place.exists()) {
            let opened = open_target(place, &reading)?;
            // The containers behind the first are libraries of an archive.
            let Some(container) = opened.containers.first() else { continue };
            for (at, entry) in container.classes().iter().enumerate() {
                if declared.contains_key(&*entry.name) {
                    continue;
                }
                let bytes = container.read_class(at).ok();
                let class = bytes.as_deref().and_then(|bytes| ClassFile::parse(bytes).ok());
                let Some(class) = class else {
                    code.left_out += 1;
                    continue;
                };
                declared.insert(entry.name.to_string(), Declared::of(&class));
                let Ok(Some((instrumented, behind))) = code.add(&class, next) else {
                    code.left_out += 1;
                    continue;
                };
                let path = scratch.path().join(format!("{}.class", entry.name));
                let written = fs::create_dir_all(path.parent().unwrap_or(scratch.path()))
                    .and_then(|()| fs::write(&path, instrumented));
                written.map_err(Error::Scratch)?;
                next = behind;
            }
        }
        for field in code.reads.values_mut().flatten() {
            if let Some(class) = declaring(&declared, field) {
                field.class = class;
            }
        }
        Ok(code)
    }

    /// Returns a class whose blocks have numbers from `first` on, and the number behind its last; `None` if there are no such
    /// numbers.
    fn add(&mut self, class: &ClassFile<'_>, first: u32) -> Result<Option<(Vec<u8>, u32)>, ReadError> {
        let methods = blocks::of_class(class)?;
        let behind = first + blocks::count(&methods);
        if behind >= MOST_BLOCKS {
            return Ok(None);
        }
        let bytes = counted(class, &methods, first)?;
        for method in &methods {
            for (number, fields) in reads_of(class, method)? {
                self.reads.insert(first + number, fields);
            }
        }
        Ok(Some((bytes, behind)))
    }
}

/// Returns the fields that the blocks of a method read, by the blocks' numbers in the class. Classes are those that the code names.
fn reads_of(class: &ClassFile<'_>, method: &MethodBlocks) -> Result<Vec<(u32, Vec<FieldName>)>, ReadError> {
    let pool = class.pool();
    let Some(code) = class.methods()[method.method].code(pool)? else { return Ok(Vec::new()) };
    let mut reads: Vec<(u32, FieldName)> = Vec::new();
    for instruction in code.instructions() {
        if let (pc, Instruction::Field { opcode: Opcode::GETSTATIC | Opcode::GETFIELD, index }) = instruction?
        {
            let field = pool.field_ref(index)?;
            let name = FieldName {
                class: field.class.to_str().into_owned(),
                name: field.name.to_str().into_owned(),
            };
            reads.push((pc, name));
        }
    }
    let of_block = |block: &blocks::Block| -> Vec<FieldName> {
        let inside = reads.iter().filter(|(pc, _)| (block.pcs.0..block.pcs.1).contains(pc));
        inside.map(|(_, field)| field.clone()).collect()
    };
    let numbered = (method.first..).zip(&method.blocks).map(|(number, block)| (number, of_block(block)));
    Ok(numbered.filter(|(_, fields)| !fields.is_empty()).collect())
}

impl Declared {
    fn of(class: &ClassFile<'_>) -> Self {
        let pool = class.pool();
        let names = class.fields().iter().filter_map(|field| field.name(pool).ok());
        let superclass = class.super_name().ok().flatten();
        Declared {
            superclass: superclass.map(|name| name.to_str().into_owned()),
            fields: names.map(|name| name.to_str().into_owned()).collect(),
        }
    }
}

/// Returns the class that declares a field, which code may name by a class below it.
fn declaring(classes: &BTreeMap<String, Declared>, field: &FieldName) -> Option<String> {
    let mut class = &field.class;
    // A class path may be inconsistent: no more steps than there are classes.
    for _ in 0..=classes.len() {
        let declared = classes.get(class)?;
        if declared.fields.contains(&field.name) {
            return Some(class.clone());
        }
        class = declared.superclass.as_ref()?;
    }
    None
}
