//! Names of secrets, word by word: `userPassword` is one, `compass` and `tokenizer` are not.
//!
//! A name alone says little of a number: `tokenBegin` is a place. Only the names of [`DIGITS`] are asked for numbers, and
//! their values are weighed as well. What a class is for weighs, too: the token of a parser is a word of its text.

use super::Secrecy;

/// Words that make a name a secret's, in any place. Compounds that people write as one word are words.
#[rustfmt::skip]
const SECRETS: &[&[&str]] = &[
    &["password"], &["passwd"], &["pwd"], &["passphrase"], &["pass", "word"], &["pass", "phrase"],
    &["secret"], &["jwt"], &["bearer"], &["credential"],
    &["api", "key"], &["apikey"], &["access", "key"], &["accesskey"], &["secretkey"],
    &["private", "key"], &["privatekey"], &["encryption", "key"], &["signing", "key"], &["session", "key"],
    &["accesstoken"], &["authtoken"], &["refreshtoken"], &["clientsecret"],
    &["authorization"], &["cookie"], &["session", "id"], &["sessionid"], &["jsessionid"], &["csrf"], &["xsrf"],
    &["iban"],
];

/// Words of secrets that are digits.
#[rustfmt::skip]
const DIGITS: &[&[&str]] = &[
    &["passcode"], &["otp"], &["totp"], &["pin"], &["pin", "code"], &["pincode"],
    &["card", "number"], &["cardnumber"], &["card", "no"], &["credit", "card"], &["creditcard"], &["pan"],
    &["cvv"], &["cvc"], &["security", "code"], &["ssn"], &["social", "security"],
];

/// A credential, or a word of a text that is parsed.
const TOKEN: &[&str] = &["token"];

/// Words in the name of a class that parses: its tokens are words.
#[rustfmt::skip]
const PARSES: &[&str] = &[
    "token", "tokenizer", "tokeniser", "lexer", "lex", "lexical", "parser", "parse", "parsing", "scanner", "scan", "grammar",
    "syntax", "compiler", "interpreter", "ast", "json", "yaml", "xml", "csv", "html", "css", "sql", "antlr", "expression",
    "pointer", "reader", "highlighter", "analyzer", "stemmer", "template", "markdown", "formatter", "pattern", "regex",
];

/// Words of a class or a name that make a token a credential whatever else is there.
#[rustfmt::skip]
const GRANTS: &[&str] = &[
    "access", "account", "api", "auth", "authentication", "authorization", "bearer", "client", "credential", "csrf",
    "device", "id", "identity", "jwt", "login", "oauth", "password", "refresh", "remember", "reset", "security", "session",
    "user", "xsrf",
];

/// Last words that say something about a secret instead of being one: `tokenCount`, `passwordEncoder`.
#[rustfmt::skip]
const ABOUT: &[&str] = &[
    "count", "counter", "length", "len", "size", "index", "idx", "offset", "position", "pos", "start", "begin", "end",
    "type", "kind", "class", "name", "policy", "strength", "encoder", "validator", "factory", "provider",
    "manager", "service", "repository", "handler", "filter", "parser", "resolver", "generator", "store",
    "enabled", "required", "expiry", "expires", "expired", "expiration", "ttl", "timeout", "label", "field",
    "pattern", "format", "url", "uri", "path", "version", "stream", "limit", "max", "min", "usage", "rotation",
];

/// The longest rule, in words.
const WINDOW: usize = 4;

/// A rule that the user gave: words in sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    words: Vec<Box<[u8]>>,
}

impl Rule {
    /// The words of a name such as `customer-number`; only the last four count. `None` if there are none.
    pub fn parse(name: &str) -> Option<Rule> {
        let mut words: Vec<Box<[u8]>> =
            Words(name.as_bytes()).map(|word| word.to_ascii_lowercase().into()).collect();
        words.drain(..words.len().saturating_sub(WINDOW));
        if words.is_empty() { None } else { Some(Rule { words }) }
    }
}

/// Returns what is masked behind a field or parameter of this name, of a class or of one of its methods.
pub fn secrecy(class: &[u8], name: &[u8], extra: &[Rule]) -> Secrecy {
    // The words seen last, the newest first.
    let mut window: [&[u8]; WINDOW] = [&[]; WINDOW];
    let (mut found, mut token, mut about, mut grants) = (Secrecy::None, false, false, false);
    for word in Words(name) {
        window.rotate_right(1);
        window[0] = word;
        let ends = |rule: &&[&str]| ends_with(&window, rule.iter().map(|word| word.as_bytes()));
        about = is_one_of(word, ABOUT);
        grants |= is_one_of(word, GRANTS);
        if extra.iter().any(|rule| ends_with(&window, rule.words.iter().map(|word| &**word))) {
            return Secrecy::All;
        }
        if DIGITS.iter().any(ends) {
            found = Secrecy::Digits;
        } else if found == Secrecy::None && SECRETS.iter().any(ends) {
            found = Secrecy::Texts;
        }
        token |= ends(&TOKEN);
    }
    match found {
        _ if about => Secrecy::None,
        Secrecy::None if token && (grants || !parses(class)) => Secrecy::Texts,
        _ => found,
    }
}

/// Returns whether the tokens of a class are words of a text, and not credentials.
fn parses(class: &[u8]) -> bool {
    let mut parses = false;
    for word in Words(class) {
        if is_one_of(word, GRANTS) {
            return false;
        }
        parses |= is_one_of(word, PARSES);
    }
    parses
}

/// Returns whether a word, or its singular, is in a list.
fn is_one_of(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|other| is_word(word, other.as_bytes()))
}

fn is_word(word: &[u8], expected: &[u8]) -> bool {
    let singular = match word.split_last() {
        Some((b's' | b'S', singular)) => singular,
        _ => word,
    };
    word.eq_ignore_ascii_case(expected) || singular.eq_ignore_ascii_case(expected)
}

/// Returns whether the newest words are those of a rule, the last one possibly in the plural.
fn ends_with<'r>(window: &[&[u8]; WINDOW], rule: impl DoubleEndedIterator<Item = &'r [u8]>) -> bool {
    rule.rev().enumerate().all(|(back, expected)| match back {
        0 => is_word(window[back], expected),
        _ => window[back].eq_ignore_ascii_case(expected),
    })
}

/// The words of an identifier: cut at characters other than letters and digits, between letters and digits, and where
/// an upper-case letter starts a word (`userID`, `APIKey`). Digits are not words.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80;
        let start = self.0.iter().position(|&byte| is_letter(byte))?;
        let rest = &self.0[start..];
        let ends_before = |at: usize| {
            let (before, here) = (rest[at - 1], rest[at]);
            let next_is_lower = rest.get(at + 1).is_some_and(|byte| byte.is_ascii_lowercase());
            !is_letter(here) || here.is_ascii_uppercase() && (!before.is_ascii_uppercase() || next_is_lower)
        };
        let end = (1..rest.len()).find(|&at| ends_before(at)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> Vec<String> {
        Words(name.as_bytes()).map(|word| String::from_utf8_lossy(word).to_lowercase()).collect()
    }

    #[test]
    fn identifiers_are_cut_into_words() {
        assert_eq!(words("userPassword"), ["user", "password"]);
        assert_eq!(words("APIKey2"), ["api", "key"]);
        assert_eq!(words("api_key-v1.2"), ["api", "key", "v"]);
        assert_eq!(words("PASSWORD_HASH"), ["password", "hash"]);
        assert_eq!(words("userID"), ["user", "id"]);
        assert_eq!(words("this$0"), ["this"]);
        assert!(words("_$1").is_empty());
    }

    #[test]
    fn names_of_secrets_are_masked_and_names_like_them_are_not() {
        let yes = [
            "password",
            "userPassword",
            "PASSWORD",
            "passwordHash",
            "pwd",
            "dbPasswd",
            "secret",
            "clientSecret",
            "accessToken",
            "refresh_token",
            "tokens",
            "apiKey",
            "api-key",
            "API_KEY",
            "APIKey",
            "apikey",
            "x-api-key",
            "Authorization",
            "cookie",
            "cookies",
            "sessionId",
            "iban",
            "customerIban",
            "ssn",
            "pan",
            "pin",
            "newPin",
            "cardNumber",
            "creditCard",
            "cvv2",
            "privateKey",
            "credentials",
            "csrfToken",
        ];
        let no = [
            "tokenizer",
            "compass",
            "spinner",
            "pinned",
            "panel",
            "span",
            "passenger",
            "bypass",
            "secretary",
            "key",
            "keys",
            "keyCount",
            "tokenCount",
            "tokenType",
            "passwordEncoder",
            "passwordLength",
            "cookieName",
            "card",
            "discard",
            "number",
            "session",
            "id",
            "authored",
            "company",
            "spinCount",
            "opinion",
            "",
        ];
        for name in yes {
            assert_ne!(secrecy(b"com/acme/Customer", name.as_bytes(), &[]), Secrecy::None, "{name}");
        }
        for name in no {
            assert_eq!(secrecy(b"com/acme/Customer", name.as_bytes(), &[]), Secrecy::None, "{name}");
        }
    }

    /// A number of such a name is a place, a measure or a state; only PINs, cards and the like are digits.
    #[test]
    fn only_secrets_that_are_digits_are_sought_in_numbers() {
        for name in ["tokenStartLine", "tokenColumn", "mTokenState", "passwordDepth", "lengthOfIBAN"] {
            assert_eq!(secrecy(b"com/acme/Customer", name.as_bytes(), &[]), Secrecy::Texts, "{name}");
        }
        for name in ["pin", "newPin", "cardNumber", "cvv2", "pan", "otp", "ssn"] {
            assert_eq!(secrecy(b"com/acme/Customer", name.as_bytes(), &[]), Secrecy::Digits, "{name}");
        }
        for name in ["tokenBegin", "tokenTypes", "pinCount"] {
            assert_eq!(secrecy(b"com/acme/Customer", name.as_bytes(), &[]), Secrecy::None, "{name}");
        }
    }

    #[test]
    fn the_token_of_a_parser_is_a_word() {
        for class in ["org/json/JSONPointer", "com/acme/Lexer", "org/acme/parser/State", "p/StringTokenizer"]
        {
            assert_eq!(secrecy(class.as_bytes(), b"refTokens", &[]), Secrecy::None, "{class}");
            assert_eq!(secrecy(class.as_bytes(), b"accessToken", &[]), Secrecy::Texts, "{class}");
            assert_eq!(secrecy(class.as_bytes(), b"password", &[]), Secrecy::Texts, "{class}");
        }
        for class in ["com/acme/auth/TokenParser", "com/acme/JwtReader", "com/acme/Mailer", "p/SessionJson"] {
            assert_eq!(secrecy(class.as_bytes(), b"token", &[]), Secrecy::Texts, "{class}");
        }
    }

    #[test]
    fn a_user_may_name_more() {
        let rules = [Rule::parse("customer-number").unwrap()];
        for name in ["customerNumber", "CUSTOMER_NUMBER", "oldCustomerNumbers"] {
            assert_eq!(secrecy(b"p/A", name.as_bytes(), &rules), Secrecy::All, "{name}");
        }
        assert_eq!(secrecy(b"p/A", b"customerName", &rules), Secrecy::None);
        assert_eq!(secrecy(b"p/A", b"number", &rules), Secrecy::None);
        assert_eq!(Rule::parse("--"), None);
    }
}
