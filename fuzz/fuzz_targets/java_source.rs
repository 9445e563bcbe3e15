//! Any text has some declarations, each of which is found by what it is called.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_java::declarations::{declarations, parameter_names};

fuzz_target!(|source: &str| {
    let found = declarations(source);
    for declared in &found {
        for descriptor in ["()V", "(I)V", "([Ljava/lang/Object;J)V"] {
            let names = parameter_names(&found, &declared.class, &declared.name, descriptor);
            assert!(names.is_none_or(|names| names.iter().all(|name| source.contains(name))));
        }
    }
});
