//! Embeds the driver's Java sources in the program. They are compiled on first use, by a JDK of the user:
//! building Reenact needs no JDK, and the driver runs on the oldest JVM that this JDK compiles for. The library that is
//! preloaded into JVMs is compiled here and embedded as bytes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../jvm/driver");
    let lists = [("DRIVER", root.join("src")), ("STUBS", root.join("stubs"))];
    let text: String = lists.iter().map(|(name, directory)| list(name, directory)).collect();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("driver_sources.rs"), text).expect("the build directory can be written");
    preload(&out.join("libreenact_moved.so"));
}

/// Compiles the library that is preloaded into JVMs; an empty file stands for systems that it was not written for.
fn preload(library: &Path) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("preload");
    println!("cargo::rerun-if-changed={}", sources.display());
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    if variable("CARGO_CFG_TARGET_OS") != "linux" || variable("CARGO_CFG_TARGET_POINTER_WIDTH") != "64" {
        fs::write(library, "").expect("the build directory can be written");
        return;
    }
    let mut rustc = Command::new(variable("RUSTC"));
    rustc.args(["--edition", "2024", "--crate-type", "cdylib", "--crate-name", "reenact_moved"]);
    rustc.args(["--cfg", "preload", "-C", "opt-level=2", "-C", "panic=abort", "-C", "strip=symbols"]);
    rustc.args(["--target", &variable("TARGET")]).arg(sources.join("lib.rs")).arg("-o").arg(library);
    if let Some(linker) = std::env::var_os("RUSTC_LINKER") {
        let mut option = std::ffi::OsString::from("linker=");
        option.push(linker);
        rustc.arg("-C").arg(option);
    }
    let status = rustc.status().expect("rustc runs");
    assert!(status.success(), "rustc cannot compile {}", sources.display());
}

fn list(name: &str, root: &Path) -> String {
    println!("cargo::rerun-if-changed={}", root.display());
    let mut sources = Vec::new();
    collect(root, &mut sources);
    sources.sort();
    let mut list = format!("pub(super) const {name}: &[(&str, &str)] = &[\n");
    for source in &sources {
        let path = source.strip_prefix(root).expect("below the root").display().to_string();
        let source = source.display().to_string();
        writeln!(list, "    ({path:?}, include_str!({source:?})),").expect("writing to a string");
    }
    list + "];\n"
}

fn collect(directory: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the driver's sources are there") {
        let path = entry.expect("directory entry").path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path);
        }
    }
}
