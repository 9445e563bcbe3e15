//! The test classes that a build runs, and the JVMs that it takes for them.

/// The test classes that a build runs, and the JVMs that it takes for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestSelection {
    /// Patterns of class files such as `**/*Test.class`; every class without any.
    pub includes: Vec<String>,
    /// Patterns of class files that are left out.
    pub excludes: Vec<String>,
    pub fork: Fork,
    /// True if the build runs classes in the reversed order of their names. Most build tools take them as the disk lists them.
    pub is_reversed: bool,
}

/// The JVMs of a build's tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fork {
    /// One JVM runs many classes, one after the other.
    #[default]
    Shared,
    /// Every class has a JVM of its own.
    PerClass,
}

/// The names that Surefire takes for those of tests.
pub(crate) const SUREFIRE_INCLUDES: [&str; 4] =
    ["**/Test*.class", "**/*Test.class", "**/*Tests.class", "**/*TestCase.class"];

impl TestSelection {
    /// Returns true if a class, by its binary name, is run. Classes nested in others are run by these.
    pub fn contains(&self, class: &str) -> bool {
        let path = class.replace('.', "/") + ".class";
        let is_in = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, &path));
        (self.includes.is_empty() || is_in(&self.includes)) && !is_in(&self.excludes)
    }
}

/// Returns a pattern in the form of Ant for class files; none if it is of another form.
pub fn class_pattern(pattern: &str) -> Option<String> {
    let pattern =
        pattern.trim().strip_prefix("%ant[").and_then(|rest| rest.strip_suffix(']')).unwrap_or(pattern);
    // Behind a `#` are names of methods; classes are what is chosen here.
    let pattern = pattern.split('#').next().unwrap_or(pattern).trim();
    if pattern.is_empty() || pattern.starts_with('%') || pattern.starts_with('!') {
        return None;
    }
    let stem = pattern.strip_suffix(".java").or_else(|| pattern.strip_suffix(".class")).unwrap_or(pattern);
    // `pkg.*Test` is as good as `pkg/*Test`.
    let path = if stem.contains('/') { stem.to_owned() } else { stem.replace('.', "/") };
    let path = if path.contains('/') { path } else { format!("**/{path}") };
    Some(match path.ends_with('/') {
        true => format!("{path}**"),
        false if path.ends_with("**") => path,
        false => format!("{path}.class"),
    })
}

/// Returns true if a path matches a pattern of Ant: `?` is a character, `*` any of one name, `**` any number of names.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.trim_start_matches('/').split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    matches_names(&pattern, &path)
}

fn matches_names(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=path.len()).any(|from| matches_names(rest, &path[from..])),
        (Some((first, rest)), Some((name, further))) => {
            matches_name(first.as_bytes(), name.as_bytes()) && matches_names(rest, further)
        }
        _ => false,
    }
}

fn matches_name(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern.split_first(), name.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => (0..=name.len()).any(|from| matches_name(rest, &name[from..])),
        (Some((b'?', rest)), Some((_, further))) => matches_name(rest, further),
        (Some((one, rest)), Some((other, further))) => one == other && matches_name(rest, further),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_build_files_select_classes() {
        let check = |pattern: &str, yes: &[&str], no: &[&str]| {
            let selection =
                TestSelection { includes: vec![class_pattern(pattern).unwrap()], ..TestSelection::default() };
            yes.iter().for_each(|class| assert!(selection.contains(class), "{pattern} {class}"));
            no.iter().for_each(|class| assert!(!selection.contains(class), "{pattern} {class}"));
        };
        check("**/*Test.java", &["a.b.XTest", "Test"], &["a.XTests", "a.XTest$1"]);
        check("**/Test*.class", &["a.TestX"], &["a.XTest"]);
        check("a/b/**", &["a.b.X", "a.b.c.X"], &["a.X"]);
        check("a/b/", &["a.b.X"], &["a.X"]);
        check("XTest", &["a.XTest"], &["a.YXTest"]);
        check("com.acme.*Test#one*", &["com.acme.XTest"], &["com.XTest"]);
        check("%ant[**/X?.java]", &["a.X1"], &["a.X12"]);
        assert_eq!(class_pattern("%regex[.*]"), None);
    }

    #[test]
    fn excludes_win() {
        let selection = TestSelection {
            excludes: vec!["**/Slow*.class".into()],
            includes: SUREFIRE_INCLUDES.map(str::to_owned).to_vec(),
            ..TestSelection::default()
        };
        assert!(selection.contains("a.FastTest") && !selection.contains("a.SlowTest"));
        assert!(!selection.contains("a.Helper"));
        assert!(TestSelection::default().contains("a.Helper"));
    }
}
