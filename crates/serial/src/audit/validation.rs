//! Constructors that check what a stream may say without being checked.
//!
//! The runtime sets fields, and calls no constructor of the class. A check that only a constructor makes does not protect an
//! object that comes from a stream.

use reenact_base::Id;
use reenact_base::finding::{Code as Kind, Finding, Severity};
use reenact_flow::body::{Definition, Operation, ValueId};
use reenact_world::{ClassView, FieldId, MethodId, MethodView, World};
use rustc_hash::{FxHashMap, FxHashSet};

use super::about_method;
use super::classes::{Hooks, Serialized};
use crate::code::{CallSite, Code, Origin};

/// A parameter of a constructor that is checked and stored.
struct Checked {
    constructor: MethodId,
    field: FieldId,
    line: Option<u32>,
    /// True if it is only compared with null.
    is_null_check: bool,
}

pub(super) fn check(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    if types.is_protected(class) || super::is_a(types.world, class.id(), "java/lang/Throwable") {
        return;
    }
    let hooks = types.hooks(class);
    let checked = checked_fields(types.world, class);
    if checked.is_empty() {
        return;
    }
    if let Some(replace) = hooks.write_replace.filter(|_| hooks.read_resolve.is_none()) {
        // A proxy is written, and a stream may still name the class itself.
        if hooks.read_object.is_none() && !types.is_externalizable(class.id()) {
            let message = "replaces the object when it is written; a forged stream can still name the class, and sets its fields without the checks of its constructors";
            let help = "add: private void readObject(ObjectInputStream in) throws InvalidObjectException { throw new InvalidObjectException(\"use the proxy\"); }";
            found.push(
                about_method(Kind::SerialUncheckedState, types.world, replace.id(), message).with_help(help),
            );
        }
        return;
    }
    let readers = [hooks.read_object, hooks.read_external, hooks.read_resolve];
    let guarded = readers.into_iter().flatten().any(|reader| validates(types.world, class, reader, 2));
    if guarded {
        return;
    }
    found.push(report(types.world, class, &checked, &hooks));
}

fn report(world: &World, class: ClassView<'_>, checked: &[Checked], hooks: &Hooks<'_>) -> Finding {
    let first = checked.iter().find(|one| !one.is_null_check).unwrap_or(&checked[0]);
    let mut names: Vec<String> = Vec::new();
    for one in checked {
        let name = world.view(one.field).name().to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let reader = match (hooks.read_object.is_some(), hooks.read_external.is_some()) {
        (true, _) => "readObject does not",
        (_, true) => "readExternal does not",
        _ => "the class has no readObject that does",
    };
    let message =
        format!("checks {} before it is stored, and {reader}: a stream can hold any value", names.join(", "));
    let help = format!(
        "check the fields in readObject and throw InvalidObjectException, or read {} through its constructor: a serialization proxy, a record, or @Deserializer",
        class.binary_name()
    );
    let only_null = checked.iter().all(|one| one.is_null_check);
    let mut finding = about_method(Kind::SerialUncheckedState, world, first.constructor, message)
        .with_help(help)
        .identified_by([class.binary_name()]);
    if let Some(line) = first.line {
        finding = finding.at(super::location(class, Some(line)));
    }
    if only_null { finding.with_severity(Severity::Note) } else { finding }
}

/// The fields that constructors set from parameters that they check.
fn checked_fields(world: &World, class: ClassView<'_>) -> Vec<Checked> {
    let mut all = Vec::new();
    for constructor in class.methods().filter(|method| method.is_constructor() && method.has_code()) {
        let Some(code) = Code::of(world, constructor.id()) else { continue };
        let checks = checks(&code, class, 2);
        if checks.is_empty() {
            continue;
        }
        for store in code.field_stores() {
            let field = world.view(store.field);
            let flags = field.access_flags();
            // Compilers check the instance around an inner class by themselves.
            let is_data = !flags.is_transient() && !flags.is_static() && !flags.is_synthetic();
            if field.class().id() != class.id() || !is_data {
                continue;
            }
            // A size that an array is made with is not its content.
            let stored = handed_on(&code, store.value);
            let is_object = matches!(field.descriptor().as_bytes().first(), Some(b'[' | b'L'));
            let is_made = is_object && is_made_here(&code, store.value);
            for (&parameter, &(line, is_null_check)) in &checks {
                if (is_null_check || !is_made) && stored.contains(&parameter) {
                    let constructor = constructor.id();
                    all.push(Checked { constructor, field: store.field, line, is_null_check });
                }
            }
        }
    }
    all.sort_by_key(|one| (one.constructor, one.field, one.is_null_check));
    all.dedup_by_key(|one| (one.constructor, one.field));
    all
}

/// The parameters that a value is, or is a copy of: an argument of a static method, of a constructor or of `clone`. What is
/// read from a parameter is another value.
fn handed_on(code: &Code<'_>, value: ValueId) -> FxHashSet<usize> {
    let kind = code.body.value(value).kind;
    let mut values = Vec::new();
    for source in code.sources(value) {
        values.push(source);
        let Some(instruction) = code.body.definition(source) else { continue };
        match instruction.operation {
            Operation::Call(reenact_world::CallKind::Static, _) => {
                values.extend(code.body.operands(instruction));
            }
            Operation::Call(..) if code.call(instruction).is_some_and(|call| call.name == "clone") => {
                values.extend(code.body.operands(instruction));
            }
            Operation::New(_) => {
                let maker = code
                    .calls()
                    .find(|call| call.name == "<init>" && call.arguments.first() == Some(&source));
                values.extend(maker.into_iter().flat_map(|call| call.arguments[1..].to_vec()));
            }
            _ => {}
        }
    }
    values
        .into_iter()
        .flat_map(|value| code.sources(value))
        .filter(|value| code.body.value(*value).definition == Definition::Parameter)
        .filter(|value| code.body.value(*value).kind == kind)
        .map(|value| value.index())
        .collect()
}

/// Whether a value is a new array of the size of something, whose elements have nothing to do with it.
fn is_made_here(code: &Code<'_>, value: ValueId) -> bool {
    code.sources(value).iter().any(|source| {
        code.body.definition(*source).is_some_and(|instruction| {
            matches!(
                instruction.operation,
                Operation::NewArray(_) | Operation::NewPrimitiveArray(_) | Operation::NewMultiArray(_)
            )
        })
    })
}

/// The parameters of a method that it checks, with the line, and whether only null is refused.
fn checks(code: &Code<'_>, class: ClassView<'_>, depth: usize) -> FxHashMap<usize, (Option<u32>, bool)> {
    let mut found: FxHashMap<usize, (Option<u32>, bool)> = FxHashMap::default();
    let mut add = |parameter: usize, line: Option<u32>, is_null_check: bool| {
        let known = found.entry(parameter).or_insert((line, is_null_check));
        if known.1 && !is_null_check {
            *known = (line, false);
        }
    };
    let is_instance = !code.world.view(code.body.method()).access_flags().is_static();
    let first = usize::from(is_instance);
    for (values, pc) in code.guards() {
        let is_reference =
            |value: &ValueId| code.body.value(*value).kind == reenact_flow::body::Kind::Reference;
        // `x == null` is a branch over one reference.
        let is_null_check = values.iter().all(is_reference);
        for value in &values {
            for parameter in code.parameters_in(*value).into_iter().filter(|&at| at >= first) {
                add(parameter, code.line(pc), is_null_check);
            }
        }
    }
    for call in code.calls() {
        for (position, is_null_check) in checked_arguments(code, &call, class, depth) {
            let Some(value) = call.arguments.get(position) else { continue };
            for parameter in code.parameters_in(*value).into_iter().filter(|&at| at >= first) {
                add(parameter, code.line(call.pc), is_null_check);
            }
        }
    }
    found
}

/// The arguments that a call checks: those of well-known helpers, and of methods of the class itself that throw.
fn checked_arguments(
    code: &Code<'_>,
    call: &CallSite<'_>,
    class: ClassView<'_>,
    depth: usize,
) -> Vec<(usize, bool)> {
    let name = call.name.as_str();
    match call.class.as_str() {
        "java/util/Objects" if name.starts_with("requireNonNull") && !name.ends_with("Else") => {
            return vec![(0, true)];
        }
        "java/util/Objects" if name.starts_with("check") => return vec![(0, false)],
        _ => {}
    }
    let simple = call.class.rsplit('/').next().unwrap_or_default();
    let is_helper = matches!(simple, "Preconditions" | "Validate" | "Assert" | "Args" | "Checks" | "Asserts");
    if is_helper && call.kind == reenact_world::CallKind::Static {
        let is_null_check = name.to_ascii_lowercase().contains("null");
        return (0..call.arguments.len()).map(|at| (at, is_null_check)).collect();
    }
    let Some(method) = call.method.filter(|_| depth > 0) else { return Vec::new() };
    let view = code.world.view(method);
    let is_own = view.class().id() == class.id() && !view.is_constructor();
    if !is_own || !(view.access_flags().is_private() || view.access_flags().is_static()) {
        return Vec::new();
    }
    let Some(callee) = Code::of(code.world, method) else { return Vec::new() };
    checks(&callee, class, depth - 1)
        .into_iter()
        .map(|(at, (_, is_null_check))| (at, is_null_check))
        .collect()
}

/// Whether a reader checks what it read: it throws under some condition, calls a helper that checks, or makes the object by a
/// constructor of the class.
fn validates(world: &World, class: ClassView<'_>, reader: MethodView<'_>, depth: usize) -> bool {
    let Some(code) = Code::of(world, reader.id()) else { return true };
    if !code.guards().is_empty() {
        return true;
    }
    let fields: FxHashSet<FieldId> = class.fields().map(|field| field.id()).collect();
    code.calls().any(|call| {
        let makes_it = call.name == "<init>" && class.name() == *call.class;
        let is_stream = call.class.starts_with("java/io/Object");
        let checks_field = || {
            checked_arguments(&code, &call, class, 2).iter().any(|&(at, _)| {
                call.arguments.get(at).is_some_and(|value| {
                    code.origins(*value)
                        .iter()
                        .any(|origin| matches!(origin, Origin::Field(field) if fields.contains(field)))
                })
            })
        };
        let own = call.method.filter(|method| world.view(*method).class().id() == class.id());
        // A method of the class that the reader calls may check for it.
        let checks_there = || {
            depth > 0
                && own.is_some_and(|method| {
                    let view = world.view(method);
                    !view.is_constructor() && view.has_code() && validates(world, class, view, depth - 1)
                })
        };
        // `registerValidation` names an object that checks later.
        makes_it || is_stream && call.name == "registerValidation" || checks_field() || checks_there()
    })
}
