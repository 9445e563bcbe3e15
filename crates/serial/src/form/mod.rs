//! The serial forms that classes declare.
//!
//! A form is the named, versioned components that a class's author declares as its data ([`ClassForm`]). It is read from
//! bytecode alone: annotations, signatures, and for a deserializer whether it can return at all.

mod access;
mod carrier;
mod declared;
mod modules;
mod read;

use std::fmt;

use reenact_world::{ClassId, FieldId, MethodId, World};

pub use access::{Access, Caller, NoAccess};
pub use declared::{DESERIALIZER, SERIALIZER};
pub use modules::Modules;
pub use read::FormReader;

/// All versions of the serial form of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassForm {
    pub class: ClassId,
    /// The newest version first.
    pub versions: Vec<VersionForm>,
    /// Mistakes in the declarations. The versions that they concern cannot be used.
    pub problems: Vec<Problem>,
}

/// One version of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionForm {
    pub version: i32,
    /// Those of the deserializer, if there is one.
    pub components: Vec<Component>,
    /// Present for the version that is written.
    pub serializer: Option<Serializer>,
    /// Present for a version that is read or refused.
    pub deserializer: Option<Deserializer>,
}

/// A component of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    pub name: String,
    /// The descriptor of its erased type, such as `Ljava/lang/String;`.
    pub descriptor: Box<str>,
}

/// How components are read from an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Serializer {
    /// The components of a record, by its accessors.
    Record { accessors: Vec<Accessor>, is_open: bool },
    /// A method that returns an object with the components: an instance method, or a static one that takes the object.
    Carrier { method: MethodId, carrier: ClassId, accessors: Vec<Accessor>, is_open: bool },
    /// A method that returns the only component.
    Single { method: MethodId, is_open: bool },
    /// Accessors of the class itself.
    Accessors { accessors: Vec<Accessor>, is_open: bool },
}

/// A member that gives one component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accessor {
    Method(MethodId),
    Field(FieldId),
}

/// How an object is made from components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deserializer {
    /// A constructor or a static method of the class.
    pub method: MethodId,
    pub is_constructor: bool,
    pub is_open: bool,
    /// True if it always throws: the version is refused on purpose.
    pub refuses: bool,
}

/// A reason why a class has no serial form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The class declares none, and is not a record. Names the superclass that has one, which is not inherited.
    NotDeclared { inherited: Option<ClassId> },
    /// An inner, local or anonymous class: its objects hold one of the class around it.
    Inner(InnerKind),
    /// Objects are of its subclasses.
    Abstract,
    /// An interface or annotation.
    Interface,
    /// The class file cannot be read again.
    Unreadable(String),
}

/// The kind of an inner class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InnerKind {
    Member,
    Local,
    Anonymous,
}

/// A mistake in the declaration of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: ProblemKind,
    /// The member at fault, if it is one.
    pub member: Option<MethodId>,
    pub version: Option<i32>,
    /// A sentence about the member: lower case, without a final period.
    pub message: String,
    /// The change that mends it.
    pub help: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// A member that cannot be a serializer or deserializer.
    Declaration,
    /// Serializer and deserializer of a version differ in names, order or types.
    Disagreement,
    /// A version that is written and cannot be read.
    Unread,
    /// Two members for one version.
    Duplicate,
    /// An accessor that the form needs does not exist.
    Accessor,
    /// Parameter names are not in the class file.
    Names,
}

impl ClassForm {
    /// The form of a version.
    pub fn version(&self, version: i32) -> Option<&VersionForm> {
        self.versions.iter().find(|form| form.version == version)
    }

    /// The version that is written.
    pub fn written(&self) -> Option<&VersionForm> {
        self.versions.iter().find(|form| form.serializer.is_some())
    }

    /// The versions that are read, newest first.
    pub fn readable(&self) -> impl Iterator<Item = &VersionForm> {
        self.versions.iter().filter(|form| form.deserializer.is_some_and(|reader| !reader.refuses))
    }

    /// True if a mistake concerns a version.
    pub fn has_problem(&self, version: i32) -> bool {
        self.problems.iter().any(|problem| problem.version == Some(version))
    }
}

impl Serializer {
    /// The annotated method, if there is one.
    pub fn method(&self) -> Option<MethodId> {
        match self {
            Serializer::Carrier { method, .. } | Serializer::Single { method, .. } => Some(*method),
            Serializer::Record { .. } | Serializer::Accessors { .. } => None,
        }
    }

    /// The accessors of the object or its carrier, in the order of the components.
    pub fn accessors(&self) -> &[Accessor] {
        match self {
            Serializer::Record { accessors, .. }
            | Serializer::Carrier { accessors, .. }
            | Serializer::Accessors { accessors, .. } => accessors,
            Serializer::Single { .. } => &[],
        }
    }

    /// True if its annotation allows frameworks to call it.
    pub fn is_open(&self) -> bool {
        match self {
            Serializer::Record { is_open, .. }
            | Serializer::Carrier { is_open, .. }
            | Serializer::Accessors { is_open, .. }
            | Serializer::Single { is_open, .. } => *is_open,
        }
    }
}

impl Refusal {
    /// The reason, as the end of a sentence about the class.
    pub fn message(&self, world: &World) -> String {
        match self {
            Refusal::NotDeclared { inherited: Some(above) } => format!(
                "declares no serial form; {} has one, and forms are not inherited: an object of a subclass would lose its own state",
                world.view(*above)
            ),
            Refusal::NotDeclared { inherited: None } => "declares no serial form".to_owned(),
            Refusal::Inner(kind) => format!(
                "is {kind}: its objects hold an object of the class around it, which is not part of any form"
            ),
            Refusal::Abstract => {
                "is abstract: its objects are of subclasses, which declare their own forms".to_owned()
            }
            Refusal::Interface => {
                "is an interface: its objects are of classes, which declare their own forms".to_owned()
            }
            Refusal::Unreadable(error) => format!("cannot be read again: {error}"),
        }
    }

    /// The next step for the reader.
    pub fn help(&self) -> &'static str {
        match self {
            Refusal::NotDeclared { inherited: Some(_) } => {
                "declare a @Serializer and a @Deserializer in the subclass itself"
            }
            Refusal::NotDeclared { inherited: None } => {
                "declare a @Serializer and a @Deserializer; `reenact serial suggest` proposes them"
            }
            Refusal::Inner(_) => "make it a static nested class that is given what it needs",
            Refusal::Abstract | Refusal::Interface => "name a class that can have objects",
            Refusal::Unreadable(_) => "build the class again",
        }
    }
}

impl fmt::Display for InnerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InnerKind::Member => "an inner class",
            InnerKind::Local => "a local class",
            InnerKind::Anonymous => "an anonymous class",
        })
    }
}
