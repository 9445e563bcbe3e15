//! The cost of the probes of a call that is not sampled.
//!
//! A loop calls one small method and nothing else, in a JVM of its own: other shapes would spoil its
//! profile. The difference to the same loop without the agent is the cost of entry and exit together.

use reenact_jvm::Java;

use super::Effort;
use crate::environment::Recording;
use crate::statistics::Sample;
use crate::table::Table;
use crate::{Environment, Result};

const ROUNDS: usize = 5;

/// Each with what it stands for.
const SHAPES: [(&str, &str); 3] = [
    ("static", "static, inlined"),
    ("virtual", "with receiver and argument, inlined"),
    ("parse", "not inlined"),
];

const RECORDING: Recording =
    Recording { options: "include=dev.reenact.bench.Probed,all=true", name: "probe" };

#[derive(Default)]
struct Side {
    call: Sample,
    cpu: Sample,
}

pub fn run(environment: &Environment, effort: &Effort) -> Result<()> {
    println!("## Probe of an unsampled call (aim: 1 ns for entry and exit)\n");
    let mut table =
        Table::new(&["method", "ns without", "ns with", "difference", "difference of all CPU time"]);
    for (shape, meaning) in SHAPES {
        if effort.wants(shape) {
            let (plain, probed) = measure(environment, effort, shape)?;
            table.row([
                meaning.to_owned(),
                format!("{:.2}", plain.call),
                format!("{:.2}", probed.call),
                format!("{:.2}", probed.call.less(&plain.call)),
                format!("{:.2}", probed.cpu.less(&plain.cpu)),
            ]);
        }
    }
    println!("{table}");
    Ok(())
}

fn measure(environment: &Environment, effort: &Effort, shape: &str) -> Result<(Side, Side)> {
    let (mut plain, mut probed) = (Side::default(), Side::default());
    let rounds = effort.rounds.unwrap_or(ROUNDS);
    let round_millis = effort.seconds.map_or(300, |seconds| seconds * 100);
    for round in 0..rounds {
        eprintln!("probe {shape}: {} of {rounds}", round + 1);
        let java = || {
            let java = environment
                .driver("Probe")
                .vm_option("-XX:CompileCommand=quiet")
                .vm_option("-XX:CompileCommand=dontinline,dev.reenact.bench.Probed::parse");
            ["2000", "10", &round_millis.to_string()].iter().fold(java.arg(shape), |java, arg| java.arg(arg))
        };
        plain.add(environment, java())?;
        probed.add(environment, environment.with_agent(java(), RECORDING)?)?;
        environment.discard(RECORDING.name);
    }
    Ok((plain, probed))
}

impl Side {
    fn add(&mut self, environment: &Environment, java: Java) -> Result<()> {
        let ran = environment.run(java)?;
        self.call.push(ran.figure("call_ns")?);
        self.cpu.push(ran.figure("cpu_ns")?);
        Ok(())
    }
}
