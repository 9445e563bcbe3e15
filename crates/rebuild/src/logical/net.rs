//! Addresses of the network. None of these looks a name up.

use reenact_heap::Value;

use super::expression::{factory, inline, int, new, text, value};
use super::{Shape, Target};
use crate::plan::{Making, Operand};

/// `InetAddress.getByAddress("host", new byte[] {10, 0, 0, 1})`.
pub(super) fn address(
    target: &Target<'_, '_>,
    host: Option<&str>,
    bytes: &[u8],
    scope: Option<i32>,
) -> Option<Shape> {
    let elements = bytes.iter().map(|byte| Operand::Value(Value::Byte(*byte as i8))).collect();
    let array = inline(Making::Array { descriptor: "[B".into(), elements });
    // Sixteen bytes that mean four become four.
    let is_mapped = bytes.len() == 16 && bytes[..10] == [0; 10] && bytes[10..12] == [255; 2];
    let class = match bytes.len() {
        4 => "java/net/Inet4Address",
        16 if !is_mapped => "java/net/Inet6Address",
        _ => return None,
    };
    // A bracket around the name would be taken off.
    if target.class != class || host.is_some_and(|host| host.starts_with('[')) {
        return None;
    }
    let host = host.map(text);
    Some(Shape::of(match (scope, host) {
        (Some(scope), host) => {
            let host = host.unwrap_or(Operand::Value(Value::Null));
            let descriptor = "(Ljava/lang/String;[BI)Ljava/net/Inet6Address;";
            factory(class, "getByAddress", descriptor, vec![host, array, int(scope)])
        }
        (None, Some(host)) => {
            let descriptor = "(Ljava/lang/String;[B)Ljava/net/InetAddress;";
            factory("java/net/InetAddress", "getByAddress", descriptor, vec![host, array])
        }
        (None, None) => {
            factory("java/net/InetAddress", "getByAddress", "([B)Ljava/net/InetAddress;", vec![array])
        }
    }))
}

pub(super) fn socket(host: Option<&str>, address: Value, port: i32) -> Option<Shape> {
    const CLASS: &str = "java/net/InetSocketAddress";
    match (host, address, port) {
        (None, Value::Reference(_), 0..=65_535) => {
            Some(Shape::of(new(CLASS, "(Ljava/net/InetAddress;I)V", vec![value(address), int(port)])))
        }
        (Some(host), Value::Null, 0..=65_535) => {
            let descriptor = "(Ljava/lang/String;I)Ljava/net/InetSocketAddress;";
            Some(Shape::of(factory(CLASS, "createUnresolved", descriptor, vec![text(host), int(port)])))
        }
        _ => None,
    }
}
