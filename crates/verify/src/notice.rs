//! Which tests fail when the body of their method is removed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_wire::driver::TestId;

use crate::gut::Replacement;
use crate::runner::{ClassFile, Isolation, Run, Runner};
use crate::source::{Target, TestWriter};
use crate::verification::Suite;

/// The tests by whether they notice that their method does nothing.
#[derive(Debug, Default)]
pub(crate) struct Noticed {
    /// They fail then.
    pub noticing: BTreeSet<TestId>,
    /// They pass whatever the method returns. Tests of which this is not known are in neither.
    pub blind: BTreeSet<TestId>,
}

/// Runs tests with the body of their method removed, each method on its own. Those that expect the default value are run
/// again with a method that returns another one.
pub(crate) fn noticing<R: Runner>(
    runner: &mut R,
    writer: &dyn TestWriter,
    suite: &Suite,
) -> Result<Noticed, R::Error> {
    let mut targets: BTreeMap<&Target, Vec<TestId>> = BTreeMap::new();
    for (id, method) in suite.methods() {
        targets.entry(&method.target).or_default().push(id);
    }
    let mut noticed = Noticed::default();
    for replacement in [Replacement::Default, Replacement::Other] {
        let mut runs = Vec::new();
        for (target, tests) in &targets {
            let is_left = |test: &&TestId| !noticed.noticing.contains(*test);
            let left: Vec<TestId> = tests.iter().filter(is_left).cloned().collect();
            if left.is_empty() {
                continue;
            }
            let Some(bytes) = writer.gut(target, replacement) else { continue };
            if replacement == Replacement::Other || target.descriptor.ends_with(")V") {
                noticed.blind.extend(left.iter().cloned());
            }
            let replaced = Arc::from([ClassFile { name: target.class.clone(), bytes }]);
            runs.push(Run { replaced, ..suite.run(left, Isolation::LoaderPerRun) });
        }
        let reports = runner.run(&runs)?;
        let failed = reports.into_iter().flatten().filter(|report| !report.passed());
        noticed.noticing.extend(failed.map(|report| report.test));
    }
    noticed.blind.retain(|test| !noticed.noticing.contains(test));
    Ok(noticed)
}
