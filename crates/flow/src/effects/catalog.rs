//! Knowledge of methods of the JDK whose effects do not follow from their types: `catalog/platform.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::platform::Identity;

/// The built-in catalog.
pub(super) static PLATFORM: LazyLock<Catalog> = LazyLock::new(|| {
    toml::from_str(include_str!("../../catalog/platform.toml")).expect("a test parses the catalog")
});

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Catalog {
    reflective: Vec<Reflective>,
    identity: Vec<IdentityCalls>,
}

/// Methods whose effects depend on the values of their arguments.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Reflective {
    classes: Vec<String>,
    methods: Vec<String>,
    /// Methods that match, and only describe a member.
    #[serde(default)]
    except: Vec<String>,
}

/// Methods that every object has, as other methods may call them on their arguments.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct IdentityCalls {
    /// Empty for any class.
    #[serde(default)]
    classes: Vec<String>,
    methods: Vec<String>,
    calls: Vec<Identity>,
}

impl Catalog {
    /// Returns whether the effect of a method depends on the values of its arguments.
    pub fn is_reflective(&self, class: &str, method: &str) -> bool {
        self.reflective.iter().any(|row| {
            row.classes.iter().any(|known| known == class)
                && row.methods.iter().any(|pattern| matches(pattern, method))
                && !row.except.iter().any(|known| known == method)
        })
    }

    /// Returns the methods that a method may call on its arguments, of those that every object has.
    pub fn identity_calls(&self, class: &str, method: &str) -> &[Identity] {
        let matching = |row: &&IdentityCalls| {
            (row.classes.is_empty() || row.classes.iter().any(|known| known == class))
                && row.methods.iter().any(|pattern| matches(pattern, method))
        };
        self.identity.iter().find(matching).map_or(&Identity::ALL, |row| &row.calls)
    }
}

fn matches(pattern: &str, method: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => method.starts_with(prefix),
        None => pattern == method,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Identity::{CompareTo, Equals, HashCode, ToString};

    #[test]
    fn methods_that_only_describe_are_not_reflective() {
        let is_reflective = |class, method| PLATFORM.is_reflective(class, method);
        assert!(is_reflective("java/lang/reflect/Field", "getInt"));
        assert!(is_reflective("java/lang/reflect/Field", "setAccessible"));
        assert!(!is_reflective("java/lang/reflect/Field", "getName"));
        assert!(is_reflective("java/lang/Class", "newInstance"));
        assert!(!is_reflective("java/lang/Class", "getName"));
        assert!(is_reflective("sun/misc/Unsafe", "park"));
        assert!(!is_reflective("java/lang/reflect/Method", "getReturnType"));
        assert!(!is_reflective("java/util/Map", "load"));
    }

    #[test]
    fn the_first_row_decides_and_a_method_without_one_may_call_all() {
        let calls = |class, method| PLATFORM.identity_calls(class, method);
        assert_eq!(calls("java/util/ArrayList", "get"), []);
        assert_eq!(calls("java/util/ArrayList", "contains"), [Equals, HashCode, CompareTo]);
        assert_eq!(calls("java/util/Map", "get"), [Equals, HashCode, CompareTo]);
        assert_eq!(calls("java/lang/StringBuilder", "append"), [ToString]);
        assert_eq!(calls("java/util/Objects", "hash"), [HashCode]);
        assert_eq!(calls("java/util/Objects", "toString"), [ToString]);
        assert_eq!(calls("java/util/Collections", "sort"), Identity::ALL);
    }
}
