//! Class files, jars and runtime images: read, write, rewrite.
//!
//! - **Reading** is total and in place: any bytes give a [`ClassFile`] or a [`ReadError`] with offset
//!   and reason, never a panic, and nothing is copied that can be pointed at.
//! - **Writing back** ([`ClassFile::encode`]) gives the bytes that were read.
//! - **Rewriting** ([`rewrite`]) inserts code without knowing any other class.
//! - **Assembling** ([`assemble`]) makes small classes from nothing.
//! - **Containers** ([`container`]) find class files in jars, nested jars and runtime images.
//!
//! Nothing here does I/O.
//!
//! ```
//! # fn show(bytes: &[u8]) -> Result<(), reenact_classfile::ReadError> {
//! let class = reenact_classfile::ClassFile::parse(bytes)?;
//! println!("{} has {} methods", class.name()?, class.methods().len());
//! for method in class.methods() {
//!     for instruction in method.code(class.pool())?.iter().flat_map(|code| code.instructions()) {
//!         let (pc, instruction) = instruction?;
//!         println!("  {pc}: {:?}", instruction.opcode());
//!     }
//! }
//! # Ok(())
//! # }
//! ```

mod access;
pub mod assemble;
pub mod attribute;
pub mod blocks;
mod bytes;
mod class;
mod constant_pool;
pub mod container;
mod descriptor;
mod encode;
mod error;
pub mod instruction;
pub mod mutf8;
mod parameters;
pub mod rewrite;
mod table;

pub use access::AccessFlags;
pub use attribute::Attribute;
pub use class::{ClassFile, Member, Version};
pub use constant_pool::{Constant, ConstantPool, MemberRef, NameAndType, ReferenceKind};
pub use descriptor::{FieldType, MethodDescriptor};
pub use error::{ReadError, ReadErrorKind};
pub use mutf8::Mutf8;
pub use table::{Row, Table};
