//! The meaning of calls into the JDK that constructors, setters and factories make all the time.
//!
//! Code of the JDK is not followed: these rows are shorter than what following it would find out, and hold
//! for every release. A call that has no row is not understood, and nothing is claimed of its result.

/// The meaning of a call, as far as a plan is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Gives an argument back: `Objects.requireNonNull`.
    Argument(usize),
    /// `Integer.valueOf(int)` and its like.
    Box,
    /// `intValue()` and its like.
    Unbox,
    /// Gives a new collection or array with the contents of its first argument.
    Copy,
    /// Gives a view of its first argument.
    View(Shown),
    /// Gives a collection of its arguments.
    Of(Container),
    /// `Optional.of`, `ofNullable` and `empty`.
    Optional,
    /// Brings its first argument into a form that it may have been in: `setScale`, `truncatedTo`.
    Normal,
    /// A function of its arguments that can be computed here.
    Pure(Pure),
    /// Adds an element to the collection that it is called on.
    Add,
    /// Puts an entry into the map that it is called on.
    Put,
    /// Adds the elements or entries of another collection to the one that it is called on.
    AddAll,
    /// Changes nothing that can be seen.
    Quiet,
}

/// The kind of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    Unmodifiable,
    Synchronized,
    ArrayAsList,
}

/// The kind of a resulting collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Container {
    /// `List.of`, `Set.of`, `Map.of`.
    Immutable,
    /// `Collections.emptyList` and its like.
    Empty,
    /// `Collections.singletonList` and its like.
    Singleton,
}

/// Functions that [`evaluate`](super::evaluate) computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pure {
    Length,
    IsEmpty,
    IsBlank,
    Trim,
    Strip,
    Lower,
    Upper,
    Same,
    Equals,
    Hash,
    StartsWith,
    EndsWith,
    Contains,
    CharAt,
    ValueOf,
    Concat,
    Size,
    IsNull,
    NonNull,
    Or,
    Max,
    Min,
    Abs,
    Name,
    Ordinal,
    GetClass,
    /// `Throwable.toString`.
    Said,
}

impl Pure {
    /// Whether applying it twice is applying it once, so that a result may have been the argument.
    pub fn is_idempotent(self) -> bool {
        matches!(self, Pure::Trim | Pure::Strip | Pure::Lower | Pure::Upper | Pure::Same | Pure::Abs)
    }
}

/// The meaning of a method of the JDK by internal name of its class, name and descriptor.
pub(crate) fn known(class: &str, name: &str, descriptor: &str) -> Option<Known> {
    use Container as C;
    use Known as K;
    let is_unary = descriptor.starts_with("()");
    Some(match (class, name) {
        ("java/util/Objects", "requireNonNull") => K::Argument(0),
        ("java/util/Objects", "requireNonNullElse") => K::Pure(Pure::Or),
        ("java/util/Objects", "equals") => K::Pure(Pure::Equals),
        ("java/util/Objects", "hashCode") => K::Pure(Pure::Hash),
        ("java/util/Objects", "isNull") => K::Pure(Pure::IsNull),
        ("java/util/Objects", "nonNull") => K::Pure(Pure::NonNull),
        ("java/util/Objects", "checkIndex") => K::Argument(0),
        (_, "valueOf") if is_boxing(class, descriptor) => K::Box,
        (_, _) if is_unary && is_unboxing(class, name) => K::Unbox,
        ("java/util/List" | "java/util/Set" | "java/util/Map", "copyOf") => K::Copy,
        ("java/util/List" | "java/util/Set", "of") if descriptor.starts_with("([") => K::Copy,
        ("java/util/List" | "java/util/Set" | "java/util/Map", "of") => K::Of(C::Immutable),
        (_, "clone") if class.starts_with('[') && is_unary => K::Copy,
        ("java/util/Arrays", "copyOf" | "copyOfRange") => K::Copy,
        ("java/util/Arrays", "asList") => K::View(Shown::ArrayAsList),
        ("java/util/EnumSet", "copyOf") => K::Copy,
        ("java/util/Collections", _) => match name {
            "emptyList" | "emptySet" | "emptyMap" => K::Of(C::Empty),
            "singletonList" | "singleton" | "singletonMap" => K::Of(C::Singleton),
            _ if name.starts_with("unmodifiable") => K::View(Shown::Unmodifiable),
            _ if name.starts_with("synchronized") => K::View(Shown::Synchronized),
            _ => return None,
        },
        ("java/util/Optional", "of" | "ofNullable" | "empty") => K::Optional,
        ("java/lang/String", _) => text(name, descriptor)?,
        ("java/lang/Math", "max") => K::Pure(Pure::Max),
        ("java/lang/Math", "min") => K::Pure(Pure::Min),
        ("java/lang/Math", "abs") => K::Pure(Pure::Abs),
        ("java/math/BigDecimal", "setScale" | "stripTrailingZeros" | "round") => K::Normal,
        (_, "truncatedTo") if class.starts_with("java/time/") => K::Normal,
        ("java/nio/file/Path", "normalize" | "toAbsolutePath") | ("java/net/URI", "normalize") => K::Normal,
        (_, "getClass") if descriptor == "()Ljava/lang/Class;" => K::Pure(Pure::GetClass),
        ("java/lang/Enum", "name") => K::Pure(Pure::Name),
        ("java/lang/Enum", "ordinal") => K::Pure(Pure::Ordinal),
        (_, "equals") if descriptor == "(Ljava/lang/Object;)Z" => K::Pure(Pure::Equals),
        (_, "hashCode") if descriptor == "()I" => K::Pure(Pure::Hash),
        ("java/lang/Throwable", "toString") => K::Pure(Pure::Said),
        (_, "toString") if class == "java/lang/CharSequence" => K::Pure(Pure::Same),
        _ if class.starts_with("java/util/") => collection(name, descriptor)?,
        _ => return None,
    })
}

fn text(name: &str, descriptor: &str) -> Option<Known> {
    Some(Known::Pure(match (name, descriptor) {
        ("length", _) => Pure::Length,
        ("isEmpty", _) => Pure::IsEmpty,
        ("isBlank", _) => Pure::IsBlank,
        ("trim", _) => Pure::Trim,
        ("strip", _) => Pure::Strip,
        ("toLowerCase", "()Ljava/lang/String;" | "(Ljava/util/Locale;)Ljava/lang/String;") => Pure::Lower,
        ("toUpperCase", "()Ljava/lang/String;" | "(Ljava/util/Locale;)Ljava/lang/String;") => Pure::Upper,
        ("intern" | "toString", _) => Pure::Same,
        ("equals", _) => Pure::Equals,
        ("hashCode", _) => Pure::Hash,
        ("startsWith", "(Ljava/lang/String;)Z") => Pure::StartsWith,
        ("endsWith", _) => Pure::EndsWith,
        ("contains", _) => Pure::Contains,
        ("charAt", _) => Pure::CharAt,
        ("concat", _) => Pure::Concat,
        (
            "valueOf",
            "(I)Ljava/lang/String;" | "(J)Ljava/lang/String;" | "(Ljava/lang/Object;)Ljava/lang/String;",
        ) => Pure::ValueOf,
        _ => return None,
    }))
}

fn collection(name: &str, descriptor: &str) -> Option<Known> {
    Some(match (name, descriptor) {
        (
            "add" | "addLast" | "offer" | "offerLast" | "addElement",
            "(Ljava/lang/Object;)Z" | "(Ljava/lang/Object;)V",
        ) => Known::Add,
        ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;") => Known::Put,
        ("addAll", "(Ljava/util/Collection;)Z") | ("putAll", "(Ljava/util/Map;)V") => Known::AddAll,
        ("size", "()I") => Known::Pure(Pure::Size),
        ("isEmpty", "()Z") => Known::Pure(Pure::IsEmpty),
        (
            "ensureCapacity" | "trimToSize" | "contains" | "containsKey" | "indexOf" | "get" | "iterator",
            _,
        ) => Known::Quiet,
        _ => return None,
    })
}

fn is_boxing(class: &str, descriptor: &str) -> bool {
    matches!(
        (class, descriptor.as_bytes().get(1), descriptor.as_bytes().get(2)),
        ("java/lang/Boolean", Some(b'Z'), Some(b')'))
            | ("java/lang/Byte", Some(b'B'), Some(b')'))
            | ("java/lang/Character", Some(b'C'), Some(b')'))
            | ("java/lang/Short", Some(b'S'), Some(b')'))
            | ("java/lang/Integer", Some(b'I'), Some(b')'))
            | ("java/lang/Long", Some(b'J'), Some(b')'))
            | ("java/lang/Float", Some(b'F'), Some(b')'))
            | ("java/lang/Double", Some(b'D'), Some(b')'))
    )
}

fn is_unboxing(class: &str, name: &str) -> bool {
    matches!(
        (class, name),
        ("java/lang/Boolean", "booleanValue")
            | ("java/lang/Byte", "byteValue")
            | ("java/lang/Character", "charValue")
            | ("java/lang/Short", "shortValue")
            | ("java/lang/Integer", "intValue")
            | ("java/lang/Long", "longValue")
            | ("java/lang/Float", "floatValue")
            | ("java/lang/Double", "doubleValue")
    )
}
