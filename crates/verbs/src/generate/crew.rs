//! Several JVMs that run tests at once.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

use reenact_jvm::driver::{Driver, DriverError, DriverOptions, RunReport, TestId, TestReport, TestRun};

use super::Error;

/// JVMs of one kind. Which of them runs a test does not matter to what comes of it.
pub struct Crew {
    drivers: Vec<Driver>,
}

impl Crew {
    pub fn start(options: &DriverOptions, size: usize) -> Result<Self, Error> {
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
        Ok(Crew { drivers: drivers? })
    }

    /// What they were started with, paths made absolute.
    pub fn options(&self) -> &DriverOptions {
        self.drivers[0].options()
    }

    /// Where they work.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        self.drivers.iter().map(Driver::directory)
    }

    /// One of them.
    pub fn first(&mut self) -> &mut Driver {
        &mut self.drivers[0]
    }

    /// Does all runs, in whichever JVM is free, and gives their reports in the order of the runs.
    pub fn run(&mut self, runs: &[TestRun]) -> Result<Vec<RunReport>, Error> {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let done: Vec<Result<Vec<(usize, RunReport)>, DriverError>> = thread::scope(|scope| {
            let workers: Vec<_> = self
                .drivers
                .iter_mut()
                .map(|driver| {
                    let next = &next;
                    scope.spawn(move || {
                        let mut reports = Vec::new();
                        loop {
                            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
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

    /// Ends the JVMs.
    pub fn quit(self) -> Result<(), Error> {
        for driver in self.drivers {
            driver.quit()?;
        }
        Ok(())
    }
}

/// Every report of a test in some runs.
pub fn reports(runs: &[RunReport]) -> impl Iterator<Item = (&TestId, &TestReport)> {
    runs.iter().flat_map(|run| &run.tests).map(|report| (&report.test, report))
}
