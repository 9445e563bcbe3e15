//! The mutation score of delivered tests: `./run bench mutants TESTS=CLASSPATH …`.
//!
//! Pitest changes the classes that have tests, mutant by mutant, and runs every test that reaches the change. A test adds
//! something if the others do not kill all that it kills. Of two directories with the same class path, one of them written with
//! `--all-tests`, the same classes are changed, which shows what choosing tests costs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::delivered::Delivered;
use reenact_bench::mutants::Mutants;
use reenact_bench::table::{Table, grouped};
use reenact_build::maven::{Coordinates, artifacts};
use reenact_jvm::driver::Driver;
use reenact_jvm::{Java, Jdk};

/// Measure the mutation score of delivered tests with Pitest
#[derive(Parser)]
#[command(name = "mutants")]
struct Command {
    /// Directories of test sources, each with the class path of its program
    #[arg(value_name = "TESTS=CLASSPATH", required = true)]
    programs: Vec<String>,

    /// Threads of Pitest
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Directory of the JDK [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
}

/// Pitest and the part of it that knows Jupiter.
const PITEST: &str = "1.20.3";
const PITEST_JUPITER: &str = "1.2.3";

/// The suffix of test classes.
const SUFFIX: &str = "RecordedTest";

const ROWS: [&str; 9] = [
    "tests",
    "classes changed",
    "mutants",
    "in code that tests run",
    "killed",
    "score (killed of all)",
    "killed of those in code that tests run",
    "tests that kill what all kill",
    "tests that add nothing",
];

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let jdk = match &command.jdk {
        Some(home) => Jdk::at(home)?,
        None => Jdk::find(17)?,
    };
    let programs: Vec<Delivered> =
        command.programs.iter().map(|program| Delivered::parse(&jdk, program)).collect::<Result<_>>()?;
    let mut columns = Vec::new();
    for tests in &programs {
        let same = programs.iter().filter(|other| other.class_path == tests.class_path);
        let names = same.flat_map(|other| &other.names).filter_map(|name| name.strip_suffix(SUFFIX));
        let targets: BTreeSet<&str> = names.collect();
        columns.push((tests.name.clone(), figures(&jdk, tests, &targets, command.threads)?));
    }
    let header: Vec<&str> = [""].into_iter().chain(columns.iter().map(|(name, _)| name.as_str())).collect();
    let mut table = Table::new(&header);
    for (at, row) in ROWS.iter().enumerate() {
        table.row([row.to_string()].into_iter().chain(columns.iter().map(|(_, cells)| cells[at].clone())));
    }
    println!("JDK {}, Pitest {PITEST}\n\n{table}", jdk.version.full);
    Ok(())
}

/// Returns the cells of a program, in the order of [`ROWS`].
fn figures(
    jdk: &Jdk,
    tests: &Delivered,
    targets: &BTreeSet<&str>,
    threads: usize,
) -> Result<[String; ROWS.len()]> {
    let mut driver = Driver::start(tests.driver_options(jdk))?;
    let count = tests.discover(&mut driver)?.len();
    driver.quit()?;
    eprintln!("{}: {count} tests, {} classes", tests.name, targets.len());
    let mutants = Mutants::parse(&pitest(jdk, tests, targets, threads)?);
    let number = |number: usize| grouped(number as u64);
    let share = |part: usize, of: usize| format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64);
    let enough = mutants.enough();
    let idle = count.saturating_sub(enough);
    eprintln!("{}: {} tests kill a mutant that no other kills", tests.name, mutants.with_own_kill());
    Ok([
        number(count),
        number(targets.len()),
        number(mutants.all),
        number(mutants.covered),
        number(mutants.detected),
        share(mutants.detected, mutants.all),
        share(mutants.detected, mutants.covered),
        number(enough),
        format!("{} ({})", number(idle), share(idle, count)),
    ])
}

/// Runs Pitest, and returns its report.
fn pitest(jdk: &Jdk, tests: &Delivered, targets: &BTreeSet<&str>, threads: usize) -> Result<String> {
    let tools = artifacts(&[
        Coordinates::new("org.pitest", "pitest-command-line", PITEST),
        Coordinates::new("org.pitest", "pitest-junit5-plugin", PITEST_JUPITER),
    ])?;
    // JUnit is that of the program: two versions of its platform do not work together.
    let tools = tools.into_iter().filter(|jar| !jar.to_string_lossy().contains("/org/junit/"));
    let reports = tests.scratch().join("pitest");
    let changed: Vec<String> =
        targets.iter().flat_map(|name| [name.to_string(), format!("{name}$*")]).collect();
    // Otherwise classes in jars are not changed.
    let code: Vec<String> = tests.class_path.iter().map(|path| path.display().to_string()).collect();
    let java = Java::main_class(jdk, "org.pitest.mutationtest.commandline.MutationCoverageReport")
        .class_path([tests.classes.clone()])
        .class_path(tests.class_path.iter())
        .class_path(tools)
        .arg(format!("--reportDir={}", reports.display()))
        .arg(format!("--sourceDirs={}", tests.scratch().display()))
        .arg(format!("--targetClasses={}", changed.join(",")))
        .arg(format!("--targetTests={}", tests.names.join(",")))
        .arg(format!("--mutableCodePaths={}", code.join(",")))
        .arg(format!("--threads={threads}"))
        .arg("--fullMutationMatrix=true")
        .arg("--timestampedReports=false")
        .arg("--outputFormats=XML")
        .arg("--verbosity=NO_SPINNER");
    // Tests that read the environment of a desktop are not changed by it.
    let command = java.vm_option("-Djava.awt.headless=true").command().current_dir(tests.scratch());
    let finished = command.run(Duration::from_secs(3 * 3600))?;
    let report = reports.join("mutations.xml");
    match std::fs::read_to_string(&report) {
        Ok(text) if finished.status.success() => Ok(text),
        _ => {
            let output = finished.stdout.text() + &finished.stderr.text();
            let last: Vec<&str> = output.lines().rev().take(40).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            Err(format!("{}: Pitest failed:\n{}", tests.name, last.join("\n")).into())
        }
    }
}
