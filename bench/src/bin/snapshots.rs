//! Snapshots of the static state against the number of its objects: `./run bench snapshots`.
//!
//! A class fills a map; the agent takes a snapshot of it, compares it with the state behind a change of ten objects, and restores these.
//! Times are those of the request with its answer, and the CPU time of the JVM meanwhile, which does not depend on what else the machine does; memory
//! is what the JVM's process has more than before.

use std::ffi::OsString;
use std::fs;
use std::time::{Duration, Instant};

use reenact_bench::table::Table;
use reenact_bench::{Result, cpu};
use reenact_host::Scratch;
use reenact_jvm::driver::{Driver, DriverOptions};
use reenact_jvm::{Javac, Jdk};
use reenact_wire::snapshot::{Answer, CellSet, Request};

const LIMIT: Duration = Duration::from_secs(300);
/// Entries of the map, each of which is a handful of objects.
const ENTRIES: [usize; 4] = [2_000, 20_000, 200_000, 1_000_000];

const SOURCE: &str = "
class Filled {
    static final java.util.Map<Integer, Item> ITEMS = new java.util.HashMap<>();

    static class Item {
        final String name;
        int count;
        Item next;

        Item(String name, Item next) {
            this.name = name;
            this.next = next;
        }
    }

    static {
        Item last = null;
        for (int number = 0; number < Integer.getInteger(\"entries\"); number++) {
            last = new Item(\"item \" + number, last);
            ITEMS.put(number, last);
        }
    }
}

class Changed {
    static {
        for (int number = 0; number < 10; number++) {
            Filled.ITEMS.get(number).count++;
        }
    }
}
";

fn main() -> Result<()> {
    let jdk = Jdk::find(17)?;
    let scratch = Scratch::new("reenact-bench-")?;
    let (source, classes) = (scratch.path().join("Filled.java"), scratch.path().join("classes"));
    fs::write(&source, SOURCE)?;
    Javac::new(&jdk).compile(&[source], &classes)?;
    println!("JDK {}\n", jdk.version.full);
    let mut table = Table::new(&[
        "objects",
        "cells",
        "taken ms",
        "CPU",
        "compared ms",
        "CPU",
        "changes",
        "restored ms",
        "CPU",
        "MB more",
    ]);
    for entries in ENTRIES {
        let mut agent = OsString::from(reenact_jvm::agent::find()?);
        agent.push("=mode=snapshot");
        let mut options = DriverOptions::new(&jdk, std::slice::from_ref(&classes));
        options.agent = Some(agent);
        options.vm_options.extend([format!("-Dentries={entries}"), "-Xmx4g".to_owned()].map(OsString::from));
        let mut driver = Driver::start(options)?;
        driver.initialize(&["Filled".to_owned()], LIMIT)?;
        let before = resident(&driver)?;
        let (taken, take) = ask(&mut driver, &Request::Take)?;
        let Answer::Taken(taken) = taken else { return Err(format!("{taken:?}").into()) };
        let after = resident(&driver)?;
        driver.initialize(&["Changed".to_owned()], LIMIT)?;
        let (changes, compare) = ask(&mut driver, &Request::Changes { most: 1_000 })?;
        let Answer::Changes { changes, .. } = changes else { return Err(format!("{changes:?}").into()) };
        let (_, restore) = ask(&mut driver, &Request::Restore(CellSet::All))?;
        driver.quit()?;
        table.row([
            taken.objects.to_string(),
            taken.cells.to_string(),
            millis(take.wall),
            millis(take.cpu),
            millis(compare.wall),
            millis(compare.cpu),
            changes.len().to_string(),
            millis(restore.wall),
            millis(restore.cpu),
            after.saturating_sub(before).to_string(),
        ]);
    }
    println!("{table}");
    Ok(())
}

/// The time that a request took, and the CPU time of the JVM in it.
struct Took {
    wall: Duration,
    cpu: Duration,
}

fn ask(driver: &mut Driver, request: &Request) -> Result<(Answer, Took)> {
    let process = driver.process_id().ok_or("the JVM has ended")?;
    let used = || cpu::of_process(process).ok_or("no CPU time in /proc");
    let (begun, before) = (Instant::now(), used()?);
    let answer = driver.ask_agent(&request.encode(), LIMIT)?;
    let took = Took { wall: begun.elapsed(), cpu: used()?.saturating_sub(before) };
    let answer = Answer::decode(&answer).map_err(|malformed| malformed.to_string())?;
    Ok((answer, took))
}

fn millis(duration: Duration) -> String {
    format!("{:.1}", duration.as_secs_f64() * 1000.0)
}

/// The memory of the driver's JVM, in MB.
fn resident(driver: &Driver) -> Result<u64> {
    let process = driver.process_id().ok_or("the JVM has ended")?;
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS in /proc")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? / 1024)
}
