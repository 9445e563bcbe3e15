//! Writes CBOR.

use super::WTF8;
use crate::document::{Node, keys};
use crate::types::Primitive;

/// Writes a document.
pub fn encode(node: &Node) -> Vec<u8> {
    let mut out = Vec::new();
    write(node, &mut out);
    out
}

fn write(node: &Node, out: &mut Vec<u8>) {
    match node {
        Node::Null => out.push(0xf6),
        Node::Boolean(value) => out.push(if *value { 0xf5 } else { 0xf4 }),
        Node::Integer(value) if *value >= 0 => head(0, *value as u64, out),
        // The number n < 0 is written as -1 - n.
        Node::Integer(value) => head(1, !(*value) as u64, out),
        Node::Float(bits) => {
            out.push(0xfa);
            out.extend(bits.to_be_bytes());
        }
        Node::Double(bits) => {
            out.push(0xfb);
            out.extend(bits.to_be_bytes());
        }
        Node::Text(text) | Node::Loose(text) => write_text(text, out),
        Node::Number(text) => write_text(&text.encode_utf16().collect::<Vec<u16>>(), out),
        Node::Bytes(bytes) => {
            head(2, bytes.len() as u64, out);
            out.extend(bytes);
        }
        Node::Typed(primitive, node) => {
            // CBOR tells these apart by itself.
            if matches!(primitive, Primitive::Boolean | Primitive::Int | Primitive::Double) {
                return write(node, out);
            }
            head(5, 2, out);
            write_str(keys::TYPE, out);
            write_str(primitive.name(), out);
            write_str(keys::VALUE, out);
            write(node, out);
        }
        Node::List(nodes) => {
            head(4, nodes.len() as u64, out);
            nodes.iter().for_each(|node| write(node, out));
        }
        Node::Record(fields) => {
            head(5, fields.len() as u64, out);
            for (name, node) in fields {
                write_str(name, out);
                write(node, out);
            }
        }
    }
}

/// A major type with its argument in as few bytes as it needs.
fn head(major: u8, argument: u64, out: &mut Vec<u8>) {
    let major = major << 5;
    match argument {
        0..=23 => out.push(major | argument as u8),
        24..=0xff => out.extend([major | 24, argument as u8]),
        0x100..=0xffff => {
            out.push(major | 25);
            out.extend((argument as u16).to_be_bytes());
        }
        0x1_0000..=0xffff_ffff => {
            out.push(major | 26);
            out.extend((argument as u32).to_be_bytes());
        }
        _ => {
            out.push(major | 27);
            out.extend(argument.to_be_bytes());
        }
    }
}

fn write_str(text: &str, out: &mut Vec<u8>) {
    head(3, text.len() as u64, out);
    out.extend(text.as_bytes());
}

fn write_text(text: &[u16], out: &mut Vec<u8>) {
    if let Ok(text) = String::from_utf16(text) {
        return write_str(&text, out);
    }
    let mut bytes = Vec::new();
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok(char) => bytes.extend(char.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(lone) => {
                let unit = lone.unpaired_surrogate();
                bytes.extend([0xed, 0x80 | (unit >> 6 & 0x3f) as u8, 0x80 | (unit & 0x3f) as u8]);
            }
        }
    }
    head(6, WTF8, out);
    head(2, bytes.len() as u64, out);
    out.extend(bytes);
}
