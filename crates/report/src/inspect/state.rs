//! Objects as they are told: a flat table, so that no graph is too deep for any reader.

use std::collections::HashMap;

use serde::Serialize;

/// What was reachable from some roots at one moment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct State {
    /// Receiver, arguments, result.
    pub roots: Vec<Part>,
    /// The objects that are told, nearest to the roots first.
    pub objects: Vec<Object>,
    /// All objects of the capture. Those that are strings, numbers and the like, or the JDK's own affair,
    /// are not told one by one.
    pub captured: usize,
}

/// One object.
#[derive(Clone, Debug, Serialize)]
pub struct Object {
    /// The same object has the same number before and after, if the recording says so.
    pub id: u32,
    /// As Java writes it, such as `java.util.ArrayList` or `int[]`.
    pub class: String,
    /// What is to be said of it in a few words: `of 3`, `"text"`, `{1, 2}`; may be empty.
    pub text: String,
    pub parts: Vec<Part>,
    /// Parts that are not told.
    pub left_out: usize,
    /// Whether none of its parts is told because it lies too deep or too many came before.
    pub is_cut: bool,
    pub kind: ObjectKind,
}

/// What can be claimed of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectKind {
    /// Its fields, as they were.
    Fields,
    /// What it means, decoded from fields that are the JDK's affair.
    Logical,
    /// Its fields, though they should mean something: no known JDK has them so.
    Undecoded,
    /// An array.
    Array,
    /// It was not looked into: the plan says so, or it means nothing outside its JVM.
    Frontier,
    /// It was not looked into: the budget was used up.
    Budget,
    /// It was kept out of the recording.
    Masked,
    /// It is not as its class says.
    Damaged,
}

impl ObjectKind {
    /// Whether the capture ends here.
    pub fn is_end(self) -> bool {
        matches!(self, ObjectKind::Frontier | ObjectKind::Budget | ObjectKind::Masked)
    }
}

/// Something that an object holds, or a root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    pub role: Role,
    /// A field's name, an index, a key; empty where there is none.
    pub name: String,
    #[serde(flatten)]
    pub slot: Slot,
}

/// How a part belongs to its object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
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

/// What is there.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
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
    /// What stands before the value in a line: `name = `, `[2] = `, `"key" -> `.
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
