use super::character::char_literal;
use super::text::{Text, text};
use crate::Style;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn literal(content: &str) -> String {
    match text(&units(content), &Style { release: 8, width: 1000, ..Style::default() }) {
        Text::Literal(literal) => literal,
        other => panic!("{other:?}"),
    }
}

/// Readable characters stay; characters that end a literal, or that editors interpret, are escaped.
#[test]
fn strings_are_escaped() {
    for (content, expected) in [
        ("plain text", "plain text"),
        ("größer 名前 €–“x” 🙂", "größer 名前 €–“x” 🙂"),
        ("\"); System.exit(1); //", "\\\"); System.exit(1); //"),
        ("a\n\r\t\u{8}\u{c}\\", "a\\n\\r\\t\\b\\f\\\\"),
        ("\\u000a", "\\\\u000a"),
        ("it's", "it's"),
        ("\0\u{1b}\u{7f}\u{85}", "\\u0000\\u001b\\u007f\\u0085"),
        ("\u{202e}\u{200b}\u{2028}\u{feff}\u{ad}\u{3164}", "\\u202e\\u200b\\u2028\\ufeff\\u00ad\\u3164"),
        ("\u{e0041}", "\\udb40\\udc41"),
        ("a\u{a0}b\u{3000}", "a\\u00a0b\\u3000"),
    ] {
        assert_eq!(literal(content), format!("\"{expected}\""));
    }
    let ascii = Style { ascii: true, ..Style::default() };
    assert_eq!(text(&units("ö🙂"), &ascii), Text::Literal("\"\\u00f6\\ud83d\\ude42\"".into()));
    assert_eq!(text(&[0xdc00, 0xd800], &ascii), Text::Literal("\"\\udc00\\ud800\"".into()));
}

/// A backslash behind half a pair is written so that javac does not lose count of backslashes.
#[test]
fn a_backslash_behind_half_a_pair() {
    let mut content = vec![0xd800];
    content.extend(units("\\\\u000a"));
    let expected = r#""\ud800\134\\u000a""#;
    assert_eq!(text(&content, &Style::default()), Text::Literal(expected.into()));
}

/// The same for single characters, where the other quote is the one that ends.
#[test]
fn characters() {
    for (unit, expected) in [
        (u16::from(b'a'), "'a'"),
        (u16::from(b'\''), "'\\''"),
        (u16::from(b'"'), "'\"'"),
        (u16::from(b'\\'), "'\\\\'"),
        (10, "'\\n'"),
        (0, "'\\u0000'"),
        (0xe9, "'é'"),
        (0xd83d, "'\\ud83d'"),
        (0xffff, "'\\uffff'"),
    ] {
        assert_eq!(char_literal(unit, false), expected);
    }
}

/// A long string is cut behind line ends, else behind spaces, else where the room ends.
#[test]
fn long_strings_are_cut() {
    let style = Style { release: 8, width: 50, ..Style::default() };
    let cut = |content: &str| match text(&units(content), &style) {
        Text::Sum(literals) => literals,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        cut("a line\nanother line\n\nthe end of it"),
        [r#""a line\n""#, r#""another line\n\n""#, r#""the end of it""#]
    );
    assert_eq!(
        cut("words and more words and still more of them"),
        [r#""words and more ""#, r#""words and still ""#, r#""more of them""#]
    );
    assert_eq!(cut(&"x".repeat(36)), [format!("\"{}\"", "x".repeat(18)), format!("\"{}\"", "x".repeat(18))]);
    assert_eq!(cut(&"🙂".repeat(30)).concat().matches('🙂').count(), 30);
}

/// More than a constant can hold is joined when the program runs; each part is short enough, and none begins or ends
/// within a surrogate pair.
#[test]
fn huge_strings_are_joined() {
    let Text::Joined(parts) = text(&units(&"a🙂".repeat(20_000)), &Style::default()) else {
        panic!("not joined")
    };
    assert_eq!(parts.len(), 3);
    assert!(parts.iter().flatten().all(|literal| !literal.contains("\\u")));
}

fn block(content: &str) -> Option<Vec<String>> {
    super::text_block::lines(&units(content), &Style::default())
}

/// Several lines become a text block, with what would be lost in it escaped.
#[test]
fn text_blocks() {
    let check = |content: &str, expected: &[&str]| {
        let expected: Vec<String> = expected.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(block(content), Some(expected), "{content:?}");
    };
    check("{\n  \"name\": \"x\"\n}\n\n", &["{", "  \"name\": \"x\"", "}", "", "\"\"\""]);
    check("one\ntwo\nthree\nfour", &["one", "two", "three", "four\"\"\""]);
    check("ends in \"quotes\"\n\n\nlike \"this\"", &["ends in \"quotes\"", "", "", "like \"this\\\"\"\"\""]);
    check("\"\"\"\n\"\"\"\"\n\n", &["\"\"\\\"", "\"\"\\\"\"", "", "\"\"\""]);
    check(" a \n  b\t\n\n c", &[" a\\s", "  b\\t", "", " c\\", "\"\"\""]);
    check("\\u0022\n\\\n\0\n1", &["\\\\u0022", "\\\\", "\\000", "1\"\"\""]);
    check("a\r\nb\r\nc\r\n", &["a\\r", "b\\r", "c\\r", "\"\"\""]);
}

/// Where a text block is no clearer, or could not mean exactly the string, there is none.
#[test]
fn no_text_blocks() {
    assert_eq!(block("one line"), None);
    assert_eq!(block("two\nlines"), None);
    assert_eq!(block("a\nb\nc\n\u{2003}\n"), None);
    assert_eq!(block(&format!("a\nb\n{}\n", "x".repeat(200))), None);
    assert_eq!(block("\u{202e}\n\u{202e}\n\u{202e}\n"), None);
    let lone = [u16::from(b'\n'), 0xd800, u16::from(b'\n'), u16::from(b'\n')];
    assert_eq!(super::text_block::lines(&lone, &Style::default()), None);
}
