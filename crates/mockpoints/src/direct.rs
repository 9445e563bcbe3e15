//! Direct points: methods in which taint of a source reaches a sink without calls or fields in between. Replay answers
//! them whatever their arguments are, so that no taint needs to be propagated through them.
//!
//! Sources of internal state do not count: pools and caches mostly return objects that were stored in them, and taint of
//! another kind in these must be propagated.

use crate::catalog::Catalog;
use crate::point::Kind;
use crate::skeleton::Skeleton;

/// Returns whether a method is a direct point.
pub(crate) fn is_direct_point(skeleton: Skeleton<'_>, catalog: &Catalog) -> bool {
    let of_outside = skeleton
        .origins
        .iter()
        .filter(|origin| catalog.sources[usize::from(origin.source)].kind != Kind::Internal);
    if of_outside.clone().next().is_none() || skeleton.sinks.is_empty() {
        return false;
    }
    let mut carries = vec![false; skeleton.values as usize];
    of_outside.for_each(|origin| carries[origin.value as usize] = true);
    let content_flows = || skeleton.content_flows.iter().map(|flow| (flow.from, flow.into));
    loop {
        let mut grew = false;
        for (from, to) in skeleton.copies.iter().copied().chain(content_flows()) {
            grew |= carries[from as usize] && !std::mem::replace(&mut carries[to as usize], true);
        }
        if !grew {
            return skeleton.sinks.iter().any(|sink| carries[sink.value as usize]);
        }
    }
}
