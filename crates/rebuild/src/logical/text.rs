//! Builders of text.

use super::expression::{call, chained, inline, int, long, new, text as literal};
use super::{Shape, Target};
use crate::plan::{Making, Member, Operand};

/// `new StringBuilder("text")`, `new StringWriter().append("text")`.
pub(super) fn text(target: &Target<'_, '_>, chars: &[u16]) -> Option<Shape> {
    let class = target.class;
    let text = || inline(Making::String(chars.to_vec()));
    let empty = new(class, "()V", vec![]);
    Some(match class {
        _ if chars.is_empty() => Shape::of(empty),
        "java/io/StringWriter" if target.is_compact() => {
            let append = Member::new(class, "append", "(Ljava/lang/CharSequence;)Ljava/io/StringWriter;");
            Shape::of(chained(empty, append, vec![text()]))
        }
        "java/io/StringWriter" => {
            Shape::of(empty).with([call(class, "write", "(Ljava/lang/String;)V", vec![text()])])
        }
        _ => Shape::of(new(class, "(Ljava/lang/String;)V", vec![text()])),
    })
}

/// A reader that has read to its mark, and then to its position.
pub(super) fn reader(text: &[u16], position: i32, mark: i32, is_closed: bool) -> Option<Shape> {
    const CLASS: &str = "java/io/StringReader";
    let length = i32::try_from(text.len()).ok()?;
    if mark < 0 || position < mark || position > length {
        return None;
    }
    let shape = Shape::of(new(CLASS, "(Ljava/lang/String;)V", vec![inline(Making::String(text.to_vec()))]));
    let skip = |from: i32, to: i32| call(CLASS, "skip", "(J)J", vec![long(i64::from(to - from))]);
    let mut calls = Vec::new();
    if mark > 0 {
        calls.extend([skip(0, mark), call(CLASS, "mark", "(I)V", vec![int(0)])]);
    }
    if position > mark {
        calls.push(skip(mark, position));
    }
    if is_closed {
        calls.push(call(CLASS, "close", "()V", vec![]));
    }
    Some(shape.with(calls))
}

/// `new StringJoiner(", ", "[", "]").add("a")`.
pub(super) fn joiner(around: [&str; 3], elements: &[String], empty: Option<&str>) -> Shape {
    const CLASS: &str = "java/util/StringJoiner";
    let [prefix, delimiter, suffix] = around;
    let arguments: Vec<Operand> = match (prefix, suffix) {
        ("", "") => vec![literal(delimiter)],
        _ => [delimiter, prefix, suffix].map(literal).to_vec(),
    };
    let descriptor = format!("({})V", "Ljava/lang/CharSequence;".repeat(arguments.len()));
    let call = |joiner: Making, name: &str, text: &str| {
        let member = Member::new(CLASS, name, "(Ljava/lang/CharSequence;)Ljava/util/StringJoiner;");
        chained(joiner, member, vec![literal(text)])
    };
    let mut joiner = new(CLASS, &descriptor, arguments);
    if let Some(empty) = empty {
        joiner = call(joiner, "setEmptyValue", empty);
    }
    Shape::of(elements.iter().fold(joiner, |joiner, element| call(joiner, "add", element)))
}
