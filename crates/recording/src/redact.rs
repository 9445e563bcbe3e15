//! Redaction: what must not reach a recording.
//!
//! Asked by the agent while it encodes, so that a secret is never written, not even to be removed later.
//! A field or parameter is masked for its name, a string for its looks. Both are on by default and err
//! towards masking where a value could be taken for a secret by a person who reads the recording. A text becomes a
//! [pseudonym](Pseudonyms), with which tests can still be built; a test that misses a value is better than a leak.
//! Asking allocates nothing.

mod names;
mod pseudonyms;
mod values;

use reenact_wire::MethodPattern;
use reenact_wire::plan::Redaction;

use names::Rule;
pub use pseudonyms::Pseudonyms;

/// The values that are masked behind a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Secrecy {
    #[default]
    None,
    /// Texts: strings, and arrays of `char` and `byte`.
    Texts,
    /// Texts, and whole numbers of three digits or more: a PIN, a card number.
    Digits,
    /// Texts and numbers: the user asked for it.
    All,
}

impl Secrecy {
    /// Returns whether a whole number is masked. It never is for a name alone, unless the user gave that name.
    pub fn masks_integer(self, value: i64) -> bool {
        match self {
            Secrecy::None | Secrecy::Texts => false,
            Secrecy::Digits => value.unsigned_abs() >= 100,
            Secrecy::All => true,
        }
    }

    /// Returns whether numbers may be masked at all.
    pub fn masks_numbers(self) -> bool {
        self >= Secrecy::Digits
    }
}

/// Decides what is masked.
#[derive(Clone, Debug)]
pub struct Redactor {
    enabled: bool,
    extra: Vec<Rule>,
    except: Vec<MethodPattern>,
    looks: bool,
    pseudonyms: Pseudonyms,
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
            pseudonyms: Pseudonyms::default(),
        }
    }

    /// The stand-ins for masked texts.
    pub fn pseudonyms(&self) -> &Pseudonyms {
        &self.pseudonyms
    }

    /// Returns what is masked behind a field of this name of a class, or a parameter of one of its methods: the class by
    /// internal name. An object behind such a name is looked into, and its fields asked for.
    pub fn secrecy(&self, class: &str, name: &str) -> Secrecy {
        let is_excepted = |except: &MethodPattern| except.matches(class.as_bytes(), name.as_bytes());
        if !self.enabled {
            return Secrecy::None;
        }
        let secrecy = names::secrecy(class.as_bytes(), name.as_bytes(), &self.extra);
        if secrecy > Secrecy::None && self.except.iter().any(is_excepted) {
            return Secrecy::None;
        }
        secrecy
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
        assert_eq!(redactor.secrecy("com/acme/Basket", "pin"), Secrecy::None);
        assert_eq!(redactor.secrecy("com/acme/map/Marker", "pinCode"), Secrecy::None);
        assert_eq!(redactor.secrecy("com/acme/Basket", "pinCode"), Secrecy::Digits);
        assert_eq!(redactor.secrecy("com/acme/Account", "pin"), Secrecy::Digits);
        let url = b"https://user:hunter2@acme.com/";
        assert!(!redactor.masks_latin1(url) && Redactor::default().masks_latin1(url));
    }
}
