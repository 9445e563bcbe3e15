//! The CPU time of programs under the agent beside that under JaCoCo's: `./run bench peers [PROGRAM]`.
//!
//! Lucene indexes and searches, Tomcat answers requests over the loopback interface, javac compiles sources. Each runs
//! plain, with Reenact and with JaCoCo in turns, in a JVM of its own that warms up first, so that sampling has settled.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::environment::Arguments;
use reenact_bench::setting::{Setting, figure, output};
use reenact_bench::statistics::Sample;
use reenact_bench::table::Table;

/// Compare the overhead of settled recording with that of JaCoCo's agent
#[derive(Parser)]
#[command(name = "peers")]
struct Command {
    /// Run only this program: lucene, tomcat or javac
    program: Option<String>,

    /// Run each variant this often
    #[arg(long, default_value_t = 5)]
    rounds: usize,

    /// Warm up for this much CPU time
    #[arg(long, default_value_t = 40)]
    warm_up: u32,

    /// Measure for this much CPU time
    #[arg(long, default_value_t = 15)]
    seconds: u32,

    #[command(flatten)]
    arguments: Arguments,
}

/// Programs with the patterns of their own classes, for Reenact and for JaCoCo.
const PROGRAMS: [(&str, &str, &str); 3] = [
    ("lucene", "org.apache.lucene.**", "org.apache.lucene.*"),
    ("tomcat", "org.apache.catalina.**:org.apache.coyote.**:org.apache.tomcat.**", "org.apache.*"),
    ("javac", "com.sun.tools.javac.**", "com.sun.tools.javac.*"),
];

const VARIANTS: [&str; 3] = ["plain", "reenact", "jacoco"];

fn main() -> ExitCode {
    let command = Command::parse();
    match Setting::open(&command.arguments).and_then(|setting| run(&setting, &command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(setting: &Setting, command: &Command) -> Result<()> {
    let sources = setting.path("sources");
    unpack(setting, &sources)?;
    println!("JDK {}, {} rounds, interleaved\n", setting.jdk.version.full, command.rounds);
    let mut table =
        Table::new(&["program", "plain, CPU ms a unit", "Reenact", "JaCoCo", "p99 Reenact", "p99 JaCoCo"]);
    let wanted = |name: &str| command.program.as_deref().is_none_or(|only| only == name);
    for (name, reenact, jacoco) in PROGRAMS.into_iter().filter(|(name, ..)| wanted(name)) {
        let mut cpu = [const { Vec::new() }; 3];
        let mut p99 = [const { Vec::new() }; 3];
        for round in 0..command.rounds {
            for (index, variant) in VARIANTS.into_iter().enumerate() {
                let recording = setting.path("recording");
                let _ = fs::remove_dir_all(&recording);
                let agent = match variant {
                    "reenact" => Some(setting.agent_option(&recording, &format!("include={reenact}"))),
                    "jacoco" => Some(jacoco_option(setting, jacoco)?),
                    _ => None,
                };
                let heap = ["-Xms1g", "-Xmx1g"].map(str::to_owned);
                let options: Vec<String> = heap.into_iter().chain(agent).collect();
                let arguments = [
                    name.to_owned(),
                    command.warm_up.to_string(),
                    command.seconds.to_string(),
                    sources.display().to_string(),
                ];
                let printed = output(setting.driver(&options, "Peers", &arguments))?;
                cpu[index].push(figure(&printed, "unit_cpu_ns")? / 1e6);
                p99[index].push(figure(&printed, "p99_ns")? / 1e3);
                eprintln!(
                    "{name} {round} {variant}: {:.2} ms",
                    cpu[index].last().copied().unwrap_or_default()
                );
            }
        }
        let [cpu, p99] = [cpu, p99].map(|all| all.map(Sample::from_iter));
        let latency = |index: usize| match name {
            "tomcat" => format!("{:.2}", p99[index].over(&p99[0])),
            _ => "-".to_owned(),
        };
        table.row([
            name.to_owned(),
            format!("{:.2}", cpu[0]),
            format!("{:.3}", cpu[1].over(&cpu[0])),
            format!("{:.3}", cpu[2].over(&cpu[0])),
            latency(1),
            latency(2),
        ]);
    }
    println!(
        "CPU time and 99th percentile of latency in times of plain; medians, smallest and largest\n\n{table}"
    );
    Ok(())
}

fn jacoco_option(setting: &Setting, include: &str) -> Result<String> {
    let (jar, file) = (setting.jar("org.jacoco.agent")?, setting.path("jacoco.exec"));
    Ok(format!("-javaagent:{}=destfile={},includes={include}", jar.display(), file.display()))
}

/// Unpacks the sources that javac compiles.
fn unpack(setting: &Setting, directory: &Path) -> Result<()> {
    fs::create_dir_all(directory)?;
    let mut command = std::process::Command::new(setting.jdk.home.join("bin/jar"));
    command.current_dir(directory).arg("xf").arg(setting.jar("commons-lang3")?);
    output(command).map(|_| ())
}
