//! The forms, enums and classes that a running JVM has announced, by number.

use std::sync::{Arc, LazyLock};

use crate::platform::{FORMS, platform_form};
use crate::types::{Primitive, Type};
use crate::value::Shape;

/// The entries that Java refers to by number. Those of JDK types come first, in the order of [`FORMS`].
#[derive(Clone)]
pub struct Table {
    entries: Vec<Arc<Entry>>,
}

/// One entry.
pub enum Entry {
    Form(LiveShape),
    Enum(LiveEnum),
    /// A class or interface that is the element type of arrays.
    Class(Type),
}

/// One version of a form, prepared for JSON.
pub struct LiveShape {
    pub shape: Arc<Shape>,
    /// `{"$class":"shop.Range","$version":2`.
    pub head: Vec<u8>,
    pub components: Vec<LiveComponent>,
    /// True if a text stands for the object where its type is clear.
    pub is_text: bool,
}

/// A component of a form.
pub struct LiveComponent {
    /// `,"lo":`.
    pub key: Vec<u8>,
    pub place: Place,
}

/// The constants of an enum, in the order that Java numbers them.
pub struct LiveEnum {
    /// Binary name.
    pub class: Box<str>,
    pub constants: Vec<Box<str>>,
}

/// A declared type, as far as encodings ask for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    Primitive(Primitive),
    Boxed(Primitive),
    Text,
    /// `Object`.
    Any,
    /// `List`, `Collection` or `Iterable`.
    List,
    /// Exactly a JDK type that a text stands for, by its position in [`FORMS`].
    PlatformText(u32),
    Array(Type),
    /// Any other class, by its binary name.
    Class(Box<str>),
}

impl Place {
    pub fn of(declared: &Type) -> Place {
        match declared {
            Type::Primitive(primitive) => Place::Primitive(*primitive),
            Type::Array(element) => Place::Array((**element).clone()),
            Type::Class(class) => match &**class {
                "java.lang.String" => Place::Text,
                "java.lang.Object" => Place::Any,
                "java.util.List" | "java.util.Collection" | "java.lang.Iterable" => Place::List,
                name => match (Primitive::wrapped_by(name), platform_form(name)) {
                    (Some(primitive), _) => Place::Boxed(primitive),
                    (_, Some(form)) if form.is_text() => Place::PlatformText(platform_number(name)),
                    _ => Place::Class(class.clone()),
                },
            },
        }
    }

    /// The primitive type that a value has because the place says so.
    pub fn says(&self) -> Option<Primitive> {
        match self {
            Place::Primitive(primitive) | Place::Boxed(primitive) => Some(*primitive),
            _ => None,
        }
    }
}

/// The position of a JDK type in [`FORMS`].
pub fn platform_number(class: &str) -> u32 {
    FORMS.iter().position(|form| form.class == class).unwrap_or(FORMS.len()) as u32
}

/// The number of the list that is written plainly where any list is declared.
pub(super) fn array_list() -> u32 {
    static NUMBER: LazyLock<u32> = LazyLock::new(|| platform_number("java.util.ArrayList"));
    *NUMBER
}

impl LiveShape {
    pub fn new(shape: Arc<Shape>) -> LiveShape {
        let mut head = b"{\"$class\":".to_vec();
        write_text(&shape.class, &mut head);
        head.extend(format!(",\"$version\":{}", shape.version).bytes());
        let components = shape.components.iter().map(|(name, declared)| {
            let mut key = vec![b','];
            write_text(&crate::document::escaped(name), &mut key);
            key.push(b':');
            LiveComponent { key, place: Place::of(declared) }
        });
        let components = components.collect();
        let is_text = platform_form(&shape.class).is_some_and(|form| form.is_text());
        LiveShape { head, components, is_text, shape }
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    super::write_json::write_text(&text.encode_utf16().collect::<Vec<u16>>(), out);
}

impl Table {
    pub fn get(&self, number: u32) -> Option<&Arc<Entry>> {
        self.entries.get(number as usize)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds an entry and returns its number.
    pub fn add(&mut self, entry: Entry) -> u32 {
        self.entries.push(Arc::new(entry));
        self.entries.len() as u32 - 1
    }

    /// The form of a number, which Java has from here.
    pub(super) fn form(&self, number: u32) -> Result<&LiveShape, String> {
        match self.get(number).map(|entry| &**entry) {
            Some(Entry::Form(shape)) => Ok(shape),
            _ => Err(format!("internal error: no form has the number {number}")),
        }
    }

    /// The constant of an enum.
    pub(super) fn constant(&self, number: u32, index: u32) -> Result<(&LiveEnum, &str), String> {
        match self.get(number).map(|entry| &**entry) {
            Some(Entry::Enum(found)) => match found.constants.get(index as usize) {
                Some(constant) => Ok((found, constant)),
                None => Err(format!("internal error: {} has no constant {index}", found.class)),
            },
            _ => Err(format!("internal error: no enum has the number {number}")),
        }
    }

    /// The class of a number.
    pub(super) fn class(&self, number: u32) -> Result<&Type, String> {
        match self.get(number).map(|entry| &**entry) {
            Some(Entry::Class(class)) => Ok(class),
            _ => Err(format!("internal error: no class has the number {number}")),
        }
    }
}

impl Default for Table {
    fn default() -> Table {
        let shapes = FORMS.iter().map(|form| LiveShape::new(Arc::new(Shape::platform(form))));
        let mut entries: Vec<Arc<Entry>> = shapes.map(|shape| Arc::new(Entry::Form(shape))).collect();
        entries.push(Arc::new(Entry::Class(Type::object())));
        Table { entries }
    }
}
