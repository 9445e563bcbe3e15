//! Comments that stay comments.
//!
//! A comment ends at a line end or at `*/`, and javac finds both after it has translated Unicode escapes
//! (JLS 3.3): `// \u000a System.exit(1);` is two lines. So a backslash before a `u` is doubled where it could
//! begin an escape, line ends begin another comment line, and `*/` is taken apart. Characters that an editor
//! would obey are named instead.

use std::fmt::Write;

use crate::layout::columns;
use crate::literal::character::is_shown;

/// A text as a comment above a file, unless it is one.
pub fn block(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if !text.is_empty() && crate::declarations::positions(text).is_empty() {
        return text.to_owned();
    }
    let lines = lines(text, usize::MAX, false);
    let lines: String = lines.iter().map(|line| format!(" * {line}").trim_end().to_owned() + "\n").collect();
    format!("/*\n{lines} */")
}

/// Recorded content for a documentation comment: what javadoc would take as a tag or as HTML is escaped.
pub fn javadoc_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            _ => out.push(char),
        }
    }
    out
}

/// The lines of a comment, safe behind `//` and within `/* */`, none wider than there is room for if
/// it has spaces to break at.
pub(crate) fn lines(text: &str, room: usize, ascii: bool) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let lines = text.trim_matches(['\n', ' ']).split(['\n', '\r']);
    lines.flat_map(|line| wrapped(&safe(line, ascii), room)).collect()
}

/// A line's text without anything that could end the comment or act on the text around it.
fn safe(line: &str, ascii: bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut backslashes = 0;
    for char in line.chars() {
        match char {
            // Only a backslash behind an even number of others can begin an escape.
            'u' if backslashes % 2 == 1 => out.push_str("\\u"),
            '/' if out.ends_with('*') => out.push_str(" /"),
            // Nor shall a comment begin within a comment, where some would take it for the end of one.
            '*' if out.ends_with('/') => out.push_str(" *"),
            '\t' => out.push(' '),
            _ if is_shown(char) && (!ascii || char.is_ascii()) => out.push(char),
            _ => {
                let _ = write!(out, "U+{:04X}", u32::from(char));
            }
        }
        backslashes = if char == '\\' { backslashes + 1 } else { 0 };
    }
    out
}

/// Breaks a line at spaces.
fn wrapped(line: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = String::new();
    for word in line.trim_end().split(' ') {
        if !current.trim().is_empty() && columns(&current) + columns(word) > room {
            lines.push(current.trim_end().to_owned());
            current.clear();
        }
        current.push_str(word);
        current.push(' ');
    }
    lines.push(current.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(lines(text, 40, false), expected);
    }

    /// Ordinary text is left alone, backslashes of Windows paths included.
    #[test]
    fn plain_text_stays() {
        check("the total of 3 items", &["the total of 3 items"]);
        check("one\n\n  two\r\nthree\n", &["one", "", "  two", "three"]);
        check(r"C:\temp\new", &[r"C:\temp\new"]);
        check("größer als 3 €", &["größer als 3 €"]);
    }

    /// Nothing that was recorded ends a comment.
    #[test]
    fn nothing_ends_a_comment() {
        check(r"\u000a System.exit(1);", &[r"\\u000a System.exit(1);"]);
        check(r"\\u000a even already", &[r"\\u000a even already"]);
        check(r"\\\u002a/", &[r"\\\\u002a/"]);
        check("*/ class X {} /*", &["* / class X {} / *"]);
        check("**//", &["** //"]);
        check("a\rb", &["a", "b"]);
    }

    /// Characters that editors interpret are written by name.
    #[test]
    fn nothing_acts_on_the_text_around() {
        check("if \u{202e}x\u{2066} {\u{0}}\u{2028}", &["if U+202ExU+2066 {U+0000}U+2028"]);
    }

    /// Long lines are broken between words, and long words are left whole.
    #[test]
    fn long_lines_are_broken() {
        check(
            "a comment that is too long for one line of forty columns",
            &["a comment that is too long for one line", "of forty columns"],
        );
        let word = "x".repeat(60);
        check(&word, &[&word]);
    }

    /// Recorded content is not markup in a documentation comment.
    #[test]
    fn recorded_content_is_no_markup() {
        assert_eq!(javadoc_text("{@link x} <b>&"), "&#123;&#64;link x&#125; &lt;b&gt;&amp;");
    }
}
