//! Calls to the outside, and calls that a catalog names as points themselves.

use rayon::prelude::*;
use reenact_world::{Action, CallKind, ClassId, Handle, MethodId, MethodRefId};

use crate::beans::{Proxied, Wiring};
use crate::called::{Called, CalledMethods};
use crate::catalog::Catalog;
use crate::catalog::matcher::Verdict;
use crate::point::Kind;
use crate::scope::Scope;
use crate::ways::reference_name;

/// A call that needs no following.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outcall {
    /// Where it stands.
    pub method: MethodId,
    pub pc: u16,
    pub reference: MethodRefId,
    pub kind: Kind,
    pub group: String,
    /// Whether what is called is the point, and not the caller.
    pub is_direct: bool,
    /// What a framework has to do with it.
    pub why: Option<String>,
}

/// All of them, in the order of the methods and their code.
pub(crate) fn find(
    scope: &Scope<'_>,
    catalog: &Catalog,
    called: &CalledMethods,
    wiring: &Wiring,
) -> Vec<Outcall> {
    let judging = Judging { scope, catalog, called, wiring };
    scope.methods.par_iter().flat_map_iter(|&method| judging.outcalls(method)).collect()
}

/// Those whose callers are the points.
pub(crate) fn lifting(outcalls: &[Outcall]) -> impl Iterator<Item = &Outcall> {
    outcalls.iter().filter(|call| !call.is_direct)
}

/// The row of the catalog by which a call goes out. A class of the subject's own that happens to be one of these
/// is looked into instead.
pub(crate) fn outside(scope: &Scope<'_>, verdict: Verdict, reference: MethodRefId) -> Option<u16> {
    let resolved = scope.world.resolved_method(reference).ok();
    let is_own_code = resolved
        .is_some_and(|resolved| scope.is_own_method(resolved) && scope.world.view(resolved).has_code());
    verdict.external.filter(|_| !is_own_code)
}

/// What calls are judged by.
struct Judging<'j, 'a> {
    scope: &'j Scope<'a>,
    catalog: &'j Catalog,
    called: &'j CalledMethods,
    wiring: &'j Wiring,
}

impl Judging<'_, '_> {
    fn outcalls(&self, method: MethodId) -> Vec<Outcall> {
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
                        self.judge(view.class().id(), kind, reference)
                {
                    found.push(Outcall { method, pc: site.pc(), reference, kind, group, is_direct, why });
                }
            }
        }
        found
    }

    fn judge(
        &self,
        caller: ClassId,
        kind: CallKind,
        reference: MethodRefId,
    ) -> Option<(Kind, String, bool, Option<String>)> {
        let Called { verdict, outside, is_constructor, .. } = *self.called.get(reference);
        if verdict.harmless {
            return None;
        }
        if verdict.white {
            return Some((Kind::White, "white list".to_owned(), true, None));
        }
        if let Some(source) = verdict.source {
            let row = &self.catalog.sources[usize::from(source)];
            if row.direct && !is_constructor {
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

/// Why a call goes out by way of a framework, if it does.
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
    // A method with a body of its own is not the framework's.
    if resolved.is_some_and(|resolved| resolved.class().is_platform() || resolved.has_code()) {
        return None;
    }
    wiring.proxied(world, world.method_ref(reference).class, caller).or_else(|| {
        let declaring = world.symbol(&resolved?.class().name().to_str())?;
        wiring.proxied(world, declaring, caller)
    })
}
