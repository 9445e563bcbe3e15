//! The state that tests leave behind, whether or not another test fails by it.
//!
//! Each test runs alone from the same state, in which the classes that the suite uses are initialized and no test has run. The parts
//! that differ afterwards are what the test leaves behind. A test whose code reads the field of such a part may depend on the one
//! that changed it, so these [pairs] are tried first.

use std::collections::{BTreeMap, BTreeSet};

use reenact_wire::snapshot::{Answer, Cell, CellSet, Change, Path, Place, Request, Summary, Taken};

use crate::detect::Watch;
use crate::explain::StateJvm;
use crate::orders;
use crate::path;
use crate::suite::{Suite, TestIndex};
use crate::values::Compared;

/// Changed cells of one test that are looked at; further ones are counted.
const MOST_CHANGES: u32 = 5_000;

/// Parts of one test whose values are read.
const MOST_VALUES: usize = 20;

/// The state that the tests of a suite leave behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// The tests that leave something behind, in the order of the suite.
    pub tests: Vec<TestLeftovers>,
    /// Tests that ended their JVM, so that nothing is known about them.
    pub ended: Vec<TestIndex>,
    /// Tests for which there was no time.
    pub not_run: usize,
    /// The size of the snapshot that states are compared with.
    pub taken: Taken,
}

/// The state that one test leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestLeftovers {
    pub test: TestIndex,
    /// Parts of the state, by their paths.
    pub parts: Vec<Leftover>,
    /// Changed cells that were not looked at.
    pub more: u64,
}

/// A part of the state that a test changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// The way from a static field to the part.
    pub path: Path,
    /// The number of its cells that differ.
    pub cells: usize,
    /// Its value before and behind the test; `None` if the test changed many other parts.
    pub values: Option<Compared>,
    /// The change; equal for tests that do the same to the part.
    effect: String,
}

impl Leftover {
    /// Returns the field that code reads to reach the part.
    pub fn field(&self) -> Option<FieldName> {
        let step = self.path.steps.last()?;
        match &step.place {
            Place::Static { name, .. } | Place::Field { name, .. } => {
                Some(FieldName { class: step.holder.clone(), name: name.clone() })
            }
            Place::Index(_) => None,
        }
    }
}

/// A field, by the class that declares it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldName {
    /// Internal name.
    pub class: String,
    pub name: String,
}

/// The fields that the code of each test reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldReads {
    by_field: BTreeMap<FieldName, BTreeSet<TestIndex>>,
}

impl FieldReads {
    pub fn add(&mut self, field: FieldName, test: TestIndex) {
        self.by_field.entry(field).or_default().insert(test);
    }

    /// Returns the other tests that read the field of a part.
    pub fn readers(&self, part: &Leftover, of: TestIndex) -> Vec<TestIndex> {
        let readers = part.field().and_then(|field| self.by_field.get(&field));
        readers.into_iter().flatten().copied().filter(|test| *test != of).collect()
    }
}

/// Runs each test of a suite alone, and lists what it leaves behind.
pub fn leftovers<J: StateJvm>(jvm: &mut J, suite: &Suite, watch: &dyn Watch) -> Result<Leftovers, J::Error> {
    let mut found = Leftovers::default();
    let all = orders::original(suite);
    if all.is_empty() {
        return Ok(found);
    }
    jvm.restart()?;
    found.ended = jvm.run(&all, &[])?.ended;
    let classes: Vec<String> = match jvm.ask(&Request::Classes)? {
        Answer::Classes(classes) => {
            classes.into_iter().filter(|class| !class.has_failed).map(|class| class.name).collect()
        }
        _ => Vec::new(),
    };
    let first = all.iter().copied().find(|test| !found.ended.contains(test));
    found.taken = begin(jvm, &classes, first)?;
    for (at, &test) in all.iter().enumerate() {
        watch.leftovers(at, all.len());
        if watch.is_time_up() {
            found.not_run = all.len() - at;
            break;
        }
        // Waiting for a test that hangs takes long enough once.
        if found.ended.contains(&test) {
            continue;
        }
        if !jvm.run(&[test], &[])?.is_alive {
            found.ended.push(test);
            begin(jvm, &classes, first.filter(|first| *first != test))?;
            continue;
        }
        let Answer::Changes { mut changes, more } = jvm.ask(&Request::Changes { most: MOST_CHANGES })? else {
            continue;
        };
        changes.retain(|change| !is_printed_text(change));
        if changes.is_empty() {
            continue;
        }
        let parts = parts(jvm, changes)?;
        jvm.ask(&Request::Restore(CellSet::All))?;
        found.tests.push(TestLeftovers { test, parts, more });
    }
    Ok(found)
}

/// Starts a JVM, initializes classes and takes a snapshot. Running a test leaves locals of the runner in the thread, which all
/// tests would seem to leave behind: so one is run first, and all else restored.
fn begin<J: StateJvm>(jvm: &mut J, classes: &[String], first: Option<TestIndex>) -> Result<Taken, J::Error> {
    jvm.restart()?;
    jvm.initialize(classes)?;
    let taken = jvm.ask(&Request::Take)?;
    let taken = match first {
        Some(test) if jvm.run(&[test], &[])?.is_alive => {
            let locals = path::THREAD_LOCALS.map(str::to_owned).to_vec();
            jvm.ask(&Request::Restore(CellSet::AllButUnits(locals)))?;
            jvm.ask(&Request::Take)?
        }
        Some(_) => return begin(jvm, classes, None),
        None => taken,
    };
    Ok(match taken {
        Answer::Taken(taken) => taken,
        _ => Taken::default(),
    })
}

/// Returns true if a change is what a test has printed, in the buffer of a standard stream.
fn is_printed_text(change: &Change) -> bool {
    let (Some(first), Some(last)) = (change.path.steps.first(), change.path.steps.last()) else {
        return false;
    };
    let is_stream = matches!(&first.place, Place::Static { name, .. } if matches!(&**name, "out" | "err"));
    first.holder == "java/lang/System" && is_stream && matches!(last.place, Place::Index(_))
}

/// Groups changes by the parts that they belong to, and reads the values of these.
fn parts<J: StateJvm>(jvm: &mut J, changes: Vec<Change>) -> Result<Vec<Leftover>, J::Error> {
    let mut parts: BTreeMap<String, (Cell, Leftover)> = BTreeMap::new();
    for change in changes {
        let way = path::unit(&change);
        let (_, part) = parts.entry(way.to_string()).or_insert_with(|| {
            (change.unit, Leftover { path: way, cells: 0, values: None, effect: String::new() })
        });
        part.cells += 1;
        part.effect.push_str(&format!("{}={}\n", change.path, value(&change.now)));
    }
    let cells = parts.values().take(MOST_VALUES).map(|(cell, _)| *cell).collect();
    let described = jvm.ask(&Request::Describe(cells))?;
    let mut parts: Vec<Leftover> = parts.into_values().map(|(_, part)| part).collect();
    if let Answer::Described(values) = described {
        for (part, (clean, now)) in parts.iter_mut().zip(values) {
            let compared = Compared::of(&part.path, &clean, &now);
            // Another object whose content differs in the same way has the same effect.
            if let Some(difference) = &compared.difference {
                part.effect.clone_from(difference);
            }
            part.values = Some(compared);
        }
    }
    Ok(parts)
}

/// A value without what differs from run to run.
fn value(summary: &Summary) -> String {
    match summary {
        Summary::Object { class, text, .. } => format!("{class} {}", text.as_deref().unwrap_or_default()),
        other => format!("{other:?}"),
    }
}

/// Ways to change a part that are tried: of a cache or a random seed each test has its own.
const MOST_EFFECTS: usize = 8;
/// Pairs for each test of the suite, on average.
const PAIRS_PER_TEST: usize = 4;

/// Returns pairs of a test that changes a part and one that reads its field, those of fields with few readers first. Of tests that
/// change a part in the same way one is taken; where only the object is another one, nothing is expected.
pub fn pairs(left: &Leftovers, reads: &FieldReads, suite: &Suite) -> Vec<(TestIndex, TestIndex)> {
    let mut effects: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut ranked: Vec<(usize, TestIndex, TestIndex)> = Vec::new();
    for polluter in &left.tests {
        for part in &polluter.parts {
            let readers = reads.readers(part, polluter.test);
            let is_same = part.values.as_ref().is_some_and(|values| values.is_same);
            if is_same || readers.is_empty() {
                continue;
            }
            let known = effects.entry(part.path.to_string()).or_default();
            if known.len() < MOST_EFFECTS && known.insert(&part.effect) {
                ranked.extend(readers.iter().map(|reader| (readers.len(), polluter.test, *reader)));
            }
        }
    }
    ranked.sort_unstable();
    let mut known = BTreeSet::new();
    let pairs = ranked.into_iter().map(|(_, polluter, reader)| (polluter, reader));
    pairs.filter(|pair| known.insert(*pair)).take(PAIRS_PER_TEST * suite.len()).collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::explain::Ran;
    use crate::runner::Outcome;
    use reenact_wire::snapshot::{ClassState, Graph, GraphValue, Step};

    /// Tests that set static fields of `a/A` to numbers, or end their JVM.
    struct Simulated {
        tests: Vec<Option<Vec<(&'static str, i32)>>>,
        fields: BTreeMap<&'static str, i32>,
        is_initialized: bool,
        has_snapshot: bool,
        jvms: usize,
    }

    impl StateJvm for Simulated {
        type Error = Infallible;

        fn restart(&mut self) -> Result<(), Infallible> {
            (self.is_initialized, self.has_snapshot) = (false, false);
            self.jvms += 1;
            self.fields.clear();
            Ok(())
        }

        fn ask(&mut self, request: &Request) -> Result<Answer, Infallible> {
            Ok(match request {
                Request::Classes => {
                    Answer::Classes(vec![ClassState { name: "a/A".to_owned(), has_failed: false }])
                }
                Request::Take => {
                    self.has_snapshot = self.is_initialized && self.fields.is_empty();
                    Answer::Taken(Taken { objects: 3, ..Taken::default() })
                }
                Request::Changes { .. } => {
                    assert!(self.has_snapshot, "states are compared with that after initialization");
                    let change = |(name, now): (&&str, &i32)| {
                        let (name, descriptor) = ((*name).to_owned(), "I".to_owned());
                        let place = Place::Static { name, descriptor };
                        let steps = vec![Step { holder: "a/A".to_owned(), is_jdk: false, place }];
                        let cell = Cell { holder: 0, slot: 0 };
                        let (clean, now) = (Summary::Int(0), Summary::Int(*now));
                        Change { cell, unit: cell, path: Path { steps }, clean, now, is_final: false }
                    };
                    Answer::Changes { changes: self.fields.iter().map(change).collect(), more: 0 }
                }
                Request::Describe(cells) => {
                    let values = self.fields.values().zip(cells);
                    let graph = |value| Graph { root: number(value), ..Graph::default() };
                    Answer::Described(values.map(|(now, _)| (graph(0), graph(*now))).collect())
                }
                Request::Restore(CellSet::All | CellSet::AllButUnits(_)) => {
                    self.fields.clear();
                    Answer::Restored { cells: 0, refused: 0 }
                }
                other => panic!("{other:?}"),
            })
        }

        fn initialize(&mut self, classes: &[String]) -> Result<(), Infallible> {
            self.is_initialized = classes == ["a/A"];
            Ok(())
        }

        fn run(&mut self, order: &[TestIndex], _: &[Request]) -> Result<Ran, Infallible> {
            let mut ended = Vec::new();
            for &test in order {
                match &self.tests[test] {
                    Some(writes) => self.fields.extend(writes.iter().copied()),
                    None => ended.push(test),
                }
            }
            Ok(Ran { outcome: Outcome::Passed, answers: Vec::new(), is_alive: ended.is_empty(), ended })
        }
    }

    fn number(value: i32) -> GraphValue {
        GraphValue::Bits(value as u64)
    }

    fn suite(tests: usize) -> Suite {
        Suite::new((0..tests).map(|test| format!("a.T#t{test}").parse().unwrap()).collect())
    }

    fn simulated(tests: Vec<Option<Vec<(&'static str, i32)>>>) -> Simulated {
        Simulated { tests, fields: BTreeMap::new(), is_initialized: false, has_snapshot: false, jvms: 0 }
    }

    #[test]
    fn each_test_is_looked_at_alone() {
        let tests = vec![Some(vec![("x", 1)]), Some(vec![]), None, Some(vec![("x", 2), ("y", 1)])];
        let mut jvm = simulated(tests);
        let found = leftovers(&mut jvm, &suite(4), &()).unwrap();
        let parts = |at: usize| -> Vec<String> {
            found.tests[at].parts.iter().map(|part| part.path.to_string()).collect()
        };
        assert_eq!(found.tests.iter().map(|left| left.test).collect::<Vec<_>>(), [0, 3]);
        assert_eq!((parts(0), parts(1)), (vec!["a.A.x".to_owned()], vec!["a.A.x".into(), "a.A.y".into()]));
        let values = found.tests[1].parts[0].values.as_ref();
        assert_eq!(values.map(|values| (&*values.clean, &*values.now)), Some(("0", "2")));
        assert_eq!((found.ended, found.taken.objects), (vec![2], 3));
        assert_eq!(jvm.jvms, 2, "one to know the classes, one for the tests");
    }

    #[test]
    fn readers_are_paired_with_each_change_once_and_rare_readers_first() {
        let x = |value| Some(vec![("x", value)]);
        let mut jvm = simulated(vec![x(1), x(1), x(2), Some(vec![("y", 1)]), Some(vec![])]);
        let found = leftovers(&mut jvm, &suite(5), &()).unwrap();
        let mut reads = FieldReads::default();
        let field = |name: &str| FieldName { class: "a/A".to_owned(), name: name.to_owned() };
        reads.add(field("x"), 3);
        reads.add(field("x"), 4);
        reads.add(field("y"), 4);
        assert_eq!(pairs(&found, &reads, &suite(5)), [(3, 4), (0, 3), (0, 4), (2, 3), (2, 4)]);
    }
}
