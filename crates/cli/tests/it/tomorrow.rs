//! Tests that stay true: verification moves the clock and changes user, host and directory, and what depends on them is
//! pinned, left out or refused with its source.

use std::fs;
use std::path::Path;
use std::process::Command;

use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, jdks};
use serde_json::Value;

const SUBJECT: &str = r#"
    //- demo/Main.java
    package demo;
    public class Main {
        public static void main(String[] args) throws Exception {
            Visit visit = new Visit("checkup");
            visit.getDate();
            visit.getText();
            visit.renamed("operation");
            new Machine().user();
            new Machine().host();
            new Machine().place();
            new Machine().mode("a");
            new Machine().draw(6);
            new Deadline(2050).isOver();
            new Deadline(1980).isOver();
            new Harmless().adds(1, 2);
            Agenda agenda = new Agenda(java.time.Clock.systemDefaultZone());
            agenda.now();
            agenda.isLate(java.time.Instant.parse("2020-01-01T00:00:00Z"));
            Agenda.millis(java.time.Clock.systemUTC());
            Agenda.drawn(new java.util.Random(), 1000);
        }
    }
    //- demo/Agenda.java
    package demo;
    import java.time.Clock;
    import java.time.Instant;
    public class Agenda {
        private final Clock clock;
        public Agenda(Clock clock) { this.clock = clock; }
        public Instant now() { return clock.instant(); }
        public boolean isLate(Instant due) { return clock.instant().isAfter(due); }
        public static long millis(Clock clock) { return clock.millis(); }
        public static int drawn(java.util.Random random, int most) { return random.nextInt(most); }
    }
    //- demo/Visit.java
    package demo;
    import java.time.LocalDate;
    public class Visit {
        private final LocalDate date;
        private final String text;
        public Visit(String text) {
            this.date = LocalDate.now();
            this.text = text;
        }
        public LocalDate getDate() { return date; }
        public String getText() { return text; }
        /** A part of the result depends on the date. */
        public Visit renamed(String other) {
            Visit renamed = new Visit(other + "!");
            return renamed;
        }
    }
    //- demo/Machine.java
    package demo;
    public class Machine {
        public String user() { return "by " + System.getProperty("user.name"); }
        public String host() throws Exception { return "on " + java.net.InetAddress.getLocalHost().getHostName(); }
        public String place() { return "in " + System.getProperty("user.dir"); }
        public String mode(String name) { return name + System.getenv("DEMO_MODE"); }
        public int draw(int sides) { return new java.util.Random().nextInt(sides * 1000); }
    }
    //- demo/Deadline.java
    package demo;
    import java.time.LocalDate;
    /** Neither today nor tomorrow is near it. */
    public class Deadline {
        private final int year;
        public Deadline(int year) { this.year = year; }
        public boolean isOver() { return LocalDate.now().getYear() > year; }
    }
    //- demo/Harmless.java
    package demo;
    public class Harmless {
        public int adds(int one, int other) { int sum = one; sum += other; return sum; }
    }
"#;

fn reenact(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    // Both runs have it, so that only verification can find out that it matters.
    command.env("DEMO_MODE", "loud").current_dir(directory);
    command
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Records the subject, and returns the report and the text of all tests.
fn generated(jdk: &Jdk) -> (Value, String) {
    let directory = tempfile::tempdir().unwrap();
    let program = Fixture::parse(SUBJECT).compile(jdk);
    let mut record = reenact(directory.path());
    record.args(["record", "--include", "demo.*", "--exclude", "demo.Main", "--min-statements", "0"]);
    record.args(["--out", "recording", "--"]).arg(jdk.java());
    output(record.arg("-cp").arg(program.classes()).arg("demo.Main"));
    let mut generate = reenact(directory.path());
    generate
        .args(["generate", "recording", "--out", "tests", "--all-tests", "--format", "json", "--quiet"])
        .arg("--jdk");
    let report = serde_json::from_str(&output(generate.arg(&jdk.home))).unwrap();
    let tests = fs::read_dir(directory.path().join("tests/demo")).unwrap();
    let text = tests.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    (report, text)
}

/// The codes, and the reason, with which calls of a method were refused.
fn refusal<'a>(report: &'a Value, method: &str) -> (&'a str, &'a str) {
    let all = report["not_delivered"].as_array().unwrap();
    let found = all.iter().find(|missing| missing["example"].as_str().unwrap().starts_with(method));
    let found = found.unwrap_or_else(|| panic!("{method} is not refused: {report:#}"));
    (found["code"].as_str().unwrap(), found["reason"].as_str().unwrap())
}

#[test]
fn what_depends_on_the_environment_is_refused_with_its_source() {
    for jdk in jdks() {
        let (report, text) = generated(&jdk);
        for (method, code, source) in [
            ("demo.Visit#getDate", "test-fails-on-another-date", "java.time.LocalDate#now"),
            ("demo.Deadline#isOver", "test-fails-on-another-date", "java.time.LocalDate#now"),
            ("demo.Machine#user", "test-fails-for-another-user", "java.lang.System#getProperty"),
            ("demo.Machine#host", "test-fails-on-another-host", "java.net.InetAddress"),
            ("demo.Machine#mode", "test-fails-with-other-variables", "java.lang.System#getenv"),
            ("demo.Machine#place", "test-fails", "java.lang.System#getProperty"),
            ("demo.Machine#draw", "test-fails", "new java.util.Random"),
        ] {
            let (found, reason) = refusal(&report, method);
            assert_eq!(found, code, "{method}: {reason}");
            assert!(reason.contains(&format!("; it depends on {source}")), "{method}: {reason}");
        }
        assert!(text.contains("getText_") && text.contains("adds_"), "{text}");
        assert!(text.contains("renamed_") && text.contains("\"operation!\""), "{text}");
        assert!(!text.contains("LocalDate"), "{text}");
        // Clocks and generators that are passed in are pinned.
        for test in ["now_", "isLate_isTrue", "millis_", "drawn_"] {
            assert!(text.contains(&format!("void {test}")), "{test}: {text}");
        }
        assert_eq!(text.matches("Clock.fixed(").count(), 3, "{text}");
        assert!(text.contains("new Random(") && !text.contains("Clock.system"), "{text}");
        assert_eq!(report["verification"]["environments"], 4);
        let codes = report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].clone());
        assert!(!codes.collect::<Vec<_>>().contains(&"clock-not-moved".into()), "{report:#}");
    }
}
