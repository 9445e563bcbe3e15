package io.reenact.serial;

/**
 * An object that has no serial form, or a document that is refused. What constructors and factories throw is not wrapped in it:
 * that comes out as it is.
 */
public final class FormException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** True if a class has no form that could be written, so that another way may be tried. */
    final boolean isMissing;

    FormException(String message) {
        this(message, false);
    }

    FormException(String message, boolean isMissing) {
        super(message);
        this.isMissing = isMissing;
    }
}
