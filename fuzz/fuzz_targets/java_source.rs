//! Any text has some declarations, each of which is found by what it is called; and a text that parses can be edited.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_java::declarations::{declarations, parameter_names};
use reenact_java::edit::{Addition, EditError, SourceFile, When};

fuzz_target!(|source: &str| {
    let found = declarations(source);
    for declared in &found {
        for descriptor in ["()V", "(I)V", "([Ljava/lang/Object;J)V"] {
            let names = parameter_names(&found, &declared.class, &declared.name, descriptor);
            assert!(names.is_none_or(|names| names.iter().all(|name| source.contains(name))));
        }
    }
    let Ok(file) = SourceFile::parse(source) else { return };
    for class in file.classes() {
        for when in [When::BeforeEach, When::AfterEach] {
            let edited = file.add_to_fixture(&class.binary_name, when, &Addition::new(vec!["a();".into()]));
            match edited {
                Ok(edited) => assert!(SourceFile::parse(&edited).is_ok()),
                Err(error) => {
                    assert!(matches!(error, EditError::NoFixtures(_) | EditError::Broken), "{error}")
                }
            }
        }
    }
});
