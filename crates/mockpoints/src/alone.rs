//! Methods that are points by themselves, whatever the others do: what a source in them gives comes to a sink of theirs without
//! a detour. Replay answers them no matter what they are given, so that nothing of it needs to be followed through them.

use crate::skeleton::Skeleton;

pub(crate) fn is_point_alone(skeleton: Skeleton<'_>) -> bool {
    if skeleton.origins.is_empty() || skeleton.sinks.is_empty() {
        return false;
    }
    let mut carries = vec![false; skeleton.values as usize];
    skeleton.origins.iter().for_each(|origin| carries[origin.value as usize] = true);
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
