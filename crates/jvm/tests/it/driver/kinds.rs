//! Kinds of tests of JUnit 4 and of the platform, and their reports.

use reenact_jvm::driver::Isolation;
use reenact_testkit::{jdk, jdks};

use super::support::{check, compile, driver, run};

const JUPITER: &str = r#"
    //- p/PlainTest.java
    package p;
    import org.junit.jupiter.api.*;
    class PlainTest {
        static String log = "";
        @BeforeAll static void before() { log += "("; }
        @BeforeEach void each() { log += "."; }
        @Test void passes() { System.out.print("hello"); System.err.print("there"); }
        @Test void fails() { Assertions.assertEquals(1, 2); }
        @Test void aborts() { Assumptions.assumeTrue(false, "not here"); }
        @Test @Disabled("later") void skipped() {}
        @Test void last() { Assertions.assertEquals("(....", log); }
        void noTest() {}
    }
    //- p/ManyTest.java
    package p;
    import java.util.stream.Stream;
    import org.junit.jupiter.api.*;
    import org.junit.jupiter.params.ParameterizedTest;
    import org.junit.jupiter.params.provider.*;
    class ManyTest {
        @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void odd(int n) { Assertions.assertEquals(1, n % 2); }
        @ParameterizedTest @MethodSource void words(String word) {}
        static Stream<String> words() { return Stream.of("a", "b"); }
        @RepeatedTest(2) void again() {}
        @TestFactory Stream<DynamicNode> made() {
            return Stream.of(DynamicContainer.dynamicContainer("box",
                Stream.of(DynamicTest.dynamicTest("one", () -> {}), DynamicTest.dynamicTest("two", () -> Assertions.fail("no")))));
        }
        @Test void overloaded() {}
        @Test void overloaded(TestInfo info) { Assertions.fail("with info"); }
    }
    //- p/NestedTest.java
    package p;
    import org.junit.jupiter.api.*;
    class NestedTest {
        static int setUps;
        @BeforeAll static void before() { setUps++; }
        @Test void outer() {}
        @Nested class Inner {
            @Test void inner() { Assertions.assertEquals(1, setUps); }
            @Nested class Deep { @Test void deep() {} }
        }
        @Nested class Other { @Test void other() {} }
    }
    //- p/InheritedTest.java
    package p;
    import org.junit.jupiter.api.*;
    class InheritedTest extends Base implements Contract {
        @Test void own() {}
        @Override @Test void overridden() {}
    }
    abstract class Base {
        @Test void inherited() { Assertions.assertEquals("InheritedTest", getClass().getSimpleName()); }
        @Test void overridden() { Assertions.fail("not this one"); }
    }
    interface Contract { @Test default void holds() {} }
    //- p/BrokenTest.java
    package p;
    import org.junit.jupiter.api.*;
    class BrokenTest {
        @BeforeAll static void before() { throw new IllegalStateException("no database"); }
        @Test void a() {}
        @Test void b() {}
    }
    //- p/LateTest.java
    package p;
    import org.junit.jupiter.api.*;
    class LateTest {
        @Test void fine() {}
        @AfterAll static void after() { throw new IllegalStateException("not closed"); }
    }
    //- p/UninitializedTest.java
    package p;
    import org.junit.jupiter.api.*;
    class UninitializedTest {
        static int x = Integer.parseInt("x");
        @Test void a() {}
        @Test void b() {}
    }
    //- p/OffTest.java
    package p;
    import org.junit.jupiter.api.*;
    @Disabled("all of it") class OffTest { @Test void a() {} @Nested class In { @Test void b() {} } }
"#;

#[test]
fn plain_jupiter_tests() {
    for jdk in jdks() {
        let program = compile(&jdk, JUPITER);
        let mut driver = driver(&jdk, &program);
        let tests = "p.PlainTest#passes p.PlainTest#fails p.PlainTest#aborts p.PlainTest#skipped p.PlainTest#last \
                     p.PlainTest#noTest p.PlainTest#absent p.AbsentTest#x";
        let report = check(
            &mut driver,
            &run(tests),
            &[
                "p.PlainTest#passes passed",
                "p.PlainTest#fails failed AssertionFailedError: expected: <1> but was: <2>",
                "p.PlainTest#aborts aborted TestAbortedException: Assumption failed: not here",
                "p.PlainTest#skipped skipped",
                "p.PlainTest#last passed",
                "p.PlainTest#noTest not found",
                "p.PlainTest#absent not found",
                "p.AbsentTest#x not found",
            ],
        );
        let first = &report.tests[0].invocations[0];
        assert_eq!((&*first.output.out, &*first.output.err), ("hello", "there"));
        assert_eq!(report.tests[4].invocations[0].output.out, "");
        let trace = &report.tests[1].failure().unwrap().trace;
        assert!(trace.contains("\tat p.PlainTest.fails(PlainTest.java:8)\n"), "{trace}");
        let reasons: Vec<&str> = report.tests[3..]
            .iter()
            .map(|test| &*test.invocations[0].reason)
            .filter(|r| !r.is_empty())
            .collect();
        let expected = [
            "later",
            "JUnit finds no such test in the class",
            "the class has no such method",
            "there is no such class on the class path",
        ];
        assert_eq!(reasons, expected);
        assert_eq!(report.jvms, 1);
    }
}

#[test]
fn tests_of_many_invocations() {
    let jdk = jdk();
    let mut driver = driver(&jdk, &compile(&jdk, JUPITER));
    let tests = "p.ManyTest#odd p.ManyTest#words p.ManyTest#again p.ManyTest#made p.ManyTest#overloaded() \
                 p.ManyTest#overloaded p.ManyTest#again";
    check(
        &mut driver,
        &run(tests),
        &[
            "p.ManyTest#odd failed AssertionFailedError: expected: <1> but was: <0> \
             <[1] 1 passed, [2] 2 failed, [3] 3 passed>",
            "p.ManyTest#words passed <[1] a passed, [2] b passed>",
            "p.ManyTest#again passed <repetition 1 of 2 passed, repetition 2 of 2 passed>",
            "p.ManyTest#made failed AssertionFailedError: no <one passed, two failed>",
            "p.ManyTest#overloaded() passed",
            "p.ManyTest#overloaded failed AssertionFailedError: with info",
            "p.ManyTest#again passed <repetition 1 of 2 passed, repetition 2 of 2 passed>",
        ],
    );
}

#[test]
fn nested_classes_run_in_their_order_and_within_one_set_up_if_that_is_jupiters_too() {
    let jdk = jdk();
    let mut driver = driver(&jdk, &compile(&jdk, JUPITER));
    let natural =
        "p.NestedTest#outer p.NestedTest$Other#other p.NestedTest$Inner#inner p.NestedTest$Inner$Deep#deep";
    let passed =
        |tests: &str| tests.split_whitespace().map(|test| format!("{test} passed")).collect::<Vec<_>>();
    let expected = passed(natural);
    check(&mut driver, &run(natural), &expected.iter().map(String::as_str).collect::<Vec<_>>());
    // Out of the nested class and in again: the outer one is set up a second time, which `inner` sees.
    let report =
        driver.run(&run("p.NestedTest$Other#other p.NestedTest#outer p.NestedTest$Inner#inner")).unwrap();
    assert_eq!(report.tests[2].failure().unwrap().message, "expected: <1> but was: <2>");
}

#[test]
fn tests_of_superclasses_and_interfaces_belong_to_the_class() {
    let jdk = jdk();
    let mut driver = driver(&jdk, &compile(&jdk, JUPITER));
    let tests =
        "p.InheritedTest#own p.InheritedTest#inherited p.InheritedTest#overridden p.InheritedTest#holds";
    let report = driver.run(&run(tests)).unwrap();
    assert!(report.all_passed(), "{report:#?}");
}

#[test]
fn what_goes_wrong_around_tests() {
    let jdk = jdk();
    let mut driver = driver(&jdk, &compile(&jdk, JUPITER));
    let tests = "p.BrokenTest#a p.BrokenTest#b p.LateTest#fine p.UninitializedTest#a p.UninitializedTest#b \
                 p.OffTest#a p.OffTest$In#b";
    check(
        &mut driver,
        &run(tests),
        &[
            "p.BrokenTest#a failed IllegalStateException: no database",
            "p.BrokenTest#b failed IllegalStateException: no database",
            "p.LateTest#fine passed",
            "p.UninitializedTest#a failed ExceptionInInitializerError: ",
            "p.UninitializedTest#b failed NoClassDefFoundError: Could not initialize class p.UninitializedTest",
            "p.OffTest#a skipped",
            "p.OffTest$In#b skipped",
            "after p.LateTest: failed: not closed",
        ],
    );
}

const JUNIT4: &str = r#"
    //- q/OldTest.java
    package q;
    import org.junit.*;
    import static org.junit.Assert.*;
    public class OldTest {
        static String log = "";
        @BeforeClass public static void before() { log += "("; }
        @Before public void each() { log += "."; }
        @Test public void b() { assertEquals("(.", log); }
        @Test public void a() { assertEquals("(..", log); }
        @Test(expected = ArithmeticException.class) public void throwing() { int x = 1 / (log.length() - log.length()); }
        @Test public void fails() { assertTrue("no", false); }
        @Test public void aborts() { Assume.assumeTrue(false); }
        @Ignore("later") @Test public void skipped() {}
    }
    //- q/ParametersTest.java
    package q;
    import java.util.*;
    import org.junit.*;
    import org.junit.runner.RunWith;
    import org.junit.runners.Parameterized;
    @RunWith(Parameterized.class)
    public class ParametersTest extends Inherited {
        @Parameterized.Parameters public static List<Object[]> data() { return Arrays.asList(new Object[] {1}, new Object[] {2}); }
        @Parameterized.Parameter public int n;
        @Test public void one() { Assert.assertEquals(1, n); }
        @Test public void positive() { Assert.assertTrue(n > 0); }
    }
    //- q/Inherited.java
    package q;
    public abstract class Inherited { @org.junit.Test public void inherited() {} }
    //- q/ThreeTest.java
    package q;
    public class ThreeTest extends junit.framework.TestCase {
        public void testOne() {}
        public void testTwo() { fail("two"); }
    }
    //- q/BrokenTest.java
    package q;
    import org.junit.*;
    public class BrokenTest {
        @BeforeClass public static void before() { throw new IllegalStateException("no database"); }
        @Test public void a() {}
        @Test public void b() {}
    }
    //- q/LateTest.java
    package q;
    import org.junit.*;
    public class LateTest {
        @Test public void fine() {}
        @AfterClass public static void after() { throw new IllegalStateException("not closed"); }
    }
    //- q/WrongTest.java
    package q;
    public class WrongTest { @org.junit.Test void notPublic() {} }
    //- q/OffTest.java
    package q;
    import org.junit.*;
    @Ignore public class OffTest { @Test public void a() {} @Test public void b() {} }
    //- q/BothTest.java
    package q;
    public class BothTest {
        @org.junit.Test public void four() {}
        @org.junit.jupiter.api.Test public void five() {}
    }
"#;

#[test]
fn junit_4_tests() {
    for jdk in jdks() {
        let mut driver = driver(&jdk, &compile(&jdk, JUNIT4));
        let tests = "q.OldTest#b q.OldTest#a q.OldTest#throwing q.OldTest#fails q.OldTest#aborts q.OldTest#skipped \
                     q.ParametersTest#one q.ParametersTest#inherited q.ThreeTest#testTwo q.ThreeTest#testOne \
                     q.BrokenTest#a q.BrokenTest#b q.LateTest#fine q.WrongTest#notPublic q.OffTest#a q.OffTest#b \
                     q.BothTest#five q.BothTest#four";
        check(
            &mut driver,
            &run(tests),
            &[
                "q.OldTest#b passed",
                "q.OldTest#a passed",
                "q.OldTest#throwing passed",
                "q.OldTest#fails failed AssertionError: no",
                "q.OldTest#aborts aborted AssumptionViolatedException: got: <false>, expected: is <true>",
                "q.OldTest#skipped skipped",
                "q.ParametersTest#one failed AssertionError: expected:<1> but was:<2> <[0] passed, [1] failed>",
                "q.ParametersTest#inherited passed <[0] passed, [1] passed>",
                "q.ThreeTest#testTwo failed AssertionFailedError: two",
                "q.ThreeTest#testOne passed",
                "q.BrokenTest#a failed IllegalStateException: no database",
                "q.BrokenTest#b failed IllegalStateException: no database",
                "q.LateTest#fine passed",
                "q.WrongTest#notPublic failed InvalidTestClassError: Invalid test class 'q.WrongTest':\n  \
                 1. Method notPublic() should be public",
                "q.OffTest#a skipped",
                "q.OffTest#b skipped",
                "q.BothTest#five passed",
                "q.BothTest#four passed",
                "after q.LateTest: failed: not closed",
            ],
        );
    }
}

#[test]
fn orders_within_a_class_are_kept() {
    let jdk = jdk();
    let program = compile(
        &jdk,
        r#"
        //- OrderTest.java
        import org.junit.jupiter.api.*;
        class OrderTest {
            static String log = "";
            @Test void a() { log += "a"; System.out.print(log); }
            @Test void b() { log += "b"; System.out.print(log); }
            @Test void c() { log += "c"; System.out.print(log); }
        }
        //- OldOrderTest.java
        import org.junit.Test;
        public class OldOrderTest {
            static String log = "";
            @Test public void a() { log += "a"; System.out.print(log); }
            @Test public void b() { log += "b"; System.out.print(log); }
            @Test public void c() { log += "c"; System.out.print(log); }
        }
        "#,
    );
    let mut driver = driver(&jdk, &program);
    for class in ["OrderTest", "OldOrderTest"] {
        for order in ["abc", "acb", "bac", "bca", "cab", "cba"] {
            let tests: String = order.chars().map(|method| format!("{class}#{method} ")).collect();
            let mut run = run(&tests);
            run.isolation = Isolation::LoaderPerRun;
            let report = driver.run(&run).unwrap();
            assert_eq!(report.tests[2].invocations[0].output.out, order, "{class}");
        }
    }
}

#[test]
fn tests_are_discovered_as_they_can_be_run() {
    let jdk = jdk();
    let (five, four) = (compile(&jdk, JUPITER), compile(&jdk, JUNIT4));
    let mut driver = driver(&jdk, &five);
    let classes = [
        "p.ManyTest",
        "p.NestedTest",
        "p.NestedTest$Inner",
        "p.InheritedTest",
        "p.Base",
        "q.ParametersTest",
        "q.ThreeTest",
        "q.BothTest",
        "q.Absent",
    ];
    let classes: Vec<String> = classes.map(str::to_owned).to_vec();
    let found = driver.discover(&[four.classes().to_path_buf()], &classes).unwrap();
    let mut names: Vec<String> = found.tests.iter().map(ToString::to_string).collect();
    names.sort();
    let expected = [
        "p.InheritedTest#holds",
        "p.InheritedTest#inherited",
        "p.InheritedTest#overridden",
        "p.InheritedTest#own",
        "p.ManyTest#again",
        "p.ManyTest#made",
        "p.ManyTest#odd",
        "p.ManyTest#overloaded()",
        "p.ManyTest#overloaded(org.junit.jupiter.api.TestInfo)",
        "p.ManyTest#words",
        "p.NestedTest#outer",
        "p.NestedTest$Inner#inner",
        "q.BothTest#five",
        "q.BothTest#four",
        "q.ParametersTest#inherited",
        "q.ParametersTest#one",
        "q.ParametersTest#positive",
        "q.ThreeTest#testOne",
        "q.ThreeTest#testTwo",
    ];
    assert_eq!(names, expected);
    assert_eq!(found.problems.len(), 1);
    assert!(found.problems[0].1.starts_with("java.lang.ClassNotFoundException: q.Absent"));
}
