//! Field and method descriptors (JVMS 4.3).

use crate::mutf8::Mutf8;

/// The type a descriptor names, with the bytes it was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldType<'a>(Mutf8<'a>);

impl<'a> FieldType<'a> {
    /// Reads a field descriptor such as `[Ljava/lang/String;`; `None` if it is malformed.
    pub fn parse(descriptor: Mutf8<'a>) -> Option<Self> {
        let length = field_type_length(descriptor.as_bytes())?;
        (length == descriptor.as_bytes().len()).then_some(FieldType(descriptor))
    }

    /// The descriptor itself.
    pub fn descriptor(self) -> Mutf8<'a> {
        self.0
    }

    /// The first character: one of `BCDFIJSZ`, `L` or `[`.
    pub fn kind(self) -> u8 {
        self.0.as_bytes()[0]
    }

    /// Whether values of this type are references.
    pub fn is_reference(self) -> bool {
        matches!(self.kind(), b'L' | b'[')
    }

    /// Local variables or operand stack slots that a value takes: 2 for `long` and `double`.
    pub fn slots(self) -> u16 {
        if matches!(self.kind(), b'J' | b'D') { 2 } else { 1 }
    }

    /// The internal name of a class type, `None` for arrays and primitives.
    pub fn class_name(self) -> Option<Mutf8<'a>> {
        let bytes = self.0.as_bytes();
        (bytes[0] == b'L').then(|| Mutf8::new(&bytes[1..bytes.len() - 1]))
    }

    /// The type as `checkcast` and stack-map frames name it: an internal name, or an array's
    /// descriptor. `None` for primitives.
    pub fn class_constant_name(self) -> Option<Mutf8<'a>> {
        match self.kind() {
            b'L' => self.class_name(),
            b'[' => Some(self.0),
            _ => None,
        }
    }

    /// The element type of an array with all dimensions removed; the type itself otherwise.
    pub fn innermost(self) -> FieldType<'a> {
        let bytes = self.0.as_bytes();
        let dimensions = bytes.iter().take_while(|&&byte| byte == b'[').count();
        FieldType(Mutf8::new(&bytes[dimensions..]))
    }
}

/// A method descriptor such as `(IJ)Ljava/lang/String;`, checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MethodDescriptor<'a> {
    text: Mutf8<'a>,
    /// Where the closing parenthesis is.
    close: usize,
    slots: u16,
}

impl<'a> MethodDescriptor<'a> {
    /// Reads a method descriptor; `None` if it is malformed.
    pub fn parse(descriptor: Mutf8<'a>) -> Option<Self> {
        let bytes = descriptor.as_bytes();
        if bytes.first() != Some(&b'(') {
            return None;
        }
        let (mut close, mut slots) = (1, 0usize);
        while *bytes.get(close)? != b')' {
            slots += if matches!(bytes[close], b'J' | b'D') { 2 } else { 1 };
            close += field_type_length(&bytes[close..])?;
        }
        let result = &bytes[close + 1..];
        if result != b"V" && field_type_length(result)? != result.len() {
            return None;
        }
        Some(MethodDescriptor { text: descriptor, close, slots: u16::try_from(slots).ok()? })
    }

    /// The descriptor itself.
    pub fn descriptor(&self) -> Mutf8<'a> {
        self.text
    }

    /// The parameter types, in order.
    pub fn parameters(&self) -> impl Iterator<Item = FieldType<'a>> + Clone + use<'a> {
        let mut rest = &self.text.as_bytes()[1..self.close];
        std::iter::from_fn(move || {
            let length = field_type_length(rest)?;
            let (first, others) = rest.split_at(length);
            rest = others;
            Some(FieldType(Mutf8::new(first)))
        })
    }

    /// The result type, `None` for `void`.
    pub fn result(&self) -> Option<FieldType<'a>> {
        let result = &self.text.as_bytes()[self.close + 1..];
        (result != b"V").then_some(FieldType(Mutf8::new(result)))
    }

    /// Local variables that the parameters take, without the receiver.
    pub fn parameter_slots(&self) -> u16 {
        self.slots
    }
}

/// Length of the field descriptor that `bytes` start with.
fn field_type_length(bytes: &[u8]) -> Option<usize> {
    let dimensions = bytes.iter().take_while(|&&byte| byte == b'[').count();
    if dimensions > 255 {
        return None;
    }
    match bytes.get(dimensions)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dimensions + 1),
        b'L' => {
            let name = &bytes[dimensions + 1..];
            let length = name.iter().position(|&byte| byte == b';')?;
            (length > 0).then_some(dimensions + length + 2)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(text: &str) -> Option<(Vec<String>, Option<String>, u16)> {
        let parsed = MethodDescriptor::parse(Mutf8::new(text.as_bytes()))?;
        let show = |t: FieldType<'_>| t.descriptor().to_string();
        Some((parsed.parameters().map(show).collect(), parsed.result().map(show), parsed.parameter_slots()))
    }

    #[test]
    fn parameters_and_result_come_apart() {
        let (parameters, result, slots) = method("(IJ[[Ljava/util/List;DLa;)[B").unwrap();
        assert_eq!(parameters, ["I", "J", "[[Ljava/util/List;", "D", "La;"]);
        assert_eq!(result.as_deref(), Some("[B"));
        assert_eq!(slots, 7);
        assert_eq!(method("()V"), Some((vec![], None, 0)));
    }

    #[test]
    fn malformed_descriptors_are_refused() {
        for text in ["", "(", "()", "(V)V", "()VV", "(I", "(Lx)V", "(L;)V", "([)V", "()[V", "I", "()II"] {
            assert_eq!(method(text), None, "{text:?}");
        }
        let deep = format!("({}I)V", "[".repeat(256));
        assert_eq!(method(&deep), None, "arrays have at most 255 dimensions");
        assert!(method(&deep.replacen('[', "", 1)).is_some());
    }
}
