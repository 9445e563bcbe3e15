//! Gradle, where it is installed; on the oldest version that the script is written for.

use std::time::Duration;

use reenact_build::junit;
use reenact_build::{self as build, ResolveOptions};
use reenact_host::Command;
use reenact_jvm::driver::{Driver, TestRun};
use reenact_testkit::jdk;

use crate::support::{Files, module, resolve, shown};

/// Gradle is no part of what Reenact needs to be built, so a machine may have none. What is certain without it is
/// in the unit tests.
fn has_gradle() -> bool {
    let asked = Command::new("gradle").arg("--version").run(Duration::from_secs(120));
    asked.is_ok_and(|finished| finished.status.success())
}

#[test]
fn projects_of_a_gradle_build() {
    if !has_gradle() {
        println!("there is no Gradle on this machine: nothing to ask");
        return;
    }
    // From Maven's repository, where they are: no network.
    junit::jupiter().unwrap();
    let files = Files::new(
        r#"
        //- settings.gradle
        rootProject.name = 'shop'
        include ':core', ':web'
        //- build.gradle
        allprojects { repositories { mavenLocal() } }
        //- core/build.gradle
        apply plugin: 'java-library'
        sourceCompatibility = '1.8'
        dependencies { implementation 'junit:junit:4.13.2' }
        //- core/src/main/java/core/Core.java
        package core;
        public class Core { public static String name() { return "core"; } }
        //- core/src/main/resources/words.txt
        hello
        //- web/build.gradle
        apply plugin: 'java'
        sourceCompatibility = '11'
        compileJava.options.compilerArgs << '-parameters'
        dependencies {
            compile project(':core')
            testImplementation 'org.junit.jupiter:junit-jupiter-api:5.13.4'
        }
        test {
            jvmArgs '-Dquoted=a b'
            maxHeapSize = '300m'
            systemProperty 'made', "$buildDir/made"
            environment 'REENACT_E', 1
        }
        //- web/src/test/java/web/WebTest.java
        package web;
        import static org.junit.jupiter.api.Assertions.*;
        import org.junit.jupiter.api.Test;
        class WebTest {
            @Test void sees() throws Exception {
                assertEquals("core", core.Core.name());
                assertNotNull(core.Core.class.getResource("/words.txt"));
                assertEquals("a b", System.getProperty("quoted"));
                assertTrue(System.getProperty("made").endsWith("web/build/made"));
                assertEquals("1", System.getenv("REENACT_E"));
                assertEquals("web", new java.io.File("").getAbsoluteFile().getName());
                assertEquals(300 << 20, Runtime.getRuntime().maxMemory(), 20 << 20);
            }
        }
        "#,
    );
    let root = &files.root;
    let project = resolve(root, true);
    assert_eq!(project.root, *root);
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, [":core", ":web"]);
    let (core, web) = (module(&project, ":core"), module(&project, ":web"));
    assert_eq!(core.release, Some(8));
    let own = ["core/build/classes/java/main", "core/build/resources/main"];
    assert_eq!(shown(root, &core.class_path), [own[0], own[1], "junit-4.13.2.jar", "hamcrest-core-1.3.jar"]);
    assert_eq!(web.release, Some(11));
    assert_eq!(web.compiler_options, ["-parameters"]);
    assert_eq!(
        shown(root, &web.class_path),
        [
            "web/build/classes/java/main",
            "web/build/resources/main",
            own[0],
            own[1],
            "junit-4.13.2.jar",
            "hamcrest-core-1.3.jar"
        ]
    );
    // Gradle takes properties out of the arguments itself.
    assert_eq!(web.test_jvm.options, ["-Xmx300m"]);
    assert!(web.test_jvm.properties.contains(&("quoted".to_owned(), "a b".to_owned())));
    assert_eq!(web.test_jvm.environment, [("REENACT_E".to_owned(), "1".to_owned())]);

    let mut options = web.driver_options(&jdk());
    options.class_path = junit::completed(&options.class_path).unwrap();
    let mut driver = Driver::start(options).unwrap();
    let report = driver.run(&TestRun::new(vec!["web.WebTest#sees".parse().unwrap()])).unwrap();
    assert!(report.all_passed(), "{report:#?}");
}

/// Whoever runs the command that is named must see what we saw: by then our own files are gone.
#[test]
fn what_keeps_a_build_from_answering_is_told() {
    let files = Files::new(
        "
        //- build.gradle
        apply plugin: 'java'
        //- gradlew
        echo '* What went wrong:' >&2
        echo 'there is no such plugin' >&2
        exit 1
        ",
    );
    let message = build::resolve(&files.root, &ResolveOptions::default()).unwrap_err().to_string();
    assert!(message.starts_with("Gradle gave up in "), "{message}");
    assert!(message.contains("there is no such plugin"), "{message}");
    let by_hand = message.lines().last().unwrap_or_default();
    assert!(by_hand.contains("gradlew") && by_hand.ends_with("--console=plain help"), "{message}");
}
