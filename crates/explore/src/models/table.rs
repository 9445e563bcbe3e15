//! The methods that have a model.

use super::CharacterModel as C;
use super::Model;
use super::NumberModel as N;
use super::TextModel as T;

/// Finds the model of a method by its class, name and descriptor.
pub fn find(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    let rows: &[(&str, &str, Model)] = match class {
        "java/lang/Object" => &[("getClass", "()Ljava/lang/Class;", Model::GetClass)],
        "java/lang/Class" => CLASS,
        "java/lang/Enum" => &[
            ("ordinal", "()I", Model::Ordinal),
            ("name", "()Ljava/lang/String;", Model::ConstantName),
            ("toString", "()Ljava/lang/String;", Model::ConstantName),
        ],
        "java/lang/String" => STRING,
        "java/lang/CharSequence" => CHAR_SEQUENCE,
        "java/util/Objects" => &[
            ("isNull", "(Ljava/lang/Object;)Z", Model::IsNull),
            ("nonNull", "(Ljava/lang/Object;)Z", Model::IsNotNull),
            ("equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", Model::AreEqual),
        ],
        "java/lang/Character" => return character(name, descriptor),
        "java/lang/Math" | "java/lang/StrictMath" => return math(name, descriptor),
        "java/lang/Number" => return unboxed(name, descriptor).map(Model::Number),
        "java/lang/Integer" => return boxed(name, descriptor, b'I', "Ljava/lang/Integer;"),
        "java/lang/Long" => return boxed(name, descriptor, b'J', "Ljava/lang/Long;"),
        "java/lang/Short" => return boxed(name, descriptor, b'S', "Ljava/lang/Short;"),
        "java/lang/Byte" => return boxed(name, descriptor, b'B', "Ljava/lang/Byte;"),
        "java/lang/Boolean" => return boxed(name, descriptor, b'Z', "Ljava/lang/Boolean;"),
        "java/lang/Double" => return boxed(name, descriptor, b'D', "Ljava/lang/Double;"),
        "java/lang/Float" => return boxed(name, descriptor, b'F', "Ljava/lang/Float;"),
        _ => return None,
    };
    rows.iter().find(|row| row.0 == name && row.1 == descriptor).map(|row| row.2)
}

const CLASS: &[(&str, &str, Model)] = &[
    ("isInstance", "(Ljava/lang/Object;)Z", Model::IsInstance),
    ("isAssignableFrom", "(Ljava/lang/Class;)Z", Model::IsAssignableFrom),
    ("isAnnotationPresent", "(Ljava/lang/Class;)Z", Model::IsAnnotationPresent),
    ("getAnnotation", "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;", Model::GetAnnotation),
    ("isInterface", "()Z", Model::IsInterface),
    ("isAnnotation", "()Z", Model::IsAnnotation),
    ("isEnum", "()Z", Model::IsEnum),
    ("isArray", "()Z", Model::IsArray),
    ("isPrimitive", "()Z", Model::IsPrimitive),
];

const CHAR_SEQUENCE: &[(&str, &str, Model)] = &[
    ("length", "()I", Model::Text(T::Length)),
    ("isEmpty", "()Z", Model::Text(T::IsEmpty)),
    ("charAt", "(I)C", Model::Text(T::CharAt)),
    ("toString", "()Ljava/lang/String;", Model::Text(T::Same)),
    ("subSequence", "(II)Ljava/lang/CharSequence;", Model::Text(T::Substring)),
];

const STRING: &[(&str, &str, Model)] = &[
    ("equals", "(Ljava/lang/Object;)Z", Model::Text(T::Equals)),
    ("contentEquals", "(Ljava/lang/CharSequence;)Z", Model::Text(T::Equals)),
    ("equalsIgnoreCase", "(Ljava/lang/String;)Z", Model::Text(T::EqualsIgnoreCase)),
    ("length", "()I", Model::Text(T::Length)),
    ("isEmpty", "()Z", Model::Text(T::IsEmpty)),
    ("isBlank", "()Z", Model::Text(T::IsBlank)),
    ("startsWith", "(Ljava/lang/String;)Z", Model::Text(T::StartsWith)),
    ("startsWith", "(Ljava/lang/String;I)Z", Model::Text(T::StartsWith)),
    ("endsWith", "(Ljava/lang/String;)Z", Model::Text(T::EndsWith)),
    ("contains", "(Ljava/lang/CharSequence;)Z", Model::Text(T::Contains)),
    ("charAt", "(I)C", Model::Text(T::CharAt)),
    ("codePointAt", "(I)I", Model::Text(T::CharAt)),
    ("indexOf", "(Ljava/lang/String;)I", Model::Text(T::IndexOf)),
    ("indexOf", "(Ljava/lang/String;I)I", Model::Text(T::IndexOf)),
    ("indexOf", "(I)I", Model::Text(T::IndexOf)),
    ("indexOf", "(II)I", Model::Text(T::IndexOf)),
    ("lastIndexOf", "(Ljava/lang/String;)I", Model::Text(T::LastIndexOf)),
    ("lastIndexOf", "(I)I", Model::Text(T::LastIndexOf)),
    ("substring", "(I)Ljava/lang/String;", Model::Text(T::Substring)),
    ("substring", "(II)Ljava/lang/String;", Model::Text(T::Substring)),
    ("subSequence", "(II)Ljava/lang/CharSequence;", Model::Text(T::Substring)),
    ("trim", "()Ljava/lang/String;", Model::Text(T::Trim)),
    ("strip", "()Ljava/lang/String;", Model::Text(T::Trim)),
    ("compareTo", "(Ljava/lang/String;)I", Model::Text(T::CompareTo)),
    ("hashCode", "()I", Model::Text(T::HashCode)),
    ("toString", "()Ljava/lang/String;", Model::Text(T::Same)),
    ("intern", "()Ljava/lang/String;", Model::Text(T::Same)),
    ("toCharArray", "()[C", Model::Text(T::Same)),
    ("concat", "(Ljava/lang/String;)Ljava/lang/String;", Model::Text(T::Concat)),
    ("replace", "(CC)Ljava/lang/String;", Model::Text(T::Replace)),
    ("toLowerCase", "()Ljava/lang/String;", Model::Text(T::ToLower)),
    ("toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;", Model::Text(T::ToLower)),
    ("toUpperCase", "()Ljava/lang/String;", Model::Text(T::ToUpper)),
    ("toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;", Model::Text(T::ToUpper)),
    ("valueOf", "(C)Ljava/lang/String;", Model::Text(T::OfCharacter)),
    ("valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", Model::Text(T::Same)),
    ("valueOf", "([C)Ljava/lang/String;", Model::Text(T::Same)),
    ("valueOf", "(I)Ljava/lang/String;", Model::Text(T::OfNumber)),
    ("valueOf", "(J)Ljava/lang/String;", Model::Text(T::OfNumber)),
];

fn character(name: &str, descriptor: &str) -> Option<Model> {
    let model = match (name, descriptor) {
        ("valueOf", "(C)Ljava/lang/Character;") => return Some(Model::Number(N::Box(b'C'))),
        ("charValue", "()C") => return Some(Model::Number(N::Unbox(b'C'))),
        ("equals", "(Ljava/lang/Object;)Z") => return Some(Model::AreEqual),
        ("compare", "(CC)I") => return Some(Model::Number(N::Subtract)),
        ("toString", "(C)Ljava/lang/String;") => return Some(Model::Text(T::OfCharacter)),
        ("isDigit", _) => C::IsDigit,
        ("isLetter", _) => C::IsLetter,
        ("isAlphabetic", _) => C::IsLetter,
        ("isLetterOrDigit", _) => C::IsLetterOrDigit,
        ("isWhitespace", _) => C::IsWhitespace,
        ("isSpaceChar", _) => C::IsSpace,
        ("isUpperCase", _) => C::IsUpper,
        ("isLowerCase", _) => C::IsLower,
        ("isJavaIdentifierStart", _) => C::IsIdentifierStart,
        ("isJavaIdentifierPart", _) => C::IsIdentifierPart,
        ("isISOControl", _) => C::IsControl,
        ("toUpperCase", _) => C::ToUpper,
        ("toLowerCase", _) => C::ToLower,
        ("getNumericValue", _) => C::NumericValue,
        ("digit", "(CI)I" | "(II)I") => C::Digit,
        _ => return None,
    };
    Some(Model::Character(model))
}

fn math(name: &str, descriptor: &str) -> Option<Model> {
    let is_whole = !descriptor.contains(['F', 'D']);
    Some(Model::Number(match name {
        "abs" => N::Abs,
        "max" => N::Max,
        "min" => N::Min,
        "addExact" => N::AddExact,
        "subtractExact" => N::SubtractExact,
        "multiplyExact" => N::MultiplyExact,
        "negateExact" => N::NegateExact,
        "toIntExact" => N::ToIntExact,
        "floorMod" if is_whole => N::FloorMod,
        "floorDiv" if is_whole => N::FloorDiv,
        "sqrt" => N::Sqrt,
        "floor" => N::Floor,
        "ceil" => N::Ceil,
        "round" => N::Round,
        "signum" => N::Signum,
        "pow" => N::Power,
        _ => return None,
    }))
}

/// `intValue` and its kin.
fn unboxed(name: &str, descriptor: &str) -> Option<N> {
    Some(match (name, descriptor) {
        ("intValue", "()I") => N::Unbox(b'I'),
        ("longValue", "()J") => N::Unbox(b'J'),
        ("shortValue", "()S") => N::Unbox(b'S'),
        ("byteValue", "()B") => N::Unbox(b'B'),
        ("doubleValue", "()D") => N::Unbox(b'D'),
        ("floatValue", "()F") => N::Unbox(b'F'),
        ("booleanValue", "()Z") => N::Unbox(b'Z'),
        _ => return None,
    })
}

/// The methods of a box class, by the letter of its number and its own descriptor.
fn boxed(name: &str, descriptor: &str, letter: u8, own: &str) -> Option<Model> {
    if let Some(model) = unboxed(name, descriptor) {
        return Some(Model::Number(model));
    }
    let parameters = &descriptor[1..descriptor.find(')')?];
    let is_text = parameters == "Ljava/lang/String;";
    let is_own = parameters.as_bytes() == [letter];
    let is_pair = parameters.as_bytes() == [letter, letter];
    let is_real = matches!(letter, b'F' | b'D');
    Some(match name {
        "valueOf" if is_own && descriptor.ends_with(own) => Model::Number(N::Box(letter)),
        "valueOf" if is_text && matches!(letter, b'I' | b'J') => Model::Number(N::ParseBoxed(letter)),
        "parseInt" | "parseLong" if is_text => Model::Number(N::Parse(letter)),
        "parseBoolean" if is_text => Model::Number(N::ParseBoolean),
        "equals" => Model::AreEqual,
        "compare" if is_pair => Model::Number(N::Compare),
        "compareTo" if parameters == own => Model::Number(N::CompareBoxes),
        "signum" if is_own => Model::Number(N::Signum),
        "bitCount" if is_own => Model::Number(N::BitCount),
        "max" if is_pair => Model::Number(N::Max),
        "min" if is_pair => Model::Number(N::Min),
        "sum" if is_pair && !is_real => Model::Number(N::Sum),
        "hashCode" if is_own && letter == b'I' => Model::Number(N::Same),
        "toString" if is_own && matches!(letter, b'I' | b'J') => Model::Text(T::OfNumber),
        "isNaN" if is_own => Model::Number(N::IsNan),
        "isInfinite" if is_own => Model::Number(N::IsInfinite),
        _ => return None,
    })
}
