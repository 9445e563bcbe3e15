//! A class as it can be asked.

use std::fmt;

use reenact_base::Id;
use reenact_classfile::{AccessFlags, Mutf8, Version};

use crate::World;
use crate::display::binary_name;
use crate::ids::*;
use crate::tables::{AnnotationUse, ClassRow, NestingRow};
use crate::view::{FieldView, Item, MethodView};

/// A class, interface, enum, record or annotation interface.
#[derive(Clone, Copy)]
pub struct ClassView<'w> {
    world: &'w World,
    id: ClassId,
}

/// How a class is nested (JLS 8.1.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nesting {
    TopLevel,
    /// A member of another class.
    Member,
    /// Declared in a block, with a name.
    Local,
    Anonymous,
}

/// A component of a record class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordComponent<'w> {
    pub name: Mutf8<'w>,
    pub descriptor: Mutf8<'w>,
    pub signature: Option<Mutf8<'w>>,
}

impl Item for ClassId {
    type View<'w> = ClassView<'w>;

    fn in_world(self, world: &World) -> ClassView<'_> {
        ClassView { world, id: self }
    }
}

impl<'w> ClassView<'w> {
    pub fn id(self) -> ClassId {
        self.id
    }

    pub fn world(self) -> &'w World {
        self.world
    }

    /// The internal name, such as `java/util/Map$Entry`.
    pub fn name(self) -> Mutf8<'w> {
        self.world.text(self.row().name)
    }

    /// The binary name, such as `java.util.Map$Entry`.
    pub fn binary_name(self) -> String {
        binary_name(self.name())
    }

    /// The internal name of the package; empty for the unnamed one.
    pub fn package(self) -> Mutf8<'w> {
        self.world.text(self.row().package)
    }

    /// The flags of the class file: what the JVM goes by.
    pub fn access_flags(self) -> AccessFlags {
        self.row().access_flags
    }

    /// The flags of the source: those of `InnerClasses` for a nested class, which alone know private,
    /// protected and static.
    pub fn declared_flags(self) -> AccessFlags {
        self.nesting_row().map_or(self.row().access_flags, |row| row.access_flags)
    }

    pub fn is_interface(self) -> bool {
        self.access_flags().is_interface()
    }

    /// Whether it is an enum. The class of a constant with a body bears the flag as well, and is none.
    pub fn is_enum(self) -> bool {
        self.access_flags().is_enum() && self.super_name().is_some_and(|name| name == "java/lang/Enum")
    }

    pub fn is_annotation(self) -> bool {
        self.access_flags().is_annotation()
    }

    pub fn is_record(self) -> bool {
        self.row().is_record
    }

    /// Whether it lists the classes that may extend or implement it.
    pub fn is_sealed(self) -> bool {
        self.row().is_sealed
    }

    /// Whether there can be objects of exactly this class.
    pub fn is_instantiable(self) -> bool {
        !self.access_flags().is_abstract() && !self.access_flags().is_interface()
    }

    pub fn version(self) -> Version {
        self.row().version
    }

    /// The superclass's internal name; `None` for `java/lang/Object`.
    pub fn super_name(self) -> Option<Mutf8<'w>> {
        self.text(self.row().super_name)
    }

    /// The superclass, if it was read.
    pub fn superclass(self) -> Option<ClassView<'w>> {
        self.world.superclass(self.id).map(|id| self.world.view(id))
    }

    /// The internal names of the direct superinterfaces, in order.
    pub fn interface_names(self) -> impl ExactSizeIterator<Item = Mutf8<'w>> {
        self.world.tables.interfaces_of(self.id).iter().map(move |&name| self.world.text(name))
    }

    /// The direct superinterfaces that were read, in order.
    pub fn interfaces(self) -> impl ExactSizeIterator<Item = ClassView<'w>> {
        self.world.interfaces(self.id).iter().map(move |&id| self.world.view(id))
    }

    /// The declared methods, in class-file order.
    pub fn methods(self) -> impl ExactSizeIterator<Item = MethodView<'w>> {
        self.world.tables.methods_of(self.id).map(move |index| self.world.view(MethodId::from_index(index)))
    }

    /// The declared fields, in class-file order.
    pub fn fields(self) -> impl ExactSizeIterator<Item = FieldView<'w>> {
        self.world.tables.fields_of(self.id).map(move |index| self.world.view(FieldId::from_index(index)))
    }

    /// A declared method by name and descriptor.
    pub fn method(self, name: &str, descriptor: &str) -> Option<MethodView<'w>> {
        self.world.method(self.id, name, descriptor).map(|id| self.world.view(id))
    }

    /// The declared methods of a name, in class-file order.
    pub fn methods_named(self, name: &str) -> impl Iterator<Item = MethodView<'w>> {
        let name = self.world.symbol(name);
        self.methods().filter(move |method| Some(method.name_symbol()) == name)
    }

    /// A declared field by name.
    pub fn field(self, name: &str) -> Option<FieldView<'w>> {
        self.world.field(self.id, name).map(|id| self.world.view(id))
    }

    /// The `Signature` attribute, which has the type parameters and arguments.
    pub fn signature(self) -> Option<Mutf8<'w>> {
        self.text(self.row().signature)
    }

    /// The source file's name, without a directory.
    pub fn source_file(self) -> Option<Mutf8<'w>> {
        self.text(self.row().source_file)
    }

    /// The module of the runtime image that it comes from.
    pub fn module(self) -> Option<Mutf8<'w>> {
        self.text(self.row().module)
    }

    pub fn container(self) -> ContainerId {
        self.row().container
    }

    /// Whether it is the JDK's own.
    pub fn is_platform(self) -> bool {
        self.world.is_platform_class(self.id)
    }

    pub fn nesting(self) -> Nesting {
        match self.nesting_row() {
            None => Nesting::TopLevel,
            // Shrinkers leave an outer class on anonymous classes; without a name it makes no member.
            Some(NestingRow { outer: Some(_), enclosing_class: None, .. }) => Nesting::Member,
            Some(NestingRow { simple_name: Some(_), .. }) => Nesting::Local,
            Some(_) => Nesting::Anonymous,
        }
    }

    /// Whether it is an inner class, whose constructors have the instance around it as their first parameter.
    pub fn has_outer_instance(self) -> bool {
        self.nesting() == Nesting::Member && !self.declared_flags().is_static() && !self.is_interface()
    }

    /// The name in the source; `None` for anonymous classes.
    pub fn simple_name(self) -> Option<Mutf8<'w>> {
        match self.nesting_row() {
            Some(row) => self.text(row.simple_name),
            None => {
                let name = self.name().as_bytes();
                let start = name.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
                Some(Mutf8::new(&name[start..]))
            }
        }
    }

    /// The internal name of the class around it, whichever way it is nested.
    pub fn outer_name(self) -> Option<Mutf8<'w>> {
        self.nesting_row().and_then(|row| self.text(row.outer.or(row.enclosing_class)))
    }

    /// Name and descriptor of the method around a local or anonymous class.
    pub fn enclosing_method(self) -> Option<(Mutf8<'w>, Mutf8<'w>)> {
        let pair = self.world.name_and_type_of(self.nesting_row()?.enclosing_method?);
        Some((self.world.text(pair.name), self.world.text(pair.descriptor)))
    }

    /// The internal names of the classes that may extend or implement it; empty unless it is sealed.
    pub fn permitted_subclasses(self) -> impl ExactSizeIterator<Item = Mutf8<'w>> {
        let names = self.world.tables.permitted_subclasses.get(self.id);
        names.iter().map(move |&name| self.world.text(name))
    }

    /// The internal names of the other members of the nest that it is the host of.
    pub fn nest_members(self) -> impl ExactSizeIterator<Item = Mutf8<'w>> {
        self.world.tables.nest_members.get(self.id).iter().map(move |&name| self.world.text(name))
    }

    /// The components of a record, in order.
    pub fn record_components(self) -> impl ExactSizeIterator<Item = RecordComponent<'w>> {
        self.world.tables.record_components.get(self.id).iter().map(move |row| RecordComponent {
            name: self.world.text(row.name),
            descriptor: self.world.text(row.descriptor),
            signature: self.text(row.signature),
        })
    }

    /// Which annotations it has; see [`World::annotations`] for their values.
    pub fn annotation_uses(self) -> &'w [AnnotationUse] {
        self.world.tables.class_annotations.get(self.id)
    }

    fn row(self) -> &'w ClassRow {
        &self.world.tables.classes[self.id]
    }

    fn nesting_row(self) -> Option<&'w NestingRow> {
        self.world.tables.nestings.get(self.id).first()
    }

    fn text(self, symbol: Option<reenact_base::Symbol>) -> Option<Mutf8<'w>> {
        symbol.map(|symbol| self.world.text(symbol))
    }
}

impl fmt::Display for ClassView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.binary_name())
    }
}

impl fmt::Debug for ClassView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
