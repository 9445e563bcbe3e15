//! Mutants of a program and the tests that kill them, from Pitest's report.

use std::collections::{BTreeMap, BTreeSet};

/// The outcome of Pitest for one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutants {
    pub all: usize,
    /// Those in code that some test runs.
    pub covered: usize,
    /// Those that some test notices, by an assertion, an exception or a time limit.
    pub detected: usize,
    /// The mutants that each test kills, by the numbers of the mutants. Tests with parameters are one test.
    kills: BTreeMap<String, BTreeSet<usize>>,
}

impl Mutants {
    /// Reads `mutations.xml`, written with `fullMutationMatrix`.
    pub fn parse(report: &str) -> Mutants {
        let mut mutants = Mutants::default();
        for mutation in report.split("<mutation ").skip(1) {
            let number = mutants.all;
            mutants.all += 1;
            mutants.covered += usize::from(!mutation.contains("status='NO_COVERAGE'"));
            mutants.detected += usize::from(mutation.contains("detected='true'"));
            let killers = mutation
                .split_once("<killingTests>")
                .and_then(|(_, behind)| behind.split_once("</killingTests>"))
                .map_or("", |(killers, _)| killers);
            for test in killers.split('|').filter(|test| !test.is_empty()) {
                let test = test.split("/[test-template-invocation").next().unwrap_or(test);
                mutants.kills.entry(test.to_owned()).or_default().insert(number);
            }
        }
        mutants
    }

    /// Returns how many tests kill a mutant that no other test kills.
    pub fn with_own_kill(&self) -> usize {
        let mut killers: BTreeMap<usize, usize> = BTreeMap::new();
        for mutant in self.kills.values().flatten() {
            *killers.entry(*mutant).or_default() += 1;
        }
        self.kills.values().filter(|kills| kills.iter().any(|mutant| killers[mutant] == 1)).count()
    }

    /// Returns how many tests kill all that all of them kill: always the one that adds most is taken, which is close to the
    /// fewest.
    pub fn enough(&self) -> usize {
        let mut open: BTreeSet<usize> = self.kills.values().flatten().copied().collect();
        let mut taken = 0;
        while !open.is_empty() {
            let added = |kills: &BTreeSet<usize>| kills.intersection(&open).count();
            let Some(best) = self.kills.values().max_by_key(|kills| added(kills)) else { break };
            open = open.difference(best).copied().collect();
            taken += 1;
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutation(status: &str, killers: &str) -> String {
        let detected = !matches!(status, "SURVIVED" | "NO_COVERAGE");
        format!(
            "<mutation detected='{detected}' status='{status}' numberOfTestsRun='1'><sourceFile>A.java</sourceFile>\
             <killingTests>{killers}</killingTests><succeedingTests>x</succeedingTests></mutation>"
        )
    }

    #[test]
    fn tests_that_add_nothing_are_counted() {
        let report: String = [
            mutation("KILLED", "a|b"),
            mutation("KILLED", "a|c/[test-template-invocation:#1]|c/[test-template-invocation:#2]"),
            mutation("KILLED", "b|c/[test-template-invocation:#3]"),
            mutation("SURVIVED", ""),
            mutation("NO_COVERAGE", ""),
            mutation("TIMED_OUT", ""),
        ]
        .concat();
        let mutants = Mutants::parse(&report);
        assert_eq!((mutants.all, mutants.covered, mutants.detected), (6, 5, 4));
        assert_eq!(mutants.kills.len(), 3);
        // Each kills two of three, and each of those is killed by another as well.
        assert_eq!((mutants.with_own_kill(), mutants.enough()), (0, 2));
        let alone = Mutants::parse(&(mutation("KILLED", "a") + &mutation("KILLED", "a|b")));
        assert_eq!((alone.with_own_kill(), alone.enough()), (1, 1));
        assert_eq!(Mutants::parse("<mutations/>"), Mutants::default());
    }
}
