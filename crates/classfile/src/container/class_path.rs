//! The `Class-Path` attribute of a jar's manifest.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

/// A file that a manifest names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub path: PathBuf,
    /// Java takes what ends in a slash for a directory and everything else for a jar, whatever it is.
    pub is_directory: bool,
}

/// Returns the files that a `Class-Path` names, in order: URLs apart by spaces, relative to the jar. An
/// entry that is not a file is returned as it is.
pub fn references(class_path: &str, jar: &Path) -> Vec<Result<Reference, PathBuf>> {
    let directory = jar.parent().unwrap_or(Path::new(""));
    let urls = class_path.split([' ', '\t', '\n', '\r', '\x0c']).filter(|url| !url.is_empty());
    urls.map(|url| reference(url, directory).ok_or_else(|| PathBuf::from(url))).collect()
}

/// A URL as java's `URLClassPath` resolves it: only files, by a relative or a `file:` URL.
fn reference(url: &str, directory: &Path) -> Option<Reference> {
    let path = match url.split_once(':') {
        Some((scheme, path)) if scheme.eq_ignore_ascii_case("file") => match path.strip_prefix("//") {
            // `file://host/path`: a URL of another host is not a file.
            Some(rest) => {
                let slash = rest.find('/')?;
                matches!(&rest[..slash], "" | "localhost").then_some(&rest[slash..])?
            }
            None => path,
        },
        Some((scheme, _)) if !scheme.contains('/') => return None,
        _ => url,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let decoded = PathBuf::from(OsString::from_vec(percent_decoded(path)));
    Some(Reference { path: resolved(directory, &decoded), is_directory: path.ends_with('/') })
}

/// A path relative to a directory, without `.` and `..`: to URLs these are syntax, whatever links
/// there are on the way.
fn resolved(directory: &Path, path: &Path) -> PathBuf {
    let mut resolved = directory.to_path_buf();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(resolved.components().next_back(), Some(Component::Normal(_))) =>
            {
                resolved.pop();
            }
            component => resolved.push(component),
        }
    }
    resolved
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.first_chunk::<2>().filter(|_| byte == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, expected: Option<(&str, bool)>) {
        let found = references(url, Path::new("/lib/a.jar"));
        let expected = match expected {
            Some((path, is_directory)) => Ok(Reference { path: path.into(), is_directory }),
            None => Err(PathBuf::from(url)),
        };
        assert_eq!(found, [expected], "{url}");
    }

    #[test]
    fn urls_become_files() {
        check("b.jar", Some(("/lib/b.jar", false)));
        check("../classes/", Some(("/classes", true)));
        check("./x/.././y.jar", Some(("/lib/y.jar", false)));
        check("../../../y.jar", Some(("/../../y.jar", false)));
        check("a%20b%c3%BC.jar", Some(("/lib/a bü.jar", false)));
        check("100%.jar", Some(("/lib/100%.jar", false)));
        check("%", Some(("/lib/%", false)));
        check("/abs/c.jar", Some(("/abs/c.jar", false)));
        check("file:/abs/c.jar", Some(("/abs/c.jar", false)));
        check("FILE:///abs/c/", Some(("/abs/c", true)));
        check("file:d.jar", Some(("/lib/d.jar", false)));
        check("dir/x:y.jar", Some(("/lib/dir/x:y.jar", false)));
        check("http://example.org/b.jar", None);
        check("file://elsewhere/b.jar", None);
    }

    #[test]
    fn entries_are_apart_by_any_white_space() {
        let found = references("  a.jar\tb.jar \n c.jar", Path::new("x.jar"));
        let found: Vec<_> = found.into_iter().map(|reference| reference.unwrap().path).collect();
        assert_eq!(found, ["a.jar", "b.jar", "c.jar"].map(Path::new));
    }
}
