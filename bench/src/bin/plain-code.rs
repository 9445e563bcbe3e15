//! Tests generated from recordings of third-party programs: `./run bench plain-code`.
//!
//! Each program is run three times: as it is, recorded with the agent's defaults but for methods of one statement, and
//! recorded so with the histories of its objects. The last recording becomes verified tests. Rates count everything
//! that was attempted, before anything is dropped. PRODJ's published figures stand beside.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::environment::{Arguments, Environment, Recording};
use reenact_bench::plain_code::data_lines;
use reenact_bench::plain_code::figures::{Figures, PRODJ, ROWS};
use reenact_bench::plain_code::programs::{self, Program};
use reenact_bench::plain_code::reasons;
use reenact_bench::plain_code::steps::Steps;
use reenact_bench::table::Table;
use reenact_report::generated::Generated;
use reenact_verbs::generate;

/// Generate tests of third-party programs
#[derive(Parser)]
#[command(name = "plain-code")]
struct Command {
    /// Only these programs, such as guava or "pdfbox 3"
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,

    /// Tests of one method
    #[arg(long, value_name = "N", default_value_t = 10)]
    per_method: usize,

    /// Write tests that add nothing, too
    #[arg(long)]
    all_tests: bool,

    /// Keep the tests in this directory
    #[arg(long, value_name = "DIRECTORY")]
    tests: Option<PathBuf>,

    /// The exploded web application of mybatis/jpetstore-6
    #[arg(long, value_name = "DIRECTORY")]
    jpetstore: Option<PathBuf>,

    #[command(flatten)]
    arguments: Arguments,
}

const AIMS: &str = "\
Aims: 95 % passing, 80 % of cases kept, 90 % noticing, 99 % of captured objects exact or sufficient, 1 ms to write a
test. Lines with JSON and XML are those that the same tests would have with receivers and arguments as data in them. PRODJ
counts constants among histories; its lines are the means of the two tests a program that its authors showed to people; it
says of CPU time that rewriting classes took 8 % of PDFBox's run time and 72 % of BroadLeaf's.";

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plain-code: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let environment = Environment::open(&command.arguments)?;
    let wants = |name: &str| command.only.is_empty() || command.only.iter().any(|only| only == name);
    let mut figures: Vec<(&str, Figures)> = Vec::new();
    let mut failures = Vec::new();
    let programs = programs::all(&environment, command.jpetstore.as_deref(), &wants)?;
    if let Some(unknown) =
        command.only.iter().find(|only| programs.iter().all(|program| program.name != **only))
    {
        return Err(format!("no program `{unknown}`; see bench/src/plain_code/programs.rs").into());
    }
    for program in programs {
        match measure(&environment, command, &program) {
            Ok(measured) => figures.push((program.name, measured)),
            // One program that cannot be run must not cost the figures of the others.
            Err(error) => failures.push(format!("{}: {error}", program.name)),
        }
    }
    println!("{}\n{AIMS}\n", columns(&figures));
    let reports: Vec<(&str, &Generated)> =
        figures.iter().map(|(name, figures)| (*name, &figures.report)).collect();
    println!("{}", reasons::table(&reports));
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n").into()),
    }
}

/// A column a program, with those of PRODJ beside.
fn columns(figures: &[(&str, Figures)]) -> Table {
    let mut header = vec![""];
    header.extend(figures.iter().map(|(name, _)| *name));
    header.extend(PRODJ.iter().map(|(name, _)| *name));
    let cells: Vec<[String; ROWS.len()]> = figures.iter().map(|(_, figures)| figures.cells()).collect();
    let mut table = Table::new(&header);
    for (at, row) in ROWS.iter().enumerate() {
        let ours = cells.iter().map(|cells| cells[at].clone());
        let theirs = PRODJ.iter().map(|(_, cells)| cells[at].to_owned());
        table.row([row.to_string()].into_iter().chain(ours).chain(theirs));
    }
    table
}

fn measure(environment: &Environment, command: &Command, program: &Program) -> Result<Figures> {
    let Program { name, include, .. } = *program;
    let place = name.replace(' ', "-");
    eprintln!("{name}: running as it is");
    let plain = (program.run)(environment, None)?;
    let options = format!("include={include},min-statements=1");
    eprintln!("{name}: recording");
    let recorded = (program.run)(environment, Some(Recording { options: &options, name: &place }))?;
    eprintln!("{name}: recording with histories");
    let with_histories = format!("{options},history={include}");
    let with_histories =
        (program.run)(environment, Some(Recording { options: &with_histories, name: &place }))?;
    eprintln!("{name}: generating");
    let started = Instant::now();
    let report = tests(environment, command, program, &place)?;
    let elapsed = started.elapsed();
    for missing in report.not_delivered.iter().take(12) {
        eprintln!("{name}: {} {} ({})", missing.cases, missing.reason, missing.example);
    }
    eprintln!("{name}: {} of {} cases kept in {elapsed:.0?}", report.tests.kept, report.invocations.cases);
    let data_lines = data_lines::of_kept_tests(&report, &environment.path(&place))?;
    environment.discard(&place);
    Ok(Figures { report, data_lines, elapsed, cpu: [plain, recorded, with_histories] })
}

fn tests(environment: &Environment, command: &Command, program: &Program, place: &str) -> Result<Generated> {
    let out = command.tests.as_ref().map_or_else(|| environment.path("tests"), PathBuf::clone).join(place);
    let entries: Vec<String> =
        program.class_path.iter().map(|path: &PathBuf| path.display().to_string()).collect();
    let options = generate::Options {
        class_path: Some(entries.join(":")),
        jdk: Some(Path::to_owned(&environment.jdk.home)),
        per_method: command.per_method,
        all_tests: command.all_tests,
        update: true,
        ..generate::Options::new(environment.path(place), out)
    };
    let steps = Steps::start();
    let report = generate::run(&options, &steps);
    eprintln!("{}: steps of generate\n{}", program.name, steps.table());
    Ok(report?)
}
