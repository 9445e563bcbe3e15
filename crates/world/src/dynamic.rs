//! `invokedynamic`, dynamic constants and lambdas as they can be asked.

use reenact_base::{Id, Symbol};

use crate::World;
use crate::code::{DynamicKind, Handle};
use crate::ids::*;
use crate::tables::NameAndType;
use crate::view::Item;

/// An `invokedynamic` call site, a dynamically computed constant or a method-handle constant.
#[derive(Clone, Copy)]
pub struct DynamicView<'w> {
    world: &'w World,
    id: DynamicId,
}

/// A lambda expression or method reference.
#[derive(Clone, Copy)]
pub struct LambdaView<'w> {
    world: &'w World,
    id: LambdaId,
}

impl Item for DynamicId {
    type View<'w> = DynamicView<'w>;

    fn in_world(self, world: &World) -> DynamicView<'_> {
        DynamicView { world, id: self }
    }
}

impl Item for LambdaId {
    type View<'w> = LambdaView<'w>;

    fn in_world(self, world: &World) -> LambdaView<'_> {
        LambdaView { world, id: self }
    }
}

impl World {
    /// All lambda expressions and method references, class by class. Needs
    /// [`Depth::Code`](crate::Depth).
    pub fn lambdas(&self) -> impl ExactSizeIterator<Item = LambdaView<'_>> {
        self.tables.code.lambdas.ids().map(|id| self.view(id))
    }

    /// The class whose code has an `invokedynamic` or dynamic constant.
    pub fn class_of_dynamic(&self, dynamic: DynamicId) -> ClassId {
        let before = |row: &crate::tables::ClassRow| row.dynamics_end as usize <= dynamic.index();
        ClassId::from_index(self.tables.classes.as_slice().partition_point(before))
    }
}

impl<'w> DynamicView<'w> {
    pub fn id(self) -> DynamicId {
        self.id
    }

    pub fn kind(self) -> DynamicKind {
        self.world.tables.code.dynamics[self.id].kind
    }

    /// Name and descriptor of the call or constant; `None` for a method-handle constant.
    pub fn name_and_type(self) -> Option<NameAndType> {
        let id = self.world.tables.code.dynamics[self.id].name_and_type?;
        Some(self.world.name_and_type_of(id))
    }

    /// The bootstrap method; for a method-handle constant the handle itself.
    pub fn bootstrap(self) -> Handle {
        self.world.tables.code.dynamics[self.id].bootstrap
    }

    /// Returns the targets that running it may invoke: method handles among the bootstrap method's arguments, the bootstrap
    /// method itself unless it is one of the JDK's, and the calls that these make by themselves.
    pub fn handles(self) -> &'w [Handle] {
        self.world.tables.code.handles_of(self.id)
    }

    /// The function object that it makes, if it makes one.
    pub fn lambda(self) -> Option<LambdaView<'w>> {
        self.world.tables.code.dynamics[self.id].lambda.map(|id| self.world.view(id))
    }
}

impl<'w> LambdaView<'w> {
    pub fn id(self) -> LambdaId {
        self.id
    }

    /// The call that makes the function object.
    pub fn dynamic(self) -> DynamicView<'w> {
        self.world.view(self.row().dynamic)
    }

    /// Internal name of the functional interface.
    pub fn interface(self) -> Symbol {
        self.row().interface
    }

    /// The interface's method that the function object implements, with its erased descriptor.
    pub fn method(self) -> NameAndTypeId {
        self.row().method
    }

    /// The descriptor of that method with type arguments filled in.
    pub fn instantiated_descriptor(self) -> Symbol {
        self.row().instantiated
    }

    /// Returns the method that a call of the function object invokes.
    pub fn implementation(self) -> Handle {
        self.row().implementation
    }

    pub fn is_serializable(self) -> bool {
        self.row().serializable
    }

    /// Internal names of further interfaces that the function object has, as in
    /// `(Runnable & Marker) () -> {}`.
    pub fn markers(self) -> &'w [Symbol] {
        self.world.tables.code.markers_of(self.id)
    }

    /// Further methods that the function object implements in the same way: the same name with the
    /// erased descriptors of superinterfaces.
    pub fn bridges(self) -> &'w [NameAndTypeId] {
        self.world.tables.code.bridges_of(self.id)
    }

    fn row(self) -> &'w crate::code::LambdaRow {
        &self.world.tables.code.lambdas[self.id]
    }
}
