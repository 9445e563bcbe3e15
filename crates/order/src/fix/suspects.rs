//! Static fields that a polluter may change and its victim may read, where the polluted state is not known.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use reenact_wire::driver::TestId;
use reenact_world::{FieldId, FieldView, MethodId};

use super::changing::Role;
use super::program::{Program, Reach};

/// Tests that are tried as cleaners of one polluter.
const MOST_CLEANERS: usize = 40;

/// Tests that are run one by one before a victim; the others are run class by class.
const MOST_POLLUTERS: usize = 40;

/// Fields of a victim that are looked at.
const MOST_USED: usize = 60;

/// Fields that are looked at.
const MOST: usize = 16;

/// Classes of test frameworks and loggers, whose state no test means to share.
const TOOLS: &[&str] = &[
    "org/junit/",
    "junit/",
    "org/hamcrest/",
    "org/mockito/",
    "org/powermock/",
    "net/bytebuddy/",
    "org/assertj/",
    "org/slf4j/",
    "ch/qos/logback/",
    "org/apache/log4j/",
    "org/apache/logging/",
    "org/apache/commons/logging/",
    "org/objenesis/",
    "org/opentest4j/",
    "org/apiguardian/",
    "org/easymock/",
    "kotlin/",
    "scala/",
    "groovy/",
    "org/codehaus/groovy/",
    "jdk/",
    "sun/",
];

/// Returns the static fields that connect a polluter with its victim, the most likely first.
pub(super) fn suspects(program: &Program<'_>, polluters: &[&Reach], victim: &Reach) -> Vec<FieldId> {
    let world = program.world;
    let mut scores: BTreeMap<FieldId, usize> = BTreeMap::new();
    let used = |reach: &Reach, field: FieldId| {
        let read = reach.reads.get(&field).copied();
        let written = reach.writes.get(&field).copied();
        read.into_iter().chain(written).min()
    };
    for polluter in polluters {
        for &field in polluter.reads.keys().chain(polluter.writes.keys()) {
            let (Some(here), Some(there)) = (used(polluter, field), used(victim, field)) else { continue };
            let view = world.view(field);
            let is_written = polluter.writes.contains_key(&field);
            if !can_differ(program, view, is_written) {
                continue;
            }
            let is_library = !program.is_own(view.class().id());
            let score = here + there + if is_written { 0 } else { 6 } + if is_library { 10 } else { 0 };
            let entry = scores.entry(field).or_insert(score);
            *entry = (*entry).min(score);
        }
    }
    let mut ranked: Vec<(usize, FieldId)> = scores.into_iter().map(|(field, score)| (score, field)).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, field)| field).take(MOST).collect()
}

impl Program<'_> {
    /// Returns the tests, by position, that may clean behind a polluter: those that call code which changes the fields that polluter
    /// and victim share. The nearest to such code come first.
    pub fn likely_cleaners(&self, polluters: &[TestId], victim: &TestId, tests: &[TestId]) -> Vec<usize> {
        let reaches: Vec<Rc<Reach>> = polluters.iter().map(|test| self.reach(test)).collect();
        let reaches: Vec<&Reach> = reaches.iter().map(|reach| &**reach).collect();
        let fields = suspects(self, &reaches, &self.reach(victim));
        self.nearest_to_changes(&fields, tests, MOST_CLEANERS)
    }

    /// Returns the tests, by position, that may pollute for a victim: those that call code which changes a field that the victim
    /// uses. The nearest to such code come first.
    pub fn likely_polluters(&self, victim: &TestId, tests: &[TestId]) -> Vec<usize> {
        let reach = self.reach(victim);
        let uses = |field: &FieldId| {
            let view = self.world.view(*field);
            can_differ(self, view, !view.access_flags().is_final())
        };
        let mut near: Vec<(usize, FieldId)> =
            reach.reads.iter().chain(&reach.writes).map(|(field, distance)| (*distance, *field)).collect();
        near.retain(|(_, field)| uses(field));
        near.sort_unstable();
        let mut fields: Vec<FieldId> = near.into_iter().map(|(_, field)| field).collect();
        let mut seen = BTreeSet::new();
        fields.retain(|field| seen.insert(*field));
        fields.truncate(MOST_USED);
        self.nearest_to_changes(&fields, tests, MOST_POLLUTERS)
    }

    /// The tests that call methods which change one of the fields, by how far it is from test to method.
    fn nearest_to_changes(&self, fields: &[FieldId], tests: &[TestId], most: usize) -> Vec<usize> {
        let mut changing: BTreeMap<MethodId, usize> = BTreeMap::new();
        for (at, field) in fields.iter().enumerate() {
            for (method, role) in self.changing(*field) {
                // How near a test is to the change says more than how near the victim is to the field.
                let far = at / 8 + if role == Role::Writes { 0 } else { 3 };
                let known = changing.entry(method).or_insert(far);
                *known = (*known).min(far);
            }
        }
        let mut scored: Vec<(usize, usize)> = Vec::new();
        for (at, test) in tests.iter().enumerate() {
            let reach = self.reach(test);
            let score =
                reach.methods.iter().filter_map(|(method, distance)| Some(changing.get(method)? + distance));
            scored.extend(score.min().map(|score| (score, at)));
        }
        scored.sort_unstable();
        scored.into_iter().map(|(_, at)| at).take(most).collect()
    }
}

/// Whether tests can see a difference in a field.
fn can_differ(program: &Program<'_>, field: FieldView<'_>, is_written: bool) -> bool {
    let (flags, class) = (field.access_flags(), field.class().name().to_str());
    let is_tool = TOOLS.iter().any(|prefix| class.starts_with(prefix));
    if flags.is_synthetic()
        || field.class().is_platform()
        || is_tool
        || field.name().to_str().starts_with('$')
    {
        return false;
    }
    if is_written {
        return true;
    }
    // Nothing writes the field itself; the object that it has may change.
    let descriptor = field.descriptor().to_str();
    let class = match descriptor.as_bytes() {
        [b'[', ..] => return true,
        [b'L', .., b';'] => &descriptor[1..descriptor.len() - 1],
        _ => return false,
    };
    let immutable =
        ["java/lang/", "java/math/", "java/time/", "java/util/regex/", "java/util/UUID", "java/util/Locale"];
    if immutable.iter().any(|prefix| class.starts_with(prefix)) && class != "java/lang/Object" {
        return class == "java/lang/ThreadLocal" || class == "java/lang/InheritableThreadLocal";
    }
    let last = class.rsplit('/').next().unwrap_or(class);
    if matches!(last, "Logger" | "Log" | "LogFactory") {
        return false;
    }
    // Constants of enums hardly have state.
    !program.world.class(class).is_some_and(|class| class.is_enum())
}
