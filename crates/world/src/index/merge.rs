//! Appending the tables of a chunk to the program's.

use std::sync::Arc;

use reenact_base::finding::{Code, Finding, Subject};
use reenact_base::{Id, IdVec, Symbol};
use reenact_classfile::Mutf8;
use reenact_classfile::container::Container;

use crate::code::{DynamicRow, Handle, LambdaRow};
use crate::display::binary_name;
use crate::ids::*;
use crate::index::chunk::Chunk;
use crate::index::entry::location;
use crate::tables::*;

/// The program's tables while they grow.
pub(super) struct Merger<'c> {
    pub tables: Tables,
    /// The class of each name that is a class's.
    pub classes_by_name: IdVec<Symbol, Option<ClassId>>,
    pub findings: Vec<Finding>,
    containers: &'c [Arc<dyn Container>],
}

/// From a chunk's ids to the program's.
struct Remap {
    symbols: IdVec<Symbol, Symbol>,
    name_and_types: IdVec<NameAndTypeId, NameAndTypeId>,
    method_refs: IdVec<MethodRefId, MethodRefId>,
    field_refs: IdVec<FieldRefId, FieldRefId>,
}

impl<'c> Merger<'c> {
    pub fn new(containers: &'c [Arc<dyn Container>]) -> Self {
        Merger { tables: Tables::default(), classes_by_name: IdVec::new(), findings: Vec::new(), containers }
    }

    /// Appends the next chunk. Of two classes with one name the first is kept, as a class loader
    /// would find it first.
    pub fn append(&mut self, chunk: Chunk) {
        let Chunk { tables: from, mut findings } = chunk;
        let remap = self.tables.remap(&from);
        self.findings.append(&mut findings);
        while self.classes_by_name.len() < self.tables.names.len() {
            self.classes_by_name.push(None);
        }
        for export in &from.exports {
            self.tables.exports.push(ExportRow {
                module: remap.symbols[export.module],
                package: remap.symbols[export.package],
                to: export.to.map(|to| remap.symbols[to]),
            });
        }
        for (id, row) in from.classes.iter() {
            let name = remap.symbols[row.name];
            match self.classes_by_name[name] {
                Some(first) => self.note_shadowed(row, first),
                None => {
                    self.classes_by_name[name] = Some(ClassId::from_index(self.tables.classes.len()));
                    self.tables.append_class(&from, id, &remap);
                }
            }
        }
    }

    fn note_shadowed(&mut self, row: &ClassRow, first: ClassId) {
        let source = &*self.containers[row.container.index()];
        let first = &self.tables.classes[first];
        let name = binary_name(Mutf8::new(self.tables.names.resolve(first.name)));
        let message = format!("{name} is taken from {}", self.containers[first.container.index()].location());
        let subject = location(source, &source.classes()[row.entry as usize]);
        self.findings.push(Finding::new(Code::ClassShadowed, Subject::file(subject), message));
    }
}

impl Tables {
    fn remap(&mut self, from: &Tables) -> Remap {
        let symbols = self.names.absorb(&from.names);
        let name_and_types: IdVec<NameAndTypeId, NameAndTypeId> = from
            .name_and_types
            .keys()
            .iter()
            .map(|(_, key)| {
                let (name, descriptor) = (symbols[key.name], symbols[key.descriptor]);
                self.name_and_types.intern(NameAndType { name, descriptor })
            })
            .collect();
        let method_refs = from.code.method_refs.keys().iter().map(|(_, key)| {
            let (class, name_and_type) = (symbols[key.class], name_and_types[key.name_and_type]);
            self.code.method_refs.intern(MethodRef { class, name_and_type, owner: key.owner })
        });
        let method_refs = method_refs.collect();
        let field_refs = from.code.field_refs.keys().iter().map(|(_, key)| {
            let (class, name_and_type) = (symbols[key.class], name_and_types[key.name_and_type]);
            self.code.field_refs.intern(FieldRef { class, name_and_type })
        });
        let field_refs = field_refs.collect();
        Remap { symbols, name_and_types, method_refs, field_refs }
    }

    /// Appends one class with its members and all that hangs on them.
    fn append_class(&mut self, from: &Tables, class: ClassId, remap: &Remap) {
        let id = ClassId::from_index(self.classes.len());
        let symbol = |symbol: Symbol| remap.symbols[symbol];
        for &interface in from.interfaces_of(class) {
            self.interfaces.push(symbol(interface));
        }
        for row in from.nestings.get(class) {
            let row = NestingRow {
                outer: row.outer.map(symbol),
                simple_name: row.simple_name.map(symbol),
                enclosing_class: row.enclosing_class.map(symbol),
                enclosing_method: row.enclosing_method.map(|method| remap.name_and_types[method]),
                access_flags: row.access_flags,
            };
            self.nestings.push(id, row);
        }
        for &member in from.nest_members.get(class) {
            self.nest_members.push(id, symbol(member));
        }
        for &subclass in from.permitted_subclasses.get(class) {
            self.permitted_subclasses.push(id, symbol(subclass));
        }
        for row in from.record_components.get(class) {
            let row = RecordComponentRow {
                name: symbol(row.name),
                descriptor: symbol(row.descriptor),
                signature: row.signature.map(symbol),
            };
            self.record_components.push(id, row);
        }
        for &used in from.class_annotations.get(class) {
            self.class_annotations.push(id, remap.annotation(used));
        }
        self.append_fields(from, class, remap);
        self.append_methods(from, class, remap);
        self.append_code(from, class, remap);
        let row = &from.classes[class];
        self.classes.push(ClassRow {
            name: symbol(row.name),
            package: symbol(row.package),
            super_name: row.super_name.map(symbol),
            signature: row.signature.map(symbol),
            source_file: row.source_file.map(symbol),
            nest_host: row.nest_host.map(symbol),
            module: row.module.map(symbol),
            methods_end: self.methods.len() as u32,
            fields_end: self.fields.len() as u32,
            interfaces_end: self.interfaces.len() as u32,
            dynamics_end: self.code.dynamics.len() as u32,
            ..*row
        });
    }

    fn append_fields(&mut self, from: &Tables, class: ClassId, remap: &Remap) {
        let id = ClassId::from_index(self.classes.len());
        let (old, new) = (from.fields_of(class), self.fields.len());
        for row in &from.fields.as_slice()[old.clone()] {
            self.fields.push(FieldRow {
                name_and_type: remap.name_and_types[row.name_and_type],
                class: id,
                signature: row.signature.map(|signature| remap.symbols[signature]),
                access_flags: row.access_flags,
            });
        }
        let annotations =
            from.field_annotations.range(FieldId::from_index(old.start), FieldId::from_index(old.end));
        for (field, used) in annotations {
            let field = FieldId::from_index(field.index() - old.start + new);
            used.iter().for_each(|&used| self.field_annotations.push(field, remap.annotation(used)));
        }
    }

    fn append_methods(&mut self, from: &Tables, class: ClassId, remap: &Remap) {
        let id = ClassId::from_index(self.classes.len());
        let (old, new) = (from.methods_of(class), self.methods.len());
        for row in &from.methods.as_slice()[old.clone()] {
            self.methods.push(MethodRow {
                name_and_type: remap.name_and_types[row.name_and_type],
                class: id,
                signature: row.signature.map(|signature| remap.symbols[signature]),
                ..*row
            });
        }
        let moved = |method: MethodId| MethodId::from_index(method.index() - old.start + new);
        let (start, end) = (MethodId::from_index(old.start), MethodId::from_index(old.end));
        for (method, exceptions) in from.exceptions.range(start, end) {
            exceptions.iter().for_each(|&name| self.exceptions.push(moved(method), remap.symbols[name]));
        }
        for (method, used) in from.method_annotations.range(start, end) {
            used.iter().for_each(|&used| self.method_annotations.push(moved(method), remap.annotation(used)));
        }
        for (method, used) in from.parameter_annotations.range(start, end) {
            for &(parameter, used) in used {
                self.parameter_annotations.push(moved(method), (parameter, remap.annotation(used)));
            }
        }
    }

    fn append_code(&mut self, from: &Tables, class: ClassId, remap: &Remap) {
        let (dynamics, methods) = (from.dynamics_of(class), from.methods_of(class));
        let (from, to) = (&from.code, &mut self.code);
        let (old, new) = (dynamics.start, to.dynamics.len());
        for dynamic in dynamics.map(DynamicId::from_index) {
            let row = &from.dynamics[dynamic];
            to.handles.extend(from.handles_of(dynamic).iter().map(|&handle| remap.handle(handle)));
            let lambda = row.lambda.map(|lambda| {
                to.markers.extend(from.markers_of(lambda).iter().map(|&marker| remap.symbols[marker]));
                to.bridges.extend(from.bridges_of(lambda).iter().map(|&bridge| remap.name_and_types[bridge]));
                let row = &from.lambdas[lambda];
                to.lambdas.push(LambdaRow {
                    dynamic: DynamicId::from_index(to.dynamics.len()),
                    interface: remap.symbols[row.interface],
                    method: remap.name_and_types[row.method],
                    instantiated: remap.symbols[row.instantiated],
                    implementation: remap.handle(row.implementation),
                    serializable: row.serializable,
                    markers_end: to.markers.len() as u32,
                    bridges_end: to.bridges.len() as u32,
                })
            });
            to.dynamics.push(DynamicRow {
                kind: row.kind,
                name_and_type: row.name_and_type.map(|id| remap.name_and_types[id]),
                bootstrap: remap.handle(row.bootstrap),
                lambda,
                handles_end: to.handles.len() as u32,
            });
        }
        if from.site_ends.is_empty() {
            return;
        }
        for method in methods.map(MethodId::from_index) {
            to.sites.extend(from.sites_of(method).iter().map(|site| {
                site.map(
                    |id| remap.method_refs[id],
                    |id| remap.field_refs[id],
                    |id| DynamicId::from_index(id.index() - old + new),
                    |symbol| remap.symbols[symbol],
                )
            }));
            to.site_ends.push(u32::try_from(to.sites.len()).expect("more than u32::MAX sites"));
        }
    }
}

impl Remap {
    fn annotation(&self, used: AnnotationUse) -> AnnotationUse {
        AnnotationUse { interface: self.symbols[used.interface], visible: used.visible }
    }

    fn handle(&self, handle: Handle) -> Handle {
        match handle {
            Handle::Method(kind, target) => Handle::Method(kind, self.method_refs[target]),
            Handle::Field(access, target) => Handle::Field(access, self.field_refs[target]),
        }
    }
}
