//! From recorded values to Java code, to values again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use reenact_base::name::InternalName;
use reenact_heap::isomorphism::{Grade, Options, Root, compare};
use reenact_heap::{Forms, Node, NodeId, Value, words};
use reenact_rebuild::logical::{Style, supported_throwables};
use reenact_rebuild::plan::Reason;
use reenact_testkit::jvm::{Java, Javac, Jdk};
use reenact_testkit::{DUMP_JAVA, Dump, Fixture, Program, run};

use super::java_code;
use super::small_planner::{Failure, Planned, plan};

/// Methods in a class: a constant pool has an end.
const VALUES_PER_CLASS: usize = 40;

/// Values that one JVM made.
pub struct Recorded {
    jdk: Jdk,
    program: Program,
    dumps: [Dump; 2],
}

/// The outcome of making them again.
#[derive(Default)]
pub struct Outcome {
    /// Classes of which objects were made that are as the recorded ones, by their forms.
    pub made: BTreeSet<String>,
    /// Classes of objects that cannot be made, with the reasons.
    pub unbuilt: BTreeSet<(String, String)>,
    /// Errors.
    pub wrong: Vec<String>,
    /// Values that were made.
    pub values: usize,
}

impl Recorded {
    /// Returns the values of a JDK, made once for all tests of this process.
    pub fn on(jdk: &Jdk) -> Arc<Recorded> {
        static MADE: Mutex<BTreeMap<PathBuf, Arc<Recorded>>> = Mutex::new(BTreeMap::new());
        // A test that panicked while it made the values of one JDK left the others as they were.
        let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        made.entry(jdk.home.clone()).or_insert_with(|| Arc::new(Recorded::new(jdk))).clone()
    }

    /// Makes values on a JDK: those that the decoding of forms is tested with, and some more.
    fn new(jdk: &Jdk) -> Self {
        let sources = [
            ("Dump.java", DUMP_JAVA),
            ("Says.java", include_str!("../../../../heap/tests/java/Says.java")),
            ("Values.java", include_str!("../../../../heap/tests/java/Values.java")),
            ("More.java", include_str!("java/More.java")),
        ];
        let files: String = sources.iter().map(|(name, text)| format!("//- {name}\n{text}\n")).collect();
        let program = Fixture::parse(&files).compile_with(jdk, &["-nowarn", "-encoding", "UTF-8"]);
        let more = constructors().into_iter().fold(program.java("More"), |java, one| java.arg(one));
        let dumps = [program.java("Values"), more].map(|java| Dump::parse(&output(java)));
        Recorded { jdk: jdk.clone(), program, dumps }
    }

    pub fn dumps(&self) -> &[Dump] {
        &self.dumps
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.dumps.iter().map(|dump| dump.roots.len()).sum()
    }
}

fn output(java: Java) -> String {
    let java = java.vm_option("--add-opens=java.base/java.lang=ALL-UNNAMED");
    run(java.vm_option("-XX:TieredStopAtLevel=1").vm_option("-XX:+UseSerialGC")).ok()
}

/// The constructors of exceptions, as `More.java` reads them: `java.io.IOException(java.lang.String)`.
fn constructors() -> Vec<String> {
    let named = |(class, descriptors): (&str, Vec<&'static str>)| {
        let class = InternalName::new(class).to_binary();
        let named = move |descriptor: &str| {
            let parameters = java_code::parameters(descriptor);
            let types: Vec<String> = parameters.into_iter().map(words::descriptor_name).collect();
            format!("{class}({})", types.join(","))
        };
        descriptors.into_iter().map(named).collect::<Vec<_>>()
    };
    supported_throwables().flat_map(named).collect()
}

/// Makes all values again, by code at a Java level.
pub fn rebuild(recorded: &Recorded, style: Style, release: u8) -> Outcome {
    let left: Vec<Forms<'_>> =
        recorded.dumps.iter().map(|dump| Forms::new(&dump.classes, &dump.graph)).collect();
    let (mut outcome, mut planned) = (Outcome::default(), Vec::new());
    for (dump, forms) in recorded.dumps.iter().zip(&left) {
        for (root, _) in &dump.roots {
            match plan(forms, *root, style, release) {
                Ok(plan) => planned.push((dump, forms, *root, plan)),
                Err(Failure::Cycle) => outcome.wrong.push(format!("a cycle at {}", class_of(dump, *root))),
                Err(Failure::Unbuilt(node, reason)) => {
                    outcome.unbuilt.insert((class_of(dump, node).to_owned(), word(&reason)));
                }
            }
        }
    }
    outcome.values = planned.len();
    let rebuilt = run_code(recorded, planned.iter().map(|(_, _, _, plan)| plan), release);
    outcome.wrong.extend(rebuilt.remarks.iter().map(|failed| {
        let at: usize = failed.split(' ').nth(1).unwrap().parse().unwrap();
        format!("{failed}\n{}", planned[at].3.0.join("\n"))
    }));
    let right = Forms::new(&rebuilt.classes, &rebuilt.graph);
    for (node, at) in &rebuilt.roots {
        let (dump, forms, root, (statements, _, nodes)) = &planned[at.parse::<usize>().unwrap()];
        let roots = [Root { name: "value", left: Value::Reference(*root), right: Value::Reference(*node) }];
        let comparison = compare(forms, &right, &roots, Options::default());
        if comparison.grade == Grade::Exact {
            let classes = nodes.iter().filter_map(|node| Some(forms.of(*node).ok()?.class));
            outcome.made.extend(classes.map(|class| dump.classes.get(class).name.to_string()));
        } else {
            let statements = statements.join("\n");
            outcome.wrong.push(format!("{}: {comparison:?}\n{statements}", class_of(dump, *root)));
        }
    }
    assert_eq!(rebuilt.roots.len() + rebuilt.remarks.len(), planned.len());
    outcome
}

/// Compiles and runs code, which is another in every run: not for the cache of fixtures.
fn run_code<'p>(recorded: &Recorded, planned: impl Iterator<Item = &'p Planned>, release: u8) -> Dump {
    let mut files = vec![("Rebuild.java".to_owned(), include_str!("java/Rebuild.java").to_owned())];
    let mut count = 0;
    for (statements, value, _) in planned {
        if count % VALUES_PER_CLASS == 0 {
            let name = format!("Made{}", count / VALUES_PER_CLASS);
            files.push((format!("{name}.java"), format!("final class {name} {{\n")));
        }
        let (_, code) = files.last_mut().unwrap();
        let body: String = statements.iter().map(|statement| format!("    {statement};\n")).collect();
        write!(code, "  static Object value{count}() throws Throwable {{\n{body}    return {value};\n  }}\n")
            .unwrap();
        count += 1;
    }
    let directory = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| directory.path().join(name)).collect();
    for (path, (name, code)) in paths.iter().zip(&files) {
        fs::write(path, format!("{code}{}", if name == "Rebuild.java" { "" } else { "}\n" })).unwrap();
    }
    let classes = directory.path().join("classes");
    let javac = Javac::new(&recorded.jdk)
        .class_path([recorded.program.classes()])
        .vm_options(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"])
        .options(["-nowarn", "-Xlint:none", "--release", &release.to_string()]);
    if let Err(error) = javac.compile(&paths, &classes) {
        panic!("what `forms` gives does not compile at level {release}: {error}");
    }
    let java = recorded.program.java("Rebuild").class_path([&classes]);
    Dump::parse(&output(java.arg(VALUES_PER_CLASS.to_string()).arg(count.to_string())))
}

fn class_of(dump: &Dump, node: NodeId) -> &str {
    match dump.graph.get(node) {
        Node::Object { class, .. } | Node::Array { class, .. } => &dump.classes.get(*class).name,
        Node::String(_) => "java/lang/String",
        _ => "",
    }
}

fn word(reason: &Reason) -> String {
    match reason {
        Reason::NoWay { fields } if fields.is_empty() => "no way".to_owned(),
        Reason::NoWay { fields } => fields.join(", "),
        other => format!("{other:?}"),
    }
}
