//! The forms and allow lists that a running JVM has announced.
//!
//! Entries are never removed, so that a number stays valid: a class that is unloaded leaves its names behind.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use reenact_serial::live::context::Context;
use reenact_serial::live::table::{Entry, Table};

#[derive(Default)]
struct State {
    table: RwLock<Arc<Table>>,
    /// The length of the table, which shows a thread whether its copy is old.
    entries: AtomicUsize,
    contexts: RwLock<Vec<Arc<Context>>>,
}

fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(State::default)
}

/// Memory that a thread uses again for each document.
#[derive(Default)]
pub struct Scratch {
    pub units: Vec<u16>,
    pub bytes: Vec<u8>,
    pub table: Option<Arc<Table>>,
    pub context: Option<(u32, Arc<Context>)>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Memory that is kept for the next document; one that needed more gives it back.
const KEPT: usize = 1 << 20;

/// Runs with the memory of this thread.
pub fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    SCRATCH.with(|scratch| match scratch.try_borrow_mut() {
        Ok(mut scratch) => {
            let result = work(&mut scratch);
            if scratch.units.capacity() > KEPT {
                scratch.units = Vec::new();
            }
            if scratch.bytes.capacity() > KEPT {
                scratch.bytes = Vec::new();
            }
            result
        }
        Err(_) => work(&mut Scratch::default()),
    })
}

impl Scratch {
    /// Brings the forms up to date, without a lock if none has been added.
    pub fn refresh_table(&mut self) {
        let state = state();
        let is_new = |table: &Arc<Table>| table.len() == state.entries.load(Ordering::Acquire);
        if !self.table.as_ref().is_some_and(is_new) {
            self.table = Some(state.table.read().unwrap_or_else(PoisonError::into_inner).clone());
        }
    }

    /// Takes an allow list by its number; nothing if there is none.
    pub fn refresh_context(&mut self, number: u32) {
        if self.context.as_ref().is_none_or(|(own, _)| *own != number) {
            let contexts = state().contexts.read().unwrap_or_else(PoisonError::into_inner);
            self.context = contexts.get(number as usize).map(|context| (number, context.clone()));
        }
    }
}

/// Adds entries, and returns their numbers.
pub fn announce(entries: Vec<Entry>) -> Vec<u32> {
    let state = state();
    let mut table = state.table.write().unwrap_or_else(PoisonError::into_inner);
    let mut changed = (**table).clone();
    let numbers = entries.into_iter().map(|entry| changed.add(entry)).collect();
    state.entries.store(changed.len(), Ordering::Release);
    *table = Arc::new(changed);
    numbers
}

/// The forms that are known.
pub fn table() -> Arc<Table> {
    state().table.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds an allow list, and returns its number.
pub fn allow(context: Context) -> u32 {
    let mut contexts = state().contexts.write().unwrap_or_else(PoisonError::into_inner);
    contexts.push(Arc::new(context));
    contexts.len() as u32 - 1
}
