//! Methods of `Character`, by tables of ranges for ASCII. Beyond it they are close to Unicode's own properties.

use crate::input::Value;

/// A method of `Character`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharacterModel {
    IsDigit,
    IsLetter,
    IsLetterOrDigit,
    IsWhitespace,
    IsSpace,
    IsUpper,
    IsLower,
    IsIdentifierStart,
    IsIdentifierPart,
    IsControl,
    ToUpper,
    ToLower,
    NumericValue,
    Digit,
}

impl CharacterModel {
    /// The ASCII characters for which a test holds, as ranges; `None` if it is not a test.
    pub fn ranges(self) -> Option<&'static [(u8, u8)]> {
        use CharacterModel as C;
        Some(match self {
            C::IsDigit => &[(b'0', b'9')],
            C::IsLetter => &[(b'A', b'Z'), (b'a', b'z')],
            C::IsLetterOrDigit => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
            C::IsWhitespace => &[(9, 13), (28, 32)],
            C::IsSpace => &[(32, 32)],
            C::IsUpper => &[(b'A', b'Z')],
            C::IsLower => &[(b'a', b'z')],
            C::IsIdentifierStart => &[(b'$', b'$'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')],
            C::IsIdentifierPart => &[
                (0, 8),
                (14, 27),
                (b'$', b'$'),
                (b'0', b'9'),
                (b'A', b'Z'),
                (b'_', b'_'),
                (b'a', b'z'),
                (127, 127),
            ],
            C::IsControl => &[(0, 31), (127, 127)],
            C::ToUpper | C::ToLower | C::NumericValue | C::Digit => return None,
        })
    }

    /// Whether a test holds for a character.
    pub fn holds(self, unit: i32) -> bool {
        if let (Ok(byte), Some(ranges)) = (u8::try_from(unit), self.ranges())
            && byte < 128
        {
            return ranges.iter().any(|&(low, high)| (low..=high).contains(&byte));
        }
        use CharacterModel as C;
        let Some(letter) = u32::try_from(unit).ok().and_then(char::from_u32) else { return false };
        match self {
            C::IsDigit => false,
            C::IsLetter | C::IsIdentifierStart => letter.is_alphabetic(),
            C::IsLetterOrDigit | C::IsIdentifierPart => letter.is_alphanumeric(),
            C::IsWhitespace => letter.is_whitespace() && !matches!(unit, 0x85 | 0xa0 | 0x2007 | 0x202f),
            C::IsSpace => letter.is_whitespace() && unit != 0x85,
            C::IsUpper => letter.is_uppercase(),
            C::IsLower => letter.is_lowercase(),
            C::IsControl => letter.is_control(),
            C::ToUpper | C::ToLower | C::NumericValue | C::Digit => false,
        }
    }

    pub fn apply(self, arguments: &[Value]) -> Option<Value> {
        use CharacterModel as C;
        let &[Value::Int(unit), ref rest @ ..] = arguments else { return None };
        let letter = u32::try_from(unit).ok().and_then(char::from_u32);
        Some(Value::Int(match (self, rest) {
            (C::ToUpper, []) => letter.and_then(|letter| single(letter.to_uppercase())).unwrap_or(unit),
            (C::ToLower, []) => letter.and_then(|letter| single(letter.to_lowercase())).unwrap_or(unit),
            (C::NumericValue, []) => {
                letter.and_then(|letter| letter.to_digit(36)).map_or(-1, |digit| digit as i32)
            }
            (C::Digit, [Value::Int(radix @ 2..=36)]) => {
                letter.and_then(|letter| letter.to_digit(*radix as u32)).map_or(-1, |digit| digit as i32)
            }
            (test, []) if test.ranges().is_some() => test.holds(unit).into(),
            _ => return None,
        }))
    }
}

/// The one character that another becomes; some become two.
fn single(mut letters: impl Iterator<Item = char>) -> Option<i32> {
    let first = letters.next()?;
    letters.next().is_none().then_some(first as i32)
}
