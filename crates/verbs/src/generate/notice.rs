//! Which tests notice that their method is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use reenact_generate::TestClass;
use reenact_jvm::driver::{Isolation, TestId, TestRun};
use reenact_world::World;

use super::Error;
use super::crew::{Crew, reports};
use super::gut::{Instead, gutted};
use super::verify::{TEST_CPU_LIMIT, TEST_LIMIT};

/// Class, name and descriptor of a method under test.
type Target = (Box<str>, Box<str>, Box<str>);

/// The tests that fail when the body of their method is gone, each method on its own. Those that expect just
/// what a method without a body returns are asked again with one that returns something else.
pub fn noticing(
    crew: &mut Crew,
    world: &World,
    classes: &[TestClass],
    compiled: &Path,
    scratch: &Path,
) -> Result<BTreeSet<TestId>, Error> {
    let mut targets: BTreeMap<Target, Vec<TestId>> = BTreeMap::new();
    for class in classes {
        for placed in &class.tests {
            // A test with parameters has rows of one method.
            let Some(test) = placed.tests.first() else { continue };
            let target = (test.class.clone(), test.method.clone(), test.descriptor.clone());
            targets.entry(target).or_default().push(TestId::new(&class.name, &placed.method));
        }
    }
    let mut noticing = BTreeSet::new();
    for instead in [Instead::Nothing, Instead::Something] {
        let mut runs = Vec::new();
        for (number, (target, tests)) in targets.iter().enumerate() {
            let left: Vec<TestId> = tests.iter().filter(|test| !noticing.contains(*test)).cloned().collect();
            let directory = scratch.join(format!("gutted-{number:05}-{instead:?}"));
            if left.is_empty() || !write_gutted(world, target, instead, &directory)? {
                continue;
            }
            runs.push(TestRun {
                isolation: Isolation::LoaderPerRun,
                overrides: vec![directory],
                classes: vec![compiled.to_owned()],
                limit: TEST_LIMIT,
                cpu_limit: Some(TEST_CPU_LIMIT),
                ..TestRun::new(left)
            });
        }
        let done = crew.run(&runs)?;
        noticing.extend(reports(&done).filter(|(_, report)| !report.passed()).map(|(test, _)| test.clone()));
    }
    Ok(noticing)
}

/// Writes the class with the method gutted into a directory. False if that cannot be done.
fn write_gutted(world: &World, target: &Target, instead: Instead, directory: &Path) -> Result<bool, Error> {
    let (class, name, descriptor) = target;
    let Some(id) = world.class_id(class) else { return Ok(false) };
    let Ok(Some(bytes)) = world.with_class(id, |file| gutted(file.bytes(), name, descriptor, instead)) else {
        return Ok(false);
    };
    let path = directory.join(format!("{class}.class"));
    let write = |path: &Path| {
        fs::create_dir_all(path.parent().unwrap_or(directory))?;
        fs::write(path, bytes)
    };
    write(&path).map_err(|error| Error::Write { path: path.clone(), error })?;
    Ok(true)
}
