use super::*;
use crate::{Context, Format, stored};

fn detection() -> Detection {
    let victim = DependentTest {
        test: "p.A#victim".into(),
        kind: "victim".into(),
        place: Place { file: Some("src/test/java/p/A.java".into()), line: Some(7) },
        causes: vec![vec!["p.A#polluter".into()]],
        failures: 3,
        runs: 9,
        fails_behind: vec!["p.A#polluter".into()],
        failure: Some(Failure {
            class: "java.lang.AssertionError".into(),
            message: "1\n2".into(),
            ..Failure::default()
        }),
        reproduce: "reenact order run . --order p.A#polluter,p.A#victim".into(),
        ..DependentTest::default()
    };
    Detection {
        suite: "g:a".into(),
        jdk: "17".into(),
        counts: Counts { classes: 1, tests: 2, orders: 9, planned: 10, jvms: 4 },
        tests: vec![victim],
        always_failing: vec![FailingTest {
            test: "p.A#broken".into(),
            outcome: "failed".into(),
            ..FailingTest::default()
        }],
        left_behind: Some(vec![LeftBehind {
            test: "p.A#polluter".into(),
            state: vec![
                LeftState {
                    path: "p.Registry.entries".into(),
                    difference: Some("added \"key\"".into()),
                    readers: 2,
                    ..LeftState::default()
                },
                LeftState {
                    path: "p.Registry.lock".into(),
                    same_content: true,
                    readers: 2,
                    ..LeftState::default()
                },
                LeftState { path: "p.A.own".into(), ..LeftState::default() },
            ],
            more: 0,
        }]),
        suite_tests: vec!["p.A#polluter".into(), "p.A#victim".into()],
        orders: vec![RanOrder { name: "original".into(), order: "0-1".into(), failed: "1".into() }],
        ..Detection::default()
    }
}

#[test]
fn a_victim_is_shown_with_its_polluter_and_a_command() {
    let text = detection().text();
    for line in [
        "  found        1 victim, 1 failing in every order",
        "  left behind  1 test leaves state changed; that of 1 is read by others",
        "  changes  p.Registry.entries: added \"key\"; 2 other tests read it",
        "  why      passes alone and fails behind p.A#polluter",
        "  seen     failed in 3 of 9 orders",
        "  failure  java.lang.AssertionError: 1",
        "  reproduce with",
        "    reenact order run . --order p.A#polluter,p.A#victim",
        "  p.A#broken failed",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
    for hidden in ["p.Registry.lock", "p.A.own"] {
        assert!(!text.contains(hidden), "no other test can notice it\n{text}");
    }
}

#[test]
fn every_format_has_the_victim_and_the_json_is_read_back() {
    let report = detection();
    for format in
        [Format::Jsonl, Format::Html, Format::Junit, Format::Sarif, Format::Github, Format::Markdown]
    {
        let text = report.render(format, &Context::default());
        assert!(text.contains("polluter"), "{format:?}\n{text}");
    }
    let json = report.render(Format::Json, &Context::default());
    assert_eq!(stored::read_as::<Detection>(&json).unwrap(), report);
}

#[test]
fn another_polluter_or_order_is_the_same_finding() {
    let (one, mut other) = (detection().tests.remove(0), detection().tests.remove(0));
    other.causes = vec![vec!["p.B#other".into()]];
    other.place.line = Some(9);
    assert_eq!(one.finding().fingerprint(), other.finding().fingerprint());
}
