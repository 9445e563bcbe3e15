//! CPU time and memory of processes, as Linux tells them in `/proc`.

use std::fs;
use std::time::Duration;

/// Linux counts CPU time for user programs in hundredths of a second, whatever its own clock does.
const TICK: Duration = Duration::from_millis(10);

/// User and system time that a living process has used.
pub fn of_process(id: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    ticks(&stat, 14)
}

/// User and system time that all children used which have ended and were waited for. What it grew by
/// while a program ran, and nothing else did, is that program's.
pub fn of_ended_children() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    ticks(&stat, 16)
}

/// Whether a process has ended, waited for or not.
pub fn has_ended(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| field(&stat, 3) == Some("Z")) || fs::metadata(format!("/proc/{id}")).is_err()
}

/// The sum of a field and the next one.
fn ticks(stat: &str, number: usize) -> Option<Duration> {
    let count = |number| field(stat, number)?.parse::<u32>().ok();
    Some(TICK * (count(number)? + count(number + 1)?))
}

/// A field of a `stat` file, counted from 1 as proc(5) does. The second is the program's name in
/// parentheses, and may have anything in it.
fn field(stat: &str, number: usize) -> Option<&str> {
    let (_, rest) = stat.rsplit_once(") ")?;
    rest.split_whitespace().nth(number.checked_sub(3)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_look_like_fields() {
        let stat = "7 (a b) 1 (c) S 1 7 7 0 -1 4194560 1 2 3 4 120 30 5 6 20 0";
        assert_eq!(field(stat, 3), Some("S"));
        assert_eq!(ticks(stat, 14), Some(Duration::from_millis(1500)));
        assert_eq!(ticks(stat, 16), Some(Duration::from_millis(110)));
        assert!(of_process(std::process::id()).is_some() && of_ended_children().is_some());
        assert!(!has_ended(std::process::id()));
    }
}
