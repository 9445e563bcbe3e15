//! Paths and packages as Spring writes them, with wildcards as Ant has them.

use crate::catalog::pattern::internal_name;

/// Whether a path, or a package with slashes, is what a pattern means: `*` and `?` are letters of one part, `**`
/// any number of parts, `${…}` whatever a setting says.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let pattern = settings_are_anything(pattern);
    let pattern: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    parts_match(&pattern, &path)
}

/// Whether a package with slashes is a scanned one, written with dots or slashes, or below it.
pub(super) fn is_within(package: &str, scanned: &str) -> bool {
    matches(&format!("{}/**", internal_name(scanned.trim())), package)
}

/// The names in a list as Spring has them: separated by commas, semicolons or spaces.
pub(super) fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ';', ' ', '\t', '\n', '\r']).filter(|name| !name.is_empty())
}

/// The path in the class path that a location means, if it means one. `base` is the directory of the document that
/// has the location.
pub(super) fn resource(location: &str, base: &str) -> Option<String> {
    let location = location.trim();
    let stripped = location.strip_prefix("classpath*:").or_else(|| location.strip_prefix("classpath:"));
    let path = match stripped {
        Some(path) => path.trim_start_matches('/').to_owned(),
        // Anything else is not in the class path, and is ignored.
        None if location.contains(':') && !location.contains("${") => return None,
        None if location.starts_with('/') => location.trim_start_matches('/').to_owned(),
        None => format!("{base}/{location}"),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn settings_are_anything(pattern: &str) -> String {
    let mut plain = String::new();
    let mut rest = pattern;
    while let Some(start) = rest.find("${") {
        plain += &rest[..start];
        plain.push('*');
        rest = rest[start..].split_once('}').map_or("", |(_, after)| after);
    }
    plain + rest
}

/// In time proportional to the product of the lengths, whatever the pattern.
fn parts_match(pattern: &[&str], path: &[&str]) -> bool {
    wildcard(pattern, path, |part| *part == "**", |part, name| part_matches(part, name))
}

fn part_matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    wildcard(&pattern, &name, |&letter| letter == '*', |&letter, &other| letter == '?' || letter == other)
}

/// Matches items of a pattern with items, where some of the pattern's stand for any number.
fn wildcard<P, T>(
    pattern: &[P],
    items: &[T],
    is_any: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut item) = (0, 0);
    // The position to continue at after a mismatch: behind the last star, which takes one more item.
    let mut again: Option<(usize, usize)> = None;
    loop {
        if at < pattern.len() && is_any(&pattern[at]) {
            again = Some((at + 1, item));
            at += 1;
        } else if item == items.len() {
            return at == pattern.len();
        } else if at < pattern.len() && fits(&pattern[at], &items[item]) {
            (at, item) = (at + 1, item + 1);
        } else if let Some((behind, taken)) = again {
            again = Some((behind, taken + 1));
            (at, item) = (behind, taken + 1);
        } else {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_paths() {
        for (pattern, path, expected) in [
            ("spring/beans.xml", "spring/beans.xml", true),
            ("spring/*.xml", "spring/beans.xml", true),
            ("spring/*.xml", "spring/more/beans.xml", false),
            ("spring/**/*.xml", "spring/more/and/beans.xml", true),
            ("spring/**/*.xml", "spring/beans.xml", true),
            ("**", "a/b", true),
            ("a/**/b/**/c", "a/x/b/b/y/c", true),
            ("a/**/b/c", "a/b/x/c", false),
            ("be?ns-*-x.xml", "beans-a-b-x.xml", true),
            ("conf/${env}.xml", "conf/prod.xml", true),
            ("conf/${env", "conf/prod.xml", true),
            ("", "", true),
            ("", "a", false),
            ("a*", "a", true),
            ("a**", "a", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }

    /// A pattern made to be slow.
    #[test]
    fn patterns_take_no_exponential_time() {
        assert!(!matches(&format!("{}c", "a*".repeat(2_000)), &format!("{}b", "a".repeat(2_000))));
        assert!(!matches(&format!("{}x", "**/a/".repeat(500)), &"a/".repeat(1_000)));
    }

    #[test]
    fn packages_and_those_below_them() {
        assert!(is_within("com/acme", "com.acme"));
        assert!(is_within("com/acme/shop/dao", "com.acme"));
        assert!(!is_within("com/acmes", "com.acme"));
        assert!(is_within("com/acme/shop/dao/impl", "com.acme.*.dao"));
        assert!(!is_within("com/acme/shop", "com.acme.*.dao"));
        assert!(is_within("com/acme/shop", "com.acme.**"));
    }

    #[test]
    fn locations() {
        assert_eq!(resource("more.xml", "META-INF/spring").as_deref(), Some("META-INF/spring/more.xml"));
        assert_eq!(resource("../more.xml", "META-INF/spring").as_deref(), Some("META-INF/more.xml"));
        assert_eq!(resource("classpath:/a/b.xml", "x").as_deref(), Some("a/b.xml"));
        assert_eq!(resource("classpath*:**/b-*.xml", "x").as_deref(), Some("**/b-*.xml"));
        assert_eq!(resource("/WEB-INF/b.xml", "x").as_deref(), Some("WEB-INF/b.xml"));
        assert_eq!(resource("file:/etc/passwd", "x"), None);
        assert_eq!(resource("http://example.org/b.xml", "x"), None);
        assert_eq!(resource("../../../b.xml", "x"), None);
    }
}
