//! Names of classes, as the JVM and as people write them.
//!
//! JVMS 4.2.1 separates packages with slashes in class files, JLS 13.1 with dots in binary names. Both are text, and
//! one is easily taken for the other: a look-up by the wrong one finds nothing, without an error. So each has a type,
//! and conversions are explicit. Both take any text that derefs to `str`: `InternalName<&str>` borrows, and
//! `InternalName` owns.
//!
//! Source names (`java.util.Map.Entry`, with a dot before nested classes too) cannot be computed from either, since `$`
//! may be part of a simple name; they are the job of `reenact-java`.
//!
//! ```
//! use reenact_base::name::{BinaryName, InternalName};
//!
//! let name = InternalName::new("java/util/Map$Entry");
//! assert_eq!(name.to_binary(), BinaryName::new("java.util.Map$Entry".to_owned()));
//! assert_eq!(name.package(), "java/util");
//! assert_eq!(BinaryName::new("Main").to_internal().as_str(), "Main");
//! ```

use std::fmt;

/// The name of a class or package in class files, such as `java/lang/String`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct InternalName<S = String>(S);

/// The name of a class or package as reports and reflection show it, such as `java.lang.String`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BinaryName<S = String>(S);

impl<S: AsRef<str>> InternalName<S> {
    /// Declares that a text is an internal name.
    pub fn new(name: S) -> Self {
        InternalName(name)
    }

    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    /// Returns the package, without a slash at the end; empty for the unnamed package.
    pub fn package(&self) -> &str {
        self.as_str().rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// Converts it to a binary name.
    pub fn to_binary(&self) -> BinaryName {
        BinaryName(self.as_str().replace('/', "."))
    }

    /// Converts it to a descriptor (JVMS 4.3.2), such as `Ljava/lang/String;`.
    pub fn to_descriptor(&self) -> String {
        format!("L{};", self.as_str())
    }
}

impl<S: AsRef<str>> BinaryName<S> {
    /// Declares that a text is a binary name.
    pub fn new(name: S) -> Self {
        BinaryName(name)
    }

    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    /// Returns the package, without a dot at the end; empty for the unnamed package.
    pub fn package(&self) -> &str {
        self.as_str().rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// Converts it to an internal name.
    pub fn to_internal(&self) -> InternalName {
        InternalName(self.as_str().replace('.', "/"))
    }
}

macro_rules! text {
    ($name:ident) => {
        impl $name<String> {
            /// Returns the text, for messages and maps that take any text.
            pub fn into_string(self) -> String {
                self.0
            }
        }

        impl From<$name<String>> for String {
            fn from(name: $name<String>) -> String {
                name.0
            }
        }

        impl<S: AsRef<str>> AsRef<str> for $name<S> {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl<S: AsRef<str>> fmt::Display for $name<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl<S: AsRef<str>> fmt::Debug for $name<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl<S: AsRef<str>> PartialEq<str> for $name<S> {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl<S: AsRef<str>> PartialEq<&str> for $name<S> {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }
    };
}

text!(InternalName);
text!(BinaryName);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_inverse() {
        for (internal, binary) in [("Main", "Main"), ("a/b/C$D", "a.b.C$D"), ("", "")] {
            assert_eq!(InternalName::new(internal).to_binary(), binary);
            assert_eq!(BinaryName::new(binary).to_internal(), internal);
        }
    }

    #[test]
    fn packages_and_descriptors() {
        assert_eq!(InternalName::new("a/b/C").package(), "a/b");
        assert_eq!(BinaryName::new("a.b.C$D").package(), "a.b");
        assert_eq!(InternalName::new("Main").package(), "");
        assert_eq!(InternalName::new("a/B").to_descriptor(), "La/B;");
    }

    #[test]
    fn shown_as_text() {
        let name = BinaryName::new("a.B");
        assert_eq!(format!("{name} {name:?} {name:>5}"), "a.B \"a.B\"   a.B");
    }
}
