//! Beans without an annotation: classes that a scan takes in by a filter.

use reenact_base::Symbol;
use reenact_world::{AnnotationValue, AnnotationView, ClassView};
use rustc_hash::FxHashSet;

use super::documents::Documents;
use super::{Finder, classes, has, places, strings};
use crate::catalog::XmlRole;
use crate::catalog::pattern::Glob;
use crate::catalog::pattern::internal_name;

/// Which classes of which packages a scan takes in.
struct Filter {
    packages: Vec<String>,
    taken: Taken,
}

enum Taken {
    /// With one of these annotations.
    Annotated(FxHashSet<Symbol>),
    /// Below a type, by internal name.
    Below(String),
    /// By their names in Java.
    Named(Glob),
}

impl Finder<'_, '_> {
    pub(super) fn filtered(&mut self, documents: &Documents) {
        let mut filters = Vec::new();
        for scan in documents.own_of(XmlRole::Scan) {
            let packages: Vec<String> = scan
                .attribute("base-package")
                .into_iter()
                .flat_map(places::names)
                .map(str::to_owned)
                .collect();
            for child in scan.children.iter().filter(|child| child.name == "include-filter") {
                let expression = child.attribute("expression").unwrap_or_default().trim();
                let taken = match child.attribute("type") {
                    Some("annotation") => Some(self.with_annotation(internal_name(expression))),
                    Some("assignable") => Some(Taken::Below(internal_name(expression))),
                    Some("regex") => by_expression(expression),
                    Some("aspectj") => by_aspect(expression),
                    _ => None,
                };
                filters.extend(taken.map(|taken| Filter { packages: packages.clone(), taken }));
            }
        }
        for scan in &self.catalog.beans.scans {
            for &class in self.world.annotated_classes(scan) {
                let annotations = self.world.annotations(class).unwrap_or_default();
                for annotation in annotations.iter().filter(|annotation| annotation.interface == *scan) {
                    self.annotated_filters(self.world.view(class), annotation, &mut filters);
                }
            }
        }
        if filters.is_empty() {
            return;
        }
        for class in self.scope.own_classes().filter(|class| class.is_instantiable()) {
            let package = class.package().to_str();
            let taken = filters.iter().any(|filter| {
                filter.packages.iter().any(|scanned| places::is_within(&package, scanned))
                    && self.is_taken(class, &filter.taken)
            });
            if taken {
                self.bean(class);
            }
        }
    }

    fn with_annotation(&self, name: String) -> Taken {
        Taken::Annotated(self.with_meta(&[name]))
    }

    fn is_taken(&self, class: ClassView<'_>, taken: &Taken) -> bool {
        match taken {
            Taken::Annotated(names) => has(class.annotation_uses(), names),
            Taken::Below(name) => self.matcher.is_below(class.id(), std::slice::from_ref(name)),
            Taken::Named(glob) => glob.matches(&class.binary_name()),
        }
    }

    fn annotated_filters(
        &self,
        class: ClassView<'_>,
        annotation: &AnnotationView,
        filters: &mut Vec<Filter>,
    ) {
        let elements =
            |names: &[&str]| names.iter().filter_map(|name| annotation.element(name)).collect::<Vec<_>>();
        let mut packages: Vec<String> =
            elements(&["value", "basePackages"]).into_iter().flat_map(strings).map(str::to_owned).collect();
        let beside = elements(&["basePackageClasses"]).into_iter().flat_map(classes);
        packages.extend(beside.filter_map(|name| Some(name.rsplit_once('/')?.0.to_owned())));
        if packages.is_empty() {
            packages.push(class.package().to_string());
        }
        let Some(AnnotationValue::Array(given)) = annotation.element("includeFilters") else { return };
        for filter in given {
            let AnnotationValue::Annotation(filter) = filter else { continue };
            let kind = match filter.element("type") {
                Some(AnnotationValue::Enum { constant, .. }) => constant.as_str(),
                _ => "ANNOTATION",
            };
            let named_classes =
                ["value", "classes"].iter().filter_map(|name| filter.element(name)).flat_map(classes);
            let named_classes: Vec<String> = named_classes.map(str::to_owned).collect();
            let patterns = || filter.element("pattern").into_iter().flat_map(strings);
            let taken: Vec<Taken> = match kind {
                "ANNOTATION" => named_classes.into_iter().map(|name| self.with_annotation(name)).collect(),
                "ASSIGNABLE_TYPE" => named_classes.into_iter().map(Taken::Below).collect(),
                "REGEX" => patterns().filter_map(by_expression).collect(),
                "ASPECTJ" => patterns().filter_map(by_aspect).collect(),
                _ => Vec::new(),
            };
            filters.extend(taken.into_iter().map(|taken| Filter { packages: packages.clone(), taken }));
        }
    }
}

/// A regular expression, if it is a simple one: literal text and "anything". Others take in nothing.
fn by_expression(expression: &str) -> Option<Taken> {
    // A dot that means itself must not be taken for part of a wildcard.
    let marked = expression.replace("\\.", "\u{1}").replace(".*", "*").replace(".+", "*");
    named(&marked.replace('\u{1}', "."))
}

/// A pattern of AspectJ's, if it is a simple one.
fn by_aspect(expression: &str) -> Option<Taken> {
    named(&expression.replace("..", "*"))
}

fn named(pattern: &str) -> Option<Taken> {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '*' | '_' | '$');
    pattern.chars().all(is_plain).then(|| Taken::Named(Glob::new(pattern)))
}
