//! Mocking points on jars of three sizes: against reading and indexing the same classes.
//!
//! `./run bench mockpoints [ROUNDS [SHARE…]]` prints one table: 5 rounds of 0.1, 0.33 and 1 of the corpus. Aims: within 4 times the time of indexing; a million lines a second on
//! 2 cores, a line being a distinct line of a method that was analysed; time in proportion to size; 2 GiB for 200 MB of jars.
//! Memory is that of a process that does it once.

use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

use reenact_bench::{interleaved, peak_memory};
use reenact_classfile::container::{Archive, Container, Options as Reading, SharedBytes};
use reenact_conformance::corpus;
use reenact_jvm::{Jdk, open_jdk};
use reenact_mockpoints::{Catalog, Options, analyze};
use reenact_world::{Depth, World};

/// The first argument of a process that analyses once and prints its memory.
const ONCE: &str = "--once";

fn main() {
    let mut arguments = env::args().skip(1).peekable();
    if arguments.next_if(|first| first == ONCE).is_some() {
        let share = arguments.next().and_then(|share| share.parse().ok()).expect("a share of the corpus");
        return once(&ClassPath::of_corpus(share));
    }
    let rounds = arguments.next().map_or(5, |rounds| rounds.parse().expect("a number of rounds"));
    let mut shares: Vec<f64> = arguments.map(|share| share.parse().expect("a share of the corpus")).collect();
    if shares.is_empty() {
        shares = vec![0.1, 0.33, 1.0];
    }
    println!("{} threads, medians of {rounds} interleaved rounds\n", rayon::current_num_threads());
    println!(
        "{:18} {:>7} {:>8} {:>8} {:>8}  {:>9} {:>9} {:>6} {:>8} {:>8}  {:>7} {:>7}",
        "class path",
        "jars",
        "classes",
        "methods",
        "lines",
        "index",
        "analyze",
        "ratio",
        "klines/s",
        "us/method",
        "points",
        "peak"
    );
    for share in shares {
        measure(&format!("{share} of the corpus"), &ClassPath::of_corpus(share), rounds, &peak_of(share));
    }
}

/// Jars, with the JDK's classes before them.
struct ClassPath {
    containers: Vec<Arc<dyn Container>>,
    platform: usize,
    /// Of the jars.
    bytes: u64,
}

impl ClassPath {
    fn of_corpus(share: f64) -> ClassPath {
        let jdk = Jdk::find(17).unwrap_or_else(|error| panic!("{error}"));
        let reading = Reading::for_release(jdk.version.feature as u16);
        let mut containers = open_jdk(&jdk, &reading).expect("the JDK's own classes").containers;
        let platform = containers.len();
        let mut jars: Vec<(PathBuf, u64)> = corpus()
            .iter()
            .map(|jar| (jar.clone(), fs::metadata(jar).map_or(0, |file| file.len())))
            .collect();
        // In a fixed order that mixes large and small, so that a prefix is a fair sample.
        jars.sort_by_key(|(jar, _)| {
            jar.file_name().map(|name| name.to_string_lossy().chars().rev().collect::<String>())
        });
        let total: u64 = jars.iter().map(|(_, size)| size).sum();
        let mut bytes = 0;
        for (jar, size) in &jars {
            if bytes as f64 >= total as f64 * share {
                break;
            }
            bytes += size;
            containers.push(open(jar));
        }
        ClassPath { containers, platform, bytes }
    }

    fn index(&self) -> World {
        let options = reenact_world::Options { depth: Depth::Code, platform: self.platform };
        World::build(&self.containers, options).0
    }
}

/// Says how much memory it takes.
fn once(path: &ClassPath) {
    let world = path.index();
    let indexed = peak_memory().unwrap_or(0);
    let analysis = analyze(&world, &Catalog::embedded(), &Options::default());
    let peak = peak_memory().unwrap_or(0);
    println!("{} MB, {} indexed", peak / 1_000_000, indexed / 1_000_000);
    drop(black_box(analysis));
}

fn peak_of(share: f64) -> String {
    let this = env::current_exe().expect("the path of this program");
    let once = Command::new(this).args([ONCE, &share.to_string()]).output().expect("to start this program");
    assert!(once.status.success(), "{}", String::from_utf8_lossy(&once.stderr));
    String::from_utf8_lossy(&once.stdout).trim().to_owned()
}

fn open(jar: &PathBuf) -> Arc<dyn Container> {
    let bytes = SharedBytes::new(fs::read(jar).expect("a jar of the corpus"));
    let archive = Archive::open(&jar.display().to_string(), bytes, &Reading::for_release(25));
    Arc::new(archive.unwrap_or_else(|error| panic!("{error}")))
}

fn measure(name: &str, path: &ClassPath, rounds: usize, memory: &str) {
    let world = path.index();
    let catalog = Catalog::embedded();
    let options = Options::default();
    let analysis = analyze(&world, &catalog, &options);
    let (counts, points) = (analysis.counts, analysis.points.len());
    drop(analysis);
    let [(indexing, _), (analysing, spread)] = interleaved(
        rounds,
        [&mut || drop(black_box(path.index())), &mut || drop(black_box(analyze(&world, &catalog, &options)))],
    );
    let (index, time) = (indexing.as_secs_f64(), analysing.as_secs_f64());
    println!(
        "{name:18} {:4} MB {:8} {:8} {:8}  {:6.0} ms {:6.0} ms {:6.2} {:8.0} {:8.1}  {points:7} {memory}, spread {spread:.0} %",
        path.bytes / 1_000_000,
        world.class_ids().len(),
        counts.methods,
        counts.lines,
        index * 1e3,
        time * 1e3,
        time / index,
        counts.lines as f64 / 1e3 / time,
        time * 1e6 / counts.methods as f64,
    );
}
