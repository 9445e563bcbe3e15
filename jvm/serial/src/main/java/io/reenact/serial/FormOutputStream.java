package io.reenact.serial;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Java serialization that prefers serial forms: an object whose class declares a form that can be used is written as the name of its
 * class, its version and its components, whether or not it is {@code Serializable}. All other objects are written as ever.
 */
public final class FormOutputStream extends ObjectOutputStream {
    public FormOutputStream(OutputStream out) throws IOException {
        super(out);
        enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
        Form.Version version = object == null ? null : written(object.getClass());
        if (version == null) {
            return object;
        }
        Object[] components = Components.of(object, version).toArray();
        return new SerialForm(object.getClass().getName(), version.version, components);
    }

    /** The version that is written for a class, or null. */
    private static Form.Version written(Class<?> type) {
        boolean isOld = type == SerialForm.class || type.isArray() || Enum.class.isAssignableFrom(type)
                || type.getClassLoader() == null;
        if (isOld) {
            return null;
        }
        try {
            Form.Version version = Form.of(type).written;
            return version == null || version.refusal(null) != null ? null : version;
        } catch (FormException refusal) {
            return null;
        }
    }
}
