//! Keeping a JVM away from the network, without privileges: in a network namespace of its own, where there
//! is a loopback and nothing else.
//!
//! The namespace belongs to a user namespace, in which we are root for a moment, to bring the loopback up. The JVM
//! then runs under its ordinary user id again, in a second one: as root it would see files that it may not write as
//! writable, and tests would notice.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{getgid, getuid};

use reenact_host::Command;

const AMPLE: Duration = Duration::from_secs(20);

/// Brings the loopback up if there is a tool for it, and goes on as the user `$0` in the group `$1`.
const AS_USER: &str = r#"
    ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null
    user=$0 group=$1
    shift
    exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
"#;

/// The same for root, who is root in there too.
const AS_ROOT: &str = r#"
    ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null
    shift
    exec "$@"
"#;

/// A network of one's own, in which a process is kept away from all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace {
    script: &'static str,
    user: u32,
    group: u32,
}

/// Why nothing can be kept away from the network here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this system lets no unprivileged process have a network of its own ({reason}); tests can reach the network"
)]
pub struct NotIsolated {
    /// What the system says.
    pub reason: String,
}

impl Namespace {
    /// A command that runs a program so; its arguments are to be added.
    pub(super) fn command(&self, program: &Path) -> Command {
        Command::new("unshare")
            .args(["--user", "--map-root-user", "--net", "--", "sh", "-c", self.script])
            .arg(self.user.to_string())
            .arg(self.group.to_string())
            .arg(program)
    }
}

/// The programs that set a namespace up, as far as they are here.
pub(super) fn programs() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let found = ["unshare", "sh", "ip", "ifconfig"]
        .into_iter()
        .filter_map(|name| directories.iter().find_map(|directory| directory.join(name).canonicalize().ok()));
    found.collect()
}

/// How it is done on this machine; found out once, by doing it.
pub fn namespace() -> &'static Result<Namespace, NotIsolated> {
    static FOUND: OnceLock<Result<Namespace, NotIsolated>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let (user, group) = (getuid().as_raw(), getgid().as_raw());
        let script = if user == 0 { AS_ROOT } else { AS_USER };
        let namespace = Namespace { script, user, group };
        let refused = |reason: String| NotIsolated { reason };
        let tried =
            namespace.command("true".as_ref()).run(AMPLE).map_err(|error| refused(error.to_string()))?;
        match tried.status.success() {
            true => Ok(namespace),
            false => Err(refused(tried.stderr.text().trim().replace('\n', "; "))),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_is_there_or_the_reason_is_told() {
        match namespace() {
            Ok(namespace) => {
                let finished = namespace.command("cat".as_ref()).arg("/proc/net/dev").run(AMPLE).unwrap();
                let text = finished.stdout.text();
                let devices: Vec<&str> = text
                    .lines()
                    .filter_map(|line| line.split_once(':'))
                    .map(|(name, _)| name.trim())
                    .collect();
                assert!(devices.contains(&"lo"), "{text}");
                // Some kernels put tunnels that lead nowhere into every namespace.
                assert!(
                    !devices.iter().any(|name| name.starts_with("eth") || name.starts_with("en")),
                    "{text}"
                );
                let finished = namespace.command("id".as_ref()).arg("-u").run(AMPLE).unwrap();
                assert_eq!(finished.stdout.text().trim(), getuid().as_raw().to_string());
            }
            Err(error) => assert!(!error.reason.is_empty()),
        }
    }
}
