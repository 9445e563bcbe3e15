//! Valid identifiers of Java.

/// Words that some release from 8 to 25 does not take as an identifier (JLS 3.9), literals included.
const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Words that are identifiers but cannot name a type (JLS 3.8, TypeIdentifier).
const NO_TYPES: &[&str] = &["permits", "record", "sealed", "var", "yield"];

/// Whether source code can use this as a name: letters and digits that no release reserves (JLS 3.8, 3.9).
///
/// It says no to some names that javac would take: those with invisible characters, and those in rare
/// scripts, whose letters differ between the versions of Unicode that JDKs know.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(is_start) && chars.all(is_part) && RESERVED.binary_search(&name).is_err()
}

/// Whether it can name a class.
pub fn is_type_identifier(name: &str) -> bool {
    is_identifier(name) && !NO_TYPES.contains(&name)
}

/// Whether every part of a dotted name is an identifier.
pub fn is_qualified_name(name: &str) -> bool {
    name.split('.').all(is_identifier)
}

/// Whether an identifier can begin with it.
pub(crate) fn is_start(char: char) -> bool {
    matches!(char, 'a'..='z' | 'A'..='Z' | '_' | '$') || is_common_letter(char)
}

/// Whether an identifier can continue with it.
pub(crate) fn is_part(char: char) -> bool {
    char.is_ascii_digit() || is_start(char)
}

/// Letters beyond ASCII of blocks that programs are written in. `is_alphabetic` alone would let marks
/// through that cannot begin a name.
fn is_common_letter(char: char) -> bool {
    let in_block = matches!(char,
        '\u{aa}' | '\u{b5}' | '\u{ba}'..='\u{24f}'
        | '\u{386}'..='\u{481}' | '\u{48a}'..='\u{556}' | '\u{561}'..='\u{587}'
        | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' | '\u{905}'..='\u{939}' | '\u{e01}'..='\u{e30}'
        | '\u{10d0}'..='\u{10fa}' | '\u{1e00}'..='\u{1ffc}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{4db5}' | '\u{4e00}'..='\u{9fa5}'
        | '\u{ac00}'..='\u{d7a3}');
    // Blocks have holes and signs among their letters, such as the signs of multiplication and division.
    in_block && char.is_alphabetic()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    /// The binary search needs order.
    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
    }
}
