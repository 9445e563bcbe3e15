//! Maven.

use std::fs;

use reenact_build::junit;
use reenact_build::{self as build, ResolveOptions};
use reenact_jvm::driver::{Driver, TestRun};
use reenact_testkit::jdk;

use crate::support::{Files, module, resolve, shown};

const MODULES: &str = r#"
    //- pom.xml
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>g</groupId><artifactId>parent</artifactId><version>1</version><packaging>pom</packaging>
      <modules><module>core</module><module>web</module></modules>
      <properties>
        <maven.compiler.release>17</maven.compiler.release>
        <maven.compiler.parameters>true</maven.compiler.parameters>
        <memory>-Xmx300m</memory>
      </properties>
      <dependencies>
        <dependency>
          <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-api</artifactId>
          <version>5.13.4</version><scope>test</scope>
        </dependency>
      </dependencies>
      <build><plugins><plugin>
        <artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version>
      </plugin></plugins></build>
    </project>
    //- core/pom.xml
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>
      <artifactId>core</artifactId>
      <dependencies>
        <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>provided</scope></dependency>
      </dependencies>
    </project>
    //- core/src/main/java/core/Core.java
    package core;
    public class Core { public static String name() { return "core"; } }
    //- core/src/test/java/core/Helper.java
    package core;
    public class Helper {}
    //- web/pom.xml
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>
      <artifactId>web</artifactId>
      <dependencies>
        <dependency><groupId>g</groupId><artifactId>core</artifactId><version>1</version></dependency>
        <dependency><groupId>g</groupId><artifactId>core</artifactId><version>1</version><type>test-jar</type><scope>test</scope></dependency>
      </dependencies>
      <build><plugins><plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <configuration>
          <argLine>@{argLine} ${memory} -Dquoted="a b"</argLine>
          <systemPropertyVariables><made>${project.build.directory}/made</made></systemPropertyVariables>
          <environmentVariables><REENACT_E>1</REENACT_E></environmentVariables>
        </configuration>
      </plugin></plugins></build>
    </project>
    //- web/src/test/java/web/WebTest.java
    package web;
    import static org.junit.jupiter.api.Assertions.*;
    import org.junit.jupiter.api.Test;
    class WebTest {
        @Test void sees() throws Exception {
            assertEquals("core", core.Core.name());
            assertNotNull(new core.Helper());
            assertEquals("a b", System.getProperty("quoted"));
            assertTrue(System.getProperty("made").endsWith("web/target/made"));
            assertEquals("1", System.getenv("REENACT_E"));
            assertEquals("web", new java.io.File("").getAbsoluteFile().getName());
            assertEquals(300 << 20, Runtime.getRuntime().maxMemory(), 20 << 20);
        }
    }
"#;

#[test]
fn modules_see_each_other_built_or_not_and_tests_run_as_in_the_build() {
    let files = Files::new(MODULES);
    let root = &files.root;
    let project = resolve(root, false);
    assert_eq!(project.root, *root);
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, ["g:core", "g:web"], "a parent without code is none");
    let core = module(&project, "g:core");
    assert_eq!(shown(root, &core.class_path), ["core/target/classes"], "what is provided is not there");
    assert_eq!(
        shown(root, &core.test_class_path)[..5],
        [
            "core/target/test-classes",
            "core/target/classes",
            "junit-4.13.2.jar",
            "hamcrest-core-1.3.jar",
            "junit-jupiter-api-5.13.4.jar"
        ]
    );
    assert_eq!((core.release, &core.compiler_options[..]), (Some(17), &["-parameters".to_owned()][..]));
    assert!(!root.join("core/target").exists(), "asking changes nothing");

    // One module, asked for from within, and built this time.
    let project = resolve(&root.join("web"), true);
    assert_eq!(project.root, *root);
    assert_eq!(project.modules.len(), 1);
    let web = module(&project, "g:web");
    assert_eq!(shown(root, &web.class_path), ["web/target/classes", "core/target/classes"]);
    assert_eq!(
        shown(root, &web.test_class_path)[..4],
        ["web/target/test-classes", "web/target/classes", "core/target/classes", "core/target/test-classes"]
    );
    assert_eq!(web.test_jvm.options, ["-Xmx300m", "-Dquoted=a b"]);
    assert_eq!(web.problems, [""; 0]);

    let mut options = web.driver_options(&jdk());
    options.class_path = junit::completed(&options.class_path).unwrap();
    let mut driver = Driver::start(options).unwrap();
    let report = driver.run(&TestRun::new(vec!["web.WebTest#sees".parse().unwrap()])).unwrap();
    assert!(report.all_passed(), "{report:#?}");
}

#[test]
fn a_build_that_fails_is_reported_with_its_cause() {
    let files = Files::new(
        r#"
        //- pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>a</artifactId><version>1</version>
          <dependencies>
            <dependency><groupId>reenact.absent</groupId><artifactId>x</artifactId><version>1</version></dependency>
          </dependencies>
        </project>
        //- sound/pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>b</artifactId><version>1</version>
        </project>
        //- empty/notes.txt
        no project
        "#,
    );
    // Has Maven download the plugins, without which an offline run fails for another cause.
    build::resolve(&files.root.join("sound"), &ResolveOptions::default()).unwrap();
    let offline = ResolveOptions { offline: true, ..ResolveOptions::default() };
    let message = build::resolve(&files.root, &offline).unwrap_err().to_string();
    assert!(message.starts_with("Maven failed in "), "{message}");
    assert!(message.contains("reenact.absent:x:jar:1"), "{message}");
    assert!(message.contains("run it by hand"), "{message}");
    let message = build::resolve(&files.root.join("empty"), &offline).unwrap_err().to_string();
    assert!(message.contains("has neither a pom.xml nor a Gradle build file"), "{message}");
}

#[test]
fn a_wrapper_that_does_not_run_is_reported_and_skipped() {
    let files = Files::new(
        r#"
        //- pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>a</artifactId><version>1</version>
        </project>
        //- mvnw
        #!/bin/sh
        echo "cannot fetch Maven" >&2
        exit 1
        "#,
    );
    let project = resolve(&files.root, false);
    assert_eq!(project.modules.len(), 1);
    assert!(project.problems[0].contains("mvnw does not run, so `mvn` was taken"), "{:?}", project.problems);
    // One that does run is preferred, and its word about the project counts.
    fs::write(files.root.join("mvnw"), "#!/bin/sh\necho '[ERROR] of the wrapper'\nexit 1\n").unwrap();
    let error = build::resolve(&files.root, &ResolveOptions::default()).unwrap_err().to_string();
    assert!(error.contains("\nof the wrapper\n"), "{error}");
}

/// A group of modules within a collection of projects: its modules are listed, and where another project of the collection
/// keeps the whole from being asked, the group is asked alone.
#[test]
fn a_group_of_modules_within_a_collection() {
    let files = Files::new(
        r#"
        //- pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
          <modules><module>shop</module></modules>
        </project>
        //- shop/pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
          <modules><module>core</module><module>web</module></modules>
        </project>
        //- shop/core/pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>core</artifactId><version>1</version>
        </project>
        //- shop/web/pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>web</artifactId><version>1</version>
          <dependencies>
            <dependency><groupId>g</groupId><artifactId>core</artifactId><version>1</version></dependency>
          </dependencies>
        </project>
        //- broken/pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent><groupId>reenact.absent</groupId><artifactId>parent</artifactId><version>1</version><relativePath/></parent>
          <artifactId>broken</artifactId>
        </project>
        "#,
    );
    let shop = files.root.join("shop");
    let asked = |offline| {
        let project = build::resolve(&shop, &ResolveOptions { offline, compile: false }).unwrap();
        let names: Vec<String> = project.modules.iter().map(|module| module.name.clone()).collect();
        (project.root, names)
    };
    let names = vec!["g:core".to_owned(), "g:web".to_owned()];
    assert_eq!(asked(false), (files.root.clone(), names.clone()));
    let all = fs::read_to_string(files.root.join("pom.xml")).unwrap();
    let broken = all.replace("</modules>", "<module>broken</module></modules>");
    fs::write(files.root.join("pom.xml"), broken).unwrap();
    assert_eq!(asked(true), (shop.clone(), names));
}

/// The settings of a plugin in a POM hold for the question about the libraries as well.
#[test]
fn settings_of_the_dependency_plugin_do_not_take_libraries_away() {
    let files = Files::new(
        r#"
        //- pom.xml
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>g</groupId><artifactId>filtered</artifactId><version>1</version>
          <dependencies>
            <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>provided</scope></dependency>
          </dependencies>
          <build><plugins><plugin>
            <artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>
            <configuration><includeScope>runtime</includeScope></configuration>
          </plugin></plugins></build>
        </project>
        "#,
    );
    let project = resolve(&files.root, false);
    let module = module(&project, "g:filtered");
    assert_eq!(
        shown(&files.root, &module.test_class_path),
        ["target/test-classes", "target/classes", "junit-4.13.2.jar", "hamcrest-core-1.3.jar"]
    );
    assert_eq!(shown(&files.root, &module.class_path), ["target/classes"]);
    assert_eq!(project.problems, [""; 0]);
}
