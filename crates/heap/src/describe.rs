//! A value in a few words, for messages and paths.

use crate::graph::{Ending, Node};
use crate::logical::{Forms, LogicalForm};
use crate::parts::{Label, parts};
use crate::value::Value;
use crate::words::{self, simple_type_name as simple};

/// More of a text than this is not shown.
const LONGEST_TEXT: usize = 60;

/// A value as a person would speak of it: `3`, `"text"`, `EUR`, `2024-02-29`, `ArrayList of 3`, `Order`.
pub fn describe(forms: &Forms, value: Value) -> String {
    let node = match value {
        Value::Null => return "null".to_owned(),
        Value::Reference(node) => node,
        primitive => return words::primitive(primitive),
    };
    let Some(parts) = parts(forms, node, None) else { return "a damaged object".to_owned() };
    let count = parts.children.len() + parts.members.len();
    match &parts.label {
        Label::String(text) => words::literal(text, LONGEST_TEXT),
        Label::ClassObject(name) => format!("{}.class", simple(name)),
        Label::Array { class } => format!("{} of {count}", simple(class)),
        Label::Primitives(elements) => format!("{} of {}", simple(parts.label.class()), elements.len()),
        Label::Object { class, .. } => simple(class),
        Label::End { class, ending } => {
            let why = match ending {
                Ending::Frontier => "not looked into",
                Ending::Budget => "cut off",
                Ending::Masked => "masked",
            };
            format!("{} ({why})", simple(class))
        }
        Label::Form { class, form } => of_form(form, forms, node).unwrap_or_else(|| simple(class)),
    }
}

fn of_form(form: &LogicalForm, forms: &Forms, node: crate::graph::NodeId) -> Option<String> {
    use LogicalForm as F;
    Some(match form {
        F::List { .. } | F::Set { .. } | F::Queue { .. } | F::Map { .. } => {
            let Node::Object { class, .. } = forms.graph().try_get(node)? else { return None };
            let class = simple(&forms.classes().try_get(*class)?.name);
            format!("{class} of {}", forms.elements(node)?.len())
        }
        F::Random { seed, .. } => format!("Random with inner seed {seed}"),
        F::Buffer { position, limit, capacity, .. } => {
            format!("buffer at {position} up to {limit} of {capacity}")
        }
        value => return words::form(value, LONGEST_TEXT),
    })
}
