//! Objects of a JVM become data, and the data becomes the same objects again: extracted without running the program, written in
//! all encodings, read back, compiled as Java and compared by the program's own `toString`. The JDK's XML parser reads the XML.

use std::fmt::Write;
use std::sync::Arc;

use reenact_flow::exec::Code;
use reenact_flow::paths::{Limits as PathLimits, PathCache};
use reenact_heap::Value as Recorded;
use reenact_serial::document::Shapes;
use reenact_serial::encoding::Encoding;
use reenact_serial::extract::Extractor;
use reenact_serial::form::{Caller, FormReader, Modules};
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::shapes::ProgramShapes;
use reenact_testkit::{DUMP_JAVA, Dump, Fixture, jdk, run};
use rustc_hash::FxHashSet;

use crate::support::{annotations, world};

const PROGRAM: &str = r#"
//- shop/Point.java
package shop;
import io.reenact.serial.*;
@Serializer
public class Point {
    private final int x;
    private final int y;
    @Deserializer
    public Point(int x, int y) { this.x = x; this.y = y; }
    public int x() { return x; }
    public int getY() { return y; }
    public String toString() { return x + "/" + y; }
}
//- shop/Range.java
package shop;
import io.reenact.serial.*;
public class Range {
    private final int lo;
    private final int hi;
    private Range(int lo, int hi) { if (lo > hi) throw new IllegalArgumentException("(" + lo + "," + hi + ")"); this.lo = lo; this.hi = hi; }
    public record Form(int lo, int hi) {}
    @Serializer(version = 2)
    public Form form() { return new Form(lo, hi); }
    @Deserializer(version = 2)
    public static Range make(int lo, int hi) { return new Range(lo, hi); }
    @Deserializer(version = 1)
    public static Range upTo(int hi) { return new Range(0, hi); }
    public String toString() { return "[" + lo + "," + hi + "]"; }
}
//- shop/Chain.java
package shop;
import io.reenact.serial.*;
public class Chain {
    private static class Node { Object item; Node next; Node(Object item) { this.item = item; } }
    private Node head;
    private Node tail;
    private int size;
    public Chain add(Object item) { Node node = new Node(item); if (tail == null) head = node; else tail.next = node; tail = node; size++; return this; }
    @Serializer
    public Object[] toArray() {
        Object[] elements = new Object[size];
        int at = 0;
        for (Node node = head; node != null; node = node.next) elements[at++] = node.item;
        return elements;
    }
    @Deserializer
    public static Chain deserialize(Object[] elements) { Chain chain = new Chain(); for (Object one : elements) chain.add(one); return chain; }
    public String toString() { return java.util.Arrays.deepToString(toArray()); }
}
//- shop/ServerMonitor.java
package shop;
import io.reenact.serial.*;
public class ServerMonitor {
    static class Connection { final String name; final Thread thread = null; Connection(String name) { this.name = name; } String getName() { return name; } }
    private final Connection connection;
    @Deserializer
    public ServerMonitor(String serverName) { connection = new Connection(serverName); }
    @Serializer
    public String serializeMe() { return connection.getName(); }
    public String toString() { return "monitor of " + connection.getName(); }
}
//- shop/Versions.java
package shop;
import io.reenact.serial.*;
public class Versions {
    int a, b;
    long c;
    public record Form(int a, int b, long c) {}
    @Deserializer(version = 3)
    public Versions(int a, int b, long c) { this.a = a; this.b = b; this.c = c; }
    @Deserializer(version = 2)
    public Versions(int a, int b) { this(a, b, 0); }
    @Deserializer(version = 1)
    public static Versions old(int a) { throw new UnsupportedOperationException("version 1"); }
    @Serializer(version = 3)
    public static Form form(Versions it) { return new Form(it.a, it.b, it.c < 0 ? 0 : it.c); }
    public String toString() { return a + " " + b + " " + c; }
}
//- shop/Order.java
package shop;
import io.reenact.serial.*;
import java.math.BigDecimal;
import java.time.*;
import java.util.*;
@Serializer(version = 4)
public class Order {
    public enum State { NEW, PAID { public String toString() { return "paid"; } } }
    private final UUID id;
    private final List<Range> ranges;
    private final Map<String, Long> counts;
    private final BigDecimal total;
    private final LocalDate day;
    private final State state;
    private final double rate;
    private final byte[] key;
    private final String note;
    private transient int hash;
    @Deserializer(version = 4)
    public Order(UUID id, List<Range> ranges, Map<String, Long> counts, BigDecimal total, LocalDate day, State state, double rate, byte[] key, String note) {
        this.id = id; this.ranges = new ArrayList<>(ranges); this.counts = counts; this.total = total; this.day = day;
        this.state = state; this.rate = rate; this.key = key.clone(); this.note = note;
    }
    public UUID id() { return id; }
    public List<Range> ranges() { return Collections.unmodifiableList(ranges); }
    public Map<String, Long> counts() { return counts; }
    public BigDecimal total() { return total; }
    public LocalDate day() { return day; }
    public State state() { return state; }
    public double rate() { return rate; }
    public byte[] key() { return key.clone(); }
    public String note() { return note; }
    public String toString() { return id + " " + ranges + " " + counts + " " + total + " " + day + " " + state.name() + " " + rate + " " + Arrays.toString(key) + " " + note.length() + " " + note.hashCode(); }
}
//- shop/Plain.java
package shop;
public class Plain {
    private final String name;
    private final Instant2 at;
    public Plain(Instant2 at, String name) { this.name = name; this.at = at; }
    public record Instant2(java.time.Instant instant, Duration2 duration) {}
    public record Duration2(java.time.Duration value, java.time.ZonedDateTime zoned) {}
    public String toString() { return name + at; }
}
//- shop/Ring.java
package shop;
import io.reenact.serial.*;
@Serializer
public class Ring {
    private Ring next;
    @Deserializer
    public Ring(Ring next) { this.next = next; }
    public Ring next() { return next; }
    public static Ring closed() { Ring a = new Ring(null); a.next = new Ring(a); return a; }
}
//- shop/Sub.java
package shop;
public class Sub extends Point {
    private final String secret = "s";
    public Sub() { super(1, 2); }
}
//- shop/Objects.java
package shop;
import java.math.*;
import java.time.*;
import java.util.*;
public class Objects {
    public static Object[] all() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("a", 1L);
        counts.put("b", Long.MIN_VALUE);
        Range shared = Range.make(1, 5);
        Order order = new Order(new UUID(1, -1), List.of(shared, Range.make(0, 0), shared), counts, new BigDecimal("12.50"), LocalDate.of(2024, 2, 29), Order.State.PAID, -0.0, new byte[] {1, -1}, "\ud800 <&> \u0000");
        Map<Object, Object> map = new TreeMap<>();
        map.put("k", new ArrayList<>(Arrays.asList(1, 2L, 'c', 1.5f, Double.NaN, null, true, (byte) 3)));
        return new Object[] {
            new Point(-1, 7), Range.make(1, 5), new Chain().add("a").add(1).add(Range.make(2, 3)).add(null), new ServerMonitor("db"),
            new Versions(1, 2, -3), order, new Plain(new Plain.Instant2(Instant.ofEpochSecond(-1, 5), new Plain.Duration2(Duration.ofMillis(-1500), ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, ZoneId.of("Europe/Berlin")))), "p"),
            new Chain().add(map).add(new BigDecimal("1E+3")).add(new BigInteger("-123456789012345678901234567890")).add(Optional.of(1)).add(List.of()).add(Set.of("x")).add(new int[][] {{1}, {}}),
        };
    }
    public static Object[] refused() { return new Object[] {Ring.closed(), new Chain().add(new StringTokenizer("a"))}; }
}
"#;

const MAIN: &str = r#"
//- Says.java
/** The part of a class of this name that Dump needs: text that a line can hold. */
final class Says {
    static String hex(String text) {
        StringBuilder hex = new StringBuilder("x");
        for (int i = 0; i < text.length(); i++) hex.append(String.format("%04x", (int) text.charAt(i)));
        return hex.toString();
    }
}
//- Main.java
public class Main {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        Dump dump = new Dump(out);
        StringBuilder says = new StringBuilder();
        for (Object[] list : new Object[][] {shop.Objects.all(), shop.Objects.refused(), {new shop.Sub()}})
            for (Object one : list) says.append("says ").append(dump.value(one)).append(' ').append(list.length == 8 ? one.toString().replace('\n', ' ') : "-").append('\n');
        byte[] bytes = (out.append(says)).toString().getBytes("UTF-8");
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }
}
"#;

#[test]
fn objects_become_data_and_the_same_objects_again() {
    let jdk = jdk();
    let sources = format!("{}{PROGRAM}{MAIN}//- Dump.java\n{DUMP_JAVA}\n", annotations());
    let fixture = Fixture::parse(&sources);
    let program = fixture.compile_with(&jdk, &["-g", "-parameters", "-Xlint:none"]);
    let java = program.java("Main").vm_option("--add-opens=java.base/java.lang=ALL-UNNAMED");
    let dump = Dump::parse(&run(java).ok());
    let world = world(&fixture, &jdk);
    let (reader, modules) = (FormReader::new(&world), Modules::of(&world));
    let code = Arc::new(Code::new(&world));
    let paths = PathCache::with_code(code.clone(), PathLimits::default());
    let limits = Limits::default();
    let caller = Caller::Elsewhere;
    let shapes =
        ProgramShapes { reader: &reader, paths: &paths, modules: &modules, caller: &caller, allowed: None };
    let mut extractor = Extractor::new(&reader, &paths, &code, (&dump.classes, &dump.graph), &limits);
    let mut replay = String::from("public class Replay {\n");
    let mut documents = String::new();
    for (at, (node, _)) in dump.roots.iter().enumerate().take(8) {
        let (value, notes) = extractor.extract(Recorded::Reference(*node)).unwrap();
        let is_inferred = at == 6;
        assert_eq!(
            notes.inferred.keys().collect::<Vec<_>>(),
            if is_inferred { vec!["shop.Plain"] } else { vec![] }
        );
        assert_eq!(notes.shared, usize::from(at == 5), "object {at}");
        for encoding in Encoding::ALL {
            let bytes = encoding.encode(&value, Layout::Indented, &limits).unwrap();
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            let read = encoding.decode(&bytes, &shapes, &limits);
            assert_eq!(read.as_ref(), Ok(&value), "{encoding}: {shown}");
            match encoding {
                Encoding::Java => {
                    let _ = writeln!(replay, "    static Object make{at}() {{\n{shown}    }}");
                }
                Encoding::Xml => {
                    let _ = writeln!(documents, "        parse({:?});", shown);
                }
                _ => {}
            }
        }
    }
    let json = |at: usize, extractor: &mut Extractor<'_, '_>| {
        let (value, _) = extractor.extract(Recorded::Reference(dump.roots[at].0)).unwrap();
        String::from_utf8(Encoding::Json.encode(&value, Layout::Compact, &limits).unwrap()).unwrap()
    };
    assert_eq!(json(1, &mut extractor), r#"{"$class":"shop.Range","$version":2,"lo":1,"hi":5}"#);
    assert_eq!(
        json(2, &mut extractor),
        r#"{"$class":"shop.Chain","$version":1,"elements":["a",1,{"$class":"shop.Range","$version":2,"lo":2,"hi":3},null]}"#
    );
    assert_eq!(json(3, &mut extractor), r#"{"$class":"shop.ServerMonitor","$version":1,"serverName":"db"}"#);
    // The serializer branches on the recorded value.
    assert_eq!(json(4, &mut extractor), r#"{"$class":"shop.Versions","$version":3,"a":1,"b":2,"c":0}"#);

    let mut refusals =
        (8..10).map(|at| extractor.extract(Recorded::Reference(dump.roots[at].0)).unwrap_err());
    let cycle = refusals.next().unwrap();
    assert_eq!(cycle.path, "$.next.next");
    assert!(cycle.reason.starts_with("the object refers back to $: data has no cycles"), "{cycle}");
    assert_eq!(
        refusals.next().unwrap().to_string(),
        "$.elements[0]: the JDK type java.util.StringTokenizer has no serial form"
    );
    // A subclass is not cut down to its superclass: its own state is there, and it is marked.
    let (_, notes) = extractor.extract(Recorded::Reference(dump.roots[10].0)).unwrap();
    assert!(notes.inferred["shop.Sub"].contains("forms are not inherited"));

    // Versions and access decide what is read.
    for (class, version, is_read) in [
        ("shop.Range", 1, true),
        ("shop.Versions", 1, false),
        ("shop.Versions", 9, false),
        ("shop.Sub", 1, false),
    ] {
        assert_eq!(shapes.shape(class, version).is_ok(), is_read, "{class} {version}");
    }
    let only: FxHashSet<String> = std::iter::once("shop.Point".to_owned()).collect();
    let strict = ProgramShapes { allowed: Some(&only), ..shapes };
    let range = br#"{"$class":"shop.Range","$version":2,"lo":1,"hi":5}"#;
    let error = Encoding::Json.decode(range, &strict, &limits).unwrap_err();
    assert_eq!(error.to_string(), "$: the class \"shop.Range\" is not allowed in this document");

    // The Java is compiled and run; the XML is read by the JDK.
    replay += "    static int elements;\n    static void parse(String xml) throws Exception {\n        var factory = javax.xml.parsers.DocumentBuilderFactory.newInstance();\n        var document = factory.newDocumentBuilder().parse(new java.io.ByteArrayInputStream(xml.getBytes(\"UTF-8\")));\n        elements += document.getElementsByTagName(\"*\").getLength();\n    }\n";
    let _ = writeln!(
        replay,
        "    public static void main(String[] args) throws Exception {{\n{documents}        Object[] before = shop.Objects.all();"
    );
    for at in 0..8 {
        // The serializer of Versions does not write negative numbers.
        let expected = if at == 4 { "\"1 2 0\"".to_owned() } else { format!("before[{at}].toString()") };
        let _ = writeln!(
            replay,
            "        if (!make{at}().toString().equals({expected})) throw new AssertionError({at} + \": \" + make{at}());"
        );
    }
    replay += "        System.out.print(elements > 50 ? \"same\" : \"few elements\");\n    }\n}\n";
    let fixture = Fixture::parse(&format!("{sources}//- Replay.java\n{replay}"));
    let program = fixture.compile_with(&jdk, &["-parameters", "-Xlint:none"]);
    assert_eq!(program.run("Replay", &[]).ok(), "same");
}

/// An invalid range is data like any other, and its own factory refuses it: validation is the author's.
#[test]
fn an_invalid_object_is_refused_by_its_own_factory() {
    let jdk = jdk();
    let text = r#"
//- Bad.java
public class Bad {
    public static void main(String[] args) {
        try {
            shop.Range.make(5, 1);
            System.out.print("made");
        } catch (IllegalArgumentException refused) {
            System.out.print(refused.getMessage());
        }
    }
}
"#;
    let fixture = Fixture::parse(&format!("{}{PROGRAM}{text}", annotations()));
    let program = fixture.compile_with(&jdk, &["-parameters", "-Xlint:none"]);
    assert_eq!(program.run("Bad", &[]).ok(), "(5,1)");
}
