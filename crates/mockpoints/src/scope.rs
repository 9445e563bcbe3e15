//! The code that is analysed: the subject's own, and that of libraries to a depth.

use reenact_base::{BitSet, Id};
use reenact_world::{CallGraph, CallKind, ClassId, ClassView, Handle, MethodId, MethodRefId, World};

/// A dispatched call with more targets in libraries is not followed into them.
const FEW: usize = 8;

/// The methods that are analysed.
pub(crate) struct Scope<'a> {
    pub world: &'a World,
    pub graph: &'a CallGraph,
    own: Vec<bool>,
    /// Interfaces of servers and providers: calls are not followed to implementations of these in libraries.
    provided: BitSet<ClassId>,
    /// Methods with code: the subject's, and those of libraries within the depth.
    pub analysed: BitSet<MethodId>,
    /// The subject's methods with code, ascending.
    pub methods: Vec<MethodId>,
    /// Those of libraries, ascending.
    pub library_methods: Vec<MethodId>,
    /// The methods that their code references.
    pub references: BitSet<MethodRefId>,
}

impl<'a> Scope<'a> {
    /// Finds the methods to analyse. `own` are positions of containers; if empty, all that are not the JDK's.
    pub fn new(
        world: &'a World,
        graph: &'a CallGraph,
        provided: &[String],
        own: &[usize],
        library_depth: usize,
    ) -> Self {
        let platform = world.options().platform;
        let is_own = |container: usize| match own {
            [] => container >= platform,
            own => own.contains(&container),
        };
        let own: Vec<bool> = (0..world.containers().len()).map(is_own).collect();
        let is_provided = |class: &ClassView<'_>| {
            let name = class.name().to_str();
            !class.is_platform() && provided.iter().any(|package| name.starts_with(package.as_str()))
        };
        let provided = world.classes().filter(is_provided).map(|class| class.id()).collect();
        let mut scope = Scope {
            world,
            graph,
            own,
            provided,
            analysed: BitSet::new(),
            methods: Vec::new(),
            library_methods: Vec::new(),
            references: BitSet::new(),
        };
        let own_classes = world.classes().filter(|&class| scope.is_own(class.id()));
        let methods = own_classes.flat_map(|class| class.methods()).filter(|method| method.has_code());
        scope.methods = methods.map(|method| method.id()).collect();
        scope.analysed = scope.methods.iter().copied().collect();
        let mut edge = scope.methods.clone();
        let mut followed = BitSet::new();
        for depth in 0..=library_depth {
            if edge.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for &method in &edge {
                scope.scan_calls(method, (depth < library_depth).then_some(&mut followed), &mut next);
            }
            scope.library_methods.extend(&next);
            edge = next;
        }
        scope.library_methods.sort_unstable();
        scope
    }

    pub fn is_own(&self, class: ClassId) -> bool {
        self.own[self.world.view(class).container().index()]
    }

    pub fn is_own_container(&self, container: usize) -> bool {
        self.own.get(container).copied().unwrap_or(false)
    }

    pub fn is_own_method(&self, method: MethodId) -> bool {
        self.is_own(self.world.view(method).class().id())
    }

    pub fn own_classes(&self) -> impl Iterator<Item = ClassView<'a>> + '_ {
        self.world.classes().filter(|class| self.is_own(class.id()))
    }

    /// Collects the references of a method, and follows its calls. A dispatched reference is followed once: its targets
    /// do not depend on the caller.
    fn scan_calls(
        &mut self,
        method: MethodId,
        mut followed: Option<&mut BitSet<MethodRefId>>,
        next: &mut Vec<MethodId>,
    ) {
        let view = self.world.view(method);
        for &site in view.sites() {
            let lambda = match site.action() {
                reenact_world::Action::Dynamic(dynamic) => {
                    self.world.view(dynamic).lambda().map(|lambda| lambda.implementation())
                }
                _ => None,
            };
            for handle in self.world.effects(site).chain(lambda) {
                let Handle::Method(kind, reference) = handle else { continue };
                self.references.insert(reference);
                if let Some(followed) = followed.as_deref_mut()
                    && (!kind.is_dispatched() || followed.insert(reference))
                {
                    self.follow(view.class().id(), kind, reference, next);
                }
            }
        }
    }

    fn follow(&mut self, caller: ClassId, kind: CallKind, reference: MethodRefId, next: &mut Vec<MethodId>) {
        match self.world.resolved_method(reference) {
            Ok(resolved) if !self.is_modelled(self.world.view(resolved).class()) => {}
            _ => return,
        }
        let targets = self.graph.targets(self.world, caller, kind, reference);
        let is_library = |method: &&MethodId| {
            let view = self.world.view(**method);
            view.has_code() && !view.class().is_platform() && !self.is_own(view.class().id())
        };
        let found: Vec<MethodId> = targets.as_slice().iter().filter(is_library).copied().collect();
        if found.len() > FEW {
            return;
        }
        for method in found {
            if self.analysed.insert(method) {
                next.push(method);
            }
        }
    }

    /// Returns whether the catalogs model a class: those of the JDK, and those that a server provides.
    fn is_modelled(&self, class: ClassView<'_>) -> bool {
        class.is_platform() || self.provided.contains(class.id())
    }

    /// Returns whether a method can be intercepted: not a constructor, which must run, and not a synthetic method.
    pub fn is_mockable(&self, method: MethodId) -> bool {
        let view = self.world.view(method);
        view.has_code()
            && !view.is_constructor()
            && !view.is_class_initialiser()
            && !view.access_flags().is_synthetic()
            && self.is_own(view.class().id())
    }
}
