use super::*;
use crate::container::fixtures::{Jimage, class_bytes, exercise, options, shared, zlib};

/// The name of a decompressor, and what undoes it.
type Layer<'a> = (&'a str, fn(&mut Jimage, &[u8]) -> Vec<u8>);

const STRING: [&str; 4] = ["java.base", "java/lang", "String", "class"];

fn open(image: &[u8]) -> Image {
    Image::open("modules", shared(image), &options()).unwrap()
}

fn open_error(image: &[u8]) -> String {
    Image::open("modules", shared(image), &options()).err().unwrap().to_string()
}

/// An image with the one class `java/lang/String`, packed by some decompressors' counterparts from
/// the innermost on.
fn packed(is_big_endian: bool, class: &[u8], layers: &[Layer<'_>]) -> Vec<u8> {
    let mut image = Jimage::new(is_big_endian);
    let mut content = class.to_vec();
    for (name, pack) in layers {
        let packed = pack(&mut image, &content);
        content = image.header(name, &packed, content.len() as u64);
    }
    image.compressed(STRING, &content, class.len() as u64).finish()
}

fn check_packed(class: &[u8], layers: &[Layer<'_>]) {
    for is_big_endian in [false, true] {
        let image = open(&packed(is_big_endian, class, layers));
        assert_eq!(image.classes()[0].size as usize, class.len());
        assert_eq!(*image.read_class(0).unwrap(), *class);
    }
}

/// A class file with constants of all sizes, and a method descriptor.
fn small_class() -> Vec<u8> {
    let constants: [&[u8]; 7] = [
        b"\x01\0\x05plain",
        b"\x05longlong",
        b"\x0fref",
        b"\x11",
        b"\x01\0\x05hello",
        b"\x01\0\x28(Ljava/lang/String;ILNoPackage;[[La/B;)V",
        b"\x12indy",
    ];
    [b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x09".as_slice(), &constants.concat(), b"the rest"].concat()
}

/// [`small_class`] after jlink's string sharing.
fn share_strings(image: &mut Jimage, _: &[u8]) -> Vec<u8> {
    let number = |number: u32| -> Vec<u8> {
        match number {
            0..0x20 => vec![0xa0 | number as u8],
            0x20..0x2000 => vec![0xc0 | (number >> 8) as u8, number as u8],
            _ => number.to_be_bytes().into(),
        }
    };
    let hello = image.string(b"hello");
    let template = image.string(b"(L;IL;[[L;)V");
    let names =
        ["java/lang", "String", "", "NoPackage", "a", "B"].map(|name| number(image.string(name.as_bytes())));
    let names = names.concat();
    let constants = [
        b"\x01\0\x05plain".to_vec(),
        b"\x05longlong".to_vec(),
        b"\x0fref".to_vec(),
        b"\x11".to_vec(),
        [vec![23], number(hello)].concat(),
        [vec![25], number(template), number(names.len() as u32), names].concat(),
        b"\x12indy".to_vec(),
    ];
    [b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x09".as_slice(), &constants.concat(), b"the rest"].concat()
}

fn deflate(_: &mut Jimage, content: &[u8]) -> Vec<u8> {
    zlib(content)
}

#[test]
fn lists_by_module_and_name_in_either_byte_order() {
    let string = class_bytes("String");
    for is_big_endian in [false, true] {
        let image = open(
            &Jimage::new(is_big_endian)
                .plain(["java.xml", "a", "A", "class"], b"")
                .plain(STRING, &string)
                .plain(["java.base", "", "module-info", "class"], b"module")
                .plain(["java.base", "java/lang", "Object", "class"], b"object")
                .plain(["java.base", "a/b", "c", "properties"], b"c")
                .plain(["java.base", "a/b", "LICENSE", ""], b"license")
                .plain(["packages", "", "java.lang", ""], b"a list of modules")
                .plain(["modules", "java.base/java", "lang", ""], b"a directory")
                .plain(["", "", "modules", ""], b"another")
                .finish(),
        );
        let classes: Vec<_> =
            image.classes().iter().map(|class| (class.module.as_deref(), &*class.name)).collect();
        let base = Some("java.base");
        assert_eq!(
            classes,
            [
                (base, "java/lang/Object"),
                (base, "java/lang/String"),
                (base, "module-info"),
                (Some("java.xml"), "a/A")
            ]
        );
        assert_eq!(image.classes()[1].size as usize, string.len());
        assert!(matches!(image.read_class(1).unwrap(), Cow::Borrowed(bytes) if bytes == string));
        assert_eq!(*image.read_class(2).unwrap(), *b"module");
        assert_eq!(*image.read_class(3).unwrap(), *b"");
        assert!(image.read_class(4).is_err());
        assert_eq!(image.resources(), ["/java.base/a/b/LICENSE", "/java.base/a/b/c.properties"]);
        assert_eq!(image.read_resource("/java.base/a/b/LICENSE").unwrap().as_deref(), Some(&b"license"[..]));
        assert_eq!(image.read_resource("java.base/a/b/LICENSE").unwrap(), None);
    }
}

#[test]
fn unpacks_zip_and_compact_cp() {
    let class = small_class();
    check_packed(&class, &[("zip", deflate)]);
    check_packed(&class, &[("compact-cp", share_strings)]);
    check_packed(&class, &[("compact-cp", share_strings), ("zip", deflate)]);
}

#[test]
fn what_cannot_be_unpacked_is_named() {
    let class = small_class();
    let reason = |image: &[u8]| open(image).read_class(0).unwrap_err();
    let unknown = packed(false, &class, &[("brotli", deflate)]);
    let error = reason(&unknown);
    assert_eq!(error.location, "modules!/java.base/java/lang/String.class");
    assert_eq!(error.reason, "decompressor \"brotli\" is not known");
    assert_eq!(unknown[error.offset as usize..][..4], 0xcafe_fafa_u32.to_le_bytes());

    let no_header = Jimage::new(false).compressed(STRING, b"too short", 9).finish();
    assert_eq!(reason(&no_header).reason, "compressed resource has no header");

    let mut image = Jimage::new(false);
    let content = image.header("zip", &zlib(&class), class.len() as u64 - 1);
    let wrong = image.compressed(STRING, &content, class.len() as u64).finish();
    assert_eq!(
        reason(&wrong).reason,
        format!("inflates to more than the {} bytes that are declared", class.len() - 1)
    );

    let mut image = Jimage::new(false);
    let content = image.header("zip", &zlib(&class), class.len() as u64);
    let wrong = image.compressed(STRING, &content, 5).finish();
    assert_eq!(reason(&wrong).reason, format!("unpacks to {} bytes, but 5 are declared", class.len()));
}

#[test]
fn compact_cp_never_grows_past_what_is_declared() {
    let class = small_class();
    for size in 0..class.len() as u64 {
        let mut image = Jimage::new(false);
        let shared = share_strings(&mut image, &class);
        let content = image.header("compact-cp", &shared, size);
        let image = open(&image.compressed(STRING, &content, class.len() as u64).finish());
        let reason = image.read_class(0).unwrap_err().reason;
        assert_eq!(reason, format!("unpacks to more than the {size} bytes that are declared"));
    }
}

/// Layers of compression that each hold the next are peeled only so often.
#[test]
fn endless_layers_are_refused() {
    let layers: [Layer<'_>; 5] = [("zip", deflate); 5];
    let class = small_class();
    check_packed(&class, &layers[..4]);
    let reason = open(&packed(false, &class, &layers)).read_class(0).unwrap_err().reason;
    assert!(reason.starts_with("unpacks to "), "{reason}");
}

#[test]
fn headers_are_checked() {
    let image = Jimage::new(false).plain(STRING, b"x").finish();
    assert_eq!(
        open_error(b"PK\x03\x04"),
        "modules: not a runtime image: no magic number cafedada at offset 0"
    );
    assert_eq!(open_error(&image[..20]), "modules: runtime image ends within its header at offset 20");
    let mut version = image.clone();
    version[4] = 3;
    assert_eq!(
        open_error(&version),
        "modules: runtime image has version 1.3, but only 1.0 is known at offset 4"
    );
    let index = image.len() - 1;
    assert_eq!(
        open_error(&image[..index - 1]),
        format!("modules: runtime image ends within its index of {index} bytes at offset {}", index - 1)
    );
    let mut offset = image.clone();
    offset[28 + 12..28 + 16].fill(0xff);
    assert_eq!(
        open_error(&offset),
        "modules: entry points to attribute 4294967295, but there are only 12 bytes at offset 40"
    );
}

#[test]
fn content_past_the_end_fails_alone() {
    for (compressed, size) in [(0, 100), (100, 1), (u64::MAX, 1)] {
        let image =
            Jimage::new(false).resource(STRING, b"x", compressed, size).plain(["m", "", "r", ""], b"y");
        let image = open(&image.finish());
        let reason = image.read_class(0).unwrap_err().reason;
        let length = if compressed == 0 { size } else { compressed };
        assert_eq!(reason, format!("content of {length} bytes runs past the end of the image"));
        assert_eq!(image.read_resource("/m/r").unwrap().as_deref(), Some(&b"y"[..]));
    }
}

#[test]
fn limits_hold() {
    let image = Jimage::new(false).plain(STRING, b"xyz").plain(["m", "", "r", ""], b"").finish();
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = options();
        change(&mut options);
        Image::open("modules", shared(&image), &options)
    };
    let reason = |change: &dyn Fn(&mut Options)| with(change).err().unwrap().reason;
    assert_eq!(
        reason(&|options| options.limits.entries = 2),
        "runtime image has 3 entries, over the limit of 2"
    );
    assert_eq!(
        reason(&|options| options.limits.image_names = 30),
        "names of the runtime image are over the limit of 30 bytes"
    );
    let image = with(&|options| options.limits.entry_size = 2).unwrap();
    assert_eq!(image.read_class(0).unwrap_err().reason, "declared size of 3 bytes is over the limit of 2");
}

#[test]
fn a_string_without_an_end_is_refused() {
    let mut image = Jimage::new(false);
    image.string(&[b'x'; 0x10000]);
    let image = image.plain(STRING, b"");
    assert!(Image::open("modules", shared(&image.finish()), &options()).is_ok());
    let mut image = Jimage::new(false);
    image.string(&[b'x'; 100]);
    let image = image.plain([&"y".repeat(0x10000), "", "r", ""], b"");
    let error = open_error(&image.finish());
    assert!(error.contains("string does not end within 65535 bytes"), "{error}");
}

fn small_image(is_big_endian: bool) -> Vec<u8> {
    let class = small_class();
    let mut image = Jimage::new(is_big_endian);
    let shared = share_strings(&mut image, &class);
    let shared = image.header("compact-cp", &shared, class.len() as u64);
    let both = image.header("zip", &zlib(&shared), shared.len() as u64);
    image
        .plain(["java.base", "a", "A", "class"], &class)
        .compressed(["java.base", "a", "B", "class"], &shared, class.len() as u64)
        .compressed(["java.base", "a", "C", "class"], &both, class.len() as u64)
        .plain(["java.base", "a", "r", "txt"], b"resource")
        .finish()
}

fn exercise_image(bytes: &[u8]) {
    if let Ok(image) = Image::open("modules", shared(bytes), &options()) {
        exercise(&image);
    }
}

#[test]
fn survives_truncation_at_every_length() {
    let image = small_image(true);
    for length in 0..image.len() {
        exercise_image(&image[..length]);
    }
}

#[test]
fn survives_every_flipped_bit() {
    for is_big_endian in [false, true] {
        let mut image = small_image(is_big_endian);
        for bit in 0..8 * image.len() {
            image[bit / 8] ^= 1 << (bit % 8);
            exercise_image(&image);
            image[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn survives_extreme_numbers_everywhere() {
    let image = small_image(false);
    for width in [1, 2, 4, 8] {
        for byte in [0, 0x7f, 0x80, 0xff] {
            for at in 0..image.len() - width {
                let mut image = image.clone();
                image[at..at + width].fill(byte);
                exercise_image(&image);
            }
        }
    }
}
