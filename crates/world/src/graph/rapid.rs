//! Rapid type analysis: what is reachable from some roots, given the objects that reachable code makes.

use reenact_base::{BitSet, IdVec, Symbol};
use rustc_hash::FxHashMap;

use crate::World;
use crate::code::{Action, CallKind, Handle};
use crate::graph::function::{Functions, Implementation, ShapeId};
use crate::graph::population::Population;
use crate::graph::vm;
use crate::ids::*;
use crate::resolve::ResolveError;

/// Where a program starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roots {
    /// Methods that are called from outside. An instance method is called on an object of its class.
    pub methods: Vec<MethodId>,
    /// Classes whose objects are created outside, such as by a framework or a native library.
    pub instantiated: Vec<ClassId>,
}

impl Roots {
    /// Only these methods.
    pub fn methods(methods: impl IntoIterator<Item = MethodId>) -> Self {
        Roots { methods: methods.into_iter().collect(), instantiated: Vec::new() }
    }

    /// The `main` methods of the class path, the JDK's own left out.
    pub fn main_methods(world: &World) -> Self {
        let Some(main) = world.name_and_type("main", "([Ljava/lang/String;)V") else {
            return Roots::default();
        };
        Self::methods(world.methods_named(main).iter().copied().filter(|&method| {
            let view = world.view(method);
            view.access_flags().is_static() && view.access_flags().is_public() && !view.class().is_platform()
        }))
    }
}

/// The objects that there may be, and the methods that may run.
pub(super) fn explore(world: &World, roots: &Roots) -> (Population, BitSet<MethodId>) {
    let mut exploration = Exploration::new(world);
    vm::made(world).for_each(|class| exploration.instantiate(class));
    for called in vm::called(world) {
        exploration.dispatch_on(world.view(called).class().id(), Callee::Resolved(called));
    }
    roots.instantiated.iter().for_each(|&class| exploration.instantiate(class));
    for &method in &roots.methods {
        let view = world.view(method);
        exploration.initialise(view.class().id());
        if !view.access_flags().is_static() && view.class().is_instantiable() {
            exploration.instantiate(view.class().id());
        }
        exploration.reach(method);
    }
    exploration.run();
    (exploration.population, exploration.reachable)
}

/// The targets of a dispatched call.
#[derive(Clone, Copy)]
enum Callee {
    Resolved(MethodId),
    /// Resolution needs a class that was not read.
    Named(NameAndTypeId),
}

/// The facts known so far. Each fact is processed once, when it becomes known, together with all that
/// was known before: so no pair of facts is missed, in whatever order they come.
struct Exploration<'w> {
    world: &'w World,
    functions: Functions,
    call_backs: FxHashMap<MethodId, MethodId>,
    population: Population,
    reachable: BitSet<MethodId>,
    initialised: BitSet<ClassId>,
    dispatched: BitSet<MethodRefId>,
    /// Dispatched calls, by the class that they name.
    calls: IdVec<ClassId, Vec<Callee>>,
    /// Dispatched calls, by the name of a class that was not read.
    calls_of_missing: FxHashMap<Symbol, Vec<NameAndTypeId>>,
    new_methods: Vec<MethodId>,
    new_references: Vec<MethodRefId>,
}

impl<'w> Exploration<'w> {
    fn new(world: &'w World) -> Self {
        Exploration {
            world,
            functions: Functions::of(world),
            call_backs: vm::calling_back(world).collect(),
            population: Population::nothing(),
            reachable: BitSet::new(),
            initialised: BitSet::new(),
            dispatched: BitSet::new(),
            calls: IdVec::filled(Vec::new(), world.class_ids().len()),
            calls_of_missing: FxHashMap::default(),
            new_methods: Vec::new(),
            new_references: Vec::new(),
        }
    }

    fn run(&mut self) {
        loop {
            if let Some(method) = self.new_methods.pop() {
                self.look_into(method);
            } else if let Some(reference) = self.new_references.pop() {
                self.dispatch_by(reference);
            } else {
                return;
            }
        }
    }

    fn reach(&mut self, method: MethodId) {
        if self.reachable.insert(method) {
            self.new_methods.push(method);
        }
    }

    fn dispatch(&mut self, reference: MethodRefId) {
        if self.dispatched.insert(reference) {
            self.new_references.push(reference);
        }
    }

    fn look_into(&mut self, method: MethodId) {
        let world = self.world;
        if let Some(&called) = self.call_backs.get(&method) {
            self.dispatch_on(world.view(called).class().id(), Callee::Resolved(called));
        }
        let class = world.tables.methods[method].class;
        for &site in world.tables.code.sites_of(method) {
            match site.action() {
                Action::New(name) => {
                    if let Some(class) = world.class_of_symbol(name) {
                        self.instantiate(class);
                    }
                }
                Action::Dynamic(dynamic) => {
                    if let Some(lambda) = world.view(dynamic).lambda() {
                        self.make_function(lambda.id());
                    }
                }
                _ => {}
            }
            for effect in world.effects(site) {
                self.have_effect(class, effect);
            }
        }
    }

    fn have_effect(&mut self, caller: ClassId, effect: Handle) {
        let world = self.world;
        match effect {
            Handle::Method(kind, reference) if kind.is_dispatched() => self.dispatch(reference),
            Handle::Method(kind, reference) => {
                if let Some(target) = world.direct_target(caller, kind, reference) {
                    self.call(kind, target);
                }
            }
            Handle::Field(access, reference) => {
                if let (true, Ok(field)) = (access.is_static(), world.resolved_field(reference)) {
                    self.initialise(world.tables.fields[field].class);
                }
            }
        }
    }

    /// A call without dispatch.
    fn call(&mut self, kind: CallKind, target: MethodId) {
        let class = self.world.tables.methods[target].class;
        match kind {
            CallKind::New => self.instantiate(class),
            CallKind::Static => self.initialise(class),
            _ => {}
        }
        self.reach(target);
    }

    /// Finds the class and the method that a new reference is about.
    fn dispatch_by(&mut self, reference: MethodRefId) {
        let world = self.world;
        let named = world.method_ref(reference);
        let callee = match world.resolved_method(reference) {
            Ok(resolved) => Callee::Resolved(resolved),
            Err(ResolveError::MissingClass(_)) => Callee::Named(named.name_and_type),
            Err(_) => return,
        };
        if let Callee::Resolved(resolved) = callee {
            let flags = world.tables.methods[resolved].access_flags;
            if flags.is_static() {
                return;
            }
            if flags.is_private() || world.is_signature_polymorphic(resolved) || world.is_array(named.class) {
                return self.reach(resolved);
            }
        }
        match world.class_of_symbol(named.class) {
            Some(class) => self.dispatch_on(class, callee),
            None => self.dispatch_on_missing(named.class, named.name_and_type),
        }
    }

    /// A new kind of call: it may run on every object there is.
    fn dispatch_on(&mut self, class: ClassId, callee: Callee) {
        self.calls[class].push(callee);
        let world = self.world;
        let receivers = match Some(class) == world.known.object {
            true => world.hierarchy.all_classes(),
            false => world.subtypes(class),
        };
        for &receiver in receivers.iter().chain([&class]) {
            if self.population.classes.contains(receiver) {
                self.select(receiver, callee);
            }
        }
        let shapes: Vec<ShapeId> = self.functions.shapes_of(world, class).collect();
        for shape in shapes {
            for position in 0..self.functions.lambdas_of(shape).len() {
                let lambda = self.functions.lambdas_of(shape)[position];
                if self.population.lambdas.contains(lambda) {
                    self.apply(lambda, self.name_and_type(callee));
                }
            }
        }
    }

    fn dispatch_on_missing(&mut self, name: Symbol, name_and_type: NameAndTypeId) {
        let world = self.world;
        self.calls_of_missing.entry(name).or_default().push(name_and_type);
        for &class in world.direct_subtypes_of_missing(name) {
            for &receiver in world.subtypes(class).iter().chain([&class]) {
                if self.population.classes.contains(receiver) {
                    self.select(receiver, Callee::Named(name_and_type));
                }
            }
        }
        for position in 0..self.functions.of_missing(name).len() {
            let lambda = self.functions.of_missing(name)[position];
            if self.population.lambdas.contains(lambda) {
                self.apply(lambda, name_and_type);
            }
        }
    }

    /// A new class with objects: every call there is may run on them.
    fn instantiate(&mut self, class: ClassId) {
        let world = self.world;
        self.initialise(class);
        if !world.view(class).is_instantiable() || !self.population.classes.insert(class) {
            return;
        }
        for named in std::iter::once(class).chain(world.all_supertypes(class)) {
            for position in 0..self.calls[named].len() {
                self.select(class, self.calls[named][position]);
            }
        }
        if world.missing_supertype(class).is_some() {
            for declaring in std::iter::once(class).chain(world.all_supertypes(class)) {
                for name in world.missing_supertypes_of(declaring) {
                    for name_and_type in self.calls_of_missing.get(&name).cloned().unwrap_or_default() {
                        self.select(class, Callee::Named(name_and_type));
                    }
                }
            }
        }
    }

    fn select(&mut self, receiver: ClassId, callee: Callee) {
        let selected = match callee {
            Callee::Resolved(resolved) => self.world.select(receiver, resolved),
            Callee::Named(name_and_type) => self.world.select_named(receiver, name_and_type),
        };
        if let Ok(selected) = selected {
            self.reach(selected);
        }
    }

    /// A new function object: every call there is may run on it.
    fn make_function(&mut self, lambda: LambdaId) {
        let world = self.world;
        if !self.population.lambdas.insert(lambda) {
            return;
        }
        let shape = self.functions.shape_of(lambda);
        let supertypes: Vec<ClassId> = self.functions.supertypes(world, shape).collect();
        for named in supertypes {
            for position in 0..self.calls[named].len() {
                self.apply(lambda, self.name_and_type(self.calls[named][position]));
            }
        }
        let view = world.view(lambda);
        for name in std::iter::once(view.interface()).chain(view.markers().iter().copied()) {
            for name_and_type in self.calls_of_missing.get(&name).cloned().unwrap_or_default() {
                self.apply(lambda, name_and_type);
            }
        }
    }

    /// Calls a method of a function object.
    fn apply(&mut self, lambda: LambdaId, name_and_type: NameAndTypeId) {
        let world = self.world;
        if !Functions::implements(world, lambda, name_and_type) {
            let shape = self.functions.shape_of(lambda);
            if let Some(inherited) = self.functions.inherited(world, shape, name_and_type) {
                self.reach(inherited);
            }
            return;
        }
        match Functions::implementation(world, lambda) {
            Some(Implementation::Method(method)) => {
                let is_static = world.tables.methods[method].access_flags.is_static();
                self.call(if is_static { CallKind::Static } else { CallKind::Special }, method);
            }
            Some(Implementation::New(constructor)) => self.call(CallKind::New, constructor),
            Some(Implementation::Dispatched(reference)) => self.dispatch(reference),
            None => {}
        }
    }

    /// JVMS 5.5: a class is initialised after its superclasses, and after the superinterfaces that have
    /// default methods.
    fn initialise(&mut self, class: ClassId) {
        let world = self.world;
        let mut current = Some(class);
        while let Some(class) = current {
            if !self.initialised.insert(class) {
                return;
            }
            self.reach_initialiser(class);
            if world.tables.classes[class].access_flags.is_interface() {
                return;
            }
            for &interface in world.all_interfaces(class) {
                if world.tables.classes[interface].has_default_methods && self.initialised.insert(interface) {
                    self.reach_initialiser(interface);
                }
            }
            current = world.superclass(class);
        }
    }

    fn reach_initialiser(&mut self, class: ClassId) {
        let name_and_type = self.world.known.class_initialiser;
        if let Some(initialiser) = name_and_type.and_then(|id| self.world.declared_method(class, id)) {
            self.reach(initialiser);
        }
    }

    fn name_and_type(&self, callee: Callee) -> NameAndTypeId {
        match callee {
            Callee::Resolved(method) => self.world.tables.methods[method].name_and_type,
            Callee::Named(name_and_type) => name_and_type,
        }
    }
}
