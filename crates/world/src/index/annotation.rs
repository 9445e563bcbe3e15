//! Which annotations an attribute holds, without their values.

use reenact_classfile::attribute::{Annotation, RawAttribute};
use reenact_classfile::{Attribute, ConstantPool, ReadError, ReadErrorKind};

type Result<T> = std::result::Result<T, ReadError>;

/// Internal names of the annotation interfaces in an attribute of a class, field or method.
pub(super) fn annotation_interfaces<'a>(
    raw: RawAttribute<'a>,
    pool: &ConstantPool<'a>,
) -> Result<Vec<&'a [u8]>> {
    match raw.parse(pool)? {
        Attribute::RuntimeVisibleAnnotations(list) | Attribute::RuntimeInvisibleAnnotations(list) => {
            list.iter().map(|annotation| interface(annotation, raw, pool)).collect()
        }
        _ => Ok(Vec::new()),
    }
}

/// Internal names of the annotation interfaces in an attribute of a method's parameters, each with
/// the position of its parameter.
pub(super) fn parameter_annotation_interfaces<'a>(
    raw: RawAttribute<'a>,
    pool: &ConstantPool<'a>,
) -> Result<Vec<(u8, &'a [u8])>> {
    match raw.parse(pool)? {
        Attribute::RuntimeVisibleParameterAnnotations(lists)
        | Attribute::RuntimeInvisibleParameterAnnotations(lists) => (0..=u8::MAX)
            .zip(&lists)
            .flat_map(|(parameter, list)| list.iter().map(move |annotation| (parameter, annotation)))
            .map(|(parameter, annotation)| Ok((parameter, interface(annotation, raw, pool)?)))
            .collect(),
        _ => Ok(Vec::new()),
    }
}

fn interface<'a>(
    annotation: &Annotation,
    raw: RawAttribute<'a>,
    pool: &ConstantPool<'a>,
) -> Result<&'a [u8]> {
    match pool.utf8(annotation.type_index)?.as_bytes() {
        [b'L', name @ .., b';'] => Ok(name),
        _ => Err(ReadErrorKind::Descriptor.at(raw.offset)),
    }
}
