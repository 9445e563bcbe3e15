//! The state that tests share, and the state that they do not.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use reenact_host::Command;
use reenact_jvm::driver::{Driver, Isolation, TestRun};
use reenact_testkit::{jdk, jdks};

use super::support::{check, compile, driver, junit_jars, options, run};

const STATE: &str = r#"
    //- s/Counter.java
    package s;
    public class Counter { static int count; static int next() { return ++count; } }
    //- s/FirstTest.java
    package s;
    import java.util.*;
    import org.junit.jupiter.api.*;
    class FirstTest {
        static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 0);
        // Package-private, so only if both classes are of one loader.
        @Test void a() { count(); }
        @Test void b() { count(); }
        static void count() {
            LOCAL.set(LOCAL.get() + 1);
            System.out.print(Counter.next() + "" + LOCAL.get() + System.getProperty("s", "-") + Locale.getDefault().getLanguage());
            System.setProperty("s", "+");
            Locale.setDefault(new Locale("tr"));
        }
    }
    //- s/SecondTest.java
    package s;
    import org.junit.jupiter.api.*;
    class SecondTest { @Test void a() { FirstTest.count(); } }
"#;

fn outputs(driver: &mut Driver, isolation: Isolation) -> Vec<String> {
    let mut run = run("s.FirstTest#a s.FirstTest#b s.SecondTest#a");
    run.isolation = isolation;
    let report = driver.run(&run).unwrap();
    assert!(report.all_passed(), "{report:#?}");
    report.tests.iter().map(|test| test.invocations[0].output.out.clone()).collect()
}

#[test]
fn state_lasts_as_long_as_the_isolation_says() {
    for jdk in jdks() {
        let mut options = options(&jdk, &compile(&jdk, STATE));
        options.vm_options = vec!["-Duser.language=de".into()];
        let mut driver = Driver::start(options).unwrap();
        assert_eq!(outputs(&mut driver, Isolation::LoaderPerTest), ["11-de", "11-de", "11-de"]);
        assert_eq!(outputs(&mut driver, Isolation::LoaderPerClass), ["11-de", "22+tr", "11-de"]);
        assert_eq!(outputs(&mut driver, Isolation::LoaderPerRun), ["11-de", "22+tr", "33+tr"]);
        assert_eq!(outputs(&mut driver, Isolation::JvmPerRun), ["11-de", "22+tr", "33+tr"]);
        assert_eq!(outputs(&mut driver, Isolation::None), ["44+tr", "55+tr", "66+tr"]);
        assert_eq!(outputs(&mut driver, Isolation::JvmPerClass), ["11-de", "22+tr", "11-de"]);
        assert_eq!(outputs(&mut driver, Isolation::JvmPerTest), ["11-de", "11-de", "11-de"]);
    }
}

#[test]
fn overrides_come_first_and_for_one_run() {
    let jdk = jdk();
    let program = compile(&jdk, STATE);
    let mutant = compile(&jdk, "package s;\npublic class Counter { static int next() { return 9; } }");
    let mut driver = driver(&jdk, &program);
    for isolation in [Isolation::LoaderPerClass, Isolation::None] {
        let mut run = run("s.FirstTest#a");
        run.isolation = isolation;
        run.overrides = vec![mutant.classes().to_path_buf()];
        assert!(
            driver.run(&run).unwrap().tests[0].invocations[0].output.out.starts_with("91"),
            "{isolation:?}"
        );
        run.overrides.clear();
        assert!(
            driver.run(&run).unwrap().tests[0].invocations[0].output.out.starts_with("11"),
            "{isolation:?}"
        );
    }
}

#[test]
fn kept_libraries_are_loaded_once() {
    let jdk = jdk();
    let library = compile(&jdk, "package lib;\npublic class Shared { public static int count; }");
    fs::write(library.classes().join("words.txt"), "").unwrap();
    let text = "
        import org.junit.jupiter.api.*;
        class KeptTest {
            static int own;
            @Test void counts() throws Exception {
                int found = java.util.Collections.list(getClass().getClassLoader().getResources(\"words.txt\")).size();
                System.out.print(++own + \"\" + ++lib.Shared.count + found);
            }
        }";
    let jars: Vec<&str> = junit_jars().iter().map(|jar| jar.to_str().unwrap()).collect();
    let class_path = format!("{}:{}", library.classes().display(), jars.join(":"));
    let program = reenact_testkit::Fixture::parse(text).compile_with(&jdk, &["-cp", &class_path]);
    let mut options = options(&jdk, &program);
    options.class_path.push(library.classes().to_path_buf());
    let both = || {
        let mut run = run("KeptTest#counts KeptTest#counts");
        run.isolation = Isolation::LoaderPerTest;
        run
    };
    let outputs = |driver: &mut Driver, run: TestRun| -> Vec<String> {
        driver.run(&run).unwrap().tests.iter().map(|test| test.invocations[0].output.out.clone()).collect()
    };
    let mut all_anew = Driver::start(options.clone()).unwrap();
    assert_eq!(outputs(&mut all_anew, both()), ["111", "111"]);
    options.kept = vec![library.classes().to_path_buf()];
    let mut some_kept = Driver::start(options).unwrap();
    assert_eq!(outputs(&mut some_kept, both()), ["111", "121"]);
}

#[test]
fn the_jvm_works_in_directories_of_its_own() {
    let jdk = jdk();
    let text = r#"
        import java.io.File;
        import org.junit.jupiter.api.*;
        class PlaceTest {
            @Test void prints() throws Exception {
                new File("left.txt").createNewFile();
                File.createTempFile("left", "");
                System.out.print(new File("").getAbsolutePath() + "\n" + System.getProperty("java.io.tmpdir") + "\n"
                    + System.getenv("REENACT_A") + System.getenv("HOME") + "\n" + System.getProperty("p"));
            }
        }
    "#;
    let mut options = options(&jdk, &compile(&jdk, text));
    options.environment = vec![("REENACT_A".into(), Some("a".into())), ("HOME".into(), None)];
    options.vm_options = vec!["-Dp=two words".into()];
    let mut driver = Driver::start(options).unwrap();
    let report = check(&mut driver, &run("PlaceTest#prints"), &["PlaceTest#prints passed"]);
    let lines: Vec<&str> = report.tests[0].invocations[0].output.out.lines().collect();
    assert_eq!(lines[2..], ["anull", "two words"]);
    let directories: Vec<PathBuf> = lines[..2].iter().map(PathBuf::from).collect();
    assert!(directories[0].join("left.txt").is_file() && directories[1].is_dir());
    let ours = std::env::current_dir().unwrap();
    assert!(directories.iter().all(|directory| !directory.starts_with(&ours)));
    driver.quit().unwrap();
    assert!(directories.iter().all(|directory| !directory.exists()), "nothing is left");
}

/// A jar of a directory, made by the JDK's own tool.
fn jar(jdk: &reenact_jvm::Jdk, jar: &std::path::Path, manifest: &str, arguments: &[&std::ffi::OsStr]) {
    let file = jar.with_extension("mf");
    fs::write(&file, manifest).unwrap();
    let tool = Command::new(jdk.home.join("bin/jar")).arg("cfm").arg(jar).arg(&file).args(arguments);
    let made = tool.run(Duration::from_secs(60)).unwrap();
    assert!(made.status.success(), "{}", made.stderr.text());
}

#[test]
fn jars_are_to_a_fresh_loader_what_they_are_to_the_jvm() {
    for jdk in jdks() {
        let place = tempfile::tempdir().unwrap();
        let [old, new, lib] = ["old", "new", "lib"].map(|text| {
            let (package, name) = if text == "lib" { ("lib", "Lib") } else { ("shop", "Version") };
            compile(&jdk, &format!("package {package}; public class {name} {{ public static String text() {{ return \"{text}\"; }} }}"))
        });
        let lib_jar = place.path().join("the lib.jar");
        jar(&jdk, &lib_jar, "", &["-C".as_ref(), lib.classes().as_ref(), ".".as_ref()]);
        let shop_jar = place.path().join("shop.jar");
        let resources = place.path().join("resources");
        fs::create_dir_all(resources.join("with space")).unwrap();
        fs::write(resources.join("with space/ä.txt"), "").unwrap();
        let manifest = "Multi-Release: true\nImplementation-Version: 1.2\nClass-Path: the%20lib.jar absent.jar http://x/y.jar\n";
        let release = jdk.version.feature.to_string();
        let arguments: [&std::ffi::OsStr; 11] = [
            "-C".as_ref(),
            old.classes().as_ref(),
            ".".as_ref(),
            "-C".as_ref(),
            resources.as_ref(),
            ".".as_ref(),
            "--release".as_ref(),
            release.as_ref(),
            "-C".as_ref(),
            new.classes().as_ref(),
            ".".as_ref(),
        ];
        jar(&jdk, &shop_jar, manifest, &arguments);
        let text = r#"
            import org.junit.jupiter.api.*;
            class JarTest {
                @Test void prints() throws Exception {
                    ClassLoader loader = getClass().getClassLoader();
                    java.net.URL url = loader.getResource("with space/ä.txt");
                    url.openStream().close();
                    Class<?> type = shop.Version.class;
                    String place = type.getProtectionDomain().getCodeSource().getLocation().getPath();
                    System.out.print(shop.Version.text() + lib.Lib.text() + type.getPackage().getImplementationVersion()
                        + place.substring(place.lastIndexOf('/')) + loader.getResource("shop/") + loader.getResource("absent")
                        + type.getResource("Version.class") + url);
                }
            }
        "#;
        let class_path: Vec<PathBuf> =
            junit_jars().iter().cloned().chain([old.classes().into(), lib.classes().into()]).collect();
        let joined: Vec<&str> = class_path.iter().map(|entry| entry.to_str().unwrap()).collect();
        let tests = reenact_testkit::Fixture::parse(text).compile_with(&jdk, &["-cp", &joined.join(":")]);
        let mut options = options(&jdk, &tests);
        options.class_path.push(shop_jar);
        let mut driver = Driver::start(options).unwrap();
        let printed: Vec<String> = [Isolation::None, Isolation::LoaderPerRun]
            .into_iter()
            .map(|isolation| {
                let mut run = run("JarTest#prints");
                run.isolation = isolation;
                check(&mut driver, &run, &["JarTest#prints passed"]).tests[0].invocations[0]
                    .output
                    .out
                    .clone()
            })
            .collect();
        assert_eq!(printed[0], printed[1]);
        assert!(printed[0].starts_with("newlib1.2/shop.jarjar:file:"), "{}", printed[0]);
    }
}
