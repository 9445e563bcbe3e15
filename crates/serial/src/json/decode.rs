//! Reads JSON, and nothing that only looks like it.

use crate::document::Node;
use crate::error::DecodeError;
use crate::limits::{Budget, Exceeded, Limits};

/// Reads a document.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Node, DecodeError> {
    let mut reader = Reader { bytes, at: 0, budget: Budget::new(limits) };
    let length = reader.budget.bytes(bytes.len());
    reader.within(length)?;
    let node = reader.node()?;
    reader.space();
    match reader.at == bytes.len() {
        true => Ok(node),
        false => reader.error("there is more behind the document"),
    }
}

/// Reads a text behind its first quote: its units, and the number of bytes with the last quote.
pub(crate) fn read_text(bytes: &[u8]) -> Option<(Vec<u16>, usize)> {
    let mut reader = Reader { bytes, at: 0, budget: Budget::new(&Limits::default()) };
    let units = reader.text_inside().ok()?;
    Some((units, reader.at))
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    budget: Budget,
}

type Result<T, E = DecodeError> = std::result::Result<T, E>;

impl Reader<'_> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(DecodeError { offset: self.at, reason: reason.into() })
    }

    fn within(&self, exceeded: Result<(), Exceeded>) -> Result<()> {
        exceeded.or_else(|exceeded| self.error(exceeded.to_string()))
    }

    fn space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        self.space();
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        self.error(format!("'{}' is expected", char::from(byte)))
    }

    fn node(&mut self) -> Result<Node> {
        let counted = self.budget.value();
        self.within(counted)?;
        self.space();
        match self.peek() {
            Some(b'{') => self.record(),
            Some(b'[') => self.list(),
            Some(b'"') => Ok(Node::Text(self.text()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Node::Boolean(true)),
            Some(b'f') => self.word("false", Node::Boolean(false)),
            Some(b'n') => self.word("null", Node::Null),
            Some(_) => self.error("a value is expected"),
            None => self.error("the document ends where a value is expected"),
        }
    }

    fn word(&mut self, word: &str, node: Node) -> Result<Node> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(node);
        }
        self.error("a value is expected")
    }

    fn list(&mut self) -> Result<Node> {
        let entered = self.budget.enter();
        self.within(entered)?;
        self.at += 1;
        let mut nodes = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
        } else {
            loop {
                nodes.push(self.node()?);
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => {
                        self.at += 1;
                        break;
                    }
                    _ => return self.error("',' or ']' is expected"),
                }
            }
        }
        self.budget.leave();
        Ok(Node::List(nodes))
    }

    fn record(&mut self) -> Result<Node> {
        let entered = self.budget.enter();
        self.within(entered)?;
        self.at += 1;
        let mut fields = Vec::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                self.space();
                if self.peek() != Some(b'"') {
                    return self.error("the name of a component is expected");
                }
                let start = self.at;
                let Ok(name) = String::from_utf16(&self.text()?) else {
                    self.at = start;
                    return self.error("a name has half of a surrogate pair");
                };
                self.expect(b':')?;
                fields.push((name, self.node()?));
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => {
                        self.at += 1;
                        break;
                    }
                    _ => return self.error("',' or '}' is expected"),
                }
            }
        }
        self.budget.leave();
        Ok(Node::Record(fields))
    }

    fn number(&mut self) -> Result<Node> {
        let start = self.at;
        let is_part = |byte: u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        while self.peek().is_some_and(is_part) {
            self.at += 1;
        }
        // Its grammar is checked where its type is known; here it is ASCII.
        let text = String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned();
        Ok(Node::Number(text))
    }

    fn text(&mut self) -> Result<Vec<u16>> {
        self.at += 1;
        self.text_inside()
    }

    fn text_inside(&mut self) -> Result<Vec<u16>> {
        let mut units = Vec::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            match std::str::from_utf8(&self.bytes[start..self.at]) {
                Ok(plain) => units.extend(plain.encode_utf16()),
                Err(error) => {
                    self.at = start + error.valid_up_to();
                    return self.error("the text is not UTF-8");
                }
            }
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(units);
                }
                Some(b'\\') => {
                    self.at += 1;
                    units.push(self.escape()?);
                }
                Some(_) => return self.error("a control character in a text must be escaped"),
                None => return self.error("a text is never closed"),
            }
        }
    }

    fn escape(&mut self) -> Result<u16> {
        let unit = match self.peek() {
            Some(b'"') => b'"',
            Some(b'\\') => b'\\',
            Some(b'/') => b'/',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 1..self.at + 5);
                let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
                let unit = digits.and_then(|digits| std::str::from_utf8(digits).ok());
                let unit = unit.and_then(|digits| u16::from_str_radix(digits, 16).ok());
                let Some(unit) = unit else { return self.error("\\u needs four hexadecimal digits") };
                self.at += 5;
                return Ok(unit);
            }
            _ => return self.error("this escape does not exist"),
        };
        self.at += 1;
        Ok(u16::from(unit))
    }
}
