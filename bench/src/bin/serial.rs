//! Throughput and size of serial forms beside Jackson, Kryo and Java serialization: `./run bench serial`.
//!
//! One JVM writes and reads the same objects with each library in turns: a customer of five properties, and an order of twenty lines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use reenact_bench::Result;
use reenact_bench::setting::output;
use reenact_bench::table::Table;
use reenact_build::maven::{Coordinates, artifacts};
use reenact_host::Scratch;
use reenact_jvm::{Javac, Jdk};

/// Compare serial forms with Jackson, Kryo and Java serialization
#[derive(Parser)]
#[command(name = "serial")]
struct Command {
    /// Measure each library this often
    #[arg(long, default_value_t = 9)]
    rounds: usize,

    /// Measure for this many milliseconds each time
    #[arg(long, default_value_t = 200)]
    millis: u32,

    /// Directory of the JDK [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// The native library of serial forms [default: beside this program]
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
}

const OBJECTS: [&str; 2] = ["customer", "order"];
const LIBRARIES: [&str; 5] = ["reenact-json", "reenact-cbor", "jackson", "kryo", "java"];

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("serial: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let jdk = match &command.jdk {
        Some(home) => Jdk::at(home)?,
        None => Jdk::find(17)?,
    };
    let library = match &command.library {
        Some(library) => library.clone(),
        None => std::env::current_exe()?.with_file_name("libreenact_forms_jni.so"),
    };
    if !library.is_file() {
        let missing = library.display();
        return Err(
            format!("no {missing}; build it with `cargo build --release -p reenact-forms-jni`").into()
        );
    }
    let jars = artifacts(&[
        Coordinates::new("com.fasterxml.jackson.core", "jackson-databind", "2.17.2"),
        Coordinates::new("com.esotericsoftware", "kryo", "5.6.0"),
    ])?;
    let scratch = Scratch::new("reenact-bench-")?;
    let classes = scratch.path().join("classes");
    Javac::new(&jdk)
        .options(["--release", "17", "-g", "-parameters"])
        .class_path(&jars)
        .compile(&sources()?, &classes)?;
    let mut java = std::process::Command::new(jdk.java());
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
        java.env_remove(variable);
    }
    java.args(["-Xms512m", "-Xmx512m"]);
    java.arg(format!("-Dio.reenact.serial.library={}", library.display()));
    java.arg("-cp").arg(std::env::join_paths(std::iter::once(&classes).chain(&jars))?);
    java.arg("dev.reenact.bench.SerialWork");
    java.args([command.rounds.to_string(), command.millis.to_string()]);
    let printed = output(java)?;
    println!("JDK {}, median of {} rounds, interleaved\n", jdk.version.full, command.rounds);
    for object in OBJECTS {
        let mut table = Table::new(&[
            object,
            "bytes",
            "write, ns",
            "read, ns",
            "write, times Jackson",
            "read, times Jackson",
            "write, times Java",
            "read, times Java",
        ]);
        let figure = |what: &str, library: &str| figure(&printed, &format!("{what} {object} {library} "));
        for library in LIBRARIES {
            let speed = |what: &str, other: &str| {
                Ok::<String, Box<dyn std::error::Error>>(format!(
                    "{:.2}",
                    figure(what, other)? / figure(what, library)?
                ))
            };
            table.row(&[
                library.to_owned(),
                format!("{:.0}", figure("size", library)?),
                format!("{:.0}", figure("write", library)?),
                format!("{:.0}", figure("read", library)?),
                speed("write", "jackson")?,
                speed("read", "jackson")?,
                speed("write", "java")?,
                speed("read", "java")?,
            ]);
        }
        println!("{table}");
    }
    Ok(())
}

/// The driver and the Java library of serial forms.
fn sources() -> Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec![root.join("subjects/serial/SerialWork.java")];
    for entry in std::fs::read_dir(root.join("../jvm/serial/src/main/java/io/reenact/serial"))? {
        sources.push(entry?.path());
    }
    sources.sort();
    Ok(sources)
}

/// The number behind a text at the start of a line.
fn figure(printed: &str, name: &str) -> Result<f64> {
    let found = printed.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    Ok(found.ok_or_else(|| format!("the driver did not print `{name}`:\n{printed}"))?)
}
