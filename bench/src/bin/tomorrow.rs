//! Delivered tests on other dates: `./run bench tomorrow TESTS=CLASSPATH …`.
//!
//! Tests that were written once must pass on every day after. Each directory of test sources, as `reenact generate` or
//! `plain-code --tests` leaves it, is compiled against its class path and run on twenty dates with the clock of the JVM
//! moved. Exit codes: 0 all pass on all dates, 1 some do not, 2 it could not be run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::delivered::Delivered;
use reenact_bench::table::{Table, grouped};
use reenact_jvm::Jdk;
use reenact_jvm::driver::{Driver, DriverOptions, Isolation, TestRun};
use reenact_jvm::moved::Moved;

/// Run delivered tests on other dates, with the clock moved
#[derive(Parser)]
#[command(name = "tomorrow")]
struct Command {
    /// Directories of test sources, each with the class path of its program
    #[arg(value_name = "TESTS=CLASSPATH", required = true)]
    programs: Vec<String>,

    /// Directory of the JDK [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
}

/// Dates, each with a time zone that makes it worth a run, in seconds since 1970.
const DATES: [(&str, &str, u64); 20] = [
    ("1970-01-01 00:00", "UTC", 5),
    ("1972-02-29 12:00", "UTC", 68_212_800),
    ("1999-12-31 23:59:55", "UTC", 946_684_795),
    ("2000-02-29 00:00", "UTC", 951_782_400),
    ("2024-02-29 23:59:55", "UTC", 1_709_251_195),
    ("2025-03-30 01:59:55", "Europe/Berlin", 1_743_296_395),
    ("2026-10-25 02:59:55", "Europe/Berlin", 1_792_889_995),
    ("2027-01-01 00:00", "Asia/Tokyo", 1_798_729_200),
    ("2027-03-14 01:59:55", "America/New_York", 1_805_007_595),
    ("2027-06-30 23:59:55", "America/Los_Angeles", 1_814_425_195),
    ("2027-11-07 01:59:55", "America/New_York", 1_825_567_195),
    ("2028-02-28 23:59:55", "UTC", 1_835_395_195),
    ("2028-02-29 12:00", "Asia/Kolkata", 1_835_418_600),
    ("2028-12-31 23:59:55", "Pacific/Auckland", 1_861_873_195),
    ("2032-08-09 03:04", "UTC", 1_975_633_440),
    ("2038-01-19 03:14:05", "UTC", 2_147_483_645),
    ("2050-05-05 05:05", "Australia/Lord_Howe", 2_535_302_100),
    ("2077-07-31 18:00", "UTC", 3_394_980_000),
    ("2096-02-29 12:00", "UTC", 3_981_355_200),
    ("2099-12-31 23:59:55", "UTC", 4_102_444_795),
];

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failures) => {
            eprintln!("tomorrow: {failures} failures on other dates");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("tomorrow: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<usize> {
    let jdk = match &command.jdk {
        Some(home) => Jdk::at(home)?,
        None => Jdk::find(17)?,
    };
    let mut names = vec!["date".to_owned()];
    let mut columns = Vec::new();
    let mut lists = String::new();
    for program in &command.programs {
        let tests = Delivered::parse(&jdk, program)?;
        let column = on_all_dates(&jdk, &tests)?;
        names.push(tests.name);
        lists.extend(column.failures.iter().map(|failure| format!("- {failure}\n")));
        columns.push(column);
    }
    let mut table = Table::new(&names.iter().map(String::as_str).collect::<Vec<&str>>());
    let rows = ["tests", "on this day"].into_iter().map(str::to_owned);
    let dates = DATES.iter().map(|(date, zone, _)| format!("{date} {zone}"));
    for (at, row) in rows.chain(dates).enumerate() {
        table.row([row].into_iter().chain(columns.iter().map(|column| grouped(column.figures[at] as u64))));
    }
    println!("JDK {}, failures by date\n\n{table}\n{lists}", jdk.version.full);
    Ok(columns.iter().map(|column| column.figures[1..].iter().sum::<usize>()).sum())
}

/// The figures of one directory of tests.
struct Column {
    /// How many tests there are, how many fail on this day, and how many on each of the others.
    figures: Vec<usize>,
    failures: Vec<String>,
}

fn on_all_dates(jdk: &Jdk, tests: &Delivered) -> Result<Column> {
    let usual = tests.driver_options(jdk);
    let mut driver = Driver::start(usual.clone())?;
    let found = tests.discover(&mut driver)?;
    let run = TestRun {
        classes: vec![tests.classes.clone()],
        isolation: Isolation::LoaderPerClass,
        limit: Duration::from_secs(30),
        ..TestRun::new(found)
    };
    let mut column = Column { figures: vec![run.tests.len()], failures: Vec::new() };
    column.add("this day", &driver.run(&run)?);
    driver.quit()?;
    for (date, zone, seconds) in DATES {
        eprintln!("{}: {date} {zone}", tests.name);
        let clock = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        let zone_option = OsString::from(format!("-Duser.timezone={zone}"));
        let mut driver = Driver::start(DriverOptions {
            vm_options: usual.vm_options.iter().cloned().chain([zone_option]).collect(),
            moved: Moved { clock, host_name: None },
            ..usual.clone()
        })?;
        column.add(date, &driver.run(&run)?);
        driver.quit()?;
    }
    Ok(column)
}

impl Column {
    fn add(&mut self, date: &str, report: &reenact_jvm::driver::RunReport) {
        // A test with parameters is one test here, failed if any of its rows is.
        let failed: BTreeMap<String, String> = report
            .tests
            .iter()
            .filter(|test| !test.passed())
            .map(|test| {
                let message = test
                    .failure()
                    .map_or_else(|| test.outcome().to_string(), |failure| failure.message.clone());
                (test.test.to_string(), message)
            })
            .collect();
        self.figures.push(failed.len());
        self.failures.extend(failed.into_iter().map(|(test, message)| {
            let message: String = message.chars().filter(|c| !c.is_control()).take(160).collect();
            format!("{date}: {test}: {message}")
        }));
    }
}
