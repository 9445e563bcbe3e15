//! The environment of a JVM.

use std::fs;
use std::time::{Duration, SystemTime};

use reenact_host::Command;
use reenact_jvm::Java;
use reenact_jvm::moved::{Moved, preloaded};

use crate::Result;
use crate::environment::Environment;

/// The world of one run.
pub struct Conditions {
    /// Names directories and recordings.
    pub name: &'static str,
    options: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    /// How many seconds the clock is behind.
    behind: Option<u64>,
}

/// Clock, zone, language, user, memory, processors and the way that identity hash codes are drawn are others in each.
/// Random seeds and the order of `Set.of` differ by themselves.
pub const BOTH: [Conditions; 2] = [
    Conditions {
        name: "here",
        options: &[
            "-Duser.timezone=UTC",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.name=ada",
            "-Xmx700m",
            "-XX:ActiveProcessorCount=2",
        ],
        environment: &[("TZ", "UTC"), ("LANG", "C.UTF-8"), ("USER", "ada"), ("HOSTNAME", "alpha")],
        behind: None,
    },
    Conditions {
        name: "elsewhere",
        options: &[
            "-Duser.timezone=Pacific/Auckland",
            "-Duser.language=de",
            "-Duser.country=DE",
            "-Duser.name=berta",
            "-Xmx900m",
            "-XX:ActiveProcessorCount=1",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=0",
        ],
        environment: &[
            ("TZ", "Pacific/Auckland"),
            ("LANG", "de_DE.UTF-8"),
            ("USER", "berta"),
            ("HOSTNAME", "beta"),
            ("MODE", "other"),
        ],
        behind: Some(200 * 24 * 3600),
    },
];

impl Conditions {
    /// A launch with the options of these conditions.
    pub fn java(&self, java: Java) -> Java {
        self.options.iter().fold(java, |java, option| java.vm_option(option))
    }

    /// A command in these conditions.
    pub fn around(&self, environment: &Environment, command: Command) -> Result<Command> {
        let directory = environment.path(self.name);
        fs::create_dir_all(&directory)?;
        let mut command = command.current_dir(directory);
        for (name, value) in self.environment {
            command = command.env(name, value);
        }
        if let Some(seconds) = self.behind {
            let clock = Some(SystemTime::now() - Duration::from_secs(seconds));
            command = preloaded(command, &Moved { clock, host_name: None }, &environment.path(self.name))?;
        }
        Ok(command)
    }
}
