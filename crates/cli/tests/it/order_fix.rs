//! `reenact order fix` on a suite with one package per kind of shared state.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use reenact_testkit::build::junit;
use reenact_testkit::{Fixture, jdk};
use serde_json::Value;

/// Each victim with a part of the code that repairs it, and where it goes.
const EXPECTED: &[(&str, &str, &str)] = &[
    (
        "registry.ListenerTest#isShutDown",
        "JobRegistry.getInstance().shutdown(\"test_job\");",
        "tear-down of registry.ListenerTest",
    ),
    (
        "factory.VictimTest#isDefault",
        "Http.setFactory(Http.Factory.DEFAULT);",
        "tear-down of factory.PolluterTest",
    ),
    ("counter.VictimTest#startsAtZero", "Counter.reset();", "tear-down of counter.PolluterTest"),
    ("field.VictimTest#isOff", "Flags.verbose = false;", "tear-down of field.PolluterTest"),
    (
        "property.VictimTest#isUnset",
        "System.clearProperty(\"demo.mode\");",
        "tear-down of property.PolluterTest",
    ),
    (
        "locale.VictimTest#writesTheDefault",
        "Locale.setDefault(savedLocale);",
        "tear-down of locale.PolluterTest",
    ),
    ("many.VictimTest#isEmpty", "Registry.names().clear();", "set-up of many.VictimTest"),
    ("brittle.ATest#needsConfiguration", "Config.load(\"test\");", "set-up of brittle.ATest"),
    ("once.OnceTest#registersOnce", "Names.clear();", "tear-down of once.OnceTest"),
    ("old.VictimTest#testLevel", "Level.setLevel(0);", "tear-down of old.PolluterTest"),
    ("nested.OuterTest$Empty#isEmpty", "Stack.clear();", "tear-down of nested.OuterTest$Filled"),
    ("cleaned.VictimTest#isFresh", "Session.current().logout();", "tear-down of cleaned.PolluterTest"),
];

const SUITE: &str = r#"
    //- registry/JobRegistry.java
    package registry;
    import java.util.*;
    public final class JobRegistry {
        private static volatile JobRegistry instance = new JobRegistry();
        private final Map<String, Object> schedulers = new HashMap<>();
        public static JobRegistry getInstance() { return instance; }
        public void registerJob(String name, Object job) { schedulers.put(name, job); }
        public void shutdown(String name) { schedulers.remove(name); }
        public boolean isShutdown(String name) { return !schedulers.containsKey(name); }
    }
    //- registry/ListenerTest.java
    package registry;

    import static org.junit.Assert.assertFalse;
    import static org.junit.Assert.assertTrue;

    import org.junit.Test;

    public class ListenerTest {
        @Test
        public void isRegistered() {
            JobRegistry.getInstance().registerJob("test_job", new Object());
            assertFalse(JobRegistry.getInstance().isShutdown("test_job"));
        }

        @Test
        public void isShutDown() {
            assertTrue(JobRegistry.getInstance().isShutdown("test_job"));
        }
    }
    //- factory/Http.java
    package factory;
    public class Http {
        public interface Factory {
            Factory DEFAULT = new Factory() { public String name() { return "default"; } };
            String name();
        }
        private static Factory factory = Factory.DEFAULT;
        public static void setFactory(Factory given) { factory = given == null ? Factory.DEFAULT : given; }
        public static String name() { return factory.name(); }
    }
    //- factory/PolluterTest.java
    package factory;
    import static org.junit.Assert.assertEquals;
    import org.junit.Test;
    public class PolluterTest {
      @Test
      public void usesAnother() {
        Http.setFactory(new Http.Factory() { public String name() { return "other"; } });
        assertEquals("other", Http.name());
      }
    }
    //- factory/VictimTest.java
    package factory;
    import static org.junit.Assert.assertEquals;
    import org.junit.Test;
    public class VictimTest {
      @Test
      public void isDefault() { assertEquals("default", Http.name()); }
    }
    //- counter/Counter.java
    package counter;
    public class Counter {
        private static int count;
        public static int next() { return count++; }
        public static int current() { return count; }
        static void reset() { count = 0; }
    }
    //- counter/PolluterTest.java
    package counter;
    import org.junit.*;
    public class PolluterTest {
        @After
        public void close() {
            System.gc();
        }
        @Test public void counts() { Counter.next(); Counter.next(); }
    }
    //- counter/VictimTest.java
    package counter;
    import org.junit.*;
    public class VictimTest {
        @Test public void startsAtZero() { Assert.assertEquals(0, Counter.current()); }
    }
    //- field/Flags.java
    package field;
    public class Flags { static boolean verbose = false; }
    //- field/PolluterTest.java
    package field;
    import org.junit.*;
    public class PolluterTest {
        @Test public void speaks() { Flags.verbose = true; }
    }
    //- field/VictimTest.java
    package field;
    import org.junit.*;
    public class VictimTest {
        @Test public void isOff() { Assert.assertFalse(Flags.verbose); }
    }
    //- property/PolluterTest.java
    package property;
    import org.junit.*;
    public class PolluterTest {
        @Test public void setsMode() { System.setProperty("demo.mode", "fast"); }
    }
    //- property/VictimTest.java
    package property;
    import org.junit.*;
    public class VictimTest {
        @Test public void isUnset() { Assert.assertNull(System.getProperty("demo.mode")); }
    }
    //- locale/PolluterTest.java
    package locale;
    import java.util.Locale;
    import org.junit.*;
    public class PolluterTest {
        @Test public void writesGerman() {
            Locale.setDefault(Locale.GERMANY);
            Assert.assertEquals("0,5", String.format("%.1f", 0.5));
        }
    }
    //- locale/VictimTest.java
    package locale;
    import org.junit.*;
    public class VictimTest {
        @Test public void writesTheDefault() { Assert.assertEquals("0.5", String.format("%.1f", 0.5)); }
    }
    //- many/Registry.java
    package many;
    import java.util.*;
    public class Registry {
        private static final Set<String> NAMES = new TreeSet<>();
        public static Set<String> names() { return NAMES; }
    }
    //- many/FirstTest.java
    package many;
    import org.junit.*;
    public class FirstTest {
        @Test public void adds() { Registry.names().add("one"); }
    }
    //- many/SecondTest.java
    package many;
    import org.junit.*;
    public class SecondTest {
        @Test public void adds() { Registry.names().add("two"); }
    }
    //- many/VictimTest.java
    package many;
    import org.junit.*;
    public class VictimTest {
        private String name = "x";

        /** The registry is empty at first. */
        @Test public void isEmpty() { Assert.assertTrue(name, Registry.names().isEmpty()); }
    }
    //- brittle/Config.java
    package brittle;
    public class Config {
        private static String name;
        public static void load(String given) { name = given; }
        public static String name() { return name; }
    }
    //- brittle/ATest.java
    package brittle;
    import org.junit.jupiter.api.*;
    class ATest {
        @Test
        void needsConfiguration() {
            Assertions.assertEquals("test", Config.name());
        }
    }
    //- brittle/SetterTest.java
    package brittle;
    import org.junit.jupiter.api.*;
    class SetterTest {
        @Test
        void loads() {
            int before = 1;
            Config.load("test");
            Assertions.assertEquals(1, before);
        }
    }
    //- once/Names.java
    package once;
    import java.util.*;
    public class Names {
        private static final List<String> ALL = new ArrayList<>();
        static void register(String name) {
            if (ALL.contains(name)) throw new IllegalStateException(name);
            ALL.add(name);
        }
        static void clear() { ALL.clear(); }
    }
    //- once/OnceTest.java
    package once;
    import org.junit.jupiter.api.*;
    class OnceTest {
        @Test
        void registersOnce() {
            Names.register("a");
        }
    }
    //- old/Level.java
    package old;
    public class Level {
        private static int level;
        public static int getLevel() { return level; }
        public static void setLevel(int given) { level = given; }
    }
    //- old/PolluterTest.java
    package old;
    import junit.framework.TestCase;
    public class PolluterTest extends TestCase {
        public void testRaises() {
            Level.setLevel(7);
            assertEquals(7, Level.getLevel());
        }
    }
    //- old/VictimTest.java
    package old;
    import junit.framework.TestCase;
    public class VictimTest extends TestCase {
        public void testLevel() {
            assertEquals(0, Level.getLevel());
        }
    }
    //- nested/Stack.java
    package nested;
    import java.util.*;
    public class Stack {
        private static final Deque<Integer> VALUES = new ArrayDeque<>();
        static void push(int value) { VALUES.push(value); }
        static boolean isEmpty() { return VALUES.isEmpty(); }
        static void clear() { VALUES.clear(); }
    }
    //- nested/OuterTest.java
    package nested;
    import org.junit.jupiter.api.*;
    class OuterTest {
        @Nested
        class Filled {
            @Test
            void isNotEmpty() {
                Stack.push(1);
                Assertions.assertFalse(Stack.isEmpty());
            }
        }

        @Nested
        class Empty {
            @Test
            void isEmpty() {
                Assertions.assertTrue(Stack.isEmpty());
            }
        }
    }
    //- cleaned/Session.java
    package cleaned;
    public class Session {
        private static Session current = new Session(null);
        private final String user;
        private Session(String user) { this.user = user; }
        public static Session current() { return current; }
        public static void login(String user, int key) { current = new Session(user + key); }
        public void logout() { current = new Session(null); }
        public String user() { return user; }
    }
    //- cleaned/PolluterTest.java
    package cleaned;
    import org.junit.*;
    public class PolluterTest {
        @Test public void logsIn() { Session.login("ann", 3); }
    }
    //- cleaned/CleanerTest.java
    package cleaned;
    import org.junit.*;
    public class CleanerTest {
        @Test public void logsOut() {
            String user = "bob";
            Session.login(user, 4);
            Assert.assertEquals("bob4", Session.current().user());
            Session.current().logout();
            Assert.assertNull(Session.current().user());
        }
    }
    //- cleaned/VictimTest.java
    package cleaned;
    import org.junit.*;
    public class VictimTest {
        @Test public void isFresh() { Assert.assertNull(Session.current().user()); }
    }
"#;

struct Suite {
    directory: tempfile::TempDir,
    class_path: String,
}

impl Suite {
    fn new() -> Suite {
        let directory = tempfile::tempdir().unwrap();
        let fixture = Fixture::parse(SUITE);
        for file in fixture.files() {
            let path = directory.path().join("src").join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &file.text).unwrap();
        }
        let jars = [junit::jupiter().unwrap(), junit::junit4().unwrap()].concat();
        let class_path = env::join_paths(jars).unwrap().into_string().unwrap();
        let suite = Suite { directory, class_path };
        suite.compile();
        suite
    }

    fn sources(&self) -> PathBuf {
        self.directory.path().join("src")
    }

    fn texts(&self) -> Vec<(PathBuf, String)> {
        let fixture = Fixture::parse(SUITE);
        let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
        fixture.files().iter().map(|file| read(self.sources().join(&file.path))).collect()
    }

    fn compile(&self) {
        let files: Vec<PathBuf> = self.texts().into_iter().map(|(path, _)| path).collect();
        let out = self.directory.path().join("classes");
        let mut javac = Command::new(jdk().home.join("bin/javac"));
        let javac = javac.args(["-g", "-cp", &self.class_path, "-d"]).arg(out).args(files);
        assert!(javac.status().unwrap().success());
    }

    fn fix(&self, arguments: &[&str]) -> (Option<i32>, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
        command.args(["order", "fix", ".", "--format", "json", "--no-store"]);
        let classes: &Path = &self.directory.path().join("classes");
        command.arg("--classpath").arg(&self.class_path).arg("--tests").arg(classes);
        command.arg("--sources").arg(self.sources()).arg("--jdk").arg(&jdk().home);
        let output = command.args(arguments).current_dir(self.directory.path()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let json = serde_json::from_str(&text);
        let json =
            json.unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)));
        (output.status.code(), json)
    }
}

#[test]
fn victims_brittle_and_self_polluting_tests_are_repaired_in_their_fixtures() {
    let suite = Suite::new();
    let before = suite.texts();
    let tests: Vec<&str> = EXPECTED.iter().map(|(test, _, _)| *test).collect();
    suite.fix(&["field.VictimTest#isOff"]);
    assert_eq!(suite.texts(), before, "nothing is written without --write");

    let (code, report) = suite.fix(&[&["--write"][..], &tests].concat());
    for (test, code, place) in EXPECTED {
        let found = report["tests"].as_array().unwrap().iter().find(|found| found["test"] == *test);
        let found = found.unwrap_or_else(|| panic!("{test} is not in {report:#}"));
        assert_eq!(found["verdict"], "repaired", "{found:#}");
        assert_eq!(
            (found["code"].as_str(), found["place"].as_str()),
            (Some(*code), Some(*place)),
            "{found:#}"
        );
    }
    assert_eq!(code, Some(0));

    // What a person would write: the fixture that exists, comments untouched, imports in order.
    let diff = |path: &str| {
        let files = report["files"].as_array().unwrap();
        let file = files.iter().find(|file| file["path"].as_str().unwrap().ends_with(path));
        file.unwrap_or_else(|| panic!("{path} has no change"))["diff"].as_str().unwrap().to_owned()
    };
    let close = diff("counter/PolluterTest.java");
    assert!(
        close.contains(
            "         System.gc();\n+        // Other tests share Counter.count.\n+        Counter.reset();\n"
        ),
        "{close}"
    );
    let saved = diff("locale/PolluterTest.java");
    assert!(saved.contains("+    private final Locale savedLocale = Locale.getDefault();\n"), "{saved}");
    let many = diff("many/VictimTest.java");
    assert!(many.contains("+    @Before\n+    public void setUp() {\n"), "{many}");

    assert_ne!(suite.texts(), before);
    suite.compile();
    let (code, report) = suite.fix(&tests);
    for test in report["tests"].as_array().unwrap() {
        assert_eq!(test["kind"], "not order-dependent", "{test:#}");
    }
    assert_eq!((code, report["files"].as_array().map(Vec::len)), (Some(0), Some(0)));
}

#[test]
fn a_test_without_a_source_is_not_repaired_and_the_reason_is_given() {
    let suite = Suite::new();
    fs::remove_file(suite.sources().join("field/PolluterTest.java")).unwrap();
    fs::write(suite.sources().join("field/VictimTest.java"), "package field; class Victim {").unwrap();
    let (code, report) = suite.fix(&["field.VictimTest#isOff"]);
    let reason = report["tests"][0]["reason"].as_str().unwrap();
    assert_eq!(code, Some(1));
    assert!(reason.contains("field/VictimTest.java: line 1 cannot be parsed"), "{reason}");
    assert!(reason.contains("the source of field.PolluterTest was not found"), "{reason}");
}
