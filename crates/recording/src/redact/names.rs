//! Names of secrets, word by word: `userPassword` is one, `compass` and `tokenizer` are not.

/// Words that make a name a secret's, in any place. Compounds that people write as one word are words.
#[rustfmt::skip]
const SECRETS: &[&[&str]] = &[
    &["password"], &["passwd"], &["pwd"], &["passphrase"], &["passcode"], &["pass", "word"], &["pass", "phrase"],
    &["secret"], &["token"], &["jwt"], &["bearer"], &["credential"], &["otp"], &["totp"],
    &["api", "key"], &["apikey"], &["access", "key"], &["accesskey"], &["secretkey"],
    &["private", "key"], &["privatekey"], &["encryption", "key"], &["signing", "key"], &["session", "key"],
    &["accesstoken"], &["authtoken"], &["refreshtoken"], &["clientsecret"],
    &["authorization"], &["cookie"], &["session", "id"], &["sessionid"], &["jsessionid"], &["csrf"], &["xsrf"],
    &["card", "number"], &["cardnumber"], &["card", "no"], &["credit", "card"], &["creditcard"], &["pan"],
    &["cvv"], &["cvc"], &["security", "code"], &["pin"], &["pin", "code"], &["pincode"],
    &["iban"], &["ssn"], &["social", "security"],
];

/// Last words that say something about a secret instead of being one: `tokenCount`, `passwordEncoder`.
#[rustfmt::skip]
const ABOUT: &[&str] = &[
    "count", "counter", "length", "len", "size", "index", "idx", "offset", "position", "pos", "start", "end",
    "type", "kind", "class", "name", "policy", "strength", "encoder", "validator", "factory", "provider",
    "manager", "service", "repository", "handler", "filter", "parser", "resolver", "generator", "store",
    "enabled", "required", "expiry", "expires", "expired", "expiration", "ttl", "timeout", "label", "field",
    "pattern", "format", "url", "uri", "path", "version", "stream", "limit", "max", "min", "usage", "rotation",
];

/// Last words that make a number a place or a measure: `tokenStartLine`. A text of such a name may still hold the secret.
const MEASURES: &[&str] =
    &["line", "column", "col", "row", "depth", "level", "width", "height", "total", "millis", "nanos"];

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

/// Returns whether a field or parameter of this name holds a secret; fewer names do where it is a number.
pub fn is_secret(name: &[u8], is_number: bool, extra: &[Rule]) -> bool {
    // The words seen last, the newest first.
    let mut window: [&[u8]; WINDOW] = [&[]; WINDOW];
    let (mut found, mut about) = (false, false);
    for word in Words(name) {
        window.rotate_right(1);
        window[0] = word;
        let is_one_of =
            |words: &[&str]| words.iter().any(|other| word.eq_ignore_ascii_case(other.as_bytes()));
        about = is_one_of(ABOUT) || is_number && is_one_of(MEASURES);
        if extra.iter().any(|rule| ends_with(&window, rule.words.iter().map(|word| &**word))) {
            return true;
        }
        found |= SECRETS.iter().any(|rule| ends_with(&window, rule.iter().map(|word| word.as_bytes())));
    }
    found && !about
}

/// Returns whether the newest words are those of a rule, the last one possibly in the plural.
fn ends_with<'r>(window: &[&[u8]; WINDOW], rule: impl DoubleEndedIterator<Item = &'r [u8]>) -> bool {
    rule.rev().enumerate().all(|(back, expected)| {
        let word = window[back];
        let singular = match word.split_last() {
            Some((b's' | b'S', singular)) if back == 0 => singular,
            _ => word,
        };
        word.eq_ignore_ascii_case(expected) || singular.eq_ignore_ascii_case(expected)
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
            assert!(is_secret(name.as_bytes(), false, &[]), "{name}");
            assert!(is_secret(name.as_bytes(), true, &[]), "{name}");
        }
        for name in no {
            assert!(!is_secret(name.as_bytes(), false, &[]), "{name}");
        }
    }

    /// Parsers call places after tokens; as texts they could be the secret itself.
    #[test]
    fn numbers_that_measure_are_not_secrets() {
        for name in ["tokenStartLine", "tokenStartCharPositionInLine", "tokenColumn", "passwordDepth"] {
            assert!(!is_secret(name.as_bytes(), true, &[]), "{name}");
            assert!(is_secret(name.as_bytes(), false, &[]), "{name}");
        }
    }

    #[test]
    fn a_user_may_name_more() {
        let rules = [Rule::parse("customer-number").unwrap()];
        for name in ["customerNumber", "CUSTOMER_NUMBER", "oldCustomerNumbers"] {
            assert!(is_secret(name.as_bytes(), true, &rules), "{name}");
        }
        assert!(!is_secret(b"customerName", false, &rules));
        assert!(!is_secret(b"number", false, &rules));
        assert_eq!(Rule::parse("--"), None);
    }
}
