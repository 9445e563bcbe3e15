//! The catalog of methods that are watched: `catalog/watched.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

/// The catalog, parsed at first use.
pub static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    toml::from_str(include_str!("../../catalog/watched.toml")).expect("the catalog that is built in is valid")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalog {
    pub watched: Vec<Watched>,
    pub open_options: OpenOptions,
    pub system: System,
}

/// Methods of one class that reach the same.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watched {
    /// Internal name.
    pub class: String,
    pub methods: Vec<String>,
    pub reaches: Reaches,
}

/// The meaning of a method's arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reaches {
    Reads,
    Writes,
    Copies,
    Options,
    Mode,
    Starts,
    Connects,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenOptions {
    pub writing: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    pub readable: Vec<String>,
    pub writable: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalog_is_valid_and_names_no_method_twice() {
        let mut methods: Vec<(&str, &str)> = CATALOG
            .watched
            .iter()
            .flat_map(|watched| watched.methods.iter().map(|method| (&*watched.class, &**method)))
            .collect();
        let count = methods.len();
        methods.sort_unstable();
        methods.dedup();
        assert_eq!(methods.len(), count);
        assert!(methods.contains(&("java/io/FileInputStream", "open")));
    }
}
