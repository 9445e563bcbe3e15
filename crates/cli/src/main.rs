//! The `reenact` command: arguments in, reports out, exit codes.
//!
//! Data goes to standard output, progress and messages to standard error. Exit codes: 0 good,
//! 1 findings or failing tests, 2 usage or environment, 130 interrupted; `record` ends with the exit code
//! of what it ran.

mod arguments;
mod progress;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use reenact_report::{Format, Page, Report};
use reenact_verbs::classes::{self, Card, Subject};
use reenact_verbs::config::Config;
use reenact_verbs::inspect::Recording;
use reenact_verbs::{Progress, analyze, demo, doctor, generate, record};

use arguments::analyze::{Analyze, AnalyzeFormat};
use arguments::inspect::{Inspect, InspectFormat};
use arguments::record::Record;
use arguments::{Arguments, OutputFormat, Verb};
use progress::Shown;

/// There is something to look at.
const FINDINGS: u8 = 1;

/// Usage or environment is at fault.
const CANNOT: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let progress = Shown::new(arguments.quiet);
    let done = run(arguments, &progress);
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

fn run(arguments: Arguments, progress: &Shown) -> Result<ExitCode> {
    let settings = arguments.config.as_deref();
    let config = match &arguments.verb {
        // Broken settings are among what it tells of, so it looks for itself.
        Verb::Doctor { .. } => Config::default(),
        _ => Config::find(settings, Path::new("."))?,
    };
    let config = &config;
    match arguments.verb {
        Verb::Demo { out } => {
            let demo = demo::run(out.as_deref(), progress)?;
            progress.finish();
            print(&demo_text(&demo))?;
        }
        Verb::Doctor { directory, format } => {
            let report = doctor::run(&directory, settings);
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
        Verb::Analyze(arguments) => return analyze(&arguments, config, progress),
        Verb::Record(arguments) => return record(&arguments, config, progress),
        Verb::Inspect(arguments) => {
            let text = inspect(&arguments, progress)?;
            progress.finish();
            print(&text)?;
        }
        Verb::Generate(arguments) => {
            let report = generate::run(&arguments.options(config), progress)?;
            progress.finish();
            print(&report.render(arguments.format.into()))?;
            let kept = report.factories.as_ref().map_or(report.tests.kept, |factories| factories.kept);
            if kept == 0 {
                return Ok(ExitCode::from(FINDINGS));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Points are no fault: only those that a baseline does not have end with a code of their own.
fn analyze(arguments: &Analyze, config: &Config, progress: &Shown) -> Result<ExitCode> {
    let options = arguments.options(config);
    let older = arguments.older().map(|path| analyze::older(path, &options, progress)).transpose()?;
    let analyzed = analyze::run(&options, progress)?;
    if let Some(name) = &arguments.explain {
        let explanation = analyzed.explain(name)?;
        progress.finish();
        print(&explanation.render(match arguments.format {
            AnalyzeFormat::Json => Format::Json,
            _ => Format::Text,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut report = analyzed.report();
    if let (Some(path), Some(older)) = (arguments.older(), older) {
        report.compare(&path.display().to_string(), &older);
    }
    progress.finish();
    print(&match arguments.format {
        AnalyzeFormat::Text => report.render(Format::Text),
        AnalyzeFormat::Json => report.render(Format::Json),
        AnalyzeFormat::Html => report.html(),
        AnalyzeFormat::Sarif => reenact_report::analysis::sarif(&report),
    })?;
    let is_new = report.difference.is_some_and(|difference| !difference.added.is_empty());
    Ok(if arguments.baseline.is_some() && is_new { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
}

/// The exit code is the subject's own, if there is one. Standard output is the subject's.
fn record(arguments: &Record, config: &Config, progress: &Shown) -> Result<ExitCode> {
    let mut options = arguments.options();
    config.redaction.apply(&mut options.agent);
    // A subject has the terminal for itself.
    progress.finish();
    if arguments.print {
        print(&format!("{}\n", record::agent_argument(&options)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.print_plan {
        print(&record::show_plan(&options, &arguments.command, progress)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(pid) = arguments.detach {
        record::detach(pid, progress)?;
        progress.note(&format!("the recording in process {pid} has ended"));
        return Ok(ExitCode::SUCCESS);
    }
    let recorded = match arguments.attach {
        Some(pid) => record::attach(&options, pid, arguments.time, progress)?,
        None => record::launch(&options, &arguments.command, progress)?,
    };
    progress.note(recorded.text().trim_end());
    if let Some(path) = &arguments.summary {
        let written = std::fs::write(path, recorded.render(Format::Json));
        written.with_context(|| format!("cannot write the summary to {}", path.display()))?;
    }
    // Exit codes of processes have eight bits.
    Ok(recorded.exit_code.map_or(ExitCode::SUCCESS, |code| ExitCode::from(code as u8)))
}

fn inspect(arguments: &Inspect, progress: &Shown) -> Result<String> {
    fn render(report: &impl Page, format: InspectFormat) -> String {
        match format {
            InspectFormat::Text => report.render(Format::Text),
            InspectFormat::Json => report.render(Format::Json),
            InspectFormat::Html => report.html(),
        }
    }
    let recording = Recording::read(&arguments.recording, progress)?;
    let mut inspection = recording.open(progress)?;
    Ok(match arguments.show {
        Some(id) => render(&inspection.show(id, arguments.detail())?, arguments.format),
        None if arguments.invocations => {
            render(&inspection.invocations(&arguments.options(), progress)?, arguments.format)
        }
        None => render(&inspection.summary(&arguments.options(), progress)?, arguments.format),
    })
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
    out.push_str(
        "\nThen the workload ran again with the agent, and printed the same. What was recorded\n\
         (reenact record --include 'dev.reenact.shop.**' --trace auto --out RECORDING -- java …; reenact inspect RECORDING):\n\n",
    );
    out.push_str(&demo.recording.text());
    let id = demo.invocation.id;
    out.push_str(&format!("\nOne of these calls (reenact inspect RECORDING --show {id}):\n\n"));
    out.push_str(&demo.invocation.text());
    out.push_str("\nAnd tests of these calls (reenact generate RECORDING --out DIR):\n\n");
    out.push_str(&demo.tests.text());
    out.push_str("\nOne of the test classes:\n\n");
    demo.test_class.lines().for_each(|line| match line {
        "" => out.push('\n'),
        line => out.push_str(&format!("    {line}\n")),
    });
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
