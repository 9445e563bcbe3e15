//! The queue from the subject's threads to the writer. Putting something in never waits.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use reenact_recording::graph::ClassNumber;
use reenact_recording::model::{
    EndReason, InvocationHead, Mark, MethodNumber, RecordedMethod, RecordedThread, ThreadNumber,
};

use crate::graph::References;
use crate::runtime::memory::Held;
use crate::runtime::sync::locked;

/// Something to write.
pub enum Event {
    Thread(RecordedThread),
    Method(RecordedMethod),
    Invocation(Box<Finished>),
    /// With its memory, which is counted until it is written.
    Mark(Mark, Held),
}

/// An invocation that is over. Its memory is counted until it is written.
pub struct Finished {
    pub head: InvocationHead,
    pub capture: Vec<u8>,
    pub notes: Vec<u8>,
    pub classes: Vec<ClassNumber>,
    pub methods: Vec<MethodNumber>,
    pub threads: Vec<ThreadNumber>,
    /// The writer deletes them: that takes time, too.
    pub references: References,
    pub held: Held,
}

/// The events that wait to be written. Its size is bounded by the memory budget, which every invocation is taken from.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    wake: Condvar,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    events: VecDeque<Event>,
    bytes: usize,
    stop: Option<EndReason>,
    is_ended: bool,
}

/// So much waiting wakes the writer; less is found when it looks the next time. Waking a thread costs a
/// system call, on the subject's thread.
const WAKING: usize = 1 << 20;

/// The events that the writer takes out at a time.
pub struct Batch {
    pub events: VecDeque<Event>,
    /// To end, once these are written.
    pub stop: Option<EndReason>,
}

impl Queue {
    /// Puts something in. After the end it is given back.
    pub fn put(&self, event: Event) -> Result<(), Event> {
        let mut state = locked(&self.state);
        if state.is_ended {
            return Err(event);
        }
        let before = state.bytes;
        if let Event::Invocation(finished) = &event {
            state.bytes += finished.capture.len();
        }
        state.events.push_back(event);
        if before < WAKING && state.bytes >= WAKING {
            self.wake.notify_one();
        }
        Ok(())
    }

    /// Takes everything out; waits for it, but not longer than `patience`.
    pub fn take(&self, patience: Duration) -> Batch {
        let state = locked(&self.state);
        let is_idle = |state: &mut State| state.bytes < WAKING && state.stop.is_none();
        let waited = self.wake.wait_timeout_while(state, patience, is_idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes = 0;
        Batch { events: std::mem::take(&mut state.events), stop: state.stop }
    }

    /// Asks for the end.
    pub fn stop(&self, reason: EndReason) {
        locked(&self.state).stop.get_or_insert(reason);
        self.wake.notify_one();
    }

    /// Ends the queue: nothing is taken in any more. Returns the events that will not be written.
    pub fn end(&self) -> VecDeque<Event> {
        let mut state = locked(&self.state);
        state.is_ended = true;
        self.ended.notify_all();
        std::mem::take(&mut state.events)
    }

    /// Waits for the end; says whether it came in time.
    pub fn wait_for_end(&self, patience: Duration) -> bool {
        let state = locked(&self.state);
        let waited = self.ended.wait_timeout_while(state, patience, |state| !state.is_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_ended
    }
}
