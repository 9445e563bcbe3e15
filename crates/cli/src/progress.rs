//! Progress on standard error: a spinner for people, lines for logs, nothing when quick.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use reenact_verbs::Progress;

/// What takes less is not worth a line in a log.
const PATIENCE: Duration = Duration::from_secs(2);

pub struct Shown {
    spinner: Option<ProgressBar>,
    quiet: bool,
    started: Instant,
}

impl Shown {
    pub fn new(quiet: bool) -> Self {
        let spinner = (!quiet && stderr().is_terminal()).then(|| {
            let spinner = ProgressBar::new_spinner();
            spinner.enable_steady_tick(Duration::from_millis(120));
            spinner
        });
        Shown { spinner, quiet, started: Instant::now() }
    }

    /// Takes the spinner away, before something is printed.
    pub fn finish(&self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}

impl Progress for Shown {
    fn step(&self, what: &str) {
        match &self.spinner {
            Some(spinner) => spinner.set_message(what.to_owned()),
            None if !self.quiet && self.started.elapsed() > PATIENCE => eprintln!("reenact: {what}"),
            None => {}
        }
    }

    fn note(&self, what: &str) {
        if self.quiet {
            return;
        }
        let say = || eprintln!("reenact: {what}");
        match &self.spinner {
            Some(spinner) => spinner.suspend(say),
            None => say(),
        }
    }
}
