//! `reenact.toml`: the settings of a project.
//!
//! The file is optional. It is the one that is named, or else the nearest in the working directory and the directories
//! above it. An unknown key is an error, with the line and the key that was probably meant: a setting
//! that is silently ignored is worse than none.
//!
//! A new section is a field of [`Config`], a name in [`SECTIONS`] and a file beside `adapters.rs`.

mod adapters;
mod analyze;
mod generate;
mod redaction;
mod runs;
mod table;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use adapters::Adapter;
pub use analyze::Analyze;
pub use generate::Generate;
pub use redaction::Redaction;
pub use runs::Runs;
use table::{Source, Table};

/// The name of the file.
pub const FILE: &str = "reenact.toml";

/// All sections.
const SECTIONS: &[&str] = &["adapters", "analyze", "generate", "redaction", "runs"];

/// The settings of a project; empty if there is no file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    /// Where it was read.
    pub file: Option<PathBuf>,
    /// How objects of classes are made, in the user's own words.
    pub adapters: Vec<Adapter>,
    /// Defaults of `reenact analyze`, and what is said over its catalogs.
    pub analyze: Analyze,
    /// Defaults of `reenact generate`.
    pub generate: Generate,
    /// Secrets, and exceptions.
    pub redaction: Redaction,
    /// The reports of earlier runs.
    pub runs: Runs,
}

/// The problem of a file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: {error}; check --config", file.display())]
    Unreadable { file: PathBuf, error: io::Error },
    #[error("{}:{line}: {message}", file.display())]
    Wrong { file: PathBuf, line: usize, message: String },
}

impl Config {
    /// The file that is named, or the nearest in a directory and those above it; nothing is configured if there is
    /// none.
    pub fn find(named: Option<&Path>, directory: &Path) -> Result<Config, ConfigError> {
        let unreadable = |file: &Path| {
            let file = file.to_owned();
            move |error| ConfigError::Unreadable { file, error }
        };
        let file = match named {
            Some(file) => Some(file.to_owned()),
            None => {
                // The directories above `.` and `..` are not in the path itself.
                let here = directory.canonicalize().map_err(unreadable(&directory.join(FILE)))?;
                here.ancestors().map(|directory| directory.join(FILE)).find(|file| file.is_file())
            }
        };
        match file {
            Some(file) => Config::parse(&std::fs::read_to_string(&file).map_err(unreadable(&file))?, &file),
            None => Ok(Config::default()),
        }
    }

    /// Reads the text of a file. Relative paths in it begin where the file is.
    pub fn parse(text: &str, file: &Path) -> Result<Config, ConfigError> {
        let source = Source { text, file };
        let root = toml::de::DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            source.wrong(at, error.message())
        })?;
        let root = Table::new(source, "", root.get_ref());
        root.allow(SECTIONS)?;
        Ok(Config {
            file: Some(file.to_owned()),
            adapters: root.table("adapters")?.map_or(Ok(Vec::new()), |table| adapters::read(&table))?,
            analyze: root.table("analyze")?.map_or(Ok(Analyze::default()), |table| Analyze::read(&table))?,
            generate: root
                .table("generate")?
                .map_or(Ok(Generate::default()), |table| Generate::read(&table))?,
            redaction: root
                .table("redaction")?
                .map_or(Ok(Redaction::default()), |table| Redaction::read(&table))?,
            runs: root.table("runs")?.map_or(Ok(Runs::default()), |table| Runs::read(&table))?,
        })
    }
}

impl<'t> Source<'t> {
    /// An error at a place of the text.
    fn wrong(self, at: usize, message: impl fmt::Display) -> ConfigError {
        let before = self.text.get(..at).unwrap_or(self.text);
        ConfigError::Wrong {
            file: self.file.to_owned(),
            line: 1 + before.matches('\n').count(),
            message: message.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_generate::{Assertions, Junit, StandIns};

    const EVERYTHING: &str = r#"
            [adapters]
            "com.acme.Money" = 'Money.parse("{amount} {currency}")'
            com.acme.Clock = "com.acme.Clock.fixed({millis})"

            [analyze]
            catalogs = ["ours.toml"]
            library-depth = 3
            points = ["com.acme.Ledger#balance"]
            harmless = ["com.acme.Log#*"]

            [generate]
            junit = 4
            assertions = "assertj"
            stand-ins = "mockito"
            release = 11
            per-method = 3
            suffix = "Test"
            sources = ["src/main/java"]

            [redaction]
            names = ["customer-number"]
            except = ["com.acme.Basket#pin"]
            looks = false
            "#;

    fn read(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new("dir/reenact.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_is_read() {
        let config = read(EVERYTHING).unwrap();
        let adapters: Vec<_> =
            config.adapters.iter().map(|adapter| (&*adapter.class, adapter.line)).collect();
        assert_eq!(adapters, [("com.acme.Money", 3), ("com.acme.Clock", 4)]);
        assert_eq!(config.analyze.catalogs, [Path::new("dir/ours.toml")]);
        assert_eq!(config.analyze.library_depth, Some(3));
        assert_eq!(config.analyze.catalog().call_patterns(), 2);
        assert_eq!(config.generate.junit, Some(Junit::Four));
        assert_eq!(config.generate.stand_ins, Some(StandIns::Mockito));
        assert_eq!(config.generate.assertions, Some(Assertions::AssertJ));
        assert_eq!((config.generate.release, config.generate.per_method), (Some(11), Some(3)));
        assert_eq!(config.generate.suffix.as_deref(), Some("Test"));
        assert_eq!(config.generate.sources, [Path::new("dir/src/main/java")]);
        assert_eq!(config.redaction.names, ["customer-number"]);
        assert_eq!(config.redaction.except[0].to_string(), "com.acme.Basket#pin");
        assert!(!config.redaction.looks);
        assert!(read("").unwrap().redaction.looks);
    }

    /// Errors are reported with their line and the correct form.
    #[test]
    fn mistakes_are_reported_with_their_lines() {
        let error = |text: &str| read(text).unwrap_err();
        let check =
            |text: &str, expected: &str| assert_eq!(error(text), format!("dir/reenact.toml:{expected}"));
        check("\n[generte]\n", "2: unknown section `generte`; did you mean `generate`?");
        check("[x]", "1: unknown section `x`; there are adapters, analyze, generate, redaction, runs");
        check("[generate]\n\njunti = 5", "3: unknown key `junti` in [generate]; did you mean `junit`?");
        check("[generate]\njunit = 3", "2: `junit` cannot be 3; write 4 or 5");
        check("[generate]\njunit = \"5\"", "2: `junit` is a number, and not a string");
        check(
            "[generate]\nassertions = \"assertJ\"",
            "2: `assertions` cannot be \"assertJ\"; did you mean \"assertj\"?",
        );
        check("[generate]\nrelease = 7", "2: `release` cannot be 7; write a number from 8 to 255");
        check(
            "[generate]\nsuffix = \"a-b\"",
            "2: `suffix` cannot be \"a-b\"; write letters that a class may end with, such as \"Test\"",
        );
        check("[redaction]\nnames = \"pin\"", "2: `names` is a list of strings, and not a string");
        check(
            "[redaction]\nexcept = [\n\"pin\"]",
            "3: `except` cannot have \"pin\"; write a class and a name, such as \"com.acme.Basket#pin\"",
        );
        check(
            "[adapters]\n\"a.B\" = \"f(\"",
            "2: the adapter of a.B: a `(` is never closed, or closes nothing",
        );
        check(
            "[adapters]\n\"a B\" = \"f()\"",
            "2: `a B` is not the name of a class; write it as in `com.acme.Money`",
        );
        check(
            "[analyze]\npoints = [\"a.B#c\\\"]\\n[[source]]\"]",
            "2: `points` cannot have \"a.B#c\\\"]\\n[[source]]\"; write a class and a method: \"com.acme.Ledger#balance\"",
        );
        assert!(error("[analyze]\nharmless = [\"\"]").starts_with("dir/reenact.toml:2: `harmless`: "));
        check("adapters = 1", "1: `adapters` is a section, and not an integer");
        assert!(error("[generate\n").starts_with("dir/reenact.toml:1: "), "{}", error("[generate\n"));
    }

    /// Protects that whatever an editor, a merge or a disk has left of a file is settings, or an error on one of its
    /// lines.
    #[test]
    fn damaged_files_are_read_or_refused_with_a_line() {
        let check = |text: &str| match Config::parse(text, Path::new(FILE)) {
            // Its calls become a catalog.
            Ok(config) => drop(config.analyze.catalog()),
            Err(ConfigError::Wrong { line, message, .. }) => {
                let lines = 1 + text.matches('\n').count();
                assert!((1..=lines).contains(&line) && !message.is_empty(), "{line}: {message}");
            }
            Err(other) => panic!("{other}"),
        };
        for at in 0..EVERYTHING.len() {
            check(&EVERYTHING[..at]);
            check(&EVERYTHING[at..]);
            for flip in [0x01, 0x20, 0x40] {
                let mut bytes = EVERYTHING.as_bytes().to_vec();
                bytes[at] ^= flip;
                std::str::from_utf8(&bytes).into_iter().for_each(check);
            }
        }
    }

    /// Tables in tables must not take the stack with them, neither when they are read nor when they go.
    #[test]
    fn nesting_without_end_is_an_error() {
        for part in ["[", "{a=", "[{a=[", "a."] {
            let deep = part.repeat(100_000);
            assert!(read(&format!("[generate]\nsources = {deep}")).is_err());
            assert!(read(&format!("[adapters]\n{deep}a = 'b'")).is_err());
            assert!(read(&format!("[adapters.{deep}a]")).is_err());
        }
        // As deep as it may be, in every way at once.
        let key = vec!["a"; 75].join(".");
        let deep = (0..75).fold("'f()'".to_owned(), |inner, _| format!("{{{key} = {inner}}}"));
        assert_eq!(read(&format!("[adapters]\n{key} = {deep}")).unwrap().adapters.len(), 1);
    }
}
