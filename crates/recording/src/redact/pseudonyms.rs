//! Stand-ins for masked texts: of the same length and kinds of characters, equal for equal texts.
//!
//! A key that only this process has, and that is not written, decides which: a recording does not tell whether a guess of a
//! secret is right.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Makes pseudonyms, with a key of its own.
#[derive(Clone, Debug, Default)]
pub struct Pseudonyms {
    key: RandomState,
}

impl Pseudonyms {
    /// Replaces a text by its pseudonym: letters by letters, digits by digits. Other ASCII characters stay.
    pub fn replace<C: Unit>(&self, text: &mut [C]) {
        let mut hasher = self.key.build_hasher();
        text.iter().for_each(|unit| hasher.write_u16(unit.value()));
        let mut state = hasher.finish();
        for unit in text {
            *unit = unit.replaced(next(&mut state));
        }
    }
}

/// One step of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A character of a string, or a byte of an array.
pub trait Unit: Copy {
    /// The number that is hashed: that of the UTF-16 unit.
    fn value(self) -> u16;

    /// Another one of the same kind, chosen by a random number.
    fn replaced(self, random: u64) -> Self;
}

impl Unit for u8 {
    fn value(self) -> u16 {
        self.into()
    }

    fn replaced(self, random: u64) -> u8 {
        match self {
            b'0'..=b'9' => b'0' + (random % 10) as u8,
            b'a'..=b'z' => b'a' + (random % 26) as u8,
            b'A'..=b'Z' => b'A' + (random % 26) as u8,
            // Small letters of Latin-1; in binary data, any byte that is not ASCII.
            0x80.. => 0xe0 + (random % 16) as u8,
            _ => self,
        }
    }
}

impl Unit for u16 {
    fn value(self) -> u16 {
        self
    }

    fn replaced(self, random: u64) -> u16 {
        match u8::try_from(self) {
            Ok(latin1) => latin1.replaced(random).into(),
            // Cyrillic letters, whatever the script: the text stays one that is not Latin-1.
            Err(_) => 0x430 + (random % 32) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pseudonyms: &Pseudonyms, text: &str) -> String {
        let mut chars: Vec<u16> = text.encode_utf16().collect();
        pseudonyms.replace(&mut chars);
        String::from_utf16(&chars).unwrap()
    }

    #[test]
    fn pseudonyms_have_the_length_and_the_kinds_of_characters() {
        let pseudonyms = Pseudonyms::default();
        for text in ["hunter2!", "DE89 3704-0044", "pässwörd", "пароль7", "", "a😀b"] {
            let masked = of(&pseudonyms, text);
            assert_eq!(masked.encode_utf16().count(), text.encode_utf16().count(), "{text}");
            for (mine, other) in masked.encode_utf16().zip(text.encode_utf16()) {
                let kind = |unit: u16| match unit {
                    0x30..=0x39 => 0,
                    0x41..=0x5a => 1,
                    0x61..=0x7a => 2,
                    0x80..=0xff => 3,
                    0x100.. => 4,
                    _ => 5 + unit,
                };
                assert_eq!(kind(mine), kind(other), "{text}: {masked}");
            }
        }
        assert_ne!(of(&pseudonyms, "correct horse battery"), "correct horse battery");
    }

    /// Equal texts stay equal, in whatever width they come, and other keys give others.
    #[test]
    fn pseudonyms_are_consistent_and_bound_to_their_key() {
        let pseudonyms = Pseudonyms::default();
        let mut latin1 = *b"correct horse";
        pseudonyms.replace(&mut latin1);
        assert_eq!(of(&pseudonyms, "correct horse"), String::from_utf8_lossy(&latin1));
        assert_ne!(of(&pseudonyms, "correct horse"), of(&pseudonyms, "correct house"));
        assert_ne!(of(&pseudonyms, "correct horse"), of(&Pseudonyms::default(), "correct horse"));
    }
}
