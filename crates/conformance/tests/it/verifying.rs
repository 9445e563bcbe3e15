//! Rewritten classes load under full verification, all of them, as the originals do.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;

use rayon::prelude::*;
use reenact_agent::with_everything;
use reenact_base::name::BinaryName;
use reenact_classfile::ClassFile;
use reenact_conformance::{
    Class, Loader, Outcome, PROBE_CLASS, Probes, StoredJar, corpus, instrument, jdk_classes, probe_class,
    read_jar,
};
use reenact_jvm::Jdk;
use reenact_recording::redact::Redactor;
use reenact_testkit::{jdk, jdks, run};
use reenact_verify::cover;
use reenact_wire::plan::{Plan, ProbePlan};

/// Counts of what could not be rewritten, by reason.
type Skipped = BTreeMap<String, usize>;

/// Rewrites classes, and says of how many methods and how many were left as they were.
fn rewrite_all(classes: &[Class], probes: impl Fn(&Class) -> Probes + Sync) -> (Vec<Class>, usize, Skipped) {
    let skipped = Mutex::new(Skipped::new());
    let (rewritten, methods): (Vec<Class>, Vec<usize>) = classes
        .par_iter()
        .map(|class| {
            let done =
                instrument(&class.bytes, probes(class)).unwrap_or_else(|e| panic!("{}: {e}", class.name));
            for reason in done.skipped {
                *skipped.lock().unwrap().entry(reason.to_string()).or_default() += 1;
            }
            (Class { bytes: done.bytes, ..class.clone() }, done.methods)
        })
        .unzip();
    (rewritten, methods.iter().sum(), skipped.into_inner().unwrap())
}

/// Classes that the JVM uses before it can call anything: those it loads for an empty program.
fn classes_of_the_boot(jdk: &Jdk) -> HashSet<String> {
    let loader = reenact_testkit::Fixture::parse("class Empty { public static void main(String[] args) {} }");
    let java = loader.compile(jdk).java("Empty").vm_option("-Xshare:off").vm_option("-Xlog:class+load");
    let log = run(java).ok();
    let name = |line: &str| {
        let (name, source) = line.rsplit_once("] ").map_or(line, |(_, rest)| rest).split_once(" source: ")?;
        source.starts_with("jrt:/").then(|| BinaryName::new(name).to_internal().into_string())
    };
    log.lines().filter_map(name).collect()
}

#[test]
fn every_class_of_the_jdks_verifies_with_a_probe_before_every_instruction() {
    verify_jdks(Probes::EveryInstruction);
}

#[test]
fn every_class_of_the_jdks_verifies_with_probes_at_entry_and_exits() {
    verify_jdks(Probes::EntryAndExits);
}

fn verify_jdks(probes: Probes) {
    for jdk in jdks() {
        let boot = classes_of_the_boot(&jdk);
        assert!(boot.len() > 300, "{} classes of the boot", boot.len());
        // HotSpot crashes at start with anything in Object's constructor, a nop included.
        let mut classes = jdk_classes(&jdk);
        classes.retain(|class| class.name != "java/lang/Object");
        let (rewritten, methods, skipped) = rewrite_all(&classes, |class| match probes {
            _ if boot.contains(&class.name) => Probes::EveryInstructionSilent,
            probes => probes,
        });

        let mut loader = Loader::new(&jdk);
        let mut modules: BTreeMap<&str, StoredJar> = BTreeMap::new();
        for class in &rewritten {
            let module = class.module.as_deref().expect("JDK classes are in modules");
            modules.entry(module).or_default().add_class(&class.name, &class.bytes);
        }
        modules.get_mut("java.base").unwrap().add_class(PROBE_CLASS, &probe_class());
        for (module, jar) in &modules {
            let path = loader.directory().join(format!("{module}.jar"));
            jar.write(&path);
            loader.vm_option(format!("--patch-module={module}={}", path.display()));
        }
        loader.vm_option("--add-modules=ALL-SYSTEM");

        let outcome = loader.link(rewritten.iter().map(|class| &*class.name));
        let (linked, total) = (outcome.linked(), rewritten.len());
        println!(
            "JDK {} {probes:?}: {linked} of {total} linked, {methods} methods, skipped {skipped:?}",
            jdk.version.feature
        );
        assert_eq!(outcome.broken(), [""; 0]);
        assert_eq!(linked, total, "every class of the JDK finds what it needs");
    }
}

/// Jars miss classes that they expect beside them, so the originals are loaded too: what is
/// rewritten must come out the same.
#[test]
fn every_class_of_the_corpus_verifies_with_probes_of_all_kinds_and_with_faults() {
    let jdk = jdk();
    let mut names: Vec<String> =
        corpus().iter().flat_map(|jar| read_jar(jar, &jdk)).map(|class| class.name).collect();
    names.sort();
    names.dedup();
    let (before, _, _) = link_corpus(&jdk, None, &names);
    let with_probes = |probes| move |classes: &[Class]| rewrite_all(classes, |_| probes);
    let every_instruction = with_probes(Probes::EveryInstruction);
    let entry_and_exits = with_probes(Probes::EntryAndExits);
    let rewrites: [(&str, &Rewrite); 4] = [
        ("every instruction", &every_instruction),
        ("entry and exits", &entry_and_exits),
        ("faults", &mutate_all),
        ("all probes of the agent", &record_all),
    ];
    for (kind, rewrite) in rewrites {
        let (after, methods, skipped) = link_corpus(&jdk, Some(rewrite), &names);
        println!(
            "{} jars, {kind}: {} of {} linked, {} before, {methods} methods, skipped {skipped:?}",
            corpus().len(),
            after.linked(),
            names.len(),
            before.linked(),
        );
        assert!(methods * 2 > names.len(), "{kind}: only {methods} of {} classes", names.len());
        let differing: Vec<String> = names
            .iter()
            .filter(|name| before.0.get(*name) != after.0.get(*name))
            // A result that is cast to the type of its method asks for no class that is not there.
            .filter(|name| kind != "faults" || after.0.get(*name).is_none_or(|outcome| outcome != "linked"))
            .map(|name| format!("{name}: {:?} became {:?}", before.0.get(name), after.0.get(name)))
            .collect();
        assert!(differing.is_empty(), "{}", differing.join("\n"));
        assert!(after.linked() * 10 > names.len() * 9, "nine in ten find what they need");
    }
}

/// Rewrites classes, as [`rewrite_all`] does.
type Rewrite = dyn Fn(&[Class]) -> (Vec<Class>, usize, Skipped);

/// Gives classes the faults that tests are chosen by.
fn mutate_all(classes: &[Class]) -> (Vec<Class>, usize, Skipped) {
    let mutated = classes.par_iter().map(|class| {
        let mutated = cover::instrumented(&class.bytes, 1).unwrap_or_else(|e| panic!("{}: {e}", class.name));
        let methods = mutated.as_ref().map_or(0, |mutated| mutated.mutants.len());
        let bytes = mutated.map_or_else(|| class.bytes.clone(), |mutated| mutated.bytes);
        (Class { bytes, ..class.clone() }, methods)
    });
    let (mutated, methods): (Vec<Class>, Vec<usize>) = mutated.unzip();
    (mutated, methods.iter().sum(), Skipped::new())
}

/// Gives classes what the agent can put into them at most: probes of calls, of histories and of field writes, and counters of blocks, at
/// the same instructions.
fn record_all(classes: &[Class]) -> (Vec<Class>, usize, Skipped) {
    let options = "out=x,include=**,history=**,visibility=private,min-statements=0,all=true";
    let plan = Plan::read(ProbePlan::from_options(&options.parse().unwrap()).encode()).unwrap();
    let redactor = Redactor::new(plan.redaction());
    let recorded = classes.par_iter().map(|class| {
        let bytes = with_everything(&class.bytes, &plan, &redactor);
        let bytes = bytes.unwrap_or_else(|e| panic!("{}: {e}", class.name));
        let count = usize::from(bytes.is_some());
        (Class { bytes: bytes.unwrap_or_else(|| class.bytes.clone()), ..class.clone() }, count)
    });
    let (recorded, changed): (Vec<Class>, Vec<usize>) = recorded.unzip();
    (recorded, changed.iter().sum(), Skipped::new())
}

/// Links the classes of all jars, rewritten or as they are.
fn link_corpus(jdk: &Jdk, rewrite: Option<&Rewrite>, names: &[String]) -> (Outcome, usize, Skipped) {
    let mut loader = Loader::new(jdk);
    let (mut methods, mut skipped) = (0, Skipped::new());
    for jar in corpus() {
        let mut classes = read_jar(jar, jdk);
        if let Some(rewrite) = rewrite {
            let (rewritten, count, reasons) = rewrite(&classes);
            classes = rewritten;
            methods += count;
            reasons.into_iter().for_each(|(reason, count)| *skipped.entry(reason).or_default() += count);
        }
        let mut written = StoredJar::default();
        classes.iter().for_each(|class| written.add_class(&class.name, &class.bytes));
        let path = loader.directory().join(jar.file_name().unwrap());
        written.write(&path);
        loader.class_path(path);
    }
    let mut base = StoredJar::default();
    base.add_class(PROBE_CLASS, &probe_class());
    let path = loader.directory().join("java.base.jar");
    base.write(&path);
    loader.vm_option(format!("--patch-module=java.base={}", path.display()));
    (loader.link(names.iter().map(String::as_str)), methods, skipped)
}

/// The checks above must be able to fail: a frame that lies is found.
#[test]
fn a_class_with_a_wrong_frame_does_not_verify() {
    let jdk = jdk();
    let mut classes = jdk_classes(&jdk);
    classes.retain(|class| class.name == "java/util/zip/Deflater");
    let class = classes.pop().expect("a class of java.base with frames");
    let parsed = ClassFile::parse(&class.bytes).unwrap();
    let frames = parsed
        .methods()
        .iter()
        .filter_map(|method| method.code(parsed.pool()).unwrap())
        .find_map(|code| code.attributes.find(parsed.pool(), "StackMapTable"))
        .unwrap();
    let mut bytes = class.bytes.clone();
    // The frame moves by one pc, into the middle of an instruction or to the next one.
    bytes[frames.offset + 2] ^= 1;
    let mut loader = Loader::new(&jdk);
    let mut jar = StoredJar::default();
    jar.add_class(&class.name, &bytes);
    let path = loader.directory().join("java.base.jar");
    jar.write(&path);
    loader.vm_option(format!("--patch-module=java.base={}", path.display()));
    let outcome = loader.link([&*class.name]);
    assert_eq!(outcome.linked(), 0);
    assert_eq!(outcome.broken().len(), 1, "{outcome:?}");
}
