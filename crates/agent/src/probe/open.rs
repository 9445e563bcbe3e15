//! Calls that have begun and not ended, by the token that the subject's frame keeps.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::probe::token::{GENERATIONS, SLOTS, ServiceId, Token};
use crate::runtime::sync::locked;

/// The table of a service's open calls.
pub struct Open<T> {
    service: ServiceId,
    slots: Box<[Mutex<Slot<T>>]>,
    /// Slots that are not in use.
    free: Mutex<Vec<u32>>,
}

struct Slot<T> {
    generation: u32,
    content: Option<T>,
}

/// Tokens stay distinct when a JVM is recorded a second time.
static GENERATION: AtomicU32 = AtomicU32::new(0);

impl<T> Open<T> {
    /// Creates an empty table.
    pub fn new(service: ServiceId) -> Self {
        let slot = || Mutex::new(Slot { generation: 0, content: None });
        let slots = (0..SLOTS).map(|_| slot()).collect();
        Open { service, slots, free: Mutex::new((0..SLOTS).rev().collect()) }
    }

    /// Puts a call in and returns its token; gives the call back if there is no room.
    pub fn add(&self, content: T) -> Result<Token, T> {
        let Some(slot) = locked(&self.free).pop() else { return Err(content) };
        let generation = GENERATION.fetch_add(1, Ordering::Relaxed) % GENERATIONS;
        *locked(&self.slots[slot as usize]) = Slot { generation, content: Some(content) };
        Ok(Token { service: self.service, slot, generation })
    }

    /// Takes a call out.
    pub fn take(&self, token: Token) -> Option<T> {
        let mut slot = locked(self.slots.get(token.slot as usize)?);
        let content = if slot.generation == token.generation { slot.content.take() } else { None };
        drop(slot);
        if content.is_some() {
            locked(&self.free).push(token.slot);
        }
        content
    }

    /// Does something with a call.
    pub fn with<R>(&self, token: Token, act: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut slot = locked(self.slots.get(token.slot as usize)?);
        if slot.generation == token.generation { slot.content.as_mut().map(act) } else { None }
    }

    /// Looks at all; returns false if one was in use.
    pub fn each(&self, mut see: impl FnMut(&T)) -> bool {
        for slot in &self.slots {
            match slot.try_lock() {
                Ok(slot) => slot.content.iter().for_each(&mut see),
                Err(_) => return false,
            }
        }
        true
    }

    /// Takes out all that satisfy a condition and are not in use at the moment.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_call_and_not_a_later_one() {
        let open = Open::new(ServiceId::Record);
        let token = open.add("first").unwrap();
        assert_eq!(open.with(token, |content| *content), Some("first"));
        assert_eq!(open.take(token), Some("first"));
        assert_eq!(open.take(token), None);
        let tokens: Vec<Token> = (0..SLOTS).map(|_| open.add("more").unwrap()).collect();
        assert!(open.add("too many").is_err());
        assert_eq!(open.take(token), None, "its slot is used again, by another");
        assert!(tokens.iter().all(|token| token.service == ServiceId::Record));
        assert_eq!(open.take_all(|_| true).len(), SLOTS as usize);
        assert!(open.add("again").is_ok());
        let never = Token { service: ServiceId::Record, slot: SLOTS, generation: 0 };
        assert_eq!(open.take(never), None);
    }
}
