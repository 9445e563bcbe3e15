//! The same attempts without the sandbox: they must succeed, or there is a reason why they cannot.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use reenact_host::Command;

use super::outside::Outside;
use super::{Row, answers, inside, program, rows};

/// Rows that cannot succeed without the sandbox either, on a usual machine, and why. They stay because another kernel or
/// user may allow them.
pub const EXPECTED_FAILURES: &[(&str, &str)] = &[
    ("kernel-setting", "only root may change the settings of a kernel"),
    ("system-setting", "only root may change the settings of a kernel"),
    ("kernel-log", "only root may write to the log of a kernel"),
    ("terminal", "tests run without a terminal"),
    ("raw:type-into-terminal", "tests run without a terminal"),
    ("raw:clock", "only root may set the clock"),
    ("raw:swap", "only root may add swap space"),
    ("raw:make-device", "only root may make devices"),
    ("raw:open-by-handle", "only root may open files by their handles"),
    ("raw:kernel-messages", "only root may read them, if kernel.dmesg_restrict is set"),
    ("raw:bpf", "only root may load maps, if kernel.unprivileged_bpf_disabled is set"),
    ("raw:trace-events", "only root may count events, if kernel.perf_event_paranoid is 3 or more"),
    ("raw:remount", "the file system belongs to the namespace of the machine"),
    ("raw:change-mount", "mounts that a namespace has inherited are locked"),
    ("raw:unmount", "the directory is a mount point in the sandbox only"),
    ("raw:pivot-root", "the directory is not a mount point"),
    ("raw:unshare", "a process with several threads cannot enter a new namespace of users"),
    ("raw:enter-namespace", "a process with several threads cannot enter a namespace of mounts"),
    ("raw:enter-own-namespace", "a process is in its own namespace already"),
    (
        "raw:leave-session",
        "the leader of a group cannot leave its session, and tests start programs as leaders",
    ),
    ("raw:calls-of-another-interface", "few kernels have the x32 interface"),
    ("raw:calls-to-come", "no kernel has this call yet"),
];

/// Rows that are not tried without the sandbox.
const NOT_TRIED: &[(&str, &str)] = &[("udp-elsewhere", "it would send a packet into a network")];

/// Rows that change the process that they run in, so that later rows would fail for that reason. Most need privileges.
const ALONE: &[&str] = &[
    "raw:leave-group",
    "raw:leave-session",
    "raw:unshare",
    "raw:unshare-mounts",
    "raw:clone-namespace",
    "raw:clone3",
    "raw:enter-namespace",
    "raw:enter-own-namespace",
    "raw:mount",
    "raw:remount",
    "raw:remount-bind",
    "raw:change-mount",
    "raw:unmount",
    "raw:chroot",
    "raw:pivot-root",
    "raw:key-session",
    "raw:run-from-memory",
];

/// Ways to run without the sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Privileges {
    /// Those of an ordinary user.
    User,
    /// All privileges in namespaces of its own, as the sandbox has them before it gives them up.
    Namespaces,
}

/// Changes outside that the rows of an ordinary user make, besides those in directories of rows: each part of
/// [`Outside::changes`] must be able to notice something.
const NOTICED: [&str; 9] = [
    "the Unix-domain socket received",
    "the Unix-domain datagram socket received",
    "the abstract socket received",
    "the TCP socket received",
    "the UDP socket received",
    "the pipe received",
    "/tmp is new",
    "/dev/shm is new",
    "shared memory is new",
];

/// Runs all rows without a sandbox, and checks that each succeeds or is expected to fail.
pub fn check(java: &Path, classes: &Path) {
    let rows = rows(classes);
    let is_listed = |list: &[(&str, &str)], name: &str| list.iter().any(|(listed, _)| *listed == name);
    let mut left: Vec<&Row> =
        rows.iter().filter(|row| !row.is_own() && !is_listed(NOT_TRIED, &row.name)).collect();
    let is_alone = |row: &&Row| ALONE.contains(&row.name.as_str());
    let mut details = Vec::new();

    let together: Vec<&Row> = left.iter().copied().filter(|row| !is_alone(row)).collect();
    let (succeeded, others) = run(java, classes, &together, Privileges::User, &mut details);
    left.retain(|row| !succeeded.contains(&row.name));
    let missing = NOTICED.into_iter().filter(|part| !others.iter().any(|change| change.contains(part)));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "not noticed outside: {others:?}");

    let (alone, together): (Vec<&Row>, Vec<&Row>) = left.iter().partition(|row| is_alone(row));
    let alone = alone.into_iter().filter(|row| !is_listed(EXPECTED_FAILURES, &row.name));
    for group in std::iter::once(together).chain(alone.map(|row| vec![row])) {
        let (succeeded, _) = run(java, classes, &group, Privileges::Namespaces, &mut details);
        left.retain(|row| !succeeded.contains(&row.name));
    }

    let unexplained: Vec<&str> =
        left.iter().map(|row| &*row.name).filter(|name| !is_listed(EXPECTED_FAILURES, name)).collect();
    assert!(
        unexplained.is_empty(),
        "these rows prove nothing, because they fail without the sandbox as well: {unexplained:?}\n{}",
        details.join("\n")
    );
    let has_raw_rows = rows.iter().any(|row| row.name.starts_with("raw:"));
    let names = EXPECTED_FAILURES.iter().map(|(name, _)| *name).chain(ALONE.iter().copied());
    let unknown = names.filter(|name| has_raw_rows && rows.iter().all(|row| row.name != *name));
    assert_eq!(unknown.collect::<Vec<_>>(), [""; 0], "rows that are listed and do not exist");
}

/// Runs some rows in one JVM. Returns those that succeeded and the changes outside that belong to none.
fn run(
    java: &Path,
    classes: &Path,
    group: &[&Row],
    privileges: Privileges,
    details: &mut Vec<String>,
) -> (BTreeSet<String>, Vec<String>) {
    let (outside, inside) = (Outside::new(group.iter().copied()), inside());
    let command = match privileges {
        Privileges::User => Command::new(java),
        Privileges::Namespaces => Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "--net", "--uts", "--ipc", "--"])
            .arg(java),
    };
    let finished = program(command, classes, inside.path(), &outside)
        .env("UNCONFINED", "yes")
        .env("ROWS", group.iter().map(|row| &*row.name).collect::<Vec<_>>().join(","))
        .run(Duration::from_secs(120))
        .unwrap();
    let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
    let answers = answers(&stdout);
    let changes = outside.changes();
    let mut succeeded = BTreeSet::new();
    for Row { name, .. } in group {
        match answers.get(name.as_str()) {
            answer if matches!(answer, Some(("done", _))) || changes.rows.contains_key(name) => {
                succeeded.insert(name.clone());
            }
            answer => details.push(format!("{privileges:?} {name}: {answer:?}")),
        }
    }
    if answers.len() < group.len() {
        details.push(format!("{privileges:?}: {:?} {stderr}", finished.status));
    }
    (succeeded, changes.others)
}
