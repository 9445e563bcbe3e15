//! Serial forms: the named, versioned components that a class's author declares as its data.
//!
//! Data leaves and enters objects through members that their authors declared for it, `@Serializer` and `@Deserializer` of
//! `jvm/serial`, never through fields: an object is only made by its own constructors and factories, which check what they are
//! given. The choice of an encoding comes afterwards and is independent of it.
//!
//! - [`form`]: the forms that classes declare, read from bytecode, with the rules of versions and access.
//! - [`check`], [`audit`]: mistakes in forms, and what Java serialization does to a program's classes.
//! - [`value`], [`document`]: data in serial form, and the tree that most encodings share.
//! - [`extract`]: data from recorded objects; [`shapes`]: the classes that a document may have.
//! - [`encoding`]: JSON, XML, CBOR and plain Java, within [`limits`].
//! - [`live`]: objects of a running JVM, for the Java entry of `jvm/serial`.
//!
//! Nothing here does I/O, runs a line of Java or loads a class.
//!
//! ```
//! use reenact_serial::form::FormReader;
//! use reenact_world::World;
//!
//! fn show(world: &World) {
//!     let reader = FormReader::new(world);
//!     let Some(range) = world.class("shop/Range") else { return };
//!     match reader.form(range.id()) {
//!         Ok(form) => form.versions.iter().for_each(|version| println!("version {}", version.version)),
//!         Err(refusal) => println!("{range} {}", refusal.message(world)),
//!     }
//! }
//! ```

pub mod form;
pub mod types;

pub mod audit;
pub mod check;

pub mod document;
pub mod encoding;
pub mod extract;
pub mod limits;
pub mod live;
pub mod platform;
pub mod shapes;
pub mod suggest;
pub mod value;

pub mod cbor;
pub mod json;
pub mod source;
pub mod xml;

mod code;
mod error;

pub use error::DecodeError;
