//! Events as code that does the same again.

use reenact_base::Id;
use reenact_heap::{HeapGraph, Node, Value};
use reenact_world::{ClassId, MethodId, Nesting};

use super::Arguments;
use crate::history::{Deed, Event};
use crate::plan::{Making, Member, NoTrace, Operand};
use crate::recipe::Filling;
use crate::shop::{Counter, Shop};

/// Elements that are written without the array around them.
const MOST_SPREAD: usize = 20;

/// What an event becomes.
pub(crate) enum Act {
    Make(Making),
    Fill(Filling),
}

/// Who writes events as code.
pub(crate) struct Scribe<'a, 'w> {
    pub shop: &'a Shop<'w>,
    pub counter: &'a Counter<'w>,
    pub graph: &'a HeapGraph,
    /// Objects of the graph that was asked for have an identity that others may know.
    pub own: usize,
}

impl Scribe<'_, '_> {
    /// The code for an event on an object of a class.
    pub fn act(&self, class: &str, event: &Event<'_>, arguments: &Arguments) -> Result<Act, NoTrace> {
        let member = event.deed.member();
        if event.is_masked {
            return Err(NoTrace::Masked(member.clone()));
        }
        let act = match &event.deed {
            Deed::Construct(member) => self.construct(member, arguments).map(Act::Make),
            Deed::Factory(member) => self.factory(member, arguments).map(Act::Make),
            Deed::Call(member) => self.call(class, member, arguments, event.threw).map(Act::Fill),
            Deed::Assign(member) => self.assign(member, arguments).map(Act::Fill),
        };
        act.ok_or_else(|| NoTrace::NotAccessible(member.clone()))
    }

    fn construct(&self, member: &Member, arguments: &Arguments) -> Option<Making> {
        let (class, method) = self.declared(member)?;
        let view = self.shop.world.view(class);
        let is_open = self.counter.view.can_name(class) && self.counter.view.can_call(method);
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
        let is_open = self.counter.view.can_name(class) && self.counter.view.can_call(method);
        let arguments = self.operands(method, arguments)?;
        is_open.then(|| Making::Factory { method: member.clone(), arguments })
    }

    /// A call, by a name under which the code can make it: the class that has the method may be out of sight
    /// while the object's own, or an interface, is not.
    fn call(&self, class: &str, member: &Member, arguments: &Arguments, threw: bool) -> Option<Filling> {
        let world = self.shop.world;
        let (declaring, method) = self.declared(member)?;
        let own = world.class_id(class).unwrap_or(declaring);
        let view = &self.counter.view;
        let named = |class: ClassId| {
            Member::new(&world.view(class).name().to_str(), &member.name, &member.descriptor)
        };
        let chosen = if view.can_call(method) && view.can_name(declaring) {
            member.clone()
        } else if view.can_call(method) && view.can_name(own) {
            named(own)
        } else {
            let above = world.superclasses(declaring).chain(world.all_interfaces(own).iter().copied());
            let open = above.filter(|&class| {
                let declared = world.method(class, &member.name, &member.descriptor);
                view.can_name(class) && declared.is_some_and(|declared| view.can_call(declared))
            });
            named(open.into_iter().next()?)
        };
        let arguments = self.operands(method, arguments)?;
        Some(match threw {
            true => Filling::Attempt { method: chosen, arguments },
            false => Filling::Call { method: chosen, arguments, is_fluent: false },
        })
    }

    fn assign(&self, member: &Member, arguments: &Arguments) -> Option<Filling> {
        let world = self.shop.world;
        let class = world.class_id(&member.class)?;
        let field = world.field(class, &member.name)?;
        let [value] = arguments.values.as_slice() else { return None };
        let can_assign = self.counter.view.can_assign(field);
        can_assign
            .then(|| Filling::Assign { field: self.shop.field_member(field), value: Operand::Value(*value) })
    }

    fn declared(&self, member: &Member) -> Option<(ClassId, MethodId)> {
        let world = self.shop.world;
        let class = world.class_id(&member.class)?;
        Some((class, world.method(class, &member.name, &member.descriptor)?))
    }

    fn operands(&self, method: MethodId, arguments: &Arguments) -> Option<Vec<Operand>> {
        let view = self.shop.world.view(method);
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

    /// The elements of an array that nobody else has, to be written without it.
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
