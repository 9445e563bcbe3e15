//! Tests that are in a file already, added to the file that replaces it.
//!
//! A second recording gives other tests than the first. Those of the first stay, with the methods that they call.

use std::collections::{BTreeMap, BTreeSet};

use crate::declarations::{Token, positions};
use crate::outline::{Member, Outline};

/// Why two files cannot be one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    #[error("it is not one class with its members")]
    NotOneClass,
    #[error("both import another class as {0}")]
    Imports(String),
}

/// A file that has all tests of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    pub text: String,
    /// Tests of the earlier file that the later one does not have.
    pub retained: usize,
}

/// Returns the later file with the tests of the earlier one that it does not have. Tests that differ in name alone are
/// the same; those that share a name alone are both there.
pub fn merge(earlier: &str, later: &str) -> Result<Merged, MergeError> {
    let (old, new) = match (Outline::of(earlier), Outline::of(later)) {
        (Some(old), Some(new)) => (old, new),
        _ => return Err(MergeError::NotOneClass),
    };
    // A file without tests has methods that make objects, each of which is as good as a test.
    let has_tests = old.members.iter().any(|member| member.is_test);
    let is_unit = |member: &Member<'_>| member.is_test || !has_tests && !member.name.is_empty();
    let tests = |outline: &'_ Outline<'_>| -> BTreeSet<String> {
        let tests = outline.members.iter().filter(|member| is_unit(member));
        tests.map(|test| content(test, &outline.members)).collect()
    };
    let there = tests(&new);
    let is_missing =
        |member: &&Member<'_>| is_unit(member) && !there.contains(&content(member, &old.members));
    let retained: Vec<&Member<'_>> = old.members.iter().filter(is_missing).collect();
    // Otherwise the file would change with each run of the one or the other recording.
    if there.is_subset(&tests(&old)) {
        return Ok(Merged { text: earlier.to_owned(), retained: retained.len() });
    }
    if retained.is_empty() {
        return Ok(Merged { text: later.to_owned(), retained: 0 });
    }
    let needed = with_needed(&retained, &old.members);
    let is_there = |member: &Member<'_>| {
        let same = |other: &Member<'_>| {
            other.name == member.name && content(other, &new.members) == content(member, &old.members)
        };
        !is_unit(member) && new.members.iter().any(same)
    };
    let added: Vec<&Member<'_>> = needed.into_iter().filter(|member| !is_there(member)).collect();
    let mut taken: BTreeSet<String> = new.members.iter().map(|member| member.name.to_owned()).collect();
    taken.extend(added.iter().map(|member| member.name.to_owned()));
    let mut renamed: BTreeMap<&str, String> = BTreeMap::new();
    for member in &added {
        if !member.name.is_empty() && new.members.iter().any(|other| other.name == member.name) {
            let free = (2..).map(|number| format!("{}_{number}", stem(member.name)));
            let name = free.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
            taken.insert(name.clone());
            renamed.insert(member.name, name);
        }
    }
    let mut text = with_imports(later, &new, &imports(&old, &new)?);
    // The class ends with the last brace of the file.
    let end = text.rfind('}').ok_or(MergeError::NotOneClass)?;
    let closing = text.split_off(end);
    text.truncate(text.trim_end().len());
    for member in added {
        text.push_str("\n\n");
        text.push_str(with_names(member.text, &renamed).trim_start_matches(['\n', '\r']));
    }
    text.push('\n');
    text.push_str(&closing);
    Ok(Merged { text, retained: retained.len() })
}

/// A test and the members that it uses, without names of its own and white space.
fn content(test: &Member<'_>, members: &[Member<'_>]) -> String {
    let all = with_needed(&[test], members);
    let names = all.iter().enumerate().map(|(at, member)| (member.name, format!("_{at}")));
    let names: BTreeMap<&str, String> = names.filter(|(name, _)| !name.is_empty()).collect();
    all.iter()
        .flat_map(|member| {
            with_names(member.text, &names).split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// `name_3` is `name` with a number.
fn stem(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((stem, number)) if !stem.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => name,
    }
}

/// The tests, and then the other members that they use, directly or not.
fn with_needed<'m, 's>(tests: &[&'m Member<'s>], members: &'m [Member<'s>]) -> Vec<&'m Member<'s>> {
    let mut all: Vec<&Member<'_>> = tests.to_vec();
    let mut at = 0;
    while let Some(member) = all.get(at) {
        let used = members.iter().filter(|other| !other.is_test && uses(member.text, other.name));
        let used: Vec<&Member<'_>> = used.filter(|other| !all.contains(other)).collect();
        all.extend(used);
        at += 1;
    }
    all
}

/// Whether code uses a name; `@MethodSource` has it as text.
fn uses(text: &str, name: &str) -> bool {
    !name.is_empty()
        && (text.contains(&format!("\"{name}\""))
            || positions(text).iter().any(|(_, token)| *token == Token::Word(name)))
}

fn with_names(text: &str, names: &BTreeMap<&str, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut behind = 0;
    for (at, token) in positions(text) {
        let Token::Word(word) = token else { continue };
        let Some(name) = names.get(word) else { continue };
        out.push_str(&text[behind..at]);
        out.push_str(name);
        behind = at + word.len();
    }
    out.push_str(&text[behind..]);
    for (old, new) in names {
        out = out.replace(&format!("@MethodSource(\"{old}\")"), &format!("@MethodSource(\"{new}\")"));
    }
    out
}

/// The imports of the earlier file that the later one does not have.
fn imports<'s>(old: &Outline<'s>, new: &Outline<'_>) -> Result<Vec<&'s str>, MergeError> {
    let is_static = |import: &str| import.starts_with("import static ");
    let simple =
        |import: &str| import.trim_end_matches(';').rsplit('.').next().unwrap_or_default().to_owned();
    let missing: Vec<&str> =
        old.imports.iter().filter(|import| !new.imports.contains(import)).copied().collect();
    let clashes = |import: &&&str| {
        let same = |other: &&&str| {
            is_static(other) == is_static(import) && simple(other) == simple(import) && simple(other) != "*"
        };
        new.imports.iter().any(|other| same(&other))
    };
    match missing.iter().find(clashes) {
        Some(import) => Err(MergeError::Imports(simple(import))),
        None => Ok(missing),
    }
}

/// The file with more imports, each among those of its kind.
fn with_imports(text: &str, outline: &Outline<'_>, more: &[&str]) -> String {
    if more.is_empty() {
        return text.to_owned();
    }
    let mut all: Vec<&str> = outline.imports.iter().chain(more).copied().collect();
    all.sort_unstable();
    let (fixed, others): (Vec<&str>, Vec<&str>) =
        all.into_iter().partition(|import| import.starts_with("import static "));
    let groups: Vec<String> =
        [fixed, others].iter().filter(|group| !group.is_empty()).map(|group| group.join("\n")).collect();
    let end = text.len() - tail(outline);
    let start = outline.imports.first().map_or(end, |first| first.as_ptr() as usize - text.as_ptr() as usize);
    let before = text[..start].trim_end();
    let gap = if before.is_empty() { "" } else { "\n\n" };
    format!("{before}{gap}{}{}", groups.join("\n\n"), &text[end..])
}

/// How many bytes are behind the imports.
fn tail(outline: &Outline<'_>) -> usize {
    let members: usize = outline.members.iter().map(|member| member.text.len()).sum();
    outline.opening.len() + members + outline.closing.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(imports: &str, members: &str) -> String {
        format!("package a;\n\n{imports}\n/** Calls. */\nclass T {{\n{members}}}\n")
    }

    const ONE: &str = "    @Test\n    void one() {\n        check(make());\n    }\n";
    const MAKE: &str = "\n    private static C make() {\n        return new C(1);\n    }\n";

    #[test]
    fn tests_that_the_later_file_lacks_stay_with_their_helpers() {
        let cases = "\n    @ParameterizedTest\n    @MethodSource(\"two_cases\")\n    void two(int a) {\n        \
                     check(a);\n    }\n\n    static Stream<Arguments> two_cases() {\n        return of(1);\n    }\n";
        let earlier = file("import b.C;\nimport b.D;\n", &format!("{ONE}{cases}{MAKE}"));
        let other = MAKE.replace("(1)", "(2)");
        let later = file("import b.C;\n", &format!("{ONE}{other}"));
        let merged = merge(&earlier, &later).unwrap();
        // `one` of both files is the same text, but it makes another object.
        assert_eq!(merged.retained, 2);
        let (again, made) =
            (ONE.replace("one", "one_2").replace("make", "make_2"), MAKE.replace("make", "make_2"));
        let (test, source) = cases.split_at(cases.find("\n    static").unwrap());
        let members = format!("{ONE}{other}\n{again}{test}{made}{source}");
        assert_eq!(merged.text, file("import b.C;\nimport b.D;\n", &members));
        assert_eq!(
            merge(&merged.text, &merged.text).unwrap(),
            Merged { text: merged.text.clone(), retained: 0 }
        );
    }

    #[test]
    fn members_of_the_same_name_are_renamed() {
        let earlier = file("import b.C;\n", &format!("{ONE}{MAKE}"));
        let later =
            file("import b.C;\n", &format!("{}{}", ONE.replace("check", "see"), MAKE.replace("(1)", "(2)")));
        let merged = merge(&earlier, &later).unwrap();
        assert_eq!(merged.retained, 1);
        assert!(merged.text.contains("void one_2() {\n        check(make_2());"), "{}", merged.text);
        assert!(merged.text.contains("C make_2() {\n        return new C(1);"), "{}", merged.text);
        assert!(merged.text.contains("see(make());"));
        let names: Vec<String> =
            Outline::of(&merged.text).unwrap().members.iter().map(|m| m.name.to_owned()).collect();
        assert_eq!(names, ["one", "make", "one_2", "make_2"]);
    }

    #[test]
    fn methods_that_make_objects_stay() {
        let earlier = file("import b.C;\n", MAKE.trim_start_matches('\n'));
        let later = file(
            "import b.C;\n",
            &MAKE.trim_start_matches('\n').replace("make", "other").replace("(1)", "(2)"),
        );
        let merged = merge(&earlier, &later).unwrap();
        let outline = Outline::of(&merged.text).unwrap();
        let names: Vec<&str> = outline.members.iter().map(|member| member.name).collect();
        assert_eq!((names, merged.retained), (vec!["other", "make"], 1));
    }

    #[test]
    fn files_that_cannot_be_one_are_refused() {
        let one = file("import b.C;\n", ONE);
        let other = file("import x.C;\n", &ONE.replace("check", "see"));
        assert_eq!(merge(&one, &other), Err(MergeError::Imports("C".to_owned())));
        assert_eq!(merge("class A {", &one), Err(MergeError::NotOneClass));
    }
}
