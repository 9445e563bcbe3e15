//! Exploration: covering code that no recording reached.
//!
//! - [`survey`] counts the branches of a program that need a class with several supertypes or with annotations.
//!
//! ```
//! use reenact_explore::survey::{Pattern, survey};
//! use reenact_world::World;
//!
//! fn count(world: &World) -> usize {
//!     let survey = survey(world, |class| !class.is_platform());
//!     survey.type_tests.iter().filter(|test| test.pattern == Pattern::Parameter && test.decides_branch).count()
//! }
//! ```

pub mod survey;

pub mod trace;

pub mod input;

pub mod follow;

mod containers;
mod create;
mod evaluate;
mod meaning;
mod models;
mod place;
mod setters;
pub mod smt;
mod solve;
pub mod types;

pub mod coverage;
pub mod search;
pub mod source;
