//! The time that the agent adds to starting a JVM: the whole life of short programs, with and without.

use std::path::PathBuf;
use std::{fs, io};

use reenact_jvm::Java;

use super::Effort;
use crate::environment::Recording;
use crate::statistics::Sample;
use crate::table::Table;
use crate::{Environment, Result};

const ROUNDS: usize = 15;

/// The bundled subject.
const SHOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../subjects/shop/src");

pub fn run(environment: &Environment, effort: &Effort) -> Result<()> {
    println!("## Start-up: whole runs of short programs\n");
    let mut table =
        Table::new(&["program", "ms without", "ms with", "ms more", "CPU, ms without", "CPU, ms more"]);
    let mut sources = Vec::new();
    java_files(SHOP.into(), &mut sources)?;
    sources.sort();
    let shop = environment.compile(&sources, "shop-classes", &[])?;
    let shop = Java::main_class(&environment.jdk, "dev.reenact.shop.workload.Main").class_path(shop);
    for (name, java, options) in [
        ("hello", environment.driver("Hello"), "include=dev.reenact.bench.**"),
        ("shop", shop, "include=dev.reenact.shop.**"),
    ] {
        if effort.wants(name) {
            table.row(row(environment, effort, &java, Recording { options, name })?);
        }
    }
    println!("{table}");
    Ok(())
}

fn row(environment: &Environment, effort: &Effort, java: &Java, recording: Recording) -> Result<Vec<String>> {
    let rounds = effort.rounds.unwrap_or(ROUNDS);
    let [mut plain, mut plain_cpu, mut started, mut started_cpu]: [Sample; 4] = Default::default();
    for round in 0..rounds {
        eprintln!("start-up of {}: {} of {rounds}", recording.name, round + 1);
        let ran = environment.run(java.clone())?;
        plain.push(ran.elapsed.as_secs_f64() * 1e3);
        plain_cpu.push(ran.cpu.as_secs_f64() * 1e3);
        let ran = environment.run(environment.with_agent(java.clone(), recording)?)?;
        started.push(ran.elapsed.as_secs_f64() * 1e3);
        started_cpu.push(ran.cpu.as_secs_f64() * 1e3);
        environment.discard(recording.name);
    }
    Ok(vec![
        recording.name.to_owned(),
        format!("{plain:.0}"),
        format!("{started:.0}"),
        format!("{:.0}", started.less(&plain)),
        format!("{plain_cpu:.0}"),
        format!("{:.0}", started_cpu.less(&plain_cpu)),
    ])
}

fn java_files(directory: PathBuf, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            java_files(path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
    Ok(())
}
