//! A field as it can be asked.

use std::fmt;

use reenact_classfile::{AccessFlags, Mutf8};

use crate::World;
use crate::display::MemberName;
use crate::ids::*;
use crate::tables::{AnnotationUse, FieldRow};
use crate::view::{ClassView, Item};

/// A declared field.
#[derive(Clone, Copy)]
pub struct FieldView<'w> {
    world: &'w World,
    id: FieldId,
}

impl Item for FieldId {
    type View<'w> = FieldView<'w>;

    fn in_world(self, world: &World) -> FieldView<'_> {
        FieldView { world, id: self }
    }
}

impl<'w> FieldView<'w> {
    pub fn id(self) -> FieldId {
        self.id
    }

    /// The class that declares it.
    pub fn class(self) -> ClassView<'w> {
        self.world.view(self.row().class)
    }

    pub fn name(self) -> Mutf8<'w> {
        self.world.text(self.world.name_and_type_of(self.row().name_and_type).name)
    }

    /// The descriptor, such as `[Ljava/lang/String;`.
    pub fn descriptor(self) -> Mutf8<'w> {
        self.world.text(self.world.name_and_type_of(self.row().name_and_type).descriptor)
    }

    pub fn name_and_type(self) -> NameAndTypeId {
        self.row().name_and_type
    }

    pub fn access_flags(self) -> AccessFlags {
        self.row().access_flags
    }

    /// The `Signature` attribute, which has the type arguments.
    pub fn signature(self) -> Option<Mutf8<'w>> {
        self.row().signature.map(|symbol| self.world.text(symbol))
    }

    /// Which annotations it has; see [`World::annotations`] for their values.
    pub fn annotation_uses(self) -> &'w [AnnotationUse] {
        self.world.tables.field_annotations.get(self.id)
    }

    fn row(self) -> &'w FieldRow {
        &self.world.tables.fields[self.id]
    }
}

impl fmt::Display for FieldView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.world.tables.classes[self.row().class].name;
        fmt::Display::fmt(&MemberName::new(self.world, class, self.row().name_and_type), f)
    }
}

impl fmt::Debug for FieldView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
