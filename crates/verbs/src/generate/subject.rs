//! The subject as tests need it: its classes as a world, and on disk for javac and the JVM.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reenact_base::finding::Finding;
use reenact_classfile::container::{self, Container};
use reenact_jvm::class_path::{ClassPath, on_disk, open_jdk};
use reenact_jvm::{Jdk, Opened};
use reenact_report::generated::Analysis;
use reenact_world::{Depth, World};

use super::Error;
use crate::Progress;

/// A program whose recording becomes tests.
pub struct Subject {
    pub world: World,
    pub jdk: Jdk,
    /// Its class path, as javac takes it.
    pub class_path: Vec<PathBuf>,
    pub findings: Vec<Finding>,
}

impl Subject {
    /// Reads the class path. Spring Boot jars and WARs are unpacked below the scratch directory.
    pub fn read(
        jdk: Jdk,
        class_path: &ClassPath,
        scratch: &Path,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let reading = container::Options::for_release(jdk.version.feature as u16);
        let library = open_jdk(&jdk, &reading).map_err(Error::ClassPath)?;
        let mut containers: Vec<Arc<dyn Container>> = library.containers;
        let platform = containers.len();
        let Opened { containers: own, problems } = class_path.open(&reading);
        let on_disk =
            on_disk(&own, scratch).map_err(|error| Error::Write { path: scratch.to_owned(), error })?;
        containers.extend(own);
        let classes: usize = containers.iter().map(|container| container.classes().len()).sum();
        progress.step(&format!("reading {classes} classes"));
        let options = reenact_world::Options { depth: Depth::Code, platform };
        let (world, read_findings) = World::build(&containers, options);
        let mut findings: Vec<Finding> = problems.iter().map(crate::classes::problem_finding).collect();
        findings.extend(read_findings);
        Ok(Subject { world, jdk, class_path: on_disk, findings })
    }

    /// Returns the size of the program and the time that its analysis took.
    pub fn analysis(&self, time: Duration) -> Analysis {
        let classes = self.world.class_ids();
        Analysis {
            classes: classes.len(),
            own_classes: classes.filter(|&class| !self.world.is_platform_class(class)).count(),
            milliseconds: time.as_millis() as u64,
        }
    }
}
