use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Stdio;

use super::*;

/// The directories of a sandboxed shell script, after it has run.
struct Ran {
    inside: tempfile::TempDir,
    outside: tempfile::TempDir,
    confinement: Confinement,
}

impl Ran {
    fn inside(&self, name: &str) -> bool {
        self.inside.path().join(name).exists()
    }

    fn outside(&self, name: &str) -> bool {
        self.outside.path().join(name).exists()
    }
}

/// Runs a script that may write to `$INSIDE`, and not to `$OUTSIDE`, which has a file `old`.
fn run(script: &str, support: Support) -> Ran {
    let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let old = outside.path().join("old");
    std::fs::write(&old, "").unwrap();
    std::fs::set_permissions(&old, PermissionsExt::from_mode(0o640)).unwrap();
    let sandbox = Sandbox {
        writable: vec![inside.path().to_owned()],
        programs: vec!["/bin/sh".into(), "/bin/chmod".into(), "/bin/sleep".into()],
        network: false,
    };
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(script).env("INSIDE", inside.path()).env("OUTSIDE", outside.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (mut child, group, confinement) = sandbox.spawn_with(command, support).unwrap();
    group.leader_ended()();
    group.end();
    child.wait().unwrap();
    Ran { inside, outside, confinement }
}

/// The parts of this system, without some of them.
fn without(parts: &[&str]) -> Support {
    let mut support = Support::of_this_system().clone();
    for &part in parts {
        match part {
            "namespaces" => support.namespaces = Err("cannot create namespaces: no".to_owned()),
            "landlock" => support.landlock = 0,
            "filter" => support.filter = Err("cannot install a seccomp filter: no".to_owned()),
            other => panic!("{other}"),
        }
    }
    support
}

#[test]
fn with_all_parts_nothing_is_missing() {
    let support = Support { namespaces: Ok(()), landlock: LANDLOCK_WITH_SIGNALS, filter: Ok(()) };
    let sandbox = Sandbox { writable: vec!["/tmp".into()], ..Sandbox::default() };
    let everything = Confinement { files: true, programs: true, network: true, gaps: vec![] };
    assert_eq!(sandbox.confinement(&support), everything);
}

#[test]
fn a_program_writes_only_where_it_may_with_any_one_part_missing() {
    for missing in [&[][..], &["namespaces"], &["landlock"], &["filter"]] {
        let script = "echo a > $INSIDE/a; echo b > $OUTSIDE/b; rm $OUTSIDE/old; chmod 777 $OUTSIDE/old; cd $INSIDE; echo c > c";
        let ran = run(script, without(missing));
        assert!(ran.inside("a") && ran.inside("c"), "without {missing:?}");
        assert!(!ran.outside("b"), "without {missing:?}");
        let mode = ran.outside.path().join("old").metadata().unwrap().mode();
        assert_eq!(mode & 0o777, 0o640, "without {missing:?}");
        assert_eq!(ran.confinement.files, *missing != ["landlock"], "without {missing:?}");
    }
}

#[test]
fn a_program_changes_modes_of_its_own_files_unless_there_are_no_namespaces() {
    let script = "echo > $INSIDE/a; chmod 777 $INSIDE/a";
    for (missing, expected) in [(&[][..], 0o777), (&["namespaces", "filter"], 0o777)] {
        let ran = run(script, without(missing));
        assert_eq!(ran.inside.path().join("a").metadata().unwrap().mode() & 0o777, expected, "{missing:?}");
    }
    let ran = run(script, without(&["namespaces"]));
    assert_ne!(ran.inside.path().join("a").metadata().unwrap().mode() & 0o777, 0o777);
    assert_eq!(
        ran.confinement.gaps,
        ["tests cannot change modes and time stamps of their own files: cannot create namespaces: no"]
    );
}

#[test]
fn a_program_starts_only_what_it_may() {
    let script = "/usr/bin/env touch $INSIDE/started; echo end > $INSIDE/end";
    for (missing, starts) in [(&[][..], false), (&["namespaces"], false), (&["landlock"], true)] {
        let ran = run(script, without(missing));
        assert!(ran.inside("end"));
        assert_eq!(ran.inside("started"), starts, "without {missing:?}");
        assert_eq!(ran.confinement.programs, !starts, "without {missing:?}");
    }
}

#[test]
fn missing_parts_are_reported() {
    let gaps = |missing: &[&str]| {
        let sandbox = Sandbox { writable: vec!["/tmp".into()], ..Sandbox::default() };
        sandbox.confinement(&without(missing)).gaps.join("\n")
    };
    assert_eq!(
        gaps(&["landlock"]),
        "tests can write to files by way of other processes in /proc: this kernel does not have Landlock\n\
         tests can start programs: this kernel does not have Landlock"
    );
    assert_eq!(
        gaps(&["filter"]),
        "tests can connect to Unix-domain sockets: cannot install a seccomp filter: no"
    );
    assert_eq!(
        gaps(&["namespaces", "filter"]),
        "tests can change modes and time stamps of all files: cannot create namespaces: no\n\
         tests can connect to Unix-domain sockets: cannot install a seccomp filter: no"
    );
    assert_eq!(
        gaps(&["namespaces", "landlock", "filter"]),
        "tests can write to all files: cannot create namespaces: no\n\
         tests can start programs: this kernel does not have Landlock\n\
         tests can connect to Unix-domain sockets: cannot install a seccomp filter: no\n\
         tests can signal other processes: cannot install a seccomp filter: no"
    );
}

#[test]
fn a_step_that_fails_is_named_and_another_way_can_be_taken() {
    let absent = Mounts { writable: vec![c"/absent".into()], devices: vec![], directory: c"/".into() };
    let failing =
        Setup { namespaces: Some(Namespaces::new(true, Some(absent)).unwrap()), ..Setup::default() };
    let mut command = Command::new("true");
    let mut start = Start::new(&mut command, vec![failing, Setup::default()], false).unwrap();
    let failure = start.run(&mut command, |command| command.status()).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "cannot mount file systems read-only: No such file or directory (os error 2)"
    );
    start.choose(1);
    assert!(start.run(&mut command, |command| command.status()).unwrap().success());
}

#[test]
fn a_program_that_is_missing_is_an_error_of_the_program() {
    let sandbox = Sandbox { writable: vec![std::env::temp_dir()], ..Sandbox::default() };
    let error = sandbox.spawn(Command::new("/absent/program")).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
