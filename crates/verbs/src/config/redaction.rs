//! `[redaction]`: what is a secret, and what only looks like one.

use reenact_wire::{AgentOptions, MethodPattern};

use super::ConfigError;
use super::table::Table;

/// Values that the agent masks in addition, and exceptions.
#[derive(Clone, PartialEq, Debug)]
pub struct Redaction {
    /// More names to mask, word by word.
    pub names: Vec<String>,
    /// Fields of classes, and parameters of their methods, that are left alone.
    pub except: Vec<MethodPattern>,
    /// Whether texts are masked for their looks.
    pub looks: bool,
}

impl Default for Redaction {
    fn default() -> Self {
        Redaction { names: Vec::new(), except: Vec::new(), looks: true }
    }
}

impl Redaction {
    pub(super) fn read(table: &Table<'_>) -> Result<Self, ConfigError> {
        table.allow(&["except", "looks", "names"])?;
        let mut redaction =
            Redaction { looks: table.switch("looks")?.unwrap_or(true), ..Redaction::default() };
        for name in table.texts("names")? {
            let is_word = |char: char| char.is_alphanumeric() || "-_".contains(char);
            if name.value.is_empty() || !name.value.chars().all(is_word) {
                let message = format!(
                    "`names` cannot have \"{}\"; write words, such as \"customer-number\"",
                    name.value.escape_debug()
                );
                return Err(table.wrong(name.at, message));
            }
            redaction.names.push(name.value.to_owned());
        }
        for except in table.texts("except")? {
            let pattern = except.value.parse::<MethodPattern>().map_err(|_| {
                let message = format!(
                    "`except` cannot have \"{}\"; write a class and a name, such as \"com.acme.Basket#pin\"",
                    except.value.escape_debug()
                );
                table.wrong(except.at, message)
            })?;
            redaction.except.push(pattern);
        }
        Ok(redaction)
    }

    /// Adds it to what the command line says.
    pub fn apply(&self, agent: &mut AgentOptions) {
        agent.redact_names.extend(self.names.iter().cloned());
        agent.redact_except.extend(self.except.iter().cloned());
        agent.redact_looks &= self.looks;
    }
}
