//! The direct way between JSON and the buffer of a running JVM gives what the way over trees gives.

use proptest::prelude::*;
use reenact_serial::document::Shapes;
use reenact_serial::encoding::Encoding;
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::live::context::Context;
use reenact_serial::live::stream::{from_value, put_int, put_primitive, put_text, tag};
use reenact_serial::live::table::{Entry, LiveEnum, LiveShape, Table};
use reenact_serial::live::{self, read_json};
use reenact_serial::platform::FORMS;
use reenact_serial::types::Type;
use reenact_serial::value::Value;

use crate::encodings::{Allowed, value};
use crate::fuzzed;

/// A table and an allow list of the same classes, as Java announces them.
struct Announced {
    table: Table,
    context: Context,
    color: u32,
}

fn announced() -> Announced {
    let (mut table, mut context) = (Table::default(), Context::default());
    for shape in &Allowed::new().shapes {
        let number = table.add(Entry::Form(LiveShape::new(shape.clone())));
        context.add_form(&table, number);
        context.add_supertypes(&shape.class, ["java.lang.Object".to_owned()]);
    }
    let constants = ["RED", "BLUE"];
    let color = table.add(Entry::Enum(LiveEnum {
        class: "shop.Color".into(),
        constants: constants.map(Box::from).into(),
    }));
    context.add_enum("shop.Color", constants.map(str::to_owned));
    context.add_class("java.lang.Object");
    for list in ["ArrayList", "LinkedList", "ImmutableCollections$ListN", "ImmutableCollections$List12"] {
        let above = ["java.util.List", "java.util.Collection", "java.lang.Iterable"].map(str::to_owned);
        context.add_supertypes(&format!("java.util.{list}"), above);
    }
    Announced { table, context, color }
}

impl Announced {
    /// The buffer that Java would write for a value.
    fn units(&self, value: &Value, declared: &Type, out: &mut Vec<u16>) {
        if let Type::Primitive(_) = declared {
            return put_primitive(value, out);
        }
        match value {
            Value::Null => out.push(tag::NULL),
            Value::Text(text) => put_text(text, out),
            Value::Enum { constant, .. } => {
                out.push(tag::ENUM);
                put_int(self.color, out);
                put_int(u32::from(&**constant == "BLUE"), out);
            }
            Value::Array { element, elements } => {
                let (mut base, mut dimensions) = (element, 0);
                while let Type::Array(inner) = base {
                    (base, dimensions) = (inner, dimensions + 1);
                }
                out.extend([tag::ARRAY, dimensions]);
                match base {
                    Type::Primitive(primitive) => out.push(primitive.letter() as u16),
                    _ => {
                        out.push(0);
                        put_int(FORMS.len() as u32, out);
                    }
                }
                put_int(elements.len() as u32, out);
                elements.iter().for_each(|value| self.units(value, element, out));
            }
            Value::Object(object) => {
                let shape = &object.shape;
                let is_it = |number: &u32| match self.table.get(*number).map(|entry| &**entry) {
                    Some(Entry::Form(form)) => {
                        form.shape.class == shape.class && form.shape.version == shape.version
                    }
                    _ => false,
                };
                let number = (0..self.table.len() as u32).find(is_it).unwrap();
                out.push(tag::OBJECT);
                put_int(number, out);
                for ((_, declared), value) in shape.components.iter().zip(&object.components) {
                    self.units(value, declared, out);
                }
            }
            primitive => {
                out.push(tag::BOXED + primitive.primitive().unwrap() as u16);
                put_primitive(primitive, out);
            }
        }
    }
}

/// Checks a document that the direct reader may accept.
fn accepts_no_more(announced: &Announced, document: &[u8], limits: &Limits) -> Result<(), TestCaseError> {
    let mut read = Vec::new();
    if !read_json::read(document, &announced.context, limits, &mut read) {
        return Ok(());
    }
    let other = Encoding::Json.decode(document, &announced.context as &dyn Shapes, limits);
    let Ok(other) = other else {
        let document = String::from_utf8_lossy(document);
        return Err(TestCaseError::fail(format!("only the direct reader accepts {document}: {other:?}")));
    };
    let mut expected = Vec::new();
    from_value(&other, &announced.context, &mut expected).unwrap();
    prop_assert_eq!(read, expected);
    Ok(())
}

/// A `char` without its first quote was once read as one.
#[test]
fn a_char_begins_with_a_quote() {
    let announced = announced();
    for first in 0..=u8::MAX {
        let mut document = br#"{"$type":"char","$value":"#.to_vec();
        document.extend([first, b'x', b'"', b'}']);
        let is_read = read_json::read(&document, &announced.context, &Limits::default(), &mut Vec::new());
        assert_eq!(is_read, first == b'"', "{}", String::from_utf8_lossy(&document));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Documents are the same bytes, and read to the same buffer.
    #[test]
    fn direct_json_is_the_json_of_trees(value in value()) {
        let (announced, limits) = (announced(), Limits::default());
        let mut units = Vec::new();
        announced.units(&value, &Type::object(), &mut units);
        for encoding in Encoding::ALL {
            let Ok(expected) = encoding.encode(&value, Layout::Compact, &limits) else { continue };
            let mut document = Vec::new();
            live::encode(encoding, &units, &announced.table, &limits, &mut document).unwrap();
            prop_assert_eq!(
                String::from_utf8_lossy(&document),
                String::from_utf8_lossy(&expected),
                "{}", encoding
            );
            let mut expected = Vec::new();
            from_value(&value, &announced.context, &mut expected).unwrap();
            let mut read = Vec::new();
            live::decode(encoding, &document, &announced.context, &limits, &mut read).unwrap();
            prop_assert_eq!(&read, &expected, "{}", encoding);
        }
    }

    /// Documents that the direct reader accepts are accepted by the other too, with the same values: also of damaged documents, and
    /// within tight limits.
    #[test]
    fn the_direct_reader_accepts_no_more(
        value in value(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        depth in 1..6usize,
        values in 1..40usize,
    ) {
        let (announced, unlimited) = (announced(), Limits::default());
        let Ok(document) = Encoding::Json.encode(&value, Layout::Compact, &unlimited) else { return Ok(()) };
        let at = at.index(document.len());
        let mut damaged = document.clone();
        damaged[at] = byte;
        let limited = Limits { depth, values, ..unlimited };
        accepts_no_more(&announced, &damaged, &unlimited)?;
        accepts_no_more(&announced, &document, &limited)?;
    }

    /// The code of the fuzz target over random bytes, and over documents with one changed byte.
    #[test]
    fn any_bytes_are_a_document_or_an_error(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        value in value(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        fuzzed::check(&bytes);
        for encoding in Encoding::ALL {
            let Ok(mut document) = encoding.encode(&value, Layout::Indented, &Limits::default()) else { continue };
            let at = at.index(document.len());
            document[at] = byte;
            fuzzed::check(&document);
        }
    }
}
