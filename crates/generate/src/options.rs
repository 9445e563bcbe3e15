//! The style of tests that a project wants.

use reenact_java::Habits;

/// Suffix of the name of a test class, unless another is set.
pub const SUFFIX: &str = "RecordedTest";

/// How tests are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub junit: Junit,
    pub assertions: Assertions,
    /// The Java release that the tests are compiled for.
    pub release: u8,
    /// Suffix of the name of a test class, after the subject's.
    pub suffix: String,
    /// Columns that a line may have.
    pub width: usize,
    /// Columns of one step inwards.
    pub indent: usize,
    /// Writes cases that differ in values alone as one parameterized test. Needs `junit-jupiter-params`.
    pub parameterized: bool,
    /// Objects that take more statements than this to make get a method of their own.
    pub outline_over: usize,
    /// Lines that a test may have, with those of the methods that make its objects.
    pub most_lines: usize,
    /// Assertions on one outcome.
    pub most_assertions: usize,
    pub stand_ins: StandIns,
    /// Non-ASCII characters as escapes, for projects whose source encoding is not known.
    pub ascii: bool,
    pub habits: Habits,
}

/// Which JUnit runs the tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Junit {
    /// 4.13 or newer, which has `assertThrows`.
    Four,
    /// Jupiter.
    Five,
}

/// Whose assertions tests use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Assertions {
    Junit,
    AssertJ,
}

/// The form of stand-ins for objects that are not rebuilt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StandIns {
    /// Small classes in the test.
    Classes,
    Mockito,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            junit: Junit::Five,
            assertions: Assertions::Junit,
            release: 17,
            suffix: SUFFIX.to_owned(),
            width: 100,
            indent: 4,
            parameterized: false,
            outline_over: 8,
            most_lines: 200,
            most_assertions: 12,
            stand_ins: StandIns::Classes,
            ascii: false,
            habits: Habits::default(),
        }
    }
}
