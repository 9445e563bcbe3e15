//! Programs with work that is the same each time.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_jvm::Java;

use super::conditions::Conditions;
use crate::Result;
use crate::environment::{Environment, Recording, TIME_LIMIT};
use crate::programs::petclinic::{self, Server};

const SUBJECTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/subjects");
const SHOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../subjects/shop/src/main/java");

/// Rounds of requests to the service.
const ROUNDS: u32 = 3;

/// A program to be run twice.
pub struct Subject {
    pub name: &'static str,
    /// Its own classes, as a pattern.
    pub include: &'static str,
    /// The analysed code: a directory of classes, or a jar with its libraries.
    pub target: PathBuf,
    /// Its libraries.
    pub libraries: Vec<PathBuf>,
    /// Runs it and records.
    pub run: Box<Action>,
}

type Action = dyn Fn(&Environment, &Conditions, Recording) -> Result<()>;

/// The programs to check, given those that have to be built elsewhere.
pub fn all(environment: &Environment, jpetstore: Option<&Path>) -> Result<Vec<Subject>> {
    let mut subjects = vec![shop(environment)?];
    match &environment.petclinic {
        Some(jar) => subjects.push(petclinic(jar.clone())),
        None => eprintln!("{}", petclinic::ADVICE),
    }
    if let Some(web) = jpetstore {
        subjects.push(store(environment, web)?);
    }
    Ok(subjects)
}

/// The bundled shop, with one worker: then calls come in the same order each time.
fn shop(environment: &Environment) -> Result<Subject> {
    let mut sources = Vec::new();
    find(Path::new(SHOP), &mut sources)?;
    sources.sort();
    let class_path = environment.compile(&sources, "shop", &[])?;
    let target = class_path[0].clone();
    let run = move |environment: &Environment, conditions: &Conditions, recording: Recording| {
        let java =
            Java::main_class(&environment.jdk, "dev.reenact.shop.workload.Main").class_path(&class_path);
        let words = ["--orders", "120", "--threads", "1", "--payment", "http", "--verbose"];
        to_its_end(environment, conditions, words.iter().fold(java, |java, word| java.arg(word)), recording)
    };
    let include = "dev.reenact.shop.**";
    Ok(Subject { name: "shop", include, target, libraries: Vec::new(), run: Box::new(run) })
}

fn find(directory: &Path, sources: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path);
        }
    }
    Ok(())
}

fn petclinic(jar: PathBuf) -> Subject {
    let target = jar.clone();
    let run = move |environment: &Environment, conditions: &Conditions, recording: Recording| {
        let prepare = |java| environment.with_agent(conditions.java(java), recording);
        let around = |command| conditions.around(environment, command);
        let server = Server::start_in(environment, &jar, prepare, around)?;
        server.visit_all(ROUNDS)?;
        server.stop(environment)?;
        Ok(())
    };
    let include = petclinic::INCLUDE;
    Subject { name: "petclinic", include, target, libraries: Vec::new(), run: Box::new(run) }
}

/// The classes of an exploded web application, worked with by a driver.
fn store(environment: &Environment, web: &Path) -> Result<Subject> {
    let web = fs::canonicalize(web).map_err(|error| format!("{}: {error}", web.display()))?;
    let target = web.join("WEB-INF/classes");
    let mut libraries: Vec<PathBuf> =
        fs::read_dir(web.join("WEB-INF/lib"))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    libraries.sort();
    let mut needed = vec![target.clone()];
    needed.extend(libraries.iter().cloned());
    let source = Path::new(SUBJECTS).join("jpetstore/StoreWork.java");
    let class_path = environment.compile(&[source], "StoreWork", &needed)?;
    let context = web.join("WEB-INF/applicationContext.xml");
    let run = move |environment: &Environment, conditions: &Conditions, recording: Recording| {
        let java = Java::main_class(&environment.jdk, "StoreWork").class_path(&class_path).arg(&context);
        to_its_end(environment, conditions, java, recording)
    };
    let include = "org.mybatis.jpetstore.**";
    Ok(Subject { name: "jpetstore", include, target, libraries, run: Box::new(run) })
}

fn to_its_end(
    environment: &Environment,
    conditions: &Conditions,
    java: Java,
    recording: Recording,
) -> Result<()> {
    let java = environment.with_agent(conditions.java(java), recording)?;
    environment.run_command(conditions.around(environment, environment.command(java))?, TIME_LIMIT)?;
    Ok(())
}
