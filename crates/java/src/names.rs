//! Names that source code can have, and names that a person would choose.
//!
//! A class file may call things almost anything (JVMS 4.2.2). Names that are not identifiers are found here, and
//! nothing of it gets into source code. New names are made of letters and digits alone, whatever text they
//! are made from.

mod identifier;
mod plural;
mod scope;
mod words;

#[cfg(test)]
mod tests;

pub use identifier::{is_identifier, is_qualified_name, is_type_identifier};
pub use plural::plural;
pub use scope::NameScope;
pub use words::{class_from_text, from_parameter, from_text, from_type};
