//! Suites that nothing can be found in, and suites that misbehave: each has a clear result, and leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use reenact_build::junit;
use reenact_report::order::Detection;
use reenact_testkit::{Fixture, jdk};
use reenact_verbs::order::{Error, Options, Search, detect};

fn jars() -> Vec<PathBuf> {
    [junit::jupiter().unwrap(), junit::junit4().unwrap()].concat()
}

fn joined(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(":")
}

/// Searches a suite that is written down in a test.
fn searched(source: &str, limit: Duration) -> Result<Detection, Error> {
    let class_path = joined(&jars());
    let program = Fixture::parse(source).compile_with(&jdk(), &["-nowarn", "-cp", &class_path]);
    let options = Options {
        class_path: Some(class_path),
        tests: vec![program.classes().to_owned()],
        jdk: Some(jdk().home),
        test_limit: limit,
        search: Search { random: Some(2), confirmations: 1, ..Search::default() },
        ..Options::new(".".into())
    };
    detect::run(&options, &())
}

/// Returns the ids of processes whose command line has a text.
fn processes(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let has_text = |path: &PathBuf| {
        fs::read(path.join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(text))
    };
    entries.filter(has_text).map(|path| path.display().to_string()).collect()
}

fn kinds(report: &Detection) -> Vec<(&str, &str)> {
    report.tests.iter().map(|test| (&*test.test, &*test.kind)).collect()
}

#[test]
fn a_test_that_hangs_is_ended_and_the_others_are_searched() {
    let begun = Instant::now();
    let report = searched(
        "
        package hanging;

        import static org.junit.Assert.*;

        import org.junit.*;

        public class HangingTest {
            static int state;

            @Test
            public void hangs() throws Exception {
                Thread.sleep(1_000_000);
            }

            @Test
            public void pollutes() {
                state = 1;
            }

            @Test
            public void suffers() {
                assertEquals(0, state);
            }
        }
        ",
        Duration::from_secs(2),
    )
    .unwrap();
    assert_eq!(kinds(&report), [("hanging.HangingTest#suffers", "victim")]);
    let failing = &report.always_failing[..];
    assert_eq!((failing.len(), &*failing[0].test), (1, "hanging.HangingTest#hangs"));
    assert_eq!(failing[0].outcome, "timed out");
    assert!(begun.elapsed() < Duration::from_secs(300));
}

#[test]
fn a_test_that_exits_or_starts_programs_leaves_none_running() {
    // A number that is in no other command line.
    let seconds = format!("98{}", std::process::id());
    let report = searched(
        &format!(
            "
            package exiting;

            import static org.junit.jupiter.api.Assertions.*;

            import org.junit.jupiter.api.*;

            class ExitingTest {{
                static int state;

                @Test
                void exits() {{
                    System.exit(7);
                }}

                @Test
                void forks() throws Exception {{
                    new ProcessBuilder(\"sleep\", \"{seconds}\").start();
                }}

                @Test
                void pollutes() {{
                    state = 1;
                }}

                @Test
                void suffers() {{
                    assertEquals(0, state);
                }}
            }}
            "
        ),
        Duration::from_secs(20),
    )
    .unwrap();
    assert_eq!(kinds(&report), [("exiting.ExitingTest#suffers", "victim")]);
    let failing: Vec<_> = report.always_failing.iter().map(|test| (&*test.test, &*test.outcome)).collect();
    assert_eq!(failing, [("exiting.ExitingTest#exits", "exited with code 7")]);
    assert_eq!(processes(&seconds), [""; 0], "programs that tests started are left running");
}

#[test]
fn a_test_that_prints_without_end_does_not_stop_the_search() {
    let report = searched(
        "
        package printing;

        import org.junit.*;

        public class PrintingTest {
            @Test
            public void printsMuch() {
                String line = new String(new char[100_000]).replace('\\0', 'x');
                for (int i = 0; i < 2_000; i++) {
                    System.out.println(line);
                }
            }

            @Test
            public void printsLittle() {
                System.out.println();
            }
        }
        ",
        Duration::from_secs(60),
    )
    .unwrap();
    assert_eq!((kinds(&report), report.always_failing.len()), (vec![], 0));
}

#[test]
fn tests_that_fail_in_every_order_are_not_order_dependent() {
    let report = searched(
        "
        package failing;

        import org.junit.*;

        public class FailingTest {
            @BeforeClass
            public static void prepare() {
                throw new IllegalStateException(\"no database\");
            }

            @Test
            public void one() {}

            @Test
            public void two() {}
        }
        ",
        Duration::from_secs(20),
    )
    .unwrap();
    assert_eq!(kinds(&report), []);
    assert_eq!(report.always_failing.len(), 2);
    let failure = report.always_failing[0].failure.as_ref().unwrap();
    assert_eq!(failure.short(), "java.lang.IllegalStateException: no database");
}

#[test]
fn classes_without_tests_are_reported_as_such() {
    let error = searched("package plain; public class Plain { }", Duration::from_secs(20)).unwrap_err();
    assert!(error.to_string().ends_with(": no tests among 1 classes"), "{error}");
}

#[test]
fn a_class_path_without_junit_is_reported_as_such() {
    let program =
        Fixture::parse("package plain; public class PlainTest { public void test() { } }").compile(&jdk());
    let options = Options {
        class_path: Some(program.classes().display().to_string()),
        tests: vec![program.classes().to_owned()],
        ..Options::new(".".into())
    };
    let error = detect::run(&options, &()).unwrap_err();
    assert!(matches!(error, Error::NoJUnit { .. }), "{error}");
    let error = detect::run(&Options { tests: Vec::new(), ..options }, &()).unwrap_err();
    assert!(matches!(error, Error::NoTestPlaces), "{error}");
}

/// A Maven project without dependencies: JUnit would have to be fetched.
fn maven_project(source: &str) -> tempfile::TempDir {
    let project = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = project.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "pom.xml",
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version>
         <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
         <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
         <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>
         <scope>test</scope></dependency></dependencies></project>",
    );
    write("src/test/java/p/OneTest.java", source);
    project
}

fn files(directory: &Path) -> Vec<String> {
    let found =
        Command::new("find").arg(directory).args(["-type", "f", "-not", "-path", "*/target/*"]).output();
    let mut lines: Vec<String> =
        String::from_utf8(found.unwrap().stdout).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_project_that_does_not_compile_is_answered_with_the_errors_of_the_compiler() {
    let project = maven_project("package p; public class OneTest { void broken( }");
    let before = files(project.path());
    let error = detect::run(&Options::new(project.path().to_owned()), &()).unwrap_err().to_string();
    assert!(error.contains("Maven failed in") && error.contains("OneTest.java"), "{error}");
    assert_eq!(files(project.path()), before);
}

#[test]
fn a_maven_project_is_compiled_and_searched_with_its_own_settings() {
    let project = maven_project(
        "package p;
        import static org.junit.Assert.*;
        import org.junit.*;
        public class OneTest {
            static int state;
            @Test public void pollutes() { state = 1; }
            @Test public void suffers() { assertEquals(0, state); }
            @Test public void knowsItsProject() { assertNotNull(System.getProperty(\"basedir\")); }
        }
        ",
    );
    let before = files(project.path());
    let report = detect::run(&Options::new(project.path().to_owned()), &()).unwrap();
    assert_eq!(kinds(&report), [("p.OneTest#suffers", "victim")]);
    let victim = &report.tests[0];
    assert_eq!(victim.causes, [["p.OneTest#pollutes"]]);
    assert_eq!(victim.place.line, Some(7));
    assert!(victim.place.file.as_ref().unwrap().ends_with("src/test/java/p/OneTest.java"), "{victim:?}");
    assert!(victim.reproduce.ends_with("--order p.OneTest#pollutes,p.OneTest#suffers"), "{victim:?}");
    assert_eq!(files(project.path()), before, "the project's own files are as they were");
    let options = Options { module: Some("absent".into()), ..Options::new(project.path().to_owned()) };
    let error = detect::run(&options, &()).unwrap_err().to_string();
    assert!(error.ends_with("has no module absent; its modules with tests: g:a"), "{error}");
}
