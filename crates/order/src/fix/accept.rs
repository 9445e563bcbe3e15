//! The conditions under which an edit is accepted.

use std::collections::BTreeSet;

use reenact_java::edit::SourceFile;
use reenact_wire::driver::TestId;

use super::candidate::Candidate;
use super::lab::{Lab, Place, Source, StateCheck, StateQuestion};
use super::place::{self, Edit, Placement};
use super::repair::{Accepted, Patient, Repair, Repairer, Verdict};
use crate::detect::Kind;
use crate::runner::{Freshness, Outcome};

/// Why an edit was not accepted.
type Refusal = String;

impl<L: Lab> Repairer<'_, '_, L> {
    /// Puts a candidate into the source and keeps it if all conditions hold.
    pub(super) fn accept(
        &mut self,
        patient: &Patient,
        candidate: Candidate,
        repair: &mut Repair,
        reasons: &mut Vec<String>,
    ) -> Result<bool, L::Error> {
        for placement in place::placements(patient, &candidate, &self.sources) {
            let (edit, place) = match self.compiled_edit(patient, &candidate, &placement)? {
                Ok(built) => built,
                Err(reason) => {
                    reasons.push(reason);
                    continue;
                }
            };
            if patient.freshness == Freshness::Loader
                && let Some(reason) = self.refusal(patient, &[place], Freshness::Loader)?
            {
                reasons.push(format!("`{}` in the {}: {reason}", candidate.summary(), placement.describe()));
                continue;
            }
            if let Some(reason) = self.refusal(patient, &[place], Freshness::Jvm)? {
                reasons.push(format!(
                    "`{}` in the {}: {reason} in a fresh JVM",
                    candidate.summary(),
                    placement.describe()
                ));
                continue;
            }
            let state = self.state(patient, &candidate, &placement, place)?;
            if let StateCheck::Differs(cells) = &state {
                let cells = cells.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
                let place = placement.describe();
                reasons
                    .push(format!("`{}` in the {place} leaves a difference in {cells}", candidate.summary()));
                continue;
            }
            // The longest check comes last.
            if let Some(reason) = self.suite_refusal(patient, &placement, place)? {
                reasons.push(format!("`{}` in the {}: {reason}", candidate.summary(), placement.describe()));
                continue;
            }
            repair.state = state;
            if candidate.origin.is_repair() {
                self.sources.replace(&edit.path, edit.after.clone());
                self.places.insert(0, place);
                let polluters = patient.sets.iter().flatten().cloned().collect();
                self.accepted.push(Accepted { test: patient.test.to_string(), polluters });
                repair.verdict = Verdict::Repaired;
            } else {
                repair.verdict = Verdict::Explained;
            }
            repair.edit = Some(edit);
            repair.placement = Some(placement);
            repair.candidate = Some(candidate);
            return Ok(true);
        }
        Ok(false)
    }

    /// Puts a candidate into a source and compiles it: with a `throws` clause only if it does not compile without.
    fn compiled_edit(
        &mut self,
        patient: &Patient,
        candidate: &Candidate,
        placement: &Placement,
    ) -> Result<Result<(Edit, Place), Refusal>, L::Error> {
        let comment = comment(patient, candidate, placement);
        let mut refusal = String::new();
        for throws in [false, true] {
            let candidate = Candidate { throws, ..candidate.clone() };
            let edit = match place::edit(&self.sources, self.program, &candidate, placement, &comment) {
                Ok(edit) => edit,
                Err(reason) => return Ok(Err(reason)),
            };
            let name = file_name(&edit.path, &edit.after);
            let built = self.lab.compile(&[Source { name, text: edit.after.clone() }])?;
            if let Some(place) = built.place {
                return Ok(Ok((edit, place)));
            }
            let error = built.refused.first().map_or("", |(_, error)| error.as_str());
            refusal = format!(
                "`{}` does not compile in the {}: {error}",
                candidate.summary(),
                placement.describe()
            );
        }
        Ok(Err(refusal))
    }

    /// Runs the orders that must pass with an edit, and says what does not hold.
    pub(super) fn refusal(
        &mut self,
        patient: &Patient,
        more: &[Place],
        freshness: Freshness,
    ) -> Result<Option<Refusal>, L::Error> {
        let mut sets = self.sets(patient);
        // Every one of many polluters has its turn in one JVM; in fresh JVMs the first few stand for all.
        if freshness == Freshness::Jvm {
            sets.truncate(3);
        }
        let mut orders: Vec<Vec<TestId>> = vec![vec![patient.test.clone()]];
        orders.extend(sets.into_iter().map(|set| set.into_iter().chain([patient.test.clone()]).collect()));
        let places: Vec<Place> = more.iter().chain(&self.places).copied().collect();
        for order in orders {
            let outcomes = self.lab.run(std::slice::from_ref(&order), &places, freshness)?;
            for (test, outcome) in order.iter().zip(&outcomes[0]) {
                let failed_before =
                    || self.outcome_of(test).is_some_and(|outcome| outcome != Outcome::Passed);
                let is_last = *test == patient.test;
                if *outcome != Outcome::Passed && (is_last || !failed_before()) {
                    let others: Vec<String> =
                        order[..order.len() - 1].iter().map(TestId::to_string).collect();
                    let behind = if others.is_empty() {
                        " alone".to_owned()
                    } else {
                        format!(" with {}", others.join(", "))
                    };
                    return Ok(Some(format!("{test} does not pass{behind}")));
                }
            }
        }
        Ok(None)
    }

    fn outcome_of(&self, test: &TestId) -> Option<Outcome> {
        self.suite.iter().position(|other| other == test).and_then(|at| self.baseline.get(at)).copied()
    }

    /// Runs the suite with an edit, and names a test that passed before and does not now. If the whole suite is run at the end, only
    /// the classes that the edit is about are run here.
    fn suite_refusal(
        &mut self,
        patient: &Patient,
        placement: &Placement,
        place: Place,
    ) -> Result<Option<Refusal>, L::Error> {
        let places: Vec<Place> = std::iter::once(place).chain(self.places.iter().copied()).collect();
        let mut tests = self.suite.clone();
        if self.is_suite_last {
            let polluters = patient.sets.iter().flatten().map(|test| test.class.as_str());
            let near: BTreeSet<&str> =
                polluters.chain([patient.test.class.as_str(), placement.class()]).collect();
            tests.retain(|test| near.contains(test.class.as_str()));
        }
        self.worse(tests, &places)
    }

    /// Runs the whole suite with all accepted edits, if that was left to the end, and names a test that passed before and does not now,
    /// twice in a row. `begins` is called if it is run.
    pub fn whole_suite_refusal(&mut self, begins: &dyn Fn()) -> Result<Option<Refusal>, L::Error> {
        if !self.is_suite_last || self.places.is_empty() {
            return Ok(None);
        }
        begins();
        let (suite, places) = (self.suite.clone(), self.places.clone());
        match self.worse(suite.clone(), &places)? {
            Some(_) => self.worse(suite, &places),
            None => Ok(None),
        }
    }

    /// Runs tests in a fresh JVM, and names one that passed in the suite without edits and does not now.
    fn worse(&mut self, tests: Vec<TestId>, places: &[Place]) -> Result<Option<Refusal>, L::Error> {
        let outcomes = self.lab.run(std::slice::from_ref(&tests), places, Freshness::Jvm)?;
        let outcomes = outcomes.into_iter().next().unwrap_or_default();
        let mut worse = tests.iter().zip(&outcomes).filter(|(test, after)| {
            self.outcome_of(test) == Some(Outcome::Passed) && **after != Outcome::Passed
        });
        Ok(worse.next().map(|(test, _)| format!("{test} does not pass any more when the suite is run")))
    }

    /// Compares the state before the victim, behind its first polluters, with the state before it alone.
    fn state(
        &mut self,
        patient: &Patient,
        candidate: &Candidate,
        placement: &Placement,
        place: Place,
    ) -> Result<StateCheck, L::Error> {
        let not_checked = |reason: &str| Ok(StateCheck::NotChecked(reason.to_owned()));
        if patient.kind == Kind::Brittle {
            return not_checked("a brittle test has no clean state of its own");
        }
        let Some(before) = self.sets(patient).into_iter().next() else {
            return not_checked("no test is known that is the cause");
        };
        let mut places: Vec<Place> = std::iter::once(place).chain(self.places.iter().copied()).collect();
        let mut between = None;
        // The set-up runs when the state has been looked at, so its new statements run as a test before.
        if !matches!(placement, Placement::TearDown(_)) {
            let Some((place, test)) = self.compiled_test(patient, candidate)? else {
                return not_checked("its statements cannot be run outside of the test class");
            };
            places.push(place);
            between = Some(test);
        }
        let question = StateQuestion {
            test: patient.test.clone(),
            before,
            between,
            places,
            polluted: patient.parts.clone(),
            is_self_polluting: patient.is_self_polluting,
        };
        self.lab.state(&question)
    }
}

/// One line that says why the statements are there.
fn comment(patient: &Patient, candidate: &Candidate, placement: &Placement) -> String {
    let known = match (candidate.state.as_str(), patient.polluted.first()) {
        ("", Some(polluted)) => {
            let simple = polluted.class.rsplit(['/', '$']).next().unwrap_or_default();
            Some(format!("{simple}.{}", polluted.field))
        }
        ("", None) => None,
        (state, _) => Some(state.to_owned()),
    };
    let only = match patient.sets.as_slice() {
        [set] => set.last().map(|test| (test.class != placement.class(), test)),
        _ => None,
    };
    let by = match only {
        Some((true, test)) => {
            let class = test.class.rsplit(['.', '$']).next().unwrap_or(&test.class);
            format!("{class}.{}", test.method)
        }
        Some((false, test)) => test.method.clone(),
        None => "other tests".to_owned(),
    };
    if patient.kind == Kind::Brittle {
        let verb = if only.is_some() { "does" } else { "do" };
        return format!("{} relies on this, which otherwise only {by} {verb}.", patient.test.method);
    }
    match (placement, known) {
        (_, Some(state)) if candidate.saved.is_some() => format!("Other tests share {state}."),
        (Placement::TearDown(_), Some(state)) => format!("Other tests share {state}."),
        (Placement::TearDown(_), None) => format!("Undoes what {by} would leave behind for other tests."),
        (_, Some(state)) => format!("Other tests may have changed {state}."),
        (_, None) => format!("Undoes what {by} may have left behind."),
    }
}

/// The name that a source is compiled by: its package as directories.
fn file_name(path: &str, text: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let package = SourceFile::parse(text).map(|file| file.package().replace('.', "/"));
    match package.as_deref() {
        Ok("") | Err(_) => name.to_owned(),
        Ok(package) => format!("{package}/{name}"),
    }
}
