//! Values that redaction kept out of the recording, by the field that held them: in the syntax that the exceptions of
//! redaction take.

use reenact_base::Id;
use reenact_base::name::InternalName;
use reenact_heap::{Ending, Node, NodeId, Value};
use reenact_rebuild::plan::Plan;

use super::Work;
use crate::refusal::Refusal;

impl Work<'_, '_> {
    /// A value that was kept out of the recording reads as zero, and the call may have gone by it.
    pub(super) fn refuse_masked(&self) -> Result<(), Refusal> {
        for slot in self.capture.masked.iter().filter(|slot| !slot.after) {
            let Some(node) = slot.node else {
                return Err(Refusal::Masked(self.root_place(slot.slot as usize)));
            };
            let node = NodeId::from_index(node as usize);
            let Some(Node::Object { .. }) = self.capture.before.try_get(node) else {
                return Err(Refusal::Masked("an element".to_owned()));
            };
            let Some((declaring, field)) = self.field(node, slot.slot as usize) else { continue };
            let world = self.scene.types.world;
            let known = world.class_id(declaring).and_then(|class| world.field(class, field));
            if self.given.needed.zip(known).is_none_or(|(needed, field)| needed(field)) {
                return Err(Refusal::Masked(place(declaring, field)));
            }
        }
        Ok(())
    }

    /// Where the masked object is for which a plan cannot be made.
    pub(super) fn masked_in(&self, plan: &Plan) -> Option<String> {
        let graph = &self.capture.before;
        let masked = plan.unbuilt.iter().find(|unbuilt| {
            matches!(graph.try_get(unbuilt.node), Some(Node::End { ending: Ending::Masked, .. }))
        })?;
        let sought = Value::Reference(masked.node);
        if let Some(root) = self.capture.roots.iter().position(|root| *root == sought) {
            return Some(self.root_place(root));
        }
        let mut holders = graph.iter().filter_map(|(node, content)| match content {
            Node::Object { fields, .. } => {
                let slot = fields.iter().position(|value| *value == sought)?;
                self.field(node, slot).map(|(declaring, field)| place(declaring, field))
            }
            _ => None,
        });
        Some(holders.next().unwrap_or_else(|| format!("a {}", InternalName::new(&masked.class).to_binary())))
    }

    /// The name of an object's field, and of the class that declares it.
    fn field(&self, node: NodeId, slot: usize) -> Option<(&str, &str)> {
        let Node::Object { class, .. } = self.capture.before.try_get(node)? else { return None };
        let classes = self.given.classes;
        classes.try_get(*class)?;
        let (declaring, field) = *classes.all_fields(*class).get(slot)?;
        Some((&classes.get(declaring).name, &field.name))
    }

    /// The parameter that a root is.
    fn root_place(&self, root: usize) -> String {
        let method = self.given.method;
        let receivers = self.capture.roots.len().saturating_sub(method.parameter_names.len());
        match root.checked_sub(receivers).and_then(|at| method.parameter_names.get(at)) {
            Some(name) => place(&method.class, name),
            None => "an argument".to_owned(),
        }
    }
}

fn place(class: &str, name: &str) -> String {
    format!("{}#{name}", InternalName::new(class).to_binary())
}
