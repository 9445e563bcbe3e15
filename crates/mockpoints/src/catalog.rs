//! Knowledge of libraries: data, not code.
//!
//! A catalog is a TOML file of tables such as `[[source]]` and `[[external]]`; those that are built in lie in
//! `catalog/`. Calls are written `pkg.Class#method,other(param.Type)`, where `pkg.Class+` means all subtypes as
//! well, `pkg.**` all classes of a package and those below it, and `*` any part of a method's name.
//! Further catalogs have precedence over the built-in ones; within one, `[[harmless]]` overrides all other tables.

mod file;
pub(crate) mod matcher;
pub(crate) mod pattern;

use crate::point::Kind;
use pattern::{CallPattern, Glob};

/// The knowledge of libraries that the analysis uses.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    pub(crate) sources: Vec<Source>,
    pub(crate) externals: Vec<External>,
    pub(crate) declared: Vec<CallPattern>,
    pub(crate) harmless: Vec<CallPattern>,
    /// Calls that replace the contents of their receiver.
    pub(crate) replacing: Vec<CallPattern>,
    /// Beginnings of names of library methods, and the effects that they suggest.
    pub(crate) conventions: Vec<(String, Convention)>,
    pub(crate) mutators: Vec<Mutators>,
    /// Internal names of types whose objects never change.
    pub(crate) immutable: Vec<String>,
    pub(crate) fields: Vec<FieldSource>,
    pub(crate) beans: Beans,
    pub(crate) proxies: Vec<Proxy>,
    pub(crate) proximal: Vec<Proximal>,
    pub(crate) daos: Vec<Dao>,
    pub(crate) xml: Vec<XmlRule>,
    pub(crate) unrecordable: Vec<String>,
    /// Packages of interfaces that servers and providers implement, with a slash at the end.
    pub(crate) provided: Vec<String>,
    /// The number of catalogs that it was merged from.
    layers: u16,
}

reenact_base::flag_set! {
    /// Effects of library methods that follow from their names.
    pub(crate) struct Convention: u8 {
        STORES_ARGUMENTS,
        REMOVES_RESULT,
        CHECKS_ARGUMENTS,
        FILLS_ARRAYS,
    }
}

reenact_base::flag_set! {
    /// Conditions and effects of a source.
    pub(crate) struct SourceFlags: u8 {
        /// A source only if the receiver is not created in the method.
        BY_RECEIVER,
        /// A source in libraries too.
        IN_LIBRARIES,
        /// The library's method itself is the point.
        DIRECT,
        /// A source only of a class of the subject's own that inherits the method.
        INHERITED,
        /// The arguments are tainted, not the result.
        TAINTS_ARGUMENTS,
    }
}

/// Calls whose result or arguments are tainted.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub kind: Kind,
    pub group: String,
    pub calls: Vec<CallPattern>,
    pub flags: SourceFlags,
}

/// Outgoing calls.
#[derive(Clone, Debug)]
pub(crate) struct External {
    pub group: String,
    pub calls: Vec<CallPattern>,
}

/// Methods that change the object they are called on.
#[derive(Clone, Debug)]
pub(crate) struct Mutators {
    pub types: Vec<String>,
    pub methods: Vec<Glob>,
}

/// Annotations of fields that are set from outside.
#[derive(Clone, Debug)]
pub(crate) struct FieldSource {
    pub kind: Kind,
    pub group: String,
    pub annotations: Vec<String>,
}

/// How containers create and wire objects. Annotations and types by internal name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beans {
    pub annotations: Vec<String>,
    pub supertypes: Vec<String>,
    pub factories: Vec<String>,
    pub scopes: Vec<String>,
    /// Annotations that name classes of beans.
    pub imports: Vec<String>,
    /// Annotations that name packages to scan for beans.
    pub scans: Vec<String>,
    /// Annotations that name XML documents.
    pub documents: Vec<String>,
    pub building: Vec<String>,
    pub building_overrides: Vec<CallPattern>,
    pub entries: Vec<String>,
    pub entry_classes: Vec<String>,
}

/// Interfaces that a framework implements by calling out.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub group: String,
    pub annotations: Vec<String>,
    pub method_annotations: Vec<String>,
    /// On fields, on methods that take or return one, on parameters.
    pub references: Vec<String>,
    pub supertypes: Vec<String>,
    pub scans: Vec<String>,
    /// Calls that take the interface as a class.
    pub makers: Vec<CallPattern>,
    /// Classes of beans that have the interface as a property.
    pub factory_beans: Vec<String>,
}

/// Services that one program provides to others in its JVM. Annotations by internal name.
#[derive(Clone, Debug)]
pub(crate) struct Proximal {
    /// The group of references that leave the JVM.
    pub group: String,
    pub references: Vec<String>,
    pub services: Vec<String>,
    /// Calls that take the interface as a class.
    pub reference_makers: Vec<CallPattern>,
    pub service_makers: Vec<CallPattern>,
}

/// Classes all of whose methods call out.
#[derive(Clone, Debug)]
pub(crate) struct Dao {
    pub group: String,
    pub supertypes: Vec<String>,
}

/// The meaning of an element of an XML file.
#[derive(Clone, Debug)]
pub(crate) struct XmlRule {
    pub role: XmlRole,
    pub group: String,
    pub element: String,
    pub namespace: String,
    /// Within the JVM, unless it has a binding to another.
    pub is_near: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum XmlRole {
    Bean,
    Reference,
    Service,
    Mapper,
    /// Another document.
    Import,
    /// A package to scan for beans.
    Scan,
    /// A package to scan for mappers.
    MapperScan,
}

/// An error in a catalog, with its file and line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct CatalogError {
    pub file: String,
    pub line: usize,
    pub message: String,
}

/// The built-in catalogs, by name.
const EMBEDDED: &[(&str, &str)] = &[
    ("system.toml", include_str!("../catalog/system.toml")),
    ("internal.toml", include_str!("../catalog/internal.toml")),
    ("flow.toml", include_str!("../catalog/flow.toml")),
    ("beans.toml", include_str!("../catalog/beans.toml")),
    ("external.toml", include_str!("../catalog/external.toml")),
    ("declared.toml", include_str!("../catalog/declared.toml")),
];

impl Catalog {
    /// Returns the built-in catalogs.
    pub fn embedded() -> Catalog {
        let mut catalog = Catalog::default();
        for (name, text) in EMBEDDED {
            catalog.add(file::parse(name, text).expect("the built-in catalogs are well formed"));
        }
        catalog.layers = 1;
        catalog
    }

    /// Parses one catalog.
    pub fn parse(file: &str, text: &str) -> Result<Catalog, CatalogError> {
        let parsed = file::parse(file, text)?;
        Ok(Catalog { layers: 1, ..parsed })
    }

    /// Makes a catalog of calls that are points and of calls that are harmless, each written `pkg.Class#method`.
    pub fn of_calls(points: &[impl AsRef<str>], harmless: &[impl AsRef<str>]) -> Result<Catalog, String> {
        fn parse(calls: &[impl AsRef<str>]) -> Result<Vec<CallPattern>, String> {
            let parsed: Result<Vec<_>, _> =
                calls.iter().map(|call| CallPattern::parse_list(call.as_ref())).collect();
            Ok(parsed?.concat())
        }
        Ok(Catalog { declared: parse(points)?, harmless: parse(harmless)?, layers: 1, ..Catalog::default() })
    }

    /// Merges another catalog beneath this one: this one has precedence.
    pub fn over(mut self, mut other: Catalog) -> Catalog {
        other.patterns_mut().for_each(|pattern| pattern.layer += self.layers);
        self.layers += other.layers;
        self.add(other);
        self
    }

    /// Returns the patterns that may contradict each other.
    fn patterns_mut(&mut self) -> impl Iterator<Item = &mut CallPattern> {
        let sources = self.sources.iter_mut().flat_map(|source| &mut source.calls);
        let externals = self.externals.iter_mut().flat_map(|external| &mut external.calls);
        sources.chain(externals).chain(&mut self.declared).chain(&mut self.harmless)
    }

    /// Returns the effects that a method's name suggests.
    pub(crate) fn convention(&self, method: &str) -> Convention {
        let suggested = self.conventions.iter().filter(|(prefix, _)| method.starts_with(prefix.as_str()));
        suggested.fold(Convention::NONE, |all, &(_, effect)| all.and(effect))
    }

    /// Returns the number of patterns of calls.
    pub fn call_patterns(&self) -> usize {
        let sources = self.sources.iter().map(|source| source.calls.len());
        let externals = self.externals.iter().map(|external| external.calls.len());
        sources.chain(externals).sum::<usize>() + self.declared.len() + self.harmless.len()
    }

    fn add(&mut self, other: Catalog) {
        self.sources.extend(other.sources);
        self.externals.extend(other.externals);
        self.declared.extend(other.declared);
        self.harmless.extend(other.harmless);
        self.replacing.extend(other.replacing);
        self.conventions.extend(other.conventions);
        self.mutators.extend(other.mutators);
        self.immutable.extend(other.immutable);
        self.fields.extend(other.fields);
        self.proxies.extend(other.proxies);
        self.proximal.extend(other.proximal);
        self.daos.extend(other.daos);
        self.xml.extend(other.xml);
        self.unrecordable.extend(other.unrecordable);
        self.provided.extend(other.provided);
        let Beans {
            annotations,
            supertypes,
            factories,
            scopes,
            imports,
            scans,
            documents,
            building,
            building_overrides,
            entries,
            entry_classes,
        } = other.beans;
        let beans = &mut self.beans;
        beans.annotations.extend(annotations);
        beans.supertypes.extend(supertypes);
        beans.factories.extend(factories);
        beans.scopes.extend(scopes);
        beans.imports.extend(imports);
        beans.scans.extend(scans);
        beans.documents.extend(documents);
        beans.building.extend(building);
        beans.building_overrides.extend(building_overrides);
        beans.entries.extend(entries);
        beans.entry_classes.extend(entry_classes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_catalogs_are_read() {
        let catalog = Catalog::embedded();
        assert!(catalog.call_patterns() > 300, "{}", catalog.call_patterns());
        assert!(
            catalog.beans.annotations.iter().any(|name| name == "org/springframework/stereotype/Service")
        );
    }

    #[test]
    fn errors_name_file_and_line() {
        let text = "[[declared]]\ncalls = [\n    \"p.A#m\",\n    \"p.A\",\n]\n";
        let error = Catalog::parse("mine.toml", text).unwrap_err();
        assert_eq!(error.to_string(), "mine.toml:4: a call is written pkg.Class#method, this is `p.A`");
        let error = Catalog::parse("mine.toml", "[[declared]]\n\ncals = []\n").unwrap_err();
        assert_eq!((error.line, &*error.file), (3, "mine.toml"));
        let error = Catalog::parse("mine.toml", "[[source]]\nkind = \"sytem\"\ncalls = []\n").unwrap_err();
        assert_eq!(error.line, 2, "{error}");
        let error = Catalog::parse("mine.toml", "\n[[declared]\n").unwrap_err();
        assert_eq!(error.line, 2, "{error}");
    }

    /// Protects that an unfinished or damaged catalog is read or refused with a line.
    #[test]
    fn damaged_catalogs_are_read_or_refused() {
        let check = |text: &str| {
            if let Err(error) = Catalog::parse("mine.toml", text) {
                let lines = 1 + text.matches('\n').count();
                assert!((1..=lines).contains(&error.line) && !error.message.is_empty(), "{error}");
            }
        };
        for (_, text) in EMBEDDED {
            for at in (0..text.len()).step_by(67).filter(|&at| text.is_char_boundary(at)) {
                check(&text[..at]);
                for flip in [0x01, 0x20] {
                    let mut bytes = text.as_bytes().to_vec();
                    bytes[at] ^= flip;
                    std::str::from_utf8(&bytes).into_iter().for_each(check);
                }
            }
        }
        for part in ["[", "[[", "declared = [", "declared = [{calls = ", "a.", "[[declared]]\n"] {
            check(&part.repeat(20_000));
        }
    }
}
