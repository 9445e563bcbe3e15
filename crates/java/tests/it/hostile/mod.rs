//! Texts that would like to be code.

use proptest::prelude::*;

/// Pieces that would like to be code, or to be lost.
const HOSTILE: &[&str] = &[
    "\"); System.exit(1); //",
    "\" + System.exit(1) + \"",
    "\\u000a System.exit(1); //",
    "\\u000aSystem.exit(1);//",
    "\\\\u000a",
    "\\\\\\u0022",
    "\\uuuu0022",
    "\\u005c\\u0022",
    "\\",
    "\\\\",
    "u0022",
    "*/ System.exit(1); /*",
    "*\\u002f System.exit(1);",
    "*\\",
    "/*",
    "**/",
    "\"\"\"",
    "\"\"\"\"",
    "\"",
    "\\\"\"\"",
    "'",
    "\n",
    "\r",
    "\r\n",
    "\t",
    " ",
    "  ",
    "\\s",
    "\\n",
    "\u{0}",
    "\u{0}1",
    "\u{8}\u{c}\u{b}",
    "\u{1a}",
    "\u{1c}\u{1f}",
    "\u{7f}\u{85}\u{a0}",
    "\u{2028}\u{2029}",
    "\u{202e}\u{2066}\u{200f}",
    "\u{200b}\u{feff}\u{ad}",
    "\u{2003}\u{3000}",
    "🙂",
    "é",
    "名",
    "{@code */}",
    "@param",
    "<b>&amp;",
    "${x}",
    "%s",
    "0",
    "word",
    "Two Words",
];

/// Each hostile piece alone, between letters, alone on lines, and at the beginning and end of lines.
pub fn hostile_strings() -> Vec<Vec<u16>> {
    let shapes = |piece: &str| {
        [
            piece.to_owned(),
            format!("a{piece}b"),
            format!("first line of several lines\n{piece}\n\nlast line\n"),
            format!("{piece}first line of several\n  x{piece}\n{piece}y\n   last line{piece}"),
            format!("  {piece}\n  {piece}\n   {piece}\n  and one more line that ends in {piece}"),
            piece.repeat(40),
            format!("{piece}\n").repeat(5),
        ]
    };
    let mut all: Vec<Vec<u16>> =
        HOSTILE.iter().flat_map(|piece| shapes(piece)).map(|text| text.encode_utf16().collect()).collect();
    all.extend([vec![], vec![0xd800], vec![0xdc00], vec![0xdc00, 0xd800], vec![0xd83d, 10, 0xde42, 10, 10]]);
    all
}

/// Strings of hostile pieces, random characters and halves of pairs.
pub fn any_string() -> impl Strategy<Value = Vec<u16>> {
    let piece = prop_oneof![
        4 => proptest::sample::select(HOSTILE).prop_map(|piece| piece.encode_utf16().collect::<Vec<u16>>()),
        1 => any::<u16>().prop_map(|unit| vec![unit]),
        1 => any::<char>().prop_map(|char| char.encode_utf16(&mut [0; 2]).to_vec()),
        1 => Just(vec![u16::from(b'\n')]),
        1 => (0xd800u16..0xe000).prop_map(|unit| vec![unit]),
    ];
    proptest::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}
