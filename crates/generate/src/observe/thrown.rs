//! The parts of an exception that a test can observe.
//!
//! An exception that makes its message when it is asked for one has what goes into it in fields, and often methods that
//! return them.

use reenact_heap::{Node, NodeId};

use super::{Bounds, Look, ObservedValue, Observer};
use crate::accessors::Access;

impl Observer<'_, '_> {
    /// Looks at what the program's own classes add to an exception.
    pub fn thrown(&mut self, node: NodeId, bounds: Bounds) {
        self.bounds = bounds;
        let Some(class) = self.class_of(self.after, node) else { return };
        let Some(Node::Object { fields, .. }) = self.after.graph().try_get(node) else { return };
        for visible in self.visible(self.after, node, class) {
            let Some(value) = fields.get(visible.slot) else { continue };
            if self.is_masked(node, visible.slot) || self.is_of_the_jdk(visible.access) {
                continue;
            }
            let mut path = vec![Look::Read(visible.access)];
            self.content(ObservedValue::Result, &mut path, *value, 1, None);
        }
    }

    fn is_of_the_jdk(&self, access: Access) -> bool {
        let world = self.scene.types.world;
        match access {
            Access::Field(field) => world.view(field).class().is_platform(),
            Access::Getter(method) | Access::Copy(method) => world.view(method).class().is_platform(),
        }
    }
}
