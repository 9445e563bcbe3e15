//! One file, the class path that it means.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Archive, Container, ContainerError, Options, SharedBytes};

/// The containers that a file stands for, in class path order.
pub struct Expanded {
    /// Where classes are looked for, first to last.
    pub containers: Vec<Arc<dyn Container>>,
    /// What could not be read, such as a nested jar that is broken.
    pub problems: Vec<ContainerError>,
}

/// Turns a jar, a WAR or a Spring Boot jar into the class path that it means.
///
/// - A plain jar is itself. Its `Class-Path` attribute, which names other files, is left to whoever
///   can open them; see [`Archive::manifest`].
/// - A Spring Boot jar is `BOOT-INF/classes/`, then the jars of `BOOT-INF/lib/`, then the rest, which
///   is Spring Boot's own loader.
/// - A WAR is `WEB-INF/classes/`, then the jars of `WEB-INF/lib/`, then those of `WEB-INF/lib-provided/`
///   (an executable WAR of Spring Boot has them), then the rest.
///
/// Libraries come in the order of `classpath.idx` if the archive has one, and of the archive itself
/// otherwise, which is also the order in which Spring Boot's packagers write them. Jars anywhere else, such as in an EAR
/// or in a library, are not class path to any loader, and stay resources.
pub fn expand(location: &str, bytes: SharedBytes, options: &Options) -> Result<Expanded, ContainerError> {
    let archive = Archive::open(location, bytes, options)?;
    let mut expanded = Expanded { containers: Vec::new(), problems: Vec::new() };
    let Some(layout) = LAYOUTS.iter().find(|layout| layout.fits(&archive)) else {
        expanded.push(archive);
        return Ok(expanded);
    };
    expanded.push(archive.below(layout.classes));
    for library in layout.libraries(&archive, &mut expanded.problems) {
        match archive.nested(library) {
            Ok(Some(nested)) => expanded.push(nested),
            Ok(None) => {}
            Err(problem) => expanded.problems.push(problem),
        }
    }
    expanded.push(archive.without(&[layout.root]));
    Ok(expanded)
}

impl Expanded {
    fn push(&mut self, archive: Archive) {
        self.problems.extend_from_slice(archive.problems());
        self.containers.push(Arc::new(archive));
    }
}

/// How an archive that holds a class path is laid out.
struct Layout {
    root: &'static str,
    classes: &'static str,
    libraries: &'static [&'static str],
    /// Whether a library may lie in a directory of its own: Spring Boot's launcher takes it, and
    /// the Servlet specification (10.7.1) does not.
    deep: bool,
    index: &'static str,
}

const LAYOUTS: [Layout; 2] = [
    Layout {
        root: "BOOT-INF/",
        classes: "BOOT-INF/classes/",
        libraries: &["BOOT-INF/lib/"],
        deep: true,
        index: "BOOT-INF/classpath.idx",
    },
    Layout {
        root: "WEB-INF/",
        classes: "WEB-INF/classes/",
        libraries: &["WEB-INF/lib/", "WEB-INF/lib-provided/"],
        deep: false,
        index: "WEB-INF/classpath.idx",
    },
];

impl Layout {
    fn fits(&self, archive: &Archive) -> bool {
        archive.has_below(self.classes) || self.libraries.iter().any(|path| archive.has_below(path))
    }

    /// Which of the library directories holds a path, if the path is a library at all.
    fn library_directory(&self, path: &str) -> Option<usize> {
        let is_library = |directory: &&str| {
            path.strip_prefix(*directory)
                .and_then(|rest| rest.strip_suffix(".jar"))
                .is_some_and(|name| self.deep || !name.contains('/'))
        };
        self.libraries.iter().position(is_library)
    }

    /// The libraries of an archive, in class path order.
    fn libraries<'a>(&self, archive: &'a Archive, problems: &mut Vec<ContainerError>) -> Vec<&'a str> {
        let mut libraries: Vec<(usize, &str)> = archive
            .resources_in_archive_order()
            .into_iter()
            .filter_map(|path| Some((self.library_directory(path)?, path)))
            .collect();
        libraries.sort_by_key(|&(directory, _)| directory);
        let mut libraries: Vec<&str> = libraries.into_iter().map(|(_, path)| path).collect();
        let index = archive.manifest().get("Spring-Boot-Classpath-Index").unwrap_or(self.index);
        match archive.read_resource(index) {
            Ok(Some(bytes)) => {
                let unknown = order_by_index(&String::from_utf8_lossy(&bytes), &mut libraries);
                if let Some(first) = unknown.first() {
                    let reason =
                        format!("lists {} libraries that the archive lacks, first {first:?}", unknown.len());
                    problems.push(archive.resource_error(index, reason));
                }
            }
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
        libraries
    }
}

/// Sorts libraries by their place in a class path index, which is a YAML list of quoted paths, and
/// gives back the paths of the index that are not libraries. A library that the index lacks goes
/// last. Spring Boot 2.3 listed file names only.
fn order_by_index(index: &str, libraries: &mut [&str]) -> Vec<String> {
    let file_name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let listed: Vec<&str> =
        index.lines().filter_map(|line| line.trim().strip_prefix("- \"")?.strip_suffix('"')).collect();
    let mut places = BTreeMap::new();
    for (place, path) in listed.iter().enumerate() {
        places.entry(*path).or_insert(place);
    }
    let place_of =
        |library: &str| places.get(library).or_else(|| places.get(file_name(library).as_str())).copied();
    libraries.sort_by_key(|library| place_of(library).unwrap_or(usize::MAX));
    let known: BTreeSet<usize> = libraries.iter().filter_map(|library| place_of(library)).collect();
    let is_unknown = |&place: &usize| !known.contains(&place);
    places.values().copied().filter(is_unknown).map(|place| listed[place].to_owned()).collect()
}
