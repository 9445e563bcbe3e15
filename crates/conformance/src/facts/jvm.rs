//! Having a JVM write down what it knows.

use std::fs::{self, File};
use std::path::Path;

use reenact_jvm::Jdk;
use reenact_testkit::{Fixture, run};

/// The program that asks, file by file.
const SOURCES: [(&str, &str); 7] = [
    ("WorldFacts", include_str!("../../java/WorldFacts.java")),
    ("ClassFacts", include_str!("../../java/ClassFacts.java")),
    ("MemberFacts", include_str!("../../java/MemberFacts.java")),
    ("LinkFacts", include_str!("../../java/LinkFacts.java")),
    ("AccessFacts", include_str!("../../java/AccessFacts.java")),
    ("Vm", include_str!("../../java/Vm.java")),
    ("Block", include_str!("../../java/Block.java")),
];

/// Has a JVM write down what it knows of the named classes, with the class path beside its own.
pub fn ask_jvm(jdk: &Jdk, class_path: &[impl AsRef<Path>], names: &[&str]) -> File {
    let source: String = SOURCES.iter().map(|(name, text)| format!("//- {name}.java\n{text}\n")).collect();
    let jvmci = ["meta", "hotspot", "runtime"]
        .map(|package| format!("--add-exports=jdk.internal.vm.ci/jdk.vm.ci.{package}=ALL-UNNAMED"));
    let mut options: Vec<&str> = jvmci.iter().map(String::as_str).collect();
    options.push("--add-modules=jdk.internal.vm.ci");
    let program = Fixture::parse(&source).compile_with(jdk, &options);

    let directory = tempfile::tempdir().expect("temporary directory");
    let (list, facts) = (directory.path().join("names"), directory.path().join("facts"));
    fs::write(&list, names.join("\n")).expect("temporary file");
    options.extend([
        "--add-modules=ALL-SYSTEM",
        "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:+EnableJVMCI",
        // Where HotSpot does not verify, it does not control access either (`Verifier::relax_access_for`).
        "-Xverify:all",
        // The archive has its own version of some classes of `java.lang.invoke`.
        "-Xshare:off",
        // Many answers are errors.
        "-XX:-StackTraceInThrowable",
        // Names are looked up all the time, and there are more of them than usual.
        "-XX:SymbolTableSize=2097152",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx1500m",
        "-XX:-UsePerfData",
    ]);
    let java = program.java("WorldFacts").class_path(class_path.iter().map(AsRef::as_ref));
    let java = options.iter().fold(java, |java, option| java.vm_option(option));
    run(java.arg(list).arg(&facts)).ok();
    // The file has lost its name when it is read, and goes away with the reader.
    File::open(facts).expect("what WorldFacts wrote")
}
