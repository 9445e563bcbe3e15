//! Invocations that have begun and not ended, by the token that the subject's frame keeps.
//!
//! A token names a slot and how often slots were used, so that a frame which is still there after its
//! invocation was given up finds nothing.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::runtime::sync::locked;

/// How many can be open at once.
const SLOTS: u32 = 1 << 12;

/// A table of open invocations.
pub struct Open<T> {
    slots: Box<[Mutex<Slot<T>>]>,
    /// Slots that nobody uses.
    free: Mutex<Vec<u32>>,
}

struct Slot<T> {
    /// What its token says besides the slot; from 1 to [`GENERATIONS`].
    generation: u32,
    content: Option<T>,
}

/// As many as fit into a positive `int` beside the slot.
const GENERATIONS: u32 = (1 << 19) - 1;

/// Tokens stay distinct when a JVM is recorded a second time.
static GENERATION: AtomicU32 = AtomicU32::new(0);

impl<T> Open<T> {
    pub fn new() -> Self {
        let slot = || Mutex::new(Slot { generation: 0, content: None });
        Open { slots: (0..SLOTS).map(|_| slot()).collect(), free: Mutex::new((0..SLOTS).rev().collect()) }
    }

    /// Puts one in, if there is room, and gives its token: never 0.
    pub fn add(&self, content: T) -> Result<i32, T> {
        let Some(index) = locked(&self.free).pop() else { return Err(content) };
        let generation = 1 + GENERATION.fetch_add(1, Ordering::Relaxed) % GENERATIONS;
        *locked(&self.slots[index as usize]) = Slot { generation, content: Some(content) };
        Ok((generation * SLOTS + index) as i32)
    }

    /// Takes one out.
    pub fn take(&self, token: i32) -> Option<T> {
        let (index, generation) = place(token)?;
        let mut slot = locked(&self.slots[index as usize]);
        let content = if slot.generation == generation { slot.content.take() } else { None };
        drop(slot);
        if content.is_some() {
            locked(&self.free).push(index);
        }
        content
    }

    /// Does something with it.
    pub fn with<R>(&self, token: i32, act: impl FnOnce(&mut T) -> R) -> Option<R> {
        let (index, generation) = place(token)?;
        let mut slot = locked(&self.slots[index as usize]);
        if slot.generation == generation { slot.content.as_mut().map(act) } else { None }
    }

    /// Looks at all; says whether none was in use.
    pub fn each(&self, mut see: impl FnMut(&T)) -> bool {
        for slot in &self.slots {
            match slot.try_lock() {
                Ok(slot) => slot.content.iter().for_each(&mut see),
                Err(_) => return false,
            }
        }
        true
    }

    /// Takes out all that satisfy a condition and that nobody does something with at the moment.
    pub fn take_all(&self, mut wanted: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut taken = Vec::new();
        for (index, slot) in (0..).zip(&self.slots) {
            if let Ok(mut slot) = slot.try_lock()
                && slot.content.as_ref().is_some_and(&mut wanted)
            {
                taken.extend(slot.content.take());
                drop(slot);
                locked(&self.free).push(index);
            }
        }
        taken
    }
}

/// Slot and generation of a token.
fn place(token: i32) -> Option<(u32, u32)> {
    let token = u32::try_from(token).ok()?;
    Some((token % SLOTS, token / SLOTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_invocation_and_no_later_one() {
        let open = Open::new();
        let token = open.add("first").unwrap();
        assert!(token > 0);
        assert_eq!(open.with(token, |content| *content), Some("first"));
        assert_eq!(open.take(token), Some("first"));
        assert_eq!(open.take(token), None);
        let tokens: Vec<i32> = (0..SLOTS).map(|_| open.add("more").unwrap()).collect();
        assert!(open.add("too many").is_err());
        assert_eq!(open.take(token), None, "its slot is used again, by another");
        assert!(tokens.iter().all(|&token| token > 0));
        assert_eq!(open.take_all(|_| true).len(), SLOTS as usize);
        assert!(open.add("again").is_ok());
        assert_eq!((open.take(0), open.take(-1), open.take(i32::MAX)), (None, None, None));
    }
}
