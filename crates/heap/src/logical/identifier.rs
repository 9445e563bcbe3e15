//! Names of things: UUID, URI, URL, pattern, locale, currency, charset, path, file.

use super::form::LogicalForm;
use super::object::Object;
use crate::value::Value;

pub(super) fn uuid(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Uuid { most: object.long("mostSigBits")?, least: object.long("leastSigBits")? })
}

/// The text of a URI is made on demand; until then it is made here, as
/// `URI.defineString` would.
pub(super) fn uri(object: &Object) -> Option<LogicalForm> {
    if let Some(text) = object.nullable_string("string")? {
        return Some(LogicalForm::Uri(text));
    }
    let part = |name| object.nullable_string(name);
    let mut text = part("scheme")?.map(|scheme| scheme + ":").unwrap_or_default();
    match part("path")? {
        None => text += &part("schemeSpecificPart")?.unwrap_or_default(),
        Some(path) => {
            if let Some(host) = part("host")? {
                text += "//";
                text += &part("userInfo")?.map(|user| user + "@").unwrap_or_default();
                let is_bare = host.contains(':') && !host.starts_with('[') && !host.ends_with(']');
                text += &if is_bare { format!("[{host}]") } else { host };
                match object.int("port")? {
                    -1 => {}
                    port => text += &format!(":{port}"),
                }
            } else if let Some(authority) = part("authority")? {
                text += "//";
                text += &authority;
            }
            text += &path;
            text += &part("query")?.map(|query| format!("?{query}")).unwrap_or_default();
        }
    }
    text += &part("fragment")?.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    Some(LogicalForm::Uri(text))
}

/// As `URLStreamHandler.toExternalForm` writes it.
pub(super) fn url(object: &Object) -> Option<LogicalForm> {
    let part = |name| object.nullable_string(name);
    let mut text = object.string("protocol")? + ":";
    if let Some(authority) = part("authority")?.filter(|authority| !authority.is_empty()) {
        text += "//";
        text += &authority;
    }
    text += &part("path")?.unwrap_or_default();
    text += &part("query")?.map(|query| format!("?{query}")).unwrap_or_default();
    text += &part("ref")?.map(|reference| format!("#{reference}")).unwrap_or_default();
    Some(LogicalForm::Url(text))
}

/// `flags` are those that were asked for; `flags0` has those that the pattern itself turns on besides.
pub(super) fn pattern(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Pattern { pattern: object.string("pattern")?, flags: object.int("flags")? })
}

pub(super) fn locale(object: &Object) -> Option<LogicalForm> {
    let base = object.object("baseLocale")?;
    let extensions = match object.nullable_object("localeExtensions")? {
        Some(extensions) => extensions.string("id")?,
        None => String::new(),
    };
    Some(LogicalForm::Locale {
        language: base.string("language")?,
        script: base.string("script")?,
        region: base.string("region")?,
        variant: base.string("variant")?,
        extensions,
    })
}

pub(super) fn currency(object: &Object) -> Option<LogicalForm> {
    object.string("currencyCode").map(LogicalForm::Currency)
}

pub(super) fn charset(object: &Object) -> Option<LogicalForm> {
    object.string("name").map(LogicalForm::Charset)
}

/// A path on Unix is bytes, in no encoding.
pub(super) fn path(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Path(object.bytes("path")?.iter().map(|byte| *byte as u8).collect()))
}

/// A path with a zero character in it is a `File` that does not exist, and still a `File`.
pub(super) fn file(object: &Object) -> Option<LogicalForm> {
    object.string("path").map(LogicalForm::File)
}

/// A time zone of the database with its own offset.
pub(super) fn time_zone(object: &Object) -> Option<LogicalForm> {
    match object.value("dirty")? {
        Value::Boolean(false) => object.string("ID").map(LogicalForm::TimeZone),
        _ => None,
    }
}
