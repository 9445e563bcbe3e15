//! The workspace follows its own rules.

use std::path::Path;

#[test]
fn the_workspace_follows_its_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let violations = reenact_xtask::violations(&root).unwrap();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}
