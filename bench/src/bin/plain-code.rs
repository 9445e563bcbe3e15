//! Tests made of recordings of programs that nobody here wrote: `./run bench plain-code`.
//!
//! Each program is recorded once, with the agent's defaults but for methods of one statement, and its recording
//! becomes verified tests. Rates count everything that was attempted, before anything is dropped. PRODJ's published
//! figures stand below.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use reenact_bench::table::{Table, grouped};
use reenact_bench::workshop::{Arguments, Recording, Workshop, jar};
use reenact_bench::{Result, programs};
use reenact_jvm::Java;
use reenact_report::generated::Generated;
use reenact_verbs::generate;

/// Tests of programs that nobody here wrote
#[derive(Parser)]
#[command(name = "plain-code")]
struct Command {
    /// Only this program, such as pdfbox or guava
    #[arg(long, value_name = "NAME")]
    only: Option<String>,

    /// Tests of one method
    #[arg(long, value_name = "N", default_value_t = 10)]
    per_method: usize,

    /// Keep the tests in this directory
    #[arg(long, value_name = "DIRECTORY")]
    tests: Option<PathBuf>,

    #[command(flatten)]
    arguments: Arguments,
}

/// A library, the driver in `bench/subjects/libraries` that works with it, and what it needs.
struct Library {
    name: &'static str,
    include: &'static str,
    driver: &'static str,
    jars: &'static [&'static str],
}

const LIBRARIES: &[Library] = &[
    Library {
        name: "commons-lang3",
        include: "org.apache.commons.lang3.**",
        driver: "LangWork",
        jars: &["commons-lang3"],
    },
    Library {
        name: "commons-text",
        include: "org.apache.commons.text.**",
        driver: "TextWork",
        jars: &["commons-text", "commons-lang3"],
    },
    Library {
        name: "commons-math3",
        include: "org.apache.commons.math3.**",
        driver: "MathWork",
        jars: &["commons-math3"],
    },
    Library { name: "joda-time", include: "org.joda.time.**", driver: "JodaWork", jars: &["joda-time"] },
    Library { name: "jopt-simple", include: "joptsimple.**", driver: "OptionsWork", jars: &["jopt-simple"] },
    Library { name: "guava", include: "com.google.common.**", driver: "GuavaWork", jars: &["guava"] },
];

/// PDFBox's command line, rendering a document that PDFBox made.
const PDFBOX: (&str, &str) = ("pdfbox", "org.apache.pdfbox.**");

/// Of the paper's Tables 3 and 4.
const PRODJ: &str = "\
PRODJ, as published: PDFBox 489 tests, 376 pass; GraphHopper 258, 191; BroadLeaf 904, 403; Gephi 82, 68: 59.9 % in all.
11 to 27 ms of analysis a type, 38 to 145 ms a test. Aims: 95 % passing of written, 80 % kept of cases, 90 % noticing.";

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
    let workshop = Workshop::open(&command.arguments)?;
    let wants = |name: &str| command.only.as_deref().is_none_or(|only| only == name);
    let mut table = Table::new(&[
        "program",
        "invocations",
        "cases",
        "written",
        "passing",
        "kept",
        "kept of cases",
        "noticing",
        "exact",
        "sufficient",
        "structure",
        "constant",
        "JDK",
        "trace",
        "stand-in",
        "objects a test",
        "lines a test",
        "seconds",
    ]);
    if wants(PDFBOX.0) {
        let (document, app) = (programs::pdf_document(&workshop, 4)?, jar("pdfbox-app")?);
        let java =
            Java::jar(&workshop.jdk, &app).arg("render").arg("-i").arg(document).arg("-format").arg("png");
        let java = java.arg("-dpi").arg("72").arg("-prefix").arg(workshop.path("page"));
        table.row(row(&workshop, command, PDFBOX.0, PDFBOX.1, java, &[app])?);
    }
    for library in LIBRARIES.iter().filter(|library| wants(library.name)) {
        let jars: Vec<PathBuf> = library.jars.iter().map(|artifact| jar(artifact)).collect::<Result<_>>()?;
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/subjects/libraries");
        let source = PathBuf::from(sources).join(format!("{}.java", library.driver));
        let class_path = workshop.compile(&[source], library.driver, &jars)?;
        let java = Java::main_class(&workshop.jdk, library.driver).class_path(class_path);
        table.row(row(&workshop, command, library.name, library.include, java, &jars)?);
    }
    println!("{table}\n{PRODJ}");
    Ok(())
}

fn row(
    workshop: &Workshop,
    command: &Command,
    name: &str,
    include: &str,
    java: Java,
    class_path: &[PathBuf],
) -> Result<Vec<String>> {
    eprintln!("{name}: recording");
    let options = format!("include={include},min-statements=1");
    workshop.run(workshop.with_agent(java, Recording { options: &options, name })?)?;
    eprintln!("{name}: generating");
    let out = command.tests.as_ref().map_or_else(|| workshop.path("tests"), PathBuf::clone).join(name);
    let joined: Vec<String> = class_path.iter().map(|path| path.display().to_string()).collect();
    let options = generate::Options {
        class_path: Some(joined.join(":")),
        jdk: Some(workshop.jdk.home.clone()),
        per_method: command.per_method,
        update: true,
        ..generate::Options::new(workshop.path(name), out)
    };
    let started = Instant::now();
    let report = generate::run(&options, &())?;
    let seconds = started.elapsed().as_secs_f64();
    for missing in report.not_delivered.iter().take(12) {
        eprintln!("{name}: {} {} ({})", missing.cases, missing.reason, missing.example);
    }
    workshop.discard(name);
    Ok(cells(name, &report, seconds))
}

fn cells(name: &str, report: &Generated, seconds: f64) -> Vec<String> {
    let Generated { invocations, tests, objects, .. } = report;
    let share = |part: usize, of: usize| format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64);
    let number = |number: usize| grouped(number as u64);
    let kinds = [objects.structure, objects.constant, objects.form, objects.trace, objects.stand_in];
    let all: usize = kinds.iter().sum();
    let mut cells = vec![
        name.to_owned(),
        number(invocations.recorded),
        number(invocations.cases),
        number(tests.written),
        share(tests.passed, tests.written),
        number(tests.kept),
        share(tests.kept, invocations.cases),
        share(tests.noticing.unwrap_or(0), tests.kept),
        number(tests.exact),
        number(tests.sufficient),
    ];
    cells.extend(kinds.map(number));
    cells.push(format!("{:.1}", all as f64 / tests.written.max(1) as f64));
    cells.push(format!("{:.1}", tests.lines as f64 / tests.kept.max(1) as f64));
    cells.push(format!("{seconds:.0}"));
    cells
}
