//! Redaction: what must not reach a recording.
//!
//! Asked by the agent while it encodes, so that a secret is never written, not even to be removed later.
//! A field or parameter is masked for its name, a string for its looks. Both are on by default and err
//! towards masking where a value could be taken for a secret by a person who reads the recording; a test
//! that misses a value is better than a leak. Asking allocates nothing.

mod names;
mod values;

use reenact_wire::plan::Redaction;

use names::Rule;

/// Decides what is masked.
#[derive(Clone, Debug)]
pub struct Redactor {
    enabled: bool,
    extra: Vec<Rule>,
}

impl Default for Redactor {
    /// The rules that always hold.
    fn default() -> Self {
        Redactor { enabled: true, extra: Vec::new() }
    }
}

impl Redactor {
    /// The rules that a probe plan asks for.
    pub fn new(redaction: &Redaction) -> Self {
        let extra = redaction.names.iter().filter_map(|name| Rule::parse(name)).collect();
        Redactor { enabled: redaction.enabled, extra }
    }

    /// Whether what a field or parameter of this name holds is masked. Meant for strings, `char`s,
    /// numbers and arrays of them; an object behind such a name is looked into, and its fields asked for.
    pub fn masks_name(&self, name: &str) -> bool {
        self.enabled && names::is_secret(name.as_bytes(), &self.extra)
    }

    /// Whether a string is masked for its looks, its `char`s all below 256.
    pub fn masks_latin1(&self, chars: &[u8]) -> bool {
        self.enabled && values::is_secret(chars)
    }

    /// Whether a string is masked for its looks.
    pub fn masks_utf16(&self, chars: &[u16]) -> bool {
        self.enabled && values::is_secret(chars)
    }
}
