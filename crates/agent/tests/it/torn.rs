//! Graphs that other threads change while they are read.
//!
//! The guarantee: a graph without the mark was read twice, with the same values. Where values never come
//! back, as the growing numbers here, there was then a moment between the two readings at which the heap held
//! just these values. So such a graph shows a state that the writing thread really went through, however many
//! objects it is spread over. Of a marked graph nothing is claimed.

use crate::support::record_java;
use reenact_heap::{HeapGraph, Node, Value};
use reenact_recording::model::Marks;
use reenact_testkit::{Fixture, jdks};

/// One thread writes the numbers 1, 2, 3 … into all cells, each time from the first cell to the last, and
/// rests between rounds; another one has the cells captured. So at any moment the cells hold some number in the
/// first ones, and the number before it in the rest.
const CELLS: &str = r#"
    //- p/Main.java
    package p;
    public class Main {
        static class Cell { volatile long number; }
        static volatile boolean done;
        static long blackhole;
        static void pause(long nanos) {
            long until = System.nanoTime() + nanos;
            while (System.nanoTime() < until) Thread.onSpinWait();
        }
        public static int look(Cell[] cells, int rounds) {
            long sum = 0;
            for (int i = 0; i < rounds; i++) sum = sum * 31 + i;
            blackhole = sum;
            return cells.length;
        }
        public static void main(String[] args) throws Exception {
            Cell[] cells = new Cell[Integer.parseInt(args[0])];
            for (int i = 0; i < cells.length; i++) cells[i] = new Cell();
            Thread writer = new Thread(() -> {
                for (long number = 1; !done; number++) {
                    // Rounds of all lengths up to that of some captures, and rests of all lengths.
                    for (Cell cell : cells) {
                        cell.number = number;
                        if (number % 8 == 0) pause(number * 31 % 16 * 100);
                    }
                    pause(number * 7919 % 64 * 4_000);
                }
            });
            writer.start();
            int sum = 0;
            for (int i = 0; i < Integer.parseInt(args[1]); i++) sum += look(cells, i % 7 * 1000);
            done = true;
            writer.join();
            System.out.println(sum);
        }
    }
"#;

/// The numbers in the cells, in order.
fn numbers(graph: &HeapGraph, root: Value) -> Vec<i64> {
    let Value::Reference(array) = root else { panic!("{root:?}") };
    let Node::Array { elements, .. } = graph.get(array) else { panic!("{root:?}") };
    let number = |cell: &Value| match cell {
        Value::Reference(node) => match graph.get(*node) {
            Node::Object { fields, .. } => match fields[..] {
                [Value::Long(number)] => number,
                _ => panic!("{fields:?}"),
            },
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    elements.iter().map(number).collect()
}

/// Whether the cells were ever so: one number in the first ones, the number before it in the rest.
fn is_a_state(numbers: &[i64]) -> bool {
    numbers.is_sorted_by(|before, after| before >= after) && numbers[0] - numbers[numbers.len() - 1] <= 1
}

#[test]
fn a_graph_without_the_mark_is_a_state_that_there_was() {
    for jdk in jdks() {
        let program = Fixture::parse(CELLS).compile_with(&jdk, &["-g"]);
        let java = program.java("p.Main").arg("200").arg("5000");
        let recorded = record_java(java, "methods=p.Main#look,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "1000000\n");
        let (mut torn, mut whole, mut changed, mut inconsistent) = (0, 0, 0, 0);
        recorded.each(|head, _, capture, _| {
            let states = [
                (Marks::TORN_BEFORE, numbers(&capture.before, capture.roots[0])),
                (Marks::TORN_AFTER, numbers(&capture.after, capture.roots_after[0])),
            ];
            for (mark, numbers) in &states {
                if head.marks.contains(*mark) {
                    torn += 1;
                    inconsistent += usize::from(!is_a_state(numbers));
                } else {
                    whole += 1;
                    assert!(is_a_state(numbers), "{mark:?} is not set, call {}: {numbers:?}", head.call);
                }
            }
            if head.marks == Marks::default() {
                changed += usize::from(states[0].1 != states[1].1);
            }
        });
        eprintln!(
            "JDK {}: {whole} graphs whole, {torn} torn, {inconsistent} of them inconsistent, {changed} calls saw both states",
            jdk.version.full
        );
        assert!(torn > 0, "nothing was torn, so that nothing was tried");
        assert!(whole > 0, "everything was torn, so that nothing was tried");
    }
}
