//! Entry names: bytes in one of two encodings.

use std::borrow::Cow;

/// An entry's name as text.
///
/// Names are UTF-8 if a flag says so and CP437 otherwise (APPNOTE 4.4.4 bit 11 and appendix D), but
/// jars have always held UTF-8 without the flag, and the JDK reads every name as UTF-8. So the flag
/// is not asked: what is UTF-8 is read as such, and everything else as CP437, which any bytes are.
/// The JDK refuses an archive that has such a name.
pub(super) fn decode(name: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(name) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => name.iter().map(|&byte| cp437(byte)).collect::<String>().into(),
    }
}

fn cp437(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        Some(index) => CP437_UPPER_HALF[usize::from(index)],
        None => char::from(byte),
    }
}

#[rustfmt::skip]
const CP437_UPPER_HALF: [char; 128] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å',
    'É', 'æ', 'Æ', 'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', '¢', '£', '¥', '₧', 'ƒ',
    'á', 'í', 'ó', 'ú', 'ñ', 'Ñ', 'ª', 'º', '¿', '⌐', '¬', '½', '¼', '¡', '«', '»',
    '░', '▒', '▓', '│', '┤', '╡', '╢', '╖', '╕', '╣', '║', '╗', '╝', '╜', '╛', '┐',
    '└', '┴', '┬', '├', '─', '┼', '╞', '╟', '╚', '╔', '╩', '╦', '╠', '═', '╬', '╧',
    '╨', '╤', '╥', '╙', '╘', '╒', '╓', '╫', '╪', '┘', '┌', '█', '▄', '▌', '▐', '▀',
    'α', 'ß', 'Γ', 'π', 'Σ', 'σ', 'µ', 'τ', 'Φ', 'Θ', 'Ω', 'δ', '∞', 'φ', 'ε', '∩',
    '≡', '±', '≥', '≤', '⌠', '⌡', '÷', '≈', '°', '∙', '·', '√', 'ⁿ', '²', '■', '\u{a0}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_kept_and_the_rest_is_cp437() {
        assert_eq!(decode(b"a/B.class"), "a/B.class");
        assert_eq!(decode("ä/Ö.class".as_bytes()), "ä/Ö.class");
        assert_eq!(decode(b"\x84/\x99.class"), "ä/Ö.class");
    }

    /// Against Python's codec: `bytes(range(128, 256)).decode('cp437')`.
    #[test]
    fn the_table_has_the_known_landmarks() {
        for (byte, character) in [
            (0x80, 'Ç'),
            (0x9e, '₧'),
            (0xb0, '░'),
            (0xc4, '─'),
            (0xdb, '█'),
            (0xe1, 'ß'),
            (0xfd, '²'),
            (0xff, '\u{a0}'),
        ] {
            assert_eq!(cp437(byte), character, "{byte:#x}");
        }
    }
}
