//! XML as a tree, as far as build files need it: elements, their attributes and their text.

use std::borrow::Cow;

use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

/// The deepest nesting; no POM is nested deeper.
const MAX_DEPTH: usize = 100;

/// An element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Element {
    /// Without its prefix.
    pub(super) name: String,
    /// Its own text, without spaces around it.
    pub(super) text: String,
    /// Names, without their prefixes, and values.
    pub(super) attributes: Vec<(String, String)>,
    pub(super) children: Vec<Element>,
}

impl Element {
    /// Returns the outermost element of a document, or the reason why it is malformed.
    pub(super) fn parse(text: &str) -> Result<Element, String> {
        let mut reader = Reader::from_str(text);
        let mut open = vec![Element::default()];
        loop {
            let at = reader.buffer_position();
            let located = |reason: &dyn std::fmt::Display| format!("{reason} at offset {at}");
            match reader.read_event().map_err(|error| located(&error))? {
                Event::Start(start) => {
                    if open.len() > MAX_DEPTH {
                        return Err(located(&"elements are nested too deeply"));
                    }
                    open.push(Element {
                        name: name(start.local_name().as_ref()),
                        attributes: attributes(&start),
                        ..Element::default()
                    });
                }
                Event::Empty(empty) => {
                    let name = name(empty.local_name().as_ref());
                    let attributes = attributes(&empty);
                    last(&mut open).children.push(Element { name, attributes, ..Element::default() });
                }
                Event::End(_) => {
                    let mut closed = open.pop().unwrap_or_default();
                    closed.text = closed.text.trim().to_owned();
                    last(&mut open).children.push(closed);
                }
                Event::Text(text) => {
                    last(&mut open).text += &text.decode().map_err(|error| located(&error))?
                }
                Event::CData(data) => last(&mut open).text += &String::from_utf8_lossy(&data),
                Event::GeneralRef(entity) => {
                    let name = entity.decode().map_err(|error| located(&error))?;
                    let character = entity.resolve_char_ref().map_err(|error| located(&error))?;
                    match (character, resolve_predefined_entity(&name)) {
                        (Some(character), _) => last(&mut open).text.push(character),
                        (None, Some(text)) => last(&mut open).text += text,
                        (None, None) => return Err(located(&format!("unknown entity &{name};"))),
                    }
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        let [document] = &mut open[..] else { return Err("the document ends too early".into()) };
        document.children.pop().ok_or_else(|| "there is no element".into())
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(named, _)| named == name).map(|(_, value)| &**value)
    }

    /// The first child of this name.
    pub(super) fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Returns the element at a path of children.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Element> {
        path.iter().try_fold(self, |element, name| element.child(name))
    }

    /// The text that is reached so, unless it is empty.
    pub(super) fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.at(path).map(|element| &*element.text).filter(|text| !text.is_empty())
    }

    /// The children of what is reached so.
    pub(super) fn children_at(&self, path: &[&str]) -> &[Element] {
        self.at(path).map_or(&[], |element| &element.children)
    }
}

/// The innermost open element; the document itself is never closed.
fn last(open: &mut Vec<Element>) -> &mut Element {
    if open.is_empty() {
        open.push(Element::default());
    }
    let at = open.len() - 1;
    &mut open[at]
}

/// Attributes that are well-formed.
fn attributes(start: &BytesStart<'_>) -> Vec<(String, String)> {
    let all = start.attributes().flatten();
    all.map(|attribute| {
        let value = String::from_utf8_lossy(&attribute.value);
        let value = unescape(&value).map_or_else(|_| value.clone().into_owned(), Cow::into_owned);
        (name(attribute.key.local_name().as_ref()), value)
    })
    .collect()
}

fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_texts_and_entities() {
        let text = "<?xml version='1.0'?><!-- x --><p:a x='1 &amp; 2'><b>1 &lt; 2 &#65;</b><c/><b> <![CDATA[<&>]]> </b></p:a>";
        let a = Element::parse(text).unwrap();
        assert_eq!((&*a.name, a.attribute("x"), a.attribute("y")), ("a", Some("1 & 2"), None));
        assert_eq!(a.text_at(&["b"]), Some("1 < 2 A"));
        assert_eq!(a.children[2].text, "<&>");
        assert_eq!((a.text_at(&["c"]), a.text_at(&["x", "y"]), a.children_at(&["x"]).len()), (None, None, 0));
    }

    #[test]
    fn text_that_is_not_xml_is_an_error() {
        for text in ["", "<a>", "<a></b>", "</a>", "<a>&nbsp;</a>", &"<a>".repeat(1000)] {
            assert!(Element::parse(text).is_err(), "{text}");
        }
    }
}
