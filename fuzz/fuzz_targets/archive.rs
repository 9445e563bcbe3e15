//! Any bytes are an archive whose entries are read or refused, nested ones too, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_classfile::container::{Options, SharedBytes, expand};

fuzz_target!(|bytes: &[u8]| {
    let options = Options::for_release(25);
    let Ok(expanded) = expand("fuzz.jar", SharedBytes::new(bytes.to_vec()), &options) else { return };
    for container in &expanded.containers {
        for index in 0..container.classes().len() {
            let _ = container.read_class(index);
        }
        for path in container.resources() {
            let _ = container.read_resource(path);
        }
    }
});
