//! One test function per item of a collection, so that each can be run, timed and fail alone.
//!
//! libtest knows the tests that the compiler saw, and the compiler does not list directories: the items stand in a
//! file of their own, and [`check_list`] compares it with the directory.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Declares a `#[test]` per item, which calls a function with the item, and the list of all as `ITEMS`.
///
/// ```
/// fn is_short(word: &str) {
///     assert!(word.len() < 5);
/// }
///
/// mod each {
///     reenact_testkit::trials! { super::is_short:
///         cat "cat",
///         dog "dog",
///     }
/// }
/// assert_eq!(each::ITEMS, ["cat", "dog"]);
/// ```
#[macro_export]
macro_rules! trials {
    ($check:path: $($name:ident $item:literal,)*) => {
        $(
            #[test]
            fn $name() {
                $check($item);
            }
        )*

        pub const ITEMS: &[&str] = &[$($item),*];
    };
}

/// Compares the items of a [`trials!`] call with those that exist. `REENACT_BLESS=1` writes the file of the call,
/// whose comment and function this takes, anew.
#[track_caller]
pub fn check_list(items: &[&str], existing: &[String], file: &Path, comment: &str, function: &str) {
    if items == existing {
        return;
    }
    if std::env::var_os("REENACT_BLESS").is_some() {
        fs::write(file, list(existing, comment, function)).unwrap();
        return;
    }
    let absent: Vec<&&str> =
        items.iter().filter(|item| !existing.iter().any(|other| other == *item)).collect();
    let unlisted: Vec<&String> = existing.iter().filter(|item| !items.contains(&item.as_str())).collect();
    let difference = match (&absent[..], &unlisted[..]) {
        ([], []) => "has another order".to_owned(),
        _ => format!("lists {absent:?}, which do not exist, and lacks {unlisted:?}"),
    };
    panic!("{} {difference}; run this test with REENACT_BLESS=1", file.display());
}

fn list(items: &[String], comment: &str, function: &str) -> String {
    let mut text = format!("//! {comment}\n\nreenact_testkit::trials! {{ {function}:\n");
    for item in items {
        let _ = writeln!(text, "    {} {item:?},", identifier(item));
    }
    text + "}\n"
}

/// The test's name for an item: `system/OldClock.java` is `system_old_clock`.
fn identifier(item: &str) -> String {
    let stem = item.rsplit_once('.').map_or(item, |(stem, _)| stem);
    let mut name = String::new();
    let mut previous = '_';
    for (position, char) in stem.char_indices() {
        let next_is_lower = stem[position + char.len_utf8()..].starts_with(|next: char| next.is_lowercase());
        let begins_word = char.is_uppercase() && (!previous.is_uppercase() || next_is_lower);
        if begins_word && previous.is_alphanumeric() {
            name.push('_');
        }
        name.extend(if char.is_alphanumeric() { char } else { '_' }.to_lowercase());
        previous = char;
    }
    // Shapes are named as packages, and `move` is one that Java allows.
    if matches!(&*name, "enum" | "static" | "type" | "match" | "move" | "ref" | "fn") {
        name + "_"
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_become_identifiers() {
        for (item, name) in [
            ("system/OldClock.java", "system_old_clock"),
            ("external/JDBCRows.java", "external_jdbc_rows"),
            ("figures/Figure8Modified.java", "figures_figure8_modified"),
            ("records", "records"),
            ("a-b", "a_b"),
            ("match", "match_"),
        ] {
            assert_eq!(identifier(item), name);
        }
    }

    #[test]
    fn the_list_is_a_call_of_the_macro() {
        let text = list(&["a/B.java".to_owned(), "c".to_owned()], "All of them.", "super::check");
        assert_eq!(
            text,
            "//! All of them.\n\nreenact_testkit::trials! { super::check:\n    a_b \"a/B.java\",\n    c \"c\",\n}\n"
        );
    }

    #[test]
    fn equal_lists_pass() {
        check_list(&["a", "b"], &["a".to_owned(), "b".to_owned()], Path::new("each.rs"), "", "");
    }

    #[test]
    #[should_panic(
        expected = "each.rs lists [\"gone\"], which do not exist, and lacks [\"new\"]; run this test with"
    )]
    fn differences_name_both_sides() {
        check_list(&["a", "gone"], &["a".to_owned(), "new".to_owned()], Path::new("each.rs"), "", "");
    }
}
