//! Any text is settings or a catalog, or an error on one of its lines.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use reenact_mockpoints::Catalog;
use reenact_verbs::config::{Config, ConfigError};

fuzz_target!(|text: &str| {
    let lines = 1 + text.matches('\n').count();
    match Config::parse(text, Path::new("reenact.toml")) {
        // Its lists of calls must be a catalog.
        Ok(config) => drop(config.analyze.catalog().over(Catalog::default())),
        Err(ConfigError::Wrong { line, .. }) => {
            assert!((1..=lines).contains(&line), "line {line} of {lines}")
        }
        Err(other) => panic!("{other}"),
    }
    match Catalog::parse("fuzz.toml", text) {
        Ok(catalog) => drop(catalog.over(Catalog::default()).call_patterns()),
        Err(error) => assert!((1..=lines).contains(&error.line), "line {} of {lines}", error.line),
    }
});
