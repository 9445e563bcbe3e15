//! Calls to the outside, and calls that a catalog names as points themselves.

use reenact_world::{Action, CallKind, ClassId, Handle, MethodId, MethodRefId};

use crate::beans::{Proxied, Wiring};
use crate::catalog::Catalog;
use crate::catalog::matcher::{Verdict, Verdicts};
use crate::lower::is_constructor;
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
    verdicts: &Verdicts,
    wiring: &Wiring,
) -> Vec<Outcall> {
    let mut found = Vec::new();
    for &method in &scope.methods {
        let view = scope.world.view(method);
        for &site in view.sites() {
            let lambda = match site.action() {
                Action::Dynamic(dynamic) => {
                    scope.world.view(dynamic).lambda().map(|lambda| lambda.implementation())
                }
                _ => None,
            };
            for handle in scope.world.effects(site).chain(lambda) {
                if let Handle::Method(kind, reference) = handle
                    && let Some((kind, group, is_direct, why)) =
                        judge(scope, catalog, verdicts, wiring, view.class().id(), kind, reference)
                {
                    found.push(Outcall { method, pc: site.pc(), reference, kind, group, is_direct, why });
                }
            }
        }
    }
    found
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

fn judge(
    scope: &Scope<'_>,
    catalog: &Catalog,
    verdicts: &Verdicts,
    wiring: &Wiring,
    caller: ClassId,
    kind: CallKind,
    reference: MethodRefId,
) -> Option<(Kind, String, bool, Option<String>)> {
    let verdict = verdicts.get(reference);
    if verdict.harmless {
        return None;
    }
    if verdict.white {
        return Some((Kind::White, "white list".to_owned(), true, None));
    }
    if let Some(source) = verdict.source {
        let row = &catalog.sources[usize::from(source)];
        if row.direct && !is_constructor(scope.world, reference) {
            return Some((row.kind, row.group.clone(), true, None));
        }
    }
    if let Some(external) = outside(scope, verdict, reference) {
        return Some((Kind::External, catalog.externals[usize::from(external)].group.clone(), false, None));
    }
    let proxied = proxied(scope, wiring, caller, kind, reference)?;
    let why = format!("{}: {}", reference_name(scope.world, reference), proxied.why);
    Some((Kind::External, proxied.group.clone(), false, Some(why)))
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
