//! Members that the serialization runtime looks for by name: misspelt, mistyped, or in a class where it does not look.

use reenact_base::finding::{Code, Finding, Severity};
use reenact_base::spelling::distance;
use reenact_world::{ClassView, MethodView};

use super::classes::Serialized;
use super::{about_class, about_field, about_method};

/// A magic method (Java Object Serialization Specification, chapters 2 and 3).
struct Magic {
    name: &'static str,
    descriptor: &'static str,
    is_private: bool,
    declaration: &'static str,
}

const METHODS: &[Magic] = &[
    Magic {
        name: "writeObject",
        descriptor: "(Ljava/io/ObjectOutputStream;)V",
        is_private: true,
        declaration: "private void writeObject(ObjectOutputStream out) throws IOException",
    },
    Magic {
        name: "readObject",
        descriptor: "(Ljava/io/ObjectInputStream;)V",
        is_private: true,
        declaration: "private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException",
    },
    Magic {
        name: "readObjectNoData",
        descriptor: "()V",
        is_private: true,
        declaration: "private void readObjectNoData() throws ObjectStreamException",
    },
    Magic {
        name: "writeReplace",
        descriptor: "()Ljava/lang/Object;",
        is_private: false,
        declaration: "private Object writeReplace() throws ObjectStreamException",
    },
    Magic {
        name: "readResolve",
        descriptor: "()Ljava/lang/Object;",
        is_private: false,
        declaration: "private Object readResolve() throws ObjectStreamException",
    },
];

/// Streams that a `readObject` or `writeObject` of the wrong type is likely to take.
const STREAMS: &[&str] = &[
    "Ljava/io/ObjectInput;",
    "Ljava/io/ObjectOutput;",
    "Ljava/io/ObjectInputStream;",
    "Ljava/io/ObjectOutputStream;",
    "Ljava/io/InputStream;",
    "Ljava/io/OutputStream;",
    "Ljava/io/DataInput;",
    "Ljava/io/DataOutput;",
];

pub(super) fn check(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    let is_serializable = types.is_serializable(class.id());
    // A supertype that is not on the class path may be serializable.
    let is_known = types.world.missing_supertype(class.id()).is_none();
    if class.is_interface() {
        return;
    }
    for method in class.methods().filter(|method| !method.access_flags().is_synthetic()) {
        if let Some(magic) = METHODS.iter().find(|magic| method.name() == magic.name) {
            exact_name(types, class, method, magic, is_serializable, is_known, found);
        } else if is_serializable {
            found.extend(misspelt(types, method));
        }
    }
    if is_serializable {
        version_field(class, found);
        persistent_fields(class, found);
        missing_version(types, class, found);
        unread_data(types, class, found);
    }
}

fn exact_name(
    types: &Serialized<'_>,
    class: ClassView<'_>,
    method: MethodView<'_>,
    magic: &Magic,
    is_serializable: bool,
    is_known: bool,
    found: &mut Vec<Finding>,
) {
    let flags = method.access_flags();
    let is_typed = method.descriptor() == *magic.descriptor;
    let help = format!("declare it as: {}", magic.declaration);
    if !is_serializable {
        // A method of this exact shape has no other use.
        if is_typed && is_known && magic.is_private && magic.name != "readObjectNoData" && flags.is_private()
        {
            let message = "is never called: the class does not implement java.io.Serializable";
            let help = "implement Serializable, or remove the method";
            found.push(
                about_method(Code::SerialMagicIgnored, types.world, method.id(), message).with_help(help),
            );
        }
        return;
    }
    if !is_typed {
        if looks_intended(method, magic) {
            let message = format!(
                "is never called: the serialization runtime looks for {}{}",
                magic.name, magic.descriptor
            );
            found.push(
                about_method(Code::SerialMagicMember, types.world, method.id(), message).with_help(help),
            );
        }
        return;
    }
    let mistake = match (flags.is_static(), magic.is_private && !flags.is_private()) {
        (true, _) => Some("it is static"),
        (false, true) => Some("it is not private"),
        (false, false) => None,
    };
    if let Some(mistake) = mistake {
        let message = format!("is never called: {mistake}");
        found.push(about_method(Code::SerialMagicMember, types.world, method.id(), message).with_help(help));
        return;
    }
    let ignored = match () {
        () if class.is_enum() => Some("an enum, whose constants are serialized by name"),
        () if class.is_record() && magic.is_private => {
            Some("a record, which is always made by its canonical constructor")
        }
        () if types.is_externalizable(class.id()) && magic.is_private => {
            Some("Externalizable, which is read by readExternal")
        }
        () => None,
    };
    if let Some(reason) = ignored {
        let message = format!("is never called: {} is {reason}", class.binary_name());
        let help = "remove it";
        found.push(about_method(Code::SerialMagicIgnored, types.world, method.id(), message).with_help(help));
    }
}

/// Whether a method that has the name of a magic one, and another type, was meant to be it.
fn looks_intended(method: MethodView<'_>, magic: &Magic) -> bool {
    let Some(descriptor) = method.parsed_descriptor() else { return false };
    let parameters: Vec<String> =
        descriptor.parameters().map(|parameter| parameter.descriptor().to_string()).collect();
    match magic.name {
        // Something else than `Object` is returned; without a result it is another method.
        "writeReplace" | "readResolve" => parameters.is_empty() && descriptor.result().is_some(),
        "readObjectNoData" => parameters.is_empty(),
        _ => matches!(&parameters[..], [stream] if STREAMS.contains(&stream.as_str())),
    }
}

/// A private method of a magic type whose name is nearly a magic one.
fn misspelt(types: &Serialized<'_>, method: MethodView<'_>) -> Option<Finding> {
    // A helper that something calls, such as the `doWriteObject` of a `writeObject`, is not a mistake.
    let is_called = !types.world.direct_callers(method.id()).is_empty();
    if method.is_constructor() || method.is_class_initialiser() || is_called {
        return None;
    }
    let name = method.name().to_string();
    let magic = METHODS.iter().find(|magic| {
        let is_near = name.eq_ignore_ascii_case(magic.name) || distance(&name, magic.name) <= 2;
        // Methods without a stream have a type that any method may have: there only the letters' case may differ.
        let is_telling = magic.descriptor.contains("Stream") || name.eq_ignore_ascii_case(magic.name);
        is_near && is_telling && method.descriptor() == *magic.descriptor
    })?;
    let has_it = method.class().method(magic.name, magic.descriptor).is_some();
    if has_it {
        return None;
    }
    let message = format!("is never called: the serialization runtime looks for {}", magic.name);
    let help = format!("rename it: {}", magic.declaration);
    Some(about_method(Code::SerialMagicMember, types.world, method.id(), message).with_help(help))
}

fn version_field(class: ClassView<'_>, found: &mut Vec<Finding>) {
    let help = "declare it as: private static final long serialVersionUID = 1L";
    for field in class.fields() {
        let (name, flags) = (field.name().to_string(), field.access_flags());
        let descriptor = field.descriptor().to_string();
        if name == "serialVersionUID" {
            // `Field.getLong` widens the smaller types.
            let is_number = matches!(&*descriptor, "J" | "I" | "S" | "B" | "C");
            let mistake = match (is_number, flags.is_static(), flags.is_final()) {
                (false, ..) => "is not a long",
                (_, false, _) => "is not static",
                (.., false) => "is not final",
                _ => continue,
            };
            let message = format!("is ignored, because it {mistake}: the version follows from the members");
            found.push(about_field(Code::SerialMagicMember, field, message).with_help(help));
        } else if flags.is_static()
            && descriptor == "J"
            && (name.eq_ignore_ascii_case("serialVersionUID") || distance(&name, "serialVersionUID") <= 2)
        {
            let message = "is ignored: the serialization runtime looks for serialVersionUID";
            found.push(about_field(Code::SerialMagicMember, field, message).with_help(help));
        }
    }
}

fn persistent_fields(class: ClassView<'_>, found: &mut Vec<Finding>) {
    let Some(field) = class.field("serialPersistentFields") else { return };
    let flags = field.access_flags();
    let is_typed = field.descriptor() == "[Ljava/io/ObjectStreamField;";
    let mistake = match (is_typed, flags.is_private(), flags.is_static(), flags.is_final()) {
        (false, ..) => "is not an ObjectStreamField[]",
        (_, false, ..) => "is not private",
        (_, _, false, _) => "is not static",
        (.., false) => "is not final",
        _ => return,
    };
    let help = "declare it as: private static final ObjectStreamField[] serialPersistentFields";
    let message = format!("is ignored, because it {mistake}: the fields that are not transient are written");
    found.push(about_field(Code::SerialMagicMember, field, message).with_help(help));
}

/// Classes whose version follows from their members, so that any change of a method breaks old streams.
fn missing_version(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    let is_named = class.simple_name().is_some();
    let has_it = class.field("serialVersionUID").is_some();
    // Exceptions are serializable by birth, and their authors seldom mean it. Records have version 0.
    let is_exempt = class.is_enum()
        || class.is_record()
        || class.access_flags().is_abstract()
        || super::is_a(types.world, class.id(), "java/lang/Throwable");
    if has_it || is_exempt || !is_named {
        return;
    }
    let message = "has no serialVersionUID: a recompiled class with another member cannot read old streams";
    let finding = about_class(Code::SerialVersionMissing, class, message).with_severity(Severity::Note);
    found.push(finding.with_help("add: private static final long serialVersionUID = 1L"));
}

/// A `writeObject` that writes more than the fields, without a `readObject` that reads it.
fn unread_data(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    let hooks = types.hooks(class);
    let (Some(writer), None) = (hooks.write_object, hooks.read_object) else { return };
    let Some(code) = crate::code::Code::of(types.world, writer.id()) else { return };
    let written = code.calls().find(|call| {
        call.class.starts_with("java/io/Object")
            && call.name.starts_with("write")
            && call.name != "writeFields"
    });
    let Some(written) = written else { return };
    let message = format!(
        "writes data with {} that nothing reads: the class has no readObject, so that it is lost",
        written.name
    );
    let help = "add a readObject that reads the same data in the same order";
    found.push(about_method(Code::SerialMagicMissing, types.world, writer.id(), message).with_help(help));
}
