//! Large inputs: random graphs of many objects, and plans of many classes.

use crate::support::*;
use reenact_base::Id;
use reenact_heap::{NodeId, Value};
use reenact_recording::graph::{After, ClassNumber, GraphEncoder, Outcome};
use reenact_recording::redact::{Redactor, Secrecy};
use reenact_recording::{SegmentWriter, WriterSettings};
use reenact_wire::plan::{ClassProbes, MethodPlan, Plan, ProbePlan};

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

fn entity_writer() -> SegmentWriter<Memory> {
    let mut writer = writer(WriterSettings::default());
    let fields = [("n", "I"), ("at", "J"), ("on", "Z"), ("a", "La;"), ("b", "Lb;"), ("c", "Lc;")];
    (3..43).for_each(|number| writer.define_class(class(number, "com/acme/Entity", Some(0), &fields)));
    writer
}

/// Every graph is read with all its objects.
#[test]
fn random_graphs_are_read_as_they_were_written() {
    let mut encoder = GraphEncoder::new();
    let mut writer = entity_writer();
    let rounds = 50;
    for id in 0..rounds {
        entities(&mut encoder, id);
        assert!(writer.invocation(&head(id), encoder.bytes(), encoder.classes()).unwrap());
    }
    writer.flush().unwrap();
    let segments = writer.finish(end()).unwrap().segments;
    let reader = open(&segments).unwrap();
    assert_eq!(reader.findings(), []);
    for id in 0..rounds as usize {
        let capture = reader.capture(id).unwrap();
        assert_eq!(capture.before.len(), OBJECTS as usize);
        // The same seed gives the same bytes, so that a failure can be repeated.
        let mut again = GraphEncoder::new();
        entities(&mut again, id as u64);
        entities(&mut encoder, id as u64);
        assert_eq!(again.bytes(), encoder.bytes());
    }
}

/// Listed classes are found among ten thousand, and no others.
#[test]
fn a_plan_of_many_classes_finds_its_own() {
    let mut plan = ProbePlan::from_options(&"include=com.acme.**:org.acme.**".parse().unwrap());
    let listed = |number: usize| format!("com/acme/p{}/Class{number}", number % 50);
    for number in 0..10_000 {
        let class = plan.classes.entry(listed(number)).or_default();
        class.methods.insert(("run".to_owned(), "()V".to_owned()), MethodPlan::default());
    }
    let plan = Plan::read(plan.encode()).unwrap();
    let is_listed = |name: &str| matches!(plan.class(name.as_bytes()), ClassProbes::Listed(_));
    for number in 0..10_000 {
        assert!(is_listed(&listed(number)));
        assert!(!is_listed(&format!("java/util/concurrent/Some{number}")));
        assert!(!is_listed(&format!("com/acme/p{}/Class{number}", (number + 1) % 50)));
    }
}

/// Ordinary texts and names of a large program are not masked, however long.
#[test]
fn long_ordinary_texts_are_not_masked() {
    let redactor = Redactor::default();
    let text = b"Order 4711 of customer Jane Doe, Main Street 5, shipped 2026-11-15. ".repeat(100);
    assert!(!redactor.masks_latin1(&text));
    assert!(redactor.masks_latin1(&[&*text, b" Bearer abcdefghijklmnopqrstuvwxyz0123456789"].concat()));
    assert_eq!(redactor.secrecy("com/acme/Order", "shippingAddressLine"), Secrecy::None);
    assert_eq!(redactor.secrecy("com/acme/Order", "customerPassword"), Secrecy::Texts);
}
