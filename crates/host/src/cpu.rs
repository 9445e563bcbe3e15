//! CPU time of this process and of those that it started.

use std::fs;
use std::time::Duration;

/// Linux counts CPU time for programs in hundredths of a second, whatever its own clock does.
const TICK: Duration = Duration::from_millis(10);

/// Returns the user and system time of this process, and of its children that have ended and were waited for, with theirs. Zero
/// where the system does not say it in `/proc`.
pub fn cpu_time() -> Duration {
    fs::read_to_string("/proc/self/stat").ok().and_then(|stat| used(&stat)).unwrap_or_default()
}

/// Returns the sum of the fields 14 to 17 of proc(5): times of the process and of its children. The second field is the program's name in
/// parentheses, which may have anything in it.
fn used(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split_whitespace().skip(11).take(4).map(|field| field.parse::<u32>().ok());
    Some(TICK * ticks.sum::<Option<u32>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_the_process_and_of_its_children_are_summed_up() {
        let stat = "7 (a b) 1 (c) S 1 7 7 0 -1 4194560 1 2 3 4 120 30 5 6 20 0";
        assert_eq!(used(stat), Some(Duration::from_millis(1610)));
        assert_eq!((used("7 (a) S"), used("")), (Some(Duration::ZERO), None));
    }
}
