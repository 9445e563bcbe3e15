//! The user's adapter for a class: an expression that makes its objects.
//!
//! `{field}` in it stands for what was recorded: in code as a literal, within quotes as text. Either way the value
//! is escaped for the place where it stands, so that nothing that was recorded becomes code.

use reenact_heap::{Node, NodeId, Value};
use reenact_java::model::{Expression, Literal};
use reenact_java::render_expression;

use crate::facts::Facts;
use crate::plan::Reason;

/// Letters of a text that is put within quotes: a constant has room for 65,535 bytes (JVMS 4.4.7).
const LONGEST_TEXT: usize = 10_000;

/// How objects of a class are made, in the user's own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adapter {
    /// Internal name; for lambdas and proxies that of the interface.
    class: Box<str>,
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// As it was written, quotes included.
    Code(String),
    /// A field, or a field of what a field holds, as a literal.
    Literal(Path),
    /// The same within a string literal.
    Text(Path),
}

/// Names of fields, each of what the one before holds.
type Path = Vec<Box<str>>;

/// An error in an expression.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AdapterError {
    #[error("an expression is missing; write Java that makes the object")]
    Empty,
    #[error(
        "it is not a single expression: `{0}` stands outside of brackets; write one expression without it"
    )]
    NotOne(char),
    #[error("a `{0}` is never closed, or closes nothing")]
    Unbalanced(char),
    #[error("a quote is never closed")]
    OpenQuote,
    #[error("comments and text blocks cannot stand in an adapter")]
    Unsupported,
}

impl Adapter {
    /// An expression for objects of a class, by internal name.
    pub fn parse(class: &str, expression: &str) -> Result<Self, AdapterError> {
        Ok(Adapter { class: class.into(), parts: parts(expression.trim())? })
    }

    /// Internal name of the class whose objects it makes.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// The expression for one object.
    pub(crate) fn fill(&self, facts: &Facts<'_>, node: NodeId) -> Result<Box<str>, Reason> {
        let mut code = String::new();
        for part in &self.parts {
            match part {
                Part::Code(text) => code.push_str(text),
                Part::Literal(path) => {
                    let literal = literal(facts, at(facts, node, path)?)
                        .ok_or_else(|| unfit(path, "is not a primitive, string or box"))?;
                    let written = render_expression(&Expression::Literal(literal))
                        .map_err(|_| unfit(path, "cannot be written"))?;
                    // `-5` behind a minus sign would be something else, as would `(byte) 5` before a dot.
                    let is_apart = code.trim_end().ends_with(['(', ',']);
                    match is_apart || !written.starts_with(['-', '(']) {
                        true => code.push_str(&written),
                        false => code.push_str(&format!("({written})")),
                    }
                }
                Part::Text(path) => {
                    let value = at(facts, node, path)?;
                    let text = text(facts, value)
                        .ok_or_else(|| unfit(path, "is not a text, whole number or boolean"))?;
                    let written = render_expression(&Expression::string(&text))
                        .map_err(|_| unfit(path, "cannot be written"))?;
                    let within = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                    code.push_str(within.ok_or_else(|| unfit(path, "cannot be written"))?);
                }
            }
        }
        Ok(code.into())
    }
}

fn unfit(path: &Path, why: &str) -> Reason {
    Reason::Adapter(format!("`{}` {why}", path.join(".")).into())
}

/// The value at a path of fields.
fn at(facts: &Facts<'_>, node: NodeId, path: &Path) -> Result<Value, Reason> {
    let mut value = Value::Reference(node);
    for name in path {
        let next = match value {
            Value::Reference(node) => field(facts, node, name),
            _ => None,
        };
        value = next.ok_or_else(|| unfit(path, "leads to no recorded field"))?;
    }
    Ok(value)
}

/// A field by its name alone; of several that hide one another, that of the class furthest down.
fn field(facts: &Facts<'_>, node: NodeId, name: &str) -> Option<Value> {
    let Node::Object { class, fields } = facts.node(node)? else { return None };
    facts.request.classes.try_get(*class)?;
    let all = facts.request.classes.all_fields(*class);
    let at = all.iter().rposition(|(_, field)| *field.name == *name)?;
    fields.get(at).copied()
}

/// A primitive or a text, also one in a box.
fn plain(facts: &Facts<'_>, value: Value) -> Value {
    match value {
        Value::Reference(node) => facts.boxed(node).unwrap_or(value),
        value => value,
    }
}

fn literal(facts: &Facts<'_>, value: Value) -> Option<Literal> {
    Some(match plain(facts, value) {
        Value::Null => Literal::Null,
        Value::Reference(node) => Literal::String(facts.text(node)?.to_vec()),
        Value::Boolean(value) => Literal::Boolean(value),
        Value::Byte(value) => Literal::Byte(value),
        Value::Char(value) => Literal::Char(value),
        Value::Short(value) => Literal::Short(value),
        Value::Int(value) => Literal::Int(value),
        Value::Long(value) => Literal::Long(value),
        Value::Float(bits) => Literal::Float(bits),
        Value::Double(bits) => Literal::Double(bits),
    })
}

/// A value as it reads within a text. Java has rules of its own for fractions, so they are none; neither is half
/// a surrogate pair, of which the text around it would make another character.
fn text(facts: &Facts<'_>, value: Value) -> Option<String> {
    let text = match plain(facts, value) {
        Value::Reference(node) => String::from_utf16(facts.text(node)?).ok()?,
        Value::Boolean(value) => value.to_string(),
        Value::Char(value) => String::from_utf16(&[value]).ok()?,
        Value::Byte(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Null | Value::Float(_) | Value::Double(_) => return None,
    };
    (text.len() <= LONGEST_TEXT).then_some(text)
}

/// Cuts an expression at its placeholders: `{name}` or `{name.name}` without a space in it.
fn parts(expression: &str) -> Result<Vec<Part>, AdapterError> {
    if expression.is_empty() {
        return Err(AdapterError::Empty);
    }
    let (mut parts, mut code) = (Vec::new(), String::new());
    let mut open: Vec<char> = Vec::new();
    let mut is_quoted = false;
    let mut rest = expression;
    while let Some(char) = rest.chars().next() {
        if char == '{'
            && let Some((path, behind)) = placeholder(rest)
        {
            parts.push(Part::Code(std::mem::take(&mut code)));
            parts.push(if is_quoted { Part::Text(path) } else { Part::Literal(path) });
            rest = behind;
            continue;
        }
        let mut taken = char.len_utf8();
        match char {
            '\\' if is_quoted => taken += rest[1..].chars().next().map_or(0, char::len_utf8),
            '\n' | '\r' if is_quoted => return Err(AdapterError::OpenQuote),
            '"' if !is_quoted && rest.starts_with("\"\"\"") => return Err(AdapterError::Unsupported),
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '\'' => taken = char_literal(rest).ok_or(AdapterError::OpenQuote)?,
            '/' if rest.starts_with("//") || rest.starts_with("/*") => return Err(AdapterError::Unsupported),
            '(' | '[' | '{' => open.push(char),
            ')' | ']' | '}' => {
                let opening = match char {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                if open.pop() != Some(opening) {
                    return Err(AdapterError::Unbalanced(char));
                }
            }
            ';' | ',' if open.is_empty() && !is_in_angles(&parts, &code) => {
                return Err(AdapterError::NotOne(char));
            }
            _ => {}
        }
        code.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    match open.pop() {
        _ if is_quoted => Err(AdapterError::OpenQuote),
        Some(char) => Err(AdapterError::Unbalanced(char)),
        None => {
            parts.push(Part::Code(code));
            parts.retain(|part| *part != Part::Code(String::new()));
            Ok(parts)
        }
    }
}

/// Whether a comma stands between type arguments: `new Pair<A, B>()`.
fn is_in_angles(parts: &[Part], code: &str) -> bool {
    let all = parts.iter().filter_map(|part| match part {
        Part::Code(code) => Some(code.as_str()),
        _ => None,
    });
    let count =
        |letter: char| all.clone().chain([code]).map(|code| code.matches(letter).count()).sum::<usize>();
    count('<') > count('>')
}

/// A path of fields in braces, and what is behind it.
fn placeholder(text: &str) -> Option<(Path, &str)> {
    let (path, behind) = text.strip_prefix('{')?.split_once('}')?;
    let is_name = |name: &str| {
        let mut chars = name.chars();
        let is_start = |char: char| char.is_alphabetic() || char == '_' || char == '$';
        chars.next().is_some_and(is_start) && chars.all(|char| is_start(char) || char.is_numeric())
    };
    path.split('.').all(is_name).then(|| (path.split('.').map(Into::into).collect(), behind))
}

/// How long the `char` literal is that a text begins with.
fn char_literal(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    loop {
        match chars.next()? {
            (_, '\\') => drop(chars.next()?),
            (at, '\'') => return Some(at + 1),
            (_, '\n') => return None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(expression: &str) -> String {
        match parts(expression) {
            Err(error) => error.to_string(),
            Ok(parts) => parts
                .iter()
                .map(|part| match part {
                    Part::Code(code) => code.clone(),
                    Part::Literal(path) => format!("<{}>", path.join(".")),
                    Part::Text(path) => format!("<<{}>>", path.join(".")),
                })
                .collect(),
        }
    }

    #[test]
    fn names_in_braces_are_fields_and_other_braces_are_java() {
        assert_eq!(
            shown("com.acme.Money.of({cents}, {unit.code})"),
            "com.acme.Money.of(<cents>, <unit.code>)"
        );
        assert_eq!(shown("Money.parse(\"{amount} {currency}\")"), "Money.parse(\"<<amount>> <<currency>>\")");
        assert_eq!(shown("new int[] { size }"), "new int[] { size }");
        assert_eq!(shown("f(() -> { return 1; })"), "f(() -> { return 1; })");
        assert_eq!(shown("f('{', '\\'', \"\\\"{a}\")"), "f('{', '\\'', \"\\\"<<a>>\")");
        assert_eq!(shown("new Pair<String, Long>(\"a\", 1L)"), "new Pair<String, Long>(\"a\", 1L)");
        assert_eq!(shown("x -> x + {bonus}"), "x -> x + <bonus>");
        assert_eq!(shown("f({}, {a b})"), "f({}, {a b})");
    }

    #[test]
    fn text_that_is_not_an_expression_is_an_error() {
        assert_eq!(shown(""), AdapterError::Empty.to_string());
        assert_eq!(shown("f(); g()"), AdapterError::NotOne(';').to_string());
        assert_eq!(shown("f(]"), AdapterError::Unbalanced(']').to_string());
        assert_eq!(shown("f("), AdapterError::Unbalanced('(').to_string());
        assert_eq!(shown("f(\"a)"), AdapterError::OpenQuote.to_string());
        assert_eq!(shown("f('a)"), AdapterError::OpenQuote.to_string());
        assert_eq!(shown("f() // x"), AdapterError::Unsupported.to_string());
    }

    proptest! {
        #[test]
        fn anything_is_an_expression_or_an_error(text in "\\PC{0,40}|[\\\\\"'{}a.;,()<>/]{0,40}") {
            let _ = parts(&text);
        }
    }
}
