//! Tests for a release that is older than the JDK which ran the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use reenact_testkit::{Fixture, jdks};
use serde_json::Value;

/// The main class uses factories of Java 9, which its subject and the tests do not have.
const SUBJECT: &str = r#"
    //- demo/Main.java
    package demo;
    import java.util.List;
    import java.util.Map;
    import java.util.Set;
    public class Main {
        public static void main(String[] args) {
            new Prices(Map.of("tea", 3)).total(List.of("tea"));
            new Prices(Map.of("tea", 3, "mug", 8)).total(List.of("tea", "mug", "tea"));
            new Prices(Map.of()).total(List.of());
            new Prices(Map.of("cup", 5)).missing(Set.of("tea", "mug"));
            Prices.named(Map.entry("tea", 3));
        }
    }
    //- demo/Prices.java
    package demo;
    import java.util.Collection;
    import java.util.List;
    import java.util.Map;
    import java.util.Set;
    public class Prices {
        private final Map<String, Integer> prices;
        public Prices(Map<String, Integer> prices) { this.prices = prices; }
        public int total(List<String> names) {
            int total = 0;
            for (String name : names) {
                total += prices.get(name);
            }
            return total;
        }
        public int missing(Set<String> names) {
            int missing = 0;
            for (String name : names) {
                missing += prices.containsKey(name) ? 0 : 1;
            }
            return missing;
        }
        public static String named(Map.Entry<String, Integer> price) {
            return price.getKey() + " for " + price.getValue();
        }
    }
"#;

fn output(directory: &Path, prepare: impl FnOnce(&mut Command) -> &mut Command) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    let output = prepare(command.current_dir(directory)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn collections_of_newer_factories_become_those_that_the_release_has() {
    for jdk in jdks() {
        let directory = tempfile::tempdir().unwrap();
        let program = Fixture::parse(SUBJECT).compile(&jdk);
        output(directory.path(), |record| {
            record.args([
                "record",
                "--include",
                "demo.Prices",
                "--min-statements",
                "0",
                "--out",
                "recording",
            ]);
            record.arg("--").arg(jdk.java()).arg("-cp").arg(program.classes()).arg("demo.Main")
        });
        let report = output(directory.path(), |generate| {
            generate.args(["generate", "recording", "--out", "tests", "--all-tests", "--release", "8"]);
            generate.args(["--format", "json", "--quiet", "--jdk"]).arg(&jdk.home)
        });
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["not_delivered"].as_array().unwrap().len(), 0, "{report:#}");
        assert_eq!(report["tests"]["sufficient"], report["tests"]["kept"], "{report:#}");
        let text = fs::read_to_string(directory.path().join("tests/demo/PricesRecordedTest.java")).unwrap();
        for expected in [
            "Collections.singletonMap(\"tea\", 3)",
            "Collections.singletonList(\"tea\")",
            "Collections.emptyMap()",
            "Arrays.asList(\"tea\", \"mug\", \"tea\")",
            "new HashSet<>(",
            "new AbstractMap.SimpleImmutableEntry<>(\"tea\", 3)",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert!(!text.contains(".of("), "{text}");
    }
}
