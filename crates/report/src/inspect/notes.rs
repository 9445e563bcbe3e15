//! Static fields and histories of an invocation's objects.

use serde::{Deserialize, Serialize};

/// A static field that holds an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StaticField {
    /// The object's number.
    pub object: u32,
    /// `pkg.Class.FIELD`.
    pub field: String,
    /// Of the state after the call.
    pub after: bool,
}

/// How an object was made, and what was done to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectHistory {
    /// The object's number, if it is in a state; others are there because events name them.
    pub object: Option<u32>,
    /// Its number among those that have histories; 0 if nothing of it was seen.
    pub id: u64,
    pub class: String,
    /// In words, each with the logical time at which it was entered: `12: grow(42.0)`.
    pub events: Vec<String>,
    /// `unknown`, `lost`, `busy-before`, `busy-after`, `dangling`.
    pub gaps: Vec<String>,
}

impl StaticField {
    pub(super) fn text(&self) -> String {
        let when = if self.after { "after the call" } else { "before the call" };
        format!("#{} is {} {when}", self.object, self.field)
    }
}

impl ObjectHistory {
    /// A title, and a line for each event.
    pub(super) fn text(&self) -> (String, &[String]) {
        let object = match self.object {
            Some(object) => format!("#{object} {}", self.class),
            None => self.class.clone(),
        };
        let gaps = match self.gaps.is_empty() {
            true => String::new(),
            false => format!(" ({})", self.gaps.join(", ")),
        };
        (format!("{object}, {}@{gaps}", self.id), &self.events)
    }
}
