//! The cost of capturing on the subject's own thread, and how many bytes it writes.
//!
//! A call that does next to nothing is timed with and without being recorded. How many objects its
//! graph has is read from the recording. The graph is read at entry and again at exit; the cost is
//! per object, not per visit.

use super::Effort;
use crate::environment::Recording;
use crate::recorded::Figures;
use crate::statistics::Sample;
use crate::table::{Table, grouped};
use crate::{Environment, Result};

const ROUNDS: usize = 3;

const SHAPES: [&str; 3] = ["linked", "map", "mixed"];

/// Objects of a graph, calls to time, and the pause in microseconds in which the writer can follow.
const SIZES: [(u64, u64, u64); 3] = [(10, 5000, 50), (1000, 1000, 1000), (1_000_000, 7, 500_000)];

/// Every call, within budgets that a graph of a million objects fits into. Redaction stays on, as users
/// have it.
const RECORDING: Recording = Recording {
    options: "include=dev.reenact.bench.Captured,all=true,sample-backoff=1,max-objects=4000000,\
                       max-bytes=60m,memory=1g,disk=16g",
    name: "capture",
};

pub fn run(environment: &Environment, effort: &Effort) -> Result<()> {
    println!("## Capture (aims: 0.25 µs an object at 1,000 objects, 0.6 µs at a million)\n");
    let mut table = Table::new(&[
        "graph",
        "objects",
        "µs a call without",
        "µs a call with",
        "µs an object",
        "by CPU time",
        "bytes an object",
        "recorded",
        "duplicates",
        "overload",
        "marked",
    ]);
    for shape in SHAPES {
        for size in SIZES {
            if effort.wants(shape) {
                row(&mut table, environment, effort, shape, size)?;
            }
        }
    }
    println!("{table}");
    Ok(())
}

fn row(
    table: &mut Table,
    environment: &Environment,
    effort: &Effort,
    shape: &str,
    (objects, calls, pause): (u64, u64, u64),
) -> Result<()> {
    let rounds = effort.rounds.unwrap_or(ROUNDS);
    let [mut plain, mut plain_cpu, mut recorded, mut recorded_cpu]: [Sample; 4] = Default::default();
    let mut figures = None;
    for round in 0..rounds {
        eprintln!("capture of {shape}, {objects} objects: {} of {rounds}", round + 1);
        let java = || {
            let java = environment.driver("Capture").vm_option("-Xms2g").vm_option("-Xmx2g").arg(shape);
            [objects, calls, pause].iter().fold(java, |java, number| java.arg(number.to_string()))
        };
        let ran = environment.run(java())?;
        plain.push(ran.figure("call_ns")?);
        plain_cpu.push(ran.figure("call_cpu_ns")?);
        let ran = environment.run(environment.with_agent(java(), RECORDING)?)?;
        recorded.push(ran.figure("call_ns")?);
        recorded_cpu.push(ran.figure("call_cpu_ns")?);
        figures = environment.figures(RECORDING.name, Figures::read)?;
    }
    let found = figures.as_ref().map_or(objects, Figures::typical_objects);
    let per_object = |with: &Sample, without: &Sample| with.less(without).times(1e-3 / found as f64);
    let figure = |of: &dyn Fn(&Figures) -> String| figures.as_ref().map_or("-".to_owned(), of);
    table.row([
        shape.to_owned(),
        grouped(found),
        format!("{:.2}", plain.median() / 1e3),
        format!("{:.2}", recorded.median() / 1e3),
        format!("{:.3}", per_object(&recorded, &plain)),
        format!("{:.3}", per_object(&recorded_cpu, &plain_cpu)),
        figure(&|figures| format!("{:.1}", figures.bytes_per_object())),
        figure(&|figures| grouped(figures.invocations)),
        figure(&|figures| grouped(figures.duplicates)),
        figure(&|figures| grouped(figures.overload)),
        figure(&|figures| grouped(figures.truncated + figures.torn)),
    ]);
    Ok(())
}
