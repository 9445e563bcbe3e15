//! The Java end is tested in the `jvm` crate. Here: names, hostile bytes, and bytes in pieces.

use proptest::prelude::*;

use super::frame::{Frames, MAX_FRAME, framed};
use super::*;
use crate::bytes::{Malformed, Reader, put_text, put_varint};

fn id(text: &str) -> TestId {
    text.parse().unwrap()
}

#[test]
fn names_of_tests_come_back() {
    for text in ["A#m", "p.A$B#m()", "p.A#m(int, [Ljava.lang.String;)", "p.A#adds 1 (and 2) numbers"] {
        assert_eq!(id(text).to_string(), text);
    }
    assert_eq!(id("p.A#m(int,long)").to_string(), "p.A#m(int, long)");
    assert_eq!(id("p.A#m").parameters, None);
    assert_eq!(id("p.A#m()").parameters, Some(vec![]));
    for text in ["", "p.A", "#m", "p.A#", "p.A#()"] {
        let message = text.parse::<TestId>().unwrap_err().to_string();
        assert_eq!(message, format!("`{text}` names no test; write it as pkg.Class#method"));
    }
}

#[test]
fn the_worst_invocation_counts() {
    let report = |outcomes: &[Outcome]| {
        let invocation = |&outcome| Invocation {
            name: String::new(),
            outcome,
            time: Default::default(),
            reason: String::new(),
            failure: (outcome == Outcome::Failed).then(Failure::default),
            output: Output::default(),
            covered: Vec::new(),
        };
        TestReport { test: id("A#m"), invocations: outcomes.iter().map(invocation).collect(), jvm: 0 }
    };
    use Outcome::*;
    assert_eq!(report(&[Passed, Failed, Passed]).outcome(), Failed);
    assert!(report(&[Passed, Failed]).failure().is_some());
    assert_eq!(report(&[Skipped, Passed, Aborted]).outcome(), Passed);
    assert_eq!(report(&[Skipped, Aborted]).outcome(), Aborted);
    assert_eq!(report(&[Failed, Exited(3)]).outcome(), Exited(3));
    assert!(report(&[Passed]).passed() && !report(&[Skipped]).passed());
    assert_eq!(report(&[]).outcome(), NotFound);
    assert_eq!(Crashed(11).to_string(), "crashed by signal 11");
}

#[test]
fn events_of_unknown_kinds_and_lengths_are_refused() {
    assert_eq!(Event::decode(&[10]), Ok(Event::RunEnded));
    assert_eq!(Event::decode(&[10, 0]), Err(EventError::Rest(1)));
    assert_eq!(Event::decode(&[99]), Err(EventError::Kind(99)));
    assert_eq!(Event::decode(&[]), Err(EventError::Malformed(Malformed::Cut)));
    // Five tests, and no bytes for them.
    assert_eq!(Event::decode(&[4, 5]), Err(EventError::Malformed(Malformed::Cut)));
}

#[test]
fn an_event_with_everything_in_it() {
    let mut bytes = vec![6, 7];
    put_text(&mut bytes, "[1] a");
    put_varint(&mut bytes, 1);
    put_varint(&mut bytes, 1500);
    put_text(&mut bytes, "");
    put_varint(&mut bytes, 1);
    ["p.E", "no", "p.E: no\n"].iter().for_each(|text| put_text(&mut bytes, text));
    put_varint(&mut bytes, 0);
    ["out", "err"].iter().for_each(|text| put_text(&mut bytes, text));
    [3, 0, 300, 1].iter().for_each(|number| put_varint(&mut bytes, *number));
    let Ok(Event::InvocationEnded { test: 7, invocation, is_fatal: false }) = Event::decode(&bytes) else {
        panic!("{:?}", Event::decode(&bytes));
    };
    assert_eq!((&*invocation.name, invocation.outcome), ("[1] a", Outcome::Failed));
    assert_eq!(invocation.time.as_micros(), 1500);
    assert_eq!(invocation.failure.unwrap().message, "no");
    assert_eq!(invocation.output.err, "err");
    assert_eq!(invocation.covered, [0, 300, 301]);
    for end in 0..bytes.len() {
        assert!(Event::decode(&bytes[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn a_run_is_encoded_as_the_driver_reads_it() {
    let run = Run {
        loading: Loading::FreshPerTest,
        limit_millis: 2000,
        cpu_limit_millis: 500,
        places: vec!["/t".into()],
        tests: vec![
            RunTest { number: 3, mutant: 0, recorded: String::new(), requests: vec![], test: id("A#m") },
            RunTest {
                number: 4,
                mutant: 7,
                recorded: "B#m".into(),
                requests: vec![vec![9]],
                test: id("A#n(int)"),
            },
        ],
    };
    let frame = Command::Run(run).encode().unwrap();
    let mut frames = Frames::default();
    frames.push(&frame);
    let mut reader = Reader::new(frames.next_payload().unwrap().unwrap());
    let numbers: Vec<u64> = (0..5).map(|_| reader.varint().unwrap()).collect();
    assert_eq!(numbers, [4, 3, 2000, 500, 1]);
    assert_eq!(reader.text(), Ok("/t"));
    assert_eq!((reader.varint(), reader.varint(), reader.varint()), (Ok(2), Ok(3), Ok(0)));
    assert_eq!((reader.text(), reader.varint()), (Ok(""), Ok(0)));
    assert_eq!((reader.text(), reader.text(), reader.varint()), (Ok("A"), Ok("m"), Ok(0)));
    assert_eq!((reader.varint(), reader.varint(), reader.text()), (Ok(4), Ok(7), Ok("B#m")));
    assert_eq!((reader.varint(), reader.bytes()), (Ok(1), Ok(&[9][..])));
    assert_eq!((reader.text(), reader.text(), reader.varint()), (Ok("A"), Ok("n"), Ok(1)));
    assert_eq!((reader.varint(), reader.text()), (Ok(1), Ok("int")));
    assert!(reader.is_empty());
}

#[test]
fn a_length_out_of_bounds_is_an_error_before_anything_is_reserved() {
    let mut frames = Frames::default();
    frames.push(&(MAX_FRAME as u32 + 1).to_be_bytes());
    assert_eq!(frames.next_payload().unwrap_err().length, MAX_FRAME as u64 + 1);
}

proptest! {
    #[test]
    fn any_bytes_are_an_event_or_refused(bytes: Vec<u8>) {
        let _ = Event::decode(&bytes);
    }

    #[test]
    fn frames_come_back_however_they_are_cut(payloads: Vec<Vec<u8>>, piece in 1usize..20) {
        let stream: Vec<u8> = payloads.iter().flat_map(|payload| framed(payload).unwrap()).collect();
        let mut frames = Frames::default();
        let mut found = Vec::new();
        for bytes in stream.chunks(piece) {
            frames.push(bytes);
            while let Some(payload) = frames.next_payload().unwrap() {
                found.push(payload.to_vec());
            }
        }
        prop_assert_eq!(found, payloads);
    }
}
