//! How long many small tests take. Printed, not judged: machines differ.

use std::fmt::Write as _;
use std::time::Instant;

use reenact_jvm::driver::{Compilation, Driver, DriverOptions, Isolation, TestRun};
use reenact_testkit::{jdk, jdks};

use super::support::{compile, driver, junit_jars, options, run};

#[test]
fn a_thousand_tests_in_a_hundred_classes() {
    let jdk = jdk();
    let mut driver = Driver::start(DriverOptions::new(&jdk, junit_jars())).unwrap();
    let mut sources = Vec::new();
    let mut tests = Vec::new();
    for class in 0..100 {
        let mut text = format!(
            "package many;\nimport static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Test;\n\
             class Many{class}Test {{\n"
        );
        for method in 0..10 {
            writeln!(
                text,
                "    @Test void adds{method}() {{ assertEquals({}, {class} + {method}); }}",
                class + method
            )
            .unwrap();
            tests.push(format!("many.Many{class}Test#adds{method}").parse().unwrap());
        }
        sources.push((format!("many/Many{class}Test.java"), text + "}\n"));
    }
    let out = tempfile::tempdir().unwrap();
    let compilation = Compilation::new(sources, junit_jars().to_vec());
    for time in ["cold", "warm"] {
        let started = Instant::now();
        let compiled = driver.compile(&compilation, out.path()).unwrap();
        assert!(compiled.success, "{compiled:?}");
        println!("compiling, {time}: {:?}", started.elapsed());
    }
    let mut run = TestRun::new(tests);
    run.classes = vec![out.path().to_path_buf()];
    for isolation in
        [Isolation::None, Isolation::LoaderPerRun, Isolation::LoaderPerClass, Isolation::LoaderPerTest]
    {
        run.isolation = isolation;
        let started = Instant::now();
        let report = driver.run(&run).unwrap();
        println!("running, {isolation:?}: {:?}", started.elapsed());
        assert!(report.all_passed() && report.tests.len() == 1000 && report.jvms == 1);
    }
}

#[test]
fn a_fresh_jvm_for_every_test() {
    const TESTS: usize = 5;
    for jdk in jdks() {
        let program = compile(&jdk, "import org.junit.jupiter.api.*; class OneTest { @Test void one() {} }");
        let started = Instant::now();
        let mut driver = driver(&jdk, &program);
        println!("JDK {}: up after {:?}", jdk.version.feature, started.elapsed());
        let mut one = run("OneTest#one");
        for time in ["first", "second"] {
            let started = Instant::now();
            assert!(driver.run(&one).unwrap().all_passed());
            println!("JDK {}: {time} run of one test: {:?}", jdk.version.feature, started.elapsed());
        }
        one.tests = vec![one.tests[0].clone(); TESTS];
        one.isolation = Isolation::JvmPerTest;
        let started = Instant::now();
        let report = driver.run(&one).unwrap();
        println!("JDK {}: {TESTS} tests in a JVM each: {:?}", jdk.version.feature, started.elapsed());
        assert!(report.all_passed() && report.jvms == TESTS as u32);
    }
}

#[test]
fn thousands_of_loaders_are_forgotten() {
    // Everything that a loader has loaded stays for as long as one of its classes is referenced: with so little
    // memory that shows.
    const TESTS: usize = 1000;
    let jdk = jdk();
    let program = compile(
        &jdk,
        "import org.junit.jupiter.api.*; class BigTest { static byte[] big = new byte[1 << 18]; @Test void one() {} }",
    );
    let mut options = options(&jdk, &program);
    options.vm_options = vec!["-Xmx64m".into(), "-XX:MaxMetaspaceSize=48m".into()];
    let mut driver = Driver::start(options).unwrap();
    let mut many = run("BigTest#one");
    many.tests = vec![many.tests[0].clone(); TESTS];
    many.isolation = Isolation::LoaderPerTest;
    let started = Instant::now();
    let report = driver.run(&many).unwrap();
    println!("{TESTS} loaders: {:?}", started.elapsed());
    assert!(report.all_passed(), "{:#?}", report.tests.iter().find(|test| !test.passed()));
    assert_eq!(report.jvms, 1);
}
