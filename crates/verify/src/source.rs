//! Test classes as an engine writes them, and the interface to that engine.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use reenact_base::name::InternalName;
use reenact_wire::driver::TestId;

use crate::fault::Fault;
use crate::runner::{ClassFile, RecordedRun, Source};
use crate::state::Observed;

/// The number that an engine gives to a test, such as that of the recorded invocation.
pub type TestNumber = u64;

/// Writes the tests that are verified.
pub trait TestWriter {
    /// Writes classes of tests. Of tests that are the same, statement by statement, one is written. Test methods have
    /// one test each.
    fn write(&mut self, tests: &[TestNumber]) -> Written;

    /// The same with tests that differ in values alone joined to one with parameters, except for some. `None` if none
    /// can be joined.
    fn write_joined(&mut self, tests: &[TestNumber], apart: &BTreeSet<TestNumber>) -> Option<Written> {
        let _ = (tests, apart);
        None
    }

    /// Rewrites tests whose method met another state than the recorded one. One answer for each.
    fn rewrite(&mut self, tests: &[Differing<'_>]) -> Vec<Rewrite>;

    /// Rewrites a test that failed because a method threw that it calls, `pkg.Class.method`, before the one under test.
    /// Returns whether it is another test now.
    fn rewrite_without(&mut self, test: TestNumber, thrower: &str) -> bool {
        let _ = (test, thrower);
        false
    }

    /// Rewrites the expectations of tests that failed though their method met the recorded state. For each whether it
    /// is another test now.
    fn rewrite_expectations(&mut self, tests: &[TestNumber]) -> Vec<bool>;

    /// Removes the assertion at a line of the class that a test is in. Whether it is another test now that still asserts
    /// something.
    fn remove_assertion(&mut self, test: TestNumber, source: &TestSource, line: usize) -> bool {
        let _ = (test, source, line);
        false
    }

    /// Returns the number of calls that arrange a test and that may be left out on trial.
    fn calls(&self, test: TestNumber) -> usize {
        let _ = test;
        0
    }

    /// Writes tests without some of these calls, by position. For each, whether that is possible; if not, it stays as it was.
    fn leave_out(&mut self, tests: &[(TestNumber, BTreeSet<usize>)]) -> Vec<bool> {
        vec![false; tests.len()]
    }

    /// Compares the states that methods met in a recorded run with the expected ones.
    fn observe(&mut self, sources: &[TestSource], run: &RecordedRun) -> BTreeMap<TestId, Observed>;

    /// Returns classes of the subject that report the blocks that are run and have faults, see [`crate::cover`] and
    /// [`crate::mutate`]. None if tests shall not be chosen by them.
    fn instrumented(&self) -> InstrumentedClasses {
        InstrumentedClasses::default()
    }

    /// Returns the classes of which the recorded run has run code, with their blocks counted, see [`crate::retained`].
    fn recorded_code(&self) -> Arc<[ClassFile]> {
        Arc::default()
    }

    /// Returns the class file of a class whose method is replaced, see [`crate::gut`].
    fn gut(&self, target: &Target, replacement: crate::gut::Replacement) -> Option<Vec<u8>>;
}

/// Classes that report what is run, and that have faults.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct InstrumentedClasses {
    pub classes: Vec<ClassFile>,
    /// The numbers of faults by method, in ascending order.
    pub mutants: Vec<(Range<u32>, Target)>,
    /// The numbers of blocks.
    pub blocks: BTreeMap<Target, Range<u32>>,
}

impl InstrumentedClasses {
    /// Returns the method that has a fault; `None` if the number is that of a block.
    pub fn target_of(&self, number: u32) -> Option<&Target> {
        let at = self.mutants.partition_point(|(numbers, _)| numbers.end <= number);
        self.mutants.get(at).filter(|(numbers, _)| numbers.contains(&number)).map(|(_, target)| target)
    }
}

/// The answer to [`TestWriter::write`].
#[derive(Clone, Default, Debug)]
pub struct Written {
    pub sources: Vec<TestSource>,
    /// Tests of classes that cannot be written.
    pub refused: Vec<(TestNumber, Fault)>,
}

/// A test class.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TestSource {
    /// Binary name.
    pub name: String,
    /// Such as `com/acme/ShopTest.java`.
    pub path: String,
    pub text: String,
    pub tests: Vec<TestMethod>,
    /// Lines of other methods, with the positions in `tests` of those that call them.
    pub helpers: Vec<(Range<usize>, Vec<usize>)>,
    /// Lines of statements that report that a stand-in has no recorded answer.
    pub missing_answers: Vec<Range<usize>>,
}

/// A test method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestMethod {
    pub name: String,
    /// Lines of the source, counted from 1.
    pub lines: Range<usize>,
    /// About how many bytes of code it becomes.
    pub size: usize,
    /// The method under test.
    pub target: Target,
    /// One, or several if it has parameters.
    pub tests: Vec<TestNumber>,
}

/// A method under test.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// Internal name of the class that declares it.
    pub class: Box<str>,
    pub name: Box<str>,
    pub descriptor: Box<str>,
}

impl Target {
    /// Returns the method as the agent takes it, such as `com.acme.Shop#buy`.
    pub fn pattern(&self) -> String {
        format!("{}#{}", InternalName::new(&self.class).to_binary(), self.name)
    }
}

/// A test whose method met another state than the recorded one.
#[derive(Clone, Copy, Debug)]
pub struct Differing<'a> {
    pub test: TestNumber,
    /// Internal names of the classes of the subject's own objects on the path to the first difference.
    pub holders: &'a [Box<str>],
    /// Whether it may be rewritten; otherwise it is dropped or kept.
    pub may_retry: bool,
}

/// The answer to [`TestWriter::rewrite`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewrite {
    /// The test did not make the object that differs: a cache behind a constant is not as it was in production, and
    /// the test is about the call all the same.
    Keep,
    /// It is another test now.
    Rewritten,
    /// The object cannot be made in another way.
    Refused {
        /// Internal name of its class, if it is known.
        class: Option<Box<str>>,
        /// Whether the calls that were recorded on it are made again.
        is_replayed: bool,
    },
}

impl TestSource {
    /// Returns the ids of the test methods with the methods.
    pub fn ids(&self) -> impl Iterator<Item = (TestId, &TestMethod)> {
        self.tests.iter().map(|test| (TestId::new(&self.name, &test.name), test))
    }

    /// Returns all test methods that need a line of the source: its own, or those that call the method it is in.
    pub fn tests_at(&self, line: usize) -> Vec<&TestMethod> {
        let own = self.tests.iter().find(|test| test.lines.contains(&line));
        let callers = self.helpers.iter().filter(|(lines, _)| lines.contains(&line));
        let callers = callers.flat_map(|(_, callers)| callers).filter_map(|&at| self.tests.get(at));
        own.into_iter().chain(callers).collect()
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source { path: &self.path, text: &self.text }
    }
}
