//! Checks of the forms that a program's classes declare.

use reenact_base::Id;
use reenact_base::finding::{Code, Finding};
use reenact_base::name::BinaryName;
use reenact_world::{ClassId, ClassView, MethodId, World};
use rustc_hash::FxHashSet;

use crate::audit::{about_class, about_method};
use crate::code::Code as MethodCode;
use crate::form::{
    Access, Accessor, Caller, ClassForm, Component, FormReader, Modules, NoAccess, Problem, ProblemKind,
    Refusal, VersionForm,
};
use crate::platform::platform_form;
use crate::types::{Primitive, Type};

/// The result of checking the forms of a program.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// In class-path order.
    pub findings: Vec<Finding>,
    /// Classes with a form, those of records that declare nothing aside.
    pub classes: usize,
    /// The versions that can be read, of all classes.
    pub versions: usize,
}

/// Checks the classes of some containers, by their positions on the class path.
pub fn check_forms(reader: &FormReader<'_>, modules: &Modules, caller: &Caller, own: &[usize]) -> Checked {
    let world = reader.world();
    let containers: FxHashSet<usize> = own.iter().copied().collect();
    let mut checked = Checked::default();
    for class in world.classes().filter(|class| containers.contains(&class.container().index())) {
        let is_annotated = reader.is_annotated(class.id());
        match reader.form(class.id()) {
            Ok(form) if is_annotated => {
                checked.classes += 1;
                checked.versions += form.readable().count();
                let check = Check { reader, world, modules, caller };
                check.form(class, &form, &mut checked.findings);
            }
            Ok(_) => {}
            Err(refusal) => {
                let is_subclass = matches!(refusal, Refusal::NotDeclared { inherited: Some(_) });
                // An abstract class between leaves the declaration to its subclasses.
                if is_subclass && class.is_instantiable() || is_annotated {
                    let code = if is_subclass { Code::SerialNotInherited } else { Code::SerialDeclaration };
                    let finding = about_class(code, class, refusal.message(world));
                    checked.findings.push(finding.with_help(refusal.help()));
                }
            }
        }
    }
    checked
}

struct Check<'c, 'w> {
    reader: &'c FormReader<'w>,
    world: &'w World,
    modules: &'c Modules,
    caller: &'c Caller,
}

impl<'w> Check<'_, 'w> {
    fn form(&self, class: ClassView<'w>, form: &ClassForm, found: &mut Vec<Finding>) {
        found.extend(form.problems.iter().map(|problem| problem_finding(self.world, class, problem)));
        for version in &form.versions {
            self.access(class, version, found);
            if version.deserializer.is_some_and(|reader| !reader.refuses) {
                for component in &version.components {
                    found.extend(self.component(class, version, component));
                }
            }
        }
        found.extend(self.back_door(class));
    }

    /// Members that the caller cannot use.
    fn access(&self, class: ClassView<'w>, form: &VersionForm, found: &mut Vec<Finding>) {
        let mut report = |method: Option<MethodId>, what: &str, reason: NoAccess| {
            let message = format!("{what} version {} and cannot be called: {reason}", form.version);
            let help =
                "make it public in a public class, or set open = true in its annotation, or open its package";
            let finding = match method {
                Some(method) => about_method(Code::SerialNotUsable, self.world, method, message),
                None => about_class(Code::SerialNotUsable, class, message),
            };
            found.push(finding.with_help(help));
        };
        let may_call = |method: MethodId, is_open: bool| -> Access {
            let view = self.world.view(method);
            self.caller.may_use(self.world, self.modules, view.class(), view.access_flags(), is_open)
        };
        if let Some(serializer) = &form.serializer {
            if let Some(method) = serializer.method()
                && let Err(reason) = may_call(method, serializer.is_open())
            {
                report(Some(method), "writes", reason);
            }
            for accessor in serializer.accessors() {
                if let Err(reason) =
                    self.caller.may_read(self.world, self.modules, *accessor, serializer.is_open())
                {
                    let method = match accessor {
                        Accessor::Method(method) => Some(*method),
                        Accessor::Field(_) => None,
                    };
                    report(method, "gives a component of", reason);
                }
            }
        }
        if let Some(reader) = form.deserializer.filter(|reader| !reader.refuses)
            && let Err(reason) = may_call(reader.method, reader.is_open)
        {
            report(Some(reader.method), "reads", reason);
        }
    }

    /// A component whose type has no form.
    fn component(&self, class: ClassView<'w>, form: &VersionForm, component: &Component) -> Option<Finding> {
        let declared = Type::parse(&component.descriptor)?;
        let (held, refusal) = self.unserializable(&declared)?;
        let message = format!(
            "has the component {} of type {declared} in version {}, and {held} {refusal}",
            component.name, form.version
        );
        let help = format!(
            "declare a serial form for {held}, or use the data that makes it as the component instead"
        );
        Some(about_class(Code::SerialComponent, class, message).with_help(help))
    }

    /// The class that keeps a type from being serialized, and why.
    fn unserializable(&self, declared: &Type) -> Option<(String, String)> {
        let name = match declared {
            Type::Primitive(_) => return None,
            Type::Array(element) => return self.unserializable(element),
            Type::Class(name) => name,
        };
        if is_basic(name) || platform_form(name).is_some() {
            return None;
        }
        let internal = BinaryName::new(&**name).to_internal();
        let class = self.world.class(internal.as_str())?;
        if class.is_enum() || self.can_hold_a_form(class) {
            return None;
        }
        let refusal = match self.reader.form(class.id()) {
            Ok(_) => return None,
            Err(_) if class.is_platform() => "is a JDK type without a serial form".to_owned(),
            Err(refusal) => refusal.message(self.world),
        };
        Some((name.to_string(), refusal))
    }

    /// Whether a position of a type that has no form itself can hold an object that has one: of a subclass, or of any class at
    /// all.
    fn can_hold_a_form(&self, class: ClassView<'w>) -> bool {
        let is_open_type = class.name() == "java/lang/Object" || class.is_platform() && class.is_interface();
        let has_form = |below: &ClassId| {
            let below = self.world.view(*below);
            below.is_enum()
                || platform_form(&below.binary_name()).is_some()
                || self.reader.form(below.id()).is_ok()
        };
        is_open_type
            || (class.is_interface() || !class.access_flags().is_final())
                && self.world.subtypes(class.id()).iter().any(has_form)
    }

    /// A class whose objects can also be made by Java serialization, around its deserializers.
    fn back_door(&self, class: ClassView<'w>) -> Option<Finding> {
        let serializable = self.world.class_id("java/io/Serializable")?;
        if !self.world.is_subtype(class.id(), serializable) || class.is_record() || class.is_enum() {
            return None;
        }
        let reader = class.method("readObject", "(Ljava/io/ObjectInputStream;)V");
        let refuses = reader.is_some_and(|method| {
            MethodCode::of(self.world, method.id()).is_some_and(|code| code.always_throws())
        });
        if refuses {
            return None;
        }
        let message =
            "implements java.io.Serializable: a stream still sets its fields, without its deserializers";
        let help = "add: private void readObject(ObjectInputStream in) throws InvalidObjectException { throw new InvalidObjectException(\"use the serial form\"); }";
        Some(about_class(Code::SerialBackDoor, class, message).with_help(help))
    }
}

/// Text, class objects aside, and boxes: values that every encoding has.
pub(crate) fn is_basic(class: &str) -> bool {
    class == "java.lang.String" || Primitive::wrapped_by(class).is_some()
}

/// The finding of a mistake in a declaration.
pub fn problem_finding(world: &World, class: ClassView<'_>, problem: &Problem) -> Finding {
    let code = match problem.kind {
        ProblemKind::Declaration => Code::SerialDeclaration,
        ProblemKind::Disagreement => Code::SerialDisagreement,
        ProblemKind::Unread => Code::SerialUnread,
        ProblemKind::Duplicate => Code::SerialDuplicate,
        ProblemKind::Accessor => Code::SerialAccessorMissing,
        ProblemKind::Names => Code::SerialNamesMissing,
    };
    let finding = match problem.member {
        Some(method) => about_method(code, world, method, problem.message.clone()),
        None => about_class(code, class, problem.message.clone()),
    };
    finding.with_help(problem.help.clone())
}
