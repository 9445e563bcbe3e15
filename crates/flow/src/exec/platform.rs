//! The JDK methods that are executed by their known effect instead of being entered.

use reenact_classfile::MethodDescriptor;
use reenact_world::{MethodId, MethodView, World};

/// How a method of the JDK is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    /// Entered although it is the JDK's.
    Enter,
    /// `Objects.requireNonNull`: the first argument, which must not be null.
    RequireNonNull,
    /// `Objects.requireNonNullElse`: the first argument, or the second if that is null.
    RequireNonNullElse,
    /// Returns the receiver and does nothing that matters here.
    Receiver,
    /// Keeps nothing that it is given and changes nothing that can be reached.
    Harmless,
    /// A constructor of `StringBuilder`, with the text that it is given.
    BeginText { has_text: bool },
    /// `StringBuilder.append` of a type, by its first letter.
    Append(u8),
    /// `StringBuilder.toString`.
    Text,
}

/// Constructors that only set fields, and are worth knowing since so many classes extend theirs.
const ENTERED: &[&str] = &[
    "java/lang/Object",
    "java/lang/Record",
    "java/lang/Enum",
    "java/util/AbstractCollection",
    "java/util/AbstractList",
    "java/util/AbstractSequentialList",
    "java/util/AbstractSet",
    "java/util/AbstractQueue",
    "java/util/AbstractMap",
];

/// Classes all of whose methods keep nothing and change nothing: their objects are values.
const VALUES: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Class",
];

impl Special {
    pub fn of(world: &World, method: MethodId) -> Option<Special> {
        let view = world.view(method);
        let class = view.class();
        if !class.is_platform() {
            return None;
        }
        let (owner, name) = (class.name().to_str(), view.name().to_str());
        match (&*owner, &*name) {
            ("java/util/Objects", "requireNonNull") => Some(Special::RequireNonNull),
            ("java/util/Objects", "requireNonNullElse") => Some(Special::RequireNonNullElse),
            ("java/lang/StringBuilder" | "java/lang/StringBuffer", _) => Self::of_builder(view, &name),
            ("java/lang/Throwable", "fillInStackTrace") => Some(Special::Receiver),
            (_, "<init>") if ENTERED.contains(&&*owner) || Self::is_throwable(world, view) => {
                Some(Special::Enter)
            }
            ("java/lang/Object", "getClass")
            | ("java/lang/Enum", "ordinal" | "name" | "getDeclaringClass")
            | ("java/lang/System", "identityHashCode" | "nanoTime" | "currentTimeMillis")
            | ("java/util/Arrays", "copyOf" | "copyOfRange") => Some(Special::Harmless),
            // These call `toString` on what they are given.
            ("java/lang/String", "valueOf" | "format" | "join" | "formatted") => None,
            ("java/lang/String", _) => Some(Special::Harmless),
            _ if VALUES.contains(&&*owner) => Some(Special::Harmless),
            _ => None,
        }
    }

    fn of_builder(view: MethodView<'_>, name: &str) -> Option<Special> {
        let descriptor: MethodDescriptor<'_> = view.parsed_descriptor()?;
        let mut parameters = descriptor.parameters();
        let (first, second) = (parameters.next(), parameters.next());
        if second.is_some() {
            return None;
        }
        let letter = first.map(|parameter| parameter.kind());
        match (name, letter) {
            ("<init>", None | Some(b'I')) => Some(Special::BeginText { has_text: false }),
            ("<init>", Some(b'L')) => Some(Special::BeginText { has_text: true }),
            ("append", Some(letter)) if letter != b'[' => Some(Special::Append(letter)),
            ("toString", None) => Some(Special::Text),
            _ => None,
        }
    }

    /// Exceptions of the subject call constructors of the JDK's exceptions, which only set fields.
    fn is_throwable(world: &World, view: MethodView<'_>) -> bool {
        let throwable = world.class_id("java/lang/Throwable");
        throwable.is_some_and(|throwable| world.is_subtype(view.class().id(), throwable))
    }
}
