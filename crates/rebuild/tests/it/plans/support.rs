//! Scenes: Java code makes objects, a plan makes them again, and both are compared.

use std::collections::BTreeMap;

use reenact_base::Id;
use reenact_base::name::BinaryName;
use reenact_classfile::container;
use reenact_heap::isomorphism::{self, Grade, Root};
use reenact_heap::{Forms, NodeId, Value};
use reenact_rebuild::plan::{Member, Plan};
use reenact_rebuild::{ActionKey, Collaborator, Options, Planner, Request, notation};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::jvm::class_path::open_target;
use reenact_testkit::{DUMP_JAVA, Dump, Fixture, Program, is_java_base, platform, run};
use reenact_world::{Depth, FieldId, World};
use rustc_hash::FxHashSet;

use super::java_code;

/// A compiled fixture with its program.
pub struct Subject {
    pub jdk: Jdk,
    pub program: Program,
    pub world: World,
    pub jars: Vec<String>,
}

/// The objects that one scene gave.
pub struct Scene {
    pub name: String,
    pub dump: Dump,
    pub statics: Vec<(NodeId, Member)>,
}

impl Scene {
    pub fn roots(&self) -> Vec<Value> {
        self.dump.roots.iter().map(|(node, _)| Value::Reference(*node)).collect()
    }
}

/// Parts of a request beside a scene's objects.
#[derive(Default)]
pub struct Asked<'a> {
    pub viewpoint: Option<&'a str>,
    pub avoid: FxHashSet<ActionKey>,
    pub needed: Option<&'a dyn Fn(FieldId) -> bool>,
    pub collaborators: &'a [Collaborator],
}

impl Subject {
    pub fn new(jdk: &Jdk, fixture: &str) -> Subject {
        Self::with_jars(jdk, fixture, &[])
    }

    /// With libraries beside the fixture.
    pub fn with_jars(jdk: &Jdk, fixture: &str, jars: &[String]) -> Subject {
        let sources = [
            ("Dump.java", DUMP_JAVA),
            ("Says.java", include_str!("java/Says.java")),
            ("Scenes.java", include_str!("java/Scenes.java")),
        ];
        let runner: String = sources.iter().map(|(name, text)| format!("//- {name}\n{text}\n")).collect();
        let fixture = Fixture::parse(fixture);
        let files: String =
            fixture.files().iter().map(|file| format!("//- {}\n{}\n", file.path, file.text)).collect();
        let class_path = jars.join(":");
        let mut javac = vec!["-nowarn", "-g", "-encoding", "UTF-8"];
        if !jars.is_empty() {
            javac.extend(["-cp", &class_path]);
        }
        let program = Fixture::parse(&format!("{runner}{files}")).compile_with(jdk, &javac);
        let options = container::Options::for_release(jdk.version.feature as u16);
        let own = open_target(program.classes(), &options).unwrap().containers.remove(0);
        let mut containers = vec![platform(jdk, is_java_base), own];
        containers.extend(jars.iter().flat_map(|jar| open_target(jar, &options).unwrap().containers));
        let (world, _) = World::build(&containers, reenact_world::Options::new(Depth::Code));
        Subject { jdk: jdk.clone(), program, world, jars: jars.to_vec() }
    }

    pub fn planner(&self) -> Planner<'_> {
        Planner::new(&self.world, Options::new(self.jdk.version.feature as u8))
    }

    /// Runs scenes of a class, such as `zoo.Scene`, all in one JVM.
    pub fn scenes(&self, class: &str, names: &[&str], statics: &[&str]) -> Vec<Scene> {
        let path = std::iter::once(self.program.classes().to_owned()).chain(self.jars.iter().map(Into::into));
        run_scenes(self.program.java("Scenes").class_path(path), class, names, statics)
    }

    pub fn plan(&self, planner: &Planner<'_>, scene: &Scene, asked: &Asked<'_>) -> Plan {
        let roots = scene.roots();
        planner.plan(&Request {
            classes: &scene.dump.classes,
            graph: &scene.dump.graph,
            roots: &roots,
            names: &[],
            viewpoint: asked.viewpoint.unwrap_or("zoo"),
            statics: &scene.statics,
            needed: asked.needed,
            collaborators: asked.collaborators,
            avoid: &asked.avoid,
            histories: &[],
            memory: None,
        })
    }
}

fn run_scenes(java: reenact_testkit::jvm::Java, class: &str, names: &[&str], statics: &[&str]) -> Vec<Scene> {
    let java = java
        .vm_option("--add-opens=java.base/java.lang=ALL-UNNAMED")
        .vm_option("-XX:TieredStopAtLevel=1")
        .vm_option("-XX:+UseSerialGC");
    let java = names.iter().fold(java, |java, name| java.arg(format!("{class}#{name}")));
    let java = statics.iter().fold(java, |java, name| java.arg(name.to_string()));
    let text = run(java).ok();
    let mut scenes = Vec::new();
    for part in format!("\n{text}").split("\nscene ").skip(1) {
        let (name, rest) = part.split_once('\n').unwrap_or((part, ""));
        let dump = Dump::parse(rest);
        let statics = dump.remarks.iter().filter_map(|line| {
            let words: Vec<&str> = line.strip_prefix("static ")?.split(' ').collect();
            let node = NodeId::from_index(words[0].parse().unwrap());
            Some((node, Member::new(words[1], words[2], words[3])))
        });
        let statics = statics.collect();
        scenes.push(Scene { name: name.to_owned(), dump, statics });
    }
    scenes
}

/// Plans every scene, compares the plan with what is expected, runs it, and compares what it made with what
/// the scene gave. On every JDK here.
#[track_caller]
pub fn check(fixture: &str, class: &str, expected: &[(&str, &str)], statics: &[&str]) {
    for jdk in reenact_testkit::jdks() {
        let subject = Subject::new(&jdk, fixture);
        let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
        let scenes = subject.scenes(class, &names, statics);
        let planner = subject.planner();
        let mut wrong = Vec::new();
        let mut plans = BTreeMap::new();
        for (scene, (name, line)) in scenes.iter().zip(expected) {
            assert!(!scene.dump.roots.is_empty(), "{name}: {:?}", scene.dump.remarks);
            let plan = subject.plan(&planner, scene, &Asked::default());
            let found = notation::line(&plan);
            // The fields that javac leaves out depend on its release.
            if !line.split(" || ").any(|line| line == found) {
                wrong.push(format!("{name}\n  expected {line}\n  found    {found}"));
            }
            if plan.unbuilt.is_empty() {
                plans.insert(*name, plan);
            }
        }
        wrong.extend(replay(&subject, class, &scenes, &plans));
        assert!(wrong.is_empty(), "JDK {}\n{}", jdk.version.feature, wrong.join("\n"));
    }
}

/// Runs plans and returns those that made something else.
pub fn replay(subject: &Subject, class: &str, scenes: &[Scene], plans: &BTreeMap<&str, Plan>) -> Vec<String> {
    let (package, _) = class.rsplit_once('.').unwrap_or(("", class));
    let mut source = format!(
        "//- {}/Rebuilt.java\npackage {package};\nfinal class Rebuilt {{\n",
        BinaryName::new(package).to_internal()
    );
    for (name, plan) in plans {
        let body = java_code::body(plan);
        source.push_str(&format!("    static Object[] {name}() throws Throwable {{\n{body}    }}\n"));
    }
    source.push_str("}\n");
    let classes = subject.program.classes().to_string_lossy().into_owned();
    let classes = std::iter::once(classes).chain(subject.jars.iter().cloned()).collect::<Vec<_>>().join(":");
    let options = ["-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-cp", &classes];
    let rebuilt = Fixture::parse(&source).compile_with(&subject.jdk, &options);
    let path = [subject.program.classes(), rebuilt.classes()].map(ToOwned::to_owned);
    let path = path.into_iter().chain(subject.jars.iter().map(Into::into));
    let java = rebuilt.java("Scenes").class_path(path);
    let names: Vec<&str> = plans.keys().copied().collect();
    let made = run_scenes(java, &format!("{package}.Rebuilt"), &names, &[]);
    let mut wrong = Vec::new();
    for again in &made {
        let scene = scenes.iter().find(|scene| scene.name == again.name).unwrap();
        let plan = &plans[&*again.name];
        if again.dump.roots.len() != scene.dump.roots.len() {
            wrong.push(format!("{}: {:?}\n{}", again.name, again.dump.remarks, notation::line(plan)));
            continue;
        }
        let (left, right) = (
            Forms::new(&scene.dump.classes, &scene.dump.graph),
            Forms::new(&again.dump.classes, &again.dump.graph),
        );
        let roots: Vec<Root<'_>> = scene
            .roots()
            .into_iter()
            .zip(again.roots())
            .map(|(left, right)| Root { name: "root", left, right })
            .collect();
        let relaxed: FxHashSet<(String, String)> = plan
            .relaxed
            .iter()
            .map(|(_, field)| {
                let view = subject.world.view(*field);
                (view.class().name().to_string(), view.name().to_string())
            })
            .collect();
        let counts = |class: &str, field: &str| {
            !relaxed.contains(&(class.to_owned(), field.to_owned())) && field != "modCount"
        };
        let options = isomorphism::Options { reads: Some(&counts), ..Default::default() };
        let comparison = isomorphism::compare(&left, &right, &roots, options);
        if !matches!(comparison.grade, Grade::Exact | Grade::Sufficient) {
            wrong.push(format!("{}: {:?}\n{}", again.name, comparison, notation::line(plan)));
        }
    }
    wrong
}
