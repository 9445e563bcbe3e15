//! Attempts to leave the sandbox: by what the JDK offers (`escapes/Escapes.java`), and by system calls
//! (`escapes/RawEscapes.java`, where the JDK can make them). Each row must be refused, and nothing outside may have
//! changed: no content, name, mode, owner, time stamp or extended attribute of a file, no byte received by a socket or
//! pipe, no other process disturbed. Rows of the program's own files must succeed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use reenact_host::{Command, Sandbox};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, jdks};

const ROLE: &str = "REENACT_TEST_ESCAPES";
const NOBODY: &str = "65534";

#[test]
fn nothing_leaves_the_sandbox() {
    for jdk in jdks() {
        let classes = compile(&jdk);
        check(&jdk.java(), classes.path());
    }
}

/// The same as a user without privileges, if the tests run as root.
#[test]
fn nothing_leaves_the_sandbox_of_an_ordinary_user() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let jdk = jdks().swap_remove(0);
    let classes = compile(&jdk);
    fs::set_permissions(classes.path(), PermissionsExt::from_mode(0o755)).unwrap();
    // The directory that this executable is in may not be that user's to enter.
    let executable = classes.path().join("escapes");
    fs::copy(std::env::current_exe().unwrap(), &executable).unwrap();
    let finished = Command::new("setpriv")
        .args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"])
        .arg(&executable)
        .args(["--exact", "escapes::role", "--nocapture", "--test-threads=1"])
        .env(ROLE, jdk.java())
        .current_dir("/")
        .run(Duration::from_secs(300))
        .unwrap();
    assert!(finished.status.success(), "{}{}", finished.stdout.text(), finished.stderr.text());
    assert!(finished.stdout.text().contains("1 passed"), "{}", finished.stdout.text());
}

/// In the role of an ordinary user: the executable is beside the classes.
#[test]
fn role() {
    let Some(java) = std::env::var_os(ROLE) else { return };
    check(java.as_ref(), std::env::current_exe().unwrap().parent().unwrap());
}

fn compile(jdk: &Jdk) -> tempfile::TempDir {
    let mut text = format!("//- Escapes.java\n{}\n", include_str!("escapes/Escapes.java"));
    if can_call_natively(jdk.version.feature) {
        text += &format!("//- RawEscapes.java\n{}\n", include_str!("escapes/RawEscapes.java"));
    }
    let program = Fixture::parse(&text).compile(jdk);
    let classes = tempfile::tempdir().unwrap();
    for file in fs::read_dir(program.classes()).unwrap().flatten() {
        fs::copy(file.path(), classes.path().join(file.file_name())).unwrap();
    }
    classes
}

fn can_call_natively(feature: u32) -> bool {
    feature >= 22 && cfg!(target_arch = "x86_64")
}

/// Runs all rows in a sandbox, and checks what they say and what is outside.
fn check(java: &Path, classes: &Path) {
    let rows = rows(classes);
    let outside = Outside::new(&rows);
    let inside = tempfile::tempdir().unwrap();
    fs::write(inside.path().join("mine"), "mine").unwrap();
    let before = snapshot(outside.directory.path());
    let home = java.parent().unwrap().parent().unwrap();
    let has_raw_rows = classes.join("RawEscapes.class").exists();
    let mut command = Command::new(java)
        .args(["-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+UseSerialGC"])
        .arg(format!("-Djava.io.tmpdir={}", inside.path().display()));
    if has_raw_rows {
        command = command.arg("--enable-native-access=ALL-UNNAMED");
    }
    let finished = outside
        .environment(command)
        .arg("-cp")
        .arg(classes)
        .arg("Escapes")
        .args(has_raw_rows.then_some("RawEscapes"))
        .env("INSIDE", inside.path())
        .current_dir(inside.path())
        .sandbox(Sandbox {
            writable: vec![inside.path().to_owned()],
            programs: vec![home.canonicalize().unwrap()],
            network: false,
        })
        .spawn()
        .unwrap();
    assert_eq!(finished.confinement().gaps, [""; 0], "the kernel of this machine has all parts");
    let finished = finished.wait(Duration::from_secs(120)).unwrap();
    let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
    let answers: BTreeMap<&str, (&str, &str)> = stdout
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.split_once('\t')?;
            Some((name, rest.split_once('\t')?))
        })
        .collect();
    let mut wrong = Vec::new();
    for row in &rows {
        let expected = if row.starts_with("own:") { "done" } else { "refused" };
        match answers.get(row.as_str()) {
            Some((answer, _)) if *answer == expected => {}
            answer => wrong.push(format!("{row}: {answer:?}")),
        }
    }
    let after = snapshot(outside.directory.path());
    for (path, state) in &before {
        if after.get(path) != Some(state) {
            wrong.push(format!("{}: {state:?} is now {:?}", path.display(), after.get(path)));
        }
    }
    wrong.extend(
        after.keys().filter(|path| !before.contains_key(*path)).map(|path| format!("{path:?} is new")),
    );
    wrong.extend(outside.changes());
    assert!(wrong.is_empty(), "{}\n{stdout}{stderr}", wrong.join("\n"));
    assert!(rows.len() > 50, "{rows:?}");
}

/// The names of all rows, from the sources: a program that ends early is noticed.
fn rows(classes: &Path) -> Vec<String> {
    let named = |source: &str, prefix: &str| -> Vec<String> {
        let calls = source.split("        row(\"").skip(1);
        calls.map(|call| format!("{prefix}{}", call.split('"').next().unwrap())).collect()
    };
    let mut rows = named(include_str!("escapes/Escapes.java"), "");
    if classes.join("RawEscapes.class").exists() {
        rows.extend(named(include_str!("escapes/RawEscapes.java"), "raw:"));
    }
    rows
}

/// Files, sockets and a process outside the sandbox, for the program to change.
struct Outside {
    directory: tempfile::TempDir,
    /// A name that is not used otherwise.
    mark: String,
    stream: UnixListener,
    datagrams: UnixDatagram,
    abstract_stream: UnixListener,
    tcp: TcpListener,
    udp: UdpSocket,
    fifos: Vec<fs::File>,
    /// A process of the same user.
    victim: std::process::Child,
    victim_before: String,
}

impl Outside {
    fn new(rows: &[String]) -> Outside {
        let directory = tempfile::tempdir().unwrap();
        let mut fifos = Vec::new();
        for row in rows.iter().filter(|row| !row.starts_with("own:")) {
            let place = directory.path().join(row);
            fs::create_dir_all(place.join("empty")).unwrap();
            fs::write(place.join("file"), "untouched").unwrap();
            fs::set_permissions(place.join("file"), PermissionsExt::from_mode(0o640)).unwrap();
            if row.contains("fifo") {
                let fifo = place.join("fifo");
                assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
                let nonblocking = rustix::fs::OFlags::NONBLOCK.bits() as i32;
                fifos.push(fs::OpenOptions::new().read(true).custom_flags(nonblocking).open(fifo).unwrap());
            }
        }
        let mark = format!("reenact-escape-{}", std::process::id());
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
        let victim = std::process::Command::new("sleep")
            .arg("1000")
            .current_dir(&directory)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let victim_before = facts(victim.id());
        Outside {
            directory,
            mark,
            stream,
            datagrams,
            abstract_stream,
            tcp,
            udp,
            fifos,
            victim,
            victim_before,
        }
    }

    fn environment(&self, command: Command) -> Command {
        command
            .env("OUTSIDE", self.directory.path())
            .env("MARK", &self.mark)
            .env("KEY", key())
            .env("VICTIM", self.victim.id().to_string())
            .env("TCP", self.tcp.local_addr().unwrap().port().to_string())
            .env("UDP", self.udp.local_addr().unwrap().port().to_string())
    }

    /// Returns the changes besides those of files.
    fn changes(mut self) -> Vec<String> {
        let mut changes = Vec::new();
        let mut buffer = [0; 16];
        let mut silent = |name: &str, received: std::io::Result<()>| match received {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            other => changes.push(format!("{name} received something: {other:?}")),
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
        let after = facts(self.victim.id());
        match self.victim.try_wait() {
            Ok(None) if after == self.victim_before => {}
            Ok(None) => changes.push(format!("the victim was {}\nand is {after}", self.victim_before)),
            ended => changes.push(format!("the victim has ended: {ended:?}")),
        }
        let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or("/".into());
        for place in [Path::new("/tmp"), Path::new("/dev/shm"), Path::new("/dev/mqueue"), &home] {
            let new = place.join(&self.mark);
            changes.extend(new.exists().then(|| format!("{} is new", new.display())));
        }
        let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
        let is_theirs = |line: &str| line.split_whitespace().next() == Some(&*key());
        changes.extend(segments.lines().any(is_theirs).then(|| "shared memory is new".to_owned()));
        self.victim.kill().unwrap();
        self.victim.wait().unwrap();
        changes
    }
}

/// The key of the shared memory that the program makes.
fn key() -> String {
    (0x5265_0000 + std::process::id() % 0x1_0000).to_string()
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
