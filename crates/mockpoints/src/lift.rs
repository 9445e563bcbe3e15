//! Which methods can be answered from a recording, and which callers take the place of those that cannot.

use std::sync::Arc;

use reenact_classfile::FieldType;
use reenact_world::{Action, CallGraph, Handle, MethodId, World, binary_name};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::Catalog;
use crate::catalog::matcher::Matcher;
use crate::point::Kind;
use crate::program::Program;
use crate::scope::Scope;

/// Decides which methods can be recorded.
pub(crate) struct Recorder<'a> {
    world: &'a World,
    matcher: &'a Matcher<'a>,
    catalog: &'a Catalog,
}

impl<'a> Recorder<'a> {
    pub fn new(world: &'a World, matcher: &'a Matcher<'a>, catalog: &'a Catalog) -> Self {
        Recorder { world, matcher, catalog }
    }

    /// Returns the reason for which a method cannot be a point.
    pub fn obstacle(&self, method: MethodId) -> Option<String> {
        let view = self.world.view(method);
        if view.is_constructor() {
            return Some("a constructor cannot be answered from a recording".to_owned());
        }
        if view.is_class_initialiser() {
            return Some("a class initialiser cannot be answered from a recording".to_owned());
        }
        if view.access_flags().is_synthetic() {
            return Some("the compiler made it".to_owned());
        }
        self.unrecordable_type(method)
    }

    /// Returns the type in a method's signature that has no meaning outside of its JVM, if there is one.
    fn unrecordable_type(&self, method: MethodId) -> Option<String> {
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

/// The methods that create function objects, by the method that implements the function.
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
                // Bodies of lambdas are private, so even a virtual reference runs the method it resolves to.
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

/// A method that stands in for another, which calls out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lifted {
    /// The position of the outgoing call.
    pub call: u32,
    pub method: MethodId,
    /// The methods below it that cannot be points, the lowest first, with the reason.
    pub from: Vec<(MethodId, Arc<str>)>,
    /// The reason for which it cannot either, if no caller can.
    pub caveat: Option<Arc<str>>,
}

/// The result of lifting.
pub(crate) struct Lifting {
    pub lifted: Vec<Lifted>,
    /// For methods that cannot be points: a caller, which is one or has one above it.
    above: FxHashMap<MethodId, MethodId>,
}

impl Lifting {
    /// Returns the methods that cannot be points, ascending, each with the point that replaces it.
    pub fn stand_ins(&self) -> Vec<(MethodId, MethodId)> {
        let points: FxHashSet<MethodId> = self.lifted.iter().map(|lifted| lifted.method).collect();
        let mut known: FxHashMap<MethodId, Option<MethodId>> = FxHashMap::default();
        for &method in self.above.keys() {
            let (mut at, mut passed) = (method, Vec::new());
            // The call graph may have cycles.
            while let Some(&above) = self.above.get(&at)
                && !known.contains_key(&at)
            {
                known.insert(at, None);
                passed.push(at);
                at = above;
            }
            let found = if points.contains(&at) { Some(at) } else { known.get(&at).copied().flatten() };
            known.extend(passed.into_iter().map(|method| (method, found)));
        }
        let found = known.into_iter().filter_map(|(method, point)| Some((method, point?)));
        let mut found: Vec<(MethodId, MethodId)> = found.collect();
        found.sort_unstable();
        found
    }
}

pub(crate) struct Lifter<'a> {
    pub program: &'a Program<'a>,
    pub graph: &'a CallGraph,
    pub creators: &'a Creators,
}

/// A method that was reached from an outgoing call by going to callers.
struct Reached {
    method: MethodId,
    call: u32,
    /// The entry of its callee.
    below: Option<u32>,
}

impl Lifter<'_> {
    /// Finds the nearest methods that can be points for methods with outgoing calls: themselves, or callers. A method
    /// that could be the point of several calls of a kind is the point of the nearest, and of these of the first.
    pub fn lift(&self, calls: impl Iterator<Item = (MethodId, Kind)>) -> Lifting {
        let mut seen = FxHashSet::default();
        let mut reached: Vec<Reached> = Vec::new();
        let mut above: FxHashMap<MethodId, MethodId> = FxHashMap::default();
        let mut kinds = Vec::new();
        for (call, (method, kind)) in calls.enumerate() {
            kinds.push(kind);
            if seen.insert((method, kind)) {
                reached.push(Reached { method, call: call as u32, below: None });
            }
        }
        let mut lifted = Vec::new();
        let mut next = 0;
        while let Some(&Reached { method, call, .. }) = reached.get(next) {
            let Some(obstacle) = self.program.obstacle(method) else {
                lifted.push(self.lifted(&reached, next, None));
                next += 1;
                continue;
            };
            let callers = self.callers(method);
            // A method that a library calls back needs no caller: the call of the library is a point.
            if callers.is_empty() && !self.is_called_back(method) {
                lifted.push(self.lifted(&reached, next, Some(Arc::clone(obstacle))));
            }
            if let Some(&caller) = callers.first() {
                above.insert(method, caller);
            }
            for caller in callers {
                if seen.insert((caller, kinds[call as usize])) {
                    reached.push(Reached { method: caller, call, below: Some(next as u32) });
                }
            }
            next += 1;
        }
        Lifting { lifted, above }
    }

    fn lifted(&self, reached: &[Reached], at: usize, caveat: Option<Arc<str>>) -> Lifted {
        let Reached { method, call, mut below } = reached[at];
        let mut from = Vec::new();
        while let Some(at) = below {
            let Reached { method, below: next, .. } = reached[at as usize];
            from.extend(self.program.obstacle(method).map(|obstacle| (method, Arc::clone(obstacle))));
            below = next;
        }
        from.reverse();
        Lifted { call, method, from, caveat }
    }

    fn callers(&self, method: MethodId) -> Vec<MethodId> {
        let scope = self.program.scope;
        let creators = self.creators.get(method);
        if !creators.is_empty() && scope.world.view(method).access_flags().is_synthetic() {
            return creators.to_vec();
        }
        let mut callers = self.graph.callers(scope.world, method);
        callers.retain(|&caller| caller != method && scope.is_own_method(caller));
        callers
    }

    fn is_called_back(&self, method: MethodId) -> bool {
        let scope = self.program.scope;
        let view = scope.world.view(method);
        view.access_flags().is_synthetic()
            || scope.world.overridden(method).iter().any(|&other| !scope.is_own_method(other))
    }
}
