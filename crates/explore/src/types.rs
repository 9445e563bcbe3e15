//! Which class an object must have: an existing one, or an invented one with several supertypes and annotations.
//!
//! The supertypes of existing classes are facts and are decided at once; the supertypes and annotations of an invented class are free,
//! within the rules of Java: one superclass, nothing final or sealed above it, visible types only, a constructor that can be called,
//! and no two methods that differ in their result alone.

use std::collections::BTreeMap;
use std::fmt;

use reenact_base::name::InternalName;
use reenact_world::{AnnotationValue, ClassId, FieldId, MethodId, NameAndTypeId, World};

use crate::input::Shape;

/// Constraints on the class of an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    pub is: Vec<ClassId>,
    pub is_not: Vec<ClassId>,
    pub annotated: Vec<ClassId>,
    pub not_annotated: Vec<ClassId>,
}

/// Why there is no such class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Infeasible(pub String);

impl fmt::Display for Infeasible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Subtypes that are looked through for an existing class.
const MOST_SUBTYPES: usize = 2_000;

/// The types of a program as a class sees them.
#[derive(Clone, Copy)]
pub struct Types<'w> {
    pub world: &'w World,
    /// The class under test: generated code is in its package.
    pub viewpoint: ClassId,
}

impl Types<'_> {
    fn name(&self, class: ClassId) -> String {
        InternalName::new(self.world.view(class).name().to_str().into_owned()).to_binary().to_string()
    }

    /// Whether code in the package of the viewpoint can name a class.
    pub fn is_visible(&self, class: ClassId) -> bool {
        let view = self.world.view(class);
        let flags = view.declared_flags();
        let is_near = self.world.is_same_package(self.viewpoint, class);
        let own = flags.is_public() || is_near && !flags.is_private();
        let outer = view.outer_name().and_then(|outer| self.world.class_id(&outer.to_str()));
        own && view.simple_name().is_some()
            && match view.nesting() {
                reenact_world::Nesting::TopLevel => true,
                reenact_world::Nesting::Member => outer.is_some_and(|outer| self.is_visible(outer)),
                _ => false,
            }
    }

    /// The constructor with the fewest parameters that can be called, by a subclass if `for_subclass`.
    pub fn constructor(&self, class: ClassId, for_subclass: bool) -> Option<MethodId> {
        let view = self.world.view(class);
        if view.has_outer_instance() || view.is_enum() {
            return None;
        }
        let is_near = self.world.is_same_package(self.viewpoint, class);
        let callable = view.methods_named("<init>").filter(|method| {
            let flags = method.access_flags();
            let is_protected = flags.is_protected() && for_subclass;
            !flags.is_synthetic() && (flags.is_public() || is_protected || is_near && !flags.is_private())
        });
        let count = |descriptor: &str| (descriptor.matches([';', '[']).count(), descriptor.len());
        callable.min_by_key(|method| count(&method.descriptor().to_str())).map(|method| method.id())
    }

    fn satisfies(&self, class: ClassId, wanted: &Wanted) -> bool {
        let annotated = |annotation: &ClassId| {
            let name = self.world.view(*annotation).name().to_str();
            is_retained(self.world, *annotation) && self.world.annotated_classes(&name).contains(&class)
        };
        wanted.is.iter().all(|&above| self.world.is_subtype(class, above))
            && !wanted.is_not.iter().any(|&other| self.world.is_subtype(class, other))
            && wanted.annotated.iter().all(annotated)
            && !wanted.not_annotated.iter().any(annotated)
    }

    /// An existing class of the program, with a constructor.
    pub fn existing(&self, wanted: &Wanted) -> Option<(ClassId, MethodId)> {
        let world = self.world;
        let lowest = wanted.is.iter().copied().min_by_key(|&class| world.subtypes(class).len())?;
        let below = world.subtypes(lowest).iter().take(MOST_SUBTYPES);
        let mut found: Vec<(usize, String, ClassId, MethodId)> = std::iter::once(&lowest)
            .chain(below)
            .filter(|&&class| {
                // The JDK's own implementations open files and sockets.
                !world.is_platform_class(class)
                    && world.view(class).is_instantiable()
                    && self.is_visible(class)
            })
            .filter(|&&class| self.satisfies(class, wanted))
            .filter_map(|&class| {
                let constructor = self.constructor(class, false)?;
                let parameters = world.view(constructor).parsed_descriptor()?.parameters().count();
                Some((parameters, self.name(class), class, constructor))
            })
            .collect();
        found.sort();
        found.first().map(|&(_, _, class, constructor)| (class, constructor))
    }

    /// An invented class.
    pub fn stand_in(&self, wanted: &Wanted) -> Result<Shape, Infeasible> {
        let world = self.world;
        let object = world.class_id("java/lang/Object");
        let mut shape = Shape::default();
        for &class in wanted.is.iter().filter(|&&class| Some(class) != object) {
            let view = world.view(class);
            if view.access_flags().is_final() || view.is_enum() || view.is_record() {
                return Err(Infeasible(format!("{} is final", self.name(class))));
            }
            if view.is_sealed() {
                return Err(Infeasible(format!("{} is sealed", self.name(class))));
            }
            if !self.is_visible(class) {
                return Err(Infeasible(format!("{} is not visible", self.name(class))));
            }
            match (view.is_interface(), shape.superclass) {
                (true, _) => shape.interfaces.push(class),
                (false, None) => shape.superclass = Some(class),
                (false, Some(other)) if world.is_subtype(class, other) => shape.superclass = Some(class),
                (false, Some(other)) if world.is_subtype(other, class) => {}
                (false, Some(other)) => {
                    let (one, other) = (self.name(other), self.name(class));
                    return Err(Infeasible(format!("no class extends both {one} and {other}")));
                }
            }
        }
        shape.interfaces.sort();
        shape.interfaces.dedup();
        let all = shape.clone();
        shape.interfaces.retain(|&interface| {
            let others = all.interfaces.iter().chain(&all.superclass);
            !others.into_iter().any(|&other| other != interface && world.is_subtype(other, interface))
        });
        for &other in &wanted.is_not {
            if crate::evaluate::is_below(world, &shape, other) {
                return Err(Infeasible(format!("every such class is a {}", self.name(other))));
            }
        }
        if let Some(class) = shape.superclass
            && self.constructor(class, true).is_none()
        {
            return Err(Infeasible(format!("{} has no constructor for subclasses", self.name(class))));
        }
        for &annotation in &wanted.annotated {
            self.check_annotation(annotation)?;
            shape.annotations.push(annotation);
        }
        shape.annotations.sort();
        shape.annotations.dedup();
        if let Some(&both) = wanted.not_annotated.iter().find(|other| shape.annotations.contains(other)) {
            return Err(Infeasible(format!("it would have to have and not to have @{}", self.name(both))));
        }
        self.to_implement(&shape)?;
        Ok(shape)
    }

    /// Whether a class can have an annotation that is seen at run time.
    pub fn check_annotation(&self, annotation: ClassId) -> Result<(), Infeasible> {
        let world = self.world;
        let name = self.name(annotation);
        if !is_retained(world, annotation) {
            return Err(Infeasible(format!("@{name} is not retained at run time")));
        }
        if !self.is_visible(annotation) {
            return Err(Infeasible(format!("@{name} is not visible")));
        }
        let views = world.annotations(annotation).unwrap_or_default();
        let target = views.iter().find(|view| view.interface == "java/lang/annotation/Target");
        let targets = target.and_then(|view| view.element("value"));
        let is_type = |value: &AnnotationValue| matches!(value, AnnotationValue::Enum { constant, .. } if constant == "TYPE");
        let is_allowed = match targets {
            Some(AnnotationValue::Array(values)) => values.iter().any(is_type),
            Some(value) => is_type(value),
            None => true,
        };
        let mut elements =
            world.view(annotation).methods().filter(|method| method.access_flags().is_abstract());
        if !is_allowed {
            return Err(Infeasible(format!("@{name} cannot be on a class")));
        }
        if elements.any(|element| !matches!(world.annotation_default(element.id()), Ok(Some(_)))) {
            return Err(Infeasible(format!("@{name} has elements without a default")));
        }
        Ok(())
    }

    /// The methods that an invented class must implement, in a fixed order.
    pub fn to_implement(&self, shape: &Shape) -> Result<Vec<MethodId>, Infeasible> {
        let world = self.world;
        let object = world.class_id("java/lang/Object");
        let start = shape.superclass.or(object);
        let mut chain: Vec<ClassId> = start.into_iter().collect();
        chain.extend(start.iter().flat_map(|&class| world.superclasses(class)));
        let mut interfaces: Vec<ClassId> = Vec::new();
        for &above in shape.interfaces.iter().chain(&chain) {
            let own = world.view(above).is_interface().then_some(above);
            interfaces.extend(own.into_iter().chain(world.all_interfaces(above).iter().copied()));
        }
        interfaces.sort();
        interfaces.dedup();
        // By name and parameters: what is abstract, and what is implemented already.
        let mut wanted: BTreeMap<String, Vec<MethodId>> = BTreeMap::new();
        let mut implemented: BTreeMap<String, MethodId> = BTreeMap::new();
        let mut seen: Vec<String> = Vec::new();
        for &class in &chain {
            for method in world.view(class).methods() {
                let flags = method.access_flags();
                if flags.is_static() || flags.is_private() || method.name().as_bytes().first() == Some(&b'<')
                {
                    continue;
                }
                let (key, full) = keys(world, method.id());
                if seen.contains(&full) {
                    continue;
                }
                seen.push(full);
                match flags.is_abstract() {
                    true => wanted.entry(key).or_default().push(method.id()),
                    false => {
                        implemented.entry(key).or_insert(method.id());
                    }
                }
            }
        }
        for &interface in &interfaces {
            for method in world.view(interface).methods() {
                let flags = method.access_flags();
                if flags.is_static() || flags.is_private() || !flags.is_abstract() {
                    continue;
                }
                let (key, _) = keys(world, method.id());
                let has_default = interfaces.iter().any(|&other| {
                    other != interface
                        && world.is_subtype(other, interface)
                        && world
                            .declared_method(other, method.name_and_type())
                            .is_some_and(|found| !world.view(found).access_flags().is_abstract())
                });
                if !has_default {
                    wanted.entry(key).or_default().push(method.id());
                }
            }
        }
        let mut chosen = Vec::new();
        for (key, methods) in wanted {
            let is_done = implemented.get(&key).is_some_and(|done| {
                methods.iter().all(|&method| self.result_fits(*done, method))
                    && (world.view(*done).access_flags().is_public())
            });
            if is_done {
                continue;
            }
            let best =
                methods.iter().find(|&&method| methods.iter().all(|&other| self.result_fits(method, other)));
            let Some(&best) = best else {
                return Err(Infeasible(format!("results of {} clash", key.replace('/', "."))));
            };
            chosen.push(best);
        }
        Ok(chosen)
    }

    /// The method of a supertype that an invented class can override: not final, and visible.
    pub fn overridable(&self, shape: &Shape, method: NameAndTypeId) -> Option<MethodId> {
        let world = self.world;
        let start = shape.superclass;
        let chain = start.into_iter().chain(start.iter().flat_map(|&class| world.superclasses(class)));
        let above = shape
            .interfaces
            .iter()
            .flat_map(|&class| std::iter::once(class).chain(world.all_interfaces(class).iter().copied()));
        let found = chain.chain(above).find_map(|class| world.declared_method(class, method))?;
        let view = world.view(found);
        let flags = view.access_flags();
        let is_near = world.is_same_package(self.viewpoint, view.class().id());
        let is_visible = flags.is_public() || flags.is_protected() || is_near && !flags.is_private();
        (!flags.is_final() && !flags.is_static() && is_visible).then_some(found)
    }

    /// Whether the result of a method can stand for that of another.
    fn result_fits(&self, method: MethodId, other: MethodId) -> bool {
        let result = |method: MethodId| {
            let descriptor = self.world.view(method).descriptor().to_str().into_owned();
            descriptor[descriptor.find(')').map_or(0, |at| at + 1)..].to_owned()
        };
        let (own, other) = (result(method), result(other));
        let class = |descriptor: &str| self.world.class_id(descriptor.strip_prefix('L')?.strip_suffix(';')?);
        own == other
            || matches!((class(&own), class(&other)), (Some(own), Some(other)) if self.world.is_subtype(own, other))
    }
}

fn keys(world: &World, method: MethodId) -> (String, String) {
    let view = world.view(method);
    let full = format!("{}{}", view.name().to_str(), view.descriptor().to_str());
    (full[..=full.find(')').unwrap_or(full.len() - 1)].to_owned(), full)
}

/// Whether an annotation can be seen at run time.
pub fn is_retained(world: &World, annotation: ClassId) -> bool {
    let views = world.annotations(annotation).unwrap_or_default();
    let retention = views.iter().find(|view| view.interface == "java/lang/annotation/Retention");
    let value = retention.and_then(|view| view.element("value"));
    matches!(value, Some(AnnotationValue::Enum { constant, .. }) if constant == "RUNTIME")
}

/// The box class of a primitive type, by its letter.
pub fn box_class(letter: u8) -> &'static str {
    match letter {
        b'Z' => "java/lang/Boolean",
        b'B' => "java/lang/Byte",
        b'S' => "java/lang/Short",
        b'C' => "java/lang/Character",
        b'J' => "java/lang/Long",
        b'F' => "java/lang/Float",
        b'D' => "java/lang/Double",
        _ => "java/lang/Integer",
    }
}

/// The letter of the primitive type that a class is the box of.
pub fn box_letter(class: &str) -> Option<u8> {
    b"IJZCDFBS".iter().copied().find(|&letter| box_class(letter) == class)
}

pub fn is_enum_constant(world: &World, field: FieldId) -> bool {
    let view = world.view(field);
    view.access_flags().is_static() && view.access_flags().is_enum()
}

/// The constants of an enum, in order.
pub fn enum_constants(world: &World, class: ClassId) -> Vec<FieldId> {
    let fields = world.view(class).fields().map(|field| field.id());
    fields.filter(|&field| is_enum_constant(world, field)).collect()
}
