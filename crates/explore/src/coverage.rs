//! Lines and branches that runs have covered.

use std::collections::BTreeSet;

use reenact_world::MethodId;

use crate::trace::instrument::Sites;
use crate::trace::log::{RunLog, SiteId};

/// Lines, by number, and outcomes of branches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    pub lines: BTreeSet<u32>,
    pub branches: BTreeSet<(SiteId, u32)>,
}

/// How many of how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    pub covered: usize,
    pub all: usize,
}

impl Coverage {
    pub fn of(sites: &Sites, log: &RunLog) -> Coverage {
        let outcomes =
            log.events.iter().filter_map(|event| Some((event.site, sites.outcome(event.site, event.value)?)));
        Coverage { lines: log.lines.iter().copied().collect(), branches: outcomes.collect() }
    }

    /// Adds what another has. Returns how much of it is new.
    pub fn add(&mut self, other: &Coverage) -> usize {
        let before = self.lines.len() + self.branches.len();
        self.lines.extend(&other.lines);
        self.branches.extend(&other.branches);
        self.lines.len() + self.branches.len() - before
    }

    /// How much of it `other` does not have.
    pub fn beyond(&self, other: &Coverage) -> usize {
        self.lines.difference(&other.lines).count() + self.branches.difference(&other.branches).count()
    }

    /// The part in some methods.
    pub fn within(&self, sites: &Sites, is_within: impl Fn(MethodId) -> bool) -> Coverage {
        let line =
            |number: &&u32| sites.lines.get(**number as usize).is_some_and(|(method, _)| is_within(*method));
        let branch = |(site, _): &&(SiteId, u32)| sites.get(*site).is_some_and(|site| is_within(site.method));
        Coverage {
            lines: self.lines.iter().filter(line).copied().collect(),
            branches: self.branches.iter().filter(branch).copied().collect(),
        }
    }

    /// All lines and branches of some methods.
    pub fn all(sites: &Sites, is_within: impl Fn(MethodId) -> bool) -> Coverage {
        let numbered = (0..).zip(&sites.lines);
        let lines =
            numbered.filter(|(_, (method, _))| is_within(*method)).map(|(number, _)| number).collect();
        let branches = sites.iter().filter(|(_, site)| is_within(site.method));
        let branches = branches.flat_map(|(id, _)| (0..sites.outcomes(id)).map(move |outcome| (id, outcome)));
        Coverage { lines, branches: branches.collect() }
    }

    pub fn lines_of(&self, all: &Coverage) -> Share {
        Share { covered: self.lines.intersection(&all.lines).count(), all: all.lines.len() }
    }

    pub fn branches_of(&self, all: &Coverage) -> Share {
        Share { covered: self.branches.intersection(&all.branches).count(), all: all.branches.len() }
    }
}

/// Chooses runs that together cover what all do: the one that adds most first, the earlier one of equals.
pub fn choose(all: &[Coverage]) -> Vec<usize> {
    let mut covered = Coverage::default();
    let mut chosen = Vec::new();
    loop {
        let best = (0..all.len()).map(|index| (all[index].beyond(&covered), usize::MAX - index)).max();
        match best {
            Some((gain, index)) if gain > 0 => {
                let index = usize::MAX - index;
                covered.add(&all[index]);
                chosen.push(index);
            }
            _ => break,
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redundant_runs_are_left_out() {
        let lines =
            |lines: &[u32]| Coverage { lines: lines.iter().copied().collect(), ..Coverage::default() };
        let all = [lines(&[1]), lines(&[1, 2]), lines(&[3]), lines(&[2, 3, 4])];
        // The last one adds most; then the first two add the same line, and the earlier one is taken.
        assert_eq!(choose(&all), [0, 3]);
        assert_eq!(choose(&[]), [0usize; 0]);
    }
}
