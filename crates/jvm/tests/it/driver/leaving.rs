//! Nothing is left behind when we go, however we go. The JVM holds a named pipe open: a reader sees its end when, and
//! only when, the JVM is gone.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use reenact_host::Command;
use reenact_jvm::driver::Driver;
use reenact_testkit::jdk;

use super::support::{compile, options, run};

const HOLDS: &str = r#"
    //- HoldsTest.java
    import java.io.*;
    import org.junit.jupiter.api.*;
    class HoldsTest {
        static OutputStream pipe;
        @Test void holds() throws Exception {
            pipe = new FileOutputStream(System.getProperty("pipe"));
            pipe.write("up\n".getBytes());
        }
        @Test void hangs() throws Exception {
            holds();
            // Hooks of the subject's may hang too.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) {} }));
            while (true) {}
        }
    }
"#;

fn start(pipe: &Path) -> Driver {
    let jdk = jdk();
    let mut options = options(&jdk, &compile(&jdk, HOLDS));
    options.vm_options = vec![format!("-Dpipe={}", pipe.display()).into()];
    Driver::start(options).unwrap()
}

fn pipe() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("pipe");
    let made = Command::new("mkfifo").arg(&path).run(Duration::from_secs(60)).unwrap();
    assert!(made.status.success());
    (directory, path)
}

fn next_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    (reader.read_line(&mut line).unwrap() > 0).then_some(line)
}

#[test]
fn a_driver_that_is_dropped_takes_its_jvm_along() {
    let (_directory, path) = pipe();
    let opened = {
        let path = path.clone();
        std::thread::spawn(move || BufReader::new(File::open(path).unwrap()))
    };
    let mut driver = start(&path);
    assert!(driver.run(&run("HoldsTest#holds")).unwrap().all_passed());
    let mut reader = opened.join().unwrap();
    assert_eq!(next_line(&mut reader).as_deref(), Some("up\n"));
    drop(driver);
    assert_eq!(next_line(&mut reader), None);
}

#[test]
fn signals_and_sudden_death_leave_no_jvm() {
    const PIPE: &str = "REENACT_TEST_PIPE";
    // In the role of the program that is ended:
    if let Some(pipe) = std::env::var_os(PIPE) {
        let _ = start(pipe.as_ref()).run(&run("HoldsTest#hangs"));
        unreachable!("the signal should have ended this process");
    }
    for signal in ["INT", "KILL"] {
        let (directory, path) = pipe();
        let mut us = std::process::Command::new("env")
            .arg("--default-signal=INT")
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "driver::leaving::signals_and_sudden_death_leave_no_jvm"])
            .env(PIPE, &path)
            // The files of a process that was killed stay; the test removes them.
            .env("TMPDIR", directory.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut reader = BufReader::new(File::open(&path).unwrap());
        assert_eq!(next_line(&mut reader).as_deref(), Some("up\n"));
        let kill = Command::new("kill").arg(format!("-{signal}")).arg(us.id().to_string());
        assert!(kill.run(Duration::from_secs(60)).unwrap().status.success());
        us.wait().unwrap();
        assert_eq!(next_line(&mut reader), None, "{signal}");
    }
}
