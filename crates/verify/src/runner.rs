//! The interface to the JVMs that compile and run tests.

use std::sync::Arc;

use reenact_recording::{Limits, RecordingError, RecordingReader, SegmentBytes};
use reenact_wire::driver::{Diagnostic, DiagnosticKind, TestId, TestReport};

use crate::environment::Environment;
use crate::reach::Bounds;

/// Compiles and runs tests. What tests do to their JVM is their outcome; an error means that no test could be run.
pub trait Runner {
    type Error: std::error::Error;

    /// Compiles sources against the subject's class path.
    fn compile(&mut self, sources: &[Source<'_>]) -> Result<Compiled, Self::Error>;

    /// Does runs, in any order and at the same time if that is faster, and returns their reports in the order of the
    /// runs.
    fn run(&mut self, runs: &[Run]) -> Result<Vec<Vec<TestReport>>, Self::Error>;

    /// Does one run in a JVM of another environment. Parts that this machine cannot change stay as they are; the runner
    /// reports them.
    fn run_in(&mut self, environment: &Environment, run: &Run) -> Result<Vec<TestReport>, Self::Error>;

    /// Runs tests under the agent, which records during each the calls of the method at its place in the list
    /// (`pkg.Class#method`) and those of [`watched`](crate::reach::watched). Calls of one recorded method inside of another are
    /// left out.
    fn run_recorded(&mut self, run: &Run, methods: &[String]) -> Result<RecordedRun, Self::Error>;
}

/// A source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source<'a> {
    /// Such as `com/acme/ShopTest.java`.
    pub path: &'a str,
    pub text: &'a str,
}

/// The classes of one compilation; only the runner knows where they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct CompiledClasses(pub usize);

/// The result of a compilation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Compiled {
    /// None if there was an error anywhere.
    pub classes: Option<CompiledClasses>,
    pub diagnostics: Vec<Diagnostic>,
    /// Other output of the compiler, such as on unknown options.
    pub extra: String,
}

impl Compiled {
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.kind == DiagnosticKind::Error)
    }
}

/// The state that tests of one run share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isolation {
    /// A new class loader for the run.
    LoaderPerRun,
    /// A new class loader for every test.
    LoaderPerTest,
}

/// Tests to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub classes: CompiledClasses,
    /// In this order.
    pub tests: Vec<TestId>,
    /// The fault that replaced classes have during each of them, see [`crate::mutate`]: 0, or past the end, is none.
    pub mutants: Vec<u32>,
    pub isolation: Isolation,
    /// Class files that replace those of the subject.
    pub replaced: Arc<[ClassFile]>,
}

/// A class file that replaces another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassFile {
    /// Internal name of the class.
    pub name: Box<str>,
    pub bytes: Vec<u8>,
}

/// A run under the agent.
#[derive(Default)]
pub struct RecordedRun {
    pub reports: Vec<TestReport>,
    /// A test that ends its JVM leaves the rest to another, which has a recording of its own.
    pub recordings: Vec<Recording>,
    /// The files that belong to the tests.
    pub bounds: Bounds,
}

/// The segments of a recording, by name.
#[derive(Clone, Default, Debug)]
pub struct Recording {
    pub segments: Vec<(String, Vec<u8>)>,
}

impl Recording {
    pub fn reader(&self) -> Result<RecordingReader<'_>, RecordingError> {
        let segments = self.segments.iter().map(|(name, bytes)| SegmentBytes { name, bytes });
        RecordingReader::open(&segments.collect::<Vec<_>>(), Limits::default())
    }
}
