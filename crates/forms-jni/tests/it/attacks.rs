//! Attacks on Java serialization that succeed, and fail against serial forms.

use reenact_testkit::jdks;

use crate::support::{compile, drivers, output};

/// A reference behind an object in a stream reaches into it, and a changed number goes around its constructor. Against serial forms
/// neither does: the object is made by its deserializer, from parts that nothing else refers to.
#[test]
fn aliasing_and_bad_state() {
    for jdk in jdks() {
        let printed = output(&compile(&jdk, &drivers(&["Attacks"])), "Attacks");
        let expected = "\
aliasing, Java serialization: valid false
aliasing, serial forms: valid true
encapsulation, Java serialization: evil
encapsulation, serial forms: db-1
reference in a document: FormException: $.end: an object begins with $class; a value of another type with $type or $enum
bad state, Java serialization: valid false
bad state, old description: InvalidClassException: Attacks$Range; the class has a deserializer, and its old description in a stream would go around it
bad state, serial form: IllegalArgumentException: (333333333,222222222)
bad state, document: IllegalArgumentException: (9,5)
serial form: read Range
not allowed: InvalidClassException: Attacks$Range; the class is not allowed in this stream
version: InvalidClassException: Attacks$Range; it does not read version 7; it reads 2, 1
old, while migrating: true
plain stream: the stream has serial forms; read it with io.reenact.serial.FormInputStream
mixed: 5, shared true, db-1
";
        assert_eq!(printed, expected, "{}", jdk.version.full);
    }
}
