//! The subject's methods that the JDK's code may call on the objects that it is given.
//!
//! - A parameter or receiver of a JDK type that can have subtypes: what subject classes below that type
//!   override of JDK types, and the bodies of lambdas of that type.
//! - `Object`, and whatever may have objects in it (types of `java.util` but for `java.util.function`): what
//!   subject classes make of `equals`, `hashCode`, `toString` and `compareTo`. The catalog lists methods that call
//!   only some of them.
//! - `String`, boxes and other final classes of the JDK, and primitives: nothing.

use std::sync::Arc;

use reenact_classfile::{FieldType, MethodDescriptor};
use reenact_world::{CallGraph, CallKind, ClassId, Handle, MethodId, MethodRefId, World};
use serde::Deserialize;

use super::catalog::PLATFORM;
use crate::effects::Node;

/// The methods that the JDK calls on objects that it knows nothing of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Identity {
    Equals,
    HashCode,
    ToString,
    CompareTo,
}

impl Identity {
    pub const ALL: [Identity; 4] =
        [Identity::Equals, Identity::HashCode, Identity::ToString, Identity::CompareTo];
}

/// Returns whether the effect of a method of the JDK depends on the values of its arguments.
pub fn reflects(world: &World, method: MethodId) -> bool {
    let view = world.view(method);
    PLATFORM.is_reflective(&view.class().name().to_str(), &view.name().to_str())
        || world.is_signature_polymorphic(method)
}

/// Whether a subject's method has no code anywhere.
pub(super) fn is_unimplemented(world: &World, method: MethodId) -> bool {
    let view = world.view(method);
    view.access_flags().is_abstract()
        && !view.class().is_platform()
        && world.subtypes(view.class().id()).iter().all(|&class| !world.view(class).is_instantiable())
}

/// Adds what a call of the JDK's may run, by the types of what it is given.
pub(super) fn given(world: &World, kind: CallKind, reference: MethodRefId, next: &mut Vec<Node>) {
    let reference = world.method_ref(reference);
    let pair = world.name_and_type_of(reference.name_and_type);
    let Some(descriptor) = MethodDescriptor::parse(world.text(pair.descriptor)) else { return };
    let owner = world.text(reference.class).to_str();
    let name = world.text(pair.name).to_str();
    let mut may_ask_elements = false;
    // A constructor's receiver is new: nothing but the constructor itself is run on it.
    if kind != CallKind::Static && &*name != "<init>" {
        may_ask_elements |= add_type(world, world.class_id(&owner), next);
    }
    for parameter in descriptor.parameters().map(FieldType::innermost).filter(|t| t.is_reference()) {
        let class = parameter.class_name().and_then(|name| world.class_id(&name.to_str()));
        may_ask_elements |= add_type(world, class, next);
    }
    if may_ask_elements {
        next.extend(
            PLATFORM.identity_calls(&owner, &name).iter().map(|&identity| Node::Identities(identity)),
        );
    }
}

/// Adds what may be run on objects of a type, and says whether there may be any object in them.
fn add_type(world: &World, class: Option<ClassId>, next: &mut Vec<Node>) -> bool {
    let Some(class) = class else { return true };
    let view = world.view(class);
    let name = view.name().to_str();
    if view.is_platform() && !view.access_flags().is_final() && &*name != "java/lang/Object" {
        next.push(Node::Callbacks(class));
    }
    !view.is_platform()
        || matches!(&*name, "java/lang/Object" | "java/lang/Comparable" | "java/lang/Iterable")
        || name.starts_with("java/util/") && !name.starts_with("java/util/function/")
}

/// Overrides of the JDK's methods in subject classes below one of its types, and lambdas of the type.
pub(super) fn callbacks(world: &World, graph: &CallGraph, class: ClassId) -> Arc<[Node]> {
    let mut found = Vec::new();
    for &subtype in world.subtypes(class) {
        if world.is_platform_class(subtype) || !graph.instantiated().contains(subtype) {
            continue;
        }
        // A method that is inherited from another subject class may be called as well.
        let own = std::iter::once(subtype).chain(world.superclasses(subtype));
        for declaring in own.take_while(|&declaring| !world.is_platform_class(declaring)) {
            let methods = world.view(declaring).methods();
            found.extend(methods.filter(|method| overrides_platform(world, method.id())).map(|m| m.id()));
        }
    }
    for lambda in world.lambdas().filter(|lambda| graph.lambdas().contains(lambda.id())) {
        let interface = world.class_of_symbol(lambda.interface());
        let caller = world.class_of_dynamic(lambda.dynamic().id());
        if world.is_platform_class(caller) || !interface.is_some_and(|own| world.is_subtype(own, class)) {
            continue;
        }
        if let Handle::Method(kind, reference) = lambda.implementation() {
            let targets = graph.targets(world, caller, kind, reference);
            let is_own = |&&target: &&MethodId| !world.is_platform_class(world.view(target).class().id());
            found.extend(targets.as_slice().iter().filter(is_own));
        }
    }
    nodes(found)
}

/// Overrides, by subject classes, of a method that any object has.
pub(super) fn identities(world: &World, graph: &CallGraph, identity: Identity) -> Arc<[Node]> {
    let (name, descriptor) = match identity {
        Identity::Equals => ("equals", "(Ljava/lang/Object;)Z"),
        Identity::HashCode => ("hashCode", "()I"),
        Identity::ToString => ("toString", "()Ljava/lang/String;"),
        Identity::CompareTo => ("compareTo", "(Ljava/lang/Object;)I"),
    };
    let name = world.name_and_type(name, descriptor);
    let methods = name.map_or(&[][..], |name| world.methods_named(name)).iter().copied();
    let is_meant = |&method: &MethodId| {
        let view = world.view(method);
        let class = view.class().id();
        let exists = |&class: &ClassId| graph.instantiated().contains(class);
        !view.class().is_platform()
            && !view.access_flags().is_static()
            && view.has_code()
            && (exists(&class) || world.subtypes(class).iter().any(exists))
    };
    nodes(methods.filter(is_meant).collect())
}

/// Whether a method of the subject overrides one that a type of the JDK's declares.
fn overrides_platform(world: &World, method: MethodId) -> bool {
    let view = world.view(method);
    view.has_code()
        && !view.access_flags().is_static()
        && !view.is_constructor()
        && world.overridden(method).iter().any(|&above| world.view(above).class().is_platform())
}

fn nodes(mut methods: Vec<MethodId>) -> Arc<[Node]> {
    methods.sort_unstable();
    methods.dedup();
    methods.into_iter().map(Node::Method).collect()
}
