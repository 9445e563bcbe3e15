//! The memory that one walk may take.

use reenact_wire::options::{Budgets, Size};

/// A walk starts only if it may take this much.
pub const LEAST_ROOM: usize = 64 << 10;
/// Bytes of an object besides its content: a place in the queue, in the table of identities, a reference.
const BYTES_PER_OBJECT: usize = 110;

/// A walk's share of the memory, and the budgets of a graph that fit into it.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Bytes that the walk may take.
    pub room: usize,
    pub budgets: Budgets,
}

impl Share {
    /// Returns the share of a walk when so much memory is left; `None` if that is too little. The graph may have at most
    /// so many objects, whatever the budgets allow.
    pub fn of(asked: Budgets, left: usize, objects: u32) -> Option<Share> {
        // As much as makes both shares below what was asked for, whatever the other one is.
        let most = usize::try_from(asked.bytes.bytes()).unwrap_or(usize::MAX).saturating_mul(3);
        let most = most.saturating_add((asked.objects as usize).saturating_mul(2 * BYTES_PER_OBJECT));
        let room = most.min(left / 2);
        if room < LEAST_ROOM {
            return None;
        }
        let mut budgets = asked;
        budgets.bytes = asked.bytes.min(Size((room / 3) as u64));
        let fitting = u32::try_from(room / 2 / BYTES_PER_OBJECT).unwrap_or(u32::MAX);
        budgets.objects = asked.objects.min(fitting).min(objects);
        Some(Share { room, budgets })
    }

    /// Returns true if a graph that was cut was cut by the budgets that were asked for; `held` is the memory it took. A
    /// graph that was cut for lack of memory is not worth its place.
    pub fn is_as_asked(&self, asked: Budgets, held: usize) -> bool {
        let has_bytes = self.budgets.bytes == asked.bytes || (held as u64) < self.budgets.bytes.bytes();
        self.budgets.objects == asked.objects && has_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_wire::options::AgentOptions;

    fn asked() -> Budgets {
        AgentOptions::default().budgets
    }

    #[test]
    fn with_much_memory_a_walk_has_the_budgets_that_were_asked_for() {
        let share = Share::of(asked(), usize::MAX, u32::MAX).unwrap();
        assert_eq!((share.budgets.objects, share.budgets.bytes), (asked().objects, asked().bytes));
        assert!(share.is_as_asked(asked(), usize::MAX), "a cut graph is cut by what was asked for");
    }

    #[test]
    fn with_little_memory_both_budgets_shrink_and_cut_graphs_are_dropped() {
        let share = Share::of(asked(), 4 << 20, u32::MAX).unwrap();
        assert_eq!(share.room, 2 << 20);
        assert!(share.budgets.bytes < asked().bytes && share.budgets.objects < asked().objects);
        let bytes = share.budgets.bytes.bytes() as usize + share.budgets.objects as usize * BYTES_PER_OBJECT;
        assert!(bytes <= share.room, "the largest graph fits");
        assert!(!share.is_as_asked(asked(), share.room));
        assert!(Share::of(asked(), 2 * LEAST_ROOM - 2, u32::MAX).is_none());
        assert!(Share::of(asked(), 2 * LEAST_ROOM, u32::MAX).is_some());
    }

    #[test]
    fn over_the_time_budget_graphs_are_small() {
        let share = Share::of(asked(), usize::MAX, 500).unwrap();
        assert_eq!(share.budgets.objects, 500);
        assert!(!share.is_as_asked(asked(), 1000), "a larger graph is dropped");
    }
}
