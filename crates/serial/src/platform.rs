//! Serial forms of JDK types, which do not declare any.
//!
//! Each is the data that the JDK's own documentation says makes an equal object again: `LocalDate.parse` of its text, the
//! elements of a list. All have version 1. A type that is not here has no form.

/// The form of a JDK type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlatformForm {
    /// Binary name.
    pub class: &'static str,
    /// Names and descriptors.
    pub components: &'static [(&'static str, &'static str)],
    pub maker: PlatformMaker,
}

/// How an object of a JDK type is made from its components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlatformMaker {
    /// `new C(…)` with the components.
    Constructor,
    /// A static method with the components: class and name.
    Factory(&'static str, &'static str),
    /// `new C<>(Arrays.asList(…))` with the elements.
    Collection,
    /// A static method with the elements, one argument each: class and name.
    Elements(&'static str, &'static str),
    /// `new C<>()`, and `put` with each key and value.
    Map,
    /// `Map.ofEntries(Map.entry(…), …)`.
    Entries,
    /// `Collections.unmodifiableList(…)` and the like: class and name.
    Wrapper(&'static str, &'static str),
}

const TEXT: &[(&str, &str)] = &[("value", "Ljava/lang/String;")];
const ELEMENTS: &[(&str, &str)] = &[("elements", "[Ljava/lang/Object;")];
const ENTRIES: &[(&str, &str)] = &[("keys", "[Ljava/lang/Object;"), ("values", "[Ljava/lang/Object;")];
const OF: &[(&str, &str)] = &[("of", "Ljava/lang/Object;")];

use PlatformMaker as M;

const fn parsed(class: &'static str, method: &'static str) -> PlatformForm {
    PlatformForm { class, components: TEXT, maker: M::Factory(class, method) }
}

const fn collection(class: &'static str) -> PlatformForm {
    PlatformForm { class, components: ELEMENTS, maker: M::Collection }
}

const fn map(class: &'static str) -> PlatformForm {
    PlatformForm { class, components: ENTRIES, maker: M::Map }
}

const fn made(class: &'static str, components: &'static [(&'static str, &'static str)]) -> PlatformForm {
    PlatformForm { class, components, maker: M::Constructor }
}

const fn form(
    class: &'static str,
    components: &'static [(&'static str, &'static str)],
    maker: PlatformMaker,
) -> PlatformForm {
    PlatformForm { class, components, maker }
}

/// All forms, by class.
#[rustfmt::skip]
pub const FORMS: &[PlatformForm] = &[
    made("java.lang.StringBuilder", TEXT),
    made("java.math.BigDecimal", TEXT),
    made("java.math.BigInteger", TEXT),
    parsed("java.net.URI", "create"),
    parsed("java.nio.charset.Charset", "forName"),
    made("java.sql.Date", &[("millis", "J")]),
    made("java.sql.Time", &[("millis", "J")]),
    parsed("java.time.Duration", "parse"),
    parsed("java.time.Instant", "parse"),
    parsed("java.time.LocalDate", "parse"),
    parsed("java.time.LocalDateTime", "parse"),
    parsed("java.time.LocalTime", "parse"),
    form("java.time.MonthDay", &[("month", "I"), ("day", "I")], M::Factory("java.time.MonthDay", "of")),
    parsed("java.time.OffsetDateTime", "parse"),
    parsed("java.time.OffsetTime", "parse"),
    form("java.time.Period", &[("years", "I"), ("months", "I"), ("days", "I")], M::Factory("java.time.Period", "of")),
    form("java.time.Year", &[("year", "I")], M::Factory("java.time.Year", "of")),
    form("java.time.YearMonth", &[("year", "I"), ("month", "I")], M::Factory("java.time.YearMonth", "of")),
    parsed("java.time.ZoneId", "of"),
    parsed("java.time.ZoneOffset", "of"),
    parsed("java.time.ZonedDateTime", "parse"),
    collection("java.util.ArrayDeque"),
    collection("java.util.ArrayList"),
    form("java.util.Arrays$ArrayList", ELEMENTS, M::Elements("java.util.Arrays", "asList")),
    form("java.util.BitSet", &[("words", "[J")], M::Factory("java.util.BitSet", "valueOf")),
    form("java.util.Collections$EmptyList", &[], M::Factory("java.util.Collections", "emptyList")),
    form("java.util.Collections$EmptyMap", &[], M::Factory("java.util.Collections", "emptyMap")),
    form("java.util.Collections$EmptySet", &[], M::Factory("java.util.Collections", "emptySet")),
    form("java.util.Collections$UnmodifiableList", OF, M::Wrapper("java.util.Collections", "unmodifiableList")),
    form("java.util.Collections$UnmodifiableMap", OF, M::Wrapper("java.util.Collections", "unmodifiableMap")),
    form("java.util.Collections$UnmodifiableRandomAccessList", OF, M::Wrapper("java.util.Collections", "unmodifiableList")),
    form("java.util.Collections$UnmodifiableSet", OF, M::Wrapper("java.util.Collections", "unmodifiableSet")),
    parsed("java.util.Currency", "getInstance"),
    made("java.util.Date", &[("millis", "J")]),
    map("java.util.HashMap"),
    collection("java.util.HashSet"),
    form("java.util.ImmutableCollections$List12", ELEMENTS, M::Elements("java.util.List", "of")),
    form("java.util.ImmutableCollections$ListN", ELEMENTS, M::Elements("java.util.List", "of")),
    form("java.util.ImmutableCollections$Map1", ENTRIES, M::Entries),
    form("java.util.ImmutableCollections$MapN", ENTRIES, M::Entries),
    form("java.util.ImmutableCollections$Set12", ELEMENTS, M::Elements("java.util.Set", "of")),
    form("java.util.ImmutableCollections$SetN", ELEMENTS, M::Elements("java.util.Set", "of")),
    map("java.util.LinkedHashMap"),
    collection("java.util.LinkedHashSet"),
    collection("java.util.LinkedList"),
    parsed("java.util.Locale", "forLanguageTag"),
    form("java.util.Optional", &[("value", "Ljava/lang/Object;")], M::Factory("java.util.Optional", "ofNullable")),
    map("java.util.TreeMap"),
    collection("java.util.TreeSet"),
    parsed("java.util.UUID", "fromString"),
    collection("java.util.Vector"),
    made("java.util.concurrent.atomic.AtomicBoolean", &[("value", "Z")]),
    made("java.util.concurrent.atomic.AtomicInteger", &[("value", "I")]),
    made("java.util.concurrent.atomic.AtomicLong", &[("value", "J")]),
    made("java.util.concurrent.atomic.AtomicReference", &[("value", "Ljava/lang/Object;")]),
    map("java.util.concurrent.ConcurrentHashMap"),
    collection("java.util.concurrent.CopyOnWriteArrayList"),
    form("java.util.regex.Pattern", &[("pattern", "Ljava/lang/String;"), ("flags", "I")], M::Factory("java.util.regex.Pattern", "compile")),
];

/// The form of a class by its binary name.
pub fn platform_form(class: &str) -> Option<&'static PlatformForm> {
    FORMS.iter().find(|form| form.class == class)
}

impl PlatformForm {
    /// True if its only component is a text, which stands for it where its type is clear.
    pub fn is_text(&self) -> bool {
        self.components == TEXT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Type;

    #[test]
    fn each_class_has_one_form_with_readable_types() {
        let mut classes: Vec<&str> = FORMS.iter().map(|form| form.class).collect();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), FORMS.len());
        for form in FORMS {
            for (_, descriptor) in form.components {
                assert!(Type::parse(descriptor).is_some(), "{}: {descriptor}", form.class);
            }
            assert_eq!(platform_form(form.class), Some(form));
        }
        assert!(platform_form("java.math.BigDecimal").unwrap().is_text());
        assert_eq!(platform_form("java.lang.Thread"), None);
    }
}
