//! The form that a class could declare, inferred from its fields and constructors.

use reenact_flow::paths::PathCache;
use reenact_world::{ClassId, ClassView, MethodId, World};

use crate::extract::{Inferred, infer};
use crate::types::Type;

/// Java that gives a class a serial form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The constructor that takes all fields; it gets `@Deserializer`.
    pub constructor: Option<MethodId>,
    /// Members to add at the end of the class, without indentation.
    pub members: Vec<String>,
    /// Fields that are left out, with the reason.
    pub left_out: Vec<(String, String)>,
    /// The three steps of the migration, as a checklist.
    pub checklist: Vec<String>,
}

/// Records are of Java 16.
const RECORDS: u16 = 60;

/// Suggests a form for a class that declares none.
pub fn suggest(world: &World, paths: &PathCache<'_>, class: ClassId) -> Suggestion {
    let view = world.view(class);
    let inferred = infer(world, paths, class);
    let simple = view.simple_name().map(|name| name.to_string()).unwrap_or_default();
    let mut members = Vec::new();
    let types: Vec<(String, String)> = inferred
        .fields
        .iter()
        .map(|field| {
            let field = world.view(*field);
            let declared = Type::parse(&field.descriptor().to_str()).unwrap_or_else(Type::object);
            (declared.to_string().replace('$', "."), field.name().to_string())
        })
        .collect();
    let parameters: Vec<String> = types.iter().map(|(of, name)| format!("{of} {name}")).collect();
    let names: Vec<String> = types.iter().map(|(_, name)| name.clone()).collect();
    if inferred.constructor.is_none() {
        let mut constructor = vec![
            "/** Reads version 1. Check the arguments here as the other constructors do. */".to_owned(),
            "@io.reenact.serial.Deserializer(open = true)".to_owned(),
            format!("private {simple}({}) {{", parameters.join(", ")),
        ];
        constructor.extend(names.iter().map(|name| format!("    this.{name} = {name};")));
        constructor.push("}".to_owned());
        members.push(constructor.join("\n"));
    }
    if view.version().major >= RECORDS {
        members.push(format!(
            "/** The data of {simple}. */\npublic record Form({}) {{}}",
            parameters.join(", ")
        ));
        members.push(format!(
            "@io.reenact.serial.Serializer\npublic Form form() {{\n    return new Form({});\n}}",
            names.join(", ")
        ));
    } else {
        members.push(carrier(&types));
        members.push(format!(
            "@io.reenact.serial.Serializer\npublic Form form() {{\n    return new Form({});\n}}",
            names.join(", ")
        ));
    }
    Suggestion {
        constructor: inferred.constructor,
        members,
        left_out: left_out(world, class, &inferred),
        checklist: checklist(world, view),
    }
}

/// A class with accessors, for releases without records.
fn carrier(types: &[(String, String)]) -> String {
    let mut lines = vec![
        "/** The data, with an accessor for each component. */".to_owned(),
        "public static final class Form {".to_owned(),
    ];
    lines.extend(types.iter().map(|(of, name)| format!("    private final {of} {name};")));
    let parameters: Vec<String> = types.iter().map(|(of, name)| format!("{of} {name}")).collect();
    lines.push(format!("    Form({}) {{", parameters.join(", ")));
    lines.extend(types.iter().map(|(_, name)| format!("        this.{name} = {name};")));
    lines.push("    }".to_owned());
    lines.extend(types.iter().map(|(of, name)| format!("    public {of} {name}() {{ return {name}; }}")));
    lines.push("}".to_owned());
    lines.join("\n")
}

/// Fields of superclasses have constructors of their own; transient fields are no data.
fn left_out(world: &World, class: ClassId, inferred: &Inferred) -> Vec<(String, String)> {
    let fields = world.view(class).fields().filter(|field| !field.access_flags().is_static());
    fields
        .filter(|field| !inferred.fields.contains(&field.id()))
        .filter(|field| !field.access_flags().is_synthetic())
        .map(|field| (field.name().to_string(), "it is transient".to_owned()))
        .collect()
}

/// The steps of "Adapting the JDK" in "Towards Better Serialization", for one class.
fn checklist(world: &World, class: ClassView<'_>) -> Vec<String> {
    let name = class.binary_name();
    let is_serializable = world
        .class_id("java/io/Serializable")
        .is_some_and(|serializable| world.is_subtype(class.id(), serializable));
    let mut steps = vec![
        format!(
            "Check that the deserializer of {name} refuses what other constructors refuse, and copies mutable arguments."
        ),
        "Release N: add the deserializer only. Instances that release N+1 writes can be read.".to_owned(),
        "Release N+1: add the serializer. Instances of release N can still be read.".to_owned(),
    ];
    steps.push(match is_serializable {
        true => format!(
            "Release N+2 or later: remove the old members of {name} (writeObject, readResolve, serialPersistentFields), and replace readObject by one that throws InvalidObjectException."
        ),
        false => "Release N+2 or later: nothing is left to remove; the class is not java.io.Serializable.".to_owned(),
    });
    steps.push(format!("Run: reenact serial check TARGET, and: reenact serial describe {name} TARGET"));
    steps
}
