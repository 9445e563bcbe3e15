//! Forms of objects in a running JVM, for the Java entry `io.reenact.serial.Forms`.
//!
//! Java and Rust exchange one buffer per document, a sequence of UTF-16 units ([`stream`]): bytecode that is generated per form
//! ([`generate`]) writes the components of an object into it, and makes objects from it through their deserializers. Everything
//! else is here: the forms of classes from their class files ([`describe`]), the classes that a document may have ([`context`]), and
//! the encodings. JSON has a direct way between bytes and buffer ([`write_json`], [`read_json`]); the other encodings, and JSON that
//! is not in the order of the form, go through [`crate::value::Value`].

pub mod context;
pub mod describe;
pub mod generate;
pub mod read_json;
pub mod stream;
pub mod table;
pub mod write_json;

use crate::encoding::Encoding;
use crate::json::Layout;
use crate::limits::Limits;

use context::Context;
use table::Table;

/// Writes the document of a buffer.
pub fn encode(
    encoding: Encoding,
    units: &[u16],
    table: &Table,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    out.clear();
    if encoding == Encoding::Json {
        write_json::write(units, table, limits, out)?;
    } else {
        let value = stream::to_value(units, table)?;
        *out = encoding.encode(&value, Layout::Compact, limits).map_err(|error| error.to_string())?;
    }
    match out.len() > limits.bytes {
        true => Err(format!("the document has more than {} bytes", limits.bytes)),
        false => Ok(()),
    }
}

/// Reads a document into a buffer.
pub fn decode(
    encoding: Encoding,
    bytes: &[u8],
    context: &Context,
    limits: &Limits,
    out: &mut Vec<u16>,
) -> Result<(), String> {
    out.clear();
    if encoding == Encoding::Json && read_json::read(bytes, context, limits, out) {
        return Ok(());
    }
    // The slow way reads what the direct one does not, and says what is wrong and where.
    out.clear();
    let value = encoding.decode(bytes, context, limits).map_err(|refused| refused.to_string())?;
    stream::from_value(&value, context, out)
}
