//! Programs that may read, and do little else: they write in one directory, start nothing and reach no network.
//!
//! Recorded calls are run again when generated tests are verified, and nobody has looked at them yet. Linux's
//! Landlock takes the rights from the thread that starts the program, and the program inherits what is left;
//! no privilege is needed for it. On a kernel without it the program runs as it would, and
//! [`Isolation`] says so.

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use crate::process::group::Group;

/// What a program may still do.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    /// Directories in which it may write.
    pub writable: Vec<PathBuf>,
    /// Directories from which it may start programs, its own included. The system's libraries are always
    /// among them, since a program's loader is there.
    pub programs: Vec<PathBuf>,
    /// Whether it may use the network as far as there is one.
    pub network: bool,
}

/// What the kernel took from it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Isolation {
    /// It writes only where it may, and starts only what it may.
    pub files: bool,
    /// It opens no TCP connections and listens to none.
    pub network: bool,
}

/// Where the loaders of dynamically linked programs are.
const LOADERS: [&str; 4] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"];

/// Devices that programs write to without anybody noticing.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/tty"];

impl Sandbox {
    pub(crate) fn spawn(&self, mut command: Command) -> io::Result<(Child, Group, Isolation)> {
        let sandbox = self.clone();
        // What is taken from a thread is never given back: this one ends with it.
        thread::spawn(move || {
            let isolation = sandbox.restrict().unwrap_or_default();
            let (child, group) = Group::spawn(&mut command)?;
            Ok((child, group, isolation))
        })
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the thread that starts the program ended")))
    }

    /// Takes the rights from the calling thread.
    fn restrict(&self) -> Result<Isolation, RulesetError> {
        // Version 4 is the first that knows TCP; an older kernel does what it can.
        let abi = ABI::V4;
        let (reading, writing) = (AccessFs::from_read(abi) & !AccessFs::Execute, AccessFs::from_write(abi));
        let mut handled = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))?
            // From version 6 on: other processes of ours are not its to end.
            .scope(Scope::Signal)?;
        if !self.network {
            handled = handled.handle_access(AccessNet::from_all(abi))?;
        }
        let mut ruleset = handled.create()?.set_compatibility(CompatLevel::BestEffort);
        let beneath =
            |path: &std::path::Path, access| PathFd::new(path).ok().map(|fd| PathBeneath::new(fd, access));
        let mut rules: Vec<PathBeneath<PathFd>> = Vec::new();
        rules.extend(beneath("/".as_ref(), reading));
        for path in self.programs.iter().map(PathBuf::as_path).chain(LOADERS.iter().map(|path| path.as_ref()))
        {
            rules.extend(beneath(path, reading | AccessFs::Execute));
        }
        for path in &self.writable {
            rules.extend(beneath(path, reading | writing));
        }
        for device in DEVICES {
            rules.extend(beneath(device.as_ref(), AccessFs::ReadFile | AccessFs::WriteFile));
        }
        for rule in rules {
            ruleset = ruleset.add_rule(rule)?;
        }
        let status = ruleset.restrict_self()?;
        Ok(match status.ruleset {
            RulesetStatus::FullyEnforced => Isolation { files: true, network: !self.network },
            RulesetStatus::PartiallyEnforced => Isolation { files: true, network: false },
            RulesetStatus::NotEnforced => Isolation::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    /// What a shell script, run in a sandbox that may write to one directory, leaves behind there.
    fn run(script: &str) -> (tempfile::TempDir, tempfile::TempDir, Isolation) {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let sandbox = Sandbox {
            writable: vec![inside.path().to_owned()],
            programs: vec!["/bin/sh".into(), "/usr/bin/dash".into()],
            network: false,
        };
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(script).env("INSIDE", inside.path()).env("OUTSIDE", outside.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let (mut child, group, isolation) = sandbox.spawn(command).unwrap();
        group.leader_ended()();
        group.end();
        child.wait().unwrap();
        (inside, outside, isolation)
    }

    #[test]
    fn a_program_writes_only_where_it_may() {
        let (inside, outside, isolation) = run("echo a > $INSIDE/a; echo b > $OUTSIDE/b");
        assert!(inside.path().join("a").exists(), "it may write in its own directory");
        assert_eq!(
            outside.path().join("b").exists(),
            !isolation.files,
            "and nowhere else, if it is isolated"
        );
    }

    #[test]
    fn a_program_starts_only_what_it_may() {
        let (inside, _outside, isolation) = run("/usr/bin/env touch $INSIDE/started; echo end > $INSIDE/end");
        assert!(inside.path().join("end").exists());
        assert_eq!(inside.path().join("started").exists(), !isolation.files);
    }
}
