//! Benchmarks that print ratios measured in one run.
//!
//! The machines that run this are shared and noisy, so a time alone says little. Each benchmark
//! measures what it claims and what it compares with in turns, takes medians, and prints both.
//! Results worth keeping lie in `bench/results/`, by date.
//!
//! The agent is measured by two programs: `subjects` runs third-party programs under it and holds
//! what they put out against a run without; `agent` measures what it costs ([`parts`]). The programs that
//! they start in the JVM are the Java files of `bench/subjects/`. `mockpoints-check` holds what the analysis says of a
//! program against two runs of it ([`twice`]).
//!
//! Tests that were delivered ([`delivered`]) are run on other dates by `tomorrow`, under Pitest by `mutants`, and beside the
//! recorded run under JaCoCo by `retained`.

pub mod parts;
pub mod programs;

pub mod environment;

pub mod cpu;
pub mod delivered;
pub mod mutants;
pub mod outputs;
pub mod plain_code;
pub mod recorded;
pub mod retained;
pub mod setting;
pub mod statistics;
pub mod table;
pub mod twice;

pub use environment::Environment;

use std::time::{Duration, Instant};

/// The result of a step of a benchmark. An error ends it.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Runs several actions in turns, so that noise hits all of them, and gives each one's median time
/// and the spread (largest less smallest, in percent of the median).
pub fn interleaved<const N: usize>(
    rounds: usize,
    mut actions: [&mut dyn FnMut(); N],
) -> [(Duration, f64); N] {
    let mut times: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (action, times) in actions.iter_mut().zip(&mut times) {
            let start = Instant::now();
            action();
            times.push(start.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort();
        let median = times[times.len() / 2];
        let spread = (times[times.len() - 1] - times[0]).as_secs_f64() / median.as_secs_f64() * 100.0;
        (median, spread)
    })
}

/// The most memory that this process ever held, in bytes; `None` if the system does not report it.
pub fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
