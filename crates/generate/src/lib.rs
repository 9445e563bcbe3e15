//! Plain Java tests from cases.
//!
//! A [`Generator`] makes of a recorded call a [`Test`]: it arranges the objects by a plan, calls the method, and
//! asserts what was recorded of the outcome and of what the call changed. [`Generator::suite`] puts tests into
//! classes, one for each top-level class of the subject, in its package.
//!
//! - **Only what a person would write**: constructors, methods, fields and getters that the test's package can
//!   see. No reflection, no library of ours.
//! - **Nothing is claimed that was not recorded**, and nothing that is another in the next JVM.
//! - **A refusal says what to do** ([`Refusal`]).
//! - **The same cases give the same bytes**, and one more case renames no other test.
//!
//! ```no_run
//! use reenact_generate::{Generator, Given, Options};
//! use reenact_rebuild::Planner;
//! # use reenact_cases::{Case, Method};
//! # fn show(world: &reenact_world::World, classes: &reenact_heap::Classes, calls: &[(Method, Case)]) {
//! let planner = Planner::new(world, reenact_rebuild::Options::new(17));
//! let generator = Generator::new(world, planner, Options::default());
//! let mut tests = Vec::new();
//! for (method, case) in calls {
//!     let given = Given {
//!         classes,
//!         method,
//!         case,
//!         needed: None,
//!         avoid: &Default::default(),
//!         histories: &[],
//!         collaborators: None,
//!         left_out: &Default::default(),
//!         memory: None,
//!     };
//!     match generator.test(&given) {
//!         Ok(test) => tests.push(test),
//!         Err(refusal) => eprintln!("{}.{}: {refusal}", method.class, method.name),
//!     }
//! }
//! for class in generator.suite(tests).0 {
//!     println!("{}\n{}", class.path, class.text);
//! }
//! # }
//! ```
//!
//! How it goes about it: [`Generator::test`] asks the planner for the objects, `observe` finds what a test can see
//! of the outcome, `code` writes the plan as Java, `claim` makes assertions of what was seen, and `dialect` puts
//! them into the words of the project's test library.

mod options;
mod planner;
mod refusal;

mod draft;
mod strategy;

mod generator;
mod histories;
mod literals;
mod suite;

mod delegating_collections;
mod nested_calls;
mod older_collections;
mod pinned_clocks;

mod code;
mod fit;
mod observe;

mod accessors;
mod types;

mod claim;
mod dialect;
mod naming;

pub use code::Unwritable;
pub use delegating_collections::DelegatingCollections;
pub use draft::{Drafted, Drafter};
pub use generator::{Generator, Given, GivenObject, ObjectMethod, Test, held_by_statics, statements_after};
pub use histories::histories;
pub use nested_calls::{Collaborators, NestedCalls};
pub use options::{Assertions, Junit, Options, SUFFIX, StandIns};
pub use planner::{PlanSource, Wanted};
pub use reenact_java::RenderError;
pub use refusal::{NotCallable, Refusal};
pub use strategy::{Fields, Possible, Strategy};
pub use suite::{NotWritten, PlacedMethod, PlacedTest, SourceFile, TestClass, outermost};

use reenact_rebuild::plan::{Making, Operand, Plan};

/// The plan for a text: a literal.
fn plain_text(text: Vec<u16>) -> Plan {
    Plan { roots: vec![Operand::Inline(Box::new(Making::String(text)))], ..Plan::default() }
}
