//! The libraries that tests are compiled and run with.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use reenact_build::junit::{self, JUnit};
use reenact_generate::{Assertions, Junit, Options as Style, StandIns};
use reenact_java::conventions::Conventions;
use reenact_jvm::driver::DriverOptions;
use reenact_recording::RecordingReader;
use reenact_verify::Reach;

use super::program::TestedProgram;
use super::{Error, Options, release};

/// A library is the usual one if this share of test files uses it, in percent.
const USUAL: usize = 50;
/// A project knows a library if this share of its test files uses it, in percent.
const SEEN: usize = 10;

/// The libraries that tests are compiled and run with.
pub struct Tools {
    /// The subject's class path and JUnit.
    pub class_path: Vec<PathBuf>,
    pub junit: Junit,
    pub assertions: Assertions,
    pub stand_ins: StandIns,
    /// Whether the program's class path has no JUnit.
    pub lacks_junit: bool,
    /// Whether tests may have parameters.
    pub parameterized: bool,
    /// The option with Mockito's agent.
    mock_agent: Option<OsString>,
}

impl Tools {
    /// Finds JUnit on the subject's class path, or has Maven fetch it.
    pub fn find(
        program: &TestedProgram,
        conventions: &Conventions,
        options: &Options,
    ) -> Result<Self, Error> {
        let there = JUnit::on(&program.class_path);
        let junit = options.junit.unwrap_or(match (&there.jupiter, &there.junit4) {
            (None, Some(_)) => Junit::Four,
            _ => Junit::Five,
        });
        let mut class_path = program.class_path.clone();
        match junit {
            Junit::Five if there.jupiter.is_none() => class_path.extend(junit::jupiter()?),
            Junit::Four if there.junit4.is_none() => class_path.extend(junit::junit4()?),
            _ => class_path.extend(junit::completed(&program.class_path)?),
        }
        let usual = match there.assertj.is_some() && conventions.assertj >= USUAL {
            true => Assertions::AssertJ,
            false => Assertions::Junit,
        };
        let assertions = options.assertions.unwrap_or(usual);
        let usual = match has_mockito(program) && conventions.mockito >= SEEN {
            true => StandIns::Mockito,
            false => StandIns::Classes,
        };
        let stand_ins = options.stand_ins.unwrap_or(usual);
        if assertions == Assertions::AssertJ && there.assertj.is_none() {
            class_path.extend(junit::assertj()?);
        }
        let mut seen = BTreeSet::new();
        class_path.retain(|entry| seen.insert(entry.clone()));
        let mock_agent = junit::mock_agent(&class_path).filter(|_| stand_ins == StandIns::Mockito);
        // A project without JUnit gets all of it.
        let has_parameters = there.jupiter.is_none() || there.jupiter_params.is_some();
        let parameterized = options.parameterized && junit == Junit::Five && has_parameters;
        let lacks_junit = there.jupiter.is_none() && there.junit4.is_none();
        Ok(Tools { lacks_junit, class_path, junit, assertions, stand_ins, parameterized, mock_agent })
    }

    /// Returns how the tests are written.
    pub fn style(
        &self,
        program: &TestedProgram,
        reader: &RecordingReader<'_>,
        conventions: &Conventions,
        options: &Options,
    ) -> Style {
        let newest = program.jdk.version.feature.min(u32::from(u8::MAX)) as u8;
        let oldest = release::oldest(self.junit, program.jdk.version.feature);
        let usual = Style::default();
        Style {
            junit: self.junit,
            assertions: self.assertions,
            stand_ins: self.stand_ins,
            release: options
                .release
                .unwrap_or_else(|| release::of_recorded_classes(&program.world, reader, oldest, newest)),
            suffix: options.suffix.clone().unwrap_or(usual.suffix),
            // Lines as long as the project's own, but no longer than can be read.
            width: options.width.unwrap_or_else(|| {
                conventions.longest_line.map_or(usual.width, |longest| longest.clamp(60, 120))
            }),
            indent: conventions.indent.map_or(usual.indent, |indent| indent.columns),
            habits: conventions.habits,
            most_lines: options.max_lines.unwrap_or(usual.most_lines),
            ..usual
        }
    }

    /// Returns the options of a JVM for tests that were not reviewed yet: they may reach only what is allowed.
    pub fn jvm(&self, program: &TestedProgram, scratch: &Path, allow: &BTreeSet<Reach>) -> DriverOptions {
        let may = |reach| allow.contains(&reach);
        let mut writes = vec![scratch.to_owned()];
        if may(Reach::Files) {
            writes.push(PathBuf::from("/"));
        }
        DriverOptions {
            network: may(Reach::Network),
            writes: Some(writes),
            programs: may(Reach::Processes),
            vm_options: self.mock_agent.iter().cloned().collect(),
            ..DriverOptions::new(&program.jdk, &self.class_path)
        }
    }
}

/// Returns whether Mockito is on the class path.
pub fn has_mockito(program: &TestedProgram) -> bool {
    program.world.class_id("org/mockito/Mockito").is_some()
}
