//! Small Java programs in strings, compiled and run on the real JVM, for tests.
//!
//! Guarantees:
//! - a test that needs a JDK gets every JDK from 17 on, and fails with what to do if there is none;
//! - a program that was compiled once, by the same JDK with the same options, is not compiled again;
//! - tests that run at the same time, in one process or many, do not disturb each other.
//!
//! Everything panics, at the caller's line, with what a person needs to know: this is for tests
//! alone. A program is paths and bytes, so that the unit tests of any crate can use it. Tests of
//! crates below `jvm` that need more of it, such as opened class paths, find it as [`jvm`].
//!
//! ```
//! use reenact_testkit::{Fixture, jdks};
//!
//! let fixture = Fixture::parse(r#"
//!     //- shop/Main.java
//!     package shop;
//!     public class Main {
//!         public static void main(String[] args) { System.out.print(new Price(args[0])); }
//!     }
//!     //- shop/Price.java
//!     package shop;
//!     record Price(String amount) {}
//! "#);
//! for jdk in jdks() {
//!     let program = fixture.compile(&jdk);
//!     assert_eq!(program.class_bytes("shop/Price")[..2], [0xca, 0xfe]);
//!     assert_eq!(program.run("shop.Main", &["12.50"]).ok(), "Price[amount=12.50]");
//! }
//! ```

mod fixture;
mod program;

mod cache;
mod class_files;
mod dump;
mod expectation;
mod platform;
mod trials;

pub use reenact_build as build;
pub use reenact_host as host;
pub use reenact_jvm as jvm;
use reenact_jvm::Jdk;

pub use class_files::ClassFiles;
pub use dump::{DUMP_JAVA, Dump, DumpReader, dumped_value};
pub use expectation::{Expectation, check};
pub use fixture::{Fixture, SourceFile};
pub use platform::{is_java_base, platform};
pub use program::{Program, Ran, run};
pub use trials::check_list;

/// Every JDK on this machine that is 17 or newer, newest first.
#[track_caller]
pub fn jdks() -> Vec<Jdk> {
    let jdks: Vec<Jdk> =
        Jdk::all().into_iter().filter(|jdk| jdk.version.feature >= 17 && jdk.javac().is_some()).collect();
    if jdks.is_empty()
        && let Err(error) = Jdk::find(17)
    {
        panic!("{error}");
    }
    jdks
}

/// One of [`jdks`], the newest, for what does not depend on the version.
#[track_caller]
pub fn jdk() -> Jdk {
    jdks().swap_remove(0)
}
