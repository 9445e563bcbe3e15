//! The class model on jars of three sizes: against inflating the same bytes, and per second.
//!
//! `./run bench classes` prints one table. Aims: hierarchy and members within 3 times the time of
//! inflating; the code index at 100 MB of class bytes a second or more on 2 cores; time in proportion
//! to size.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use reenact_bench::{interleaved, peak_memory};
use reenact_classfile::container::{Archive, Container, Options as Reading, SharedBytes};
use reenact_conformance::corpus;
use reenact_jvm::{Jdk, open_jdk};
use reenact_world::{CallGraph, Depth, Options, World};

const ROUNDS: usize = 7;

fn main() {
    let threads = rayon::current_num_threads();
    println!("{threads} threads, medians of {ROUNDS} interleaved rounds; spread in percent of the median\n");
    println!(
        "{:22} {:>8} {:>6}  {:>9} {:>9} {:>6}  {:>9} {:>6} {:>8}  {:>8} {:>8}",
        "class path",
        "classes",
        "MB",
        "inflate",
        "members",
        "ratio",
        "code",
        "ratio",
        "MB/s",
        "B/class",
        "B/class"
    );
    println!("{:75} {:34} {:>8} {:>8}", "", "", "members", "code");
    let mut jars: Vec<(PathBuf, u64)> =
        corpus().iter().map(|jar| (jar.clone(), fs::metadata(jar).map_or(0, |file| file.len()))).collect();
    // In a fixed order that mixes large and small, so that a prefix is a fair sample.
    jars.sort_by_key(|(jar, _)| {
        jar.file_name().map(|name| name.to_string_lossy().chars().rev().collect::<String>())
    });
    let total: u64 = jars.iter().map(|(_, size)| size).sum();
    for (name, share) in
        [("a tenth of the corpus", 0.1), ("a third of the corpus", 0.33), ("all of the corpus", 1.0)]
    {
        let mut sum = 0;
        let chosen = jars.iter().take_while(|(_, size)| {
            let before = sum as f64;
            sum += size;
            before < total as f64 * share
        });
        let containers: Vec<Arc<dyn Container>> = chosen.map(|(jar, _)| open(jar)).collect();
        measure(name, &containers, 0);
    }
    if let Ok(jdk) = Jdk::find(17) {
        let reading = Reading::for_release(jdk.version.feature as u16);
        let opened = open_jdk(&jdk, &reading).expect("the JDK's own classes");
        measure(&format!("JDK {} (not deflated)", jdk.version.feature), &opened.containers, 1);
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

fn measure(name: &str, containers: &[Arc<dyn Container>], platform: usize) {
    let entries: Vec<(&Arc<dyn Container>, usize)> = containers
        .iter()
        .flat_map(|container| (0..container.classes().len()).map(move |index| (container, index)))
        .collect();
    let inflate = || -> usize {
        let read =
            entries.par_iter().map(|(container, index)| container.read_class(*index).map_or(0, |b| b.len()));
        read.sum()
    };
    let bytes = inflate();
    let build = |depth| World::build(containers, Options { depth, platform }).0;
    let (members_heap, code_heap) = (build(Depth::Members).heap_bytes(), build(Depth::Code).heap_bytes());
    let [(inflating, _), (members, members_spread), (code, code_spread)] = interleaved(
        ROUNDS,
        [
            &mut || {
                black_box(inflate());
            },
            &mut || drop(black_box(build(Depth::Members))),
            &mut || drop(black_box(build(Depth::Code))),
        ],
    );
    // An entry that is not deflated takes no time to inflate, and then there is nothing to compare with.
    let ratio = |time: Duration| match inflating.as_secs_f64() {
        seconds if seconds < 0.005 => "-".to_owned(),
        seconds => format!("{:.2}", time.as_secs_f64() / seconds),
    };
    let classes = entries.len();
    println!(
        "{name:22} {classes:8} {:6}  {:6.0} ms {:6.0} ms {:>6}  {:6.0} ms {:>6} {:8.0}  {:8} {:8}",
        bytes / 1_000_000,
        inflating.as_secs_f64() * 1e3,
        members.as_secs_f64() * 1e3,
        ratio(members),
        code.as_secs_f64() * 1e3,
        ratio(code),
        bytes as f64 / 1e6 / code.as_secs_f64(),
        members_heap / classes,
        code_heap / classes,
    );
    let world = build(Depth::Code);
    let [(graph, _)] = interleaved(3, [&mut || drop(black_box(CallGraph::class_hierarchy(&world)))]);
    println!(
        "{:22} spread {members_spread:.0} % and {code_spread:.0} %; call graph by class hierarchy {:.0} ms",
        "",
        graph.as_secs_f64() * 1e3
    );
}
