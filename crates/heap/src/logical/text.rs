//! Builders of text. Strings are nodes of the graph already.

use super::form::LogicalForm;
use super::object::Object;
use crate::value::Value;

/// Text is kept as bytes since JDK 9 (JEP 254): one for a `char` if all are Latin-1, otherwise two in
/// the machine's order, which is little-endian wherever Reenact runs.
pub(super) fn builder(object: &Object) -> Option<LogicalForm> {
    let (bytes, count) = (object.bytes("value")?, object.size("count")?);
    let chars = match object.int("coder")? {
        0 => bytes.get(..count)?.iter().map(|byte| u16::from(*byte as u8)).collect(),
        1 => {
            let pairs = bytes.get(..count.checked_mul(2)?)?.chunks_exact(2);
            pairs.map(|pair| u16::from_le_bytes([pair[0] as u8, pair[1] as u8])).collect()
        }
        _ => return None,
    };
    Some(LogicalForm::Text(chars))
}

/// A `StringWriter` writes to a `StringBuffer`.
pub(super) fn writer(object: &Object) -> Option<LogicalForm> {
    builder(&object.object("buf")?)
}

/// Since JDK 24 a `StringReader` reads from the reader that `Reader.of` gives (JDK-8341566), which keeps its text when it is closed.
pub(super) fn reader(object: &Object) -> Option<LogicalForm> {
    let (places, text, is_closed) = match object.object("r") {
        Some(inner) => {
            let (text, is_closed) = (inner.reference("val$cs")?, inner.boolean("isClosed")?);
            (inner, Some(text), is_closed)
        }
        None => match object.value("str")? {
            text @ Value::Reference(_) => (*object, Some(text), false),
            _ => (*object, None, true),
        },
    };
    if is_closed {
        return Some(LogicalForm::TextInput { text: Vec::new(), position: 0, mark: 0, is_closed });
    }
    let text = object.forms.text(text?)?.to_vec();
    Some(LogicalForm::TextInput { text, position: places.int("next")?, mark: places.int("mark")?, is_closed })
}

pub(super) fn joiner(object: &Object) -> Option<LogicalForm> {
    let elements = object.nullable_array("elts")?.get(..object.size("size")?)?;
    let text = |element: &Value| String::from_utf16(object.forms.text(*element)?).ok();
    Some(LogicalForm::Joiner {
        prefix: object.string("prefix")?,
        delimiter: object.string("delimiter")?,
        suffix: object.string("suffix")?,
        elements: elements.iter().map(text).collect::<Option<_>>()?,
        empty: object.nullable_string("emptyValue")?,
    })
}
