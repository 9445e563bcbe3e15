//! Tests that take their JVM along, or try to.

use std::time::Duration;

use reenact_jvm::driver::{Compilation, Driver, DriverOptions, Isolation, Outcome};
use reenact_testkit::{jdk, jdks};

use super::support::{check, compile, driver, junit_jars, options, report_lines, run};

const TROUBLE: &str = r#"
    //- t/TroubleTest.java
    package t;
    import java.util.*;
    import org.junit.jupiter.api.*;
    class TroubleTest {
        @Test void fine() {}
        @Test void exits() { System.out.print("bye"); leave(3); }
        static void leave(int code) { System.exit(code); }
        @Test void halts() { Runtime.getRuntime().halt(4); }
        @Test void hangs() throws Exception { System.out.print("zzz"); new java.util.concurrent.CountDownLatch(1).await(); }
        @Test void spins() { while (true) {} }
        @Test void killed() throws Exception {
            // In the pid namespace of this process, whatever it is.
            String pid = new java.io.File("/proc/self").getCanonicalFile().getName();
            new ProcessBuilder("kill", "-9", pid).start().waitFor();
            Thread.sleep(60_000);
        }
        @Test void segfaults() throws Exception {
            java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            ((sun.misc.Unsafe) field.get(null)).putAddress(8, 1);
        }
        @Test void overflows() { overflows(); }
        @Test void fillsTheHeap() { List<long[]> all = new ArrayList<>(); while (true) all.add(new long[1 << 20]); }
        @Test void floods() {
            byte[] line = "0123456789012345678901234567890123456789\n".getBytes();
            System.out.print("first");
            for (int i = 0; i < 2_000_000; i++) { System.out.write(line, 0, line.length); System.err.write(line, 0, 1); }
            System.out.print("last");
        }
        @Test void closes() { System.out.close(); System.err.close(); System.out.print("unheard"); }
        @Test void replaces() { System.setOut(null); System.setErr(null); }
        @Test void speaks() { System.out.print("heard"); }
        @Test void leaks() { new Thread(() -> { while (true) { try { Thread.sleep(1000); } catch (InterruptedException e) {} } }).start(); }
        @Test void interrupts() { Thread.currentThread().interrupt(); }
        @Test void reads() throws Exception { Assertions.assertEquals(-1, System.in.read()); }
        @Test void lies() { throw new Liar(); }
        static class Liar extends RuntimeException {
            @Override public String getMessage() { throw new Liar(); }
            @Override public StackTraceElement[] getStackTrace() { throw new Liar(); }
        }
        @Test void exitsLater() {
            // After the test has ended, at an unknown time.
            Thread tests = Thread.currentThread();
            new Thread(() -> { try { tests.join(); } catch (InterruptedException e) {} leave(9); }).start();
        }
        @Test void exitsElsewhere() throws Exception {
            Thread thread = new Thread(() -> leave(5), "elsewhere");
            thread.start();
            thread.join();
        }
    }
    //- t/FixtureTest.java
    package t;
    import org.junit.jupiter.api.*;
    class FixtureTest {
        @BeforeAll static void before() { System.exit(6); }
        @Test void a() {}
        @Test void b() {}
    }
    //- t/EndTest.java
    package t;
    import org.junit.jupiter.api.*;
    class EndTest {
        @Test void a() {}
        @AfterAll static void after() { System.exit(7); }
    }
    //- t/OldTest.java
    package t;
    import java.util.*;
    import org.junit.*;
    import org.junit.runner.RunWith;
    import org.junit.runners.Parameterized;
    @RunWith(Parameterized.class)
    public class OldTest {
        @Parameterized.Parameters public static List<Object[]> data() { return Arrays.asList(new Object[] {1}, new Object[] {2}); }
        @Parameterized.Parameter public int n;
        @Test public void a() {}
        @Test public void exits() { if (n == 2) System.exit(8); }
        @Test public void z() {}
    }
"#;

/// Names of methods of `TroubleTest`.
fn trouble(methods: &str) -> String {
    methods.split_whitespace().map(|method| format!("t.TroubleTest#{method} ")).collect()
}

/// Verifying jsoup's tests took minutes, because some of them ran in circles until their time was up.
#[test]
fn what_runs_in_circles_is_known_by_its_cpu_time() {
    for jdk in jdks() {
        let program = compile(&jdk, TROUBLE);
        let mut driver = driver(&jdk, &program);
        let mut run = run(&trouble("spins fine"));
        run.limit = Duration::from_secs(3600);
        run.cpu_limit = Some(Duration::from_millis(500));
        let expected = ["t.TroubleTest#spins timed out", "t.TroubleTest#fine passed"];
        let report = check(&mut driver, &run, &expected);
        let reason = &report.tests[0].invocations[0].reason;
        assert!(reason.starts_with("it took longer than 3600s, or 500ms of CPU time\n"), "{reason}");
        assert!(reason.contains("at t.TroubleTest.spins(TroubleTest.java:10)"), "{reason}");
    }
}

#[test]
fn exits_crashes_and_hangs_cost_only_their_own_test() {
    for jdk in jdks() {
        let program = compile(&jdk, TROUBLE);
        let mut driver = driver(&jdk, &program);
        let mut run = run(&trouble("fine exits halts fine hangs spins killed segfaults exitsElsewhere fine"));
        run.limit = Duration::from_secs(2);
        let report = check(
            &mut driver,
            &run,
            &[
                "t.TroubleTest#fine passed",
                "t.TroubleTest#exits exited with code 3",
                "t.TroubleTest#halts exited with code 4",
                "t.TroubleTest#fine passed",
                "t.TroubleTest#hangs timed out",
                "t.TroubleTest#spins timed out",
                "t.TroubleTest#killed crashed by signal 9",
                "t.TroubleTest#segfaults crashed by signal 11",
                "t.TroubleTest#exitsElsewhere exited with code 5",
                "t.TroubleTest#fine passed",
            ],
        );
        let test = |at: usize| &report.tests[at].invocations[0];
        assert!(test(1).reason.contains("at t.TroubleTest.leave(TroubleTest.java:7)"), "{}", test(1).reason);
        assert_eq!(test(1).output.out, "bye");
        assert!(
            test(4).reason.starts_with("it took longer than 2s\n\"main\" WAITING\n"),
            "{}",
            test(4).reason
        );
        assert!(test(4).reason.contains("at t.TroubleTest.hangs(TroubleTest.java:9)"), "{}", test(4).reason);
        assert_eq!(test(4).output.out, "zzz");
        assert!(test(5).reason.contains("at t.TroubleTest.spins(TroubleTest.java:10)"), "{}", test(5).reason);
        assert!(test(7).reason.contains("SIGSEGV"), "{}", test(7).reason);
        assert!(test(8).reason.contains("the thread \"elsewhere\""), "{}", test(8).reason);
        assert_eq!(report.jvms, 8);
        let jvms: Vec<u32> = report.tests.iter().map(|test| test.jvm).collect();
        assert_eq!(jvms, [0, 0, 1, 2, 2, 3, 4, 5, 6, 7]);
    }
}

#[test]
fn what_a_jvm_survives_does_not_reach_the_next_test() {
    let jdk = jdk();
    let program = compile(&jdk, TROUBLE);
    let mut options = options(&jdk, &program);
    options.vm_options = vec!["-Xmx64m".into(), "-Xss512k".into()];
    let mut driver = Driver::start(options).unwrap();
    let mut run = run(&trouble(
        "overflows closes speaks replaces speaks floods leaks interrupts reads lies fillsTheHeap speaks",
    ));
    run.isolation = Isolation::LoaderPerTest;
    let report = check(
        &mut driver,
        &run,
        &[
            "t.TroubleTest#overflows failed StackOverflowError: ",
            "t.TroubleTest#closes passed",
            "t.TroubleTest#speaks passed",
            "t.TroubleTest#replaces passed",
            "t.TroubleTest#speaks passed",
            "t.TroubleTest#floods passed",
            "t.TroubleTest#leaks passed",
            "t.TroubleTest#interrupts passed",
            "t.TroubleTest#reads passed",
            "t.TroubleTest#lies failed TroubleTest$Liar: (getMessage threw t.TroubleTest$Liar)",
            "t.TroubleTest#fillsTheHeap failed OutOfMemoryError: Java heap space",
            "t.TroubleTest#speaks passed",
        ],
    );
    let output = |at: usize| &report.tests[at].invocations[0].output;
    assert_eq!((&*output(2).out, &*output(4).out, &*output(11).out), ("heard", "heard", "heard"));
    let flood = &output(5).out;
    assert!(flood.starts_with("first0123") && flood.ends_with("9\nlast"), "{}", flood.len());
    assert!(flood.len() < 40_000 && flood.contains("\n[81967241 bytes left out]\n"), "{}", flood.len());
    assert_eq!(output(5).err.len(), 32768 + "\n[1967232 bytes left out]\n".len());
    assert_eq!(report.jvms, 2, "a full heap is not trusted with further tests");
}

#[test]
fn fixtures_that_end_the_jvm() {
    let jdk = jdk();
    let mut driver = driver(&jdk, &compile(&jdk, TROUBLE));
    check(
        &mut driver,
        &run(
            "t.FixtureTest#a t.FixtureTest#b t.EndTest#a t.OldTest#a t.OldTest#exits t.OldTest#z t.TroubleTest#fine",
        ),
        &[
            "t.FixtureTest#a exited with code 6",
            "t.FixtureTest#b exited with code 6",
            "t.EndTest#a passed",
            "t.OldTest#a passed <[0] passed, [1] passed>",
            "t.OldTest#exits exited with code 8 <[0] passed>",
            "t.OldTest#z passed <[0] passed, [1] passed>",
            "t.TroubleTest#fine passed",
            "after t.EndTest: exited with code 7",
        ],
    );
}

#[test]
fn what_a_test_leaves_running_is_not_blamed_on_others() {
    let jdk = jdk();
    let mut driver = driver(&jdk, &compile(&jdk, TROUBLE));
    // Whether the JVM is gone before this run has ended or only later makes no difference to it.
    let first = driver.run(&run(&trouble("exitsLater"))).unwrap();
    assert_eq!(first.tests[0].outcome(), Outcome::Passed, "{first:#?}");
    let out = tempfile::tempdir().unwrap();
    let sources = vec![("A.java".to_owned(), "class A {}".to_owned())];
    assert!(driver.compile(&Compilation::new(sources, vec![]), out.path()).unwrap().success);
    check(&mut driver, &run(&trouble("exitsLater")), &["t.TroubleTest#exitsLater passed"]);
    check(&mut driver, &run(&trouble("fine")), &["t.TroubleTest#fine passed"]);
}

#[test]
fn a_jvm_that_does_not_start_is_reported() {
    let jdk = jdk();
    let mut options = DriverOptions::new(&jdk, junit_jars());
    options.vm_options = vec!["-XX:+NoSuchOption".into()];
    let message = Driver::start(options).unwrap_err().to_string();
    assert!(message.contains("exited with code 1 before any test could run"), "{message}");
    assert!(message.contains("Unrecognized VM option 'NoSuchOption'"), "{message}");
}

#[test]
fn no_network_if_so_asked() {
    let jdk = jdk();
    let program = compile(
        &jdk,
        r#"
        import java.net.*;
        import java.util.*;
        import org.junit.jupiter.api.*;
        class NetTest {
            @Test void devices() throws Exception {
                for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces()))
                    if (each.isUp() && !each.isLoopback()) Assertions.fail(each.getName());
            }
            @Test void loopback() throws Exception {
                try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                     Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {}
            }
            @Test void user() throws Exception {
                System.out.print(System.getProperty("user.name"));
            }
        }
        "#,
    );
    let mut options = options(&jdk, &program);
    options.network = false;
    let mut driver = Driver::start(options).unwrap();
    let report = driver.run(&run("NetTest#devices NetTest#loopback NetTest#user")).unwrap();
    let confinement = driver.confinement().unwrap();
    assert!(confinement.network && confinement.gaps.is_empty(), "{confinement:?}");
    let lines = report_lines(&report);
    assert_eq!(lines, ["NetTest#devices passed", "NetTest#loopback passed", "NetTest#user passed"]);
}
