//! Bytes, streams over them, and buffers.

use reenact_heap::{LogicalForm, Node, PrimitiveArray, Value};

use super::expression::{call, chained, factory, field, inline, int, long, new, node, result, text, value};
use super::{Filling, Shape, Target};
use crate::plan::{Making, Member, Operand, Reason};

/// Elements of an array of primitives that are written out. javac needs eight bytes of code for each, and a
/// method has 65,535.
pub(super) const LARGEST_ARRAY: usize = 4096;

/// More of them than this say nothing one by one: they are written as Base64, in a quarter of the space.
const MANY_BYTES: usize = 128;
/// Bytes that are written at all: their Base64 still is one constant.
const MOST_BYTES: usize = 48_000;
/// Texts that are shorter may be numbers by chance.
const SHORTEST_TEXT: usize = 16;

/// Bytes, as the text that they are if they are one.
fn array(bytes: &[i8]) -> Result<Operand, Reason> {
    if !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0) {
        let length = u32::try_from(bytes.len()).map_err(|_| Reason::TooBig)?;
        return Ok(inline(Making::EmptyArray { descriptor: "[B".into(), length }));
    }
    if bytes.len() > MOST_BYTES {
        return Err(Reason::TooBig);
    }
    Ok(inline(as_text(bytes, 4).unwrap_or_else(|| {
        let elements = bytes.iter().map(|byte| Operand::Value(Value::Byte(*byte))).collect();
        Making::Array { descriptor: "[B".into(), elements }
    })))
}

/// An array of bytes that is better written as a text; `None` if its elements say as much.
pub(crate) fn as_one_text(elements: &PrimitiveArray) -> Option<Making> {
    match elements {
        PrimitiveArray::Byte(bytes) if bytes.len() <= MOST_BYTES => as_text(bytes, SHORTEST_TEXT),
        _ => None,
    }
}

/// `"some text".getBytes(StandardCharsets.UTF_8)`, or `Base64.getDecoder().decode("c29tZQ==")` for many bytes that are
/// no text.
fn as_text(bytes: &[i8], shortest: usize) -> Option<Making> {
    let raw: Vec<u8> = bytes.iter().map(|byte| *byte as u8).collect();
    let is_readable = |char: char| !char.is_control() || matches!(char, '\n' | '\r' | '\t');
    match std::str::from_utf8(&raw) {
        Ok(readable) if bytes.len() >= shortest && readable.chars().all(is_readable) => {
            let charset = field("java/nio/charset/StandardCharsets", "UTF_8", "Ljava/nio/charset/Charset;");
            let descriptor = "(Ljava/nio/charset/Charset;)[B";
            Some(result(text(readable), "java/lang/String", "getBytes", descriptor, vec![charset]))
        }
        _ if bytes.len() > MANY_BYTES => {
            let decoder = factory("java/util/Base64", "getDecoder", "()Ljava/util/Base64$Decoder;", vec![]);
            let decode = Member::new("java/util/Base64$Decoder", "decode", "(Ljava/lang/String;)[B");
            Some(chained(decoder, decode, vec![text(&base64(&raw))]))
        }
        _ => None,
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let six = (word >> (18 - 6 * at)) & 63;
            out.push(if at <= chunk.len() { char::from(ALPHABET[six as usize]) } else { '=' });
        }
    }
    out
}

/// A stream begins with its mark, and continues to its position.
pub(super) fn input(bytes: &[i8], position: i32, mark: i32) -> Result<Option<Shape>, Reason> {
    const CLASS: &str = "java/io/ByteArrayInputStream";
    let Ok(length) = i32::try_from(bytes.len()) else { return Err(Reason::TooBig) };
    if mark < 0 || position < mark || position > length {
        return Ok(None);
    }
    let array = array(bytes)?;
    let shape = Shape::of(match mark {
        0 => new(CLASS, "([B)V", vec![array]),
        _ => new(CLASS, "([BII)V", vec![array, int(mark), int(length - mark)]),
    });
    let skipped = i64::from(position - mark);
    Ok(Some(match skipped {
        0 => shape,
        _ => shape.with([call(CLASS, "skip", "(J)J", vec![long(skipped)])]),
    }))
}

pub(super) fn output(target: &Target<'_, '_>, bytes: &[i8]) -> Result<Shape, Reason> {
    const CLASS: &str = "java/io/ByteArrayOutputStream";
    let empty = Shape::of(new(CLASS, "()V", vec![]));
    if bytes.is_empty() {
        return Ok(empty);
    }
    let array = array(bytes)?;
    let write = match target.release {
        11.. => call(CLASS, "writeBytes", "([B)V", vec![array]),
        _ => {
            let length = i32::try_from(bytes.len()).map_err(|_| Reason::TooBig)?;
            call(CLASS, "write", "([BII)V", vec![array, int(0), int(length)])
        }
    };
    Ok(empty.with([write]))
}

/// `ByteBuffer.wrap(array)`, or `ByteBuffer.allocate(8)` over an array of zeros.
pub(super) fn buffer(target: &Target<'_, '_>, form: &LogicalForm) -> Option<Shape> {
    let LogicalForm::Buffer { array, offset, capacity, position, limit, mark, read_only, big_endian } = form
    else {
        return None;
    };
    let Node::Primitives(elements) = target.forms.graph().try_get(node(*array)?)? else { return None };
    let (kind, descriptor) = kind(elements)?;
    let heap = format!("java/nio/Heap{kind}Buffer{}", if *read_only { "R" } else { "" });
    let (class, length) = (format!("java/nio/{kind}Buffer"), i32::try_from(elements.len()).ok()?);
    let is_whole = *offset == 0 && *capacity == length;
    let is_within = *offset >= 0 && *capacity >= 0 && offset.checked_add(*capacity)? <= length;
    let is_ordered = *mark <= *position && 0 <= *position && position <= limit && limit <= capacity;
    if target.class != heap || !is_within || !is_ordered || *mark < -1 {
        return None;
    }
    let returns = format!("L{class};");
    let chain =
        |first, name: &str| chained(first, Member::new(&class, name, &format!("(){returns}")), vec![]);
    let (mut making, mut absorbed) = (None, None);
    if is_whole && target.is_compact() && is_zero(elements) {
        absorbed = node(*array);
        making = Some(factory(&class, "allocate", &format!("(I){returns}"), vec![int(*capacity)]));
    }
    let mut making = making.unwrap_or_else(|| match is_whole {
        true => factory(&class, "wrap", &format!("({descriptor}){returns}"), vec![value(*array)]),
        false => {
            let arguments = vec![value(*array), int(*offset), int(*capacity)];
            let wrapped = factory(&class, "wrap", &format!("({descriptor}II){returns}"), arguments);
            chain(wrapped, "slice")
        }
    });
    if *read_only {
        making = chain(making, "asReadOnlyBuffer");
    }
    if kind == "Byte" && !big_endian {
        let order = field("java/nio/ByteOrder", "LITTLE_ENDIAN", "Ljava/nio/ByteOrder;");
        let member = Member::new(&class, "order", &format!("(Ljava/nio/ByteOrder;){returns}"));
        making = chained(making, member, vec![order]);
    }
    Some(Shape::of(making).with(places(*position, *limit, *capacity, *mark)).absorbing(absorbed))
}

/// Calls that bring a fresh buffer to its places. Those of `Buffer` are there at every Java level.
fn places(position: i32, limit: i32, capacity: i32, mark: i32) -> Vec<Filling> {
    const BUFFER: &str = "java/nio/Buffer";
    let to = |name: &str, place: i32| call(BUFFER, name, "(I)Ljava/nio/Buffer;", vec![int(place)]);
    let (mut calls, mut at) = (Vec::new(), 0);
    if mark >= 0 {
        if mark > 0 {
            calls.push(to("position", mark));
            at = mark;
        }
        calls.push(call(BUFFER, "mark", "()Ljava/nio/Buffer;", vec![]));
    }
    if position != at {
        calls.push(to("position", position));
    }
    if limit != capacity {
        calls.push(to("limit", limit));
    }
    calls
}

fn kind(elements: &PrimitiveArray) -> Option<(&'static str, &'static str)> {
    Some(match elements {
        PrimitiveArray::Byte(_) => ("Byte", "[B"),
        PrimitiveArray::Char(_) => ("Char", "[C"),
        PrimitiveArray::Short(_) => ("Short", "[S"),
        PrimitiveArray::Int(_) => ("Int", "[I"),
        PrimitiveArray::Long(_) => ("Long", "[J"),
        PrimitiveArray::Float(_) => ("Float", "[F"),
        PrimitiveArray::Double(_) => ("Double", "[D"),
        PrimitiveArray::Boolean(_) => return None,
    })
}

fn is_zero(elements: &PrimitiveArray) -> bool {
    match elements {
        PrimitiveArray::Byte(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Char(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Short(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Int(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Long(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Float(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Double(all) => all.iter().all(|element| *element == 0),
        PrimitiveArray::Boolean(all) => all.iter().all(|element| !element),
    }
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_standard() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let expected = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(words.map(|word| base64(word.as_bytes())), expected);
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }
}
