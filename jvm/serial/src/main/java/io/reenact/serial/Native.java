package io.reenact.serial;

import java.io.File;

/** The native library, {@code crates/forms-jni}. */
final class Native {
    /** The system property with the path of the library. Without it, the library is looked for on {@code java.library.path}. */
    static final String PROPERTY = "io.reenact.serial.library";

    static {
        String path = System.getProperty(PROPERTY);
        try {
            if (path != null) {
                System.load(new File(path).getAbsolutePath());
            } else {
                System.loadLibrary("reenact_forms_jni");
            }
        } catch (UnsatisfiedLinkError error) {
            UnsatisfiedLinkError clear = new UnsatisfiedLinkError("cannot load the native library of serial forms ("
                    + error.getMessage() + "); pass -D" + PROPERTY + "=/path/to/libreenact_forms_jni.so");
            clear.initCause(error);
            throw clear;
        }
    }

    private Native() {}

    /** The binary names of the JDK types that have forms. */
    static native byte[] platform();

    /** The internal names of classes that the form of a class depends on. */
    static native byte[] needed(byte[] classFile);

    /** The form of a class. */
    static native byte[] describe(byte[] request);

    /** The number of an enum. */
    static native byte[] constants(byte[] request);

    /** The number of a class of array elements. */
    static native byte[] element(byte[] request);

    /** The number of an allow list. */
    static native byte[] context(byte[] request);

    /** An object of a new hidden class, which is a nestmate of another class. */
    static native Object define(Class<?> host, byte[] code);

    /** Writes a document, and returns its length; nothing is written if there is less room. */
    static native int encode(int encoding, char[] units, int length, byte[] out, int room, int depth, int bytes, int values);

    /** Reads a document, and returns the number of units; nothing is written if there is less room. */
    static native int decode(int encoding, byte[] document, int length, int context, char[] out, int room, int depth,
            int bytes, int values, long millis);
}
