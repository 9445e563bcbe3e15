//! Types of objects as they were seen: the nearest type that can be named, with type arguments from what is in
//! it.

use reenact_heap::{Classes, Forms, LogicalForm, Node, NodeId, Value};
use reenact_world::ClassId;

use super::Scene;
use crate::types::{Argument, Bindings, Ty};

/// Type arguments within type arguments that are looked for.
const DEEPEST: usize = 3;

/// Elements that are looked at for their common type.
const MOST_ELEMENTS: usize = 200;

/// Types that were observed in a graph.
#[derive(Clone, Copy)]
pub(crate) struct Observed<'a, 'w> {
    pub scene: &'a Scene<'w>,
    pub forms: &'a Forms<'a>,
}

impl<'a> Observed<'a, '_> {
    /// The type of a value; `None` for null and what is damaged.
    pub fn value(&self, value: Value) -> Option<Ty> {
        self.deep(value, 0)
    }

    /// The type arguments that an object has if it is taken for one of its class's supertypes.
    pub fn instantiated(&self, class: ClassId, node: NodeId) -> Option<Ty> {
        self.arguments(class, node, 0)
    }

    fn deep(&self, value: Value, depth: usize) -> Option<Ty> {
        let types = &self.scene.types;
        let Value::Reference(node) = value else {
            let letter = super::literal(value)?;
            return letter.ty.is_primitive().then_some(letter.ty);
        };
        let classes: &Classes = self.forms.classes();
        match self.forms.graph().try_get(node)? {
            Node::String(_) => Some(types.jdk("java/lang/String")),
            Node::ClassObject(_) => {
                let class = types.world.class_id("java/lang/Class")?;
                Some(Ty::Class(class, vec![Argument::Any]))
            }
            Node::Primitives(array) => {
                let element = array.get(0).and_then(super::literal).map(|typed| typed.ty);
                Some(Ty::Array(Box::new(element.unwrap_or_else(|| empty_element(array)))))
            }
            Node::Array { class, .. } => Some(types.named(&classes.try_get(*class)?.name)),
            Node::End { class, .. } => {
                let class = types.world.class_id(&classes.try_get(*class)?.name)?;
                self.scene.viewpoint.nearest(class, None).map(Ty::class)
            }
            Node::Object { class, .. } => {
                let mut name: Box<str> = classes.try_get(*class)?.name.clone();
                if let Ok(logical) = self.forms.of(node)
                    && let LogicalForm::Enum { class, .. } = logical.form
                {
                    name = class;
                }
                let class = types.world.class_id(&name)?;
                let interface = self.scene.collection_interfaces(class).next();
                let nearest = interface.or_else(|| self.scene.viewpoint.nearest(class, None))?;
                self.arguments(nearest, node, depth).or_else(|| Some(Ty::class(nearest)))
            }
        }
    }

    fn arguments(&self, class: ClassId, node: NodeId, depth: usize) -> Option<Ty> {
        let types = &self.scene.types;
        if !types.is_generic(class) {
            return Some(Ty::class(class));
        }
        if depth >= DEEPEST {
            return None;
        }
        self.by_form(class, node, depth).or_else(|| self.by_fields(class, node, depth))
    }

    /// Of a JDK container, from its elements.
    fn by_form(&self, class: ClassId, node: NodeId, depth: usize) -> Option<Ty> {
        let types = &self.scene.types;
        let (interface, parts): (&str, Vec<Vec<Value>>) = match self.forms.of(node).ok()?.form {
            LogicalForm::Map { entries, .. } => {
                let (keys, values) = entries.into_iter().take(MOST_ELEMENTS).unzip();
                ("java/util/Map", vec![keys, values])
            }
            LogicalForm::Entry { key, value } => ("java/util/Map$Entry", vec![vec![key], vec![value]]),
            LogicalForm::Optional(value) => ("java/util/Optional", vec![value.into_iter().collect()]),
            LogicalForm::Atomic(value) => ("java/util/concurrent/atomic/AtomicReference", vec![vec![value]]),
            LogicalForm::Reference(value) => ("java/lang/ref/Reference", vec![vec![value]]),
            LogicalForm::View { of, .. } if self.is_map(class) => {
                let Value::Reference(of) = of else { return None };
                let map = types.world.class_id("java/util/Map")?;
                let Ty::Class(_, arguments) = self.arguments(map, of, depth + 1)? else { return None };
                return types.instantiated(class, &Ty::Class(map, arguments));
            }
            _ => {
                let mut elements = self.forms.elements(node)?;
                elements.truncate(MOST_ELEMENTS);
                ("java/lang/Iterable", vec![elements])
            }
        };
        let interface = types.world.class_id(interface)?;
        let arguments = parts
            .iter()
            .map(|values| {
                let seen = values.iter().filter_map(|value| self.deep(*value, depth + 1));
                Some(Argument::Exact(self.common(seen).unwrap_or_else(|| types.object())))
            })
            .collect::<Option<Vec<Argument>>>()?;
        types.instantiated(class, &Ty::Class(interface, arguments))
    }

    /// Of a class of the subject's, from fields whose declared types name its variables.
    fn by_fields(&self, class: ClassId, node: NodeId, depth: usize) -> Option<Ty> {
        let types = &self.scene.types;
        let Node::Object { class: recorded, fields } = self.forms.graph().try_get(node)? else { return None };
        let classes = self.forms.classes();
        classes.try_get(*recorded)?;
        let mut bindings = Bindings::default();
        let world = types.world;
        for ((declaring, field), value) in classes.all_fields(*recorded).into_iter().zip(fields) {
            if *classes.get(declaring).name != *world.view(class).name().to_str() {
                continue;
            }
            let Some(declared) = world.field(class, &field.name) else { continue };
            let declared = types.field(declared);
            if !declared.is_known()
                && let Some(seen) = self.deep(*value, depth + 1)
            {
                types.unify(&declared, &seen, &mut bindings);
            }
        }
        let arguments: Option<Vec<Argument>> = types
            .variables(class)
            .iter()
            .map(|variable| bindings.get(variable).cloned().map(Argument::Exact))
            .collect();
        Some(Ty::Class(class, arguments?))
    }

    fn is_map(&self, class: ClassId) -> bool {
        let world = self.scene.types.world;
        world.class_id("java/util/Map").is_some_and(|map| world.is_subtype(class, map))
    }

    /// The nearest type that all of these are; `None` if there are none.
    pub fn common(&self, mut seen: impl Iterator<Item = Ty>) -> Option<Ty> {
        let types = &self.scene.types;
        let boxed = |ty: Ty| match ty {
            Ty::Primitive(letter) => types.boxed(letter),
            other => other,
        };
        let mut common = boxed(seen.next()?);
        for next in seen.map(boxed) {
            if next != common {
                common = self.common_of_two(&common, &next);
            }
        }
        Some(common)
    }

    fn common_of_two(&self, one: &Ty, other: &Ty) -> Ty {
        let types = &self.scene.types;
        let (Ty::Class(one, _), Ty::Class(other, _)) = (one, other) else { return types.object() };
        let world = types.world;
        let object = world.class_id("java/lang/Object");
        let superclasses = std::iter::once(*one).chain(world.superclasses(*one));
        let interfaces = world.all_interfaces(*one).iter().rev().copied();
        // Interfaces that every class implements say nothing about the elements of a list.
        let says_something = |&class: &ClassId| {
            let view = world.view(class);
            Some(class) != object
                && !(view.is_platform() && view.is_interface() && !types.is_generic(class))
                && view.name() != "java/lang/Comparable"
        };
        let found = superclasses
            .chain(interfaces)
            .filter(says_something)
            .find(|&class| world.is_subtype(*other, class) && self.scene.viewpoint.can_name(class));
        match found {
            Some(class) => Ty::Class(class, types.variables(class).iter().map(|_| Argument::Any).collect()),
            None => types.object(),
        }
    }
}

fn empty_element(array: &reenact_heap::PrimitiveArray) -> Ty {
    use reenact_heap::PrimitiveArray as P;
    Ty::Primitive(match array {
        P::Boolean(_) => b'Z',
        P::Byte(_) => b'B',
        P::Char(_) => b'C',
        P::Short(_) => b'S',
        P::Int(_) => b'I',
        P::Long(_) => b'J',
        P::Float(_) => b'F',
        P::Double(_) => b'D',
    })
}
