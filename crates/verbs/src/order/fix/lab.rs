//! Compiling and running changed tests, outside of the project.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reenact_build::TestSelection;
use reenact_host::Scratch;
use reenact_jvm::driver::{Compilation, Driver, DriverError, Isolation, TestRun};
use reenact_order::fix::{Built, Comparison, Lab, Place, Source, StateCheck, StateQuestion, compare};
use reenact_order::{Freshness, Outcome, TestIndex};
use reenact_wire::driver::TestId;

use super::super::Error;
use super::super::project::TestSuite;
use super::super::runner::outcomes_of;
use super::super::state_jvm::AgentJvm;
use super::super::test_classes;

/// Orders after which the warm JVM is replaced: classes of earlier orders may be held by threads and caches for good.
const ORDERS_PER_JVM: usize = 200;

/// JVMs with a compiler that are not in use. A compiler has a JVM of its own, which no test can disturb.
#[derive(Default)]
pub struct Compilers(Mutex<Vec<Driver>>);

impl Compilers {
    fn take(&self, suite: &TestSuite) -> Result<Driver, Error> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(driver) => Ok(driver),
            None => Ok(Driver::start(suite.jvm.clone())?),
        }
    }

    fn put_back(&self, driver: Driver) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(driver);
    }
}

/// Compiles into a temporary directory and runs with its classes before those of the project.
pub struct Bench<'s> {
    suite: &'s TestSuite,
    limit: Duration,
    scratch: Scratch,
    places: Vec<PathBuf>,
    compilers: &'s Compilers,
    warm: Option<Driver>,
    in_warm: usize,
    fresh: Option<Driver>,
    /// Orders that were run.
    pub runs: usize,
}

impl<'s> Bench<'s> {
    pub fn new(suite: &'s TestSuite, limit: Duration, compilers: &'s Compilers) -> Result<Self, Error> {
        let failed = |source| DriverError::Scratch { path: std::env::temp_dir(), source };
        let scratch = Scratch::new("reenact-fix-").map_err(failed)?;
        Ok(Bench {
            suite,
            limit,
            scratch,
            places: Vec::new(),
            compilers,
            warm: None,
            in_warm: 0,
            fresh: None,
            runs: 0,
        })
    }

    /// Returns the directories of compiled classes.
    pub fn paths(&self, places: &[Place]) -> Vec<PathBuf> {
        places.iter().map(|place| self.places[*place].clone()).collect()
    }

    /// Takes demands for an order off compiled classes, as off those of the suite.
    fn without_orders(&self, place: &Path) -> Result<(), Error> {
        let feature = self.suite.jvm.jdk.version.feature as u16;
        let found = test_classes::list(&[place.to_owned()], &TestSelection::default(), feature)?;
        for class in found.ordered {
            let file = place.join(class.name.replace('.', "/") + ".class");
            std::fs::write(file, class.bytes).map_err(Error::Scratch)?;
        }
        Ok(())
    }

    fn driver<'d>(driver: &'d mut Option<Driver>, suite: &TestSuite) -> Result<&'d mut Driver, Error> {
        match driver {
            Some(driver) => Ok(driver),
            None => Ok(driver.insert(Driver::start(suite.jvm.clone())?)),
        }
    }
}

impl Lab for Bench<'_> {
    type Error = Error;

    fn compile(&mut self, sources: &[Source]) -> Result<Built, Error> {
        let out = self.scratch.path().join(format!("classes-{}", self.places.len()));
        let texts = sources.iter().map(|source| (source.name.clone(), source.text.clone())).collect();
        let mut compilation = Compilation::new(texts, self.suite.jvm.class_path.clone());
        compilation.options = ["-g", "-nowarn", "-parameters"].map(str::to_owned).to_vec();
        let mut driver = self.compilers.take(self.suite)?;
        let mut compiled = driver.compile_most(&compilation, &out)?;
        if compiled.left_out.len() == sources.len() && sources.len() == 1 {
            // Its code may need what annotation processors of the class path add.
            compilation.options.push("-proc:full".to_owned());
            if self.suite.jvm.jdk.version.feature < 21 {
                compilation.options.pop();
                compilation.options.push("-processorpath".to_owned());
                let paths = self.suite.jvm.class_path.iter().map(|path| path.display().to_string());
                compilation.options.push(paths.collect::<Vec<_>>().join(":"));
            }
            let again = driver.compile_most(&compilation, &out)?;
            if again.left_out.is_empty() {
                compiled = again;
            }
        }
        self.compilers.put_back(driver);
        let position = |name: &str| sources.iter().position(|source| source.name == name).unwrap_or(0);
        let refused: Vec<(usize, String)> = compiled
            .left_out
            .iter()
            .map(|(name, errors)| {
                let first =
                    errors.first().map(|error| error.message.lines().next().unwrap_or_default().to_owned());
                (position(name), first.unwrap_or_default())
            })
            .collect();
        if self.suite.overrides.is_some() {
            self.without_orders(&out)?;
        }
        let is_built = refused.len() < sources.len() && compiled.rest.success;
        self.places.push(out);
        Ok(Built { place: is_built.then(|| self.places.len() - 1), refused })
    }

    fn run(
        &mut self,
        orders: &[Vec<TestId>],
        places: &[Place],
        freshness: Freshness,
    ) -> Result<Vec<Vec<Outcome>>, Error> {
        let mut outcomes = Vec::new();
        for order in orders {
            let mut run = TestRun::new(order.clone());
            run.limit = self.limit;
            let replaced = self.suite.overrides.iter().map(|scratch| scratch.path().to_owned());
            run.overrides = self.paths(places).into_iter().chain(replaced).collect();
            let driver = match freshness {
                Freshness::Loader => {
                    run.isolation = Isolation::LoaderPerRun;
                    if self.in_warm >= ORDERS_PER_JVM {
                        (self.warm, self.in_warm) = (None, 0);
                    }
                    self.in_warm += 1;
                    &mut self.warm
                }
                Freshness::Jvm => {
                    run.isolation = if self.fresh.is_some() { Isolation::JvmPerRun } else { Isolation::None };
                    &mut self.fresh
                }
            };
            let report = Self::driver(driver, self.suite)?.run(&run)?;
            self.runs += 1;
            outcomes.push(outcomes_of(&report));
        }
        Ok(outcomes)
    }

    fn renew(&mut self) {
        (self.warm, self.in_warm) = (None, 0);
    }

    fn state(&mut self, question: &StateQuestion) -> Result<StateCheck, Error> {
        let suite = self.suite;
        let number = |test: &TestId| (0..suite.tests.len()).find(|at| suite.tests.test(*at) == test);
        let before: Option<Vec<TestIndex>> = question.before.iter().map(number).collect();
        let (Some(test), Some(before)) = (number(&question.test), before) else {
            return Ok(StateCheck::NotChecked("a test of the suite was not found again".to_owned()));
        };
        let comparison = Comparison {
            test,
            before: &before,
            between: question.between.as_ref().map(|_| suite.tests.len()),
            polluted: &question.polluted,
            is_self_polluting: question.is_self_polluting,
        };
        let places = self.paths(&question.places);
        let extra = question.between.iter().cloned().collect();
        let mut edited = AgentJvm::new(suite, self.limit).with(places, extra);
        let mut plain = AgentJvm::new(suite, self.limit);
        // A JVM that does not take the agent is no reason to give up a repair that the tests confirm.
        let unusable = |error: Error| StateCheck::NotChecked(error.to_string());
        Ok(compare(&mut edited, &mut plain, &comparison).unwrap_or_else(unusable))
    }
}
