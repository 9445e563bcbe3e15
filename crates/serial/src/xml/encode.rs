//! Writes XML.

use super::names;
use crate::document::{Node, double_text, encode_base64, float_text, keys};
use crate::json::Layout;

/// Writes a document. It ends with a line break.
pub fn encode(node: &Node, layout: Layout) -> Vec<u8> {
    let mut writer = Writer { out: String::new(), layout, depth: 0 };
    writer.out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    writer.line();
    writer.element(names::ROOT, None, node);
    writer.out.push('\n');
    writer.out.into_bytes()
}

struct Writer {
    out: String,
    layout: Layout,
    depth: usize,
}

impl Writer {
    fn line(&mut self) {
        if self.layout == Layout::Indented {
            self.out.push('\n');
            self.out.push_str(&"  ".repeat(self.depth));
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push_str(&format!(" {name}=\""));
        value.chars().for_each(|char| escape(char, &mut self.out));
        self.out.push('"');
    }

    fn element(&mut self, element: &str, name: Option<&str>, node: &Node) {
        self.out.push('<');
        self.out.push_str(element);
        if let Some(name) = name {
            self.attribute(names::NAME, name);
        }
        self.content(element, node);
    }

    /// The rest of an element whose start tag is still open.
    fn content(&mut self, element: &str, node: &Node) {
        match node {
            Node::Null => {
                self.attribute(names::NULL, "true");
                self.out.push_str("/>");
            }
            Node::Boolean(value) => self.leaf(element, if *value { "true" } else { "false" }),
            Node::Integer(value) => self.leaf(element, &value.to_string()),
            Node::Float(bits) => self.leaf(element, &float_text(*bits)),
            Node::Double(bits) => self.leaf(element, &double_text(*bits)),
            Node::Bytes(bytes) => self.leaf(element, &encode_base64(bytes)),
            Node::Number(text) => self.leaf(element, text),
            Node::Text(text) | Node::Loose(text) => self.text(element, text),
            Node::Typed(primitive, node) => {
                self.attribute(names::TYPE, primitive.name());
                self.content(element, node);
            }
            Node::List(nodes) => {
                self.attribute(names::LIST, "true");
                self.children(element, nodes.iter().map(|node| (names::ITEM, None, node)));
            }
            Node::Record(fields) => self.record(element, fields),
        }
    }

    fn record(&mut self, element: &str, fields: &[(String, Node)]) {
        let attributes = [
            (keys::CLASS, names::CLASS),
            (keys::VERSION, names::VERSION),
            (keys::INFERRED, names::INFERRED),
            (keys::TYPE, names::TYPE),
            (keys::ENUM, names::ENUM),
        ];
        let mut value = None;
        let mut components = Vec::new();
        for (name, node) in fields {
            let attribute = attributes.iter().find(|(key, _)| key == name);
            match (attribute, node) {
                (Some((_, attribute)), Node::Text(text)) => {
                    self.attribute(attribute, &String::from_utf16_lossy(text));
                }
                (Some((_, attribute)), Node::Integer(number)) => {
                    self.attribute(attribute, &number.to_string());
                }
                (Some((_, attribute)), Node::Boolean(flag)) => self.attribute(attribute, &flag.to_string()),
                _ if name == keys::VALUE => value = Some(node),
                _ => components.push((names::COMPONENT, Some(name.as_str()), node)),
            }
        }
        match value {
            Some(value) => self.content(element, value),
            None => self.children(element, components.into_iter()),
        }
    }

    fn children<'n>(
        &mut self,
        element: &str,
        children: impl Iterator<Item = (&'static str, Option<&'n str>, &'n Node)>,
    ) {
        let mut is_empty = true;
        self.depth += 1;
        for (child, name, node) in children {
            if is_empty {
                self.out.push('>');
            }
            is_empty = false;
            self.line();
            self.element(child, name, node);
        }
        self.depth -= 1;
        if is_empty {
            self.out.push_str("/>");
            return;
        }
        self.line();
        self.out.push_str(&format!("</{element}>"));
    }

    fn leaf(&mut self, element: &str, text: &str) {
        self.out.push('>');
        text.chars().for_each(|char| escape(char, &mut self.out));
        self.out.push_str(&format!("</{element}>"));
    }

    fn text(&mut self, element: &str, text: &[u16]) {
        match String::from_utf16(text) {
            Ok(plain) if plain.chars().all(is_allowed) => self.leaf(element, &plain),
            _ => {
                self.attribute(names::ESCAPED, "true");
                self.leaf(element, &java_escaped(text));
            }
        }
    }
}

/// The characters that a document may have (XML 1.0, production 2).
pub(super) fn is_allowed(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Line ends and tabs are references, because parsers normalize them.
fn escape(char: char, out: &mut String) {
    match char {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\r' => out.push_str("&#13;"),
        '\n' => out.push_str("&#10;"),
        '\t' => out.push_str("&#9;"),
        _ => out.push(char),
    }
}

/// Text with `\uXXXX` for what XML cannot hold, and backslashes doubled.
fn java_escaped(text: &[u16]) -> String {
    let mut out = String::new();
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok('\\') => out.push_str("\\\\"),
            Ok(char) if is_allowed(char) => out.push(char),
            Ok(char) => out.push_str(&format!("\\u{:04x}", char as u32)),
            Err(lone) => out.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    out
}
