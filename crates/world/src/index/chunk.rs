//! A part of the class path becomes tables of its own.

use reenact_base::finding::{Code, Finding};
use reenact_classfile::{Attribute, ClassFile, ReadError};

use crate::Depth;
use crate::index::class::{PartError, index_class};
use crate::index::entry::Entry;
use crate::index::pool::Known;
use crate::tables::{ExportRow, Tables};

/// Tables of some consecutive class files, whose ids mean something within them only.
#[derive(Default)]
pub(super) struct Chunk {
    pub tables: Tables,
    pub findings: Vec<Finding>,
}

impl Chunk {
    /// Reads class files. What cannot be read becomes a finding.
    pub fn read(entries: &[Entry<'_>], depth: Depth) -> Chunk {
        let mut chunk = Chunk::default();
        let mut buffer = Vec::new();
        let mut errors = Vec::new();
        for entry in entries {
            match entry.source.read_class(entry.index as usize) {
                Ok(bytes) => {
                    if let Err(error) = chunk.read_class(&bytes, entry, depth, &mut buffer, &mut errors) {
                        chunk.findings.push(entry.finding(Code::ClassUnreadable, error.to_string()));
                    }
                }
                Err(error) => chunk.findings.push(entry.finding(
                    Code::ClassUnreadable,
                    format!("{} at offset {} of the container", error.reason, error.offset),
                )),
            }
            for PartError { part, error } in errors.drain(..) {
                let message = format!("{part} is left out: {error}");
                chunk.findings.push(entry.finding(Code::ClassPartUnreadable, message));
            }
        }
        chunk
    }

    fn read_class(
        &mut self,
        bytes: &[u8],
        entry: &Entry<'_>,
        depth: Depth,
        buffer: &mut Vec<Known>,
        errors: &mut Vec<PartError>,
    ) -> Result<(), ReadError> {
        let class = ClassFile::parse(bytes)?;
        if class.access_flags().is_module() {
            return self.read_module(&class, entry);
        }
        let name = class.name()?;
        if name != *entry.class.name {
            let message = format!("holds the class {name}, which no class loader will look for there");
            let help = "put the directory that the package names start in on the class path";
            self.findings.push(entry.finding(Code::ClassMisplaced, message).with_help(help));
            return Ok(());
        }
        index_class(&class, entry, depth, &mut self.tables, buffer, errors)
    }

    /// Takes in what a module of a runtime image exports. On the class path, declarations of modules
    /// mean nothing.
    fn read_module(&mut self, class: &ClassFile<'_>, entry: &Entry<'_>) -> Result<(), ReadError> {
        if !entry.is_module_info() || entry.class.module.is_none() {
            return Ok(());
        }
        let Some(raw) = class.attributes().find(class.pool(), "Module") else { return Ok(()) };
        let Attribute::Module(module) = raw.parse(class.pool())? else { return Ok(()) };
        let (pool, names) = (class.pool(), &mut self.tables.names);
        let name = names.intern(pool.module_name(module.name_index)?.as_bytes());
        for exports in &module.exports {
            let package = names.intern(pool.package_name(exports.package_index)?.as_bytes());
            if exports.to.is_empty() {
                self.tables.exports.push(ExportRow { module: name, package, to: None });
            }
            for to in exports.to.iter() {
                let to = Some(names.intern(pool.module_name(to)?.as_bytes()));
                self.tables.exports.push(ExportRow { module: name, package, to });
            }
        }
        Ok(())
    }
}
