//! `[adapters]`: how objects of a class are made, in the user's own words.

use reenact_base::name::BinaryName;
use reenact_world::World;
use toml::Spanned;
use toml::de::DeValue;

use super::ConfigError;
use super::table::Table;

/// An expression for the objects of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adapter {
    /// As it was written: `com.acme.Money`, `com.acme.Order.Line` or `com.acme.Order$Line`.
    pub class: String,
    /// Java, with `{field}` for what was recorded; it has been looked at.
    pub expression: String,
    /// Where it is in the file.
    pub line: usize,
}

impl Adapter {
    /// Resolves it in a program; `None` if the program has no such class.
    pub fn resolve(&self, world: &World) -> Option<reenact_rebuild::Adapter> {
        let mut name = BinaryName::new(&self.class).to_internal().into_string();
        // Only the classes show whether a dot leads into a package or a class.
        while world.class_id(&name).is_none() {
            let nested = name.rfind('/')?;
            name.replace_range(nested..=nested, "$");
        }
        reenact_rebuild::Adapter::parse(&name, &self.expression).ok()
    }
}

/// Reads the section. Names may be quoted or not: without quotes, TOML takes them for tables in tables.
pub(super) fn read(table: &Table<'_>) -> Result<Vec<Adapter>, ConfigError> {
    let mut adapters = Vec::new();
    let mut open: Vec<(String, usize, &Spanned<DeValue<'_>>)> = Vec::new();
    for (key, value) in table.entries() {
        open.push((key.value.to_owned(), key.at, value));
    }
    while let Some((name, at, value)) = open.pop() {
        if let Some(inner) = value.get_ref().as_table() {
            open.extend(
                inner
                    .iter()
                    .map(|(key, value)| (format!("{name}.{}", key.get_ref()), key.span().start, value)),
            );
            continue;
        }
        if !is_class_name(&name) {
            let message = format!(
                "`{}` is not the name of a class; write it as in `com.acme.Money`",
                name.escape_debug()
            );
            return Err(table.wrong(at, message));
        }
        let Some(expression) = value.get_ref().as_str() else {
            return Err(table.wrong(value.span().start, format!("the adapter of {name} is Java in a string")));
        };
        reenact_rebuild::Adapter::parse(&name, expression)
            .map_err(|error| table.wrong(at, format!("the adapter of {name}: {error}")))?;
        adapters.push((at, Adapter { class: name, expression: expression.to_owned(), line: table.line(at) }));
    }
    adapters.sort_by_key(|(at, _)| *at);
    Ok(adapters.into_iter().map(|(_, adapter)| adapter).collect())
}

fn is_class_name(name: &str) -> bool {
    let is_start = |char: char| char.is_alphabetic() || char == '_' || char == '$';
    name.split('.').all(|part| {
        part.starts_with(is_start) && part.chars().all(|char| is_start(char) || char.is_numeric())
    })
}
