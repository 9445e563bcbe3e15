//! Who may use a member of a form.
//!
//! Native code could call anything. The rule is the one that Java has for all other code: a member is usable if the caller
//! could call it, or if its author opened it, by the annotation or by the module's `opens`.

use std::fmt;

use reenact_classfile::AccessFlags;
use reenact_world::{ClassView, World};

use super::{Accessor, Modules};

/// The code that serializes or deserializes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Caller {
    /// Code in another package and module, as frameworks are.
    #[default]
    Elsewhere,
    /// Code in this package of the same module, by internal name.
    Package(String),
}

/// Whether a member can be used.
pub type Access = Result<(), NoAccess>;

/// The reason why a member cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAccess {
    Private,
    PackagePrivate,
    Protected,
    /// The class, or one around it, is not public.
    Class,
    /// The package is not exported by its module.
    NotExported,
}

impl Caller {
    /// Whether a member is usable.
    pub fn may_use(
        &self,
        world: &World,
        modules: &Modules,
        class: ClassView<'_>,
        flags: AccessFlags,
        is_open: bool,
    ) -> Access {
        if is_open || modules.is_open(class) {
            return Ok(());
        }
        if flags.is_private() {
            return Err(NoAccess::Private);
        }
        if matches!(self, Caller::Package(package) if class.package() == **package) {
            return match is_within(world, class, |flags| !flags.is_private()) {
                true => Ok(()),
                false => Err(NoAccess::Class),
            };
        }
        if flags.is_protected() {
            return Err(NoAccess::Protected);
        }
        if !flags.is_public() {
            return Err(NoAccess::PackagePrivate);
        }
        if !is_within(world, class, AccessFlags::is_public) {
            return Err(NoAccess::Class);
        }
        if !modules.is_exported(class) {
            return Err(NoAccess::NotExported);
        }
        Ok(())
    }

    /// Whether an accessor is usable.
    pub fn may_read(&self, world: &World, modules: &Modules, accessor: Accessor, is_open: bool) -> Access {
        let (class, flags) = match accessor {
            Accessor::Method(method) => (world.view(method).class(), world.view(method).access_flags()),
            Accessor::Field(field) => (world.view(field).class(), world.view(field).access_flags()),
        };
        self.may_use(world, modules, class, flags, is_open)
    }
}

/// Whether a class and all classes around it have flags of a kind. Nesting that a damaged class file makes endless is cut.
fn is_within(world: &World, class: ClassView<'_>, is_fine: impl Fn(AccessFlags) -> bool) -> bool {
    let mut next = Some(class);
    for _ in 0..64 {
        let Some(class) = next else { return true };
        if !is_fine(class.declared_flags()) {
            return false;
        }
        next = class.outer_name().and_then(|outer| world.class(&outer.to_str()));
    }
    false
}

impl fmt::Display for NoAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoAccess::Private => "it is private and not open",
            NoAccess::PackagePrivate => "it is package-private and not open",
            NoAccess::Protected => "it is protected and not open",
            NoAccess::Class => "its class is not public, and it is not open",
            NoAccess::NotExported => "its package is not exported, and it is not open",
        })
    }
}
