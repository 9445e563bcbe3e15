//! A jar's manifest, read the way `java.util.jar` reads it.

/// The main section of `META-INF/MANIFEST.MF`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    main: Vec<(Box<str>, Box<str>)>,
    multi_release: bool,
}

/// A manifest that the JDK refuses to read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("manifest line {line}: {reason}")]
pub struct ManifestError {
    /// Line at fault, from 1.
    pub line: usize,
    /// Errors in it.
    pub reason: &'static str,
}

impl Manifest {
    /// Reads the main section; the sections of single entries are not looked at.
    ///
    /// This is as strict and as lenient as `java.util.jar.Attributes`, whose answer decides what a
    /// JVM loads: a line of more than 512 bytes is an error, the last line counts only if it is
    /// ended, and of two attributes with one name the later holds.
    pub fn parse(bytes: &[u8]) -> Result<Manifest, ManifestError> {
        let mut main = Vec::new();
        // An attribute with a continuation line ahead. If that line is not ended, both are lost.
        let mut unfinished: Option<(&[u8], Vec<u8>)> = None;
        let mut rest = bytes;
        for line in 1.. {
            let error = |reason| ManifestError { line, reason };
            let Some((text, after)) = split_line(rest) else {
                // The JDK takes no notice of a last line that is not ended, unless it is too long.
                match rest.len() < LINE_LIMIT {
                    true => break,
                    false => return Err(error(TOO_LONG)),
                }
            };
            if rest.len() - after.len() > LINE_LIMIT {
                return Err(error(TOO_LONG));
            }
            rest = after;
            if text.is_empty() {
                break;
            }
            let (name, value) = match text.strip_prefix(b" ") {
                Some(continuation) => {
                    let (name, mut value) = unfinished.take().ok_or(error("nothing to continue"))?;
                    value.extend_from_slice(continuation);
                    (name, value)
                }
                None => {
                    let colon = text.iter().position(|&byte| byte == b':');
                    let (name, value) = text.split_at(colon.ok_or(error("no colon after a name"))?);
                    (name, value.strip_prefix(b": ").ok_or(error("no space after a colon"))?.to_vec())
                }
            };
            if rest.starts_with(b" ") {
                unfinished = Some((name, value));
                continue;
            }
            let name = attribute_name(name).ok_or(error("not a legal attribute name"))?;
            if main.len() == ATTRIBUTE_LIMIT {
                return Err(error("too many attributes"));
            }
            main.push((name, String::from_utf8_lossy(&value).into()));
        }
        let mut manifest = Manifest { main, multi_release: false };
        manifest.multi_release = contains_ignoring_case(bytes, MULTI_RELEASE_TRUE)
            && manifest.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        Ok(manifest)
    }

    /// A main attribute, by its name in any case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.main.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// Whether the JVM takes the jar as a multi-release jar.
    ///
    /// That is a little less than `get("Multi-Release")` being `true`: the JDK first looks for the
    /// bytes `Multi-Release: true`, and so never sees the attribute when its value is folded over
    /// two lines.
    pub fn is_multi_release(&self) -> bool {
        self.multi_release
    }
}

/// The size of the JDK's line buffer, line end included.
const LINE_LIMIT: usize = 512;

/// Real ones have some twenty. Without a limit, each five bytes of input would take a hundred here.
const ATTRIBUTE_LIMIT: usize = 10_000;

const TOO_LONG: &str = "line is longer than 512 bytes";

const MULTI_RELEASE_TRUE: &[u8] = b"multi-release: true";

/// The first line without its end, and what follows it: a line ends with CR LF, LF or CR. `None` if
/// there is no line end.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    let next = if bytes[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
    Some((&bytes[..end], &bytes[next..]))
}

fn attribute_name(bytes: &[u8]) -> Option<Box<str>> {
    let legal = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let length_is_legal = (1..=70).contains(&bytes.len());
    let name = std::str::from_utf8(bytes).ok()?;
    (length_is_legal && bytes.iter().all(legal)).then(|| name.into())
}

fn contains_ignoring_case(bytes: &[u8], pattern: &[u8]) -> bool {
    bytes.windows(pattern.len()).any(|window| window.eq_ignore_ascii_case(pattern))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(text: &str, name: &str) -> Option<String> {
        Manifest::parse(text.as_bytes()).unwrap().get(name).map(str::to_owned)
    }

    fn is_multi_release(text: &str) -> bool {
        Manifest::parse(text.as_bytes()).unwrap().is_multi_release()
    }

    #[test]
    fn joins_continuation_lines() {
        let text = "Manifest-Version: 1.0\r\nClass-Path: a.jar b.j\r\n ar c\r\n .jar\r\n\r\n";
        assert_eq!(get(text, "class-path").unwrap(), "a.jar b.jar c.jar");
    }

    #[test]
    fn every_line_end_counts() {
        for end in ["\n", "\r", "\r\n"] {
            assert_eq!(get(&format!("A: 1{end}B: 2{end}{end}C: 3{end}"), "B").unwrap(), "2", "{end:?}");
            assert_eq!(get(&format!("A: 1{end}B: 2{end}{end}C: 3{end}"), "C"), None, "{end:?}");
        }
    }

    #[test]
    fn only_the_main_section_makes_a_multi_release_jar() {
        assert!(is_multi_release("Manifest-Version: 1.0\nMULTI-release: TRUE\n\n"));
        assert!(!is_multi_release("Manifest-Version: 1.0\n\nName: a\nMulti-Release: true\n"));
        assert!(!is_multi_release("Multi-Release: false\n"));
        assert!(!is_multi_release("Multi-Release: true \n"));
    }

    /// As `JarFile.isMultiRelease` on JDK 17 and 25.
    #[test]
    fn oddities_of_the_jdk_are_kept() {
        assert!(!is_multi_release("Multi-Release: true"), "the last line is not ended");
        assert!(!is_multi_release("Multi-Release: tr\n ue\n"), "folded value");
        assert_eq!(get("Multi-Release: tr\n ue\n", "Multi-Release").unwrap(), "true");
        assert_eq!(get("A: 1\na: 2\n", "A").unwrap(), "2");
        assert_eq!(get("A: 1\nB: 2\n 3", "B"), None, "the continuation is not ended");
    }

    #[test]
    fn malformed_lines_are_named() {
        let reason = |text: &str| Manifest::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(reason(" a\n"), "manifest line 1: nothing to continue");
        assert_eq!(reason("A: 1\nB\n"), "manifest line 2: no colon after a name");
        assert_eq!(reason("A:1\n"), "manifest line 1: no space after a colon");
        assert_eq!(reason("A b: 1\n"), "manifest line 1: not a legal attribute name");
        assert_eq!(
            reason(&format!("A: 1\nB: {}\n", "x".repeat(510))),
            format!("manifest line 2: {TOO_LONG}")
        );
        assert_eq!(reason(&"A: b\n".repeat(10_001)), "manifest line 10001: too many attributes");
        assert_eq!(reason(&"A".repeat(512)), format!("manifest line 1: {TOO_LONG}"));
    }
}
