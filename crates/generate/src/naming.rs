//! Names of tests and of what is in them.
//!
//! A test is called after the method, what distinguishes its arguments, and what came of it:
//! `parse_null_throwsNumberFormatException`. All of that is content of the case, so that one more case renames
//! no other.

use reenact_heap::{Forms, LogicalForm, Node, NodeId, Value};
use reenact_java::names;
use reenact_recording::graph::{Capture, Outcome};

use crate::observe::iterators;
use crate::observe::likeness::is_without_identity;

/// Words for arguments are left out past this many characters in all.
const LONGEST_ARGUMENTS: usize = 24;

/// A text is spelled out up to so many characters.
const LONGEST_TEXT: usize = 16;

/// The parts of a name.
pub(crate) struct Story<'a> {
    pub method: &'a str,
    /// The class whose constructor was called, by internal name.
    pub constructed: Option<&'a str>,
    pub capture: &'a Capture,
    pub has_receiver: bool,
    pub before: &'a Forms<'a>,
    pub after: &'a Forms<'a>,
    /// Names of what was seen to change.
    pub changed: Vec<String>,
    pub is_void: bool,
}

/// The name of a test.
pub(crate) fn test_name(story: &Story<'_>) -> String {
    let mut parts = vec![names::from_text(story.method).unwrap_or_else(|| "call".to_owned())];
    // The method's own name is an identifier, and is kept as its author wrote it.
    if names::is_identifier(story.method) {
        parts[0] = story.method.to_owned();
    }
    if let Some(class) = story.constructed {
        parts[0] = format!("new{}", simple(class));
    }
    parts.extend(arguments(story));
    parts.push(outcome(story));
    parts.join("_")
}

/// Words for the arguments, as many of the first ones as there is room for.
fn arguments(story: &Story<'_>) -> Vec<String> {
    let arguments = &story.capture.roots[usize::from(story.has_receiver).min(story.capture.roots.len())..];
    let mut room = LONGEST_ARGUMENTS;
    let mut words = Vec::new();
    for argument in arguments {
        let Some(word) = short(story.before, *argument).or_else(|| size(story.before, *argument)) else {
            continue;
        };
        let Some(left) = room.checked_sub(word.len()) else { break };
        room = left;
        words.push(word);
    }
    words
}

/// A collection or an array by its size: `listOf3`.
fn size(forms: &Forms<'_>, value: Value) -> Option<String> {
    let Value::Reference(node) = value else { return None };
    let (kind, count) = sized(forms, node)?;
    Some(match count {
        0 => format!("empty{kind}"),
        _ => format!("{}Of{count}", kind.to_lowercase()),
    })
}

/// A value in a word or two; `None` if it takes more.
fn short(forms: &Forms<'_>, value: Value) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
        Value::Boolean(value) => Some(value.to_string()),
        Value::Byte(value) => Some(number(value.into())),
        Value::Short(value) => Some(number(value.into())),
        Value::Int(value) => Some(number(value.into())),
        Value::Long(value) => Some(number(value)),
        Value::Char(unit) => char::from_u32(unit.into()).and_then(character),
        Value::Float(bits) => decimal(f64::from(f32::from_bits(bits)), &f32::from_bits(bits).to_string()),
        Value::Double(bits) => decimal(f64::from_bits(bits), &f64::from_bits(bits).to_string()),
        Value::Reference(node) => match forms.graph().try_get(node)? {
            Node::String(text) => word(&String::from_utf16_lossy(text)),
            Node::Object { .. } => match forms.of(node).ok()?.form {
                LogicalForm::Boxed(value) => short(forms, value),
                LogicalForm::Enum { name, .. } => word(&name.to_lowercase()),
                _ => None,
            },
            _ => None,
        },
    }
}

fn number(value: i64) -> String {
    match value {
        i64::MIN => "minLong".to_owned(),
        i64::MAX => "maxLong".to_owned(),
        _ if value == i64::from(i32::MAX) => "maxInt".to_owned(),
        _ if value == i64::from(i32::MIN) => "minInt".to_owned(),
        _ if value < 0 => format!("minus{}", value.unsigned_abs()),
        _ => value.to_string(),
    }
}

fn decimal(value: f64, text: &str) -> Option<String> {
    if value.is_nan() {
        return Some("nan".to_owned());
    }
    if value.is_infinite() {
        return Some(if value > 0.0 { "infinity" } else { "minusInfinity" }.to_owned());
    }
    let text = text.replace('-', "minus").replace('.', "point");
    (text.len() <= LONGEST_TEXT && text.chars().all(|char| char.is_ascii_alphanumeric())).then_some(text)
}

/// A character by itself: `a`, `comma`.
fn character(char: char) -> Option<String> {
    match char {
        _ if char.is_ascii_alphanumeric() => Some(char.to_string()),
        _ => PUNCTUATION.iter().find(|(known, _)| *known == char).map(|(_, name)| (*name).to_owned()),
    }
}

/// Names of characters that are not letters or digits.
const PUNCTUATION: [(char, &str); 36] = [
    (' ', "space"),
    ('\t', "tab"),
    ('\n', "lineFeed"),
    ('\r', "carriageReturn"),
    ('\0', "nul"),
    ('!', "exclamation"),
    ('"', "quote"),
    ('#', "hash"),
    ('$', "dollar"),
    ('%', "percent"),
    ('&', "ampersand"),
    ('\'', "apostrophe"),
    ('(', "leftParenthesis"),
    (')', "rightParenthesis"),
    ('*', "star"),
    ('+', "plus"),
    (',', "comma"),
    ('-', "minus"),
    ('.', "dot"),
    ('/', "slash"),
    (':', "colon"),
    (';', "semicolon"),
    ('<', "less"),
    ('=', "equalsSign"),
    ('>', "greater"),
    ('?', "question"),
    ('@', "at"),
    ('[', "leftBracket"),
    ('\\', "backslash"),
    (']', "rightBracket"),
    ('^', "caret"),
    ('_', "underscore"),
    ('`', "backtick"),
    ('{', "leftBrace"),
    ('|', "bar"),
    ('}', "rightBrace"),
];

/// A text by its first words: letters and digits. A single other character has a name.
fn word(text: &str) -> Option<String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => return Some("empty".to_owned()),
        (Some(only), None) => return character(only),
        _ if text.trim().is_empty() => return Some("blank".to_owned()),
        _ => {}
    }
    let mut joined = String::new();
    for part in text.split(|char: char| !char.is_ascii_alphanumeric()).filter(|part| !part.is_empty()) {
        if !joined.is_empty() && joined.len() + part.len() > LONGEST_TEXT {
            break;
        }
        let part = part.get(..LONGEST_TEXT).unwrap_or(part);
        joined.push_str(&if joined.is_empty() { part.to_owned() } else { capitalized(part) });
    }
    (!joined.is_empty()).then_some(joined)
}

fn outcome(story: &Story<'_>) -> String {
    match story.capture.outcome {
        Outcome::Threw(Value::Reference(node)) => {
            let class = match story.after.graph().try_get(node) {
                Some(Node::Object { class, .. } | Node::End { class, .. }) => {
                    story.after.classes().try_get(*class)
                }
                _ => None,
            };
            let name = class.map_or("Exception".to_owned(), |class| simple(&class.name));
            format!("throws{name}")
        }
        Outcome::Threw(_) => "throws".to_owned(),
        Outcome::Returned(_) if story.constructed.is_some() => {
            match story.changed.first().and_then(|first| names::class_from_text(first)) {
                Some(word) => format!("sets{word}"),
                None => "makesObject".to_owned(),
            }
        }
        Outcome::Returned(Some(value)) if !story.is_void => returned(story, value),
        _ => match story.changed.as_slice() {
            [] => "completes".to_owned(),
            [first, ..] => match names::class_from_text(first) {
                Some(word) => format!("changes{word}"),
                None => "changesState".to_owned(),
            },
        },
    }
}

fn returned(story: &Story<'_>, value: Value) -> String {
    let is_question = ["is", "has", "can", "should"].iter().any(|prefix| {
        story.method.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
    });
    if let Value::Boolean(value) = value {
        let verb = if is_question { "is" } else { "returns" };
        return format!("{verb}{}", if value { "True" } else { "False" });
    }
    if let Value::Reference(node) = value {
        let is_root = |root: &Value| {
            *root == value && story.capture.kind == reenact_recording::graph::After::Difference
        };
        let has_identity = !is_without_identity(story.after, node);
        match story.capture.roots.iter().position(is_root).filter(|_| has_identity) {
            Some(0) if story.has_receiver => return "returnsItself".to_owned(),
            Some(_) if matches!(story.after.graph().try_get(node), Some(Node::Object { .. })) => {
                return "returnsArgument".to_owned();
            }
            _ => {}
        }
        if let Some(Node::String(text)) = story.after.graph().try_get(node)
            && word(&String::from_utf16_lossy(text)).is_none()
        {
            return "returnsText".to_owned();
        }
        if let Some((kind, count)) = sized(story.after, node) {
            return match count {
                0 => format!("returnsEmpty{kind}"),
                _ => format!("returns{kind}Of{count}"),
            };
        }
        if let Ok(logical) = story.after.of(node)
            && let LogicalForm::Optional(None) = logical.form
        {
            return "returnsEmptyOptional".to_owned();
        }
    }
    match short(story.after, value) {
        Some(short) => format!("returns{}", capitalized(&short)),
        None => match value {
            Value::Reference(node) => match story.after.graph().try_get(node) {
                Some(Node::Object { class, .. } | Node::Array { class, .. } | Node::End { class, .. }) => {
                    let class = story.after.classes().try_get(*class);
                    format!("returns{}", class.map_or("Object".to_owned(), |class| simple(&class.name)))
                }
                _ => "returnsObject".to_owned(),
            },
            _ => "returnsValue".to_owned(),
        },
    }
}

/// Returns the kind of a collection, array or iterator, and the number of its elements.
fn sized(forms: &Forms<'_>, node: NodeId) -> Option<(&'static str, usize)> {
    if let Some(Node::Primitives(array)) = forms.graph().try_get(node) {
        return Some(("Array", array.len()));
    }
    if let Some(rest) = iterators::remaining(forms, node) {
        let kind = if rest.is_enumeration { "Enumeration" } else { "Iterator" };
        return Some((kind, rest.elements.len()));
    }
    let elements = forms.elements(node)?;
    let kind = match forms.graph().try_get(node) {
        Some(Node::Array { .. }) => "Array",
        _ => match forms.of(node).ok()?.form {
            LogicalForm::Map { .. } => "Map",
            LogicalForm::Set { .. } => "Set",
            LogicalForm::Queue { .. } => "Queue",
            LogicalForm::List { .. } => "List",
            _ => "Collection",
        },
    };
    Some((kind, elements.len()))
}

/// Returns the name of a method's result: `getTotal` gives `total`.
pub(crate) fn result_name(method: &str) -> String {
    let bare = [
        "get",
        "is",
        "has",
        "find",
        "create",
        "build",
        "make",
        "compute",
        "calculate",
        "parse",
        "read",
        "to",
    ]
    .iter()
    .find_map(|prefix| method.strip_prefix(prefix))
    .filter(|bare| bare.starts_with(|first: char| first.is_ascii_uppercase()));
    match bare {
        Some("String") => "text".to_owned(),
        Some(bare) => names::from_type(bare),
        None => "result".to_owned(),
    }
}

/// The simple name of a class by its internal name, without what is around it.
pub(crate) fn simple(internal_name: &str) -> String {
    let element = internal_name.trim_start_matches('[');
    let is_array = element.len() < internal_name.len();
    let name = element.strip_prefix('L').filter(|_| is_array).unwrap_or(element).trim_end_matches(';');
    let last = name.rsplit(['/', '$']).find(|part| part.starts_with(|first: char| first.is_alphabetic()));
    let last = last.unwrap_or("Object");
    match is_array {
        true => "Array".to_owned(),
        // As its author wrote it: `IOException`, not `IoException`.
        false if last.chars().all(|char| char.is_ascii_alphanumeric()) => capitalized(last),
        false => names::class_from_text(last).unwrap_or_else(|| "Object".to_owned()),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_named_by_their_first_words() {
        for (text, expected) in [
            ("", Some("empty")),
            ("  ", Some("blank")),
            (",", Some("comma")),
            ("Jane Doe", Some("JaneDoe")),
            ("{\"total\": 12, \"currency\": \"EUR\"}", Some("total12Currency")),
            ("antidisestablishmentarianism", Some("antidisestablish")),
            ("a long text of many words", Some("aLongTextOfMany")),
            ("<!>", None),
            ("\u{20ac}", None),
        ] {
            assert_eq!(word(text).as_deref(), expected, "{text:?}");
        }
    }
}
