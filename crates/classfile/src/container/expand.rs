//! Expands a jar, a WAR or a Spring Boot jar into the class path that it contains.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Archive, Container, ContainerError, Options, SharedBytes};

/// The class path of a file.
pub struct Expanded {
    /// The containers that are searched for classes, first to last.
    pub containers: Vec<Arc<dyn Container>>,
    /// Parts that could not be read, such as a broken nested jar.
    pub problems: Vec<ContainerError>,
}

/// Expands a jar, a WAR or a Spring Boot jar into the class path that it contains.
///
/// - A plain jar is one container. Its `Class-Path` attribute, which names other files, is left to the caller that
///   can open them; see [`Archive::manifest`].
/// - A Spring Boot jar is `BOOT-INF/classes/`, then the jars of `BOOT-INF/lib/`, then the rest, which
///   is Spring Boot's own loader.
/// - A WAR is `WEB-INF/classes/`, then the jars of `WEB-INF/lib/`, then those of
///   `WEB-INF/lib-provided/` (an executable WAR of Spring Boot has them), then the rest.
///
/// Libraries come in the order of `classpath.idx` if the archive has one, and otherwise in the order
/// of the archive itself, which Spring Boot's loader uses. Jars anywhere else, such as in
/// an EAR or within a library, are on the class path of no loader, and stay resources.
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

/// The layout of an archive that contains a class path.
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

    /// Returns the position of the library directory of a path; `None` if the path is not a library.
    fn library_directory(&self, path: &str) -> Option<usize> {
        let is_library = |directory: &&str| {
            path.strip_prefix(*directory)
                .and_then(|rest| rest.strip_suffix(".jar"))
                .is_some_and(|name| self.deep || !name.contains('/'))
        };
        self.libraries.iter().position(is_library)
    }

    /// Returns the libraries of an archive, in class path order.
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
/// returns the paths of the index that are not libraries. A library that the index lacks comes
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::fixtures::{Zip, exercise, options, shared};

    /// The containers' locations, each with the names of its classes.
    fn class_path(zip: Zip) -> (Vec<String>, Vec<String>) {
        let expanded = expand("a.jar", shared(&zip.finish()), &options()).unwrap();
        let show = |container: &Arc<dyn Container>| {
            let names: Vec<_> = container.classes().iter().map(|class| &*class.name).collect();
            format!("{}: {}", container.location(), names.join(" "))
        };
        let problems = expanded.problems.iter().map(ContainerError::to_string).collect();
        (expanded.containers.iter().map(show).collect(), problems)
    }

    #[track_caller]
    fn check(zip: Zip, expected: &[&str]) {
        let (containers, problems) = class_path(zip);
        assert_eq!(containers, expected);
        assert_eq!(problems, [""; 0]);
    }

    fn jar(class: &str) -> Vec<u8> {
        Zip::new().class(class).finish()
    }

    fn boot_jar() -> Zip {
        Zip::new()
            .class("org/springframework/boot/loader/launch/JarLauncher.class")
            .stored("BOOT-INF/classes/", b"")
            .class("BOOT-INF/classes/demo/App.class")
            .stored("BOOT-INF/classes/application.yml", b"")
            .stored("BOOT-INF/lib/z.jar", &jar("Z.class"))
            .stored("BOOT-INF/lib/b.jar", &jar("B.class"))
            .deflated("BOOT-INF/lib/c.jar", &jar("C.class"))
    }

    #[test]
    fn a_plain_jar_is_itself() {
        check(Zip::new().class("a/B.class").class("C.class"), &["a.jar: C a/B"]);
        // Jars in it are not part of a class path.
        check(Zip::new().class("A.class").stored("lib/b.jar", &jar("B.class")), &["a.jar: A"]);
    }

    #[test]
    fn a_boot_jar_is_classes_libraries_and_loader() {
        check(
            boot_jar(),
            &[
                "a.jar!/BOOT-INF/classes: demo/App",
                "a.jar!/BOOT-INF/lib/z.jar: Z",
                "a.jar!/BOOT-INF/lib/b.jar: B",
                "a.jar!/BOOT-INF/lib/c.jar: C",
                "a.jar: org/springframework/boot/loader/launch/JarLauncher",
            ],
        );
        let expanded = expand("a.jar", shared(&boot_jar().finish()), &options()).unwrap();
        assert_eq!(expanded.containers[0].resources(), ["application.yml"]);
        assert_eq!(expanded.containers[4].resources(), [""; 0]);
    }

    #[test]
    fn the_index_orders_libraries() {
        let libraries = |index: &str| {
            let (containers, problems) =
                class_path(boot_jar().stored("BOOT-INF/classpath.idx", index.as_bytes()));
            (containers[1..4].join(", ").replace("a.jar!/BOOT-INF/lib/", ""), problems.join(", "))
        };
        let all = "- \"BOOT-INF/lib/c.jar\"\n- \"BOOT-INF/lib/b.jar\"\n- \"BOOT-INF/lib/z.jar\"\n";
        assert_eq!(libraries(all), ("c.jar: C, b.jar: B, z.jar: Z".into(), "".into()));
        let file_names = "- \"b.jar\"\r\n- \"c.jar\"\r\n- \"z.jar\"\r\n";
        assert_eq!(libraries(file_names), ("b.jar: B, c.jar: C, z.jar: Z".into(), "".into()));
        assert_eq!(
            libraries("- \"c.jar\"\n").0,
            "c.jar: C, z.jar: Z, b.jar: B",
            "unlisted ones keep their order"
        );
        assert_eq!(libraries("nonsense\n"), ("z.jar: Z, b.jar: B, c.jar: C".into(), "".into()));
        let (order, problem) = libraries("- \"x.jar\"\n- \"y.jar\"\n- \"c.jar\"\n");
        assert_eq!(order, "c.jar: C, z.jar: Z, b.jar: B");
        assert!(problem.starts_with(
            "a.jar!/BOOT-INF/classpath.idx: lists 2 libraries that the archive lacks, first \"x.jar\""
        ));
    }

    #[test]
    fn the_manifest_may_place_the_index() {
        let manifest = "Spring-Boot-Classpath-Index: elsewhere.idx\n";
        let zip = boot_jar().manifest(manifest).stored("elsewhere.idx", b"- \"BOOT-INF/lib/c.jar\"\n");
        assert_eq!(class_path(zip).0[1], "a.jar!/BOOT-INF/lib/c.jar: C");
    }

    #[test]
    fn a_war_is_classes_and_libraries() {
        check(
            Zip::new()
                .stored("index.html", b"")
                .deflated("WEB-INF/lib-provided/servlet.jar", &jar("Servlet.class"))
                .deflated("WEB-INF/lib/b.jar", &jar("B.class"))
                .deflated("WEB-INF/lib/deep/c.jar", &jar("C.class"))
                .class("WEB-INF/classes/demo/Web.class")
                .class("WEB-INF/NotAClass.class"),
            &[
                "a.jar!/WEB-INF/classes: demo/Web",
                "a.jar!/WEB-INF/lib/b.jar: B",
                "a.jar!/WEB-INF/lib-provided/servlet.jar: Servlet",
                "a.jar: ",
            ],
        );
    }

    #[test]
    fn libraries_have_versions_of_their_own() {
        let inner = Zip::new().multi_release().stored("META-INF/versions/9/v/Nine.class", b"9").finish();
        check(
            Zip::new().class("BOOT-INF/classes/A.class").stored("BOOT-INF/lib/deep/mr.jar", &inner),
            &["a.jar!/BOOT-INF/classes: A", "a.jar!/BOOT-INF/lib/deep/mr.jar: v/Nine", "a.jar: "],
        );
    }

    #[test]
    fn a_broken_library_is_a_problem_and_no_more() {
        let (containers, problems) = class_path(
            Zip::new()
                .class("BOOT-INF/classes/A.class")
                .stored("BOOT-INF/lib/broken.jar", b"not a jar")
                .stored("BOOT-INF/lib/odd.jar", &Zip::new().manifest("nonsense\n").class("O.class").finish())
                .stored("BOOT-INF/lib/readme.txt", b"not a library"),
        );
        assert_eq!(containers, ["a.jar!/BOOT-INF/classes: A", "a.jar!/BOOT-INF/lib/odd.jar: O", "a.jar: "]);
        assert_eq!(
            problems,
            [
                "a.jar!/BOOT-INF/lib/broken.jar: not a zip archive: no end of central directory record in the last \
                 65,557 bytes at offset 9",
                "a.jar!/BOOT-INF/lib/odd.jar!/META-INF/MANIFEST.MF: manifest line 1: no colon after a name at offset 0",
            ]
        );
    }

    #[test]
    fn survives_every_flipped_bit() {
        let mut jar = boot_jar().stored("BOOT-INF/classpath.idx", b"- \"c.jar\"\n").finish();
        for bit in 0..8 * jar.len() {
            jar[bit / 8] ^= 1 << (bit % 8);
            if let Ok(expanded) = expand("a.jar", shared(&jar), &options()) {
                expanded.containers.iter().for_each(|container| exercise(&**container));
            }
            jar[bit / 8] ^= 1 << (bit % 8);
        }
    }
}
