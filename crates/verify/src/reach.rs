//! Accesses of tests to things outside of themselves: files, programs, the network.
//!
//! Recorded calls are made again when a test is run, and so are their side effects. The kernel keeps tests from what is
//! not allowed; this module finds out which test tried it. While the tests run under the agent, the few methods of the
//! JDK that all such accesses go through are recorded beside the methods under test, and attributed to the test that was
//! running.

mod catalog;

use std::fmt;
use std::path::{Component, Path, PathBuf};

use reenact_base::name::InternalName;
use reenact_heap::{Forms, LogicalForm, Node, Value};
use reenact_recording::RecordingReader;

use catalog::{CATALOG, Reaches};

/// The kinds of things that a test may be allowed to reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Reading files that do not belong to the program.
    Reads,
    /// Changing files outside of the scratch directory.
    Files,
    /// Starting programs.
    Processes,
    /// Connecting, and being connected to.
    Network,
}

impl Reach {
    /// Returns the name, as `--allow` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Reach::Reads => "reads",
            Reach::Files => "files",
            Reach::Processes => "processes",
            Reach::Network => "network",
        }
    }
}

/// One attempt to reach something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Attempt {
    pub reach: Reach,
    /// The file, command line or address; may be empty.
    pub target: String,
    /// The method that was called for it, such as `java.io.File#delete`.
    pub by: String,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.target {
            "" => f.write_str(&self.by),
            target => write!(f, "{target} by {}", self.by),
        }
    }
}

/// `RandomAccessFile`'s mode for reading alone.
const READ_ONLY: i32 = 1;

/// Returns the methods to record, as the agent takes them.
pub fn watched() -> impl Iterator<Item = String> {
    CATALOG.watched.iter().flat_map(|watched| {
        let class = InternalName::new(&watched.class).to_binary();
        watched.methods.iter().map(move |method| format!("{class}#{method}"))
    })
}

/// The files that a program may read and write without notice.
#[derive(Clone, Default, Debug)]
pub struct Bounds {
    /// Directories in which tests may write; of links, also where they lead.
    pub writable: Vec<PathBuf>,
    /// The JDK and the entries of the class path, likewise.
    pub readable: Vec<PathBuf>,
}

impl Bounds {
    fn may_write(&self, path: &Path) -> bool {
        is_in(path, &self.writable) || is_in(path, &CATALOG.system.writable)
    }

    fn may_read(&self, path: &Path) -> bool {
        let is_jar = path.extension().is_some_and(|extension| extension == "jar");
        // A manifest may name jars that lie beside its own.
        let is_beside = || self.readable.iter().any(|entry| entry.parent() == path.parent());
        self.may_write(path)
            || is_in(path, &self.readable)
            || is_in(path, &CATALOG.system.readable)
            || is_jar && is_beside()
    }
}

fn is_in(path: &Path, places: &[impl AsRef<Path>]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

/// Returns what an invocation reached, if it is of a watched method, and out of bounds.
pub fn attempts(met: &RecordingReader<'_>, index: usize, bounds: &Bounds) -> Vec<Attempt> {
    let Some((class, method, reaches)) = watched_method(met, index) else { return Vec::new() };
    let by = format!("{}#{method}", InternalName::new(class).to_binary());
    let Ok(capture) = met.capture(index) else { return Vec::new() };
    let forms = Forms::new(met.classes(), &capture.before);
    let attempt = |reach, target| Attempt { reach, target, by: by.clone() };
    let target = || capture.roots.iter().find_map(|&root| other_target(&forms, root)).unwrap_or_default();
    match reaches {
        Reaches::Starts => return vec![attempt(Reach::Processes, target())],
        Reaches::Connects => return vec![attempt(Reach::Network, target())],
        _ => {}
    }
    let paths: Vec<PathBuf> = capture.roots.iter().filter_map(|&root| path_of(&forms, root)).collect();
    let writes = |at: usize| match reaches {
        Reaches::Writes => true,
        Reaches::Copies => at + 1 == paths.len() && (at > 0 || is_path_at(&forms, &capture.roots, 1)),
        Reaches::Options => capture.before.iter().any(|(_, node)| is_writing_option(&forms, node)),
        Reaches::Mode => {
            capture.roots.iter().any(|root| matches!(root, Value::Int(mode) if *mode != READ_ONLY))
        }
        Reaches::Reads | Reaches::Starts | Reaches::Connects => false,
    };
    let tried = paths.iter().enumerate().filter_map(|(at, path)| match writes(at) {
        true => (!bounds.may_write(path)).then_some((Reach::Files, path)),
        false => (!bounds.may_read(path)).then_some((Reach::Reads, path)),
    });
    tried.map(|(reach, path)| attempt(reach, path.display().to_string())).collect()
}

/// Whether the path of `Files.copy(InputStream, Path, …)` is meant, which comes second.
fn is_path_at(forms: &Forms<'_>, roots: &[Value], at: usize) -> bool {
    roots.get(at).is_some_and(|&root| path_of(forms, root).is_some())
}

fn watched_method(met: &RecordingReader<'_>, index: usize) -> Option<(&'static str, &'static str, Reaches)> {
    let head = met.invocations().nth(index)?;
    let method = met.method(head.method)?;
    let class = met.class(met.class_of(method.class)?);
    CATALOG.watched.iter().filter(|watched| *watched.class == *class.name).find_map(|watched| {
        let name = watched.methods.iter().find(|known| ***known == *method.name)?;
        Some((&*watched.class, &**name, watched.reaches))
    })
}

/// Returns the file that a `File`, a `Path` of the default file system or a string means. A relative path lies in the
/// directory that the test works in, which is its own, unless it leads out of there.
fn path_of(forms: &Forms<'_>, value: Value) -> Option<PathBuf> {
    let Value::Reference(node) = value else { return None };
    let text = match forms.graph().try_get(node)? {
        Node::String(text) => String::from_utf16_lossy(text),
        Node::Object { .. } => match forms.of(node).ok()?.form {
            LogicalForm::File(path) => path,
            LogicalForm::Path(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            _ => return None,
        },
        _ => return None,
    };
    let path = normal(Path::new(&text));
    (path.is_absolute() || path.starts_with("..")).then_some(path)
}

/// Removes `.` and `..` as far as possible.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            Component::ParentDir if normal.is_absolute() => {}
            other => normal.push(other),
        }
    }
    normal
}

/// Returns a command line or an address.
fn other_target(forms: &Forms<'_>, value: Value) -> Option<String> {
    let Value::Reference(node) = value else { return None };
    let text = |value: Value| forms.text(value).map(String::from_utf16_lossy);
    if let Ok(logical) = forms.of(node)
        && let LogicalForm::SocketAddress { host, address, port } = logical.form
    {
        return Some(format!("{}:{port}", host.or_else(|| host_of(forms, address)).unwrap_or_default()));
    }
    let Node::Object { class, fields } = forms.graph().try_get(node)? else { return None };
    let at = forms.classes().all_fields(*class).iter().position(|(_, field)| *field.name == *"command")?;
    let Value::Reference(command) = *fields.get(at)? else { return None };
    let words: Vec<String> = forms.elements(command)?.into_iter().filter_map(text).collect();
    Some(words.join(" "))
}

fn host_of(forms: &Forms<'_>, address: Value) -> Option<String> {
    let Value::Reference(node) = address else { return None };
    match forms.of(node).ok()?.form {
        LogicalForm::InetAddress { host: Some(host), .. } => Some(host),
        LogicalForm::InetAddress { bytes, .. } => match <[u8; 4]>::try_from(bytes.clone()) {
            Ok(four) => Some(core::net::Ipv4Addr::from(four).to_string()),
            Err(_) => <[u8; 16]>::try_from(bytes).ok().map(|all| core::net::Ipv6Addr::from(all).to_string()),
        },
        _ => None,
    }
}

fn is_writing_option(forms: &Forms<'_>, node: &Node) -> bool {
    let Node::Object { class, fields } = node else { return false };
    let is_option = forms.classes().try_get(*class).is_some_and(|class| {
        matches!(&*class.name, "java/nio/file/StandardOpenOption" | "java/nio/file/StandardCopyOption")
    });
    let name = || {
        let names = forms.classes().all_fields(*class);
        let at = names.iter().position(|(_, field)| *field.name == *"name")?;
        forms.text(*fields.get(at)?).map(String::from_utf16_lossy)
    };
    is_option && name().is_some_and(|name| CATALOG.open_options.writing.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds() -> Bounds {
        Bounds {
            writable: vec!["/tmp/scratch".into()],
            readable: vec!["/jdk".into(), "/app/classes".into(), "/lib/app.jar".into()],
        }
    }

    #[test]
    fn a_program_reads_its_own_files_and_writes_in_its_directory() {
        for (path, reads, writes) in [
            ("/tmp/scratch/work/a", true, true),
            ("/tmp/scratches/a", false, false),
            ("/app/classes/a.properties", true, false),
            ("/lib/app.jar", true, false),
            ("/lib/other.jar", true, false),
            ("/lib/other.txt", false, false),
            ("/etc/passwd", false, false),
            ("/etc/localtime", true, false),
            ("/dev/null", true, true),
        ] {
            let path = Path::new(path);
            assert_eq!((bounds().may_read(path), bounds().may_write(path)), (reads, writes), "{path:?}");
        }
    }

    #[test]
    fn paths_are_where_they_lead() {
        for (written, leads) in [
            ("/tmp/scratch/../../etc/passwd", "/etc/passwd"),
            ("a/./b/../../..", ".."),
            ("/..", "/"),
            ("../../x", "../../x"),
            ("a/b", "a/b"),
        ] {
            assert_eq!(normal(Path::new(written)), Path::new(leads), "{written}");
        }
    }
}
