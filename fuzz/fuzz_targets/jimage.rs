//! Any bytes are a runtime image whose entries are read or refused, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_classfile::container::{Container, Image, Options, SharedBytes};

fuzz_target!(|bytes: &[u8]| {
    let options = Options::for_release(25);
    let Ok(image) = Image::open("fuzz/lib/modules", SharedBytes::new(bytes.to_vec()), &options) else {
        return;
    };
    for index in 0..image.classes().len() {
        let _ = image.read_class(index);
    }
    for path in image.resources() {
        let _ = image.read_resource(path);
    }
});
