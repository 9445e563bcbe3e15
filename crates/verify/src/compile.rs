//! Compiling as many tests as javac accepts.

use std::collections::BTreeMap;

use crate::fault::{Fault, FaultKind};
use crate::runner::{Compiled, Runner, Source};
use crate::source::{TestNumber, TestSource};
use crate::verification::{Dropped, Suite, Verification};

/// Javac's names for a class with more constants than a class file can have: of JDK 8 and later, and of JDK 14 and
/// later.
const TOO_MANY_CONSTANTS: [&str; 2] = ["compiler.err.limit.pool", "compiler.err.limit.pool.in.class"];

impl<R: Runner> Verification<'_, R> {
    /// Compiles the tests, leaving out those that javac does not accept.
    pub fn compile(&mut self, mut tests: Vec<TestNumber>) -> Result<Suite, R::Error> {
        // Javac stops after a phase that has errors, so that several rounds are normal; each drops a test or is the last.
        loop {
            let written = self.writer.write(&tests);
            let dropped = written.refused.into_iter().map(|(test, fault)| Dropped { test, fault });
            self.result.dropped.extend(dropped);
            let sources = written.sources;
            let compiled = self.runner.compile(&inputs(&sources))?;
            match compiled.classes {
                Some(classes) => return Ok(Suite { sources, classes }),
                None if sources.is_empty() => return Ok(Suite::default()),
                None => tests = self.without_errors(&sources, &compiled),
            }
        }
    }

    /// Compiles classes; `None` if javac does not accept all of them.
    pub fn compile_all(&mut self, sources: Vec<TestSource>) -> Result<Option<Suite>, R::Error> {
        let compiled = self.runner.compile(&inputs(&sources))?;
        Ok(compiled.classes.map(|classes| Suite { sources, classes }))
    }

    /// Returns the tests in which javac found no errors. An error outside of any test drops all of its class, and one
    /// outside of any class drops all tests: leaving one out would not help.
    fn without_errors(&mut self, sources: &[TestSource], compiled: &Compiled) -> Vec<TestNumber> {
        let faults = faults(sources, compiled);
        let mut kept = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            for method in &source.tests {
                match faults.of(at, &method.name) {
                    Some(message) => self.drop_all(method, &Fault::new(FaultKind::DoesNotCompile, message)),
                    None => kept.extend(&method.tests),
                }
            }
        }
        kept
    }
}

fn inputs(sources: &[TestSource]) -> Vec<Source<'_>> {
    sources.iter().map(TestSource::source).collect()
}

/// Messages of the compiler by the tests that they are about.
#[derive(Default)]
struct CompileErrors<'a> {
    /// By the position of the source and the name of the test method.
    methods: BTreeMap<(usize, &'a str), &'a str>,
    sources: BTreeMap<usize, &'a str>,
    everything: Option<&'a str>,
}

impl CompileErrors<'_> {
    fn of(&self, source: usize, method: &str) -> Option<&str> {
        let own = self.methods.get(&(source, method)).or(self.sources.get(&source));
        own.copied().or(self.everything)
    }
}

fn faults<'a>(sources: &'a [TestSource], compiled: &'a Compiled) -> CompileErrors<'a> {
    let mut errors = CompileErrors::default();
    for error in compiled.errors() {
        let Some(at) = sources.iter().position(|source| source.path == error.file) else {
            errors.everything.get_or_insert(&error.message);
            continue;
        };
        let mut methods = sources[at].tests_at(error.line as usize);
        // A class file has at most 65,535 constants: the longest test makes room for the others.
        if methods.is_empty() && TOO_MANY_CONSTANTS.contains(&&*error.code) {
            methods.extend(sources[at].tests.iter().max_by_key(|method| method.size));
        }
        if methods.is_empty() {
            errors.sources.entry(at).or_insert(&error.message);
        }
        for method in methods {
            errors.methods.entry((at, &method.name)).or_insert(&error.message);
        }
    }
    if errors.methods.is_empty() && errors.sources.is_empty() {
        errors.everything.get_or_insert(&compiled.extra);
    }
    errors
}
