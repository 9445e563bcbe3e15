package io.reenact.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reads what {@link FormOutputStream} writes. Objects with serial forms are made by their deserializers, and by nothing else: the old
 * description of an object whose class has a deserializer is refused, unless {@link #acceptOld} lists the class for a time of migration.
 * Only listed classes and common types of the JDK are loaded.
 */
public final class FormInputStream extends ObjectInputStream {
    /** Types of the JDK that the old descriptions of its own values need. */
    private static final Set<String> JDK = new HashSet<>(Arrays.asList(
            "java.lang.Number", "java.lang.Enum", "java.lang.Object", "java.lang.String", "java.lang.Boolean",
            "java.lang.Byte", "java.lang.Character", "java.lang.Short", "java.lang.Integer", "java.lang.Long",
            "java.lang.Float", "java.lang.Double", "java.time.Ser", "java.util.CollSer",
            "java.util.Collections$UnmodifiableCollection"));

    static {
        JDK.addAll(Arrays.asList(Platform.NAMES));
    }

    private final Map<String, Class<?>> allowed = new HashMap<>();
    private final Set<Class<?>> old = new HashSet<>();
    private final Forms forms;
    private final Limits limits;

    public FormInputStream(InputStream in, Class<?>... allowed) throws IOException {
        super(in);
        enableResolveObject(true);
        limits = Limits.DEFAULT;
        forms = Forms.allowing(allowed);
        this.allowed.put(SerialForm.class.getName(), SerialForm.class);
        for (Class<?> type : allowed) {
            for (Class<?> next = type; next != null; next = next.getSuperclass()) {
                this.allowed.putIfAbsent(next.getName(), next);
            }
        }
    }

    /** Accepts the old descriptions of objects of these classes too, whose invariants then are only those of {@code readObject}. */
    public FormInputStream acceptOld(Class<?>... classes) {
        old.addAll(Arrays.asList(classes));
        return this;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        String name = description.getName();
        String base = name.startsWith("[") ? name.replaceFirst("^\\[+L?", "").replace(";", "") : name;
        Class<?> listed = allowed.get(base);
        boolean isPrimitives = name.startsWith("[") && base.length() == 1;
        if (listed == null && !isPrimitives && !JDK.contains(base)) {
            throw new InvalidClassException(base, "the class is not allowed in this stream");
        }
        if (listed != null && !name.startsWith("[")) {
            refuseOld(listed);
            return listed;
        }
        ClassLoader loader = listed == null ? null : listed.getClassLoader();
        return Class.forName(name, false, loader);
    }

    private void refuseOld(Class<?> type) throws InvalidClassException {
        if (type == SerialForm.class || old.contains(type) || type.isEnum()) {
            return;
        }
        boolean hasForm;
        try {
            hasForm = Form.of(type).readable.length > 0;
        } catch (FormException none) {
            hasForm = false;
        }
        if (hasForm) {
            throw new InvalidClassException(type.getName(),
                    "the class has a deserializer, and its old description in a stream would go around it");
        }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
        throw new InvalidClassException("a proxy is not allowed in this stream");
    }

    @Override
    protected Object resolveObject(Object object) throws IOException {
        if (!(object instanceof SerialForm)) {
            return object;
        }
        SerialForm form = (SerialForm) object;
        Form.Version version = version(form.name, form.version);
        return version.reader().apply(new ComponentSource(form.name, version, form.components));
    }

    /** The version of an allowed class that reads a description. */
    private Form.Version version(String name, int number) throws InvalidClassException {
        Class<?> type = allowed.get(name);
        if (type == null) {
            throw new InvalidClassException(name, "the class is not allowed in this stream");
        }
        StringBuilder known = new StringBuilder();
        for (Form.Version version : Form.of(type).readable) {
            if (version.version == number) {
                if (version.refusal(null) != null) {
                    throw new InvalidClassException(name, version.refusal(null));
                }
                return version;
            }
            known.append(known.length() == 0 ? "" : ", ").append(version.version);
        }
        throw new InvalidClassException(name, "it does not read version " + number + "; it reads "
                + (known.length() == 0 ? "none" : known));
    }

    /** Checks a description before its components are read. */
    void checkCount(String name, int version, int count) throws InvalidClassException {
        int expected = version(name, version).names.length;
        if (count != expected) {
            throw new InvalidClassException(name, "version " + version + " has " + expected + " components, not " + count);
        }
    }

    /** A component that is a document. */
    Object component(int length) throws IOException {
        if (length < 0 || length > limits.bytes) {
            throw new InvalidObjectException("a component has " + length + " bytes; at most " + limits.bytes + " are read");
        }
        // The length is only a claim: memory is taken as bytes arrive.
        java.io.ByteArrayOutputStream read = new java.io.ByteArrayOutputStream();
        byte[] block = new byte[Math.min(length, 8192)];
        for (int left = length; left > 0;) {
            int count = read(block, 0, Math.min(left, block.length));
            if (count < 0) {
                throw new InvalidObjectException("the stream ends within a component");
            }
            read.write(block, 0, count);
            left -= count;
        }
        return forms.read(read.toByteArray(), Encoding.CBOR);
    }
}
