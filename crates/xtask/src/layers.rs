//! Which room may use which.

/// The rooms, line by line from the top. A room may use only rooms on lower lines.
pub const LINES: &[(u8, &[&str])] = &[
    (15, &["cli", "agent", "forms-jni"]),
    (14, &["verbs"]),
    (13, &["report", "jvm"]),
    (12, &["explore", "order", "replay"]),
    (11, &["generate"]),
    (10, &["cases"]),
    (9, &["rebuild"]),
    (8, &["serial", "mockpoints"]),
    (7, &["flow"]),
    (6, &["world"]),
    (5, &["recording"]),
    (4, &["wire"]),
    (3, &["heap"]),
    (2, &["classfile", "java"]),
    (1, &["base"]),
];

/// What stands beside the house. It may use anything; rooms may use it only in their tests, and of
/// it only [`FOR_TESTS`].
pub const TOOLING: &[&str] = &["testkit", "conformance", "xtask", "bench", "fuzz"];

/// The tooling that is made for rooms' tests.
pub const FOR_TESTS: &str = "testkit";

/// Rooms up to this line do no I/O: they ask for bytes and hand out values.
pub const LAST_LINE_WITHOUT_IO: u8 = 12;

/// The agent lives in the user's JVM, and brings as little as possible with it.
pub const AGENT_MAY_USE: &[&str] = &["wire", "recording", "heap", "classfile", "base"];

/// What tests use beside the rule: those of the command record with the agent, which they find where cargo
/// puts what a test depends on.
pub const TESTS_MAY_USE: &[(&str, &str)] = &[("cli", "agent")];

/// A crate of the workspace and the crates it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Such as `reenact-base`.
    pub name: String,
    /// Those on other crates of the workspace.
    pub dependencies: Vec<Dependency>,
}

/// A dependency on another crate of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Such as `reenact-base`.
    pub name: String,
    /// What it is needed for.
    pub kind: Kind,
}

/// What a dependency is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The crate itself, or its build script.
    Normal,
    /// Its tests.
    Dev,
}

enum Place {
    Line(u8),
    Tooling,
}

/// Everything that breaks the rule, a line each, in the order of the packages.
pub fn violations(packages: &[Package]) -> Vec<String> {
    packages.iter().flat_map(of_package).collect()
}

/// Whether a crate is a room that does no I/O.
pub fn does_no_io(package: &str) -> bool {
    matches!(place(package), Some(Place::Line(line)) if line <= LAST_LINE_WITHOUT_IO)
}

fn of_package(package: &Package) -> Vec<String> {
    let name = &package.name;
    match place(name) {
        Some(Place::Tooling) => Vec::new(),
        Some(Place::Line(line)) => package
            .dependencies
            .iter()
            .filter_map(|dependency| of_dependency(name, line, dependency))
            .collect(),
        None => vec![format!(
            "{name} has no place in the house; add it to LINES (a room) or TOOLING in crates/xtask/src/layers.rs"
        )],
    }
}

fn of_dependency(name: &str, line: u8, dependency: &Dependency) -> Option<String> {
    let used = &dependency.name;
    let violation = match place(used) {
        Some(Place::Tooling) if dependency.kind == Kind::Dev && room(used) == FOR_TESTS => return None,
        Some(Place::Tooling) if room(used) == FOR_TESTS => "tooling, which only tests may use".to_owned(),
        Some(Place::Tooling) => "tooling, which rooms may not use".to_owned(),
        Some(Place::Line(_)) if room(name) == "agent" && !AGENT_MAY_USE.contains(&room(used)) => {
            format!("which is not among {}", AGENT_MAY_USE.join(", "))
        }
        Some(Place::Line(used_line)) if used_line < line => return None,
        Some(Place::Line(_))
            if dependency.kind == Kind::Dev && TESTS_MAY_USE.contains(&(room(name), room(used))) =>
        {
            return None;
        }
        Some(Place::Line(used_line)) => {
            format!("on line {used_line}; a room may use only rooms on lower lines, tests included")
        }
        None => "which has no place in the house; add it in crates/xtask/src/layers.rs".to_owned(),
    };
    Some(format!("{name} (line {line}) uses {used}, {violation}"))
}

fn place(package: &str) -> Option<Place> {
    let room = room(package);
    if TOOLING.contains(&room) {
        return Some(Place::Tooling);
    }
    LINES.iter().find(|(_, rooms)| rooms.contains(&room)).map(|&(line, _)| Place::Line(line))
}

fn room(package: &str) -> &str {
    package.strip_prefix("reenact-").unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks packages written as `name: used used(dev) …`.
    fn check(graph: &str, expected: &[&str]) {
        let packages: Vec<Package> = graph
            .lines()
            .filter_map(|line| line.trim().split_once(':'))
            .map(|(name, used)| Package {
                name: format!("reenact-{name}"),
                dependencies: used.split_whitespace().map(dependency).collect(),
            })
            .collect();
        assert_eq!(violations(&packages), expected);
    }

    fn dependency(written: &str) -> Dependency {
        let (room, kind) = match written.strip_suffix("(dev)") {
            Some(room) => (room, Kind::Dev),
            None => (written, Kind::Normal),
        };
        Dependency { name: format!("reenact-{room}"), kind }
    }

    #[test]
    fn downward_is_fine() {
        check(
            "base:
             classfile: base testkit(dev)
             world: classfile base
             jvm: classfile
             verbs: jvm report world
             cli: verbs
             agent: wire recording heap classfile base testkit(dev)
             testkit: jvm
             conformance: world jvm testkit cli
             bench: verbs",
            &[],
        );
    }

    #[test]
    fn upward_and_sideways_are_not() {
        check(
            "base: world
             java: classfile
             report: jvm
             world: verbs(dev)",
            &[
                "reenact-base (line 1) uses reenact-world, on line 6; a room may use only rooms on lower lines, \
                 tests included",
                "reenact-java (line 2) uses reenact-classfile, on line 2; a room may use only rooms on lower \
                 lines, tests included",
                "reenact-report (line 13) uses reenact-jvm, on line 13; a room may use only rooms on lower \
                 lines, tests included",
                "reenact-world (line 6) uses reenact-verbs, on line 14; a room may use only rooms on lower \
                 lines, tests included",
            ],
        );
    }

    #[test]
    fn tooling_is_for_tests() {
        check(
            "world: testkit
             verbs: xtask
             jvm: conformance(dev)",
            &[
                "reenact-world (line 6) uses reenact-testkit, tooling, which only tests may use",
                "reenact-verbs (line 14) uses reenact-xtask, tooling, which rooms may not use",
                "reenact-jvm (line 13) uses reenact-conformance, tooling, which rooms may not use",
            ],
        );
    }

    #[test]
    fn the_agent_brings_little() {
        check(
            "agent: world base",
            &[
                "reenact-agent (line 15) uses reenact-world, which is not among wire, recording, heap, classfile, base",
            ],
        );
    }

    #[test]
    fn only_tests_of_the_command_use_the_agent() {
        check("cli: verbs agent(dev)", &[]);
        check(
            "cli: agent
             verbs: agent(dev)
             agent: cli(dev)",
            &[
                "reenact-cli (line 15) uses reenact-agent, on line 15; a room may use only rooms on lower lines, \
                 tests included",
                "reenact-verbs (line 14) uses reenact-agent, on line 15; a room may use only rooms on lower \
                 lines, tests included",
                "reenact-agent (line 15) uses reenact-cli, which is not among wire, recording, heap, classfile, base",
            ],
        );
    }

    #[test]
    fn a_crate_needs_a_place() {
        check(
            "attic: base
             world: attic",
            &[
                "reenact-attic has no place in the house; add it to LINES (a room) or TOOLING in \
                 crates/xtask/src/layers.rs",
                "reenact-world (line 6) uses reenact-attic, which has no place in the house; add it in \
                 crates/xtask/src/layers.rs",
            ],
        );
    }

    #[test]
    fn every_room_has_one_line_and_lines_go_down() {
        let lines: Vec<u8> = LINES.iter().map(|(line, _)| *line).collect();
        assert!(lines.is_sorted_by(|a, b| a > b));
        let mut rooms: Vec<&str> =
            LINES.iter().flat_map(|(_, rooms)| *rooms).chain(TOOLING).copied().collect();
        let count = rooms.len();
        rooms.sort();
        rooms.dedup();
        assert_eq!(rooms.len(), count);
        let line = |room| LINES.iter().find(|(_, rooms)| rooms.contains(room)).map(|(line, _)| line);
        assert!(AGENT_MAY_USE.iter().all(|room| line(room) < line(&"agent")));
    }

    #[test]
    fn engines_do_no_io_and_the_host_does() {
        assert!(["base", "classfile", "world", "rebuild", "replay"].iter().all(|room| does_no_io(room)));
        assert!(["jvm", "verbs", "cli", "agent", "testkit", "attic"].iter().all(|room| !does_no_io(room)));
    }
}
