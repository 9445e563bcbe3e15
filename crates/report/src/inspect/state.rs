//! Objects in a report: a flat table, so that no graph is too deep for a reader.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::tree;

/// The objects that were reachable from some roots at one moment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// Receiver, arguments, result.
    pub roots: Vec<Part>,
    /// The listed objects, nearest to the roots first.
    pub objects: Vec<Object>,
    /// All objects of the capture. Those that are strings, numbers and the like, or the JDK's own affair,
    /// are not listed one by one.
    pub captured: usize,
}

/// One object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Object {
    /// The same object has the same number before and after, if the recording says so.
    pub id: u32,
    /// As Java writes it, such as `java.util.ArrayList` or `int[]`.
    pub class: String,
    /// A short description: `of 3`, `"text"`, `{1, 2}`; may be empty.
    pub text: String,
    pub parts: Vec<Part>,
    /// Parts that are not listed.
    pub left_out: usize,
    /// Whether none of its parts is listed because it lies too deep or too many came before.
    pub is_cut: bool,
    pub kind: ObjectKind,
}

/// How an object was captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectKind {
    /// Its fields, as they were.
    Fields,
    /// Its logical form, decoded from private fields of the JDK.
    Logical,
    /// Its fields: it has a logical form, but its fields are those of no known JDK.
    Undecoded,
    /// An array.
    Array,
    /// It was not captured: the plan excludes it, or it has no meaning outside its JVM.
    Frontier,
    /// It was not captured: the budget was used up.
    Budget,
    /// It was kept out of the recording.
    Masked,
    /// Its fields do not match its class.
    Damaged,
}

impl ObjectKind {
    /// Whether the capture ends here.
    pub fn is_end(self) -> bool {
        matches!(self, ObjectKind::Frontier | ObjectKind::Budget | ObjectKind::Masked)
    }
}

/// Something that an object holds, or a root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    pub role: Role,
    /// A field's name, an index, a key; empty where there is none.
    pub name: String,
    #[serde(flatten)]
    pub slot: Slot,
}

/// How a part belongs to its object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    Root,
    Field,
    /// At an index.
    Element,
    /// In no order that means anything.
    Member,
    /// The value of a key. The name is the key, or empty if the key is an object and the part before.
    Entry,
    /// A key that is an object; its value follows.
    Key,
}

/// The content of a part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// In words: a primitive, null, a string, a number, a date, a constant.
    Value(String),
    /// An object, by its number.
    Object(u32),
}

impl State {
    /// The objects by their numbers.
    pub fn by_id(&self) -> HashMap<u32, &Object> {
        self.objects.iter().map(|object| (object.id, object)).collect()
    }
}

impl Object {
    /// The class without its package.
    pub fn simple_class(&self) -> &str {
        self.class.rsplit('.').next().unwrap_or(&self.class)
    }

    /// Class and words.
    pub fn title(&self) -> String {
        let class = self.simple_class();
        if self.text.is_empty() { class.to_owned() } else { format!("{class} {}", self.text) }
    }
}

impl Part {
    /// The text before the value in a line: `name = `, `[2] = `, `"key" -> `.
    pub fn prefix(&self) -> String {
        match self.role {
            Role::Root | Role::Field | Role::Key => format!("{} = ", self.name),
            Role::Element => format!("[{}] = ", self.name),
            Role::Member => "- ".to_owned(),
            Role::Entry if self.name.is_empty() => "-> ".to_owned(),
            Role::Entry => format!("{} -> ", self.name),
        }
    }
}

/// The limits of a state in a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detail {
    /// Objects in a chain.
    pub depth: usize,
    /// Parts of one object; strings have up to ten times as many characters.
    pub width: usize,
    /// Objects in all.
    pub objects: usize,
}

impl Default for Detail {
    fn default() -> Self {
        Detail { depth: 6, width: 20, objects: 300 }
    }
}

impl State {
    /// The roots and their objects as an indented tree of a depth.
    pub fn text(&self, depth: usize) -> String {
        let stems = self.roots.iter().map(|part| tree::Stem { state: self, part }).collect();
        tree::trees(&[stems], depth).iter().map(|lines| tree::text(lines, 0, usize::MAX)).collect()
    }
}
