//! What tests reach for outside of themselves: files, programs, the network.
//!
//! Recorded calls are made again when a test is run, and so are their side effects. The kernel keeps tests from
//! what nobody has allowed; here it is found out which test tried what. While the tests run under the agent, the
//! few methods of the JDK that all such ways lead through are recorded beside the methods under test, and what is
//! recorded between the marks of a test is that test's doing.

use std::fmt;
use std::path::{Component, Path, PathBuf};

use reenact_heap::{Forms, LogicalForm, Node, Value};
use reenact_recording::RecordingReader;

/// What a test may be allowed to reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Reading files that are not the program's.
    Reads,
    /// Changing files outside of the scratch directory.
    Files,
    /// Starting programs.
    Processes,
    /// Connecting, and being connected to.
    Network,
}

impl Reach {
    /// As it is written behind `--allow`.
    pub fn name(self) -> &'static str {
        match self {
            Reach::Reads => "reads",
            Reach::Files => "files",
            Reach::Processes => "processes",
            Reach::Network => "network",
        }
    }

    /// Why a test that reaches this is not delivered, and what to do about it.
    pub fn refusal(self) -> String {
        let what = match self {
            Reach::Reads => "the test would read files that are not the program's",
            Reach::Files => "the test would change files",
            Reach::Processes => "the test would start a program",
            Reach::Network => "the test would use the network",
        };
        format!("{what}; it is kept if you look at what it reaches and say --allow {}", self.name())
    }
}

/// One attempt.
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

/// How a method's arguments tell what it reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tells {
    /// Every path among them is read.
    Reads,
    /// Every path among them is written.
    Writes,
    /// The last path is written, the others are read.
    Copies,
    /// Options among them say whether the path is written.
    Options,
    /// `RandomAccessFile`'s number says whether the path is written.
    Mode,
    /// A `ProcessBuilder` and its command.
    Starts,
    /// An address, if one is given.
    Connects,
}

/// The methods of the JDK through which everything goes: where `Files.writeString` calls `Files.newOutputStream`,
/// the latter is enough. What the JVM itself stands on, such as `sun.nio.ch`, gets no probes; so it is the doors to
/// it that are watched.
const DOORS: &[(&str, &[&str], Tells)] = &[
    ("java/io/FileInputStream", &["open"], Tells::Reads),
    ("java/io/FileOutputStream", &["open"], Tells::Writes),
    ("java/io/RandomAccessFile", &["open"], Tells::Mode),
    ("java/io/File", &["list", "listFiles"], Tells::Reads),
    (
        "java/io/File",
        &[
            "createNewFile",
            "delete",
            "deleteOnExit",
            "mkdir",
            "renameTo",
            "setExecutable",
            "setLastModified",
            "setReadOnly",
            "setReadable",
            "setWritable",
        ],
        Tells::Writes,
    ),
    ("java/nio/file/Files", &["newDirectoryStream", "newInputStream", "readSymbolicLink"], Tells::Reads),
    (
        "java/nio/file/Files",
        &[
            "createDirectory",
            "createLink",
            "createSymbolicLink",
            "delete",
            "deleteIfExists",
            "move",
            "newOutputStream",
            "setAttribute",
            "setLastModifiedTime",
            "setOwner",
            "setPosixFilePermissions",
        ],
        Tells::Writes,
    ),
    ("java/nio/file/Files", &["copy"], Tells::Copies),
    ("java/nio/file/Files", &["newByteChannel"], Tells::Options),
    ("java/nio/channels/FileChannel", &["open"], Tells::Options),
    ("java/nio/channels/AsynchronousFileChannel", &["open"], Tells::Options),
    ("java/lang/ProcessBuilder", &["start"], Tells::Starts),
    ("java/net/Socket", &["connect", "bind"], Tells::Connects),
    ("java/net/ServerSocket", &["bind"], Tells::Connects),
    ("java/net/DatagramSocket", &["bind", "connect", "send"], Tells::Connects),
    ("java/nio/channels/SocketChannel", &["open"], Tells::Connects),
    ("java/nio/channels/ServerSocketChannel", &["open"], Tells::Connects),
    ("java/nio/channels/DatagramChannel", &["open"], Tells::Connects),
    ("java/nio/channels/AsynchronousSocketChannel", &["open"], Tells::Connects),
    ("java/nio/channels/AsynchronousServerSocketChannel", &["open"], Tells::Connects),
];

/// `RandomAccessFile`'s mode for reading alone.
const READ_ONLY: i32 = 1;

/// Options with which a file is written. `java.nio.file.StandardOpenOption` has them.
const WRITING: [&str; 6] =
    ["APPEND", "CREATE", "CREATE_NEW", "DELETE_ON_CLOSE", "TRUNCATE_EXISTING", "WRITE"];

/// What the JDK reads for itself, and what says nothing of the machine that tests could depend on unnoticed: time
/// zones and locales are varied anyway.
const SYSTEM: &[&str] = &[
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/etc/fonts",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/resolv.conf",
    "/etc/timezone",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/self",
    "/sys/fs/cgroup",
    "/usr/share/fonts",
    "/usr/share/zoneinfo",
];

/// The methods to record, as the agent takes them.
pub fn doors() -> impl Iterator<Item = String> {
    DOORS.iter().flat_map(|(class, methods, _)| {
        methods.iter().map(move |method| format!("{}#{method}", class.replace('/', ".")))
    })
}

/// What is the program's own to read and write.
pub struct Bounds {
    /// Directories in which tests may write.
    pub writable: Vec<PathBuf>,
    /// The JDK, and the entries of the class path.
    pub readable: Vec<PathBuf>,
}

impl Bounds {
    /// Names of places may be links: both what they are called and where they lead is meant.
    pub fn new(writable: &[PathBuf], readable: &[PathBuf]) -> Self {
        let both = |places: &[PathBuf]| {
            let real = places.iter().filter_map(|place| place.canonicalize().ok());
            places.iter().cloned().chain(real).collect()
        };
        Bounds { writable: both(writable), readable: both(readable) }
    }

    fn may_write(&self, path: &Path) -> bool {
        is_in(path, &self.writable) || is_in(path, &["/dev/null", "/dev/zero", "/dev/tty"])
    }

    fn may_read(&self, path: &Path) -> bool {
        let is_jar = path.extension().is_some_and(|extension| extension == "jar");
        // A manifest may name jars that lie beside its own.
        let is_beside = || self.readable.iter().any(|entry| entry.parent() == path.parent());
        self.may_write(path) || is_in(path, &self.readable) || is_in(path, SYSTEM) || is_jar && is_beside()
    }
}

fn is_in(path: &Path, places: &[impl AsRef<Path>]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

/// What an invocation tried, if it is one of the doors, and out of bounds.
pub fn attempts(met: &mut RecordingReader<'_>, index: usize, bounds: &Bounds) -> Vec<Attempt> {
    let Some((class, method, tells)) = door(met, index) else { return Vec::new() };
    let by = format!("{}#{method}", class.replace('/', "."));
    let Ok(capture) = met.capture(index) else { return Vec::new() };
    let forms = Forms::new(met.classes(), &capture.before);
    let attempt = |reach, target| Attempt { reach, target, by: by.clone() };
    let target = || capture.roots.iter().find_map(|&root| other_target(&forms, root)).unwrap_or_default();
    match tells {
        Tells::Starts => return vec![attempt(Reach::Processes, target())],
        Tells::Connects => return vec![attempt(Reach::Network, target())],
        _ => {}
    }
    let paths: Vec<PathBuf> = capture.roots.iter().filter_map(|&root| path_of(&forms, root)).collect();
    let writes = |at: usize| match tells {
        Tells::Writes => true,
        Tells::Copies => at + 1 == paths.len() && (at > 0 || is_path_at(&forms, &capture.roots, 1)),
        Tells::Options => capture.before.iter().any(|(_, node)| is_writing_option(&forms, node)),
        Tells::Mode => {
            capture.roots.iter().any(|root| matches!(root, Value::Int(mode) if *mode != READ_ONLY))
        }
        Tells::Reads | Tells::Starts | Tells::Connects => false,
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

fn door(met: &RecordingReader<'_>, index: usize) -> Option<(&'static str, &'static str, Tells)> {
    let head = met.invocations().nth(index)?;
    let method = met.method(head.method)?;
    let class = met.class(met.class_of(method.class)?);
    DOORS.iter().filter(|(known, ..)| *known == &*class.name).find_map(|&(class, methods, tells)| {
        methods.iter().find(|known| **known == &*method.name).map(|name| (class, *name, tells))
    })
}

/// The file that a `File`, a `Path` of the default file system or a string means. What is not absolute lies in the
/// directory that the test works in, which is its own, unless it climbs out of there.
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

/// Without `.` and `..`, as far as they can be taken back.
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

/// A command line or an address.
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
            Ok(four) => Some(std::net::Ipv4Addr::from(four).to_string()),
            Err(_) => <[u8; 16]>::try_from(bytes).ok().map(|all| std::net::Ipv6Addr::from(all).to_string()),
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
    is_option && name().is_some_and(|name| WRITING.contains(&&*name))
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
    fn the_program_reads_its_own_files_and_writes_in_its_directory() {
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
