//! What comments beside tests say about them.
//!
//! A comment behind a test's signature has parts with `;` between them. The first one is the kind:
//! `victim of Class#test`, `brittle, set by Class#test`, `self-polluting`, `environment-dependent` or `fails` (in every order). Tests
//! of a set have `and` between them, sets of which any will do `or`. `also self-polluting`, `state: …` and `fix: …` follow. The
//! comments `polluter`, `cleaner` and `state-setter` are for readers. A test that classes inherit has a comment `in Class: …` for each.
//!
//! `state` has the smallest set of parts that decides. `fix` has the code, `none` if no code can repair the test, or `reflective`.
//! `(not found)` behind either marks what the command should find and does not; it has to be taken off as soon as the command does.

use reenact_report::order::DependentTest;
use reenact_testkit::Fixture;

/// The expectation of one test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// `package.Class#method`.
    pub test: String,
    pub kind: String,
    /// Sets of tests of which one is the cause.
    pub causes: Vec<Vec<String>>,
    pub self_polluting: bool,
    /// The state that it depends on.
    pub state: Option<String>,
    /// A repair that is accepted.
    pub fix: Option<String>,
}

impl Expected {
    /// Returns how a test that was found differs.
    pub fn differences(&self, found: &DependentTest) -> Vec<String> {
        let mut wrong = Vec::new();
        if found.kind != self.kind {
            wrong.push(format!("{} should be {}, and is {}", self.test, self.kind, found.kind));
        }
        if found.self_polluting != (self.self_polluting || self.kind == "self-polluting") {
            wrong.push(format!("{}: self-polluting is {}", self.test, found.self_polluting));
        }
        let is_cause = |found: &Vec<String>| {
            let sorted = |names: &[String]| {
                let mut names = names.to_vec();
                names.sort();
                names
            };
            self.causes.iter().any(|cause| sorted(cause) == sorted(found))
        };
        if !self.causes.is_empty() && !found.causes.first().is_some_and(is_cause) {
            wrong.push(format!(
                "{}: the cause should be {:?}, and is {:?}",
                self.test, self.causes, found.causes
            ));
        }
        wrong
    }
}

/// Returns the expectations in the files of a target.
pub fn expectations(fixture: &Fixture) -> Vec<Expected> {
    let mut all = Vec::new();
    for file in fixture.files() {
        let (package, class) = file.path.trim_end_matches(".java").rsplit_once('/').unwrap();
        let package = package.replace('/', ".");
        // Classes that are open, with the depth of their braces.
        let mut open: Vec<(String, usize)> = Vec::new();
        let mut depth = 0;
        for line in file.text.lines() {
            let (code, comment) = line.split_once(" // ").unwrap_or((line, ""));
            if let Some(name) = declared(code, "class") {
                open.push((name, depth));
            }
            let nested: Vec<&str> = open.iter().map(|(name, _)| &**name).collect();
            let within = if nested.is_empty() { class.to_owned() } else { nested.join("$") };
            if let Some(method) = method(code) {
                for comment in comment.split(" // ") {
                    let (class, comment) =
                        match comment.strip_prefix("in ").and_then(|rest| rest.split_once(": ")) {
                            Some((class, comment)) => (class.to_owned(), comment),
                            None => (within.clone(), comment),
                        };
                    all.extend(parse(comment, &package, &format!("{package}.{class}#{method}")));
                }
            }
            depth = depth + code.matches('{').count()
                - code.matches('}').count().min(depth + code.matches('{').count());
            open.retain(|(_, at)| *at < depth);
        }
    }
    all
}

fn parse(comment: &str, package: &str, test: &str) -> Option<Expected> {
    let mut parts = comment.split("; ").map(str::trim);
    let first = parts.next()?;
    let (kind, causes) = match first {
        "polluter" | "cleaner" | "state-setter" | "" => return None,
        "self-polluting" | "environment-dependent" | "fails" => (first, ""),
        _ => match (first.strip_prefix("victim of "), first.strip_prefix("brittle, set by ")) {
            (Some(causes), _) => ("victim", causes),
            (_, Some(causes)) => ("brittle", causes),
            _ => panic!("{test}: `{first}` is not an expectation"),
        },
    };
    let named = |set: &str| set.split(" and ").map(|name| format!("{package}.{}", name.trim())).collect();
    let mut expected = Expected { test: test.to_owned(), kind: kind.to_owned(), ..Expected::default() };
    expected.causes = causes.split(" or ").filter(|set| !set.is_empty()).map(named).collect();
    for part in parts {
        match part.split_once(": ") {
            _ if part == "also self-polluting" => expected.self_polluting = true,
            Some(("state", state)) => expected.state = Some(state.to_owned()),
            Some(("fix", fix)) => expected.fix = Some(fix.to_owned()),
            _ => panic!("{test}: `{part}` is not an expectation"),
        }
    }
    Some(expected)
}

/// Returns the name behind a keyword, outside of comments.
fn declared(code: &str, keyword: &str) -> Option<String> {
    let is_comment = code.trim_start().starts_with(['*', '/']);
    let mut words = code.split_whitespace();
    words.find(|word| *word == keyword).filter(|_| !is_comment)?;
    let name = words.next()?.trim_end_matches('{');
    Some(name.to_owned())
}

/// Returns the name of the method that a line declares.
fn method(code: &str) -> Option<&str> {
    let (before, _) = code.split_once('(')?;
    let mut words = before.split_whitespace().rev();
    let (name, kind) = (words.next()?, words.next()?);
    (kind == "void" || kind.starts_with("Stream")).then_some(name)
}

#[test]
fn comments_are_expectations() {
    let fixture = Fixture::parse(
        "
        //- p/ATest.java
        package p;

        class ATest {
            void a() { // polluter
            }

            class In {
                void b() { // victim of ATest#a or ATest#c and ATest#d; also self-polluting; state: p.S.x; fix: S.clear()
                }
            }

            void e() { // in B: brittle, set by ATest#a; state: s; fix: f // in C: fails
            }
        }
        ",
    );
    let name = |name: &str| format!("p.{name}");
    assert_eq!(
        expectations(&fixture),
        [
            Expected {
                test: name("ATest$In#b"),
                kind: "victim".into(),
                causes: vec![vec![name("ATest#a")], vec![name("ATest#c"), name("ATest#d")]],
                self_polluting: true,
                state: Some("p.S.x".into()),
                fix: Some("S.clear()".into()),
            },
            Expected {
                test: name("B#e"),
                kind: "brittle".into(),
                causes: vec![vec![name("ATest#a")]],
                state: Some("s".into()),
                fix: Some("f".into()),
                ..Expected::default()
            },
            Expected { test: name("C#e"), kind: "fails".into(), ..Expected::default() },
        ]
    );
}
