//! Values of a TOML table, each with the mistakes that can be made with it.

use std::path::{Path, PathBuf};

use reenact_base::spelling::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ConfigError;

/// A file and its text.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    pub text: &'t str,
    pub file: &'t Path,
}

/// A section of the file.
pub(super) struct Table<'t> {
    source: Source<'t>,
    /// Empty for the file itself.
    name: &'t str,
    entries: &'t DeTable<'t>,
}

/// A value and where it is.
#[derive(Clone, Copy)]
pub(super) struct Located<T> {
    pub value: T,
    pub at: usize,
}

impl<'t> Table<'t> {
    pub fn new(source: Source<'t>, name: &'t str, entries: &'t DeTable<'t>) -> Self {
        Table { source, name, entries }
    }

    /// An error at a place in the file.
    pub fn wrong(&self, at: usize, message: impl std::fmt::Display) -> ConfigError {
        self.source.wrong(at, message)
    }

    /// The line of a place in the file, counted from 1.
    pub fn line(&self, at: usize) -> usize {
        1 + self.source.text.get(..at).unwrap_or_default().matches('\n').count()
    }

    /// A path that the file names, from where the file is.
    pub fn path(&self, written: &str) -> PathBuf {
        self.source.file.parent().unwrap_or(Path::new("")).join(written)
    }

    /// Refuses unknown keys.
    pub fn allow(&self, known: &[&'static str]) -> Result<(), ConfigError> {
        let mut unknown: Vec<(usize, &str)> = self
            .entries
            .keys()
            .filter(|key| !known.contains(&&**key.get_ref()))
            .map(|key| (key.span().start, &**key.get_ref()))
            .collect();
        unknown.sort_unstable();
        let Some((at, key)) = unknown.first().copied() else { return Ok(()) };
        let what = match self.name {
            "" => format!("unknown section `{key}`"),
            name => format!("unknown key `{key}` in [{name}]"),
        };
        Err(match nearest(key, known.iter().copied()) {
            Some(nearest) => self.wrong(at, format!("{what}; did you mean `{nearest}`?")),
            None => self.wrong(at, format!("{what}; there are {}", known.join(", "))),
        })
    }

    /// All entries in the order of the file.
    pub fn entries(&self) -> Vec<(Located<&'t str>, &'t Spanned<DeValue<'t>>)> {
        let mut entries: Vec<_> = self
            .entries
            .iter()
            .map(|(key, value)| (Located { value: &**key.get_ref(), at: key.span().start }, value))
            .collect();
        entries.sort_by_key(|(key, _)| key.at);
        entries
    }

    fn get(&self, key: &str) -> Option<Located<&'t DeValue<'t>>> {
        let value = self.entries.get(key)?;
        Some(Located { value: value.get_ref(), at: value.span().start })
    }

    pub fn table(&self, key: &'static str) -> Result<Option<Table<'t>>, ConfigError> {
        let Some(Located { value, at }) = self.get(key) else { return Ok(None) };
        match value.as_table() {
            Some(entries) => Ok(Some(Table::new(self.source, key, entries))),
            None => Err(self.mistyped(key, "a section", value, at)),
        }
    }

    pub fn text(&self, key: &str) -> Result<Option<Located<&'t str>>, ConfigError> {
        let Some(Located { value, at }) = self.get(key) else { return Ok(None) };
        match value.as_str() {
            Some(value) => Ok(Some(Located { value, at })),
            None => Err(self.mistyped(key, "a string", value, at)),
        }
    }

    pub fn texts(&self, key: &str) -> Result<Vec<Located<&'t str>>, ConfigError> {
        let Some(Located { value, at }) = self.get(key) else { return Ok(Vec::new()) };
        let mistyped = |value: &DeValue<'_>, at| self.mistyped(key, "a list of strings", value, at);
        let items = value.as_array().ok_or_else(|| mistyped(value, at))?;
        let text = |item: &'t Spanned<DeValue<'t>>| match item.get_ref().as_str() {
            Some(value) => Ok(Located { value, at: item.span().start }),
            None => Err(mistyped(item.get_ref(), item.span().start)),
        };
        items.iter().map(text).collect()
    }

    pub fn switch(&self, key: &str) -> Result<Option<bool>, ConfigError> {
        let Some(Located { value, at }) = self.get(key) else { return Ok(None) };
        match value.as_bool() {
            Some(value) => Ok(Some(value)),
            None => Err(self.mistyped(key, "true or false", value, at)),
        }
    }

    /// A whole number.
    pub fn number(&self, key: &str) -> Result<Option<Located<i64>>, ConfigError> {
        let Some(Located { value, at }) = self.get(key) else { return Ok(None) };
        let number = value.as_integer().ok_or_else(|| self.mistyped(key, "a number", value, at))?;
        match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(value) => Ok(Some(Located { value, at })),
            Err(_) => Err(self.wrong(at, format!("`{key}` is too large"))),
        }
    }

    /// A whole number within bounds.
    pub fn number_in(&self, key: &str, least: i64, most: i64) -> Result<Option<i64>, ConfigError> {
        let Some(Located { value, at }) = self.number(key)? else { return Ok(None) };
        if (least..=most).contains(&value) {
            return Ok(Some(value));
        }
        Err(self.wrong(at, format!("`{key}` cannot be {value}; write a number from {least} to {most}")))
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&'static str, T)]) -> Result<Option<T>, ConfigError> {
        let Some(Located { value, at }) = self.text(key)? else { return Ok(None) };
        if let Some((_, meant)) = words.iter().find(|(word, _)| *word == value) {
            return Ok(Some(*meant));
        }
        let advice = match nearest(value, words.iter().map(|(word, _)| *word)) {
            Some(nearest) => format!("did you mean \"{nearest}\"?"),
            None => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                format!("write one of \"{}\"", words.join("\", \""))
            }
        };
        Err(self.wrong(at, format!("`{key}` cannot be \"{}\"; {advice}", value.escape_debug())))
    }

    fn mistyped(&self, key: &str, wanted: &str, value: &DeValue<'_>, at: usize) -> ConfigError {
        let article = if value.type_str().starts_with(['a', 'i']) { "an" } else { "a" };
        self.wrong(at, format!("`{key}` is {wanted}, and not {article} {}", value.type_str()))
    }
}
