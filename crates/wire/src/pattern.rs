//! Patterns of class names.
//!
//! `*` stands for any characters within one segment of the package or class name, `**` for any
//! characters across segments. `com.acme.**` is everything in the package and below it, `com.acme.*`
//! only the package itself (nested classes included: `$` is a character like any other), and `**.Shop`
//! is `Shop` in any package, the unnamed one too.

use std::fmt;
use std::str::FromStr;

use reenact_base::name::{BinaryName, InternalName};

/// A compiled pattern of class names; see the module's text for the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassPattern {
    /// As it was given, with dots.
    text: Box<str>,
    /// With slashes, as internal names have them.
    glob: Box<[u8]>,
    /// How many bytes of `glob` come before the first star.
    literal: usize,
}

/// Why a text is not a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternError {
    text: String,
    reason: &'static str,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a pattern of class names: {}", self.text, self.reason)
    }
}

impl std::error::Error for PatternError {}

impl ClassPattern {
    /// Returns whether a class matches, by its internal name (`java/lang/String`). Allocates nothing; the
    /// agent asks for every class that the JVM loads.
    pub fn matches(&self, internal_name: &[u8]) -> bool {
        let (literal, rest) = self.glob.split_at(self.literal);
        let Some(name) = internal_name.strip_prefix(literal) else { return false };
        match rest {
            [] => name.is_empty(),
            // `com.acme.**`, by far the commonest pattern.
            b"**" => true,
            // At the start, `**/` may also stand for no package at all.
            [b'*', b'*', b'/', bare @ ..] if self.literal == 0 => {
                glob_matches(bare, name) || glob_matches(rest, name)
            }
            _ => glob_matches(rest, name),
        }
    }

    /// The pattern as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Matching with two marks to go back to: the last `*`, which may not take in a slash, and the last
/// `**`, which may. Only the last of each kind needs to be remembered: whatever an earlier one could
/// take in more, the later one can as well.
fn glob_matches(glob: &[u8], name: &[u8]) -> bool {
    let (mut g, mut n) = (0, 0);
    // (where the pattern continues, where in the name the star ends)
    let mut star: Option<(usize, usize)> = None;
    let mut stars: Option<(usize, usize)> = None;
    loop {
        let after_star = glob.get(g) == Some(&b'*');
        if after_star && glob.get(g + 1) == Some(&b'*') {
            g += 2;
            stars = Some((g, n));
            star = None;
        } else if after_star {
            g += 1;
            star = Some((g, n));
        } else if g == glob.len() && n == name.len() {
            return true;
        } else if g < glob.len() && glob.get(g) == name.get(n) {
            g += 1;
            n += 1;
        } else if let Some((at, end)) = star.filter(|&(_, end)| name.get(end).is_some_and(|&b| b != b'/')) {
            star = Some((at, end + 1));
            (g, n) = (at, end + 1);
        } else if let Some((at, end)) = stars.filter(|&(_, end)| end < name.len()) {
            stars = Some((at, end + 1));
            star = None;
            (g, n) = (at, end + 1);
        } else {
            return false;
        }
    }
}

impl FromStr for ClassPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let refuse = |reason| Err(PatternError { text: text.to_owned(), reason });
        if text.is_empty() {
            return refuse("it is empty");
        }
        if text.contains("***") {
            return refuse("write `**` for any package and `*` within one");
        }
        if text.contains("..") || text.starts_with('.') || text.ends_with('.') {
            return refuse("a segment is empty; write `com.acme.**` for a package and all below it");
        }
        if text.contains(|c: char| c.is_whitespace() || ":;,=#[]()<>\"'\\".contains(c)) {
            return refuse("write a class or package name such as `com.acme.**`");
        }
        let glob = BinaryName::new(text).to_internal().into_string().into_bytes().into_boxed_slice();
        let literal = glob.iter().position(|&byte| byte == b'*').unwrap_or(glob.len());
        Ok(ClassPattern { text: InternalName::new(text).to_binary().into_string().into(), glob, literal })
    }
}

impl fmt::Display for ClassPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Methods of classes: `com.acme.Shop#order`, `com.acme.**#get*`, `com.acme.Shop#*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodPattern {
    pub class: ClassPattern,
    name: Box<str>,
}

impl MethodPattern {
    /// Returns whether a method of this name matches, if its class does.
    pub fn matches_name(&self, name: &[u8]) -> bool {
        glob_matches(self.name.as_bytes(), name)
    }

    /// Returns whether a method matches, by the internal name of its class and its own name.
    pub fn matches(&self, class: &[u8], name: &[u8]) -> bool {
        self.class.matches(class) && self.matches_name(name)
    }
}

impl FromStr for MethodPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let refuse = |reason| Err(PatternError { text: text.to_owned(), reason });
        let Some((class, name)) = text.split_once('#') else {
            return refuse("name a method as `pkg.Class#method`");
        };
        // JVMS 4.2.2: what an unqualified name may not have in it; `<init>` and `<clinit>` may.
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || ".:;,=#[/()".contains(c)) {
            return refuse("name a method as `pkg.Class#method`, without its parameters");
        }
        Ok(MethodPattern { class: class.parse()?, name: name.into() })
    }
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.class, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let pattern: ClassPattern = pattern.parse().unwrap();
        for name in yes {
            assert!(pattern.matches(name.as_bytes()), "{pattern} should match {name}");
        }
        for name in no {
            assert!(!pattern.matches(name.as_bytes()), "{pattern} should not match {name}");
        }
    }

    #[test]
    fn stars_stay_in_their_segment_and_double_stars_do_not() {
        check(
            "com.acme.**",
            &["com/acme/A", "com/acme/b/C", "com/acme/A$B"],
            &["com/acme", "com/acmes/A", "org/com/acme/A"],
        );
        check("com.acme.*", &["com/acme/A", "com/acme/A$B"], &["com/acme/b/C"]);
        check("com.acme.Shop", &["com/acme/Shop"], &["com/acme/Shop$1", "com/acme/Shops", "com/acme/Sho"]);
        check("**.Shop", &["com/acme/Shop", "Shop"], &["com/acme/WebShop", "Shop/A"]);
        check("**Shop", &["com/acme/WebShop", "Shop"], &["Shop2"]);
        check("com.*.model.*", &["com/a/model/X"], &["com/a/b/model/X", "com/model/X"]);
        check("com.**.model.*Dto", &["com/a/b/model/XDto", "com/a/model/model/Dto"], &["com/model/XDto"]);
        check("**", &["A", "a/B"], &[]);
        check("*", &["A"], &["a/B"]);
    }

    #[test]
    fn what_is_no_pattern_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "empty"),
            ("a***", "`**`"),
            ("com.acme.", "com.acme.**"),
            ("a b", "class or package"),
            ("A#b", "class or package"),
        ] {
            let error = text.parse::<ClassPattern>().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!("com.acme.Shop".parse::<MethodPattern>().is_err());
        assert!("com.acme.Shop#f()".parse::<MethodPattern>().is_err());
    }

    #[test]
    fn methods_have_a_class_and_a_name() {
        let pattern: MethodPattern = "com.acme.*#get*".parse().unwrap();
        assert!(pattern.matches(b"com/acme/Shop", b"getOrder"));
        assert!(!pattern.matches(b"com/acme/Shop", b"order"));
        assert!(!pattern.matches(b"com/acme/a/Shop", b"getOrder"));
        assert_eq!(pattern.to_string(), "com.acme.*#get*");
    }

    /// The textbook recursion, as the answer to compare with.
    fn brute_force(glob: &[u8], name: &[u8]) -> bool {
        match glob {
            [] => name.is_empty(),
            [b'*', b'*', rest @ ..] => (0..=name.len()).any(|n| brute_force(rest, &name[n..])),
            [b'*', rest @ ..] => {
                let segment = name.iter().position(|&b| b == b'/').unwrap_or(name.len());
                (0..=segment).any(|n| brute_force(rest, &name[n..]))
            }
            [first, rest @ ..] => name.first() == Some(first) && brute_force(rest, &name[1..]),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]
        #[test]
        fn matching_agrees_with_brute_force(glob in "[ab/*]{0,10}", name in "[ab/]{0,12}") {
            prop_assert_eq!(
                glob_matches(glob.as_bytes(), name.as_bytes()),
                brute_force(glob.as_bytes(), name.as_bytes())
            );
        }
    }
}
