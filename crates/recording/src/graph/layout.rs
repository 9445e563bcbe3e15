//! The part of classes that a decoder needs: the kinds of an object's fields, in order.

use reenact_base::Id;
use reenact_heap::{ClassId, Classes};

use super::{ClassNumber, GraphError};

/// The kind of a field or array element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// The primitive kinds, in the order of their numbers in the format.
    pub const PRIMITIVES: [Kind; 8] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
    ];

    /// The kind that a field descriptor stands for.
    pub fn of_descriptor(descriptor: &str) -> Kind {
        match descriptor {
            "Z" => Kind::Boolean,
            "B" => Kind::Byte,
            "C" => Kind::Char,
            "S" => Kind::Short,
            "I" => Kind::Int,
            "J" => Kind::Long,
            "F" => Kind::Float,
            "D" => Kind::Double,
            _ => Kind::Reference,
        }
    }

    /// Bytes of one element in an array of primitives.
    pub fn width(self) -> usize {
        match self {
            Kind::Boolean | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Int | Kind::Float => 4,
            Kind::Long | Kind::Double | Kind::Reference => 8,
        }
    }
}

/// A class as the decoder needs it.
#[derive(Clone, Debug)]
pub struct ClassLayout {
    pub class: ClassId,
    /// All instance fields, those of the topmost class first; `None` if a superclass is not known.
    pub fields: Option<Box<[Kind]>>,
}

/// Layouts by class number.
#[derive(Clone, Default, Debug)]
pub struct Layouts {
    layouts: Vec<Option<ClassLayout>>,
}

impl Layouts {
    /// The layouts of all classes, numbered as they are. For graphs that never were in a recording.
    pub fn of(classes: &Classes) -> Self {
        let mut layouts = Layouts::default();
        for (id, _) in classes.iter() {
            let fields = classes.all_fields(id);
            let kinds = fields.iter().map(|(_, field)| Kind::of_descriptor(&field.descriptor)).collect();
            let layout = ClassLayout { class: id, fields: Some(kinds) };
            layouts.insert(ClassNumber::from_index(id.index()), layout);
        }
        layouts
    }

    /// Sets the layout of a class.
    pub fn insert(&mut self, number: ClassNumber, layout: ClassLayout) {
        if self.layouts.len() <= number.index() {
            self.layouts.resize(number.index() + 1, None);
        }
        self.layouts[number.index()] = Some(layout);
    }

    /// Replaces the classes of all layouts.
    pub(crate) fn map_classes(&mut self, class: impl Fn(ClassId) -> ClassId) {
        self.layouts.iter_mut().flatten().for_each(|layout| layout.class = class(layout.class));
    }

    /// The layout of a class that bytes name.
    pub(crate) fn find(&self, number: u64) -> Result<&ClassLayout, GraphError> {
        // Class numbers beyond those of a `ClassNumber` are unknown as well.
        let number = ClassNumber::from_index(number.min(u64::from(u32::MAX) - 1) as usize);
        self.get(number).ok_or(GraphError::UnknownClass(number))
    }

    /// The layout of a class, if it is known.
    pub fn get(&self, number: ClassNumber) -> Option<&ClassLayout> {
        self.layouts.get(number.index())?.as_ref()
    }
}
