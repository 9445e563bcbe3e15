//! The host's side of the house: which JDKs are here, what a class path holds, running `javac` and
//! `java`, compiling and running tests in the subject's JVM ([`driver`]), what its build knows ([`build`]).
//! Below `verbs` this is the only room that touches disks and processes.
//!
//! What it guarantees:
//! - the same machine gives the same answers: JDKs newest first, files in the order of their names,
//!   class paths in the order in which a JVM looks through them;
//! - a class-path entry that is missing or damaged is a [`class_path::Problem`] and not a failure,
//!   since a JVM passes over it as well;
//! - no process that was started here outlives its time limit, its handle, or us;
//! - no signal is sent to a process of somebody else's that does not expect it ([`attach`]).
//!
//! It does not look into class files, and it renders nothing.
//!
//! ```
//! use reenact_classfile::container::Options;
//! use reenact_jvm::{ClassPath, Jdk, open_jdk};
//!
//! let jdk = Jdk::find(17)?;
//! let options = Options::for_release(jdk.version.feature as u16);
//! let program = ClassPath::parse("target/classes:lib/*").open(&options);
//! let library = open_jdk(&jdk, &options)?;
//! for container in program.containers.iter().chain(&library.containers) {
//!     println!("{}: {} classes", container.location(), container.classes().len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod jdk;

pub mod class_path;
pub mod directory;

pub mod process;

pub mod java;
pub mod javac;
pub mod launcher;

pub mod agent;
pub mod attach;

pub mod driver;

pub mod build;
pub mod junit;

pub mod cache;

pub mod environment;
pub mod project;

pub use class_path::{ClassPath, Opened, open_jdk, open_target};
pub use java::Java;
pub use javac::Javac;
pub use jdk::Jdk;
