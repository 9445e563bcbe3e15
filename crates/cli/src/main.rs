//! The `reenact` command: arguments in, reports out, exit codes.
//!
//! Data goes to standard output, progress and messages to standard error. Exit codes: 0 good,
//! 1 findings or failing tests, 2 usage or environment, 130 interrupted.

mod arguments;
mod progress;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use reenact_report::{Format, Report};
use reenact_verbs::classes::{self, Card, Subject};
use reenact_verbs::{demo, doctor};

use arguments::{Arguments, OutputFormat, Verb};
use progress::Shown;

/// Usage or environment is at fault.
const CANNOT: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let progress = Shown::new(arguments.quiet);
    let done = run(arguments.verb, &progress);
    progress.finish();
    match done {
        Ok(code) => code,
        // Whoever reads us has read enough: `reenact … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("reenact: {error:#}");
            ExitCode::from(CANNOT)
        }
    }
}

fn run(verb: Verb, progress: &Shown) -> Result<ExitCode> {
    match verb {
        Verb::Demo => {
            let demo = demo::run(progress)?;
            progress.finish();
            print(&demo_text(&demo))?;
        }
        Verb::Doctor { directory, format } => {
            let report = doctor::run(&directory);
            progress.finish();
            print(&report.render(format.into()))?;
            use reenact_verbs::Severity;
            if report.findings.iter().any(|finding| finding.severity == Severity::Error) {
                return Ok(ExitCode::from(CANNOT));
            }
        }
        Verb::Classes { targets, class_path, jdk, show, format } => {
            let subject = Subject::read(&classes::Options { targets, class_path, jdk }, progress)?;
            let text = match show {
                None => subject.summary(progress).render(format.into()),
                Some(name) => match subject.show(&name, progress)? {
                    Card::Class(class) => class.render(format.into()),
                    Card::Methods(methods) => methods.render(format.into()),
                },
            };
            progress.finish();
            print(&text)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn demo_text(demo: &demo::Demo) -> String {
    let mut out = format!(
        "Built the bundled shop, {} source files, with JDK {}. Its workload printed:\n\n",
        demo.source_files, demo.jdk
    );
    demo.output.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
    out.push_str("\nWhat the class model knows of it (reenact classes DIRECTORY):\n\n");
    out.push_str(&demo.program.text());
    out.push_str("\nOf one class (--show dev.reenact.shop.order.Order):\n\n");
    out.push_str(&demo.class.text());
    out.push_str("\nOf one method (--show dev.reenact.shop.payment.PaymentClient#charge):\n\n");
    out.push_str(&demo.methods.text());
    out
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl From<OutputFormat> for Format {
    fn from(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Text => Format::Text,
            OutputFormat::Json => Format::Json,
        }
    }
}
