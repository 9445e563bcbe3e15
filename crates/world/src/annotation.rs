//! Annotations: where they are, from the tables; what they say, from the class files.

use reenact_base::{Id, SparseAdjacency, Symbol};
use reenact_classfile::attribute::{Annotation, Attributes, ElementValue};
use reenact_classfile::{Attribute, ClassFile, Constant, ConstantPool, ReadError};

use crate::World;
use crate::ids::*;
use crate::tables::Tables;
use crate::world::ClassError;

/// An annotation with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct AnnotationView {
    /// Internal name of the annotation interface.
    pub interface: String,
    /// Whether reflection sees it.
    pub visible: bool,
    /// The elements that are given, in order. Those left to their defaults are not listed.
    pub elements: Vec<(String, AnnotationValue)>,
}

/// The value of an annotation's element.
#[derive(Clone, PartialEq, Debug)]
pub enum AnnotationValue {
    Boolean(bool),
    Byte(i8),
    Short(i16),
    /// A UTF-16 code unit.
    Char(u16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(String),
    Enum {
        /// Internal name of the enum class.
        class: String,
        constant: String,
    },
    /// A class literal, as a descriptor: `Ljava/lang/String;`, `[I`, `V`.
    Class(String),
    Annotation(AnnotationView),
    Array(Vec<AnnotationValue>),
}

/// An element that annotations can be on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnotationTarget {
    Class(ClassId),
    Method(MethodId),
    Field(FieldId),
    /// A component of a record class, by position.
    RecordComponent(ClassId, usize),
}

impl From<ClassId> for AnnotationTarget {
    fn from(class: ClassId) -> Self {
        AnnotationTarget::Class(class)
    }
}

impl From<MethodId> for AnnotationTarget {
    fn from(method: MethodId) -> Self {
        AnnotationTarget::Method(method)
    }
}

impl From<FieldId> for AnnotationTarget {
    fn from(field: FieldId) -> Self {
        AnnotationTarget::Field(field)
    }
}

impl AnnotationView {
    /// The value of an element, if it is given.
    pub fn element(&self, name: &str) -> Option<&AnnotationValue> {
        self.elements.iter().find(|(element, _)| element == name).map(|(_, value)| value)
    }
}

impl World {
    /// The annotations on a class, method, field or record component, with their values.
    pub fn annotations(
        &self,
        target: impl Into<AnnotationTarget>,
    ) -> Result<Vec<AnnotationView>, ClassError> {
        let target = target.into();
        let class = match target {
            AnnotationTarget::Class(class) | AnnotationTarget::RecordComponent(class, _) => class,
            AnnotationTarget::Method(method) => self.tables.methods[method].class,
            AnnotationTarget::Field(field) => self.tables.fields[field].class,
        };
        self.with_class(class, |file| {
            let Some(attributes) = self.attributes_of(target, class, file)? else { return Ok(Vec::new()) };
            let mut views = Vec::new();
            for raw in attributes.iter() {
                let is_visible = match raw.name(file.pool())?.as_bytes() {
                    b"RuntimeVisibleAnnotations" => true,
                    b"RuntimeInvisibleAnnotations" => false,
                    _ => continue,
                };
                if let Attribute::RuntimeVisibleAnnotations(list)
                | Attribute::RuntimeInvisibleAnnotations(list) = raw.parse(file.pool())?
                {
                    for annotation in &list {
                        views.push(view(annotation, is_visible, file.pool())?);
                    }
                }
            }
            Ok(views)
        })
    }

    /// The annotations on each parameter of a method. Compilers leave out parameters that they added
    /// themselves, such as an inner class's outer instance.
    pub fn parameter_annotations(&self, method: MethodId) -> Result<Vec<Vec<AnnotationView>>, ClassError> {
        let class = self.tables.methods[method].class;
        self.with_class(class, |file| {
            let Some(attributes) = self.attributes_of(method.into(), class, file)? else {
                return Ok(Vec::new());
            };
            let mut views: Vec<Vec<AnnotationView>> = Vec::new();
            for raw in attributes.iter() {
                let is_visible = match raw.name(file.pool())?.as_bytes() {
                    b"RuntimeVisibleParameterAnnotations" => true,
                    b"RuntimeInvisibleParameterAnnotations" => false,
                    _ => continue,
                };
                if let Attribute::RuntimeVisibleParameterAnnotations(lists)
                | Attribute::RuntimeInvisibleParameterAnnotations(lists) = raw.parse(file.pool())?
                {
                    views.resize_with(views.len().max(lists.len()), Vec::new);
                    for (views, list) in views.iter_mut().zip(&lists) {
                        for annotation in list {
                            views.push(view(annotation, is_visible, file.pool())?);
                        }
                    }
                }
            }
            Ok(views)
        })
    }

    /// The default value of an annotation interface's element.
    pub fn annotation_default(&self, method: MethodId) -> Result<Option<AnnotationValue>, ClassError> {
        let class = self.tables.methods[method].class;
        self.with_class(class, |file| {
            let attributes = self.attributes_of(method.into(), class, file)?;
            let raw = attributes.and_then(|attributes| attributes.find(file.pool(), "AnnotationDefault"));
            match raw.map(|raw| raw.parse(file.pool())).transpose()? {
                Some(Attribute::AnnotationDefault(default)) => value(&default, true, file.pool()).map(Some),
                _ => Ok(None),
            }
        })
    }

    /// The classes with an annotation, by the internal name of its interface.
    pub fn annotated_classes(&self, interface: &str) -> &[ClassId] {
        self.symbol(interface).map_or(&[], |name| self.annotated.classes.get(name))
    }

    /// The methods with an annotation, by the internal name of its interface.
    pub fn annotated_methods(&self, interface: &str) -> &[MethodId] {
        self.symbol(interface).map_or(&[], |name| self.annotated.methods.get(name))
    }

    /// The fields with an annotation, by the internal name of its interface.
    pub fn annotated_fields(&self, interface: &str) -> &[FieldId] {
        self.symbol(interface).map_or(&[], |name| self.annotated.fields.get(name))
    }

    /// The methods with a parameter that has an annotation, by the internal name of its interface.
    pub fn methods_with_annotated_parameters(&self, interface: &str) -> &[MethodId] {
        self.symbol(interface).map_or(&[], |name| self.annotated.parameters.get(name))
    }

    fn attributes_of<'a>(
        &self,
        target: AnnotationTarget,
        class: ClassId,
        file: &ClassFile<'a>,
    ) -> Result<Option<Attributes<'a>>, ReadError> {
        // Members are in class-file order, so a position among them is one in the class file.
        Ok(match target {
            AnnotationTarget::Class(_) => Some(file.attributes()),
            AnnotationTarget::Method(method) => {
                let position = method.index() - self.tables.methods_of(class).start;
                file.methods().get(position).map(|member| member.attributes)
            }
            AnnotationTarget::Field(field) => {
                let position = field.index() - self.tables.fields_of(class).start;
                file.fields().get(position).map(|member| member.attributes)
            }
            AnnotationTarget::RecordComponent(_, position) => {
                let raw = file.attributes().find(file.pool(), "Record");
                match raw.map(|raw| raw.parse(file.pool())).transpose()? {
                    Some(Attribute::Record(components)) => {
                        components.get(position).map(|component| component.attributes)
                    }
                    _ => None,
                }
            }
        })
    }
}

fn view(
    annotation: &Annotation,
    visible: bool,
    pool: &ConstantPool<'_>,
) -> Result<AnnotationView, ReadError> {
    let elements = annotation.elements.iter().map(|(name_index, element)| {
        Ok((pool.utf8(*name_index)?.to_string(), value(element, visible, pool)?))
    });
    Ok(AnnotationView {
        interface: class_name(annotation.type_index, pool)?,
        visible,
        elements: elements.collect::<Result<_, ReadError>>()?,
    })
}

fn value(
    element: &ElementValue,
    visible: bool,
    pool: &ConstantPool<'_>,
) -> Result<AnnotationValue, ReadError> {
    use AnnotationValue as V;
    Ok(match element {
        ElementValue::Constant { tag: b's', constant_index } => {
            V::String(pool.utf8(*constant_index)?.to_string())
        }
        ElementValue::Constant { tag, constant_index } => match (tag, pool.constant(*constant_index)?) {
            (b'Z', Constant::Integer(number)) => V::Boolean(number != 0),
            (b'B', Constant::Integer(number)) => V::Byte(number as i8),
            (b'S', Constant::Integer(number)) => V::Short(number as i16),
            (b'C', Constant::Integer(number)) => V::Char(number as u16),
            (b'J', Constant::Long(number)) => V::Long(number),
            (b'F', Constant::Float(number)) => V::Float(number),
            (b'D', Constant::Double(number)) => V::Double(number),
            (_, Constant::Integer(number)) => V::Int(number),
            // Tag and constant disagree: asking for text gives the error that says so.
            _ => V::String(pool.utf8(*constant_index)?.to_string()),
        },
        ElementValue::Enum { type_name_index, constant_name_index } => V::Enum {
            class: class_name(*type_name_index, pool)?,
            constant: pool.utf8(*constant_name_index)?.to_string(),
        },
        ElementValue::Class { class_info_index } => V::Class(pool.utf8(*class_info_index)?.to_string()),
        ElementValue::Annotation(annotation) => V::Annotation(view(annotation, visible, pool)?),
        ElementValue::Array(values) => {
            V::Array(values.iter().map(|element| value(element, visible, pool)).collect::<Result<_, _>>()?)
        }
    })
}

/// The internal name in a class's descriptor; a descriptor of anything else is left as it is.
fn class_name(descriptor_index: u16, pool: &ConstantPool<'_>) -> Result<String, ReadError> {
    let descriptor = pool.utf8(descriptor_index)?;
    let name = match descriptor.as_bytes() {
        [b'L', name @ .., b';'] => reenact_classfile::Mutf8::new(name),
        _ => descriptor,
    };
    Ok(name.to_string())
}

/// From annotation interfaces to what they are on; each list is ascending.
pub(crate) struct Annotated {
    classes: SparseAdjacency<Symbol, ClassId>,
    methods: SparseAdjacency<Symbol, MethodId>,
    fields: SparseAdjacency<Symbol, FieldId>,
    parameters: SparseAdjacency<Symbol, MethodId>,
}

impl Annotated {
    pub fn new(tables: &Tables) -> Self {
        Annotated {
            classes: invert(tables.class_annotations.iter(), |used| used.interface),
            methods: invert(tables.method_annotations.iter(), |used| used.interface),
            fields: invert(tables.field_annotations.iter(), |used| used.interface),
            parameters: invert(tables.parameter_annotations.iter(), |(_, used)| used.interface),
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.classes.heap_bytes()
            + self.methods.heap_bytes()
            + self.fields.heap_bytes()
            + self.parameters.heap_bytes()
    }
}

fn invert<'t, I: Id, T: 't>(
    uses: impl Iterator<Item = (I, &'t [T])>,
    interface: impl Fn(&T) -> Symbol,
) -> SparseAdjacency<Symbol, I> {
    let mut pairs: Vec<(Symbol, I)> = uses
        .flat_map(|(id, used)| used.iter().map(|used| (interface(used), id)).collect::<Vec<_>>())
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    SparseAdjacency::from_pairs(pairs)
}
