//! Bytecode that moves the components of one class between objects and the buffer.
//!
//! The classes are defined as nestmates of the class whose form it is, so that they can call what its author opened. They know
//! only types of `java.base`, because the loader of that class may not have heard of Reenact:
//!
//! ```java
//! final class Range$$Writer implements BiConsumer {
//!     public void accept(Object object, Object out) {
//!         Range.Form form = ((Range) object).form();
//!         ((ObjectOutput) out).writeInt(form.lo());
//!         ((ObjectOutput) out).writeInt(form.hi());
//!     }
//! }
//! final class Range$$Reader implements Function {
//!     public Object apply(Object in) {
//!         return Range.make(((ObjectInput) in).readInt(), ((ObjectInput) in).readInt());
//!     }
//! }
//! ```

use reenact_classfile::assemble::{AssembleError, ClassBuilder, CodeBuilder, LocalKind};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::{AccessFlags, Version};
use reenact_world::{ClassView, World};

use crate::form::{Accessor, Deserializer, Serializer, VersionForm};
use crate::types::{Primitive, Type};

const OUTPUT: &str = "java/io/ObjectOutput";
const INPUT: &str = "java/io/ObjectInput";
const OBJECT: &str = "java/lang/Object";

/// Nestmates exist since Java 11. The code has no branches, so that it needs no stack maps.
const VERSION: Version = Version { major: 55, minor: 0 };

/// A method of the buffer for values of a type: its name, and the type that it takes or returns.
fn method_of(declared: Option<&Type>) -> (&'static str, &'static str) {
    match declared {
        Some(Type::Primitive(primitive)) => match primitive {
            Primitive::Boolean => ("Boolean", "Z"),
            Primitive::Byte => ("Byte", "B"),
            Primitive::Char => ("Char", "C"),
            Primitive::Short => ("Short", "S"),
            Primitive::Int => ("Int", "I"),
            Primitive::Long => ("Long", "J"),
            Primitive::Float => ("Float", "F"),
            Primitive::Double => ("Double", "D"),
        },
        Some(Type::Class(class)) if &**class == "java.lang.String" => ("UTF", "Ljava/lang/String;"),
        _ => ("Object", "Ljava/lang/Object;"),
    }
}

fn builder(name: &str, suffix: &str, interface: &str) -> ClassBuilder {
    let flags = AccessFlags::FINAL | AccessFlags::SYNTHETIC;
    let mut class = ClassBuilder::new(&format!("{name}$${suffix}"), flags, VERSION);
    class.implements(interface);
    let mut code = CodeBuilder::new(class.pool());
    code.load(LocalKind::Reference, 0).invoke(Opcode::INVOKESPECIAL, OBJECT, "<init>", "()V");
    code.op(Opcode::RETURN);
    let body = code.finish();
    class.method(AccessFlags::PUBLIC, "<init>", "()V", &body);
    class
}

/// Assembles a `BiConsumer` that writes the components of an object to an `ObjectOutput`.
pub fn writer(
    world: &World,
    class: ClassView<'_>,
    version: &VersionForm,
    serializer: &Serializer,
) -> Result<Vec<u8>, AssembleError> {
    let name = class.name().to_string();
    let mut builder = builder(&name, "Writer", "java/util/function/BiConsumer");
    let mut code = CodeBuilder::new(builder.pool());
    code.load(LocalKind::Reference, 2).type_op(Opcode::CHECKCAST, OUTPUT).store(LocalKind::Reference, 3);
    code.load(LocalKind::Reference, 1).type_op(Opcode::CHECKCAST, &name).store(LocalKind::Reference, 4);
    let call_serializer = |code: &mut CodeBuilder<'_>| {
        let Some(method) = serializer.method() else { return };
        let view = world.view(method);
        let opcode =
            if view.access_flags().is_static() { Opcode::INVOKESTATIC } else { Opcode::INVOKEVIRTUAL };
        let (own, descriptor) = (view.name().to_string(), view.descriptor().to_string());
        code.load(LocalKind::Reference, 4).invoke(opcode, &name, &own, &descriptor);
    };
    match serializer {
        Serializer::Single { .. } => {
            code.load(LocalKind::Reference, 3);
            call_serializer(&mut code);
            for component in &version.components {
                write_component(&mut code, &component.descriptor);
            }
        }
        _ => {
            if let Serializer::Carrier { .. } = serializer {
                call_serializer(&mut code);
                code.store(LocalKind::Reference, 4);
            }
            for (accessor, component) in serializer.accessors().iter().zip(&version.components) {
                code.load(LocalKind::Reference, 3).load(LocalKind::Reference, 4);
                read_accessor(&mut code, world, *accessor);
                write_component(&mut code, &component.descriptor);
            }
        }
    }
    code.op(Opcode::RETURN);
    let body = code.finish();
    builder.method(AccessFlags::PUBLIC, "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V", &body);
    builder.finish()
}

fn read_accessor(code: &mut CodeBuilder<'_>, world: &World, accessor: Accessor) {
    match accessor {
        Accessor::Field(field) => {
            let view = world.view(field);
            let (class, name) = (view.class().name().to_string(), view.name().to_string());
            code.field(Opcode::GETFIELD, &class, &name, &view.descriptor().to_str());
        }
        Accessor::Method(method) => {
            let view = world.view(method);
            let (class, name) = (view.class(), view.name().to_string());
            let (owner, descriptor) = (class.name().to_string(), view.descriptor().to_string());
            match class.is_interface() {
                true => code.invoke_interface(&owner, &name, &descriptor),
                false => code.invoke(Opcode::INVOKEVIRTUAL, &owner, &name, &descriptor),
            };
        }
    }
}

fn write_component(code: &mut CodeBuilder<'_>, descriptor: &str) {
    let (name, taken) = method_of(Type::parse(descriptor).as_ref());
    // The methods for small numbers take an int.
    let taken = if matches!(taken, "B" | "S" | "C") { "I" } else { taken };
    code.invoke_interface(OUTPUT, &format!("write{name}"), &format!("({taken})V"));
}

/// Assembles a `Function` that makes an object from the components in an `ObjectInput`.
pub fn reader(
    world: &World,
    class: ClassView<'_>,
    version: &VersionForm,
    deserializer: Deserializer,
) -> Result<Vec<u8>, AssembleError> {
    let name = class.name().to_string();
    let member = world.view(deserializer.method);
    let mut builder = builder(&name, "Reader", "java/util/function/Function");
    let mut code = CodeBuilder::new(builder.pool());
    code.load(LocalKind::Reference, 1).type_op(Opcode::CHECKCAST, INPUT).store(LocalKind::Reference, 2);
    if deserializer.is_constructor {
        code.type_op(Opcode::NEW, &name).op(Opcode::DUP);
    }
    for component in &version.components {
        let declared = Type::parse(&component.descriptor);
        let (method, returned) = method_of(declared.as_ref());
        code.load(LocalKind::Reference, 2);
        code.invoke_interface(INPUT, &format!("read{method}"), &format!("(){returned}"));
        let is_other = method == "Object" && &*component.descriptor != "Ljava/lang/Object;";
        if is_other {
            // An array is named by its descriptor, a class without the letter and the semicolon.
            let named = match &declared {
                Some(Type::Class(_)) => &component.descriptor[1..component.descriptor.len() - 1],
                _ => &component.descriptor,
            };
            code.type_op(Opcode::CHECKCAST, named);
        }
    }
    let opcode = if deserializer.is_constructor { Opcode::INVOKESPECIAL } else { Opcode::INVOKESTATIC };
    let (own, descriptor) = (member.name().to_string(), member.descriptor().to_string());
    code.invoke(opcode, &name, &own, &descriptor).op(Opcode::ARETURN);
    let body = code.finish();
    builder.method(AccessFlags::PUBLIC, "apply", "(Ljava/lang/Object;)Ljava/lang/Object;", &body);
    builder.finish()
}
