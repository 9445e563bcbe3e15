//! Facts of the class model about a program, a class or a method.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{count, number, two_columns};
use crate::{Report, Style, finding};

/// The report of `reenact classes TARGET…`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// The targets.
    pub targets: Vec<String>,
    /// Version of the JDK that they were read with.
    pub jdk: String,
    /// Classes of the JDK that were read.
    pub jdk_classes: usize,
    /// Classes of the rest of the class path.
    pub library_classes: usize,
    /// Counts of the targets' own classes.
    pub own: Counts,
    pub packages: Vec<Package>,
    /// Methods that a JVM can start with.
    pub entry_points: Vec<String>,
    /// From the entry points, by rapid type analysis; none without entry points.
    pub reachable: Option<Reachable>,
    /// The targets' own methods that most of their methods name in calls, with how many.
    pub most_called: Vec<(String, usize)>,
    /// Missing classes that the targets name, with the number of references to each.
    pub missing: Vec<(String, usize)>,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// How many there are of each kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    pub classes: usize,
    pub interfaces: usize,
    pub enums: usize,
    pub records: usize,
    pub annotations: usize,
    pub sealed: usize,
    pub nested: usize,
    pub fields: usize,
    pub methods: usize,
    pub methods_with_code: usize,
    pub calls: usize,
    pub field_accesses: usize,
    pub lambdas: usize,
    /// Distinct methods and fields that the code names, and how many of them were found.
    pub references: usize,
    pub resolved_references: usize,
}

/// A package with its classes and methods.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Package {
    pub name: String,
    pub classes: usize,
    pub methods: usize,
}

/// The code that may run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reachable {
    /// Of the targets' own methods with code.
    pub methods: usize,
    /// Classes of which there may be objects, the JDK's included.
    pub instantiated_classes: usize,
    /// All methods that may run, the JDK's included.
    pub all_methods: usize,
}

impl Report for Program {
    const FORMAT: &'static str = "reenact.classes/1";

    fn title(&self) -> String {
        format!("Classes of {}", self.targets.join(", "))
    }

    fn text_in(&self, style: Style) -> String {
        let own = &self.own;
        let mut out = format!("{}\n", self.targets.join("\n"));
        let mut rows = vec![
            ("classes", kinds(own)),
            ("members", members(own)),
            ("code", code(own)),
            ("beside", format!("{} of JDK {}", count(self.jdk_classes, "class", "classes"), self.jdk)),
        ];
        if self.library_classes > 0 {
            rows.push(("", format!("{} of libraries", count(self.library_classes, "class", "classes"))));
        }
        if let Some(reachable) = &self.reachable {
            rows.push(("may run", may_run(reachable, own)));
        }
        out.push_str(&two_columns(rows, style));
        section(
            style,
            &mut out,
            "Packages",
            self.packages.iter().map(|package| {
                let classes = count(package.classes, "class", "classes");
                (&*package.name, format!("{classes}, {}", count(package.methods, "method", "methods")))
            }),
        );
        section(
            style,
            &mut out,
            "Entry points",
            self.entry_points.iter().map(|method| (&**method, String::new())),
        );
        let called = self.most_called.iter();
        section(
            style,
            &mut out,
            "Called by most",
            called.map(|(method, by)| (&**method, count(*by, "caller", "callers"))),
        );
        let missing = self.missing.iter();
        section(
            style,
            &mut out,
            "Missing classes",
            missing
                .map(|(class, by)| (&**class, format!("named by {}", count(*by, "reference", "references")))),
        );
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

fn kinds(own: &Counts) -> String {
    let kinds = [
        (own.interfaces, "interface", "interfaces"),
        (own.records, "record", "records"),
        (own.enums, "enum", "enums"),
        (own.annotations, "annotation interface", "annotation interfaces"),
        (own.sealed, "sealed type", "sealed types"),
        (own.nested, "nested", "nested"),
    ];
    let kinds = kinds.into_iter().filter(|kind| kind.0 > 0).map(|(n, one, many)| count(n, one, many));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    if kinds.is_empty() { number(own.classes) } else { format!("{}: {kinds}", number(own.classes)) }
}

fn members(own: &Counts) -> String {
    format!(
        "{}, {} with code, {}",
        count(own.methods, "method", "methods"),
        number(own.methods_with_code),
        count(own.fields, "field", "fields"),
    )
}

fn code(own: &Counts) -> String {
    let (found, all) = (own.resolved_references, own.references);
    format!(
        "{}, {}, {}; {} of {} found",
        count(own.calls, "call", "calls"),
        count(own.field_accesses, "field access", "field accesses"),
        count(own.lambdas, "lambda", "lambdas"),
        number(found),
        count(all, "reference", "references"),
    )
}

fn may_run(reachable: &Reachable, own: &Counts) -> String {
    format!(
        "{} of {} own methods, reflection aside; {} in all, on objects of {}",
        number(reachable.methods),
        number(own.methods_with_code),
        count(reachable.all_methods, "method", "methods"),
        count(reachable.instantiated_classes, "class", "classes"),
    )
}

fn section<'r>(style: Style, out: &mut String, title: &str, rows: impl Iterator<Item = (&'r str, String)>) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        out.push_str(&format!("\n{title}\n{}", two_columns(rows, style)));
    }
}

/// The report of `reenact classes TARGET… --show CLASS`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Class {
    pub name: String,
    /// Such as `public final record`.
    pub declaration: String,
    pub source_file: Option<String>,
    /// Superclass first, then interfaces, to the top.
    pub supertypes: Vec<String>,
    pub subtypes: Vec<String>,
    pub permitted_subclasses: Vec<String>,
    pub annotations: Vec<String>,
    pub fields: Vec<Field>,
    pub methods: Vec<MethodLine>,
}

/// A field of a class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Field {
    pub declaration: String,
    /// Methods that read it, and that write it.
    pub readers: usize,
    pub writers: usize,
}

/// A method of a class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MethodLine {
    pub declaration: String,
    pub callers: usize,
    pub callees: usize,
    pub overridden_by: usize,
}

impl Report for Class {
    const FORMAT: &'static str = "reenact.class/1";

    fn title(&self) -> String {
        self.name.clone()
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = format!("{} {}\n", self.declaration, self.name);
        let lists = [
            ("source", self.source_file.iter().cloned().collect::<Vec<_>>()),
            ("annotations", self.annotations.clone()),
            ("supertypes", self.supertypes.clone()),
            ("permits", self.permitted_subclasses.clone()),
            ("subtypes", self.subtypes.clone()),
        ];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        out.push_str(&two_columns(lists.map(|(title, list)| (title, list.join(", "))), style));
        section(
            style,
            &mut out,
            "Fields",
            self.fields.iter().map(|field| {
                let readers = count(field.readers, "reader", "readers");
                (&*field.declaration, format!("{readers}, {}", count(field.writers, "writer", "writers")))
            }),
        );
        section(
            style,
            &mut out,
            "Methods",
            self.methods.iter().map(|method| {
                let callers = count(method.callers, "caller", "callers");
                let mut text = format!("{callers}, {}", count(method.callees, "callee", "callees"));
                if method.overridden_by > 0 {
                    text.push_str(&format!(", overridden by {}", number(method.overridden_by)));
                }
                (&*method.declaration, text)
            }),
        );
        out
    }
}

/// The report of `reenact classes TARGET… --show CLASS#METHOD`, one for each overload.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Methods {
    pub methods: Vec<Method>,
}

/// A method and what surrounds it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Method {
    pub name: String,
    pub declaration: String,
    pub overrides: Vec<String>,
    pub overridden_by: Vec<String>,
    pub callers: Vec<String>,
    pub callees: Vec<String>,
    pub reads: Vec<String>,
    pub writes: Vec<String>,
    /// Classes whose objects it makes.
    pub makes: Vec<String>,
}

impl Report for Methods {
    const FORMAT: &'static str = "reenact.methods/1";

    fn title(&self) -> String {
        self.methods.iter().map(|method| &*method.name).collect::<Vec<_>>().join(", ")
    }

    fn text_in(&self, style: Style) -> String {
        let texts: Vec<String> = self.methods.iter().map(|method| method.text(style)).collect();
        texts.join("\n")
    }
}

impl Method {
    fn text(&self, style: Style) -> String {
        let mut out = format!("{}\n", self.name);
        let lists = [
            ("overrides", &self.overrides),
            ("overridden by", &self.overridden_by),
            ("called by", &self.callers),
            ("calls", &self.callees),
            ("reads", &self.reads),
            ("writes", &self.writes),
            ("makes", &self.makes),
        ];
        let rows = lists.into_iter().flat_map(|(title, list)| {
            let titles = std::iter::once(title).chain(std::iter::repeat(""));
            titles.zip(list).map(|(title, item)| (title, item.clone())).collect::<Vec<_>>()
        });
        out.push_str(&two_columns(rows, style));
        out
    }
}
