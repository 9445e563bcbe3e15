//! Constant values, exact to the bit.

/// A constant of a primitive type, a string, or null.
///
/// Floating-point numbers are bits, because NaNs have payloads and zeros have signs. Strings are UTF-16 code
/// units, because a Java string may hold half of a surrogate pair.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    Null,
    Boolean(bool),
    /// Written with a cast, `(byte) 3`, because Java has no literal of this type. Where an assignment or an
    /// array initialiser narrows by itself (JLS 5.2), say [`Literal::Int`].
    Byte(i8),
    /// As with [`Literal::Byte`].
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    /// The bits, as `Float.floatToRawIntBits` has them.
    Float(u32),
    /// The bits, as `Double.doubleToRawLongBits` has them.
    Double(u64),
    String(Vec<u16>),
}

impl Literal {
    /// A string that has no lone surrogates.
    pub fn string(text: &str) -> Literal {
        Literal::String(text.encode_utf16().collect())
    }

    pub fn float(value: f32) -> Literal {
        Literal::Float(value.to_bits())
    }

    pub fn double(value: f64) -> Literal {
        Literal::Double(value.to_bits())
    }
}
