//! Strings: one literal, several with plus signs between them, or more than one constant can hold.

use super::character::{put_escaped, put_unit};
use super::text_block;
use crate::style::Style;

/// How a string is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Text {
    /// One literal, quotes included.
    Literal(String),
    /// Literals to be added up.
    Sum(Vec<String>),
    /// Sums to be joined when the program runs, because javac would fold them into one constant that is longer
    /// than a class file can hold.
    Joined(Vec<Vec<String>>),
    /// A text block: the lines after the opening quotes.
    Block(Vec<String>),
}

/// The bytes of modified UTF-8 that a `CONSTANT_Utf8_info` can hold (JVMS 4.4.7).
const CONSTANT_LIMIT: usize = 65_535;

/// Up to this many lines, each has a literal of its own.
const MANY_LINES: usize = 100;

const NEWLINE: u16 = b'\n' as u16;

/// Decides how to write a string in this style.
pub(crate) fn text(units: &[u16], style: &Style) -> Text {
    if modified_utf8_len(units) > CONSTANT_LIMIT {
        return Text::Joined(constants(units).into_iter().map(|units| sum(units, style)).collect());
    }
    if style.release >= 15
        && let Some(lines) = text_block::lines(units, style)
    {
        return Text::Block(lines);
    }
    let mut literals = sum(units, style);
    if literals.len() == 1 { Text::Literal(literals.remove(0)) } else { Text::Sum(literals) }
}

/// Whether it is an expression with a plus sign in it.
pub(crate) fn is_sum(units: &[u16], style: &Style) -> bool {
    matches!(text(units, style), Text::Sum(_))
}

/// A string as one literal, however long.
pub(crate) fn literal(units: &[u16], ascii: bool) -> String {
    let mut out = String::with_capacity(units.len() + 2);
    out.push('"');
    let mut behind_half = false;
    for char in char::decode_utf16(units.iter().copied()) {
        match char {
            // javac 16 to 25 look behind the first half of a pair for the second, and forget that they saw a
            // backslash there (UnicodeReader.nextCodePoint): of `\ud800\\u000a` they take the end as an escape.
            Ok('\\') if behind_half => out.push_str("\\134"),
            Ok(char) => put_escaped(&mut out, char, '"', ascii),
            Err(ref alone) => put_unit(&mut out, alone.unpaired_surrogate()),
        }
        behind_half = char.is_err();
    }
    out.push('"');
    out
}

/// The literals that a string is cut into so that none is wider than a line has room for.
fn sum(units: &[u16], style: &Style) -> Vec<String> {
    // The text before a literal is not known here; it is mostly shorter than this.
    let room = style.width.saturating_sub(30).max(20);
    let whole = literal(units, style.ascii);
    if crate::layout::columns(&whole) <= room + 10 {
        return vec![whole];
    }
    let newlines = units.iter().filter(|unit| **unit == NEWLINE).count();
    // A literal for each line shows what the text looks like, until there are too many of them.
    let by_lines = newlines <= MANY_LINES;
    let mut literals = Vec::new();
    let mut rest = units;
    while !rest.is_empty() {
        let (piece, others) = rest.split_at(cut(rest, room, by_lines, style.ascii));
        literals.push(literal(piece, style.ascii));
        rest = others;
    }
    literals
}

/// Where to cut: behind the first line end, or several in a row, if lines matter; else behind the last space
/// that there is room for, else behind the last separator, such as `/`, else wherever the room ends.
fn cut(units: &[u16], room: usize, by_lines: bool, ascii: bool) -> usize {
    let mut width = 2;
    let mut at = 0;
    let (mut behind_space, mut behind_separator) = (None, None);
    let is_base64 = is_base64(units);
    for char in char::decode_utf16(units.iter().copied()) {
        let mut escaped = String::new();
        let unit_count = match char {
            Ok(char) => {
                put_escaped(&mut escaped, char, '"', ascii);
                char.len_utf16()
            }
            Err(ref alone) => {
                put_unit(&mut escaped, alone.unpaired_surrogate());
                1
            }
        };
        width += escaped.chars().count();
        if width > room && at > 0 {
            let is_far = |place: &usize| *place > at / 2;
            return behind_space.filter(is_far).or(behind_separator.filter(is_far)).unwrap_or(at);
        }
        at += unit_count;
        match char {
            Ok('\n') if by_lines && units.get(at) != Some(&NEWLINE) => return at,
            Ok(' ') => behind_space = Some(at),
            Ok('/' | ',' | ';' | ':' | '.' | '&' | '|' | '_' | '-') if !is_base64 => {
                behind_separator = Some(at)
            }
            _ => {}
        }
    }
    at
}

/// Whether a text may be Base64, or the rest of one, in which `/` separates nothing.
fn is_base64(units: &[u16]) -> bool {
    let is_digit =
        |unit: &u16| u8::try_from(*unit).is_ok_and(|c| c.is_ascii_alphanumeric() || b"+/=".contains(&c));
    units.iter().all(is_digit)
}

/// Cuts a string into pieces that are constants each, not through a surrogate pair.
fn constants(units: &[u16]) -> Vec<&[u16]> {
    let mut pieces = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (at, unit) in units.iter().enumerate() {
        bytes += unit_len(*unit);
        if bytes > CONSTANT_LIMIT {
            let splits_pair = (0xdc00..0xe000).contains(unit) && (0xd800..0xdc00).contains(&units[at - 1]);
            let end = if splits_pair { at - 1 } else { at };
            pieces.push(&units[start..end]);
            (start, bytes) = (end, modified_utf8_len(&units[end..=at]));
        }
    }
    pieces.push(&units[start..]);
    pieces
}

pub(crate) fn modified_utf8_len(units: &[u16]) -> usize {
    units.iter().map(|unit| unit_len(*unit)).sum()
}

/// The bytes of a unit in modified UTF-8, where zero takes two and surrogates three each (JVMS 4.4.7).
fn unit_len(unit: u16) -> usize {
    match unit {
        0x01..=0x7f => 1,
        0 | 0x80..=0x7ff => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_spaces_are_cut_behind_separators() {
        let piece = |text: &str| {
            let units: Vec<u16> = text.encode_utf16().collect();
            text[..cut(&units, 12, false, true)].to_owned()
        };
        assert_eq!(piece("src/main/java/Order.java"), "src/main/");
        assert_eq!(piece("a word, then others"), "a word, ");
        // Base64 has no parts, and neither has a long word.
        assert_eq!(piece("QUJD/EVGR0hJSktM"), "QUJD/EVGR0");
        assert_eq!(piece("antidisestablishment"), "antidisest");
    }
}
