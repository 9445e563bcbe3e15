//! Mocking points on jars of three sizes: against reading and indexing the same classes.
//!
//! `./run bench mockpoints [ROUNDS [SHARE…]]` prints one table: 5 rounds of 0.1, 0.33 and 1 of the corpus. Aims: within 4 times the time of indexing; a million lines a second on
//! 2 cores, a line being a distinct line of a method that was analysed; time in proportion to size.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

use reenact_bench::{interleaved, peak_memory};
use reenact_classfile::container::{Archive, Container, Options as Reading, SharedBytes};
use reenact_conformance::corpus;
use reenact_jvm::{Jdk, open_jdk};
use reenact_mockpoints::{Catalog, Options, analyze};
use reenact_world::{Depth, World};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds = arguments.next().map_or(5, |rounds| rounds.parse().expect("a number of rounds"));
    let mut shares: Vec<f64> = arguments.map(|share| share.parse().expect("a share of the corpus")).collect();
    if shares.is_empty() {
        shares = vec![0.1, 0.33, 1.0];
    }
    println!("{} threads, medians of {rounds} interleaved rounds\n", rayon::current_num_threads());
    println!(
        "{:22} {:>8} {:>8} {:>8}  {:>9} {:>9} {:>6} {:>8}  {:>7}",
        "class path", "classes", "methods", "lines", "index", "analyze", "ratio", "klines/s", "points"
    );
    let jdk = Jdk::find(17).unwrap_or_else(|error| panic!("{error}"));
    let reading = Reading::for_release(jdk.version.feature as u16);
    let platform = open_jdk(&jdk, &reading).expect("the JDK's own classes").containers;
    let mut jars: Vec<(PathBuf, u64)> =
        corpus().iter().map(|jar| (jar.clone(), fs::metadata(jar).map_or(0, |file| file.len()))).collect();
    // In a fixed order that mixes large and small, so that a prefix is a fair sample.
    jars.sort_by_key(|(jar, _)| {
        jar.file_name().map(|name| name.to_string_lossy().chars().rev().collect::<String>())
    });
    let total: u64 = jars.iter().map(|(_, size)| size).sum();
    for share in shares {
        let mut sum = 0;
        let chosen = jars.iter().take_while(|(_, size)| {
            let before = sum as f64;
            sum += size;
            before < total as f64 * share
        });
        let mut containers = platform.clone();
        containers.extend(chosen.map(|(jar, _)| open(jar)));
        measure(&format!("{share} of the corpus"), &containers, platform.len(), rounds);
    }
    if let Some(peak) = peak_memory() {
        println!("\npeak memory of this process, jars included: {} MB", peak / 1_000_000);
    }
}

fn open(jar: &PathBuf) -> Arc<dyn Container> {
    let bytes = SharedBytes::new(fs::read(jar).expect("a jar of the corpus"));
    let archive = Archive::open(&jar.display().to_string(), bytes, &Reading::for_release(25));
    Arc::new(archive.unwrap_or_else(|error| panic!("{error}")))
}

fn measure(name: &str, containers: &[Arc<dyn Container>], platform: usize, rounds: usize) {
    let build = || World::build(containers, reenact_world::Options { depth: Depth::Code, platform }).0;
    let world = build();
    let catalog = Catalog::embedded();
    let options = Options::default();
    let analysis = analyze(&world, &catalog, &options);
    let [(indexing, _), (analysing, spread)] = interleaved(
        rounds,
        [&mut || drop(black_box(build())), &mut || drop(black_box(analyze(&world, &catalog, &options)))],
    );
    let (index, time) = (indexing.as_secs_f64(), analysing.as_secs_f64());
    println!(
        "{name:22} {:8} {:8} {:8}  {:6.0} ms {:6.0} ms {:6.2} {:8.0}  {:7}  spread {spread:.0} %",
        world.class_ids().len(),
        analysis.counts.methods,
        analysis.counts.lines,
        index * 1e3,
        time * 1e3,
        time / index,
        analysis.counts.lines as f64 / 1e3 / time,
        analysis.points.len(),
    );
}
