//! From a syntax tree to declarations.

use std::ops::Range;

use tree_sitter::{Node, Parser};

use super::declared::{Annotation, Class, Field, Method, Statement, StatementKind};
use super::{EditError, Import, SourceFile};

/// Longer files are generated, and not edited by a person either.
const MOST_BYTES: usize = 8 << 20;

/// Classes nested deeper are not looked at.
const DEEPEST: usize = 32;

impl SourceFile {
    /// Parses a file. One with a syntax error, or with syntax that the parser does not know, is refused.
    pub fn parse(text: &str) -> Result<SourceFile, EditError> {
        if text.len() > MOST_BYTES {
            return Err(EditError::TooLong { bytes: text.len(), limit: MOST_BYTES });
        }
        let mut parser = Parser::new();
        let tree = match parser.set_language(&tree_sitter_java::LANGUAGE.into()) {
            Ok(()) => parser.parse(text, None),
            Err(_) => None,
        };
        let tree = tree.ok_or(EditError::Syntax { line: 1 })?;
        let root = tree.root_node();
        if root.has_error() {
            return Err(EditError::Syntax { line: first_error(root) });
        }
        let mut read = Reader {
            text,
            package: String::new(),
            package_end: None,
            imports: Vec::new(),
            classes: Vec::new(),
        };
        for node in named(root) {
            match node.kind() {
                "package_declaration" => {
                    read.package_end = Some(node.end_byte());
                    let name =
                        named(node).find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"));
                    read.package = name.map(|name| read.compact(name)).unwrap_or_default();
                }
                "import_declaration" => read.import(node),
                _ => read.class(node, None, 0),
            }
        }
        let Reader { package, package_end, imports, classes, .. } = read;
        Ok(SourceFile { text: text.to_owned(), package, package_end, imports, classes, tree })
    }
}

/// Returns the line of the first node that is an error or missing.
fn first_error(root: Node<'_>) -> usize {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return node.start_position().row + 1;
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return root.start_position().row + 1;
            }
        }
    }
}

struct Reader<'s> {
    text: &'s str,
    package: String,
    package_end: Option<usize>,
    imports: Vec<Import>,
    classes: Vec<Class>,
}

impl Reader<'_> {
    fn of(&self, node: Node<'_>) -> String {
        self.text[node.byte_range()].to_owned()
    }

    /// The text of a qualified name, which may have spaces and comments in it.
    fn compact(&self, node: Node<'_>) -> String {
        let mut parts = Vec::new();
        visit(node, &node.byte_range(), |node| {
            if matches!(node.kind(), "identifier" | "type_identifier") {
                parts.push(self.of(node));
            }
            !matches!(node.kind(), "type_arguments" | "annotation" | "marker_annotation")
        });
        parts.join(".")
    }

    fn import(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let (mut is_static, mut is_wildcard, mut name) = (false, false, String::new());
        for child in node.children(&mut cursor) {
            match child.kind() {
                "static" => is_static = true,
                "asterisk" => is_wildcard = true,
                "identifier" | "scoped_identifier" => name = self.compact(child),
                _ => {}
            }
        }
        self.imports.push(Import { name, is_static, is_wildcard, range: node.byte_range() });
    }

    fn class(&mut self, node: Node<'_>, outer: Option<&str>, depth: usize) {
        let kinds = [
            "class_declaration",
            "interface_declaration",
            "enum_declaration",
            "record_declaration",
            "annotation_type_declaration",
        ];
        if !kinds.contains(&node.kind()) || depth > DEEPEST {
            return;
        }
        let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body"))
        else {
            return;
        };
        let name = self.of(name);
        let binary_name = match outer {
            Some(outer) => format!("{outer}${name}"),
            None if self.package.is_empty() => name.clone(),
            None => format!("{}.{name}", self.package),
        };
        let modifiers = Modifiers::of(self, node);
        let superclass = node.child_by_field_name("superclass");
        let superclass = superclass.and_then(|node| node.named_child(0)).map(|node| self.compact(node));
        let mut class = Class {
            binary_name: binary_name.clone(),
            name,
            is_class: matches!(node.kind(), "class_declaration" | "record_declaration"),
            is_abstract: modifiers.has("abstract"),
            superclass,
            annotations: modifiers.annotations,
            methods: Vec::new(),
            fields: Vec::new(),
            range: node.byte_range(),
            body: body.byte_range(),
            members: Vec::new(),
        };
        let mut inner = Vec::new();
        let mut members: Vec<Node<'_>> = Vec::new();
        for member in named(body) {
            match member.kind() {
                "enum_body_declarations" => members.extend(named(member)),
                _ => members.push(member),
            }
        }
        for member in members {
            class.members.push(member.byte_range());
            match member.kind() {
                "method_declaration" => class.methods.push(self.method(member)),
                "field_declaration" => class.fields.extend(self.fields(member)),
                _ => inner.push(member),
            }
        }
        self.classes.push(class);
        for member in inner {
            self.class(member, Some(&binary_name), depth + 1);
        }
    }

    fn fields(&self, node: Node<'_>) -> Vec<Field> {
        let modifiers = Modifiers::of(self, node);
        let ty = node.child_by_field_name("type").map(|ty| self.of(ty)).unwrap_or_default();
        let mut cursor = node.walk();
        let declared = node.children_by_field_name("declarator", &mut cursor);
        declared
            .filter_map(|declarator| {
                Some(Field {
                    name: self.of(declarator.child_by_field_name("name")?),
                    is_static: modifiers.has("static"),
                    is_final: modifiers.has("final"),
                    ty: ty.clone(),
                    value: declarator.child_by_field_name("value").map(|value| value.byte_range()),
                    range: node.byte_range(),
                })
            })
            .collect()
    }

    fn method(&self, node: Node<'_>) -> Method {
        let modifiers = Modifiers::of(self, node);
        let name = node.child_by_field_name("name").map(|name| self.of(name)).unwrap_or_default();
        let parameters = node.child_by_field_name("parameters");
        let is_parameter = |node: &Node<'_>| matches!(node.kind(), "formal_parameter" | "spread_parameter");
        let body = node.child_by_field_name("body");
        let throws = named(node).find(|child| child.kind() == "throws");
        Method {
            parameters: parameters.map_or(0, |list| named(list).filter(is_parameter).count()),
            is_static: modifiers.has("static"),
            is_public: modifiers.has("public"),
            is_protected: modifiers.has("protected"),
            is_private: modifiers.has("private"),
            returns_void: node.child_by_field_name("type").is_some_and(|ty| ty.kind() == "void_type"),
            throws: throws.map_or(Vec::new(), |list| named(list).map(|ty| self.compact(ty)).collect()),
            range: node.byte_range(),
            body: body.map(|body| body.byte_range()),
            statements: body.map_or(Vec::new(), |body| self.statements(body, &name)),
            annotations: modifiers.annotations,
            name,
        }
    }

    fn statements(&self, body: Node<'_>, method: &str) -> Vec<Statement> {
        let statements = named(body).filter(|node| !is_comment(*node));
        statements
            .map(|node| {
                let kind = match node.kind() {
                    "local_variable_declaration" => StatementKind::Local(self.variables(node)),
                    "expression_statement" => self.expression(node, method),
                    "return_statement" | "throw_statement" => StatementKind::Leaves,
                    _ => StatementKind::Other,
                };
                Statement { range: node.byte_range(), kind }
            })
            .collect()
    }

    fn variables(&self, node: Node<'_>) -> Vec<String> {
        let mut cursor = node.walk();
        let declared = node.children_by_field_name("declarator", &mut cursor);
        declared.filter_map(|declarator| Some(self.of(declarator.child_by_field_name("name")?))).collect()
    }

    fn expression(&self, node: Node<'_>, method: &str) -> StatementKind {
        let call = node.named_child(0).filter(|call| call.kind() == "method_invocation");
        let is_super =
            call.and_then(|call| call.child_by_field_name("object")).is_some_and(|o| o.kind() == "super");
        let name = call.and_then(|call| call.child_by_field_name("name")).map(|name| self.of(name));
        match name {
            Some(name) if is_super && name == method => StatementKind::Super(name),
            _ => StatementKind::Expression,
        }
    }
}

/// The words and annotations before a declaration.
struct Modifiers {
    words: Vec<String>,
    annotations: Vec<Annotation>,
}

impl Modifiers {
    fn of(reader: &Reader<'_>, node: Node<'_>) -> Modifiers {
        let mut modifiers = Modifiers { words: Vec::new(), annotations: Vec::new() };
        let Some(list) = named(node).find(|child| child.kind() == "modifiers") else { return modifiers };
        let mut cursor = list.walk();
        for child in list.children(&mut cursor) {
            match child.kind() {
                "annotation" | "marker_annotation" => {
                    let name = child.child_by_field_name("name").map(|name| reader.compact(name));
                    let name = name.unwrap_or_default();
                    modifiers.annotations.push(Annotation { name, range: child.byte_range() });
                }
                word => modifiers.words.push(word.to_owned()),
            }
        }
        modifiers
    }

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }
}

/// The named children of a node, comments included.
pub(super) fn named<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count()).filter_map(move |at| node.named_child(at as _))
}

pub(super) fn is_comment(node: Node<'_>) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

/// Calls a function with every node in a range of the text, in order. It says whether the children of a node are visited.
pub(super) fn visit<'t>(root: Node<'t>, range: &Range<usize>, mut each: impl FnMut(Node<'t>) -> bool) {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let is_apart = node.end_byte() <= range.start || node.start_byte() >= range.end;
        let is_inside = range.start <= node.start_byte() && node.end_byte() <= range.end;
        let descends = !is_apart && (!is_inside || each(node));
        if descends && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
