//! Histories: how objects of traced classes were made, and which calls changed them.
//!
//! Every object of a traced class is followed from birth. Its constructor gives it a place in a table
//! (`table`), by identity hash and a weak reference; calls of methods that may change it are compared with what
//! it was before (`walk::fingerprint`), and kept as events if they did. Nothing of that is written until a captured
//! graph reaches the object (`write`).
//!
//! One event is (`probe`):
//!
//! - The constructor that `new` named: when a constructor of the object's own class ends, all that happened to
//!   the object until then was part of it. The same holds for static methods that made what they return.
//! - Of calls on one object that are inside of each other, the outermost.
//! - A call inside of another object's event is an event, too, and names that one as its parent (`calls`).
//! - A field that is written by others than the object's own methods (`assigned`).
//!
//! Comparing is for methods that sometimes change something: what always did is taken to do so, what never did is
//! asked no more (`habit`).
//!
//! All of it is bounded: so many bytes in all, so many events for an object, so many calls inside of each other.
//! A history that does not fit is marked as lost. Entries die with their objects (`tidy`).

mod arguments;
mod assigned;
mod calls;
mod follow;
mod habit;
mod probe;
mod table;
mod tidy;
mod write;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use reenact_wire::options::LogLevel;

use crate::ffi::{Jni, jobject};
use crate::probe::open::Open;
use crate::probe::sites::{EventSite, FieldSite};
use crate::probe::token::{ServiceId, Token};
use crate::probe::value::{Ended, Value};
use crate::runtime::messages::say;
use crate::service::session::Session;
use crate::service::{Reply, Service};
use calls::Stacks;
use probe::OpenCall;
use table::Table;
use tidy::DeadObjects;

pub use follow::Followed;
pub use habit::Habit;
pub use table::Tracked;
pub use write::{TrackedNode, WrittenHistories};

/// The least number of bytes of a new history.
const LEAST: usize = 1 << 10;

/// The histories of a recording's objects.
pub struct Histories {
    table: Table,
    stacks: Stacks,
    open: Open<Box<OpenCall>>,
    dead: Mutex<DeadObjects>,
    limit: usize,
    used: AtomicUsize,
    /// Objects whose history was not begun for lack of memory.
    unbegun: AtomicU64,
    /// Objects whose history was lost later.
    lost: AtomicU64,
}

impl Histories {
    /// Creates a table that may take so many bytes.
    pub fn new(limit: u64) -> Self {
        Histories {
            table: Table::new(),
            stacks: Stacks::new(),
            open: Open::new(ServiceId::History),
            dead: Mutex::default(),
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            used: AtomicUsize::new(0),
            unbegun: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        }
    }

    /// The history of an object, if it has one. Its identity hash is known.
    pub fn find(&self, jni: Jni, object: jobject, hash: i32) -> Option<std::sync::Arc<Tracked>> {
        self.table.find(jni, object, hash)
    }

    /// Bytes that histories take.
    pub fn bytes(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// A constructor's superclass' constructor has returned.
    pub fn initialized(&self, token: Token) {
        probe::initialized(self, token);
    }

    /// A field of an object was written by code that is not a method of the object.
    pub fn assigned(&self, session: &Session, jni: Jni, object: jobject, site: &FieldSite) {
        assigned::assigned(session, jni, self, object, site);
    }

    /// Objects without a history for lack of room: those it was not begun for, and those it was lost of.
    fn losses(&self) -> (u64, u64) {
        (self.unbegun.load(Ordering::Relaxed), self.lost.load(Ordering::Relaxed))
    }

    /// Returns true if there is no room for another object.
    fn is_full(&self) -> bool {
        self.bytes() + LEAST > self.limit
    }

    /// Takes bytes, if there are as many.
    fn take(&self, bytes: usize) -> bool {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Gives a history up: what is known of the object explains it no more.
    fn lose(&self, tracked: &Tracked) {
        let freed = tracked.lose();
        if let Some(freed) = freed {
            self.give_back(freed);
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Service for Histories {
    type Site = EventSite;

    fn begin(
        &self,
        session: &Session,
        jni: Jni,
        site: &EventSite,
        receiver: Option<jobject>,
    ) -> Option<Token> {
        match receiver {
            Some(receiver) => probe::enter(session, jni, self, site, receiver),
            None => probe::begin(session, jni, self, site),
        }
    }

    fn argument(&self, session: &Session, jni: Jni, token: Token, value: Value<'_>) {
        probe::argument(session, jni, self, value, token);
    }

    fn ready(&self, session: &Session, jni: Jni, token: Token) -> Reply {
        probe::ready(session, jni, self, token);
        Reply::Proceed
    }

    fn end(&self, session: &Session, jni: Jni, token: Token, ended: Ended<'_>) {
        probe::end(session, jni, self, ended, token);
    }

    /// Looks for objects that are gone.
    fn tick(&self, _: &Session, jni: Jni) {
        self.tidy(jni);
    }

    fn stop(&self, _: &Session, jni: Jni) {
        let (unbegun, lost) = self.losses();
        say(LogLevel::Info, format_args!("histories: {unbegun} were not begun, {lost} were lost"));
        self.clear(jni);
    }
}
