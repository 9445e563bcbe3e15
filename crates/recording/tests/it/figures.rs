//! Figures, printed and not judged: `cargo test --release --test it figures:: -- --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use crate::support::*;
use reenact_base::Id;
use reenact_heap::{NodeId, Value};
use reenact_recording::graph::{After, ClassNumber, GraphEncoder, Kind, Outcome};
use reenact_recording::redact::Redactor;
use reenact_recording::{SegmentWriter, WriterSettings};
use reenact_wire::plan::{MethodPlan, Plan, ProbePlan};

const OBJECTS: u32 = 1000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)) % limit
    }
}

/// A graph such as an order system has: entities of six fields, strings, lists; each capture another one.
fn entities(encoder: &mut GraphEncoder, seed: u64) {
    let mut random = Random(seed);
    encoder.begin(1);
    encoder.root(Value::Reference(NodeId::from_index(0)));
    let mut next = 1;
    for number in 0..OBJECTS {
        match random.below(10) {
            0..6 => {
                encoder.object(ClassNumber::from_index(3 + random.below(40) as usize));
                encoder.int(random.below(1000) as i32);
                encoder.long(1_700_000_000_000 + random.below(1 << 30) as i64);
                encoder.boolean(random.below(2) == 1);
                for _ in 0..3 {
                    if random.below(3) == 0 {
                        encoder.null();
                    } else if next < OBJECTS && random.below(2) == 0 {
                        encoder.reference(next);
                        next += 1;
                    } else {
                        encoder.reference(random.below(u64::from(number) + 1) as u32);
                    }
                }
            }
            6..9 => {
                const WORDS: [&[u8]; 6] =
                    [b"order", b"customer ", b"2026-11-", b"street", b"Munich", b"item "];
                let mut text = [0u8; 24];
                let length = 6 + random.below(18) as usize;
                let word = WORDS[random.below(6) as usize];
                text[..word.len()].copy_from_slice(word);
                text[word.len()..].fill_with(|| b'a' + random.below(26) as u8);
                encoder.string_latin1(&text[..length]);
            }
            _ => {
                encoder.array(ClassNumber::from_index(2), 8);
                (0..8).for_each(|_| encoder.reference(random.below(u64::from(number) + 1) as u32));
            }
        }
    }
    encoder.end();
    encoder.after(After::Difference, Outcome::Returned(None), 0);
    encoder.end();
    encoder.finish();
}

/// Nanoseconds of one of so many things, the best of some rounds.
fn nanos(things: u64, mut run: impl FnMut()) -> f64 {
    let round = |run: &mut dyn FnMut()| {
        let started = Instant::now();
        run();
        started.elapsed().as_nanos() as f64 / things as f64
    };
    (0..5).map(|_| round(&mut run)).fold(f64::MAX, f64::min)
}

fn entity_writer() -> SegmentWriter<Memory> {
    let mut writer = writer(WriterSettings::default());
    let fields = [("n", "I"), ("at", "J"), ("on", "Z"), ("a", "La;"), ("b", "Lb;"), ("c", "Lc;")];
    (3..43).for_each(|number| writer.define_class(class(number, "com/acme/Entity", Some(0), &fields)));
    writer
}

#[test]
fn encoding_and_decoding_are_measured() {
    let mut encoder = GraphEncoder::new();
    let rounds = 200;
    let objects = rounds * u64::from(OBJECTS);
    let list = nanos(objects, || {
        for id in 0..rounds {
            capture(&mut encoder, id, OBJECTS);
            black_box(encoder.bytes());
        }
    });
    let entity = nanos(objects, || {
        for id in 0..rounds {
            entities(&mut encoder, id);
            black_box(encoder.bytes());
        }
    });
    println!("encode: linked list {list:.1} ns/object, entities (and inventing them) {entity:.1}");

    let mut raw = 0;
    let captures: Vec<_> = (0..rounds)
        .map(|id| {
            entities(&mut encoder, id);
            raw += encoder.bytes().len();
            (encoder.bytes().to_vec(), encoder.classes().to_vec())
        })
        .collect();
    let write = |writer: &mut SegmentWriter<Memory>| {
        for (id, (capture, classes)) in captures.iter().enumerate() {
            assert!(writer.invocation(&head(id as u64), capture, classes).unwrap());
        }
        writer.flush().unwrap();
    };
    let writing = nanos(objects, || write(&mut entity_writer()));
    let mut writer = entity_writer();
    write(&mut writer);
    let (raw, stored) = (raw as f64 / objects as f64, writer.bytes() as f64 / objects as f64);
    println!("bytes/object: {raw:.1} encoded, {stored:.1} on disk; pack and checksum {writing:.1} ns/object");

    let segments = writer.finish(end()).unwrap().segments;
    let reading = nanos(objects, || {
        let mut reader = open(&segments).unwrap();
        assert_eq!(read_all(&mut reader) as u64, rounds);
    });
    println!("decode into heap graphs {reading:.1} ns/object");
}

#[test]
fn asking_is_measured() {
    let mut plan = ProbePlan::from_options(&"include=com.acme.**:org.acme.**".parse().unwrap());
    for number in 0..10_000 {
        let class = plan.classes.entry(format!("com/acme/p{}/Class{number}", number % 50)).or_default();
        class.methods.insert(("run".to_owned(), "()V".to_owned()), MethodPlan::default());
    }
    let plan = Plan::read(plan.encode()).unwrap();
    let names: Vec<String> = (0..10_000).map(|n| format!("java/util/concurrent/Some{n}")).collect();
    let lookup = nanos(10_000, || {
        for name in &names {
            black_box(plan.class(name.as_bytes()));
        }
    });
    println!("plan of 10,000 classes: {lookup:.0} ns a class that is not in it");

    let redactor = Redactor::default();
    let text = b"Order 4711 of customer Jane Doe, Main Street 5, shipped 2026-11-15".repeat(100);
    let value = nanos(text.len() as u64, || {
        black_box(redactor.masks_latin1(&text));
    });
    let name = nanos(1000, || {
        for _ in 0..1000 {
            black_box(redactor.masks_name(
                "com/acme/Order",
                black_box("shippingAddressLine"),
                Kind::Reference,
            ));
        }
    });
    println!("redaction: {value:.2} ns a character of a string, {name:.0} ns a name");
}
