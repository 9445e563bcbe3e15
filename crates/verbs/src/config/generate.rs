//! `[generate]`: defaults of `reenact generate`.

use std::path::PathBuf;

use reenact_generate::{Assertions, Junit, StandIns};

use super::ConfigError;
use super::table::Table;

/// Defaults of `reenact generate`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Generate {
    pub junit: Option<Junit>,
    pub assertions: Option<Assertions>,
    /// Language level of the tests.
    pub release: Option<u8>,
    /// How many tests of one method at most.
    pub per_method: Option<usize>,
    /// The suffix of test classes' names.
    pub suffix: Option<String>,
    /// Columns that a line may have.
    pub width: Option<usize>,
    /// Lines that a test may have.
    pub max_lines: Option<usize>,
    /// Whether calls that differ in values alone become one test with parameters.
    pub parameterized: Option<bool>,
    /// Directories with the subject's sources.
    pub sources: Vec<PathBuf>,
    pub stand_ins: Option<StandIns>,
}

const KEYS: &[&str] = &[
    "assertions",
    "junit",
    "max-lines",
    "parameterized",
    "per-method",
    "release",
    "sources",
    "stand-ins",
    "suffix",
    "width",
];

impl Generate {
    pub(super) fn read(table: &Table<'_>) -> Result<Self, ConfigError> {
        table.allow(KEYS)?;
        let junit = match table.number("junit")? {
            None => None,
            Some(number) => match number.value {
                4 => Some(Junit::Four),
                5 => Some(Junit::Five),
                other => {
                    let message = format!("`junit` cannot be {other}; write 4 or 5");
                    return Err(table.wrong(number.at, message));
                }
            },
        };
        let suffix = table.text("suffix")?;
        if let Some(suffix) = suffix
            && !is_end_of_name(suffix.value)
        {
            let message = format!(
                "`suffix` cannot be \"{}\"; write letters that a class may end with, such as \"Test\"",
                suffix.value.escape_debug()
            );
            return Err(table.wrong(suffix.at, message));
        }
        Ok(Generate {
            junit,
            assertions: table
                .word("assertions", &[("junit", Assertions::Junit), ("assertj", Assertions::AssertJ)])?,
            release: table.number_in("release", 8, 255)?.and_then(|number| number.try_into().ok()),
            per_method: table
                .number_in("per-method", 1, 1_000_000)?
                .and_then(|number| number.try_into().ok()),
            suffix: suffix.map(|suffix| suffix.value.to_owned()),
            width: table.number_in("width", 60, 200)?.and_then(|number| number.try_into().ok()),
            max_lines: table.number_in("max-lines", 20, 1_000_000)?.and_then(|number| number.try_into().ok()),
            parameterized: table.switch("parameterized")?,
            stand_ins: table
                .word("stand-ins", &[("class", StandIns::Classes), ("mockito", StandIns::Mockito)])?,
            sources: table.texts("sources")?.iter().map(|path| table.path(path.value)).collect(),
        })
    }
}

fn is_end_of_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_alphanumeric() || char == '_')
}
