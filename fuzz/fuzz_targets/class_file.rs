//! Any bytes are a class file or an error; what is a class file writes back as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_classfile::ClassFile;

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = ClassFile::parse(bytes) else { return };
    if let Ok(encoded) = class.encode() {
        assert!(encoded == bytes, "writes back differently");
    }
    for attribute in class.attributes().iter() {
        let _ = attribute.parse(class.pool());
    }
});
