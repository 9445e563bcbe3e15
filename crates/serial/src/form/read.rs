//! From a class to its form.

use reenact_base::Memo;
use reenact_classfile::FieldType;
use reenact_flow::body::Terminator;
use reenact_flow::{Body, FlowError};
use reenact_world::{ClassId, ClassView, MethodId, MethodView, Nesting, World};
use std::sync::Arc;

use super::carrier::{accessor, accessor_type, names, record_components};
use super::declared::{Declared, Marked};
use super::{
    Accessor, ClassForm, Component, Deserializer, InnerKind, Problem, ProblemKind, Refusal, Serializer,
    VersionForm,
};

/// Reads the forms of a program's classes, each once.
pub struct FormReader<'w> {
    world: &'w World,
    forms: Memo<ClassId, Result<Arc<ClassForm>, Refusal>>,
}

impl<'w> FormReader<'w> {
    pub fn new(world: &'w World) -> Self {
        FormReader { world, forms: Memo::default() }
    }

    pub fn world(&self) -> &'w World {
        self.world
    }

    /// The form that a class declares, or the reason why it has none.
    pub fn form(&self, class: ClassId) -> Result<Arc<ClassForm>, Refusal> {
        self.forms.get_or_insert_with(class, |&class| self.read(class).map(Arc::new))
    }

    /// Whether a class itself has an annotation of a form.
    pub fn is_annotated(&self, class: ClassId) -> bool {
        Declared::of(self.world.view(class)).is_ok_and(|declared| !declared.is_empty())
    }

    fn read(&self, class: ClassId) -> Result<ClassForm, Refusal> {
        let view = self.world.view(class);
        if view.is_interface() {
            return Err(Refusal::Interface);
        }
        match view.nesting() {
            Nesting::Local if !view.is_record() => return Err(Refusal::Inner(InnerKind::Local)),
            Nesting::Anonymous => return Err(Refusal::Inner(InnerKind::Anonymous)),
            Nesting::Member if view.has_outer_instance() => return Err(Refusal::Inner(InnerKind::Member)),
            _ => {}
        }
        let declared = Declared::of(view).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        if declared.is_empty() && !view.is_record() {
            let has_form = |above: &ClassId| self.is_annotated(*above);
            return Err(Refusal::NotDeclared { inherited: self.world.superclasses(class).find(has_form) });
        }
        if !view.is_instantiable() {
            return Err(Refusal::Abstract);
        }
        let mut reading = Reading { world: self.world, view, problems: Vec::new(), versions: Vec::new() };
        reading.deserializers(&declared);
        reading.serializer(&declared);
        let Reading { mut versions, problems, .. } = reading;
        versions.sort_by_key(|form| std::cmp::Reverse(form.version));
        Ok(ClassForm { class, versions, problems })
    }
}

/// A form while it is read.
struct Reading<'w> {
    world: &'w World,
    view: ClassView<'w>,
    problems: Vec<Problem>,
    versions: Vec<VersionForm>,
}

impl<'w> Reading<'w> {
    fn problem(
        &mut self,
        kind: ProblemKind,
        (member, version): (Option<MethodId>, i32),
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let version = Some(version);
        self.problems.push(Problem { kind, member, version, message: message.into(), help: help.into() });
    }

    fn deserializers(&mut self, declared: &Declared) {
        for &(method, mark) in &declared.deserializers {
            let at = (Some(method), mark.version);
            let view = self.world.view(method);
            if let Err((message, help)) = self.can_deserialize(view, mark) {
                self.problem(ProblemKind::Declaration, at, message, help);
                continue;
            }
            if let Some(other) = self.versions.iter().find(|form| form.version == mark.version) {
                let other = other.deserializer.map(|reader| self.world.view(reader.method).to_string());
                let message = format!(
                    "is a second deserializer of version {}, beside {}",
                    mark.version,
                    other.unwrap_or_default()
                );
                self.problem(ProblemKind::Duplicate, at, message, "give each version one deserializer");
                continue;
            }
            let deserializer = Deserializer {
                method,
                is_constructor: view.is_constructor(),
                is_open: mark.is_open,
                refuses: always_throws(self.world, method).unwrap_or(false),
            };
            let components = self.parameters(view, mark);
            self.versions.push(VersionForm {
                version: mark.version,
                components,
                serializer: None,
                deserializer: Some(deserializer),
            });
        }
    }

    /// A record's canonical constructor reads its current version, unless another member is declared for it.
    fn canonical(&mut self, components: &[Component], mark: Marked) {
        if self.versions.iter().any(|form| form.version == mark.version) {
            return;
        }
        let parameters: String = components.iter().map(|component| &*component.descriptor).collect();
        if let Some(method) = self.view.method("<init>", &format!("({parameters})V")) {
            self.versions.push(VersionForm {
                version: mark.version,
                components: components.to_vec(),
                serializer: None,
                deserializer: Some(Deserializer {
                    method: method.id(),
                    is_constructor: true,
                    is_open: mark.is_open,
                    refuses: false,
                }),
            });
        }
    }

    fn can_deserialize(&self, method: MethodView<'_>, mark: Marked) -> Result<(), (String, String)> {
        let flags = method.access_flags();
        if mark.version < 1 {
            return Err((
                format!("has version {}, and versions begin with 1", mark.version),
                "number versions from 1".to_owned(),
            ));
        }
        if method.is_constructor() {
            return Ok(());
        }
        if !flags.is_static() {
            return Err((
                "is an instance method: there is no object yet when it would be called".to_owned(),
                "make it static, or use a constructor".to_owned(),
            ));
        }
        let result = method.parsed_descriptor().and_then(|descriptor| descriptor.result());
        match result.and_then(FieldType::class_name) {
            Some(name) if name == self.view.name() => Ok(()),
            _ => Err((
                format!("does not return {}", self.view),
                format!("let it return exactly {}", self.view),
            )),
        }
    }

    /// The components that a deserializer takes. Without names in the class file, those of the carrier stand in later.
    fn parameters(&mut self, method: MethodView<'_>, _: Marked) -> Vec<Component> {
        let names = self.world.parameter_names(method.id()).ok();
        let types = method.parsed_descriptor().into_iter().flat_map(|descriptor| descriptor.parameters());
        types
            .enumerate()
            .map(|(at, parameter)| Component {
                name: names.as_ref().and_then(|names| names.get(at).cloned().flatten()).unwrap_or_default(),
                descriptor: (&*parameter.descriptor().to_str()).into(),
            })
            .collect()
    }

    fn serializer(&mut self, declared: &Declared) {
        let mut methods = declared.serializers.iter();
        let first = methods.next().copied();
        for &(method, mark) in methods {
            self.problem(
                ProblemKind::Duplicate,
                (Some(method), mark.version),
                "is a second serializer: an object has one form that is written",
                "keep the serializer of the newest version",
            );
        }
        match (first, declared.class, record_components(self.view)) {
            (Some((method, mark)), ..) => self.by_method(method, mark),
            (None, mark, Some(components)) => {
                let mark = mark.unwrap_or(Marked { version: 1, is_open: false });
                self.canonical(&components, mark);
                let accessors: Vec<Accessor> = components
                    .iter()
                    .filter_map(|component| accessor(self.world, self.view.id(), component))
                    .collect();
                if accessors.len() == components.len() {
                    let serializer = Serializer::Record { accessors, is_open: mark.is_open };
                    self.written(None, mark, components, serializer);
                }
            }
            (None, Some(mark), None) => self.by_accessors(mark),
            (None, None, None) => {}
        }
        for form in &mut self.versions {
            for (at, component) in form.components.iter_mut().enumerate() {
                if component.name.is_empty() {
                    component.name = format!("arg{at}");
                }
            }
        }
    }

    /// The accessors of the class itself, named by the parameters of the deserializer.
    fn by_accessors(&mut self, mark: Marked) {
        let Some(form) = self.versions.iter().find(|form| form.version == mark.version) else {
            let message = format!("is written in version {}, which no deserializer reads", mark.version);
            let help = format!("add a constructor or factory with @Deserializer(version = {})", mark.version);
            return self.problem(ProblemKind::Unread, (None, mark.version), message, help);
        };
        let (components, reader) = (form.components.clone(), form.deserializer.map(|reader| reader.method));
        if !self.are_named(&components, reader, mark) {
            return;
        }
        if let Some(accessors) = self.accessors_of(self.view.id(), &components, reader, mark) {
            let serializer = Serializer::Accessors { accessors, is_open: mark.is_open };
            self.written(None, mark, components, serializer);
        }
    }

    /// A method that returns a carrier or the only component.
    fn by_method(&mut self, method: MethodId, mark: Marked) {
        let view = self.world.view(method);
        let at = (Some(method), mark.version);
        let own = format!("L{};", self.view.name());
        let Some(descriptor) = view.parsed_descriptor() else { return };
        let parameters: Vec<String> =
            descriptor.parameters().map(|parameter| parameter.descriptor().to_string()).collect();
        let is_fit = match view.access_flags().is_static() {
            true => parameters == [own],
            false => parameters.is_empty() && !view.is_constructor(),
        };
        let Some(result) = descriptor.result().filter(|_| is_fit) else {
            let help = format!(
                "write an instance method without parameters, or a static one with one parameter of type {}, that returns a record",
                self.view
            );
            let message = "cannot be a serializer: it does not turn one object into its components";
            return self.problem(ProblemKind::Declaration, at, message, help);
        };
        if mark.version < 1 {
            let message = format!("has version {}, and versions begin with 1", mark.version);
            return self.problem(ProblemKind::Declaration, at, message, "number versions from 1");
        }
        let result_descriptor = result.descriptor().to_string();
        let carrier = result.class_name().and_then(|name| self.world.class(&name.to_str()));
        if let Some(carrier) = carrier.filter(|carrier| !carrier.is_platform())
            && let Some(components) = record_components(carrier)
        {
            let accessors: Vec<Accessor> = components
                .iter()
                .filter_map(|component| accessor(self.world, carrier.id(), component))
                .collect();
            let serializer =
                Serializer::Carrier { method, carrier: carrier.id(), accessors, is_open: mark.is_open };
            return self.written(Some(method), mark, components, serializer);
        }
        let read = self.versions.iter().find(|form| form.version == mark.version);
        let Some((expected, reader)) =
            read.map(|form| (form.components.clone(), form.deserializer.map(|reader| reader.method)))
        else {
            return self.unread(Some(method), mark);
        };
        if let [single] = &expected[..]
            && (*single.descriptor == *result_descriptor
                || carrier.is_none_or(|carrier| carrier.is_platform()))
        {
            let component =
                Component { name: single.name.clone(), descriptor: result_descriptor.as_str().into() };
            let serializer = Serializer::Single { method, is_open: mark.is_open };
            return self.written(Some(method), mark, vec![component], serializer);
        }
        let Some(carrier) = carrier.filter(|carrier| !carrier.is_platform()) else {
            let message = format!(
                "returns {}, which has no components, and its deserializer takes {}",
                shown(&result_descriptor),
                expected.len()
            );
            let help = "return a record with the components, in the order of the deserializer's parameters";
            return self.problem(ProblemKind::Declaration, at, message, help);
        };
        if self.are_named(&expected, reader, mark)
            && let Some(accessors) = self.accessors_of(carrier.id(), &expected, Some(method), mark)
        {
            let serializer =
                Serializer::Carrier { method, carrier: carrier.id(), accessors, is_open: mark.is_open };
            self.written(Some(method), mark, expected, serializer);
        }
    }

    /// Whether the parameters of a deserializer have names, which accessors are found by.
    fn are_named(&mut self, components: &[Component], reader: Option<MethodId>, mark: Marked) -> bool {
        let are_named = components.iter().all(|component| !component.name.is_empty());
        if !are_named {
            let message = "has parameters without names in the class file, and accessors are found by names";
            let help = "compile with -parameters (or -g), or return a record from the serializer";
            self.problem(ProblemKind::Names, (reader, mark.version), message, help);
        }
        are_named
    }

    /// The accessors of all components, or problems that name those that are missing or of another type.
    fn accessors_of(
        &mut self,
        class: ClassId,
        components: &[Component],
        member: Option<MethodId>,
        mark: Marked,
    ) -> Option<Vec<Accessor>> {
        let mut found = Vec::new();
        for component in components {
            let at = (member, mark.version);
            let holder = self.world.view(class);
            let (name, wanted) = (&component.name, shown(&component.descriptor));
            match accessor(self.world, class, component) {
                None => {
                    let [plain, get, _] = &names(name)[..] else { continue };
                    let message = format!("{holder} has no accessor of the component {name}");
                    let help =
                        format!("add {wanted} {plain}() or {get}() to {holder}, or rename the parameter");
                    self.problem(ProblemKind::Accessor, at, message, help);
                }
                Some(accessor) if accessor_type(self.world, accessor) != component.descriptor => {
                    let given = shown(&accessor_type(self.world, accessor));
                    let message = format!(
                        "the component {name} is {given} where it is written and {wanted} where it is read"
                    );
                    let help = format!("give the accessor and the parameter {name} the same type");
                    self.problem(ProblemKind::Disagreement, at, message, help);
                }
                Some(accessor) => found.push(accessor),
            }
        }
        (found.len() == components.len()).then_some(found)
    }

    fn unread(&mut self, method: Option<MethodId>, mark: Marked) {
        let message = format!("writes version {}, which no deserializer reads", mark.version);
        let help = format!("add a constructor or factory with @Deserializer(version = {})", mark.version);
        self.problem(ProblemKind::Unread, (method, mark.version), message, help);
    }

    /// Notes the version that is written, and compares it with what is read.
    fn written(
        &mut self,
        method: Option<MethodId>,
        mark: Marked,
        written: Vec<Component>,
        serializer: Serializer,
    ) {
        let Some(at) = self.versions.iter().position(|form| form.version == mark.version) else {
            self.unread(method, mark);
            let form = VersionForm {
                version: mark.version,
                components: written,
                serializer: Some(serializer),
                deserializer: None,
            };
            return self.versions.push(form);
        };
        if self.versions[at].deserializer.is_some_and(|reader| reader.refuses) {
            self.unread(method, mark);
        }
        let form = &mut self.versions[at];
        // Names that are not in the class file are those of the carrier.
        if form.components.len() == written.len() {
            for (read, written) in form.components.iter_mut().zip(&written) {
                if read.name.is_empty() {
                    read.name = written.name.clone();
                }
            }
        }
        form.serializer = Some(serializer);
        if form.components != written {
            let message = format!(
                "writes ({}) where version {} is read as ({})",
                list(&written),
                mark.version,
                list(&form.components)
            );
            let member = method.or(form.deserializer.map(|reader| reader.method));
            let help = "give both the same components: names, order and types";
            self.problem(ProblemKind::Disagreement, (member, mark.version), message, help);
        }
    }
}

/// Components as Java writes parameters: `int lo, int hi`.
pub(crate) fn list(components: &[Component]) -> String {
    let all: Vec<String> = components
        .iter()
        .map(|component| format!("{} {}", shown(&component.descriptor), component.name))
        .collect();
    all.join(", ")
}

/// A type as people read it.
pub(crate) fn shown(descriptor: &str) -> String {
    crate::types::Type::parse(descriptor).map_or_else(|| descriptor.to_owned(), |known| known.to_string())
}

/// Whether a method cannot return normally: no block of its code that can be reached ends with a return.
fn always_throws(world: &World, method: MethodId) -> Result<bool, FlowError> {
    let body = Body::of(world, method)?;
    Ok(!body.blocks().any(|block| matches!(body.terminator(block), Terminator::Return(_))))
}
