//! The tables that a program is kept in: rows of plain numbers, one table for each kind of row.
//!
//! A chunk of the class path is read into tables of its own, and these are appended to the
//! program's: both are the same type. Lists that most rows do not have are kept apart.

use std::ops::Range;

use reenact_base::{Id, IdVec, Interner, SparseAdjacency, Symbol};
use reenact_classfile::{AccessFlags, Version};

use crate::code::{DynamicRow, Handle, LambdaRow, Site};
use crate::distinct::Distinct;
use crate::ids::*;

#[derive(Default)]
pub(crate) struct Tables {
    pub names: Interner,
    pub name_and_types: Distinct<NameAndTypeId, NameAndType>,

    pub classes: IdVec<ClassId, ClassRow>,
    pub methods: IdVec<MethodId, MethodRow>,
    pub fields: IdVec<FieldId, FieldRow>,

    /// Direct superinterfaces, class by class; see [`ClassRow::interfaces_end`].
    pub interfaces: Vec<Symbol>,
    pub nestings: SparseAdjacency<ClassId, NestingRow>,
    pub nest_members: SparseAdjacency<ClassId, Symbol>,
    pub permitted_subclasses: SparseAdjacency<ClassId, Symbol>,
    pub record_components: SparseAdjacency<ClassId, RecordComponentRow>,
    pub exceptions: SparseAdjacency<MethodId, Symbol>,

    pub class_annotations: SparseAdjacency<ClassId, AnnotationUse>,
    pub method_annotations: SparseAdjacency<MethodId, AnnotationUse>,
    pub field_annotations: SparseAdjacency<FieldId, AnnotationUse>,
    pub parameter_annotations: SparseAdjacency<MethodId, (u8, AnnotationUse)>,

    pub exports: Vec<ExportRow>,

    pub code: CodeTables,
}

/// Tables that only [`Depth::Code`](crate::Depth::Code) fills.
#[derive(Default)]
pub(crate) struct CodeTables {
    pub method_refs: Distinct<MethodRefId, MethodRef>,
    pub field_refs: Distinct<FieldRefId, FieldRef>,
    pub sites: Vec<Site>,
    /// Where each method's sites end; they start where those of the method before end.
    pub site_ends: IdVec<MethodId, u32>,
    pub dynamics: IdVec<DynamicId, DynamicRow>,
    pub handles: Vec<Handle>,
    pub lambdas: IdVec<LambdaId, LambdaRow>,
    pub markers: Vec<Symbol>,
    pub bridges: Vec<NameAndTypeId>,
}

/// A class. Ranges of members end here and start where those of the class before end.
#[derive(Clone, Copy)]
pub(crate) struct ClassRow {
    pub name: Symbol,
    /// Internal name of the package; empty for the unnamed one.
    pub package: Symbol,
    pub super_name: Option<Symbol>,
    pub signature: Option<Symbol>,
    pub source_file: Option<Symbol>,
    pub nest_host: Option<Symbol>,
    pub module: Option<Symbol>,
    pub container: ContainerId,
    /// Position among the container's class files.
    pub entry: u32,
    pub methods_end: u32,
    pub fields_end: u32,
    pub interfaces_end: u32,
    pub dynamics_end: u32,
    pub version: Version,
    pub access_flags: AccessFlags,
    pub is_record: bool,
    pub is_sealed: bool,
    /// Whether an interface declares an instance method with a body, which makes the initialisation
    /// of a class that implements it initialise the interface too (JVMS 5.5).
    pub has_default_methods: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct MethodRow {
    pub name_and_type: NameAndTypeId,
    pub class: ClassId,
    pub signature: Option<Symbol>,
    pub access_flags: AccessFlags,
    pub has_code: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct FieldRow {
    pub name_and_type: NameAndTypeId,
    pub class: ClassId,
    pub signature: Option<Symbol>,
    pub access_flags: AccessFlags,
}

/// The `InnerClasses` and `EnclosingMethod` attributes of a class that is not top-level.
#[derive(Clone, Copy)]
pub(crate) struct NestingRow {
    /// The class it is a member of; `None` for local and anonymous classes.
    pub outer: Option<Symbol>,
    /// Its simple name; `None` for anonymous classes.
    pub simple_name: Option<Symbol>,
    pub enclosing_class: Option<Symbol>,
    pub enclosing_method: Option<NameAndTypeId>,
    pub access_flags: AccessFlags,
}

#[derive(Clone, Copy)]
pub(crate) struct RecordComponentRow {
    pub name: Symbol,
    pub descriptor: Symbol,
    pub signature: Option<Symbol>,
}

/// A package that a module of the runtime image exports: to all if `to` is `None`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExportRow {
    pub module: Symbol,
    pub package: Symbol,
    pub to: Option<Symbol>,
}

/// A name with a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NameAndType {
    pub name: Symbol,
    pub descriptor: Symbol,
}

/// A method as code names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MethodRef {
    /// An internal name, or an array's descriptor.
    pub class: Symbol,
    pub name_and_type: NameAndTypeId,
    pub owner: OwnerKind,
}

/// The kind of class that a method reference names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnerKind {
    /// A `Methodref`: a class or an array.
    Class,
    /// An `InterfaceMethodref`.
    Interface,
    /// No constant of the class file: a call that the JDK's bootstrap methods make for the site,
    /// such as `toString` for a string concatenation.
    Either,
}

/// A field as code names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldRef {
    pub class: Symbol,
    pub name_and_type: NameAndTypeId,
}

/// That an annotation is on something; its values are read on demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnnotationUse {
    /// Internal name of the annotation interface.
    pub interface: Symbol,
    /// Whether reflection sees it (`RuntimeVisibleAnnotations`).
    pub visible: bool,
}

impl Tables {
    pub fn methods_of(&self, class: ClassId) -> Range<usize> {
        span(self.classes.as_slice(), class, |row| row.methods_end)
    }

    pub fn fields_of(&self, class: ClassId) -> Range<usize> {
        span(self.classes.as_slice(), class, |row| row.fields_end)
    }

    pub fn dynamics_of(&self, class: ClassId) -> Range<usize> {
        span(self.classes.as_slice(), class, |row| row.dynamics_end)
    }

    pub fn interfaces_of(&self, class: ClassId) -> &[Symbol] {
        &self.interfaces[span(self.classes.as_slice(), class, |row| row.interfaces_end)]
    }

    /// Gives back memory that was taken for growing.
    pub fn shrink_to_fit(&mut self) {
        self.names.shrink_to_fit();
        self.name_and_types.shrink_to_fit();
        self.classes.shrink_to_fit();
        self.methods.shrink_to_fit();
        self.fields.shrink_to_fit();
        self.interfaces.shrink_to_fit();
        self.nestings.shrink_to_fit();
        self.nest_members.shrink_to_fit();
        self.record_components.shrink_to_fit();
        self.exceptions.shrink_to_fit();
        self.class_annotations.shrink_to_fit();
        self.method_annotations.shrink_to_fit();
        self.field_annotations.shrink_to_fit();
        self.parameter_annotations.shrink_to_fit();
        self.code.method_refs.shrink_to_fit();
        self.code.field_refs.shrink_to_fit();
        self.code.sites.shrink_to_fit();
        self.code.site_ends.shrink_to_fit();
        self.code.dynamics.shrink_to_fit();
        self.code.handles.shrink_to_fit();
        self.code.lambdas.shrink_to_fit();
    }

    pub fn heap_bytes(&self) -> usize {
        self.names.heap_bytes()
            + self.name_and_types.heap_bytes()
            + self.classes.heap_bytes()
            + self.methods.heap_bytes()
            + self.fields.heap_bytes()
            + self.interfaces.capacity() * size_of::<Symbol>()
            + self.nestings.heap_bytes()
            + self.nest_members.heap_bytes()
            + self.permitted_subclasses.heap_bytes()
            + self.record_components.heap_bytes()
            + self.exceptions.heap_bytes()
            + self.class_annotations.heap_bytes()
            + self.method_annotations.heap_bytes()
            + self.field_annotations.heap_bytes()
            + self.parameter_annotations.heap_bytes()
            + self.exports.capacity() * size_of::<ExportRow>()
            + self.code.heap_bytes()
    }
}

impl CodeTables {
    pub fn sites_of(&self, method: MethodId) -> &[Site] {
        if self.site_ends.is_empty() {
            return &[];
        }
        &self.sites[span(self.site_ends.as_slice(), method, |&end| end)]
    }

    pub fn handles_of(&self, dynamic: DynamicId) -> &[Handle] {
        &self.handles[span(self.dynamics.as_slice(), dynamic, |row| row.handles_end)]
    }

    pub fn markers_of(&self, lambda: LambdaId) -> &[Symbol] {
        &self.markers[span(self.lambdas.as_slice(), lambda, |row| row.markers_end)]
    }

    pub fn bridges_of(&self, lambda: LambdaId) -> &[NameAndTypeId] {
        &self.bridges[span(self.lambdas.as_slice(), lambda, |row| row.bridges_end)]
    }

    fn heap_bytes(&self) -> usize {
        self.method_refs.heap_bytes()
            + self.field_refs.heap_bytes()
            + self.sites.capacity() * size_of::<Site>()
            + self.site_ends.heap_bytes()
            + self.dynamics.heap_bytes()
            + self.handles.capacity() * size_of::<Handle>()
            + self.lambdas.heap_bytes()
            + self.markers.capacity() * size_of::<Symbol>()
            + self.bridges.capacity() * size_of::<NameAndTypeId>()
    }
}

/// The items of a row: from where those of the row before end to where its own end.
fn span<T>(rows: &[T], id: impl Id, end: impl Fn(&T) -> u32) -> Range<usize> {
    let start = if id.index() == 0 { 0 } else { end(&rows[id.index() - 1]) };
    start as usize..end(&rows[id.index()]) as usize
}
