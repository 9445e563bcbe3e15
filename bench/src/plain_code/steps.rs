//! Where the time of `generate` goes, step by step, JVMs included.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, Instant};

use reenact_verbs::Progress;

use crate::table::Table;

/// The unit of CPU times in `/proc`.
const TICK: Duration = Duration::from_millis(10);

/// Measures the steps that a command reports. Steps that differ in numbers alone are one.
pub struct Steps {
    state: RefCell<State>,
}

struct State {
    current: Option<String>,
    begun: (Instant, Duration),
    /// Times that a step began, its wall time and its CPU time, in the order of first steps.
    spent: Vec<(String, usize, Duration, Duration)>,
}

impl Steps {
    pub fn start() -> Steps {
        let begun = (Instant::now(), cpu_of_tree());
        Steps { state: RefCell::new(State { current: None, begun, spent: Vec::new() }) }
    }

    /// Ends the last step. Returns the table.
    pub fn table(self) -> Table {
        self.next(None);
        let mut table = Table::new(&["step", "times", "seconds", "CPU seconds"]);
        for (step, times, wall, cpu) in self.state.into_inner().spent {
            let seconds = |time: Duration| format!("{:.1}", time.as_secs_f64());
            table.row([step, times.to_string(), seconds(wall), seconds(cpu)]);
        }
        table
    }

    fn next(&self, step: Option<String>) {
        let state = &mut *self.state.borrow_mut();
        if state.current == step {
            return;
        }
        let now = (Instant::now(), cpu_of_tree());
        if let Some(last) = state.current.take() {
            let at = state.spent.iter().position(|(name, ..)| *name == last).unwrap_or_else(|| {
                state.spent.push((last, 0, Duration::ZERO, Duration::ZERO));
                state.spent.len() - 1
            });
            let (_, times, wall, cpu) = &mut state.spent[at];
            *times += 1;
            *wall += now.0 - state.begun.0;
            // The time of a process that ended and was not waited for is lost.
            *cpu += now.1.saturating_sub(state.begun.1);
        }
        (state.current, state.begun) = (step, now);
    }
}

impl Progress for Steps {
    fn step(&self, what: &str) {
        let words =
            what.split_whitespace().filter(|word| !word.starts_with(|char: char| char.is_ascii_digit()));
        self.next(Some(words.take(4).collect::<Vec<_>>().join(" ")));
    }
}

/// Returns the CPU time of this process and of all below it, with that of their children that have ended.
fn cpu_of_tree() -> Duration {
    let mut processes: BTreeMap<u32, (u32, Duration)> = BTreeMap::new();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    for entry in entries {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((_, fields)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<u32> = fields.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        if let (Some(parent), Some(times)) = (fields.get(1), fields.get(11..15)) {
            processes.insert(id, (*parent, TICK * times.iter().sum()));
        }
    }
    let mut tree = BTreeSet::from([std::process::id()]);
    loop {
        let below = processes.iter().filter(|(_, (parent, _))| tree.contains(parent)).map(|(id, _)| *id);
        let more: Vec<u32> = below.filter(|id| !tree.contains(id)).collect();
        if more.is_empty() {
            break;
        }
        tree.extend(more);
    }
    tree.iter().filter_map(|id| processes.get(id)).map(|(_, time)| *time).sum()
}
