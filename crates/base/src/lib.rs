//! Types that all crates share: typed ids, interning, bit sets, flag sets, names of classes, findings.
//!
//! Nothing here does I/O. Ids are dense `u32`s of distinct types, so that a table indexed by class cannot be asked for
//! a method:
//!
//! ```
//! use reenact_base::{IdVec, typed_id};
//!
//! typed_id! {
//!     /// A class of the program.
//!     pub struct ClassId;
//! }
//! let mut classes = IdVec::<ClassId, &str>::new();
//! let shop = classes.push("Shop");
//! assert_eq!(classes[shop], "Shop");
//! ```

mod adjacency;
mod bit_set;
pub mod finding;
mod flags;
mod id;
mod intern;
mod memo;
pub mod name;
mod sparse;
pub mod spelling;

pub use adjacency::Adjacency;
pub use bit_set::BitSet;
pub use id::{Id, IdVec};
pub use intern::{Interner, Symbol};
pub use memo::Memo;
pub use sparse::SparseAdjacency;
