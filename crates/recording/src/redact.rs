//! Redaction: what must not reach a recording.
//!
//! Asked by the agent while it encodes, so that a secret is never written, not even to be removed later.
//! A field or parameter is masked for its name, a string for its looks. Both are on by default and err
//! towards masking where a value could be taken for a secret by a person who reads the recording; a test
//! that misses a value is better than a leak. Asking allocates nothing.

mod names;
mod values;

use reenact_wire::plan::Redaction;

use crate::graph::Kind;

use names::Rule;
use reenact_wire::MethodPattern;

/// Decides what is masked.
#[derive(Clone, Debug)]
pub struct Redactor {
    enabled: bool,
    extra: Vec<Rule>,
    except: Vec<MethodPattern>,
    looks: bool,
}

impl Default for Redactor {
    /// The rules that always hold.
    fn default() -> Self {
        Redactor::new(&Redaction::default())
    }
}

impl Redactor {
    /// The rules that a probe plan asks for.
    pub fn new(redaction: &Redaction) -> Self {
        let extra = redaction.names.iter().filter_map(|name| Rule::parse(name)).collect();
        Redactor {
            enabled: redaction.enabled,
            extra,
            except: redaction.except.clone(),
            looks: redaction.looks,
        }
    }

    /// Returns whether the value of a field of this name of a class, or of a parameter of one of its methods, is masked: the
    /// class by internal name. Meant for strings, `char`s,
    /// numbers and arrays of them; an object behind such a name is looked into, and its fields asked for. A truth
    /// value is not a secret.
    pub fn masks_name(&self, class: &str, name: &str, kind: Kind) -> bool {
        let is_number = !matches!(kind, Kind::Reference | Kind::Char);
        let is_excepted = |except: &MethodPattern| except.matches(class.as_bytes(), name.as_bytes());
        self.enabled
            && kind != Kind::Boolean
            && names::is_secret(name.as_bytes(), is_number, &self.extra)
            && !self.except.iter().any(is_excepted)
    }

    /// Returns whether a string is masked for its content, its `char`s all below 256.
    pub fn masks_latin1(&self, chars: &[u8]) -> bool {
        self.enabled && self.looks && values::is_secret(chars)
    }

    /// Returns whether a string is masked for its content.
    pub fn masks_utf16(&self, chars: &[u16]) -> bool {
        self.enabled && self.looks && values::is_secret(chars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The user knows better what is a secret, name by name.
    #[test]
    fn exceptions_are_left_alone_and_nothing_else_is() {
        let options =
            "redact-except=com.acme.Basket#pin:com.acme.map.**#*,redact-looks=false".parse().unwrap();
        let plan = reenact_wire::plan::ProbePlan::from_options(&options);
        let redactor = Redactor::new(&plan.redaction);
        assert!(!redactor.masks_name("com/acme/Basket", "pin", Kind::Int));
        assert!(!redactor.masks_name("com/acme/map/Marker", "pinCode", Kind::Int));
        assert!(redactor.masks_name("com/acme/Basket", "pinCode", Kind::Int));
        assert!(redactor.masks_name("com/acme/Account", "pin", Kind::Int));
        let url = b"https://user:hunter2@acme.com/";
        assert!(!redactor.masks_latin1(url) && Redactor::default().masks_latin1(url));
    }
}
