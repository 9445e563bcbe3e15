//! The Java of forms against the JVM: values of every supported class are captured, made again by the code that
//! `forms` gives, captured again, and compared. At Java level 8 and at the newest one, all at once and step by step,
//! on every JDK here.

pub mod java_code;
mod rebuilding;
mod small_planner;

use std::collections::BTreeSet;

use rebuilding::{Recorded, rebuild};
use reenact_base::Id;
use reenact_heap::logical::supported_classes;
use reenact_heap::{Forms, HeapGraph, Node, NodeId, Value};
use reenact_rebuild::logical::{Style, fillings_for_subclass, shape};
use reenact_testkit::{Fixture, jdk, jdks};

/// Classes with a form that no Java leads to, and why.
const WITHOUT_JAVA: &[(&str, &str)] = &[
    ("java/util/HashMap$TreeNode", "takes many keys that collide"),
    ("java/lang/Thread", "outside the heap"),
    ("java/lang/ThreadGroup", "outside the heap"),
    ("java/lang/ClassLoader", "outside the heap"),
    ("java/lang/Module", "outside the heap"),
    ("java/lang/ThreadLocal", "outside the heap: what it holds is with the threads"),
    ("java/security/SecureRandom", "outside the heap: its state is not captured"),
    ("java/util/concurrent/ThreadLocalRandom", "outside the heap: its state is with the threads"),
];

/// Classes that no Java leads to below a Java level.
const LATER: &[(&str, u8)] = &[
    ("java/util/ImmutableCollections$List12", 9),
    ("java/util/ImmutableCollections$ListN", 9),
    ("java/util/ImmutableCollections$SubList", 9),
    ("java/util/ImmutableCollections$Map1", 9),
    ("java/util/ImmutableCollections$MapN", 9),
    ("java/util/ImmutableCollections$Set12", 9),
    ("java/util/ImmutableCollections$SetN", 9),
    ("java/util/KeyValueHolder", 9),
    ("java/util/Collections$UnmodifiableSequencedCollection", 21),
    ("java/util/Collections$UnmodifiableSequencedSet", 21),
    ("java/util/Collections$UnmodifiableSequencedMap", 21),
    ("java/util/ReverseOrderListView$Rand", 21),
    ("java/util/ReverseOrderListView", 21),
];

/// Other objects among the values that there is no Java for: their classes, and what is said about them.
const UNBUILT: &[(&str, &str)] = &[
    // Too many bytes to be readable in any form.
    ("java/io/ByteArrayOutputStream", "TooBig"),
    // Two keys that differ by identity alone.
    ("java/util/IdentityHashMap", "no way"),
    // Numbers were drawn since the first of a pair of Gaussian ones, more than are looked back for.
    ("java/util/Random", "java/util/Random.nextNextGaussian"),
    // Objects without a form that can be read.
    ("java/util/Date", "no way"),
    ("java/util/GregorianCalendar", "no way"),
    ("java/util/IntSummaryStatistics", "no way"),
    ("java/util/SimpleTimeZone", "no way"),
    ("java/util/concurrent/ConcurrentHashMap$KeySetView", "no way"),
    ("sun/util/calendar/ZoneInfo", "no way"),
];

fn since(class: &str) -> u8 {
    LATER.iter().find(|(later, _)| *later == class).map_or(8, |(_, level)| *level)
}

#[test]
fn compact_code_of_the_newest_level_makes_the_recorded_values() {
    check_all(Style::Compact, u8::MAX);
}

#[test]
fn stepwise_code_of_level_8_makes_the_recorded_values() {
    check_all(Style::Stepwise, 8);
}

/// Makes all values again on each JDK, by code of its own level or an older one.
#[track_caller]
fn check_all(style: Style, newest: u8) {
    for jdk in jdks() {
        let feature = u8::try_from(jdk.version.feature).unwrap();
        let release = feature.min(newest);
        let recorded = Recorded::on(&jdk);
        let outcome = rebuild(&recorded, style, release);
        let wrong = &outcome.wrong;
        println!(
            "JDK {feature}, {style:?}, Java {release}: {} of {} values, objects of {} of {} classes",
            outcome.values - wrong.len(),
            recorded.len(),
            outcome.made.len(),
            supported_classes().count()
        );
        assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));

        let expected: BTreeSet<&str> = WITHOUT_JAVA.iter().map(|(class, _)| *class).collect();
        let is_later = |class: &str| since(class) > release;
        let missing: BTreeSet<&str> =
            supported_classes().filter(|class| !outcome.made.contains(*class) && !is_later(class)).collect();
        assert_eq!(missing, expected, "classes without Java at level {release}");

        let is_known = |(class, why): &(String, String)| {
            let outside = why == "OutsideTheHeap";
            let is_form = WITHOUT_JAVA.iter().any(|(known, _)| known == class);
            outside || is_form || is_later(class) || UNBUILT.contains(&(&**class, &**why))
        };
        let unknown: Vec<_> = outcome.unbuilt.iter().filter(|unbuilt| !is_known(unbuilt)).collect();
        assert!(unknown.is_empty(), "no Java at level {release} for {unknown:#?}");
        let found = |row: &(&str, &str)| outcome.unbuilt.contains(&(row.0.to_owned(), row.1.to_owned()));
        let gone: Vec<_> = UNBUILT.iter().filter(|row| !found(row)).collect();
        assert!(gone.is_empty(), "there is Java now for {gone:#?}");
    }
}

/// `ZonedDateTime.of` takes the first of two hours. It is only used where there are no two.
#[test]
fn no_zone_repeats_an_hour_of_the_day() {
    let program = r#"
        import java.time.*;
        import java.time.zone.*;
        import java.util.TreeSet;

        class Repeated {
            public static void main(String[] args) {
                TreeSet<Integer> hours = new TreeSet<>();
                Instant end = Instant.parse("2100-01-01T00:00:00Z");
                for (String id : ZoneId.getAvailableZoneIds()) {
                    ZoneRules rules = ZoneId.of(id).getRules();
                    ZoneOffsetTransition change = rules.nextTransition(Instant.parse("1999-12-30T00:00:00Z"));
                    for (; change != null && change.getInstant().isBefore(end); change = rules.nextTransition(change.getInstant())) {
                        LocalDateTime time = change.getDateTimeAfter();
                        for (; change.isOverlap() && time.isBefore(change.getDateTimeBefore()); time = time.plusMinutes(1)) {
                            hours.add(time.getHour());
                        }
                    }
                }
                hours.forEach(System.out::println);
            }
        }
    "#;
    for jdk in jdks() {
        let hours = Fixture::parse(program).compile(&jdk).run("Repeated", &[]).ok();
        let hours: Vec<u8> = hours.lines().map(|hour| hour.parse().unwrap()).collect();
        assert!(hours.contains(&2), "{hours:?}");
        assert!(hours.iter().all(|hour| !(5..=20).contains(hour)), "{hours:?}");
    }
}

/// A generator of numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The graph with one value in `rarity` replaced by another.
fn damaged(graph: &HeapGraph, numbers: &mut Numbers, rarity: usize) -> HeapGraph {
    let mut copy = HeapGraph::new();
    for (_, node) in graph.iter() {
        let mut node = node.clone();
        if let Node::Object { fields: values, .. } | Node::Array { elements: values, .. } = &mut node {
            for value in values {
                if numbers.below(rarity) != 0 {
                    continue;
                }
                *value = match numbers.below(7) {
                    0 => Value::Null,
                    1 => Value::Int(numbers.below(1 << 31) as i32),
                    2 => Value::Int(-1),
                    3 => Value::Long(numbers.below(1 << 31) as i64 - (1 << 30)),
                    4 => Value::Boolean(true),
                    5 => Value::Reference(NodeId::from_index(graph.len() + numbers.below(9))),
                    _ => Value::Reference(NodeId::from_index(numbers.below(graph.len()))),
                };
            }
        }
        copy.add(node);
    }
    copy
}

/// Recordings may be damaged: whatever a graph holds, there is a shape or a reason.
#[test]
fn damaged_graphs_do_no_harm() {
    let recorded = Recorded::on(&jdk());
    let mut numbers = Numbers(7);
    for dump in recorded.dumps() {
        for rarity in [200, 20, 4] {
            let graph = damaged(&dump.graph, &mut numbers, rarity);
            let forms = Forms::new(&dump.classes, &graph);
            let mut made = 0;
            for (node, _) in graph.iter() {
                for (style, release) in [(Style::Compact, 25), (Style::Stepwise, 8)] {
                    made += usize::from(shape(&forms, node, style, release).is_ok());
                }
                let _ = fillings_for_subclass(&forms, node);
            }
            assert!(made > 0);
        }
    }
}
