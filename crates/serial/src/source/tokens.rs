//! Tokens of the part of Java that documents use.

use crate::error::DecodeError;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A keyword or an identifier.
    Word(String),
    /// A number as it is written, with its suffix and without a sign.
    Number(String),
    Text(Vec<u16>),
    Char(u16),
    /// The content of a comment, without spaces around it.
    Comment(String),
    /// One character.
    Symbol(char),
    End,
}

/// Splits a text into tokens, with the position of each.
pub(super) fn tokens(bytes: &[u8]) -> Result<Vec<(Token, usize)>, DecodeError> {
    let text = std::str::from_utf8(bytes).map_err(|error| DecodeError {
        offset: error.valid_up_to(),
        reason: "the document is not UTF-8".to_owned(),
    })?;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let refused = |reason: &str| DecodeError { offset: at, reason: reason.to_owned() };
        let rest = &text[at..];
        let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
        let (token, length) = match char {
            ' ' | '\t' | '\r' | '\n' => {
                at += 1;
                continue;
            }
            '/' if rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(end) => (Token::Comment(rest[2..end + 2].trim().to_owned()), end + 4),
                None => return Err(refused("a comment is never closed")),
            },
            '/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '"' => {
                let (units, length) = quoted(&rest[1..], '"').map_err(refused)?;
                (Token::Text(units), length + 1)
            }
            '\'' => {
                let (units, length) = quoted(&rest[1..], '\'').map_err(refused)?;
                match units[..] {
                    [unit] => (Token::Char(unit), length + 1),
                    _ => return Err(refused("a char literal has one character")),
                }
            }
            '0'..='9' => {
                let length = number_length(rest);
                (Token::Number(rest[..length].to_owned()), length)
            }
            char if is_word(char) => {
                let length = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
                (Token::Word(rest[..length].to_owned()), length)
            }
            char => (Token::Symbol(char), char.len_utf8()),
        };
        found.push((token, at));
        at += length;
    }
    found.push((Token::End, at));
    Ok(found)
}

/// A number with a fraction, exponent and suffix.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let is_part = match bytes[at] {
            byte if byte.is_ascii_alphanumeric() => true,
            b'.' => bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
            b'-' | b'+' => matches!(bytes[at - 1], b'e' | b'E') && !text.starts_with("0x"),
            _ => false,
        };
        if !is_part {
            break;
        }
        at += 1;
    }
    at
}

/// Text up to its closing quote, and the number of bytes with it.
fn quoted(text: &str, quote: char) -> Result<(Vec<u16>, usize), &'static str> {
    let mut units = Vec::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\n' | '\r' => return Err("a literal is never closed"),
            char if char == quote => return Ok((units, at + 1)),
            '\\' => match chars.next().map(|(_, escape)| escape) {
                Some('b') => units.push(8),
                Some('t') => units.push(9),
                Some('n') => units.push(10),
                Some('f') => units.push(12),
                Some('r') => units.push(13),
                Some(escape @ ('"' | '\'' | '\\')) => units.push(escape as u16),
                Some('u') => {
                    let digits = text
                        .get(at + 2..at + 6)
                        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
                    let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
                    units.push(unit.ok_or("\\u needs four hexadecimal digits")?);
                    chars.nth(3);
                }
                _ => return Err("this escape does not exist"),
            },
            char => units.extend(char.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    Err("a literal is never closed")
}
