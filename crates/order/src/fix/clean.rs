//! Whether a repair leaves the state as the test finds it alone.
//!
//! A JVM with the agent and the repaired classes initializes classes, remembers their state, runs the tests before the test, and compares. A
//! part of the state is clean if its value is the same as far as code can tell: as in the beginning, or as it is in a JVM without
//! the repair in which only the test has run. What is made on demand exists in the second; a reset often leads to the first.

use std::collections::{BTreeMap, BTreeSet};

use reenact_wire::snapshot::{Answer, Cell, CellSet, Change, Place, Request};

use super::lab::StateCheck;
use crate::explain::StateJvm;
use crate::path;
use crate::runner::Outcome;
use crate::suite::TestIndex;
use crate::values::{StateValue, is_same};

/// Changes that are looked at; with more, the state is not compared.
const MOST_CHANGES: u32 = 20_000;

/// Parts whose values are compared; with more, the state is not compared.
const MOST_PARTS: usize = 200;

/// A test behind others, with a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison<'c> {
    pub test: TestIndex,
    /// The tests before it, in order.
    pub before: &'c [TestIndex],
    /// A test that does what the repair adds to the set-up of the test: the comparison is made before any set-up runs.
    pub between: Option<TestIndex>,
    /// Names of the parts of the state that the repair has to reset.
    pub polluted: &'c [String],
    /// True if the test fails when it is run twice, so that the state behind it is not clean.
    pub is_self_polluting: bool,
}

/// The parts that are wrong, by name; true of those whose values could be compared in full.
type Wrong = BTreeMap<String, bool>;

/// Compares the state before a test with and without other tests before it. `edited` has the repaired classes, `plain` the classes as they are.
pub fn compare<J: StateJvm>(
    edited: &mut J,
    plain: &mut J,
    comparison: &Comparison<'_>,
) -> Result<StateCheck, J::Error> {
    let not_checked = |reason: &str| Ok(StateCheck::NotChecked(reason.to_owned()));
    let other_outcome = "in a JVM with the agent the tests have another outcome";
    let order: Vec<TestIndex> =
        comparison.before.iter().copied().chain(comparison.between).chain([comparison.test]).collect();
    let classes = classes(edited, &order)?;
    if !begin(edited, &classes)? {
        return not_checked("the state could not be remembered");
    }
    let Some(changed) = changed(edited, &order)?.filter(|changed| changed.outcome == Outcome::Passed) else {
        return not_checked(other_outcome);
    };
    if changed.parts.len() > MOST_PARTS {
        return not_checked("too many parts of the state differ");
    }
    let Some(now) = values(edited, &order, &changed.parts)? else { return not_checked(other_outcome) };
    // Cells may have been replaced by others of the same content.
    let now: BTreeMap<&String, &Difference> =
        now.iter().filter(|(_, value)| value.is_same != Some(true)).collect();
    if now.is_empty() {
        return Ok(result(Wrong::new(), comparison));
    }
    if !begin(plain, &classes)? {
        return not_checked("the state could not be remembered");
    }
    let mut usual = BTreeMap::new();
    if !comparison.is_self_polluting {
        // The state behind a first run of the test.
        let twice = [comparison.test, comparison.test];
        let Some(alone) = self::changed(plain, &twice)? else { return not_checked(other_outcome) };
        usual = match values(plain, &twice, &alone.parts)? {
            Some(usual) if alone.outcome == Outcome::Passed => usual,
            _ => return not_checked(other_outcome),
        };
        plain.ask(&Request::Restore(CellSet::All))?;
    }
    let polluted: Vec<TestIndex> = comparison.before.iter().copied().chain([comparison.test]).collect();
    let Some(without) = self::changed(plain, &polluted)? else { return not_checked(other_outcome) };
    // Places in hash tables vary from JVM to JVM.
    let without: BTreeSet<String> = without.parts.keys().map(|name| without_indices(name)).collect();
    let mut wrong = Wrong::new();
    for (name, value) in now {
        let as_usual = usual.get(name).map(|usual: &Difference| value.is_like(usual));
        let is_old = !comparison.polluted.contains(name) && without.contains(&without_indices(name));
        match as_usual {
            _ if is_old => {}
            Some(Some(true)) => {}
            Some(None) => {
                wrong.insert(name.clone(), false);
            }
            _ => {
                wrong.insert(name.clone(), value.is_same.is_some());
            }
        }
    }
    Ok(result(wrong, comparison))
}

fn result(wrong: Wrong, comparison: &Comparison<'_>) -> StateCheck {
    let (different, unknown): (Vec<_>, Vec<_>) = wrong.into_iter().partition(|(_, is_known)| *is_known);
    let names = |parts: Vec<(String, bool)>| parts.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    if !different.is_empty() {
        return StateCheck::Differs(names(different));
    }
    if let Some((name, _)) = unknown.iter().find(|(name, _)| comparison.polluted.contains(name)) {
        return StateCheck::NotChecked(format!("{name} is too large, or has parts that cannot be read"));
    }
    match comparison.polluted.is_empty() {
        true => StateCheck::NotChecked("the state that the test depends on is not known".to_owned()),
        false => StateCheck::Clean,
    }
}

/// Returns a name without the positions in arrays.
fn without_indices(name: &str) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    for char in name.chars() {
        is_inside = (is_inside || char == '[') && char != ']';
        if !is_inside || char == '[' {
            out.push(char);
        }
    }
    out
}

/// Starts a JVM, initializes classes and remembers their state.
fn begin<J: StateJvm>(jvm: &mut J, classes: &[String]) -> Result<bool, J::Error> {
    jvm.restart()?;
    jvm.initialize(classes)?;
    Ok(matches!(jvm.ask(&Request::Take)?, Answer::Taken(_)))
}

/// Lists the classes that are initialized behind an order, in a new JVM.
fn classes<J: StateJvm>(jvm: &mut J, order: &[TestIndex]) -> Result<Vec<String>, J::Error> {
    jvm.restart()?;
    jvm.run(order, &[])?;
    Ok(match jvm.ask(&Request::Classes)? {
        Answer::Classes(classes) => {
            classes.into_iter().filter(|class| !class.has_failed).map(|class| class.name).collect()
        }
        _ => Vec::new(),
    })
}

/// Parts that have changed right before the last test of an order, with their cells and the descriptors of these.
struct Changed {
    parts: BTreeMap<String, (Cell, String)>,
    outcome: Outcome,
}

/// Runs an order and returns the parts that have changed. `None` if the JVM has ended, or there are too many changes.
fn changed<J: StateJvm>(jvm: &mut J, order: &[TestIndex]) -> Result<Option<Changed>, J::Error> {
    let ran = jvm.run(order, &[Request::Changes { most: MOST_CHANGES }])?;
    let parts = parts(&ran.answers).filter(|_| ran.is_alive);
    Ok(parts.map(|parts| Changed { parts, outcome: ran.outcome }))
}

/// The value of a part that has changed.
struct Difference {
    value: Option<StateValue>,
    /// Whether it is the same as in the beginning; `None` if it could not be compared in full.
    is_same: Option<bool>,
}

impl Difference {
    fn is_like(&self, other: &Difference) -> Option<bool> {
        is_same(self.value.as_ref()?, other.value.as_ref()?)
    }
}

/// Runs an order again from the remembered state, and returns the values of parts right before its last test.
fn values<J: StateJvm>(
    jvm: &mut J,
    order: &[TestIndex],
    parts: &BTreeMap<String, (Cell, String)>,
) -> Result<Option<BTreeMap<String, Difference>>, J::Error> {
    if parts.is_empty() {
        return Ok(Some(BTreeMap::new()));
    }
    jvm.ask(&Request::Restore(CellSet::All))?;
    let cells = parts.values().map(|(cell, _)| *cell).collect();
    let ran = jvm.run(order, &[Request::Describe(cells)])?;
    let Some(Answer::Described(graphs)) = ran.answers.first().filter(|_| ran.is_alive) else {
        return Ok(None);
    };
    let mut found = BTreeMap::new();
    for ((name, (_, descriptor)), (clean, now)) in parts.iter().zip(graphs) {
        let value = StateValue::of(now, descriptor);
        let is_same = match (StateValue::of(clean, descriptor), &value) {
            (Some(clean), Some(now)) => is_same(&clean, now),
            _ => None,
        };
        // The table of a thread's locals has entries of the test runner, at places that vary.
        let is_same = is_same.filter(|is_same| *is_same || !name.starts_with("the thread's "));
        found.insert(name.clone(), Difference { value, is_same });
    }
    Ok(Some(found))
}

/// Groups the changes in an answer by parts, each with its cell and the descriptor of that. `None` if there are more changes than were sent.
fn parts(answers: &[Answer]) -> Option<BTreeMap<String, (Cell, String)>> {
    let Some(Answer::Changes { changes, more: 0 }) = answers.first() else { return None };
    let mut parts = BTreeMap::new();
    for change in changes {
        parts.entry(path::unit(change).to_string()).or_insert_with(|| (change.unit, descriptor(change)));
    }
    Some(parts)
}

/// The descriptor of the cell of a change's part.
fn descriptor(change: &Change) -> String {
    match path::unit(change).steps.last().map(|step| &step.place) {
        Some(Place::Static { descriptor, .. } | Place::Field { descriptor, .. }) => descriptor.clone(),
        _ => "L".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_tables_do_not_count() {
        assert_eq!(
            without_indices("p.Cache.entries.table[13].value.count"),
            "p.Cache.entries.table[].value.count"
        );
        assert_eq!(without_indices("p.Cache.size"), "p.Cache.size");
    }

    #[test]
    fn what_differs_is_named_before_what_is_unknown() {
        let polluted = ["p.A.x".to_owned()];
        let comparison = Comparison {
            test: 0,
            before: &[1],
            between: None,
            polluted: &polluted,
            is_self_polluting: false,
        };
        let check = |parts: &[(&str, bool)]| {
            result(parts.iter().map(|(name, known)| ((*name).to_owned(), *known)).collect(), &comparison)
        };
        assert_eq!(check(&[]), StateCheck::Clean);
        assert_eq!(
            check(&[("p.B.y", true), ("p.C.z", false)]),
            StateCheck::Differs(vec!["p.B.y".to_owned()])
        );
        // What could not be compared in full, and was not polluted, had no difference as far as could be seen.
        assert_eq!(check(&[("p.C.z", false)]), StateCheck::Clean);
        assert!(matches!(check(&[("p.A.x", false)]), StateCheck::NotChecked(_)));
        let unknown = Comparison { polluted: &[], ..comparison };
        assert!(matches!(result(Wrong::new(), &unknown), StateCheck::NotChecked(_)));
    }
}
