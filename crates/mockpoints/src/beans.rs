//! How a framework wires the program: which objects it makes once, whom it calls, and which interfaces it
//! implements itself.

use std::collections::BTreeMap;

use reenact_base::finding::{Finding, Severity};
use reenact_base::{BitSet, Symbol};
use reenact_world::{
    Action, AnnotationUse, AnnotationValue, AnnotationView, ClassId, ClassView, MethodId, World,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::matcher::{Matcher, symbols};
use crate::catalog::{Catalog, XmlRole};
use crate::scope::Scope;
use crate::xml::{self, Element};

/// What is known of the wiring.
#[derive(Default)]
pub(crate) struct Wiring {
    /// Classes of which there is one object, shared by all threads.
    pub beans: BitSet<ClassId>,
    /// The same without a container: classes that keep their one object in a static field, and enums.
    pub singletons: BitSet<ClassId>,
    /// Methods that a container calls while it builds an object.
    pub building: BitSet<MethodId>,
    /// Methods that are called from outside.
    pub entries: BitSet<MethodId>,
    /// Interfaces whose methods call out, by name.
    pub proxies: FxHashMap<Symbol, Proxied>,
    /// Classes all of whose methods call out.
    pub daos: BTreeMap<ClassId, String>,
    /// Methods of other programs in this JVM.
    pub proximal: BTreeMap<MethodId, Proxied>,
    pub findings: Vec<Finding>,
}

/// Why something calls out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proxied {
    pub group: String,
    pub why: String,
}

impl Wiring {
    /// Whether the objects of a class are shared by all threads.
    pub fn is_shared(&self, class: ClassId) -> bool {
        self.beans.contains(class) || self.singletons.contains(class)
    }

    pub fn of(scope: &Scope<'_>, catalog: &Catalog, matcher: &Matcher<'_>) -> Wiring {
        let mut finder = Finder { scope, world: scope.world, catalog, matcher, wiring: Wiring::default() };
        finder.annotated();
        finder.proxies();
        finder.xml();
        finder.singletons();
        finder.wiring
    }
}

struct Finder<'f, 'a> {
    scope: &'f Scope<'a>,
    world: &'a World,
    catalog: &'f Catalog,
    matcher: &'f Matcher<'f>,
    wiring: Wiring,
}

impl<'a> Finder<'_, 'a> {
    /// Annotations by name, with those that bear one of them, and so on.
    fn with_meta(&self, names: &[String]) -> FxHashSet<Symbol> {
        let mut found = symbols(self.world, names);
        let annotations: Vec<ClassView<'_>> =
            self.world.classes().filter(|class| class.is_annotation()).collect();
        loop {
            let before = found.len();
            for class in &annotations {
                if class.annotation_uses().iter().any(|used| found.contains(&used.interface)) {
                    found.extend(self.world.symbol(&class.name().to_str()));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn annotated(&mut self) {
        let beans = self.with_meta(&self.catalog.beans.annotations);
        let factories = self.with_meta(&self.catalog.beans.factories);
        let building = self.with_meta(&self.catalog.beans.building);
        let entries = self.with_meta(&self.catalog.beans.entries);
        let entry_classes = self.with_meta(&self.catalog.beans.entry_classes);
        let has = |uses: &[AnnotationUse], names: &FxHashSet<Symbol>| {
            uses.iter().any(|used| names.contains(&used.interface))
        };
        for class in self.scope.own_classes() {
            let uses = class.annotation_uses();
            let is_bean = has(uses, &beans)
                || self.matcher.is_below(class.id(), &self.catalog.beans.supertypes)
                    && class.is_instantiable();
            if is_bean && !self.is_made_often(class) {
                self.wiring.beans.insert(class.id());
            }
            let is_entry_class = has(uses, &entry_classes);
            for method in class.methods() {
                let uses = method.annotation_uses();
                if has(uses, &building) || self.overrides_building(method.id()) {
                    self.wiring.building.insert(method.id());
                }
                let is_public = method.access_flags().is_public();
                let is_main = method.name() == "main" && method.descriptor() == "([Ljava/lang/String;)V";
                if has(uses, &entries) || is_main || is_entry_class && is_public {
                    self.wiring.entries.insert(method.id());
                }
                if has(uses, &factories) {
                    self.made_by(method.id());
                }
            }
        }
    }

    fn overrides_building(&self, method: MethodId) -> bool {
        let view = self.world.view(method);
        let name = view.name().to_str();
        let patterns = &self.catalog.beans.building_overrides;
        if view.access_flags().is_static() || !patterns.iter().any(|pattern| pattern.method.matches(&name)) {
            return false;
        }
        patterns.iter().any(|pattern| {
            use crate::catalog::pattern::ClassPattern as P;
            let (P::Exact(class) | P::Subtypes(class) | P::Package(class)) = &pattern.class;
            pattern.matches_method(&name, view.descriptor())
                && self.matcher.is_below(view.class().id(), std::slice::from_ref(class))
        })
    }

    /// What a factory method makes: the classes of the subject that it makes objects of, if its result may be one.
    fn made_by(&mut self, method: MethodId) {
        let view = self.world.view(method);
        let scopes = symbols(self.world, &self.catalog.beans.scopes);
        if view.annotation_uses().iter().any(|used| scopes.contains(&used.interface))
            && self.is_prototype(&self.world.annotations(method).unwrap_or_default())
        {
            return;
        }
        let result = view.parsed_descriptor().and_then(|descriptor| descriptor.result()?.class_name());
        let Some(result) = result.and_then(|name| self.world.class_id(&name.to_str())) else { return };
        for site in view.sites() {
            if let Action::New(name) = site.action()
                && let Some(made) = self.world.class_of_symbol(name)
                && self.scope.is_own(made)
                && self.world.is_subtype(made, result)
            {
                self.wiring.beans.insert(made);
            }
        }
    }

    fn is_made_often(&self, class: ClassView<'_>) -> bool {
        let scopes = symbols(self.world, &self.catalog.beans.scopes);
        class.annotation_uses().iter().any(|used| scopes.contains(&used.interface))
            && self.is_prototype(&self.world.annotations(class.id()).unwrap_or_default())
    }

    fn is_prototype(&self, annotations: &[AnnotationView]) -> bool {
        let scopes = &self.catalog.beans.scopes;
        annotations.iter().filter(|annotation| scopes.contains(&annotation.interface)).any(|annotation| {
            ["value", "scopeName"].iter().any(|element| {
                matches!(annotation.element(element), Some(AnnotationValue::String(text)) if text != "singleton")
            })
        })
    }

    fn proxies(&mut self) {
        for row in &self.catalog.proxies {
            let annotations = self.with_meta(&row.annotations);
            let on_methods = self.with_meta(&row.method_annotations);
            let on_fields = symbols(self.world, &row.field_annotations);
            let packages = self.scanned_packages(&row.scans);
            for class in self.world.classes().filter(|class| !class.is_platform()) {
                for field in class.fields().filter(|_| !on_fields.is_empty()) {
                    if let Some(used) =
                        field.annotation_uses().iter().find(|used| on_fields.contains(&used.interface))
                    {
                        let why = format!("field {field} is annotated with {}", self.name(used.interface));
                        let descriptor = field.descriptor().to_str();
                        let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
                        if let Some(name) = name.and_then(|name| self.world.symbol(name)) {
                            self.proxy(name, &row.group, why);
                        }
                    }
                }
                if !class.is_interface() || class.is_annotation() {
                    continue;
                }
                let name = self.world.symbol(&class.name().to_str());
                let Some(name) = name else { continue };
                let used = class.annotation_uses().iter().find(|used| annotations.contains(&used.interface));
                let in_method = || {
                    let uses = class.methods().flat_map(|method| method.annotation_uses());
                    uses.into_iter().find(|used| on_methods.contains(&used.interface))
                };
                let package = class.package().to_str();
                if let Some(used) = used.or_else(in_method) {
                    self.proxy(name, &row.group, format!("it bears {}", self.name(used.interface)));
                } else if self.matcher.is_below(class.id(), &row.supertypes) {
                    self.proxy(name, &row.group, "its supertype is implemented by a framework".to_owned());
                } else if packages.iter().any(|scanned| is_within(&package, scanned)) {
                    self.proxy(name, &row.group, format!("package {package} is scanned for mappers"));
                }
            }
            // Those that were not read are known by name alone.
            for name in row.supertypes.iter().filter_map(|name| self.world.symbol(name)) {
                self.proxy(name, &row.group, "a framework implements it".to_owned());
            }
        }
        for row in &self.catalog.daos {
            for class in self.scope.own_classes().filter(|class| !class.is_interface()) {
                if self.matcher.is_below(class.id(), &row.supertypes) {
                    self.wiring.daos.insert(class.id(), row.group.clone());
                }
            }
        }
    }

    fn name(&self, symbol: Symbol) -> String {
        reenact_world::binary_name(self.world.text(symbol))
    }

    fn proxy(&mut self, name: Symbol, group: &str, why: String) {
        self.wiring.proxies.entry(name).or_insert(Proxied { group: group.to_owned(), why });
    }

    /// Packages that an annotation says to look for mappers in; the one it stands in, if it names none.
    fn scanned_packages(&self, scans: &[String]) -> Vec<String> {
        let mut packages = Vec::new();
        for scan in scans {
            for &class in self.world.annotated_classes(scan) {
                let annotations = self.world.annotations(class).unwrap_or_default();
                for annotation in annotations.iter().filter(|annotation| annotation.interface == *scan) {
                    let named: Vec<String> = ["value", "basePackages"]
                        .iter()
                        .filter_map(|element| annotation.element(element))
                        .flat_map(strings)
                        .map(|package| package.trim_end_matches(".*").replace('.', "/"))
                        .collect();
                    if named.is_empty() {
                        packages.push(self.world.view(class).package().to_string());
                    }
                    packages.extend(named);
                }
            }
        }
        packages
    }

    fn xml(&mut self) {
        let platform = self.world.options().platform;
        let mut own: Vec<Element> = Vec::new();
        let mut all: Vec<Element> = Vec::new();
        for (position, container) in self.world.containers().iter().enumerate().skip(platform) {
            let is_own = self.scope.is_own_container(position);
            for path in container.resources() {
                if !path.ends_with(".xml") || path.starts_with("META-INF/maven/") {
                    continue;
                }
                let file = format!("{}!/{path}", container.location());
                match container.read_resource(path) {
                    Ok(Some(bytes)) => {
                        let found = xml::read(self.catalog, &file, &bytes, &mut self.wiring.findings);
                        if is_own {
                            own.extend(found.iter().cloned());
                        }
                        all.extend(found);
                    }
                    Ok(None) => {}
                    Err(error) => {
                        let finding =
                            Finding::new(Severity::Warning, "xml-unreadable", file, error.to_string());
                        self.wiring.findings.push(finding);
                    }
                }
            }
        }
        for element in &own {
            match element.role {
                XmlRole::Bean => self.xml_bean(element),
                XmlRole::Service => self.xml_service(element, &own),
                XmlRole::Reference => self.xml_reference(element, &all),
                XmlRole::Mapper => {}
            }
        }
        for element in all.iter().filter(|element| element.role == XmlRole::Mapper) {
            let name =
                element.attribute("namespace").and_then(|name| self.world.symbol(&name.replace('.', "/")));
            if let Some(name) = name {
                self.proxy(name, &element.group, format!("{}:{} is its mapper", element.file, element.line));
            }
        }
    }

    fn class_named(&self, name: Option<&str>) -> Option<ClassId> {
        self.world.class_id(&name?.trim().replace('.', "/"))
    }

    fn xml_bean(&mut self, element: &Element) {
        let Some(class) = self.class_named(element.attribute("class")) else { return };
        let is_singleton = element.attribute("scope").is_none_or(|scope| scope == "singleton")
            && element.attribute("singleton") != Some("false")
            && element.attribute("abstract") != Some("true");
        if !self.scope.is_own(class) {
            let name = self.world.view(class).binary_name();
            if name.ends_with(".MapperScannerConfigurer") {
                self.xml_mappers(element);
            }
            return;
        }
        if is_singleton {
            self.wiring.beans.insert(class);
        }
        let mut building: Vec<String> = element.properties.iter().map(|(name, _)| setter(name)).collect();
        building.extend(element.attribute("init-method").map(str::to_owned));
        let classes = std::iter::once(class).chain(self.world.superclasses(class)).collect::<Vec<_>>();
        for class in classes {
            for method in self.world.view(class).methods() {
                if building.iter().any(|name| method.name() == name.as_str()) {
                    self.wiring.building.insert(method.id());
                }
            }
        }
    }

    fn xml_mappers(&mut self, element: &Element) {
        let packages: Vec<String> = element
            .properties
            .iter()
            .filter(|(name, _)| name == "basePackage")
            .flat_map(|(_, value)| value.split([',', ';', ' ']).map(|package| package.replace('.', "/")))
            .filter(|package| !package.is_empty())
            .collect();
        for class in self.world.classes().filter(|class| class.is_interface() && !class.is_platform()) {
            let package = class.package().to_str();
            if packages.iter().any(|scanned| is_within(&package, scanned))
                && let Some(name) = self.world.symbol(&class.name().to_str())
            {
                self.proxy(name, "mybatis", format!("{}:{} scans its package", element.file, element.line));
            }
        }
    }

    /// Whoever implements a service is called from outside.
    fn xml_service(&mut self, element: &Element, all: &[Element]) {
        let Some(class) = self.implementation(element, all) else { return };
        for method in self.world.view(class).methods().filter(|method| method.access_flags().is_public()) {
            self.wiring.entries.insert(method.id());
        }
    }

    fn implementation(&self, service: &Element, all: &[Element]) -> Option<ClassId> {
        let reference = service.attribute("ref")?;
        let bean = all.iter().find(|element| {
            element.role == XmlRole::Bean
                && (element.attribute("id") == Some(reference)
                    || element.attribute("name") == Some(reference))
        })?;
        self.class_named(bean.attribute("class"))
    }

    /// A reference is a call to another program: far away, or in this JVM, where its code can be found.
    fn xml_reference(&mut self, element: &Element, all: &[Element]) {
        let Some(interface) = element.attribute("interface") else { return };
        let is_near =
            element.children.iter().all(|child| !child.starts_with("binding.") || child == "binding.jvm");
        let place = format!("{}:{}", element.file, element.line);
        let mut is_found = false;
        if is_near && let Some(declared) = self.class_named(Some(interface)) {
            let services = all.iter().filter(|service| {
                service.role == XmlRole::Service && service.attribute("interface") == Some(interface)
            });
            let implementations: Vec<ClassId> =
                services.filter_map(|service| self.implementation(service, all)).collect();
            // A service of the subject's own runs in replay as all its code does.
            if implementations.iter().any(|&class| self.scope.is_own(class)) {
                return;
            }
            for class in implementations {
                for method in self.world.view(declared).methods() {
                    if let Ok(selected) = self.world.select(class, method.id()) {
                        is_found = true;
                        let why = format!(
                            "{place} refers to {interface}, which another program in this JVM serves"
                        );
                        self.wiring.proximal.insert(selected, Proxied { group: "proximal".to_owned(), why });
                    }
                }
            }
        }
        if !is_found && let Some(name) = self.world.symbol(&interface.replace('.', "/")) {
            let group = if is_near { "proximal" } else { &element.group };
            self.proxy(name, group, format!("{place} refers to it"));
        }
    }

    /// Classes that keep their one object in a static field, and enums.
    fn singletons(&mut self) {
        for class in self.scope.own_classes().filter(|class| class.is_instantiable() || class.is_enum()) {
            let mut constructors = class.methods_named("<init>").peekable();
            let is_closed =
                constructors.peek().is_some() && constructors.all(|made| made.access_flags().is_private());
            let holds_itself = class.fields().any(|field| {
                field.access_flags().is_static()
                    && is_of_class(&field.descriptor().to_str(), &class.name().to_str())
            });
            if is_closed && holds_itself || class.is_enum() {
                self.wiring.singletons.insert(class.id());
            }
        }
    }
}

fn is_of_class(descriptor: &str, class: &str) -> bool {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) == Some(class)
}

fn is_within(package: &str, scanned: &str) -> bool {
    package.strip_prefix(scanned).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn setter(property: &str) -> String {
    let mut letters = property.chars();
    match letters.next() {
        Some(first) => format!("set{}{}", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

fn strings(value: &AnnotationValue) -> Vec<&str> {
    match value {
        AnnotationValue::String(text) => vec![text],
        AnnotationValue::Array(values) => values.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}
