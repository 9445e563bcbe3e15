//! Mocking points against what programs do: `./run bench mockpoints-check`.
//!
//! Each program does the same work twice, in JVMs with another clock, zone, language, user and memory, with every
//! call of its own methods recorded. Calls that were given the same and ended differently depend on state: their
//! method must be a point, or call one. Exit codes: 0 all are, 1 some are not, 2 it could not be run.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::environment::{Arguments, Environment, Recording};
use reenact_bench::table::{Table, grouped};
use reenact_bench::twice::conditions::BOTH;
use reenact_bench::twice::cover::{Cover, Covered};
use reenact_bench::twice::invocations::{Reach, Recorded, Seen, compare_runs};
use reenact_bench::twice::subjects::{self, Subject};
use reenact_flow::effects::Effects;
use reenact_mockpoints::{Catalog, Options, analyze};
use reenact_verbs::classes;
use reenact_world::{CallGraph, MethodId, World};

/// Methods whose outcome depends on state, by running programs twice, against what the analysis says
#[derive(Parser)]
#[command(name = "mockpoints-check")]
struct Command {
    /// Only these programs: shop, petclinic, jpetstore
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,

    /// Calls of each method that are recorded in each run
    #[arg(long, value_name = "N", default_value_t = 100)]
    calls: u32,

    /// The exploded web application of mybatis/jpetstore-6
    #[arg(long, value_name = "DIRECTORY")]
    jpetstore: Option<PathBuf>,

    /// List what is covered as well
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(uncovered) => {
            eprintln!("mockpoints-check: {uncovered} methods depend on state that no point covers");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("mockpoints-check: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<usize> {
    let environment = Environment::open(&command.arguments)?;
    let mut table = Table::new(&[
        "program",
        "methods",
        "called",
        "calls",
        "given the same twice",
        "differing",
        "points",
        "lifted",
        "read by points",
        "called a point",
        "can call a point",
        "inside of a point",
        "uncovered",
    ]);
    let mut lists = String::new();
    let mut uncovered = 0;
    for subject in subjects::all(&environment, command.jpetstore.as_deref())? {
        if command.only.is_empty() || command.only.iter().any(|only| only == subject.name) {
            let checked = check(&environment, command, &subject)?;
            uncovered += checked.uncovered;
            table.row(checked.row);
            lists.push_str(&checked.list);
        }
    }
    println!("JDK {}\n\n{table}\n{lists}", environment.jdk.version.full);
    Ok(uncovered)
}

/// The result for a program.
struct Checked {
    row: Vec<String>,
    list: String,
    uncovered: usize,
}

fn check(environment: &Environment, command: &Command, subject: &Subject) -> Result<Checked> {
    let options = format!(
        "include={},all=true,sample-first={},sample-backoff=0,redact=false",
        subject.include, command.calls
    );
    let name = |run: usize| format!("{}-{}", subject.name, BOTH[run].name);
    for (run, conditions) in BOTH.iter().enumerate() {
        eprintln!("{}: {}", subject.name, conditions.name);
        (subject.run)(environment, conditions, Recording { options: &options, name: &name(run) })?;
    }
    eprintln!("{}: analysing", subject.name);
    let libraries: Vec<String> = subject.libraries.iter().map(|path| path.display().to_string()).collect();
    let reading = classes::Options {
        targets: vec![subject.target.clone()],
        class_path: (!libraries.is_empty()).then(|| libraries.join(":")),
        jdk: Some(environment.jdk.home.clone()),
    };
    let read = classes::ProgramModel::read(&reading, &())?;
    let world = read.world();
    // The containers after the first are libraries that the target contains.
    let own = [world.options().platform];
    let analysis = analyze(world, &Catalog::embedded(), &Options { own: own.to_vec(), ..Options::default() });
    eprintln!("{}: comparing", subject.name);
    let recorded =
        [Recorded::read(&environment.path(&name(0)))?, Recorded::read(&environment.path(&name(1)))?];
    let mut readers = [recorded[0].open()?, recorded[1].open()?];
    let graph = CallGraph::class_hierarchy(world);
    let effects = Effects::new(world, &graph);
    let reach =
        |method: MethodId| Reach { reads: effects.may_read(method), writes: effects.may_write(method) };
    let seen = compare_runs(world, &own, &mut readers, &reach);
    let cover = Cover::new(world, &graph, &own, &analysis, &readers);
    let checked = summarized(command, subject.name, analysis.counts.methods, world, &seen, &cover);
    (0..2).for_each(|run| environment.discard(&name(run)));
    Ok(checked)
}

fn summarized(
    command: &Command,
    name: &str,
    methods: usize,
    world: &World,
    seen: &[Seen],
    cover: &Cover<'_>,
) -> Checked {
    let covers = [
        Covered::Point,
        Covered::Lifted,
        Covered::ReadByPoints,
        Covered::CalledPoint,
        Covered::MayCallPoint,
        Covered::InsidePoint,
    ];
    let mut by_cover = [0_usize; 6];
    let (mut differing, mut uncovered) = (0, 0);
    let mut list = String::new();
    for method in seen {
        let Some(difference) = &method.differing else { continue };
        differing += 1;
        let covered = cover.of(method.method, difference);
        match covered.and_then(|covered| covers.iter().position(|&cover| cover == covered)) {
            Some(position) => by_cover[position] += 1,
            None => uncovered += 1,
        }
        if covered.is_none() || command.all {
            let why = covered.map_or("UNCOVERED", Covered::words);
            let unsure = if difference.unsure { ", inputs not wholly seen" } else { "" };
            let calls = difference.calls.map(|call| format!("{} {}", BOTH[call.run].name, call.id));
            list.push_str(&format!(
                "- {name}: `{}`: {why}{unsure}; {} ({}, and {} more)\n",
                world.view(method.method),
                shortened(&difference.what),
                calls.join(" and "),
                difference.more,
            ));
        }
    }
    let mut row = vec![name.to_owned(), grouped(methods as u64), grouped(seen.len() as u64)];
    let calls: usize = seen.iter().map(|method| method.calls).sum();
    let repeated = seen.iter().filter(|method| method.repeated > 0).count();
    row.extend([calls, repeated, differing].map(|count| grouped(count as u64)));
    row.extend(by_cover.map(|count| grouped(count as u64)));
    row.push(grouped(uncovered as u64));
    Checked { row, list, uncovered }
}

fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(160).filter(|c| !c.is_control()).collect();
    shown
}
