//! Outgoing calls, and calls of methods that a catalog declares to be points themselves.

use rayon::prelude::*;
use reenact_world::{Action, CallKind, ClassId, Handle, MethodId, MethodRefId};

use crate::beans::{Proxied, Wiring};
use crate::called::{Called, CalledFlags, CalledMethods};
use crate::catalog::matcher::{Verdict, VerdictFlags};
use crate::catalog::{Catalog, SourceFlags};
use crate::flow_path::reference_name;
use crate::point::Kind;
use crate::scope::Scope;

/// A call of an external service, or of a method that is a point itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OutgoingCall {
    /// The caller.
    pub method: MethodId,
    pub pc: u16,
    pub reference: MethodRefId,
    pub kind: Kind,
    pub group: String,
    /// Whether the callee is the point, and not the caller.
    pub is_direct: bool,
    /// The role of a framework in it.
    pub why: Option<String>,
}

/// Returns all outgoing calls, in the order of the methods and their code.
pub(crate) fn find(
    scope: &Scope<'_>,
    catalog: &Catalog,
    called: &CalledMethods,
    wiring: &Wiring,
) -> Vec<OutgoingCall> {
    let classifier = Classifier { scope, catalog, called, wiring };
    scope.methods.par_iter().flat_map_iter(|&method| classifier.outgoing_calls(method)).collect()
}

/// Returns the calls whose callers are the points.
pub(crate) fn lifting(outgoing_calls: &[OutgoingCall]) -> impl Iterator<Item = &OutgoingCall> {
    outgoing_calls.iter().filter(|call| !call.is_direct)
}

/// Returns the row of the catalog that makes a call an outgoing one. A class of the subject's own that matches is
/// analysed instead.
pub(crate) fn outside(scope: &Scope<'_>, verdict: Verdict, reference: MethodRefId) -> Option<u16> {
    let resolved = scope.world.resolved_method(reference).ok();
    let is_own_code = resolved
        .is_some_and(|resolved| scope.is_own_method(resolved) && scope.world.view(resolved).has_code());
    verdict.external.filter(|_| !is_own_code)
}

/// Classifies calls.
struct Classifier<'j, 'a> {
    scope: &'j Scope<'a>,
    catalog: &'j Catalog,
    called: &'j CalledMethods,
    wiring: &'j Wiring,
}

impl Classifier<'_, '_> {
    fn outgoing_calls(&self, method: MethodId) -> Vec<OutgoingCall> {
        let world = self.scope.world;
        let view = world.view(method);
        let mut found = Vec::new();
        for &site in view.sites() {
            let lambda = match site.action() {
                Action::Dynamic(dynamic) => {
                    world.view(dynamic).lambda().map(|lambda| lambda.implementation())
                }
                _ => None,
            };
            for handle in world.effects(site).chain(lambda) {
                if let Handle::Method(kind, reference) = handle
                    && let Some((kind, group, is_direct, why)) =
                        self.classify(view.class().id(), kind, reference)
                {
                    found.push(OutgoingCall {
                        method,
                        pc: site.pc(),
                        reference,
                        kind,
                        group,
                        is_direct,
                        why,
                    });
                }
            }
        }
        found
    }

    fn classify(
        &self,
        caller: ClassId,
        kind: CallKind,
        reference: MethodRefId,
    ) -> Option<(Kind, String, bool, Option<String>)> {
        let called = self.called.get(reference);
        let Called { verdict, outside, .. } = *called;
        if verdict.has(VerdictFlags::HARMLESS) {
            return None;
        }
        if verdict.has(VerdictFlags::DECLARED) {
            return Some((Kind::Declared, "declared by a catalog".to_owned(), true, None));
        }
        if let Some(source) = verdict.source {
            let row = &self.catalog.sources[usize::from(source)];
            if row.flags.has(SourceFlags::DIRECT) && !called.is(CalledFlags::CONSTRUCTOR) {
                return Some((row.kind, row.group.clone(), true, None));
            }
        }
        if let Some(external) = outside {
            let group = self.catalog.externals[usize::from(external)].group.clone();
            return Some((Kind::External, group, false, None));
        }
        let proxied = proxied(self.scope, self.wiring, caller, kind, reference)?;
        let why = format!("{}: {}", reference_name(self.scope.world, reference), proxied.why);
        Some((Kind::External, proxied.group.clone(), false, Some(why)))
    }
}

/// Returns why a call leaves the program through a framework, if it does.
pub(crate) fn proxied<'w>(
    scope: &Scope<'_>,
    wiring: &'w Wiring,
    caller: ClassId,
    kind: CallKind,
    reference: MethodRefId,
) -> Option<&'w Proxied> {
    if kind == CallKind::Static || kind == CallKind::Special {
        return None;
    }
    let world = scope.world;
    let resolved = world.resolved_method(reference).ok().map(|resolved| world.view(resolved));
    // A method with a body is not implemented by the framework.
    if resolved.is_some_and(|resolved| resolved.class().is_platform() || resolved.has_code()) {
        return None;
    }
    wiring.proxied(world, world.method_ref(reference).class, caller).or_else(|| {
        let declaring = world.symbol(&resolved?.class().name().to_str())?;
        wiring.proxied(world, declaring, caller)
    })
}
