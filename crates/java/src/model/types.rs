//! Types as source code names them.

use super::ClassName;

/// A type, in any place where Java has one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// A class or interface; without arguments it is raw, or not generic.
    Class {
        name: ClassName,
        arguments: Vec<TypeArgument>,
    },
    /// A type variable in scope, such as `T`.
    Variable(String),
    Array(Box<Type>),
    /// `var`, for local variables from release 10 on. Of an older release it is the caller's mistake, for
    /// the writer does not know the type.
    Var,
}

/// A type argument, between angle brackets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeArgument {
    Type(Type),
    /// `?`
    Any,
    /// `? extends T`
    Extends(Type),
    /// `? super T`
    Super(Type),
}

/// A type variable that a class or method declares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeParameter {
    pub name: String,
    /// None for `Object`.
    pub bounds: Vec<Type>,
}

impl Type {
    /// A class without type arguments.
    pub fn class(name: ClassName) -> Type {
        Type::Class { name, arguments: Vec::new() }
    }

    /// A class with plain types as arguments.
    pub fn generic(name: ClassName, arguments: impl IntoIterator<Item = Type>) -> Type {
        Type::Class { name, arguments: arguments.into_iter().map(TypeArgument::Type).collect() }
    }

    /// `java.lang.String`
    pub fn string() -> Type {
        Type::class(ClassName::lang("String"))
    }

    /// `java.lang.Object`
    pub fn object() -> Type {
        Type::class(ClassName::lang("Object"))
    }

    /// The array type with this element type.
    pub fn array(self) -> Type {
        Type::Array(Box::new(self))
    }

    /// Whether it is one of the eight primitive types.
    pub fn is_primitive(&self) -> bool {
        self.primitive_keyword().is_some() && *self != Type::Void
    }

    /// The type and its dimensions, `int[][]` as `(int, 2)`.
    pub fn element(&self) -> (&Type, usize) {
        let (mut element, mut dimensions) = (self, 0);
        while let Type::Array(inner) = element {
            (element, dimensions) = (inner, dimensions + 1);
        }
        (element, dimensions)
    }

    pub(crate) fn primitive_keyword(&self) -> Option<&'static str> {
        Some(match self {
            Type::Void => "void",
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Char => "char",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Class { .. } | Type::Variable(_) | Type::Array(_) | Type::Var => return None,
        })
    }
}
