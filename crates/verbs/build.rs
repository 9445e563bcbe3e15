//! Takes the sources of the bundled subjects into the program, so that `reenact demo` works anywhere.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    bundle("shop/src/main/java", "shop_sources.rs");
    bundle("ledger/src", "ledger_sources.rs");
}

/// Writes a list of the sources below a directory of `subjects`: their paths below it, with their texts.
fn bundle(directory: &str, file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(directory);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut sources = Vec::new();
    collect(&root, &mut sources);
    sources.sort();
    let mut list = String::from("&[\n");
    for source in &sources {
        let path = source.strip_prefix(&root).expect("below the root").display().to_string();
        let source = source.display().to_string();
        writeln!(list, "    ({path:?}, include_str!({source:?})),").expect("writing to a string");
    }
    list.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join(file), list).expect("the build directory can be written");
}

fn collect(directory: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the bundled subject is there") {
        let path = entry.expect("directory entry").path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path);
        }
    }
}
