//! Snapshots of static state: what a test changed is found, with its path, and can be put back in place.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use reenact_testkit::build::junit;
use reenact_testkit::jvm::driver::{Driver, DriverOptions, Isolation, TestRun};
use reenact_testkit::jvm::{Jdk, driver::Outcome};
use reenact_testkit::{Fixture, jdks};
use reenact_wire::snapshot::{
    Answer, CellSet, Change, Graph, GraphNode, GraphValue, Place, Request, Summary,
};

use crate::support::agent;

const LIMIT: Duration = Duration::from_secs(60);

/// A JVM with tests and the agent.
struct Jvm {
    driver: Driver,
}

impl Jvm {
    fn start(jdk: &Jdk, text: &str) -> Jvm {
        let jars: Vec<PathBuf> = junit::junit4().unwrap();
        let names: Vec<_> = jars.iter().map(|jar| jar.to_str().unwrap()).collect();
        let program = Fixture::parse(text).compile_with(jdk, &["-cp", &names.join(":")]);
        let class_path = [program.classes().to_path_buf()].into_iter().chain(jars);
        let mut option = OsString::from(agent());
        option.push("=mode=snapshot");
        let options = DriverOptions { agent: Some(option), ..DriverOptions::new(jdk, class_path) };
        Jvm { driver: Driver::start(options).unwrap_or_else(|error| panic!("{error}")) }
    }

    fn ask(&mut self, request: Request) -> Answer {
        let answer = self.driver.ask_agent(&request.encode(), LIMIT).unwrap();
        Answer::decode(&answer).unwrap()
    }

    /// Runs tests in this order, with a request before the last one; returns whether it passed, and the answer.
    fn run(&mut self, tests: &str, before: Option<Request>) -> (bool, Option<Answer>) {
        let tests: Vec<_> = tests.split_whitespace().map(|test| test.parse().unwrap()).collect();
        let last = tests.len() as u32 - 1;
        let requests = before.map(|request| (last, request.encode())).into_iter().collect();
        let run = TestRun { requests, isolation: Isolation::None, ..TestRun::new(tests) };
        let report = self.driver.run(&run).unwrap();
        let answer = report.answers.first().map(|(_, answer)| Answer::decode(answer).unwrap());
        (report.tests.last().unwrap().outcome() == Outcome::Passed, answer)
    }

    fn changes(&mut self) -> Vec<Change> {
        match self.ask(Request::Changes { most: 1000 }) {
            Answer::Changes { changes, more: 0 } => changes,
            other => panic!("{other:?}"),
        }
    }
}

/// A path as a person would write it.
fn path(change: &Change) -> String {
    let mut text = String::new();
    for step in &change.path.steps {
        match &step.place {
            Place::Static { name, .. } => text += &format!("{}.{name}", step.holder),
            Place::Field { name, .. } => text += &format!(".{name}"),
            Place::Index(index) => text += &format!("[{index}]"),
        }
    }
    text
}

const TESTS: &str = r#"
//- p/Registry.java
    package p;
    import java.util.*;
    public class Registry {
        static final Map<String, Object> ENTRIES = new HashMap<>();
        static int count;
        static String mode = "clean";
        static double[] weights = {1, 2, 3};
        static Inner inner = new Inner();
        static final ThreadLocal<String> USER = new ThreadLocal<>();
        static class Inner { List<String> names = new ArrayList<>(List.of("a")); boolean isOpen; }
    }
//- p/StateTest.java
    package p;
    import org.junit.*;
    import java.util.*;
    public class StateTest {
        static int before;
        @BeforeClass public static void setUp() { before++; }
        @Test public void victim() {
            Assert.assertTrue(Registry.ENTRIES.isEmpty());
            Assert.assertEquals(0, Registry.count);
            Assert.assertEquals("clean", Registry.mode);
            Assert.assertEquals(2, Registry.weights[1], 0);
            Assert.assertEquals(List.of("a"), Registry.inner.names);
            Assert.assertFalse(Registry.inner.isOpen);
            Assert.assertNull(Registry.USER.get());
            Assert.assertNull(System.getProperty("p.mode"));
            Assert.assertNotEquals("tlh", Locale.getDefault().getLanguage());
        }
        @Test public void polluter() {
            Registry.ENTRIES.put("job", 1);
            Registry.count = 7;
            Registry.mode = "dirty";
            Registry.weights[1] = 5;
            Registry.inner.names.add("b");
            Registry.inner.isOpen = true;
            Registry.USER.set("eve");
            System.setProperty("p.mode", "x");
            Locale.setDefault(new Locale("tlh"));
        }
        @Test public void counts() { Registry.count++; }
    }
"#;

/// Everything that a test changed is found by its path and put back: fields, contents of collections and arrays, thread-locals, and
/// state of the JDK. The objects stay the same ones.
#[test]
fn what_a_test_changed_is_found_and_put_back() {
    for jdk in jdks() {
        let mut jvm = Jvm::start(&jdk, TESTS);
        assert!(jvm.run("p.StateTest#victim", None).0);
        let (passed, taken) = jvm.run("p.StateTest#victim", Some(Request::Take));
        assert!(passed && matches!(taken, Some(Answer::Taken(taken)) if taken.objects > 100), "{taken:?}");
        assert!(!jvm.run("p.StateTest#polluter p.StateTest#victim", None).0);

        let changes = jvm.changes();
        let paths: Vec<String> = changes.iter().map(path).collect();
        for expected in [
            "p/Registry.count",
            "p/Registry.mode",
            "p/Registry.weights[1]",
            "p/Registry.ENTRIES.size",
            "p/Registry.inner.names.size",
            "p/Registry.inner.isOpen",
            "p/StateTest.before",
            "java/util/Locale.defaultLocale",
        ] {
            assert!(paths.iter().any(|path| path == expected), "{expected} is not among {paths:#?}");
        }
        assert!(paths.iter().any(|path| path.starts_with("java/lang/System.props.map")), "{paths:#?}");
        assert!(paths.iter().any(|path| path.starts_with(".threadLocals")), "{paths:#?}");
        let count = changes.iter().find(|change| path(change) == "p/Registry.count").unwrap();
        assert_eq!((&count.clean, &count.now), (&Summary::Int(0), &Summary::Int(7)));
        let weight = changes.iter().find(|change| path(change) == "p/Registry.weights[1]").unwrap();
        assert_eq!(weight.clean, Summary::Double(2f64.to_bits()));

        let restored = jvm.ask(Request::Restore(CellSet::All));
        assert!(matches!(restored, Answer::Restored { refused: 0, .. }), "{restored:?}");
        assert_eq!(jvm.changes(), []);
        assert!(jvm.run("p.StateTest#victim", None).0);
    }
}

/// A part can be put back right before a test starts, behind what its class does first; with the part that matters it passes.
#[test]
fn parts_are_put_back_right_before_a_test() {
    let text =
        TESTS.replace("Registry.count = 7;", "Registry.count = 7; /*").replace("Locale(\"tlh\"));", "*/");
    let mut jvm = Jvm::start(&jdks()[0], &text);
    jvm.run("p.StateTest#victim", None);
    jvm.run("p.StateTest#victim", Some(Request::Take));
    let (passed, changed) =
        jvm.run("p.StateTest#polluter p.StateTest#victim", Some(Request::Changes { most: 99 }));
    assert!(!passed);
    let Some(Answer::Changes { changes, .. }) = changed else { panic!("{changed:?}") };
    let under = |prefix: &str| -> Vec<_> {
        let cells = changes.iter().filter(|change| path(change).starts_with(prefix));
        cells.map(|change| change.cell).collect()
    };
    let (count, entries) = (under("p/Registry.count"), under("p/Registry.ENTRIES"));
    assert!(count.len() == 1 && entries.len() > 1, "{changes:?}");
    for (cells, expected) in
        [(count.clone(), false), (entries.clone(), false), ([count, entries].concat(), true)]
    {
        jvm.ask(Request::Restore(CellSet::All));
        let restore = Request::Restore(CellSet::Only(cells));
        assert_eq!(jvm.run("p.StateTest#polluter p.StateTest#victim", Some(restore)).0, expected);
    }
    // What a map consists of is one unit.
    let units = vec!["p.Registry.count".to_owned(), "p.Registry.ENTRIES".to_owned()];
    for (set, expected) in [(CellSet::Units(units.clone()), true), (CellSet::AllButUnits(units), false)] {
        jvm.ask(Request::Restore(CellSet::All));
        let restore = Some(Request::Restore(set));
        assert_eq!(jvm.run("p.StateTest#polluter p.StateTest#victim", restore).0, expected);
    }
}

/// Values are shown as they were and as they are, and the code that wrote and read them by its lines.
#[test]
fn values_and_the_code_behind_them() {
    let mut jvm = Jvm::start(&jdks()[0], TESTS);
    jvm.run("p.StateTest#victim", None);
    jvm.run("p.StateTest#victim", Some(Request::Take));
    jvm.run("p.StateTest#polluter", None);
    let changes = jvm.changes();
    let cell = |name: &str| changes.iter().find(|change| path(change) == name).unwrap().cell;
    let Answer::Described(described) =
        jvm.ask(Request::Describe(vec![cell("p/Registry.mode"), cell("p/Registry.count")]))
    else {
        panic!()
    };
    let string = |graph: &Graph| match (graph.root, &graph.nodes[..]) {
        (GraphValue::Node(0), [GraphNode::String(chars)]) => String::from_utf16(chars).unwrap(),
        _ => panic!("{graph:?}"),
    };
    assert_eq!((string(&described[0].0), string(&described[0].1)), ("clean".to_owned(), "dirty".to_owned()));
    assert_eq!((described[1].0.root, described[1].1.root), (GraphValue::Bits(0), GraphValue::Bits(7)));

    jvm.ask(Request::Restore(CellSet::All));
    jvm.ask(Request::Watch(vec![cell("p/Registry.count")]));
    jvm.run("p.StateTest#polluter p.StateTest#victim", None);
    let Answer::Accesses(accesses) = jvm.ask(Request::Accesses) else { panic!() };
    let lines: Vec<(bool, String)> = accesses
        .iter()
        .map(|access| (access.is_write, format!("{}:{}", access.frames[0].file, access.frames[0].line)))
        .collect();
    assert!(lines.contains(&(true, "StateTest.java:20".to_owned())), "{lines:?}");
    // Without a snapshot nothing can be compared, which is an answer and not the end of the JVM.
    assert_eq!(jvm.ask(Request::Drop), Answer::Dropped);
    assert_eq!(jvm.ask(Request::Changes { most: 1 }), Answer::Failed("no snapshot was taken".to_owned()));
}

/// JUnit 4 makes the object of a test before it says that the test has started; what the constructor reads is put back all the same.
#[test]
fn state_is_put_back_before_the_object_of_a_test_is_made() {
    let text = r#"
//- p/Modes.java
    package p;
    public class Modes { static String mode = "clean"; }
//- p/OtherTest.java
    package p;
    public class OtherTest { @org.junit.Test public void polluter() { Modes.mode = "dirty"; } }
//- p/ConstructedTest.java
    package p;
    import org.junit.*;
    public class ConstructedTest {
        final String mode = Modes.mode;
        @Test public void victim() { Assert.assertEquals("clean", mode); }
    }
"#;
    let mut jvm = Jvm::start(&jdks()[0], text);
    assert!(jvm.run("p.ConstructedTest#victim", None).0);
    assert!(jvm.run("p.ConstructedTest#victim", Some(Request::Take)).0);
    assert!(!jvm.run("p.OtherTest#polluter p.ConstructedTest#victim", None).0);
    let restore = Some(Request::Restore(CellSet::All));
    assert!(jvm.run("p.OtherTest#polluter p.ConstructedTest#victim", restore).0);
}

/// Classes whose initializer failed are named: nothing can be put back there.
#[test]
fn failed_initializers_are_named() {
    let text = r#"
//- p/Broken.java
    package p;
    public class Broken { static final int SIZE = Integer.parseInt(System.getProperty("p.size", "1")); }
//- p/BrokenTest.java
    package p;
    import org.junit.*;
    public class BrokenTest {
        @Test public void polluter() {
            System.setProperty("p.size", "x");
            try { new Broken(); } catch (Throwable expected) { }
            System.clearProperty("p.size");
        }
        @Test public void victim() { Assert.assertEquals(1, Broken.SIZE); }
    }
"#;
    let mut jvm = Jvm::start(&jdks()[0], text);
    assert!(!jvm.run("p.BrokenTest#polluter p.BrokenTest#victim", None).0);
    let Answer::Classes(classes) = jvm.ask(Request::Classes) else { panic!() };
    let failed: Vec<&str> =
        classes.iter().filter(|class| class.has_failed).map(|class| &*class.name).collect();
    assert_eq!(failed, ["p/Broken"]);
}
