//! One class file becomes rows.

use reenact_base::{Id, Symbol};
use reenact_classfile::attribute::{Attributes, InnerClass, RawAttribute, RecordComponent};
use reenact_classfile::{AccessFlags, Attribute, ClassFile, Member, ReadError, Table};

use crate::Depth;
use crate::ids::*;
use crate::index::annotation::{annotation_interfaces, parameter_annotation_interfaces};
use crate::index::code;
use crate::index::entry::Entry;
use crate::index::pool::{Known, PoolReader};
use crate::tables::*;

type Result<T> = std::result::Result<T, ReadError>;

/// A part of a class that could not be read, while the class as such stands.
pub(super) struct PartError {
    /// A description, such as `class attribute Record`.
    pub part: String,
    pub error: ReadError,
}

/// Appends the rows of a class. On an error the tables are as before, but for names.
pub(super) fn index_class(
    class: &ClassFile<'_>,
    entry: &Entry<'_>,
    depth: Depth,
    tables: &mut Tables,
    buffer: &mut Vec<Known>,
    errors: &mut Vec<PartError>,
) -> Result<()> {
    let mark = tables.mark();
    let pool = PoolReader::new(class.pool(), tables, buffer);
    let mut reader = ClassReader { id: mark.class, class, depth, pool, errors };
    let result = reader.class(entry);
    if result.is_err() {
        tables.reset(&mark);
    }
    result
}

struct ClassReader<'r, 'a> {
    id: ClassId,
    class: &'r ClassFile<'a>,
    depth: Depth,
    pool: PoolReader<'r, 'a>,
    errors: &'r mut Vec<PartError>,
}

impl<'a> ClassReader<'_, 'a> {
    fn class(&mut self, entry: &Entry<'_>) -> Result<()> {
        let class = self.class;
        let names = &mut self.pool.tables.names;
        let name_bytes = class.name()?.as_bytes();
        let package = name_bytes.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        let mut row = ClassRow {
            name: names.intern(name_bytes),
            package: names.intern(&name_bytes[..package]),
            super_name: class.super_name()?.map(|name| names.intern(name.as_bytes())),
            signature: None,
            source_file: None,
            nest_host: None,
            module: entry.class.module.as_ref().map(|module| names.intern(module.as_bytes())),
            container: entry.container,
            entry: entry.index,
            methods_end: 0,
            fields_end: 0,
            interfaces_end: 0,
            dynamics_end: 0,
            version: class.version(),
            access_flags: class.access_flags(),
            is_record: false,
            is_sealed: false,
            has_default_methods: false,
        };
        for name in class.interface_names() {
            let name = self.pool.tables.names.intern(name?.as_bytes());
            self.pool.tables.interfaces.push(name);
        }
        self.attributes("class", class.attributes(), |reader, name, raw| {
            reader.class_attribute(name, raw, &mut row)
        })?;
        for field in class.fields() {
            self.field(field)?;
        }
        for method in class.methods() {
            self.method(method)?;
            // JVMS 5.5 asks for methods that are neither abstract nor static.
            let flags = method.access_flags;
            row.has_default_methods |=
                row.access_flags.is_interface() && !flags.is_abstract() && !flags.is_static();
        }
        if self.depth == Depth::Code {
            code::index_code(class, &mut self.pool, self.errors);
        }
        let tables = &mut *self.pool.tables;
        row.methods_end = tables.methods.len() as u32;
        row.fields_end = tables.fields.len() as u32;
        row.interfaces_end = tables.interfaces.len() as u32;
        row.dynamics_end = tables.code.dynamics.len() as u32;
        tables.classes.push(row);
        Ok(())
    }

    fn class_attribute(&mut self, name: &[u8], raw: RawAttribute<'a>, row: &mut ClassRow) -> Result<()> {
        let id = self.id;
        match name {
            b"Signature" => row.signature = Some(self.symbol_at(raw)?),
            b"SourceFile" => row.source_file = Some(self.symbol_at(raw)?),
            b"InnerClasses"
            | b"EnclosingMethod"
            | b"NestHost"
            | b"NestMembers"
            | b"PermittedSubclasses"
            | b"Record" => match raw.parse(self.pool.pool)? {
                Attribute::InnerClasses(rows) => self.inner_classes(rows)?,
                Attribute::EnclosingMethod { class_index, method_index } => {
                    let enclosing_class = Some(self.pool.class(class_index)?);
                    let enclosing_method =
                        (method_index != 0).then(|| self.pool.name_and_type(method_index)).transpose()?;
                    self.nesting(|row| {
                        (row.enclosing_class, row.enclosing_method) = (enclosing_class, enclosing_method)
                    });
                }
                Attribute::NestHost { host_class_index } => {
                    row.nest_host = Some(self.pool.class(host_class_index)?);
                }
                Attribute::NestMembers(members) => {
                    for member in members.iter() {
                        let name = self.pool.class(member)?;
                        self.pool.tables.nest_members.push(id, name);
                    }
                }
                Attribute::PermittedSubclasses(subclasses) => {
                    row.is_sealed = true;
                    for subclass in subclasses.iter() {
                        let name = self.pool.class(subclass)?;
                        self.pool.tables.permitted_subclasses.push(id, name);
                    }
                }
                Attribute::Record(components) => {
                    row.is_record = true;
                    components.iter().try_for_each(|component| self.record_component(component))?;
                }
                _ => {}
            },
            _ => {
                if let Some(visible) = annotations_visible(name) {
                    for interface in annotation_interfaces(raw, self.pool.pool)? {
                        let interface = self.pool.tables.names.intern(interface);
                        self.pool.tables.class_annotations.push(id, AnnotationUse { interface, visible });
                    }
                }
            }
        }
        Ok(())
    }

    fn inner_classes(&mut self, rows: Table<'a, InnerClass>) -> Result<()> {
        let own_name = self.class.name()?;
        for inner in rows.iter() {
            if self.pool.pool.class_name(inner.inner_class_info_index)? != own_name {
                continue;
            }
            let outer = self.pool.optional_class(inner.outer_class_info_index)?;
            let name_index = inner.inner_name_index;
            let simple_name = (name_index != 0).then(|| self.pool.symbol(name_index)).transpose()?;
            self.nesting(|row| {
                row.outer = outer;
                row.simple_name = simple_name;
                row.access_flags = AccessFlags(inner.inner_class_access_flags);
            });
        }
        Ok(())
    }

    /// Changes the class's one nesting row, which two attributes make together.
    fn nesting(&mut self, change: impl FnOnce(&mut NestingRow)) {
        let nestings = &mut self.pool.tables.nestings;
        let mut row = nestings.get(self.id).first().copied().unwrap_or(NestingRow {
            outer: None,
            simple_name: None,
            enclosing_class: None,
            enclosing_method: None,
            access_flags: self.class.access_flags(),
        });
        change(&mut row);
        nestings.truncate(self.id);
        nestings.push(self.id, row);
    }

    fn record_component(&mut self, component: &RecordComponent<'a>) -> Result<()> {
        let row = RecordComponentRow {
            name: self.pool.symbol(component.name_index)?,
            descriptor: self.pool.symbol(component.descriptor_index)?,
            signature: match component.attributes.find(self.pool.pool, "Signature") {
                Some(raw) => Some(self.symbol_at(raw)?),
                None => None,
            },
        };
        self.pool.tables.record_components.push(self.id, row);
        Ok(())
    }

    fn field(&mut self, field: &Member<'a>) -> Result<()> {
        let id = FieldId::from_index(self.pool.tables.fields.len());
        let mut row = FieldRow {
            name_and_type: self.pool.pair(field.name_index, field.descriptor_index)?,
            class: self.id,
            signature: None,
            access_flags: field.access_flags,
        };
        self.attributes("field", field.attributes, |reader, name, raw| {
            if name == b"Signature" {
                row.signature = Some(reader.symbol_at(raw)?);
            } else if name == b"Synthetic" {
                row.access_flags = row.access_flags | AccessFlags::SYNTHETIC;
            } else if let Some(visible) = annotations_visible(name) {
                for interface in annotation_interfaces(raw, reader.pool.pool)? {
                    let interface = reader.pool.tables.names.intern(interface);
                    reader.pool.tables.field_annotations.push(id, AnnotationUse { interface, visible });
                }
            }
            Ok(())
        })?;
        self.pool.tables.fields.push(row);
        Ok(())
    }

    fn method(&mut self, method: &Member<'a>) -> Result<()> {
        let id = MethodId::from_index(self.pool.tables.methods.len());
        let mut row = MethodRow {
            name_and_type: self.pool.pair(method.name_index, method.descriptor_index)?,
            class: self.id,
            signature: None,
            access_flags: method.access_flags,
            has_code: false,
        };
        self.attributes("method", method.attributes, |reader, name, raw| {
            reader.method_attribute(id, name, raw, &mut row)
        })?;
        self.pool.tables.methods.push(row);
        Ok(())
    }

    fn method_attribute(
        &mut self,
        id: MethodId,
        name: &[u8],
        raw: RawAttribute<'a>,
        row: &mut MethodRow,
    ) -> Result<()> {
        match name {
            b"Code" => row.has_code = true,
            // JVMS 4.7.8: before version 49 there was no flag for it, and the JVM takes both for the same.
            b"Synthetic" => row.access_flags = row.access_flags | AccessFlags::SYNTHETIC,
            b"Signature" => row.signature = Some(self.symbol_at(raw)?),
            b"Exceptions" => {
                if let Attribute::Exceptions(exceptions) = raw.parse(self.pool.pool)? {
                    for exception in exceptions.iter() {
                        let name = self.pool.class(exception)?;
                        self.pool.tables.exceptions.push(id, name);
                    }
                }
            }
            b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
                let visible = name == b"RuntimeVisibleParameterAnnotations";
                for (parameter, interface) in parameter_annotation_interfaces(raw, self.pool.pool)? {
                    let interface = self.pool.tables.names.intern(interface);
                    let used = AnnotationUse { interface, visible };
                    self.pool.tables.parameter_annotations.push(id, (parameter, used));
                }
            }
            _ => {
                if let Some(visible) = annotations_visible(name) {
                    for interface in annotation_interfaces(raw, self.pool.pool)? {
                        let interface = self.pool.tables.names.intern(interface);
                        self.pool.tables.method_annotations.push(id, AnnotationUse { interface, visible });
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads attributes by name. One that is malformed is noted and left out: the JVM would not look
    /// at most of them before they are needed.
    fn attributes(
        &mut self,
        owner: &'static str,
        attributes: Attributes<'a>,
        mut read: impl FnMut(&mut Self, &[u8], RawAttribute<'a>) -> Result<()>,
    ) -> Result<()> {
        for raw in attributes.iter() {
            let name = raw.name(self.pool.pool)?;
            if let Err(error) = read(self, name.as_bytes(), raw) {
                self.errors.push(PartError { part: format!("{owner} attribute {name}"), error });
            }
        }
        Ok(())
    }

    /// The name that an attribute of two bytes points to.
    fn symbol_at(&mut self, raw: RawAttribute<'a>) -> Result<Symbol> {
        match raw.info.first_chunk() {
            Some(&index) => self.pool.symbol(u16::from_be_bytes(index)),
            None => super::pool::wrong(raw.parse(self.pool.pool)),
        }
    }
}

/// Whether an attribute holds annotations that reflection sees, or annotations that it does not see.
fn annotations_visible(name: &[u8]) -> Option<bool> {
    match name {
        b"RuntimeVisibleAnnotations" => Some(true),
        b"RuntimeInvisibleAnnotations" => Some(false),
        _ => None,
    }
}
