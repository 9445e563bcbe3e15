//! Notes on the objects of an invocation: what is known of them besides their state.
//!
//! They follow the capture in an invocation's record, part by part, each with its kind and its length. A
//! reader passes over parts that it does not know, and older readers stop before the first.
//!
//! - [`StaticName`]: an object is the value of a static field.
//! - [`History`]: how an object was made, and what was done to it.
//! - [`IdentityHash`]: which object of another invocation it is.
//! - Pseudonyms: texts that were masked.

mod histories;
mod identities;
mod pseudonyms;
mod statics;

use reenact_wire::bytes::Reader;

use crate::graph::{Capture, GraphError, Layouts};
use crate::limits::Limits;

pub use histories::{
    Action, ActionNote, Event, EventNote, Gaps, History, HistoryNote, ObjectReference, put_histories,
    put_history,
};
pub use identities::{IdentityHash, put_identities};
pub use pseudonyms::put_pseudonyms;
pub use statics::{StaticName, StaticNote, put_statics};

/// Numbers of parts.
mod part {
    pub const STATICS: u64 = 1;
    pub const HISTORIES: u64 = 2;
    pub const IDENTITIES: u64 = 3;
    pub const PSEUDONYMS: u64 = 4;
}

/// Reads the notes on an event's arguments: static names and pseudonyms. Histories have no histories.
fn read_of_event(
    bytes: &[u8],
    layouts: &Layouts,
    limits: &Limits,
    capture: &mut Capture,
) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    while !reader.is_empty() {
        let kind = reader.varint()?;
        let content = reader.bytes()?;
        match kind {
            part::STATICS => statics::read(content, layouts, limits, capture)?,
            part::PSEUDONYMS => pseudonyms::read(content, limits, capture)?,
            _ => {}
        }
    }
    Ok(())
}

/// Reads the notes on a capture into it.
pub(crate) fn read(
    bytes: &[u8],
    layouts: &Layouts,
    limits: &Limits,
    capture: &mut Capture,
) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    while !reader.is_empty() {
        let kind = reader.varint()?;
        let content = reader.bytes()?;
        match kind {
            part::STATICS => statics::read(content, layouts, limits, capture)?,
            part::HISTORIES => histories::read(content, layouts, limits, capture)?,
            part::IDENTITIES => identities::read(content, limits, capture)?,
            part::PSEUDONYMS => pseudonyms::read(content, limits, capture)?,
            // Of a newer minor version.
            _ => {}
        }
    }
    Ok(())
}
