//! Names from the words of other names and texts.

use super::identifier::{is_identifier, is_part};

/// Past this many characters a name made from a text is cut, between words.
const LONGEST: usize = 60;

/// Classes whose whole name says less than its last word, when a variable is named after them.
const COLLECTIONS: &[(&str, &[&str])] = &[
    ("list", &["ArrayList", "LinkedList", "CopyOnWriteArrayList", "AbstractList"]),
    (
        "map",
        &[
            "HashMap",
            "LinkedHashMap",
            "TreeMap",
            "ConcurrentHashMap",
            "ConcurrentSkipListMap",
            "IdentityHashMap",
            "WeakHashMap",
            "EnumMap",
            "SortedMap",
            "NavigableMap",
        ],
    ),
    (
        "set",
        &[
            "HashSet",
            "LinkedHashSet",
            "TreeSet",
            "EnumSet",
            "CopyOnWriteArraySet",
            "SortedSet",
            "NavigableSet",
        ],
    ),
    ("deque", &["ArrayDeque", "ConcurrentLinkedDeque", "LinkedBlockingDeque"]),
    ("queue", &["PriorityQueue", "ConcurrentLinkedQueue", "LinkedBlockingQueue", "ArrayBlockingQueue"]),
    ("builder", &["StringBuilder", "StringBuffer"]),
];

/// A variable's name from a parameter's or field's; none if that name says nothing (`arg0`, `p1`, `var3`) or
/// cannot be used. What marks fields and captured variables goes: `mCount`, `_count` and `val$count` give `count`.
pub fn from_parameter(name: &str) -> Option<String> {
    // Captured variables and outer instances, as javac names the fields that hold them.
    let name = match name.strip_prefix("val$") {
        Some(captured) => captured,
        None if name.starts_with("this$") => return Some("outer".to_owned()),
        None => name,
    };
    let is_numbered = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.chars().all(|char| char.is_ascii_digit()))
    };
    if ["arg", "var", "param", "p", "x$", "local"].iter().any(|prefix| is_numbered(prefix)) {
        return None;
    }
    let is_hungarian = |prefix: char| {
        let mut chars = name.chars();
        chars.next() == Some(prefix) && chars.next().is_some_and(|next| next.is_ascii_uppercase())
    };
    let name = if is_hungarian('m') { &name[1..] } else { name };
    let name = name.strip_prefix("m_").unwrap_or(name);
    let is_plain = name.starts_with(|first: char| first.is_lowercase()) && !name.contains(['_', '$']);
    if is_plain && is_identifier(name) {
        return Some(name.to_owned());
    }
    let words = words(name);
    let name = camel(&words);
    (!words.is_empty() && is_identifier(&name)).then_some(name)
}

/// A variable's name from a class's simple name: `COSDictionary` gives `cosDictionary`, `URL` gives `url`,
/// `OrderImpl` gives `order` and `HashMap` gives `map`.
pub fn from_type(simple_name: &str) -> String {
    let collection = COLLECTIONS.iter().find(|(_, classes)| classes.contains(&simple_name));
    if let Some((name, _)) = collection {
        return (*name).to_owned();
    }
    let mut words = words(simple_name);
    if words.len() > 1 && words.last().is_some_and(|word| word == "Impl") {
        words.pop();
    }
    let name = camel(&words);
    match &*name {
        "class" | "interface" => "type".to_owned(),
        "package" => "pkg".to_owned(),
        "" => "value".to_owned(),
        _ if is_identifier(&name) => name,
        _ if name.starts_with(|first: char| first.is_ascii_digit()) => format!("value{name}"),
        _ => name + "Value",
    }
}

/// A camel-case name from any text, for methods: `returns "a-b" twice` gives `returnsABTwice`; none if the
/// text has nothing to take.
pub fn from_text(text: &str) -> Option<String> {
    let words = words(text);
    let mut taken = 0;
    let mut length = 0;
    for word in &words {
        length += word.chars().count();
        if length > LONGEST && taken > 0 {
            break;
        }
        taken += 1;
    }
    let name: String = camel(&words[..taken]).chars().take(LONGEST).collect();
    if name.is_empty() {
        None
    } else if name.starts_with(|first: char| first.is_ascii_digit()) {
        Some(format!("case{name}"))
    } else if is_identifier(&name) {
        Some(name)
    } else {
        Some(name + "Case")
    }
}

/// The same for classes: `PascalCase`.
pub fn class_from_text(text: &str) -> Option<String> {
    let name = from_text(text)?;
    // With a capital it is not a reserved word, so it needs no trailing word.
    let plain = name.strip_suffix("Case").filter(|plain| !is_identifier(plain)).unwrap_or(&name);
    Some(capitalized(plain))
}

/// The words of a name in any of the usual cases, or of a text; whatever cannot be in a name parts them.
///
/// Capitals in a row are one word, but for the last before a small letter: `HTTPServer` is `HTTP` and
/// `Server`, and `URLs` is one word.
fn words(text: &str) -> Vec<String> {
    let is_word = |char: char| is_part(char) && !matches!(char, '_' | '$');
    text.split(|char| !is_word(char)).flat_map(camel_words).collect()
}

fn camel_words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut words: Vec<String> = Vec::new();
    for (at, char) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let next = chars.get(at + 1);
        let is_plural_acronym =
            next == Some(&'s') && chars.get(at + 2).is_none_or(|char| char.is_uppercase());
        let begins = char.is_uppercase()
            && match before {
                Some(before) if before.is_uppercase() => {
                    next.is_some_and(|next| next.is_lowercase()) && !is_plural_acronym
                }
                _ => true,
            };
        match words.last_mut() {
            Some(word) if !begins => word.push(*char),
            _ => words.push(char.to_string()),
        }
    }
    words
}

/// Words as a name: the first small, the others with a capital. Of a constant's name, such as `MAX_SIZE`, the
/// others have no more than that one; otherwise capitals stay, as in `parseURL`.
fn camel(words: &[String]) -> String {
    let shouting = words.len() > 1 && words.iter().all(|word| !word.chars().any(char::is_lowercase));
    let mut name = String::new();
    for word in words {
        if name.is_empty() {
            name = word.to_lowercase();
        } else if shouting {
            name.push_str(&capitalized(&word.to_lowercase()));
        } else {
            name.push_str(&capitalized(word));
        }
    }
    // Small forms of some letters are more than a letter.
    name.retain(is_part);
    name
}

pub(super) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).filter(|char| is_part(*char)).collect(),
        None => String::new(),
    }
}
