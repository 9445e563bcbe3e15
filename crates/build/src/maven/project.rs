//! Asking Maven about a project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::xml::Element;
use super::super::{BuildError, ModuleBuild, ProjectBuild, ResolveOptions};
use super::pom::Pom;
use super::{DEPENDENCY_PLUGIN, Maven, unfiltered};
use crate::project::BuildTool;
use reenact_host::Scratch;

const HELP_PLUGIN: &str = "org.apache.maven.plugins:maven-help-plugin:3.5.1";

/// The scopes that libraries are listed with; what a program has when it runs, and what only its tests have.
const RUN_SCOPES: [&str; 3] = ["compile", "runtime", "system"];
const SCOPES: [&str; 5] = ["compile", "runtime", "system", "provided", "test"];

/// The modules at and below a directory with a `pom.xml`.
pub(in super::super) fn resolve(
    directory: &Path,
    options: &ResolveOptions,
) -> Result<ProjectBuild, BuildError> {
    let directory = fs::canonicalize(directory)?;
    let scratch = Scratch::new("reenact-maven-")?;
    let (lists, effective) = (scratch.path().join("lists"), scratch.path().join("effective-pom.xml"));
    let mut problems = Vec::new();
    let root = ask(&directory, options, &lists, &effective, &mut problems)?;
    let text = fs::read_to_string(&effective)?;
    let malformed = |reason| io::Error::other(format!("Maven's effective POM: {reason}"));
    let poms = Pom::all(&text).map_err(malformed)?;
    let mut modules = Vec::new();
    for pom in &poms {
        // The list of a module lies below the names of the module, in a copy of the module's own path.
        let Some((place, list)) = list_below(&lists.join(pom.group()).join(pom.artifact()))? else {
            continue;
        };
        if place.starts_with(&directory) && pom.packaging() != "pom" {
            let whole = match pom.filters_libraries() {
                true => unfiltered(pom, &place, options, &mut problems)?,
                false => None,
            };
            modules.push(module(pom, place, &whole.unwrap_or(list)));
        }
    }
    modules.sort_by(|a, b| a.directory.cmp(&b.directory));
    Ok(ProjectBuild { tool: BuildTool::Maven, root, modules, problems })
}

/// Lists the libraries of a module without its own settings of the dependency plugin; `None` if that fails.
fn unfiltered(
    pom: &Pom,
    place: &Path,
    options: &ResolveOptions,
    problems: &mut Vec<String>,
) -> Result<Option<String>, BuildError> {
    let scratch = Scratch::new("reenact-maven-")?;
    let list = scratch.path().join("list");
    unfiltered::write(pom.project(), &scratch.path().join("pom.xml"))?;
    let arguments = [
        "-q".to_owned(),
        format!("{DEPENDENCY_PLUGIN}:list"),
        "-DoutputAbsoluteArtifactFilename=true".to_owned(),
        format!("-DoutputFile={}", list.display()),
    ];
    let wrapper = place.ancestors().map(|above| above.join("mvnw")).find(|wrapper| wrapper.is_file());
    let mut failure = String::new();
    for is_offline in [true, false].into_iter().filter(|is_offline| *is_offline || !options.offline) {
        match run(scratch.path(), wrapper.as_deref(), &arguments, is_offline, problems) {
            Ok(()) => return Ok(Some(fs::read_to_string(list)?)),
            Err(error) => failure = error.to_string(),
        }
    }
    problems.push(format!(
        "the settings of maven-dependency-plugin in {} leave libraries out, and they cannot be listed without: {failure}",
        place.display()
    ));
    Ok(None)
}

/// Asks from the outermost directory that the build can begin in: neighbours anywhere in it may be needed. A collection of
/// projects may hold some that cannot be had; then it is asked from further in. First without the network everywhere.
fn ask(
    directory: &Path,
    options: &ResolveOptions,
    lists: &Path,
    effective: &Path,
    problems: &mut Vec<String>,
) -> Result<PathBuf, BuildError> {
    let mut failure = None;
    for is_offline in [true, false].into_iter().filter(|is_offline| *is_offline || !options.offline) {
        for root in reactor_roots(directory) {
            let arguments = arguments(&root, directory, options, lists, effective);
            let wrapper = root.ancestors().map(|above| above.join("mvnw")).find(|wrapper| wrapper.is_file());
            match run(&root, wrapper.as_deref(), &arguments, is_offline, problems) {
                Ok(()) => return Ok(root),
                // The error of the whole project is reported, and with the network if that was tried.
                Err(error) => {
                    failure = failure.filter(|(known, _)| *known == is_offline).or(Some((is_offline, error)))
                }
            }
        }
    }
    Err(failure.map_or_else(|| BuildError::NoBuild(directory.to_path_buf()), |(_, error)| error))
}

/// Goals and properties. Expressions in them are Maven's to fill in, module by module.
fn arguments(
    root: &Path,
    directory: &Path,
    options: &ResolveOptions,
    lists: &Path,
    effective: &Path,
) -> Vec<String> {
    let mut arguments = vec!["-q".to_owned()];
    if directory != root {
        // Before version 4 Maven does not take the modules of a chosen module along.
        let chosen = with_modules(directory);
        let chosen =
            chosen.iter().filter_map(|module| Some(module.strip_prefix(root).ok()?.display().to_string()));
        arguments.extend(["-pl".to_owned(), chosen.collect::<Vec<_>>().join(","), "-am".to_owned()]);
    }
    // Maven takes a neighbour's classes for a library only in a build that compiles it, or says it does. Without
    // neighbours there is no need to start a build.
    let has_neighbours = modules_of(root).next().is_some();
    if options.compile {
        arguments.push("test-compile".to_owned());
    } else if has_neighbours {
        let skipped = ["maven.main.skip", "maven.test.skip", "maven.resources.skip"];
        arguments.extend(skipped.map(|property| format!("-D{property}=true")));
        arguments.push("test-compile".to_owned());
    }
    arguments.extend([
        format!("{DEPENDENCY_PLUGIN}:list"),
        "-DoutputAbsoluteArtifactFilename=true".to_owned(),
        format!(
            "-DoutputFile={}/${{project.groupId}}/${{project.artifactId}}/${{basedir}}/list",
            lists.display()
        ),
        format!("{HELP_PLUGIN}:effective-pom"),
        format!("-Doutput={}", effective.display()),
    ]);
    arguments
}

fn run(
    root: &Path,
    wrapper: Option<&Path>,
    arguments: &[String],
    is_offline: bool,
    problems: &mut Vec<String>,
) -> Result<(), BuildError> {
    let with = |maven: Maven| maven.run_once(root, arguments, is_offline);
    match (with(Maven::of(wrapper)), wrapper) {
        (Err(error), Some(wrapper)) if !error.is_of_the_build() => {
            // A wrapper that cannot fetch its Maven says nothing about the project.
            let problem = format!("{} does not run, so `mvn` was taken: {error}", wrapper.display());
            if !problems.contains(&problem) {
                problems.push(problem);
            }
            with(Maven::on_path()).map(drop)
        }
        (result, _) => result.map(drop),
    }
}

/// The directories from which a build reaches this one, module by module: the outermost first, itself last.
fn reactor_roots(directory: &Path) -> Vec<PathBuf> {
    let mut roots = vec![directory.to_path_buf()];
    // A module need not lie right below the project that names it.
    let mut above = directory.parent();
    while let Some(candidate) = above {
        if roots.last().is_some_and(|root| modules_of(candidate).any(|module| module == *root)) {
            roots.push(candidate.to_path_buf());
        }
        above = candidate.parent();
    }
    roots.reverse();
    roots
}

/// A directory with the modules below it that build files name, and theirs.
fn with_modules(directory: &Path) -> Vec<PathBuf> {
    let mut found = vec![directory.to_path_buf()];
    let mut at = 0;
    while let Some(next) = found.get(at).cloned() {
        let modules = modules_of(&next).filter(|module| module.starts_with(directory));
        let fresh: Vec<PathBuf> = modules.filter(|module| !found.contains(module)).collect();
        found.extend(fresh);
        at += 1;
    }
    found
}

/// The directories of the modules that a `pom.xml` names, in profiles too.
fn modules_of(directory: &Path) -> impl Iterator<Item = PathBuf> {
    let text = fs::read_to_string(directory.join("pom.xml")).unwrap_or_default();
    let pom = Element::parse(&text).unwrap_or_default();
    let profiles = pom.children_at(&["profiles"]).iter();
    let named = [&pom].into_iter().chain(profiles).flat_map(|element| element.children_at(&["modules"]));
    let directories: Vec<PathBuf> = named
        .map(|module| directory.join(&module.text))
        .map(|path| if path.is_file() { path.with_file_name("") } else { path })
        .filter_map(|path| fs::canonicalize(path).ok())
        .collect();
    directories.into_iter()
}

/// The file `list` below a directory, and its path there: that is where the module is.
fn list_below(names: &Path) -> io::Result<Option<(PathBuf, String)>> {
    let mut at = names.to_path_buf();
    loop {
        let file = at.join("list");
        if file.is_file() {
            let place = Path::new("/").join(at.strip_prefix(names).unwrap_or(Path::new("")));
            return Ok(Some((place, fs::read_to_string(file)?)));
        }
        match fs::read_dir(&at).ok().and_then(|mut entries| entries.next()) {
            Some(entry) => at = entry?.path(),
            None => return Ok(None),
        }
    }
}

fn module(pom: &Pom, directory: PathBuf, list: &str) -> ModuleBuild {
    let mut problems = Vec::new();
    let (classes, test_classes) = (pom.output(&directory), pom.test_output(&directory));
    let libraries: Vec<Library> = list.lines().filter_map(Library::parse).collect();
    let excluded = pom.excluded();
    let is_run = |library: &&Library| RUN_SCOPES.contains(&&*library.scope);
    let run = libraries.iter().filter(is_run).map(|library| library.place.clone());
    let all = libraries.iter().filter(|library| !excluded.contains(&library.name));
    let all = all.map(|library| library.place.clone());
    ModuleBuild {
        name: format!("{}:{}", pom.group(), pom.artifact()),
        class_path: [classes.clone()].into_iter().chain(run).collect(),
        test_class_path: [test_classes.clone(), classes.clone()]
            .into_iter()
            .chain(pom.additional_class_path())
            .chain(all)
            .collect(),
        classes: vec![classes],
        test_classes: vec![test_classes],
        test_sources: vec![pom.test_sources(&directory)],
        tests: pom.test_selection(&mut problems),
        release: pom.release(),
        compiler_options: pom.compiler_options(),
        test_jvm: pom.test_jvm(&directory, &mut problems),
        directory,
        problems,
    }
}

/// A line such as `   g:a:jar:1:compile:/path/a.jar -- module a [auto]`.
#[derive(Debug, PartialEq, Eq)]
struct Library {
    /// `group:artifact`.
    name: String,
    scope: String,
    place: PathBuf,
}

impl Library {
    fn parse(line: &str) -> Option<Library> {
        let line = line.trim_start();
        let scope = SCOPES.into_iter().filter_map(|scope| Some((line.find(&format!(":{scope}:"))?, scope)));
        let (at, scope) = scope.min()?;
        let place = &line[at + scope.len() + 2..];
        let place = place.split(" -- module").next().unwrap_or(place);
        let place = place.strip_suffix(" (optional)").unwrap_or(place).trim_end();
        let name = line[..at].splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
        Some(Library { name, scope: scope.to_owned(), place: PathBuf::from(place) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_libraries() {
        let check = |line: &str, expected: (&str, &str, &str)| {
            let library = Library::parse(line).unwrap();
            assert_eq!((&*library.name, &*library.scope, library.place.to_str().unwrap()), expected);
        };
        check("   g:a:jar:1:compile:/m/a-1.jar -- module a.b [auto]", ("g:a", "compile", "/m/a-1.jar"));
        check(
            "g:a:test-jar:tests:1:test:/m/core/target/test-classes",
            ("g:a", "test", "/m/core/target/test-classes"),
        );
        check(
            "g:a:jar:1:provided:/m/with space:test:/a.jar (optional)",
            ("g:a", "provided", "/m/with space:test:/a.jar"),
        );
        assert_eq!(Library::parse("The following files have been resolved:"), None);
        assert_eq!(Library::parse("   none"), None);
    }

    #[test]
    fn the_reactor_is_found_from_any_module() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        let write = |path: &str, modules: &[&str]| {
            let modules: String = modules.iter().map(|module| format!("<module>{module}</module>")).collect();
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("<project><modules>{modules}</modules></project>")).unwrap();
        };
        write("pom.xml", &["parts/web", "core/pom.xml"]);
        write("core/pom.xml", &[]);
        write("parts/web/pom.xml", &["ui"]);
        write("parts/web/ui/pom.xml", &[]);
        write("alone/pom.xml", &[]);
        for module in ["", "core", "parts/web", "parts/web/ui"] {
            let roots = reactor_roots(&root.join(module).components().collect::<PathBuf>());
            assert_eq!(roots[0], root, "{module}");
        }
        let inner = reactor_roots(&root.join("parts/web/ui"));
        assert_eq!(inner, [root.clone(), root.join("parts/web"), root.join("parts/web/ui")]);
        assert_eq!(reactor_roots(&root.join("alone")), [root.join("alone")]);
        let chosen = with_modules(&root.join("parts/web"));
        assert_eq!(chosen, [root.join("parts/web"), root.join("parts/web/ui")]);
    }
}
