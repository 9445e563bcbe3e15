//! Access control (JVMS 5.4.4), asked apart from resolution.
//!
//! Run-time packages: the JDK's classes and those of the class path have different loaders, so that
//! packages of one name are still two. Modules: the JDK's modules export packages; that one module
//! reads another is taken for granted.

use crate::World;
use crate::ids::*;
use crate::tables::ExportRow;

impl World {
    /// Whether two classes are in the same run-time package (JVMS 5.3).
    pub fn is_same_package(&self, class: ClassId, other: ClassId) -> bool {
        self.tables.classes[class].package == self.tables.classes[other].package
            && self.is_platform_class(class) == self.is_platform_class(other)
    }

    /// Whether code of `from` may name `class`.
    pub fn can_access_class(&self, from: ClassId, class: ClassId) -> bool {
        // The flags of the class file count, not those of InnerClasses: to the JVM a private member
        // class is package-private, and a protected one public.
        self.is_same_package(from, class)
            || self.tables.classes[class].access_flags.is_public() && self.is_exported(class, from)
    }

    /// Whether code of `from` may use `method` by a reference that names `named`, a subtype of the
    /// class that declares it.
    pub fn can_access_method(&self, from: ClassId, method: MethodId, named: ClassId) -> bool {
        let row = &self.tables.methods[method];
        self.can_access_member(from, row.class, row.access_flags, named)
    }

    /// Whether code of `from` may use `field` by a reference that names `named`, a subtype of the
    /// class that declares it.
    pub fn can_access_field(&self, from: ClassId, field: FieldId, named: ClassId) -> bool {
        let row = &self.tables.fields[field];
        self.can_access_member(from, row.class, row.access_flags, named)
    }

    /// The class whose nest this class belongs to (JVMS 5.4.4): the one it names as host if that one
    /// names it as member, else itself.
    pub fn nest_host(&self, class: ClassId) -> ClassId {
        let row = &self.tables.classes[class];
        let host = row.nest_host.and_then(|name| self.class_of_symbol(name));
        host.filter(|&host| {
            self.is_same_package(class, host) && self.tables.nest_members.get(host).contains(&row.name)
        })
        .unwrap_or(class)
    }

    fn can_access_member(
        &self,
        from: ClassId,
        declaring: ClassId,
        flags: reenact_classfile::AccessFlags,
        named: ClassId,
    ) -> bool {
        if flags.is_public() {
            true
        } else if flags.is_private() {
            from == declaring || self.nest_host(from) == self.nest_host(declaring)
        } else if self.is_same_package(from, declaring) {
            true
        } else {
            // A protected instance member is for objects that the accessing class knows as its own.
            flags.is_protected()
                && self.is_subtype(from, declaring)
                && (flags.is_static() || self.is_subtype(named, from) || self.is_subtype(from, named))
        }
    }

    fn is_exported(&self, class: ClassId, to: ClassId) -> bool {
        let row = &self.tables.classes[class];
        let Some(module) = row.module else { return true };
        let to = self.tables.classes[to].module;
        let exported =
            |to| self.tables.exports.binary_search(&ExportRow { module, package: row.package, to }).is_ok();
        Some(module) == to || exported(None) || to.is_some() && exported(to)
    }
}
