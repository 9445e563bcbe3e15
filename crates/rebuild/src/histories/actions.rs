//! Events as code that does the same again.

use reenact_base::Id;
use reenact_heap::{HeapGraph, Node, Value};
use reenact_world::{ClassId, MethodId, Nesting};

use super::Arguments;
use crate::history::{Event, EventKind};
use crate::plan::{Making, Member, NoHistory, Operand};
use crate::program_index::{PackageView, ProgramIndex};
use crate::recipe::Filling;
use crate::viewpoint::bridges;

/// Elements that are written without the array around them.
const MOST_SPREAD: usize = 20;

/// An event as code.
pub(crate) enum EventAction {
    Make(Making),
    Fill(Filling),
}

/// Writes events as code.
pub(crate) struct EventWriter<'a, 'w> {
    pub program: &'a ProgramIndex<'w>,
    pub package: &'a PackageView<'w>,
    pub graph: &'a HeapGraph,
    /// Objects of the graph that was asked for have an identity that others may know.
    pub own: usize,
}

impl EventWriter<'_, '_> {
    /// The code for an event on an object of a class.
    pub fn action(
        &self,
        class: &str,
        event: &Event<'_>,
        arguments: &Arguments,
    ) -> Result<EventAction, NoHistory> {
        let member = event.kind.member();
        if event.is_masked {
            return Err(NoHistory::Masked(member.clone()));
        }
        let act = match &event.kind {
            EventKind::Construct(member) => self.construct(member, arguments).map(EventAction::Make),
            EventKind::Factory(member) => self.factory(member, arguments).map(EventAction::Make),
            EventKind::Call(member) => {
                self.call(class, member, arguments, event.threw).map(EventAction::Fill)
            }
            EventKind::Assign(member) => self.assign(member, arguments).map(EventAction::Fill),
        };
        act.ok_or_else(|| NoHistory::NotAccessible(member.clone()))
    }

    fn construct(&self, member: &Member, arguments: &Arguments) -> Option<Making> {
        let (class, method) = self.declared(member)?;
        let view = self.program.world.view(class);
        let is_open = self.package.viewpoint.can_name(class) && self.package.viewpoint.can_call(method);
        if !is_open || !view.is_instantiable() {
            return None;
        }
        let mut operands = self.operands(method, arguments)?;
        let has_outer = view.nesting() == Nesting::Member && !view.declared_flags().is_static();
        let outer = (has_outer && !operands.is_empty()).then(|| Box::new(operands.remove(0)));
        Some(Making::Constructor { method: member.clone(), outer, arguments: operands })
    }

    fn factory(&self, member: &Member, arguments: &Arguments) -> Option<Making> {
        let (class, method) = self.declared(member)?;
        let is_open = self.package.viewpoint.can_name(class) && self.package.viewpoint.can_call(method);
        let arguments = self.operands(method, arguments)?;
        is_open.then(|| Making::Factory { method: member.clone(), arguments })
    }

    /// A call, by a name under which the code can make it: the class that has the method may be out of sight
    /// while the object's own, or an interface, is not.
    fn call(&self, class: &str, member: &Member, arguments: &Arguments, threw: bool) -> Option<Filling> {
        let world = self.program.world;
        let (declaring, method) = self.declared(member)?;
        let own = world.class_id(class).unwrap_or(declaring);
        let view = &self.package.viewpoint;
        let named = |class: ClassId| {
            Member::new(&world.view(class).name().to_str(), &member.name, &member.descriptor)
        };
        let chosen = if view.can_call(method) && view.can_name(declaring) {
            member.clone()
        } else if view.can_call(method) && view.can_name(own) {
            named(own)
        } else {
            let above = world.superclasses(declaring).chain(world.all_interfaces(own).iter().copied());
            let dispatched: Vec<MethodId> = std::iter::once(method).chain(bridges(world, method)).collect();
            let mut open = above.filter(|&class| view.can_name(class)).flat_map(|class| {
                let declared = |method: &MethodId| {
                    let descriptor = world.view(*method).descriptor().to_str();
                    let declared = world.method(class, &member.name, &descriptor)?;
                    let name = world.view(class).name().to_str();
                    view.can_call(declared).then(|| Member::new(&name, &member.name, &descriptor))
                };
                dispatched.iter().filter_map(declared).collect::<Vec<_>>()
            });
            open.next()?
        };
        let arguments = self.operands(method, arguments)?;
        Some(match threw {
            true => Filling::Attempt { method: chosen, arguments },
            false => Filling::Call { method: chosen, arguments, is_fluent: false },
        })
    }

    fn assign(&self, member: &Member, arguments: &Arguments) -> Option<Filling> {
        let world = self.program.world;
        let class = world.class_id(&member.class)?;
        let field = world.field(class, &member.name)?;
        let [value] = arguments.values.as_slice() else { return None };
        let view = &self.package.viewpoint;
        let declaring = world.view(field).class().id();
        let can_assign = view.can_assign(field) && view.nearest(class, Some(declaring)).is_some();
        can_assign.then(|| Filling::Assign {
            field: self.program.field_member(field),
            value: Operand::Value(*value),
        })
    }

    fn declared(&self, member: &Member) -> Option<(ClassId, MethodId)> {
        let world = self.program.world;
        let class = world.class_id(&member.class)?;
        Some((class, world.method(class, &member.name, &member.descriptor)?))
    }

    fn operands(&self, method: MethodId, arguments: &Arguments) -> Option<Vec<Operand>> {
        let view = self.program.world.view(method);
        let count = view.parsed_descriptor()?.parameters().count();
        if count != arguments.values.len() {
            return None;
        }
        let mut operands: Vec<Operand> =
            arguments.values.iter().map(|value| Operand::Value(*value)).collect();
        if view.access_flags().is_varargs()
            && let Some(elements) = operands.last().and_then(|last| self.spread(last))
        {
            operands.pop();
            operands.push(Operand::Spread(elements));
        }
        Some(operands)
    }

    /// The elements of an array that no other object holds, to be written without it.
    fn spread(&self, operand: &Operand) -> Option<Vec<Operand>> {
        let Operand::Value(Value::Reference(node)) = operand else { return None };
        if node.index() < self.own {
            return None;
        }
        let elements: Vec<Value> = match self.graph.try_get(*node)? {
            Node::Array { elements, .. } => elements.clone(),
            Node::Primitives(elements) => (0..elements.len()).filter_map(|at| elements.get(at)).collect(),
            _ => return None,
        };
        // One null, or one array, would be taken for the array itself.
        let is_plain = |value: &Value| match value {
            Value::Null => false,
            Value::Reference(node) => {
                !matches!(self.graph.try_get(*node), Some(Node::Array { .. } | Node::Primitives(_)))
            }
            _ => true,
        };
        let is_readable =
            elements.len() <= MOST_SPREAD && (elements.len() != 1 || elements.iter().all(is_plain));
        is_readable.then(|| elements.into_iter().map(Operand::Value).collect())
    }
}
