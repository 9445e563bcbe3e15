//! Mutable objects that a class keeps to itself, and that a stream can share.
//!
//! A stream may hold a second reference to an array, a date or a collection of an object. An attacker who keeps that reference
//! changes the object from outside, however carefully its constructors copy what they are given.

use reenact_base::finding::{Code as Kind, Finding, Severity};
use reenact_flow::body::{Operation, ValueId};
use reenact_world::{ClassView, FieldView, MethodView, World};

use super::about_field;
use super::classes::Serialized;
use crate::code::{Code, Origin};

/// How constructors give a field its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Given {
    /// A copy of an argument.
    Copy,
    /// A new object that no argument is in.
    New,
    /// Anything else: the author shares it already.
    Shared,
}

pub(super) fn check(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    let world = types.world;
    let hooks = types.hooks(class);
    if types.is_protected(class)
        || types.is_externalizable(class.id())
        || hooks.read_resolve.is_some()
        || super::is_a(world, class.id(), "java/lang/Throwable")
    {
        return;
    }
    let constructors: Vec<Code<'_>> = class
        .methods()
        .filter(|method| method.is_constructor())
        .filter_map(|method| Code::of(world, method.id()))
        .collect();
    for field in class.fields() {
        let flags = field.access_flags();
        let Some(kind) = mutable(world, field) else { continue };
        if flags.is_static() || flags.is_transient() || !flags.is_private() {
            continue;
        }
        let given: Vec<Given> = constructors.iter().flat_map(|code| stores(code, field)).collect();
        let is_owned = !given.is_empty() && !given.contains(&Given::Shared);
        if !is_owned || is_exposed(class, field) || is_reassigned(world, hooks.read_object, field) {
            continue;
        }
        let is_copy = given.contains(&Given::Copy);
        // A field that the constructor fills with an empty collection of its own is a weaker sign.
        if !is_copy && !flags.is_final() {
            continue;
        }
        let why = match is_copy {
            true => "constructors copy what they are given",
            false => "only the class itself refers to it",
        };
        let message = format!(
            "is {kind} that a stream can share with others: {why}, and readObject does not make a copy"
        );
        let help = format!(
            "copy {name} in readObject, which needs it not to be final, or read the object through a constructor that copies: a serialization proxy, a record, or @Deserializer",
            name = field.name()
        );
        let severity = if is_copy { Severity::Warning } else { Severity::Note };
        found.push(about_field(Kind::SerialAliasing, field, message).with_help(help).with_severity(severity));
    }
}

/// A description of a type whose objects can be changed from outside; `None` for all that cannot or need not.
fn mutable(world: &World, field: FieldView<'_>) -> Option<&'static str> {
    let descriptor = field.descriptor().to_string();
    if descriptor.starts_with('[') {
        return Some("an array");
    }
    let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    match name {
        "java/util/Date"
        | "java/util/Calendar"
        | "java/util/GregorianCalendar"
        | "java/util/BitSet"
        | "java/lang/StringBuilder"
        | "java/lang/StringBuffer" => return Some("a mutable object"),
        _ => {}
    }
    let class = world.class_id(name).filter(|class| world.is_platform_class(*class))?;
    let is = |other: &str| super::is_a(world, class, other);
    (is("java/util/Collection") || is("java/util/Map")).then_some("a collection")
}

/// How a constructor sets a field.
fn stores(code: &Code<'_>, field: FieldView<'_>) -> Vec<Given> {
    let stores = code.field_stores().filter(|store| store.field == field.id());
    stores.flat_map(|store| code.sources(store.value)).map(|source| given(code, source)).collect()
}

fn given(code: &Code<'_>, source: ValueId) -> Given {
    let Some(instruction) = code.body.definition(source) else { return Given::Shared };
    match instruction.operation {
        Operation::Null => Given::New,
        Operation::NewPrimitiveArray(_) | Operation::NewArray(_) | Operation::NewMultiArray(_) => Given::New,
        Operation::New(_) => {
            // The arguments of its constructor say whether it is a copy.
            let maker =
                code.calls().find(|call| call.name == "<init>" && call.arguments.first() == Some(&source));
            let has_argument = maker.is_some_and(|call| {
                call.arguments.iter().skip(1).any(|value| {
                    code.origins(*value)
                        .iter()
                        .any(|origin| matches!(origin, Origin::Parameter(at) if *at > 0))
                })
            });
            if has_argument { Given::Copy } else { Given::New }
        }
        Operation::Call(..) => {
            let Some(call) = code.call(instruction) else { return Given::Shared };
            let is_copy = call.name == "clone"
                || call.class == "java/util/Arrays" && call.name.starts_with("copyOf")
                || matches!(&*call.class, "java/util/List" | "java/util/Set" | "java/util/Map")
                    && call.name == "copyOf";
            if is_copy { Given::Copy } else { Given::Shared }
        }
        _ => Given::Shared,
    }
}

/// Whether a method that others can call returns the field as it is: then its author shares it already.
fn is_exposed(class: ClassView<'_>, field: FieldView<'_>) -> bool {
    let world = class.world();
    let callable = class.methods().filter(|method| {
        let flags = method.access_flags();
        method.has_code() && !method.is_constructor() && !flags.is_private() && !flags.is_static()
    });
    callable.filter_map(|method| Code::of(world, method.id())).any(|code| {
        code.body.blocks().any(|block| match code.body.terminator(block) {
            reenact_flow::body::Terminator::Return(Some(value)) => code.sources(value).iter().any(|source| {
                code.body.definition(*source).is_some_and(|instruction| {
                    matches!(instruction.operation, Operation::Field(_, reference)
                            if world.resolved_field(reference) == Ok(field.id()))
                })
            }),
            _ => false,
        })
    })
}

/// Whether `readObject` puts something of its own into the field.
fn is_reassigned(world: &World, reader: Option<MethodView<'_>>, field: FieldView<'_>) -> bool {
    let code = reader.and_then(|reader| Code::of(world, reader.id()));
    code.is_some_and(|code| code.field_stores().any(|store| store.field == field.id()))
}
