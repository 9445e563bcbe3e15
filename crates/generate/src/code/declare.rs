//! The declared types and the names of variables.

use reenact_java::names;
use reenact_rebuild::plan::{Made, Making, Member, ObjectId};
use reenact_world::{ClassId, MethodId};

use super::uses::Site;
use super::{Observed, Scene, Writer};
use crate::types::{Argument, Ty};

/// Interfaces that people declare collections by, the most telling first.
const INTERFACES: &[&str] = &[
    "java/util/List",
    "java/util/Map",
    "java/util/Set",
    "java/util/Deque",
    "java/util/Queue",
    "java/util/Collection",
];

impl Scene<'_> {
    /// The interfaces that people declare a JDK collection by; none for other classes.
    pub fn collection_interfaces(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let world = self.types.world;
        let is_platform = world.view(class).is_platform();
        let interfaces = INTERFACES.iter().filter_map(|name| world.class_id(name));
        interfaces.filter(move |interface| is_platform && world.is_subtype(class, *interface))
    }
}

impl Scene<'_> {
    /// The method or constructor that a member names.
    pub fn method(&self, member: &Member) -> Option<MethodId> {
        let world = self.types.world;
        let class = world.class_id(&member.class)?;
        let pair = world.name_and_type(&member.name, &member.descriptor)?;
        if &*member.name == "<init>" {
            return world.declared_method(class, pair);
        }
        if world.view(class).is_interface() {
            world.resolve_interface_method(class, pair).ok()
        } else {
            world.resolve_method(class, pair).ok()
        }
    }

    /// The declared type of a field.
    pub fn field_type(&self, member: &Member) -> Ty {
        let world = self.types.world;
        let mut class = world.class_id(&member.class);
        while let Some(declaring) = class {
            if let Some(field) = world.field(declaring, &member.name) {
                return self.types.field(field);
            }
            class = world.superclass(declaring);
        }
        self.types.descriptor(&member.descriptor)
    }

    /// A class's simple name, for names of variables.
    pub fn simple_name(&self, class: ClassId) -> String {
        let view = self.types.world.view(class);
        view.simple_name().map(|name| name.to_str().into_owned()).unwrap_or_default()
    }

    /// A variable's name for something of this type.
    pub fn variable_name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Class(class, arguments) => {
                let element = match arguments.as_slice() {
                    [Argument::Exact(element)] if self.is_collection(*class) => Some(element),
                    _ => None,
                };
                match element {
                    Some(element) => names::plural(&self.variable_name(element)),
                    None => match &*self.types.world.view(*class).name().to_str() {
                        "java/lang/String" => "text".to_owned(),
                        _ => names::from_type(&self.simple_name(*class)),
                    },
                }
            }
            Ty::Array(element) => match **element {
                Ty::Primitive(b'B') => "bytes".to_owned(),
                Ty::Primitive(b'C') => "chars".to_owned(),
                Ty::Primitive(_) => "values".to_owned(),
                _ => names::plural(&self.variable_name(element)),
            },
            _ => "value".to_owned(),
        }
    }

    pub fn is_collection(&self, class: ClassId) -> bool {
        let world = self.types.world;
        world.class_id("java/util/Collection").is_some_and(|above| world.is_subtype(class, above))
    }
}

impl Writer<'_, '_> {
    /// The type that a place asks for, in terms of what is known there.
    pub(super) fn asked(&self, site: &Site<'_>) -> Option<Ty> {
        let types = &self.scene.types;
        match *site {
            Site::Argument { method, from_end, is_spread } => {
                let formal = match self.scene.method(method) {
                    Some(method) => types.method(method),
                    None => types.erased_method(&method.descriptor),
                };
                let index = formal.parameters.len().checked_sub(from_end)?;
                let parameter = formal.parameters.get(index)?;
                Some(if is_spread { parameter.element()?.clone() } else { parameter.clone() })
            }
            Site::Value(field) => Some(self.scene.field_type(field)),
            Site::Element(descriptor) => types.descriptor(descriptor).element().cloned(),
            Site::Root(index) => {
                let act = self.wishes.call?;
                let index = (index + self.wishes.first_root).checked_sub(usize::from(act.has_receiver()))?;
                let method = self.scene.method(&act.member)?;
                types.method(method).parameters.get(index).cloned()
            }
            Site::Receiver(_) | Site::Other => None,
        }
    }

    /// Returns the declared type of an object's variable, given the type of the expression that makes it.
    pub(super) fn declared(&self, object: ObjectId, made: &Made, made_as: &Ty) -> Ty {
        let types = &self.scene.types;
        let Ty::Class(made_class, _) = made_as else { return made_as.clone() };
        let is_constructed = matches!(made.making, Making::Constructor { .. });
        let mut class = *made_class;
        if !is_constructed && !self.suits(object, class) {
            // A factory that promises less than it gives.
            let recorded = types.world.class_id(&made.class);
            let nearest = recorded.and_then(|recorded| self.scene.viewpoint.nearest(recorded, None));
            class = nearest.filter(|nearest| types.world.is_subtype(*nearest, class)).unwrap_or(class);
        } else if is_constructed {
            let mut interfaces = self.scene.collection_interfaces(class);
            class = interfaces.find(|interface| self.suits(object, *interface)).unwrap_or(class);
        }
        self.with_arguments(object, made, class, made_as)
    }

    /// Whether all uses of an object are content with a variable of this class.
    fn suits(&self, object: ObjectId, class: ClassId) -> bool {
        let types = &self.scene.types;
        self.uses.sites(object).iter().all(|(_, site)| match site {
            Site::Receiver(member) => types
                .world
                .class_id(&member.class)
                .is_none_or(|named| types.world.is_subtype(class, named) || self.has_method(class, member)),
            other => self.asked(other).is_none_or(|asked| types.is_assignable(&Ty::class(class), &asked)),
        })
    }

    /// Whether an interface has a method that a plan names by the class that implements it.
    fn has_method(&self, class: ClassId, member: &Member) -> bool {
        let renamed = Member {
            class: self.scene.types.world.view(class).name().to_str().into(),
            name: member.name.clone(),
            descriptor: member.descriptor.clone(),
        };
        self.scene.method(&renamed).is_some()
    }

    /// The class with type arguments: as a use of the object asks for, as its content was seen, or as the
    /// expression has them. If none says, they are wildcards, or it stays raw where these would not do.
    fn with_arguments(&self, object: ObjectId, made: &Made, class: ClassId, made_as: &Ty) -> Ty {
        let types = &self.scene.types;
        if !types.is_generic(class) {
            return Ty::class(class);
        }
        let is_good = |ty: &Ty| ty.is_known() && self.scene.source(ty).is_some();
        let asked = self.uses.sites(object).iter().find_map(|(_, site)| {
            let asked = self.asked(site).filter(Ty::is_known)?;
            let Ty::Class(_, arguments) = &asked else { return None };
            // Where anything will do, what was seen says more.
            if arguments.is_empty() || arguments.contains(&Argument::Any) {
                return None;
            }
            types.instantiated(class, &asked).filter(is_good)
        });
        let seen = || {
            let observed = Observed { scene: self.scene, forms: self.forms };
            observed.instantiated(class, made.node?).filter(is_good)
        };
        let made_as = types.as_supertype(made_as, class).filter(is_good);
        if made_as.is_some() && self.is_typed_by_itself(&made.making) {
            return made_as.unwrap_or_else(|| Ty::class(class));
        }
        // `new Box<>()` is a raw type to those who only look at the expression.
        let made_as = made_as.filter(|ty| *ty != Ty::class(class));
        asked.or_else(seen).or(made_as).unwrap_or_else(|| match self.suits_wildcards(object) {
            true => types.with_wildcards(class),
            false => Ty::class(class),
        })
    }

    /// Whether all uses of an object are content with one whose type arguments are not known.
    fn suits_wildcards(&self, object: ObjectId) -> bool {
        self.uses.sites(object).iter().all(|(_, site)| match *site {
            Site::Receiver(member) => self.scene.is_free_of_variables(member),
            Site::Root(index) => {
                let receiver = self.wishes.call.filter(|act| act.has_receiver());
                index + self.wishes.first_root == 0
                    && receiver.is_some_and(|act| self.scene.is_free_of_variables(&act.member))
            }
            _ => false,
        })
    }

    /// Whether an expression has its type whatever is around it: no type arguments are inferred for it.
    fn is_typed_by_itself(&self, making: &Making) -> bool {
        let method = match making {
            Making::StaticField(_) | Making::Field { .. } => return true,
            Making::Result { method, .. } | Making::Factory { method, .. } => method,
            Making::Chain { calls, .. } => match calls.last() {
                Some((method, _)) => method,
                None => return false,
            },
            _ => return false,
        };
        self.scene.method(method).is_some_and(|method| self.scene.types.method(method).variables.is_empty())
    }

    /// Returns the name of an object's variable.
    pub(super) fn named(&mut self, object: ObjectId, made: &Made, ty: &Ty) -> String {
        let root = self.plan.roots.iter().position(
            |root| matches!(root, reenact_rebuild::plan::Operand::Object(of_root) if *of_root == object),
        );
        if let Some(name) = root.and_then(|root| self.wishes.root_names.get(root)) {
            return name.clone();
        }
        let hinted = made.hint.as_deref().and_then(names::from_parameter);
        let wanted = hinted.unwrap_or_else(|| self.scene.variable_name(ty));
        self.draft.names.take(&wanted)
    }
}
