//! Recorded calls with side effects: they are made again when generated tests are verified, and nothing may come of it.
//!
//! The subject does no harm while it is recorded, except in its constructor, by a setting that tests do not have.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, jdks};
use serde_json::Value;

const SUBJECT: &str = r#"
    //- demo/Main.java
    package demo;
    public class Main {
        static boolean isDry() { return System.getProperty("demo.dry") != null; }
        public static void main(String[] args) throws Exception {
            String place = args[0];
            new Eraser(place + "/precious").letters();
            new Eraser(place + "/precious").letters();
            new Effects().writes(place + "/written", "text");
            new Effects().renames(place + "/precious", place + "/renamed");
            new Effects().starts(place + "/started");
            new Effects().connects(Integer.parseInt(args[1]));
            new Effects().channels(Integer.parseInt(args[1]));
            new Effects().reads(place + "/precious");
            new Effects().exits(3);
            new Effects().halts(4);
            new Harmless().adds(1, 2);
            new Harmless().keepsAside("text");
        }
    }
    //- demo/Eraser.java
    package demo;
    import java.io.File;
    /** What it does when it is made, it does when it is rebuilt. */
    public class Eraser {
        private final String path;
        public Eraser(String path) {
            this.path = path;
            new File(path).delete();
        }
        public int letters() { int letters = path.length(); return letters + 1; }
    }
    //- demo/Effects.java
    package demo;
    import java.io.*;
    import java.net.*;
    import java.nio.channels.SocketChannel;
    import java.nio.file.*;
    /** Every failure is swallowed: that a test passes says nothing. */
    public class Effects {
        public int writes(String path, String text) {
            try { if (!Main.isDry()) Files.writeString(Path.of(path), text); } catch (IOException refused) { }
            return text.length();
        }
        public int renames(String from, String to) {
            if (!Main.isDry()) new File(from).renameTo(new File(to));
            return from.length();
        }
        public int starts(String path) {
            try { if (!Main.isDry()) new ProcessBuilder("touch", path).start().waitFor(); } catch (Exception refused) { }
            return path.length();
        }
        public int connects(int port) {
            try { if (!Main.isDry()) new Socket("127.0.0.1", port).close(); } catch (IOException refused) { }
            return port + 1;
        }
        public int channels(int port) {
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
            try { if (!Main.isDry()) SocketChannel.open(address).close(); } catch (IOException refused) { }
            return port + 1;
        }
        public int reads(String path) {
            try { if (!Main.isDry()) Files.readString(Path.of(path)); } catch (IOException refused) { }
            return path.length();
        }
        public int exits(int code) { if (!Main.isDry()) System.exit(code); return code + 1; }
        public int halts(int code) { if (!Main.isDry()) Runtime.getRuntime().halt(code); return code + 1; }
    }
    //- demo/Harmless.java
    package demo;
    import java.io.*;
    import java.nio.file.*;
    public class Harmless {
        public int adds(int one, int other) { int sum = one; sum += other; return sum; }
        public String keepsAside(String text) throws IOException {
            Path aside = Files.createTempFile("aside", null);
            Files.writeString(aside, text);
            return Files.readString(aside) + "!";
        }
    }
"#;

fn reenact(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    command.current_dir(directory);
    command
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A directory with a recording of the subject, which got `place` and the port as arguments.
fn record(jdk: &Jdk, directory: &Path, place: &Path, port: u16) {
    let program = Fixture::parse(SUBJECT).compile(jdk);
    let mut command = reenact(directory);
    command.args(["record", "--include", "demo.*", "--exclude", "demo.Main", "--min-statements", "1"]);
    command.args(["--out", "recording", "--"]).arg(jdk.java()).arg("-Ddemo.dry=true");
    // Its backup is deleted with the directory.
    command.arg(format!("-Djava.io.tmpdir={}", directory.display()));
    command.arg("-cp").arg(program.classes()).arg("demo.Main").arg(place).arg(port.to_string());
    // The class path is named, since a fixture's directory may be another one tomorrow.
    output(&mut command);
    fs::write(directory.join("class-path"), program.classes().display().to_string()).unwrap();
}

fn generate(jdk: &Jdk, directory: &Path, options: &[&str]) -> Value {
    let class_path = fs::read_to_string(directory.join("class-path")).unwrap();
    let mut command = reenact(directory);
    command.args(["generate", "recording", "--out", "tests", "--update", "--quiet", "--format", "json"]);
    command.args(["--classpath", &class_path]).arg("--jdk").arg(&jdk.home).args(options);
    serde_json::from_str(&output(&mut command)).unwrap()
}

/// Why there is no test of a method, with the example.
fn refusal<'a>(report: &'a Value, method: &str) -> (&'a str, &'a str) {
    let missing = report["not_delivered"].as_array().unwrap().iter();
    let text = |missing: &'a Value, field: &str| missing[field].as_str().unwrap();
    let found = missing
        .map(|missing| (text(missing, "reason"), text(missing, "example")))
        .find(|(_, example)| example.contains(&format!("#{method},")));
    found.unwrap_or_else(|| panic!("nothing is said of {method}: {report:#}"))
}

/// `kind target` of every attempt of a method.
fn reached(report: &Value, method: &str) -> Vec<String> {
    let reached = report["reached"].as_array().unwrap().iter();
    let of_method = reached.filter(|reached| reached["method"].as_str().unwrap().ends_with(method));
    of_method
        .map(|one| format!("{} {}", one["kind"].as_str().unwrap(), one["target"].as_str().unwrap()))
        .collect()
}

#[test]
fn a_hostile_call_sequence_is_stopped_and_reported_by_name() {
    for jdk in jdks() {
        let (directory, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let place = outside.path().canonicalize().unwrap();
        record(&jdk, directory.path(), &place, port);
        fs::write(place.join("precious"), "data").unwrap();

        let report = generate(&jdk, directory.path(), &[]);

        assert_eq!(fs::read_to_string(place.join("precious")).unwrap(), "data", "{report:#}");
        assert_eq!(fs::read_dir(&place).unwrap().count(), 1, "nothing else was written there: {report:#}");
        assert!(listener.accept().is_err(), "there is no connection: {report:#}");
        for (method, code, help) in [
            ("letters", "test-changes-files", "--allow files"),
            ("writes", "test-changes-files", "--allow files"),
            ("starts", "test-starts-programs", "--allow processes"),
            ("connects", "test-uses-network", "--allow network"),
            ("reads", "test-reads-files", "--allow reads"),
            ("exits", "test-exits", ""),
        ] {
            // Cases with one reason share a row, and its example is that of the first.
            let rows = report["not_delivered"].as_array().unwrap();
            let is_told = |row: &Value| row["code"] == code && row["reason"].as_str().unwrap().contains(help);
            assert!(rows.iter().any(is_told), "{method}: {report:#}");
        }
        let (reason, example) = refusal(&report, "exits");
        assert_eq!(reason, "the test would end the JVM");
        assert!(example.contains("demo.Effects.exits"), "the place is reported: {example}");
        let place = place.display();
        assert_eq!(reached(&report, "Eraser#letters"), [format!("files {place}/precious")], "{report:#}");
        assert_eq!(reached(&report, "#writes"), [format!("files {place}/written")]);
        assert_eq!(
            reached(&report, "#renames"),
            [format!("files {place}/precious"), format!("files {place}/renamed")]
        );
        assert_eq!(reached(&report, "#starts"), [format!("processes touch {place}/started")]);
        assert_eq!(reached(&report, "#connects"), [format!("network 127.0.0.1:{port}")]);
        assert!(reached(&report, "#channels").contains(&format!("network 127.0.0.1:{port}")), "{report:#}");
        assert_eq!(reached(&report, "#reads"), [format!("reads {place}/precious")]);
        assert!(report["reached"].as_array().unwrap().iter().all(|one| one["allowed"] == false));
        // Files in the test's own directory are allowed.
        let tests =
            fs::read_to_string(directory.path().join("tests/demo/HarmlessRecordedTest.java")).unwrap();
        assert!(tests.contains("adds(1, 2)") && tests.contains("keepsAside(\"text\")"), "{tests}");
        assert!(!directory.path().join("tests/demo/EraserRecordedTest.java").exists());
    }
}

#[test]
fn what_was_looked_at_may_be_allowed() {
    let jdk = reenact_testkit::jdk();
    let (directory, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let place = outside.path().canonicalize().unwrap();
    record(&jdk, directory.path(), &place, 9);
    fs::write(place.join("precious"), "data").unwrap();

    let report =
        generate(&jdk, directory.path(), &["--method", "demo.Effects#writes", "--allow", "files,reads"]);

    assert_eq!(report["tests"]["kept"], 1, "{report:#}");
    assert_eq!(fs::read_to_string(place.join("written")).unwrap(), "text");
    let reached = report["reached"].as_array().unwrap();
    assert!(!reached.is_empty() && reached.iter().all(|one| one["allowed"] == true), "{report:#}");
    assert_eq!(fs::read_to_string(place.join("precious")).unwrap(), "data", "what was not asked for stays");
}
