//! Objects as text: `Cart{items=[Item{name="tea"}], owner=null}`.

use reenact_heap::{
    ClassId, ClassKind, Classes, Ending, Forms, HeapGraph, LogicalForm, Node, NodeId, Value, describe, words,
};

/// Draws the objects of a recording.
pub struct Picture<'g> {
    classes: &'g Classes,
}

/// Draws the objects of one graph. An object that comes again is `#2`, by the order of first sight.
pub struct Drawing<'g> {
    forms: Forms<'g>,
    pseudonyms: &'g [NodeId],
    seen: Vec<NodeId>,
}

impl<'g> Picture<'g> {
    pub fn new(classes: &'g Classes) -> Self {
        Picture { classes }
    }

    pub fn classes(&self) -> &'g Classes {
        self.classes
    }

    /// The class of an object that has fields.
    pub fn class_of(&self, graph: &HeapGraph, value: Value) -> Option<ClassId> {
        let Value::Reference(node) = value else { return None };
        match graph.get(node) {
            Node::Object { class, .. } => Some(*class),
            _ => None,
        }
    }

    pub fn of(&self, graph: &'g HeapGraph) -> Drawing<'g> {
        self.masked(graph, &[])
    }

    /// The same with texts that stand for masked ones, which differ from run to run.
    pub fn masked(&self, graph: &'g HeapGraph, pseudonyms: &'g [NodeId]) -> Drawing<'g> {
        Drawing { forms: Forms::new(self.classes, graph), pseudonyms, seen: Vec::new() }
    }
}

impl Drawing<'_> {
    pub fn draw(&mut self, value: Value) -> String {
        let Value::Reference(node) = value else { return describe(&self.forms, value) };
        let graph_node = self.forms.graph().get(node);
        let simple = |forms: &Forms<'_>, class| words::simple_type_name(&forms.classes().get(class).name);
        match graph_node {
            Node::String(_) | Node::ClassObject(_) | Node::Primitives(_) => {
                return self.leaf(node, graph_node);
            }
            // Its name has a number that depends on which proxies were made before.
            Node::End { class, .. } if self.forms.classes().get(*class).kind == ClassKind::Proxy => {
                return "Proxy…".to_owned();
            }
            Node::End { class, ending } => {
                let why = match ending {
                    Ending::Frontier => "opaque",
                    Ending::Budget => "cut",
                    Ending::Masked => "masked",
                };
                return format!("<{} {why}>", simple(&self.forms, *class));
            }
            _ => {}
        }
        if let Some(position) = self.seen.iter().position(|&seen| seen == node) {
            return format!("#{position}");
        }
        let drawn = self.form(node);
        if let Some(drawn) = drawn {
            return drawn;
        }
        self.seen.push(node);
        match self.forms.graph().get(node) {
            Node::Array { elements, .. } => {
                let drawn: Vec<String> =
                    elements.clone().into_iter().map(|element| self.draw(element)).collect();
                format!("[{}]", drawn.join(", "))
            }
            Node::Object { class, fields } => {
                let (class, fields) = (*class, fields.clone());
                let names = self.forms.classes().all_fields(class);
                let names: Vec<String> = names.iter().map(|(_, field)| field.name.to_string()).collect();
                let drawn: Vec<String> = names
                    .iter()
                    .zip(fields)
                    .map(|(name, value)| format!("{name}={}", self.draw(value)))
                    .collect();
                let described = self.forms.classes().get(class);
                let name = match &described.kind {
                    ClassKind::Lambda { implementation: (of, name, _), .. } => {
                        format!("{}::{name}", words::simple_type_name(of))
                    }
                    ClassKind::Proxy => "Proxy".to_owned(),
                    ClassKind::Generated => format!("{}~", simple(&self.forms, class)),
                    ClassKind::Plain | ClassKind::Array => simple(&self.forms, class),
                };
                format!("{name}{{{}}}", drawn.join(", "))
            }
            other => panic!("{other:?} was drawn before"),
        }
    }

    fn leaf(&self, node: NodeId, leaf: &Node) -> String {
        match leaf {
            _ if self.pseudonyms.contains(&node) => {
                let ty = if let Node::String(_) = leaf { "String" } else { "array" };
                format!("<{ty} masked>")
            }
            Node::Primitives(elements) if elements.len() <= 8 => format!("{elements:?}"),
            _ => describe(&self.forms, Value::Reference(node)),
        }
    }

    /// JDK types by what they mean.
    fn form(&mut self, node: NodeId) -> Option<String> {
        let logical = self.forms.of(node).ok()?;
        let mut list = |elements: Vec<Value>| {
            self.seen.push(node);
            let drawn: Vec<String> = elements.into_iter().map(|element| self.draw(element)).collect();
            drawn.join(", ")
        };
        Some(match logical.form {
            LogicalForm::List { elements, .. }
            | LogicalForm::Set { elements, .. }
            | LogicalForm::Queue { elements, .. } => {
                format!("[{}]", list(elements))
            }
            LogicalForm::Map { entries, .. } => {
                self.seen.push(node);
                let drawn: Vec<String> = entries
                    .into_iter()
                    .map(|(key, value)| format!("{}: {}", self.draw(key), self.draw(value)))
                    .collect();
                format!("{{{}}}", drawn.join(", "))
            }
            LogicalForm::View { of, .. } => {
                self.seen.push(node);
                format!("view of {}", self.draw(of))
            }
            _ => describe(&self.forms, Value::Reference(node)),
        })
    }
}
