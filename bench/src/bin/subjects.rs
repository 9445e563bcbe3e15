//! Third-party programs under the agent: `./run bench subjects`.
//!
//! Each runs without the agent twice (it must do the same both times), then with everything in its own
//! packages recorded, then with the defaults. What it puts out must stay the same, to the byte. The table
//! says what the recordings hold. Exit codes: 0 all the same, 1 something differs, 2 it could not be run.

use std::process::ExitCode;

use clap::Parser;
use reenact_bench::environment::{Arguments, Environment, Recording};
use reenact_bench::outputs::{is_complaint, new_lines};
use reenact_bench::programs::subjects::{Run, Subject};
use reenact_bench::recorded::Figures;
use reenact_bench::table::{Table, grouped};
use reenact_bench::{Result, programs};

/// Run third-party programs with and without the agent
#[derive(Parser)]
#[command(name = "subjects")]
struct Command {
    /// Only this program: pdfbox-render, pdfbox-text, h2 or petclinic
    #[arg(long, value_name = "NAME")]
    only: Option<String>,

    #[command(flatten)]
    arguments: Arguments,
}

/// The part of a program's own packages that is recorded.
const VARIANTS: [(&str, &str); 2] = [("all=true", ",all=true"), ("defaults", "")];

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("subjects: {wrong} things are not as without the agent");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("subjects: {error}");
            ExitCode::from(2)
        }
    }
}

/// How many things went wrong.
fn run(command: &Command) -> Result<usize> {
    let environment = Environment::open(&command.arguments)?;
    let mut subjects = programs::subjects::all(&environment)?;
    subjects.retain(|subject| command.only.as_deref().is_none_or(|only| only == subject.name));
    if subjects.is_empty() {
        return Err("there is no such program; see --help".into());
    }
    let mut table = Table::new(&[
        "program",
        "recorded",
        "outputs",
        "time",
        "invocations",
        "methods",
        "objects",
        "opaque",
        "truncated",
        "torn",
        "masked",
        "duplicates",
        "overload",
        "failed",
        "MB",
        "bytes an object",
        "end",
    ]);
    let mut wrong = 0;
    for subject in &subjects {
        wrong += try_out(&environment, subject, &mut table)?;
    }
    println!("JDK {}\n\n{table}", environment.jdk.version.full);
    Ok(wrong)
}

fn try_out(environment: &Environment, subject: &Subject, table: &mut Table) -> Result<usize> {
    eprintln!("{}: without the agent", subject.name);
    let plain = (subject.run)(environment, None)?;
    eprintln!("{}: without the agent, again", subject.name);
    let again = (subject.run)(environment, None)?;
    let differences = again.outputs.differences(&plain.outputs);
    if !differences.is_empty() {
        let name = subject.name;
        return Err(format!(
            "{name} is not the same twice, even without the agent: {}",
            differences.join("; ")
        )
        .into());
    }
    let mut wrong = 0;
    for (variant, more) in VARIANTS {
        eprintln!("{}: {variant}", subject.name);
        let options = format!("include={}{more}", subject.include);
        match record(environment, subject, &options, &plain) {
            Ok(recorded) => {
                // The quicker of the plain runs, as the first one also filled caches.
                let time = recorded.seconds / plain.elapsed.min(again.elapsed).as_secs_f64();
                wrong += recorded.wrong;
                table.row(row(subject.name, variant, recorded, time));
            }
            // The others can still be tried.
            Err(error) => {
                eprintln!("  failed: {error}");
                wrong += 1;
                table.row([subject.name, variant, "FAILED"]);
            }
        }
    }
    Ok(wrong)
}

/// A recorded run.
struct Recorded {
    /// How its outputs compare.
    outputs: String,
    /// How many things are not as they should be.
    wrong: usize,
    seconds: f64,
    figures: Option<Figures>,
}

fn record(environment: &Environment, subject: &Subject, options: &str, plain: &Run) -> Result<Recorded> {
    let name = format!("{}-recording", subject.name);
    let run = (subject.run)(environment, Some(Recording { options, name: &name }))?;
    let figures = environment.figures(&name, Figures::read)?;
    let differences = run.outputs.differences(&plain.outputs);
    for difference in &differences {
        eprintln!("  differs: {difference}");
    }
    let complaints = complain(&run, plain);
    let faults = figures.as_ref().map_or(0, |figures| figures.faults.len());
    let outputs = match differences.len() + complaints {
        0 => format!("{} same", run.outputs.len()),
        _ => format!("{} DIFFER, {complaints} complaints", differences.len()),
    };
    let wrong = differences.len() + complaints + faults;
    Ok(Recorded { outputs, wrong, seconds: run.elapsed.as_secs_f64(), figures })
}

/// Shows what is new in the log, and counts the lines that report a failure.
fn complain(run: &Run, plain: &Run) -> usize {
    let new = new_lines(&run.log, &plain.log);
    for line in new.iter().take(20) {
        eprintln!("  log: {line}");
    }
    new.iter().filter(|line| is_complaint(line)).count()
}

fn row(name: &str, variant: &str, recorded: Recorded, time: f64) -> Vec<String> {
    let mut cells = vec![name.to_owned(), variant.to_owned(), recorded.outputs, format!("{time:.2}")];
    let Some(figures) = recorded.figures else { return cells };
    let counts = [
        figures.invocations,
        figures.methods,
        figures.objects,
        figures.opaque,
        figures.truncated,
        figures.torn,
        figures.masked,
        figures.duplicates,
        figures.overload,
        figures.failed,
    ];
    cells.extend(counts.map(grouped));
    cells.push(format!("{:.1}", figures.bytes as f64 / 1e6));
    cells.push(format!("{:.1}", figures.bytes_per_object()));
    cells.push(figures.end);
    cells
}
