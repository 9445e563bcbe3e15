//! Patterns of calls: `pkg.Class+#method*(param.Type)`.

use reenact_base::name::{BinaryName, InternalName};
use reenact_classfile::{MethodDescriptor, Mutf8};

/// A call, by class, method name and perhaps parameter types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallPattern {
    pub class: ClassPattern,
    pub method: Glob,
    /// Types as Java writes them; `None` for any.
    pub parameters: Option<Vec<String>>,
    /// How many catalogs come before the one that says it.
    pub layer: u16,
}

/// Which classes a pattern means, by internal name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassPattern {
    Exact(String),
    /// The class and all below it.
    Subtypes(String),
    /// All classes whose names have this prefix.
    Package(String),
}

/// A name in which `*` stands for any letters. It never means `<init>`, unless it says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glob {
    parts: Vec<String>,
}

impl Glob {
    pub fn new(text: &str) -> Glob {
        Glob { parts: text.split('*').map(str::to_owned).collect() }
    }

    pub fn matches(&self, name: &str) -> bool {
        let [first, middle @ ..] = &*self.parts else { return false };
        if name.starts_with('<') != first.starts_with('<') {
            return false;
        }
        let [middle @ .., last] = middle else { return name == first };
        let Some(mut rest) = name.strip_prefix(first.as_str()) else { return false };
        for part in middle {
            match rest.find(part.as_str()) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

impl CallPattern {
    /// `pkg.Class#one,two(int,java.lang.String)`: a pattern for each method.
    pub fn parse_list(text: &str) -> Result<Vec<CallPattern>, String> {
        let wrong = || format!("a call is written pkg.Class#method, this is `{text}`");
        let (class, methods) = text.split_once('#').ok_or_else(wrong)?;
        let is_name = |name: &str| !name.is_empty() && !name.contains([' ', '/', '(', ')', ',']);
        let class = if let Some(package) = class.strip_suffix("**") {
            ClassPattern::Package(internal_name(package))
        } else if let Some(class) = class.strip_suffix('+') {
            ClassPattern::Subtypes(internal_name(class))
        } else {
            ClassPattern::Exact(internal_name(class))
        };
        let (ClassPattern::Exact(name) | ClassPattern::Subtypes(name) | ClassPattern::Package(name)) = &class;
        if !is_name(InternalName::new(name).to_binary().as_str()) {
            return Err(wrong());
        }
        let mut patterns = Vec::new();
        for method in split_outside_parentheses(methods) {
            let (name, parameters) = match method.split_once('(') {
                Some((name, rest)) => {
                    let list = rest.strip_suffix(')').ok_or_else(wrong)?;
                    let types = list.split(',').map(str::trim).filter(|name| !name.is_empty());
                    (name, Some(types.map(str::to_owned).collect()))
                }
                None => (method, None),
            };
            if !is_name(name) {
                return Err(wrong());
            }
            patterns.push(CallPattern {
                class: class.clone(),
                method: Glob::new(name),
                parameters,
                layer: 0,
            });
        }
        Ok(patterns)
    }

    pub fn matches_method(&self, name: &str, descriptor: Mutf8<'_>) -> bool {
        if !self.method.matches(name) {
            return false;
        }
        let Some(wanted) = &self.parameters else { return true };
        let Some(descriptor) = MethodDescriptor::parse(descriptor) else { return false };
        let mut given = descriptor.parameters();
        let agree = wanted.iter().all(|wanted| {
            given.next().is_some_and(|given| java_name(given.descriptor().to_str().as_ref()) == *wanted)
        });
        agree && given.next().is_none()
    }
}

/// `java/util/Map$Entry` from `java.util.Map$Entry`.
pub fn internal_name(name: &str) -> String {
    BinaryName::new(name).to_internal().into_string()
}

fn java_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element.as_bytes().first() {
        Some(b'L') => InternalName::new(element[1..].trim_end_matches(';')).to_binary().into_string(),
        Some(b'B') => "byte".to_owned(),
        Some(b'C') => "char".to_owned(),
        Some(b'D') => "double".to_owned(),
        Some(b'F') => "float".to_owned(),
        Some(b'I') => "int".to_owned(),
        Some(b'J') => "long".to_owned(),
        Some(b'S') => "short".to_owned(),
        _ => "boolean".to_owned(),
    };
    name + &"[]".repeat(descriptor.len() - element.len())
}

fn split_outside_parentheses(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        let matches = |pattern, name| Glob::new(pattern).matches(name);
        assert!(matches("next*", "nextInt") && matches("next*", "next") && !matches("next*", "anext"));
        assert!(matches("get*Property", "getIntProperty") && !matches("get*Property", "getProp"));
        assert!(matches("*", "anything") && !matches("*", "<init>") && matches("<init>", "<init>"));
        assert!(matches("a*b*c", "aXbYc") && !matches("a*b*c", "aXcYb"));
        assert!(!matches("aa*aa", "aaa"), "the star's two sides do not overlap");
    }

    #[test]
    fn calls() {
        let parsed =
            CallPattern::parse_list("java.util.Date#<init>(),after,set(int,java.lang.String[])").unwrap();
        let matches = |at: usize, name, descriptor: &str| {
            parsed[at].matches_method(name, Mutf8::new(descriptor.as_bytes()))
        };
        assert!(matches(0, "<init>", "()V") && !matches(0, "<init>", "(J)V"));
        assert!(matches(1, "after", "(Ljava/util/Date;)Z"));
        assert!(matches(2, "set", "(I[Ljava/lang/String;)V") && !matches(2, "set", "(I)V"));
        for wrong in ["", "java.util.Date", "#m", "p.C#", "p.C#m(", "p.C#a b", "p C#m"] {
            assert!(CallPattern::parse_list(wrong).is_err(), "{wrong}");
        }
        let package = CallPattern::parse_list("org.slf4j.**#*").unwrap();
        assert_eq!(package[0].class, ClassPattern::Package("org/slf4j/".to_owned()));
    }
}
