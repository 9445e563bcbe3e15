//! Text blocks (JLS 3.10.6): strings of several lines, as they look.
//!
//! Three things happen to a text block's content, in this order: Unicode escapes are translated (before
//! anything else in the file), indentation that all lines share and spaces at the ends of lines go away, and
//! then escapes such as `\t` are translated. So a space at the end of a line must be an escape of the last kind,
//! and white space may never be a Unicode escape: it would go away like the thing itself.

use super::character::{is_shown, put_unit};
use crate::style::Style;

/// A line longer than this reads better in pieces.
const LONGEST_LINE: usize = 160;

/// The lines after the opening quotes, if the string reads better so and the block can mean exactly it.
pub(crate) fn lines(units: &[u16], style: &Style) -> Option<Vec<String>> {
    let newlines = units.iter().filter(|unit| **unit == u16::from(b'\n')).count();
    // Two short lines are as clear on one.
    if newlines == 0 || (newlines <= 2 && units.len() <= 40) || newlines * 200 < units.len() {
        return None;
    }
    // Half a pair, or white space that is neither a space nor has an escape of its own, has no exact form here.
    let text = String::from_utf16(units).ok()?;
    let exotic = |char: char| char.is_whitespace() && u32::from(char) > 0xff;
    if text.chars().any(exotic) {
        return None;
    }
    let mut lines: Vec<String> =
        text.split('\n').enumerate().map(|(at, line)| escaped(line, at == newlines, style.ascii)).collect();
    if lines.iter().any(|line| line.chars().count() > LONGEST_LINE) {
        return None;
    }
    // Mostly escapes: no easier to read than a literal.
    if lines.iter().map(|line| line.matches("\\u").count() * 6).sum::<usize>() * 2 > units.len() {
        return None;
    }
    let last = lines.pop()?;
    match &*last {
        // The content ends in a newline, and the closing quotes stand on a line of their own. They fix the
        // indentation that goes away.
        "" => lines.push("\"\"\"".to_owned()),
        // Without the quotes to fix it, indentation of all the lines would go away.
        _ if lines.iter().chain([&last]).all(|line| line.is_empty() || line.starts_with(' ')) => {
            lines.push(last + "\\");
            lines.push("\"\"\"".to_owned());
        }
        _ => lines.push(last + "\"\"\""),
    }
    Some(lines)
}

/// A line of content, with everything escaped that would not come back by itself.
fn escaped(line: &str, is_last: bool, ascii: bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut quotes = 0;
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        quotes = if char == '"' { quotes + 1 } else { 0 };
        match char {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            // Three in a row would end the block, and one before the closing quotes would be one of them.
            '"' if quotes == 3 || (is_last && chars.peek().is_none()) => {
                out.push_str("\\\"");
                quotes = 0;
            }
            ' ' if chars.peek().is_none() => out.push_str("\\s"),
            // Three digits, so that no digit of the content is taken as one more.
            '\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' => out.push_str(&format!("\\{:03o}", u32::from(char))),
            _ if is_shown(char) && (!ascii || char.is_ascii()) => out.push(char),
            _ => char.encode_utf16(&mut [0; 2]).iter().for_each(|unit| put_unit(&mut out, *unit)),
        }
    }
    out
}
