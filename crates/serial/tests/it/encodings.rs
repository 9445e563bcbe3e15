//! Values in all encodings: read back as they were, with the same bytes when written again; hostile documents refused.

use std::sync::Arc;

use proptest::prelude::*;
use reenact_serial::document::{Shapes, Unknown};
use reenact_serial::encoding::Encoding;
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::platform::{PlatformMaker, platform_form};
use reenact_serial::types::{Primitive, Type};
use reenact_serial::value::{Maker, Object, Shape, Value};

/// Classes that were made up: each has several versions and private state behind a factory or a constructor.
pub struct Allowed {
    pub shapes: Vec<Arc<Shape>>,
}

fn shape(class: &str, version: i32, maker: Maker, components: &[(&str, &str)]) -> Arc<Shape> {
    let components = components.iter().map(|(name, of)| ((*name).into(), Type::named(of).unwrap())).collect();
    Arc::new(Shape { class: class.into(), version, components, maker, is_inferred: false })
}

impl Allowed {
    pub fn new() -> Allowed {
        let make = |name: &str| Maker::Factory(name.into());
        Allowed {
            shapes: vec![
                shape("shop.Range", 2, make("make"), &[("lo", "int"), ("hi", "int")]),
                shape("shop.Range", 1, make("upTo"), &[("hi", "int")]),
                shape(
                    "shop.All",
                    1,
                    Maker::Constructor,
                    &[
                        ("flag", "boolean"),
                        ("tiny", "byte"),
                        ("letter", "char"),
                        ("small", "short"),
                        ("number", "int"),
                        ("large", "long"),
                        ("single", "float"),
                        ("real", "double"),
                        ("boxed", "java.lang.Long"),
                        ("name", "java.lang.String"),
                    ],
                ),
                shape(
                    "shop.Box$Inner",
                    7,
                    Maker::Constructor,
                    &[
                        ("$class", "java.lang.Object"),
                        ("items", "java.util.List"),
                        ("price", "java.math.BigDecimal"),
                        ("color", "shop.Color"),
                        ("grid", "int[][]"),
                        ("key", "byte[]"),
                        ("objects", "java.lang.Object[]"),
                    ],
                ),
                shape("shop.Empty", 1, make("instance"), &[]),
            ],
        }
    }

    fn of(&self, class: &str, version: i32) -> Arc<Shape> {
        self.shape(class, version).unwrap()
    }
}

impl Shapes for Allowed {
    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>, Unknown> {
        if let Some(form) = platform_form(class) {
            return if version == 1 {
                Ok(Arc::new(Shape::platform(form)))
            } else {
                Err(Unknown::Version(vec![1]))
            };
        }
        let known: Vec<&Arc<Shape>> = self.shapes.iter().filter(|shape| &*shape.class == class).collect();
        if known.is_empty() {
            return Err(Unknown::Class);
        }
        let found = known.iter().find(|shape| shape.version == version).map(|shape| Arc::clone(shape));
        found.ok_or_else(|| Unknown::Version(known.iter().map(|shape| shape.version).collect()))
    }

    fn constant(&self, class: &str, constant: &str) -> Result<(), Unknown> {
        match (class, constant) {
            ("shop.Color", "RED" | "BLUE") => Ok(()),
            ("shop.Color", _) => Err(Unknown::Constant),
            _ => Err(Unknown::Class),
        }
    }

    fn fits(&self, class: &str, declared: &str) -> bool {
        class == declared
            || matches!(
                (class, declared),
                ("java.util.ArrayList" | "java.util.LinkedList", "java.util.List")
                    | (
                        "java.util.ImmutableCollections$ListN" | "java.util.ImmutableCollections$List12",
                        "java.util.List"
                    )
                    | ("java.lang.String", "java.lang.CharSequence")
            )
    }
}

fn object(shape: Arc<Shape>, components: Vec<Value>) -> Value {
    Value::Object(Box::new(Object { shape, components }))
}

fn platform(class: &str, components: Vec<Value>) -> Value {
    object(Arc::new(Shape::platform(platform_form(class).unwrap())), components)
}

/// Any `char`s, lone surrogates and control characters included.
fn text() -> impl Strategy<Value = Vec<u16>> {
    prop_oneof![
        "\\PC{0,12}".prop_map(|text| text.encode_utf16().collect()),
        prop::collection::vec(any::<u16>(), 0..6),
        Just("\u{0}\t\r\n\\\"'<&>]]>\u{2028}\u{feff}".encode_utf16().collect()),
        Just(vec![0xd800, 0x41, 0xdc00]),
        Just(vec![0xdc00, 0xd83d, 0xde00, 0xd800]),
        Just(" a ".encode_utf16().collect()),
    ]
}

fn primitive() -> impl Strategy<Value = Value> {
    let doubles = prop_oneof![
        any::<u64>(),
        Just((-0.0f64).to_bits()),
        Just(f64::NAN.to_bits()),
        Just(0x7ff0_0000_0000_0001),
        Just(f64::INFINITY.to_bits()),
        Just(1.0f64.to_bits()),
    ];
    prop_oneof![
        any::<bool>().prop_map(Value::Boolean),
        any::<i8>().prop_map(Value::Byte),
        any::<u16>().prop_map(Value::Char),
        any::<i16>().prop_map(Value::Short),
        any::<i32>().prop_map(Value::Int),
        any::<i64>().prop_map(Value::Long),
        any::<u32>().prop_map(Value::Float),
        doubles.prop_map(Value::Double),
    ]
}

/// Any value of any type that the allowed classes have.
pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        primitive(),
        text().prop_map(Value::Text),
        Just(Value::Enum { class: "shop.Color".into(), constant: "RED".into() }),
        "-?[1-9][0-9]{0,30}(\\.[0-9]{1,5})?"
            .prop_map(|digits| platform("java.math.BigDecimal", vec![Value::text(&digits)])),
        Just(object(Allowed::new().of("shop.Empty", 1), vec![])),
        (any::<i32>(), any::<i32>()).prop_map(|(lo, hi)| {
            object(Allowed::new().of("shop.Range", 2), vec![Value::Int(lo), Value::Int(hi)])
        }),
        any::<i32>().prop_map(|hi| object(Allowed::new().of("shop.Range", 1), vec![Value::Int(hi)])),
        prop::collection::vec(any::<i8>(), 0..5).prop_map(|bytes| Value::Array {
            element: Type::Primitive(Primitive::Byte),
            elements: bytes.into_iter().map(Value::Byte).collect(),
        }),
        prop::collection::vec(any::<u64>(), 0..4).prop_map(|bits| Value::Array {
            element: Type::Primitive(Primitive::Double),
            elements: bits.into_iter().map(Value::Double).collect(),
        }),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4);
        let objects = |elements| Value::Array { element: Type::object(), elements };
        prop_oneof![
            list.clone().prop_map(objects),
            list.clone().prop_map(move |elements| platform("java.util.ArrayList", vec![objects(elements)])),
            list.clone().prop_map(move |elements| {
                let class = if (1..=2).contains(&elements.len()) { "List12" } else { "ListN" };
                platform(&format!("java.util.ImmutableCollections${class}"), vec![objects(elements)])
            }),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(move |entries| {
                let (keys, values) = entries.into_iter().unzip();
                platform("java.util.LinkedHashMap", vec![objects(keys), objects(values)])
            }),
            inner.clone().prop_map(|value| platform("java.util.Optional", vec![value])),
            (inner, list, prop::collection::vec(any::<i32>(), 0..3), any::<bool>()).prop_map(
                move |(any, items, numbers, is_null)| {
                    let row = Value::Array {
                        element: Type::Primitive(Primitive::Int),
                        elements: numbers.into_iter().map(Value::Int).collect(),
                    };
                    let components = vec![
                        any,
                        platform("java.util.ArrayList", vec![objects(items.clone())]),
                        if is_null {
                            Value::Null
                        } else {
                            platform("java.math.BigDecimal", vec![Value::text("1.20")])
                        },
                        Value::Enum { class: "shop.Color".into(), constant: "BLUE".into() },
                        Value::Array {
                            element: Type::Array(Box::new(Type::Primitive(Primitive::Int))),
                            elements: vec![row],
                        },
                        Value::Array {
                            element: Type::Primitive(Primitive::Byte),
                            elements: vec![Value::Byte(-1)],
                        },
                        objects(items),
                    ];
                    object(Allowed::new().of("shop.Box$Inner", 7), components)
                }
            ),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn values_are_read_back_and_written_with_the_same_bytes(value in value()) {
        let (shapes, limits) = (Allowed::new(), Limits::default());
        for encoding in Encoding::ALL {
            for layout in [Layout::Compact, Layout::Indented] {
                let bytes = encoding.encode(&value, layout, &limits).unwrap();
                let shown = String::from_utf8_lossy(&bytes).into_owned();
                let read = encoding.decode(&bytes, &shapes, &limits);
                prop_assert_eq!(read.as_ref(), Ok(&value), "{} {}", encoding, shown);
                let again = encoding.encode(&read.unwrap(), layout, &limits).unwrap();
                prop_assert_eq!(again, bytes, "{} {}", encoding, shown);
            }
        }
    }

    #[test]
    fn primitive_components_are_exact(
        (flag, tiny, letter, small, number, large) in any::<(bool, i8, u16, i16, i32, i64)>(),
        (single, real, boxed) in any::<(u32, u64, Option<i64>)>(),
        name in text(),
    ) {
        let shapes = Allowed::new();
        let value = object(shapes.of("shop.All", 1), vec![
            Value::Boolean(flag), Value::Byte(tiny), Value::Char(letter), Value::Short(small), Value::Int(number),
            Value::Long(large), Value::Float(single), Value::Double(real), boxed.map_or(Value::Null, Value::Long),
            Value::Text(name),
        ]);
        for encoding in Encoding::ALL {
            let bytes = encoding.encode(&value, Layout::Compact, &Limits::default()).unwrap();
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            prop_assert_eq!(encoding.decode(&bytes, &shapes, &Limits::default()), Ok(value.clone()), "{} {}", encoding, shown);
        }
    }

    #[test]
    fn damaged_documents_are_errors(value in value(), cut in any::<prop::sample::Index>(), bit in 0..8u8) {
        let shapes = Allowed::new();
        for encoding in Encoding::ALL {
            let mut bytes = encoding.encode(&value, Layout::Compact, &Limits::default()).unwrap();
            let at = cut.index(bytes.len());
            let _ = encoding.decode(&bytes[..at], &shapes, &Limits::default());
            bytes[at] ^= 1 << bit;
            let _ = encoding.decode(&bytes, &shapes, &Limits::default());
        }
    }

    #[test]
    fn random_bytes_are_errors_or_values(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for encoding in Encoding::ALL {
            let _ = encoding.decode(&bytes, &Allowed::new(), &Limits::default());
        }
    }
}

fn encoded(encoding: Encoding, value: &Value) -> String {
    String::from_utf8(encoding.encode(value, Layout::Indented, &Limits::default()).unwrap()).unwrap()
}

#[test]
fn documents_read_well() {
    let shapes = Allowed::new();
    let range = object(shapes.of("shop.Range", 2), vec![Value::Int(1), Value::Int(5)]);
    assert_eq!(
        encoded(Encoding::Json, &range),
        "{\n  \"$class\": \"shop.Range\",\n  \"$version\": 2,\n  \"lo\": 1,\n  \"hi\": 5\n}\n"
    );
    assert_eq!(
        encoded(Encoding::Xml, &range),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<value class=\"shop.Range\" version=\"2\">\n  \
         <component name=\"lo\">1</component>\n  <component name=\"hi\">5</component>\n</value>\n"
    );
    assert_eq!(
        encoded(Encoding::Java, &range),
        "return shop.Range.make(/* shop.Range, version 2 */ /* lo= */ 1, /* hi= */ 5);\n"
    );
    let cbor = Encoding::Cbor.encode(&range, Layout::Compact, &Limits::default()).unwrap();
    assert_eq!(cbor[..8], [0xa4, 0x66, b'$', b'c', b'l', b'a', b's', b's']);
}

/// Checks that a JSON document is refused with a message.
#[track_caller]
fn refused(json: &str, message: &str) {
    let error = Encoding::Json.decode(json.as_bytes(), &Allowed::new(), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), message, "{json}");
}

#[test]
fn documents_that_no_form_has_are_refused_with_the_place_and_the_reason() {
    let range = |rest: &str| format!(r#"{{"$class":"shop.Range","$version":2{rest}}}"#);
    refused(&range(r#","lo":1"#), "$: shop.Range lacks its component hi of version 2");
    refused(&range(r#","lo":1,"lo":2,"hi":3"#), "$: the component \"lo\" occurs twice");
    refused(
        &range(r#","lo":1,"hi":2,"up":3"#),
        "$: shop.Range has no component \"up\" in version 2; it has lo, hi",
    );
    refused(&range(r#","lo":"1","hi":2"#), "$.lo: the text \"1\" where int is expected");
    refused(&range(r#","lo":1.5,"hi":2"#), "$.lo: the number \"1.5\" where int is expected");
    refused(&range(r#","lo":2147483648,"hi":2"#), "$.lo: the number \"2147483648\" where int is expected");
    refused(&range(r#","lo":null,"hi":2"#), "$.lo: null where int is expected");
    refused(
        r#"{"$class":"shop.Range","$version":9,"lo":1}"#,
        "$: \"shop.Range\" does not read version 9; it reads 2, 1",
    );
    refused(r#"{"$class":"shop.Range","lo":1}"#, "$: shop.Range has no $version behind $class");
    refused(
        r#"{"$class":"java.lang.Runtime","$version":1}"#,
        "$: the class \"java.lang.Runtime\" is not allowed in this document",
    );
    refused(r#"{"$class":"../x","$version":1}"#, "$: $class is not the name of a class");
    refused(r#"{"lo":1}"#, "$: an object begins with $class; a value of another type with $type or $enum");
    refused(r#"{"$enum":"shop.Color","$value":"GREEN"}"#, "$: the enum shop.Color has no constant \"GREEN\"");
    refused(
        r#"{"$class":"java.util.Optional","$version":1,"value":{"$class":"shop.Evil","$version":1}}"#,
        "$.value: the class \"shop.Evil\" is not allowed in this document",
    );
    refused("{\"a\":1,}", "at byte 7: the name of a component is expected");
    refused("[1,2", "at byte 4: ',' or ']' is expected");
    refused("1 2", "at byte 2: there is more behind the document");
    refused("\"\u{1}\"", "at byte 1: a control character in a text must be escaped");
}

#[test]
fn limits_hold_before_memory_is_taken() {
    let limits = Limits { depth: 50, values: 1000, bytes: 10_000, deadline: None };
    let check = |encoding: Encoding, bytes: &[u8], message: &str| {
        let error = encoding.decode(bytes, &Allowed::new(), &limits).unwrap_err().to_string();
        assert!(error.contains(message), "{encoding}: {error}");
    };
    let deep = "[".repeat(5000);
    check(Encoding::Json, deep.as_bytes(), "nested more than 50 deep");
    check(Encoding::Cbor, &[0x81; 5000], "nested more than 50 deep");
    let deep = "<value list=\"true\">".to_owned() + &"<item list=\"true\">".repeat(500);
    check(Encoding::Xml, deep.as_bytes(), "nested more than 50 deep");
    let deep = "return ".to_owned() + &"java.util.Optional.ofNullable(".repeat(300);
    check(Encoding::Java, deep.as_bytes(), "nested more than 50 deep");
    check(Encoding::Json, format!("[{}1]", "1,".repeat(2000)).as_bytes(), "more than 1000 values");
    check(Encoding::Json, &[b' '; 20_000], "more than 10000 bytes");
    // Lengths of 2^63 bytes, items and entries.
    for major in [0x5b, 0x7b, 0x9b, 0xbb] {
        check(Encoding::Cbor, &[major, 0x7f, 255, 255, 255, 255, 255, 255, 255], "are announced and 0");
    }
    check(Encoding::Cbor, &[0x9f, 1, 0xff], "indefinite length");
    check(Encoding::Cbor, &[0xc1, 1], "tag 1 has no meaning");
    let laughs = "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;\">]><value>&lol2;</value>";
    check(Encoding::Xml, laughs.as_bytes(), "document type declarations are refused");
    check(Encoding::Xml, b"<value>&lol;</value>", "only references to characters");
    check(
        Encoding::Java,
        b"return Runtime.getRuntime().exec(\"x\");",
        "Runtime.getRuntime makes no JDK type",
    );
    check(Encoding::Java, b"java.util.Map m = new java.util.HashMap(); m.put(m, 1); return m;", "");
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    let long = format!("[{}1]", "1,".repeat(100_000));
    let error = Encoding::Json.decode(long.as_bytes(), &Allowed::new(), &late).unwrap_err();
    assert!(error.to_string().contains("takes too long"), "{error}");
}

/// A map that would be used twice would be shared; a value is a tree.
#[test]
fn plain_java_cannot_share_a_map() {
    let text = "java.util.Map m = new java.util.HashMap();\nreturn java.util.List.of(m, m);\n";
    let error = Encoding::Java.decode(text.as_bytes(), &Allowed::new(), &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("m"), "{error}");
}

#[test]
fn platform_makers_are_all_written() {
    // Each maker has a form here, so that a new one is not forgotten by the encoder.
    let makers = [
        ("java.math.BigDecimal", PlatformMaker::Constructor),
        ("java.util.ArrayList", PlatformMaker::Collection),
        ("java.util.HashMap", PlatformMaker::Map),
        ("java.util.ImmutableCollections$MapN", PlatformMaker::Entries),
    ];
    for (class, maker) in makers {
        assert_eq!(platform_form(class).unwrap().maker, maker);
    }
}
