//! The Landlock ruleset: where a program may write, and which programs it may start.

use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope,
};

use super::{DEVICES, Sandbox};

/// Where the loaders of dynamically linked programs are.
const LOADERS: [&str; 4] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"];

/// Returns the rules, as far as this kernel knows them; `None` if it knows none. `alone` if no namespace holds the
/// network back.
pub(super) fn ruleset(sandbox: &Sandbox, alone: bool) -> Result<Option<OwnedFd>, RulesetError> {
    let limits_files = !(sandbox.writes_everything() && sandbox.starts_everything());
    // Version 4 is the first that knows TCP.
    let abi = ABI::V4;
    let reading = AccessFs::from_read(abi) & !AccessFs::Execute;
    // A device that root makes in its own directory is a way to the disk.
    let writing = AccessFs::from_write(abi) & !AccessFs::MakeChar & !AccessFs::MakeBlock;
    // From version 6 on: processes outside are not its to signal, nor are their abstract sockets its to reach.
    let mut handled = Ruleset::default().set_compatibility(CompatLevel::BestEffort).scope(Scope::Signal)?;
    if limits_files {
        handled = handled.handle_access(AccessFs::from_all(abi))?;
    }
    if !sandbox.network {
        handled = handled.scope(Scope::AbstractUnixSocket)?;
    }
    if !sandbox.network && (limits_files || alone) {
        handled = handled.handle_access(AccessNet::from_all(abi))?;
    }
    let mut ruleset = handled.create()?.set_compatibility(CompatLevel::BestEffort);
    let beneath = |path: &Path, access| PathFd::new(path).ok().map(|fd| PathBeneath::new(fd, access));
    if !limits_files {
        return Ok(ruleset.into());
    }
    let mut rules: Vec<PathBeneath<PathFd>> = Vec::new();
    rules.extend(beneath("/".as_ref(), reading));
    for path in sandbox.programs.iter().map(|path| path.as_path()).chain(LOADERS.iter().map(Path::new)) {
        rules.extend(beneath(path, reading | AccessFs::Execute));
    }
    for path in &sandbox.writable {
        rules.extend(beneath(path, reading | writing));
    }
    for device in DEVICES {
        rules.extend(beneath(device.as_ref(), AccessFs::ReadFile | AccessFs::WriteFile));
    }
    for rule in rules {
        ruleset = ruleset.add_rule(rule)?;
    }
    Ok(ruleset.into())
}
