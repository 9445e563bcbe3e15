//! Method overriding (JVMS 5.4.5).

use crate::World;
use crate::ids::*;

/// The first class-file version for which HotSpot overrides transitively
/// (`VTABLE_TRANSITIVE_OVERRIDE_VERSION`). The specification knows no such limit.
const TRANSITIVE_SINCE: u16 = 51;

impl World {
    /// Whether a method can override another: the rules on names, flags and packages, without asking
    /// whether one class is a subtype of the other.
    pub fn can_override(&self, method: MethodId, other: MethodId) -> bool {
        let (own, overridden) = (&self.tables.methods[method], &self.tables.methods[other]);
        if own.name_and_type != overridden.name_and_type
            || !self.is_overridable_kind(method)
            || !self.is_overridable_kind(other)
        {
            return false;
        }
        method == other
            || self.overrides_directly(method, other)
            || self.overrides_transitively(method, other)
    }

    /// Whether a method overrides one that is declared in a proper supertype.
    pub fn overrides(&self, method: MethodId, other: MethodId) -> bool {
        let (class, above) = (self.tables.methods[method].class, self.tables.methods[other].class);
        class != above && self.is_subtype(class, above) && self.can_override(method, other)
    }

    /// The methods that this one overrides, in the order of [`World::all_supertypes`].
    pub fn overridden(&self, method: MethodId) -> Vec<MethodId> {
        let row = &self.tables.methods[method];
        self.all_supertypes(row.class)
            .filter_map(|supertype| self.declared_method(supertype, row.name_and_type))
            .filter(|&other| self.can_override(method, other))
            .collect()
    }

    /// The methods that override this one, ascending.
    pub fn overriders(&self, method: MethodId) -> Vec<MethodId> {
        let named = self.methods_named(self.tables.methods[method].name_and_type);
        named.iter().copied().filter(|&other| self.overrides(other, method)).collect()
    }

    /// Instance methods that are not private. Constructors and class initialisers are found by
    /// their class alone and so override nothing.
    fn is_overridable_kind(&self, method: MethodId) -> bool {
        let row = &self.tables.methods[method];
        let flags = row.access_flags;
        let name = self.tables.name_and_types[row.name_and_type].name;
        !flags.is_static() && !flags.is_private() && Some(name) != self.known.init
    }

    /// Overriding without a step in between: both names match and neither is private.
    fn overrides_directly(&self, method: MethodId, other: MethodId) -> bool {
        let overridden = &self.tables.methods[other];
        let flags = overridden.access_flags;
        flags.is_public()
            || flags.is_protected()
            || self.is_same_package(self.tables.methods[method].class, overridden.class)
    }

    /// A package-private method of another package is overridden by way of methods in between: each
    /// overrides the one before directly, such as a public one in the package of the first.
    fn overrides_transitively(&self, method: MethodId, other: MethodId) -> bool {
        let name_and_type = self.tables.methods[method].name_and_type;
        let (class, top) = (self.tables.methods[method].class, self.tables.methods[other].class);
        let mut between: Vec<MethodId> = Vec::new();
        for superclass in self.superclasses(class) {
            if superclass == top {
                // Downwards from the top: the methods that override it, nearest to the top first.
                let mut overriding = vec![other];
                let downwards = between.into_iter().rev().chain([method]);
                for lower in downwards.filter(|&lower| self.is_overridable_kind(lower)) {
                    let version = self.tables.classes[self.tables.methods[lower].class].version;
                    let steps = if version.major >= TRANSITIVE_SINCE { overriding.len() } else { 1 };
                    let mut upwards = overriding.iter().rev().take(steps);
                    if upwards.any(|&upper| self.overrides_directly(lower, upper)) {
                        overriding.push(lower);
                    }
                }
                return overriding.last() == Some(&method);
            }
            between.extend(self.declared_method(superclass, name_and_type));
        }
        false
    }
}
