//! The programs: libraries with a driver that works with them, command lines and services.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_conformance::jars_of;
use reenact_jvm::Java;

use crate::Result;
use crate::environment::{Environment, Recording, jar, jar_among};
use crate::programs::pdf_document;
use crate::programs::petclinic::{self, Server};

const SUBJECTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/subjects");

/// A program to be recorded.
pub struct Program {
    pub name: &'static str,
    /// Its own classes, as a pattern.
    pub include: &'static str,
    /// The class path of its tests.
    pub class_path: Vec<PathBuf>,
    /// Runs it, and records if there is something to record; gives the CPU time.
    pub run: Box<Action>,
}

type Action = dyn Fn(&Environment, Option<Recording>) -> Result<Duration>;

/// A library, the driver in `bench/subjects/libraries` that works with it, and what it needs.
type Library = (&'static str, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const LIBRARIES: &[Library] = &[
    ("commons-lang3", "org.apache.commons.lang3.**", "LangWork", &["commons-lang3"]),
    ("commons-text", "org.apache.commons.text.**", "TextWork", &["commons-text", "commons-lang3"]),
    ("commons-csv", "org.apache.commons.csv.**", "CsvWork", &["commons-csv", "commons-io", "commons-codec"]),
    ("commons-math3", "org.apache.commons.math3.**", "MathWork", &["commons-math3"]),
    ("joda-time", "org.joda.time.**", "JodaWork", &["joda-time"]),
    ("jopt-simple", "joptsimple.**", "OptionsWork", &["jopt-simple"]),
    ("jsoup", "org.jsoup.**", "JsoupWork", &["jsoup"]),
    ("guava", "com.google.common.**", "GuavaWork", &["guava"]),
];

const PDFBOX: &str = "org.apache.pdfbox.**:org.apache.fontbox.**";

/// Pages of the document that PDFBox renders.
const PAGES: u32 = 4;

/// Rounds of requests to the service.
const ROUNDS: u32 = 3;

/// The programs to record, given those that have to be built elsewhere.
pub fn all(
    environment: &Environment,
    jpetstore: Option<&Path>,
    wants: &dyn Fn(&str) -> bool,
) -> Result<Vec<Program>> {
    let more = jars_of(&Path::new(SUBJECTS).join("libraries/pom.xml"));
    let find = |artifact: &str| jar(artifact).or_else(|_| jar_among(&more, artifact));
    let mut programs = Vec::new();
    // Version 2 has other names for the same: it draws the pages of a document.
    for (name, app, words) in [
        ("pdfbox 2", jar_among(&more, "pdfbox-app")?, ["PDFToImage", "-format", "png"]),
        ("pdfbox 3", jar("pdfbox-app")?, ["render", "-format", "png"]),
    ] {
        if wants(name) {
            programs.push(pdfbox(name, app, words, pdf_document(environment, PAGES)?));
        }
    }
    for &(name, include, driver, jars) in LIBRARIES.iter().filter(|library| wants(library.0)) {
        let jars: Vec<PathBuf> = jars.iter().map(|artifact| find(artifact)).collect::<Result<_>>()?;
        let source = Path::new(SUBJECTS).join(format!("libraries/{driver}.java"));
        programs.push(driven(environment, (name, include, driver), source, jars, Vec::new())?);
    }
    match &environment.petclinic {
        Some(jar) if wants("petclinic") => programs.push(petclinic(jar.clone())),
        Some(_) => {}
        None => eprintln!("{}", petclinic::ADVICE),
    }
    match jpetstore {
        Some(web) if wants("jpetstore") => {
            let classes = web.join("WEB-INF/classes");
            let mut jars: Vec<PathBuf> =
                fs::read_dir(web.join("WEB-INF/lib"))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
            jars.sort();
            jars.insert(0, classes);
            let source = Path::new(SUBJECTS).join("jpetstore/StoreWork.java");
            let names = ("jpetstore", "org.mybatis.jpetstore.**", "StoreWork");
            let context = web.join("WEB-INF/applicationContext.xml").display().to_string();
            programs.push(driven(environment, names, source, jars, vec![context])?);
        }
        Some(_) => {}
        None => eprintln!("{JPETSTORE}"),
    }
    Ok(programs)
}

/// How to come by it.
const JPETSTORE: &str = "jpetstore-6 is left out: give its directory with --jpetstore DIRECTORY. To get one: \
    git clone https://github.com/mybatis/jpetstore-6 && cd jpetstore-6 && \
    mvn -q -B resources:resources compiler:compile war:exploded && ls -d target/jpetstore";

/// A driver of this benchmark that calls a library.
fn driven(
    environment: &Environment,
    (name, include, driver): (&'static str, &'static str, &'static str),
    source: PathBuf,
    jars: Vec<PathBuf>,
    arguments: Vec<String>,
) -> Result<Program> {
    let all = environment.compile(&[source], driver, &jars)?;
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let java = Java::main_class(&environment.jdk, driver).class_path(&all);
        let java = arguments.iter().fold(java, |java, argument| java.arg(argument));
        Ok(environment.run(environment.with_agent(java, recording)?)?.cpu)
    };
    Ok(Program { name, include, class_path: jars, run: Box::new(run) })
}

fn pdfbox(name: &'static str, app: PathBuf, words: [&'static str; 3], document: PathBuf) -> Program {
    let class_path = vec![app.clone()];
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let mut java = words.iter().fold(Java::jar(&environment.jdk, &app), |java, word| java.arg(word));
        java = java.arg("-dpi").arg("72").arg("-prefix").arg(environment.path("page"));
        java = match words[0] {
            "render" => java.arg("-i").arg(&document),
            _ => java.arg(&document),
        };
        Ok(environment.run(environment.with_agent(java, recording)?)?.cpu)
    };
    Program { name, include: PDFBOX, class_path, run: Box::new(run) }
}

fn petclinic(jar: PathBuf) -> Program {
    let class_path = vec![jar.clone()];
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let server = Server::start(environment, &jar, |java| environment.with_agent(java, recording))?;
        server.visit_all(ROUNDS)?;
        let cpu = server.cpu()?;
        server.stop(environment)?;
        Ok(cpu)
    };
    Program { name: "petclinic", include: petclinic::INCLUDE, class_path, run: Box::new(run) }
}
