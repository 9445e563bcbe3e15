use std::os::unix::fs::symlink;

use super::*;

/// Makes a home with `java`, `javac`, a class library and, if given, a `release` file.
fn fake_jdk(home: &Path, release: Option<&str>) {
    write(home, "bin/java", "#!/bin/sh\nexit 1\n");
    write(home, "bin/javac", "");
    write(home, "lib/modules", "");
    if let Some(release) = release {
        write(home, "release", release);
    }
}

fn write(home: &Path, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // Written by another process: a file that any thread's half-started child still holds open for
    // writing cannot be run ("text file busy").
    let write = Command::new("sh").args(["-c", "cat >\"$0\" && chmod +x \"$0\""]).arg(&path).input(text);
    assert!(write.run(Duration::from_secs(60)).unwrap().status.success());
}

fn release(version: &str) -> String {
    format!("IMPLEMENTOR=\"Someone\"\nJAVA_VERSION=\"{version}\"\nOS_NAME=\"Linux\"\n")
}

fn names(jdks: &[Jdk]) -> Vec<String> {
    jdks.iter().map(|jdk| jdk.home.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn newest_first_each_home_once() {
    let root = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(root.path()).unwrap();
    let jvms = root.join("jvms");
    fake_jdk(&jvms.join("old"), Some(&release("11.0.2")));
    fake_jdk(&jvms.join("b"), Some(&release("17.0.9")));
    fake_jdk(&jvms.join("a"), Some(&release("17.0.9")));
    fake_jdk(&jvms.join("new"), Some(&release("21")));
    fs::create_dir(jvms.join("sources-only")).unwrap();
    symlink("new", jvms.join("current")).unwrap();
    symlink("nowhere", jvms.join("dangling")).unwrap();
    // `java` on PATH through two links, as Debian's alternatives make it.
    fs::create_dir(root.join("bin")).unwrap();
    symlink(jvms.join("b/bin/java"), root.join("alternative")).unwrap();
    symlink(root.join("alternative"), root.join("bin/java")).unwrap();

    let places = Places {
        java_home: Some(jvms.join("current")),
        path: vec![root.join("empty"), root.join("bin")],
        parents: vec![jvms.clone(), root.join("absent")],
    };
    let jdks = places.jdks();
    assert_eq!(names(&jdks), ["new", "a", "b", "old"]);
    assert_eq!(jdks[0].vendor, "Someone");
    assert_eq!(jdks[0].library, ClassLibrary::Image(jvms.join("new/lib/modules")));
    assert_eq!(jdks, places.jdks());

    let only_path = Places { path: vec![root.join("bin")], ..Places::default() };
    assert_eq!(names(&only_path.jdks()), ["b"]);
}

#[test]
fn java_home_is_preferred_when_it_is_good_enough() {
    let root = tempfile::tempdir().unwrap();
    fake_jdk(&root.path().join("new"), Some(&release("21")));
    fake_jdk(&root.path().join("chosen"), Some(&release("17.0.1")));
    let places = Places {
        java_home: Some(root.path().join("chosen")),
        parents: vec![root.path().to_path_buf()],
        ..Places::default()
    };
    assert!(places.find(17).unwrap().home.ends_with("chosen"));
    assert!(places.find(18).unwrap().home.ends_with("new"));
}

#[test]
fn no_jdk_says_what_to_do() {
    assert_eq!(
        Places::default().find(17).unwrap_err().to_string(),
        "no JDK 17 or newer was found; install one (Debian, Ubuntu: apt-get install openjdk-17-jdk-headless) \
         or set JAVA_HOME"
    );
    let root = tempfile::tempdir().unwrap();
    fake_jdk(&root.path().join("runtime"), Some(&release("21")));
    fs::remove_file(root.path().join("runtime/bin/javac")).unwrap();
    fake_jdk(&root.path().join("old"), Some(&release("1.8.0_392")));
    let error =
        Places { parents: vec![root.path().to_path_buf()], ..Places::default() }.find(17).unwrap_err();
    let root = fs::canonicalize(root.path()).unwrap();
    let expected = format!("(only 21 in {0}/runtime, without javac; 1.8.0_392 in {0}/old)", root.display());
    assert!(error.to_string().contains(&expected), "{error}");
}

#[test]
fn a_home_without_release_file_is_asked() {
    let root = tempfile::tempdir().unwrap();
    let home = root.path();
    fake_jdk(home, None);
    let error = Jdk::at(home).unwrap_err().to_string();
    assert!(error.ends_with("prints no version; reinstall it"), "{error}");

    let settings = "Property settings:\n    java.version = 19.0.1\n    java.runtime.version = 19.0.1+10\n    \
                    java.vendor = Someone else\n";
    write(home, "bin/java", &format!("#!/bin/sh\ncat >&2 <<end\n{settings}end\n"));
    let jdk = Jdk::at(home).unwrap();
    assert_eq!((jdk.version.feature, jdk.version.full.as_str()), (19, "19.0.1+10"));
    assert_eq!(jdk.vendor, "Someone else");

    // A release file without a version is not a failure either.
    write(home, "release", "SOURCE=\"\"\n");
    assert_eq!(Jdk::at(home).unwrap(), jdk);
}

#[test]
fn jdk_8_and_the_runtime_inside_it() {
    let root = tempfile::tempdir().unwrap();
    let home = fs::canonicalize(root.path()).unwrap().join("jdk8");
    for path in ["bin/java", "bin/javac", "jre/bin/java", "jre/lib/rt.jar", "jre/lib/jce.jar"] {
        write(&home, path, "");
    }
    for path in ["jre/lib/resources.jar", "jre/lib/ext/z.jar", "jre/lib/ext/a.jar", "jre/lib/ext/meta-index"]
    {
        write(&home, path, "");
    }
    write(&home, "release", &release("1.8.0_392"));
    let jdk = Jdk::at(home.join("jre")).unwrap();
    assert_eq!(jdk.home, home);
    assert_eq!(jdk.version.feature, 8);
    let ClassLibrary::Jars(jars) = &jdk.library else { panic!("{:?}", jdk.library) };
    let jars: Vec<_> = jars.iter().map(|jar| jar.strip_prefix(home.join("jre/lib")).unwrap()).collect();
    assert_eq!(jars, ["resources.jar", "rt.jar", "jce.jar", "ext/a.jar", "ext/z.jar"].map(Path::new));
}

#[test]
fn what_is_no_jdk_says_why() {
    let root = tempfile::tempdir().unwrap();
    let check = |path: &str, expected: &str| {
        let error = Jdk::at(root.path().join(path)).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{error}");
    };
    check("absent", "is not a usable JDK: No such file or directory (os error 2)");
    check("", "is not a usable JDK: it is not the home of a JDK, which has bin/java");
    write(root.path(), "bin/java", "");
    check("", "it is not the home of a JDK, which has lib/modules or rt.jar");
}

#[test]
fn the_jdks_of_this_machine_agree_with_what_they_say_when_run() {
    let jdks = Jdk::all();
    assert!(!jdks.is_empty(), "{}", Places::default().find(17).unwrap_err());
    for jdk in jdks {
        let asked = ask(&jdk.home).unwrap();
        assert_eq!(jdk.version, asked.version);
        assert!(!jdk.vendor.is_empty());
    }
}
