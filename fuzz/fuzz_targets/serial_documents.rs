//! Any bytes are a document of known forms in an encoding, or an error; a value that was read is written and read back.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use reenact_serial::document::{Shapes, Unknown};
use reenact_serial::encoding::Encoding;
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::platform::platform_form;
use reenact_serial::types::Type;
use reenact_serial::value::{Maker, Shape};

struct Known;

impl Shapes for Known {
    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>, Unknown> {
        match (platform_form(class), class, version) {
            (Some(form), _, 1) => Ok(Arc::new(Shape::platform(form))),
            (None, "a.B", 1) => Ok(Arc::new(Shape {
                class: class.into(),
                version,
                components: ["int", "java.lang.String", "java.lang.Object", "byte[]", "double"]
                    .iter()
                    .zip(["i", "s", "o", "b", "d"])
                    .filter_map(|(of, name)| Some((name.into(), Type::named(of)?)))
                    .collect(),
                maker: Maker::Constructor,
                is_inferred: false,
            })),
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

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { values: 10_000, ..Limits::default() };
    for encoding in Encoding::ALL {
        if let Ok(value) = encoding.decode(bytes, &Known, &limits) {
            let written = encoding.encode(&value, Layout::Compact, &limits);
            let Ok(written) = written else { continue };
            assert_eq!(encoding.decode(&written, &Known, &limits).as_ref(), Ok(&value), "{encoding}");
        }
    }
});
