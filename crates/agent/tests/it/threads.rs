//! Calls of many threads: their nesting, their order, and calls that never end.

use std::collections::BTreeMap;

use crate::support::{Recorded, record, record_java};
use reenact_heap::{Node, Value};
use reenact_recording::graph::Outcome;
use reenact_recording::model::{EndReason, InvocationHead};
use reenact_testkit::{Fixture, jdks};

/// Threads of all kinds that are in recorded calls at the same time. In the middle of each call they wait for
/// another thread, so that virtual threads are taken off their carriers and go on elsewhere. Every call is told
/// by its argument, such as `virtual-3.1.2`: the third call inside of the second one of that thread.
const NESTED: &str = r#"
    //- p/Main.java
    package p;
    import java.lang.reflect.Method;
    import java.util.*;
    import java.util.concurrent.*;
    import java.util.concurrent.locks.*;
    public class Main {
        static final SynchronousQueue<String> HAND_OFF = new SynchronousQueue<>(true);
        static final ReentrantLock LOCK = new ReentrantLock(true);
        static void meet(boolean gives, String what) throws InterruptedException {
            if (gives) HAND_OFF.put(what); else HAND_OFF.take();
        }
        public static int call(String path, int depth, boolean gives) throws InterruptedException {
            int calls = 1;
            for (int index = 0; depth > 0 && index < 3; index++) {
                meet(gives, path);
                calls += call(path + "." + index, depth - 1, gives);
                LOCK.lock();
                try { Thread.yield(); } finally { LOCK.unlock(); }
            }
            meet(gives, path);
            return calls;
        }
        /// Virtual threads are newer than the oldest JDK that compiles this.
        static Thread virtual(String name, Runnable task) throws Exception {
            Method of = Thread.class.getMethod("ofVirtual");
            Object builder = of.invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class).invoke(builder, name);
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, task);
        }
        public static void main(String[] args) throws Exception {
            List<Thread> threads = new ArrayList<>();
            for (String kind : args) for (int index = 0; index < 12; index++) {
                String name = kind + "-" + index;
                boolean gives = index % 2 == 0;
                Runnable task = () -> {
                    try { if (call(name, 2, gives) != 13) throw new IllegalStateException(); }
                    catch (InterruptedException unexpected) { throw new IllegalStateException(unexpected); }
                };
                Thread thread = kind.equals("virtual") ? virtual(name, task) : new Thread(task, name);
                if (kind.equals("daemon")) thread.setDaemon(true);
                threads.add(thread);
            }
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
            System.out.println(threads.size());
        }
    }
"#;

/// The invocations with what their first argument says.
fn by_path(recorded: &Recorded) -> BTreeMap<String, (InvocationHead, Outcome)> {
    let mut calls = BTreeMap::new();
    recorded.each(|head, _, capture, _| {
        let Some(&Value::Reference(path)) = capture.roots.first() else { panic!("{:?}", capture.roots) };
        let Node::String(path) = capture.before.get(path) else { panic!("the path is a string") };
        let path = String::from_utf16(path).expect("it is text");
        assert!(calls.insert(path.clone(), (*head, capture.outcome)).is_none(), "{path} comes twice");
    });
    calls
}

/// The call that another one is inside of, by its name.
fn outer(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(outer, _)| outer)
}

#[test]
fn nesting_names_and_order_are_those_of_each_thread() {
    for jdk in jdks() {
        let kinds: &[&str] =
            if jdk.version.feature >= 21 { &["plain", "daemon", "virtual"] } else { &["plain", "daemon"] };
        let program = Fixture::parse(NESTED).compile_with(&jdk, &["-g"]);
        let java = kinds.iter().fold(program.java("p.Main"), |java, kind| java.arg(kind));
        let recorded = record_java(java, "methods=p.Main#call,sample-backoff=1").ok();
        let reader = recorded.reader();
        let calls = by_path(&recorded);
        assert_eq!(calls.len(), kinds.len() * 12 * 13);
        for (path, (head, outcome)) in &calls {
            let thread = reader.thread(head.thread).expect("the thread is described");
            let name = path.split('.').next().unwrap_or_default();
            assert_eq!(&*thread.name, name, "{path}");
            assert!(thread.id > 0, "{path}");
            assert_eq!(thread.is_virtual, name.starts_with("virtual"), "{path}");
            assert_eq!(thread.is_daemon, !name.starts_with("plain"), "{path}");
            let size = [13, 4, 1][path.matches('.').count()];
            assert_eq!(*outcome, Outcome::Returned(Some(Value::Int(size))), "{path}");
            match outer(path) {
                None => assert_eq!(head.parent, None, "{path}"),
                Some(outer) => {
                    let (parent, _) = &calls[outer];
                    assert_eq!(head.parent, Some(parent.id), "{path}");
                    assert_eq!(head.thread, parent.thread, "{path}");
                    // Numbers grow with the time of entry, within a thread.
                    assert!(parent.id < head.id, "{path}");
                    let moments = [parent.entered, head.entered, head.exited, parent.exited];
                    assert!(moments.is_sorted_by(|before, after| before < after), "{path}: {moments:?}");
                }
            }
        }
        // One clock for all: no moment comes twice.
        let mut moments: Vec<u64> =
            calls.values().flat_map(|(head, _)| [head.entered, head.exited]).collect();
        moments.sort_unstable();
        assert!(moments.is_sorted_by(|before, after| before < after));
        // Calls one after the other are so on the clock.
        for (path, (head, _)) in &calls {
            let before = path.strip_suffix('2').filter(|rest| rest.ends_with('.'));
            if let Some(before) = before.and_then(|rest| calls.get(&format!("{rest}1"))) {
                assert!(before.0.exited < head.entered, "{path}");
            }
        }
    }
}

/// Thousands of short virtual threads: each of them has its own nesting.
#[test]
fn short_lived_threads_do_not_inherit_each_others_calls() {
    let source = r#"
        //- p/Main.java
        package p;
        import java.util.concurrent.*;
        public class Main {
            public static int outer(int number) { return inner(number) + 1; }
            public static int inner(int number) { Thread.yield(); return number * 2; }
            public static void main(String[] args) throws Exception {
                ExecutorService pool;
                try { pool = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null); }
                catch (NoSuchMethodException older) { pool = Executors.newCachedThreadPool(); }
                for (int index = 0; index < 2000; index++) {
                    int number = index;
                    pool.submit(() -> outer(number));
                }
                pool.shutdown();
                if (!pool.awaitTermination(10, TimeUnit.MINUTES)) throw new IllegalStateException();
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let options = "methods=p.Main#outer:p.Main#inner,sample-backoff=1";
        let recorded = record(&program, "p.Main", options).ok();
        let mut outers = BTreeMap::new();
        let mut inners = BTreeMap::new();
        recorded.each(|head, method, capture, _| {
            let &[Value::Int(number)] = &capture.roots[..] else { panic!("{:?}", capture.roots) };
            let calls = if &*method.name == "outer" { &mut outers } else { &mut inners };
            calls.insert(number, *head);
        });
        // Where the machine is slow, hundreds of threads walk at a time, and there is no room for all of them.
        let dropped: u64 = recorded.reader().statistics().map(|figures| figures.overload).sum();
        assert_eq!(outers.len() + inners.len() + dropped as usize, 4000);
        let ids: BTreeMap<u64, i32> = outers.iter().map(|(&number, outer)| (outer.id, number)).collect();
        let mut pairs = 0;
        for (number, inner) in inners {
            if let Some(outer) = outers.get(&number) {
                assert_eq!((inner.parent, inner.thread), (Some(outer.id), outer.thread), "{number}");
                pairs += 1;
            }
            let foreign = inner.parent.and_then(|parent| ids.get(&parent)).filter(|&&of| of != number);
            assert_eq!(foreign, None, "{number}");
        }
        assert!(pairs > 1000, "{pairs} pairs, {dropped} dropped");
        assert!(outers.values().all(|outer| outer.parent.is_none()));
    }
}

/// Runs a program that comes to an end of some kind, on every JDK. The recording must have its end, and every
/// call must be told by a comment `// call: …`.
#[track_caller]
fn check_end(code: i32, source: &str) {
    let fixture = Fixture::parse(source);
    let expected = crate::support::expected_calls(&fixture);
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let plain = program.run("p.Main", &[]);
        let recorded = record(&program, "p.Main", "include=p.Main,all,exclude=p.Idle,sample-backoff=1");
        assert_eq!(recorded.ran, plain, "JDK {}", jdk.version.full);
        assert_eq!(recorded.ran.code, Some(code), "{}", recorded.ran.stderr);
        let reader = recorded.reader();
        assert!(reader.findings().is_empty(), "{:?}", reader.findings());
        assert_eq!(reader.end().map(|end| end.reason), Some(EndReason::Exit));
        let mut calls = recorded.calls();
        calls.sort();
        assert_eq!(calls, expected, "JDK {}", jdk.version.full);
        recorded.each(|head, _, capture, _| {
            let is_open = capture.outcome == Outcome::Unfinished;
            assert_eq!(head.entered == head.exited, is_open, "{head:?}");
        });
    }
}

#[test]
fn daemon_threads_that_are_still_in_calls_at_the_end() {
    check_end(
        0,
        r#"
        //- p/Main.java
        package p;
        import java.util.concurrent.*;
        public class Main {
            static final CountDownLatch INSIDE = new CountDownLatch(2);
            // call: Main.waits(whose="a", times=1) …
            // call: Main.waits(whose="b", times=2) …
            static void waits(String whose, int times) throws InterruptedException {
                INSIDE.countDown();
                Thread.currentThread().join();
            }
            // call: Main.main(args=[])
            public static void main(String[] args) throws Exception {
                Idle.start("a", 1);
                Idle.start("b", 2);
                INSIDE.await();
            }
        }
        //- p/Idle.java
        package p;
        class Idle implements Runnable {
            String whose; int times;
            static void start(String whose, int times) {
                Idle idle = new Idle(); idle.whose = whose; idle.times = times;
                Thread thread = new Thread(idle); thread.setDaemon(true); thread.start();
            }
            public void run() {
                try { Main.waits(whose, times); } catch (InterruptedException e) { throw new IllegalStateException(e); }
            }
        }
        "#,
    );
}

#[test]
fn system_exit_inside_of_calls() {
    check_end(
        3,
        r#"
        //- p/Main.java
        package p;
        public class Main {
            // call: Main.ends(code=3) …
            static int ends(int code) { System.exit(code); return code; }
            // call: Main.works(number=7) -> 14
            static int works(int number) { return number * 2; }
            // call: Main.main(args=[]) …
            public static void main(String[] args) { System.out.println(works(7)); ends(3); }
        }
        "#,
    );
}

#[test]
fn halting_inside_of_calls() {
    check_end(
        4,
        r#"
        //- p/Main.java
        package p;
        public class Main {
            // call: Main.ends(code=4) …
            static int ends(int code) { Runtime.getRuntime().halt(code); return code; }
            // call: Main.works(number=7) -> 14
            static int works(int number) { return number * 2; }
            // call: Main.main(args=[]) …
            public static void main(String[] args) { System.out.println(works(7)); ends(4); }
        }
        "#,
    );
}

#[test]
fn uncaught_exceptions_of_main_and_of_other_threads() {
    check_end(
        1,
        r#"
        //- p/Main.java
        package p;
        public class Main {
            // call: Main.fails(why="other") throws IllegalStateException
            // call: Main.fails(why="main") throws IllegalStateException
            static void fails(String why) { throw new IllegalStateException(why); }
            // call: Main.main(args=[]) throws IllegalStateException
            public static void main(String[] args) throws Exception {
                Thread other = new Thread(new Idle(), "other");
                other.start();
                other.join();
                fails("main");
            }
        }
        //- p/Idle.java
        package p;
        class Idle implements Runnable { public void run() { Main.fails("other"); } }
        "#,
    );
}

#[test]
fn an_uncaught_exception_of_another_thread_alone() {
    check_end(
        0,
        r#"
        //- p/Main.java
        package p;
        public class Main {
            // call: Main.fails(why="other") throws IllegalStateException
            static void fails(String why) { throw new IllegalStateException(why); }
            // call: Main.main(args=[])
            public static void main(String[] args) throws Exception {
                Thread other = new Thread(new Idle(), "other");
                other.start();
                other.join();
            }
        }
        //- p/Idle.java
        package p;
        class Idle implements Runnable { public void run() { Main.fails("other"); } }
        "#,
    );
}

/// Shutdown hooks and threads that are busy while the JVM ends: the recording still ends in order, and every
/// call in it is whole or told as unfinished.
#[test]
fn threads_that_are_busy_until_the_very_end() {
    let source = r#"
        //- p/Main.java
        package p;
        import java.util.*;
        import java.util.concurrent.*;
        public class Main {
            static final CountDownLatch BUSY = new CountDownLatch(6);
            public static int work(int number, List<Integer> list) { list.add(number); return list.size(); }
            public static void last(String word) { System.out.println(word); System.out.flush(); }
            public static void main(String[] args) throws Exception {
                for (int index = 0; index < 6; index++) {
                    Thread thread = new Thread(() -> {
                        for (int number = 0; ; number++) {
                            work(number, new ArrayList<>());
                            if (number == 100) BUSY.countDown();
                        }
                    });
                    thread.setDaemon(true);
                    thread.start();
                }
                Runtime.getRuntime().addShutdownHook(new Thread(() -> last("bye")));
                BUSY.await();
                System.exit(0);
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=p.Main,sample-backoff=1,memory=8m").ok();
        assert_eq!(recorded.ran.stdout, "bye\n");
        let reader = recorded.reader();
        assert_eq!(reader.end().map(|end| end.reason), Some(EndReason::Exit));
        let (mut ended, mut open) = (0, 0);
        recorded.each(|head, method, capture, _| match (&*method.name, capture.outcome) {
            (_, Outcome::Unfinished) => open += 1,
            ("work", outcome) => {
                assert_eq!(outcome, Outcome::Returned(Some(Value::Int(1))), "{head:?}");
                ended += 1;
            }
            _ => {}
        });
        assert!(ended >= 600, "{ended} calls");
        assert!(open <= 7, "{open} calls of 6 threads and main are open");
        assert_eq!(recorded.calls_of("last"), ["Main.last(word=\"bye\")"]);
    }
}
