//! The audit of Java serialization: what `java.io.Serializable` and `Externalizable` do to a program's classes.
//!
//! One file per rule. Each rule looks at one class and gives findings with the reason and with what to write instead. A rule
//! reports what the class files show; where a class's supertypes were not read, it stays silent.

mod classes;
mod construct;
mod copies;
mod fields;
mod gadget;
mod inherit;
mod magic;
mod validation;

use reenact_base::Id;
use reenact_base::finding::{Code, Finding, Location, Subject};
use reenact_world::{ClassId, ClassView, FieldView, MethodId, World};
use rustc_hash::FxHashSet;

use classes::Serialized;

/// The result of an audit.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// In class-path order.
    pub findings: Vec<Finding>,
    pub counts: Counts,
}

/// Totals of an audit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The targets' own classes.
    pub classes: usize,
    /// Those that implement `java.io.Serializable`, interfaces aside.
    pub serializable: usize,
    /// Those of them that are `Externalizable`.
    pub externalizable: usize,
    /// Classes with a supertype that is not on the class path: nothing is claimed of them.
    pub incomplete: usize,
}

/// Audits the classes of some containers, by their positions on the class path.
pub fn audit(world: &World, own: &[usize]) -> Audit {
    let mut audit = Audit::default();
    let Some(types) = Serialized::new(world) else { return audit };
    let containers: FxHashSet<usize> = own.iter().copied().collect();
    for class in world.classes().filter(|class| containers.contains(&class.container().index())) {
        audit.counts.classes += 1;
        if world.missing_supertype(class.id()).is_some() {
            audit.counts.incomplete += 1;
            // Its own members can be looked at all the same.
        }
        let mut found = Vec::new();
        magic::check(&types, class, &mut found);
        if types.is_serializable(class.id()) && !class.is_interface() {
            audit.counts.serializable += 1;
            audit.counts.externalizable += usize::from(types.is_externalizable(class.id()));
            construct::check(&types, class, &mut found);
            validation::check(&types, class, &mut found);
            copies::check(&types, class, &mut found);
            fields::check(&types, class, &mut found);
            gadget::check(&types, class, &mut found);
        }
        inherit::check(&types, class, &containers, &mut found);
        found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        audit.findings.append(&mut found);
    }
    audit
}

/// A finding about a class.
pub(crate) fn about_class(code: Code, class: ClassView<'_>, message: impl Into<String>) -> Finding {
    Finding::new(code, Subject::class(class.binary_name()), message).at(location(class, None))
}

/// A finding about a method, at its first line.
pub(crate) fn about_method(
    code: Code,
    world: &World,
    method: MethodId,
    message: impl Into<String>,
) -> Finding {
    let view = world.view(method);
    let first = world.lines(method).ok();
    let first = first.and_then(|lines| lines.starts().iter().map(|&(_, line)| line).min());
    Finding::new(code, Subject::member(view.to_string()), message)
        .at(location(view.class(), first.map(u32::from)))
}

/// A finding about a field.
pub(crate) fn about_field(code: Code, field: FieldView<'_>, message: impl Into<String>) -> Finding {
    Finding::new(code, Subject::member(field.to_string()), message).at(location(field.class(), None))
}

/// The place of a line of a class.
pub(crate) fn location(class: ClassView<'_>, line: Option<u32>) -> Location {
    let container = &class.world().containers()[class.container().index()];
    Location::Class {
        entry: container.location().to_owned(),
        class: class.binary_name(),
        source: class.source_file().map(|source| source.to_string()),
        line,
    }
}

/// Whether a class is a subtype of another, by internal name.
pub(crate) fn is_a(world: &World, class: ClassId, name: &str) -> bool {
    world.class_id(name).is_some_and(|other| world.is_subtype(class, other))
}
