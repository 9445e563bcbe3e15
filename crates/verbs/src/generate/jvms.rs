//! The JVMs in which tests are compiled and run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, thread};

use reenact_host::Confinement;
use reenact_jvm::driver::{Compilation, Driver, DriverError, DriverOptions, RunReport, TestRun};
use reenact_jvm::moved::Moved;
use reenact_verify::{
    Bounds, ClassFile, Compiled, CompiledClasses, Environment, Isolation, RecordedRun, Run, Runner, Source,
    TestReport, reach,
};

use super::{Error, environments, module_options};
use crate::inspect::Recording;

/// How long one test may take: recorded calls of useful tests take milliseconds.
const TEST_LIMIT: Duration = Duration::from_secs(10);

/// The same for the CPU time of its thread. A state that was rebuilt wrongly, or a method without its body, often makes a
/// loop endless.
const TEST_CPU_LIMIT: Duration = Duration::from_secs(2);

/// The same for code with a fault.
const MUTANT_CPU_LIMIT: Duration = Duration::from_millis(700);

/// JVMs that run tests at once.
const JVMS: usize = 2;

/// Fewer tests are recorded in one JVM: to start another takes longer than to run them.
const WORTH_A_JVM: usize = 40;

/// Runs into which the tests of each JVM are divided when they are recorded: one that hangs keeps a JVM for its time
/// limit, and the others should not all wait behind it.
const PARTS: usize = 4;

/// JVMs for tests of one subject, started when they are first needed.
pub struct Jvms {
    options: DriverOptions,
    /// The class path that tests are compiled against.
    class_path: Vec<PathBuf>,
    /// The language level of the tests.
    release: u8,
    /// Where compiled classes and recordings are put.
    scratch: PathBuf,
    pool: Option<Pool>,
    /// Directories of compiled classes, by [`CompiledClasses`].
    compiled: Vec<PathBuf>,
    /// Class files that replaced others last, and where they are.
    replaced: Option<(Arc<[ClassFile]>, PathBuf)>,
    /// How many directories were made for other purposes.
    directories: usize,
    /// Why clocks are not moved, if that was tried in vain.
    clock_gap: Option<String>,
    /// JVMs of other environments: further batches of tests, and tests that were shortened, run in them again.
    elsewhere: Vec<(Environment, Pool)>,
}

impl Jvms {
    pub fn new(options: DriverOptions, class_path: Vec<PathBuf>, release: u8, scratch: &Path) -> Self {
        Jvms {
            options,
            class_path,
            release,
            scratch: scratch.to_owned(),
            pool: None,
            compiled: Vec::new(),
            replaced: None,
            directories: 0,
            clock_gap: None,
            elsewhere: Vec::new(),
        }
    }

    /// Returns the limits that this machine enforces for tests; none if no JVM was needed.
    pub fn confinement(&mut self) -> Result<Option<Confinement>, Error> {
        match &mut self.pool {
            Some(pool) => Ok(Some(pool.drivers[0].confinement()?)),
            None => Ok(None),
        }
    }

    /// Returns why tests were not run on other dates and with another host name, if they were not.
    pub fn clock_gap(&self) -> Option<&str> {
        self.clock_gap.as_deref()
    }

    /// Ends the JVMs.
    pub fn quit(self) -> Result<(), Error> {
        for (_, pool) in self.elsewhere {
            pool.quit()?;
        }
        self.pool.map_or(Ok(()), Pool::quit)
    }

    /// Starts a JVM of another environment.
    fn start_elsewhere(&mut self, environment: &Environment) -> Result<Pool, Error> {
        let place = self.new_directory("elsewhere");
        let mut options = environments::options(&self.options, environment, &place)?;
        if self.clock_gap.is_some() {
            options.moved = Moved::default();
        }
        match Pool::start(&options, 1) {
            Err(Error::Driver(error @ DriverError::ClockNotMoved { .. })) => {
                self.clock_gap = Some(error.to_string());
                options.moved = Moved::default();
                Pool::start(&options, 1)
            }
            started => started,
        }
    }

    fn pool(&mut self) -> Result<&mut Pool, Error> {
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => Pool::start(&self.options, JVMS)?,
        };
        Ok(self.pool.insert(pool))
    }

    fn new_directory(&mut self, name: &str) -> PathBuf {
        self.directories += 1;
        self.scratch.join(format!("{name}-{:05}", self.directories))
    }

    /// Returns the directory of class files that replace others. The same ones are often used in many runs.
    fn overrides(&mut self, classes: &Arc<[ClassFile]>) -> Result<PathBuf, Error> {
        if let Some((last, directory)) = &self.replaced
            && Arc::ptr_eq(last, classes)
        {
            return Ok(directory.clone());
        }
        let directory = self.new_directory("replaced");
        for class in classes.iter() {
            let path = directory.join(format!("{}.class", class.name));
            let written = fs::create_dir_all(path.parent().unwrap_or(&directory))
                .and_then(|()| fs::write(&path, &class.bytes));
            written.map_err(|error| Error::Write { path, error })?;
        }
        self.replaced = Some((Arc::clone(classes), directory.clone()));
        Ok(directory)
    }

    fn test_run(&mut self, run: &Run) -> Result<TestRun, Error> {
        let overrides = match run.replaced.is_empty() {
            true => Vec::new(),
            false => vec![self.overrides(&run.replaced)?],
        };
        Ok(TestRun {
            isolation: match run.isolation {
                Isolation::LoaderPerRun => reenact_jvm::driver::Isolation::LoaderPerRun,
                Isolation::LoaderPerTest => reenact_jvm::driver::Isolation::LoaderPerTest,
            },
            overrides,
            classes: self.compiled.get(run.classes.0).cloned().into_iter().collect(),
            limit: TEST_LIMIT,
            cpu_limit: Some(if run.mutants.is_empty() { TEST_CPU_LIMIT } else { MUTANT_CPU_LIMIT }),
            mutants: run.mutants.clone(),
            ..TestRun::new(run.tests.clone())
        })
    }
}

impl Runner for Jvms {
    type Error = Error;

    fn compile(&mut self, sources: &[Source<'_>]) -> Result<Compiled, Error> {
        let directory = self.scratch.join(format!("classes-{}", self.compiled.len()));
        let sources = sources.iter().map(|source| (source.path.to_owned(), source.text.to_owned())).collect();
        let (release, mut options) = module_options::of_javac(&self.options.vm_options, self.release);
        options.extend(["-proc:none", "-Xlint:none", "-Xmaxerrs", "100000"].map(String::from));
        let compilation =
            Compilation { release, options, ..Compilation::new(sources, self.class_path.clone()) };
        let compiled = self.pool()?.drivers[0].compile(&compilation, &directory)?;
        self.compiled.push(directory);
        let classes = compiled.success.then(|| CompiledClasses(self.compiled.len() - 1));
        Ok(Compiled { classes, diagnostics: compiled.diagnostics, extra: compiled.extra })
    }

    fn run(&mut self, runs: &[Run]) -> Result<Vec<Vec<TestReport>>, Error> {
        let runs = runs.iter().map(|run| self.test_run(run)).collect::<Result<Vec<TestRun>, Error>>()?;
        let reports = self.pool()?.run(&runs)?;
        Ok(reports.into_iter().map(|report| report.tests).collect())
    }

    fn run_in(&mut self, environment: &Environment, run: &Run) -> Result<Vec<TestReport>, Error> {
        let run = self.test_run(run)?;
        let kept = self.elsewhere.iter().position(|(other, _)| other == environment);
        let mut pool = match kept {
            Some(at) => self.elsewhere.swap_remove(at).1,
            None => self.start_elsewhere(environment)?,
        };
        let reports = pool.run(&[run])?;
        // Those with one part changed are asked for when a test fails, which is rare.
        match Environment::ALL.contains(environment) {
            true => self.elsewhere.push((*environment, pool)),
            false => pool.quit()?,
        }
        Ok(reports.into_iter().flat_map(|report| report.tests).collect())
    }

    fn run_recorded(&mut self, run: &Run, methods: &[String]) -> Result<RecordedRun, Error> {
        let out = self.new_directory("recorded");
        let run = self.test_run(run)?;
        let mut agent = OsString::from(reenact_jvm::agent::find()?);
        agent.push(format!("={}", agent_options(methods.to_vec(), &out)));
        let jvms = if run.tests.len() < WORTH_A_JVM { 1 } else { JVMS };
        let mut pool = Pool::start(&DriverOptions { agent: Some(agent), ..self.options.clone() }, jvms)?;
        let bounds = bounds(&pool, &run);
        let size = run.tests.len().div_ceil(jvms * PARTS).max(1);
        let parts = run.tests.chunks(size).zip(methods.chunks(size)).map(|(tests, methods)| TestRun {
            tests: tests.to_vec(),
            recorded: methods.to_vec(),
            ..run.clone()
        });
        let ran = pool.run(&parts.collect::<Vec<TestRun>>())?;
        pool.quit()?;
        let reports = ran.into_iter().flat_map(|report| report.tests).collect();
        Ok(RecordedRun { reports, recordings: recordings(&out)?, bounds })
    }
}

/// Reads the recordings below a directory; those that cannot be read are left out.
fn recordings(out: &Path) -> Result<Vec<reenact_verify::Recording>, Error> {
    let found = fs::read_dir(out).map_err(|error| Error::Write { path: out.to_owned(), error })?;
    let mut paths: Vec<PathBuf> = found.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = paths.iter().filter_map(|path| Recording::read(path, &()).ok());
    Ok(read.map(|recording| reenact_verify::Recording { segments: recording.into_segments() }).collect())
}

/// Returns the agent's options: every call of the methods under test and of the watched methods, nothing masked. The
/// recording is deleted after verification; still, a few tests with large objects must not fill a disk. States that do
/// not fit stay undecided.
fn agent_options(mut methods: Vec<String>, out: &Path) -> String {
    methods.extend(reach::watched());
    methods.sort();
    methods.dedup();
    format!(
        "out={}/%p,methods={},nested=false,sample-backoff=1,redact=false,max-objects=20000,memory=256m,disk=1g,log=error",
        out.display(),
        methods.join(";")
    )
}

/// Returns the files that belong to the tests of a run.
fn bounds(pool: &Pool, run: &TestRun) -> Bounds {
    let options = pool.drivers[0].options();
    let mut writable: Vec<PathBuf> =
        pool.drivers.iter().map(|driver| driver.directory().to_owned()).collect();
    // That everything may be written was allowed, and is reported all the same.
    writable.extend(options.writes.iter().flatten().filter(|path| path.parent().is_some()).cloned());
    let own = options.class_path.iter().chain(&run.classes).chain([&options.jdk.home]);
    let readable: Vec<PathBuf> = own.cloned().chain(configuration(&options.jdk.home)).collect();
    Bounds { writable: with_link_targets(writable), readable: with_link_targets(readable) }
}

/// Adds the places that links lead to.
fn with_link_targets(mut places: Vec<PathBuf>) -> Vec<PathBuf> {
    let real: Vec<PathBuf> = places.iter().filter_map(|place| place.canonicalize().ok()).collect();
    places.extend(real);
    places
}

/// Returns files of a JDK that are links to elsewhere: distributions keep its configuration and certificates with those of
/// other programs.
fn configuration(home: &Path) -> Vec<PathBuf> {
    let directories = ["conf", "conf/management", "conf/security", "lib", "lib/security"];
    let files = directories.iter().filter_map(|directory| fs::read_dir(home.join(directory)).ok()).flatten();
    files.filter_map(|file| Some(file.ok()?.path())).filter(|path| path.is_symlink()).collect()
}

/// JVMs with the same options. Which of them runs a test does not change the result.
struct Pool {
    drivers: Vec<Driver>,
}

impl Pool {
    fn start(options: &DriverOptions, size: usize) -> Result<Self, Error> {
        let starting: Vec<_> = (0..size.max(1))
            .map(|_| {
                let options = options.clone();
                thread::spawn(move || Driver::start(options))
            })
            .collect();
        let drivers: Result<Vec<Driver>, DriverError> = starting
            .into_iter()
            .map(|driver| driver.join().expect("starting a JVM does not panic"))
            .collect();
        Ok(Pool { drivers: drivers? })
    }

    /// Does all runs, each in the next JVM that is free, and returns their reports in the order of the runs.
    fn run(&mut self, runs: &[TestRun]) -> Result<Vec<RunReport>, Error> {
        let next = AtomicUsize::new(0);
        let done: Vec<Result<Vec<(usize, RunReport)>, DriverError>> = thread::scope(|scope| {
            let workers: Vec<_> = self
                .drivers
                .iter_mut()
                .map(|driver| {
                    let next = &next;
                    scope.spawn(move || {
                        let mut reports = Vec::new();
                        loop {
                            let at = next.fetch_add(1, Ordering::Relaxed);
                            let Some(run) = runs.get(at) else { return Ok(reports) };
                            reports.push((at, driver.run(run)?));
                        }
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("running tests does not panic")).collect()
        });
        let mut reports: BTreeMap<usize, RunReport> = BTreeMap::new();
        for done in done {
            reports.extend(done?);
        }
        Ok(reports.into_values().collect())
    }

    fn quit(self) -> Result<(), Error> {
        for driver in self.drivers {
            driver.quit()?;
        }
        Ok(())
    }
}
