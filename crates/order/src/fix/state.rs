//! The state that a candidate has to reset.

use reenact_java::model::Literal;

/// A part of the state that is polluted: a static field, and the path from it to the part that differs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PollutedField {
    /// Internal name of the class that declares the field.
    pub class: String,
    pub field: String,
    /// Names of instance fields, keys and indices from the field to the part; empty if the field itself differs.
    pub path: Vec<String>,
    /// True if the class belongs to the JDK. Its state is reset by known setters only.
    pub is_platform: bool,
    /// The clean value, if it can be written as an expression.
    pub clean: Option<CleanValue>,
    /// The value that a clean container of one value has, such as an `AtomicInteger`.
    pub held: Option<CleanValue>,
    /// True if the part is a collection or a map that has content when it is clean.
    pub has_content: bool,
    /// Text keys of entries, or texts, that the polluter added to a map or a collection.
    pub added_keys: Vec<String>,
    /// Entries of texts that the polluter removed from a map, or changed.
    pub lost_entries: Vec<(String, String)>,
    /// Cells that differ and their clean values, if all of them can be written as expressions.
    pub cells: Vec<(Vec<PathStep>, CleanValue)>,
}

/// A step from a static field to a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathStep {
    Field(String),
    Index(u32),
}

/// A value that code can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CleanValue {
    Literal(Literal),
    /// `SomeClass.class`, by internal name.
    Class(String),
    /// An enum constant or another static field, by the internal name of its class.
    Static {
        class: String,
        field: String,
    },
}

impl PollutedField {
    /// A field of which nothing more is known.
    pub fn new(class: &str, field: &str) -> Self {
        PollutedField { class: class.to_owned(), field: field.to_owned(), ..PollutedField::default() }
    }
}
