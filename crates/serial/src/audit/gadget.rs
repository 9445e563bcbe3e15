//! Serializable classes that do what their fields say: call a method, make an object, start a program.
//!
//! An object of such a class in a forged stream is a step of an attack: whatever calls its method runs the attacker's choice.

use reenact_base::finding::{Code as Kind, Finding};
use reenact_world::{ClassView, FieldId, MethodView};
use rustc_hash::FxHashSet;

use super::about_method;
use super::classes::Serialized;
use crate::code::{CallSite, Code, Origin};

/// Methods that do what they are given: class, name, the arguments that decide (the receiver is 0), and the words for it.
const SINKS: &[(&str, &str, &[usize], &str)] = &[
    ("java/lang/reflect/Method", "invoke", &[0], "calls a method"),
    ("java/lang/Class", "getMethod", &[1], "looks up a method"),
    ("java/lang/Class", "getDeclaredMethod", &[1], "looks up a method"),
    ("java/lang/reflect/Constructor", "newInstance", &[0], "makes an object"),
    ("java/lang/Class", "newInstance", &[0], "makes an object"),
    ("java/lang/Class", "forName", &[0], "loads a class"),
    ("java/lang/ClassLoader", "loadClass", &[1], "loads a class"),
    ("java/lang/ClassLoader", "defineClass", &[2], "defines a class"),
    ("java/lang/Runtime", "exec", &[1], "starts a program"),
    ("java/lang/ProcessBuilder", "start", &[0], "starts a program"),
    ("javax/naming/Context", "lookup", &[1], "looks up a name"),
    ("javax/naming/InitialContext", "lookup", &[1], "looks up a name"),
    ("javax/script/ScriptEngine", "eval", &[1], "runs a script"),
];

pub(super) fn check(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    if types.is_protected(class) {
        return;
    }
    let world = types.world;
    // Fields that a stream sets, inherited ones included.
    let fields: FxHashSet<FieldId> = std::iter::once(class.id())
        .chain(world.superclasses(class.id()))
        .filter(|above| types.is_serializable(*above))
        .flat_map(|above| world.view(above).fields())
        .filter(|field| !field.access_flags().is_static() && !field.access_flags().is_transient())
        .map(|field| field.id())
        .collect();
    if fields.is_empty() {
        return;
    }
    // A constructor sees arguments, not what a stream said.
    let methods = class.methods().filter(|method| {
        method.has_code()
            && !method.is_constructor()
            && !method.access_flags().is_static()
            && method.name() != "writeObject"
    });
    for method in methods {
        found.extend(sink(types, class, method, &fields));
    }
}

fn sink(
    types: &Serialized<'_>,
    class: ClassView<'_>,
    method: MethodView<'_>,
    fields: &FxHashSet<FieldId>,
) -> Option<Finding> {
    let code = Code::of(types.world, method.id())?;
    let (call, field, what) = code.calls().find_map(|call| {
        let (.., decisive, what) = *SINKS.iter().find(|(class, name, ..)| is_call(&call, class, name))?;
        let field = decisive.iter().find_map(|&at| {
            let value = call.arguments.get(at)?;
            let mut origins: Vec<FieldId> = code
                .origins(*value)
                .into_iter()
                .filter_map(|origin| match origin {
                    Origin::Field(field) if fields.contains(&field) => Some(field),
                    _ => None,
                })
                .collect();
            origins.sort_unstable();
            origins.first().copied()
        })?;
        Some((call, field, what))
    })?;
    let name = types.world.view(field).name();
    let message = format!(
        "{what} that the field {name} decides ({}.{}), and a forged stream sets that field: the class is a step of a deserialization attack",
        call.class.rsplit('/').next().unwrap_or_default(),
        call.name
    );
    let help = format!(
        "do not make {} serializable; if it must be, give it a readObject that throws, or accept only listed values of {name}",
        class.binary_name()
    );
    let finding = about_method(Kind::SerialGadget, types.world, method.id(), message).with_help(help);
    Some(match code.line(call.pc) {
        Some(line) => finding.at(super::location(class, Some(line))),
        None => finding,
    })
}

fn is_call(call: &CallSite<'_>, class: &str, name: &str) -> bool {
    call.class == class && call.name == name
}
