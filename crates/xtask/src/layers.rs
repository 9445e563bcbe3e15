//! The dependencies that each crate of the workspace may have.
//!
//! An allow-list, not an order: that a crate lies higher does not mean that it may use everything below.
//! A dependency that is missing here was not intended; add it with the reason in the commit message.

/// The dependencies that one crate may have.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Without the prefix `reenact-`.
    pub name: &'static str,
    /// The crates of the workspace that it may use.
    pub may_use: &'static [&'static str],
    /// Further crates that its tests may use, beside [`FOR_TESTS`].
    pub tests_may_use: &'static [&'static str],
    /// Whether it touches disks, networks and processes. A crate that does not takes bytes and returns values.
    pub io: Io,
}

/// Whether a crate may touch disks, networks and processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Io {
    Allowed,
    Forbidden,
}

const fn pure(name: &'static str, may_use: &'static [&'static str]) -> Rule {
    Rule { name, may_use, tests_may_use: &[], io: Io::Forbidden }
}

const fn with_io(name: &'static str, may_use: &'static [&'static str]) -> Rule {
    Rule { name, may_use, tests_may_use: &[], io: Io::Allowed }
}

/// The crates from the lowest layer up: a crate uses only crates of earlier rows. Rows of crates that do not exist
/// yet state what they will be allowed to use.
#[rustfmt::skip]
pub const RULES: &[Rule] = &[
    // Formats and values.
    pure("base", &[]),
    pure("classfile", &[]),
    pure("java", &["base"]),
    pure("heap", &["base"]),
    pure("wire", &["base"]),
    pure("recording", &["base", "heap", "wire"]),
    // The agent and the producer of probe plans select methods with the same code.
    pure("selection", &["classfile", "wire"]),
    // The program and what its code does.
    pure("world", &["base", "classfile"]),
    pure("flow", &["base", "classfile", "world"]),
    pure("mockpoints", &["base", "classfile", "flow", "world"]),
    pure("probes", &["base", "classfile", "flow", "mockpoints", "selection", "wire", "world"]),
    pure("serial", &["base", "classfile", "flow", "heap", "world"]),
    // Engines.
    pure("rebuild", &["base", "classfile", "flow", "heap", "java", "world"]),
    pure("cases", &["base", "heap", "recording"]),
    pure("generate", &["base", "cases", "classfile", "flow", "heap", "java", "rebuild", "recording", "world"]),
    // Compiling, running and comparing tests behind a trait: the processes are the caller's.
    pure("verify", &["base", "classfile", "flow", "heap", "recording", "wire", "world"]),
    pure("explore", &["base", "classfile", "flow", "heap", "java", "mockpoints", "rebuild", "wire", "world"]),
    pure("order", &["base", "classfile", "flow", "heap", "java", "rebuild", "recording", "wire", "world"]),
    pure("replay", &["base", "cases", "classfile", "heap", "mockpoints", "recording", "wire", "world"]),
    // The machine that Reenact runs on.
    with_io("host", &[]),
    with_io("jvm", &["classfile", "host", "wire"]),
    with_io("build", &["classfile", "host", "jvm"]),
    // Reports are values and text; the command writes them.
    with_io("report", &["base"]),
    with_io("verbs", &[
        "base", "build", "cases", "classfile", "explore", "flow", "generate", "heap", "host", "java", "jvm", "mockpoints",
        "order", "probes", "rebuild", "recording", "replay", "report", "serial", "verify", "wire", "world",
    ]),
    // It runs in the user's JVM, and brings as little as possible with it.
    Rule {
        name: "agent",
        may_use: &["base", "classfile", "heap", "recording", "selection", "wire"],
        // Tests compare the agent's selection with that of a plan.
        tests_may_use: &["probes"],
        io: Io::Allowed,
    },
    // Glue between the Java entry of serial forms and `serial`.
    with_io("forms-jni", &["serial"]),
    Rule {
        name: "cli",
        may_use: &["report", "verbs", "wire"],
        // Tests of the command record with the agent, and read what it wrote.
        tests_may_use: &["agent", "base", "build", "classfile", "heap", "host", "jvm", "recording", "world"],
        io: Io::Allowed,
    },
];

/// Crates that are not part of the product. They may use anything; other crates may use them only in tests, and
/// only [`FOR_TESTS`].
pub const TOOLING: &[&str] = &["testkit", "conformance", "xtask", "bench", "fuzz"];

/// The tooling that is made for tests of other crates.
pub const FOR_TESTS: &str = "testkit";

/// A crate of the workspace and its dependencies.
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
    pub kind: Kind,
}

/// The part of a crate that has a dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The crate itself, or its build script.
    Normal,
    /// Its tests.
    Dev,
}

/// Returns every dependency that is not allowed, a line each, in the order of the packages.
pub fn violations(packages: &[Package]) -> Vec<String> {
    packages.iter().flat_map(of_package).collect()
}

/// Returns whether a crate is one that must not do I/O.
pub fn does_no_io(package: &str) -> bool {
    rule(package).is_some_and(|rule| rule.io == Io::Forbidden)
}

fn of_package(package: &Package) -> Vec<String> {
    let name = short(&package.name);
    if TOOLING.contains(&name) {
        return Vec::new();
    }
    match rule(name) {
        Some(rule) => package.dependencies.iter().filter_map(|used| of_dependency(rule, used)).collect(),
        None => {
            vec![format!("{name} has no row in RULES (or TOOLING) of crates/xtask/src/layers.rs; add one")]
        }
    }
}

fn of_dependency(rule: &Rule, dependency: &Dependency) -> Option<String> {
    let used = short(&dependency.name);
    let in_tests = dependency.kind == Kind::Dev;
    let is_allowed =
        rule.may_use.contains(&used) || in_tests && (used == FOR_TESTS || rule.tests_may_use.contains(&used));
    if is_allowed {
        return None;
    }
    let name = rule.name;
    Some(if used == FOR_TESTS {
        format!("{name} uses {used}, which is for tests only")
    } else if TOOLING.contains(&used) {
        format!("{name} uses {used}, which is tooling")
    } else {
        let tests = if in_tests { "its tests may also use testkit and " } else { "" };
        let list = if in_tests { rule.tests_may_use } else { rule.may_use };
        let list = if list.is_empty() { "no other".to_owned() } else { list.join(", ") };
        format!("{name} uses {used}, which is not in its row of crates/xtask/src/layers.rs: {tests}{list}")
    })
}

fn rule(package: &str) -> Option<&'static Rule> {
    let name = short(package);
    RULES.iter().find(|rule| rule.name == name)
}

fn short(package: &str) -> &str {
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
        let (name, kind) = match written.strip_suffix("(dev)") {
            Some(name) => (name, Kind::Dev),
            None => (written, Kind::Normal),
        };
        Dependency { name: format!("reenact-{name}"), kind }
    }

    #[test]
    fn listed_dependencies_are_allowed() {
        check(
            "base:
             world: classfile base testkit(dev)
             jvm: classfile
             verbs: jvm report world
             cli: verbs agent(dev)
             testkit: jvm
             conformance: world jvm testkit cli
             bench: verbs",
            &[],
        );
    }

    #[test]
    fn others_are_not_even_if_they_are_lower() {
        check(
            "base: world
             mockpoints: recording
             cli: agent
             world: verbs(dev)",
            &[
                "base uses world, which is not in its row of crates/xtask/src/layers.rs: no other",
                "mockpoints uses recording, which is not in its row of crates/xtask/src/layers.rs: base, classfile, \
                 flow, world",
                "cli uses agent, which is not in its row of crates/xtask/src/layers.rs: report, verbs, wire",
                "world uses verbs, which is not in its row of crates/xtask/src/layers.rs: its tests may also use \
                 testkit and no other",
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
                "world uses testkit, which is for tests only",
                "verbs uses xtask, which is tooling",
                "jvm uses conformance, which is tooling",
            ],
        );
    }

    #[test]
    fn a_crate_needs_a_row() {
        check(
            "attic: base",
            &["attic has no row in RULES (or TOOLING) of crates/xtask/src/layers.rs; add one"],
        );
    }

    /// So that no cycle can be written into the table.
    #[test]
    fn rows_use_earlier_rows_only() {
        for (index, rule) in RULES.iter().enumerate() {
            let earlier: Vec<&str> = RULES[..index].iter().map(|rule| rule.name).collect();
            assert!(!earlier.contains(&rule.name) && !TOOLING.contains(&rule.name), "{} twice", rule.name);
            for used in rule.may_use.iter().chain(rule.tests_may_use) {
                assert!(earlier.contains(used), "{} uses {used}", rule.name);
            }
            assert!(rule.may_use.is_sorted() && rule.tests_may_use.is_sorted(), "{}", rule.name);
        }
    }

    #[test]
    fn engines_do_no_io_and_the_host_does() {
        assert!(["base", "classfile", "world", "rebuild", "replay"].iter().all(|name| does_no_io(name)));
        assert!(["jvm", "verbs", "cli", "agent", "testkit", "attic"].iter().all(|name| !does_no_io(name)));
    }
}
