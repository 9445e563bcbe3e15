//! Which tests notice that their method is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use reenact_generate::TestClass;
use reenact_jvm::driver::{Isolation, TestId, TestRun};
use reenact_world::World;

use super::Error;
use super::crew::{Crew, reports};
use super::gut::gutted;
use super::verify::{TEST_CPU_LIMIT, TEST_LIMIT};

/// Class, name and descriptor of a method under test.
type Target = (Box<str>, Box<str>, Box<str>);

/// The tests that fail when the body of their method is gone, each method on its own.
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
    let mut runs = Vec::new();
    for (number, (target, tests)) in targets.into_iter().enumerate() {
        let Some(directory) = write_gutted(world, &target, &scratch.join(format!("gutted-{number:05}")))?
        else {
            continue;
        };
        runs.push(TestRun {
            isolation: Isolation::LoaderPerRun,
            overrides: vec![directory],
            classes: vec![compiled.to_owned()],
            limit: TEST_LIMIT,
            cpu_limit: Some(TEST_CPU_LIMIT),
            ..TestRun::new(tests)
        });
    }
    let done = crew.run(&runs)?;
    Ok(reports(&done).filter(|(_, report)| !report.passed()).map(|(test, _)| test.clone()).collect())
}

/// Writes the class with the method gutted, and gives the directory. `None` if that cannot be done.
fn write_gutted(world: &World, target: &Target, directory: &Path) -> Result<Option<PathBuf>, Error> {
    let (class, name, descriptor) = target;
    let Some(id) = world.class_id(class) else { return Ok(None) };
    let Ok(Some(bytes)) = world.with_class(id, |file| gutted(file.bytes(), name, descriptor)) else {
        return Ok(None);
    };
    let path = directory.join(format!("{class}.class"));
    let write = |path: &Path| {
        fs::create_dir_all(path.parent().unwrap_or(directory))?;
        fs::write(path, bytes)
    };
    write(&path).map_err(|error| Error::Write { path: path.clone(), error })?;
    Ok(Some(directory.to_owned()))
}
