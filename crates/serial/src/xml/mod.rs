//! Documents as XML, in a small part of the language: elements, attributes and text.
//!
//! An object is an element with the attributes `class` and `version` and a `component` element for each component. Lists have
//! `list="true"` and `item` elements. Text that XML cannot hold (control characters, lone surrogates) has `escaped="true"` and
//! Java's escapes. There are no entities to expand: a document type declaration is refused.

mod decode;
mod encode;
mod parse;

pub use decode::decode;
pub use encode::encode;

/// Attributes and elements.
mod names {
    pub const ROOT: &str = "value";
    pub const COMPONENT: &str = "component";
    pub const ITEM: &str = "item";
    pub const NAME: &str = "name";
    pub const CLASS: &str = "class";
    pub const VERSION: &str = "version";
    pub const INFERRED: &str = "inferred";
    pub const TYPE: &str = "type";
    pub const ENUM: &str = "enum";
    pub const LIST: &str = "list";
    pub const NULL: &str = "null";
    pub const ESCAPED: &str = "escaped";
}
