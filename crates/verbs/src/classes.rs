//! `reenact classes`: what the class model knows of a program, of a class, of a method.

mod card;
mod summary;

use std::path::PathBuf;
use std::sync::Arc;

use reenact_base::finding::{Code, Finding, Severity, Subject as About};
use reenact_base::name::BinaryName;
use reenact_classfile::container::{self, Container};
use reenact_jvm::class_path::{ClassPath, Problem, open_jdk, open_target};
use reenact_jvm::{Jdk, jdk};
use reenact_report::classes::{Class, Methods, Program};
use reenact_world::{ClassView, Depth, World};

use crate::Progress;

/// What to look at.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Class directories, jars, WARs or Spring Boot jars.
    pub targets: Vec<PathBuf>,
    /// What the targets need besides, as `java -cp` takes it.
    pub class_path: Option<String>,
    /// The JDK whose classes stand beside them; the newest one found unless given.
    pub jdk: Option<PathBuf>,
}

/// Why there is nothing to tell.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    NoJdk(#[from] jdk::NoJdk),
    #[error(transparent)]
    Jdk(#[from] jdk::JdkError),
    #[error(transparent)]
    Target(#[from] Problem),
    #[error("no class {name} in {targets}{nearest}")]
    NoClass { name: String, targets: String, nearest: String },
    #[error("class {class} declares no method {method}{nearest}")]
    NoMethod { class: String, method: String, nearest: String },
}

/// One class or all overloads of one method.
pub enum Card {
    Class(Box<Class>),
    Methods(Methods),
}

/// A program that was read, ready to be asked.
pub struct Subject {
    world: World,
    findings: Vec<Finding>,
    jdk: Jdk,
    targets: Vec<String>,
    /// Which containers of the world hold the targets' own classes.
    own: Vec<usize>,
}

impl Subject {
    /// Reads the targets, their class path and the JDK.
    pub fn read(options: &Options, progress: &dyn Progress) -> Result<Self, Error> {
        let jdk = match &options.jdk {
            Some(home) => Jdk::at(home)?,
            None => Jdk::find(crate::doctor::OLDEST_JDK)?,
        };
        let reading = container::Options::for_release(jdk.version.feature as u16);
        let library = open_jdk(&jdk, &reading)?;
        let mut problems = library.problems;
        let mut containers: Vec<Arc<dyn Container>> = library.containers;
        let platform = containers.len();
        let mut own = Vec::new();
        for target in &options.targets {
            let opened = open_target(target, &reading)?;
            // What follows the first container are libraries that the target brings.
            own.push(containers.len());
            containers.extend(opened.containers);
            problems.extend(opened.problems);
        }
        if let Some(class_path) = &options.class_path {
            let opened = ClassPath::parse(class_path).open(&reading);
            containers.extend(opened.containers);
            problems.extend(opened.problems);
        }
        let classes: usize = containers.iter().map(|container| container.classes().len()).sum();
        progress.step(&format!("reading {classes} classes"));
        let world_options = reenact_world::Options { depth: Depth::Code, platform };
        let (world, read_findings) = World::build(&containers, world_options);
        let mut findings: Vec<Finding> = problems.iter().map(problem_finding).collect();
        findings.extend(read_findings);
        let targets = options.targets.iter().map(|target| target.display().to_string()).collect();
        Ok(Subject { world, findings, jdk, targets, own })
    }

    /// What there is to know of the program as a whole.
    pub fn summary(&self, progress: &dyn Progress) -> Program {
        summary::summary(self, progress)
    }

    /// What there is to know of `pkg.Class` or `pkg.Class#method`.
    pub fn show(&self, name: &str, progress: &dyn Progress) -> Result<Card, Error> {
        let (class_name, method) = match name.split_once('#') {
            Some((class, method)) => (class, Some(method)),
            None => (name, None),
        };
        let class = self
            .world
            .class(BinaryName::new(class_name).to_internal().as_str())
            .ok_or_else(|| self.no_class(class_name))?;
        progress.step("finding callers");
        match method {
            None => Ok(Card::Class(Box::new(card::class(&self.world, class)))),
            Some(method) => card::methods(&self.world, class, method).map(Card::Methods),
        }
    }

    /// The world itself.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Which containers of the world hold the targets' own classes.
    pub(crate) fn own(&self) -> &[usize] {
        &self.own
    }

    /// What could not be read.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The version of the JDK beside the targets.
    pub(crate) fn jdk_version(&self) -> String {
        self.jdk.version.full.clone()
    }

    fn is_own(&self, class: ClassView<'_>) -> bool {
        use reenact_base::Id;
        self.own.contains(&class.container().index())
    }

    fn no_class(&self, name: &str) -> Error {
        let own = self.world.classes().filter(|&class| self.is_own(class)).map(ClassView::binary_name);
        let nearest = nearest(name, own);
        Error::NoClass { name: name.to_owned(), targets: self.targets.join(", "), nearest }
    }
}

pub(crate) fn problem_finding(problem: &Problem) -> Finding {
    let subject = problem.path.display().to_string();
    // Manifests name many jars that nobody needs.
    let severity = if problem.named_by.is_some() { Severity::Note } else { Severity::Warning };
    Finding::new(Code::ClassPath, About::file(subject), problem.to_string()).with_severity(severity)
}

/// `; did you mean …?`, with the candidate that shares the last part of the name, or is nearest in
/// spelling; empty if none is near.
pub(crate) fn nearest(name: &str, candidates: impl Iterator<Item = String>) -> String {
    let simple = |name: &str| name.rsplit(['.', '$', '#']).next().unwrap_or_default().to_lowercase();
    let wanted = simple(name);
    let scored = candidates.map(|candidate| (distance(&wanted, &simple(&candidate)), candidate));
    match scored.min() {
        Some((distance, candidate)) if distance <= (wanted.len() / 3).max(2) => {
            format!("; did you mean {candidate}?")
        }
        _ => String::new(),
    }
}

/// How many letters must be inserted, deleted or replaced to get from one word to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, &other_letter) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other_letter);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        for (one, other, edits) in
            [("", "", 0), ("order", "order", 0), ("oder", "order", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(one, other), edits, "{one} {other}");
            assert_eq!(distance(other, one), edits, "{other} {one}");
        }
    }

    #[test]
    fn the_nearest_name_is_offered_only_if_it_is_near() {
        let names = || ["shop.Order", "shop.Customer"].map(str::to_owned).into_iter();
        assert_eq!(nearest("Order", names()), "; did you mean shop.Order?");
        assert_eq!(nearest("shop.Costumer", names()), "; did you mean shop.Customer?");
        assert_eq!(nearest("shop.Warehouse", names()), "");
    }
}
