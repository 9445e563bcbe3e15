//! Data as plain Java: the body of a method that makes the object through the members that its form declares.
//!
//! ```java
//! return shop.Range.make(/* shop.Range, version 2 */ /* lo= */ 1, /* hi= */ 5);
//! ```
//!
//! Comments name what Java does not: class and version, and the components. So the text can be read back as data, without
//! compiling or running it. Each map is a variable, which is used once.

mod decode;
mod encode;
mod tokens;

pub use decode::decode;
pub use encode::{Unwritable, encode};

use crate::platform::{FORMS, PlatformForm, PlatformMaker};

/// The class that a call of a JDK method makes, unless a comment names another: lists of one and two elements have their own.
fn default_form(maker: PlatformMaker, arguments: usize) -> Option<&'static PlatformForm> {
    let is_short = (1..=2).contains(&arguments);
    let wanted = match maker {
        PlatformMaker::Elements("java.util.List", _) if is_short => "java.util.ImmutableCollections$List12",
        PlatformMaker::Elements("java.util.List", _) => "java.util.ImmutableCollections$ListN",
        PlatformMaker::Elements("java.util.Set", _) if is_short => "java.util.ImmutableCollections$Set12",
        PlatformMaker::Elements("java.util.Set", _) => "java.util.ImmutableCollections$SetN",
        PlatformMaker::Entries if arguments == 1 => "java.util.ImmutableCollections$Map1",
        PlatformMaker::Entries => "java.util.ImmutableCollections$MapN",
        _ => return FORMS.iter().find(|form| form.maker == maker),
    };
    FORMS.iter().find(|form| form.class == wanted)
}

/// A class as Java source names it: nested classes behind a dot. A dollar that cannot stand between two names is part of a name.
fn source_name(class: &str) -> String {
    let is_inner = |char: char| char.is_alphanumeric() || char == '_';
    let mut name = String::with_capacity(class.len());
    let mut before = None;
    let mut chars = class.chars().peekable();
    while let Some(char) = chars.next() {
        let is_next = chars.peek().is_some_and(|next| is_inner(*next) && !next.is_numeric());
        let separates = char == '$' && before.is_some_and(is_inner) && is_next;
        name.push(if separates { '.' } else { char });
        before = Some(char);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_between_names_are_dots() {
        let names = ["a.B", "a.B$C$D", "a.B$1", "doubl$", "$a", "a$$b", "a.$B", "a.B$_c"];
        let sources = ["a.B", "a.B.C.D", "a.B$1", "doubl$", "$a", "a$$b", "a.$B", "a.B._c"];
        assert_eq!(names.map(source_name), sources);
    }
}
