//! Compiling in the warm JVM.

use std::fs;

use reenact_jvm::driver::{Compilation, DiagnosticKind, Driver, DriverOptions};
use reenact_jvm::{Jdk, driver::TestRun};
use reenact_testkit::{jdk, jdks};

use super::support::junit_jars;

fn start(jdk: &Jdk) -> Driver {
    Driver::start(DriverOptions::new(jdk, junit_jars())).unwrap()
}

fn sources(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
}

#[test]
fn what_is_compiled_can_be_run() {
    for jdk in jdks() {
        let mut driver = start(&jdk);
        let out = tempfile::tempdir().unwrap();
        let class = |result: u32| {
            sources(&[(
                "p/ÄTest.java",
                &format!(
                    "package p; class ÄTest {{ @org.junit.jupiter.api.Test void m() {{ System.out.print(\"ä{result}\"); }} }}"
                ),
            )])
        };
        // Again into the same place: a new loader sees the new class file.
        for result in [1, 2] {
            let compilation = Compilation::new(class(result), junit_jars().to_vec());
            let compiled = driver.compile(&compilation, out.path()).unwrap();
            assert!(compiled.success && compiled.diagnostics.is_empty(), "{compiled:?}");
            let mut run = TestRun::new(vec!["p.ÄTest#m".parse().unwrap()]);
            run.classes = vec![out.path().to_path_buf()];
            let report = driver.run(&run).unwrap();
            assert_eq!(report.tests[0].invocations[0].output.out, format!("ä{result}"), "{report:?}");
        }
    }
}

#[test]
fn errors_have_their_place() {
    for jdk in jdks() {
        let mut driver = start(&jdk);
        let out = tempfile::tempdir().unwrap();
        let files = sources(&[
            ("p/A.java", "package p;\nclass A {\n    int x = y;\n}\n"),
            ("p/B.java", "package p;\nclass B {}\n"),
        ]);
        let compiled = driver.compile(&Compilation::new(files, vec![]), out.path()).unwrap();
        assert!(!compiled.success);
        let [error] = &compiled.diagnostics[..] else { panic!("{compiled:?}") };
        assert_eq!(error.kind, DiagnosticKind::Error);
        assert_eq!((&*error.file, error.line, error.column), ("p/A.java", 3, 13));
        assert_eq!(error.code, "compiler.err.cant.resolve.location");
        assert!(error.message.starts_with("cannot find symbol\n  symbol:   variable y"), "{}", error.message);
        let unknown = Compilation {
            options: vec!["--no-such".into()],
            ..Compilation::new(sources(&[("A.java", "class A {}")]), vec![])
        };
        let refused = driver.compile(&unknown, out.path()).unwrap_err().to_string();
        assert!(refused.contains("invalid flag: --no-such"), "{refused}");
    }
}

#[test]
fn as_many_as_possible_are_compiled() {
    let jdk = jdk();
    let mut driver = start(&jdk);
    let out = tempfile::tempdir().unwrap();
    let files = sources(&[
        ("Good.java", "class Good {}"),
        ("Bad.java", "class Bad { int x = \"\"; }"),
        ("NeedsBad.java", "class NeedsBad extends Bad {}"),
        ("Broken.java", "class Broken {"),
        ("AlsoGood.java", "class AlsoGood extends Good {}"),
    ]);
    let most = driver.compile_most(&Compilation::new(files, vec![]), out.path()).unwrap();
    assert!(most.rest.success, "{most:?}");
    let left_out: Vec<(&str, usize)> =
        most.left_out.iter().map(|(name, errors)| (&**name, errors.len())).collect();
    assert_eq!(left_out, [("Broken.java", 1), ("Bad.java", 1), ("NeedsBad.java", 1)]);
    let mut names: Vec<_> =
        fs::read_dir(out.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["AlsoGood.class", "Good.class"]);
}

#[test]
fn releases_options_and_bytes() {
    for jdk in jdks() {
        let mut driver = start(&jdk);
        assert!(driver.has_compiler().unwrap());
        assert_eq!(
            driver.java_version().unwrap().split('.').next().unwrap(),
            jdk.version.feature.to_string()
        );
        let mut compilation = Compilation::new(
            sources(&[("p/A.java", "package p; class A { void m(int named) {} class In {} }")]),
            vec![],
        );
        compilation.options = vec!["-parameters".into()];
        let own = 44 + jdk.version.feature as u8;
        for (release, major) in [(None, own), (Some(11), 55), (Some(jdk.version.feature), own)] {
            compilation.release = release;
            let (compiled, files) = driver.compile_to_bytes(&compilation).unwrap();
            assert!(compiled.success, "{compiled:?}");
            let names: Vec<&str> = files.iter().map(|file| &*file.path).collect();
            assert_eq!(names, ["p/A$In.class", "p/A.class"]);
            assert_eq!(files[1].bytes[7], major);
            assert!(files[1].bytes.windows(5).any(|window| window == b"named"));
        }
    }
}

#[test]
fn annotation_processors_run_only_if_asked_for() {
    let jdk = jdk();
    let mut driver = start(&jdk);
    let place = tempfile::tempdir().unwrap();
    fs::create_dir_all(place.path().join("META-INF/services")).unwrap();
    fs::write(place.path().join("META-INF/services/javax.annotation.processing.Processor"), "no.Such")
        .unwrap();
    let mut compilation =
        Compilation::new(sources(&[("A.java", "class A {}")]), vec![place.path().to_path_buf()]);
    let out = tempfile::tempdir().unwrap();
    assert!(driver.compile(&compilation, out.path()).unwrap().success);
    compilation.options = vec!["-proc:full".into()];
    assert!(driver.compile(&compilation, out.path()).map_or(true, |compiled| !compiled.success));
}
