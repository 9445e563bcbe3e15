//! A test per file of `targets/audit`.

reenact_testkit::trials! { super::check_target:
    aliasing "Aliasing.java",
    constructors "Constructors.java",
    fields "Fields.java",
    forms "Forms.java",
    gadgets "Gadgets.java",
    inheritance "Inheritance.java",
    magic "Magic.java",
    validation "Validation.java",
    versions "Versions.java",
}
