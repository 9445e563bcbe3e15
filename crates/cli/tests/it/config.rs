//! `reenact.toml` as a person meets it: settings that change what is recorded and what is generated.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use reenact_testkit::jdk;
use reenact_testkit::jvm::{Javac, Jdk};
use serde_json::Value;

/// Objects that no constructor leads to, a lambda, and a field that is called like a secret.
const SUBJECT: &str = r#"
    package app;

    import java.util.function.IntUnaryOperator;

    public class Main {
        public static void main(String[] arguments) {
            Till till = new Till();
            till.total(Money.parse("1250 E\"R"), 3);
            int bonus = 3;
            till.each(number -> number + bonus, 4);
            new Marker(7007).isAt(7008);
        }
    }

    class Money {
        final long cents;
        final String currency;
        private final int[] digits;

        private Money(String[] parts) {
            cents = Long.valueOf(parts[0]).longValue();
            currency = parts[1].intern();
            digits = parts[0].chars().map(digit -> digit - '0').toArray();
        }

        static Money parse(String text) {
            return new Money(text.split(" "));
        }

        int size() {
            return digits.length;
        }
    }

    class Till {
        public long total(Money money, int count) {
            long total = money.cents * count;
            return total + money.size();
        }

        public int each(IntUnaryOperator operator, int number) {
            int result = operator.applyAsInt(number);
            return result * 2;
        }
    }

    class Marker {
        private final int pin;

        Marker(int pin) {
            this.pin = pin;
        }

        public boolean isAt(int place) {
            int shifted = pin + 1;
            return shifted == place;
        }
    }
"#;

struct Project {
    directory: tempfile::TempDir,
    jdk: Jdk,
}

impl Project {
    /// Compiled, with these settings above the directory that commands run in.
    fn with(settings: &str) -> Project {
        let (directory, jdk) = (tempfile::tempdir().unwrap(), jdk());
        let source = directory.path().join("Main.java");
        fs::write(&source, SUBJECT).unwrap();
        fs::create_dir(directory.path().join("work")).unwrap();
        Javac::new(&jdk)
            .options(["-parameters"])
            .compile(&[source], &directory.path().join("work/classes"))
            .unwrap();
        let project = Project { directory, jdk };
        project.set(settings);
        project
    }

    fn set(&self, settings: &str) {
        fs::write(self.directory.path().join("reenact.toml"), settings).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join("work").join(name)
    }

    /// Exit code, output and messages.
    fn reenact(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
        for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
            command.env_remove(variable);
        }
        let output = command.current_dir(self.path("")).args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn record(&self) {
        let java = self.jdk.java();
        let (code, _, messages) = self.reenact(&[
            "record",
            "--include",
            "app.**",
            "--exclude",
            "app.Main",
            "--out",
            "recording",
            "--force",
            "--",
            java.to_str().unwrap(),
            "-cp",
            "classes",
            "app.Main",
        ]);
        assert_eq!(code, Some(0), "{messages}");
    }

    fn generate(&self, out: &str, options: &[&str]) -> Value {
        let home = self.jdk.home.to_str().unwrap();
        let usual = ["generate", "recording", "--out", out, "--jdk", home, "--format", "json"];
        let (code, text, messages) = self.reenact(&[&usual, options].concat());
        assert!(code == Some(0) || code == Some(1), "{messages}");
        serde_json::from_str(&text).unwrap()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_default()
    }
}

fn reasons(report: &Value) -> String {
    let missing = report["not_delivered"].as_array().unwrap().iter();
    missing.map(|missing| format!("{}\n", missing["reason"].as_str().unwrap())).collect()
}

#[test]
fn what_messages_advise_is_read_and_helps() {
    let project = Project::with("");
    project.record();
    let refused = reasons(&project.generate("before", &[]));
    assert!(!project.text("before/app/TillRecordedTest.java").contains("total("), "{refused}");
    assert!(
        refused.contains(
            "that was not recorded; include its class when recording, or add an adapter to reenact.toml"
        ),
        "{refused}"
    );
    assert!(refused.contains("app.Marker#pin is masked by redaction"), "{refused}");
    assert!(refused.contains("in [redaction] of reenact.toml and record again"), "{refused}");

    project.set(
        r#"
        [adapters]
        app.Money = 'app.Money.parse("{cents} {currency}")'
        "java.util.function.IntUnaryOperator" = "number -> number + {arg$1}"

        [redaction]
        except = ["app.Marker#pin"]

        [generate]
        suffix = "KnownTest"
        "#,
    );
    project.record();
    let report = project.generate("after", &[]);
    assert_eq!(reasons(&report), "", "{report:#}");
    let text = project.text("after/app/TillKnownTest.java");
    // Recorded text stays in its quotes.
    assert!(text.contains(r#"app.Money.parse("1250 E\"R")"#), "{text}");
    assert!(text.contains("number -> number + 3"), "{text}");
    assert!(project.text("after/app/MarkerKnownTest.java").contains("new Marker(7007)"));
}

#[test]
fn an_adapter_that_does_not_fit_is_reported() {
    let project = Project::with("[adapters]\napp.Money = 'app.Money.parse({amount})'\napp.Mony = 'f()'");
    project.record();
    let report = project.generate("tests", &[]);
    let refused = reasons(&report);
    assert!(
        refused.contains(
            "cannot rebuild app.Money: in its adapter in reenact.toml, `amount` leads to no recorded field"
        ),
        "{refused}"
    );
    assert!(report["findings"].to_string().contains("app.Mony"), "{report:#}");
}

/// A misspelt setting must not be ignored.
#[test]
fn a_wrong_setting_is_an_error_with_its_line() {
    let project = Project::with("[generate]\nrelase = 17\n");
    let (code, _, messages) = project.reenact(&["generate", "recording", "--out", "tests"]);
    assert_eq!(code, Some(2));
    assert!(
        messages.contains("reenact.toml:2: unknown key `relase` in [generate]; did you mean `release`?"),
        "{messages}"
    );

    fs::write(project.path("other.toml"), "").unwrap();
    let other = ["generate", "recording", "--out", "tests", "--config", "other.toml"];
    let (_, _, messages) = project.reenact(&other);
    assert!(!messages.contains("relase") && messages.contains("recording"), "{messages}");
    let (code, _, messages) = project.reenact(&["classes", "classes", "--config", "none.toml"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("none.toml") && messages.contains("--config"), "{messages}");
    assert!(Path::new(&project.path("classes")).exists());
}

/// Who asks what is wrong gets an answer, whatever is wrong.
#[test]
fn the_doctor_tells_of_broken_settings() {
    let directory = tempfile::tempdir().unwrap();
    let below = directory.path().join("below");
    fs::create_dir(&below).unwrap();
    let doctor = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
        let output =
            command.current_dir(&below).args(["doctor", "--format", "json"]).args(arguments).output();
        let output = output.unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        let finding = findings.clone().find(|finding| finding["code"] == "settings").cloned();
        (output.status.code(), finding)
    };
    let text = |finding: &Value, field: &str| finding[field].as_str().unwrap().to_owned();

    fs::write(directory.path().join("reenact.toml"), "[generate]\n\nrelase = 17\n").unwrap();
    let (code, finding) = doctor(&[]);
    let finding = finding.unwrap();
    assert_eq!((code, text(&finding, "severity")), (Some(2), "error".to_owned()));
    assert!(text(&finding["location"], "file").ends_with("reenact.toml"), "{finding}");
    assert_eq!(finding["location"]["line"], 3);
    assert_eq!(text(&finding, "message"), "unknown key `relase` in [generate]; did you mean `release`?");
    assert!(text(&finding, "help").contains("correct this line"), "{finding}");

    fs::write(directory.path().join("reenact.toml"), b"[generate]\nsuffix = \"\xff\"\n").unwrap();
    let finding = doctor(&[]).1.unwrap();
    assert!(text(&finding, "message").contains("UTF-8"), "{finding}");

    let finding = doctor(&["--config", "none.toml"]).1.unwrap();
    assert_eq!(text(&finding["subject"], "name"), "none.toml");
    assert!(text(&finding, "help").contains("--config"), "{finding}");

    // Settings of the checked project, not of the working directory.
    let other = tempfile::tempdir().unwrap();
    assert_eq!(doctor(&[other.path().to_str().unwrap()]).1, None);
    fs::write(other.path().join("reenact.toml"), "[generate]\njunit = 4\n").unwrap();
    assert_eq!(doctor(&[other.path().to_str().unwrap()]).1, None);
    fs::write(other.path().join("reenact.toml"), "junit = 4\n").unwrap();
    assert!(doctor(&[other.path().to_str().unwrap()]).1.is_some());
}

/// Classes without names of parameters, as release builds have them, get those of their sources.
#[test]
fn names_of_parameters_come_from_sources() {
    let project = Project::with("[generate]\nsources = [\"java\"]");
    let source = project.directory.path().join("java/named/Shelf.java");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    let text = r#"
        package named;
        import java.util.*;
        public class Shelf {
            public static int count(List<String> labels, String wanted) {
                int count = Collections.frequency(labels, wanted);
                return count + labels.size();
            }
            public static void main(String[] arguments) {
                count(new ArrayList<>(List.of("some long label", "another long label", "a third one")), "x");
            }
        }
    "#;
    fs::write(&source, text).unwrap();
    Javac::new(&project.jdk).options(["-g:none"]).compile(&[source], &project.path("classes")).unwrap();
    let java = project.jdk.java();
    let record = ["record", "--method", "named.Shelf#count", "--out", "recording", "--"];
    let command = [java.to_str().unwrap(), "-cp", "classes", "named.Shelf"];
    let (code, _, messages) = project.reenact(&[&record[..], &command[..]].concat());
    assert_eq!(code, Some(0), "{messages}");
    project.generate("tests", &[]);
    let text = project.text("tests/named/ShelfRecordedTest.java");
    assert!(text.contains("List<String> labels ="), "{text}");
}
