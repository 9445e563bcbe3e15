//! The `reenact` command: arguments, reports, exit codes.
//!
//! Data goes to standard output, progress and messages to standard error. Exit codes: 0 success,
//! 1 findings or failing tests, 2 usage or environment, 130 interrupted; `record` ends with the exit code
//! of the command that it ran.

mod arguments;
mod output;
mod progress;
#[cfg(test)]
mod reference;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{CommandFactory, FromArgMatches};
use reenact_report::generated::File;
use reenact_report::{Context, Format, Report};
use reenact_verbs::classes::{self, Card, ProgramModel};
use reenact_verbs::config::Config;
use reenact_verbs::inspect::Recording;
use reenact_verbs::{Progress, Severity, analyze, demo, doctor, explore, generate, order, record, serial};

use arguments::analyze::Analyze;
use arguments::explore::Explore;
use arguments::inspect::Inspect;
use arguments::order::{Action, Order};
use arguments::record::Record;
use arguments::serial::{self as serial_arguments, Serial};
use arguments::{Arguments, Verb};
use output::Printer;
use progress::Shown;

/// The exit code of a run with findings.
const FINDINGS: u8 = 1;

/// The exit code of a run that usage or environment prevented.
const CANNOT: u8 = 2;

fn main() -> ExitCode {
    // Help has colours too, so the choice must be known before arguments are parsed.
    let color = output::color_argument(std::env::args_os());
    let matches = Arguments::command().color(color).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let progress = Shown::new(arguments.quiet, arguments.verbose);
    let done = run(arguments, &progress);
    progress.finish();
    match done {
        Ok(code) => code,
        // The reader has read enough: `reenact … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::say(&format!("{} {}", output::error_label(color), message(&error)));
            ExitCode::from(CANNOT)
        }
    }
}

/// The error and its causes, each once: many errors name their cause themselves.
fn message(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |message, cause| match &*message {
        "" => cause,
        said if said.contains(&cause) => message,
        said => format!("{said}: {cause}"),
    })
}

fn run(arguments: Arguments, progress: &Shown) -> Result<ExitCode> {
    let settings = arguments.config.as_deref();
    let config = match &arguments.verb {
        // Broken settings are among its findings, so it reads them itself.
        Verb::Doctor { .. } | Verb::Completions { .. } | Verb::Man { .. } => Config::default(),
        _ => Config::find(settings, Path::new("."))?,
    };
    let config = &config;
    let printer = Printer::new(&arguments, config);
    match arguments.verb {
        Verb::Demo { out } => {
            let demo = demo::run(out.as_deref(), progress)?;
            progress.finish();
            print(&demo_text(&demo))?;
        }
        Verb::Doctor { directory, output } => {
            let report = doctor::run(&directory, settings);
            printer.print("doctor", &report, &output, progress)?;
            if report.findings.iter().any(|finding| finding.severity == Severity::Error) {
                return Ok(ExitCode::from(CANNOT));
            }
        }
        Verb::Classes { targets, class_path, jdk, show, output } => {
            let subject = ProgramModel::read(&classes::Options { targets, class_path, jdk }, progress)?;
            match show {
                None => printer.print("classes", &subject.summary(progress), &output, progress)?,
                Some(name) => match subject.show(&name, progress)? {
                    Card::Class(class) => printer.print("classes", &*class, &output, progress)?,
                    Card::Methods(methods) => printer.print("classes", &methods, &output, progress)?,
                },
            }
        }
        Verb::Analyze(arguments) => return analyze(&arguments, config, &printer, progress),
        Verb::Record(arguments) => return record(&arguments, config, &printer, progress),
        Verb::Inspect(arguments) => inspect(&arguments, &printer, progress)?,
        Verb::Generate(arguments) => {
            let report = generate::run(&arguments.options(config), progress)?;
            printer.print("generate", &report, &arguments.output, progress)?;
            let kept = report.factories.as_ref().map_or(report.tests.kept, |factories| factories.kept);
            // Tests that are in no file, or that the project's build rejects, are as good as none.
            let is_edited = |file: &File| file.state == "edited";
            let are_all_edited = !report.files.is_empty() && report.files.iter().all(is_edited);
            let is_rejected = report.own_build.as_ref().is_some_and(|build| !build.passed);
            if kept == 0 || are_all_edited || is_rejected {
                return Ok(ExitCode::from(FINDINGS));
            }
        }
        Verb::Explore(arguments) => return explore(&arguments, &printer, progress),
        Verb::Order(arguments) => return order(&arguments, &printer, progress),
        Verb::Serial(arguments) => return serial(&arguments, &printer, progress),
        Verb::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "reenact", &mut script);
            print(&String::from_utf8(script)?)?;
        }
        Verb::Man { out } => {
            std::fs::create_dir_all(&out)
                .and_then(|()| clap_mangen::generate_to(Arguments::command(), &out))
                .with_context(|| format!("cannot write manual pages to {}", out.display()))?;
            progress.note(&format!("wrote manual pages to {}", out.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Points are not faults: only points that a baseline does not have give exit code 1.
fn analyze(arguments: &Analyze, config: &Config, printer: &Printer, progress: &Shown) -> Result<ExitCode> {
    let options = arguments.options(config);
    let older = arguments.older().map(|path| analyze::older(path, &options, progress)).transpose()?;
    let analyzed = analyze::run(&options, progress)?;
    if let Some(name) = &arguments.explain {
        printer.print("analyze", &analyzed.explain(name)?, &arguments.output, progress)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut report = analyzed.report();
    if let (Some(path), Some(older)) = (arguments.older(), older) {
        report.compare(&path.display().to_string(), &older);
    }
    printer.print("analyze", &report, &arguments.output, progress)?;
    let is_new = report.difference.is_some_and(|difference| !difference.added.is_empty());
    Ok(if arguments.baseline.is_some() && is_new { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
}

/// The exit code is the subject's own, if there is one. Standard output is the subject's.
fn record(arguments: &Record, config: &Config, printer: &Printer, progress: &Shown) -> Result<ExitCode> {
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
    progress.note(recorded.text_in(printer.message_style()).trim_end());
    printer.store("record", &recorded, progress);
    if let Some(path) = &arguments.summary {
        let written = std::fs::write(path, recorded.render(Format::Json, &Context::default()));
        written.with_context(|| format!("cannot write the summary to {}", path.display()))?;
    }
    match recorded.exit_code {
        // The command succeeded, or the JVM was attached to, and there is nothing to work with.
        Some(0) | None if record::is_empty(&recorded) => Ok(ExitCode::from(FINDINGS)),
        // Exit codes of processes have eight bits.
        code => Ok(code.map_or(ExitCode::SUCCESS, |code| ExitCode::from(code as u8))),
    }
}

fn inspect(arguments: &Inspect, printer: &Printer, progress: &Shown) -> Result<()> {
    let recording = Recording::read_all(&arguments.recordings, progress)?;
    let mut inspection = recording.open(progress)?;
    let output = &arguments.output;
    match arguments.show {
        Some(id) => printer.print("inspect", &inspection.show(id, arguments.detail())?, output, progress),
        None if arguments.invocations => {
            let list = inspection.invocations(&arguments.options(), progress)?;
            printer.print("inspect", &list, output, progress)
        }
        None => {
            let summary = inspection.summary(&arguments.options(), progress)?;
            printer.print("inspect", &summary, output, progress)
        }
    }
}

/// A survey counts, and has no findings of its own. An exploration without a test gives exit code 1.
fn explore(arguments: &Explore, printer: &Printer, progress: &Shown) -> Result<ExitCode> {
    if arguments.survey {
        let report = explore::survey::run(&arguments.program(), progress)?;
        printer.print("explore-survey", &report, &arguments.output, progress)?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = explore::run(&arguments.options(), progress)?;
    printer.print("explore", &report, &arguments.output, progress)?;
    Ok(if report.tests() == 0 { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
}

/// Order-dependent tests, and tests that fail in an order that was asked for, give exit code 1.
fn order(arguments: &Order, printer: &Printer, progress: &Shown) -> Result<ExitCode> {
    let is_clean = match &arguments.action {
        Action::Detect(detect) => {
            let report = order::detect::run(&detect.options(), progress)?;
            if let Some(path) = &detect.log {
                std::fs::write(path, report.log())
                    .with_context(|| format!("cannot write the orders to {}", path.display()))?;
            }
            printer.print("order-detect", &report, &detect.output, progress)?;
            report.tests.is_empty() && report.unconfirmed.is_empty()
        }
        Action::Explain(explain) => {
            let report = order::explain::run(&explain.options(), &explain.asked(), progress)?;
            printer.print("order-explain", &report, &explain.output, progress)?;
            report.tests.is_empty()
        }
        Action::Fix(fix) => {
            let report = order::fix::run(&fix.options(), &fix.fix(), progress)?;
            printer.print("order-fix", &report, &fix.output, progress)?;
            report.tests.iter().all(|test| test.is_repaired())
        }
        Action::Run(run) => {
            let report = order::run::run(&run.suite.options(), &run.order, progress)?;
            printer.print("order-run", &report, &run.output, progress)?;
            !report.tests.iter().any(|test| test.is_failure())
        }
    };
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

/// A class without a form, and faults of a program's serialization, give exit code 1.
fn serial(arguments: &Serial, printer: &Printer, progress: &Shown) -> Result<ExitCode> {
    let is_clean = match &arguments.action {
        serial_arguments::Action::Describe(describe) => {
            let report = serial::describe(&describe.options(), &describe.class, progress)?;
            printer.print("serial-describe", &report, &describe.output, progress)?;
            report.refusal.is_none() && report.findings.is_empty()
        }
        serial_arguments::Action::Check(check) => {
            let report = serial::check(&check.options(), progress)?;
            printer.print("serial-check", &report, &check.output, progress)?;
            !report.has_faults()
        }
        serial_arguments::Action::Suggest(suggest) => {
            let report = serial::suggest(&suggest.options(), &suggest.class, progress)?;
            printer.print("serial-suggest", &report, &suggest.output, progress)?;
            true
        }
        serial_arguments::Action::Export(export) => {
            let (report, document) = serial::export(&export.options(), progress)?;
            match document.filter(|_| export.out.is_none()) {
                // The document is the data; what is worth knowing about it goes to standard error.
                Some(document) => {
                    let notes = report.objects.iter().flat_map(|object| object.notes());
                    notes.for_each(|note| progress.note(&note));
                    progress.finish();
                    print_bytes(&document)?;
                }
                None => printer.print("serial-export", &report, &export.output, progress)?,
            }
            !report.objects.is_empty()
        }
        serial_arguments::Action::Import(import) => {
            let document = serial::import(&import.options(), progress)?;
            progress.finish();
            print_bytes(&document)?;
            true
        }
    };
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
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
         (reenact record --include 'dev.reenact.shop.**' --history auto --out RECORDING -- java …; reenact inspect RECORDING):\n\n",
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
    out.push_str(&data_text(&demo.data));
    let suite = &demo.suite;
    out.push_str("\nA second program has tests that depend on their order (reenact order detect .):\n\n");
    out.push_str(&suite.found.text());
    out.push_str("\nThe state that they depend on (reenact order explain .):\n\n");
    out.push_str(&suite.explained.text());
    out.push_str("\nAnd their repair (reenact order fix . --write):\n\n");
    out.push_str(&suite.fixed.text());
    let failing = suite.afterwards.tests.len() + suite.afterwards.always_failing.len();
    out.push_str(&format!(
        "\nThen the repaired tests ran in {} different orders (reenact order detect . --random {} --no-systematic --no-state).\n{}.\n",
        suite.afterwards.counts.orders,
        demo::ORDERS,
        match failing {
            0 => "All passed in each".to_owned(),
            failing => format!("{failing} of them failed in some"),
        }
    ));
    out
}

/// One recorded object in every encoding, and the document that is refused.
fn data_text(data: &serial::InAllEncodings) -> String {
    let mut out = format!(
        "\nA recorded object as data (reenact serial export RECORDING --as json|xml|cbor|java --class {}):\n",
        demo::EXPORTED
    );
    for (encoding, document) in &data.documents {
        out.push_str(&format!("\n  {encoding}, {} bytes\n\n", document.len()));
        let text = match std::str::from_utf8(document) {
            Ok(text) if *encoding != serial::Encoding::Cbor => text.to_owned(),
            _ => document.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        };
        for line in text.lines() {
            for part in line.as_bytes().chunks(100) {
                out.push_str(&format!("    {}\n", String::from_utf8_lossy(part)));
            }
        }
    }
    out.push_str("\nEach was read back and gave the same data (reenact serial import FILE DIRECTORY). A hostile document:\n\n");
    out.push_str(&format!("    {}\n\n", demo::HOSTILE));
    match &data.refusal {
        Some(reason) => out.push_str(&format!("It is refused: {reason}.\n")),
        None => out.push_str("It was accepted.\n"),
    }
    out
}

fn print(text: &str) -> io::Result<()> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
