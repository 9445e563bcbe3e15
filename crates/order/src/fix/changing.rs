//! The methods that change the state of a field.

use std::collections::BTreeSet;

use reenact_flow::Body;
use reenact_flow::body::Operation;
use reenact_world::{Action, ClassId, FieldAccess, FieldId, MethodId, MethodView};

use super::program::Program;

/// Methods of collections and other containers that change them.
const MUTATORS: &[&str] = &[
    "clear",
    "remove",
    "removeAll",
    "removeIf",
    "retainAll",
    "put",
    "putAll",
    "putIfAbsent",
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "poll",
    "pop",
    "push",
    "offer",
    "set",
    "replace",
    "replaceAll",
    "compute",
    "computeIfAbsent",
    "merge",
    "drainTo",
    "invalidate",
    "invalidateAll",
    "reset",
    "setProperty",
    "getAndSet",
    "incrementAndGet",
    "getAndIncrement",
];

/// How a method changes the state of a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// It writes the field.
    Writes,
    /// It changes an object that the field leads to.
    Mutates,
    /// It calls a method that does.
    Calls,
    Near,
}

impl Program<'_> {
    /// The methods that change the state of a field, those that write it first.
    pub(super) fn changing(&self, field: FieldId) -> Vec<(MethodId, Role)> {
        let world = self.world;
        let is_initialiser = |method: &MethodId| world.view(*method).is_class_initialiser();
        let mut methods: Vec<(MethodId, Role)> = Vec::new();
        let writers = world.writers(field).iter().copied().filter(|method| !is_initialiser(method));
        methods.extend(writers.map(|method| (method, Role::Writes)));
        // Methods that take the object of the field and change it.
        let readers = world.readers(field).iter().copied().filter(|method| !is_initialiser(method));
        for reader in readers {
            if self.calls_mutator(world.view(reader)) || self.stores_into_arrays(reader) {
                methods.push((reader, Role::Mutates));
            }
        }
        // Methods of the object itself, and of the objects in its fields.
        for class in self.types_behind(field) {
            for method in world.view(class).methods() {
                let writes = method
                    .sites()
                    .iter()
                    .any(|site| matches!(site.action(), Action::Field(FieldAccess::PutField, _)));
                let is_plain =
                    !method.is_constructor() && !method.access_flags().is_static() && method.has_code();
                if is_plain && (writes || self.calls_mutator(method)) {
                    methods.push((method.id(), Role::Mutates));
                }
            }
        }
        methods
    }

    /// The classes of the object that a field has, with those that objects of its class have fields of.
    pub(super) fn types_behind(&self, field: FieldId) -> Vec<ClassId> {
        let world = self.world;
        let mut classes: Vec<ClassId> = Vec::new();
        let of = |field: FieldId| {
            let descriptor = world.view(field).descriptor().to_str();
            let name = descriptor.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?.to_owned();
            world.class_id(&name).filter(|class| !world.is_platform_class(*class))
        };
        let Some(first) = of(field) else { return classes };
        let subtypes = world.subtypes(first).iter().copied().filter(|class| *class != first).take(4);
        classes.extend(std::iter::once(first).chain(subtypes));
        let superclasses = world.superclasses(first).take_while(|class| !world.is_platform_class(*class));
        classes.extend(superclasses.collect::<Vec<_>>());
        let inner: Vec<ClassId> = world.view(first).fields().filter_map(|field| of(field.id())).collect();
        classes.extend(inner.into_iter().take(6));
        let mut seen = BTreeSet::new();
        classes.retain(|class| seen.insert(*class));
        classes
    }

    fn calls_mutator(&self, method: MethodView<'_>) -> bool {
        let world = self.world;
        method.sites().iter().any(|site| match site.action() {
            Action::Call(_, reference) => {
                let reference = world.method_ref(reference);
                let owner = world.text(reference.class).to_str().into_owned();
                let name =
                    world.text(world.name_and_type_of(reference.name_and_type).name).to_str().into_owned();
                let is_container = owner.starts_with("java/util/")
                    || owner.starts_with("java/lang/ThreadLocal")
                    || owner.starts_with("com/google/common/c");
                is_container && MUTATORS.contains(&name.as_str())
            }
            _ => false,
        })
    }

    fn stores_into_arrays(&self, method: MethodId) -> bool {
        let Ok(body) = Body::of(self.world, method) else { return false };
        body.blocks().any(|block| {
            let mut instructions = body.instructions_of(block);
            instructions.any(|id| matches!(body.instruction(id).operation, Operation::ArrayStore(_)))
        })
    }
}
