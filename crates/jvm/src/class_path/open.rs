//! Opening what a class path names.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;
use rayon::prelude::*;
use reenact_classfile::container::{
    Container, ContainerError, Image, Manifest, Options, Reference, SharedBytes, expand, references,
};

use super::{ClassPath, Opened, Problem, ProblemKind};
use crate::directory::Directory;
use crate::jdk::{ClassLibrary, Jdk};

impl ClassPath {
    /// Opens all entries, and what the manifests of plain jars name, in the order in which java
    /// looks for classes. An entry that is missing or not a container is a problem, not a failure:
    /// java skips it too. What is named twice is opened once.
    pub fn open(&self, options: &Options) -> Opened {
        let entries: Vec<Named> = self.entries().into_iter().map(Named::by_class_path).collect();
        // Reading and indexing in parallel; in order is only the walk over what was read.
        let paths: HashSet<&Path> = entries.iter().map(|entry| &*entry.path).collect();
        let read: HashMap<PathBuf, Read> =
            paths.par_iter().map(|path| (path.to_path_buf(), Read::at(path, options))).collect();
        walk(entries, read, options)
    }
}

/// Opens a directory, jar, WAR or Spring Boot jar that was named itself: unlike in a class path,
/// it is an error that it is missing or unreadable. The first container holds its own classes; the
/// libraries that it brings, or that its manifest names, follow.
pub fn open_target(path: impl Into<PathBuf>, options: &Options) -> Result<Opened, Problem> {
    let target = Named::by_class_path(path.into());
    let read = Read::at(&target.path, options);
    match read.failure {
        Some(kind) => Err(target.problem(kind)),
        None => Ok(walk(vec![target.clone()], HashMap::from([(target.path, read)]), options)),
    }
}

/// Opens a JDK's own classes.
pub fn open_jdk(jdk: &Jdk, options: &Options) -> Result<Opened, Problem> {
    match &jdk.library {
        ClassLibrary::Image(path) => {
            let problem = |kind| Problem { path: path.clone(), named_by: None, kind };
            let bytes = map(path).map_err(|error| problem(ProblemKind::of(&error)))?;
            let image = Image::open(&path.display().to_string(), bytes, options);
            let image = image.map_err(|error| problem(ProblemKind::Damaged(error)))?;
            Ok(Opened { containers: vec![Arc::new(image)], problems: Vec::new() })
        }
        ClassLibrary::Jars(jars) => Ok(jars.iter().collect::<ClassPath>().open(options)),
    }
}

/// Maps a file that is not truncated meanwhile. Not for jars: a build that rewrites a mapped jar in place
/// would end us with SIGBUS.
#[allow(unsafe_code)]
fn map(path: &Path) -> io::Result<SharedBytes> {
    let file = File::open(path)?;
    // SAFETY: a runtime image is part of an installed JDK. Installers and package managers replace
    // it by another file and leave the mapped one as it is, since running JVMs map it as well.
    let bytes = unsafe { Mmap::map(&file) }?;
    Ok(SharedBytes::new(bytes))
}

/// An entry, and the jar whose manifest named it if one did.
#[derive(Clone)]
struct Named {
    path: PathBuf,
    by: Option<PathBuf>,
}

impl Named {
    fn by_class_path(path: PathBuf) -> Self {
        Named { path, by: None }
    }

    fn problem(&self, kind: ProblemKind) -> Problem {
        Problem { path: self.path.clone(), named_by: self.by.clone(), kind }
    }
}

/// The content of a path.
#[derive(Default)]
struct Read {
    containers: Vec<Arc<dyn Container>>,
    /// Parts that could not be read.
    damages: Vec<ProblemKind>,
    /// Why there is nothing at all.
    failure: Option<ProblemKind>,
    /// The entries that a plain jar's manifest names.
    references: Vec<Result<Reference, PathBuf>>,
}

impl Read {
    fn at(path: &Path, options: &Options) -> Read {
        let read = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Read::directory(path),
            Ok(metadata) if metadata.is_file() => Read::archive(path, options),
            // Reading a pipe or a device might never end.
            Ok(_) => Err(ProblemKind::NotAFile),
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.ends_with("*") => {
                Err(ProblemKind::NoJars)
            }
            Err(error) => Err(ProblemKind::of(&error)),
        };
        read.unwrap_or_else(|failure| Read { failure: Some(failure), ..Read::default() })
    }

    fn directory(path: &Path) -> Result<Read, ProblemKind> {
        let directory = Directory::open(path).map_err(|error| ProblemKind::of(&error))?;
        let unreadable = directory.unreadable().iter();
        let damages = unreadable.map(|(path, reason)| {
            ProblemKind::Damaged(ContainerError {
                location: path.display().to_string(),
                offset: 0,
                reason: reason.clone(),
            })
        });
        Ok(Read { damages: damages.collect(), containers: vec![Arc::new(directory)], ..Read::default() })
    }

    fn archive(path: &Path, options: &Options) -> Result<Read, ProblemKind> {
        let bytes = fs::read(path).map_err(|error| ProblemKind::of(&error))?;
        let expanded = expand(&path.display().to_string(), SharedBytes::new(bytes), options);
        let expanded = expanded.map_err(ProblemKind::Damaged)?;
        // An archive with libraries of its own is not started by java's class path.
        let references = match &expanded.containers[..] {
            [plain] => named_by_manifest(&**plain, path),
            _ => Vec::new(),
        };
        let damages = expanded.problems.into_iter().map(ProblemKind::Damaged).collect();
        Ok(Read { containers: expanded.containers, damages, failure: None, references })
    }
}

fn named_by_manifest(jar: &dyn Container, path: &Path) -> Vec<Result<Reference, PathBuf>> {
    // Java finds the manifest whatever the case of its name is. One that cannot be read was already
    // complained about when the jar was opened.
    let is_manifest = |resource: &&str| resource.eq_ignore_ascii_case("META-INF/MANIFEST.MF");
    let Some(name) = jar.resources().into_iter().find(is_manifest) else { return Vec::new() };
    let Ok(Some(bytes)) = jar.read_resource(name) else { return Vec::new() };
    let manifest = Manifest::parse(&bytes).unwrap_or_default();
    manifest.get("Class-Path").map(|class_path| references(class_path, path)).unwrap_or_default()
}

/// Goes through entries the way java's `URLClassPath` does: what a jar's manifest names comes right
/// after the jar, and whatever came once does not come again.
fn walk(entries: Vec<Named>, mut read: HashMap<PathBuf, Read>, options: &Options) -> Opened {
    let mut opened = Opened::default();
    let mut seen = HashSet::new();
    let mut todo: Vec<Named> = entries.into_iter().rev().collect();
    while let Some(entry) = todo.pop() {
        // By its real path, so that a manifest's `../lib/a.jar` is the class path's `lib/a.jar`.
        if !seen.insert(fs::canonicalize(&entry.path).unwrap_or_else(|_| entry.path.clone())) {
            continue;
        }
        let found = read.remove(&entry.path).unwrap_or_else(|| Read::at(&entry.path, options));
        opened.containers.extend(found.containers);
        opened
            .problems
            .extend(found.damages.into_iter().chain(found.failure).map(|kind| entry.problem(kind)));
        let by_manifest = |path| Named { path, by: Some(entry.path.clone()) };
        for reference in found.references.into_iter().rev() {
            let not_followed = |path, reason| by_manifest(path).problem(ProblemKind::NotFollowed(reason));
            match reference {
                Ok(Reference { path, is_directory: false }) if path.is_dir() => {
                    let reason = "is a directory, for which java wants a slash at the end of the name";
                    opened.problems.push(not_followed(path, reason));
                }
                Ok(Reference { path, is_directory: true }) if path.is_file() => {
                    opened.problems.push(not_followed(path, "is a file, but the name ends in a slash"));
                }
                Ok(Reference { path, .. }) => todo.push(by_manifest(path)),
                Err(url) => opened.problems.push(not_followed(url, "only files are looked at")),
            }
        }
    }
    opened
}

impl ProblemKind {
    fn of(error: &io::Error) -> ProblemKind {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ProblemKind::Missing,
            _ => ProblemKind::Unreadable(error.to_string()),
        }
    }
}
