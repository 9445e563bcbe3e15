//! What the XML files of a class path say: beans, services, references, mappers.
//!
//! Nothing is fetched and no entity is expanded; a document that is malformed, too large or too deep is a
//! finding, and what was read before holds.

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use reenact_base::finding::{Finding, Severity};

use crate::catalog::{Catalog, XmlRole};

/// Larger documents configure nothing.
const LARGEST: usize = 16 << 20;

/// Deeper documents are made to do harm.
const DEEPEST: usize = 512;

/// An element that the catalogs know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub role: XmlRole,
    pub group: String,
    /// By local name.
    pub attributes: Vec<(String, String)>,
    /// Names and values of properties that are given to a bean.
    pub properties: Vec<(String, String)>,
    /// Local names of the elements in it.
    pub children: Vec<String>,
    pub file: String,
    pub line: usize,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(attribute, _)| attribute == name).map(|(_, value)| value.as_str())
    }
}

/// Reads a document.
pub(crate) fn read(catalog: &Catalog, file: &str, bytes: &[u8], findings: &mut Vec<Finding>) -> Vec<Element> {
    let mut elements = Vec::new();
    if let Err(message) = read_into(catalog, file, bytes, &mut elements) {
        let finding = Finding::new(Severity::Warning, "xml-unreadable", file, message);
        findings.push(finding.with_help("what came before in this file was taken into account"));
    }
    elements
}

fn read_into(catalog: &Catalog, file: &str, bytes: &[u8], elements: &mut Vec<Element>) -> Result<(), String> {
    if bytes.len() > LARGEST {
        return Err(format!("the document has {} bytes, more than {LARGEST}", bytes.len()));
    }
    let mut reader = NsReader::from_reader(bytes);
    reader.config_mut().expand_empty_elements = true;
    let mut kind = String::new();
    // The elements around the current one: what they were taken for.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let at = reader.buffer_position() as usize;
        let (resolved, event) = match reader.read_resolved_event_into(&mut buffer) {
            Ok(read) => read,
            Err(error) => {
                let line = line_at(bytes, reader.error_position() as usize);
                return Err(format!("line {line}: {error}"));
            }
        };
        match event {
            Event::DocType(text) => kind = String::from_utf8_lossy(&text).into_owned(),
            Event::Start(start) => {
                let namespace = match resolved {
                    ResolveResult::Bound(namespace) => {
                        String::from_utf8_lossy(namespace.as_ref()).into_owned()
                    }
                    ResolveResult::Unknown(prefix) => String::from_utf8_lossy(&prefix).into_owned(),
                    ResolveResult::Unbound => String::new(),
                };
                let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
                if let Some(&Some(outer)) = open.last() {
                    elements[outer].children.push(name.clone());
                    if name == "property" {
                        property(&start, &mut elements[outer]);
                    }
                    if name == "value" {
                        // A value in an element of its own is not needed by any rule.
                    }
                }
                let rule = catalog.xml.iter().find(|rule| {
                    rule.element == name
                        && match (&*namespace, rule.role) {
                            ("", XmlRole::Bean) => true,
                            ("", _) => kind.contains(&rule.namespace),
                            (namespace, _) => namespace.contains(&rule.namespace),
                        }
                });
                let found = rule.map(|rule| {
                    let attributes = attributes(&start);
                    let line = line_at(bytes, at);
                    let (role, group) = (rule.role, rule.group.clone());
                    elements.push(Element {
                        role,
                        group,
                        attributes,
                        properties: Vec::new(),
                        children: Vec::new(),
                        file: file.to_owned(),
                        line,
                    });
                    elements.len() - 1
                });
                open.push(found);
                if open.len() > DEEPEST {
                    return Err(format!(
                        "line {}: elements are nested more than {DEEPEST} deep",
                        line_at(bytes, at)
                    ));
                }
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Eof if open.is_empty() => return Ok(()),
            Event::Eof => return Err(format!("line {}: the document ends too early", line_at(bytes, at))),
            _ => {}
        }
    }
}

fn property(start: &BytesStart<'_>, bean: &mut Element) {
    let attributes = attributes(start);
    let get =
        |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
    if let Some(name) = get("name") {
        bean.properties.push((name, get("value").or_else(|| get("ref")).unwrap_or_default()));
    }
}

/// Attributes by local name. Only the five entities of XML itself and characters by number mean something;
/// others stay as they are written.
fn attributes(start: &BytesStart<'_>) -> Vec<(String, String)> {
    let mut attributes = start.attributes();
    attributes
        .with_checks(false)
        .flatten()
        .map(|attribute| {
            let name = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
            let raw = String::from_utf8_lossy(&attribute.value).into_owned();
            let value = quick_xml::escape::unescape(&raw).map(|text| text.into_owned()).unwrap_or(raw);
            (name, value)
        })
        .collect()
}

fn line_at(bytes: &[u8], offset: usize) -> usize {
    1 + bytes.iter().take(offset).filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(text: &str) -> (Vec<Element>, Vec<Finding>) {
        let mut findings = Vec::new();
        let elements = read(&Catalog::embedded(), "a.xml", text.as_bytes(), &mut findings);
        (elements, findings)
    }

    #[test]
    fn beans_references_and_mappers() {
        let (found, findings) = elements(
            r#"<beans xmlns="http://www.springframework.org/schema/beans" xmlns:sofa="http://sofastack.io/schema/sofaboot">
                 <bean id="a" class="p.A" scope="prototype"><property name="size" value="3"/></bean>
                 <sofa:reference id="r" interface="p.I"><sofa:binding.bolt/></sofa:reference>
                 <other:bean xmlns:other="urn:x" class="p.No"/>
               </beans>"#,
        );
        assert_eq!(findings, []);
        let shown: Vec<_> =
            found.iter().map(|e| (e.role, e.attribute("class").or(e.attribute("interface")))).collect();
        assert_eq!(shown, [(XmlRole::Bean, Some("p.A")), (XmlRole::Reference, Some("p.I"))]);
        assert_eq!(found[0].properties, [("size".to_owned(), "3".to_owned())]);
        assert_eq!((&*found[1].children, found[1].line), (&["binding.bolt".to_owned()][..], 3));
        let (found, _) = elements(
            "<!DOCTYPE mapper PUBLIC \"-//mybatis.org//DTD Mapper 3.0//EN\" \"http://mybatis.org/dtd/mybatis-3-mapper.dtd\">\n\
             <mapper namespace=\"p.M\"><select id=\"x\">select 1</select></mapper>",
        );
        assert_eq!((found[0].role, found[0].attribute("namespace")), (XmlRole::Mapper, Some("p.M")));
    }

    #[test]
    fn harmful_documents_are_findings() {
        let (found, findings) = elements("<beans><bean class='p.A'/><bean class='p.B'>");
        assert_eq!((found.len(), findings.len()), (2, 1));
        assert!(findings[0].message.contains("ends too early"), "{findings:?}");
        let (found, findings) = elements("<beans><bean class='p.A'/></bins>");
        assert_eq!((found.len(), findings.len()), (1, 1), "{findings:?}");
        let deep = "<a>".repeat(100_000);
        assert!(elements(&deep).1[0].message.contains("more than 512 deep"));
        // Entities are neither expanded nor fetched.
        let bomb = "<!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n\
                    <beans><bean class=\"&b;&x;\">&b;&x;</bean></beans>";
        let (found, findings) = elements(bomb);
        assert_eq!((found[0].attribute("class"), findings), (Some("&b;&x;"), vec![]));
    }
}
