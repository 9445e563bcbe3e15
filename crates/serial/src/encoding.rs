//! The encodings of data: one extraction, many encodings.

use std::fmt;

use crate::document::{ReadError, Shapes, from_node, to_node};
use crate::error::DecodeError;
use crate::json::Layout;
use crate::limits::{Exceeded, Limits};
use crate::source::Unwritable;
use crate::types::Type;
use crate::value::Value;
use crate::{cbor, json, source, xml};

/// An encoding of data in serial form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Json,
    Xml,
    Cbor,
    /// The body of a Java method that makes the object.
    Java,
}

/// The reason why a value cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Exceeded(#[from] Exceeded),
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// The reason why a document is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The bytes are not a document.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// The document does not fit the forms that are allowed.
    #[error(transparent)]
    Unfit(#[from] ReadError),
}

impl Encoding {
    pub const ALL: [Encoding; 4] = [Encoding::Json, Encoding::Xml, Encoding::Cbor, Encoding::Java];

    /// Its name on the command line and as a file's extension.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Json => "json",
            Encoding::Xml => "xml",
            Encoding::Cbor => "cbor",
            Encoding::Java => "java",
        }
    }

    /// The encoding of a name.
    pub fn named(name: &str) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// Writes a value.
    pub fn encode(self, value: &Value, layout: Layout, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        let node = || to_node(value, &Type::object(), limits);
        Ok(match self {
            Encoding::Json => json::encode(&node()?, layout),
            Encoding::Xml => xml::encode(&node()?, layout),
            Encoding::Cbor => cbor::encode(&node()?),
            Encoding::Java => source::encode(value, limits)?.into_bytes(),
        })
    }

    /// Reads a document of allowed classes.
    pub fn decode(self, bytes: &[u8], shapes: &dyn Shapes, limits: &Limits) -> Result<Value, Refused> {
        let node = match self {
            Encoding::Json => json::decode(bytes, limits)?,
            Encoding::Xml => xml::decode(bytes, limits)?,
            Encoding::Cbor => cbor::decode(bytes, limits)?,
            Encoding::Java => return Ok(source::decode(bytes, shapes, limits)?),
        };
        Ok(from_node(&node, &Type::object(), shapes, limits)?)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
