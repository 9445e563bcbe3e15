//! The program under test: its classes as a world, and on disk for javac and the JVM.

use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_base::finding::Finding;
use reenact_jvm::Jdk;
use reenact_jvm::class_path::{ClassPath, on_disk};
use reenact_report::generated::Analysis;
use reenact_world::World;

use super::Error;
use crate::Progress;
use crate::subject::LoadedProgram;

/// A program whose recording becomes tests.
pub struct TestedProgram {
    pub world: World,
    pub jdk: Jdk,
    /// Its class path, as javac takes it.
    pub class_path: Vec<PathBuf>,
    pub findings: Vec<Finding>,
}

impl TestedProgram {
    /// Reads the class path. Spring Boot jars and WARs are unpacked below the scratch directory.
    pub fn read(
        jdk: Jdk,
        class_path: &ClassPath,
        scratch: &Path,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let LoadedProgram { world, jdk, containers, findings, .. } =
            LoadedProgram::load(jdk, &[], Some(class_path), progress)?;
        let class_path = on_disk(&containers, scratch)
            .map_err(|error| Error::Write { path: scratch.to_owned(), error })?;
        Ok(TestedProgram { world, jdk, class_path, findings })
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
