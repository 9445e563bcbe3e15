//! How many known order-dependent tests a search finds; and orders a second in one JVM against one JVM per order.
//!
//! `./run bench order TABLE DIRECTORY…` reads a table in CSV with the columns `project`, `module`, `victim` and `odrepair_polluter`, looks for
//! each project among the directories (by the end of its name), which are built, and searches each module. `REENACT_JDK` names the JDK,
//! `REENACT_JVM_OPTIONS` has options for its JVM, `REENACT_MAX_TIME` the seconds of a search (600).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use reenact_bench::Result;
use reenact_order::{Freshness, orders};
use reenact_verbs::order::project::TestSuite;
use reenact_verbs::order::runner::Jvms;
use reenact_verbs::order::{Options, detect};

/// Random orders that are timed.
const TIMED: u64 = 5;

/// The known victims of a module, with the polluter that is known of each.
type Victims = BTreeMap<String, String>;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let table = arguments.next().ok_or("name a table in CSV, then directories of projects")?;
    let directories: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    println!(
        "{:24} {:>6} {:>6} {:>6} {:>8} {:>7} {:>7} {:>8} {:>10} {:>10}",
        "module",
        "tests",
        "orders",
        "known",
        "detected",
        "causes",
        "others",
        "seconds",
        "orders/s",
        "one JVM each"
    );
    for ((project, module), known) in read(&table)? {
        let name = project.rsplit('/').next().unwrap_or(&project).to_lowercase();
        let is_it = |directory: &&PathBuf| {
            directory.file_name().is_some_and(|found| found.to_string_lossy().to_lowercase() == name)
        };
        match directories.iter().find(is_it) {
            Some(directory) => {
                let label = if module == "." { name } else { format!("{name}/{module}") };
                if let Err(error) = measure(&label, &directory.join(&module), &known) {
                    println!("{label:24} {error}");
                }
            }
            None => println!("{name:24} not among the directories"),
        }
    }
    Ok(())
}

/// Reads the known victims of each module, in the order of the table.
fn read(table: &str) -> Result<Vec<((String, String), Victims)>> {
    let text = fs::read_to_string(table)?;
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column =
        |name: &str| columns.iter().position(|column| *column == name).ok_or(format!("no column {name}"));
    let (project, module, victim, polluter) =
        (column("project")?, column("module")?, column("victim")?, column("odrepair_polluter")?);
    let mut modules: Vec<((String, String), Victims)> = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default().to_owned();
        let key = (cell(project), cell(module));
        let at = modules.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            modules.push((key, Victims::new()));
            modules.len() - 1
        });
        modules[at].1.insert(cell(victim), cell(polluter));
    }
    Ok(modules)
}

fn options(directory: &Path) -> Options {
    let variable = |name: &str| env::var(name).ok();
    let mut options = Options::new(directory.to_owned());
    options.compile = false;
    options.jdk = variable("REENACT_JDK").map(PathBuf::from);
    options.jvm_options = variable("REENACT_JVM_OPTIONS")
        .map(|text| text.split(' ').map(str::to_owned).collect())
        .unwrap_or_default();
    let seconds = variable("REENACT_MAX_TIME").and_then(|text| text.parse().ok()).unwrap_or(600);
    options.search.max_time = Some(Duration::from_secs(seconds));
    options
}

fn measure(label: &str, directory: &Path, known: &Victims) -> Result<()> {
    let options = options(directory);
    let begun = Instant::now();
    let report = detect::run(&options, &())?;
    let seconds = begun.elapsed().as_secs_f64();
    // The table has a dot where tests have a hash.
    let dotted = |test: &str| test.split('(').next().unwrap_or(test).replace('#', ".");
    let found: BTreeMap<String, BTreeSet<String>> = report
        .tests
        .iter()
        .map(|test| (dotted(&test.test), test.causes.iter().flatten().map(|cause| dotted(cause)).collect()))
        .collect();
    let detected: Vec<&String> = known.keys().filter(|victim| found.contains_key(*victim)).collect();
    let causes = detected.iter().filter(|victim| found[**victim].contains(&known[**victim])).count();
    let others = found.keys().filter(|test| !known.contains_key(*test)).count();
    let (warm, fresh) = orders_a_second(&options)?;
    println!(
        "{label:24} {:>6} {:>6} {:>6} {:>8} {causes:>7} {others:>7} {seconds:>8.1} {warm:>10.2} {fresh:>10.2}",
        report.counts.tests,
        report.counts.orders,
        known.len(),
        detected.len(),
    );
    Ok(())
}

/// Returns the orders a second in one warm JVM, and with a JVM for each.
fn orders_a_second(options: &Options) -> Result<(f64, f64)> {
    let suite = TestSuite::open(options, &())?;
    let mut jvms = Jvms::new(&suite, options.test_limit);
    let mut times = [0.0; 2];
    // In turns, so that noise hits both; the first of each starts what it needs.
    for seed in 0..=TIMED {
        let order = orders::random(&suite.tests, seed);
        for (freshness, time) in [Freshness::Loader, Freshness::Jvm].into_iter().zip(&mut times) {
            let begun = Instant::now();
            jvms.report(&order, freshness)?;
            *time += if seed == 0 { 0.0 } else { begun.elapsed().as_secs_f64() };
        }
    }
    Ok((TIMED as f64 / times[0], TIMED as f64 / times[1]))
}
