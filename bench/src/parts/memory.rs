//! Native memory while two threads allocate and call as fast as they can, and everything is recorded.
//!
//! The heap is fixed and touched before the program starts, so the rest of the most that the process
//! ever held is native. What it grew by with the agent must stay within the agent's budget.

use reenact_jvm::Java;
use reenact_wire::AgentOptions;

use super::Effort;
use crate::environment::Recording;
use crate::recorded::Figures;
use crate::table::{Table, grouped};
use crate::{Environment, Result};

const SECONDS: u64 = 60;

/// One budget is the default, one is small.
const BUDGETS: [&str; 2] = ["64m", "16m"];

/// The serial collector needs the least native memory of its own.
const HEAP: [&str; 4] = ["-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"];

pub fn run(environment: &Environment, effort: &Effort) -> Result<()> {
    let seconds = effort.seconds.unwrap_or(SECONDS);
    println!("## Native memory, everything recorded for {seconds} s (aim: within the budget)\n");
    let java = || -> Java {
        let java = HEAP.iter().fold(environment.driver("Storm"), |java, option| java.vm_option(*option));
        java.arg(seconds.to_string())
    };
    let mut table = Table::new(&[
        "budget",
        "peak without, MB",
        "peak with, MB",
        "more, MB",
        "calls without",
        "calls with",
        "recorded",
        "overload",
        "on disk, MB",
        "end",
    ]);
    for budget in BUDGETS.into_iter().filter(|budget| effort.wants(budget)) {
        eprintln!("memory, budget {budget}");
        let options =
            format!("include=dev.reenact.bench.Stormed,all=true,sample-backoff=1,memory={budget},disk=32g");
        let plain = environment.run(java())?;
        let recorded = environment
            .run(environment.with_agent(java(), Recording { options: &options, name: "memory" })?)?;
        let figures = environment.figures("memory", Figures::read_heads)?;
        let [without, with] = [plain.figure("peak_kb")?, recorded.figure("peak_kb")?].map(|kb| kb / 1024.0);
        let parsed: AgentOptions = options.parse()?;
        let budget = parsed.budgets.memory.bytes() >> 20;
        let figure = |of: &dyn Fn(&Figures) -> String| figures.as_ref().map_or("-".to_owned(), of);
        table.row([
            format!("{budget} MB"),
            format!("{without:.1}"),
            format!("{with:.1}"),
            format!("{:.1}", with - without),
            grouped(plain.figure("calls")? as u64),
            grouped(recorded.figure("calls")? as u64),
            figure(&|figures| grouped(figures.invocations)),
            figure(&|figures| grouped(figures.overload)),
            figure(&|figures| grouped(figures.bytes >> 20)),
            figure(&|figures| figures.end.clone()),
        ]);
    }
    println!("{table}");
    Ok(())
}
