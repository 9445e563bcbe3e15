//! Which tests fail when the body of their method is removed.

use std::collections::{BTreeMap, BTreeSet};

use reenact_wire::driver::TestId;

use crate::gut::Replacement;
use crate::runner::{ClassFile, Isolation, Run, Runner};
use crate::source::{Target, TestWriter};
use crate::verification::Suite;

/// Returns the tests that fail when the body of their method is removed, each method on its own. Those that expect the
/// default value are run again with a method that returns another one.
pub(crate) fn noticing<R: Runner>(
    runner: &mut R,
    writer: &dyn TestWriter,
    suite: &Suite,
) -> Result<BTreeSet<TestId>, R::Error> {
    let mut targets: BTreeMap<&Target, Vec<TestId>> = BTreeMap::new();
    for (id, method) in suite.methods() {
        targets.entry(&method.target).or_default().push(id);
    }
    let mut noticing = BTreeSet::new();
    for replacement in [Replacement::Default, Replacement::Other] {
        let mut runs = Vec::new();
        for (target, tests) in &targets {
            let left: Vec<TestId> = tests.iter().filter(|test| !noticing.contains(*test)).cloned().collect();
            if left.is_empty() {
                continue;
            }
            let Some(bytes) = writer.gut(target, replacement) else { continue };
            let replaced = vec![ClassFile { name: target.class.clone(), bytes }];
            runs.push(Run { replaced, ..suite.run(left, Isolation::LoaderPerRun) });
        }
        let reports = runner.run(&runs)?;
        let failed = reports.into_iter().flatten().filter(|report| !report.passed());
        noticing.extend(failed.map(|report| report.test));
    }
    Ok(noticing)
}
