//! Java's types, as far as one must know them to write code that compiles.
//!
//! Class files keep two views of a type: the erased one of descriptors, which the JVM goes by, and the generic
//! one of `Signature` attributes, which javac goes by. [`Types`] reads both and falls back to the first where
//! the second is missing or malformed.

mod signature;
mod supertype;

use reenact_classfile::{FieldType, MethodDescriptor, Mutf8};
use reenact_world::{ClassId, FieldId, MethodId, World};
use rustc_hash::FxHashMap;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    /// By the letter of its descriptor.
    Primitive(u8),
    /// Without arguments it is raw, or not generic.
    Class(ClassId, Vec<Argument>),
    Array(Box<Ty>),
    Variable(Box<str>),
    /// Of a class that is not on the class path; and the type of `null`, which goes anywhere.
    Unknown,
}

/// A type argument, between angle brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    Exact(Ty),
    Any,
    Extends(Ty),
    Super(Ty),
}

/// The types of type variables.
pub(crate) type Bindings = FxHashMap<Box<str>, Ty>;

/// A method's or constructor's types, as it declares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formal {
    /// As many as the descriptor has.
    pub parameters: Vec<Ty>,
    /// `None` for `void` and constructors.
    pub result: Option<Ty>,
    /// Names of the type variables that the method itself declares.
    pub variables: Vec<Box<str>>,
    /// The first bounds of these.
    pub bounds: Vec<Ty>,
    pub is_variadic: bool,
}

/// The types of a program.
#[derive(Clone, Copy)]
pub(crate) struct Types<'w> {
    pub world: &'w World,
}

impl Ty {
    pub fn class(class: ClassId) -> Ty {
        Ty::Class(class, Vec::new())
    }

    /// The primitive type of a keyword, `void` included.
    pub fn primitive_named(keyword: &str) -> Option<Ty> {
        let letter = match keyword {
            "boolean" => b'Z',
            "byte" => b'B',
            "char" => b'C',
            "short" => b'S',
            "int" => b'I',
            "long" => b'J',
            "float" => b'F',
            "double" => b'D',
            "void" => b'V',
            _ => return None,
        };
        Some(Ty::Primitive(letter))
    }

    pub fn is_primitive(&self) -> bool {
        matches!(self, Ty::Primitive(_))
    }

    /// The class, if it is one.
    pub fn class_id(&self) -> Option<ClassId> {
        match self {
            Ty::Class(class, _) => Some(*class),
            _ => None,
        }
    }

    /// The elements' type, if it is an array.
    pub fn element(&self) -> Option<&Ty> {
        match self {
            Ty::Array(element) => Some(element),
            _ => None,
        }
    }

    /// Without type arguments.
    pub fn erased(&self) -> Ty {
        match self {
            Ty::Class(class, _) => Ty::class(*class),
            Ty::Array(element) => Ty::Array(Box::new(element.erased())),
            other => other.clone(),
        }
    }

    /// Whether no variable and nothing unknown is in it, so that it can be written down.
    pub fn is_known(&self) -> bool {
        match self {
            Ty::Primitive(_) => true,
            Ty::Class(_, arguments) => arguments.iter().all(|argument| match argument {
                Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty) => ty.is_known(),
                Argument::Any => true,
            }),
            Ty::Array(element) => element.is_known(),
            Ty::Variable(_) | Ty::Unknown => false,
        }
    }

    /// With variables replaced by what they stand for; those that stand for nothing stay.
    pub fn substituted(&self, bindings: &Bindings) -> Ty {
        match self {
            Ty::Variable(name) => bindings.get(name).cloned().unwrap_or_else(|| self.clone()),
            Ty::Array(element) => Ty::Array(Box::new(element.substituted(bindings))),
            Ty::Class(class, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.substituted(bindings)).collect();
                Ty::Class(*class, arguments)
            }
            Ty::Primitive(_) | Ty::Unknown => self.clone(),
        }
    }
}

impl Argument {
    /// The type that it is or that bounds it.
    pub fn ty(&self) -> Option<&Ty> {
        match self {
            Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty) => Some(ty),
            Argument::Any => None,
        }
    }

    fn substituted(&self, bindings: &Bindings) -> Argument {
        match self {
            Argument::Exact(ty) => Argument::Exact(ty.substituted(bindings)),
            Argument::Extends(ty) => Argument::Extends(ty.substituted(bindings)),
            Argument::Super(ty) => Argument::Super(ty.substituted(bindings)),
            Argument::Any => Argument::Any,
        }
    }
}

impl<'w> Types<'w> {
    pub fn new(world: &'w World) -> Self {
        Types { world }
    }

    /// The class type of an internal name, or the array type of an array's descriptor.
    pub fn named(&self, name: &str) -> Ty {
        if name.starts_with('[') {
            return self.descriptor(name);
        }
        self.world.class_id(name).map_or(Ty::Unknown, Ty::class)
    }

    /// A class of the JDK, raw.
    pub fn jdk(&self, name: &str) -> Ty {
        self.named(name)
    }

    pub fn object(&self) -> Ty {
        self.named("java/lang/Object")
    }

    /// The erased type of a descriptor.
    pub fn descriptor(&self, descriptor: &str) -> Ty {
        let encoded = reenact_classfile::mutf8::encode(descriptor);
        FieldType::parse(Mutf8::new(&encoded)).map_or(Ty::Unknown, |parsed| self.field_type(parsed))
    }

    fn field_type(&self, parsed: FieldType<'_>) -> Ty {
        let innermost = parsed.innermost();
        let dimensions = parsed.descriptor().as_bytes().len() - innermost.descriptor().as_bytes().len();
        let element = match innermost.class_name() {
            Some(name) => self.named(&name.to_str()),
            None => Ty::Primitive(innermost.kind()),
        };
        (0..dimensions).fold(element, |element, _| Ty::Array(Box::new(element)))
    }

    /// Returns the declared type of a field.
    pub fn field(&self, field: FieldId) -> Ty {
        let view = self.world.view(field);
        let generic = view.signature().and_then(|text| signature::field(self.world, text.as_bytes()));
        generic.unwrap_or_else(|| self.descriptor(&view.descriptor().to_str()))
    }

    /// Returns the declared types of a method.
    pub fn method(&self, method: MethodId) -> Formal {
        let view = self.world.view(method);
        let mut formal = self.erased_method(&view.descriptor().to_str());
        formal.is_variadic = view.access_flags().is_varargs();
        let generic = view.signature().and_then(|text| signature::method(self.world, text.as_bytes()));
        let Some(generic) = generic else { return formal };
        // Signatures leave out what the compiler added before the declared parameters, such as an outer
        // instance (JVMS 4.7.9.1).
        let Some(added) = formal.parameters.len().checked_sub(generic.parameters.len()) else {
            return formal;
        };
        formal.parameters.truncate(added);
        formal.parameters.extend(generic.parameters);
        formal.variables = generic.variables;
        formal.bounds = generic.bounds;
        if formal.result.is_some() {
            formal.result = generic.result.or(formal.result);
        }
        formal
    }

    /// The erased types of a method's descriptor.
    pub fn erased_method(&self, descriptor: &str) -> Formal {
        let encoded = reenact_classfile::mutf8::encode(descriptor);
        let Some(parsed) = MethodDescriptor::parse(Mutf8::new(&encoded)) else { return Formal::default() };
        Formal {
            parameters: parsed.parameters().map(|parameter| self.field_type(parameter)).collect(),
            result: parsed.result().map(|result| self.field_type(result)),
            ..Formal::default()
        }
    }

    /// The names of a class's type variables.
    pub fn variables(&self, class: ClassId) -> Vec<Box<str>> {
        let text = self.world.view(class).signature();
        text.and_then(|text| signature::class(self.world, text.as_bytes()))
            .map_or_else(Vec::new, |generic| generic.variables)
    }

    /// The class with a `?` for each of its variables.
    pub fn with_wildcards(&self, class: ClassId) -> Ty {
        Ty::Class(class, self.variables(class).iter().map(|_| Argument::Any).collect())
    }

    pub fn is_generic(&self, class: ClassId) -> bool {
        !self.variables(class).is_empty()
    }

    /// Returns the types of the variables of a type's class.
    pub fn bindings(&self, ty: &Ty) -> Bindings {
        let mut bindings = Bindings::default();
        if let Ty::Class(class, arguments) = ty
            && !arguments.is_empty()
        {
            for (variable, argument) in self.variables(*class).into_iter().zip(arguments) {
                if let Some(ty) = argument.ty() {
                    bindings.insert(variable, ty.clone());
                }
            }
        }
        bindings
    }

    /// The class of boxes for a primitive.
    pub fn boxed(&self, primitive: u8) -> Ty {
        self.named(box_of(primitive))
    }

    /// The primitive that objects of a type box.
    pub fn unboxed(&self, ty: &Ty) -> Option<u8> {
        let class = ty.class_id()?;
        let name = self.world.view(class).name();
        b"ZBCSIJFD".iter().copied().find(|&primitive| name == *box_of(primitive))
    }
}

/// Internal name of the class of boxes for a primitive.
pub(crate) fn box_of(primitive: u8) -> &'static str {
    match primitive {
        b'Z' => "java/lang/Boolean",
        b'B' => "java/lang/Byte",
        b'C' => "java/lang/Character",
        b'S' => "java/lang/Short",
        b'I' => "java/lang/Integer",
        b'J' => "java/lang/Long",
        b'F' => "java/lang/Float",
        _ => "java/lang/Double",
    }
}
