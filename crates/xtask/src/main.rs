//! `cargo run -p reenact-xtask`: prints the violations of the rules, and fails if there are any.

use std::path::Path;
use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let violations = reenact_xtask::violations(&root)?;
    for violation in &violations {
        println!("{violation}");
    }
    Ok(if violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
