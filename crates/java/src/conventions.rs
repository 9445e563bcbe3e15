//! The conventions of a project, learnt from its sources: what stands above the package, how imports are ordered, how
//! lines are indented and broken, where `final` is written, which assertions tests use.

mod habits;
mod imports;
mod indent;

use std::collections::BTreeMap;

use crate::outline::Outline;
use crate::style::Habits;
pub use imports::ImportOrder;
pub use indent::Indent;

/// The conventions of a project. The default is that of files without any neighbours.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Conventions {
    /// The comment above the package, as most files have it; with a line break at the end if a blank line follows.
    pub header: Option<String>,
    pub indent: Option<Indent>,
    pub imports: Option<ImportOrder>,
    /// Columns that all lines but a few have at most: addresses are longer than a rule allows.
    pub longest_line: Option<usize>,
    pub habits: Habits,
    /// The number of files that it was learnt from.
    pub files: usize,
    /// The share of files that import AssertJ, in percent.
    pub assertj: usize,
    /// The share of files that import Mockito, in percent.
    pub mockito: usize,
}

impl Conventions {
    /// Learns from the sources of a project.
    pub fn learn<'s>(sources: impl IntoIterator<Item = &'s str>) -> Self {
        let (mut files, mut assertj, mut mockito) = (0, 0, 0);
        let mut headers: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut columns: Vec<usize> = Vec::new();
        let (mut order, mut indents) = (imports::Votes::default(), indent::Votes::default());
        let mut habits = habits::Votes::default();
        for source in sources {
            let Some(outline) = Outline::of(source) else { continue };
            files += 1;
            let header = header_of(&outline);
            *headers.entry(without_years(header)).or_default().entry(header).or_default() += 1;
            let imports_of = |package: &str| outline.imports.iter().any(|import| import.contains(package));
            assertj += usize::from(imports_of("org.assertj."));
            mockito += usize::from(imports_of("org.mockito."));
            columns.extend(source.lines().map(|line| line.chars().count()));
            order.add(source, &outline);
            indents.add(&outline);
            habits.add(source, &outline);
        }
        if files == 0 {
            return Conventions::default();
        }
        columns.sort_unstable();
        let longest = columns.get((columns.len() - columns.len() / 500).saturating_sub(1)).copied();
        let most = headers.into_values().max_by_key(|texts| texts.values().sum::<usize>());
        // A file without the comment may be an oversight, or the rule.
        let most = most.filter(|texts| texts.values().sum::<usize>() * 2 >= files);
        // Of two as frequent ones, that with the later year.
        let header = most.and_then(|texts| texts.into_iter().max_by_key(|(_, count)| *count));
        let header = header.filter(|(text, _)| !text.is_empty());
        Conventions {
            header: header.map(|(text, _)| text.to_owned()),
            indent: indents.winner(),
            imports: order.winner(),
            longest_line: longest,
            habits: habits.winner(),
            files,
            assertj: assertj * 100 / files,
            mockito: mockito * 100 / files,
        }
    }

    /// Returns a source with the project's header, order of imports and tabs. Its code stays the same.
    pub fn apply(&self, source: &str) -> String {
        let mut text = match &self.imports {
            Some(order) => order.apply(source),
            None => source.to_owned(),
        };
        if self.indent.is_some_and(|indent| indent.tabs) {
            text = indent::with_tabs(&text, self.indent.map_or(4, |indent| indent.columns));
        }
        match &self.header {
            Some(header) if !text.starts_with(header.as_str()) => format!("{header}\n{text}"),
            _ => text,
        }
    }
}

/// The comment above the package. It ends with a line break if a blank line follows it.
fn header_of<'s>(outline: &Outline<'s>) -> &'s str {
    let header = outline.header.trim_start();
    let end = header.trim_end().len();
    let is_apart = end > 0 && header[end..].starts_with("\n\n");
    &header[..end + usize::from(is_apart)]
}

/// A header with its years left out: files of one project differ in them.
fn without_years(header: &str) -> String {
    header.chars().filter(|char| !char.is_ascii_digit() && *char != '-').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LICENSED: &str = "/*\n * Licence\n */\npackage a;\n\nimport java.util.List;\n\nimport org.x.Y;\n\n\
                            import static org.assertj.core.api.Assertions.assertThat;\n\nclass A {\n\tint a;\n\n\
                            \tvoid m() {\n\t\ta = 1;\n\t}\n}\n";

    #[test]
    fn files_look_like_their_neighbours() {
        let conventions = Conventions::learn([LICENSED, LICENSED, "package b;\nclass B {\n    int b;\n}\n"]);
        assert_eq!((conventions.assertj, conventions.mockito), (66, 0));
        let source = "package a;\n\nimport static org.assertj.core.api.Assertions.assertThat;\n\n\
                      import java.util.List;\nimport org.x.Y;\n\nclass C {\n    void m() {\n        assertThat(1);\n    }\n}\n";
        let expected = "/*\n * Licence\n */\npackage a;\n\nimport java.util.List;\n\nimport org.x.Y;\n\n\
                        import static org.assertj.core.api.Assertions.assertThat;\n\n\
                        class C {\n\tvoid m() {\n\t\tassertThat(1);\n\t}\n}\n";
        assert_eq!(conventions.apply(source), expected);
        assert_eq!(conventions.apply(expected), expected);
    }

    #[test]
    fn headers_of_several_years_are_one() {
        let file = |years: &str| format!("/* Copyright {years} by us. */\npackage a;\nclass A {{\n}}\n");
        let texts = ["2010-2024", "2010-2025", "2010-2025", "2026"].map(file);
        let apart = texts.clone().map(|text| text.replace("package", "\npackage"));
        let plain = "package a;\nclass A {\n}\n".to_owned();
        let learn = |texts: &[String]| Conventions::learn(texts.iter().map(String::as_str)).header;
        assert_eq!(learn(&texts).as_deref(), Some("/* Copyright 2010-2025 by us. */"));
        assert_eq!(learn(&apart).as_deref(), Some("/* Copyright 2010-2025 by us. */\n"));
        assert_eq!(learn(&texts[2..]).as_deref(), Some("/* Copyright 2026 by us. */"));
        assert_eq!(learn(&[texts[0].clone(), plain.clone(), plain]), None);
    }

    #[test]
    fn a_few_long_lines_are_no_rule() {
        let line = format!("    int {};\n", "a".repeat(80));
        let long = format!("    // {}\n", "b".repeat(200));
        let source = |long: &str| format!("class A {{\n{}{long}}}\n", line.repeat(1000));
        let width = |source: String| Conventions::learn([source.as_str()]).longest_line;
        assert_eq!(width(source(&long)), Some(89));
        assert_eq!(width(source(&long.repeat(9))), Some(207));
    }

    #[test]
    fn without_neighbours_nothing_changes() {
        let source = "package a;\n\nimport b.C;\n\nclass D {\n    int a;\n}\n";
        assert_eq!(Conventions::learn([]).apply(source), source);
        let without = Conventions::learn(["package b;\nclass B {\n    int b;\n}\n"]);
        assert_eq!(without.apply(source), source);
    }
}
