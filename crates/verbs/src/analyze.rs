//! `reenact analyze`: the mocking points of a program, each with the way that proves it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reenact_base::Id;
use reenact_base::finding::{Code, Finding, Subject as About};
use reenact_base::name::BinaryName;
use reenact_build::project::Project;
use reenact_build::{self as build, BuildError, ResolveOptions};
use reenact_mockpoints::{self as mockpoints, Catalog, CatalogError};
use reenact_report::analysis::{
    Analysis, Candidate, Counts, Explained, Explanation, Known, Lifted, Point, Step, points_of,
};
use reenact_world::{CallGraph, ClassView, MethodId};

use crate::Progress;
use crate::classes::{self, Subject, nearest};
use crate::config;

/// What to analyse.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Class directories, jars, WARs, Spring Boot jars, or directories of Maven and Gradle projects.
    pub targets: Vec<PathBuf>,
    /// What the targets need besides, as `java -cp` takes it.
    pub class_path: Option<String>,
    /// The JDK whose classes stand beside them; the newest one found unless given.
    pub jdk: Option<PathBuf>,
    /// Catalogs besides those that are built in; they come first.
    pub catalogs: Vec<PathBuf>,
    /// What the project's settings say; it comes next.
    pub settings: config::Analyze,
    /// How deep calls are followed into libraries.
    pub library_depth: usize,
    /// Build tools are not to use the network.
    pub offline: bool,
}

/// Why there is nothing to tell.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Classes(#[from] classes::Error),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Build(#[from] Box<BuildError>),
    #[error("there is no class to look at: {0}; build the project first, for example with `mvn compile`")]
    Nothing(String),
    #[error("cannot read {path}: {error}")]
    File { path: String, error: std::io::Error },
    #[error("{path} is no report of `reenact analyze --format json`: {reason}")]
    NoReport { path: String, reason: String },
    #[error("no class {name} among the targets{nearest}")]
    NoClass { name: String, nearest: String },
    #[error("class {class} declares no method {method} with code{nearest}")]
    NoMethod { class: String, method: String, nearest: String },
    #[error("`{0}` names no method; write pkg.Class#method")]
    NoName(String),
}

/// An analysis that can be asked.
pub struct Analyzed {
    subject: Subject,
    analysis: mockpoints::Analysis,
    findings: Vec<Finding>,
    targets: Vec<String>,
}

/// Reads the targets and finds their points.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Analyzed, Error> {
    let mut catalog = Catalog::default();
    let parse = |path: &PathBuf| Ok::<_, Error>(Catalog::parse(&path.display().to_string(), &read(path)?)?);
    for path in &options.catalogs {
        catalog = catalog.over(parse(path)?);
    }
    catalog = catalog.over(options.settings.catalog());
    for path in &options.settings.catalogs {
        catalog = catalog.over(parse(path)?);
    }
    let catalog = catalog.over(Catalog::embedded());
    let (reading, mut findings) = targets(options, progress)?;
    if reading.targets.is_empty() {
        // Without targets everything would be taken for the subject's.
        let told: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
        return Err(Error::Nothing(told.join("; ")));
    }
    let subject = Subject::read(&reading, progress)?;
    let is_own = |class: ClassView<'_>| subject.own().contains(&class.container().index());
    if subject.findings().is_empty() && !subject.world().classes().any(is_own) {
        // The wrong directory, more likely than a program without code.
        let targets: Vec<String> = reading.targets.iter().map(|path| path.display().to_string()).collect();
        return Err(Error::Nothing(format!("{} holds none", targets.join(", "))));
    }
    progress.step("following state");
    let depth = mockpoints::Options { own: subject.own().to_vec(), library_depth: options.library_depth };
    let analysis = mockpoints::analyze(subject.world(), &catalog, &depth);
    findings.extend(subject.findings().iter().cloned());
    findings.extend(shadowed(&reading.targets, &subject));
    findings.extend(analysis.findings.iter().cloned());
    let targets = options.targets.iter().map(|target| target.display().to_string()).collect();
    Ok(Analyzed { subject, analysis, findings, targets })
}

/// The targets with projects resolved to their classes, and with what these run with.
fn targets(options: &Options, progress: &dyn Progress) -> Result<(classes::Options, Vec<Finding>), Error> {
    let mut reading = classes::Options { jdk: options.jdk.clone(), ..classes::Options::default() };
    let mut findings = Vec::new();
    let mut needed: Vec<PathBuf> = Vec::new();
    for target in &options.targets {
        if !target.is_dir() || Project::at(target).builds.is_empty() {
            reading.targets.push(target.clone());
            continue;
        }
        progress.step(&format!("asking the build of {}", target.display()));
        let asked = ResolveOptions { offline: options.offline, compile: false };
        let project = build::resolve(target, &asked).map_err(Box::new)?;
        let subject = target.display().to_string();
        let problems =
            project.problems.iter().chain(project.modules.iter().flat_map(|module| &module.problems));
        let note =
            |problem: &String| Finding::new(Code::Build, About::file(subject.clone()), problem.clone());
        findings.extend(problems.map(note));
        if project.modules.is_empty() {
            let message = "its build knows of no module with code".to_owned();
            findings.push(
                Finding::new(Code::NoModules, About::file(subject.clone()), message)
                    .with_help("name a directory with a module, or a directory of classes"),
            );
        }
        for module in project.modules {
            let built = module.classes.iter().filter(|classes| classes.is_dir()).cloned();
            let before = reading.targets.len();
            reading.targets.extend(built);
            let has_code =
                ["src/main", "src/test"].map(|set| module.directory.join(set).is_dir()) != [false, true];
            if reading.targets.len() == before && has_code {
                let message = format!("{} is not built; its code is left out", module.name);
                findings.push(
                    Finding::new(Code::NotBuilt, About::file(subject.clone()), message)
                        .with_help("build the project first, for example with `mvn compile`"),
                );
            }
            let is_there = |path: &PathBuf| !module.classes.contains(path) || path.is_dir();
            needed.extend(module.class_path.into_iter().filter(is_there));
        }
    }
    needed.retain(|path| !reading.targets.contains(path));
    let mut seen = std::collections::BTreeSet::new();
    needed.retain(|path| seen.insert(path.clone()));
    let mut class_path: Vec<String> = needed.iter().map(|path| path.display().to_string()).collect();
    class_path.extend(options.class_path.clone());
    reading.class_path = (!class_path.is_empty()).then(|| class_path.join(":"));
    Ok((reading, findings))
}

/// Modules that are programs of their own may have classes of the same names, of which only the first is looked at.
fn shadowed(targets: &[PathBuf], subject: &Subject) -> Vec<Finding> {
    let of = |target: &PathBuf| {
        let inside = format!("{}!/", target.display());
        let hidden = subject.findings().iter().filter(|finding| {
            finding.code == Code::ClassShadowed && finding.subject.name().starts_with(&inside)
        });
        let message = match hidden.count() {
            0 => return None,
            count => format!("{count} of its classes have the names of others before them, and are left out"),
        };
        let finding =
            Finding::new(Code::OwnClassShadowed, About::file(target.display().to_string()), message);
        Some(finding.with_help("analyse the modules one by one if they are programs of their own"))
    };
    targets.iter().filter_map(of).collect()
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| Error::File { path: path.display().to_string(), error })
}

/// The points of an older version: a report of it in JSON, or the version itself.
pub fn older(path: &Path, options: &Options, progress: &dyn Progress) -> Result<Vec<Known>, Error> {
    if path.extension().is_some_and(|extension| extension == "json") {
        let text = read(path)?;
        return points_of(&text)
            .map_err(|reason| Error::NoReport { path: path.display().to_string(), reason: reason.0 });
    }
    let options = Options { targets: vec![path.to_path_buf()], ..options.clone() };
    Ok(run(&options, progress)?.report().known())
}

impl Analyzed {
    pub fn report(&self) -> Analysis {
        let candidates = self.analysis.candidates.iter();
        Analysis {
            targets: self.targets.clone(),
            jdk: self.subject.jdk_version(),
            counts: counts(&self.analysis),
            points: self.analysis.points.iter().map(|point| self.point(point)).collect(),
            dropped: candidates.filter_map(candidate).collect(),
            difference: None,
            findings: self.findings.clone(),
        }
    }

    /// Why the methods of a name are points, or are none.
    pub fn explain(&self, name: &str) -> Result<Explanation, Error> {
        let Some((class_name, method_name)) = name.split_once('#') else {
            return Err(Error::NoName(name.to_owned()));
        };
        let method_name = method_name.split('(').next().unwrap_or_default();
        let world = self.subject.world();
        let Some(class) = world.class(BinaryName::new(class_name).to_internal().as_str()) else {
            let candidates = self
                .analysis
                .points
                .iter()
                .filter_map(|point| Some(point.name.split_once('#')?.0.to_owned()));
            return Err(Error::NoClass {
                name: class_name.to_owned(),
                nearest: nearest(class_name, candidates),
            });
        };
        let graph = CallGraph::class_hierarchy(world);
        let methods: Vec<Explained> = class
            .methods_named(method_name)
            .filter(|method| method.has_code())
            .map(|method| self.explained(&graph, method.id()))
            .collect();
        if methods.is_empty() {
            let names = class.methods().map(|method| method.name().to_string());
            let (class, method) = (class_name.to_owned(), method_name.to_owned());
            return Err(Error::NoMethod { class, method, nearest: nearest(method_name, names) });
        }
        Ok(Explanation { methods })
    }

    fn explained(&self, graph: &CallGraph, method: MethodId) -> Explained {
        let world = self.subject.world();
        let name = world.view(method).to_string();
        let of_method = self.analysis.points.iter().filter(|point| point.method == Some(method));
        let points: Vec<Point> = of_method.map(|point| self.point(point)).collect();
        let reads: Vec<String> = world
            .field_ids()
            .filter(|&field| world.readers(field).binary_search(&method).is_ok())
            .map(|field| world.view(field).to_string())
            .collect();
        let candidates = self.analysis.candidates.iter();
        let here = candidates.filter(|candidate| candidate.name == name || reads.contains(&candidate.name));
        let dropped: Vec<Candidate> = here.filter_map(candidate).collect();
        let callees = graph.callees(world, method);
        let calls = self.analysis.points.iter().filter(|point| {
            point.method.is_some_and(|called| called != method && callees.binary_search(&called).is_ok())
        });
        let calls: Vec<Known> =
            calls.map(|point| Known { method: point.name.clone(), kind: point.kind.to_string() }).collect();
        let lifted = self.analysis.stand_in(method);
        let verdict = match (&points[..], lifted) {
            ([], Some(point)) => format!("is no point: it is answered by {}, its caller", point.name),
            ([], None) if !calls.is_empty() => {
                "is no point: what it depends on is answered by points that it calls".to_owned()
            }
            ([], None) if !dropped.is_empty() => {
                "is no point: what it meets comes to no branch and no return, or never changes".to_owned()
            }
            ([], None) => "is no point: no state was found in it".to_owned(),
            (points, _) => {
                let kinds: Vec<&str> = points.iter().map(|point| point.kind.as_str()).collect();
                format!("is a point: {}", kinds.join(", "))
            }
        };
        Explained { method: name, points, dropped, calls, verdict }
    }

    fn point(&self, point: &mockpoints::Point) -> Point {
        let world = self.subject.world();
        let lifted = |(method, why): &(MethodId, Arc<str>)| Lifted {
            method: world.view(*method).to_string(),
            why: why.to_string(),
        };
        Point {
            method: point.name.clone(),
            kind: point.kind.to_string(),
            group: point.group.clone(),
            source: point.source.to_string(),
            file: point.file.clone(),
            line: point.line,
            chain: self.analysis.steps(world, point).into_iter().map(step).collect(),
            lifted_from: point.lifted_from.iter().map(lifted).collect(),
            caveat: point.caveat.as_deref().map(str::to_owned),
            writes: point.writes.iter().map(|write| write.words(world)).collect(),
        }
    }
}

fn step(step: mockpoints::Step) -> Step {
    let mockpoints::Step { method, file, line, what } = step;
    Step { method, file, line, what }
}

/// What was dropped.
fn candidate(site: &mockpoints::SourceSite) -> Option<Candidate> {
    Some(Candidate {
        name: site.name.clone(),
        kind: site.kind.to_string(),
        source: site.source.clone(),
        line: site.line,
        why: site.dropped.clone()?,
    })
}

fn counts(analysis: &mockpoints::Analysis) -> Counts {
    let counts = analysis.counts;
    Counts {
        methods: counts.methods,
        lines: counts.lines,
        library_methods: counts.library_methods,
        called: counts.called,
        beans: counts.beans,
        points: analysis.points.len(),
        system: counts.system,
        internal: counts.internal,
        external: counts.external,
        white: counts.white,
        system_candidates: counts.system_candidates,
        system_kept_intra: counts.system_kept_intra,
        system_kept_inter: counts.system_kept_inter,
        internal_candidates: counts.internal_candidates,
        internal_with_modifier: counts.internal_with_modifier,
        internal_kept: counts.internal_kept,
    }
}
