package io.reenact.serial;

/** The encodings of a document. The components are the same in each. */
public enum Encoding {
    JSON,
    XML,
    CBOR,
    /** Plain Java source: the body of a method that makes the object. */
    JAVA
}
