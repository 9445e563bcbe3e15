//! Calls that make histories, and which of them is inside of which.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::probe::token::Token;
use crate::runtime::sync::locked;

/// Calls inside of each other on one thread. Deeper ones are not followed.
const DEEPEST: usize = 64;
const SHARDS: usize = 16;

/// A call that may become an event. Events inside of it refer to it, whatever becomes of it.
pub struct Call {
    /// Logical time; no two calls have the same.
    pub entered: u64,
    parent: Option<Arc<Call>>,
    fate: AtomicU8,
    /// The number of the object whose event it became.
    owner: AtomicU64,
    /// True if another object was changed within it by what tests may have no access to.
    reaches_others: AtomicBool,
}

mod fate {
    pub const OPEN: u8 = 0;
    pub const KEPT: u8 = 1;
    /// It is not an event, or not any more.
    pub const DROPPED: u8 = 2;
}

impl Call {
    fn new(entered: u64, parent: Option<Arc<Call>>) -> Arc<Call> {
        let (fate, owner) = (AtomicU8::new(fate::OPEN), AtomicU64::new(0));
        Arc::new(Call { entered, parent, fate, owner, reaches_others: AtomicBool::new(false) })
    }

    /// It is an event of the object with this number.
    pub fn keep(&self, owner: u64) {
        self.owner.store(owner, Ordering::Relaxed);
        self.fate.store(fate::KEPT, Ordering::Release);
    }

    /// It is not an event; another call may be that repeats what it did to other objects.
    pub fn drop_event(&self) {
        self.fate.store(fate::DROPPED, Ordering::Release);
        if self.reaches_others() {
            self.depend_on_parent();
        }
    }

    /// Notes that only the call around this one may be able to repeat it.
    pub fn depend_on_parent(&self) {
        if let Some(parent) = &self.parent {
            parent.reaches_others.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if other objects depend on this call being repeated.
    pub fn reaches_others(&self) -> bool {
        self.reaches_others.load(Ordering::Relaxed)
    }

    /// The event that this one is inside of, as far as such are over and were kept.
    pub fn parent(&self) -> Option<u64> {
        self.kept_parent().map(|call| call.entered)
    }

    /// The number of the object whose event this one is inside of.
    pub fn parent_owner(&self) -> Option<u64> {
        self.kept_parent().map(|call| call.owner.load(Ordering::Relaxed))
    }

    fn kept_parent(&self) -> Option<&Call> {
        let mut around = std::iter::successors(self.parent.as_deref(), |call| call.parent.as_deref());
        around.find(|call| call.fate.load(Ordering::Acquire) == fate::KEPT)
    }
}

/// The calls that threads are in, by the number of the thread: a virtual one may go on elsewhere.
pub struct Stacks {
    shards: [Mutex<HashMap<u64, Vec<Frame>>>; SHARDS],
}

struct Frame {
    token: Token,
    call: Arc<Call>,
    /// A constructor whose superclass' constructor has not returned: if that one throws, the end is not seen.
    may_be_lost: bool,
    /// Where the stack was, on threads that stay on theirs.
    depth: Option<usize>,
}

/// A call that is to be entered.
pub struct Entering {
    pub thread: u64,
    pub token: Token,
    pub may_be_lost: bool,
    /// The address of something on the stack, if the thread stays on it.
    pub depth: Option<usize>,
}

/// The result of entering a call.
pub struct Entered {
    /// `None` if calls are too deep inside of each other.
    pub call: Option<Arc<Call>>,
    /// Calls that must be over, though their end was not seen.
    pub lost: Vec<Token>,
}

impl Stacks {
    pub fn new() -> Self {
        Stacks { shards: std::array::from_fn(|_| Mutex::default()) }
    }

    /// A call begins. `now` gives the logical time, last of all.
    pub fn enter(&self, entering: &Entering, now: impl FnOnce() -> u64) -> Entered {
        let mut shard = locked(self.shard(entering.thread));
        let frames = shard.entry(entering.thread).or_default();
        let mut lost = Vec::new();
        // A frame that lies no deeper than this one is gone: stacks grow downwards.
        while let Some(frame) = frames.last()
            && frame.may_be_lost
            && let (Some(before), Some(here)) = (frame.depth, entering.depth)
            && here >= before
        {
            lost.extend(frames.pop().map(|frame| frame.token));
        }
        if frames.len() >= DEEPEST {
            return Entered { call: None, lost };
        }
        let parent = frames.last().map(|frame| frame.call.clone());
        let call = Call::new(now(), parent);
        frames.push(Frame {
            token: entering.token,
            call: call.clone(),
            may_be_lost: entering.may_be_lost,
            depth: entering.depth,
        });
        Entered { call: Some(call), lost }
    }

    /// Something that is over at once, inside of the calls that a thread is in.
    pub fn pass(&self, thread: u64, now: impl FnOnce() -> u64) -> Arc<Call> {
        let shard = locked(self.shard(thread));
        let parent = shard.get(&thread).and_then(|frames| frames.last()).map(|frame| frame.call.clone());
        Call::new(now(), parent)
    }

    /// From now on the end of a call will be seen.
    pub fn settle(&self, thread: u64, token: Token) {
        let mut shard = locked(self.shard(thread));
        let frame = shard
            .get_mut(&thread)
            .and_then(|frames| frames.iter_mut().rev().find(|frame| frame.token == token));
        if let Some(frame) = frame {
            frame.may_be_lost = false;
        }
    }

    /// A call ends, and with it all inside of it; returns those whose end was not seen.
    pub fn leave(&self, thread: u64, token: Token) -> Vec<Token> {
        let mut shard = locked(self.shard(thread));
        let Some(frames) = shard.get_mut(&thread) else { return Vec::new() };
        let Some(position) = frames.iter().rposition(|frame| frame.token == token) else {
            return Vec::new();
        };
        let lost = frames.drain(position..).skip(1).map(|frame| frame.token).collect();
        if frames.is_empty() {
            shard.remove(&thread);
        }
        lost
    }

    fn shard(&self, thread: u64) -> &Mutex<HashMap<u64, Vec<Frame>>> {
        &self.shards[thread as usize % SHARDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::token::ServiceId;

    fn token(slot: u32) -> Token {
        Token { service: ServiceId::History, slot, generation: 0 }
    }

    fn entering(slot: u32, depth: usize, may_be_lost: bool) -> Entering {
        Entering { thread: 7, token: token(slot), may_be_lost, depth: Some(depth) }
    }

    #[test]
    fn parents_are_the_events_around_that_were_kept() {
        let stacks = Stacks::new();
        let calls: Vec<Arc<Call>> = (1..5)
            .map(|n| stacks.enter(&entering(n, 1000 - n as usize, false), || u64::from(n)).call.unwrap())
            .collect();
        assert_eq!(calls[3].parent(), None, "those around it are not over");
        assert!(stacks.leave(7, token(3)).contains(&token(4)));
        calls[2].drop_event();
        calls[1].keep(11);
        calls[0].keep(10);
        assert_eq!((calls[3].parent(), calls[3].parent_owner()), (Some(2), Some(11)));
        assert_eq!((calls[0].parent(), calls[0].parent_owner()), (None, None));
    }

    #[test]
    fn a_call_that_is_dropped_passes_on_that_others_depend_on_it() {
        let stacks = Stacks::new();
        let calls: Vec<Arc<Call>> = (1..4)
            .map(|n| stacks.enter(&entering(n, 1000 - n as usize, false), || u64::from(n)).call.unwrap())
            .collect();
        stacks.pass(7, || 9).depend_on_parent();
        let depended = || calls.iter().map(|call| call.reaches_others()).collect::<Vec<_>>();
        assert_eq!(depended(), [false, false, true]);
        calls[2].drop_event();
        assert_eq!(depended(), [false, true, true]);
        calls[1].keep(5);
        calls[0].drop_event();
        assert_eq!(depended(), [false, true, true]);
    }

    #[test]
    fn a_constructor_that_was_left_unseen_is_no_parent() {
        let stacks = Stacks::new();
        stacks.enter(&entering(1, 500, true), || 1);
        let inside = stacks.enter(&entering(2, 400, true), || 2);
        assert!(inside.lost.is_empty());
        stacks.settle(7, token(2));
        assert!(stacks.enter(&entering(3, 450, false), || 3).lost.is_empty(), "its end will be seen");
        stacks.leave(7, token(2));
        assert_eq!(stacks.enter(&entering(4, 500, false), || 4).lost, [token(1)]);
    }

    #[test]
    fn there_is_a_deepest_call() {
        let stacks = Stacks::new();
        let deep = (0..100).filter(|&n| stacks.enter(&entering(n, 10, false), || 1).call.is_some()).count();
        assert_eq!(deep, DEEPEST);
    }
}
