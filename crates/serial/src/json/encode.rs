//! Writes JSON.

use crate::document::{Node, double_text, encode_base64, float_text, keys};
use crate::types::Primitive;

/// The layout of JSON and XML.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Without spaces.
    #[default]
    Compact,
    /// A line for each part, for people.
    Indented,
}

/// Writes a document. It ends with a line break if it is indented.
pub fn encode(node: &Node, layout: Layout) -> Vec<u8> {
    let mut writer = Writer { out: Vec::new(), layout, depth: 0 };
    writer.node(node);
    if layout == Layout::Indented {
        writer.out.push(b'\n');
    }
    writer.out
}

struct Writer {
    out: Vec<u8>,
    layout: Layout,
    depth: usize,
}

impl Writer {
    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn line(&mut self) {
        if self.layout == Layout::Indented {
            self.out.push(b'\n');
            self.out.resize(self.out.len() + 2 * self.depth, b' ');
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Null => self.raw("null"),
            Node::Boolean(value) => self.raw(if *value { "true" } else { "false" }),
            Node::Integer(value) => self.raw(&value.to_string()),
            Node::Float(bits) => self.number(&float_text(*bits), f32::from_bits(*bits).is_finite()),
            Node::Double(bits) => self.number(&double_text(*bits), f64::from_bits(*bits).is_finite()),
            Node::Text(text) | Node::Loose(text) => self.text(text),
            Node::Number(text) => self.raw(text),
            Node::Bytes(bytes) => {
                self.out.push(b'"');
                self.raw(&encode_base64(bytes));
                self.out.push(b'"');
            }
            Node::Typed(primitive, node) => self.typed(*primitive, node),
            Node::List(nodes) => self.list(nodes),
            Node::Record(fields) => self.record(fields.iter().map(|(name, node)| (name.as_str(), node))),
        }
    }

    /// JSON tells booleans, whole numbers and fractions apart: these are `boolean`, `int` and `double`.
    fn typed(&mut self, primitive: Primitive, node: &Node) {
        let is_natural = match (primitive, node) {
            (Primitive::Boolean | Primitive::Int, _) => true,
            (Primitive::Double, Node::Double(bits)) => f64::from_bits(*bits).is_finite(),
            _ => false,
        };
        if is_natural {
            return self.node(node);
        }
        let name = Node::Text(primitive.name().encode_utf16().collect());
        self.record([(keys::TYPE, &name), (keys::VALUE, node)].into_iter());
    }

    fn number(&mut self, text: &str, is_finite: bool) {
        match is_finite {
            true => self.raw(text),
            false => self.raw(&format!("\"{text}\"")),
        }
    }

    fn list(&mut self, nodes: &[Node]) {
        self.out.push(b'[');
        self.depth += 1;
        for (at, node) in nodes.iter().enumerate() {
            if at > 0 {
                self.out.push(b',');
            }
            self.line();
            self.node(node);
        }
        self.depth -= 1;
        if !nodes.is_empty() {
            self.line();
        }
        self.out.push(b']');
    }

    fn record<'n>(&mut self, fields: impl Iterator<Item = (&'n str, &'n Node)>) {
        self.out.push(b'{');
        self.depth += 1;
        let mut is_empty = true;
        for (name, node) in fields {
            if !is_empty {
                self.out.push(b',');
            }
            is_empty = false;
            self.line();
            self.text(&name.encode_utf16().collect::<Vec<u16>>());
            self.raw(if self.layout == Layout::Indented { ": " } else { ":" });
            self.node(node);
        }
        self.depth -= 1;
        if !is_empty {
            self.line();
        }
        self.out.push(b'}');
    }

    fn text(&mut self, text: &[u16]) {
        self.out.push(b'"');
        escape(text, &mut self.out);
        self.out.push(b'"');
    }
}

/// Writes the inside of a text.
pub(crate) fn escape(text: &[u16], out: &mut Vec<u8>) {
    let mut raw = |text: &str| out.extend_from_slice(text.as_bytes());
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok('"') => raw("\\\""),
            Ok('\\') => raw("\\\\"),
            Ok('\n') => raw("\\n"),
            Ok('\r') => raw("\\r"),
            Ok('\t') => raw("\\t"),
            // The last two end lines in JavaScript.
            Ok(char) if char < ' ' || matches!(char, '\u{7f}' | '\u{2028}' | '\u{2029}') => {
                raw(&format!("\\u{:04x}", char as u32));
            }
            Ok(char) => raw(char.encode_utf8(&mut [0; 4])),
            Err(lone) => raw(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
}
