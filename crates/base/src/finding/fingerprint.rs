//! Identities of findings over versions of a program.

use std::fmt;

use super::Finding;

/// The identity of a finding: a hash of code, subject and message parts.
///
/// It is written to baselines and to SARIF, so the function must never change: FNV-1a with 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    pub(super) fn of(finding: &Finding) -> Fingerprint {
        let mut hash = Fnv::default();
        hash.part(finding.code.name());
        hash.part(finding.subject.kind());
        match &finding.subject {
            // Numbers of invocations differ from recording to recording.
            super::Subject::Invocation { method, .. } => hash.part(method),
            other => hash.part(other.name()),
        }
        match &finding.identity {
            Some(parts) => parts.iter().for_each(|part| hash.part(part)),
            None => hash.part(&without_numbers(&finding.message)),
        }
        Fingerprint(hash.0)
    }

    /// The fingerprint that [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok().map(Fingerprint)).flatten()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A message with each run of digits as one `0`: offsets and counts change with every edit.
fn without_numbers(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for char in message.chars() {
        match char.is_ascii_digit() {
            true if out.ends_with('0') => {}
            true => out.push('0'),
            false => out.push(char),
        }
    }
    out
}

struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    /// Adds a part and its end, so that `a` and `b` differ from `ab`.
    fn part(&mut self, text: &str) {
        for &byte in text.as_bytes().iter().chain(&[0]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_read_back() {
        let print = Fingerprint(0xabc);
        assert_eq!(Fingerprint::parse(&print.to_string()), Some(print));
        assert_eq!(Fingerprint::parse("abc"), None);
    }

    #[test]
    fn runs_of_digits_are_one() {
        assert_eq!(without_numbers("byte 1024 of 7, a0b12"), "byte 0 of 0, a0b0");
    }
}
