//! The search for a repair of one test after the other.

use std::collections::BTreeSet;
use std::rc::Rc;

use reenact_java::edit::Framework;
use reenact_rebuild::Viewpoint;
use reenact_wire::driver::TestId;
use reenact_world::FieldId;

use super::borrowed::{self, Donor};
use super::candidate::Candidate;
use super::lab::{Lab, Place, Source, StateCheck};
use super::place::{self, Edit, Placement};
use super::platform;
use super::program::{Constants, Program, Reach};
use super::resets::Resets;
use super::seen::Seen;
use super::sources::Sources;
use super::state::PollutedField;
use super::suspects;
use super::values::Values;
use crate::detect::Kind;
use crate::runner::{Freshness, Outcome};

/// Classes near the polluted type whose methods are tried, as in the paper.
const NEAR_CLASSES: usize = 10;

/// Candidates of one field that are combined with those of another one.
const MOST_TOGETHER: usize = 4;

/// Calls that are tried for one field.
const MOST_OF_FIELD: usize = 40;

/// Sets of polluters that may each need a statement of its own.
const MOST_APART: usize = 3;

/// Candidates that are tried each in a JVM of its own.
const MOST_IN_JVMS: usize = 40;

/// An order-dependent test with its causes.
#[derive(Clone, Debug)]
pub struct Patient {
    pub test: TestId,
    pub kind: Kind,
    pub is_self_polluting: bool,
    /// Polluters of a victim, or state-setters of a brittle test.
    pub sets: Vec<Vec<TestId>>,
    /// Cleaners, with the position of the set behind which they clean.
    pub cleaners: Vec<(usize, TestId)>,
    /// The isolation that gives an order a clean state.
    pub freshness: Freshness,
    /// Names of the parts of the state that it depends on; empty if they are not known.
    pub parts: Vec<String>,
    /// These parts for the search; if there are none, fields that both tests use are tried.
    pub polluted: Vec<PollutedField>,
    /// How often it failed in the orders that were run without any change.
    pub seen: Seen,
}

/// Limits of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Candidates that are tried for one test.
    pub candidates: usize,
    /// Cleaners and state-setters whose statements are tried for one test.
    pub donors: usize,
    /// Candidates that are put into the source because they worked between the tests.
    pub edits: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { candidates: 400, donors: 3, edits: 12 }
    }
}

/// The result for one test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The edit was accepted.
    Repaired,
    /// An edit for another test repairs this one too.
    RepairedBy(String),
    /// Only a reflective reset works, which shows the state but is not a repair.
    Explained,
    NotRepaired(String),
}

/// The result for one test, with the edit.
#[derive(Clone, Debug)]
pub struct Repair {
    pub test: TestId,
    pub verdict: Verdict,
    pub candidate: Option<Candidate>,
    pub placement: Option<Placement>,
    pub edit: Option<Edit>,
    /// Candidates that were run.
    pub tried: usize,
    pub state: StateCheck,
}

/// Repairs tests, one after the other: later ones see the edits of earlier ones.
pub struct Repairer<'a, 'w, L> {
    pub(super) program: &'a Program<'w>,
    pub(super) lab: &'a mut L,
    pub(super) sources: Sources,
    settings: Settings,
    /// Classes with accepted edits, the latest first.
    pub(super) places: Vec<Place>,
    /// The tests of the suite in their order, and how they end without any edit.
    pub(super) suite: Vec<TestId>,
    pub(super) baseline: Vec<Outcome>,
    pub(super) accepted: Vec<Accepted>,
    /// True if the whole suite is run once, with all edits, and not with each.
    pub(super) is_suite_last: bool,
    compiled: usize,
}

/// An edit that was accepted: the test that it was made for, and that test's polluters.
pub(super) struct Accepted {
    pub(super) test: String,
    pub(super) polluters: Vec<TestId>,
}

impl<'a, 'w, L: Lab> Repairer<'a, 'w, L> {
    /// Runs the suite once, to know its outcome without edits.
    pub fn new(
        program: &'a Program<'w>,
        lab: &'a mut L,
        sources: Sources,
        suite: Vec<TestId>,
        settings: Settings,
    ) -> Result<Self, L::Error> {
        let baseline = lab
            .run(std::slice::from_ref(&suite), &[], Freshness::Jvm)?
            .into_iter()
            .next()
            .unwrap_or_default();
        Ok(Repairer {
            program,
            lab,
            sources,
            settings,
            places: Vec::new(),
            suite,
            baseline,
            accepted: Vec::new(),
            is_suite_last: false,
            compiled: 0,
        })
    }

    /// Leaves the run of the whole suite to the end, for suites that take long: see [`Repairer::whole_suite_refusal`].
    pub fn run_suite_last(&mut self) {
        self.is_suite_last = true;
    }

    /// Runs the whole suite with each further edit.
    pub fn run_suite_each(&mut self) {
        self.is_suite_last = false;
    }

    /// Takes all edits back. From now on the whole suite is run with each.
    pub fn start_over(&mut self, sources: Sources) {
        self.sources = sources;
        self.places.clear();
        self.accepted.clear();
        self.run_suite_each();
    }

    /// The sources with all accepted edits.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The classes with accepted edits, the latest first, and where they were compiled.
    pub fn edited(&self) -> (&L, &[Place]) {
        (self.lab, &self.places)
    }

    /// Runs orders with all accepted edits, in a JVM that has run no others.
    pub fn run_orders(&mut self, orders: &[Vec<TestId>]) -> Result<Vec<Vec<Outcome>>, L::Error> {
        self.lab.renew();
        self.run_with_edits(orders, Freshness::Loader)
    }

    /// Runs orders with all accepted edits.
    pub fn run_with_edits(
        &mut self,
        orders: &[Vec<TestId>],
        freshness: Freshness,
    ) -> Result<Vec<Vec<Outcome>>, L::Error> {
        self.lab.run(orders, &self.places.clone(), freshness)
    }

    /// Looks whether an accepted edit repairs a further test: it fails behind some of the polluters that are known, as long as there is no
    /// edit, and with the edits it passes alone, behind these polluters and behind every class. `None` if that does not hold; then
    /// the causes of the test have to be found first.
    pub fn repaired_already(
        &mut self,
        test: &TestId,
        known: &[Vec<TestId>],
    ) -> Result<Option<(Patient, Repair)>, L::Error> {
        if self.places.is_empty() {
            return Ok(None);
        }
        let (mut sets, mut seen) = (Vec::new(), Seen::default());
        for set in known.iter().filter(|set| !set.contains(test)) {
            let order: Vec<TestId> = set.iter().cloned().chain([test.clone()]).collect();
            let outcomes = self.lab.run(&[order], &[], Freshness::Loader)?;
            seen.runs += 1;
            if outcomes[0].last().is_some_and(|outcome| outcome.is_failure()) {
                seen.failures += 1;
                sets.push(set.clone());
            }
        }
        let (cleaners, parts, polluted) = (Vec::new(), Vec::new(), Vec::new());
        let patient = Patient {
            test: test.clone(),
            kind: Kind::Victim,
            is_self_polluting: false,
            sets,
            cleaners,
            freshness: Freshness::Loader,
            parts,
            polluted,
            seen,
        };
        if patient.sets.is_empty() || self.refusal(&patient, &[], Freshness::Jvm)?.is_some() {
            return Ok(None);
        }
        let classes: BTreeSet<String> = self.suite.iter().map(|test| test.class.clone()).collect();
        for class in classes {
            let others = self.suite.iter().filter(|other| other.class == class && *other != test);
            let order: Vec<TestId> = others.cloned().chain([test.clone(), test.clone()]).collect();
            let outcomes = self.lab.run(&[order], &self.places.clone(), Freshness::Loader)?;
            if outcomes[0].iter().rev().take(2).any(|outcome| *outcome != Outcome::Passed) {
                return Ok(None);
            }
        }
        let repair = self.by_earlier(&patient);
        Ok(Some((patient, repair)))
    }

    /// The test of the edit behind one of a victim's own polluters, or of the latest edit.
    fn repaired_by(&self, patient: &Patient) -> String {
        let own: BTreeSet<&TestId> = patient.sets.iter().flatten().collect();
        let shares = |edit: &&Accepted| edit.polluters.iter().any(|test| own.contains(test));
        let by = self.accepted.iter().rfind(shares).or(self.accepted.last());
        by.map_or(String::new(), |edit| edit.test.clone())
    }

    /// Looks whether the accepted edits repair a test whose causes are known, in fresh JVMs.
    pub fn repaired_by_earlier(&mut self, patient: &Patient) -> Result<Option<Repair>, L::Error> {
        let is_of_order = !matches!(patient.kind, Kind::NonDeterministic | Kind::Environment);
        let has_cause = !patient.sets.is_empty() || patient.is_self_polluting;
        if self.places.is_empty() || !is_of_order || !has_cause {
            return Ok(None);
        }
        if self.refusal(patient, &[], Freshness::Jvm)?.is_some() {
            return Ok(None);
        }
        Ok(Some(self.by_earlier(patient)))
    }

    fn by_earlier(&self, patient: &Patient) -> Repair {
        Repair {
            test: patient.test.clone(),
            verdict: Verdict::RepairedBy(self.repaired_by(patient)),
            candidate: None,
            placement: None,
            edit: None,
            tried: 0,
            state: StateCheck::NotChecked(
                "it was compared for the test that the change was made for".to_owned(),
            ),
        }
    }

    /// Looks for a repair. `progress` gets a line on what is tried.
    pub fn repair(&mut self, patient: &Patient, progress: &dyn Fn(&str)) -> Result<Repair, L::Error> {
        let mut repair = Repair {
            test: patient.test.clone(),
            verdict: Verdict::NotRepaired(String::new()),
            candidate: None,
            placement: None,
            edit: None,
            tried: 0,
            state: StateCheck::NotChecked("there is no change".to_owned()),
        };
        if matches!(patient.kind, Kind::NonDeterministic | Kind::Environment) {
            repair.verdict =
                Verdict::NotRepaired("its outcome does not depend on the order alone".to_owned());
            return Ok(repair);
        }
        if patient.sets.is_empty() && !patient.is_self_polluting {
            repair.verdict = Verdict::NotRepaired("no test is known that is the cause".to_owned());
            return Ok(repair);
        }
        let mut reasons: Vec<String> = Vec::new();
        // Long borrowed code is kept for the case that nothing shorter is found.
        let mut long: Vec<Candidate> = Vec::new();
        for candidate in self.borrowed(patient, &mut repair, &mut reasons, progress)? {
            match candidate.statements.len() {
                0..=2 if self.accept(patient, candidate.clone(), &mut repair, &mut reasons)? => {
                    return Ok(repair);
                }
                _ => long.push(candidate),
            }
        }
        if patient.kind == Kind::Brittle {
            long.splice(0..0, self.assignments(patient));
        } else {
            progress("looking for methods that reset the state");
            let (plain, saved, near) = self.candidates(patient);
            let mut working = self.try_between(patient, plain, &mut repair, progress)?;
            // A value that is saved before the polluter cannot be tried between the tests, nor code that only the test class can have.
            working.extend(saved);
            working.append(&mut long);
            for candidate in working {
                if self.accept(patient, candidate, &mut repair, &mut reasons)? {
                    return Ok(repair);
                }
            }
            long = self.try_between(patient, near, &mut repair, progress)?;
        }
        for candidate in long {
            if self.accept(patient, candidate, &mut repair, &mut reasons)? {
                return Ok(repair);
            }
        }
        if reasons.is_empty() {
            reasons.push(format!("none of {} candidates made it pass", repair.tried));
        }
        let mut seen = BTreeSet::new();
        reasons.retain(|reason| seen.insert(reason.clone()));
        reasons.truncate(4);
        repair.verdict = Verdict::NotRepaired(reasons.join("; "));
        Ok(repair)
    }

    /// Candidates from cleaners or state-setters.
    fn borrowed(
        &mut self,
        patient: &Patient,
        repair: &mut Repair,
        reasons: &mut Vec<String>,
        progress: &dyn Fn(&str),
    ) -> Result<Vec<Candidate>, L::Error> {
        let is_brittle = patient.kind == Kind::Brittle;
        let mut donors: Vec<(&[TestId], &TestId)> = match is_brittle {
            true => patient.sets.iter().filter(|set| set.len() == 1).map(|set| (&[][..], &set[0])).collect(),
            false => {
                let first = patient.cleaners.iter().filter(|(set, _)| *set == 0);
                first
                    .filter_map(|(set, cleaner)| Some((patient.sets.get(*set)?.as_slice(), cleaner)))
                    .collect()
            }
        };
        // Statements of the same class and package need the least around them.
        let package = |test: &TestId| {
            test.class.rsplit_once('.').map_or(String::new(), |(package, _)| package.to_owned())
        };
        donors.sort_by_key(|(_, donor)| {
            (donor.class != patient.test.class, package(donor) != package(&patient.test))
        });
        let mut found = Vec::new();
        for (before, test) in donors.into_iter().take(self.settings.donors) {
            progress(&format!("looking for the statements of {test} that are needed"));
            repair.tried += 1;
            let donor = Donor { test, before, behind: &patient.test, freshness: patient.freshness };
            match borrowed::candidate(self.lab, self.program, &self.sources, &donor)? {
                Ok(candidate) => {
                    let is_short = candidate.statements.len() <= 2;
                    found.push(candidate);
                    if is_short {
                        break;
                    }
                }
                Err(reason) => reasons.push(reason),
            }
        }
        found.sort_by_key(|candidate| candidate.statements.len());
        Ok(found)
    }

    /// Runs candidates as tests between polluters and victim, and returns those that clean.
    fn try_between(
        &mut self,
        patient: &Patient,
        candidates: Vec<Candidate>,
        repair: &mut Repair,
        progress: &dyn Fn(&str),
    ) -> Result<Vec<Candidate>, L::Error> {
        if candidates.is_empty() {
            return Ok(candidates);
        }
        let mut candidates = candidates;
        if patient.freshness == Freshness::Jvm {
            candidates.truncate(MOST_IN_JVMS);
        }
        let classes = self.test_classes(patient, &candidates);
        progress(&format!("trying {} candidates", candidates.len()));
        let sources: Vec<Source> = classes.iter().map(|(source, _)| source.clone()).collect();
        let built = self.lab.compile(&sources)?;
        let Some(place) = built.place else { return Ok(Vec::new()) };
        let places: Vec<Place> = std::iter::once(place).chain(self.places.iter().copied()).collect();
        let refused: BTreeSet<usize> = built.refused.iter().map(|(at, _)| *at).collect();
        let sets = self.sets(patient);
        let mut working = Vec::new();
        // For each set, the first candidate that cleans behind it, if not behind all.
        let mut partial: Vec<Option<Candidate>> = vec![None; sets.len()];
        for (at, candidate) in candidates.into_iter().enumerate() {
            if refused.contains(&at) || working.len() >= self.settings.edits {
                continue;
            }
            repair.tried += 1;
            let mut cleans = true;
            for (number, set) in sets.iter().enumerate() {
                let order: Vec<TestId> =
                    set.iter().cloned().chain([classes[at].1.clone(), patient.test.clone()]).collect();
                let outcomes = self.lab.run(&[order], &places, patient.freshness)?;
                let last_two: Vec<Outcome> = outcomes[0].iter().rev().take(2).copied().collect();
                if last_two == [Outcome::Passed, Outcome::Passed] {
                    partial[number].get_or_insert_with(|| candidate.clone());
                    continue;
                }
                cleans = false;
                if sets.len() > MOST_APART {
                    break;
                }
            }
            if cleans {
                working.push(candidate);
            }
        }
        let apart: Option<Vec<Candidate>> = partial.into_iter().collect();
        if let (true, Some(apart)) = (working.is_empty(), apart.filter(|apart| apart.len() <= MOST_APART)) {
            working.extend(all_of(apart));
        }
        Ok(working)
    }

    /// Test classes in the package of the test that do nothing but the statements of candidates.
    fn test_classes(&mut self, patient: &Patient, candidates: &[Candidate]) -> Vec<(Source, TestId)> {
        let framework = self.framework(&patient.test);
        let package = patient.test.class.rsplit_once('.').map_or("", |(package, _)| package).to_owned();
        let directory =
            if package.is_empty() { String::new() } else { format!("{}/", package.replace('.', "/")) };
        let mut classes: Vec<(Source, TestId)> = Vec::new();
        for candidate in candidates {
            self.compiled += 1;
            let name = format!("ResetCandidate{}", self.compiled);
            let (text, test) = candidate.test_class(&package, &name, framework);
            classes.push((Source { name: format!("{directory}{name}.java"), text }, test));
        }
        classes
    }

    /// Compiles a candidate as a test; `None` if it needs what its test class declares.
    pub(super) fn compiled_test(
        &mut self,
        patient: &Patient,
        candidate: &Candidate,
    ) -> Result<Option<(Place, TestId)>, L::Error> {
        let classes = self.test_classes(patient, std::slice::from_ref(candidate));
        let Some((source, test)) = classes.into_iter().next() else { return Ok(None) };
        let built = self.lab.compile(&[source])?;
        Ok(built.place.map(|place| (place, test)))
    }

    /// The sets behind which a victim fails; a self-polluting test without others is its own.
    pub(super) fn sets(&self, patient: &Patient) -> Vec<Vec<TestId>> {
        let mut sets = patient.sets.clone();
        if patient.is_self_polluting {
            sets.push(vec![patient.test.clone()]);
        }
        sets
    }

    fn framework(&self, test: &TestId) -> Framework {
        let file = self.sources.file_of(&test.class).ok();
        let known = file.and_then(|(_, file)| place::framework(self.program, &file, &test.class));
        let has = |class: &str| self.program.world.class(class).is_some();
        known.unwrap_or(match (has("org/junit/Test"), has("org/junit/jupiter/api/Test")) {
            (_, true) => Framework::Jupiter,
            (true, false) => Framework::JUnit4,
            (false, false) => Framework::JUnit3,
        })
    }

    /// Assignments of the values that a brittle test needs.
    fn assignments(&self, patient: &Patient) -> Vec<Candidate> {
        let program = self.program;
        let package =
            patient.test.class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        let viewpoint = Viewpoint::new(program.world, &package);
        let values = Values { program, viewpoint: &viewpoint, constants: Constants::default() };
        let resets = Resets { program, viewpoint: &viewpoint, values: &values };
        let mut found = Vec::new();
        for polluted in patient.polluted.iter().filter(|polluted| polluted.clean.is_some()) {
            let class = program.world.class_id(&polluted.class);
            let Some(field) = class.and_then(|class| program.world.field(class, &polluted.field)) else {
                continue;
            };
            found.extend(resets.restoration(field, Some(polluted)).into_iter().take(1));
            if polluted.class.replace('/', ".") == patient.test.class {
                found.extend(resets.restoration_inside(field, Some(polluted)).into_iter().take(1));
            }
        }
        found
    }

    /// Candidates for the polluted fields: those that can be tried between tests, those that save a value, and those of nearby classes.
    fn candidates(&self, patient: &Patient) -> (Vec<Candidate>, Vec<Candidate>, Vec<Candidate>) {
        let program = self.program;
        let sets = self.sets(patient);
        let reaches: Vec<Rc<Reach>> = sets.iter().take(4).flatten().map(|test| program.reach(test)).collect();
        let victim = program.reach(&patient.test);
        let (jdk, own): (Vec<&PollutedField>, Vec<&PollutedField>) =
            patient.polluted.iter().partition(|polluted| polluted.is_platform);
        let known: Vec<(FieldId, Option<&PollutedField>)> = own
            .into_iter()
            .filter_map(|polluted| {
                let class = program.world.class_id(&polluted.class)?;
                Some((program.world.field(class, &polluted.field)?, Some(polluted)))
            })
            .collect();
        let is_known = !known.is_empty();
        let fields = match is_known {
            true => known,
            false => {
                let reaches: Vec<&Reach> = reaches.iter().map(|reach| &**reach).collect();
                let found = suspects::suspects(program, &reaches, &victim);
                found.into_iter().map(|field| (field, None)).collect()
            }
        };
        let package =
            patient.test.class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        let viewpoint = Viewpoint::new(program.world, &package);
        let mut tests = Constants::default();
        for test in sets.iter().flatten().take(4).chain([&patient.test]) {
            program.roots(test).into_iter().for_each(|root| tests.add(program.constants(root)));
        }
        let (mut plain, mut saved, mut near) = (Vec::new(), Vec::new(), Vec::new());
        let mut of_fields: Vec<Vec<Candidate>> = Vec::new();
        for (at, (field, polluted)) in fields.iter().enumerate() {
            let mut constants = tests.clone();
            constants.add(program.constants_of_class(program.world.view(*field).class().id()));
            let values = Values { program, viewpoint: &viewpoint, constants };
            let resets = Resets { program, viewpoint: &viewpoint, values: &values };
            // The less likely a field is, the later its candidates come.
            let later = |mut candidate: Candidate| {
                candidate.rank += 5 * at as u32;
                candidate
            };
            let mut of_field = resets.of(*field, *polluted);
            of_field.extend(resets.restoration(*field, *polluted));
            of_field.extend(polluted.and_then(|polluted| resets.cells(*field, polluted)));
            // No field may crowd out the others.
            let of_field = ranked(of_field, MOST_OF_FIELD);
            plain.extend(of_field.iter().cloned().map(later));
            of_fields.push(of_field);
            let class = program.world.view(*field).class().name().to_str().replace('/', ".");
            if class == patient.test.class {
                saved.extend(resets.restoration_inside(*field, *polluted));
            }
            saved.extend(resets.saved(*field).into_iter().map(later));
            saved.extend(resets.properties(*field, &reaches).into_iter().map(later));
            if let Some(class) = program.class(&patient.test.class) {
                plain.extend(resets.class_fixtures(class));
            }
            near.extend(resets.near(*field, *polluted, NEAR_CLASSES).into_iter().map(later));
            near.extend(resets.reflection(*field, *polluted).into_iter().map(later));
        }
        if is_known && (2..=3).contains(&of_fields.len()) {
            plain.extend(together(&of_fields));
        }
        // A field may hold an object of the JDK, such as a logger, that known setters change.
        let holds_jdk = |(field, _): &(FieldId, _)| {
            let descriptor = program.world.view(*field).descriptor().to_str().into_owned();
            descriptor.starts_with("Ljava/") && descriptor != "Ljava/lang/String;"
        };
        let uses_jdk = !jdk.is_empty() || patient.parts.is_empty() || fields.iter().any(holds_jdk);
        plain.extend(jdk.iter().flat_map(|polluted| platform::of_part(polluted)));
        // The program may have a method of its own that undoes what it did outside of its own fields.
        if !is_known {
            let values = Values { program, viewpoint: &viewpoint, constants: Constants::default() };
            let resets = Resets { program, viewpoint: &viewpoint, values: &values };
            near.extend(resets.beside(&reaches));
        }
        for reach in reaches.iter().filter(|_| uses_jdk) {
            let (with, without): (Vec<_>, Vec<_>) = platform::candidates(program, reach)
                .into_iter()
                .partition(|candidate| candidate.saved.is_some());
            plain.extend(without);
            saved.extend(with);
        }
        let most = self.settings.candidates;
        (ranked(plain, most), ranked(saved, 8), ranked(near, most / 2))
    }
}

/// A candidate that does what several do, each of which cleans behind some polluters only.
fn all_of(candidates: Vec<Candidate>) -> Option<Candidate> {
    let mut candidates = candidates.into_iter();
    let mut all = candidates.next()?;
    for candidate in candidates {
        for statement in candidate.statements {
            if !all.statements.contains(&statement) {
                all.statements.push(statement);
            }
        }
        all.throws |= candidate.throws;
    }
    Some(all)
}

/// Candidates that reset several fields, which are all polluted: the likeliest of each.
fn together(of_fields: &[Vec<Candidate>]) -> Vec<Candidate> {
    let Some((first, rest)) = of_fields.split_first() else { return Vec::new() };
    let mut all: Vec<Candidate> = first.iter().take(MOST_TOGETHER).cloned().collect();
    for more in rest {
        let mut next = Vec::new();
        for candidate in &all {
            for other in more.iter().take(MOST_TOGETHER) {
                let mut both = candidate.clone();
                both.statements.extend(other.statements.iter().cloned());
                both.rank += other.rank + 8;
                both.throws |= other.throws;
                both.state = format!("{} and {}", both.state, other.state);
                next.push(both);
            }
        }
        all = next;
    }
    all
}

/// Sorts candidates, without repetitions.
fn ranked(mut candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
    candidates.sort_by_cached_key(|candidate| {
        let text: Vec<String> = candidate.statements.iter().map(|one| one.qualified()).collect();
        let size: usize = text.iter().map(String::len).sum();
        (candidate.rank, size, text)
    });
    let mut seen = BTreeSet::new();
    candidates.retain(|candidate| seen.insert(candidate.statements.clone()));
    candidates.truncate(most);
    candidates
}
