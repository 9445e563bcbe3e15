//! Java source of inputs: test classes and the stand-ins that they use.

mod names;
mod stand_in;
mod test;

pub use stand_in::{StandInClass, stand_ins};
pub use test::{Expected, TestMethod, TracedTest, test_class, traced_class};

/// A source file: such as `com/acme/ShopTest.java`, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    pub path: String,
    pub text: String,
}
