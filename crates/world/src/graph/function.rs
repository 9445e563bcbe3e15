//! Function objects: what the classes that the JVM makes for lambdas would be in the hierarchy.

use reenact_base::{IdVec, SparseAdjacency, Symbol, typed_id};
use rustc_hash::FxHashMap;

use crate::World;
use crate::code::{CallKind, Handle};
use crate::ids::*;
use crate::resolve::MostSpecific;

typed_id! {
    /// All lambdas with the same interfaces.
    pub(super) struct ShapeId;
}

/// The interfaces that some lambdas have: their functional interface and their markers.
struct Shape {
    interfaces: Vec<ClassId>,
    lambdas: Vec<LambdaId>,
}

/// The shapes of all lambdas of a program.
pub(super) struct Functions {
    shapes: IdVec<ShapeId, Shape>,
    /// The shapes that are subtypes of an interface.
    shapes_of: SparseAdjacency<ClassId, ShapeId>,
    shape_of: IdVec<LambdaId, ShapeId>,
    /// The lambdas by the name of an interface that was not read.
    of_missing: SparseAdjacency<Symbol, LambdaId>,
}

/// The target of a call of a function object's method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Implementation {
    Method(MethodId),
    /// An object of the method's class is made first.
    New(MethodId),
    /// A method reference such as `Object::toString`, which is dispatched in turn.
    Dispatched(MethodRefId),
}

impl Functions {
    pub fn of(world: &World) -> Self {
        let mut shapes: IdVec<ShapeId, Shape> = IdVec::new();
        let mut known: FxHashMap<Vec<ClassId>, ShapeId> = FxHashMap::default();
        let mut shape_of = IdVec::new();
        let mut of_missing = Vec::new();
        for lambda in world.lambdas() {
            let mut interfaces = Vec::new();
            for &name in std::iter::once(&lambda.interface()).chain(lambda.markers()) {
                match world.class_of_symbol(name) {
                    Some(interface) => interfaces.push(interface),
                    None => of_missing.push((name, lambda.id())),
                }
            }
            let shape = *known.entry(interfaces).or_insert_with_key(|interfaces| {
                shapes.push(Shape { interfaces: interfaces.clone(), lambdas: vec![] })
            });
            shapes[shape].lambdas.push(lambda.id());
            shape_of.push(shape);
        }
        let mut below = Vec::new();
        for (id, shape) in shapes.iter() {
            let mut all: Vec<ClassId> = shape
                .interfaces
                .iter()
                .flat_map(|&interface| world.all_interfaces(interface).iter().copied().chain([interface]))
                .collect();
            all.sort_unstable();
            all.dedup();
            below.extend(all.into_iter().map(|interface| (interface, id)));
        }
        Functions {
            shapes,
            shapes_of: SparseAdjacency::from_pairs(below),
            shape_of,
            of_missing: SparseAdjacency::from_pairs(of_missing),
        }
    }

    /// The shapes whose objects are objects of a class or interface.
    pub fn shapes_of(&self, world: &World, class: ClassId) -> impl Iterator<Item = ShapeId> + '_ {
        let all = (Some(class) == world.known.object).then(|| self.shapes.ids());
        all.into_iter().flatten().chain(self.shapes_of.get(class).iter().copied())
    }

    pub fn shape_of(&self, lambda: LambdaId) -> ShapeId {
        self.shape_of[lambda]
    }

    pub fn lambdas_of(&self, shape: ShapeId) -> &[LambdaId] {
        &self.shapes[shape].lambdas
    }

    /// All classes and interfaces that objects of a shape are objects of.
    pub fn supertypes<'w>(&'w self, world: &'w World, shape: ShapeId) -> impl Iterator<Item = ClassId> + 'w {
        let interfaces = self.shapes[shape].interfaces.iter();
        let all = interfaces
            .flat_map(|&interface| world.all_interfaces(interface).iter().copied().chain([interface]));
        all.chain(world.known.object)
    }

    /// The lambdas whose functional interface or marker was not read and has this name.
    pub fn of_missing(&self, name: Symbol) -> &[LambdaId] {
        self.of_missing.get(name)
    }

    /// Whether a lambda implements a method itself.
    pub fn implements(world: &World, lambda: LambdaId, name_and_type: NameAndTypeId) -> bool {
        let lambda = world.view(lambda);
        lambda.method() == name_and_type || lambda.bridges().contains(&name_and_type)
    }

    /// The method that objects of a shape inherit: from `java.lang.Object`, else a default method.
    pub fn inherited(&self, world: &World, shape: ShapeId, name_and_type: NameAndTypeId) -> Option<MethodId> {
        if let Some(method) = world.object_method(name_and_type) {
            return Some(method);
        }
        let mut declared: Vec<MethodId> = Vec::new();
        for interface in self.supertypes(world, shape) {
            if let Some(method) = world.declared_method(interface, name_and_type)
                && !declared.contains(&method)
                && !world.view(method).access_flags().is_private()
                && !world.view(method).access_flags().is_static()
            {
                declared.push(method);
            }
        }
        match world.most_specific_of(&declared) {
            MostSpecific::One(method) => Some(method),
            _ => None,
        }
    }

    /// Returns a lambda's implementation; `None` if it does not link.
    pub fn implementation(world: &World, lambda: LambdaId) -> Option<Implementation> {
        let lambda = world.view(lambda);
        let Handle::Method(kind, reference) = lambda.implementation() else { return None };
        if kind.is_dispatched() {
            return Some(Implementation::Dispatched(reference));
        }
        let caller = world.class_of_dynamic(lambda.dynamic().id());
        let target = world.direct_target(caller, kind, reference)?;
        Some(match kind {
            CallKind::New => Implementation::New(target),
            _ => Implementation::Method(target),
        })
    }
}
