//! Methods that are points by themselves, whatever the others do: what a source in them gives comes to a sink of theirs without
//! a detour. Replay answers them no matter what they are given, so that nothing of it needs to be followed through them.
//!
//! Those with internal state are left out: what pools and caches give is mostly what they were given, and who gave it state
//! of another kind is the one to know.

use crate::catalog::Catalog;
use crate::point::Kind;
use crate::skeleton::Skeleton;

pub(crate) fn is_point_alone(skeleton: Skeleton<'_>, catalog: &Catalog) -> bool {
    let of_outside = skeleton
        .origins
        .iter()
        .filter(|origin| catalog.sources[usize::from(origin.source)].kind != Kind::Internal);
    if of_outside.clone().next().is_none() || skeleton.sinks.is_empty() {
        return false;
    }
    let mut carries = vec![false; skeleton.values as usize];
    of_outside.for_each(|origin| carries[origin.value as usize] = true);
    let pours = || skeleton.pours.iter().map(|pour| (pour.from, pour.into));
    loop {
        let mut grew = false;
        for (from, to) in skeleton.copies.iter().copied().chain(pours()) {
            grew |= carries[from as usize] && !std::mem::replace(&mut carries[to as usize], true);
        }
        if !grew {
            return skeleton.sinks.iter().any(|sink| carries[sink.value as usize]);
        }
    }
}
