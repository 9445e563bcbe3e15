//! Beans and mappers that XML documents declare.

use reenact_world::{ClassId, MethodId};

use super::documents::{Document, Documents};
use super::{Finder, places};
use crate::catalog::XmlRole;
use crate::catalog::pattern::internal_name;
use crate::xml::Element;

/// The number of parents of a bean's definition that are searched for its class.
const PARENTS: usize = 16;

impl Finder<'_, '_> {
    pub(super) fn configured(&mut self, documents: &Documents) {
        // A document that lies in a library may declare beans of the subject's classes all the same.
        for (document, element) in documents.all().filter(|(_, element)| element.role == XmlRole::Bean) {
            self.configured_bean(document, element, documents);
        }
        for scan in documents.own_of(XmlRole::MapperScan) {
            let packages = scan.attribute("base-package").unwrap_or_default();
            self.scanned_mappers(packages, scan);
        }
        for (_, element) in documents.all().filter(|(_, element)| element.role == XmlRole::Mapper) {
            let name = element.attribute("namespace").map(|name| internal_name(name.trim()));
            if let Some(name) = name.and_then(|name| self.world.symbol(&name)) {
                self.proxy(name, &element.group, format!("{} is its mapper", element.place()), None);
            }
        }
    }

    fn configured_bean(&mut self, document: &Document, element: &Element, documents: &Documents) {
        let named = class_name(document, element, documents);
        if document.is_own {
            self.made_by_factory(named, element);
        }
        let Some(class) = self.class_named(named) else { return };
        if let Some(factory) = element.attribute("factory-method") {
            let methods: Vec<MethodId> =
                self.world.view(class).methods_named(factory).map(|method| method.id()).collect();
            methods.into_iter().for_each(|method| self.made_by(method));
            return;
        }
        if !self.scope.is_own(class) {
            return;
        }
        let is_singleton =
            element.attribute("scope").is_none_or(|scope| scope == "singleton" || scope.is_empty())
                && element.attribute("singleton") != Some("false")
                && element.attribute("abstract") != Some("true");
        if is_singleton {
            self.wiring.beans.insert(class);
        }
        self.built_with(class, element);
    }

    /// The setters and the method that a container calls while it builds a bean.
    fn built_with(&mut self, class: ClassId, element: &Element) {
        let mut building: Vec<String> = element.properties.iter().map(|(name, _)| setter(name)).collect();
        building.extend(element.attribute("init-method").map(str::to_owned));
        for class in std::iter::once(class).chain(self.world.superclasses(class)) {
            for method in self.world.view(class).methods() {
                if building.iter().any(|name| method.name() == name.as_str()) {
                    self.wiring.building.insert(method.id());
                }
            }
        }
    }

    /// A bean of a library that makes clients of interfaces: it is known by name, the library need not be there.
    fn made_by_factory(&mut self, named: Option<&str>, element: &Element) {
        let Some(named) = named.map(str::trim) else { return };
        if named.ends_with(".MapperScannerConfigurer") {
            self.scanned_mappers(element.property("basePackage").unwrap_or_default(), element);
        }
        let catalog = self.catalog;
        for row in catalog.proxies.iter().filter(|row| row.factory_beans.iter().any(|bean| bean == named)) {
            for (_, value) in &element.properties {
                let interface = internal_name(value.trim());
                if self.world.class(&interface).is_some_and(|class| class.is_interface()) {
                    let why = format!("{} has a client of it made", element.place());
                    self.proxy_of(&interface, &row.group, why, None);
                }
            }
        }
    }

    fn scanned_mappers(&mut self, packages: &str, element: &Element) {
        let packages: Vec<&str> = places::names(packages).collect();
        for class in self.world.classes().filter(|class| class.is_interface() && !class.is_platform()) {
            let package = class.package().to_str();
            if packages.iter().any(|scanned| places::is_within(&package, scanned))
                && !class.is_annotation()
                && let Some(name) = self.world.symbol(&class.name().to_str())
            {
                self.proxy(name, "mybatis", format!("{} scans its package", element.place()), None);
            }
        }
    }
}

/// The class of a bean, or of the definition that it inherits from.
pub(super) fn class_name<'d>(
    document: &Document,
    element: &'d Element,
    documents: &'d Documents,
) -> Option<&'d str> {
    let mut at = element;
    for _ in 0..PARENTS {
        if let Some(class) = at.attribute("class") {
            return Some(class);
        }
        at = documents.bean(at.attribute("parent")?, document)?;
    }
    None
}

fn setter(property: &str) -> String {
    let mut letters = property.chars();
    match letters.next() {
        Some(first) => format!("set{}{}", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}
