//! How often a program tests types and annotations that no existing class may have.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{count, number, table, two_columns};
use crate::{Report, Style, finding};

/// The report of `reenact explore --survey TARGET…`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Survey {
    pub targets: Vec<String>,
    /// Version of the JDK beside them.
    pub jdk: String,
    /// Classes and enums of the targets.
    pub classes: usize,
    /// Interfaces and annotation interfaces of the targets.
    pub interfaces: usize,
    pub methods: usize,
    pub instance_ofs: usize,
    /// Methods whose code could not be read.
    pub unreadable: usize,
    pub patterns: Patterns,
    /// Calls of `Class.isAssignableFrom`.
    pub is_assignable_from: usize,
    /// Calls of `Class.isInstance`.
    pub is_instance: usize,
    /// Calls that read annotations, by the static type of the receiver: `Class`, `Method`, `Field` and others.
    pub annotations: Vec<Annotations>,
    /// The type tests, in the order of the class path.
    pub type_tests: Vec<Place>,
    /// The calls that read annotations, in the order of the class path.
    pub annotation_calls: Vec<Place>,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// Type tests that only a class with several supertypes satisfies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patterns {
    pub p1: usize,
    pub p1r: usize,
    pub p2: usize,
    pub p2r: usize,
    pub p3: usize,
    pub p3r: usize,
}

/// Calls of one kind of object that read annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotations {
    pub owner: String,
    pub is_annotation_present: usize,
    pub is_annotation: usize,
    pub get_annotation: usize,
    pub get_annotations: usize,
    pub get_declared_annotations: usize,
    pub get_annotations_by_type: usize,
}

/// One place in the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// `p1`, `p1r` and so on, or the method of reflection.
    pub kind: String,
    pub method: String,
    pub line: Option<u16>,
    /// The declared type and the tested one, or the kind of object.
    pub types: String,
}

impl Annotations {
    pub fn total(&self) -> usize {
        self.is_annotation_present
            + self.is_annotation
            + self.get_annotation
            + self.get_annotations
            + self.get_declared_annotations
            + self.get_annotations_by_type
    }
}

impl Report for Survey {
    const FORMAT: &'static str = "reenact.explore-survey/1";

    fn title(&self) -> String {
        format!("Tests of types and annotations in {}", self.targets.join(", "))
    }

    fn text_in(&self, style: Style) -> String {
        let Patterns { p1, p1r, p2, p2r, p3, p3r } = self.patterns;
        let mut out = format!("{}\n", self.targets.join(", "));
        let code = format!(
            "{}, {}, {}, {}",
            count(self.classes, "class", "classes"),
            count(self.interfaces, "interface", "interfaces"),
            count(self.methods, "method", "methods"),
            count(self.instance_ofs, "instanceof", "instanceof")
        );
        let branch = |strict: usize, relaxed: usize| {
            format!("{} decide a branch, {} in all", number(strict), number(relaxed))
        };
        let mut rows = vec![
            ("code", code),
            ("p1", format!("a parameter is tested for an unrelated type: {}", branch(p1, p1r))),
            ("p2", format!("a field of a parameter or of this: {}", branch(p2, p2r))),
            ("p3", format!("the result of a call: {}", branch(p3, p3r))),
            (
                "reflection",
                format!(
                    "{} of Class.isAssignableFrom, {} of Class.isInstance",
                    count(self.is_assignable_from, "call", "calls"),
                    number(self.is_instance)
                ),
            ),
        ];
        if self.unreadable > 0 {
            rows.push(("skipped", count(self.unreadable, "unreadable method", "unreadable methods")));
        }
        out.push_str(&two_columns(rows.iter().map(|(name, text)| (*name, text.clone())), style));
        let read: Vec<&Annotations> = self.annotations.iter().filter(|owner| owner.total() > 0).collect();
        if !read.is_empty() {
            out.push_str("\nCalls that read annotations\n");
            let titles = ["of", "present", "isAnnotation", "get", "getAll", "getDeclared", "getByType"];
            let rows = read.iter().map(|owner| {
                [
                    owner.owner.clone(),
                    number(owner.is_annotation_present),
                    number(owner.is_annotation),
                    number(owner.get_annotation),
                    number(owner.get_annotations),
                    number(owner.get_declared_annotations),
                    number(owner.get_annotations_by_type),
                ]
            });
            out.push_str(&table(&titles, rows, style));
        }
        for (title, places) in
            [("Type tests", &self.type_tests), ("Annotations are read in", &self.annotation_calls)]
        {
            if places.is_empty() {
                continue;
            }
            out.push_str(&format!("\n{title}\n"));
            for place in places {
                let line = place.line.map(|line| format!(":{line}")).unwrap_or_default();
                out.push_str(&format!("  {:<4} {}{line}  {}\n", place.kind, place.method, place.types));
            }
        }
        if !self.findings.is_empty() {
            out.push('\n');
            out.push_str(&finding::list_text(&self.findings, style));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&self.findings)
    }
}
