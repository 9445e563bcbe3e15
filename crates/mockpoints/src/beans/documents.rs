//! The XML documents of a class path, and which of them configure the subject.

use std::collections::VecDeque;

use reenact_base::finding::{Code, Finding, Subject};
use rustc_hash::FxHashMap;

use super::{places, strings};
use crate::catalog::{Catalog, XmlRole};
use crate::scope::Scope;
use crate::xml::{self, Element};

/// A document with more imports is made to do harm.
const IMPORTS: usize = 4_096;

/// All documents that say something.
pub(super) struct Documents {
    documents: Vec<Document>,
    /// The first bean of a name in each document: positions of documents and of elements in them.
    named: FxHashMap<String, Vec<(usize, usize)>>,
}

pub(super) struct Document {
    pub container: usize,
    pub path: String,
    /// The subject's, or imported by it.
    pub is_own: bool,
    pub elements: Vec<Element>,
}

impl Documents {
    pub fn read(scope: &Scope<'_>, catalog: &Catalog, findings: &mut Vec<Finding>) -> Documents {
        let platform = scope.world.options().platform;
        let mut documents = Vec::new();
        for (position, container) in scope.world.containers().iter().enumerate().skip(platform) {
            for path in container.resources() {
                if !path.ends_with(".xml") || path.starts_with("META-INF/maven/") {
                    continue;
                }
                let file = format!("{}!/{path}", container.location());
                match container.read_resource(path) {
                    Ok(Some(bytes)) => {
                        let elements = xml::read(catalog, &file, &bytes, findings);
                        if !elements.is_empty() {
                            let is_own = scope.is_own_container(position);
                            let path = path.to_owned();
                            documents.push(Document { container: position, path, is_own, elements });
                        }
                    }
                    Ok(None) => {}
                    Err(error) => {
                        findings.push(Finding::new(
                            Code::XmlUnreadable,
                            Subject::file(file),
                            error.to_string(),
                        ));
                    }
                }
            }
        }
        let named = named(&documents);
        let mut documents = Documents { documents, named };
        documents.follow_imports(&named_in_code(scope, catalog), findings);
        documents
    }

    /// Documents that a document of the subject imports configure the subject, wherever they lie.
    fn follow_imports(&mut self, named: &[String], findings: &mut Vec<Finding>) {
        let own = (0..self.documents.len()).filter(|&at| self.documents[at].is_own);
        let mut todo: VecDeque<usize> = own.collect();
        let import = |documents: &mut Vec<Document>, todo: &mut VecDeque<usize>, pattern: &str| {
            for (at, document) in documents.iter_mut().enumerate() {
                if !document.is_own && places::matches(pattern, &document.path) {
                    document.is_own = true;
                    todo.push_back(at);
                }
            }
        };
        for pattern in named.iter().filter_map(|location| places::resource(location, "")) {
            import(&mut self.documents, &mut todo, &pattern);
        }
        while let Some(at) = todo.pop_front() {
            let document = &self.documents[at];
            let directory = document.path.rsplit_once('/').map_or("", |(directory, _)| directory);
            let imports = document.elements.iter().filter(|element| element.role == XmlRole::Import);
            let mut patterns: Vec<String> = imports
                .filter_map(|element| places::resource(element.attribute("resource")?, directory))
                .collect();
            patterns.sort_unstable();
            patterns.dedup();
            if patterns.len() > IMPORTS {
                let message =
                    format!("it imports {} documents; the first {IMPORTS} are looked at", patterns.len());
                let finding = Finding::new(Code::XmlImports, Subject::file(document.path.clone()), message);
                findings.push(finding);
                patterns.truncate(IMPORTS);
            }
            for pattern in patterns {
                import(&mut self.documents, &mut todo, &pattern);
            }
        }
    }

    pub fn all(&self) -> impl Iterator<Item = (&Document, &Element)> {
        self.documents
            .iter()
            .flat_map(|document| document.elements.iter().map(move |element| (document, element)))
    }

    /// The elements of documents that configure the subject.
    pub fn own(&self) -> impl Iterator<Item = (&Document, &Element)> {
        self.all().filter(|(document, _)| document.is_own)
    }

    pub fn own_of(&self, role: XmlRole) -> impl Iterator<Item = &Element> {
        self.own().map(|(_, element)| element).filter(move |element| element.role == role)
    }

    /// The bean of a name that a document means: its own, one beside it, or any.
    pub fn bean(&self, name: &str, from: &Document) -> Option<&Element> {
        let distance = |at: usize| {
            let document = &self.documents[at];
            let is_beside = document.container == from.container;
            (!is_beside, !is_beside || document.path != from.path)
        };
        let named = self.named.get(name)?.iter();
        let &(document, element) = named.min_by_key(|&&(document, _)| distance(document))?;
        Some(&self.documents[document].elements[element])
    }
}

fn named(documents: &[Document]) -> FxHashMap<String, Vec<(usize, usize)>> {
    let mut named: FxHashMap<String, Vec<(usize, usize)>> = FxHashMap::default();
    for (at, document) in documents.iter().enumerate() {
        let beans = document.elements.iter().enumerate().filter(|(_, element)| element.role == XmlRole::Bean);
        for (position, bean) in beans {
            let names = bean.attribute("name").into_iter().flat_map(places::names);
            for name in bean.attribute("id").into_iter().chain(names) {
                let known = named.entry(name.to_owned()).or_default();
                if known.last().is_none_or(|&(document, _)| document != at) {
                    known.push((at, position));
                }
            }
        }
    }
    named
}

/// Locations in annotations on the subject's classes.
fn named_in_code(scope: &Scope<'_>, catalog: &Catalog) -> Vec<String> {
    let mut named = Vec::new();
    for annotation in &catalog.beans.documents {
        let classes = scope.world.annotated_classes(annotation).iter().copied();
        for class in classes.filter(|&class| scope.is_own(class)) {
            let views = scope.world.annotations(class).unwrap_or_default();
            for view in views.iter().filter(|view| view.interface == *annotation) {
                let elements = ["value", "locations"].iter().filter_map(|element| view.element(element));
                named.extend(elements.flat_map(strings).map(str::to_owned));
            }
        }
    }
    named
}
