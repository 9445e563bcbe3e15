//! Real recordings that were damaged afterwards: what is read of them is true, and what is not read is said.

use std::collections::BTreeSet;

use crate::support::numbered::{EVERY_CALL, NUMBERED, Random, number};
use crate::support::record_java;
use reenact_recording::{Limits, RecordingReader, SegmentBytes};
use reenact_testkit::{Fixture, jdk};

/// A recording of so many calls, in one segment.
fn segment(calls: i32) -> Vec<u8> {
    let program = Fixture::parse(NUMBERED).compile_with(&jdk(), &["-g"]);
    let recorded = record_java(program.java("p.Main").arg(calls.to_string()), EVERY_CALL).ok();
    assert_eq!(seen(&recorded.segments()[0].1), Ok((1..=calls).collect()));
    recorded.segments()[0].1.clone()
}

/// The numbers of the calls that can be read. Each must be right in every value: a call that is lost is a
/// loss, a wrong one would be a lie. The error is that of a recording of which nothing can be read.
fn seen(bytes: &[u8]) -> Result<BTreeSet<i32>, String> {
    let mut reader = opened(bytes)?;
    let mut seen = BTreeSet::new();
    let count = reader.invocations().len();
    for index in 0..count {
        if let Ok(capture) = reader.capture(index) {
            let number = number(&capture).unwrap_or_else(|| panic!("a wrong call: {:?}", capture.roots));
            assert!(seen.insert(number), "call {number} comes twice");
        }
    }
    Ok(seen)
}

fn opened(bytes: &[u8]) -> Result<RecordingReader<'_>, String> {
    let segment = SegmentBytes { name: "segment-00000.rnrec", bytes };
    RecordingReader::open(&[segment], Limits::default()).map_err(|error| error.to_string())
}

#[test]
fn cut_anywhere_a_recording_is_readable_up_to_there() {
    // Frames of 128 KiB, and one that is not full.
    let whole = segment(150);
    let mut most = 0;
    for length in (0..whole.len()).step_by(97).chain([whole.len() - 1]) {
        let bytes = &whole[..length];
        let Ok(reader) = opened(bytes) else {
            assert_eq!(most, 0, "cut at {length}: a longer piece is not less readable");
            continue;
        };
        let codes: Vec<&str> = reader.findings().iter().map(|finding| finding.code.name()).collect();
        assert!(codes.contains(&"recording-without-end"), "cut at {length}: {codes:?}");
        assert!(
            codes.iter().all(|code| ["recording-without-end", "segment-cut"].contains(code)),
            "{codes:?}"
        );
        let seen = seen(bytes).expect("it was opened before");
        let count = seen.len() as i32;
        assert!(seen.into_iter().eq(1..=count), "cut at {length}: a hole");
        assert!(count >= most, "cut at {length}: {count} calls after {most}");
        most = count;
    }
    assert_eq!(most, 150);
}

#[test]
fn flipped_bits_lose_their_frame_and_make_nothing_up() {
    let whole = segment(150);
    let mut random = Random::new(1);
    let (mut unreadable, mut partly) = (0, 0);
    for _ in 0..400 {
        let mut bytes = whole.clone();
        let bit = random.below(8 * bytes.len() as u64) as usize;
        bytes[bit / 8] ^= 1 << (bit % 8);
        match opened(&bytes) {
            // The header is gone, and with it the only segment.
            Err(_) => unreadable += 1,
            Ok(reader) => {
                assert!(!reader.findings().is_empty(), "bit {bit} was flipped and nothing is said");
                let seen = seen(&bytes).expect("it was opened before");
                partly += usize::from((1..150).contains(&seen.len()));
            }
        }
    }
    eprintln!("400 flips: {unreadable} in the header, {partly} cost some of the calls");
    assert!(partly > 0, "no flip hit one frame of several");
}

/// A recording whose captures have notes: static names and histories.
const NOTED: &str = r#"
    //- p/Main.java
    package p;
    import java.util.*;
    public class Main {
        static int take(Item item, Item other) { return item.size(); }
        public static void main(String[] args) {
            for (int n = 0; n < 40; n++) {
                Item item = Item.of("item " + n);
                item.add(Item.NONE, n);
                item.add(new Item("other"), n + 1);
                take(item, n % 2 == 0 ? Item.NONE : item);
            }
        }
    }
    class Item {
        static final Item NONE = new Item("none");
        private final String name; private final Map<Item, Integer> more = new HashMap<>();
        Item(String name) { this.name = name; }
        static Item of(String name) { return new Item(name); }
        void add(Item item, int times) { more.put(item, times); }
        int size() { return more.size(); }
    }
"#;

/// Checks the part that can be read: every history that is told has its three events, and the first says `of`.
fn noted(bytes: &[u8]) -> usize {
    let Ok(mut reader) = opened(bytes) else { return 0 };
    let count = reader.invocations().len();
    let captures: Vec<_> = (0..count).filter_map(|index| reader.capture(index).ok()).collect();
    for capture in &captures {
        let Some(history) = capture.histories.iter().find(|history| history.events.len() > 1) else {
            panic!("a capture without its histories")
        };
        assert!(history.has_origin() && history.events.len() == 3, "{} events", history.events.len());
        assert_eq!(capture.histories.len(), 3, "the item, NONE and the other one");
        assert!(capture.statics.iter().all(|name| *name.field == *"NONE"));
        assert!(!capture.statics.is_empty());
    }
    captures.len()
}

#[test]
fn damaged_notes_are_lost_with_their_frame_and_make_nothing_up() {
    let program = Fixture::parse(NOTED).compile_with(&jdk(), &["-g"]);
    let options = "methods=p.Main#take,sample-backoff=1,trace=p.Item";
    let recorded = record_java(program.java("p.Main"), options).ok();
    let whole = recorded.segments()[0].1.clone();
    assert_eq!(noted(&whole), 40);
    for length in (0..whole.len()).step_by(7) {
        assert!(noted(&whole[..length]) <= 40);
    }
    let mut random = Random::new(3);
    for round in 0..600 {
        let mut bytes = whole.clone();
        for _ in 0..=round % 7 {
            let bit = random.below(8 * bytes.len() as u64) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        noted(&bytes);
    }
}

/// Several bits at once, so that lengths, kinds and numbers lie together.
#[test]
fn a_rotten_recording_gives_findings_and_no_panic() {
    let whole = segment(60);
    let mut random = Random::new(2);
    for round in 0..200 {
        let mut bytes = whole.clone();
        for _ in 0..=round {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
        }
        if let Ok(reader) = opened(&bytes) {
            let same = bytes == whole;
            assert!(same || !reader.findings().is_empty(), "round {round}");
            seen(&bytes).expect("it was opened before");
        }
    }
}
