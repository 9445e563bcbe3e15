//! Cases: recorded invocations, grouped, cleaned and chosen.
//!
//! A recording holds calls as they came. A case is a call that can become a test: it ended, nothing tore its
//! graphs, its method can be called from a test, and no case before it is the same.
//!
//! - **Nothing is lost silently**: every invocation that becomes no case has a [`Reason`].
//! - **Deterministic**: the same recording gives the same cases in the same order.
//!
//! ```no_run
//! use reenact_cases::{Options, groups};
//! # fn show(mut reader: reenact_recording::RecordingReader<'_>) {
//! for group in groups(&reader) {
//!     let chosen = group.choose(&mut reader, &Options::default());
//!     println!("{}: {} cases of {} invocations", group.method.name, chosen.cases.len(), group.invocations.len());
//! }
//! # }
//! ```

mod choose;
mod collaborators;
mod delegates;
mod group;
mod signature;

pub use choose::{Chosen, Options, PassedOver, Reason};
pub use collaborators::{Family, Scenery};
pub use delegates::Delegates;
pub use group::{Case, Group, Method, groups};
pub use signature::{Signature, signature};
