//! Beans, entries and building by annotation.

use reenact_world::{
    Action, AnnotationValue, AnnotationView, CallKind, ClassId, ClassView, MethodId, MethodView,
};
use rustc_hash::FxHashSet;

use super::{Finder, classes, has};
use crate::catalog::matcher::symbols;
use crate::catalog::pattern::ClassPattern;

/// The depth of calls that are searched for the class that a factory method creates.
const HELPERS: usize = 2;

impl Finder<'_, '_> {
    pub(super) fn annotated(&mut self) {
        let beans = self.with_meta(&self.catalog.beans.annotations);
        let factories = self.with_meta(&self.catalog.beans.factories);
        let building = self.with_meta(&self.catalog.beans.building);
        let entries = self.with_meta(&self.catalog.beans.entries);
        let entry_classes = self.with_meta(&self.catalog.beans.entry_classes);
        for class in self.scope.own_classes() {
            let uses = class.annotation_uses();
            let is_bean = has(uses, &beans)
                || self.matcher.is_below(class.id(), &self.catalog.beans.supertypes)
                    && class.is_instantiable();
            if is_bean {
                self.bean(class);
            }
            let is_entry_class = has(uses, &entry_classes);
            for method in class.methods() {
                let uses = method.annotation_uses();
                if has(uses, &building) || self.overrides_building(method.id()) {
                    self.wiring.building.insert(method.id());
                }
                let is_main = method.name() == "main" && method.descriptor() == "([Ljava/lang/String;)V";
                if has(uses, &entries) || is_main || is_entry_class && self.is_served(method) {
                    self.wiring.entries.insert(method.id());
                }
                if has(uses, &factories) && !self.is_made_often_by(method.id()) {
                    self.made_by(method.id());
                }
            }
        }
        self.imported();
    }

    /// Whether others can call a method of a service: by an interface of it, if it has one. Its setters are not theirs.
    fn is_served(&self, method: MethodView<'_>) -> bool {
        method.access_flags().is_public()
            && (method.class().interface_names().len() == 0 || !self.world.overridden(method.id()).is_empty())
    }

    /// A class that a container makes an object of.
    pub(super) fn bean(&mut self, class: ClassView<'_>) {
        if !self.is_made_often(class) {
            self.wiring.beans.insert(class.id());
        }
    }

    /// Classes that an annotation names: containers make one object of each.
    fn imported(&mut self) {
        for import in &self.catalog.beans.imports {
            for &class in self.world.annotated_classes(import) {
                let annotations = self.world.annotations(class).unwrap_or_default();
                let named = annotations.iter().filter(|annotation| annotation.interface == *import);
                for name in named.filter_map(|annotation| annotation.element("value")).flat_map(classes) {
                    if let Some(named) = self.world.class(name)
                        && self.scope.is_own(named.id())
                        && named.is_instantiable()
                    {
                        self.bean(named);
                    }
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
            let (ClassPattern::Exact(class) | ClassPattern::Subtypes(class) | ClassPattern::Package(class)) =
                &pattern.class;
            pattern.matches_method(&name, view.descriptor())
                && self.matcher.is_below(view.class().id(), std::slice::from_ref(class))
        })
    }

    /// The classes of the subject that a factory method makes objects of become beans, if its result may be one.
    pub(super) fn made_by(&mut self, method: MethodId) {
        let view = self.world.view(method);
        let result = view.parsed_descriptor().and_then(|descriptor| descriptor.result()?.class_name());
        let Some(result) = result.and_then(|name| self.world.class_id(&name.to_str())) else { return };
        let mut made = FxHashSet::default();
        self.made_in(method, result, HELPERS, &mut made);
        // Made by a library, a builder or by reflection: then it is at least what it is said to be.
        let declared = self.world.view(result);
        if made.is_empty() && self.scope.is_own(result) && declared.is_instantiable() {
            made.insert(result);
        }
        made.into_iter().for_each(|class| {
            self.wiring.beans.insert(class);
        });
    }

    fn made_in(&self, method: MethodId, result: ClassId, helpers: usize, made: &mut FxHashSet<ClassId>) {
        let view = self.world.view(method);
        for site in view.sites() {
            match site.action() {
                Action::New(name) => {
                    let class = self.world.class_of_symbol(name);
                    let fits =
                        |&class: &ClassId| self.scope.is_own(class) && self.world.is_subtype(class, result);
                    made.extend(class.filter(fits));
                }
                Action::Call(kind, reference) if helpers > 0 && kind != CallKind::Interface => {
                    let called = self.world.resolved_method(reference).ok();
                    if let Some(called) = called.filter(|&called| self.scope.is_own_method(called)) {
                        let helper = self.world.view(called);
                        let given = helper
                            .parsed_descriptor()
                            .and_then(|descriptor| descriptor.result()?.class_name());
                        let given = given.and_then(|name| self.world.class_id(&name.to_str()));
                        if given.is_some_and(|given| {
                            self.world.is_subtype(given, result) || self.world.is_subtype(result, given)
                        }) {
                            self.made_in(called, result, helpers - 1, made);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn is_made_often_by(&self, method: MethodId) -> bool {
        let scopes = symbols(self.world, &self.catalog.beans.scopes);
        has(self.world.view(method).annotation_uses(), &scopes)
            && self.is_prototype(&self.world.annotations(method).unwrap_or_default())
    }

    fn is_made_often(&self, class: ClassView<'_>) -> bool {
        let scopes = symbols(self.world, &self.catalog.beans.scopes);
        has(class.annotation_uses(), &scopes)
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
}
