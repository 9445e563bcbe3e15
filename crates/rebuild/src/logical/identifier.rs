//! Names of things.

use reenact_heap::LogicalForm;

use super::expression::{chained, factory, inline, int, new, text};
use super::{Shape, Target, constant, pattern_flag};
use crate::plan::{Making, Member, Operand};

/// `C.name("text")`.
fn by_name(class: &str, name: &str, parameter: &str, argument: &str) -> Making {
    factory(class, name, &format!("(L{parameter};)L{class};"), vec![text(argument)])
}

pub(super) fn uuid(most: i64, least: i64) -> Shape {
    let digits = format!("{most:016x}{least:016x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    Shape::of(by_name("java/util/UUID", "fromString", "java/lang/String", &parts.join("-")))
}

pub(super) fn uri(uri: &str) -> Shape {
    Shape::of(by_name("java/net/URI", "create", "java/lang/String", uri))
}

/// The constructors of `URL` are deprecated since JDK 20, but take what no `URI` does.
pub(super) fn url(target: &Target<'_, '_>, url: &str) -> Shape {
    let is_legal = |char: char| char.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+,;=".contains(char);
    if target.release >= 20 && url.chars().all(is_legal) {
        let uri = by_name("java/net/URI", "create", "java/lang/String", url);
        return Shape::of(chained(uri, Member::new("java/net/URI", "toURL", "()Ljava/net/URL;"), vec![]));
    }
    Shape::of(new("java/net/URL", "(Ljava/lang/String;)V", vec![text(url)]))
}

pub(super) fn pattern(pattern: &str, flags: i32) -> Shape {
    const CLASS: &str = "java/util/regex/Pattern";
    if flags == 0 {
        return Shape::of(by_name(CLASS, "compile", "java/lang/String", pattern));
    }
    let flags = pattern_flag(flags).map_or(int(flags), |member| inline(Making::StaticField(member)));
    let descriptor = "(Ljava/lang/String;I)Ljava/util/regex/Pattern;";
    Shape::of(factory(CLASS, "compile", descriptor, vec![text(pattern), flags]))
}

pub(super) fn currency(code: &str) -> Shape {
    Shape::of(by_name("java/util/Currency", "getInstance", "java/lang/String", code))
}

/// Charsets of the JDK: who brings another one has to make it known to the test's JVM as well.
pub(super) fn charset(target: &Target<'_, '_>, name: &str) -> Option<Shape> {
    if !target.class.starts_with("sun/nio/cs/") {
        return None;
    }
    let form = LogicalForm::Charset(name.to_owned());
    Some(Shape::of(match constant(target.class, &form, target.release) {
        Some(member) => Making::StaticField(member),
        None => by_name("java/nio/charset/Charset", "forName", "java/lang/String", name),
    }))
}

/// Only of bytes that are text, and one that the JDK would take apart and put together again alike.
pub(super) fn path(target: &Target<'_, '_>, bytes: &[u8]) -> Option<Shape> {
    let path = std::str::from_utf8(bytes).ok()?;
    let is_normal = !path.contains("//") && !path.contains('\0') && (path == "/" || !path.ends_with('/'));
    let (class, name) = match target.release {
        11.. => ("java/nio/file/Path", "of"),
        _ => ("java/nio/file/Paths", "get"),
    };
    let descriptor = "(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;";
    let arguments = vec![text(path), Operand::Spread(Vec::new())];
    is_normal.then(|| Shape::of(factory(class, name, descriptor, arguments)))
}

pub(super) fn file(path: &str) -> Shape {
    Shape::of(new("java/io/File", "(Ljava/lang/String;)V", vec![text(path)]))
}
