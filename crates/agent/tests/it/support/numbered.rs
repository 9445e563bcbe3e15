//! A program whose calls are numbered, and each of which can be told from its number: whatever is left of
//! its recording can be checked call by call.

use reenact_heap::{Node, PrimitiveArray, Value};
use reenact_recording::RecordingReader;
use reenact_recording::graph::{Capture, Outcome};
use reenact_recording::model::Marks;

/// `Main CALLS [THREADS]`: so many calls of `Main.sum` by each thread. It prints a hash of the
/// results, and on standard error what memory the process took, as the kernel saw it.
pub const NUMBERED: &str = r#"
    //- p/Main.java
    package p;
    public class Main {
        static long mix(long x) {
            x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
            x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
            return x ^ (x >>> 31);
        }
        public static long sum(int number, long[] data) {
            long sum = number;
            for (long value : data) sum += value;
            data[0] = number;
            return sum;
        }
        static long hash(int first, int count) {
            long hash = 0;
            for (int number = first; number - first < count; number++) {
                long[] data = new long[256];
                for (int index = 0; index < data.length; index++) data[index] = mix(number * 1000L + index);
                hash = hash * 31 + sum(number, data);
                // Work that is not recorded, in between.
                for (int round = 0; round < 5_000; round++) hash = hash * 31 + round;
            }
            return hash;
        }
        public static void main(String[] args) throws Exception {
            int count = Integer.parseInt(args[0]);
            Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 1];
            long[] hashes = new long[threads.length];
            for (int index = 0; index < threads.length; index++) {
                int mine = index;
                threads[mine] = new Thread(() -> hashes[mine] = hash(1 + mine * count, count));
                threads[mine].start();
            }
            for (Thread thread : threads) thread.join();
            System.out.println(java.util.Arrays.toString(hashes));
            for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc/self/status"))) {
                if (line.startsWith("Vm")) System.err.println(line);
            }
        }
    }
"#;

/// Agent options that record every call of it.
pub const EVERY_CALL: &str = "methods=p.Main#sum,sample-backoff=1";

/// The number of a call, if everything that was captured is what the program did.
pub fn number(capture: &Capture) -> Option<i32> {
    let &[Value::Int(number), Value::Reference(array)] = &capture.roots[..] else { return None };
    let expected: Vec<i64> =
        (0..256).map(|index| mix((i64::from(number) * 1000 + index) as u64) as i64).collect();
    let holds = |node: Option<&Node>, elements: &[i64]| match node {
        Some(Node::Primitives(PrimitiveArray::Long(found))) => found == elements,
        _ => false,
    };
    if !holds(capture.before.try_get(array), &expected) {
        return None;
    }
    let sum = expected.iter().fold(i64::from(number), |sum, value| sum.wrapping_add(*value));
    let after = [&[i64::from(number)], &expected[1..]].concat();
    let is_right = match capture.outcome {
        Outcome::Unfinished => true,
        outcome => {
            outcome == Outcome::Returned(Some(Value::Long(sum)))
                && holds(capture.after.try_get(array), &after)
        }
    };
    is_right.then_some(number)
}

/// The numbers of all calls in a recording, in its order. Each must be right.
#[track_caller]
pub fn numbers(reader: &mut RecordingReader<'_>) -> Vec<i32> {
    let heads: Vec<_> = reader.invocations().copied().collect();
    let mut numbers = Vec::with_capacity(heads.len());
    for (index, head) in heads.iter().enumerate() {
        assert_eq!(head.marks, Marks::default(), "invocation {}", head.id);
        assert!(reader.method(head.method).is_some(), "invocation {} lacks its method", head.id);
        assert!(reader.thread(head.thread).is_some(), "invocation {} lacks its thread", head.id);
        let capture = reader.capture(index).unwrap_or_else(|error| panic!("invocation {}: {error}", head.id));
        numbers.push(number(&capture).unwrap_or_else(|| panic!("{head:?}: {:?}", capture.roots)));
    }
    numbers
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Pseudo-random numbers, the same ones every time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0) % bound
    }
}
