//! Characters: which may stand in source code as they are, and how the others are escaped.
//!
//! javac translates `\uXXXX` before it looks for tokens (JLS 3.3). So `\u000a` ends a line, `\u0022` ends a
//! string and `\u005c` begins an escape, wherever they stand. None of the three is ever written; quotes, line
//! ends and backslashes have escapes of their own, which come later (JLS 3.10.7). A backslash of the content is
//! always written as two, so that no `u` behind it can begin an escape.

use std::fmt::Write;

/// Whether a character can be shown as it is: it is seen, and it acts on nothing around it.
pub(crate) fn is_shown(char: char) -> bool {
    match char {
        ' '..='~' => true,
        // Letters that are not seen: fillers of Hangul, and vowels of Khmer that are implied.
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}' => false,
        // Letters with a soft hyphen among them.
        '\u{a1}'..='\u{ff}' => char != '\u{ad}',
        // Dashes, quotes, currencies, arrows, mathematics, boxes, signs, and what Chinese, Japanese and Korean
        // sentences are made with.
        '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205e}'
        | '\u{20a0}'..='\u{20c0}'
        | '\u{2100}'..='\u{23ff}'
        | '\u{2500}'..='\u{27bf}'
        | '\u{3001}'..='\u{303d}'
        | '\u{ff01}'..='\u{ff5e}' => true,
        // Pictures.
        '\u{1f300}'..='\u{1f3fa}'
        | '\u{1f400}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6d7}'
        | '\u{1f900}'..='\u{1f9ff}' => true,
        _ => char.is_alphanumeric(),
    }
}

/// A character inside of a literal with these quotes.
pub(crate) fn put_escaped(out: &mut String, char: char, quote: char, ascii: bool) {
    match char {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        _ if char == quote => {
            out.push('\\');
            out.push(char);
        }
        _ if is_shown(char) && (!ascii || char.is_ascii()) => out.push(char),
        _ => char.encode_utf16(&mut [0; 2]).iter().for_each(|unit| put_unit(out, *unit)),
    }
}

/// A unit of UTF-16 as a Unicode escape. Never call it for a line end, a quote or a backslash.
pub(crate) fn put_unit(out: &mut String, unit: u16) {
    let _ = write!(out, "\\u{unit:04x}");
}

/// A literal of type `char`.
pub(crate) fn char_literal(unit: u16, ascii: bool) -> String {
    let mut out = String::from("'");
    match char::from_u32(unit.into()) {
        Some(char) => put_escaped(&mut out, char, '\'', ascii),
        None => put_unit(&mut out, unit),
    }
    out.push('\'');
    out
}
