//! Interfaces that a framework implements by calling out.

use reenact_base::Symbol;
use reenact_base::name::InternalName;
use reenact_world::{Action, AnnotationView, ClassId, MethodId};

use super::{Finder, Proxied, class_of, places, strings};
use crate::catalog::Proxy;
use crate::catalog::pattern::{CallPattern, ClassPattern};

/// Where an interface is referred to by an annotation.
pub(super) struct Mention {
    /// The interface's internal name.
    pub interface: String,
    pub annotation: AnnotationView,
    pub holder: ClassId,
    pub why: String,
}

impl Finder<'_, '_> {
    pub(super) fn proxies(&mut self) {
        let catalog = self.catalog;
        for row in &catalog.proxies {
            self.interfaces(row);
            for mention in self.mentions(&row.references) {
                self.proxy_of(&mention.interface, &row.group, mention.why, Some(mention.holder));
            }
            for (method, interfaces) in self.given_to(&row.makers) {
                let view = self.world.view(method);
                for interface in interfaces {
                    let why = format!("{view} has a client of it made");
                    self.proxy_of(&interface, &row.group, why, Some(view.class().id()));
                }
            }
        }
        for row in &catalog.daos {
            for class in self.scope.own_classes().filter(|class| !class.is_interface()) {
                if self.matcher.is_below(class.id(), &row.supertypes) {
                    self.wiring.daos.insert(class.id(), row.group.clone());
                }
            }
        }
    }

    /// Interfaces that are proxies by what they are.
    fn interfaces(&mut self, row: &Proxy) {
        let annotations = self.with_meta(&row.annotations);
        let on_methods = self.with_meta(&row.method_annotations);
        let packages = self.scanned_packages(&row.scans);
        let interfaces = self.world.classes().filter(|class| class.is_interface() && !class.is_annotation());
        for class in interfaces.filter(|class| !class.is_platform()) {
            let Some(name) = self.world.symbol(&class.name().to_str()) else { continue };
            let used = class.annotation_uses().iter().find(|used| annotations.contains(&used.interface));
            let in_method = || {
                let uses = class.methods().flat_map(|method| method.annotation_uses());
                uses.into_iter().find(|used| on_methods.contains(&used.interface))
            };
            let package = class.package().to_str();
            if let Some(used) = used.or_else(in_method) {
                self.proxy(name, &row.group, format!("it bears {}", self.name(used.interface)), None);
            } else if self.matcher.is_below(class.id(), &row.supertypes) {
                self.proxy(name, &row.group, "its supertype is implemented by a framework".to_owned(), None);
            } else if packages.iter().any(|scanned| places::is_within(&package, scanned)) {
                self.proxy(name, &row.group, format!("package {package} is scanned for mappers"), None);
            }
        }
        // Those that were not read are known by name alone.
        for name in row.supertypes.iter().filter_map(|name| self.world.symbol(name)) {
            self.proxy(name, &row.group, "a framework implements it".to_owned(), None);
        }
    }

    /// Interfaces of fields, parameters and factory methods with one of these annotations.
    pub(super) fn mentions(&self, annotations: &[String]) -> Vec<Mention> {
        let mut mentions = Vec::new();
        for name in annotations {
            let shown = InternalName::new(name).to_binary();
            let mut mention =
                |interface: Option<String>, annotation: Option<&AnnotationView>, holder, place| {
                    if let (Some(interface), Some(annotation)) = (interface, annotation) {
                        let why = format!("{place} is annotated with {shown}");
                        mentions.push(Mention { interface, annotation: annotation.clone(), holder, why });
                    }
                };
            let of_name =
                |views: &[AnnotationView]| views.iter().find(|view| view.interface == *name).cloned();
            for &field in self.world.annotated_fields(name) {
                let view = self.world.view(field);
                let annotation = of_name(&self.world.annotations(field).unwrap_or_default());
                let interface = class_of(&view.descriptor().to_str()).map(str::to_owned);
                mention(interface, annotation.as_ref(), view.class().id(), format!("field {view}"));
            }
            for &method in self.world.annotated_methods(name) {
                let view = self.world.view(method);
                let annotation = of_name(&self.world.annotations(method).unwrap_or_default());
                for interface in self.given_or_made(method) {
                    mention(
                        Some(interface),
                        annotation.as_ref(),
                        view.class().id(),
                        format!("method {view}"),
                    );
                }
            }
            for &method in self.world.methods_with_annotated_parameters(name) {
                let view = self.world.view(method);
                let Some(descriptor) = view.parsed_descriptor() else { continue };
                let given = self.world.parameter_annotations(method).unwrap_or_default();
                for (parameter, views) in descriptor.parameters().zip(&given) {
                    let interface = parameter.class_name().map(|name| name.to_string());
                    let place = format!("a parameter of {view}");
                    mention(interface, of_name(views).as_ref(), view.class().id(), place);
                }
            }
        }
        mentions
    }

    /// Returns the type that a setter takes or a factory method makes: its result, or the type argument of its result.
    fn given_or_made(&self, method: MethodId) -> Vec<String> {
        let view = self.world.view(method);
        let Some(descriptor) = view.parsed_descriptor() else { return Vec::new() };
        let Some(result) = descriptor.result() else {
            let given = descriptor.parameters().filter_map(|parameter| parameter.class_name());
            return given.map(|name| name.to_string()).collect();
        };
        let signature = view.signature().map(|signature| signature.to_string()).unwrap_or_default();
        let argument = signature.rsplit_once(")").and_then(|(_, result)| {
            let (_, argument) = result.split_once('<')?;
            class_of(argument.strip_suffix(">;")?).map(str::to_owned)
        });
        argument.or_else(|| result.class_name().map(|name| name.to_string())).into_iter().collect()
    }

    /// The methods of the subject with one of these calls, and the interfaces that the calls take as classes.
    pub(super) fn given_to(&self, calls: &[CallPattern]) -> Vec<(MethodId, Vec<String>)> {
        let mut references = self.scope.references.iter();
        // Mostly there is none, and no class needs to be searched.
        if calls.is_empty() || !references.any(|call| self.matcher.is_one_of(call, calls)) {
            return Vec::new();
        }
        self.scope.methods.iter().filter_map(|&method| self.given_in(method, calls)).collect()
    }

    /// The same for callers of such methods, in libraries too.
    pub(super) fn given_anywhere(&self, calls: &[CallPattern]) -> Vec<(MethodId, Vec<String>)> {
        let mut given = self.given_to(calls);
        for call in calls {
            let (ClassPattern::Exact(class) | ClassPattern::Subtypes(class) | ClassPattern::Package(class)) =
                &call.class;
            let Some(class) = self.world.class(class) else { continue };
            for method in class.methods().filter(|method| call.method.matches(&method.name().to_str())) {
                let callers = self.scope.graph.callers(self.world, method.id());
                let others = callers.into_iter().filter(|&caller| !self.scope.is_own_method(caller));
                given.extend(others.filter_map(|caller| self.given_in(caller, calls)));
            }
        }
        given
    }

    fn given_in(&self, method: MethodId, calls: &[CallPattern]) -> Option<(MethodId, Vec<String>)> {
        let (mut last, mut named, mut makes) = (None, Vec::new(), false);
        for site in self.world.view(method).sites() {
            match site.action() {
                Action::ClassConstant(name) => last = Some(name),
                // The class that was named last is what it is given.
                Action::Call(_, reference) if self.matcher.is_one_of(reference, calls) => {
                    makes = true;
                    named.extend(last.filter(|&name| self.may_be_interface(name)));
                }
                _ => {}
            }
        }
        makes.then(|| (method, named.into_iter().map(|name| self.world.text(name).to_string()).collect()))
    }

    fn may_be_interface(&self, name: Symbol) -> bool {
        self.world.class_of_symbol(name).is_none_or(|class| self.world.view(class).is_interface())
    }

    /// Marks an interface as calling out. If a class of the subject implements it, only for classes that hold a client.
    pub(super) fn proxy_of(&mut self, interface: &str, group: &str, why: String, holder: Option<ClassId>) {
        let Some(name) = self.world.symbol(interface) else { return };
        let holder = holder.filter(|_| self.is_implemented_here(interface));
        self.proxy(name, group, why, holder);
    }

    fn is_implemented_here(&self, interface: &str) -> bool {
        self.world.class_id(interface).is_some_and(|class| {
            let below = self.world.subtypes(class).iter();
            below.copied().any(|below| self.scope.is_own(below) && self.world.view(below).is_instantiable())
        })
    }

    pub(super) fn proxy(&mut self, name: Symbol, group: &str, why: String, holder: Option<ClassId>) {
        let Some(known) = self.wiring.proxies.get_mut(&name) else {
            let holders = holder.map(|holder| vec![holder]);
            self.wiring.proxies.insert(name, Proxied { group: group.to_owned(), why, holders });
            return;
        };
        match (&mut known.holders, holder) {
            (Some(holders), Some(holder)) if !holders.contains(&holder) => holders.push(holder),
            (Some(_), None) => known.holders = None,
            _ => {}
        }
    }

    /// Packages that an annotation says to look for mappers in; the one it stands in, if it names none.
    fn scanned_packages(&self, scans: &[String]) -> Vec<String> {
        let mut packages = Vec::new();
        for scan in scans {
            for &class in self.world.annotated_classes(scan) {
                let annotations = self.world.annotations(class).unwrap_or_default();
                for annotation in annotations.iter().filter(|annotation| annotation.interface == *scan) {
                    let elements = |name: &str| annotation.element(name);
                    let named = ["value", "basePackages"].iter().filter_map(|name| elements(name));
                    let mut named: Vec<String> = named.flat_map(strings).map(str::to_owned).collect();
                    let beside = elements("basePackageClasses").into_iter().flat_map(super::classes);
                    named.extend(beside.filter_map(|name| Some(name.rsplit_once('/')?.0.to_owned())));
                    if named.is_empty() {
                        packages.push(self.world.view(class).package().to_string());
                    }
                    packages.extend(named);
                }
            }
        }
        packages
    }
}
