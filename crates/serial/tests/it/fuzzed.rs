//! The check of the fuzz target `serial_documents`, which a property test runs too.

use std::sync::Arc;

use reenact_serial::document::{Shapes, Unknown};
use reenact_serial::encoding::Encoding;
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::live::context::Context;
use reenact_serial::live::read_json;
use reenact_serial::live::stream::from_value;
use reenact_serial::live::table::{Entry, LiveShape, Table};
use reenact_serial::platform::platform_form;
use reenact_serial::types::Type;
use reenact_serial::value::{Maker, Shape};

struct Known;

fn shape() -> Shape {
    let components = ["int", "java.lang.String", "java.lang.Object", "byte[]", "double"];
    Shape {
        class: "a.B".into(),
        version: 1,
        components: components
            .iter()
            .zip(["i", "s", "o", "b", "d"])
            .filter_map(|(of, name)| Some((name.into(), Type::named(of)?)))
            .collect(),
        maker: Maker::Constructor,
        is_inferred: false,
    }
}

impl Shapes for Known {
    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>, Unknown> {
        match (platform_form(class), class, version) {
            (Some(form), _, 1) => Ok(Arc::new(Shape::platform(form))),
            (None, "a.B", 1) => Ok(Arc::new(shape())),
            _ => Err(Unknown::Class),
        }
    }

    fn constant(&self, class: &str, constant: &str) -> Result<(), Unknown> {
        if (class, constant) == ("a.E", "X") { Ok(()) } else { Err(Unknown::Class) }
    }

    fn fits(&self, class: &str, declared: &str) -> bool {
        class == declared
    }
}

/// Any bytes are a document of known forms in an encoding, or an error; a value that was read is written and read back. The direct
/// reader of JSON accepts nothing that the other refuses, and gives the same buffer.
pub fn check(bytes: &[u8]) {
    let limits = Limits { values: 10_000, ..Limits::default() };
    for encoding in Encoding::ALL {
        if let Ok(value) = encoding.decode(bytes, &Known, &limits) {
            let written = encoding.encode(&value, Layout::Compact, &limits);
            let Ok(written) = written else { continue };
            assert_eq!(encoding.decode(&written, &Known, &limits).as_ref(), Ok(&value), "{encoding}");
        }
    }
    let (mut table, mut context) = (Table::default(), Context::default());
    let number = table.add(Entry::Form(LiveShape::new(Arc::new(shape()))));
    context.add_form(&table, number);
    context.add_class("java.lang.Object");
    context.add_enum("a.E", ["X".to_owned()]);
    let mut read = Vec::new();
    if read_json::read(bytes, &context, &limits, &mut read) {
        let value = Encoding::Json.decode(bytes, &context, &limits);
        let mut expected = Vec::new();
        let written = value.map(|value| from_value(&value, &context, &mut expected));
        assert_eq!((written, read), (Ok(Ok(())), expected));
    }
}
