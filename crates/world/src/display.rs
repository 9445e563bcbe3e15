//! Names as people read them.

use std::fmt;

use reenact_base::Symbol;
use reenact_base::name::InternalName;
use reenact_classfile::{FieldType, MethodDescriptor, Mutf8};

use crate::World;
use crate::ids::*;

/// A binary name such as `java.util.Map$Entry` from an internal name such as `java/util/Map$Entry`.
pub fn binary_name(internal_name: Mutf8<'_>) -> String {
    InternalName::new(internal_name.to_str()).to_binary().into_string()
}

/// A member as `pkg.Class#name(parameter types)`, or `pkg.Class#name` for a field; with `{:#}` also
/// the result type, which distinguishes a bridge method from its target.
pub(crate) struct MemberName<'w> {
    world: &'w World,
    class: Symbol,
    name_and_type: NameAndTypeId,
}

impl<'w> MemberName<'w> {
    pub fn new(world: &'w World, class: Symbol, name_and_type: NameAndTypeId) -> Self {
        MemberName { world, class, name_and_type }
    }
}

impl fmt::Display for MemberName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = self.world.name_and_type_of(self.name_and_type);
        write_class_constant(f, self.world.text(self.class))?;
        write!(f, "#{}", self.world.text(pair.name))?;
        let descriptor = self.world.text(pair.descriptor);
        if let Some(method) = MethodDescriptor::parse(descriptor) {
            f.write_str("(")?;
            for (position, parameter) in method.parameters().enumerate() {
                f.write_str(if position == 0 { "" } else { "," })?;
                write_type(f, parameter)?;
            }
            f.write_str(")")?;
            if f.alternate() {
                f.write_str(":")?;
                match method.result() {
                    Some(result) => write_type(f, result)?,
                    None => f.write_str("void")?,
                }
            }
        } else if let (true, Some(field)) = (f.alternate(), FieldType::parse(descriptor)) {
            f.write_str(":")?;
            write_type(f, field)?;
        } else if descriptor.as_bytes().starts_with(b"(") {
            // Malformed, but shown: two methods must not look the same.
            write!(f, "{descriptor}")?;
        }
        Ok(())
    }
}

/// The name of a class, or of an array as `int[]`, from a `Class` constant's text.
fn write_class_constant(f: &mut fmt::Formatter<'_>, name: Mutf8<'_>) -> fmt::Result {
    match name.as_bytes().first() {
        Some(b'[') => match FieldType::parse(name) {
            Some(array) => write_type(f, array),
            None => write!(f, "{name}"),
        },
        _ => f.write_str(&binary_name(name)),
    }
}

/// A type as Java source names it, but for nested classes: `int`, `java.util.Map$Entry[]`.
fn write_type(f: &mut fmt::Formatter<'_>, field_type: FieldType<'_>) -> fmt::Result {
    let element = field_type.innermost();
    match element.class_name() {
        Some(name) => f.write_str(&binary_name(name))?,
        None => f.write_str(match element.kind() {
            b'B' => "byte",
            b'C' => "char",
            b'D' => "double",
            b'F' => "float",
            b'I' => "int",
            b'J' => "long",
            b'S' => "short",
            _ => "boolean",
        })?,
    }
    let dimensions = field_type.descriptor().as_bytes().len() - element.descriptor().as_bytes().len();
    (0..dimensions).try_for_each(|_| f.write_str("[]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shown<'a>(&'a str);

    impl fmt::Display for Shown<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_class_constant(f, Mutf8::new(self.0.as_bytes()))
        }
    }

    #[test]
    fn classes_and_arrays_as_people_write_them() {
        let shown = |name| Shown(name).to_string();
        assert_eq!(shown("java/util/Map$Entry"), "java.util.Map$Entry");
        assert_eq!(shown("[[I"), "int[][]");
        assert_eq!(shown("[Ljava/lang/String;"), "java.lang.String[]");
        assert_eq!(shown("[broken"), "[broken", "malformed, but shown");
    }
}
