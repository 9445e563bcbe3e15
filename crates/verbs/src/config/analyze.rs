//! `[analyze]`: facts about this project and its libraries that the built-in catalogs lack.

use std::path::PathBuf;

use reenact_mockpoints::Catalog;

use super::ConfigError;
use super::table::{Located, Table};

/// Defaults of `reenact analyze`, and overrides of its catalogs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analyze {
    /// Files that take precedence over the built-in catalogs.
    pub catalogs: Vec<PathBuf>,
    pub library_depth: Option<usize>,
    /// Calls that depend on state, whatever the catalogs say.
    pub points: Vec<String>,
    /// Calls that do not.
    pub harmless: Vec<String>,
}

impl Analyze {
    pub(super) fn read(table: &Table<'_>) -> Result<Self, ConfigError> {
        table.allow(&["catalogs", "harmless", "library-depth", "points"])?;
        let catalogs = table.texts("catalogs")?.into_iter().map(|file| table.path(file.value)).collect();
        let depth = table.number_in("library-depth", 0, 64)?;
        let mut analyze = Analyze {
            catalogs,
            library_depth: depth.and_then(|depth| usize::try_from(depth).ok()),
            ..Analyze::default()
        };
        for key in ["points", "harmless"] {
            for call in table.texts(key)? {
                check(table, key, call)?;
                let list = if key == "points" { &mut analyze.points } else { &mut analyze.harmless };
                list.push(call.value.to_owned());
            }
        }
        Ok(analyze)
    }

    /// Returns these settings as a catalog.
    pub fn catalog(&self) -> Catalog {
        Catalog::of_calls(&self.points, &self.harmless).expect("each call was checked when it was read")
    }
}

fn check(table: &Table<'_>, key: &str, call: Located<&str>) -> Result<(), ConfigError> {
    let message = match Catalog::of_calls(&[call.value], &[""; 0]) {
        Ok(_) if !call.value.contains(|char: char| char.is_control() || "\"\\".contains(char)) => {
            return Ok(());
        }
        Ok(_) => {
            let shown = call.value.escape_debug();
            format!(
                "`{key}` cannot have \"{shown}\"; write a class and a method: \"com.acme.Ledger#balance\""
            )
        }
        Err(message) => format!("`{key}`: {message}"),
    };
    Err(table.wrong(call.at, message))
}
