//! The state that tests leave behind, and the pairs of tests that it suggests.

use reenact_build::junit;
use reenact_report::order::{Detection, LeftBehind};
use reenact_testkit::{Fixture, jdk};
use reenact_verbs::order::{Options, Search, detect};

/// A cleaner stands between polluter and victim in the order of the build, and the victim comes first in the reversed one.
const SUITE: &str = "
    //- cleaned/Registry.java
    package cleaned;

    import java.util.*;

    public class Registry {
        private static final Registry INSTANCE = new Registry();
        private final Map<String, String> entries = new HashMap<>();

        public static Registry get() {
            return INSTANCE;
        }

        public void put(String key, String value) {
            entries.put(key, value);
        }

        public void clear() {
            entries.clear();
        }

        public int size() {
            return entries.size();
        }
    }

    //- cleaned/ATest.java
    package cleaned;

    import org.junit.Test;

    public class ATest {
        @Test
        public void pollutes() {
            System.out.println(\"registered\");
            Registry.get().put(\"key\", \"value\");
        }
    }

    //- cleaned/BTest.java
    package cleaned;

    import org.junit.Test;

    public class BTest {
        @Test
        public void cleans() {
            Registry.get().clear();
        }
    }

    //- cleaned/CTest.java
    package cleaned;

    import static org.junit.Assert.*;

    import org.junit.Test;

    public class CTest {
        @Test
        public void startsEmpty() {
            assertEquals(0, Registry.get().size());
        }
    }

    //- cleaned/DTest.java
    package cleaned;

    import org.junit.Test;

    public class DTest {
        static int own;

        @Test
        public void changesItsOwn() {
            own = 7;
        }
    }
";

fn searched(state: bool) -> Detection {
    let jars = junit::junit4().unwrap();
    let class_path = jars.iter().map(|jar| jar.display().to_string()).collect::<Vec<_>>().join(":");
    let program = Fixture::parse(SUITE).compile_with(&jdk(), &["-nowarn", "-cp", &class_path]);
    let search = Search { random: Some(0), systematic: false, state, confirmations: 1, ..Search::default() };
    let options = Options {
        class_path: Some(class_path),
        tests: vec![program.classes().to_owned()],
        jdk: Some(jdk().home),
        search,
        ..Options::new(".".into())
    };
    detect::run(&options, &()).unwrap()
}

#[test]
fn a_test_is_run_behind_one_that_changes_state_which_it_reads() {
    let report = searched(true);
    let found: Vec<(&str, &str)> = report.tests.iter().map(|test| (&*test.test, &*test.kind)).collect();
    assert_eq!(found, [("cleaned.CTest#startsEmpty", "victim")], "{}", report.log());
    assert_eq!(report.tests[0].causes, [["cleaned.ATest#pollutes"]]);
    let left = report.left_behind.unwrap().into_iter().filter(LeftBehind::has_changed_content);
    let left: Vec<LeftBehind> = left.collect();
    let tests: Vec<&str> = left.iter().map(|left| &*left.test).collect();
    // Printing and clearing an empty map leave nothing behind.
    assert_eq!(tests, ["cleaned.ATest#pollutes", "cleaned.DTest#changesItsOwn"], "{left:?}");
    let [part] = &*left[0].state else { panic!("{left:?}") };
    assert_eq!(part.path, "cleaned.Registry.INSTANCE.entries");
    assert_eq!(part.difference.as_deref(), Some("added \"key\" = \"value\""));
    assert_eq!(part.read_by, ["cleaned.BTest#cleans", "cleaned.CTest#startsEmpty"]);
    let [part] = &*left[1].state else { panic!("{left:?}") };
    assert_eq!(
        (&*part.path, part.clean.as_deref(), part.now.as_deref()),
        ("cleaned.DTest.own", Some("0"), Some("7"))
    );
    assert_eq!(part.readers, 0);
}

#[test]
fn without_a_look_at_the_state_that_is_said() {
    let report = searched(false);
    assert_eq!(
        (report.tests, report.left_behind),
        (vec![], None),
        "the orders that are left do not show the victim"
    );
    assert!(report.left_out.iter().any(|left| left.ends_with("--no-state")), "{:?}", report.left_out);
}
