//! The demo's step with serial forms: one recorded object as data.

use std::path::Path;

use reenact_jvm::Jdk;

use super::Error;
use crate::Progress;
use crate::serial::{self, Encoding, ExportOptions, InAllEncodings};

/// The class of the object that is exported: a record, which has a serial form without declaring one.
pub const EXPORTED: &str = "dev.reenact.shop.customer.Address";

/// A document of an attacker: it names a class that has no place in data.
pub const HOSTILE: &str = r#"{"$class": "javax.script.ScriptEngineManager", "$version": 1}"#;

/// Exports an object of the recording in every encoding, reads each document back, and reads a hostile one.
pub(super) fn export(
    jdk: &Jdk,
    classes: &Path,
    recorded: &Path,
    progress: &dyn Progress,
) -> Result<InAllEncodings, Error> {
    progress.step("exporting a recorded object");
    let options = ExportOptions {
        recordings: vec![recorded.to_owned()],
        encoding: Encoding::Json,
        class: Some(EXPORTED.to_owned()),
        invocation: None,
        out: None,
        limit: 1,
        class_path: Some(classes.display().to_string()),
        jdk: Some(jdk.home.clone()),
    };
    let (_, document) = serial::export(&options, progress)?;
    let program = serial::Options {
        targets: vec![classes.to_owned()],
        jdk: Some(jdk.home.clone()),
        ..serial::Options::default()
    };
    Ok(serial::in_all_encodings(&document.unwrap_or_default(), HOSTILE.as_bytes(), &program, progress)?)
}
