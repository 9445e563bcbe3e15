//! Recorded calls of small Java programs, made into tests, compiled and run.

mod recorded;

use std::collections::BTreeSet;
use std::sync::Arc;

use reenact_classfile::container::{Container, Options as ContainerOptions};
use reenact_generate::{Generator, Given, GivenObject, Options, Refusal, TestClass};
use reenact_rebuild::{Options as PlanOptions, Planner};
use reenact_testkit::jvm::{Jdk, class_path};
use reenact_testkit::{Fixture, Program};
use reenact_world::{Depth, Options as WorldOptions, World};

pub use recorded::Recording;

const RECORDER: &str = include_str!("../../java/Recorder.java");
const RUNNER: &str = include_str!("../../java/Runner.java");

/// The parts of JUnit that generated tests need, in both versions: enough for javac to choose and for tests to fail.
const JUNIT: &[(&str, &str)] = &[
    ("org/junit/Assert.java", include_str!("../../java/junit4/Assert.java")),
    ("org/junit/Test.java", include_str!("../../java/junit4/Test.java")),
    ("org/junit/function/ThrowingRunnable.java", include_str!("../../java/junit4/ThrowingRunnable.java")),
    ("org/junit/jupiter/api/Assertions.java", include_str!("../../java/jupiter/Assertions.java")),
    ("org/junit/jupiter/api/Test.java", include_str!("../../java/jupiter/Test.java")),
    (
        "org/junit/jupiter/params/ParameterizedTest.java",
        include_str!("../../java/jupiter/ParameterizedTest.java"),
    ),
    ("org/junit/jupiter/params/provider/Arguments.java", include_str!("../../java/jupiter/Arguments.java")),
    ("org/junit/jupiter/params/provider/CsvSource.java", include_str!("../../java/jupiter/CsvSource.java")),
    (
        "org/junit/jupiter/params/provider/MethodSource.java",
        include_str!("../../java/jupiter/MethodSource.java"),
    ),
    (
        "org/junit/jupiter/params/provider/ValueSource.java",
        include_str!("../../java/jupiter/ValueSource.java"),
    ),
];

/// A program, its calls and what is known of its classes.
pub struct Recorded {
    pub recording: Recording,
    world: World,
    source: String,
    jdk: Jdk,
}

impl Recorded {
    /// Runs the fixture's `Main` under the recorder.
    #[track_caller]
    pub fn of(jdk: &Jdk, fixture: &str) -> Recorded {
        let source = with_files(fixture, &[("recorder/Recorder.java", RECORDER)]);
        let program = Fixture::parse(&source).compile_with(jdk, &["-g", "-nowarn"]);
        let recording = Recording::of(&program);
        let world = world(jdk, &program);
        Recorded { recording, world, source: fixture.to_owned(), jdk: jdk.clone() }
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    /// Compiles tests against the program and runs them; all must pass.
    #[track_caller]
    pub fn passes(&self, classes: &[TestClass]) {
        let mut files = vec![("recorder/Recorder.java", RECORDER), ("runner/Runner.java", RUNNER)];
        files.extend(JUNIT);
        files.extend(classes.iter().map(|class| (&*class.path, &*class.text)));
        let source = with_files(&self.source, &files);
        let program = Fixture::parse(&source).compile_with(&self.jdk, &["-nowarn"]);
        let names: Vec<&str> = classes.iter().map(|class| &*class.name).collect();
        let placed = classes.iter().flat_map(|class| &class.tests);
        let count: usize = placed.map(|placed| placed.tests.len()).sum();
        let texts: String = classes.iter().map(|class| class.text.clone()).collect();
        assert_eq!(program.run("runner.Runner", &names).ok(), format!("{count} passed\n"), "{texts}");
    }
}

/// The tests of a program's calls.
pub struct Generated {
    pub classes: Vec<TestClass>,
    pub refusals: Vec<(String, Refusal)>,
    /// Methods that make the receivers of the calls.
    pub objects: String,
    recorded: Recorded,
}

/// Runs the fixture's `Main` under the recorder and makes tests of all its calls.
#[track_caller]
pub fn generate(jdk: &Jdk, fixture: &str, options: Options) -> Generated {
    let recorded = Recorded::of(jdk, fixture);
    let recording = &recorded.recording;
    let plans = Planner::new(&recorded.world, PlanOptions::new(options.release));
    let generator = Generator::new(&recorded.world, plans, options);
    let (mut tests, mut refusals) = (Vec::new(), Vec::new());
    let mut objects = Vec::new();
    for (method, case) in &recording.calls {
        let given = Given {
            classes: &recording.classes,
            method,
            case,
            needed: None,
            avoid: &Default::default(),
            histories: &[],
            collaborators: None,
            left_out: &BTreeSet::new(),
            memory: None,
        };
        match generator.test(&given) {
            Ok(test) => tests.push(test),
            Err(refusal) => refusals.push((format!("{}.{}", method.class, method.name), refusal)),
        }
        if let Some(&object) = case.capture.roots.first().filter(|_| case.has_receiver()) {
            let package = method.class.rsplit_once('/').map_or("", |(package, _)| package);
            objects.extend(generator.object(&GivenObject {
                classes: &recording.classes,
                graph: &case.capture.before,
                object,
                name: None,
                package,
                statics: &[],
                avoid: &Default::default(),
            }));
        }
    }
    let objects = generator.objects("shop", "Objects", &objects).unwrap().text;
    let (classes, failed) = generator.suite(tests);
    assert!(failed.is_empty(), "{failed:?}");
    Generated { classes, refusals, objects, recorded }
}

impl Generated {
    /// The only class's source.
    #[track_caller]
    pub fn text(&self) -> &str {
        assert_eq!(self.classes.len(), 1, "{:?}", self.refusals);
        &self.classes[0].text
    }

    /// Compiles the tests against the program and runs them; all must pass.
    #[track_caller]
    pub fn passes(&self) -> &Self {
        self.recorded.passes(&self.classes);
        self
    }

    /// Every call became a test.
    #[track_caller]
    pub fn complete(&self) -> &Self {
        let refused: Vec<String> = self.refusals.iter().map(|(of, why)| format!("{of}: {why}")).collect();
        assert!(refused.is_empty(), "{}", refused.join("\n"));
        self
    }
}

fn world(jdk: &Jdk, program: &Program) -> World {
    let options = ContainerOptions::for_release(jdk.version.feature as u16);
    let mut containers: Vec<Arc<dyn Container>> = class_path::open_jdk(jdk, &options).unwrap().containers;
    containers.extend(class_path::open_target(program.classes(), &options).unwrap().containers);
    let (world, findings) = World::build(&containers, WorldOptions::new(Depth::Code));
    assert_eq!(findings, []);
    world
}

/// The fixture with more files.
fn with_files(fixture: &str, files: &[(&str, &str)]) -> String {
    let parsed = Fixture::parse(fixture);
    let own = parsed.files().iter().map(|file| (&*file.path, &*file.text));
    own.chain(files.iter().copied()).map(|(path, text)| format!("//- {path}\n{text}\n")).collect()
}
