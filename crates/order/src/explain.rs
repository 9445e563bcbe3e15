//! The state that makes an order-dependent test fail or pass.
//!
//! A JVM with the agent remembers the state in which a test has one outcome, runs the tests that change the outcome, and restores parts of
//! the state right before the test starts. Delta debugging over the parts leaves the smallest set that decides. All trials run in
//! one JVM, as the state is restored in place between them; a fresh JVM confirms the result.
//!
//! For a victim the remembered state is the clean one, and the parts sought are those whose restoration heals it. For a brittle
//! test it is the state that lacks something, and the parts sought are those that must not be restored.

use std::collections::{BTreeMap, BTreeSet};

use reenact_wire::snapshot::{
    Access, Answer, Cell, CellSet, Change, ClassState, Frame, Graph, Path, Request, Taken,
};

use crate::detect::Kind;
use crate::minimize::minimize;
use crate::path;
use crate::runner::Outcome;
use crate::suite::{Order, TestIndex};

/// Changes that are looked at; further ones are counted.
const MOST_CHANGES: u32 = 20_000;

/// A JVM that runs tests with all state shared, and has the agent in it.
pub trait StateJvm {
    type Error;

    /// Ends the JVM, if there is one, and starts another.
    fn restart(&mut self) -> Result<(), Self::Error>;

    /// Passes a request on to the agent.
    fn ask(&mut self, request: &Request) -> Result<Answer, Self::Error>;

    /// Runs the initializers of classes, by internal name.
    fn initialize(&mut self, classes: &[String]) -> Result<(), Self::Error>;

    /// Runs tests, with requests right before the last one starts.
    fn run(&mut self, order: &[TestIndex], before_last: &[Request]) -> Result<Ran, Self::Error>;
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Outcome of the last test.
    pub outcome: Outcome,
    /// Answers to the requests before it.
    pub answers: Vec<Answer>,
    /// True if the JVM, and so its snapshot, is still there.
    pub is_alive: bool,
    /// The tests that ended their JVM.
    pub ended: Vec<TestIndex>,
}

/// An order-dependent test with the tests before it that change its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    pub test: TestIndex,
    pub kind: Kind,
    /// Polluters or state-setters, in order.
    pub behind: Vec<TestIndex>,
}

/// The explanation of a dependence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub cause: Cause,
    /// The size of the snapshot.
    pub taken: Taken,
    /// Parts of the state that the tests before had changed.
    pub changed: usize,
    /// Changed cells that were not looked at, because there were so many.
    pub more: u64,
    /// Further tests that alone change the outcome as the tests before do, of those that were tried.
    pub further: Vec<TestIndex>,
    /// Tests that undo what the tests before did, of those that were tried.
    pub cleaners: Vec<TestIndex>,
    /// Runs of the tests that it took.
    pub trials: usize,
    /// True if a fresh JVM gave the same result.
    pub is_confirmed: bool,
}

/// Tests that are tried once the state is known, with the state restored in place between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbors {
    /// Tests that may change the state as the tests before do.
    pub causes: Vec<TestIndex>,
    /// Tests that may undo it.
    pub cleaners: Vec<TestIndex>,
}

/// The cause of a dependence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The smallest set of parts that decides.
    State(Vec<Part>),
    /// Classes whose initializer failed: the JVM refuses them from then on.
    FailedInitializers(Vec<String>),
    /// All state that is known was restored, and the outcome was the same: the cause lies elsewhere.
    NotInHeap,
    /// The tests have another outcome in the JVM with the agent.
    NotReproduced,
}

/// A part of the state: a field of the subject's own with the content of what it leads to, or a root of the JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The way from a static field.
    pub path: Path,
    /// Cells that differ.
    pub changes: Vec<Change>,
    /// The value without and with the tests before.
    pub clean: Graph,
    pub polluted: Graph,
    /// Stacks of the tests before that wrote it, or reached its content; and of the test, that read it.
    pub written: Vec<Vec<Frame>>,
    pub read: Vec<Vec<Frame>>,
}

/// A way to a state that a snapshot is taken of.
#[derive(Clone, Debug)]
enum Preparation {
    /// The test itself has run, so that its classes are initialized.
    Warm,
    /// These classes are initialized, and no test has run.
    Eager(Vec<String>),
}

/// Finds the state that a test depends on.
pub fn explain<J: StateJvm>(jvm: &mut J, dependence: &Dependence) -> Result<Explanation, J::Error> {
    explain_with(jvm, dependence, &|_| Neighbors::default())
}

/// Finds the state that a test depends on, and which other tests change or undo it, of those that `neighbors` returns for the state.
pub fn explain_with<J: StateJvm>(
    jvm: &mut J,
    dependence: &Dependence,
    neighbors: &dyn Fn(&[Part]) -> Neighbors,
) -> Result<Explanation, J::Error> {
    let mut experiment = Experiment::new(jvm, dependence);
    let mut cause = Cause::NotReproduced;
    let mut tried = Neighbors::default();
    // A test that fails behind itself cannot run before the snapshot.
    let is_of_itself = dependence.behind.contains(&dependence.test);
    for is_warm in [true, false] {
        if is_warm && is_of_itself {
            continue;
        }
        let is_prepared = match is_warm {
            true => experiment.prepare_as(Preparation::Warm)?,
            false => {
                let (behind, both) = experiment.classes()?;
                // To initialize a class that the tests before keep from being initialized may change the outcome.
                experiment.prepare_as(Preparation::Eager(both.clone()))?
                    || behind != both && experiment.prepare_as(Preparation::Eager(behind))?
            }
        };
        if !is_prepared {
            continue;
        }
        if let Some(units) = experiment.deciding()? {
            experiment.is_confirmed =
                experiment.prepare()? && experiment.decides(&units)? && !experiment.decides(&[])?;
            let parts = experiment.parts(&units)?;
            tried = experiment.try_neighbors(&neighbors(&parts))?;
            cause = Cause::State(parts);
            break;
        }
        let failed = experiment.failed_classes.clone();
        cause = match failed.is_empty() {
            true => Cause::NotInHeap,
            false => Cause::FailedInitializers(failed.iter().cloned().collect()),
        };
        // Seen twice, it is not an accident.
        experiment.is_confirmed =
            !failed.is_empty() && experiment.prepare()? && experiment.failed_classes == failed;
    }
    Ok(Explanation {
        cause,
        taken: experiment.taken,
        changed: experiment.changed,
        more: experiment.more,
        further: tried.causes,
        cleaners: tried.cleaners,
        trials: experiment.trials,
        is_confirmed: experiment.is_confirmed,
    })
}

/// A part of the state in the JVM at hand.
#[derive(Clone, Debug)]
struct Unit {
    cell: Cell,
    changes: Vec<Change>,
}

struct Experiment<'e, J> {
    jvm: &'e mut J,
    dependence: &'e Dependence,
    order: Order,
    /// Parts that the tests before changed, by name.
    units: BTreeMap<String, Unit>,
    /// Parts that change when the test runs alone: by what its class does before, or from run to run.
    noise: BTreeSet<String>,
    /// Classes whose initializer fails behind the tests before.
    failed_classes: BTreeSet<String>,
    preparation: Preparation,
    taken: Taken,
    changed: usize,
    more: u64,
    trials: usize,
    is_confirmed: bool,
}

impl<'e, J: StateJvm> Experiment<'e, J> {
    fn new(jvm: &'e mut J, dependence: &'e Dependence) -> Self {
        let order = dependence.behind.iter().copied().chain([dependence.test]).collect();
        Experiment {
            jvm,
            dependence,
            order,
            units: BTreeMap::new(),
            noise: BTreeSet::new(),
            failed_classes: BTreeSet::new(),
            preparation: Preparation::Warm,
            taken: Taken::default(),
            changed: 0,
            more: 0,
            trials: 0,
            is_confirmed: false,
        }
    }

    /// Returns true if the test had the outcome that it has behind the other tests.
    fn is_changed(&self, outcome: Outcome) -> bool {
        match self.dependence.kind {
            Kind::Brittle => outcome == Outcome::Passed,
            _ => outcome.is_failure(),
        }
    }

    /// Returns true if the test had the outcome that it has alone.
    fn is_usual(&self, ran: &Ran) -> bool {
        ran.is_alive
            && match self.dependence.kind {
                Kind::Brittle => ran.outcome.is_failure(),
                _ => ran.outcome == Outcome::Passed,
            }
    }

    fn run_alone(&mut self, before: &[Request]) -> Result<Ran, J::Error> {
        self.trials += 1;
        self.jvm.run(&[self.dependence.test], before)
    }

    fn run_all(&mut self, before_last: &[Request]) -> Result<Ran, J::Error> {
        self.trials += 1;
        let order = self.order.clone();
        self.jvm.run(&order, before_last)
    }

    /// Lists the classes that are initialized when all tests have run, and these with those that the test alone initializes: where it
    /// fails behind the others, it may not get as far, and what it does to its further classes would outlive every trial.
    fn classes(&mut self) -> Result<(Vec<String>, Vec<String>), J::Error> {
        self.jvm.restart()?;
        self.run_all(&[])?;
        let behind = self.class_states()?;
        self.jvm.restart()?;
        self.run_alone(&[])?;
        let alone = self.class_states()?;
        let failed: BTreeSet<&String> =
            behind.iter().chain(&alone).filter(|class| class.has_failed).map(|class| &class.name).collect();
        let usable = |classes: &[ClassState]| -> BTreeSet<String> {
            classes.iter().map(|class| &class.name).filter(|name| !failed.contains(name)).cloned().collect()
        };
        let (behind, alone) = (usable(&behind), usable(&alone));
        let both = behind.union(&alone).cloned().collect();
        Ok((behind.into_iter().collect(), both))
    }

    /// Prepares the JVM in a way that all trials then use.
    fn prepare_as(&mut self, preparation: Preparation) -> Result<bool, J::Error> {
        self.preparation = preparation;
        self.prepare()
    }

    fn failed(&mut self) -> Result<BTreeSet<String>, J::Error> {
        let classes = self.class_states()?.into_iter();
        Ok(classes.filter(|class| class.has_failed).map(|class| class.name).collect())
    }

    fn class_states(&mut self) -> Result<Vec<ClassState>, J::Error> {
        Ok(match self.jvm.ask(&Request::Classes)? {
            Answer::Classes(classes) => classes,
            _ => Vec::new(),
        })
    }

    /// Takes a snapshot in a new JVM. Returns false if the test alone does not have its usual outcome there.
    fn begin(&mut self) -> Result<bool, J::Error> {
        self.jvm.restart()?;
        let taken = match self.preparation.clone() {
            Preparation::Warm => {
                let first = self.run_alone(&[])?;
                let second = self.run_alone(&[Request::Take])?;
                if !self.is_usual(&first) || !self.is_usual(&second) {
                    return Ok(false);
                }
                second.answers.into_iter().next()
            }
            Preparation::Eager(classes) => {
                self.jvm.initialize(&classes)?;
                Some(self.jvm.ask(&Request::Take)?)
            }
        };
        let Some(Answer::Taken(taken)) = taken else { return Ok(false) };
        self.taken = taken;
        Ok(true)
    }

    /// Lists the parts that the tests before change. Returns false if the outcomes are not those of the dependence.
    fn prepare(&mut self) -> Result<bool, J::Error> {
        let changes = [Request::Changes { most: MOST_CHANGES }];
        if !self.begin()? {
            return Ok(false);
        }
        let alone = self.run_alone(&changes)?;
        if !self.is_usual(&alone) {
            return Ok(false);
        }
        self.noise = units(&alone.answers).into_keys().collect();
        let failed_before = self.failed()?;
        // The test may have initialized classes that then are as they should be, so that nothing would show.
        match self.preparation {
            Preparation::Warm => {
                self.jvm.ask(&Request::Restore(CellSet::All))?;
            }
            Preparation::Eager(_) => {
                if !self.begin()? {
                    return Ok(false);
                }
            }
        }
        let ran = self.run_all(&changes)?;
        if !ran.is_alive || !self.is_changed(ran.outcome) {
            return Ok(false);
        }
        self.units = units(&ran.answers);
        self.changed = self.units.len();
        if let Some(Answer::Changes { more, .. }) = ran.answers.first() {
            self.more = *more;
        }
        self.failed_classes = self.failed()?.difference(&failed_before).cloned().collect();
        Ok(true)
    }

    /// Returns the smallest set of parts that decides, if all of them do.
    fn deciding(&mut self) -> Result<Option<Vec<String>>, J::Error> {
        let all: Vec<String> = self.units.keys().cloned().collect();
        let stable: Vec<String> = all.iter().filter(|unit| !self.noise.contains(*unit)).cloned().collect();
        // What changes when the test runs alone is hardly the cause, and restoring it may undo what its class has set up.
        for candidates in [stable, all] {
            if !candidates.is_empty() && self.decides(&candidates)? {
                return minimize(&candidates, |part| self.decides(part)).map(Some);
            }
        }
        Ok(None)
    }

    /// Runs all tests, with parts restored right before the last. Returns true if these parts decide about the outcome: restored, a victim
    /// passes; as the only ones that are not restored, a brittle test passes.
    fn decides(&mut self, parts: &[String]) -> Result<bool, J::Error> {
        let set = match self.dependence.kind {
            Kind::Brittle => CellSet::AllButUnits(parts.to_vec()),
            _ => CellSet::Units(parts.to_vec()),
        };
        self.reset()?;
        let ran = self.run_all(&[Request::Restore(set)])?;
        if !ran.is_alive {
            self.begin()?;
            return Ok(false);
        }
        Ok(ran.outcome == Outcome::Passed)
    }

    /// Makes the state what it was when the snapshot was taken.
    fn reset(&mut self) -> Result<(), J::Error> {
        // A class whose initializer has failed stays so for as long as its JVM lives.
        if !self.failed_classes.is_empty() {
            self.begin()?;
        } else {
            self.jvm.ask(&Request::Restore(CellSet::All))?;
        }
        Ok(())
    }

    /// Describes parts: values, and the code that wrote and read them.
    fn parts(&mut self, names: &[String]) -> Result<Vec<Part>, J::Error> {
        let mut parts = Vec::new();
        for name in names {
            // Numbers of cells are those of the JVM at hand.
            self.reset()?;
            let changed = self.run_all(&[Request::Changes { most: MOST_CHANGES }])?;
            let Some(unit) = units(&changed.answers).remove(name) else { continue };
            if !self.failed_classes.is_empty() {
                parts.push(self.part_behind(unit)?);
                continue;
            }
            self.reset()?;
            let fields = unit.changes.iter().map(|change| change.cell);
            let watched: BTreeSet<Cell> = fields.chain([unit.cell]).collect();
            let watch = Request::Watch(watched.into_iter().collect());
            self.jvm.ask(&watch)?;
            let before_last = [Request::Accesses, Request::Describe(vec![unit.cell]), watch];
            let ran = self.run_all(&before_last)?;
            let after = match ran.is_alive {
                true => self.jvm.ask(&Request::Accesses)?,
                false => Answer::Accesses(Vec::new()),
            };
            let mut answers = ran.answers.into_iter();
            let before = answers.next();
            let (clean, polluted) = match answers.next() {
                Some(Answer::Described(graphs)) => graphs.into_iter().next().unwrap_or_default(),
                _ => Default::default(),
            };
            let path = unit.changes.first().map_or(Path { steps: Vec::new() }, path::unit);
            parts.push(Part {
                path,
                clean,
                polluted,
                written: writers(before),
                read: readers(Some(after)),
                changes: unit.changes,
            });
        }
        Ok(parts)
    }
}

impl<J: StateJvm> Experiment<'_, J> {
    /// Runs other tests in place of, or behind, the tests before. Returns those that alone have the same effect, and those that undo it.
    fn try_neighbors(&mut self, neighbors: &Neighbors) -> Result<Neighbors, J::Error> {
        let test = self.dependence.test;
        let mut found = Neighbors::default();
        for &other in &neighbors.causes {
            if self.order.contains(&other) {
                continue;
            }
            let ran = self.run_from_clean(&[other, test])?;
            if ran.is_alive && self.is_changed(ran.outcome) {
                found.causes.push(other);
            }
        }
        let is_cause = |other: &TestIndex| self.order.contains(other) || found.causes.contains(other);
        let cleaners: Vec<TestIndex> =
            neighbors.cleaners.iter().copied().filter(|other| !is_cause(other)).collect();
        for cleaner in cleaners {
            let order: Order = self.dependence.behind.iter().copied().chain([cleaner, test]).collect();
            let ran = self.run_from_clean(&order)?;
            if ran.is_alive && !self.is_changed(ran.outcome) {
                found.cleaners.push(cleaner);
            }
        }
        Ok(found)
    }

    /// Runs an order from the state of the snapshot.
    fn run_from_clean(&mut self, order: &[TestIndex]) -> Result<Ran, J::Error> {
        self.reset()?;
        self.trials += 1;
        let ran = self.jvm.run(order, &[])?;
        if !ran.is_alive {
            self.begin()?;
        }
        Ok(ran)
    }

    /// Describes a part behind a run that cannot be repeated in its JVM, without the code that wrote and read it.
    fn part_behind(&mut self, unit: Unit) -> Result<Part, J::Error> {
        let (clean, polluted) = match self.jvm.ask(&Request::Describe(vec![unit.cell]))? {
            Answer::Described(graphs) => graphs.into_iter().next().unwrap_or_default(),
            _ => Default::default(),
        };
        let path = unit.changes.first().map_or(Path { steps: Vec::new() }, path::unit);
        let (written, read) = (Vec::new(), Vec::new());
        Ok(Part { path, changes: unit.changes, clean, polluted, written, read })
    }
}

/// Groups the changes in an answer by the parts that they belong to.
fn units(answers: &[Answer]) -> BTreeMap<String, Unit> {
    let mut units: BTreeMap<String, Unit> = BTreeMap::new();
    let Some(Answer::Changes { changes, .. }) = answers.first() else { return units };
    for change in changes {
        let unit = units.entry(path::unit(change).to_string());
        let unit = unit.or_insert_with(|| Unit { cell: change.unit, changes: Vec::new() });
        unit.changes.push(change.clone());
    }
    units
}

/// Returns the stacks that wrote; if nothing was seen to write, those that read the way to the content.
fn writers(answer: Option<Answer>) -> Vec<Vec<Frame>> {
    let Some(Answer::Accesses(accesses)) = answer else { return Vec::new() };
    let writes = stacks(&accesses, |access| access.is_write);
    if writes.is_empty() { stacks(&accesses, |_| true) } else { writes }
}

fn readers(answer: Option<Answer>) -> Vec<Vec<Frame>> {
    let Some(Answer::Accesses(accesses)) = answer else { return Vec::new() };
    stacks(&accesses, |access| !access.is_write)
}

/// Returns the stacks of some accesses, each once, as far as code of the subject is on them.
fn stacks(accesses: &[Access], is_wanted: impl Fn(&Access) -> bool) -> Vec<Vec<Frame>> {
    let mut found: Vec<Vec<Frame>> = Vec::new();
    for access in accesses.iter().filter(|access| is_wanted(access)) {
        let own: Vec<Frame> = access.frames.iter().filter(|frame| !frame.is_jdk).cloned().collect();
        let own: Vec<Frame> = own.into_iter().take_while(|frame| !path::is_runner(&frame.class)).collect();
        if !own.is_empty() && !found.contains(&own) {
            found.push(own);
        }
    }
    found
}
