//! Reads the XML files of a class path: beans, services, references, mappers, and further documents and packages.
//!
//! Nothing is fetched and no entity is expanded; a document that is malformed, too large or too deep is a
//! finding, and what was read before holds.

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, QName, ResolveResult};
use reenact_base::finding::{Code, Finding, Subject};

use crate::catalog::{Catalog, XmlRole, XmlRule};

/// Larger documents configure nothing.
const LARGEST: usize = 16 << 20;

/// Deeper documents are made to do harm.
const DEEPEST: usize = 512;

/// The largest number of namespaces in scope of an element. For each name they are searched linearly.
const NAMESPACES: usize = 1_024;

/// The longest prefix of the name of a namespace or document type that is compared, for every element.
const NAME: usize = 1_024;

/// Attributes of this namespace are properties of beans.
const PROPERTIES: &[u8] = b"http://www.springframework.org/schema/p";

/// An element that the catalogs know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub role: XmlRole,
    pub group: String,
    /// Within the JVM, unless a binding says otherwise.
    pub is_near: bool,
    /// By name; those with a prefix are left out.
    pub attributes: Vec<(String, String)>,
    /// Names and values of properties that are given to a bean.
    pub properties: Vec<(String, String)>,
    /// The elements in it.
    pub children: Vec<Child>,
    pub file: String,
    pub line: usize,
}

/// An element in another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Child {
    /// Without its prefix.
    pub name: String,
    pub attributes: Vec<(String, String)>,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        attribute(&self.attributes, name)
    }

    pub fn property(&self, name: &str) -> Option<&str> {
        attribute(&self.properties, name)
    }

    /// `file:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

impl Child {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        attribute(&self.attributes, name)
    }
}

fn attribute<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(attribute, _)| attribute == name).map(|(_, value)| value.as_str())
}

/// Reads a document.
pub(crate) fn read(catalog: &Catalog, file: &str, bytes: &[u8], findings: &mut Vec<Finding>) -> Vec<Element> {
    let mut reading = Reading {
        catalog,
        file,
        lines: Lines { bytes, offset: 0, line: 1 },
        kind: String::new(),
        open: Vec::new(),
        elements: Vec::new(),
    };
    if let Err(message) = reading.read(bytes) {
        let finding = Finding::new(Code::XmlUnreadable, Subject::file(file), message);
        findings.push(finding.with_help("what came before in this file was taken into account"));
    }
    reading.elements
}

struct Reading<'r> {
    catalog: &'r Catalog,
    file: &'r str,
    lines: Lines<'r>,
    /// The document type.
    kind: String,
    /// The elements around the current one, each with how many namespaces are known in it.
    open: Vec<(Open, usize)>,
    elements: Vec<Element>,
}

/// The role of an open element, with the position of its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Other,
    Element(usize),
    /// A property of a bean.
    Property(usize),
    /// The value of its last property.
    Value(usize),
}

impl<'r> Reading<'r> {
    fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        if bytes.len() > LARGEST {
            return Err(format!("the document has {} bytes, more than {LARGEST}", bytes.len()));
        }
        let mut reader = NsReader::from_reader(bytes);
        reader.config_mut().expand_empty_elements = true;
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            let at = reader.buffer_position() as usize;
            let (resolved, event) = match reader.read_resolved_event_into(&mut buffer) {
                Ok(read) => read,
                Err(error) => {
                    let line = self.lines.at(reader.error_position() as usize);
                    return Err(format!("line {line}: {error}"));
                }
            };
            match event {
                Event::DocType(text) => self.kind = name(&text),
                Event::Start(start) => {
                    let namespace = match resolved {
                        ResolveResult::Bound(namespace) => name(namespace.as_ref()),
                        ResolveResult::Unknown(prefix) => name(&prefix),
                        ResolveResult::Unbound => String::new(),
                    };
                    let known = self.open.last().map_or(0, |(_, known)| *known) + namespaces(&start);
                    if known > NAMESPACES {
                        let line = self.lines.at(at);
                        return Err(format!("line {line}: an element knows {known} namespaces"));
                    }
                    let opened = self.start(&reader, &start, &namespace, at);
                    self.open.push((opened, known));
                    if self.open.len() > DEEPEST {
                        let line = self.lines.at(at);
                        return Err(format!("line {line}: elements are nested more than {DEEPEST} deep"));
                    }
                }
                Event::Text(text) => self.text(&String::from_utf8_lossy(&text)),
                Event::End(_) => {
                    self.open.pop();
                }
                Event::Eof if self.open.is_empty() => return Ok(()),
                Event::Eof => return Err(format!("line {}: the document ends too early", self.lines.at(at))),
                _ => {}
            }
        }
    }

    /// Returns the role of an element.
    fn start(
        &mut self,
        reader: &NsReader<&[u8]>,
        start: &BytesStart<'_>,
        namespace: &str,
        at: usize,
    ) -> Open {
        let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
        let outer = self.open.last().map_or(Open::Other, |(outer, _)| *outer);
        let rule = self.rule(&name, namespace);
        let mut opened = Open::Other;
        match outer {
            Open::Element(outer) => {
                let (attributes, _) = attributes(reader, start);
                let element = &mut self.elements[outer];
                if name == "property"
                    && let Some(name) = attribute(&attributes, "name")
                {
                    let value = attribute(&attributes, "value").or_else(|| attribute(&attributes, "ref"));
                    element.properties.push((name.to_owned(), value.unwrap_or_default().to_owned()));
                    opened = Open::Property(outer);
                }
                element.children.push(Child { name, attributes });
            }
            Open::Property(outer) if name == "value" => opened = Open::Value(outer),
            _ => {}
        }
        if let Some(rule) = rule {
            let (attributes, properties) = attributes(reader, start);
            let (role, group, is_near) = (rule.role, rule.group.clone(), rule.is_near);
            self.elements.push(Element {
                role,
                group,
                is_near,
                attributes,
                properties,
                children: Vec::new(),
                file: self.file.to_owned(),
                line: self.lines.at(at),
            });
            opened = Open::Element(self.elements.len() - 1);
        }
        opened
    }

    fn rule(&self, name: &str, namespace: &str) -> Option<&'r XmlRule> {
        self.catalog.xml.iter().find(|rule| {
            rule.element == name
                && match (namespace, rule.role) {
                    ("", XmlRole::Bean | XmlRole::Import) => true,
                    ("", _) => self.kind.contains(&rule.namespace),
                    (namespace, _) => namespace.contains(&rule.namespace),
                }
        })
    }

    fn text(&mut self, text: &str) {
        if let Some(&(Open::Value(element), _)) = self.open.last()
            && let Some((_, value)) = self.elements[element].properties.last_mut()
        {
            value.push_str(text.trim());
        }
    }
}

/// A name, cut to the length that is compared.
fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(NAME)]).into_owned()
}

/// How many namespaces a tag declares.
fn namespaces(start: &BytesStart<'_>) -> usize {
    let mut attributes = start.attributes();
    let declares = |key: QName<'_>| key.as_namespace_binding().is_some();
    attributes.with_checks(false).flatten().filter(|attribute| declares(attribute.key)).count()
}

/// Attributes and properties by name. Only the five entities of XML itself and characters by number mean
/// something; others stay as they are written.
#[allow(clippy::type_complexity, reason = "two lists of the same kind")]
fn attributes(
    reader: &NsReader<&[u8]>,
    start: &BytesStart<'_>,
) -> (Vec<(String, String)>, Vec<(String, String)>) {
    let (mut plain, mut properties) = (Vec::new(), Vec::new());
    let mut attributes = start.attributes();
    for attribute in attributes.with_checks(false).flatten() {
        let name = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
        let raw = String::from_utf8_lossy(&attribute.value).into_owned();
        let value = quick_xml::escape::unescape(&raw).map(|text| text.into_owned()).unwrap_or(raw);
        if attribute.key.prefix().is_none() {
            plain.push((name, value));
        } else if reader.resolve_attribute(attribute.key).0 == ResolveResult::Bound(Namespace(PROPERTIES)) {
            properties.push((name.strip_suffix("-ref").unwrap_or(&name).to_owned(), value));
        }
    }
    (plain, properties)
}

/// Lines of offsets that only grow.
struct Lines<'l> {
    bytes: &'l [u8],
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, offset: usize) -> usize {
        let passed = self.bytes.get(self.offset..offset.min(self.bytes.len())).unwrap_or_default();
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.offset = self.offset.max(offset);
        self.line
    }
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
        let children: Vec<&str> = found[1].children.iter().map(|child| child.name.as_str()).collect();
        assert_eq!((&*children, found[1].line), (&["binding.bolt"][..], 3));
        let (found, _) = elements(
            "<!DOCTYPE mapper PUBLIC \"-//mybatis.org//DTD Mapper 3.0//EN\" \"http://mybatis.org/dtd/mybatis-3-mapper.dtd\">\n\
             <mapper namespace=\"p.M\"><select id=\"x\">select 1</select></mapper>",
        );
        assert_eq!((found[0].role, found[0].attribute("namespace")), (XmlRole::Mapper, Some("p.M")));
    }

    /// A property may be an element, an element with a value in it, or an attribute.
    #[test]
    fn properties_in_every_form() {
        let (found, _) = elements(
            r#"<beans xmlns="http://www.springframework.org/schema/beans" xmlns:q="http://www.springframework.org/schema/p">
                 <bean class="p.A" q:size="3" q:store-ref="b" q:class="x">
                   <property name="base"> <value> p.q </value> </property>
                   <property name="inner"><bean class="p.B"><property name="deep"><value>1</value></property></bean></property>
                 </bean>
               </beans>"#,
        );
        let shown = |at: usize| {
            let given = found[at].properties.iter();
            given.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(0), "size=3 store=b class=x base=p.q inner=");
        assert_eq!((found[0].attribute("class"), &*shown(1)), (Some("p.A"), "deep=1"));
    }

    #[test]
    fn imports_and_scans() {
        let (found, _) = elements(
            r#"<beans xmlns="http://www.springframework.org/schema/beans" xmlns:context="http://www.springframework.org/schema/context">
                 <import resource="classpath:other.xml"/>
                 <context:component-scan base-package="p.q"><context:include-filter type="regex" expression=".*Dao"/></context:component-scan>
               </beans>"#,
        );
        assert_eq!(
            (found[0].role, found[0].attribute("resource")),
            (XmlRole::Import, Some("classpath:other.xml"))
        );
        assert_eq!(found[1].role, XmlRole::Scan);
        assert_eq!(found[1].children[0].attribute("expression"), Some(".*Dao"));
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

    /// Protects that damage takes nothing from what was read before it, and never more than the document.
    #[test]
    fn damaged_documents_are_read_as_far_as_they_go() {
        let catalog = Catalog::embedded();
        let read = |bytes: &[u8]| {
            let mut findings = Vec::new();
            (read(&catalog, "a.xml", bytes, &mut findings), findings)
        };
        for document in [
            include_str!("../tests/targets/internal/XmlDefinitions/context.xml"),
            include_str!("../tests/targets/internal/ScanFilters/context.xml"),
            include_str!("../tests/targets/external/SofaBolt/reference.xml"),
            include_str!("../tests/targets/external/MapperXml/InvoiceMapper.xml"),
        ] {
            let (whole, findings) = read(document.as_bytes());
            assert!(!whole.is_empty() && findings.is_empty(), "{findings:?}");
            let end = document.trim_end().len();
            for at in 0..document.len() {
                let (found, findings) = read(&document.as_bytes()[..at]);
                for (found, whole) in found.iter().zip(&whole) {
                    let shown = |element: &Element| (element.role, element.attributes.clone(), element.line);
                    assert_eq!(shown(found), shown(whole), "cut at {at}");
                }
                if !found.is_empty() {
                    assert_eq!(findings.len(), usize::from(at < end), "cut at {at}: {findings:?}");
                }
                for flip in [0x01, 0x20, 0x80] {
                    let mut bytes = document.as_bytes().to_vec();
                    bytes[at] ^= flip;
                    assert!(read(&bytes).1.len() <= 1);
                }
            }
        }
    }

    /// Namespaces are searched, and their names compared, once for every element: neither many nor long ones may
    /// make this take longer than it takes to read the document.
    #[test]
    fn namespaces_without_end_are_findings() {
        let declared: String = (0..100_000).map(|at| format!(" xmlns:n{at}='u'")).collect();
        let many = format!("<beans{declared}>{}</beans>", "<x:bean/>".repeat(100_000));
        let (found, findings) = elements(&many);
        assert_eq!((found.len(), findings.len()), (0, 1));
        assert!(findings[0].message.contains("knows 100000 namespaces"), "{findings:?}");
        let tag = |at: u32| format!("<beans xmlns:a{at}='u' xmlns:b{at}='u' xmlns:c{at}='u'>");
        let inside: String = (0..500).map(tag).collect();
        assert!(elements(&inside).1[0].message.contains("namespaces"));
        let long = "x".repeat(8 << 20);
        let beans = "<bean class='p.A'/><mapper/>".repeat(100_000);
        assert_eq!(elements(&format!("<beans xmlns='{long}'>{beans}</beans>")), (vec![], vec![]));
        assert_eq!(elements(&format!("<!DOCTYPE {long}><beans>{beans}</beans>")).0.len(), 100_000);
        // One behind the other they are none too many.
        let one = "<p:bean xmlns:p='http://www.springframework.org/schema/beans' class='p.A'/>".repeat(2_000);
        assert_eq!(elements(&format!("<beans>{one}</beans>")).0.len(), 2_000);
    }

    /// Lines are counted once for the whole document, not once for each bean.
    #[test]
    fn many_beans_take_no_longer_than_their_bytes() {
        let many = format!("<beans>{}</beans>", "<bean\nclass='p.A'/>".repeat(200_000));
        let (found, findings) = elements(&many);
        assert_eq!((found.len(), found[199_999].line, findings), (200_000, 200_000, vec![]));
    }
}
