//! Parts of the program with the program around them, so that they can be asked for their names.

mod class;
mod field;
mod method;

pub use class::{ClassView, Nesting, RecordComponent};
pub use field::FieldView;
pub use method::MethodView;

use crate::World;

/// An id that [`World::view`] takes.
pub trait Item: Copy {
    /// The view of an item.
    type View<'w>;
    /// This item of a program.
    fn in_world(self, world: &World) -> Self::View<'_>;
}
