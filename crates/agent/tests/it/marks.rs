//! Marks of tests, which the test driver sets, and class fixtures under recording.

use reenact_recording::model::MarkKind;
use reenact_testkit::build::junit;
use reenact_testkit::host::Scratch;
use reenact_testkit::jvm::driver::{Driver, DriverOptions, TestRun};
use reenact_testkit::{Fixture, jdks};

use crate::support::{agent, open, read_segments};

/// Runs tests under recording. They must print what `expected` says, and the recording must hold their marks and the
/// calls of `p.Subject#call` that lie between them.
#[track_caller]
fn check(source: &str, tests: &[&str], expected: &[&str], events: &[&str]) {
    check_recorded(source, tests, &[], expected, events);
}

/// The same, with the method whose calls are recorded during each test. Calls of `p.Subject#other` count as well.
#[track_caller]
fn check_recorded(source: &str, tests: &[&str], recorded: &[&str], expected: &[&str], events: &[&str]) {
    let jars = [junit::jupiter().unwrap(), junit::junit4().unwrap()].concat();
    let names: Vec<&str> = jars.iter().map(|jar| jar.to_str().unwrap()).collect();
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g", "-cp", &names.join(":")]);
        let scratch = Scratch::new("reenact-marks").unwrap();
        let out = scratch.path().join("recording");
        let mut options = DriverOptions::new(
            &jdk,
            [program.classes().to_path_buf()].into_iter().chain(jars.iter().cloned()),
        );
        let methods = "methods=p.Subject#call;p.Subject#other,sample-backoff=1,nested=false";
        options.agent = Some(format!("{}=out={},{methods}", agent().display(), out.display()).into());
        let mut driver = Driver::start(options).unwrap();
        let recorded = recorded.iter().map(|&method| method.to_owned()).collect();
        let run =
            TestRun { recorded, ..TestRun::new(tests.iter().map(|test| test.parse().unwrap()).collect()) };
        let report = driver.run(&run).unwrap();
        driver.quit().unwrap();
        let printed: Vec<&str> = report.tests.iter().map(|test| &*test.invocations[0].output.out).collect();
        assert_eq!(printed, expected, "{:#?}", report.tests);

        let segments = read_segments(&out);
        let reader = open(&segments);
        assert!(reader.findings().is_empty(), "{:?}", reader.findings());
        let mut seen: Vec<(u64, String)> = Vec::new();
        for mark in reader.marks() {
            let kind = match mark.kind {
                MarkKind::TestStarted => "started",
                MarkKind::TestFinished => "finished",
                MarkKind::Other(_) => "unknown",
            };
            assert!(reader.thread(mark.thread).is_some());
            seen.push((mark.time, format!("{kind} {}", mark.name)));
        }
        for head in reader.invocations() {
            let name = reader.method(head.method).map(|method| method.name.to_string());
            seen.push((head.entered, name.unwrap_or_default()));
        }
        seen.sort();
        let seen: Vec<&str> = seen.iter().map(|(_, event)| event.as_str()).collect();
        assert_eq!(seen, events, "JDK {}", jdk.version.full);
    }
}

#[test]
fn class_fixtures_of_jupiter_run_once_while_tests_are_recorded() {
    check(
        r#"
        //- p/Subject.java
        package p;
        public class Subject { static int calls; public static int call() { return ++calls; } }
        //- p/SomeTest.java
        package p;
        import org.junit.jupiter.api.*;
        class SomeTest {
            static int setUps;
            @BeforeAll static void before() { setUps++; Subject.call(); }
            @BeforeEach void each() { Subject.call(); }
            @Test void a() { System.out.print(setUps + " " + Subject.calls); }
            @Test void b() { System.out.print(setUps + " " + Subject.calls); }
            @AfterAll static void after() { Subject.call(); }
        }
        "#,
        &["p.SomeTest#a", "p.SomeTest#b"],
        &["1 2", "1 3"],
        &[
            "call",
            "started p.SomeTest#a",
            "call",
            "finished p.SomeTest#a",
            "started p.SomeTest#b",
            "call",
            "finished p.SomeTest#b",
            "call",
        ],
    );
}

#[test]
fn class_fixtures_of_junit_4_run_once_while_tests_are_recorded() {
    check(
        r#"
        //- p/Subject.java
        package p;
        public class Subject { static int calls; public static int call() { return ++calls; } }
        //- p/SomeTest.java
        package p;
        import org.junit.*;
        public class SomeTest {
            static int setUps;
            @BeforeClass public static void before() { setUps++; Subject.call(); }
            @Test public void a() { System.out.print(setUps + " " + Subject.call()); }
            @Test public void b() { System.out.print(setUps + " " + Subject.call()); }
        }
        "#,
        &["p.SomeTest#a", "p.SomeTest#b"],
        &["1 2", "1 3"],
        &[
            "call",
            "started p.SomeTest#a",
            "call",
            "finished p.SomeTest#a",
            "started p.SomeTest#b",
            "call",
            "finished p.SomeTest#b",
        ],
    );
}

/// In PDFBox, calls that arrange tests of other methods used up the disk budget of the recording: of 1,460 tests 1,109 were not compared
/// with the recorded state.
#[test]
fn only_calls_of_the_method_under_test_are_recorded_if_it_is_named() {
    check_recorded(
        r#"
        //- p/Subject.java
        package p;
        public class Subject {
            public static int call() { return 1; }
            public static int other() { return 1 + call(); }
        }
        //- p/SomeTest.java
        package p;
        import org.junit.jupiter.api.*;
        class SomeTest {
            @Test void a() { Subject.other(); System.out.print(Subject.call()); }
            @Test void b() { Subject.call(); System.out.print(Subject.other()); }
            @Test void c() { Subject.call(); System.out.print(Subject.other()); }
        }
        "#,
        &["p.SomeTest#a", "p.SomeTest#b", "p.SomeTest#c"],
        &["p.Subject#call", "p.Subject#other"],
        &["1", "2", "2"],
        &[
            "started p.SomeTest#a",
            "call",
            "finished p.SomeTest#a",
            "started p.SomeTest#b",
            "other",
            "finished p.SomeTest#b",
            "started p.SomeTest#c",
            "call",
            "other",
            "finished p.SomeTest#c",
        ],
    );
}
