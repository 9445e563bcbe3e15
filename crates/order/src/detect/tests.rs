use super::*;
use crate::simulated::{Simulated, Step, cleans, needs, needs_in_jvm, sets, sets_in_jvm};

fn found(tests: &[(&str, &[Step])], options: &Options) -> Vec<(String, Kind, bool)> {
    let (suite, mut runner) = Simulated::suite(tests);
    let detected = detect(&mut runner, &suite, options, &()).unwrap();
    let row =
        |found: &OrderDependent| (suite.test(found.test).to_string(), found.kind, found.is_self_polluting);
    detected.tests.iter().map(row).collect()
}

#[test]
fn victims_and_brittle_tests_are_told_apart() {
    let tests: [(&str, &[Step]); 5] = [
        ("a.A#victim", &[needs("x", 0)]),
        ("a.A#polluter", &[sets("x", 1)]),
        ("a.B#setter", &[sets("y", 1)]),
        ("a.B#brittle", &[needs("y", 1)]),
        ("a.B#sound", &[]),
    ];
    let (suite, mut runner) = Simulated::suite(&tests);
    let detected = detect(&mut runner, &suite, &Options::default(), &()).unwrap();
    let rows: Vec<_> = detected.tests.iter().map(|found| (found.test, found.kind, &*found.cause)).collect();
    assert_eq!(rows, [(0, Kind::Victim, &[1][..]), (3, Kind::Brittle, &[2])]);
    let victim = &detected.tests[0];
    assert_eq!((&*victim.fails_behind, &*victim.passes_behind), (&[1][..], &[][..]));
    assert!(victim.failures > 0 && victim.failures < victim.runs && !victim.needs_jvm);
}

#[test]
fn a_test_that_fails_the_second_time_pollutes_for_itself() {
    let tests: [(&str, &[Step]); 2] = [("a.A#once", &[needs("x", 0), sets("x", 1)]), ("a.A#sound", &[])];
    assert_eq!(found(&tests, &Options::default()), [("a.A#once".to_owned(), Kind::SelfPolluting, true)]);
    let both: [(&str, &[Step]); 2] =
        [("a.A#once", &[needs("x", 0), sets("x", 1)]), ("a.A#polluter", &[sets("x", 2)])];
    assert_eq!(found(&both, &Options::default()), [("a.A#once".to_owned(), Kind::Victim, true)]);
}

#[test]
fn only_the_same_outcome_again_is_order_dependence() {
    let tests: [(&str, &[Step]); 3] =
        [("a.A#flaky", &[Step::Alternates]), ("a.A#other", &[]), ("a.B#third", &[])];
    assert_eq!(found(&tests, &Options::default()), [("a.A#flaky".to_owned(), Kind::NonDeterministic, false)]);
}

#[test]
fn tests_that_always_fail_are_counted_apart() {
    let (suite, mut runner) =
        Simulated::suite(&[("a.A#broken", &[needs("x", 3)]), ("a.A#jvm", &[Step::NeedsNewJvm])]);
    let detected = detect(&mut runner, &suite, &Options::default(), &()).unwrap();
    assert_eq!(detected.always_failing, [0]);
    let kinds: Vec<_> = detected.tests.iter().map(|found| (found.test, found.kind)).collect();
    assert_eq!(kinds, [(1, Kind::Environment)]);
    let (suite, mut runner) = Simulated::suite(&[]);
    assert_eq!(detect(&mut runner, &suite, &Options::default(), &()).unwrap(), Detected::default());
}

/// A cleaner hides the polluter in most orders; a pair that is known to share state shows it with few.
#[test]
fn pairs_that_share_state_are_tried_first() {
    let mut tests: Vec<(String, Vec<Step>)> =
        (0..12).map(|at| (format!("a.C{at}#cleans"), vec![cleans("x")])).collect();
    tests.insert(6, ("a.P#pollutes".to_owned(), vec![sets("x", 1)]));
    tests.push(("a.V#victim".to_owned(), vec![needs("x", 0)]));
    let tests: Vec<(&str, &[Step])> = tests.iter().map(|(name, steps)| (&**name, &**steps)).collect();
    let few = Options { random: 0, systematic: false, ..Options::default() };
    assert_eq!(found(&tests, &few), []);
    let expected = [("a.V#victim".to_owned(), Kind::Victim, false)];
    assert_eq!(found(&tests, &Options { pairs: vec![(6, 13)], ..few.clone() }), expected);
    assert_eq!(found(&tests, &Options { systematic: true, ..few }), expected);
}

/// State of the JDK outlives the loader: the victim fails in every later order of the warm JVM, alone too.
#[test]
fn state_that_outlives_the_loader_has_its_polluter_found_in_fresh_jvms() {
    let tests: [(&str, &[Step]); 4] = [
        ("a.A#sound", &[]),
        ("a.A#victim", &[needs_in_jvm("provider", 0)]),
        ("a.B#other", &[]),
        ("a.B#polluter", &[sets_in_jvm("provider", 1)]),
    ];
    let (suite, mut runner) = Simulated::suite(&tests);
    let detected = detect(&mut runner, &suite, &Options::default(), &()).unwrap();
    let rows: Vec<_> =
        detected.tests.iter().map(|found| (found.test, found.kind, &*found.cause, found.needs_jvm)).collect();
    assert_eq!(rows, [(1, Kind::Victim, &[3][..], true)]);
}

#[test]
fn a_test_that_ends_its_jvm_is_set_aside_and_the_others_are_run() {
    let tests: [(&str, &[Step]); 4] = [
        ("a.A#exits", &[Step::EndsJvm]),
        ("a.A#polluter", &[sets("x", 1)]),
        ("a.B#victim", &[needs("x", 0)]),
        ("a.B#hangs", &[needs("x", 0), Step::EndsJvm]),
    ];
    let (suite, mut runner) = Simulated::suite(&tests);
    let detected = detect(&mut runner, &suite, &Options::default(), &()).unwrap();
    assert_eq!(detected.set_aside, [0, 3]);
    assert_eq!(detected.always_failing, [0, 3]);
    let kinds: Vec<_> = detected.tests.iter().map(|found| (found.test, found.kind)).collect();
    assert_eq!(kinds, [(2, Kind::Victim)]);
}

#[test]
fn no_orders_are_begun_when_the_time_is_up() {
    struct TimeUp;
    impl Watch for TimeUp {
        fn is_time_up(&self) -> bool {
            true
        }
    }
    let (suite, mut runner) = Simulated::suite(&[("a.A#one", &[]), ("a.A#two", &[])]);
    let detected = detect(&mut runner, &suite, &Options::default(), &TimeUp).unwrap();
    assert_eq!(detected.orders.len(), 1, "the order of the build");
    assert!(detected.planned > 1);
}

#[test]
fn tests_without_time_to_be_confirmed_are_listed() {
    struct Over;
    impl Watch for Over {
        fn is_over(&self) -> bool {
            true
        }
    }
    let tests: [(&str, &[Step]); 2] = [("a.A#victim", &[needs("x", 0)]), ("a.A#polluter", &[sets("x", 1)])];
    let (suite, mut runner) = Simulated::suite(&tests);
    let detected = detect(&mut runner, &suite, &Options::default(), &Over).unwrap();
    assert_eq!((detected.tests, detected.unconfirmed), (vec![], vec![0]));
}

/// Fails the first test behind the second, but in fresh JVMs.
struct OnlyWarm;

impl Runner for OnlyWarm {
    type Error = std::convert::Infallible;

    fn run(
        &mut self,
        orders: &[Order],
        freshness: Freshness,
    ) -> Result<Vec<Vec<Outcome>>, std::convert::Infallible> {
        let one = |order: &Order, at: usize| match order[at] == 0 && order[..at].contains(&1) {
            true if freshness == Freshness::Loader => Outcome::Failed,
            _ => Outcome::Passed,
        };
        Ok(orders.iter().map(|order| (0..order.len()).map(|at| one(order, at)).collect()).collect())
    }
}

/// A test that only a warm JVM shows would have whole orders run in fresh JVMs, several times.
#[test]
fn a_confirmation_ends_when_the_time_is_over() {
    struct OverSoon(std::cell::Cell<usize>);
    impl Watch for OverSoon {
        fn is_over(&self) -> bool {
            self.0.set(self.0.get() + 1);
            self.0.get() > 1
        }
    }
    let suite = Suite::new(["a.A#one", "a.A#two"].map(|name| name.parse().unwrap()).to_vec());
    let over = OverSoon(std::cell::Cell::new(0));
    let detected = detect(&mut OnlyWarm, &suite, &Options::default(), &over).unwrap();
    assert_eq!((detected.tests, detected.unconfirmed), (vec![], vec![0]));
    let detected = detect(&mut OnlyWarm, &suite, &Options::default(), &()).unwrap();
    let kinds: Vec<_> = detected.tests.iter().map(|found| (found.test, found.kind)).collect();
    assert_eq!(kinds, [(0, Kind::Environment)]);
}

/// Fixtures of its class remove what a test leaves behind, unless it is the last of its class: an order that begins with one test of each
/// class shows it, for tests too that are among the first themselves.
#[test]
fn a_polluter_whose_class_cleans_up_is_found() {
    let mut tests: Vec<(String, Vec<Step>)> = Vec::new();
    for class in ["a.A", "a.B", "a.C"] {
        for test in 0..8 {
            let steps: &[Step] = match (class, test) {
                ("a.A", _) => &[needs("x", 0)],
                ("a.C", 3) => &[cleans("x"), sets("x", 1)],
                ("a.C", _) => &[cleans("x")],
                _ => &[],
            };
            tests.push((format!("{class}#t{test}"), steps.to_vec()));
        }
    }
    let tests: Vec<(&str, &[Step])> = tests.iter().map(|(name, steps)| (&**name, &**steps)).collect();
    let (suite, mut runner) = Simulated::suite(&tests);
    let options = Options { random: 0, ..Options::default() };
    let detected = detect(&mut runner, &suite, &options, &()).unwrap();
    let rows: Vec<_> = detected.tests.iter().map(|found| (found.test, found.kind, &*found.cause)).collect();
    let expected: Vec<_> = (0..8).map(|test| (test, Kind::Victim, &[19][..])).collect();
    assert_eq!(rows, expected);
}
