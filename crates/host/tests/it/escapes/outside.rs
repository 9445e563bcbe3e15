//! Everything outside a sandbox that its program may try to change, and how it was before.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use reenact_host::Command;

use super::Row;

/// Files, sockets and processes outside the sandbox, for the program to change.
pub struct Outside {
    directory: tempfile::TempDir,
    before: BTreeMap<PathBuf, String>,
    /// A name that is not used otherwise, and a key of shared memory.
    mark: String,
    key: u32,
    stream: UnixListener,
    datagrams: UnixDatagram,
    abstract_stream: UnixListener,
    tcp: TcpListener,
    udp: UdpSocket,
    fifos: Vec<fs::File>,
    victims: Vec<Victim>,
}

/// A process of the same user, for one row.
struct Victim {
    row: String,
    process: Child,
    before: String,
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The changes that were found outside.
pub struct Changes {
    /// Rows whose own directory or process has changed, and how.
    pub rows: BTreeMap<String, Vec<String>>,
    /// Changes that no single row explains.
    pub others: Vec<String>,
}

impl Changes {
    pub fn all(&self) -> Vec<String> {
        let rows = self.rows.iter().map(|(row, changes)| format!("{row}: {}", changes.join("; ")));
        rows.chain(self.others.iter().cloned()).collect()
    }
}

impl Outside {
    pub fn new<'r>(rows: impl Iterator<Item = &'r Row>) -> Outside {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("home")).unwrap();
        let (mut fifos, mut victims) = (Vec::new(), Vec::new());
        for row in rows.filter(|row| !row.is_own()) {
            let place = directory.path().join(&row.name);
            fs::create_dir_all(place.join("empty")).unwrap();
            let file = place.join("file");
            fs::write(&file, "untouched").unwrap();
            fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
            if row.name.contains("removexattr") {
                let flags = rustix::fs::XattrFlags::empty();
                rustix::fs::setxattr(&file, "user.a", b"b", flags).unwrap();
            }
            if row.name.contains("fifo") {
                let fifo = place.join("fifo");
                assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
                let nonblocking = rustix::fs::OFlags::NONBLOCK.bits() as i32;
                fifos.push(fs::OpenOptions::new().read(true).custom_flags(nonblocking).open(fifo).unwrap());
            }
            if row.has_victim {
                let victim = Victim::start(&row.name, directory.path());
                fs::write(place.join("victim"), victim.process.id().to_string()).unwrap();
                victims.push(victim);
            }
        }
        let mark = format!("reenact-escape-{}-{number}", std::process::id());
        let key = 0x5265_0000 + (std::process::id() * 8 + number) % 0x1_0000;
        let stream = UnixListener::bind(directory.path().join("socket")).unwrap();
        let datagrams = UnixDatagram::bind(directory.path().join("datagrams")).unwrap();
        let address = SocketAddr::from_abstract_name(&mark).unwrap();
        let abstract_stream = UnixListener::bind_addr(&address).unwrap();
        let (tcp, udp) = (TcpListener::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        stream.set_nonblocking(true).unwrap();
        datagrams.set_nonblocking(true).unwrap();
        abstract_stream.set_nonblocking(true).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        let before = snapshot(directory.path());
        Outside { directory, before, mark, key, stream, datagrams, abstract_stream, tcp, udp, fifos, victims }
    }

    /// Returns the directory that stands for the user's home.
    pub fn home(&self) -> PathBuf {
        self.directory.path().join("home")
    }

    pub fn environment(&self, command: Command) -> Command {
        command
            .env("OUTSIDE", self.directory.path())
            .env("MARK", &self.mark)
            .env("KEY", self.key.to_string())
            .env("TCP", self.tcp.local_addr().unwrap().port().to_string())
            .env("UDP", self.udp.local_addr().unwrap().port().to_string())
    }

    /// Returns all changes, and removes what was made outside the directory.
    pub fn changes(mut self) -> Changes {
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut others = self.file_changes(&mut rows);
        for victim in &mut self.victims {
            let after = facts(victim.process.id());
            let change = match victim.process.try_wait() {
                Ok(None) if after == victim.before => continue,
                Ok(None) => format!("its process was {} and is {after}", victim.before),
                ended => format!("its process has ended: {ended:?}"),
            };
            rows.entry(victim.row.clone()).or_default().push(change);
        }
        let mut buffer = [0; 16];
        let mut silent = |name: &str, received: std::io::Result<()>| match received {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            other => others.push(format!("{name} received something: {other:?}")),
        };
        silent("the Unix-domain socket", self.stream.accept().map(drop));
        silent("the Unix-domain datagram socket", self.datagrams.recv(&mut buffer).map(drop));
        silent("the abstract socket", self.abstract_stream.accept().map(drop));
        silent("the TCP socket", self.tcp.accept().map(drop));
        silent("the UDP socket", self.udp.recv(&mut buffer).map(drop));
        for fifo in &mut self.fifos {
            match fifo.read(&mut buffer) {
                Ok(0) => {}
                other => silent("the pipe", other.map(drop)),
            }
        }
        for place in ["/tmp", "/dev/shm", "/dev/mqueue"].map(Path::new) {
            let new = place.join(&self.mark);
            if new.exists() {
                fs::remove_file(&new).unwrap();
                others.push(format!("{} is new", place.display()));
            }
        }
        let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
        let is_theirs = |line: &str| line.split_whitespace().next() == Some(&*self.key.to_string());
        if segments.lines().any(is_theirs) {
            let removed = std::process::Command::new("ipcrm").args(["-M", &self.key.to_string()]).status();
            assert!(removed.unwrap().success());
            others.push("shared memory is new".to_owned());
        }
        Changes { rows, others }
    }

    /// Adds the changes of files to the rows they belong to, and returns the others.
    fn file_changes(&self, rows: &mut BTreeMap<String, Vec<String>>) -> Vec<String> {
        let after = snapshot(self.directory.path());
        let gone_or_changed = self.before.iter().filter_map(|(path, state)| match after.get(path) {
            Some(now) if now == state => None,
            now => Some((path, format!("{state:?} is now {now:?}"))),
        });
        let new = after.keys().filter(|path| !self.before.contains_key(*path));
        let new = new.map(|path| (path, "is new".to_owned()));
        let mut others = Vec::new();
        for (path, change) in gone_or_changed.chain(new) {
            let below = path.strip_prefix(self.directory.path()).unwrap();
            let change = format!("{} {change}", below.display());
            match below.components().next() {
                Some(row) => {
                    rows.entry(row.as_os_str().to_string_lossy().into_owned()).or_default().push(change);
                }
                None => others.push(change),
            }
        }
        others
    }
}

impl Victim {
    fn start(row: &str, directory: &Path) -> Victim {
        let mut command = std::process::Command::new("sleep");
        // The leader of a group, because one row signals the group.
        command.arg("1000").current_dir(directory).stdin(Stdio::null()).process_group(0);
        let process = command.spawn().unwrap();
        let before = facts(process.id());
        Victim { row: row.to_owned(), process, before }
    }
}

/// Returns the facts about a process that others can change.
fn facts(pid: u32) -> String {
    let read = |name: &str| fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default();
    let status = read("status");
    let kept = ["TracerPid:", "SigPnd:", "ShdPnd:", "Cpus_allowed:", "NSpid:"];
    let lines = status.lines().filter(|line| kept.iter().any(|name| line.starts_with(name)));
    let stat = read("stat");
    let scheduling: Vec<&str> = stat.split_whitespace().skip(17).take(2).collect();
    format!("{:?} {scheduling:?} {} {}", lines.collect::<Vec<_>>(), read("oom_score_adj"), read("limits"))
}

/// Everything about the files in a directory except when they were read.
fn snapshot(directory: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut todo = vec![directory.to_path_buf()];
    while let Some(path) = todo.pop() {
        let metadata = path.symlink_metadata().unwrap();
        let kind = metadata.file_type();
        if kind.is_dir() {
            todo.extend(fs::read_dir(&path).unwrap().flatten().map(|entry| entry.path()));
        }
        let content = if kind.is_file() { fs::read_to_string(&path).unwrap() } else { String::new() };
        // The change of a status includes that of extended attributes and of the number of links.
        let state = format!(
            "{:o} {}:{} {} links, modified {}.{}, changed {}.{} {content}{}",
            metadata.mode(),
            metadata.uid(),
            metadata.gid(),
            metadata.nlink(),
            metadata.mtime(),
            metadata.mtime_nsec(),
            metadata.ctime(),
            metadata.ctime_nsec(),
            if kind.is_socket() { "socket" } else { "" },
        );
        files.insert(path, state);
    }
    files
}
