//! The programs as their users start them: command lines and a service.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reenact_jvm::Java;

use super::http::Response;
use super::petclinic::{self, Server};
use super::{pdf_document, sql};
use crate::Result;
use crate::environment::{Environment, Recording, jar};
use crate::outputs::Outputs;

const PAGES: u32 = 12;
const STATEMENTS: u32 = 5000;
const PDFBOX: &str = "org.apache.pdfbox.**:org.apache.fontbox.**";

/// A program to try the agent on.
pub struct Subject {
    pub name: &'static str,
    /// Its own classes, as patterns.
    pub include: &'static str,
    /// Runs it, and records if there is something to record.
    pub run: Box<Action>,
}

type Action = dyn Fn(&Environment, Option<Recording>) -> Result<Run>;

/// The result of a run.
pub struct Run {
    /// Output that must be the same each time.
    pub outputs: Outputs,
    /// Other output.
    pub log: String,
    pub elapsed: Duration,
}

/// All of them, with what they work on made.
pub fn all(environment: &Environment) -> Result<Vec<Subject>> {
    let document = pdf_document(environment, PAGES)?;
    let script = environment.path("script.sql");
    fs::write(&script, sql::script(STATEMENTS))?;
    let mut subjects = vec![pdfbox_render(document.clone()), pdfbox_text(document), h2(script)];
    match environment.petclinic.clone() {
        Some(jar) => subjects.push(petclinic(jar)),
        None => eprintln!("{}", petclinic::ADVICE),
    }
    Ok(subjects)
}

fn pdfbox_render(document: PathBuf) -> Subject {
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let images = fresh(environment, "images")?;
        let java = Java::jar(&environment.jdk, jar("pdfbox-app")?).arg("render").arg("-i").arg(&document);
        let java =
            java.arg("-format").arg("png").arg("-dpi").arg("72").arg("-prefix").arg(images.join("page"));
        command_line(environment, java, recording, Some(&images))
    };
    Subject { name: "pdfbox-render", include: PDFBOX, run: Box::new(run) }
}

fn pdfbox_text(document: PathBuf) -> Subject {
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let texts = fresh(environment, "texts")?;
        let java =
            Java::jar(&environment.jdk, jar("pdfbox-app")?).arg("export:text").arg("-i").arg(&document);
        let java = java.arg("-html").arg("-o").arg(texts.join("text.html"));
        command_line(environment, java, recording, Some(&texts))
    };
    Subject { name: "pdfbox-text", include: PDFBOX, run: Box::new(run) }
}

fn h2(script: PathBuf) -> Subject {
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let java = Java::main_class(&environment.jdk, "org.h2.tools.RunScript").class_path([jar("h2")?]);
        let java =
            java.arg("-url").arg("jdbc:h2:mem:subject").arg("-script").arg(&script).arg("-showResults");
        command_line(environment, java, recording, None)
    };
    Subject { name: "h2", include: "org.h2.**", run: Box::new(run) }
}

fn petclinic(jar: PathBuf) -> Subject {
    let run = move |environment: &Environment, recording: Option<Recording>| {
        let begun = Instant::now();
        let server = Server::start(environment, &jar, |java| environment.with_agent(java, recording))?;
        let mut outputs = Outputs::default();
        for (request, response) in server.visit_all(10)? {
            outputs.add(request, normalised(&response));
        }
        let finished = server.stop(environment)?;
        let log = finished.stdout.text() + &finished.stderr.text();
        Ok(Run { outputs, log, elapsed: begun.elapsed() })
    };
    Subject { name: "petclinic", include: petclinic::INCLUDE, run: Box::new(run) }
}

/// A program that runs to its end: its standard output counts, and the files it writes.
fn command_line(
    environment: &Environment,
    java: Java,
    recording: Option<Recording>,
    files: Option<&Path>,
) -> Result<Run> {
    let ran = environment.run(environment.with_agent(java, recording)?)?;
    let mut outputs = Outputs::default();
    outputs.add("standard output", ran.stdout);
    if let Some(files) = files {
        outputs.add_files(files)?;
    }
    Ok(Run { outputs, log: ran.stderr, elapsed: ran.elapsed })
}

/// An empty directory of this name.
fn fresh(environment: &Environment, name: &str) -> Result<PathBuf> {
    let directory = environment.path(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory)?;
    Ok(directory)
}

/// An answer as text, without what is another each time: the session, and moments in time.
fn normalised(response: &Response) -> String {
    let location = response.location.as_deref().unwrap_or("-");
    let text = format!("{} {location}\n{}", response.status, String::from_utf8_lossy(&response.body));
    let mut normal = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once(";jsessionid=") {
        normal.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    }
    normal.push_str(rest);
    without_moments(&normal)
}

/// Leaves out what looks like `2024-02-02T10:11:12.123Z`; dates alone are data.
fn without_moments(text: &str) -> String {
    let is_moment = |word: &str| {
        let bytes = word.as_bytes();
        bytes.len() >= 19 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[10] == b'T' && bytes[13] == b':'
    };
    let mut normal = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && !"-:.+".contains(c)) {
        if !is_moment(word) {
            normal.push_str(word);
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_and_moments_go() {
        let response = |body: &str| Response { status: 200, location: None, body: body.into() };
        let one = "<a href=\"/x;jsessionid=12AB?y\">2024-01-01</a> \"2024-02-02T10:11:12.1Z\" end";
        let other = "<a href=\"/x;jsessionid=99?y\">2024-01-01</a> \"2025-02-02T10:11:12.123Z\" end";
        assert_eq!(normalised(&response(one)), "200 -\n<a href=\"/x?y\">2024-01-01</a> \" end");
        assert_eq!(normalised(&response(one)), normalised(&response(other)));
    }
}
