//! The class hierarchy: supertypes and subtypes.
//!
//! Superclass edges lead to classes, superinterface edges to interfaces, and there are no cycles:
//! an edge that breaks this is cut and noted, since the JVM would refuse to load the class. An edge to
//! a class that was not read stays a name.

mod build;
mod order;

use reenact_base::{Adjacency, BitSet, IdVec, SparseAdjacency, Symbol};

use crate::World;
use crate::ids::ClassId;

pub(crate) use build::build;

pub(crate) struct Hierarchy {
    superclass: IdVec<ClassId, Option<ClassId>>,
    interfaces: Adjacency<ClassId, ClassId>,
    direct_subtypes: Adjacency<ClassId, ClassId>,
    /// For each class that has a supertype that was not read, directly or not, the first such name.
    missing: IdVec<ClassId, Option<Symbol>>,
    /// The classes that name a supertype that was not read, by that name.
    of_missing: SparseAdjacency<Symbol, ClassId>,
    is_interface: BitSet<ClassId>,
    /// All classes but interfaces, each before its subclasses, which follow it without a gap.
    preorder: Vec<ClassId>,
    /// Where in `preorder` a class and its subclasses are.
    spans: IdVec<ClassId, (u32, u32)>,
    /// For each class, where its superinterfaces are in `all_interfaces`. A class that adds none
    /// shares those of its superclass.
    interface_spans: IdVec<ClassId, (u32, u32)>,
    all_interfaces: Vec<ClassId>,
    /// All classes and interfaces below each interface, ascending.
    implementors: Adjacency<ClassId, ClassId>,
}

impl World {
    /// The superclass. `None` for `java.lang.Object`, and where it was not read.
    pub fn superclass(&self, class: ClassId) -> Option<ClassId> {
        self.hierarchy.superclass[class]
    }

    /// The superclass, its superclass, and so on.
    pub fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(self.superclass(class), |&class| self.superclass(class))
    }

    /// The direct superinterfaces that were read, in class-file order.
    pub fn interfaces(&self, class: ClassId) -> &[ClassId] {
        self.hierarchy.interfaces.row(class)
    }

    /// All superinterfaces that were read, without duplicates: those of the superclass, those of the
    /// direct superinterfaces, then these. HotSpot keeps them in this order.
    pub fn all_interfaces(&self, class: ClassId) -> &[ClassId] {
        self.hierarchy.all_interfaces(class)
    }

    /// All proper supertypes that were read: superclasses upwards, then
    /// [`World::all_interfaces`]. An interface has `java.lang.Object` as its superclass.
    pub fn all_supertypes(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        self.superclasses(class).chain(self.all_interfaces(class).iter().copied())
    }

    /// The classes and interfaces that name this one as superclass or superinterface, ascending.
    pub fn direct_subtypes(&self, class: ClassId) -> &[ClassId] {
        self.hierarchy.direct_subtypes.row(class)
    }

    /// All proper subtypes: for a class its subclasses, each before its own subclasses; for an interface
    /// all classes and interfaces below it, ascending. Interfaces are not listed below
    /// `java.lang.Object`, although it is a supertype of theirs.
    pub fn subtypes(&self, class: ClassId) -> &[ClassId] {
        self.hierarchy.subtypes(class)
    }

    /// The classes that name a supertype which was not read, ascending.
    pub fn direct_subtypes_of_missing(&self, name: Symbol) -> &[ClassId] {
        self.hierarchy.of_missing.get(name)
    }

    /// The names of the supertypes that were not read, with the classes that name them.
    pub fn missing_supertypes(&self) -> impl ExactSizeIterator<Item = (Symbol, &[ClassId])> {
        self.hierarchy.of_missing.iter()
    }

    /// A supertype of a class, direct or not, that was not read.
    pub fn missing_supertype(&self, class: ClassId) -> Option<Symbol> {
        self.hierarchy.missing[class]
    }

    /// The direct supertypes of a class that were not read.
    pub fn missing_supertypes_of(&self, class: ClassId) -> impl Iterator<Item = Symbol> + '_ {
        let named = self.tables.classes[class].super_name.into_iter();
        named
            .chain(self.tables.interfaces_of(class).iter().copied())
            .filter(|&name| self.class_of_symbol(name).is_none())
    }

    /// Whether `class` is `other`, or extends or implements it directly or not.
    pub fn is_subtype(&self, class: ClassId, other: ClassId) -> bool {
        self.hierarchy.is_subtype(class, other) || Some(other) == self.known.object
    }
}

impl Hierarchy {
    pub fn all_interfaces(&self, class: ClassId) -> &[ClassId] {
        let (start, end) = self.interface_spans[class];
        &self.all_interfaces[start as usize..end as usize]
    }

    pub fn subtypes(&self, class: ClassId) -> &[ClassId] {
        if self.is_interface.contains(class) {
            self.implementors.row(class)
        } else {
            let (start, end) = self.spans[class];
            &self.preorder[start as usize + 1..end as usize]
        }
    }

    /// All classes but interfaces, superclasses first.
    pub fn all_classes(&self) -> &[ClassId] {
        &self.preorder
    }

    /// As [`World::is_subtype`], except that interfaces are not subtypes of `java.lang.Object`.
    pub fn is_subtype(&self, class: ClassId, other: ClassId) -> bool {
        if class == other {
            true
        } else if self.is_interface.contains(other) {
            self.all_interfaces(class).contains(&other)
        } else if self.is_interface.contains(class) {
            false
        } else {
            let (start, end) = self.spans[other];
            (start..end).contains(&self.spans[class].0)
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.superclass.heap_bytes()
            + self.interfaces.heap_bytes()
            + self.direct_subtypes.heap_bytes()
            + self.missing.heap_bytes()
            + self.of_missing.heap_bytes()
            + self.is_interface.heap_bytes()
            + self.preorder.capacity() * size_of::<ClassId>()
            + self.spans.heap_bytes()
            + self.interface_spans.heap_bytes()
            + self.all_interfaces.capacity() * size_of::<ClassId>()
            + self.implementors.heap_bytes()
    }
}

/// Positions and ids are both below `u32::MAX`.
fn position(index: usize) -> u32 {
    index as u32
}
