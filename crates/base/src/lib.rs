//! What every room of the house stands on: typed ids, interning, bit sets, findings.
//!
//! Nothing here knows about the JVM, and nothing here does I/O. Ids are dense `u32`s of distinct
//! types, so that a table indexed by class cannot be asked for a method:
//!
//! ```
//! use reenact_base::{IdVec, typed_id};
//!
//! typed_id! {
//!     /// A room of the house.
//!     pub struct RoomId;
//! }
//! let mut rooms = IdVec::<RoomId, &str>::new();
//! let kitchen = rooms.push("kitchen");
//! assert_eq!(rooms[kitchen], "kitchen");
//! ```

mod adjacency;
mod bit_set;
pub mod finding;
mod id;
mod intern;
mod memo;
mod sparse;

pub use adjacency::Adjacency;
pub use bit_set::BitSet;
pub use id::{Id, IdVec};
pub use intern::{Interner, Symbol};
pub use memo::Memo;
pub use sparse::SparseAdjacency;
