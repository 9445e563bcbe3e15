//! Public constants of the JDK that read better than what they stand for.
//!
//! They are used by value. Whether an object is the very constant, the planner knows by its statics.

use reenact_heap::LogicalForm;
use reenact_heap::logical::{BigInteger, Date, Time, Zone};

use crate::plan::Member;

/// The constant of the JDK that is equal to an object of a class with this form, at a Java level.
///
/// ```
/// use reenact_heap::LogicalForm;
/// use reenact_rebuild::logical::constant;
///
/// let utf_8 = LogicalForm::Charset("UTF-8".to_owned());
/// assert_eq!(&*constant("sun/nio/cs/UTF_8", &utf_8, 8).unwrap().name, "UTF_8");
/// assert_eq!(constant("sun/nio/cs/IBM437", &LogicalForm::Charset("IBM437".to_owned()), 8), None);
/// ```
pub fn constant(class: &str, form: &LogicalForm, release: u8) -> Option<Member> {
    use LogicalForm as F;
    let of = |name: &str| Some(Member::new(class, name, &format!("L{class};")));
    match form {
        F::BigInteger(number) => of(number_name(number, release, 9)?),
        F::BigDecimal { unscaled, scale: 0 } => of(number_name(unscaled, release, 19)?),
        F::Duration { seconds: 0, nanos: 0 } | F::Period { years: 0, months: 0, days: 0 } => of("ZERO"),
        F::Instant { seconds: 0, nanos: 0 } => of("EPOCH"),
        F::Instant { seconds: -31_557_014_167_219_200, nanos: 0 } => of("MIN"),
        F::Instant { seconds: 31_556_889_864_403_199, nanos: 999_999_999 } => of("MAX"),
        F::LocalDate(LOWEST_DATE) | F::LocalDateTime(LOWEST_DATE, MIDNIGHT) => of("MIN"),
        F::LocalDate(HIGHEST_DATE) | F::LocalTime(LAST_TIME) | F::LocalDateTime(HIGHEST_DATE, LAST_TIME) => {
            of("MAX")
        }
        F::LocalTime(MIDNIGHT) => of("MIDNIGHT"),
        F::LocalTime(NOON) => of("NOON"),
        F::Zone(Zone::Offset(0)) => of("UTC"),
        F::Charset(name) => {
            let (_, field) = CHARSETS.iter().find(|(charset, _)| charset == name)?;
            let charsets = "java/nio/charset/StandardCharsets";
            Some(Member::new(charsets, field, "Ljava/nio/charset/Charset;"))
        }
        F::Locale { language, script, region, variant, extensions } => {
            let is_plain = script.is_empty() && variant.is_empty() && extensions.is_empty();
            let is_it = |(l, r, _): &&(&str, &str, &str)| l == language && r == region;
            let (_, _, name) = LOCALES.iter().find(is_it).filter(|_| is_plain)?;
            of(name)
        }
        _ => None,
    }
}

/// The flag of `java.util.regex.Pattern` that these flags are, if it is one alone.
pub fn pattern_flag(flags: i32) -> Option<Member> {
    const NAMES: [&str; 9] = [
        "UNIX_LINES",
        "CASE_INSENSITIVE",
        "COMMENTS",
        "MULTILINE",
        "LITERAL",
        "DOTALL",
        "UNICODE_CASE",
        "CANON_EQ",
        "UNICODE_CHARACTER_CLASS",
    ];
    let at = (flags.count_ones() == 1).then(|| flags.trailing_zeros() as usize)?;
    NAMES.get(at).map(|name| Member::new("java/util/regex/Pattern", name, "I"))
}

const LOWEST_DATE: Date = Date { year: -999_999_999, month: 1, day: 1 };
const HIGHEST_DATE: Date = Date { year: 999_999_999, month: 12, day: 31 };
const MIDNIGHT: Time = Time { hour: 0, minute: 0, second: 0, nano: 0 };
const NOON: Time = Time { hour: 12, minute: 0, second: 0, nano: 0 };
const LAST_TIME: Time = Time { hour: 23, minute: 59, second: 59, nano: 999_999_999 };

/// `TWO` came later than the others.
fn number_name(number: &BigInteger, release: u8, two_since: u8) -> Option<&'static str> {
    match (number.negative, &*number.magnitude) {
        (false, []) => Some("ZERO"),
        (false, [1]) => Some("ONE"),
        (false, [2]) if release >= two_since => Some("TWO"),
        (false, [10]) => Some("TEN"),
        _ => None,
    }
}

const CHARSETS: [(&str, &str); 6] = [
    ("UTF-8", "UTF_8"),
    ("ISO-8859-1", "ISO_8859_1"),
    ("US-ASCII", "US_ASCII"),
    ("UTF-16", "UTF_16"),
    ("UTF-16BE", "UTF_16BE"),
    ("UTF-16LE", "UTF_16LE"),
];

/// Language, region, name.
const LOCALES: [(&str, &str, &str); 19] = [
    ("", "", "ROOT"),
    ("en", "", "ENGLISH"),
    ("en", "US", "US"),
    ("en", "GB", "UK"),
    ("en", "CA", "CANADA"),
    ("fr", "", "FRENCH"),
    ("fr", "FR", "FRANCE"),
    ("fr", "CA", "CANADA_FRENCH"),
    ("de", "", "GERMAN"),
    ("de", "DE", "GERMANY"),
    ("it", "", "ITALIAN"),
    ("it", "IT", "ITALY"),
    ("ja", "", "JAPANESE"),
    ("ja", "JP", "JAPAN"),
    ("ko", "", "KOREAN"),
    ("ko", "KR", "KOREA"),
    ("zh", "", "CHINESE"),
    ("zh", "CN", "CHINA"),
    ("zh", "TW", "TAIWAN"),
];
