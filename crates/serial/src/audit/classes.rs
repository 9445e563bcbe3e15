//! Facts about serializable classes that several rules need.

use reenact_world::{ClassId, ClassView, MethodView, World};

use crate::code::Code;

/// The types of Java serialization in a program.
pub(super) struct Serialized<'w> {
    pub world: &'w World,
    serializable: ClassId,
    externalizable: ClassId,
}

/// A magic member that the serialization runtime really calls.
pub(super) struct Hooks<'w> {
    pub read_object: Option<MethodView<'w>>,
    pub write_object: Option<MethodView<'w>>,
    pub read_resolve: Option<MethodView<'w>>,
    pub write_replace: Option<MethodView<'w>>,
    pub read_external: Option<MethodView<'w>>,
    pub has_persistent_fields: bool,
}

impl<'w> Serialized<'w> {
    /// `None` without a JDK.
    pub fn new(world: &'w World) -> Option<Self> {
        Some(Serialized {
            world,
            serializable: world.class_id("java/io/Serializable")?,
            externalizable: world.class_id("java/io/Externalizable")?,
        })
    }

    pub fn is_serializable(&self, class: ClassId) -> bool {
        self.world.is_subtype(class, self.serializable)
    }

    pub fn is_externalizable(&self, class: ClassId) -> bool {
        self.world.is_subtype(class, self.externalizable)
    }

    /// True if a class names `Serializable` or `Externalizable` itself.
    pub fn declares_it(&self, class: ClassView<'_>) -> bool {
        class.interface_names().any(|name| name == "java/io/Serializable" || name == "java/io/Externalizable")
    }

    /// The magic members of a class with the right signatures.
    pub fn hooks(&self, class: ClassView<'w>) -> Hooks<'w> {
        let private = |name: &str, descriptor: &str| {
            let method = class.method(name, descriptor)?;
            let flags = method.access_flags();
            (flags.is_private() && !flags.is_static()).then_some(method)
        };
        let any = |name: &str| {
            let method = class.method(name, "()Ljava/lang/Object;")?;
            (!method.access_flags().is_static()).then_some(method)
        };
        Hooks {
            read_object: private("readObject", "(Ljava/io/ObjectInputStream;)V"),
            write_object: private("writeObject", "(Ljava/io/ObjectOutputStream;)V"),
            read_resolve: any("readResolve"),
            write_replace: any("writeReplace"),
            read_external: class.method("readExternal", "(Ljava/io/ObjectInput;)V"),
            has_persistent_fields: class.field("serialPersistentFields").is_some(),
        }
    }

    /// True if the stream cannot give an object of the class its state: enums and records are made by the runtime's own
    /// rules, and a `readObject` that always throws refuses.
    pub fn is_protected(&self, class: ClassView<'w>) -> bool {
        class.is_enum() || class.is_record() || self.is_refused(class)
    }

    /// True if `readObject` of the class or of a superclass always throws: each of them is called for an object.
    pub fn is_refused(&self, class: ClassView<'w>) -> bool {
        let mut own_and_above = std::iter::once(class.id()).chain(self.world.superclasses(class.id()));
        own_and_above.any(|class| self.refuses(&self.hooks(self.world.view(class))))
    }

    /// True if another object is written instead, by a `writeReplace` of the class or one that it inherits.
    pub fn is_replaced(&self, class: ClassView<'w>) -> bool {
        let is_inherited = |above: ClassId| {
            let above = self.world.view(above);
            self.hooks(above).write_replace.is_some_and(|method| {
                let flags = method.access_flags();
                let is_near = !flags.is_private() && above.package() == class.package();
                flags.is_public() || flags.is_protected() || is_near
            })
        };
        self.hooks(class).write_replace.is_some() || self.world.superclasses(class.id()).any(is_inherited)
    }

    /// True if the class's `readObject` always throws.
    fn refuses(&self, hooks: &Hooks<'_>) -> bool {
        let reader = hooks.read_object.as_ref();
        reader
            .is_some_and(|method| Code::of(self.world, method.id()).is_some_and(|code| code.always_throws()))
    }
}
