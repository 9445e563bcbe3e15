//! Arguments of a JVM in one string, as build files have them.

/// Splits as a shell would: spaces part arguments, except between quotes.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match quote {
            Some(end) if character == end => quote = None,
            None if matches!(character, '"' | '\'') => {
                quote = Some(character);
                // An empty pair of quotes is an argument too.
                current.get_or_insert_default();
            }
            None if character.is_whitespace() => arguments.extend(current.take()),
            _ => current.get_or_insert_default().push(character),
        }
    }
    arguments.extend(current);
    arguments
}

/// Replaces `${name}` and `@{name}` by what `value` knows. The names of those that it does not know are given back:
/// they are nothing in the text.
pub(super) fn interpolate(text: &str, value: &dyn Fn(&str) -> Option<String>) -> (String, Vec<String>) {
    interpolate_within(text, value, 8)
}

/// Values may refer to others, but not round and round.
fn interpolate_within(
    text: &str,
    value: &dyn Fn(&str) -> Option<String>,
    depth: usize,
) -> (String, Vec<String>) {
    let (mut done, mut unknown) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find("${").into_iter().chain(rest.find("@{")).min() {
        let Some(length) = rest[start..].find('}') else { break };
        let name = &rest[start + 2..start + length];
        done += &rest[..start];
        match value(name).filter(|_| depth > 0) {
            Some(found) => {
                let (found, missing) = interpolate_within(&found, value, depth - 1);
                done += &found;
                unknown.extend(missing);
            }
            None => unknown.push(name.to_owned()),
        }
        rest = &rest[start + length + 1..];
    }
    (done + rest, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_arguments_together() {
        assert_eq!(
            split(" -Xmx1g\n  -Dx=\"a b\" '-Dy=\"c\"'  \"\" "),
            ["-Xmx1g", "-Dx=a b", "-Dy=\"c\"", ""]
        );
        assert_eq!(split("\"open end"), ["open end"]);
        assert!(split("  ").is_empty());
    }

    #[test]
    fn properties_are_filled_in_and_unknown_ones_named() {
        let value = |name: &str| match name {
            "a" => Some("1${b}".to_owned()),
            "b" => Some("2".to_owned()),
            "round" => Some("${round}".to_owned()),
            _ => None,
        };
        let check = |text: &str| interpolate(text, &value);
        assert_eq!(check("-Dx=${a} @{b}${"), ("-Dx=12 2${".into(), vec![]));
        assert_eq!(check("@{jacoco} -Xmx1g"), (" -Xmx1g".into(), vec!["jacoco".into()]));
        assert_eq!(check("${round}").1, ["round"]);
    }
}
