//! Whose code is looked into: the subject's own, and that of libraries so far from it.

use reenact_base::{BitSet, Id};
use reenact_world::{CallGraph, CallKind, ClassId, ClassView, Handle, MethodId, MethodRefId, World};

/// A dispatched call that may run more methods of libraries than these is not followed into them.
const FEW: usize = 8;

/// Which methods are analysed.
pub(crate) struct Scope<'a> {
    pub world: &'a World,
    pub graph: &'a CallGraph,
    own: Vec<bool>,
    /// Interfaces of servers and providers: they are not followed to those who implement them in libraries.
    provided: BitSet<ClassId>,
    /// Methods with code: the subject's, and those of libraries within the depth.
    pub analysed: BitSet<MethodId>,
    /// The subject's methods with code, ascending.
    pub methods: Vec<MethodId>,
    /// Those of libraries, ascending.
    pub library_methods: Vec<MethodId>,
    /// What their code calls.
    pub references: BitSet<MethodRefId>,
}

impl<'a> Scope<'a> {
    /// `own` are positions of containers; none means all that are not the JDK's.
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
            let mut next = Vec::new();
            for &method in &edge {
                scope.look_into(method, (depth < library_depth).then_some(&mut followed), &mut next);
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

    /// Takes note of what a method calls, and follows it unless that was done: where dispatch decides, it does not
    /// matter who calls.
    fn look_into(
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
            Ok(resolved) if !self.is_told(self.world.view(resolved).class()) => {}
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

    /// Whether what a class does is told by the catalogs: the JDK, and what a server brings along.
    fn is_told(&self, class: ClassView<'_>) -> bool {
        class.is_platform() || self.provided.contains(class.id())
    }

    /// Whether a method can be intercepted in place of its body: not a constructor, which must run, and
    /// nothing that a compiler made up.
    pub fn is_mockable(&self, method: MethodId) -> bool {
        let view = self.world.view(method);
        view.has_code()
            && !view.is_constructor()
            && !view.is_class_initialiser()
            && !view.access_flags().is_synthetic()
            && self.is_own(view.class().id())
    }
}
