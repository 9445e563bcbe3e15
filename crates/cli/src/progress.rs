//! Progress on standard error: a spinner on a terminal; otherwise one line for each stage of a slow run.

use std::collections::HashSet;
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use reenact_verbs::Progress;

use crate::output::say;

/// Stages of shorter runs are not worth a line in a log.
const PATIENCE: Duration = Duration::from_secs(2);

pub struct Shown {
    spinner: Option<ProgressBar>,
    quiet: bool,
    verbose: bool,
    started: Instant,
    /// Stages that have their line.
    stages: Mutex<HashSet<String>>,
}

impl Shown {
    pub fn new(quiet: bool, verbose: bool) -> Self {
        // Details would be lost behind a spinner.
        let spinner = (!quiet && !verbose && stderr().is_terminal()).then(|| {
            let spinner = ProgressBar::new_spinner();
            spinner.enable_steady_tick(Duration::from_millis(120));
            spinner
        });
        Shown { spinner, quiet, verbose, started: Instant::now(), stages: Mutex::default() }
    }

    /// Removes the spinner, before something is printed.
    pub fn finish(&self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }

    /// A message for `--verbose` only.
    pub fn detail(&self, text: &str) {
        if self.verbose {
            say(&format!("reenact: {:>7.2} s  {text}", self.started.elapsed().as_secs_f64()));
        }
    }

    /// Returns whether a step begins a stage: steps that differ in numbers alone are one.
    fn is_new_stage(&self, step: &str) -> bool {
        let stage = step.chars().filter(|char| !char.is_ascii_digit()).collect();
        self.stages.lock().is_ok_and(|mut stages| stages.insert(stage))
    }
}

impl Progress for Shown {
    fn step(&self, what: &str) {
        if self.verbose {
            return self.detail(what);
        }
        match &self.spinner {
            Some(spinner) => spinner.set_message(what.to_owned()),
            None if !self.quiet && self.started.elapsed() > PATIENCE && self.is_new_stage(what) => {
                say(&format!("reenact: {what}"));
            }
            None => {}
        }
    }

    fn note(&self, what: &str) {
        if self.quiet {
            return;
        }
        let note = || say(&format!("reenact: {what}"));
        match &self.spinner {
            Some(spinner) => spinner.suspend(note),
            None => note(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_differ_in_numbers_are_one_stage() {
        let shown = Shown::new(true, false);
        let steps =
            ["reading 3 classes", "writing tests: 1 of 9", "writing tests: 12 of 9", "reading 44 classes"];
        let new: Vec<bool> = steps.iter().map(|step| shown.is_new_stage(step)).collect();
        assert_eq!(new, [true, true, false, false]);
    }
}
