//! Which classes are imported, and how the others are named.
//!
//! The writer visits a tree twice. The first time it counts which classes the code names and which names
//! the code declares; from that follows a [`Scope`], with which the second time gives the text. So whatever the
//! writer adds by itself, such as `Float.NaN`, is counted like all else.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{ClassName, CompilationUnit};

/// Names of `java.lang` that every reader takes for those, so that no other class is imported by them.
const WELL_KNOWN: &[&str] = &[
    "Boolean",
    "Byte",
    "CharSequence",
    "Character",
    "Class",
    "Comparable",
    "Deprecated",
    "Double",
    "Enum",
    "Error",
    "Exception",
    "Float",
    "Integer",
    "Iterable",
    "Long",
    "Math",
    "Number",
    "Object",
    "Override",
    "Runnable",
    "RuntimeException",
    "Short",
    "String",
    "StringBuilder",
    "SuppressWarnings",
    "System",
    "Thread",
    "Throwable",
    "Void",
];

/// The names that a tree uses and declares.
#[derive(Default)]
pub(crate) struct Usage {
    /// Top-level classes that are named, or that nested ones are named through, with how often.
    pub classes: BTreeMap<ClassName, usize>,
    /// Static methods that may be imported, with their classes.
    pub imported_methods: BTreeMap<(String, ClassName), usize>,
    /// Types that are declared inside of others, type variables included, with how often.
    pub inner_types: BTreeMap<String, usize>,
    /// Variables, parameters and fields: where both could be meant, a name is theirs (JLS 6.4.2).
    pub variables: BTreeSet<String>,
    pub methods: BTreeSet<String>,
}

/// The meaning of names in a file.
#[derive(Default)]
pub(crate) struct Scope {
    package: String,
    /// Top-level types that the file declares.
    declared: BTreeSet<String>,
    inner_types: BTreeMap<String, usize>,
    /// Simple names that mean something else than a class of another package.
    taken: BTreeSet<String>,
    variables: BTreeSet<String>,
    imports: BTreeMap<String, ClassName>,
    imported_methods: BTreeMap<String, ClassName>,
}

impl Scope {
    /// Decides what to import.
    pub fn new(unit: &CompilationUnit, mut usage: Usage) -> Scope {
        let declared: BTreeSet<String> = unit.types.iter().map(|class| class.name.clone()).collect();
        let imported_methods = chosen(&usage.imported_methods, |method, class| {
            !usage.methods.contains(method)
                && !unit.taken_methods.contains(method)
                && !class.package().is_empty()
        });
        for ((method, class), count) in &usage.imported_methods {
            if imported_methods.get(method) != Some(class) {
                *usage.classes.entry(class.outermost()).or_default() += count;
            }
        }
        let mut taken: BTreeSet<String> = unit.taken_types.union(&declared).cloned().collect();
        taken.extend(usage.inner_types.keys().cloned());
        let own = usage.classes.keys().filter(|class| class.package() == unit.package);
        taken.extend(own.map(|class| class.simple_name().to_owned()));
        let (lang, foreign): (Vec<_>, Vec<_>) = usage
            .classes
            .iter()
            .filter(|(class, _)| class.package() != unit.package && !class.package().is_empty())
            .partition(|(class, _)| class.package() == "java.lang");
        let lang: BTreeSet<&str> = lang.iter().map(|(class, _)| class.simple_name()).collect();
        let counted = foreign
            .into_iter()
            .map(|(class, count)| ((class.simple_name().to_owned(), class.clone()), *count));
        let imports = chosen(&counted.collect(), |name, _| {
            !taken.contains(name)
                && !lang.contains(name)
                && !usage.variables.contains(name)
                && !WELL_KNOWN.contains(&name)
        });
        Scope {
            package: unit.package.clone(),
            declared,
            inner_types: usage.inner_types,
            taken,
            variables: usage.variables,
            imports,
            imported_methods,
        }
    }

    pub fn imports(&self) -> impl Iterator<Item = &ClassName> {
        self.imports.values()
    }

    pub fn imported_methods(&self) -> impl Iterator<Item = (&str, &ClassName)> {
        self.imported_methods.iter().map(|(method, class)| (&**method, class))
    }

    pub fn is_imported(&self, method: &str, class: &ClassName) -> bool {
        self.imported_methods.get(method) == Some(class)
    }

    /// How to name a class within these classes of the file: the package, if it must be said, and the simple names.
    pub fn spelled<'c>(&self, class: &'c ClassName, enclosing: &[String]) -> (Option<&'c str>, &'c [String]) {
        let names = class.names();
        let Some(outermost) = names.first() else { return (None, names) };
        let is_own = class.package() == self.package;
        if is_own && self.declared.contains(outermost) {
            return (None, self.within(names, enclosing));
        }
        let is_simple = if is_own {
            !self.inner_types.contains_key(outermost)
        } else if class.package() == "java.lang" {
            !self.taken.contains(outermost)
        } else {
            self.imports.get(outermost) == Some(&class.outermost())
        };
        // A class of the unnamed package has no longer name.
        let is_hidden = !class.package().is_empty() && self.variables.contains(outermost);
        ((!is_simple || is_hidden).then(|| class.package()), names)
    }

    /// The names of a class of the file without the classes that are around both it and the code.
    fn within<'c>(&self, names: &'c [String], enclosing: &[String]) -> &'c [String] {
        let common = names.iter().zip(enclosing).take_while(|(name, around)| name == around).count();
        let from = common.min(names.len() - 1);
        let is_unique = self.inner_types.get(&names[from]).is_none_or(|count| *count <= 1);
        if is_unique { &names[from..] } else { names }
    }
}

/// Of those with the same simple name, the one that is named most, or the first by name.
fn chosen(
    counts: &BTreeMap<(String, ClassName), usize>,
    is_free: impl Fn(&str, &ClassName) -> bool,
) -> BTreeMap<String, ClassName> {
    let mut best: BTreeMap<&str, (&ClassName, usize)> = BTreeMap::new();
    for ((name, class), count) in counts {
        if is_free(name, class) && best.get(&**name).is_none_or(|(_, most)| count > most) {
            best.insert(name, (class, *count));
        }
    }
    best.into_iter().map(|(name, (class, _))| (name.to_owned(), class.clone())).collect()
}
