//! Strings that look like secrets, whatever they are called.
//!
//! One pass; at the start of each word, the few shapes that begin with its first character are tried.

/// A character of a string: Latin-1 or UTF-16.
pub trait Char: Copy {
    /// The character if it is ASCII, otherwise a byte that no shape has.
    fn ascii(self) -> u8;
}

impl Char for u8 {
    fn ascii(self) -> u8 {
        self
    }
}

impl Char for u16 {
    fn ascii(self) -> u8 {
        u8::try_from(self).unwrap_or(0x80)
    }
}

/// Returns whether a string looks like a secret or contains one.
pub fn is_secret<C: Char>(text: &[C]) -> bool {
    // The shortest shape: `Basic` and eight characters.
    if text.len() < 12 {
        return false;
    }
    let mut before = 0;
    for (at, char) in text.iter().enumerate() {
        let traits = TRAITS[usize::from(char.ascii())];
        // Nearly every character ends here: it starts no shape, or it is within a word.
        if traits & !before & (STARTS | COLON) != 0 {
            let rest = &text[at..];
            if shapes(rest, char.ascii()) || traits & COLON != 0 && url_password(rest) {
                return true;
            }
        }
        before = if traits & WORD != 0 { STARTS } else { 0 };
    }
    false
}

/// A character may be part of a word, may start a shape if no word goes on there, and may be a colon.
const WORD: u8 = 1;
const STARTS: u8 = 2;
const COLON: u8 = 4;

/// The traits of every character: the agent asks on the subject's threads.
const TRAITS: [u8; 256] = {
    let mut traits = [0; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        let word = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let starts =
            matches!(byte, b'e' | b'-' | b'g' | b'x' | b's' | b'r' | b'b' | b'2'..=b'6' | b'A'..=b'Z');
        traits[byte as usize] = if word { WORD } else { 0 } | if starts { STARTS } else { 0 };
        if byte == b':' {
            traits[byte as usize] = COLON;
        }
        byte += 1;
    }
    traits
};

/// The shapes that start with a character.
fn shapes<C: Char>(text: &[C], first: u8) -> bool {
    match first {
        b'e' => json_web_token(text),
        b'-' => pem_private_key(text),
        b'g' => {
            ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"]
                .iter()
                .any(|prefix| key(text, prefix, 30, is_alphanumeric))
                || key(text, "github_pat_", 22, is_word)
                || key(text, "glpat-", 20, is_word)
        }
        b'x' => {
            ["xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-"].iter().any(|prefix| key(text, prefix, 10, is_word))
        }
        b's' | b'r' => ["sk_live_", "sk_test_", "rk_live_", "sk-ant-", "sk-proj-"]
            .iter()
            .any(|prefix| key(text, prefix, 16, is_word)),
        b'B' | b'b' => authorization(text),
        b'2'..=b'6' => payment_card(text),
        b'A'..=b'Z' => {
            ["AKIA", "ASIA"].iter().any(|prefix| key(text, prefix, 16, is_upper_alphanumeric))
                || key(text, "AIza", 35, is_word)
                || bank_account(text)
        }
        _ => false,
    }
}

fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_upper_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

/// Returns whether a byte occurs in base64url and in keys.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

fn starts_with<C: Char>(text: &[C], prefix: &str) -> bool {
    text.len() >= prefix.len() && prefix.bytes().zip(text).all(|(byte, char)| char.ascii() == byte)
}

/// How many characters of a kind come first.
fn run<C: Char>(text: &[C], is_part: fn(u8) -> bool) -> usize {
    text.iter().take_while(|char| is_part(char.ascii())).count()
}

/// A prefix that an issuer gives its keys, and enough characters behind it.
fn key<C: Char>(text: &[C], prefix: &str, least: usize, is_part: fn(u8) -> bool) -> bool {
    starts_with(text, prefix) && run(&text[prefix.len()..], is_part) >= least
}

/// Three parts in base64url, of which the first is a JSON object.
fn json_web_token<C: Char>(text: &[C]) -> bool {
    if !starts_with(text, "eyJ") {
        return false;
    }
    let header = run(text, is_word);
    let rest = &text[header..];
    if header < 10 || rest.first().is_none_or(|char| char.ascii() != b'.') {
        return false;
    }
    let payload = run(&rest[1..], is_word);
    payload >= 10 && rest.get(1 + payload).is_some_and(|char| char.ascii() == b'.')
}

fn pem_private_key<C: Char>(text: &[C]) -> bool {
    if !starts_with(text, "-----BEGIN ") {
        return false;
    }
    // `RSA`, `EC`, `OPENSSH`, `ENCRYPTED` or nothing may stand between.
    (11..text.len().min(32)).any(|at| starts_with(&text[at..], "PRIVATE KEY-----"))
}

/// The value of an `Authorization` header.
fn authorization<C: Char>(text: &[C]) -> bool {
    let is_token = |byte: u8| is_word(byte) || b".~+/=".contains(&byte);
    let scheme = |name: &str| {
        text.len() > name.len()
            && name.bytes().zip(text).all(|(byte, char)| char.ascii().eq_ignore_ascii_case(&byte))
    };
    if scheme("bearer ") {
        return run(&text[7..], is_token) >= 12;
    }
    // `Basic` is also an English word: what follows must be base64 with its padding, a digit or both
    // cases, up to the end.
    if scheme("basic ") {
        let rest = &text[6..];
        let has = |is: fn(&u8) -> bool| rest.iter().any(|char| is(&char.ascii()));
        let mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
        return rest.len() >= 8
            && run(rest, is_token) == rest.len()
            && (mixed || has(u8::is_ascii_digit) || has(|&byte| byte == b'='));
    }
    false
}

/// `://user:password@`, from the first colon on.
fn url_password<C: Char>(text: &[C]) -> bool {
    if !starts_with(text, "://") {
        return false;
    }
    let mut has_colon = false;
    for (at, char) in text[3..].iter().take(256).enumerate() {
        match char.ascii() {
            b':' if at > 0 => has_colon = true,
            b'@' => return has_colon,
            b'/' | b'?' | b'#' | b' ' | b'\n' | b'"' => return false,
            _ => {}
        }
    }
    false
}

/// The number of a payment card: an issuer's prefix with its length, and the check digit of ISO/IEC 7812.
fn payment_card<C: Char>(text: &[C]) -> bool {
    let mut digits = [0u8; 19];
    let mut count = 0;
    let mut end = 0;
    for (at, char) in text.iter().enumerate() {
        match char.ascii() {
            digit @ b'0'..=b'9' if count < digits.len() => {
                digits[count] = digit - b'0';
                count += 1;
                end = at + 1;
            }
            b'0'..=b'9' => return false,
            // One separator between groups.
            b' ' | b'-' if at == end => {}
            _ => break,
        }
    }
    if text.get(end).is_some_and(|char| is_alphanumeric(char.ascii()) || char.ascii() == b'.') {
        return false;
    }
    let digits = &digits[..count];
    let prefix =
        |length: usize| digits.iter().take(length).fold(0u32, |sum, &digit| sum * 10 + u32::from(digit));
    let is_issued = match count {
        13 | 19 => prefix(1) == 4,
        14 => matches!(prefix(2), 36 | 38 | 39) || matches!(prefix(3), 300..=305),
        15 => matches!(prefix(2), 34 | 37),
        16 => {
            prefix(1) == 4
                || matches!(prefix(2), 51..=55 | 65)
                || matches!(prefix(4), 2221..=2720 | 3528..=3589 | 6011)
        }
        _ => false,
    };
    is_issued && has_check_digit(digits)
}

/// Luhn's formula.
fn has_check_digit(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| match at % 2 {
            0 => u32::from(digit),
            _ => u32::from(digit) * 2 - if digit > 4 { 9 } else { 0 },
        })
        .sum();
    sum.is_multiple_of(10)
}

/// An IBAN: country, check digits, account; perhaps in groups of four. ISO 13616.
fn bank_account<C: Char>(text: &[C]) -> bool {
    // Words in upper case are common, with two digits behind two letters they are not.
    let digits = text.get(2..4).is_some_and(|pair| pair.iter().all(|char| char.ascii().is_ascii_digit()));
    if !digits {
        return false;
    }
    let mut chars = [0u8; 34];
    let mut count = 0;
    let mut end = 0;
    for (at, char) in text.iter().enumerate() {
        let byte = char.ascii();
        if byte == b' ' && at == end && count % 4 == 0 {
            continue;
        }
        if count == chars.len() || !is_upper_alphanumeric(byte) {
            break;
        }
        chars[count] = byte;
        count += 1;
        end = at + 1;
    }
    let chars = &chars[..count];
    let has_shape = count >= 15 && chars[..2].iter().all(u8::is_ascii_uppercase);
    if !has_shape || text.get(end).is_some_and(|char| is_alphanumeric(char.ascii())) {
        return false;
    }
    let remainder = chars[4..].iter().chain(&chars[..4]).fold(0u32, |rest, &byte| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        _ => (rest * 100 + u32::from(byte - b'A') + 10) % 97,
    });
    remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        assert_eq!(is_secret(text.as_bytes()), expected, "{text}");
        let utf16: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(is_secret(&utf16), expected, "{text} as UTF-16");
        let within: Vec<u16> = format!("\u{4e2d} {text} \u{4e2d}").encode_utf16().collect();
        assert!(!expected || text.starts_with("Basic") || is_secret(&within), "{text} within a text");
    }

    // No secret of anyone: documentation examples, put together here so that scanners stay quiet.
    #[test]
    fn secrets_are_seen() {
        check(
            &["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].join("."),
            true,
        );
        check(&format!("-----BEGIN RSA {} KEY-----\nMIIE", "PRIVATE"), true);
        check(&format!("-----BEGIN {} KEY-----\nMIIE", "PRIVATE"), true);
        check(&format!("AKIA{}", "IOSFODNN7EXAMPLE"), true);
        check(&format!("ghp_{}", "a1B2".repeat(9)), true);
        check(&format!("sk_live_{}", "a1B2".repeat(6)), true);
        check("Bearer abcdef0123456789", true);
        check("Basic dXNlcjpwYXNzd29yZA==", true);
        check("4111 1111 1111 1111", true);
        check("5500-0000-0000-0004", true);
        check("378282246310005", true);
        check("DE89 3704 0044 0532 0130 00", true);
        check("GB82WEST12345698765432", true);
        check("jdbc:postgresql://user:hunter2@db/shop", true);
    }

    #[test]
    fn what_only_looks_like_one_is_let_through() {
        for text in [
            "",
            "hello",
            "a sentence about bearer bonds and basic information",
            "Basic information",
            "-----BEGIN CERTIFICATE-----\nMIIE",
            "-----BEGIN PUBLIC KEY-----",
            "4111 1111 1111 1112",
            "1731700000000",
            "4111111111111111.5",
            "550e8400-e29b-41d4-a716-446655440000",
            "2026-11-15T22:08:44Z",
            "http://example.com:8080/path@x",
            "http://user@example.com/",
            "eyJhbGciOiJIUzI1NiJ9",
            "com.acme.eyJ.Foo.Bar.Baz.Qux",
            "AKIA",
            "GB82WEST12345698765433",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "java/util/concurrent/ConcurrentHashMap",
        ] {
            check(text, false);
        }
    }

    /// Texts that are all beginnings of secrets: looking for the end of each would take hours.
    #[test]
    fn beginnings_of_secrets_are_not_secrets_however_many() {
        for piece in ["eyJ", "eyJ.", "://", "4 ", "AB12", "-----BEGIN ", "Bearer ", "0123456789"] {
            assert!(!is_secret(piece.repeat(200_000).as_bytes()), "{piece}");
        }
    }
}
