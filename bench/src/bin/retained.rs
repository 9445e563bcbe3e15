//! Behaviour that delivered tests retain: `./run bench retained --tests DIRECTORY`.
//!
//! Each program of `plain-code` is run as it was for the recording, and then the tests that `plain-code --tests` left of it,
//! both under JaCoCo. Of the lines and branches of its own classes that the program's run takes, the share that the tests
//! take is what a change of the program can be noticed in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::delivered::Delivered;
use reenact_bench::environment::{Arguments, Environment};
use reenact_bench::plain_code::programs::{self, Program};
use reenact_bench::retained::{Retained, Taken};
use reenact_bench::table::{Table, grouped};
use reenact_build::maven::{Coordinates, artifacts};
use reenact_classfile::container::Options as ContainerOptions;
use reenact_jvm::Java;
use reenact_jvm::class_path::open_target;
use reenact_jvm::driver::{Driver, Isolation, TestRun};

/// Compare the code that programs run with the code that their delivered tests run
#[derive(Parser)]
#[command(name = "retained")]
struct Command {
    /// Directory that `plain-code --tests` left
    #[arg(long, value_name = "DIRECTORY")]
    tests: PathBuf,

    /// Only these programs, such as guava or "pdfbox 3"
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,

    /// The exploded web application of mybatis/jpetstore-6
    #[arg(long, value_name = "DIRECTORY")]
    jpetstore: Option<PathBuf>,

    #[command(flatten)]
    arguments: Arguments,
}

/// The first that reads the class files of Java 25.
const JACOCO: &str = "0.8.14";

/// The file of JaCoCo's agent in the jar that brings it.
const AGENT: &str = "jacocoagent.jar";

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("retained: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let mut environment = Environment::open(&command.arguments)?;
    let agent = environment.path(AGENT);
    fs::write(&agent, agent_jar()?)?;
    let wants = |name: &str| {
        let is_wanted = command.only.is_empty() || command.only.iter().any(|only| only == name);
        is_wanted && command.tests.join(place(name)).is_dir()
    };
    let mut table =
        Table::new(&["", "lines run", "by tests", "share", "branches taken", "by tests", "share"]);
    let mut failures = Vec::new();
    for program in programs::all(&environment, command.jpetstore.as_deref(), &wants)? {
        match measure(&mut environment, &command.tests, &program, &agent) {
            Ok(retained) => table.row(cells(program.name, retained)),
            // One program that cannot be run must not cost the figures of the others.
            Err(error) => failures.push(format!("{}: {error}", program.name)),
        }
    }
    println!("JDK {}, JaCoCo {JACOCO}\n\n{table}", environment.jdk.version.full);
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n").into()),
    }
}

fn place(name: &str) -> String {
    name.replace(' ', "-")
}

fn cells(name: &str, retained: Retained) -> Vec<String> {
    let share = |part: usize, of: usize| format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64);
    let number = |number: usize| grouped(number as u64);
    let Retained { lines, lines_kept, branches, branches_kept } = retained;
    vec![
        name.to_owned(),
        number(lines),
        number(lines_kept),
        share(lines_kept, lines),
        number(branches),
        number(branches_kept),
        share(branches_kept, branches),
    ]
}

fn measure(environment: &mut Environment, tests: &Path, program: &Program, agent: &Path) -> Result<Retained> {
    let name = program.name;
    let option = |data: &Path| {
        // JaCoCo's asterisk stands for dots as well. Drivers load classes from places of their own.
        let includes = program.include.replace("**", "*");
        format!(
            "-javaagent:{}=destfile={},includes={includes},inclnolocationclasses=true",
            agent.display(),
            data.display()
        )
    };
    eprintln!("{name}: running it");
    let data = environment.path(&format!("{}-run.exec", place(name)));
    environment.vm_options = vec![option(&data)];
    let ran = (program.run)(environment, None);
    environment.vm_options.clear();
    ran?;
    let run = taken(environment, &data, &program.class_path)?;
    eprintln!("{name}: running its tests");
    let delivered =
        Delivered::compile(&environment.jdk, &tests.join(place(name)), program.class_path.clone())?;
    let data = delivered.scratch().join("tests.exec");
    let mut options = delivered.driver_options(&environment.jdk);
    options.writes = Some(vec![delivered.scratch().to_owned()]);
    options.vm_options.push(option(&data).into());
    let mut driver = Driver::start(options)?;
    let found = delivered.discover(&mut driver)?;
    let report = driver.run(&TestRun {
        classes: vec![delivered.classes.clone()],
        isolation: Isolation::LoaderPerClass,
        limit: Duration::from_secs(30),
        ..TestRun::new(found)
    })?;
    driver.quit()?;
    let failed = report.tests.iter().filter(|test| !test.passed()).count();
    eprintln!("{name}: {failed} of {} tests failed", report.tests.len());
    Ok(run.retained_by(&taken(environment, &data, &program.class_path)?))
}

/// Has JaCoCo compare what ran with the class files.
fn taken(environment: &Environment, data: &Path, class_path: &[PathBuf]) -> Result<Taken> {
    let report = data.with_extension("xml");
    let tool = artifacts(&[Coordinates::new("org.jacoco", "org.jacoco.cli", JACOCO)])?;
    let mut java = Java::main_class(&environment.jdk, "org.jacoco.cli.internal.Main")
        .class_path(tool)
        .arg("report")
        .arg(data)
        .arg("--xml")
        .arg(&report);
    // Libraries are not included, and their classes may be in several jars.
    for entry in class_path.iter().take(1) {
        java = java.arg("--classfiles").arg(entry);
    }
    environment.run(java)?;
    Ok(Taken::parse(&fs::read_to_string(&report)?))
}

/// Returns JaCoCo's agent, which is in another jar.
fn agent_jar() -> Result<Vec<u8>> {
    let jars = artifacts(&[Coordinates::new("org.jacoco", "org.jacoco.agent", JACOCO)])?;
    for jar in &jars {
        let opened = open_target(jar, &ContainerOptions::for_release(8))?;
        for container in &opened.containers {
            if let Some(bytes) = container.read_resource(AGENT)? {
                return Ok(bytes.to_vec());
            }
        }
    }
    Err(format!("no {AGENT} in JaCoCo {JACOCO}").into())
}
