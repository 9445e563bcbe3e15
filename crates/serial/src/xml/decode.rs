//! Reads XML.

use super::names;
use super::parse::{Parser, Token};
use crate::document::{Node, keys};
use crate::error::DecodeError;
use crate::limits::{Budget, Exceeded, Limits};

/// Reads a document.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Node, DecodeError> {
    let budget = Budget::new(limits);
    let mut reader = Reader { parser: Parser::new(bytes)?, budget };
    let length = reader.budget.bytes(bytes.len());
    reader.within(length)?;
    reader.parser.misc()?;
    let root = reader.parser.next()?;
    let Token::Start { name, attributes, is_empty } = root else {
        return reader.parser.error("an element is expected");
    };
    if name != names::ROOT {
        return reader.parser.error(format!("the root is <{}>", names::ROOT));
    }
    let node = reader.element(&name, attributes, is_empty, None)?;
    reader.parser.misc()?;
    match reader.parser.is_at_end() {
        true => Ok(node),
        false => reader.parser.error("there is more behind the document"),
    }
}

struct Reader<'b> {
    parser: Parser<'b>,
    budget: Budget,
}

/// The attributes of an element.
#[derive(Default)]
struct Marks {
    class: Option<String>,
    version: Option<String>,
    inferred: Option<String>,
    type_name: Option<String>,
    enum_class: Option<String>,
    is_list: bool,
    is_null: bool,
    is_escaped: bool,
}

type Result<T, E = DecodeError> = std::result::Result<T, E>;

impl Reader<'_> {
    fn within(&self, exceeded: Result<(), Exceeded>) -> Result<()> {
        exceeded.or_else(|exceeded| self.parser.error(exceeded.to_string()))
    }

    fn marks(&self, attributes: Vec<(String, String)>, has_name: bool) -> Result<Marks> {
        let mut marks = Marks::default();
        for (name, value) in attributes {
            match (name.as_str(), value.as_str()) {
                (names::NAME, _) if has_name => {}
                (names::CLASS, _) => marks.class = Some(value),
                (names::VERSION, _) => marks.version = Some(value),
                (names::INFERRED, "true") => marks.inferred = Some(value),
                (names::TYPE, _) => marks.type_name = Some(value),
                (names::ENUM, _) => marks.enum_class = Some(value),
                (names::LIST, "true") => marks.is_list = true,
                (names::NULL, "true") => marks.is_null = true,
                (names::ESCAPED, "true") => marks.is_escaped = true,
                _ => return self.parser.error(format!("the attribute {name} has no meaning here")),
            }
        }
        Ok(marks)
    }

    /// An element behind its start tag.
    fn element(
        &mut self,
        name: &str,
        attributes: Vec<(String, String)>,
        is_empty: bool,
        component: Option<&str>,
    ) -> Result<Node> {
        let counted = self.budget.value();
        self.within(counted)?;
        let entered = self.budget.enter();
        self.within(entered)?;
        let marks = self.marks(attributes, component.is_some())?;
        let node = self.content(name, &marks, is_empty)?;
        self.budget.leave();
        let text = |text: &str| Node::Text(text.encode_utf16().collect());
        Ok(match (marks.type_name, marks.enum_class) {
            (Some(_), Some(_)) => return self.parser.error("an element has either type or enum"),
            (Some(name), None) => {
                Node::Record(vec![(keys::TYPE.to_owned(), text(&name)), (keys::VALUE.to_owned(), node)])
            }
            (None, Some(class)) => {
                Node::Record(vec![(keys::ENUM.to_owned(), text(&class)), (keys::VALUE.to_owned(), node)])
            }
            (None, None) => node,
        })
    }

    fn content(&mut self, name: &str, marks: &Marks, is_empty: bool) -> Result<Node> {
        let mut text = String::new();
        let mut items = Vec::new();
        let mut components: Vec<(String, Node)> = Vec::new();
        let mut is_open = !is_empty;
        while is_open {
            match self.parser.next()? {
                Token::Text(more) => text += &more,
                Token::End(end) if end == name => is_open = false,
                Token::End(end) => return self.parser.error(format!("</{end}> closes <{name}>")),
                Token::Start { name: child, attributes, is_empty } => {
                    let known = attributes.iter().find(|(name, _)| name == names::NAME);
                    let component = known.map(|(_, value)| value.clone());
                    match (child.as_str(), component) {
                        (names::ITEM, None) if marks.is_list => {
                            items.push(self.element(&child, attributes, is_empty, None)?);
                        }
                        (names::COMPONENT, Some(component)) if marks.class.is_some() => {
                            let node = self.element(&child, attributes, is_empty, Some(&component))?;
                            components.push((component, node));
                        }
                        _ => return self.parser.error(format!("<{child}> has no meaning within <{name}>")),
                    }
                }
            }
        }
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        let is_structure = marks.is_null || marks.is_list || marks.class.is_some();
        if is_structure && !is_blank {
            return self.parser.error(format!("text beside the elements of <{name}>"));
        }
        if usize::from(marks.is_null) + usize::from(marks.is_list) + usize::from(marks.class.is_some()) > 1
            || marks.class.is_none() && (marks.version.is_some() || marks.inferred.is_some())
            || marks.is_escaped && is_structure
        {
            return self.parser.error(format!("the attributes of <{name}> contradict each other"));
        }
        if marks.is_null {
            return Ok(Node::Null);
        }
        if marks.is_list {
            return Ok(Node::List(items));
        }
        if let Some(class) = &marks.class {
            let loose = |text: &str| Node::Loose(text.encode_utf16().collect());
            let mut record = vec![(keys::CLASS.to_owned(), loose(class))];
            record.extend(marks.version.as_ref().map(|version| (keys::VERSION.to_owned(), loose(version))));
            record.extend(marks.inferred.as_ref().map(|_| (keys::INFERRED.to_owned(), Node::Boolean(true))));
            record.extend(components);
            return Ok(Node::Record(record));
        }
        match marks.is_escaped {
            true => match unescaped(&text) {
                Some(units) => Ok(Node::Text(units)),
                None => self.parser.error("an escape of a text is malformed"),
            },
            false => Ok(Node::Loose(text.encode_utf16().collect())),
        }
    }
}

/// Text with `\uXXXX` and `\\` resolved.
fn unescaped(text: &str) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        units.extend(rest[..at].encode_utf16());
        let escape = &rest[at + 1..];
        if let Some(behind) = escape.strip_prefix('\\') {
            units.push(u16::from(b'\\'));
            rest = behind;
        } else {
            let digits = escape.strip_prefix('u')?;
            let digits =
                digits.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
            units.push(u16::from_str_radix(digits, 16).ok()?);
            rest = &escape[5..];
        }
    }
    units.extend(rest.encode_utf16());
    Some(units)
}
