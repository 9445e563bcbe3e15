//! Gradle: a wrapper that stands in for it, and Gradle itself if the tests are built with the feature `gradle`.

#[cfg(feature = "gradle")]
use reenact_build::junit;
use reenact_build::{self as build, ResolveOptions};
#[cfg(feature = "gradle")]
use reenact_jvm::driver::{Driver, TestRun};
#[cfg(feature = "gradle")]
use reenact_testkit::jdk;

use crate::support::{Files, module, resolve, shown};

/// A wrapper that stands in for Gradle: checks its arguments and answers as the script would.
const WRAPPER: &str = r#"
    //- settings.gradle
    include ':core'
    //- gradlew
    fail() { echo "* What went wrong:" >&2; echo "$1" >&2; exit 1; }
    for word in "$@"; do
        case $word in -PreenactOut=*) out=${word#-PreenactOut=} ;; esac
    done
    case " $* " in *" --no-daemon --console=plain -q -I "*) ;; *) fail "a daemon would stay: $*" ;; esac
    case " $* " in *" -Dorg.gradle.configuration-cache=false "*) ;; *) fail "a cache would answer: $*" ;; esac
    case " $* " in *" --offline "*) fail "nothing is cached" ;; esac
    case " $* " in *" testClasses reenactModel ") ;; *) fail "other tasks: $*" ;; esac
    while [ "$1" != -I ]; do shift; done
    grep -q reenactModel "$2" || fail "the script defines no task: $2"
    mkdir -p "$out"
    model() {
        printf '{"version": 1, "path": "%s", "directory": "%s", "root": "%s", "classes": ["%s/classes"],' "$1" "$2" "$PWD" "$2"
        printf '"testClasses": [], "classPath": ["%s/classes", "/x.jar"], "testClassPath": ["/y.jar"],' "$2"
        printf '"release": "11", "compilerOptions": ["-parameters"], "test": {"options": ["-Xmx300m"],'
        printf '"properties": [["quoted", "a b"]], "environment": [["REENACT_E", "1"]], "directory": "%s", "assertions": false}}' "$2"
    }
    model :web "$PWD/web" > "$out/1.json"
    model :core "$PWD/core" > "$out/2.json"
"#;

/// The first try is offline, as most builds have what they need; the second may load.
#[test]
fn gradle_is_asked_for_classes_without_a_daemon_and_its_answer_is_read() {
    let files = Files::new(WRAPPER);
    let root = &files.root;
    let project = resolve(root, true);
    assert_eq!(project.root, *root);
    assert_eq!(project.problems, Vec::<String>::new());
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, [":core", ":web"]);
    let web = module(&project, ":web");
    assert_eq!((web.release, &*web.compiler_options), (Some(11), &["-parameters".to_owned()][..]));
    assert_eq!(shown(root, &web.class_path), ["web/classes", "x.jar"]);
    assert_eq!(shown(root, &web.test_class_path), ["y.jar"]);
    assert_eq!(web.test_jvm.options, ["-Xmx300m"]);
    assert_eq!(web.test_jvm.properties, [("quoted".to_owned(), "a b".to_owned())]);
    assert_eq!(web.test_jvm.environment, [("REENACT_E".to_owned(), "1".to_owned())]);
    assert!(!web.test_jvm.assertions);
}

/// Needs `gradle` on the path, which neither Reenact nor its other tests do: `cargo test -p reenact-build --features gradle`.
#[cfg(feature = "gradle")]
#[test]
fn projects_of_a_gradle_build() {
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

/// The command in the message must give the same error: by then the temporary files are deleted.
#[test]
fn a_build_that_fails_is_reported_with_its_cause() {
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
    assert!(message.starts_with("Gradle failed in "), "{message}");
    assert!(message.contains("there is no such plugin"), "{message}");
    let by_hand = message.lines().last().unwrap_or_default();
    assert!(by_hand.contains("gradlew") && by_hand.ends_with("--console=plain help"), "{message}");
}
