//! Tags and text of the part of XML that documents use.

use super::encode::is_allowed;
use crate::error::DecodeError;

/// A piece of a document.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A start tag; the flag is true if it closes itself.
    Start {
        name: String,
        attributes: Vec<(String, String)>,
        is_empty: bool,
    },
    End(String),
    /// Text with references resolved.
    Text(String),
}

/// Reads one token after the other.
pub(super) struct Parser<'b> {
    text: &'b str,
    pub at: usize,
}

type Result<T> = std::result::Result<T, DecodeError>;

impl<'b> Parser<'b> {
    pub fn new(bytes: &'b [u8]) -> Result<Self> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Parser { text, at: 0 }),
            Err(error) => Err(DecodeError {
                offset: error.valid_up_to(),
                reason: "the document is not UTF-8".to_owned(),
            }),
        }
    }

    pub fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(DecodeError { offset: self.at, reason: reason.into() })
    }

    fn rest(&self) -> &'b str {
        &self.text[self.at..]
    }

    /// Skips the declaration, spaces and comments before and behind the root.
    pub fn misc(&mut self) -> Result<()> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("<?xml ") && self.text[..self.at].trim().is_empty() {
                self.skip_past("?>", "the XML declaration is never closed")?;
            } else if trimmed.starts_with("<!--") {
                self.skip_past("-->", "a comment is never closed")?;
            } else {
                return Ok(());
            }
        }
    }

    pub fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    fn skip_past(&mut self, end: &str, message: &str) -> Result<()> {
        match self.rest().find(end) {
            Some(at) => {
                self.at += at + end.len();
                Ok(())
            }
            None => self.error(message),
        }
    }

    /// The next token; text may be empty between two tags.
    pub fn next(&mut self) -> Result<Token> {
        let rest = self.rest();
        if rest.starts_with("<!--") {
            self.skip_past("-->", "a comment is never closed")?;
            return Ok(Token::Text(String::new()));
        }
        if rest.starts_with("<!DOCTYPE") {
            return self.error("document type declarations are refused: they can define entities");
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            return self.error("only elements and text are read");
        }
        if let Some(tag) = rest.strip_prefix("</") {
            let length = name_length(tag);
            let name = tag[..length].to_owned();
            self.at += 2 + length;
            self.space();
            self.expect('>')?;
            return Ok(Token::End(name));
        }
        if rest.starts_with('<') {
            self.at += 1;
            return self.start();
        }
        if rest.is_empty() {
            return self.error("the document ends within an element");
        }
        let length = rest.find('<').unwrap_or(rest.len());
        let text = self.resolved(length)?;
        Ok(Token::Text(text))
    }

    fn start(&mut self) -> Result<Token> {
        let length = name_length(self.rest());
        if length == 0 {
            return self.error("the name of an element is expected");
        }
        let name = self.rest()[..length].to_owned();
        self.at += length;
        let mut attributes: Vec<(String, String)> = Vec::new();
        loop {
            let had_space = self.space();
            let rest = self.rest();
            if rest.starts_with("/>") {
                self.at += 2;
                return Ok(Token::Start { name, attributes, is_empty: true });
            }
            if rest.starts_with('>') {
                self.at += 1;
                return Ok(Token::Start { name, attributes, is_empty: false });
            }
            let length = name_length(rest);
            if length == 0 || !had_space {
                return self.error("an attribute or the end of the tag is expected");
            }
            let attribute = rest[..length].to_owned();
            if attributes.len() >= 16 || attributes.iter().any(|(known, _)| *known == attribute) {
                return self.error(format!("the attribute {attribute} occurs twice, or there are too many"));
            }
            self.at += length;
            self.space();
            self.expect('=')?;
            self.space();
            let Some(quote) = self.rest().chars().next().filter(|quote| matches!(quote, '"' | '\'')) else {
                return self.error("a quote is expected");
            };
            self.at += 1;
            let Some(length) = self.rest().find(quote) else {
                return self.error("the value of an attribute is never closed");
            };
            let value = self.resolved(length)?;
            self.at += 1;
            attributes.push((attribute, value));
        }
    }

    /// The next bytes as text, with references resolved and line ends normalized (XML 1.0, 2.11).
    fn resolved(&mut self, length: usize) -> Result<String> {
        let end = self.at + length;
        let mut out = String::new();
        while self.at < end {
            let rest = &self.text[self.at..end];
            let plain = rest.find(['&', '<', '\r']).unwrap_or(rest.len());
            if let Some(bad) = rest[..plain].find(|char: char| !is_allowed(char)) {
                self.at += bad;
                return self.error("a character that XML does not allow");
            }
            out.push_str(&rest[..plain]);
            self.at += plain;
            let rest = &rest[plain..];
            if rest.starts_with('\r') {
                self.at += if rest.starts_with("\r\n") { 2 } else { 1 };
                out.push('\n');
            } else if rest.starts_with('&') {
                let Some(close) = rest.find(';').filter(|close| *close <= 10) else {
                    return self.error("a reference is never closed");
                };
                match reference(&rest[1..close]) {
                    Some(char) => out.push(char),
                    None => return self.error("only references to characters are resolved"),
                }
                self.at += close + 1;
            } else if rest.starts_with('<') {
                return self.error("'<' in the value of an attribute");
            }
        }
        Ok(out)
    }

    fn space(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.at += length;
        length > 0
    }

    fn expect(&mut self, char: char) -> Result<()> {
        if self.rest().starts_with(char) {
            self.at += char.len_utf8();
            return Ok(());
        }
        self.error(format!("'{char}' is expected"))
    }
}

fn name_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')).count()
}

fn reference(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code).filter(|char| is_allowed(*char))?
        }
    })
}
