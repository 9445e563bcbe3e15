//! Attaching to a program under load and leaving it, again and again: `./run bench attach [cycles|storm]`.
//!
//! `cycles` attaches to H2 under load, records for a while and detaches, and compares throughput, memory and the JVM's
//! pauses. `storm` measures a program that makes short-lived class loaders, with the agent and without.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use reenact_bench::Result;
use reenact_bench::environment::Arguments;
use reenact_bench::setting::{Setting, figure, output};
use reenact_bench::statistics::Sample;
use reenact_bench::table::Table;
use reenact_jvm::attach::Jvm;

/// Measure attaching under load, and storms of class loaders
#[derive(Parser)]
#[command(name = "attach")]
struct Command {
    /// Run only this part
    #[arg(value_enum)]
    part: Option<Part>,

    /// Attach and detach this often
    #[arg(long, default_value_t = 200)]
    cycles: usize,

    /// Record for this long in a cycle
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,

    /// Make this many class loaders in the storm
    #[arg(long, default_value_t = 100_000)]
    loaders: u32,

    /// Repeat the storm this often on each side
    #[arg(long, default_value_t = 3)]
    rounds: usize,

    #[command(flatten)]
    arguments: Arguments,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Part {
    Cycles,
    Storm,
}

/// How long the program runs before the first cycle and after the last one: the compilers need it.
const WARM_UP: Duration = Duration::from_secs(30);
/// How long throughput is measured before and after.
const MEASURED: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let command = Command::parse();
    let done = Setting::open(&command.arguments).and_then(|setting| {
        println!("JDK {}", setting.jdk.version.full);
        if command.part != Some(Part::Storm) {
            cycles(&setting, &command)?;
        }
        if command.part != Some(Part::Cycles) {
            storm(&setting, &command)?;
        }
        Ok(())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("attach: {error}");
            ExitCode::from(2)
        }
    }
}

fn cycles(setting: &Setting, command: &Command) -> Result<()> {
    let mut program = Program::start(setting)?;
    sleep(WARM_UP);
    let before = program.throughput(MEASURED)?;
    let memory_before = program.memory()?;
    let mut table =
        Table::new(&["cycle", "attach, s", "detach, s", "statements/CPU s attached", "resident, MB"]);
    let mut attaching = Sample::default();
    let mut detaching = Sample::default();
    let mut settled = 0;
    for cycle in 0..command.cycles {
        let recording = setting.path("recording");
        let _ = fs::remove_dir_all(&recording);
        let options = format!("out={},include=org.h2.**", recording.display());
        let attach = program.load(&setting.agent, &options)?;
        let attached = program.throughput(Duration::from_secs_f64(command.seconds))?;
        let detach = program.load(&setting.agent, "mode=detach")?;
        attaching.push(attach.as_secs_f64());
        detaching.push(detach.as_secs_f64());
        let memory = program.memory()?;
        // By then the JVM has compiled and collected often enough for its own tables to have their size.
        if cycle == command.cycles / 4 {
            settled = memory;
        }
        if cycle % 20 == 0 || cycle + 1 == command.cycles {
            let row = [
                (cycle + 1).to_string(),
                format!("{:.2}", attach.as_secs_f64()),
                format!("{:.2}", detach.as_secs_f64()),
                format!("{:.0}", attached.per_cpu_second),
                memory.to_string(),
            ];
            eprintln!("{}", row.join(" | "));
            table.row(row);
        }
    }
    sleep(WARM_UP);
    let after = program.throughput(MEASURED)?;
    let memory_after = program.memory()?;
    let warnings = program.end()?;
    let pauses = pauses(&fs::read_to_string(setting.path("safepoints.log"))?);
    println!(
        "\n## {} cycles of attach, {} s, detach on H2 under load\n\n{table}",
        command.cycles, command.seconds
    );
    println!("- statements per second: {:.0} before, {:.0} after", before.per_second, after.per_second);
    println!(
        "- statements per CPU second: {:.0} before, {:.0} after",
        before.per_cpu_second, after.per_cpu_second
    );
    println!("- attach {attaching:.2} s, detach {detaching:.2} s");
    println!("- {} redefinitions, pauses {pauses:.1} ms", pauses.len());
    println!(
        "- resident memory: {memory_before} MB before, {settled} MB after a quarter, {memory_after} MB at the end"
    );
    println!("- lines that the JVM printed: {}", warnings.len());
    for line in warnings.iter().take(10) {
        println!("  - {line}");
    }
    Ok(())
}

/// Pauses for redefinitions, in milliseconds, of a log of safepoints.
fn pauses(log: &str) -> Sample {
    let redefinitions = log.lines().filter(|line| line.contains("\"RedefineClasses\""));
    let total = |line: &str| line.split("Total:").nth(1)?.split_whitespace().next()?.parse::<f64>().ok();
    redefinitions.filter_map(total).map(|nanos| nanos / 1e6).collect()
}

/// H2 under load in a JVM of its own.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Lines of output that are not answers.
    others: Vec<String>,
}

#[derive(Clone, Copy)]
struct Throughput {
    per_second: f64,
    per_cpu_second: f64,
}

impl Program {
    fn start(setting: &Setting) -> Result<Program> {
        let log = setting.path("safepoints.log");
        let options = [
            "-Xms512m".to_owned(),
            "-Xmx512m".to_owned(),
            // From 21 on a JVM warns of agents that come late (JEP 451).
            "-XX:+EnableDynamicAgentLoading".to_owned(),
            "-Xlog:all=warning:stdout".to_owned(),
            format!("-Xlog:safepoint:file={}:uptime:filesize=0", log.display()),
        ];
        let mut command = setting.driver(&options, "DatabaseLoad", &["2".to_owned()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Program { child, input, output, others: Vec::new() })
    }

    /// Statements and CPU nanoseconds up to now.
    fn ask(&mut self) -> Result<(f64, f64)> {
        writeln!(self.input)?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the program has ended".into());
            }
            let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            match numbers[..] {
                [statements, nanos] => return Ok((statements, nanos)),
                _ => self.others.push(line.trim_end().to_owned()),
            }
        }
    }

    fn throughput(&mut self, during: Duration) -> Result<Throughput> {
        let started = Instant::now();
        let (before, cpu_before) = self.ask()?;
        sleep(during);
        let (after, cpu_after) = self.ask()?;
        let count = after - before;
        Ok(Throughput {
            per_second: count / started.elapsed().as_secs_f64(),
            per_cpu_second: count / ((cpu_after - cpu_before) / 1e9),
        })
    }

    /// Loads the agent with options; returns how long that took.
    fn load(&self, agent: &Path, options: &str) -> Result<Duration> {
        let started = Instant::now();
        match Jvm::find(self.child.id())?.load(agent, options, &mut |_| {})? {
            0 => Ok(started.elapsed()),
            code => Err(format!("the agent answered {code} to {options}").into()),
        }
    }

    /// Resident memory in MB.
    fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kilobytes.ok_or("no VmRSS in /proc")? / 1024)
    }

    /// Ends the program; returns the lines that it printed besides its answers.
    fn end(mut self) -> Result<Vec<String>> {
        self.ask()?;
        self.child.kill()?;
        self.child.wait()?;
        Ok(std::mem::take(&mut self.others))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn storm(setting: &Setting, command: &Command) -> Result<()> {
    let variants = [
        ("plain", None),
        ("classes not included", Some("include=com.acme.**")),
        ("classes included", Some("include=dev.reenact.bench.LoaderStorm$Visitor")),
    ];
    let mut cpu = [const { Vec::new() }; 3];
    let mut memory = [const { Vec::new() }; 3];
    for _ in 0..command.rounds {
        for (index, (_, options)) in variants.iter().enumerate() {
            let recording = setting.path("storm");
            let _ = fs::remove_dir_all(&recording);
            let heap = ["-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"].map(str::to_owned);
            let agent = options.map(|options| setting.agent_option(&recording, options));
            let options: Vec<String> = heap.into_iter().chain(agent).collect();
            let printed = output(setting.driver(&options, "LoaderStorm", &[command.loaders.to_string()]))?;
            cpu[index].push(figure(&printed, "cpu_ns")? / 1e9);
            memory[index].push(figure(&printed, "peak_kb")? / 1024.0);
        }
    }
    let [cpu, memory] = [cpu, memory].map(|all| all.map(Sample::from_iter));
    println!("\n## {} short-lived class loaders, {} rounds, interleaved\n", command.loaders, command.rounds);
    let mut table = Table::new(&["agent", "CPU, s", "times plain", "peak, MB", "more, MB"]);
    for (index, (name, _)) in variants.iter().enumerate() {
        table.row([
            (*name).to_owned(),
            format!("{:.1}", cpu[index]),
            format!("{:.2}", cpu[index].over(&cpu[0])),
            format!("{:.0}", memory[index]),
            format!("{:.0}", memory[index].less(&memory[0])),
        ]);
    }
    println!("{table}");
    Ok(())
}
