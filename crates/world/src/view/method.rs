//! A method as it can be asked.

use std::fmt;

use reenact_base::Symbol;
use reenact_classfile::{AccessFlags, MethodDescriptor, Mutf8};

use crate::World;
use crate::code::Site;
use crate::display::MemberName;
use crate::ids::*;
use crate::tables::{AnnotationUse, MethodRow};
use crate::view::{ClassView, Item};

/// A declared method, constructor or class initialiser.
#[derive(Clone, Copy)]
pub struct MethodView<'w> {
    world: &'w World,
    id: MethodId,
}

impl Item for MethodId {
    type View<'w> = MethodView<'w>;

    fn in_world(self, world: &World) -> MethodView<'_> {
        MethodView { world, id: self }
    }
}

impl<'w> MethodView<'w> {
    pub fn id(self) -> MethodId {
        self.id
    }

    /// The class that declares it.
    pub fn class(self) -> ClassView<'w> {
        self.world.view(self.row().class)
    }

    pub fn name(self) -> Mutf8<'w> {
        self.world.text(self.name_symbol())
    }

    pub fn name_symbol(self) -> Symbol {
        self.world.name_and_type_of(self.row().name_and_type).name
    }

    /// The descriptor, such as `(I)Ljava/lang/String;`.
    pub fn descriptor(self) -> Mutf8<'w> {
        self.world.text(self.world.name_and_type_of(self.row().name_and_type).descriptor)
    }

    /// The descriptor taken apart; `None` if it is malformed.
    pub fn parsed_descriptor(self) -> Option<MethodDescriptor<'w>> {
        MethodDescriptor::parse(self.descriptor())
    }

    pub fn name_and_type(self) -> NameAndTypeId {
        self.row().name_and_type
    }

    pub fn access_flags(self) -> AccessFlags {
        self.row().access_flags
    }

    pub fn is_constructor(self) -> bool {
        Some(self.name_symbol()) == self.world.known.init
    }

    pub fn is_class_initialiser(self) -> bool {
        Some(self.row().name_and_type) == self.world.known.class_initialiser
    }

    /// Whether it is neither abstract nor native.
    pub fn has_code(self) -> bool {
        self.row().has_code
    }

    /// The `Signature` attribute, which has the type parameters and arguments.
    pub fn signature(self) -> Option<Mutf8<'w>> {
        self.row().signature.map(|symbol| self.world.text(symbol))
    }

    /// The internal names of the exceptions that it declares.
    pub fn exceptions(self) -> impl ExactSizeIterator<Item = Mutf8<'w>> {
        self.world.tables.exceptions.get(self.id).iter().map(move |&name| self.world.text(name))
    }

    /// Which annotations it has; see [`World::annotations`] for their values.
    pub fn annotation_uses(self) -> &'w [AnnotationUse] {
        self.world.tables.method_annotations.get(self.id)
    }

    /// Which annotations its parameters have, with the position of the parameter. Compilers leave out
    /// parameters that they added themselves, such as an inner class's outer instance.
    pub fn parameter_annotation_uses(self) -> &'w [(u8, AnnotationUse)] {
        self.world.tables.parameter_annotations.get(self.id)
    }

    /// Returns the sites of its code, in the order of the code. Needs [`Depth::Code`](crate::Depth).
    pub fn sites(self) -> &'w [Site] {
        self.world.tables.code.sites_of(self.id)
    }

    fn row(self) -> &'w MethodRow {
        &self.world.tables.methods[self.id]
    }
}

impl fmt::Display for MethodView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.world.tables.classes[self.row().class].name;
        fmt::Display::fmt(&MemberName::new(self.world, class, self.row().name_and_type), f)
    }
}

impl fmt::Debug for MethodView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
