//! Methods of `String`.

use super::CharacterModel;
use crate::input::Value;

/// A method of `String`, or a condition under which one does not throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextModel {
    Equals,
    EqualsIgnoreCase,
    Length,
    IsEmpty,
    IsBlank,
    /// With an offset as well.
    StartsWith,
    EndsWith,
    Contains,
    CharAt,
    /// Of a character or a text, with a start as well.
    IndexOf,
    LastIndexOf,
    Substring,
    Trim,
    CompareTo,
    HashCode,
    /// The text itself; arrays of characters are texts here.
    Same,
    Concat,
    /// One character by another.
    Replace,
    ToLower,
    ToUpper,
    OfCharacter,
    OfNumber,
    /// `charAt` does not throw.
    HasIndex,
    /// `substring` does not throw.
    HasRange,
}

impl TextModel {
    pub fn check(self) -> Option<TextModel> {
        match self {
            TextModel::CharAt => Some(TextModel::HasIndex),
            TextModel::Substring => Some(TextModel::HasRange),
            _ => None,
        }
    }

    pub fn apply(self, arguments: &[Value]) -> Option<Value> {
        use TextModel as T;
        let flag = |holds: bool| Some(Value::Int(holds.into()));
        let index = |at: Option<usize>| Some(Value::Int(at.map_or(-1, |at| at as i32)));
        match (self, arguments) {
            (T::OfCharacter, [Value::Int(unit)]) => return Some(Value::Text(vec![*unit as u16])),
            (T::OfNumber, [Value::Int(number)]) => return Some(text(&number.to_string())),
            (T::OfNumber, [Value::Long(number)]) => return Some(text(&number.to_string())),
            (T::Same, [Value::Null]) => return Some(text("null")),
            _ => {}
        }
        let (Value::Text(own), rest) = arguments.split_first()? else { return None };
        match (self, rest) {
            (T::Equals, [other]) => flag(matches!(other, Value::Text(text) if text == own)),
            (T::EqualsIgnoreCase, [Value::Text(other)]) => flag(lower(own) == lower(other)),
            (T::EqualsIgnoreCase, [Value::Null]) => flag(false),
            (T::Length, []) => Some(Value::Int(own.len() as i32)),
            (T::IsEmpty, []) => flag(own.is_empty()),
            (T::IsBlank, []) => flag(own.iter().all(|&unit| CharacterModel::IsWhitespace.holds(unit.into()))),
            (T::StartsWith, [Value::Text(start)]) => flag(own.starts_with(start)),
            (T::StartsWith, [Value::Text(start), Value::Int(at)]) => {
                let rest = usize::try_from(*at).ok().and_then(|at| own.get(at..));
                flag(rest.is_some_and(|rest| rest.starts_with(start)))
            }
            (T::EndsWith, [Value::Text(end)]) => flag(own.ends_with(end)),
            (T::Contains, [Value::Text(part)]) => flag(position(own, part, 0).is_some()),
            (T::IndexOf, [Value::Text(part)]) => index(position(own, part, 0)),
            (T::IndexOf, [Value::Text(part), Value::Int(from)]) => {
                index(position(own, part, (*from).max(0) as usize))
            }
            (T::IndexOf, [Value::Int(unit)]) => {
                index(own.iter().position(|&known| i32::from(known) == *unit))
            }
            (T::IndexOf, [Value::Int(unit), Value::Int(from)]) => {
                let from = (*from).max(0) as usize;
                index((from..own.len()).find(|&at| i32::from(own[at]) == *unit))
            }
            (T::LastIndexOf, [Value::Int(unit)]) => {
                index(own.iter().rposition(|&known| i32::from(known) == *unit))
            }
            (T::LastIndexOf, [Value::Text(part)]) => {
                index((0..=own.len()).rev().find(|&at| own[at..].starts_with(part)))
            }
            (T::CharAt, [Value::Int(at)]) => Some(Value::Int((*own.get(usize::try_from(*at).ok()?)?).into())),
            (T::Substring, [Value::Int(from)]) => {
                Some(Value::Text(own.get(usize::try_from(*from).ok()?..)?.to_vec()))
            }
            (T::Substring, [Value::Int(from), Value::Int(to)]) => {
                let range = usize::try_from(*from).ok()?..usize::try_from(*to).ok()?;
                Some(Value::Text(own.get(range)?.to_vec()))
            }
            (T::HasIndex, [Value::Int(at)]) => flag(usize::try_from(*at).is_ok_and(|at| at < own.len())),
            (T::HasRange, [Value::Int(from)]) => {
                flag(usize::try_from(*from).is_ok_and(|from| from <= own.len()))
            }
            (T::HasRange, [Value::Int(from), Value::Int(to)]) => {
                flag(*from >= 0 && from <= to && usize::try_from(*to).is_ok_and(|to| to <= own.len()))
            }
            (T::Trim, []) => {
                let is_ink = |unit: &u16| *unit > 32;
                let from = own.iter().position(is_ink).unwrap_or(own.len());
                let to = own.iter().rposition(is_ink).map_or(from, |at| at + 1);
                Some(Value::Text(own[from..to].to_vec()))
            }
            (T::CompareTo, [Value::Text(other)]) => {
                let different = own.iter().zip(other).find(|(one, other)| one != other);
                Some(Value::Int(match different {
                    Some((one, other)) => i32::from(*one) - i32::from(*other),
                    None => own.len() as i32 - other.len() as i32,
                }))
            }
            (T::HashCode, []) => {
                let add = |sum: i32, unit: &u16| sum.wrapping_mul(31).wrapping_add((*unit).into());
                Some(Value::Int(own.iter().fold(0, add)))
            }
            (T::Same, []) => Some(Value::Text(own.clone())),
            (T::Concat, [Value::Text(other)]) => Some(Value::Text([own.as_slice(), other].concat())),
            (T::Replace, [Value::Int(old), Value::Int(new)]) => {
                let replace = |unit: &u16| if i32::from(*unit) == *old { *new as u16 } else { *unit };
                Some(Value::Text(own.iter().map(replace).collect()))
            }
            (T::ToLower, _) => Some(Value::Text(lower(own))),
            (T::ToUpper, _) => {
                Some(Value::Text(String::from_utf16_lossy(own).to_uppercase().encode_utf16().collect()))
            }
            _ => None,
        }
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.encode_utf16().collect())
}

fn lower(text: &[u16]) -> Vec<u16> {
    String::from_utf16_lossy(text).to_lowercase().encode_utf16().collect()
}

fn position(text: &[u16], part: &[u16], from: usize) -> Option<usize> {
    (from..=text.len().checked_sub(part.len())?).find(|&at| text[at..].starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Value {
        super::text(text)
    }

    /// Protects the search from models that differ from Java at the ends of a text.
    #[test]
    fn texts_are_as_java_has_them() {
        use TextModel as T;
        let cases: &[(T, &[Value], Option<Value>)] = &[
            (T::Substring, &[of("abc"), Value::Int(3)], Some(of(""))),
            (T::Substring, &[of("abc"), Value::Int(4)], None),
            (T::HasRange, &[of("abc"), Value::Int(2), Value::Int(1)], Some(Value::Int(0))),
            (T::HasIndex, &[of("abc"), Value::Int(-1)], Some(Value::Int(0))),
            (T::IndexOf, &[of("abcb"), of("b"), Value::Int(2)], Some(Value::Int(3))),
            (T::IndexOf, &[of(""), of("")], Some(Value::Int(0))),
            (T::LastIndexOf, &[of("abcb"), of("b")], Some(Value::Int(3))),
            (T::Trim, &[of(" \t")], Some(of(""))),
            (T::Trim, &[of(" a b ")], Some(of("a b"))),
            (T::CompareTo, &[of("ab"), of("abc")], Some(Value::Int(-1))),
            (T::HashCode, &[of("ab")], Some(Value::Int(97 * 31 + 98))),
            (T::StartsWith, &[of("abc"), of("c"), Value::Int(2)], Some(Value::Int(1))),
            (T::StartsWith, &[of("abc"), of(""), Value::Int(4)], Some(Value::Int(0))),
        ];
        for (model, arguments, expected) in cases {
            assert_eq!(model.apply(arguments), *expected, "{model:?} {arguments:?}");
        }
    }
}
