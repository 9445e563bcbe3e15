//! Recorded constructors become tests that call them with `new`.

use std::process::Command;

use reenact_testkit::{Fixture, jdk};
use serde_json::Value;

const SUBJECT: &str = r#"
    //- demo/Main.java
    package demo;
    public class Main {
        public static void main(String[] args) {
            new Price(250, "EUR");
            try { new Price(-1, "EUR"); } catch (IllegalArgumentException expected) { }
            new Book("tea").new Page(7);
            new Pair<String>("left", "right");
            new Circle(2);
            Level.values();
        }
    }
    //- demo/Price.java
    package demo;
    public class Price {
        final int cents;
        private final String currency;
        public Price(int cents, String currency) {
            if (cents < 0) throw new IllegalArgumentException("negative");
            this.cents = cents * 10;
            this.currency = currency;
        }
        public String currency() { return currency; }
    }
    //- demo/Book.java
    package demo;
    public class Book {
        final String title;
        public Book(String title) { this.title = title.trim(); }
        public class Page {
            final String label;
            public Page(int number) { this.label = title + number; }
        }
    }
    //- demo/Pair.java
    package demo;
    public class Pair<T> {
        private final T left, right;
        public Pair(T left, T right) { this.left = left; this.right = right; }
        public T left() { return left; }
        public T right() { return right; }
    }
    //- demo/Shape.java
    package demo;
    public abstract class Shape {
        final double size;
        protected Shape(double size) { this.size = size * 2; }
    }
    //- demo/Circle.java
    package demo;
    public class Circle extends Shape {
        public Circle(int radius) { super(radius); }
    }
    //- demo/Level.java
    package demo;
    public enum Level {
        LOW(1);
        final int weight;
        Level(int weight) { this.weight = weight + 1; }
    }
"#;

#[test]
fn recorded_constructors_become_tests() {
    let jdk = jdk();
    let program = Fixture::parse(SUBJECT).compile(&jdk);
    let directory = tempfile::tempdir().unwrap();
    let reenact = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
        command.current_dir(directory.path()).env_remove("JAVA_TOOL_OPTIONS").args(arguments);
        command
    };
    let mut record = reenact(&["record", "--include", "demo.**", "--exclude", "demo.Main", "--all"]);
    record.args(["--out", "recording", "--"]).arg(jdk.java()).arg("-cp").arg(program.classes());
    assert!(record.arg("demo.Main").status().unwrap().success());
    let mut generate = reenact(&["generate", "recording", "--out", "tests", "--quiet", "--format", "json"]);
    let output = generate.arg("--classpath").arg(program.classes()).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let test = |class: &str| {
        let path = directory.path().join(format!("tests/demo/{class}RecordedTest.java"));
        std::fs::read_to_string(path).unwrap_or_else(|_| panic!("no test of {class}: {report:#}"))
    };

    assert!(test("Price").contains("void newPrice_250_EUR_setsCents()"), "{}", test("Price"));
    assert!(test("Price").contains("assertEquals(2500, price.cents);"), "{}", test("Price"));
    assert!(test("Price").contains("() -> new Price(-1, \"EUR\")"), "{}", test("Price"));
    assert!(test("Book").contains(".new Page(7)"), "{}", test("Book"));
    assert!(
        test("Pair").contains("Pair<String> pair = new Pair<>(\"left\", \"right\");"),
        "{}",
        test("Pair")
    );
    // `super(…)` runs a constructor for an object that is more than its class says.
    let reasons: Vec<&str> = report["not_delivered"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["reason"].as_str().unwrap())
        .collect();
    let expected = "demo.Shape.<init> cannot be called with `new`: its class is abstract or an enum";
    assert!(reasons.contains(&expected), "{reasons:?}");
}
