//! Several Java files in one string.

use reenact_base::name::BinaryName;
use reenact_jvm::Jdk;

use crate::{Expectation, Program, cache, expectation};

/// Java files that were written down in a test.
///
/// A line `//- path/Name.java` begins a file. A string without such a line is one file, named after
/// its package and its public type, or its first. The indentation that all lines share is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    files: Vec<SourceFile>,
}

/// One file of a fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it lies, relative to the fixture, with slashes.
    pub path: String,
    /// Its content.
    pub text: String,
}

impl Fixture {
    /// Splits a string into files.
    #[track_caller]
    pub fn parse(text: &str) -> Fixture {
        let text = dedented(text);
        let mut files: Vec<SourceFile> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix("//- ") {
                Some(path) => files.push(SourceFile { path: path.trim().to_owned(), text: String::new() }),
                None if files.is_empty() && line.is_empty() => {}
                None => {
                    if files.is_empty() {
                        files.push(SourceFile { path: path_of(&text), text: String::new() });
                    }
                    let file = files.last_mut().expect("a file was begun");
                    file.text.push_str(line);
                    file.text.push('\n');
                }
            }
        }
        for (i, file) in files.iter().enumerate() {
            let is_plain = |part: &str| !matches!(part, "" | "." | "..");
            assert!(
                file.path.split('/').all(is_plain),
                "`{}` should be a path within the fixture",
                file.path
            );
            assert!(files[..i].iter().all(|other| other.path != file.path), "two files `{}`", file.path);
        }
        Fixture { files }
    }

    /// Its files, as written.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Compiles it with javac's defaults.
    #[track_caller]
    pub fn compile(&self, jdk: &Jdk) -> Program {
        self.compile_with(jdk, &[])
    }

    /// Compiles it with options such as `-g` or `--release 17`. A class path can be one of them.
    /// Files that are not Java sources are copied beside the class files.
    #[track_caller]
    pub fn compile_with(&self, jdk: &Jdk, options: &[&str]) -> Program {
        match cache::compiled(&self.files, jdk, options) {
            Ok(classes) => Program::new(jdk.clone(), classes),
            Err(error) => panic!("{error}"),
        }
    }

    /// The comments of these kinds that stand beside its code; see [`Expectation`].
    pub fn expectations(&self, kinds: &[&str]) -> Vec<Expectation> {
        self.files.iter().flat_map(|file| expectation::of_file(file, kinds)).collect()
    }
}

fn dedented(text: &str) -> String {
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent = text.lines().filter(|line| !line.trim().is_empty()).map(indent_of).min().unwrap_or(0);
    text.lines().map(|line| line.get(indent..).unwrap_or("").to_owned() + "\n").collect()
}

/// The path that javac wants for a file with this text.
#[track_caller]
fn path_of(text: &str) -> String {
    // An indented line is inside of a type or continues its header.
    let is_code = |line: &&str| !line.starts_with([' ', '\t', '*', '}']) && !line.starts_with("/*");
    let mut package = "";
    let mut first = None;
    for line in text.lines().filter(is_code).map(|line| line.split("//").next().unwrap_or_default()) {
        for statement in line.split(';').map(str::trim) {
            if let Some(name) = statement.strip_prefix("package ") {
                package = name.trim();
                continue;
            }
            if statement.starts_with("import ") {
                continue;
            }
            let mut words = statement.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            let mut is_public = false;
            let is_type = |word: &str| matches!(word, "class" | "interface" | "enum" | "record");
            let keyword = words.by_ref().find(|word| {
                is_public |= *word == "public";
                is_type(word)
            });
            let name = keyword.and_then(|_| words.next()).filter(|name| !name.is_empty());
            match name {
                Some(name) if is_public => return in_package(package, name),
                Some(name) => first = first.or(Some(in_package(package, name))),
                None => {}
            }
        }
    }
    first.unwrap_or_else(|| panic!("no type to name the file after; begin it with `//- path/Name.java`"))
}

fn in_package(package: &str, name: &str) -> String {
    match package {
        "" => format!("{name}.java"),
        _ => format!("{}/{name}.java", BinaryName::new(package).to_internal()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        Fixture::parse(text).files.into_iter().map(|file| file.path).collect()
    }

    #[test]
    fn markers_split_files_and_shared_indentation_goes() {
        let fixture = Fixture::parse(
            "
            //- p/A.java
            package p;

            class A {
                int x; //- no marker
            }
            //- q/B.java
            class B {}
            ",
        );
        let texts: Vec<(&str, &str)> = fixture.files.iter().map(|file| (&*file.path, &*file.text)).collect();
        let a = "package p;\n\nclass A {\n    int x; //- no marker\n}\n";
        assert_eq!(texts, [("p/A.java", a), ("q/B.java", "class B {}\n\n")]);
    }

    #[test]
    fn a_file_without_marker_is_named_after_its_type() {
        assert_eq!(paths("class A {}\nclass B {}"), ["A.java"]);
        assert_eq!(paths("package a.b; public final class C {}"), ["a/b/C.java"]);
        assert_eq!(
            paths(
                "
                /* a class of things
                 * public class Wrong */
                // public class Wrong
                package p;
                import java.util.record.X;

                class Helper {
                    public static class Inner {}
                }

                @FunctionalInterface
                public sealed interface Shape<T> permits Circle {}
                "
            ),
            ["p/Shape.java"]
        );
        assert_eq!(paths("public record Point(int x) {}"), ["Point.java"]);
        assert_eq!(paths("@interface Mark {}"), ["Mark.java"]);
        assert_eq!(paths("enum Suit { CLUBS }"), ["Suit.java"]);
    }

    #[test]
    #[should_panic(expected = "no type to name the file after; begin it with `//- path/Name.java`")]
    fn a_file_without_type_needs_a_marker() {
        Fixture::parse("package p;");
    }

    #[test]
    #[should_panic(expected = "two files `A.java`")]
    fn a_path_stands_once() {
        Fixture::parse("//- A.java\n//- A.java\n");
    }

    #[test]
    #[should_panic(expected = "`../A.java` should be a path within the fixture")]
    fn a_path_stays_inside() {
        Fixture::parse("//- ../A.java\n");
    }
}
