//! `reenact analyze`: the mocking points of a program, each with the flow that proves it.

mod repository;

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
    Analysis, Candidate, Counts, Explained, Explanation, Known, Lifted, Place, Point, Step,
};
use reenact_report::stored;
use reenact_world::{CallGraph, MethodId};

use crate::Progress;
use crate::classes::{self, ProgramModel, nearest};
use crate::config;
pub(crate) use repository::Repository;

/// Options of an analysis.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Class directories, jars, WARs, Spring Boot jars, or directories of Maven and Gradle projects.
    pub targets: Vec<PathBuf>,
    /// Libraries of the targets, as in `java -cp`.
    pub class_path: Option<String>,
    /// The JDK whose classes stand beside them; the newest one found unless given.
    pub jdk: Option<PathBuf>,
    /// Catalogs besides those that are built in; they come first.
    pub catalogs: Vec<PathBuf>,
    /// The project's settings; they come next.
    pub settings: config::Analyze,
    /// How deep calls are followed into libraries.
    pub library_depth: usize,
    /// Build tools are not to use the network.
    pub offline: bool,
}

/// An error of an analysis.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Classes(#[from] classes::Error),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Build(#[from] Box<BuildError>),
    #[error("cannot analyze: {0}. Build the project first. Run: mvn compile")]
    Nothing(String),
    #[error("cannot read {path}: {error}")]
    File { path: String, error: std::io::Error },
    #[error("cannot compare with {path}: {reason}. Run: reenact analyze TARGET --format json > {path}")]
    NoReport { path: String, reason: String },
    #[error("no class {name} among the targets{nearest}")]
    NoClass { name: String, nearest: String },
    #[error("class {class} declares no method {method} with code{nearest}")]
    NoMethod { class: String, method: String, nearest: String },
    #[error("`{0}` names no method; write pkg.Class#method")]
    NoName(String),
}

/// A finished analysis.
pub struct Analyzed {
    subject: ProgramModel,
    analysis: mockpoints::Analysis,
    findings: Vec<Finding>,
    targets: Vec<String>,
    /// The class directories and archives that the targets are.
    classes: Vec<PathBuf>,
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
    let (reading, mut findings) = program_targets(options, progress)?;
    let subject = ProgramModel::read(&reading, progress)?;
    progress.step("following state");
    let depth = mockpoints::Options { own: subject.own().to_vec(), library_depth: options.library_depth };
    let analysis = mockpoints::analyze(subject.world(), &catalog, &depth);
    findings.extend(subject.findings().iter().cloned());
    findings.extend(shadowed(&reading.targets, &subject));
    findings.extend(analysis.findings.iter().cloned());
    let targets = options.targets.iter().map(|target| target.display().to_string()).collect();
    Ok(Analyzed { subject, analysis, findings, targets, classes: reading.targets })
}

/// The targets with projects resolved to their classes, and with what these run with; an error if there are none.
pub(crate) fn program_targets(
    options: &Options,
    progress: &dyn Progress,
) -> Result<(classes::Options, Vec<Finding>), Error> {
    let (reading, findings) = targets(options, progress)?;
    if reading.targets.is_empty() {
        // Without targets everything would be taken for the subject's.
        let reasons: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
        return Err(Error::Nothing(reasons.join("; ")));
    }
    Ok((reading, findings))
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
fn shadowed(targets: &[PathBuf], subject: &ProgramModel) -> Vec<Finding> {
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

/// The analysis of an older version: its report in JSON, or the version itself.
pub fn older(path: &Path, options: &Options, progress: &dyn Progress) -> Result<Analysis, Error> {
    if path.extension().is_some_and(|extension| extension == "json") {
        let text = read(path)?;
        return stored::read_as(&text).map_err(|error| Error::NoReport {
            path: path.display().to_string(),
            reason: error.to_string(),
        });
    }
    let options = Options { targets: vec![path.to_path_buf()], ..options.clone() };
    Ok(run(&options, progress)?.report())
}

impl Analyzed {
    pub fn report(&self) -> Analysis {
        let candidates = self.analysis.candidates.iter();
        let mut places = self.places();
        Analysis {
            targets: self.targets.clone(),
            jdk: self.subject.jdk_version(),
            counts: counts(&self.analysis),
            points: self.analysis.points.iter().map(|point| self.point(point, &mut places)).collect(),
            dropped: candidates.filter_map(candidate).collect(),
            difference: None,
            findings: self.findings.clone(),
        }
    }

    /// Explains why the methods of a name are or are not points.
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
        let mut places = self.places();
        let methods: Vec<Explained> = class
            .methods_named(method_name)
            .filter(|method| method.has_code())
            .map(|method| self.explained(&graph, method.id(), &mut places))
            .collect();
        if methods.is_empty() {
            let names = class.methods().map(|method| method.name().to_string());
            let (class, method) = (class_name.to_owned(), method_name.to_owned());
            return Err(Error::NoMethod { class, method, nearest: nearest(method_name, names) });
        }
        Ok(Explanation { methods })
    }

    fn explained(&self, graph: &CallGraph, method: MethodId, places: &mut Places<'_>) -> Explained {
        let world = self.subject.world();
        let name = world.view(method).to_string();
        let of_method = self.analysis.points.iter().filter(|point| point.method == Some(method));
        let points: Vec<Point> = of_method.map(|point| self.point(point, places)).collect();
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
        let calls: Vec<Known> = calls
            .map(|point| Known {
                method: point.name.clone(),
                kind: point.kind.to_string(),
                source: point.source.to_string(),
                place: places.of(&point.name, point.file.clone(), point.line),
            })
            .collect();
        let lifted = self.analysis.stand_in(method);
        let verdict = match (&points[..], lifted) {
            ([], Some(point)) => format!("is not a point: it is answered by {}, its caller", point.name),
            ([], None) if !calls.is_empty() => {
                "is not a point: the points that it calls answer for the state that it depends on".to_owned()
            }
            ([], None) if !dropped.is_empty() => {
                "is not a point: the state in it reaches no branch and no result, or never changes".to_owned()
            }
            ([], None) => "is not a point: no state was found in it".to_owned(),
            (points, _) => {
                let kinds: Vec<&str> = points.iter().map(|point| point.kind.as_str()).collect();
                format!("is a point: {}", kinds.join(", "))
            }
        };
        Explained { method: name, points, dropped, calls, verdict }
    }

    /// Finds the places of the program's lines.
    fn places(&self) -> Places<'_> {
        Places { subject: &self.subject, repository: Repository::of(&self.classes) }
    }

    fn point(&self, point: &mockpoints::Point, places: &mut Places<'_>) -> Point {
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
            place: places.of(&point.name, point.file.clone(), point.line),
            chain: self.analysis.steps(world, point).into_iter().map(|step| places.step(step)).collect(),
            lifted_from: point.lifted_from.iter().map(lifted).collect(),
            caveat: point.caveat.as_deref().map(str::to_owned),
            writes: point.writes.iter().map(|write| write.words(world)).collect(),
        }
    }
}

/// Places of lines: in the repository, or else on the class path.
struct Places<'s> {
    subject: &'s ProgramModel,
    repository: Repository,
}

impl Places<'_> {
    /// The place of a line of a method.
    fn of(&mut self, method: &str, file: Option<String>, line: Option<u16>) -> Place {
        let class = method.split('#').next().unwrap_or_default();
        if let Some(path) = file.as_deref().and_then(|file| self.repository.path(class, file)) {
            return Place { file: Some(path), line, entry: None };
        }
        let world = self.subject.world();
        let entry = world
            .class(BinaryName::new(class).to_internal().as_str())
            .map(|class| world.containers()[class.container().index()].location().to_owned());
        Place { file, line, entry }
    }

    fn step(&mut self, step: mockpoints::Step) -> Step {
        let mockpoints::Step { method, file, line, what } = step;
        Step { place: self.of(&method, file, line), method, what }
    }
}

/// Returns a candidate that is not a point.
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
        declared: counts.declared,
        system_candidates: counts.system_candidates,
        system_kept_intra: counts.system_kept_intra,
        system_kept_inter: counts.system_kept_inter,
        internal_candidates: counts.internal_candidates,
        internal_with_modifier: counts.internal_with_modifier,
        internal_kept: counts.internal_kept,
    }
}
