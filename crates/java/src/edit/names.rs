//! Names in code: what a piece of a file uses, and how code from elsewhere names its classes in a file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::parse::visit;
use super::{Import, SourceFile};
use crate::model::ClassName;

/// Code in which the names of classes are kept apart, so that it can be put into any file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Snippet(Vec<Part>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Text(String),
    Class(ClassName),
}

impl Snippet {
    pub fn text(text: impl Into<String>) -> Snippet {
        Snippet(vec![Part::Text(text.into())])
    }

    pub fn class(name: ClassName) -> Snippet {
        Snippet(vec![Part::Class(name)])
    }

    /// Appends text.
    pub fn then(mut self, text: impl Into<String>) -> Snippet {
        self.0.push(Part::Text(text.into()));
        self
    }

    /// Appends another snippet.
    pub fn with(mut self, other: &Snippet) -> Snippet {
        self.0.extend(other.0.iter().cloned());
        self
    }

    /// The code with every class in full.
    pub fn qualified(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Class(name) => full(name),
        };
        self.0.iter().map(part).collect()
    }

    /// The code with simple names, for messages.
    pub fn simple(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Class(name) => name.names().join("."),
        };
        self.0.iter().map(part).collect()
    }

    /// The code for a place in a class of a file, and the imports that it needs there.
    pub fn in_file(&self, file: &SourceFile, class: &str) -> (String, Vec<Import>) {
        let (mut text, mut imports) = (String::new(), Vec::new());
        for part in &self.0 {
            match part {
                Part::Text(part) => text.push_str(part),
                Part::Class(name) => {
                    let (written, import) = file.class_name(name, class, &imports);
                    text.push_str(&written);
                    imports.extend(import.filter(|import| !imports.contains(import)));
                }
            }
        }
        (text, imports)
    }
}

fn full(name: &ClassName) -> String {
    let names = name.names().join(".");
    match name.package() {
        "" => names,
        package => format!("{package}.{names}"),
    }
}

/// A class by a name as code writes it. By convention names of packages begin with a small letter, and those of classes do not.
pub fn class_name(qualified: &str) -> ClassName {
    let parts: Vec<&str> = qualified.split('.').collect();
    let first = parts.iter().position(|part| part.starts_with(char::is_uppercase));
    let (package, names) = parts.split_at(first.unwrap_or(parts.len() - 1));
    ClassName::new(&package.join("."), names)
}

/// The names that a piece of code uses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    /// Names of types, and identifiers before a dot, which may be types: `Cache` of `Cache.clear()`.
    pub types: BTreeSet<String>,
    /// Methods that are called without a receiver.
    pub methods: BTreeSet<String>,
    /// All other identifiers: variables, and those of `types` that a dot follows.
    pub variables: BTreeSet<String>,
}

impl SourceFile {
    /// Returns the names that a piece of the file uses.
    pub fn names_in(&self, range: &Range<usize>) -> Names {
        let mut names = Names::default();
        visit(self.tree.root_node(), range, |node| {
            let text = || self.text[node.byte_range()].to_owned();
            let parent = node.parent();
            let is_field = |name: &str| {
                parent.and_then(|parent| parent.child_by_field_name(name)).is_some_and(|child| child == node)
            };
            match (node.kind(), parent.map_or("", |parent| parent.kind())) {
                ("type_identifier", _) => {
                    names.types.insert(text());
                }
                ("identifier", "method_invocation") if is_field("name") => {
                    let is_free = parent.is_some_and(|call| call.child_by_field_name("object").is_none());
                    if is_free {
                        names.methods.insert(text());
                    }
                }
                ("identifier", "field_access") if is_field("field") => {}
                ("identifier", "variable_declarator" | "formal_parameter" | "catch_formal_parameter")
                    if is_field("name") => {}
                ("identifier", "annotation" | "marker_annotation") => {
                    names.types.insert(text());
                }
                (
                    "identifier",
                    "method_invocation" | "field_access" | "method_reference" | "scoped_identifier",
                ) => {
                    names.types.insert(text());
                    names.variables.insert(text());
                }
                ("identifier", _) => {
                    names.variables.insert(text());
                }
                _ => {}
            }
            true
        });
        names
    }

    /// Returns a piece of the file as code for any other file. `resolve` gives the class of a simple name, and `constants` the
    /// text that replaces a variable; names that neither knows stay as they are.
    pub fn snippet(
        &self,
        range: &Range<usize>,
        resolve: &dyn Fn(&str) -> Option<ClassName>,
        constants: &BTreeMap<String, String>,
    ) -> Snippet {
        let mut parts: Vec<(Range<usize>, Vec<Part>)> = Vec::new();
        visit(self.tree.root_node(), range, |node| {
            if !matches!(node.kind(), "identifier" | "type_identifier") {
                return true;
            }
            let (text, parent) = (self.slice(&node.byte_range()), node.parent());
            let kind = parent.map_or("", |parent| parent.kind());
            let is = |field: &str| {
                parent.and_then(|parent| parent.child_by_field_name(field)).is_some_and(|child| child == node)
            };
            let is_first = parent.and_then(|parent| parent.named_child(0)).is_some_and(|child| child == node);
            let is_qualified = match kind {
                "method_invocation" => {
                    is("name") && parent.is_some_and(|call| call.child_by_field_name("object").is_some())
                }
                "field_access" => is("field"),
                "scoped_type_identifier" | "scoped_identifier" | "method_reference" => !is_first,
                "variable_declarator" | "formal_parameter" | "catch_formal_parameter" => is("name"),
                "labeled_statement" | "break_statement" | "continue_statement" | "element_value_pair" => true,
                _ => false,
            };
            if is_qualified {
                return true;
            }
            let imported =
                self.imports.iter().find(|import| import.is_static && import.simple_name() == Some(text));
            let may_be_type = node.kind() == "type_identifier"
                || matches!(
                    kind,
                    "field_access" | "method_reference" | "class_literal" | "scoped_type_identifier"
                )
                || kind == "method_invocation" && is("object");
            if let Some(constant) = constants
                .get(text)
                .filter(|_| node.kind() == "identifier" && kind != "method_invocation" || is("object"))
            {
                parts.push((node.byte_range(), vec![Part::Text(constant.clone())]));
            } else if let Some((class, _)) = imported.and_then(|import| import.name.rsplit_once('.')) {
                let named = Part::Class(class_name(class));
                parts.push((node.byte_range(), vec![named, Part::Text(format!(".{text}"))]));
            } else if may_be_type && let Some(class) = resolve(text) {
                parts.push((node.byte_range(), vec![Part::Class(class)]));
            }
            true
        });
        let (mut snippet, mut at) = (Vec::new(), range.start);
        for (place, by) in parts {
            snippet.push(Part::Text(self.text[at..place.start].to_owned()));
            snippet.extend(by);
            at = place.end;
        }
        snippet.push(Part::Text(self.text[at..range.end].to_owned()));
        // Lines behind the first are indented relative to it, wherever they go.
        let indent = self.indent_at(range.start);
        let deep = format!("\n{indent}");
        for part in &mut snippet {
            if let Part::Text(text) = part {
                *text = text.replace("\r\n", "\n").replace(&deep, "\n");
            }
        }
        Snippet(snippet)
    }

    /// Returns the text with every use of a name as an identifier replaced.
    pub fn renamed(&self, name: &str, by: &str) -> String {
        let mut parts = Vec::new();
        visit(self.tree.root_node(), &(0..self.text.len()), |node| {
            if matches!(node.kind(), "identifier" | "type_identifier")
                && self.slice(&node.byte_range()) == name
            {
                parts.push((node.byte_range(), by.to_owned()));
            }
            true
        });
        self.replaced(&parts)
    }

    /// How code in the file writes the name of a top-level class: simply if an import gives it or will.
    pub(super) fn named_as(&self, name: &str, more: &[Import]) -> String {
        let simple = name.rsplit('.').next().unwrap_or(name);
        match self.means_other(simple, name, more) {
            true => name.to_owned(),
            false => simple.to_owned(),
        }
    }

    /// Whether a simple name is another class than the one of a full name.
    fn means_other(&self, simple: &str, name: &str, more: &[Import]) -> bool {
        let imported = self.imports.iter().chain(more);
        let mut imported =
            imported.filter(|import| !import.is_static && import.simple_name() == Some(simple));
        let is_declared = self.classes.iter().any(|own| own.name == simple && own.binary_name != name);
        is_declared || imported.any(|import| import.name != name)
    }

    /// How code of a class in the file names a class, and the import that it needs.
    fn class_name(&self, name: &ClassName, class: &str, more: &[Import]) -> (String, Option<Import>) {
        let nested = name.names().join(".");
        let Some(top) = name.names().first() else { return (nested, None) };
        let (package, full_top) = match name.package() {
            "" => ("", top.clone()),
            package => (package, format!("{package}.{top}")),
        };
        // A member of the class itself, or of one around it, needs no name in front.
        let binary = match package {
            "" => name.names().join("$"),
            package => format!("{package}.{}", name.names().join("$")),
        };
        let outer = binary.rsplit_once('$').map_or("", |(outer, _)| outer);
        let simple = name.simple_name();
        if !outer.is_empty() && (class == outer || class.starts_with(&format!("{outer}$"))) {
            return (simple.to_owned(), None);
        }
        let explicit = |full: &str| {
            let mut imports = self.imports.iter().chain(more);
            imports.any(|import| !import.is_static && !import.is_wildcard && import.name == full)
        };
        let full = full(name);
        if name.names().len() > 1 && explicit(&full) {
            return (simple.to_owned(), None);
        }
        if self.means_other(top, &full_top, more) {
            return (full, None);
        }
        let is_wildcard = self
            .imports
            .iter()
            .any(|import| import.is_wildcard && !import.is_static && import.name == package);
        if package == self.package
            || package == "java.lang"
            || is_wildcard
            || explicit(&full_top)
            || package.is_empty()
        {
            return (nested, None);
        }
        (nested, Some(Import::of(&full_top, false)))
    }
}
