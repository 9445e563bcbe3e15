//! Cases: recorded invocations, grouped, cleaned and chosen.
//!
//! A recording holds calls in the order in which they were written. A case is a call that can become a test: it ended,
//! no other thread changed its objects while they were captured, and no case before it is the same.
//!
//! - **Nothing is lost silently**: every invocation that becomes no case has a [`Reason`].
//! - **Deterministic**: the same recording gives the same cases in the same order.
//!
//! ```no_run
//! use reenact_cases::{Options, groups};
//! # fn show(reader: reenact_recording::RecordingReader<'_>) {
//! for group in groups(&reader) {
//!     let chosen = group.choose(&reader, &Options::default());
//!     println!("{}: {} cases of {} invocations", group.method.name, chosen.cases.len(), group.invocations.len());
//! }
//! # }
//! ```

mod choose;
mod group;
mod signature;

pub use choose::{Chosen, Options, PassedOver, Reason};
pub use group::{Case, Group, Method, groups};
pub use signature::{Signature, signature};
