//! Coming to a JVM that runs, and leaving it as it was.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::support::running::Running;
use crate::support::{Recorded, agent_option};
use reenact_classfile::ClassFile;
use reenact_recording::model::EndReason;
use reenact_testkit::host::{Command, Scratch};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, Program, jdks};
use reenact_wire::AttachCode;

/// Does what it is asked. Once it was loaded into itself as a Java agent, it can look at the bytes of its classes
/// as they come out of the agents that were there before.
const DIALOGUE: &str = r#"
    //- p/Main.java
    package p;
    import java.io.*;
    import java.lang.instrument.*;
    import java.security.ProtectionDomain;
    import java.util.*;
    import java.util.concurrent.*;
    public class Main {
        static Instrumentation instrumentation;
        static volatile byte[] seen;
        public static void agentmain(String args, Instrumentation given) { instrumentation = given; }
        static int index(java.util.stream.Stream<StackWalker.StackFrame> frames) {
            return frames.findFirst().get().getByteCodeIndex();
        }
        static String bytes() throws Exception {
            if (seen == null) instrumentation.addTransformer(new ClassFileTransformer() {
                public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                    if (name.equals("p/Work")) seen = bytes;
                    return null;
                }
            }, true);
            instrumentation.retransformClasses(Work.class);
            return Base64.getEncoder().encodeToString(seen);
        }
        public static void main(String[] args) throws Exception {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            Work work = new Work();
            Thread waiting = null;
            for (String line; (line = in.readLine()) != null; ) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "bytes": System.out.println(bytes()); break;
                    case "where": System.out.println(work.where()); break;
                    case "wait":
                        CountDownLatch inside = new CountDownLatch(1);
                        waiting = new Thread(() -> work.last = "waited " + work.waits(inside));
                        waiting.start();
                        // Nobody may queue up at the latch while it is captured: that would tear the graph.
                        while (inside.getCount() > 0) Thread.onSpinWait();
                        System.out.println("inside");
                        break;
                    case "release":
                        work.released.countDown();
                        waiting.join();
                        System.out.println(work.last);
                        break;
                    default: System.out.println(work.add(Integer.parseInt(words[0])));
                }
            }
        }
    }
    //- p/Work.java
    package p;
    import java.util.concurrent.*;
    class Work {
        int sum; String last = "nothing";
        final CountDownLatch released = new CountDownLatch(1);
        public int add(int number) {
            if (number < 0) throw new IllegalArgumentException("less than nothing");
            sum += number;
            return sum;
        }
        /** HotSpot compares constants with `==`, which a NaN never is. */
        public double share(int of) { return of == 0 ? Double.NaN : sum / (double) of; }
        /** Where its call of the stack walker is in the code that runs. */
        public int where() { return StackWalker.getInstance().walk(Main::index); }
        public int waits(CountDownLatch inside) {
            inside.countDown();
            try { released.await(); } catch (InterruptedException unexpected) { throw new IllegalStateException(unexpected); }
            return sum;
        }
    }
    //- META-INF/MANIFEST.MF
    Manifest-Version: 1.0
    Agent-Class: p.Main
    Can-Retransform-Classes: true
"#;

const OPTIONS: &str = "methods=p.Work#*,sample-backoff=1";

fn launch(program: &Program, extra: &[String]) -> Vec<String> {
    [extra, &["-cp".to_owned(), program.classes().display().to_string(), "p.Main".to_owned()]].concat()
}

/// Makes the program a jar, as Java agents are.
fn jar(jdk: &Jdk, program: &Program, scratch: &Scratch) -> PathBuf {
    let jar = scratch.path().join("agent.jar");
    let made = Command::new(jdk.home.join("bin/jar"))
        .arg("--create")
        .arg("--file")
        .arg(&jar)
        .arg("--manifest")
        .arg(program.classes().join("META-INF/MANIFEST.MF"))
        .arg("-C")
        .arg(program.classes())
        .arg("p")
        .run(Duration::from_secs(300))
        .expect("jar runs");
    assert!(made.status.success(), "{}", made.stderr.text());
    jar
}

/// The recording in a directory, without its program.
fn recording(scratch: &Scratch, name: &str) -> Recorded {
    Recorded::of_directory(&scratch.path().join(name))
}

/// Checks how a recording ended, and the calls of `add` in it, from their argument on.
#[track_caller]
fn check(recorded: &Recorded, reason: EndReason, adds: &[&str]) {
    let reader = recorded.reader();
    assert!(reader.findings().is_empty(), "{:?}", reader.findings());
    assert_eq!(reader.end().map(|end| end.reason), Some(reason));
    let calls = recorded.calls_of("add");
    let told: Vec<&str> = calls.iter().filter_map(|call| call.split("number=").nth(1)).collect();
    assert_eq!(told, adds, "{calls:?}");
}

/// Between attach and detach calls are recorded, and neither before nor after; a second attach is a second
/// recording; and a request at the wrong time is refused and disturbs nothing.
#[test]
fn attached_detached_and_attached_again() {
    for jdk in jdks() {
        let program = Fixture::parse(DIALOGUE).compile_with(&jdk, &["-g"]);
        let scratch = Scratch::new("reenact-attach").expect("a temporary directory");
        let (first, second) = (scratch.path().join("first"), scratch.path().join("second"));
        let mut running = Running::start(&jdk, launch(&program, &[]));
        assert_eq!(running.ask("1"), "1");
        assert_eq!(running.detach(), AttachCode::NothingToDetach);
        assert_eq!(running.attach(&first, OPTIONS), AttachCode::Good);
        assert_eq!(running.ask("10"), "11");
        assert_eq!(running.attach(&second, OPTIONS), AttachCode::AlreadyRecording);
        assert_eq!(running.ask("100"), "111");
        assert_eq!(running.detach(), AttachCode::Good);
        // The recording is whole while the program runs on.
        let expected = ["10) -> 11; this.sum: 1 -> 11", "100) -> 111; this.sum: 11 -> 111"];
        check(&recording(&scratch, "first"), EndReason::Detached, &expected);
        assert_eq!(running.ask("1000"), "1111");
        assert_eq!(running.detach(), AttachCode::NothingToDetach);
        assert_eq!(running.attach(&first, OPTIONS), AttachCode::CannotWrite, "it holds a recording");
        assert_eq!(running.attach(&second, "inclde=p.**"), AttachCode::WrongOptions);
        assert_eq!(running.ask("2000"), "3111");
        assert_eq!(running.attach(&second, OPTIONS), AttachCode::Good);
        assert_eq!(running.ask("10000"), "13111");
        assert_eq!(running.end(), Some(0));
        check(&recording(&scratch, "first"), EndReason::Detached, &expected);
        let expected = ["10000) -> 13111; this.sum: 3111 -> 13111"];
        check(&recording(&scratch, "second"), EndReason::Exit, &expected);
    }
}

/// After detaching the bytecode is what it was, whichever way the agent came.
#[test]
fn detaching_brings_the_bytecode_back() {
    for jdk in jdks() {
        let program = Fixture::parse(DIALOGUE).compile_with(&jdk, &["-g"]);
        let original = program.class_bytes("p/Work");
        for is_late in [true, false] {
            let scratch = Scratch::new("reenact-detach").expect("a temporary directory");
            let directory = scratch.path().join("r");
            let options = if is_late { Vec::new() } else { vec![agent_option(&directory, OPTIONS)] };
            let mut running = Running::start(&jdk, launch(&program, &options));
            running.ask("1");
            let before = running.ask("where");
            if is_late {
                assert_eq!(running.attach(&directory, OPTIONS), AttachCode::Good);
                assert_ne!(running.ask("where"), before, "probes stand before what was there");
            }
            running.ask("2");
            running.load_java_agent(&jar(&jdk, &program, &scratch));
            let probed = base64(&running.ask("bytes"));
            assert!(contains(&probed, b"java/reenact/Probe"), "JDK {}, late: {is_late}", jdk.version.full);
            assert_ne!(code(&probed), code(&original));
            let probed = running.ask("where");
            assert_eq!(running.detach(), AttachCode::Good);
            // The code that runs is other code now, before its bytes are asked for.
            let restored = running.ask("where");
            assert_ne!(restored, probed);
            assert!(!is_late || restored == before, "{before} before, {restored} after");
            let restored = base64(&running.ask("bytes"));
            assert!(!contains(&restored, b"java/reenact/Probe"));
            assert_eq!(code(&restored), code(&original));
            assert_eq!(running.ask("4"), "7");
            assert_eq!(running.end(), Some(0));
            assert_eq!(recording(&scratch, "r").calls_of("add").len(), if is_late { 1 } else { 2 });
        }
    }
}

/// However often probes come and go, the constant pool does not multiply.
#[test]
fn constant_pools_stay_small() {
    const CYCLES: u16 = 12;
    for jdk in jdks() {
        let program = Fixture::parse(DIALOGUE).compile_with(&jdk, &["-g"]);
        let scratch = Scratch::new("reenact-attach").expect("a temporary directory");
        let mut running = Running::start(&jdk, launch(&program, &[]));
        running.ask("1");
        for cycle in 0..CYCLES {
            let directory = scratch.path().join(cycle.to_string());
            assert_eq!(running.attach(&directory, OPTIONS), AttachCode::Good);
            running.ask("2");
            assert_eq!(running.detach(), AttachCode::Good);
        }
        running.load_java_agent(&jar(&jdk, &program, &scratch));
        let restored = base64(&running.ask("bytes"));
        let count = |bytes: &[u8]| ClassFile::parse(bytes).expect("a class file").pool().count();
        let (before, after) = (count(&program.class_bytes("p/Work")), count(&restored));
        // The constants of the probes, once, and for every redefinition a NaN of two places.
        assert!(after < before + 60 + 4 * CYCLES, "{before} constants became {after}");
        assert_eq!(running.end(), Some(0));
    }
}

/// A call that is going on when the agent is detached is told as unfinished, and ends as it would.
#[test]
fn detaching_while_a_call_goes_on() {
    for jdk in jdks() {
        let program = Fixture::parse(DIALOGUE).compile_with(&jdk, &["-g"]);
        let scratch = Scratch::new("reenact-detach").expect("a temporary directory");
        let (first, second) = (scratch.path().join("first"), scratch.path().join("second"));
        let mut running = Running::start(&jdk, launch(&program, &[]));
        running.ask("2");
        assert_eq!(running.attach(&first, OPTIONS), AttachCode::Good);
        running.ask("3");
        running.ask("wait");
        assert_eq!(running.detach(), AttachCode::Good);
        // Its old frame comes back while another recording goes on, and is no part of it.
        assert_eq!(running.attach(&second, OPTIONS), AttachCode::Good);
        assert_eq!(running.ask("release"), "waited 5");
        assert_eq!(running.end(), Some(0));
        let waits = recording(&scratch, "first").calls_of("waits");
        assert!(matches!(&waits[..], [call] if call.ends_with(" …")), "{waits:?}");
        let second = recording(&scratch, "second");
        assert_eq!(second.calls(), Vec::<String>::new());
        assert_eq!(second.reader().end().map(|end| end.reason), Some(EndReason::Exit));
    }
}

/// A program in a named module that exports nothing, joined late.
#[test]
fn a_named_module_is_recorded_when_attached_to() {
    let source = r#"
        //- module-info.java
        module m { }
        //- p/Main.java
        package p;
        import java.io.*;
        public class Main {
            public static void main(String[] args) throws Exception {
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                for (String line; (line = in.readLine()) != null; ) System.out.println(new Hidden().twice(line));
            }
        }
        class Hidden {
            String last = "none";
            String twice(String text) { last = text; return text + text; }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let scratch = Scratch::new("reenact-attach").expect("a temporary directory");
        let classes = program.classes().display().to_string();
        let mut running = Running::start(&jdk, ["-p", &classes, "-m", "m/p.Main"]);
        assert_eq!(running.ask("a"), "aa");
        let options = "include=p.Hidden,all,sample-backoff=1";
        assert_eq!(running.attach(&scratch.path().join("r"), options), AttachCode::Good);
        assert_eq!(running.ask("b"), "bb");
        assert_eq!(running.end(), Some(0));
        let expected = [
            "Hidden.<init>() -> Hidden{last=\"none\"}",
            "Hidden.twice(this=Hidden{last=\"none\"}, text=\"b\") -> \"bb\"; this.last: \"none\" -> \"b\"",
        ];
        assert_eq!(recording(&scratch, "r").calls(), expected);
    }
}

/// The code of the methods, by name and descriptor. A JVM that has not kept a class file makes it anew, with
/// the same constants in the same places, but with methods and attributes in another order.
fn code(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let class = ClassFile::parse(bytes).expect("a class file");
    let methods = class.methods().iter().map(|method| {
        let name = method.name(class.pool()).expect("a name");
        let descriptor = method.descriptor(class.pool()).expect("a descriptor");
        let code = method.code(class.pool()).expect("readable code").expect("code");
        (format!("{name}{descriptor}"), code.bytecode.to_vec())
    });
    methods.collect()
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

/// RFC 4648, of what Java has written.
fn base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for group in text.chunks(4) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 6 | u32::from(value(byte)));
        let bits = bits << (6 * (4 - group.len()) + 8);
        bytes.extend(&bits.to_be_bytes()[..group.len() - 1]);
    }
    bytes
}
