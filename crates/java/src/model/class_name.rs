//! Names of classes.

use std::fmt;

use reenact_base::name::InternalName;

/// The name of a class: its package and the simple names from the top-level class inwards.
///
/// A binary name such as `a.B$C` does not say whether `$` nests or is part of a name (JLS 13.1); the class
/// file's `InnerClasses` attribute does. So the parts are kept apart from the start.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassName {
    package: String,
    names: Vec<String>,
}

impl ClassName {
    /// A class by its package, with dots and empty for the unnamed one, and its simple names from the
    /// outermost class inwards: `ClassName::new("java.util", &["Map", "Entry"])`.
    pub fn new(package: &str, names: &[&str]) -> ClassName {
        ClassName {
            package: package.to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// A top-level class by its internal name, `java/util/Map`. Every `$` is taken as part of a name; reach
    /// nested classes with [`ClassName::nested`], as in `InnerClasses`.
    pub fn top_level(internal_name: &str) -> ClassName {
        let (package, name) = internal_name.rsplit_once('/').unwrap_or(("", internal_name));
        ClassName {
            package: InternalName::new(package).to_binary().into_string(),
            names: vec![name.to_owned()],
        }
    }

    /// A class of `java.lang`.
    pub fn lang(name: &str) -> ClassName {
        ClassName::new("java.lang", &[name])
    }

    /// The member class of this name.
    pub fn nested(mut self, name: &str) -> ClassName {
        self.names.push(name.to_owned());
        self
    }

    /// With dots; empty for the unnamed package.
    pub fn package(&self) -> &str {
        &self.package
    }

    /// The simple names, from the top-level class inwards.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The last simple name.
    pub fn simple_name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// The top-level class that it is or lies in.
    pub fn outermost(&self) -> ClassName {
        ClassName { package: self.package.clone(), names: self.names.iter().take(1).cloned().collect() }
    }
}

/// The canonical name, `java.util.Map.Entry`.
impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.package.is_empty() {
            write!(f, "{}.", self.package)?;
        }
        f.write_str(&self.names.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dollar is part of the name, unless a caller that has read `InnerClasses` splits it.
    #[test]
    fn dollars_are_not_nesting() {
        let odd = ClassName::top_level("a/b/Odd$Name");
        assert_eq!((odd.package(), odd.simple_name()), ("a.b", "Odd$Name"));
        let entry = ClassName::top_level("java/util/Map").nested("Entry");
        assert_eq!(entry, ClassName::new("java.util", &["Map", "Entry"]));
        assert_eq!(entry.to_string(), "java.util.Map.Entry");
        assert_eq!(entry.outermost().to_string(), "java.util.Map");
        assert_eq!(ClassName::top_level("Main").to_string(), "Main");
    }
}
