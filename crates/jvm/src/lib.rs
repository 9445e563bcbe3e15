//! JDKs and JVMs: which JDKs are installed, the contents of class paths, running `javac` and `java`,
//! compiling and running tests in the subject's JVM ([`driver`]), talking to running JVMs ([`attach`]).
//!
//! It guarantees:
//! - the same machine gives the same answers: JDKs newest first, files in the order of their names,
//!   class paths in the order in which a JVM looks through them;
//! - a class-path entry that is missing or damaged is a [`class_path::Problem`] and not a failure,
//!   since a JVM skips it as well;
//! - no signal is sent to a process that does not expect it ([`attach`]).
//!
//! It does not look into class files, and it renders nothing. Processes are run by `reenact_host`.
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

pub mod java;
pub mod javac;
pub mod launcher;

pub mod agent;
pub mod attach;
pub mod moved;

pub mod driver;

pub use class_path::{ClassPath, Opened, open_jdk, open_target};
pub use java::Java;
pub use javac::Javac;
pub use jdk::Jdk;
