//! Order-dependent tests: which orders to run, which tests they expose, and which other tests are the cause.
//!
//! A test is order-dependent if it passes in one order of its suite and fails in another, each time that order is run. A *victim*
//! passes alone and fails behind a *polluter*; a *brittle* test fails alone and passes behind a *state-setter*; a *cleaner*
//! between a polluter and its victim makes the victim pass. The JVMs that run tests are a [`Runner`]; this crate decides what is run
//! and what the results mean, and does no I/O of its own.
//!
//! It guarantees:
//!
//! - tests of one class stay together in every order but those for pairs, because JUnit sets up a class again that it goes back to;
//! - the same suite and seed give the same orders, and so do results of the same outcomes;
//! - a test is called order-dependent only if the same orders gave the same outcomes again, in fresh JVMs.
//!
//! ```
//! use reenact_order::{Suite, orders};
//! use reenact_wire::driver::TestId;
//!
//! let test = |text: &str| text.parse::<TestId>().unwrap();
//! let suite = Suite::new(vec![test("a.A#one"), test("a.A#two"), test("a.B#three")]);
//! let reversed = orders::reversed(&suite);
//! assert_eq!(suite.names(&reversed), ["a.B#three", "a.A#two", "a.A#one"]);
//! ```

mod suite;

pub mod orders;
mod plan;
mod tuscan;

mod runner;

pub mod detect;

mod confirm;

mod cause;
pub mod causes;
mod minimize;

pub mod explain;
pub mod leftovers;
pub mod path;
pub mod values;

pub mod fix;

pub use causes::{Causes, causes};
pub use detect::{Detected, Kind, Options, OrderDependent, RanOrder, Watch, detect};
pub use plan::{LeftOut, Origin};
pub use runner::{Freshness, Outcome, Runner};
pub use suite::{Order, Suite, TestIndex};

#[cfg(test)]
mod simulated;
