//! Which methods a recorder can stand in for, and who stands in for those that it cannot.

use reenact_classfile::FieldType;
use reenact_world::{Action, CallGraph, Handle, MethodId, World, binary_name};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::Catalog;
use crate::catalog::matcher::Matcher;
use crate::scope::Scope;

/// What can be recorded.
pub(crate) struct Recorder<'a> {
    world: &'a World,
    matcher: &'a Matcher<'a>,
    catalog: &'a Catalog,
}

impl<'a> Recorder<'a> {
    pub fn new(world: &'a World, matcher: &'a Matcher<'a>, catalog: &'a Catalog) -> Self {
        Recorder { world, matcher, catalog }
    }

    /// The type of a method that has no meaning outside of its JVM, if there is one.
    pub fn obstacle(&self, method: MethodId) -> Option<String> {
        let descriptor = self.world.view(method).parsed_descriptor()?;
        let result = descriptor.result().into_iter().map(|result| ("returns", result));
        let parameters = descriptor.parameters().map(|parameter| ("takes", parameter));
        result.chain(parameters).find_map(|(verb, given)| {
            let name = self.unrecordable(given)?;
            Some(format!("it {verb} a {name}, which cannot be recorded"))
        })
    }

    fn unrecordable(&self, given: FieldType<'_>) -> Option<String> {
        let name = given.innermost().class_name()?;
        let text = name.to_str();
        let is_below = self.catalog.unrecordable.iter().any(|unrecordable| *unrecordable == *text)
            || self
                .world
                .class_id(&text)
                .is_some_and(|class| self.matcher.is_below(class, &self.catalog.unrecordable));
        is_below.then(|| binary_name(name))
    }
}

/// Who makes function objects of methods.
pub(crate) struct Creators {
    of: FxHashMap<MethodId, Vec<MethodId>>,
}

impl Creators {
    pub fn of(scope: &Scope<'_>) -> Creators {
        let mut of: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
        for &method in &scope.methods {
            let view = scope.world.view(method);
            for site in view.sites() {
                let Action::Dynamic(dynamic) = site.action() else { continue };
                let Some(lambda) = scope.world.view(dynamic).lambda() else { continue };
                let Handle::Method(kind, reference) = lambda.implementation() else { continue };
                // Bodies are private: what a virtual reference to one resolves to is what runs.
                let direct = scope.world.direct_target(view.class().id(), kind, reference);
                let target = direct.or_else(|| scope.world.resolved_method(reference).ok());
                if let Some(target) = target {
                    of.entry(target).or_default().push(method);
                }
            }
        }
        Creators { of }
    }

    pub fn get(&self, method: MethodId) -> &[MethodId] {
        self.of.get(&method).map_or(&[], Vec::as_slice)
    }
}

/// A method that stands in for another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lifted {
    pub method: MethodId,
    /// The methods below it that could not, the lowest first, with the reason.
    pub from: Vec<(MethodId, String)>,
    /// Why it cannot either, if nobody above it can.
    pub caveat: Option<String>,
}

pub(crate) struct Lifter<'a> {
    pub scope: &'a Scope<'a>,
    pub graph: &'a CallGraph,
    pub recorder: &'a Recorder<'a>,
    pub creators: &'a Creators,
}

impl Lifter<'_> {
    /// Why a method cannot be a point.
    pub fn obstacle(&self, method: MethodId) -> Option<String> {
        let view = self.scope.world.view(method);
        if view.is_constructor() {
            return Some("a constructor cannot be answered from a recording".to_owned());
        }
        if view.is_class_initialiser() {
            return Some("a class initialiser cannot be answered from a recording".to_owned());
        }
        if view.access_flags().is_synthetic() {
            return Some("the compiler made it".to_owned());
        }
        self.recorder.obstacle(method)
    }

    /// The nearest methods that can stand in for a method: itself, or callers.
    pub fn lift(&self, method: MethodId) -> Vec<Lifted> {
        let mut lifted = Vec::new();
        let mut seen = FxHashSet::default();
        seen.insert(method);
        let mut todo = vec![Lifted { method, from: Vec::new(), caveat: None }];
        while let Some(mut at) = todo.pop() {
            let Some(obstacle) = self.obstacle(at.method) else {
                lifted.push(at);
                continue;
            };
            let callers = self.callers(at.method);
            if callers.is_empty() {
                // What a library calls back is its business, and who called the library is a point.
                if !self.is_called_back(at.method) {
                    at.caveat = Some(obstacle);
                    lifted.push(at);
                }
                continue;
            }
            let mut from = at.from;
            from.push((at.method, obstacle));
            for caller in callers {
                if seen.insert(caller) {
                    todo.push(Lifted { method: caller, from: from.clone(), caveat: None });
                }
            }
        }
        lifted.sort_by_key(|lifted| lifted.method);
        lifted
    }

    fn callers(&self, method: MethodId) -> Vec<MethodId> {
        let creators = self.creators.get(method);
        if !creators.is_empty() && self.scope.world.view(method).access_flags().is_synthetic() {
            return creators.to_vec();
        }
        let mut callers = self.graph.callers(self.scope.world, method);
        callers.retain(|&caller| caller != method && self.scope.is_own_method(caller));
        callers
    }

    fn is_called_back(&self, method: MethodId) -> bool {
        let view = self.scope.world.view(method);
        view.access_flags().is_synthetic()
            || self.scope.world.overridden(method).iter().any(|&other| !self.scope.is_own_method(other))
    }
}
