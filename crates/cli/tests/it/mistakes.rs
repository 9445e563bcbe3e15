//! Usual mistakes, and the messages that answer them: what failed, why, and the next step.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use reenact_testkit::{Fixture, Program, jdk};

const HELLO: &str = r#"
    package com.acme.hello;
    public class Hello {
        static int twice(int number) { int result = number; result += number; return result; }
        public static void main(String[] args) throws Exception {
            System.out.println(twice(21));
            if (args.length > 0) System.in.read();
        }
    }
"#;

fn reenact() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    command
}

fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn hello() -> Program {
    Fixture::parse(HELLO).compile(&jdk())
}

#[test]
fn a_broken_java_home_is_named_and_another_jdk_used() {
    let program = hello();
    let (code, text, messages) =
        run(reenact().arg("classes").arg(program.classes()).env("JAVA_HOME", "/absent"));
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("1 class"), "{text}");
    assert!(messages.contains("JAVA_HOME=/absent is ignored: No such file or directory"), "{messages}");
    assert!(messages.contains("Run: export JAVA_HOME=/"), "{messages}");
    let (_, _, messages) = run(reenact().arg("classes").arg(program.classes()));
    assert!(!messages.contains("JAVA_HOME"), "{messages}");
}

#[test]
fn a_directory_that_is_not_a_jdk_is_answered_with_those_that_are() {
    let (program, not_jdk) = (hello(), tempfile::tempdir().unwrap());
    let bin = not_jdk.path().join("bin");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(jdk().java(), bin.join("java")).unwrap();
    let command = &mut reenact();
    let (code, _, messages) =
        run(command.arg("classes").arg(program.classes()).arg("--jdk").arg(not_jdk.path()));
    assert_eq!(code, Some(2));
    assert!(messages.contains(&format!("cannot use --jdk {}", not_jdk.path().display())), "{messages}");
    // As `/usr`, whose `bin/java` is a link into the JDK that is meant.
    assert!(messages.trim_end().ends_with(&format!("Use: --jdk {}", jdk().home.display())), "{messages}");
    assert!(!messages.contains("reinstall"), "{messages}");
}

#[test]
fn sources_in_place_of_classes_are_refused_with_the_directory_to_name() {
    let project = tempfile::tempdir().unwrap();
    let sources = project.path().join("src/main/java");
    fs::create_dir_all(&sources).unwrap();
    fs::write(sources.join("Hello.java"), "class Hello {}").unwrap();
    for verb in ["classes", "analyze"] {
        let (code, text, messages) = run(reenact().current_dir(&project).args([verb, "src/main/java"]));
        assert_eq!((code, text.as_str()), (Some(2), ""), "{verb}");
        let expected = "src/main/java has no class files. These are sources; compile the project, for example with \
                        `mvn compile`, then name target/classes";
        assert!(messages.contains(expected), "{verb}: {messages}");
    }
}

#[test]
fn pipes_and_devices_are_not_read() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe.jar");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for entry in [pipe.as_path(), Path::new("/dev/zero")] {
        let (code, _, messages) = run(reenact().arg("classes").arg(entry));
        assert_eq!(code, Some(2), "{messages}");
        assert!(
            messages.contains("is a pipe, a device or a socket; name a directory of classes or a jar"),
            "{messages}"
        );
        let program = hello();
        let (code, text, messages) =
            run(reenact().arg("classes").arg(program.classes()).arg("--classpath").arg(entry));
        assert_eq!(code, Some(0), "{messages}");
        let shown = format!("{text}{messages}").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains("is a pipe, a device or a socket"), "{shown}");
    }
}

#[test]
fn a_pattern_that_matches_nothing_fails_and_another_is_suggested() {
    let (program, here) = (hello(), tempfile::tempdir().unwrap());
    let (code, text, messages) = run(reenact()
        .current_dir(&here)
        .args(["record", "--include", "com.acme.helo.**", "--out", "out", "--"])
        .arg(jdk().java())
        .arg("-cp")
        .arg(program.classes())
        .arg("com.acme.hello.Hello"));
    assert_eq!((code, text.as_str()), (Some(1), "42\n"), "{messages}");
    assert!(messages.contains("--include 'com.acme.hello.**'"), "{messages}");
}

#[test]
fn a_process_that_is_not_a_jvm_is_answered_once() {
    let (code, _, messages) = run(reenact().args(["record", "--include", "a.**", "--attach", "1"]));
    assert_eq!(code, Some(2));
    assert!(messages.contains("process 1"), "{messages}");
    assert!(messages.to_lowercase().matches("permission denied").count() <= 1, "{messages}");
    assert!(!messages.contains("os error"), "{messages}");
}

/// Root may attach to the JVM of any user, and the recording is then that user's to write.
#[test]
fn root_attaches_to_the_jvm_of_another_user() {
    const NOBODY: u32 = 65534;
    let here = tempfile::tempdir().unwrap();
    if here.path().metadata().unwrap().uid() != 0 {
        return;
    }
    fs::set_permissions(here.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let package = here.path().join("classes/com/acme/hello");
    fs::create_dir_all(&package).unwrap();
    fs::copy(hello().classes().join("com/acme/hello/Hello.class"), package.join("Hello.class")).unwrap();
    // The directory of the build may not be that user's to enter.
    let built = Path::new(env!("CARGO_BIN_EXE_reenact")).parent().unwrap();
    let library: Vec<PathBuf> =
        ["deps/libreenact_agent.so", "libreenact_agent.so"].map(|name| built.join(name)).into();
    let agent = here.path().join("libreenact_agent.so");
    fs::copy(library.iter().find(|path| path.is_file()).unwrap(), &agent).unwrap();
    let id = NOBODY.to_string();
    let mut subject = Command::new("setpriv")
        .args(["--reuid", &id, "--regid", &id, "--clear-groups", "--"])
        .arg(jdk().java())
        .args(["-cp", "classes", "com.acme.hello.Hello", "wait"])
        .current_dir(&here)
        .env_remove("JAVA_TOOL_OPTIONS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The line that it prints: its JVM is up.
    let mut line = [0; 3];
    std::io::Read::read_exact(subject.stdout.as_mut().unwrap(), &mut line).unwrap();
    let (code, _, messages) = run(reenact()
        .current_dir(&here)
        .args(["record", "--include", "com.acme.**", "--for", "1ms", "--out", "new/out", "--attach"])
        .arg(subject.id().to_string())
        .env("REENACT_AGENT", &agent));
    drop(subject.stdin.take());
    subject.wait().unwrap();
    assert_eq!(code, Some(1), "nothing is called in so short a time: {messages}");
    for made in ["new", "new/out"] {
        let metadata = here.path().join(made).metadata().unwrap();
        assert_eq!((metadata.uid(), metadata.mode() & 0o777), (NOBODY, 0o700), "{made}");
    }
    assert!(here.path().join("new/out/segment-00000.rnrec").is_file());
}
