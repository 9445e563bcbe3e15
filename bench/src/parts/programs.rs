//! The CPU time of real programs per unit of work.
//!
//! Each fork does a number of units to warm up, so that the compilers are done and sampling has settled,
//! and then some more that count. Units, not seconds: on a busy machine, seconds would find the compilers
//! at work. All of the process counts: compilers, collector and the agent's own thread.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_host::ProcessError;

use super::Effort;
use crate::environment::Recording;
use crate::programs::pdf_document;
use crate::programs::petclinic::{self, Server};
use crate::statistics::Sample;
use crate::table::Table;
use crate::{Environment, Result};

const ROUNDS: usize = 10;

/// A user who records every call of a database, whose every object refers to all of it, will not wait for long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A way to run a program.
struct Variant {
    name: &'static str,
    /// The recorded packages, if any: agent options.
    recording: Option<&'static str>,
    most_rounds: usize,
    /// The CPU time after which a phase ends early.
    most_seconds: u64,
}

/// The first is measured against. With every call recorded, a unit may take long, and a factor of ten needs no ten
/// rounds.
const VARIANTS: [Variant; 4] = [
    Variant { name: "plain", recording: None, most_rounds: usize::MAX, most_seconds: 60 },
    Variant { name: "settled", recording: Some(""), most_rounds: usize::MAX, most_seconds: 60 },
    Variant { name: "settled, all=true", recording: Some(",all=true"), most_rounds: 3, most_seconds: 60 },
    Variant {
        name: "every call",
        recording: Some(",sample-backoff=1,disk=16g"),
        most_rounds: 2,
        most_seconds: 10,
    },
];

struct Program {
    name: &'static str,
    /// Its own packages.
    include: &'static str,
    /// Units to warm up with, and to measure.
    units: [u32; 2],
    kind: Kind,
}

enum Kind {
    /// A driver calls it in its own JVM, perhaps with a file.
    Library(PathBuf),
    /// A jar that answers requests.
    Service(PathBuf),
}

pub fn run(environment: &Environment, effort: &Effort) -> Result<()> {
    println!("## CPU time per unit of work, in times of that without the agent (aim once settled: 1.05)\n");
    let header =
        ["program", "plain, ms a unit"].into_iter().chain(VARIANTS[1..].iter().map(|variant| variant.name));
    let mut table = Table::new(&header.collect::<Vec<&str>>());
    for program in programs(environment)?.iter().filter(|program| effort.wants(program.name)) {
        let cells = row(environment, program, effort)?;
        // All of it takes long: each result is printed at once.
        eprintln!("{}", cells.join(" | "));
        table.row(cells);
    }
    println!("{table}");
    Ok(())
}

fn programs(environment: &Environment) -> Result<Vec<Program>> {
    let library = |name, include, units, file| Program { name, include, units, kind: Kind::Library(file) };
    let pdfbox = "org.apache.pdfbox.**:org.apache.fontbox.**";
    let mut programs = vec![
        library("pdfbox", pdfbox, [700, 120], pdf_document(environment, 6)?),
        library("h2", "org.h2.**", [4000, 1000], PathBuf::new()),
        library("jsoup", "org.jsoup.**", [1600, 400], PathBuf::new()),
    ];
    match environment.petclinic.clone() {
        Some(jar) => {
            // Three are enough, and a service is more like what users have.
            programs.pop();
            programs.push(Program {
                name: "petclinic",
                include: petclinic::INCLUDE,
                units: [500, 120],
                kind: Kind::Service(jar),
            });
        }
        None => eprintln!("{}", petclinic::ADVICE),
    }
    Ok(programs)
}

fn row(environment: &Environment, program: &Program, effort: &Effort) -> Result<Vec<String>> {
    let rounds = effort.rounds.unwrap_or(ROUNDS);
    let mut samples: [Sample; VARIANTS.len()] = Default::default();
    for round in 0..rounds {
        for (variant, sample) in VARIANTS.iter().zip(&mut samples) {
            if round >= variant.most_rounds {
                continue;
            }
            eprintln!("{}, {}: {} of {rounds}", program.name, variant.name, round + 1);
            let most = effort.seconds.unwrap_or(variant.most_seconds);
            let options = variant.recording.map(|more| format!("include={}{more}", program.include));
            let recording = options.as_deref().map(|options| Recording { options, name: "work" });
            let measured = match &program.kind {
                Kind::Library(file) => work(environment, program, file, most, recording),
                Kind::Service(jar) => serve(environment, program, jar, most, recording),
            };
            environment.discard("work");
            match measured {
                Ok(nanoseconds) => sample.push(nanoseconds),
                Err(error) if is_out_of_time(&*error) => sample.push(f64::INFINITY),
                Err(error) => return Err(error),
            }
        }
    }
    let [plain, recorded @ ..] = &samples;
    let mut cells = vec![program.name.to_owned(), format!("{:.2}", plain.times(1e-6))];
    cells.extend(recorded.iter().map(|sample| match sample.median() {
        f64::INFINITY => format!("no two units in {} s", PATIENCE.as_secs()),
        _ => format!("{:.3}", sample.over(plain)),
    }));
    Ok(cells)
}

fn is_out_of_time(error: &(dyn Error + 'static)) -> bool {
    matches!(error.downcast_ref(), Some(ProcessError::TimedOut(_)))
}

/// CPU nanoseconds of a unit of work that a driver repeats.
fn work(
    environment: &Environment,
    program: &Program,
    file: &Path,
    most: u64,
    recording: Option<Recording>,
) -> Result<f64> {
    let java = environment.driver("Work").vm_option("-Xms1g").vm_option("-Xmx1g").arg(program.name);
    let java = program.units.iter().fold(java, |java, units| java.arg(units.to_string()));
    let java = java.arg(most.to_string()).arg(file);
    environment.run_within(environment.with_agent(java, recording)?, PATIENCE)?.figure("unit_cpu_ns")
}

/// CPU nanoseconds of a service for all its pages that only read.
fn serve(
    environment: &Environment,
    program: &Program,
    jar: &Path,
    most: u64,
    recording: Option<Recording>,
) -> Result<f64> {
    let server = Server::start(environment, jar, |java| {
        environment.with_agent(java.vm_option("-Xms1g").vm_option("-Xmx1g"), recording)
    })?;
    let most = Duration::from_secs(most);
    let mut per_unit = f64::NAN;
    for units in program.units {
        let before = server.cpu()?;
        let (mut done, mut used) = (0, Duration::ZERO);
        while done < units && used < most {
            server.read_all()?;
            done += 1;
            used = server.cpu()? - before;
        }
        per_unit = used.as_nanos() as f64 / f64::from(done);
    }
    server.stop(environment)?;
    Ok(per_unit)
}
