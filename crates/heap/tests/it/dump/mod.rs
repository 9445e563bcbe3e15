//! Values made by Java code, each with its description by Java.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use reenact_testkit::jvm::Jdk;
use reenact_testkit::{DUMP_JAVA, Dump, Fixture, run};

/// The values of a JDK, made and read once for all tests of this process.
pub fn values(jdk: &Jdk) -> Arc<Dump> {
    static MADE: Mutex<BTreeMap<PathBuf, Arc<Dump>>> = Mutex::new(BTreeMap::new());
    // A test that panicked while it made the values of one JDK left the others as they were.
    let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    made.entry(jdk.home.clone()).or_insert_with(|| Arc::new(make(jdk))).clone()
}

fn make(jdk: &Jdk) -> Dump {
    let sources = [
        ("Dump.java", DUMP_JAVA),
        ("Says.java", include_str!("../../java/Says.java")),
        ("Values.java", include_str!("../../java/Values.java")),
    ];
    let files: String = sources.iter().map(|(name, text)| format!("//- {name}\n{text}\n")).collect();
    let program = Fixture::parse(&files).compile_with(jdk, &["-nowarn", "-encoding", "UTF-8"]);
    let java = program.java("Values").vm_option("--add-opens=java.base/java.lang=ALL-UNNAMED");
    Dump::parse(&run(java.vm_option("-XX:TieredStopAtLevel=1").vm_option("-XX:+UseSerialGC")).ok())
}
