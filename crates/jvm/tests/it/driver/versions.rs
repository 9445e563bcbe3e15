//! JUnit's versions. The driver is compiled against stubs, so each version must be tested itself.

use reenact_jvm::driver::{Driver, DriverOptions};
use reenact_testkit::build::junit::{JUPITER, JUnit, completed};
use reenact_testkit::build::maven::{Coordinates, artifacts};
use reenact_testkit::{Fixture, jdk};

use super::support::{check, run};

fn driver_with(libraries: &[Coordinates], text: &str) -> Driver {
    let jdk = jdk();
    // As a project has it: what its tests are compiled with, and not what its build tool adds to run them.
    let jars = artifacts(libraries).unwrap();
    let joined: Vec<&str> = jars.iter().map(|jar| jar.to_str().unwrap()).collect();
    let program = Fixture::parse(text).compile_with(&jdk, &["-cp", &joined.join(":")]);
    let class_path = [vec![program.classes().to_path_buf()], completed(&jars).unwrap()].concat();
    assert!(JUnit::on(&class_path).missing().is_empty());
    Driver::start(DriverOptions::new(&jdk, class_path)).unwrap()
}

fn check_jupiter(version: &str) {
    let api = Coordinates::new("org.junit.jupiter", "junit-jupiter-api", version);
    let params = Coordinates::new("org.junit.jupiter", "junit-jupiter-params", version);
    let text = r#"
        import org.junit.jupiter.api.*;
        import org.junit.jupiter.params.ParameterizedTest;
        import org.junit.jupiter.params.provider.ValueSource;
        class VersionTest extends Base {
            static String log = "";
            @Test void b() { log += "b"; }
            @Test void a() { log += "a"; }
            @Test void fails() { Assertions.fail("no"); }
            @Disabled @Test void off() {}
            @ParameterizedTest(name = "<{0}>") @ValueSource(ints = {1, 2}) void many(int n) { Assertions.assertEquals(1, n); }
            @Nested class In { @Test void in() {} }
        }
        class Base { @Test void inherited() {} }
    "#;
    let mut driver = driver_with(&[api, params], text);
    check(
        &mut driver,
        &run(
            "VersionTest#inherited VersionTest#b VersionTest#fails VersionTest#a VersionTest#off VersionTest#many VersionTest$In#in",
        ),
        &[
            "VersionTest#inherited passed",
            "VersionTest#b passed",
            "VersionTest#fails failed AssertionFailedError: no",
            "VersionTest#a passed",
            "VersionTest#off skipped",
            "VersionTest#many failed AssertionFailedError: expected: <1> but was: <2> <<1> passed, <2> failed>",
            "VersionTest$In#in passed",
        ],
    );
}

#[test]
fn the_first_jupiter() {
    check_jupiter("5.0.3");
}
#[test]
fn the_newest_jupiter() {
    check_jupiter("6.0.3");
}

fn check_junit4(version: &str) {
    let text = r#"
        import java.util.*;
        import org.junit.*;
        import org.junit.runner.RunWith;
        import org.junit.runners.Parameterized;
        @RunWith(Parameterized.class)
        public class OldTest {
            @Parameterized.Parameters public static List<Object[]> data() { return Arrays.asList(new Object[] {1}, new Object[] {2}); }
            int n;
            public OldTest(int n) { this.n = n; }
            @Test public void one() { Assert.assertEquals(1, n); }
            @Ignore @Test public void off() {}
        }
    "#;
    let mut driver = driver_with(&[Coordinates::new("junit", "junit", version)], text);
    check(
        &mut driver,
        &run("OldTest#off OldTest#one"),
        &[
            "OldTest#off skipped",
            "OldTest#one failed AssertionError: expected:<1> but was:<2> <[0] passed, [1] failed>",
        ],
    );
}

#[test]
fn an_old_junit_4() {
    check_junit4("4.8.2");
}

#[test]
fn missing_parts_are_reported() {
    let jdk = jdk();
    let api = artifacts(&[Coordinates::new("org.junit.jupiter", "junit-jupiter-api", JUPITER)]).unwrap();
    let joined: Vec<&str> = api.iter().map(|jar| jar.to_str().unwrap()).collect();
    let text = "import org.junit.jupiter.api.*; class PartTest { @Test void a() {} }";
    let program = Fixture::parse(text).compile_with(&jdk, &["-cp", &joined.join(":")]);
    let with = |jars: Vec<std::path::PathBuf>| {
        let class_path = [vec![program.classes().to_path_buf()], jars].concat();
        let mut driver = Driver::start(DriverOptions::new(&jdk, class_path)).unwrap();
        driver.run(&run("PartTest#a")).unwrap().tests.remove(0)
    };
    assert_eq!(with(api.clone()).invocations[0].reason, "its JUnit is not on the class path");
    let without_engine = completed(&api).unwrap();
    let without_engine =
        without_engine.into_iter().filter(|jar| !jar.to_string_lossy().contains("jupiter-engine"));
    let failed = with(without_engine.collect());
    assert!(failed.failure().unwrap().message.contains("at least one TestEngine"), "{failed:#?}");
}
