//! Services of other programs: far away, or in this JVM, where their code can be found (section 3.3.3 of the paper).

use reenact_world::{Action, AnnotationValue, AnnotationView, ClassId, MethodId};

use super::configured::class_name;
use super::documents::{Document, Documents};
use super::{Finder, Proxied, classes};
use crate::catalog::XmlRole;
use crate::catalog::pattern::internal_name;
use crate::xml::Element;

/// A service that is offered to all programs of the JVM.
struct Service {
    /// Internal name.
    interface: String,
    /// The key that distinguishes it from others of the same interface, if it is known.
    unique: Option<String>,
    implementation: ClassId,
}

/// A reference of a program to a service of another.
struct Reference {
    interface: String,
    unique: Option<String>,
    is_near: bool,
    group: String,
    why: String,
    holder: Option<ClassId>,
}

impl Finder<'_, '_> {
    pub(super) fn services(&mut self, documents: &Documents) {
        let services = self.all_services(documents);
        for service in services.iter().filter(|service| self.scope.is_own(service.implementation)) {
            for method in self.served(&service.interface, service.implementation) {
                self.wiring.entries.insert(method);
            }
        }
        for reference in self.all_references(documents) {
            self.refer(reference, &services);
        }
    }

    /// A reference is a call to another program: far away, or in this JVM, where its code can be found.
    fn refer(&mut self, reference: Reference, services: &[Service]) {
        let Reference { interface, group, why, holder, is_near, .. } = &reference;
        if !is_near {
            self.proxy_of(interface, group, why.clone(), *holder);
            return;
        }
        let implementations = implementations(&reference, services);
        // A service of the subject's own runs in replay as all its code does.
        if implementations.iter().any(|&class| self.scope.is_own(class)) {
            return;
        }
        let declared = self.world.class_id(interface);
        // The catalogs model the JDK.
        if declared.is_some_and(|declared| self.world.view(declared).is_platform()) {
            return;
        }
        let why_served = format!("{why}, which another program in this JVM serves");
        let mut is_found = false;
        for class in implementations {
            for method in self.served(interface, class) {
                is_found = true;
                let proxied =
                    Proxied { group: "proximal".to_owned(), why: why_served.clone(), holders: None };
                self.wiring.proximal.entry(method).or_insert(proxied);
            }
        }
        if !is_found {
            self.proxy_of(interface, "proximal", why.clone(), *holder);
        }
    }

    /// The methods by which a class does what an interface declares.
    fn served(&self, interface: &str, implementation: ClassId) -> Vec<MethodId> {
        let Some(declared) = self.world.class_id(interface) else { return Vec::new() };
        let all = self.world.all_supertypes(declared).chain([declared]).map(|class| self.world.view(class));
        let declared = all.filter(|class| !class.is_platform()).flat_map(|class| class.methods());
        let selected = declared.filter_map(|method| self.world.select(implementation, method.id()).ok());
        let runs = |&method: &MethodId| {
            let view = self.world.view(method);
            view.has_code() && !view.class().is_platform() && !view.class().is_interface()
        };
        selected.filter(runs).collect()
    }

    fn all_references(&self, documents: &Documents) -> Vec<Reference> {
        let mut references = Vec::new();
        for element in documents.own_of(XmlRole::Reference) {
            let Some(interface) = element.attribute("interface") else { continue };
            let interface = internal_name(interface.trim());
            references.push(Reference {
                interface,
                unique: unique(element.attribute("unique-id").or(element.attribute("uniqueId"))),
                is_near: is_near(element),
                group: element.group.clone(),
                why: format!("{} refers to it", element.place()),
                holder: None,
            });
        }
        for row in &self.catalog.proximal {
            // References of others do not count, unless the subject inherits from them.
            let concerns = |holder: ClassId| {
                let below = self.world.subtypes(holder).iter();
                self.scope.is_own(holder) || below.copied().any(|below| self.scope.is_own(below))
            };
            let mentions = self.mentions(&row.references);
            for mention in mentions.into_iter().filter(|mention| concerns(mention.holder)) {
                let annotation = &mention.annotation;
                let named = annotation.element("interfaceType").map(classes).unwrap_or_default();
                references.push(Reference {
                    interface: named.first().map_or(mention.interface.clone(), |name| (*name).to_owned()),
                    unique: unique(Some(text(annotation, "uniqueId").unwrap_or_default())),
                    is_near: binding(annotation).is_none_or(|binding| binding == "jvm"),
                    group: row.group.clone(),
                    why: mention.why,
                    holder: Some(mention.holder),
                });
            }
            for (method, interfaces) in self.given_to(&row.reference_makers) {
                let view = self.world.view(method);
                references.extend(interfaces.into_iter().map(|interface| Reference {
                    interface,
                    unique: None,
                    is_near: true,
                    group: row.group.clone(),
                    why: format!("{view} refers to it"),
                    holder: Some(view.class().id()),
                }));
            }
        }
        references
    }

    fn all_services(&self, documents: &Documents) -> Vec<Service> {
        let mut services = Vec::new();
        for (document, element) in documents.all().filter(|(_, element)| element.role == XmlRole::Service) {
            let Some(interface) = element.attribute("interface") else { continue };
            if let Some(implementation) = self.implementation(document, element, documents) {
                let interface = internal_name(interface.trim());
                let unique = unique(element.attribute("unique-id").or(element.attribute("uniqueId")));
                services.push(Service { interface, unique, implementation });
            }
        }
        for row in &self.catalog.proximal {
            // An annotation that bears one of these has the same elements under the same names.
            let names = self.with_meta(&row.services);
            let mut names: Vec<String> =
                names.into_iter().map(|name| self.world.text(name).to_string()).collect();
            names.sort_unstable();
            for name in &names {
                for &class in self.world.annotated_classes(name) {
                    let annotations = self.world.annotations(class).unwrap_or_default();
                    for annotation in annotations.iter().filter(|annotation| annotation.interface == *name) {
                        services.push(self.annotated_service(class, annotation));
                    }
                }
                for &method in self.world.annotated_methods(name) {
                    let annotations = self.world.annotations(method).unwrap_or_default();
                    let made = self.made_at(method);
                    for annotation in annotations.iter().filter(|annotation| annotation.interface == *name) {
                        services.extend(made.iter().map(|&class| self.annotated_service(class, annotation)));
                    }
                }
            }
            for (method, interfaces) in self.given_anywhere(&row.service_makers) {
                for implementation in self.made_at(method) {
                    let served = interfaces.iter().filter(|interface| {
                        let declared = self.world.class_id(interface);
                        declared.is_some_and(|declared| self.world.is_subtype(implementation, declared))
                    });
                    let served = served.cloned();
                    services.extend(served.map(|interface| Service {
                        interface,
                        unique: None,
                        implementation,
                    }));
                }
            }
        }
        services
    }

    /// The classes whose objects a method makes.
    fn made_at(&self, method: MethodId) -> Vec<ClassId> {
        let made = self.world.view(method).sites().iter().filter_map(|site| match site.action() {
            Action::New(name) => self.world.class_of_symbol(name),
            _ => None,
        });
        made.filter(|&class| !self.world.view(class).is_platform()).collect()
    }

    /// The interface that is named, or else the only one that there is, or else the class itself.
    fn annotated_service(&self, implementation: ClassId, annotation: &AnnotationView) -> Service {
        let named = annotation.element("interfaceType").map(classes).unwrap_or_default();
        let view = self.world.view(implementation);
        let interface = named.first().map(|name| (*name).to_owned()).unwrap_or_else(|| {
            let mut declared = view.interface_names();
            match (declared.next(), declared.next()) {
                (Some(only), None) => only.to_string(),
                _ => view.name().to_string(),
            }
        });
        let unique = unique(Some(text(annotation, "uniqueId").unwrap_or_default()));
        Service { interface, unique, implementation }
    }

    /// The class of the bean that a service refers to.
    fn implementation(
        &self,
        document: &Document,
        service: &Element,
        documents: &Documents,
    ) -> Option<ClassId> {
        let reference = service.attribute("ref")?;
        match documents.bean(reference, document) {
            Some(bean) => self.class_named(class_name(document, bean, documents)),
            None => self.annotated_bean(reference, document.container),
        }
    }

    /// The class of an annotated bean of a name, rather one of a container than another.
    fn annotated_bean(&self, name: &str, container: usize) -> Option<ClassId> {
        use reenact_base::Id;
        let annotations = self.with_meta(&self.catalog.beans.annotations);
        let named = self.world.classes().filter(|class| {
            if class.is_platform() || !super::has(class.annotation_uses(), &annotations) {
                return false;
            }
            let views = self.world.annotations(class.id()).unwrap_or_default();
            let given = views.iter().filter_map(|view| text(view, "value")).find(|given| !given.is_empty());
            match given {
                Some(given) => given == name,
                None => class.simple_name().is_some_and(|simple| is_name_of(name, &simple.to_str())),
            }
        });
        named.min_by_key(|class| class.container().index() != container).map(|class| class.id())
    }
}

/// Whether a bean's name is what a class's name makes it: as it is, with its first letter small.
fn is_name_of(name: &str, class: &str) -> bool {
    let mut letters = class.chars();
    let decapitalized = letters.next().map(|first| format!("{}{}", first.to_lowercase(), letters.as_str()));
    decapitalized.as_deref() == Some(name) || class == name
}

/// Those that are meant, or if none is for certain, those that may be.
fn implementations(reference: &Reference, services: &[Service]) -> Vec<ClassId> {
    let of = |fits: &dyn Fn(&Service) -> bool| -> Vec<ClassId> {
        let served =
            services.iter().filter(|service| service.interface == reference.interface && fits(service));
        served.map(|service| service.implementation).collect()
    };
    let certain = of(&|service| reference.unique.is_some() && service.unique == reference.unique);
    if !certain.is_empty() {
        return certain;
    }
    of(&|service| reference.unique.is_none() || service.unique.is_none())
}

/// The value of a setting is not known.
fn unique(given: Option<&str>) -> Option<String> {
    let given = given.unwrap_or_default().trim();
    (!given.contains("${")).then(|| given.to_owned())
}

/// Whether a reference stays in the JVM.
fn is_near(element: &Element) -> bool {
    let says = |name: &str, value: &str| element.attribute(name) == Some(value);
    let is_local = says("injvm", "true") || says("scope", "local") || says("protocol", "injvm");
    let mut bindings = element.children.iter().filter_map(|child| child.name.strip_prefix("binding."));
    is_local || element.is_near && bindings.all(|binding| binding == "jvm")
}

fn text<'v>(annotation: &'v AnnotationView, element: &str) -> Option<&'v str> {
    match annotation.element(element) {
        Some(AnnotationValue::String(text)) => Some(text),
        _ => None,
    }
}

/// The binding of a reference, if it names one.
fn binding(annotation: &AnnotationView) -> Option<&str> {
    match annotation.element("binding")? {
        AnnotationValue::Annotation(binding) => text(binding, "bindingType"),
        _ => None,
    }
}
