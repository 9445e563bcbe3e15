//! Calls on more data than one method of a test can hold: the JVM's limit is 64 KB.

use std::fs;
use std::path::Path;
use std::process::Command;

use reenact_testkit::jdk;
use reenact_testkit::jvm::Javac;
use serde_json::Value;

const SUBJECT: &str = r#"
    package bulk;

    import java.util.ArrayList;
    import java.util.List;

    public class Main {
        public static void main(String[] arguments) {
            int[] samples = new int[20_000];
            for (int at = 0; at < samples.length; at++) {
                samples[at] = at * 7919 % 100_003;
            }
            Signal.sum(samples);
            List<Item> items = new ArrayList<>();
            for (int at = 0; at < 3_000; at++) {
                items.add(new Item(at, at % 17));
            }
            new Stock(items).total();
        }
    }

    class Signal {
        public static long sum(int[] samples) {
            long sum = 0;
            for (int at = 0; at < samples.length; at++) {
                sum += (long) samples[at] * (at % 13);
            }
            return sum;
        }
    }

    class Item {
        private final int number;
        private final int price;

        Item(int number, int price) {
            this.number = number;
            this.price = price;
        }

        int cost() {
            return number * price;
        }
    }

    class Stock {
        private final List<Item> items;

        Stock(List<Item> items) {
            this.items = items;
        }

        public long total() {
            long total = 0;
            for (Item item : items) {
                total += item.cost();
            }
            return total;
        }
    }
"#;

fn reenact(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(directory).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Data that is too long for a method comes from several; what the method meets is what was recorded, all of it.
#[test]
fn what_is_too_long_for_a_method_is_cut() {
    let (directory, jdk) = (tempfile::tempdir().unwrap(), jdk());
    let source = directory.path().join("Main.java");
    fs::write(&source, SUBJECT).unwrap();
    Javac::new(&jdk).options(["-parameters"]).compile(&[source], &directory.path().join("classes")).unwrap();
    let java = jdk.java();
    let record = ["record", "--include", "bulk.**", "--exclude", "bulk.Main", "--out", "recording", "--"];
    let command = [java.to_str().unwrap(), "-cp", "classes", "bulk.Main"];
    let (code, _, messages) = reenact(directory.path(), &[&record[..], &command[..]].concat());
    assert_eq!(code, Some(0), "{messages}");

    let home = jdk.home.to_str().unwrap();
    let generate =
        ["generate", "recording", "--out", "tests", "--jdk", home, "--format", "json", "--max-lines", "9999"];
    let (code, text, messages) = reenact(directory.path(), &generate);
    assert_eq!(code, Some(0), "{messages}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["tests"]["kept"], &report["tests"]["exact"]), (&2.into(), &2.into()), "{report:#}");

    let text = |path: &str| fs::read_to_string(directory.path().join("tests/bulk").join(path)).unwrap();
    let signal = text("SignalRecordedTest.java");
    assert!(signal.contains("int[] samples = createSamples();"), "{}", &signal[..2000]);
    assert!(signal.contains("System.arraycopy(samplesFrom0(), 0, samples, 0, "), "{}", &signal[..2000]);
    let stock = text("StockRecordedTest.java");
    assert!(stock.contains("items.add(new Item(2999, 7));"), "{}", &stock[..2000]);
    assert!(stock.contains("(List<Item> items) {"), "{}", &stock[..2000]);

    // Too long to read, so it is written only on request.
    let usual = ["generate", "recording", "--out", "usual", "--jdk", home, "--format", "json"];
    let (_, text, messages) = reenact(directory.path(), &usual);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{messages}"));
    assert_eq!(report["tests"]["kept"], 0, "{report:#}");
    let reason = report["not_delivered"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("more than 200 lines") && reason.contains("--max-lines"), "{reason}");
}
