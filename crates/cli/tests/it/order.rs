//! `reenact order`: what it prints where, and how it ends.

use std::path::PathBuf;
use std::process::{Command, Output};

use reenact_testkit::{Fixture, Program, jdk};
use serde_json::Value;

/// A JUnit 3 of a few lines would do, but the real one is what tests have.
fn junit() -> String {
    let jars = reenact_build::junit::junit4().unwrap();
    jars.iter().map(|jar: &PathBuf| jar.display().to_string()).collect::<Vec<_>>().join(":")
}

fn order(action: &str, program: &Program, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    command.args(["order", action, "--no-store", "--classpath", &junit(), "--tests"]).arg(program.classes());
    let Output { status, stdout, stderr } = command.args(args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn compiled(source: &str) -> Program {
    Fixture::parse(source).compile_with(&jdk(), &["-cp", &junit()])
}

const POLLUTED: &str = "
    package polluted;

    import static org.junit.Assert.*;

    import org.junit.*;

    public class PollutedTest {
        static int state;

        @Test
        public void pollutes() {
            state = 1;
        }

        @Test
        public void suffers() {
            assertEquals(0, state);
        }
    }
";

#[test]
fn a_victim_is_shown_with_a_command_that_shows_its_failure() {
    let program = compiled(POLLUTED);
    let log = tempfile::NamedTempFile::new().unwrap();
    let (code, text, messages) =
        order("detect", &program, &["--confirm", "1", "--log", log.path().to_str().unwrap()]);
    assert_eq!(code, Some(1), "{messages}");
    assert!(text.contains("found        1 victim\n"), "{text}");
    assert!(
        text.contains("changes  polluted.PollutedTest.state: value: 0 -> 1; 1 other test reads it\n"),
        "{text}"
    );
    let names = "polluted.PollutedTest#pollutes,polluted.PollutedTest#suffers";
    let has_command = |line: &str| {
        line.starts_with("    reenact order run ") && line.ends_with(&format!(" --order {names}"))
    };
    assert!(text.lines().any(has_command), "{text}");
    let orders = std::fs::read_to_string(log.path()).unwrap();
    assert!(orders.contains("polluted.PollutedTest#suffers // failed\n"), "{orders}");
    let (code, text, _) = order("run", &program, &["--order", names]);
    assert_eq!(code, Some(1));
    assert!(text.contains("failed  polluted.PollutedTest#suffers\n"), "{text}");
    let (code, text, _) =
        order("run", &program, &["--order", "polluted.PollutedTest#suffers", "--format", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["tests"][0]["outcome"]), (Some(0), &"passed".into()));
    let (code, _, messages) = order("run", &program, &["--order", "polluted.Other#suffers"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("did you mean polluted.PollutedTest#suffers?"), "{messages}");
}

/// The paper's first figure: a job stays in the map of a singleton, and another test of the class finds it there.
const REGISTRY: &str = r#"
//- jobs/JobRegistry.java
    package jobs;
    import java.util.Map;
    import java.util.concurrent.ConcurrentHashMap;
    public final class JobRegistry {
        private static volatile JobRegistry instance;
        private final Map<String, Object> schedulers = new ConcurrentHashMap<>();
        public static synchronized JobRegistry getInstance() {
            if (instance == null) { instance = new JobRegistry(); }
            return instance;
        }
        public void register(String job, Object scheduler) { schedulers.put(job, scheduler); }
        public void shutdown(String job) { schedulers.remove(job); }
        public boolean isShutdown(String job) { return !schedulers.containsKey(job); }
    }
//- jobs/ListenerTest.java
    package jobs;
    import org.junit.*;
    public class ListenerTest {
        static int runs;
        @Test public void removes() {
            JobRegistry.getInstance().register("test_job", "scheduler");
            Assert.assertFalse(JobRegistry.getInstance().isShutdown("test_job"));
        }
        @Test public void reconnects() { JobRegistry.getInstance().register("test_job", "scheduler"); }
        @Test public void shutsDown() { JobRegistry.getInstance().shutdown("test_job"); }
        @Test public void isShutdownAlready() {
            Assert.assertTrue(JobRegistry.getInstance().isShutdown("test_job"));
        }
        @Test public void runsOnce() { Assert.assertEquals(1, ++runs); }
        @Test public void isSet() { Assert.assertEquals("on", System.getProperty("jobs.mode")); }
        @Test public void sets() { System.setProperty("jobs.mode", "on"); }
    }
"#;

#[test]
fn the_state_that_tests_depend_on_is_named_with_the_code_that_wrote_and_read_it() {
    let program = compiled(REGISTRY);
    let (code, text, messages) = order("explain", &program, &["--format", "json"]);
    assert_eq!(code, Some(1), "{messages}");
    let report: Value = serde_json::from_str(&text).unwrap();
    let of = |name: &str| {
        let tests = report["tests"].as_array().unwrap();
        tests.iter().find(|test| test["test"] == name).unwrap_or_else(|| panic!("{name} in {text}")).clone()
    };
    let victim = of("jobs.ListenerTest#isShutdownAlready");
    let state = &victim["state"][0];
    assert_eq!((&victim["kind"], &victim["confirmed"]), (&"victim".into(), &true.into()), "{text}");
    assert_eq!(state["path"], "jobs.JobRegistry.instance.schedulers");
    assert_eq!(state["difference"], r#"added "test_job" = "scheduler""#);
    let line = |kind: &str| state[kind][0]["code"].as_str().unwrap_or_default().to_owned();
    assert!(line("written").starts_with("jobs.JobRegistry#register (JobRegistry.java:"), "{state}");
    assert!(line("read").starts_with("jobs.JobRegistry#isShutdown (JobRegistry.java:"), "{state}");
    // A search finds one polluter; the others change the same state.
    let mut polluters: Vec<&str> =
        victim["causes"].as_array().unwrap().iter().filter_map(|set| set[0].as_str()).collect();
    polluters.sort_unstable();
    assert_eq!(polluters, ["jobs.ListenerTest#reconnects", "jobs.ListenerTest#removes"], "{victim}");
    assert_eq!(victim["cleaners"], serde_json::json!(["jobs.ListenerTest#shutsDown"]), "{victim}");
    let once = of("jobs.ListenerTest#runsOnce");
    assert_eq!(once["state"][0]["path"], "jobs.ListenerTest.runs", "{once}");
    let brittle = of("jobs.ListenerTest#isSet");
    assert_eq!(brittle["kind"], "brittle");
    assert_eq!(brittle["state"][0]["path"], "java.lang.System.props");
    assert_eq!(brittle["state"][0]["difference"], r#"added "jobs.mode" = "on""#);
}

#[test]
fn a_sound_suite_ends_with_zero() {
    let program =
        compiled("package sound; public class SoundTest { @org.junit.Test public void passes() { } }");
    let (code, text, messages) = order("detect", &program, &[]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("\nNo test depends on the order.\n"), "{text}");
}

#[test]
fn a_test_that_an_earlier_search_did_not_find_is_not_explained_from_it() {
    let program = compiled(POLLUTED);
    let (_, json, messages) = order("detect", &program, &["--confirm", "1", "--format", "json"]);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), json).unwrap();
    let (from, other) = (file.path().to_str().unwrap(), "polluted.PollutedTest#pollutes");
    let (code, text, error) = order("explain", &program, &[other, "--from", from]);
    assert_eq!((code, &*text), (Some(2), ""), "{messages}{error}");
    assert!(error.contains(&format!("{other} is not among the order-dependent tests in {from}")), "{error}");
}
