//! The types of components.

use std::fmt;

use reenact_base::name::{BinaryName, InternalName};
use reenact_classfile::{FieldType, Mutf8};

/// The type of a component or of an array's elements.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    Primitive(Primitive),
    /// A class or interface by its binary name.
    Class(Box<str>),
    /// An array, by the type of its elements.
    Array(Box<Type>),
}

/// The primitive types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    pub const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Char,
        Primitive::Short,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    /// The keyword.
    pub const fn name(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// The letter of its descriptor (JVMS 4.3.2).
    pub const fn letter(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// The binary name of the class whose objects hold such a value.
    pub const fn wrapper(self) -> &'static str {
        match self {
            Primitive::Boolean => "java.lang.Boolean",
            Primitive::Byte => "java.lang.Byte",
            Primitive::Char => "java.lang.Character",
            Primitive::Short => "java.lang.Short",
            Primitive::Int => "java.lang.Integer",
            Primitive::Long => "java.lang.Long",
            Primitive::Float => "java.lang.Float",
            Primitive::Double => "java.lang.Double",
        }
    }

    /// The type of a keyword.
    pub fn named(name: &str) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|primitive| primitive.name() == name)
    }

    /// The primitive in a wrapper class, by its binary name.
    pub fn wrapped_by(class: &str) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|primitive| primitive.wrapper() == class)
    }
}

impl Type {
    /// `java.lang.Object`, the type of a position that can hold anything.
    pub fn object() -> Type {
        Type::Class("java.lang.Object".into())
    }

    pub fn string() -> Type {
        Type::Class("java.lang.String".into())
    }

    /// Reads a descriptor such as `[Ljava/lang/String;`; `None` if it is malformed.
    pub fn parse(descriptor: &str) -> Option<Type> {
        let parsed = FieldType::parse(Mutf8::new(descriptor.as_bytes()))?;
        let element = parsed.innermost();
        let innermost = match element.class_name() {
            Some(name) => Type::Class(InternalName::new(name.to_str()).to_binary().into_string().into()),
            None => {
                let letter = char::from(element.kind());
                Type::Primitive(Primitive::ALL.into_iter().find(|one| one.letter() == letter)?)
            }
        };
        let dimensions = descriptor.bytes().take_while(|&byte| byte == b'[').count();
        Some((0..dimensions).fold(innermost, |element, _| Type::Array(Box::new(element))))
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> String {
        match self {
            Type::Primitive(primitive) => primitive.letter().to_string(),
            Type::Class(name) => BinaryName::new(&**name).to_internal().to_descriptor(),
            Type::Array(element) => format!("[{}", element.descriptor()),
        }
    }

    /// The type of a name as [`fmt::Display`] writes it: `int[]`, `java.util.Map$Entry`.
    pub fn named(name: &str) -> Option<Type> {
        if let Some(element) = name.strip_suffix("[]") {
            // An array has at most 255 dimensions (JVMS 4.3.2).
            let dimensions = name.len().saturating_sub(name.trim_end_matches("[]").len()) / 2;
            return (dimensions <= 255)
                .then(|| Type::named(element).map(|one| Type::Array(Box::new(one))))?;
        }
        if let Some(primitive) = Primitive::named(name) {
            return Some(Type::Primitive(primitive));
        }
        is_class_name(name).then(|| Type::Class(name.into()))
    }

    /// True if a position of this type may hold null.
    pub fn is_reference(&self) -> bool {
        !matches!(self, Type::Primitive(_))
    }
}

/// Whether a text can be the binary name of a class: identifiers with dots between them.
pub fn is_class_name(name: &str) -> bool {
    let is_start = |char: char| char.is_alphabetic() || char == '_' || char == '$';
    let is_part = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(is_start) && chars.all(|char| is_start(char) || char.is_numeric())
    };
    !name.is_empty() && name.split('.').all(is_part)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Primitive(primitive) => f.write_str(primitive.name()),
            Type::Class(name) => f.write_str(name),
            Type::Array(element) => write!(f, "{element}[]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_and_names_are_read_and_written() {
        for (descriptor, name) in [
            ("I", "int"),
            ("[[J", "long[][]"),
            ("Ljava/util/Map$Entry;", "java.util.Map$Entry"),
            ("[Ljava/lang/String;", "java.lang.String[]"),
        ] {
            let parsed = Type::parse(descriptor).unwrap();
            assert_eq!((parsed.to_string().as_str(), parsed.descriptor().as_str()), (name, descriptor));
            assert_eq!(Type::named(name), Some(parsed));
        }
        for malformed in ["", "V", "Lx", "[", "II"] {
            assert_eq!(Type::parse(malformed), None, "{malformed:?}");
        }
        for malformed in ["", "a..b", "1a", "a b", "[]", "a.", "x<y>"] {
            assert_eq!(Type::named(malformed), None, "{malformed:?}");
        }
        assert_eq!(Type::named(&format!("int{}", "[]".repeat(300))), None);
    }
}
