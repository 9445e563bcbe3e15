//! The visible entries of an archive: one for each name, and the right one.

use super::directory::Directory;
use super::header::Entry;
use crate::container::ClassEntry;

/// The part of an archive that is one place of a class path.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    /// Names are taken relative to this path; all other entries are out of sight.
    pub(super) below: &'a str,
    /// Paths, relative to `below`, that are out of sight too.
    pub(super) without: &'a [&'a str],
}

/// The classes and resources of an archive, by name, each with the position of its entry.
#[derive(Default)]
pub(super) struct View {
    pub(super) classes: Vec<ClassEntry>,
    pub(super) class_entries: Vec<u32>,
    pub(super) resources: Vec<(Box<str>, u32)>,
}

impl View {
    /// Looks at a directory. `release` is given if it is a multi-release jar.
    pub(super) fn new(directory: &Directory, scope: &Scope<'_>, release: Option<u16>) -> View {
        let mut candidates: Vec<Candidate<'_>> = Vec::with_capacity(directory.entries().len());
        for (position, entry) in directory.entries().iter().enumerate() {
            let Some(name) = scope.relative(&entry.name).filter(|name| !name.ends_with('/')) else {
                continue;
            };
            let versioned = match release {
                Some(release) => version_of(name, release),
                None => Some((0, name)),
            };
            if let Some((version, name)) = versioned {
                candidates.push(Candidate { name, version, position: position as u32 });
            }
        }
        candidates.sort();
        Self::choose(directory.entries(), &candidates)
    }

    /// Takes the last candidate for each name: the highest version, and of repeated names the last
    /// in the archive, since `java.util.zip.ZipFile` finds that one first in its hash chain.
    fn choose(entries: &[Entry], candidates: &[Candidate<'_>]) -> View {
        let mut view = View::default();
        let mut classes = Vec::new();
        for same_name in candidates.chunk_by(|one, other| one.name == other.name) {
            let Some(&Candidate { name, position, .. }) = same_name.last() else { continue };
            match class_name(name) {
                Some(class) => classes.push((class, position)),
                None => view.resources.push((name.into(), position)),
            }
        }
        // Not yet in order: `A$B.class` sorts before `A.class`, but `A` before `A$B`.
        classes.sort();
        view.class_entries = classes.iter().map(|&(_, position)| position).collect();
        view.classes = classes
            .iter()
            .map(|&(name, position)| ClassEntry {
                name: name.into(),
                module: None,
                size: u32::try_from(entries[position as usize].size).unwrap_or(u32::MAX),
            })
            .collect();
        view
    }
}

impl<'a> Scope<'a> {
    fn relative<'n>(&self, name: &'n str) -> Option<&'n str> {
        let name = name.strip_prefix(self.below)?;
        let is_hidden = self.without.iter().any(|hidden| name.starts_with(hidden));
        (!name.is_empty() && !is_hidden).then_some(name)
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<'a> {
    name: &'a str,
    version: u16,
    position: u32,
}

const META_INF: &str = "META-INF/";
const VERSIONS: &str = "META-INF/versions/";

/// The lowest directory below `META-INF/versions/` that the JDK reads. The JAR specification says
/// 9, but `JarFile` asks for 8 too whenever it runs on more than 8 (seen on JDK 17 and 25), and what
/// is loaded is what counts.
const FIRST_VERSION: u16 = 8;

/// The name under which a multi-release jar shows an entry, and the version it has there: 0 for the
/// base. `None` if the entry is not shown.
fn version_of(name: &str, release: u16) -> Option<(u16, &str)> {
    let Some(versioned) = name.strip_prefix(VERSIONS) else {
        return Some((0, name));
    };
    let (version, name) = versioned.split_once('/')?;
    let is_number = version.bytes().all(|byte| byte.is_ascii_digit()) && !version.starts_with('0');
    let version = version.parse::<u16>().ok().filter(|_| is_number)?;
    let is_read = release > FIRST_VERSION && (FIRST_VERSION..=release).contains(&version);
    // Files in META-INF itself have no versions.
    (is_read && !name.is_empty() && !name.starts_with(META_INF)).then_some((version, name))
}

/// The class that a path stands for, unless no class loader would ever look for one there: `META-INF`
/// holds class files that are hidden, and a jar that is repackaged without its `Multi-Release`
/// attribute has them lying around.
fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    (!name.is_empty() && !name.ends_with('/') && !name.starts_with(META_INF)).then_some(name)
}
